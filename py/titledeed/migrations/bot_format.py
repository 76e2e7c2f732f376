"""The formats of a bot's file, whose first line names it, and of a tournament."""

from __future__ import annotations

from typing import Final

from .versioned_format import FileFormat

BOT: Final = FileFormat("title-deed-bot")
TOURNAMENT: Final = FileFormat("title-deed-tournament")

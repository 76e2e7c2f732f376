"""The format of a bot's file, whose first line names it."""

from __future__ import annotations

from typing import Final

from .versioned_format import FileFormat

BOT: Final = FileFormat("title-deed-bot")

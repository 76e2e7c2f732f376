"""The format of a player from rules (``strategy_desk/strategy_file.py``)."""

from __future__ import annotations

from typing import Final

from .versioned_format import FileFormat

STRATEGY: Final = FileFormat("title-deed-strategy")

"""The format of sealed tables: the copies of a saved game, its line in the list, settings, notes.

A migration gets every such table and tells them apart by their keys. The record in a copy (``table``) has
a format of its own.
"""

from __future__ import annotations

from typing import Final

from .versioned_format import FileFormat

SAVE: Final = FileFormat("titledeed-save")

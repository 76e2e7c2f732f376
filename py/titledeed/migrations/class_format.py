"""The format of the files of a class: an invitation, a student's work, and the whole class."""

from __future__ import annotations

from typing import Final

from .versioned_format import FileFormat

CLASS: Final = FileFormat("title-deed-class")

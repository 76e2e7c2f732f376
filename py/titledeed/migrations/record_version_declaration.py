"""The format of records (docs/RECORD.md).

The checksum in a table covers the version in which it was written."""

from __future__ import annotations

from typing import Final

from .versioned_format import FileFormat

RECORD: Final = FileFormat("title-deed")

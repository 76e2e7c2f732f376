"""The format of sweeps of the laboratory."""

from __future__ import annotations

from typing import Final

from .versioned_format import FileFormat

SWEEP: Final = FileFormat("title-deed-sweep")

"""Several drawings as one file."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO


def zipped(drawings: Sequence[str], name: str) -> bytes:
    """A zip with these drawings, numbered in their order."""
    from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo  # noqa: PLC0415 - needed only here, and slow to load

    packed = BytesIO()
    with ZipFile(packed, "w", ZIP_DEFLATED) as archive:
        for n, drawing in enumerate(drawings, 1):
            info = ZipInfo(f"{name}-{n:02}.svg")
            info.compress_type = ZIP_DEFLATED
            archive.writestr(info, drawing)
    return packed.getvalue()

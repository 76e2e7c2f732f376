"""Several texts as one file."""

from __future__ import annotations

from collections.abc import Mapping
from io import BytesIO


def zipped(texts: Mapping[str, str]) -> bytes:
    """A zip with these texts under their names."""
    from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo  # noqa: PLC0415 - needed only here, and slow to load

    packed = BytesIO()
    with ZipFile(packed, "w", ZIP_DEFLATED) as archive:
        for name, text in texts.items():
            info = ZipInfo(name)
            info.compress_type = ZIP_DEFLATED
            archive.writestr(info, text)
    return packed.getvalue()

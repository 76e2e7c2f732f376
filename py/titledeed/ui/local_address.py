"""Whether the page's address is of any use to another device."""

from __future__ import annotations

import re


def leads_only_here(address: str) -> bool:
    """Whether an address leads to this computer on each device, so that no other one can open it."""
    scheme, _, rest = address.partition("://")  # urllib would have to be fetched first
    return scheme == "file" or bool(
        re.match(r"(localhost|127\.[\d.]+|0\.0\.0\.0|\[::1?\])([:/]|$)", rest)
    )

"""Finds texts of a page that are cut off, overlap, bypass the catalogue, or are sentences put together from
two messages. A script in the page looks for all four; for the last two the page must be in the
pseudo-language (``titledeed.language.catalogue.pseudo``)."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from playwright.sync_api import Page

FAULTS = Path(__file__).with_suffix(".js").read_text("utf-8")


def text_faults(page: Page, names: Sequence[str] = (), *, marked: bool = True) -> list[str]:
    """What is wrong with the texts of the topmost dialog, or of the page. ``names``: of people and spaces,
    which are no messages; ``marked``: whether the page is in the pseudo-language."""
    faults: list[str] = page.evaluate(FAULTS, {"names": list(names), "marked": marked})
    return faults

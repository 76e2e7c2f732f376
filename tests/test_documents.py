"""The documents: their links lead somewhere, and the README stays short."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
DOCUMENTS = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")])


def anchors(text: str) -> set[str]:
    """Return the anchors that a page of Markdown has for its headings, as Git hosts make them."""
    headings = re.findall(r"(?m)^#+ (.+)$", re.sub(r"(?ms)^```.*?^```", "", text))
    return {re.sub(r"[^\w\- ]", "", each.lower()).replace(" ", "-") for each in headings}


@pytest.mark.parametrize("page", DOCUMENTS, ids=lambda page: page.name)
def test_every_link_in_a_document_works(page: Path) -> None:
    text = page.read_text("utf-8")
    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        if target.startswith("https://"):
            continue
        file, _, anchor = target.partition("#")
        other = (page.parent / file).resolve() if file else page
        assert other.exists(), f"{target} is not there"
        if anchor:
            assert anchor in anchors(other.read_text("utf-8")), f"{target} has no such heading"


def test_the_readme_fits_on_one_or_two_screens() -> None:
    assert len((ROOT / "README.md").read_text("utf-8").splitlines()) <= 90

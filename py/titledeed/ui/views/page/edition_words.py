"""The edition's words that templates use outside of messages."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....language.catalogue import Catalogue

if TYPE_CHECKING:
    from ..types import Words


def words_view(catalogue: Catalogue) -> Words:
    """The edition's words that every template gets."""
    vocabulary = catalogue.words
    return {
        "jail": vocabulary["jail"],
        "in_jail": vocabulary["jail"],
        "chance": vocabulary["chance"],
        "chest": vocabulary["community_chest"],
        "bank": vocabulary["bank"],
        "the_bank": catalogue("The {bank}"),
    }

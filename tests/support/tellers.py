"""Describes a state in sentences, for tests."""

from __future__ import annotations

import wild_games
from titledeed.engine.state import (
    State,
)
from titledeed.language.catalogue import Catalogue
from titledeed.language.narrator_of_journal_and_refusals import Narrator


def teller(state: State, language: str = "en", names: tuple[str, ...] = ()) -> Narrator:
    words = state.rules.edition.words
    seats = names or wild_games.NAMES
    return Narrator(state.rules, seats[: state.seats], Catalogue(language, words))

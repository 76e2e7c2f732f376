"""Describes a state in sentences, for tests."""

from __future__ import annotations

import wild_games
from titledeed.engine.words import State
from titledeed.language.catalogue import Catalogue
from titledeed.language.teller import Teller


def teller(state: State, language: str = "en", names: tuple[str, ...] = ()) -> Teller:
    words = state.rules.edition.words
    seats = names or wild_games.NAMES
    return Teller(state.rules, seats[: state.seats], Catalogue(language, words))

"""Stores the tournament of this device, so that a reload keeps the bots and the games played so far.

The games' lines are stored one by one, for the decisive moments."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from ....engine.errors import LoadError
from ....engine.parsing.value_predicates import is_list, is_text
from ....storage.store import Store
from ....workshop.bot_file import LARGEST, BotFile, clean_name
from ....workshop.fence_answers import MOST_LINES
from ....workshop.tournament import MOST_BOTS, Entrant, digest_of, read_tournament
from ..state.tournament import TournamentState

STORED: Final = "tournament/"
_WHOLE: Final = "whole"
_LINES: Final = "lines/"


class TournamentStorage:
    """What was stored is written again only where it has changed."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: set[str] = set()  # the names under which lines are stored

    def keep(self, state: TournamentState) -> None:
        """Store the bots, the results and the lines of games that are not stored yet."""
        table = {
            "bots": [[each.author, each.bot.name, each.bot.code] for each in state.entrants],
            "file": state.tournament.text() if state.tournament is not None else "",
            "finals": state.finals,
            "hides_names": state.hides_names,
        }
        self._store.put(STORED + _WHOLE, table, large=True)
        names = {f"{_LINES}{int(finals)}/{n}": (finals, n) for finals, n in state.lines}
        for name in sorted(names.keys() - self._known):
            self._store.put(STORED + name, {"lines": state.lines[names[name]]}, large=True)
        gone = self._known - names.keys()
        if gone:
            self._store.drop([STORED + name for name in sorted(gone)])
        self._known = set(names)

    def recall(self, then: Callable[[TournamentState | None], None]) -> None:
        """Fetch what is stored; None if there is nothing, or if it is damaged."""

        def read(tables: Mapping[str, Mapping[str, Any]]) -> None:
            self._known = {name for name in tables if name.startswith(_LINES)}
            then(state_of(tables))

        self._store.fetch(STORED, read)


def state_of(tables: Mapping[str, Mapping[str, Any]]) -> TournamentState | None:
    """The tournament in these stored tables; None if there is none, or if they are damaged."""
    whole = tables.get(_WHOLE, {})
    bots, file = whole.get("bots"), whole.get("file")
    if not is_list(bots, 0, MOST_BOTS, _is_bot) or not isinstance(file, str):
        return None
    state = TournamentState()
    state.hides_names = whole.get("hides_names") is True
    state.entrants = [
        Entrant(clean_name(author) if author else "", BotFile(name, code))
        for author, name, code in bots
    ]
    if not file:
        return state if state.entrants else None
    try:
        state.tournament = read_tournament(file)
    except LoadError:
        return None
    state.name, state.entrants = state.tournament.name, state.tournament.entrants
    state.finals = whole.get("finals") is True and state.tournament.final is not None
    for finals, stage in ((False, state.tournament.league), (True, state.tournament.final)):
        for number, result in stage.results.items() if stage is not None else ():
            table = tables.get(f"{_LINES}{int(finals)}/{number}", {})
            lines: Any = table.get("lines")
            fits = is_list(lines, 0, MOST_LINES, lambda line: isinstance(line, str))
            if fits and digest_of(lines) == result.digest:
                state.lines[finals, number] = lines
    return state


def _is_bot(value: Any) -> bool:
    return (
        is_list(value, 3, 3, lambda text: isinstance(text, str))
        and is_text(value[0], 100)
        and value[1] == clean_name(value[1])
        and is_text(value[2], LARGEST)
    )

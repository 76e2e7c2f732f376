"""The odds of each seat in many games among bots, or at the end of records, as lines of CSV. Printed seats
count from 1."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from ..engine import rng
from ..engine import rulebook_loader_and_rules_compiler as rules_compiler
from ..engine.errors import LoadError
from ..engine.notation import Notation
from ..engine.record import read_record, replay_record
from ..engine.rules.short_game import score
from ..engine.state import (
    State,
)
from ..odds import WHOLE, expected_odds
from . import arena

HEAD: Final = ("game", "round", "seat", "odds", "worth", "won")
FILE_HEAD: Final = ("file", "seat", "odds")


def decimal_fraction(millionths: int) -> str:
    """Millionths as a decimal fraction with six places, for instance ``0.250000``."""
    return f"{millionths // WHOLE}.{millionths % WHOLE:06d}"


def csv_line(values: Iterable[object]) -> str:
    """One line of CSV without its line end. A cell is quoted if needed, as in a file's name."""
    cells = [str(value) for value in values]
    return ",".join(
        '"' + cell.replace('"', '""') + '"' if {*cell} & {*',"\r\n'} else cell for cell in cells
    )


def odds_rows(
    names: Sequence[str],
    count: int,
    seed: int,
    rulebook: str = "modern",
    edition: str = "atlantic-city",
    variant: str = "standard",
    most_rounds: int = arena.MOST_ROUNDS,
) -> Iterator[tuple[object, ...]]:
    """Play ``count`` games with the arena's seeds and yield rows with the columns of ``HEAD``. Seats do
    not rotate.

    There is a row for each seat still playing at the start of each round. ``won`` is 1 for a winner of the
    game, and 0 for all seats if the game was stopped. Raises :class:`LoadError` with a sentence."""
    rules = rules_compiler.make_rules(rulebook, edition, variant=variant)
    n = len(names)
    if not 2 <= n <= 8:
        raise LoadError(f"A game has two to eight seats, not {n}.", ("setup.player-count",))
    notation = Notation(rules, [f"seat-{i + 1}" for i in range(n)])
    for game in range(count):
        bots = [arena.make_bot(name, notation) for name in names]
        seen: list[tuple[int, int, str, int]] = []

        def note(state: State, seen: list[tuple[int, int, str, int]] = seen) -> None:
            for seat, odds in expected_odds(state).items():
                seen.append((state.round, seat, decimal_fraction(odds), score(state, seat)))

        outcome = arena.play_game(
            rules, bots, rng.random_number(seed, game) >> 1, most_rounds, each_round=note
        )
        for round_, seat, odds, worth in seen:
            yield game, round_, seat + 1, odds, worth, int(seat in outcome.winners)


def of_record(table: Mapping[str, Any]) -> Iterator[tuple[int, str]]:
    """The number (from 1) and the odds of each seat still playing in the last position of a record.

    Raises :class:`LoadError` with a sentence.
    """
    record = read_record(table)
    if record.refused is not None:
        raise LoadError("This file is only for testing and can’t be opened.")
    for seat, odds in expected_odds(replay_record(record).state).items():
        yield seat + 1, decimal_fraction(odds)

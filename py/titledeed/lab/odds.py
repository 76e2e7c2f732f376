"""The odds in many games among bots, or at the end of records: as lines of CSV. Seats count from 1, as
in all that the laboratory prints."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from ..engine import books, chance
from ..engine.notation import Notation
from ..engine.record import read, replay
from ..engine.rules.short_game import score
from ..engine.words import State, Unloadable
from ..odds import WHOLE, expected
from . import arena

HEAD: Final = ("game", "round", "seat", "odds", "worth", "won")
FILE_HEAD: Final = ("file", "seat", "odds")


def share(millionths: int) -> str:
    """Odds as they are printed, with all six places."""
    return f"{millionths // WHOLE}.{millionths % WHOLE:06d}"


def line(values: Iterable[object]) -> str:
    """One line of CSV, without its end. Only a file's name may need its quotes."""
    cells = [str(value) for value in values]
    return ",".join(
        '"' + cell.replace('"', '""') + '"' if {*cell} & {*',"\r\n'} else cell for cell in cells
    )


def games(
    names: Sequence[str],
    count: int,
    seed: int,
    rulebook: str = "modern",
    edition: str = "atlantic-city",
    variant: str = "standard",
    most_rounds: int = arena.MOST_ROUNDS,
) -> Iterator[tuple[object, ...]]:
    """The rows of ``count`` games, each with the arena's seed for it; seats do not rotate. A row for
    each seat that plays, as a round begins; ``won`` is 1 for whoever won in the end, 0 for all where the
    game was stopped. Raises :class:`Unloadable` with a sentence."""
    rules = books.make_rules(rulebook, edition, variant=variant)
    n = len(names)
    if not 2 <= n <= 8:
        raise Unloadable(f"Two to eight seats play; {n} are named.", ("setup.player-count",))
    notation = Notation(rules, [f"seat-{i + 1}" for i in range(n)])
    for game in range(count):
        bots = [arena.make_bot(name, notation) for name in names]
        seen: list[tuple[int, int, str, int]] = []

        def note(state: State, seen: list[tuple[int, int, str, int]] = seen) -> None:
            for seat, odds in expected(state).items():
                seen.append((state.round, seat, share(odds), score(state, seat)))

        outcome = arena.play_game(
            rules, bots, chance.number(seed, game) >> 1, most_rounds, each_round=note
        )
        for round_, seat, odds, worth in seen:
            yield game, round_, seat + 1, odds, worth, int(seat in outcome.winners)


def of_record(table: Mapping[str, Any]) -> Iterator[tuple[int, str]]:
    """The number and the odds of each seat that plays in the last position of a record.

    Raises :class:`Unloadable` with a sentence.
    """
    record = read(table)
    if record.refused is not None:
        raise Unloadable("This record is one that must not load.")
    for seat, odds in expected(replay(record).state).items():
        yield seat + 1, share(odds)

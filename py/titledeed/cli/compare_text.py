"""The output of ``lab compare``: a table, which is the same in all languages, and the verdict."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..lab.batch_games import MOST_ROUNDS, Played
from ..lab.compare import Compared, Corrected, Verdict, compare, hidden, holm, verdict_of
from ..lab.intervals import Interval
from ..language.catalogue import Catalogue


def compare_lines(
    a: Sequence[Played], b: Sequence[Played], measure: str, catalogue: Catalogue | None = None
) -> Iterator[str]:
    """The lines that ``lab compare`` prints, with the verdict on the measure that was chosen before.

    ``catalogue``: the language of the sentences, English by default. The table is the same in all
    languages.

    Raises ``ValueError`` if there is no such measure, or if the sides have different numbers of
    games."""
    catalogue = catalogue or Catalogue("en", {})
    told = verdict_of(a, b, measure)
    rows = compare(a, b)
    others = [row for row in rows if row.measure.id != measure]
    marks = dict(zip((row.measure.id for row in others), holm(others), strict=True))
    marks[measure] = Corrected(1, told.interval, told.shows)
    yield catalogue(
        "Games on each side: {n}; stopped after {rounds} rounds: {count} in A, {m} in B",
        n=len(a),
        rounds=MOST_ROUNDS,
        count=told.stopped[0],
        m=told.stopped[1],
    )
    yield f"{'':21} {'A':>12} {'B':>12} {'medians':>19} {'B minus A':>12}   interval"
    for row in rows:
        id, mark = row.measure.id, marks[row.measure.id]
        medians = (
            ""
            if row.measure.seat >= 0 and id.startswith("win")
            else ", ".join(f"{n:.{row.measure.digits}f}" for n in row.medians)
        )
        interval = (
            catalogue("too few pairs differ")
            if hidden(row, mark)
            else catalogue("{low} to {high}", **_ends(row, mark.interval))
        )
        sign = "*" if id == measure else "!" if mark.shows else " "
        yield (
            f"{sign}{id:20} {row.a:12.4f} {row.b:12.4f} {medians:>19} "
            f"{row.difference.value:12.4f}   {interval}"
        )
    yield from catalogue(
        "* chosen before the simulation, with a 95% interval. The {n} others are only for exploring,\n"
        "  so their intervals are wider (Holm); ! marks those that show a difference.",
        n=len(others),
    ).split("\n")
    yield _sentence(told, catalogue)
    yield from _resting(told, catalogue)


def _resting(told: Verdict, catalogue: Catalogue) -> Iterator[str]:
    """The verdict without the games that were stopped, if it differs."""
    rest = told.finished
    if rest is None:
        if any(told.stopped):
            yield catalogue("There is no pair in which both games were finished.")
    elif told.turns and rest.few():
        yield from catalogue(
            "The verdict depends on games that were stopped: without these pairs, A and B differ\n"
            "  in only {n} of {all} pairs of games, too few to claim anything.",
            n=rest.differing,
            all=rest.games,
        ).split("\n")
    elif told.turns:
        yield from catalogue(
            "The verdict depends on games that were stopped: without these pairs, B minus A is\n"
            "  {value} ({low} to {high}).",
            value=f"{rest.difference.value:.{rest.digits}f}",
            **_ends(rest, rest.interval()),
        ).split("\n")


def _ends(row: Compared, interval: Interval) -> dict[str, str]:
    """The ends of an interval as placeholders, in the format of the table above them."""
    return {
        "low": f"{interval.low:.{row.digits}f}",
        "high": f"{interval.high:.{row.digits}f}",
    }


def _sentence(told: Verdict, catalogue: Catalogue) -> str:
    row = told.compared
    if row.few():
        return catalogue(
            "Verdict: no difference shown; A and B differ in only {n} of {all} pairs of games.",
            n=row.differing,
            all=row.games,
        )
    span = {"measure": row.measure.id, **_ends(row, told.interval)}
    if not told.shows:
        return catalogue(
            "Verdict: no difference shown ({measure}, B minus A: {low} to {high}, 95% interval).",
            **span,
        )
    if row.difference.value > 0:
        return catalogue(
            "Verdict: a difference is shown, more in B ({measure}, B minus A: {low} to "
            "{high}, 95% interval).",
            **span,
        )
    return catalogue(
        "Verdict: a difference is shown, less in B ({measure}, B minus A: {low} to "
        "{high}, 95% interval).",
        **span,
    )

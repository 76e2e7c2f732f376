"""The view of the screen that compares two settings: settings, guess, run, verdict."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from ....lab import compare
from ....lab.compare import Compared, Measure
from ....lab.games import Played, winner_of
from ....lab.intervals import Interval
from ....language.catalogue import N_, Catalogue
from ....storage.boards import Boards
from ..bits import Data
from .charts import bins, curves, histogram, inequality, interval, strip
from .figures import Words
from .settings import PLAIN, bot_label, bots_of, edition_in, form, settings

SIZES: Final = (100, 1000, 10_000)
_LISTED: Final = 6  # games of each side that are listed for a bar
# Games of each side that the charts use during a run; with all games they would take too long.
DRAWN: Final = 500

# The ready questions: id, text, and the fields of A and of B that differ from PLAIN.
QUESTIONS: Final[tuple[tuple[str, str, dict[str, str], dict[str, str]], ...]] = (
    (
        "pot",
        N_("Does a pot on {free_parking} make the game longer?"),
        {},
        {"house:free-parking": "pot"},
    ),
    ("auctions", N_("What do auctions change?"), {}, {"house:auctions": "on"}),
    ("salary", N_("Does a double {salary} make the game longer?"), {}, {"house:salary": "400"}),
    (
        "classes",
        N_("A rigged game: four classes of players"),
        {},
        {
            **{f"cash-{n}": cash for n, cash in enumerate(("2500", "1500", "1000", "500"))},
            **{f"salary-{n}": sum_ for n, sum_ in enumerate(("400", "200", "200", "100"))},
        },
    ),
    ("first", N_("Does the first player win more?"), {}, {"first": "0"}),
    ("book", N_("Do the rulebooks play differently?"), {}, {"rulebook": "classic"}),
    ("own", N_("A question of one’s own"), {}, {}),
)


@dataclass
class Counted:
    """What is counted of a run. ``done``: the number of its games; ``ginis``: :func:`curves`;
    ``characters``: :func:`~....lab.compare.by_character` of A and of B, empty where only one bot plays."""

    done: int = 0
    measures: list[Compared] = field(default_factory=list)
    ginis: list[list[float]] = field(default_factory=list)
    characters: tuple[dict[str, Interval], dict[str, Interval]] = field(
        default_factory=lambda: ({}, {})
    )
    unfinished: list[int] = field(default_factory=lambda: [0, 0])


@dataclass
class Compare:
    """The state of the screen. ``sides``: the fields of both settings' forms; ``played``: the games of each
    side, None for one not played yet; ``measure``: id; ``bar``: the chosen bar of the histogram or -1;
    ``boards``: those from files that came with it; ``counting``: all of a run that is over is being counted,
    the charts use its first games meanwhile."""

    question: str = "pot"
    sides: list[dict[str, str]] = field(default_factory=list)
    guess: list[int] = field(default_factory=lambda: [0, 0, 0])  # B less, no difference, B more
    size: int = SIZES[1]
    seed: int = 11
    state: str = "new"  # "new" "coming" "running" "stopped" "done"
    played: list[list[Played | None]] = field(default_factory=lambda: [[], []])
    measure: str = "rounds"
    bar: int = -1
    trouble: str = ""
    started: float = 0.0  # milliseconds
    elapsed: float = 0.0
    workers: int = 1
    boards: Boards = field(default_factory=dict)
    counting: bool = False
    counted: Counted = field(default_factory=Counted)  # of the games that the charts use

    def ask(self, question: str) -> None:
        """Set up a ready question."""
        for id, _text, a, b in QUESTIONS:
            if id == question:
                self.question = id
                self.sides = [{**PLAIN, **a}, {**PLAIN, **b}]
                self.boards = {}
                self.clear()
                self.guess = [0, 0, 0]

    def clear(self) -> None:
        """Drop all games."""
        self.state, self.played, self.bar, self.trouble = "new", [[], []], -1, ""
        self.elapsed = 0.0
        self.counting, self.counted = False, Counted()

    @property
    def drawn(self) -> list[list[Played | None]]:
        """The games of both sides that the charts use."""
        return [side[:DRAWN] for side in self.played] if self.part else self.played

    @property
    def part(self) -> bool:
        """Whether the charts use only the first games."""
        return self.state == "running" or self.counting

    @property
    def pairs(self) -> tuple[list[Played], list[Played]]:
        """The games that both sides have played, paired by their number in the run."""
        return _pairs(self.played)

    @property
    def done(self) -> int:
        """The number of games played on both sides together."""
        return _done(self.played)

    def count(self, counted: Counted, played: list[list[Played | None]]) -> Iterator[None]:
        """Counts these games of both sides. Pauses often, for that takes long of many games."""
        done = _done(played)
        a, b = _pairs(played)
        bots = [bots_of(side) for side in self.sides]
        if a and len(a[0]["worth"]) == len(b[0]["worth"]):
            yield
            for measure in compare.one_by_one(a, b):
                counted.measures.append(measure)
                yield
            if len({*bots[0], *bots[1]}) > 1:
                for games, side, shares in zip((a, b), bots, counted.characters, strict=True):
                    for bot in dict.fromkeys(side):
                        shares[bot] = compare.of_character(games, side, bot)
                        yield
            yield from curves(played, counted.ginis)
            counted.unfinished = [compare.unfinished(a), compare.unfinished(b)]
        counted.done = done

    def figures(self) -> Counted:
        """What is counted of the games that the charts use, worked out once for as many games."""
        drawn = self.drawn
        if self.counted.done != _done(drawn):
            self.counted = Counted()
            for _pause in self.count(self.counted, drawn):
                pass
        return self.counted

    def chosen(self) -> Compared | None:
        """The chosen measure, or else the first; None without games."""
        measures = self.figures().measures
        chosen = (figure for figure in measures if figure.measure.id == self.measure)
        return next(chosen, measures[0] if measures else None)


def _done(played: list[list[Played | None]]) -> int:
    return sum(len(side) - side.count(None) for side in played)


def _pairs(played: list[list[Played | None]]) -> tuple[list[Played], list[Played]]:
    both = [(a, b) for a, b in zip(*played, strict=False) if a and b]
    return [a for a, _ in both], [b for _, b in both]


def verdict(compared: Compared, comparison: Compare, words: Words) -> Data:
    """The verdict: what can be claimed from the run."""
    _ = words._
    name = words.measure(compared.measure)
    if comparison.state == "running" or (comparison.counting and comparison.state == "done"):
        return {
            "final": False,
            "title": _("No verdict yet"),
            "text": _("The run goes on. Stopping when you like the picture is fooling yourself."),
        }
    if comparison.state == "stopped":
        return {
            "final": False,
            "title": _("No verdict: the run was stopped"),
            "text": _("A run that was stopped when somebody had seen enough proves nothing."),
        }
    low, high = compared.difference.low, compared.difference.high
    if not compared.difference.shows:
        bound = words.value(compared.measure, max(abs(low), abs(high)), sign=True).lstrip("+−")
        return {
            "final": True,
            "title": _("No difference shown."),
            "text": _(
                "{measure}: if there is a difference, it is less than {bound}, either way (95 % "
                "interval). That is no proof that there is none.",
                measure=name,
                bound=bound,
            ),
        }
    more = compared.difference.value > 0
    near, far = sorted((abs(low), abs(high)))
    between = {
        "measure": name,
        "low": words.value(compared.measure, near, sign=True).lstrip("+−"),
        "high": words.value(compared.measure, far, sign=True).lstrip("+−"),
    }
    if more:
        text = _("{measure}: B has more, by {low} to {high} (95 % interval).", **between)
    else:
        text = _("{measure}: B has less, by {low} to {high} (95 % interval).", **between)
    return {
        "final": True,
        "title": _("A difference is shown: more in B.")
        if more
        else _("A difference is shown: less in B."),
        "text": text,
    }


def listed(comparison: Compare, measure: Measure) -> list[Data]:
    """The first games of each side in the chosen bar."""
    values = [float(measure.of(game)) for side in comparison.drawn for game in side if game]
    start, width, count = bins(values)
    rows: list[Data] = []
    for s, side in enumerate(comparison.drawn):
        for i, game in enumerate(side):
            if game is None:
                continue
            at = min(count - 1, max(0, int((measure.of(game) - start) // width)))
            if at == comparison.bar and [f["side"] for f in rows].count(s) < _LISTED:
                winner = game["winners"][0] + 1 if len(game["winners"]) == 1 else 0
                rows.append(
                    {
                        "side": s,
                        "letter": "AB"[s],
                        "i": i,
                        "rounds": game["rounds"],
                        "winner": winner,
                    }
                )
    return rows


def differs(row: Played, now: Played, _: Catalogue) -> str:
    """What to say where a game of a run is not played any more as the run counted it."""
    return _(
        "This replay isn’t the game that the run counted: {row} in the run, {now} here. An earlier version "
        "of this program played the run. Its rows stay as they are.",
        row=_outcome(row, _),
        now=_outcome(now, _),
    )


def _outcome(game: Played, _: Catalogue) -> str:
    rounds = _.count("{n} round", "{n} rounds", game["rounds"])
    winner = winner_of(game)
    if winner is None:
        return _("{rounds} without a winner", rounds=rounds)
    return _("{rounds}, won by seat {n}", rounds=rounds, n=winner)


def view(comparison: Compare, _: Catalogue, now: float, boards: Boards) -> Data:
    """The view of the screen. ``now``: milliseconds."""
    words = Words(_, edition_in(comparison.sides[0], boards))
    counted = comparison.figures()
    measures = counted.measures
    chosen = comparison.chosen() if measures else None
    total = 2 * comparison.size
    elapsed = now - comparison.started if comparison.state == "running" else comparison.elapsed
    left = elapsed / comparison.done * (total - comparison.done) if comparison.done else 0.0
    return {
        "lang": _.language,
        "question": next(_(text) for id, text, *_rest in QUESTIONS if id == comparison.question),
        "questions": [
            {"id": id, "text": _(text), "chosen": id == comparison.question}
            for id, text, *_r in QUESTIONS
        ],
        "settings": settings(comparison.sides, _, boards),
        "forms": [form(comparison.sides[side], side, _, boards) for side in (0, 1)],
        "guess": {
            "hands": comparison.guess,
            "labels": [_("less in B"), _("no difference"), _("more in B")],
            "locked": comparison.state != "new",
            "tallies": [_tally(n) for n in comparison.guess],
        },
        "run": {
            "state": comparison.state,
            "sizes": [
                {"n": n, "text": words.numbers.number(n), "chosen": n == comparison.size}
                for n in SIZES
            ],
            "done": comparison.done,
            "total": total,
            "says": _says(comparison, words, left),
            "trouble": comparison.trouble,
            "seed": comparison.seed,
            "slices": comparison.workers == 0,
            "part": _(
                "Until the run is over the picture shows the first {n} games of each.",
                n=words.numbers.number(DRAWN),
            )
            if comparison.part and comparison.done > 2 * DRAWN
            else "",
        },
        "chosen": None
        if chosen is None
        else {
            "id": chosen.measure.id,
            "name": words.measure(chosen.measure),
            "histogram": histogram(comparison.drawn, comparison.bar, chosen.measure, words),
            "interval": interval(chosen, comparison.guess, words),
            "verdict": verdict(chosen, comparison, words),
            "games": listed(comparison, chosen.measure) if comparison.bar >= 0 else [],
            "bar": comparison.bar,
        },
        "measures": [_row(f, comparison, words) for f in measures],
        "characters": _characters(comparison, words) if measures else [],
        "inequality": inequality(counted.ginis, words),
        "unfinished": counted.unfinished,
    }


def _row(compared: Compared, comparison: Compare, words: Words) -> Data:
    value = words.value
    _ = words._
    return {
        "id": compared.measure.id,
        "name": words.measure(compared.measure),
        "a": value(compared.measure, compared.a),
        "b": value(compared.measure, compared.b),
        "difference": value(compared.measure, compared.difference.value, sign=True)
        if compared.difference.shows
        else "",
        "interval": words.span(compared.measure, compared.difference.low, compared.difference.high),
        "shows": compared.difference.shows,
        "chosen": compared.measure.id == comparison.measure,
        "strip": strip(compared),
    }


def _characters(comparison: Compare, words: Words) -> list[Data]:
    """The share of games that each bot wins on both sides; [] if only one bot plays."""
    sides = [bots_of(side) for side in comparison.sides]
    won = comparison.figures().characters
    rows: list[Data] = []
    for bot in dict.fromkeys([*won[0], *won[1]]):
        cells: list[Data | None] = []
        for side, shares in zip(sides, won, strict=True):
            if bot not in shares:
                cells.append(None)
                continue
            low, high = (words.fixed(100 * value, 1) for value in shares[bot][1:])
            seats = [str(n + 1) for n, other in enumerate(side) if other == bot]
            cells.append(
                {
                    "seats": ", ".join(seats),
                    "share": words.fixed(100 * shares[bot].value, 1) + "\u202f%",
                    "span": words._("{low} to {high}", low=low, high=high + "\u202f%"),
                }
            )
        rows.append({"name": bot_label(words._, bot), "cells": cells})
    return rows


def _says(comparison: Compare, words: Words, left: float) -> str:
    _ = words._
    number = words.numbers.number
    match comparison.state:
        case "running" if comparison.done:
            return _(
                "{done} of {total} games, about {n} s left",
                done=number(comparison.done),
                total=number(2 * comparison.size),
                n=number(max(1, round(left / 1000))),
            )
        case "running":
            return _("The first games are being played…")
        case "stopped":
            return _(
                "Stopped after {done} of {total} games.",
                done=number(comparison.done),
                total=number(2 * comparison.size),
            )
        case "done" if not comparison.elapsed:  # the time is not known of games from a file
            return _(
                "{n} games of each, from a file. Seed {seed}.",
                n=number(comparison.size),
                seed=comparison.seed,
            )
        case "done":
            return _(
                "{n} games of each, in {seconds} s. Seed {seed}: the same run anywhere gives the same "
                "games.",
                n=number(comparison.size),
                seconds=number(max(1, round(comparison.elapsed / 1000))),
                seed=comparison.seed,
            )
    return ""


def _tally(n: int) -> str:
    """Tally marks in groups of five."""
    return " ".join([*(["||||/"] * (n // 5)), "|" * (n % 5)]).strip()

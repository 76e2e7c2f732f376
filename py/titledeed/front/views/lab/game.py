"""The view of the screen about one game: worth and odds by round, ledger, dice, landings, deeds,
decisions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from ....engine.words import NOBODY, Answer, AskAnswer, AskBid, Offer, Over, State
from ....lab import story as stories
from ....lab.dice import SUMS
from ....lab.landings.markov import JAIL, JAIL_SPACE
from ....lab.ledger import CAUSES
from ....lab.story import Story
from ....language import labels
from ....language.catalogue import N_, Catalogue
from ....language.pieces import plain
from ....odds import WHOLE
from ....review import Row
from ...desk import Desk
from ..bits import Data, Sight
from ..over import round_step
from .figures import Words

WIDTH: Final = 640
HEIGHT: Final = 220
_ODDS_HEIGHT: Final = 130
_DICE_HEIGHT: Final = 110
_MARKS: Final = 4  # events named in the chart, at most
_LISTED: Final = 14  # deeds

CAUSE_NAMES: Final = {
    "start": N_("Dealt at the start"),
    "salary": N_("{Salary}"),
    "rent": N_("Rent"),
    "deals": N_("Deals"),
    "cards": N_("Cards"),
    "taxes": N_("Taxes and fines"),
    "parking": N_("{free_parking}"),
    "deeds": N_("{Deeds} bought"),
    "buildings": N_("Buildings"),
    "mortgages": N_("Mortgages"),
    "estates": N_("Estates of the bankrupt"),
}


@dataclass
class GameAnalysis:
    """The state of the screen. ``story`` describes the first ``count`` answers of the game ``id``."""

    id: str = ""
    count: int = -1
    story: Story | None = None
    round: int = -1  # index of the round in the ledger; -1: all
    trouble: str = ""
    review: list[Row] = field(default_factory=list)
    seen: int = 0  # seats whose decisions have been reviewed

    def hidden(self, desk: Desk) -> bool:
        """Whether decisions are not shown: a game that is not over is not reviewed."""
        return desk.whole is None or not isinstance(desk.whole.ask, Over)

    def reviewed(self, desk: Desk) -> list[int]:
        """The seats whose decisions are reviewed: those of people, or all if only bots played."""
        whole = desk.whole
        assert whole is not None
        everybody = list(range(whole.state.seats))
        return [seat for seat in everybody if whole.is_person(seat)] or everybody


def view(analysis: GameAnalysis, desk: Desk) -> Data:
    """The view of the screen."""
    if desk.session is None or desk.whole is None:
        return {"game": None, "missing": True, "trouble": ""}
    if analysis.story is None:
        return {"game": None, "missing": False, "trouble": analysis.trouble}
    sight = Sight(desk)
    story = analysis.story
    words = Words(sight._, sight.rules.edition)
    seats = [sight.seat(n) for n in range(story["seats"])]
    _, n_ = sight._, sight.n_
    return {
        "trouble": analysis.trouble,
        "missing": False,
        "game": {
            "title": desk.title or _("This game"),
            "text": _(
                "{rounds}, {throws}",
                rounds=n_("{n} round", "{n} rounds", story["rounds"]),
                throws=n_("{n} throw", "{n} throws", story["throws"]),
            ),
            "seats": seats,
            "replay": desk.replaying is not None,
            "hidden": sight.worth_hidden,
            "worth": None if sight.worth_hidden else worth(story, sight, words),
            "odds": None if sight.worth_hidden else odds(story, sight),
            "turning": "" if sight.worth_hidden else turning(story, sight, words),
            "ledger": ledger(analysis, story, sight),
            "dice": dice(story, words, _),
            "deeds": deeds(story, sight),
            "landings": landings(story, sight),
            "review": None if analysis.hidden(desk) else review(analysis, desk, sight, words),
        },
    }


# ---------------------------------------------------------------- decisions


def review(analysis: GameAnalysis, desk: Desk, sight: Sight, words: Words) -> Data:
    """The decisions of each seat that changed its odds most, the greatest change first."""
    _ = sight._
    whole = desk.whole
    assert whole is not None
    seats = analysis.reviewed(desk)
    people = []
    for place, seat in enumerate(seats[: analysis.seen]):
        rows = []
        for _seat, count, line, points in (row for row in analysis.review if row[0] == seat):
            entry, before = whole.entries[count], whole.at(count)
            other = _other(sight, line, seat, before)
            rows.append(
                {
                    "count": count,
                    "round": sight.teller.parts.number(entry.round),
                    "about": _about(sight, before),
                    "did": _answer(sight, seat, entry.answer, before),
                    "other": other,
                    "cost": points < 0,
                    "points": words.fixed(points * 100 / WHOLE, 1, sign=True),
                }
            )
        people.append({"seat": sight.seat(seat), "rows": rows, "first": place == 0})
    return {"people": people, "more": analysis.seen < len(seats)}


def _about(sight: Sight, before: State) -> str:
    """The subject of a decision, if its label does not name it: the lot, or the deal."""
    match before.ask:
        case AskBid(lot=lot) if lot >= 0:
            return sight.name(lot)
        case AskAnswer(by=by, seat=to, give=give, get=get):
            return plain(sight.teller.offer(by, Offer(to, give, get)))
    return ""


def _other(sight: Sight, line: str, seat: int, before: State) -> str:
    if not line:
        return sight._("leave it")
    notation = sight.session.game.notation
    parsed = notation.parse(line, before)
    return _answer(sight, seat, parsed[1], before) if parsed else ""


def _answer(sight: Sight, seat: int, answer: Answer, before: State) -> str:
    if isinstance(answer, Offer):
        return plain(sight.teller.offer(seat, answer))
    return labels.label(sight.teller.parts, answer, before)


# ---------------------------------------------------------------- by round


def _x(n: int, last: int) -> float:
    return round(n * WIDTH / max(last, 1), 1)


def worth(story: Story, sight: Sight, words: Words) -> Data:
    """The chart of worth by round: a line for each seat, which ends on the axis when the seat is out."""
    points = story["points"]
    last = len(points) - 1
    highest = max(1, *(max(worths) for _round, worths, _odds in points))
    unit = round_step(highest)
    top = -(-highest // unit) * unit
    lines = []
    for n in range(story["seats"]):
        end = max((i for i, point in enumerate(points) if point[1][n]), default=0)
        drawn = list(enumerate(points))[: end + 2]
        path = [(_x(i, last), round(HEIGHT - p[1][n] * HEIGHT / top, 1)) for i, p in drawn]
        lines.append(
            sight.seat(
                n,
                points=" ".join(f"{x},{y}" for x, y in path),
                x=path[-1][0],
                y=path[-1][1],
                out=end < last,
            )
        )
    rich = max(range(story["seats"]), key=lambda n: points[-1][1][n])
    _ = sight._
    return {
        "width": WIDTH,
        "height": HEIGHT,
        "grid": [
            {"y": round(HEIGHT - n * HEIGHT / top, 1), "label": sight.money(n)}
            for n in range(unit, top + 1, unit)
        ],
        "rounds": _ticks(points),
        "lines": lines,
        "marks": _marks(story, sight),
        "says": _(
            "Everybody’s worth, round by round; at the end {seat} has the most, {amount}.",
            seat=sight.seat(rich)["name"],
            amount=sight.money(points[-1][1][rich]),
        ),
        "rows": [
            {
                "round": point[0],
                "worth": [sight.money(n) for n in point[1]],
                "odds": [words.fixed(share * 100 / WHOLE, 0) + "\u202f%" for share in point[2]],
            }
            for point in points
        ],
    }


def _ticks(points: Sequence[tuple[int, list[int], list[int]]]) -> list[Data]:
    last = len(points) - 1
    every = round_step(max(points[-1][0], 1))
    return [
        {"x": _x(i, last), "label": str(point[0])}
        for i, point in enumerate(points)
        if i == 0 or point[0] % every == 0
    ]


def _marks(story: Story, sight: Sight) -> list[Data]:
    """The bankruptcies as labels in the chart."""
    points = story["points"]
    at = {point[0]: i for i, point in enumerate(points)}
    marks: list[Data] = []
    for round_, kind, seat, other, _space in story["events"]:
        if kind == "bankrupt" and round_ in at and len(marks) < _MARKS:
            marks.append(
                {
                    "x": _x(at[round_], len(points) - 1),
                    "text": _event(sight, kind, seat, other, NOBODY),
                    "row": len(marks),
                    "late": at[round_] > len(points) / 2,
                }
            )
    return marks


def _event(sight: Sight, kind: str, seat: int, other: int, space: int) -> str:
    _ = sight._
    name = sight.seat(seat)["name"]
    if kind == "bankrupt":
        if other >= 0:
            return _("{seat} bankrupt to {other}", seat=name, other=sight.seat(other)["name"])
        return _("{seat} bankrupt", seat=name)
    if kind == "group":
        return _("{seat} ha[s|ve] all of {group}", seat=name, group=sight.group_name(space))
    return _("{seat} and {other} made a deal", seat=name, other=sight.seat(other)["name"])


def odds(story: Story, sight: Sight) -> Data | None:
    """The chart of odds by round as stacked areas; None if odds are not known for all rounds."""
    points = story["points"]
    if not all(point[2] for point in points):
        return None
    last = len(points) - 1
    areas = []
    for n in range(story["seats"]):
        low = [(_x(i, last), sum(p[2][:n])) for i, p in enumerate(points)]
        high = [(_x(i, last), sum(p[2][: n + 1])) for i, p in enumerate(points)]
        outline = [*high, *reversed(low)]
        areas.append(
            sight.seat(
                n,
                points=" ".join(
                    f"{x},{round(_ODDS_HEIGHT - share * _ODDS_HEIGHT / WHOLE, 1)}"
                    for x, share in outline
                ),
            )
        )
    best = max(range(story["seats"]), key=lambda n: points[-1][2][n])
    _ = sight._
    return {
        "height": _ODDS_HEIGHT,
        "areas": areas,
        "says": _(
            "The odds of each seat, round by round; at the end {seat} is likeliest to win, {share} %.",
            seat=sight.seat(best)["name"],
            share=round(points[-1][2][best] * 100 / WHOLE),
        ),
    }


def turning(story: Story, sight: Sight, words: Words) -> str:
    """A text about the round that changed the odds most."""
    _ = sight._
    point = stories.turning(story["points"])
    if point is None:
        return (
            _("No round of this game changed anybody’s odds by a tenth.")
            if _has_odds(story)
            else ""
        )
    round_, seat, before, after = point
    text = _(
        "Round {n} changed most: the odds of {seat} went from {before} % to {after} %.",
        n=round_,
        seat=sight.seat(seat)["name"],
        before=words.fixed(before * 100 / WHOLE, 0),
        after=words.fixed(after * 100 / WHOLE, 0),
    )
    there = [
        _event(sight, kind, by, other, space)
        for at, kind, by, other, space in story["events"]
        if at == round_
    ]
    return f"{text} {_('In it: {events}.', events='; '.join(there))}" if there else text


def _has_odds(story: Story) -> bool:
    return all(point[2] for point in story["points"])


# ---------------------------------------------------------------- money


def ledger(analysis: GameAnalysis, story: Story, sight: Sight) -> Data:
    """The ledger by cause and account, of the whole game or of one round. Each row sums to zero."""
    _ = sight._
    places = len(story["ledger_rounds"])
    at = analysis.round if 0 <= analysis.round < places else -1
    flows = story["flow"] if at < 0 else [story["flow"][at]]
    accounts = story["seats"] + 2
    pot = any(flow[accounts - 2][i] for flow in story["flow"] for i in range(len(CAUSES)))
    shown = [*range(story["seats"]), *([accounts - 2] if pot else []), accounts - 1]
    sums = [
        [sum(flow[account][i] for flow in flows) for account in shown] for i in range(len(CAUSES))
    ]
    most = max(1, *(abs(amount) for row in sums for amount in row))
    rows = [
        {
            "name": _(CAUSE_NAMES[cause]),
            "cells": [_cell(amount, most, sight) for amount in row],
            "sum": sight.teller.parts.number(sum(row)),
        }
        for cause, row in zip(CAUSES, sums, strict=True)
        if any(row)
    ]
    before = [0] * accounts if at < 0 else story["before"][at]
    after = story["after"][-1] if at < 0 else story["after"][at]
    heads = [sight.seat(n) for n in range(story["seats"])]
    return {
        "heads": heads,
        "pot": pot,
        "rows": rows,
        "before": None if at < 0 else [sight.money(before[account]) for account in shown],
        "after": [sight.money(after[account]) for account in shown],
        "round": at,
        "rounds": [
            {"at": i, "label": str(n), "chosen": i == at}
            for i, n in enumerate(story["ledger_rounds"])
        ],
        "faults": story["faults"],
    }


def _cell(amount: int, most: int, sight: Sight) -> Data:
    return {
        "text": sight.teller.parts.number(amount),
        "wide": round(abs(amount) * 100 / most, 1),
        "paid": amount < 0,
    }


# ---------------------------------------------------------------- dice, deeds, landings


def dice(story: Story, words: Words, _: Catalogue) -> Data:
    """The chart of the dice: bars for the sums seen, lines for those expected, and the chi-square test in
    words."""
    test = stories.fairness(story)
    most = max(1.0, *test.seen, *test.expected)
    per = 26
    bars = [
        {
            "x": n * per,
            "total": total,
            "seen": seen,
            "high": round(seen * _DICE_HEIGHT / most, 1),
            "line": round(_DICE_HEIGHT - expected * _DICE_HEIGHT / most, 1),
            "expected": words.fixed(expected, 1),
        }
        for n, (total, seen, expected) in enumerate(
            zip(SUMS, test.seen, test.expected, strict=True)
        )
    ]
    share = words.fixed(test.p * 100, 0 if test.p >= 0.01 else 2)
    title, text = {
        "too-few": (_("Too few throws to say."), ""),
        "nothing-against": (
            _("Nothing speaks against them."),
            _(
                "In {n} of 100 games of this length, fair dice give sums at least this uneven.",
                n=share,
            ),
        ),
        "doubtful": (
            _("They are somewhat uneven."),
            _(
                "In {n} of 100 games of this length, fair dice give sums this uneven. One "
                "fair game in twenty looks like that.",
                n=share,
            ),
        ),
        "hardly": (
            _("Hardly fair."),
            _("In {n} of 100 games of this length, fair dice give sums this uneven.", n=share),
        ),
    }[test.verdict]
    return {
        "bars": bars,
        "width": per * len(bars),
        "height": _DICE_HEIGHT,
        "title": title,
        "text": text,
        "test": _(
            "Chi-square {square} with {n} degrees of freedom.",
            square=words.fixed(test.square, 1),
            n=test.freedom,
        )
        if test.freedom
        else "",
        "says": _(
            "Sums of two dice in {n} throws beside what fair dice are expected to give. {title}",
            n=test.throws,
            title=title,
        ),
    }


def deeds(story: Story, sight: Sight) -> Data:
    """For each deed and owner its cost (price and buildings) and what it brought (rents, and what came back
    for buildings, mortgages and sales). Those that moved the most money come first."""
    sorted_deeds = sorted(story["deeds"], key=lambda row: -(row[2] + row[3]))
    most = max([1, *(max(cost, brought) for _s, _p, cost, brought in sorted_deeds)])
    rows = [
        {
            "seat": sight.seat(seat),
            "group": sight.group(space),
            "name": sight.name(space),
            "cost": sight.money(cost),
            "brought": sight.money(brought),
            "gain": sight.teller.parts.numbers.change(brought - cost),
            "lost": brought < cost,
            "from": round(cost * 100 / most, 1),
            "to": round(brought * 100 / most, 1),
        }
        for seat, space, cost, brought in sorted_deeds
    ]
    return {"first": rows[:_LISTED], "rest": rows[_LISTED:]}


def landings(story: Story, sight: Sight) -> list[Data]:
    """The number of times that tokens came to rest on each space, the most visited first."""
    _ = sight._
    counts = story["landings"]
    most = max(1, *counts)

    def name(place: int) -> str:
        if place == JAIL:
            return _("In {jail}")
        return _("On a visit to {jail}") if place == JAIL_SPACE else sight.name(place)

    order = sorted((n for n in range(len(counts)) if counts[n]), key=lambda n: -counts[n])
    return [
        {"name": name(n), "count": counts[n], "wide": round(counts[n] * 100 / most, 1)}
        for n in order
    ]

"""The view of the screen that compares two settings: the question, the guess, the run, the verdict."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from ....lab.batch_games import MOST_ROUNDS, Played, winner_of
from ....lab.compare import Compared, Corrected, Measure, Verdict, common_digits, unit_of
from ....lab.intervals import Interval
from ....language.catalogue import Catalogue
from ....storage.board_file_check import Boards
from ..state import compare as compare_state
from ..state.compare import DRAWN, OWN, QUESTIONS, CompareState, CountedGames
from ..state.comparison_form import all_faults, bots_of, edition_in
from ..state.example_simulation import GAMES
from .comparison_charts import (
    histogram_bins,
    histogram_view,
    inequality_view,
    interval_strip_view,
    interval_view,
)
from .comparison_settings import (
    bot_label,
    comparison_settings_view,
    fault_sentences,
    form_view,
    mark_differences,
    no_more_games,
    older_games,
)
from .figure_format import FigureFormat

if TYPE_CHECKING:
    from .types import (
        BinnedGame,
        CharacterCell,
        CharacterRow,
        CompareView,
        GuessView,
        LookedAtView,
        MeasureRow,
        RunView,
        VerdictView,
    )

_LISTED: Final = 6  # games of each side that are listed for a bar


# ---------------------------------------------------------------- the verdict


def verdict_view(comparison: CompareState, figures: FigureFormat) -> VerdictView:
    """The verdict on the chosen measure: the claims that the run supports. ``notes``: remarks on it."""
    _ = figures._
    judged = comparison.judgement()
    if judged is not None and judged.verdict is not None:
        return _final(judged.verdict, comparison, figures, _judged_digits(judged))
    if comparison.unplanned:
        title = _("No verdict: the measure wasn’t chosen before the simulation")
        if comparison.unplanned == "seen":
            text = _(
                "You had already seen these games when you chose the measure and the "
                "number of games. To get a verdict, enter another seed and play new "
                "games."
            )
        else:
            text = _(
                "An earlier version of this program saved this simulation without asking "
                "for a measure first, so everything here is only for exploring."
            )
    elif comparison.state == "stopped" and not comparison.plan_done:
        title = _("No verdict: the simulation was stopped")
        text = _(
            "A simulation proves nothing if you stop it as soon as you like the result. "
            "Continue it to get a verdict."
        )
    else:
        title = _("No verdict yet")
        text = _(
            "{measure}: the verdict comes after {n} games on each side. If you stop as "
            "soon as you like what you see, you’re fooling yourself.",
            measure=_measure(comparison, figures),
            n=figures.numbers.number(comparison.planned),
        )
    return {"final": False, "title": title, "text": text, "notes": [], "depends": False}


def _measure(comparison: CompareState, figures: FigureFormat) -> str:
    """The name of the chosen measure."""
    matching = (m for m in comparison.measures if m.id == comparison.measure)
    return figures.measure(next(matching, comparison.measures[0]))


def _judged_digits(judged: CountedGames) -> Mapping[str, int]:
    """The decimals of all intervals of a run that is over, by unit (:func:`common_digits`)."""
    shown: list[tuple[Compared, Interval]] = []
    for row in judged.measures:
        if row.few():
            continue
        mark = judged.marks.get(row.measure.id)
        told = judged.verdict
        if mark is not None:
            shown.append((row, mark.interval))
        elif told is not None:
            shown.append((row, told.interval))
            if told.finished is not None and told.turns and not told.finished.few():
                shown.append((told.finished, told.finished.interval()))
    return common_digits(shown)


def _digits(comparison: CompareState) -> Mapping[str, int]:
    """The decimals of the intervals that are shown, by unit; {} while there are none."""
    judged = comparison.judgement()
    if judged is not None and not comparison.exploring:
        return _judged_digits(judged)
    rows = comparison.figures().measures
    marks = [(row, _seen(row, comparison)) for row in rows]
    return common_digits((row, mark.interval) for row, mark in marks if mark is not None)


def _final(
    told: Verdict, comparison: CompareState, figures: FigureFormat, digits: Mapping[str, int]
) -> VerdictView:
    _ = figures._
    row = told.compared
    measure = figures.measure(row.measure)
    low, high = figures.ends(
        row.measure, told.interval, digits.get(unit_of(row.measure), row.digits)
    )
    if row.few():
        title = _("The games don’t show a difference.")
        text = _(
            "{measure}: A and B differ in only {n} of {games} pairs of games. That’s too "
            "few to draw a conclusion.",
            measure=measure,
            n=row.differing,
            games=figures.numbers.number(row.games),
        )
    elif not row.error and told.shows:
        more = row.difference.value > 0
        title = (
            _("The games show a difference: higher in B.")
            if more
            else _("The games show a difference: lower in B.")
        )
        text = _(
            "{measure}: in all {n} pairs of games, B minus A is {value}.",
            measure=measure,
            n=figures.numbers.number(row.games),
            value=low,
        )
    elif not told.shows:
        title = _("The games don’t show a difference.")
        text = _(
            "{measure}: B minus A is between {low} and {high} (95% interval). The "
            "interval includes 0, but that doesn’t prove that there is no difference.",
            measure=measure,
            low=low,
            high=high,
        )
    else:
        more = row.difference.value > 0
        title = (
            _("The games show a difference: higher in B.")
            if more
            else _("The games show a difference: lower in B.")
        )
        near, far = (end.lstrip("+−") for end in ((low, high) if more else (high, low)))
        ends = {"measure": measure, "low": near, "high": far}
        if more:
            text = _("{measure}: B is higher by {low} to {high} (95% interval).", **ends)
        else:
            text = _("{measure}: B is lower by {low} to {high} (95% interval).", **ends)
    return {
        "final": True,
        "title": title,
        "text": text,
        "notes": [*_stopped(told, figures, digits), *_planned(comparison, figures)],
        "depends": told.turns,
    }


def _stopped(told: Verdict, figures: FigureFormat, digits: Mapping[str, int]) -> list[str]:
    """Sentences that name the games that were stopped, and the results that rest on them."""
    _, number = figures._, figures.numbers.number
    row = told.compared
    if not any(told.stopped):
        return []
    sentences = [
        _(
            "{a} of {n} games in A and {b} of {n} games in B were stopped after {rounds} "
            "rounds without a winner.",
            rounds=number(MOST_ROUNDS),
            a=number(told.stopped[0]),
            b=number(told.stopped[1]),
            n=number(row.games),
        )
    ]
    if row.measure.id == "rounds":
        middle = [figures.median(row.measure, each, row.medians) for each in row.medians]
        sentences.append(
            _(
                "Each of them counts as {rounds} rounds. Compare the medians too: {a} in "
                "A, {b} in B.",
                rounds=number(MOST_ROUNDS),
                a=middle[0],
                b=middle[1],
            )
        )
    if told.finished is None:
        sentences.append(_("There is no pair in which both games were finished."))
    elif told.turns and told.finished.few():
        sentences.append(
            _(
                "The result depends on these games. Without their pairs, A and B differ "
                "in only {n} of {games} pairs of games. That’s too few to draw a "
                "conclusion.",
                n=number(told.finished.differing),
                games=number(told.finished.games),
            )
        )
    elif told.turns:
        own = digits.get(unit_of(row.measure), told.finished.digits)
        low, high = figures.ends(row.measure, told.finished.interval(), own)
        sentences.append(
            _(
                "The result depends on these games: without their pairs, B minus A is "
                "{value} ({low} to {high}).",
                value=figures.value(
                    row.measure, told.finished.difference.value, sign=True, digits=own
                ),
                low=low,
                high=high,
            )
        )
    return sentences


def _planned(comparison: CompareState, figures: FigureFormat) -> list[str]:
    _, number = figures._, figures.numbers.number
    sentences = [
        _(
            "The measure and the number of games ({n} on each side) were chosen before "
            "the simulation.",
            n=number(comparison.planned),
        )
    ]
    if comparison.attempt > 1:
        sentences.append(
            _(
                "This is simulation {n} with these settings on this page. The more "
                "simulations you run, the more likely it is that one of them shows a "
                "difference by chance.",
                n=number(comparison.attempt),
            )
        )
    if comparison.exploring or comparison.size > comparison.planned:
        sentences.append(
            _(
                "Games beyond the planned number are only for exploring: they never change "
                "the verdict."
            )
        )
    return sentences


# ---------------------------------------------------------------- the whole screen


def listed_view(comparison: CompareState, measure: Measure) -> list[BinnedGame]:
    """The first games of each side in the chosen bar."""
    values = [float(measure.of(game)) for side in comparison.drawn for game in side if game]
    start, width, count = histogram_bins(values)
    rows: list[BinnedGame] = []
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


def replay_difference(row: Played, now: Played, _: Catalogue) -> str:
    """Return the text about a game of a run whose result differs when it is played again."""
    return _(
        "This replay differs from the game in the simulation. Simulation: {row}. Replay: "
        "{now}. An earlier version of this program played the simulation. The "
        "simulation’s results stay as they are.",
        row=_outcome(row, _),
        now=_outcome(now, _),
    )


def _outcome(game: Played, _: Catalogue) -> str:
    rounds = _.count("{n} round", "{n} rounds", game["rounds"])
    winner = winner_of(game)
    if winner is None:
        return _("{rounds} without a winner", rounds=rounds)
    return _("{rounds}, won by seat {n}", rounds=rounds, n=winner)


def compare_view(comparison: CompareState, _: Catalogue, now: float, boards: Boards) -> CompareView:
    """The view of the screen. ``now``: milliseconds."""
    figures = FigureFormat(_, edition_in(comparison.sides[0], boards))
    counted = comparison.figures()
    row = comparison.looked_at() if counted.measures else None
    wrong = all_faults(comparison.sides, _, boards)
    digits = _digits(comparison) if row is not None else {}
    return {
        "lang": _.language,
        "question": next(_(text) for id, text, *_rest in QUESTIONS if id == comparison.question),
        "questions": [
            {"id": id, "text": _(text), "chosen": id == comparison.question}
            for id, text, *_r in QUESTIONS
        ],
        "settings": comparison_settings_view(comparison.sides, _, boards),
        "forms": mark_differences(
            [form_view(comparison.sides[side], side, _, boards, wrong[side]) for side in (0, 1)]
        ),
        "faults": fault_sentences(wrong, _),
        "own": comparison.question == OWN,
        "form_side": comparison.form_side,
        "plan": {
            "measures": [
                {"id": m.id, "name": figures.measure(m), "chosen": m.id == comparison.measure}
                for m in comparison.measures
            ],
            "measure": _measure(comparison, figures),
            "fixed": comparison.planned > 0,
        },
        "guess": _guess(comparison, figures),
        "run": _run(comparison, figures, now),
        "chosen": None if row is None else _looked_at(row, comparison, figures, digits),
        "measures": [_row(figure, comparison, figures, digits) for figure in counted.measures],
        "marks": _marks(comparison, figures),
        "characters": _characters(comparison, figures) if counted.measures else [],
        "inequality": inequality_view(counted.ginis, figures),
        "example": {
            "question": next(_(text) for id, text, *_rest in QUESTIONS if id == "classes"),
            "games": GAMES,
        },
    }


def _guess(comparison: CompareState, figures: FigureFormat) -> GuessView:
    """The hands for the chosen measure, with bars that scale with the largest number."""
    _, hands = figures._, comparison.guess
    most = max(1, *hands)
    labels = (_("lower in B"), _("no difference"), _("higher in B"))
    return {
        "locked": comparison.locked,
        "rows": [
            {
                "n": n,
                "label": label,
                "field": comparison.entries.shown(f"hands-{n}", hands[n]),
                "part": round(100 * hands[n] / most),
            }
            for n, label in enumerate(labels)
        ],
    }


def _run(comparison: CompareState, figures: FigureFormat, now: float) -> RunView:
    _, number = figures._, figures.numbers.number
    total = 2 * comparison.size
    elapsed = now - comparison.started if comparison.state == "running" else comparison.elapsed
    left = elapsed / comparison.done * (total - comparison.done) if comparison.done else 0.0
    more = comparison.plan_done
    reach = comparison.reach if more else 0
    return {
        "state": comparison.state,
        "sizes": [
            {
                "n": n,
                "text": number(n),
                "chosen": n == comparison.size,
                "barred": comparison.state == "running"
                or (comparison.planned > 0 and n != comparison.size and not more)
                or (more and n < reach),
            }
            for n in sorted(
                {*compare_state.SIZES, comparison.size, comparison.planned or comparison.size}
            )
        ],
        "done": comparison.done,
        "total": total,
        "more": more,
        "whole": comparison.done >= total,
        "says": _says(comparison, figures, left),
        "trouble": comparison.trouble,
        "older": older_games(_, comparison.older),
        "no_more": no_more_games(_) if comparison.older else "",
        "seed": comparison.entries.shown("seed", comparison.seed),
        "slices": comparison.workers == 0,
        "part": _(
            "Until the simulation is over, the chart shows only the first {n} games on each side.",
            n=number(DRAWN),
        )
        if comparison.part and comparison.done > 2 * DRAWN
        else "",
    }


def _seen(row: Compared, comparison: CompareState) -> Corrected | None:
    """Return the interval of a measure as it is shown to people.

    Return None while the run goes on or is not complete, or if too few games differ for an interval."""
    judged = comparison.judgement()
    if judged is None or comparison.part:
        return None
    others = len(comparison.measures) - (not comparison.unplanned)
    chosen = row.measure.id == comparison.measure and not comparison.unplanned
    tests = 1 if chosen else others
    if comparison.exploring:
        mark = Corrected(tests, row.interval(tests), False)
    elif chosen:
        mark = Corrected(1, row.interval(), row.shows())
    else:
        mark = judged.marks[row.measure.id]
    hidden = row.few() or (row.few(mark.tests) and mark.interval.shows)
    return None if hidden else mark


def _looked_at(
    row: Compared, comparison: CompareState, figures: FigureFormat, digits: Mapping[str, int]
) -> LookedAtView:
    """The measure on the screen, and the verdict, which is always about the chosen one."""
    _ = figures._
    own = digits.get(unit_of(row.measure), row.measure.digits)
    chosen = row.measure.id == comparison.measure and not comparison.unplanned
    mark = _seen(row, comparison)
    open_ = comparison.judgement() is None or comparison.part
    says = title = ""
    if not open_ and mark is None:
        says = _(
            "A and B differ in only {n} of {games} pairs of games: too few for an interval.",
            n=row.differing,
            games=figures.numbers.number(row.games),
        )
    if mark is not None:
        title = (
            _(
                "B minus A in all games, {n} on each side (for exploring only)",
                n=figures.numbers.number(row.games),
            )
            if comparison.exploring
            else _("B minus A, with its 95% interval")
            if mark.tests == 1
            else _("B minus A, with an interval adjusted for {n} measures (Holm)", n=mark.tests)
        )
    explores = ""
    if comparison.exploring:
        explores = _(
            "For exploring only: this chart shows all games, {n} on each side. The "
            "verdict is about the first {planned} games on each side.",
            n=figures.numbers.number(row.games),
            planned=figures.numbers.number(comparison.planned),
        )
    elif not chosen:
        explores = _("For exploring only: this measure wasn’t chosen before the simulation.")
    return {
        "id": row.measure.id,
        "name": figures.measure(row.measure),
        "other": row.measure.id != comparison.measure,
        "explores": explores,
        "histogram": histogram_view(comparison.drawn, comparison.bar, row, figures),
        "interval": None
        if mark is None
        else interval_view(
            row, mark, comparison.guess if chosen and not comparison.exploring else (), figures, own
        ),
        "difference": ""
        if open_
        else figures.value(row.measure, row.difference.value, sign=True, digits=own),
        "final": not comparison.exploring,
        "interval_title": title,
        "says": says,
        "verdict": verdict_view(comparison, figures),
        "games": listed_view(comparison, row.measure) if comparison.bar >= 0 else [],
        "bar": comparison.bar,
    }


def _row(
    row: Compared,
    comparison: CompareState,
    figures: FigureFormat,
    digits: Mapping[str, int],
) -> MeasureRow:
    measure, value = row.measure, figures.value
    own = digits.get(unit_of(measure), measure.digits)
    mark = _seen(row, comparison)
    open_ = comparison.judgement() is None or comparison.part
    win = measure.id.startswith("win")
    return {
        "id": measure.id,
        "name": figures.measure(measure),
        "a": value(measure, row.a),
        "b": value(measure, row.b),
        "medians": []
        if win
        else [figures.median(measure, middle, row.medians) for middle in row.medians],
        "difference": value(measure, row.difference.value, sign=True, digits=own)
        if mark is not None and mark.shows
        else "",
        "interval": figures.span(measure, mark.interval, own)
        if mark is not None
        else ""
        if open_
        else figures._("too few differences"),
        "shows": mark is not None and mark.shows,
        "open": open_,
        "chosen": measure.id == (comparison.looks_at or comparison.measure),
        "planned": measure.id == comparison.measure and not comparison.unplanned,
        "strip": None if mark is None else interval_strip_view(row, mark),
    }


def _marks(comparison: CompareState, figures: FigureFormat) -> list[str]:
    """Sentences that explain the figures and marks of the table."""
    _, number = figures._, figures.numbers.number
    sentences = [_("The figures are means. The medians are in small print below them.")]
    if any(_seen(row, comparison) is not None for row in comparison.figures().measures):
        sentences.append(_("Each interval has a scale of its own. The tall line is 0."))
    others = len(comparison.measures) - (not comparison.unplanned)
    if comparison.judgement() is None or comparison.part:
        sentences.append(_("Differences and marks appear when the simulation is over."))
    elif comparison.exploring:
        sentences.append(
            _(
                "For exploring only: all games, {n} on each side, without marks. Only the "
                "{planned} planned games on each side can get marks.",
                n=number(comparison.done // 2),
                planned=number(comparison.planned),
            )
        )
    else:
        sentences.append(_("● The interval excludes 0. ○ The interval includes 0."))
        if not comparison.unplanned:
            measure = _measure(comparison, figures)
            sentences.append(_("“{measure}” was chosen before the simulation.", measure=measure))
            sentences.append(
                _(
                    "The {n} other measures are only for exploring. Holm’s method makes "
                    "their intervals wider, so that chance alone marks one or more of "
                    "them in at most 5 of 100 simulations.",
                    n=others,
                )
            )
        else:
            sentences.append(
                _(
                    "All {n} measures are only for exploring. Holm’s method makes their "
                    "intervals wider, so that chance alone marks one or more of them in "
                    "at most 5 of 100 simulations.",
                    n=others,
                )
            )
    a, b = comparison.figures().unfinished
    if a or b:
        sentences.append(
            _(
                "Games stopped after {rounds} rounds: {a} in A, {b} in B.",
                rounds=number(MOST_ROUNDS),
                a=number(a),
                b=number(b),
            )
        )
    return sentences


def _characters(comparison: CompareState, figures: FigureFormat) -> list[CharacterRow]:
    """The share of games that each bot wins on each side; [] if only one bot plays."""
    sides = [bots_of(side) for side in comparison.sides]
    won = comparison.figures().characters
    rows: list[CharacterRow] = []
    for bot in dict.fromkeys([*won[0], *won[1]]):
        cells: list[CharacterCell | None] = []
        for side, shares in zip(sides, won, strict=True):
            if bot not in shares:
                cells.append(None)
                continue
            seats = [str(n + 1) for n, other in enumerate(side) if other == bot]
            low, high = figures.shares(shares[bot])
            cells.append(
                {
                    "seats": figures._.series(seats),
                    "share": figures.percent(figures.fixed(100 * shares[bot].value, 1)),
                    "span": figures._("{low} to {high}", low=low, high=figures.percent(high)),
                }
            )
        rows.append({"name": bot_label(figures._, bot), "cells": cells})
    return rows


def _says(comparison: CompareState, figures: FigureFormat, left: float) -> str:
    _ = figures._
    number = figures.numbers.number
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
        case "done" if not comparison.elapsed:  # the time is unknown for games from a file
            return _(
                "{n} games on each side, from a file. Seed: {seed}.",
                n=number(comparison.done // 2),
                seed=comparison.seed,
            )
        case "done":
            played = _(
                "{n} games on each side in {seconds} s.",
                n=number(comparison.done // 2),
                seconds=number(max(1, round(comparison.elapsed / 1000))),
            )
            again = _(
                "The same seed ({seed}) gives the same games everywhere.", seed=comparison.seed
            )
            return f"{played} {again}"
    return ""

"""The view of the screen of curves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

from ....engine.errors import LoadError
from ....lab.batch_games import Setting
from ....lab.compare import Measure
from ....lab.curves.samples import samples_of
from ....lab.curves.sweep import (
    MEDIANS,
    SHARES,
    Best,
    Point,
    measure_named,
    point_of,
    statistic_of,
)
from ....lab.curves.swept_rules import SWEPT_RULES, rule_id, rule_of, swept_named
from ....lab.curves.swept_settings import SWEPT, Swept, Value
from ....lab.curves.unequal_starts import (
    QUARTERS,
    ROUNDS,
    lorenz,
    mean_worths,
    mobility,
    start_order,
)
from ....lab.intervals import Interval, share_interval
from ....language.catalogue import Catalogue
from ....storage.board_file_check import Boards
from ....strategies.strategy_file import Strategy
from ...setup_form import FormError
from ..state.comparison_form import edition_in, setting_faults, table_of
from ..state.curves import (
    MOST_COURSES,
    MOST_GAMES,
    SAMPLE_SIZES,
    SHOWN_COMPARISONS,
    SIZES,
    STUDIES,
    CurvesState,
)
from .comparison_settings import form_view, no_more_games, older_games, setting_facts
from .curve_charts import curve_chart, itself_chart, lorenz_chart, sample_chart, value_text
from .figure_format import FigureFormat

if TYPE_CHECKING:
    from ...views.types import ChoiceOption
    from .types import (
        ClassCurves,
        CurveRow,
        CurvesScreen,
        ItselfView,
        MoreGames,
        SamplesView,
        StartsView,
        SweepCurve,
        SweepPlan,
        SweepRunView,
        VerdictView,
    )

__all__ = ("curve_verdict", "curves_view", "no_more_games")
_GAP: Final = "…"  # in the place of a rule's value
NOBODY: Final[Mapping[str, str]] = {}
_MORE: Final = (1, 10, 100, 1000)  # games of one setting
_MORE_COURSES: Final = (20, 100, 500)


def vary_name(_: Catalogue, vary: str) -> str:
    """The name of what is varied."""
    names = {
        "starting-cash": _("Starting cash of all players"),
        "starting-cash-1": _("Starting cash of seat 1"),
        "salary": _("{Salary} of all players"),
        "salary-1": _("{Salary} of seat 1"),
        "houses": _("{Houses} in the {bank}"),
        "limit-rounds": _("Limit of rounds"),
    }
    found = rule_of(vary)
    if found is None:
        return names[vary]
    rule, seat = found
    sentence = _(rule.sentence, value=_GAP).removesuffix(".")
    who = _("Seat {n}", n=seat) if seat else _("All players")
    return _("{a}: {b}", a=who, b=sentence)


def curves_view(
    curves: CurvesState,
    _: Catalogue,
    now: float,
    boards: Boards,
    players: Mapping[str, str] = NOBODY,
) -> CurvesScreen:
    """The view of the screen. ``now``: milliseconds. ``players``: the names of this device's players from
    rules, by id."""
    figures = FigureFormat(_, edition_in(curves.fields, boards))
    study = curves.study
    wrong = setting_faults(curves.fields, _, boards)
    labels = {
        "sweep": _("Over a range"),
        "sample": _("One game at a time"),
        "itself": _("Chance alone"),
        "starts": _("Unequal starts"),
    }
    facts = setting_facts(curves.fields, _, boards)
    trouble = {"sweep": curves.sweep.trouble, "starts": curves.starts.trouble}
    return {
        "lang": _.language,
        "study": study,
        "studies": [{"id": id, "label": labels[id], "here": id == study} for id in STUDIES],
        "form": form_view(curves.fields, 0, _, boards, wrong),
        "setting": " ".join(
            _("{label}: {value}.", label=label, value=value) for label, value in facts
        ),
        "trouble": trouble.get(study, curves.games.trouble),
        "plan": _plan(curves, figures, players) if study == "sweep" else None,
        "run": _run(curves, figures, now) if study == "sweep" else None,
        "curve": _curve(curves, figures, boards) if study == "sweep" else None,
        "together": _together(curves, figures) if study == "sweep" else None,
        "more": None if study == "sweep" else _more(curves, figures),
        "samples": _samples(curves, figures) if study == "sample" else None,
        "itself": _itself(curves, figures) if study == "itself" else None,
        "starts": _starts(curves, figures, boards) if study == "starts" else None,
    }


# ---------------------------------------------------------------- a sweep


def _plan(curves: CurvesState, figures: FigureFormat, players: Mapping[str, str]) -> SweepPlan:
    _, plan = figures._, curves.sweep
    rule = rule_of(plan.vary)
    usual = Strategy()
    names = {"": _("the usual rules"), **players}
    if plan.player != usual and plan.player.id not in players:
        names[plan.player.id] = plan.player.name  # that of an opened sweep
    chosen = "" if plan.player == usual else plan.player.id
    guesses: list[ChoiceOption] = [
        {
            "value": str(n),
            "label": value_text(figures, plan.swept, value),
            "chosen": n == plan.guess,
        }
        for n, value in enumerate(plan.values)
    ]
    return {
        "fixed": plan.planned > 0,
        "varies": [
            {"value": id, "label": vary_name(_, id), "chosen": id == plan.vary} for id in SWEPT
        ],
        "rules": [
            {
                "value": rule_id(key, 1),
                "label": _(each.sentence, value=_GAP),
                "chosen": rule is not None and rule[0] is each,
            }
            for key, each in SWEPT_RULES.items()
        ],
        "seats": [
            {
                "value": str(n),
                "label": _("Seat {n}", n=n) if n else _("All players"),
                "chosen": rule is not None and rule[1] == n,
            }
            for n in (*range(1, curves.seats + 1), 0)
        ]
        if rule
        else [],
        "players": [
            {"value": id, "label": name, "chosen": id == chosen} for id, name in names.items()
        ],
        "decimal": plan.swept.digits > 0,
        "unit": {"money": figures.numbers.sign, "percent": "%"}.get(plan.swept.kind, ""),
        "first": plan.entries.shown("first", _number(plan.first, figures)),
        "last": plan.entries.shown("last", _number(plan.last, figures)),
        "points": plan.entries.shown("points", plan.points),
        "measures": [
            {"value": m.id, "label": figures.measure(m), "chosen": m.id == plan.measure}
            for m in curves.measures
        ],
        "aims": [
            {"value": "high", "label": _("the higher one"), "chosen": plan.aim == "high"},
            {"value": "low", "label": _("the lower one"), "chosen": plan.aim == "low"},
        ],
        "guesses": [{"value": "", "label": _("no guess"), "chosen": plan.guess < 0}, *guesses],
        "sizes": [
            {"n": n, "text": figures.numbers.number(n), "chosen": n == plan.size}
            for n in sorted({*SIZES, plan.size})
        ],
        "seed": plan.entries.shown("seed", plan.seed),
    }


def _number(value: Value, figures: FigureFormat) -> str:
    """A number as a field shows it."""
    return figures.fixed(value, 1) if isinstance(value, float) else str(value)


def _run(curves: CurvesState, figures: FigureFormat, now: float) -> SweepRunView:
    _, plan, number = figures._, curves.sweep, figures.numbers.number
    done, total = plan.done, plan.total
    says = ""
    if plan.state == "running" and done:
        left = (now - plan.started) / done * (total - done)
        says = _(
            "{done} of {total} games, about {n} s left",
            done=number(done),
            total=number(total),
            n=number(max(1, round(left / 1000))),
        )
    elif plan.state == "running":
        says = _("The first games are being played…")
    elif plan.state == "stopped":
        says = _("Stopped after {done} of {total} games.", done=number(done), total=number(total))
    elif plan.state == "done":
        says = _(
            "{n} games at each of {count} values. Seed: {seed}.",
            n=number(plan.size),
            count=len(plan.values),
            seed=plan.seed,
        )
    return {
        "state": plan.state,
        "done": done,
        "total": total,
        "says": says,
        "older": older_games(_, curves.older),
        "no_more": no_more_games(_) if curves.older else "",
    }


def _shown(curves: CurvesState) -> tuple[list[Point], Best | None]:
    if curves.shows_class:
        return curves.together.points, curves.together.best
    plan = curves.sweep
    return plan.curve(curves.seats), plan.best if plan.state == "done" else None


def _subject(curves: CurvesState) -> tuple[Swept, list[Value], Measure, str, int]:
    """What is varied, the values, the measure, the aim and the guess of the curve that is shown."""
    plan = curves.sweep
    if curves.shows_class:
        run = curves.together.runs[0]
        measure = measure_named(len(run.played[0][0]["worth"]), run.table["measure"])
        assert measure is not None  # the file has been checked
        swept = swept_named(run.table["vary"]) or plan.swept
        alike = (swept.id, list(run.table["values"]), measure.id) == (
            *(plan.swept.id, list(plan.values), plan.measure),
        )
        guess = plan.guess if alike else -1
        return swept, run.table["values"], measure, run.table["aim"], guess
    measure = measure_named(curves.seats, plan.measure) or curves.measures[0]
    return plan.swept, plan.values, measure, plan.aim, plan.guess


def _curve(curves: CurvesState, figures: FigureFormat, boards: Boards) -> SweepCurve | None:
    points, best = _shown(curves)
    swept, values, measure, _aim, guess = _subject(curves)
    if not points:
        return None
    _ = figures._
    lines = curves.together.lines if curves.shows_class else []
    guessed = values[guess] if 0 <= guess < len(values) else None
    return {
        "title": _(
            "{measure} by “{vary}”", measure=figures.measure(measure), vary=vary_name(_, swept.id)
        ),
        "measure": figures.measure(measure),
        "vary": vary_name(_, swept.id),
        "head": _("Value") if rule_of(swept.id) else vary_name(_, swept.id),
        "figure": _figure_name(_, measure),
        "chart": curve_chart(
            points, lines, best, guessed, curves.boxes, swept, values, measure, figures
        ),
        "says": _(
            "{measure} by “{vary}”. {values}",
            measure=figures.measure(measure),
            vary=vary_name(_, swept.id),
            values=_says(points, swept, measure, figures),
        ),
        "rows": [_row(point, points, swept, values, best, measure, figures) for point in points],
        "has_boxes": any(point.box for point in points),
        "boxes": curves.boxes,
        "verdict": _verdict(curves, figures),
        "whole_class": curves.shows_class,
        "key": _key(curves, best, guessed, figures),
    }


def _figure_name(_: Catalogue, measure: Measure) -> str:
    statistic = statistic_of(measure.id)
    if statistic == SHARES:
        return _("share won")
    return _("median") if statistic == MEDIANS else _("mean")


def _key(
    curves: CurvesState, best: Best | None, guess: Value | None, figures: FigureFormat
) -> list[str]:
    """Sentences that explain the marks of the chart."""
    _ = figures._
    swept, _values, measure, _aim, _guess = _subject(curves)
    sentences = [_("The bars show the 95% interval of each value.")]
    if statistic_of(measure.id) == MEDIANS:
        sentences.append(
            _("The dots are medians, because a few very long or rich games pull the mean up.")
        )
    if curves.boxes and statistic_of(measure.id) != SHARES:
        sentences.append(
            _(
                "The box beside each dot shows the middle half of the games, with a line at the "
                "median. Its whiskers reach to the last game within 1.5 box lengths."
            )
        )
        sentences.append(
            _(
                "The small points beside it are games beyond the whiskers. A small arrow means that "
                "there are more beyond the chart."
            )
        )
    if best is not None:
        sentences.append(_("● may be the best value. ○ has been ruled out."))
    if best is not None and best.differs:
        sentences.append(_("The ring marks the value that was best in these games."))
    if guess is not None:
        sentences.append(
            _("The dashed line is your guess: {value}.", value=value_text(figures, swept, guess))
        )
    if curves.shows_class and len(curves.together.lines) > 1:
        sentences.append(_("The thin lines are the sweeps of the class."))
    return sentences


def _row(
    point: Point,
    points: Sequence[Point],
    swept: Swept,
    values: Sequence[Value],
    best: Best | None,
    measure: Measure,
    figures: FigureFormat,
) -> CurveRow:
    _ = figures._
    place = values.index(point.value)

    def middle(measure: Measure, value: float) -> str:
        if statistic_of(measure.id) != MEDIANS:
            return figures.value(measure, value)
        return figures.median(measure, value, [end for each in points for end in each.estimate])

    box = point.box
    ends = [end for each in points if each.box for end in (each.box.lower, each.box.upper)]
    half = ""
    if box is not None:
        half = _(
            "{low} to {high}",
            low=figures.median(measure, box.lower, ends),
            high=figures.median(measure, box.upper, ends),
        )
    return {
        "value": value_text(figures, swept, point.value),
        "games": figures.numbers.number(point.games),
        "estimate": middle(measure, point.estimate.value),
        "span": _(
            "{low} to {high}",
            low=middle(measure, point.estimate.low),
            high=middle(measure, point.estimate.high),
        ),
        "mean": figures.value(measure, point.mean) if box is not None else "",
        "half": half,
        "stopped": figures.numbers.number(point.stopped) if point.stopped else "",
        "may": "" if best is None else "●" if place in best.may else "○",
        "told": ""
        if best is None
        else _("may be the best")
        if place in best.may
        else _("ruled out"),
        "best": best is not None and best.differs and place == best.best,
    }


def _says(points: Sequence[Point], swept: Swept, measure: Measure, figures: FigureFormat) -> str:
    """The chart in words."""
    middle = figures.median if statistic_of(measure.id) == MEDIANS else figures.value
    return figures._.series(
        [
            figures._(
                "{a}: {b}",
                a=value_text(figures, swept, point.value),
                b=middle(measure, point.estimate.value),
            )
            for point in points
        ]
    )


def curve_verdict(curves: CurvesState, _: Catalogue, boards: Boards) -> VerdictView:
    """The result of the sweep, or why there is none yet."""
    return _verdict(curves, FigureFormat(_, edition_in(curves.setting, boards)))


def _verdict(curves: CurvesState, figures: FigureFormat) -> VerdictView:
    _, plan = figures._, curves.sweep
    points, best = _shown(curves)
    title, text, notes = "", "", []
    if best is not None and (curves.shows_class or not plan.unplanned):
        title, text = _found(curves, points, best, figures)
        notes = _notes(curves, points, best, figures)
        return {"final": True, "title": title, "text": text, "notes": notes, "depends": False}
    if curves.shows_class:
        title, text = _("The sweeps are being counted…"), ""
    elif plan.unplanned:
        title = _("No result: the measure wasn’t chosen before the simulation")
        text = _(
            "You had already seen these games when you chose the measure and the number of "
            "games. To get a result, enter another seed and play new games."
        )
    elif plan.state == "stopped":
        title = _("No result: the simulation was stopped")
        text = _(
            "A simulation proves nothing if you stop it as soon as you like the result. "
            "Continue it to get one."
        )
    else:
        title = _("No result yet")
        text = _(
            "The best value is told after {n} games at each value. Until then the curve "
            "changes with every game.",
            n=figures.numbers.number(plan.planned or plan.size),
        )
    return {"final": False, "title": title, "text": text, "notes": notes, "depends": False}


def _found(
    curves: CurvesState, points: Sequence[Point], best: Best, figures: FigureFormat
) -> tuple[str, str]:
    _ = figures._
    swept, _values, measure, aim, _guess = _subject(curves)
    middle = figures.median if statistic_of(measure.id) == MEDIANS else figures.value
    written = [value_text(figures, swept, point.value) for point in points]
    there = points[best.best].estimate
    at_best = {
        "measure": figures.measure(measure),
        "value": written[best.best],
        "figure": middle(measure, there.value),
        "low": middle(measure, there.low),
        "high": middle(measure, there.high),
    }
    if not best.differs:
        text = _(
            "{measure}: the differences between the values are no larger than chance can make "
            "them. That doesn’t prove that the values are equally good.",
            measure=figures.measure(measure),
        )
        return _("The games don’t show which value is best."), text
    if aim == "high":
        text = _(
            "{measure} is highest at {value}: {figure} (95% interval: {low} to {high}).", **at_best
        )
    else:
        text = _(
            "{measure} is lowest at {value}: {figure} (95% interval: {low} to {high}).", **at_best
        )
    may = best.may
    if len(may) == 1:
        return _("The best value is {value}.", value=written[best.best]), text
    if may[-1] - may[0] == len(may) - 1:
        title = _(
            "The best value is between {low} and {high}.",
            low=written[may[0]],
            high=written[may[-1]],
        )
    else:
        title = _(
            "The best value is one of these: {values}.",
            values=_.series([written[n] for n in may]),
        )
    return title, text


def _notes(
    curves: CurvesState, points: Sequence[Point], best: Best, figures: FigureFormat
) -> list[str]:
    _, number, plan = figures._, figures.numbers.number, curves.sweep
    swept, values, _measure, _aim, guess = _subject(curves)
    out = [
        value_text(figures, swept, point.value)
        for n, point in enumerate(points)
        if n not in best.may
    ]
    notes = []
    if out:
        notes.append(
            _(
                "Ruled out: {values}. In at most 5 of 100 simulations the truly best value "
                "is ruled out by chance.",
                values=_.series(out),
            )
        )
    if 0 <= guess < len(values):
        written = value_text(figures, swept, values[guess])
        notes.append(
            _("Your guess, {value}, may be right.", value=written)
            if guess in best.may
            else _("Your guess, {value}, has been ruled out.", value=written)
        )
    stopped = sum(point.stopped for point in points)
    if stopped:
        notes.append(
            _.count(
                "{n} of {all} games was stopped without a winner.",
                "{n} of {all} games were stopped without a winner.",
                stopped,
                n=number(stopped),
                all=number(sum(point.games for point in points)),
            )
        )
    if not curves.shows_class:
        notes.append(
            _(
                "The measure and the number of games ({n} at each value) were chosen before the "
                "simulation.",
                n=number(plan.planned),
            )
        )
    return notes


def _together(curves: CurvesState, figures: FigureFormat) -> ClassCurves:
    _, number, together = figures._, figures.numbers.number, curves.together
    games = sum(len(run.played[0]) for run in together.runs)
    plan = curves.sweep
    mine = (plan.seed, plan.size, list(plan.values))
    alone = len(together.runs) == 1 and all(
        (run.seed, len(run.played[0]), list(run.table["values"])) == mine for run in together.runs
    )
    return {
        "shown": curves.shows_class,
        "alone": alone,
        "reading": _.count(
            "{n} file is left to read.", "{n} files are left to read.", together.reading
        )
        if together.reading
        else "",
        "says": _.count(
            "{n} sweep, {games} games at each value",
            "{n} sweeps, {games} games at each value",
            len(together.runs),
            games=number(games),
        )
        if together.runs
        else "",
        "runs": [
            {
                "n": n,
                "name": run.name,
                "text": _(
                    "seed {seed}, {n} games at each value", seed=run.seed, n=len(run.played[0])
                ),
            }
            for n, run in enumerate(together.runs)
        ],
        "troubles": together.troubles,
        "can_add": curves.sweep.state == "done",
    }


# ---------------------------------------------------------------- games of one setting


def _more(curves: CurvesState, figures: FigureFormat) -> MoreGames:
    _, number = figures._, figures.numbers.number
    starts = curves.study == "starts"
    games = curves.starts if starts else curves.games
    played = len(games.played) - games.played.count(None)
    most = MOST_COURSES if starts else MOST_GAMES
    return {
        "running": games.running,
        "done": played,
        "total": games.wanted,
        "says": _("{done} of {total} games", done=number(played), total=number(games.wanted))
        if games.running
        else _.count("{n} game played", "{n} games played", played)
        if played
        else "",
        "buttons": [
            {
                "n": n,
                "text": _("Play {n}", n=number(n))
                if place
                else _.count("Play {n} game", "Play {n} games", n, n=number(n)),
            }
            for place, n in enumerate(_MORE_COURSES if starts else _MORE)
        ],
        "full": played >= most,
        "seed": games.entries.shown("seed", games.seed),
        "measures": []
        if starts
        else [
            {"value": m.id, "label": figures.measure(m), "chosen": m.id == curves.games.measure}
            for m in curves.measures
        ],
        "samples": []
        if starts
        else [
            {"value": str(n), "label": number(n), "chosen": n == curves.games.size}
            for n in SAMPLE_SIZES
        ],
    }


def _samples(curves: CurvesState, figures: FigureFormat) -> SamplesView | None:
    _, games, number = figures._, curves.games, figures.numbers.number
    measure = measure_named(curves.seats, games.measure) or curves.measures[0]
    values = [float(measure.of(game)) for game in games.games]
    if not values:
        return None
    samples = samples_of(values, games.size)
    digits = measure.digits + 1

    def spread(value: float) -> str:
        if measure.id.startswith("worth"):
            return figures.numbers.money(round(value))
        if measure.id.startswith(("win", "income")):
            return _("{n} points", n=figures.fixed(100 * value, 1))
        return figures.fixed(value, digits)

    told = _("Sample means: none yet. A sample has {n} games.", n=games.size)
    if samples.means:
        told = _.count(
            "{n} sample of {size} games. Its mean: {last}.",
            "{n} samples of {size} games. The mean of the last one: {last}.",
            len(samples.means),
            size=games.size,
            last=figures.value(measure, samples.means[-1]),
        )
    box = point_of(0, games.games, measure).box
    return {
        "title": figures.measure(measure),
        "chart": sample_chart(values, samples, measure, figures),
        "told": told,
        "now": _(
            "The next sample has {n} of {size} games so far.",
            n=len(samples.unfinished),
            size=games.size,
        )
        if samples.unfinished
        else "",
        "rows": [
            {
                "name": _("Games"),
                "count": number(len(values)),
                "mean": figures.value(measure, samples.mean),
                "spread": spread(samples.spread),
            },
            {
                "name": _("Sample means"),
                "count": number(len(samples.means)),
                "mean": figures.value(measure, sum(samples.means) / len(samples.means))
                if samples.means
                else "–",
                "spread": spread(samples.seen) if len(samples.means) > 1 else "–",
            },
        ],
        "median": figures.median(measure, box.middle) if box else "",
        "theory": _(
            "In theory, means of {size} games spread by {spread}: the spread of the games "
            "divided by √{size}. The bracket contains 95% of such means.",
            size=games.size,
            spread=spread(samples.expected),
        ),
    }


def _itself(curves: CurvesState, figures: FigureFormat) -> ItselfView | None:
    _, games, number = figures._, curves.games, figures.numbers.number
    measure = measure_named(curves.seats, games.measure) or curves.measures[0]
    rows = games.compared if games.compared_for == (measure.id, games.size) else []
    if not rows:
        return None
    shown = rows[-SHOWN_COMPARISONS:]
    false = sum(row.shows for row in rows)
    any_ = sum(row.any for row in rows)

    def share(count: int) -> str:
        part = share_interval(count, len(rows))
        low, high = figures.shares(part)
        return _(
            "{share} (95% interval: {low} to {high})",
            share=figures.percent(figures.fixed(100 * part.value, 1)),
            low=low,
            high=figures.percent(high),
        )

    title = _.count(
        "{count} of {n} comparison shows a difference, although nothing differs.",
        "{count} of {n} comparisons show a difference, although nothing differs.",
        len(rows),
        count=number(false),
    )
    if not false:
        title = _.count(
            "{n} comparison shows no difference. That’s right: both sides play the same game.",
            "None of the {n} comparisons shows a difference. That’s right: both sides play the same game.",
            len(rows),
        )
    others = _(
        "None of the {all} measures shows one either. Of so many, one often does by chance. That is "
        "why you choose one measure first.",
        all=len(curves.measures),
    )
    if any_:
        others = _(
            "In {count} of {n} comparisons, at least one of the {all} measures shows a difference: "
            "{share}. That is why you choose one measure first.",
            all=len(curves.measures),
            count=number(any_),
            n=number(len(rows)),
            share=share(any_),
        )
    return {
        "title": title,
        "text": _(
            "Share of comparisons that show a difference: {share}. In the long run it is about 5%.",
            share=share(false),
        ),
        "any": others,
        "measure": figures.measure(measure),
        "chart": itself_chart(shown, len(rows) - len(shown), figures),
        "marks": [
            *([_("● The interval excludes 0.")] if any(row.shows for row in shown) else []),
            *([_("○ The interval includes 0.")] if any(not row.shows for row in shown) else []),
        ],
        "older": _("The chart has the last {n} comparisons.", n=len(shown))
        if len(rows) > len(shown)
        else "",
    }


# ---------------------------------------------------------------- unequal starts


def _starts(curves: CurvesState, figures: FigureFormat, boards: Boards) -> StartsView | None:
    _, starts = figures._, curves.starts
    courses = starts.courses
    if not courses:
        return None
    try:
        setting = Setting.of(table_of(starts.fields, _, boards))
    except (FormError, LoadError):
        return None
    number, money = figures.numbers.number, figures.numbers.money
    order = start_order(setting)
    at = starts.checkpoint
    begun, later, moved = lorenz(courses, 0), lorenz(courses, at), mobility(courses, order, at)
    equal = len(set(order)) == 1
    names = [
        _("the poorest quarter"),
        _("the second quarter"),
        _("the third quarter"),
        _("the richest quarter"),
    ]

    def percent(value: float, digits: int = 0) -> str:
        return figures.percent(figures.fixed(100 * value, digits))

    title = _(
        "After {n} rounds, {share} of the players are in the quarter where they started.",
        n=ROUNDS[at],
        share=percent(moved.stayed),
    )
    if equal:
        title = _("All players start with the same.")
    return {
        "title": title,
        "text": _(
            "Inequality (Gini) went from {before} to {after} (95% interval: {low} to {high}).",
            before=figures.fixed(begun.gini.value, 2),
            after=figures.fixed(later.gini.value, 2),
            low=figures.fixed(later.gini.low, 2),
            high=figures.fixed(later.gini.high, 2),
        ),
        "index": _(
            "Mobility index (Shorrocks): {value}. It is 0 if nobody changes quarters, and 1 if the "
            "start says nothing about the end.",
            value=figures.fixed(moved.shorrocks, 2),
        ),
        "equal": _(
            "Nobody is in a richer quarter at the start, so the table shows what chance alone does."
        )
        if equal
        else "",
        "chart": lorenz_chart(begun, later, figures),
        "chart_says": _(
            "Lorenz curve: after {n} rounds, the poorest half of the players own {share} of "
            "everything; at the start they own {before}.",
            n=ROUNDS[at],
            share=percent(_half(later.shares)),
            before=percent(_half(begun.shares)),
        ),
        "checkpoints": [
            {"n": round, "text": number(round), "chosen": n == at}
            for n, round in enumerate(ROUNDS)
            if n
        ],
        "round": ROUNDS[at],
        "quarters": names,
        "rows": [
            {
                "name": names[a],
                "cells": [
                    {
                        "text": percent(moved.table[a][b].value),
                        "span": _(
                            "{low} to {high}",
                            low=figures.fixed(100 * moved.table[a][b].low, 0),
                            high=percent(moved.table[a][b].high),
                        ),
                        "shade": min(4, int(5 * moved.table[a][b].value)),
                        "stays": a == b,
                    }
                    for b in range(QUARTERS)
                ],
            }
            for a in range(QUARTERS)
        ],
        "lorenz": [
            {
                "n": n,
                "before": percent(before.value),
                "after": percent(after.value),
                "span": _(
                    "{low} to {high}",
                    low=figures.fixed(100 * max(0.0, after.low), 0),
                    high=percent(min(1.0, after.high)),
                ),
            }
            for n, (before, after) in enumerate(zip(begun.shares, later.shares, strict=True))
            if n
        ],
        "seats": [
            {
                "n": seat + 1,
                "start": money(worth),
                "salary": money(salary) if salary else "",
                "later": money(round(mean)),
            }
            for seat, ((worth, salary), mean) in enumerate(
                zip(order, mean_worths(courses, at), strict=True)
            )
        ],
    }


def _half(shares: Sequence[Interval]) -> float:
    """The share of the poorest half of the players, between two of them if their number is odd."""
    seats = len(shares) - 1
    return (shares[seats // 2].value + shares[(seats + 1) // 2].value) / 2

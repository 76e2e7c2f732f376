"""The view of the bot workshop."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from ....bots.registry import BY_ID
from ....engine.errors import MalformedAnswer
from ....engine.state import State
from ....lab.intervals import share_interval
from ....language import answer_labels, asks
from ....language.catalogue import Catalogue
from ....language.lost_games import lost_games
from ....language.narrator_of_journal_and_refusals import Narrator
from ....language.python_for_reading import Piece, python_lines
from ....storage.save_models import BoardPicture
from ....workshop.fence_answers import PlayedMoment, RunCounts
from ....workshop.findings import Finding
from ....workshop.practice import GAMES, LIMITS, OPPONENTS
from ....workshop.steps import FREE, STEPS, Goal, GuidedStep, missed
from ...views.board_thumbnail import thumbnail_view
from ..state.workshop import WorkshopRun, WorkshopState

if TYPE_CHECKING:
    from ...views.types import ThumbnailView
    from .types import (
        WorkshopFinding,
        WorkshopKey,
        WorkshopMoment,
        WorkshopResult,
        WorkshopRunView,
        WorkshopShare,
        WorkshopStepView,
        WorkshopTask,
        WorkshopView,
    )

_PERCENT: Final = 100
# Names of code in a hint: with a dot, a bracket or straight quotes.
_CODE: Final = re.compile(
    r'((?:\b[a-z]\w*(?:\.[a-z]\w*)+|\b[a-z]\w*(?=\())(?:\([^)]*\)|\[…\])?|"\w+")'
)


def workshop_view(workshop: WorkshopState, _: Catalogue) -> WorkshopView:
    """The view of the whole workshop."""
    offered = workshop.offered
    run = workshop.run
    return {
        "name": workshop.name,
        "steps": _steps(workshop, _),
        "task": _task(workshop, _),
        "games": GAMES * len(workshop.goals),
        "opponents": [] if workshop.step else _opponents(workshop, _),
        "state": _state(workshop, _),
        "keys": _keys(_),
        "blocked": _blocked(workshop.blocked, _),
        "again": workshop.blocked == "slow",
        "note": workshop.note,
        "findings": [_finding(workshop, n, each, _) for n, each in enumerate(workshop.findings)],
        "running": run is not None and run.going,
        "coming": workshop.coming,
        "moment": _moment(workshop, _),
        "run": _run(workshop, run, _) if run else None,
        "printed": workshop.printed,
        "offered": {"name": offered.name, "code": python_lines(offered.code)} if offered else None,
        "earlier": [bot.name for bot in workshop.earlier],
        "next_step": _next_step(workshop),
    }


# What the keys type: before the cursor and after it.
KEYS: Final = (
    *(
        ("    ", ""),
        (":", ""),
        ("(", ")"),
        ("[", "]"),
        ('"', '"'),
        ("_", ""),
        ("=", ""),
        ("==", ""),
    ),
    *((">=", ""), ("<=", ""), ("#", ""), ("{", "}")),
)


def bot_title(id: str, _: Catalogue) -> str:
    """The name of an opponent."""
    return _(BY_ID[id].name)


def _keys(_: Catalogue) -> list[WorkshopKey]:
    names = {0: _("Indent")}
    return [
        {"n": n, "sign": "⇥" if n == 0 else " ".join(filter(None, pair)), "name": names.get(n, "")}
        for n, pair in enumerate(KEYS)
    ]


def _steps(workshop: WorkshopState, _: Catalogue) -> list[WorkshopStepView]:
    rows: list[WorkshopStepView] = [
        {
            "id": step.id,
            "number": str(n),
            "title": _(step.title),
            "here": step.id == workshop.at,
            "reached": step.id in workshop.reached,
        }
        for n, step in enumerate(STEPS, 1)
    ]
    here = workshop.at == FREE
    free = _("Any opponents")
    return [*rows, {"id": FREE, "number": "", "title": free, "here": here, "reached": False}]


def _next_step(workshop: WorkshopState) -> str:
    ids = [*(step.id for step in STEPS), FREE]
    here = ids.index(workshop.at)
    return ids[here + 1] if here + 1 < len(ids) else ""


def _task(workshop: WorkshopState, _: Catalogue) -> WorkshopTask | None:
    step = workshop.step
    if step is None:
        return None
    return {
        "number": str(STEPS.index(step) + 1),
        "title": _(step.title),
        "task": _(step.task),
        "goals": [
            {"text": _goal(goal, _), "reached": _is_reached(workshop, step, n)}
            for n, goal in enumerate(step.goals)
        ],
        "hints": [_code_pieces(_(hint)) for hint in step.hints[: workshop.hints]],
        "more_hints": workshop.hints < len(step.hints),
        "solution": _solution(step.solution, workshop.code) if workshop.shows_way else [],
    }


def _code_pieces(hint: str) -> list[tuple[str, bool]]:
    """A hint in pieces, and whether each is code."""
    pieces = _CODE.split(hint)
    return [(text, bool(n % 2)) for n, text in enumerate(pieces) if text]


def _solution(solution: str, code: str) -> list[tuple[list[Piece], bool]]:
    """The lines of a solution, and whether each is new to the program in the editor."""
    known = {line.strip() for line in code.splitlines()}
    lines = zip(python_lines(solution), solution.splitlines(), strict=False)
    return [(line, bool(text.strip()) and text.strip() not in known) for line, text in lines]


def _is_reached(workshop: WorkshopState, step: GuidedStep, n: int) -> bool:
    """Whether this goal was reached: with all of the step, or in the last run."""
    if step.id in workshop.reached:
        return True
    counts = workshop.run.counts[n : n + 1] if workshop.run else []
    return any(each.games == GAMES and step.goals[n].reached(each) for each in counts)


def _three(goal: Goal, _: Catalogue) -> str:
    return f"3 × {bot_title(goal.against[0], _)}"


def _goal(goal: Goal, _: Catalogue) -> str:
    bots = _three(goal, _)
    if goal.outright:
        return _(
            "Goal: win {n} of 100 games against {bots}, {outright} of them by leaving all "
            "others bankrupt",
            n=goal.won,
            bots=bots,
            outright=goal.outright,
        )
    return _("Goal: win {n} of 100 games against {bots}", n=goal.won, bots=bots)


def _opponents(
    workshop: WorkshopState, _: Catalogue
) -> list[tuple[str, str, list[tuple[str, str, bool]]]]:
    return [
        (
            f"against-{n}",
            _("Opponent {n}", n=n + 1),
            [(bot, bot_title(bot, _), bot == chosen) for bot in OPPONENTS],
        )
        for n, chosen in enumerate(workshop.against)
    ] + [("limit", _("Limit of rounds"), [(str(n), str(n), n == workshop.limit) for n in LIMITS])]


def _state(workshop: WorkshopState, _: Catalogue) -> str:
    if workshop.findings:
        n = len(workshop.findings)
        return _.count("{n} thing to fix", "{n} things to fix", n)
    return _("No mistakes found") if workshop.read else ""


def _blocked(why: str, _: Catalogue) -> str:
    if not why:
        return ""
    if why == "blocked":
        return _(
            "This web host blocks the closed frame that bots run in, so no bot can run "
            "here. You can write and save bots. The file PUBLISHING.md tells the owner of "
            "the web host what to change."
        )
    if why == "file":
        return _(
            "Bots can’t run on a page that was opened from a file. You can write and save them."
        )
    if why == "slow":
        return _(
            "The closed frame that bots run in hasn’t loaded. You may be offline, or your "
            "connection may be slow."
        )
    return _("Bots can’t run here right now: {why}", why=why)


def _finding(workshop: WorkshopState, n: int, finding: Finding, _: Catalogue) -> WorkshopFinding:
    fix = finding.fix
    lines = workshop.code.split("\n")
    return {
        "n": n,
        "line": _("Line {n}", n=finding.line) if finding.line else "",
        "of_program": _("Your program, line {n}", n=finding.line) if finding.line else "",
        "code": lines[finding.line - 1].strip() if 0 < finding.line <= len(lines) else "",
        "at": finding.line,
        "text": finding.sentence(_),
        "python": finding.python,
        "fix": _("Change it to {text}", text=fix.becomes) if fix else "",
    }


def _moment(workshop: WorkshopState, _: Catalogue) -> WorkshopMoment | None:
    game, moment, position = workshop.game, workshop.shown, workshop.position()
    if game is None or moment is None or position is None:
        return None
    state, notation = position
    names = [
        workshop.name if seat == game.seat else name for seat, name in enumerate(notation.names)
    ]
    narrator = Narrator(state.rules, names, _)
    asked = asks.asking(narrator.parts, state)
    answered = _("nothing") if not moment.answer else moment.answer
    if moment.finding is not None:
        answered = _("Nothing that the game can use")
    elif moment.answer:
        try:
            answer = notation.answer(moment.answer.split(), state)
            answered = answer_labels.answer_label(narrator.parts, answer, state)
        except MalformedAnswer:
            pass
    return {
        "where": _(
            "Game {game}, round {round}: decision {n} of {all}",
            game=workshop.game_number + 1,
            round=moment.round,
            n=workshop.moment + 1,
            all=len(game.moments),
        ),
        "asked": asked["title"],
        "text": asked["text"],
        "answered": answered,
        "line": _("Line {n}", n=moment.line) if moment.line else "",
        "reason": moment.reason,
        "board": _board(state),
        "board_says": _board_says(state, game.seat, _),
        "seen": _seen(state, moment),
        "printed": moment.printed,
        "first": workshop.moment == 0,
        "last": workshop.moment + 1 >= len(game.moments),
    }


def _board(state: State) -> ThumbnailView | None:
    picture = BoardPicture(
        edition=state.rules.edition.id,
        tokens=("",) * state.seats,
        at=tuple(state.at),
        cash=tuple(state.cash[: state.seats]),
        playing=tuple(map(int, state.playing)),
        owner=tuple(state.owner),
        level=tuple(state.level),
        mortgaged=tuple(map(int, state.mortgaged)),
    )
    return thumbnail_view(picture)


def _board_says(state: State, seat: int, _: Catalogue) -> str:
    deeds = sum(owner == seat for owner in state.owner)
    return _(
        "Your bot has {money} in cash and {deeds}.",
        money=f"${state.cash[seat]:,}",
        deeds=_.count("{n} {deed}", "{n} {deeds}", deeds),
    )


def _seen(state: State, moment: PlayedMoment) -> list[tuple[str, str]]:
    rows = [("view.ask.kind", f'"{moment.ask}"')]
    for name in ("space", "lot", "bid", "amount"):
        value = getattr(state.ask, name, None)
        if isinstance(value, int):
            rows.append((f"view.ask.{name}", str(value)))
    return [*rows, *((name, value) for name, value in moment.seen if name not in ("self", "view"))]


# ---------------------------------------------------------------- results


def _run(workshop: WorkshopState, run: WorkshopRun, _: Catalogue) -> WorkshopRunView:
    total = GAMES * len(run.goals)
    done = sum(counts.games for counts in run.counts)
    results = [
        _result(workshop, run, n, goal, counts, _)
        for n, (goal, counts) in enumerate(zip(run.goals, run.counts, strict=False))
        if counts.games
    ]
    if run.going:
        title = _("{n} of {all} games played", n=done, all=total)
    elif run.stopped:
        title = _("Stopped. Games played: {n}", n=done)
    else:
        title = _("{n} games played", n=done)
    return {
        "going": run.going,
        "done": done,
        "total": total,
        "title": title,
        "verdict": _verdict(workshop, run, _),
        "reached": bool(workshop.step) and run.reached,
        "results": results,
    }


def _verdict(workshop: WorkshopState, run: WorkshopRun, _: Catalogue) -> str:
    if run.going:
        return _("The verdict appears at the end of the run.")
    if run.stopped or not run.counts:
        return ""
    bot, won = workshop.name, run.counts[0].won
    if workshop.step is None:
        return _("{bot} won {n} of {all}.", bot=bot, n=won, all=GAMES)
    if not run.reached:
        for counts in run.counts:
            sentence, numbers = missed(workshop.step, counts)
            if sentence:
                return _(sentence, **numbers)
    if len(run.counts) == 1:
        if run.reached:
            return _("Goal reached: {bot} won {n} of {all}.", bot=bot, n=won, all=GAMES)
        return _("{bot} won {n} of {all}. The goal isn’t reached yet.", bot=bot, n=won, all=GAMES)
    text = _.listed(
        [
            _("{n} of {all} against {bots}", n=counts.won, all=GAMES, bots=_three(goal, _))
            for goal, counts in zip(run.goals, run.counts, strict=False)
        ]
    )
    if run.reached:
        return _("Goal reached: {bot} won {text}.", bot=bot, text=text)
    return _("{bot} won {text}. The goal isn’t reached yet.", bot=bot, text=text)


def _result(
    workshop: WorkshopState,
    run: WorkshopRun,
    n: int,
    goal: Goal,
    counts: RunCounts,
    _: Catalogue,
) -> WorkshopResult:
    rows = [_share(workshop.name, counts.won, counts.games, True)]
    before = workshop.before.get(workshop.at)
    if before is not None and workshop.step is not None and goal is workshop.step.goals[0]:
        rows.append(_share(_("before"), before, GAMES, False))
    others = [*counts.others, *([0] * len(goal.against))][: len(goal.against)]
    for bot, won in zip(goal.against, others, strict=False):
        rows.append(_share(bot_title(bot, _), won, counts.games, False))
    says = [_("After {n} rounds, the richest player wins.", n=run.rounds)]
    if counts.won:
        says.insert(
            0,
            _(
                "{outright} won by leaving all others bankrupt, {rest} by being the richest",
                outright=counts.outright,
                rest=counts.won - counts.outright,
            )
            + ".",
        )
    lost, lost_says = lost_games(counts.lost, _)
    bots = _three(goal, _)
    same = len(set(goal.against)) == 1 and len(goal.against) == 3
    return {
        "title": _("Against {bots}", bots=bots) if same else _("Games won"),
        "rows": rows,
        "even": round(_PERCENT / (len(goal.against) + 1)),
        "goal": goal.won,
        "says": says,
        "n": n,
        "lost": lost,
        "lost_says": lost_says,
    }


def _share(name: str, won: int, games: int, own: bool) -> WorkshopShare:
    interval = share_interval(won, games)
    low, high = round(interval.low * _PERCENT), round(interval.high * _PERCENT)
    return {
        "name": name,
        "own": own,
        "won": str(won),
        "span": f"{low}–{high}%",
        "low": low,
        "high": high,
        "at": round(won / games * _PERCENT, 1),
    }

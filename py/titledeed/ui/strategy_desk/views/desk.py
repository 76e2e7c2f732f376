"""The view of the strategy desk."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ....bots.registry import BY_ID
from ....language.catalogue import Catalogue
from ....language.lost_games import lost_games
from ....language.python_for_reading import python_lines
from ....strategies.playing_rules import (
    CHOICE,
    DEFAULT,
    NOTES,
    RULES,
    SECTIONS,
    SWITCH,
    TIMES,
    PlayingRules,
    Rule,
)
from ....strategies.strategy_file import Strategy
from ....strategy_desk.measuring import GAMES, LIMITS, OPPONENTS, Run, difference
from ..state.desk import DeskState

if TYPE_CHECKING:
    from .types import DeskBar, DeskRule, DeskRunView, DeskSection, DeskView

_PERCENT: Final = 100
_MANY: Final = 5  # comparisons after which luck is mentioned


def desk_view(desk: DeskState, _: Catalogue) -> DeskView:
    """The view of the whole strategy desk."""
    offered = desk.offered
    return {
        "name": desk.strategy.name,
        "sections": _sections(desk.strategy.rules, _),
        "opponents": [
            {"value": bot, "label": _(BY_ID[bot].name), "chosen": bot == desk.against}
            for bot in OPPONENTS
        ],
        "limits": [{"value": str(n), "label": str(n), "chosen": n == desk.limit} for n in LIMITS],
        "changed": desk.changed,
        "coming": desk.coming,
        "run": _run(desk, desk.run, _) if desk.run else None,
        "program": python_lines(desk.program) if desk.program else [],
        "offered": {"name": offered.name, "rules": sentences(offered, _)} if offered else None,
        "earlier": [each.name for each in desk.earlier],
        "note": desk.note,
        "usual": desk.strategy.rules == DEFAULT,
    }


def sentences(strategy: Strategy, _: Catalogue) -> list[str]:
    """The rules of a player as sentences, without switches that are off."""
    rules = strategy.rules
    return [
        rule.says(getattr(rules, rule.id), _)
        for rule in RULES
        if rule.kind != SWITCH or getattr(rules, rule.id)
    ]


def _sections(rules: PlayingRules, _: Catalogue) -> list[DeskSection]:
    return [
        {
            "id": section,
            "title": _(title),
            "note": _(NOTES[section]) if section in NOTES else "",
            "rules": [_rule(rule, rules, _) for rule in RULES if rule.section == section],
        }
        for section, title in SECTIONS.items()
    ]


def _rule(rule: Rule, rules: PlayingRules, _: Catalogue) -> DeskRule:
    value = getattr(rules, rule.id)
    return {
        "key": rule.key,
        "kind": rule.kind,
        "sentence": rule.sentence,
        "label": rule.label,
        "shown": "" if rule.kind == SWITCH else rule.shown(value, _),
        "value": "on" if value is True else str(value),
        "low": f"{rule.low:g}",
        "high": f"{rule.high:g}",
        "step": f"{rule.step:g}",
        "ends": _ends(rule, _) if rule.kind not in (SWITCH, CHOICE) else [],
        "changed": value != rule.default,
        "choices": [
            {"value": name, "label": _(label), "chosen": name == value}
            for name, label in (rule.choices if rule.kind == CHOICE else ())
        ],
    }


def _ends(rule: Rule, _: Catalogue) -> list[str]:
    """The smallest and the largest value of a slider in words."""
    ends = [rule.shown(end if rule.kind == TIMES else int(end), _) for end in (rule.low, rule.high)]
    return [f"{end} ×" for end in ends] if rule.kind == TIMES else ends


def _run(desk: DeskState, run: Run, _: Catalogue) -> DeskRunView:
    bots = f"3 × {_(BY_ID[run.against].name)}"
    if desk.going:
        title = _("{n} of {all} games played", n=run.games, all=GAMES)
    elif not run.done:
        title = _("Stopped. Games played: {n}", n=run.games)
    else:
        title = _("Against {bots}", bots=bots)
    rows = [_bar(_("These rules"), run, True)] if run.games else []
    before = desk.before
    if before is not None:
        rows.append(_bar(_("Earlier rules"), before, False))
    verdict, shows = _verdict(desk, run, _) if run.done else ("", False)
    says = [_("After {n} rounds, the richest player wins.", n=run.rounds)]
    if run.done and before is None:
        says.append(
            _("Change one rule, then play again: the same games show whether it was better.")
        )
    if run.done and desk.compared >= _MANY:
        says.append(
            _(
                "You have compared {n} times. Of twenty changes that change nothing, one looks like a "
                "difference by luck alone.",
                n=desk.compared,
            )
        )
    lost, lost_says = lost_games(run.lost() if run.done else [], _)
    return {
        "title": title,
        "going": desk.going,
        "done": run.games,
        "total": GAMES,
        "rows": rows,
        "verdict": verdict,
        "says": says,
        "shows": shows,
        "lost": lost,
        "lost_says": lost_says,
    }


def _verdict(desk: DeskState, run: Run, _: Catalogue) -> tuple[str, bool]:
    """What the finished run shows, and whether that is a difference."""
    won = f"{run.won:.3g}"
    if desk.before is None:
        return _("{name} won {n} of {all} games.", name=run.strategy.name, n=won, all=GAMES), False
    compared = difference(desk.before, run)
    interval = compared.interval()
    low, high = (_signed(end * _PERCENT) for end in (interval.low, interval.high))
    more = _signed(compared.difference.value * _PERCENT)
    figures = _(
        "Difference: {more} games of 100 (95% interval: {low} to {high}).",
        more=more,
        low=low,
        high=high,
    )
    if not compared.shows():
        text = _("That may be luck: the games don’t show which rules are better.")
    elif compared.difference.value > 0:
        text = _("These rules are better against these opponents.")
    else:
        text = _("The earlier rules were better against these opponents.")
    return f"{figures} {text}", compared.shows()


def _signed(value: float) -> str:
    return f"{value:+.0f}".replace("-", "−") if round(value) else "0"


def _bar(name: str, run: Run, own: bool) -> DeskBar:
    interval = run.interval()
    low, high = round(interval.low * _PERCENT), round(interval.high * _PERCENT)
    return {
        "name": name,
        "own": own,
        "won": f"{run.won:.3g}",
        "span": f"{low}–{high}%",
        "low": low,
        "high": high,
        "at": round(run.won / run.games * _PERCENT, 1),
    }

"""Pause and vote: the table's question in large type, and the votes of a class for each answer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from ....engine.answers import (
    Offer,
)
from ....language import answer_labels
from ....language.sentence_parts import plain_text
from ....language.state_descriptions import seat_says
from ...state import AppState
from ...views import ask_prompts
from ...views.board.deed import deed_view
from ...views.view_context_and_shared_parts import ViewContext
from ..state.class_vote import VoteState, waiting_person

if TYPE_CHECKING:
    from ...views.types import DeedView
    from .types import ShowOfHandsView, VoteHolding, VoteOption, VotePlayer

_MOST: Final = 9  # answers that are voted on: as many as there are keys
_MANAGED: Final = ("build", "redeem", "mortgage", "sell", "sell-down")  # actions on deeds


def answers_view(vote: VoteState, app: AppState) -> list[VoteOption]:
    """Return the answers to vote on: each button of the question.

    At a quiet table there are also waiting offers and rents, buildings, mortgages and a deal, and the
    dialogs for everything else. ``do`` names the dialog to open, "" for an answer."""
    seat = waiting_person(app)
    if seat is None:
        return []
    ctx = ViewContext(app)
    by_answer: dict[str, VoteOption] = {}
    _collect(ask_prompts.ask_view(ctx), by_answer)
    asked = list(by_answer.values())[:_MOST]
    ways = _ways(ctx, seat)
    room = _MOST - len(asked) - len(ways)
    if not ctx.session.quiet or room < 0:
        return [*asked, *ways][:_MOST]
    standing = [
        answer for answer in _standing(vote, ctx, seat) if answer["answer"] not in by_answer
    ]
    return [*asked, *standing[:room], *ways]


def _standing(vote: VoteState, ctx: ViewContext, seat: int) -> list[VoteOption]:
    """The answers possible at a quiet table, the most urgent first, with one street of each group."""
    options, rules = ctx.options(seat), ctx.rules
    parts = ctx.narrator.parts

    def some(kind: str, most: int) -> list[VoteOption]:
        answers: Any = options.of(kind)
        if kind == "mortgage":
            answers = sorted(answers, key=lambda answer: -rules.mortgage_value[answer.space])
        if kind in ("build", "sell"):
            answers = {rules.members[answer.space]: answer for answer in reversed(answers)}.values()
        return [_answer(ctx, answer) for answer in list(answers)[:most]]

    pending_offers = [] if ctx.app.table is not None else ctx.session.pending_offers
    offers: list[VoteOption] = [
        {
            "answer": f"offer {offer.id}",
            "label": parts._("Look at {seat}’s offer", seat=parts.named(offer.by)),
            "do": "offer",
            "arg": offer.id,
        }
        for offer in pending_offers
        if offer.to == seat
    ]
    return [
        *offers[:2],
        *some("ask-rent", 2),
        *some("build", 3),
        *(_deal(ctx, seat, offer) for offer in vote.deal or ()),
        *some("redeem", 1),
        *some("mortgage", 2),
        *some("sell", 1),
    ]


def _answer(ctx: ViewContext, answer: Any) -> VoteOption:
    return {
        "answer": ctx.notation.text(answer, ctx.state),
        "label": answer_labels.answer_label(ctx.narrator.parts, answer, ctx.state),
        "do": "",
        "arg": 0,
    }


def _deal(ctx: ViewContext, seat: int, offer: Offer) -> VoteOption:
    return {**_answer(ctx, offer), "label": plain_text(ctx.narrator.offer(seat, offer))}


def _ways(ctx: ViewContext, seat: int) -> list[VoteOption]:
    """The dialogs for answers that are not listed: any other deal, and everything about deeds."""
    options, _ = ctx.options(seat), ctx._
    ways: list[VoteOption] = []
    if ctx.session.quiet and options.of("offer"):
        ways.append({"answer": "trade", "label": _("Make a trade offer"), "do": "trade", "arg": 0})
    if any(options.of(kind) for kind in _MANAGED):
        label = _("Manage other {deeds}") if ctx.session.quiet else _("Raise cash first")
        ways.append({"answer": "deeds", "label": label, "do": "deeds", "arg": 0})
    return ways


def _collect(view: Any, by_answer: dict[str, VoteOption]) -> None:
    """Add every button for an answer in a view to ``by_answer``."""
    if isinstance(view, dict):
        answer, label = view.get("answer"), view.get("label")
        if isinstance(answer, str) and answer and label and not view.get("barred"):
            by_answer.setdefault(answer, {"answer": answer, "label": label, "do": "", "arg": 0})
        else:
            for inner in view.values():
                _collect(inner, by_answer)
    elif isinstance(view, list):
        for inner in view:
            _collect(inner, by_answer)


def _deed(ctx: ViewContext) -> DeedView | None:
    """The deed of the space in question."""
    ask: Any = ctx.state.ask
    space = getattr(ask, "space", getattr(ask, "lot", -1))
    return deed_view(ctx, space, "vote-deed") if space >= 0 else None


def _players(ctx: ViewContext, asked: int) -> list[VotePlayer]:
    """The players in the game, with their cash and what they own."""
    state, rules = ctx.state, ctx.rules
    players: list[VotePlayer] = []
    for n in range(state.seats):
        if not state.playing[n]:
            continue
        holdings: list[VoteHolding] = []
        for members in ctx.property_groups():
            levels = [state.level[i] for i in members if state.owner[i] == n]
            if levels:
                holdings.append(
                    {
                        "group": ctx.group(members[0]),
                        "owned": len(levels),
                        "of": len(members),
                        "houses": sum(level for level in levels if level < rules.top),
                        "hotels": levels.count(rules.top),
                    }
                )
        players.append(
            {
                **ctx.seat(n),
                "asked": n == asked,
                "cash": ctx.money(state.cash[n]),
                "holdings": holdings,
                "says": seat_says(ctx.narrator.parts, state, n, worth=None),
            }
        )
    return players


def class_vote_view(vote: VoteState, app: AppState) -> ShowOfHandsView:
    """The view of the screen."""
    _ = app.catalogue
    options = answers_view(vote, app)
    if not options:
        return {"vote": None, "missing": app.session is None or app.replaying is not None}
    ctx = ViewContext(app)
    seat = waiting_person(app)
    assert seat is not None
    asked = ask_prompts.ask_view(ctx)
    hands = [vote.hands.get(option["answer"], 0) for option in options]
    total, most = sum(hands), max(hands)
    leads = hands.count(most) == 1 and most > 0
    return {
        "missing": False,
        "vote": {
            "seat": ctx.seat(seat),
            "title": asked["title"],
            "text": asked["text"],
            "cash": asked["cash"],
            "total": total,
            "deed": _deed(ctx),
            "players": _players(ctx, seat),
            "says": _("It’s a tie. Vote again, or choose an option yourself.")
            if total and not leads
            else _.count("{n} vote", "{n} votes", total)
            if total
            else _("Count the votes for each option, then choose one."),
            "rows": [
                {
                    "n": n,
                    "key": n + 1,
                    "here": n == vote.at,
                    "label": option["label"],
                    "hands": count,
                    "field": vote.entries.shown(f"hands-{n}", count),
                    "part": round(100 * count / total) if total else 0,
                    "share": ctx.narrator.parts.numbers.percent(round(100 * count / total))
                    if total
                    else "",
                    "leads": leads and count == most,
                }
                for n, (option, count) in enumerate(zip(options, hands, strict=True))
            ],
        },
    }

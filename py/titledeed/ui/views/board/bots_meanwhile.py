"""The others' moves since the person's last answer: the greatest moment, a line for each bot, every deal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from ....engine.answers import Accept, Answer, Bid, Pass, Reject
from ....engine.asks import AskBid
from ....engine.special_seats_and_ids import NOBODY
from ....game.answer_entries_and_checkpoints import Entry
from ....game.big_moments import greatest_moment
from ..view_context_and_shared_parts import ViewContext
from .big_moment import moment_words

if TYPE_CHECKING:
    from ..types import MeanwhileRow, MeanwhileView

_FURTHEST: Final = 400  # answers to look back, at most
_SMALL: Final = ("order", "sold")  # kinds of moments that need no line of their own
_JAILED: Final = -2  # means "in jail" in place of a space
# What was done, after the number of the answer that did it. Numbers count back from the last answer.
_Told: TypeAlias = tuple[int, str]
# A person may give these in the midst of the others' moves. While they are asked, a small window has no room
# for what happened before.
_IN_BETWEEN: Final = (Accept, Bid, Pass, Reject)


def meanwhile_view(ctx: ViewContext) -> MeanwhileView | None:
    """The others' moves since the last answer of the person who is asked.

    They are the greatest moment, a line for each bot that moved, and every deal. Once an auction is over,
    deals are also those before the person's last bids and answers to offers. Return None if fewer than two
    moved and nobody dealt, as the last sentence then says enough."""
    session = ctx.session
    waiting = session.waiting()
    if waiting.who != "person" or ctx.app.handing_over or ctx.app.replaying is not None:
        return None
    entries = _since(session.entries, waiting.seat)
    besides = () if isinstance(ctx.state.ask, AskBid) else _IN_BETWEEN
    deals = _deals(ctx, _since(session.entries, waiting.seat, besides))
    rows: list[MeanwhileRow] = []
    for k in range(ctx.state.seats):
        n = (waiting.seat + 1 + k) % ctx.state.seats  # in the order of their turns
        place, moves = ("", []) if session.is_person(n) else _moves(ctx, entries, n)
        told = [text for _at, text in sorted([*moves, *deals[n]], key=lambda phrase: phrase[0])]
        if place or told:
            phrases = [place, *told] if place else told
            text = " · ".join(phrases)
            rows.append({"seat": ctx.faced(n), "text": text, "placed": bool(place)})
    if len(rows) < 2 and not any(deals):
        return None
    great = greatest_moment(session, entries)
    return {
        "great": moment_words(ctx, great)[0]
        if great is not None and great.kind not in ("order", "sold")
        else "",
        "rows": rows,
        "deals": [
            {"seat": ctx.faced(n), "text": text}
            for _at, n, text in sorted(
                (at, n, text) for n, told in enumerate(deals) for at, text in told
            )
        ],
    }


def _since(
    entries: Sequence[Entry], seat: int, besides: tuple[type[Answer], ...] = ()
) -> list[Entry]:
    """The others' answers after the last one of this seat's person that is not one of ``besides``."""
    recent: list[Entry] = []
    for entry in reversed(entries[-_FURTHEST:]):
        if entry.seat != seat or entry.by not in ("person", "hand"):
            recent.append(entry)
        elif not isinstance(entry.answer, besides):
            break
    return recent[::-1]


def _deals(ctx: ViewContext, entries: Sequence[Entry]) -> list[list[_Told]]:
    """Return the deals in words, by the seat that offered them; a person's deal with a bot by the bot."""
    _ = ctx.narrator.parts._
    parts, is_person = ctx.narrator.parts, ctx.session.is_person
    found: list[list[_Told]] = [[] for _seat in range(ctx.state.seats)]
    for at, entry in enumerate(entries, -len(entries)):
        for event in entry.events:
            if event.kind != "deal":
                continue
            f: Any = event.facts
            seat, other, give, get = f["by"], f["to"], f["give"], f["get"]
            if is_person(seat) and not is_person(other):
                seat, other, give, get = other, seat, get, give
            values = {"other": parts.seat(other), "give": parts.bundle(give)}
            if not get:
                text = _("gives {other} {give}", **values)
            elif give:
                text = _("gives {other} {give} for {get}", get=parts.bundle(get), **values)
            else:
                text = _("gets {get} from {other}", get=parts.bundle(get), **values)
            found[seat].append((at, text))
    return found


def _moves(ctx: ViewContext, entries: Sequence[Entry], seat: int) -> tuple[str, list[_Told]]:
    """Return a seat's present place in words, with its purchase there, and its other purchases, payments
    and buildings. The place is "" if the seat has not moved."""
    _, n_, money, parts = ctx._, ctx.n_, ctx.money, ctx.narrator.parts
    at, built, out = NOBODY, list[int](), list[_Told]()
    bought: list[tuple[int, int, int]] = []
    paid: list[_Told] = []
    for n, entry in enumerate(entries, -len(entries)):
        for event in entry.events:
            f: Any = event.facts
            match event.kind:
                case "move" if f["seat"] == seat:
                    at = f["to"] if f["how"] != "jail" else _JAILED
                case "build" if f["seat"] == seat:
                    built.append(n)
                case "bankrupt" if f["seat"] == seat:
                    out.append((n, _("bankrupt")))
                case "pay" if f["payer"] == seat and f["what"] in ("price", "bid"):
                    bought.append((n, f["space"], f["amount"]))
                case "pay" if f["payer"] == seat and f["what"] == "rent":
                    other, amount = parts.seat(f["payee"]), money(f["amount"])
                    paid.append((n, parts._("pays {other} {amount}", other=other, amount=amount)))
    here = [] if at == NOBODY else [_place(ctx, at)]
    here += [_("bought for {amount}", amount=money(sum_)) for _n, i, sum_ in bought if i == at]
    return " · ".join(here), [
        *paid[-1:],
        *[
            (n, _("gets {space} for {amount}", space=ctx.name(i), amount=money(sum_)))
            for n, i, sum_ in bought[-2:]
            if i != at
        ],
        *[(n, n_("builds once", "builds {n} times", len(built))) for n in built[:1]],
        *out,
    ]


def _place(ctx: ViewContext, at: int) -> str:
    if at == _JAILED:
        return ctx._("goes to {jail}")
    return ctx.narrator.parts._("{just_visiting}") if ctx.rules.kind[at] == "jail" else ctx.name(at)

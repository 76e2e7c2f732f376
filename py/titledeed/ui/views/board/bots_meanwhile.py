"""The others' moves since the person's last answer: the greatest moment, a line for each bot, every deal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from ....engine.answers import Accept, Answer, Bid, Pass, Reject
from ....engine.asks import AskBid
from ....engine.special_seats_and_ids import NOBODY
from ....game.answer_entries_and_checkpoints import Entry
from ....game.big_moments import greatest_moment
from ..view_context_and_shared_parts import ViewContext
from .big_moment import moment_words

if TYPE_CHECKING:
    from ..types import MeanwhileView, SeatText

_FURTHEST: Final = 400  # answers to look back, at most
_SMALL: Final = ("order", "sold")  # kinds of moments that need no line of their own
_JAILED: Final = -2  # means "in jail" in place of a space
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
    rows: list[SeatText] = [
        {"seat": ctx.faced(n), "text": " · ".join(phrases)}
        for n in range(ctx.state.seats)
        if (phrases := [*([] if session.is_person(n) else _moves(ctx, entries, n)), *deals[n]])
    ]
    if len(rows) < 2 and not any(deals):
        return None
    great = greatest_moment(session, entries)
    return {
        "great": moment_words(ctx, great)[0]
        if great is not None and great.kind not in ("order", "sold")
        else "",
        "rows": rows,
        "deals": [
            {"seat": ctx.faced(n), "text": text} for n, texts in enumerate(deals) for text in texts
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


def _deals(ctx: ViewContext, entries: Sequence[Entry]) -> list[list[str]]:
    """Return the deals in words, by the seat that offered them; a person's deal with a bot by the bot."""
    _ = ctx.narrator.parts._
    parts, is_person = ctx.narrator.parts, ctx.session.is_person
    found: list[list[str]] = [[] for _seat in range(ctx.state.seats)]
    for entry in entries:
        for event in entry.events:
            if event.kind != "deal":
                continue
            f: Any = event.facts
            seat, other, give, get = f["by"], f["to"], f["give"], f["get"]
            if is_person(seat) and not is_person(other):
                seat, other, give, get = other, seat, get, give
            values = {"other": parts.seat(other), "give": parts.bundle(give)}
            if not get:
                found[seat].append(_("gives {other} {give}", **values))
                continue
            values["get"] = parts.bundle(get)
            if give:
                found[seat].append(_("gives {other} {give} for {get}", **values))
            else:
                found[seat].append(_("gets {get} from {other}", **values))
    return found


def _moves(ctx: ViewContext, entries: Sequence[Entry], seat: int) -> list[str]:
    """Return a seat's moves in words: its present place, and its payments, purchases and buildings."""
    _, n_, money, parts = ctx._, ctx.n_, ctx.money, ctx.narrator.parts
    at, houses, out = NOBODY, 0, False
    bought: list[tuple[int, int]] = []
    paid: list[str] = []
    for entry in entries:
        for event in entry.events:
            f: Any = event.facts
            match event.kind:
                case "move" if f["seat"] == seat:
                    at = f["to"] if f["how"] != "jail" else _JAILED
                case "build" if f["seat"] == seat:
                    houses += 1
                case "bankrupt" if f["seat"] == seat:
                    out = True
                case "pay" if f["payer"] == seat and f["what"] in ("price", "bid"):
                    bought.append((f["space"], f["amount"]))
                case "pay" if f["payer"] == seat and f["what"] == "rent":
                    other, amount = parts.seat(f["payee"]), money(f["amount"])
                    paid.append(parts._("pays {other} {amount}", other=other, amount=amount))
    return [
        *([_place(ctx, at)] if at != NOBODY else []),
        *paid[-1:],
        *[_got(ctx, space, amount, at) for space, amount in bought[-2:]],
        *([n_("builds once", "builds {n} times", houses)] if houses else []),
        *([_("bankrupt")] if out else []),
    ]


def _place(ctx: ViewContext, at: int) -> str:
    if at == _JAILED:
        return ctx._("goes to {jail}")
    return ctx.narrator.parts._("{just_visiting}") if ctx.rules.kind[at] == "jail" else ctx.name(at)


def _got(ctx: ViewContext, space: int, amount: int, at: int) -> str:
    """Return the text of a purchase. It does not name the space if the seat is on it."""
    money = ctx.money(amount)
    if space == at:
        return ctx._("bought for {amount}", amount=money)
    return ctx._("gets {space} for {amount}", space=ctx.name(space), amount=money)

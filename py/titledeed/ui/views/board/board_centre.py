"""The middle of the board: dice, the drawn card, what just happened, a moment, and a line for each bot about
what it did since the person's last move."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from ....engine.special_seats_and_ids import NOBODY
from ....game.answer_entries_and_checkpoints import Entry
from ....game.big_moments import BigMoment, greatest_moment
from .. import ask_prompts
from ..view_context_and_shared_parts import ViewContext

if TYPE_CHECKING:
    from ..types import (
        BoardCentreView,
        CardView,
        DoubledDeed,
        MeanwhileView,
        MomentView,
        SaidView,
        SeatText,
    )

_ICONS: Final = {
    "order": "u-dice",
    "group": "u-crown",
    "house": "b-house",
    "hotel": "b-hotel",
    "rent": "u-coins",
    "escape": "u-coins",
    "bankrupt": "u-flag",
}
_FURTHEST: Final = 400  # how many answers to look back
_JAILED: Final = -2  # stands for "in jail" in place of a space


def board_centre_view(ctx: ViewContext) -> BoardCentreView:
    """The middle of the board: dice, the drawn card, and what just happened."""
    app, _ = ctx.app, ctx._
    a, b = app.shown.faces
    card: CardView | None = None
    if app.shown.card is not None:
        deck, drawn = app.shown.card
        card = {
            "deck": ("chance", "community-chest")[deck],
            "deck_name": ctx.narrator.parts.deck_name(deck),
            "text": ctx.narrator.parts.card_text(deck, drawn),
            "icon": ask_prompts.CARD_ICONS[ctx.rules.decks[deck][drawn].do],
            "beat": app.shown.card_beat,
        }
    sentence: SaidView | None = None
    if app.lines and not app.in_motion:
        line = app.lines[-1][1]
        sentence = {"text": line["text"], "clause": line["clause"]}
    return {
        "dice": {
            "faces": [a, b],
            "beat": app.shown.dice_beat,
            "says": _("The dice show {a} and {b}", a=a, b=b) if a else _("No dice thrown yet"),
        },
        "card": card,
        "said": sentence,
        "moment": moment_view(ctx, app.shown.moment) if app.shown.moment else None,
        "meanwhile": meanwhile_view(ctx) if not app.in_motion else None,
    }


# ---------------------------------------------------------------- a moment


def moment_view(ctx: ViewContext, event: BigMoment) -> MomentView:
    """The view of a moment on the stage."""
    title, text = moment_words(ctx, event)
    return {
        "kind": event.kind,
        "seat": ctx.seat(event.seat),
        "icon": _ICONS[event.kind],
        "group": ctx.group(event.space) if event.kind in ("group", "house", "hotel") else None,
        "label": _label(ctx, event),
        "title": title,
        "text": text,
        "deeds": _doubled(ctx, event) if event.kind == "group" else [],
        "throws": [
            {"seat": ctx.seat(n), "text": " · ".join(map(str, thrown)), "begins": n == event.seat}
            for n, thrown in enumerate(event.throws)
        ],
    }


def _label(ctx: ViewContext, event: BigMoment) -> str:
    _ = ctx._
    match event.kind:
        case "order":
            return _("First player")
        case "group":
            return _("Group complete")
        case "house":
            return _("The first {house}")
        case "hotel":
            return _("{A hotel}")
        case "rent":
            return _("A rent that hurts")
        case "escape":
            return _("A narrow escape")
        case _:
            return _("Bankrupt")


def moment_words(ctx: ViewContext, event: BigMoment) -> tuple[str, str]:
    """The title of a moment, and the sentence below it."""
    parts = ctx.narrator.parts
    _ = parts._
    seat, money = parts.seat(event.seat), ctx.money
    other = parts.seat(event.other) if event.other >= 0 else ""
    match event.kind:
        case "order":
            return _("{seat} begin[s|]", seat=seat), ""
        case "group":
            group = parts.group(parts.group_index(event.space))
            return (
                _("{seat} ha[s|ve] all of {group}", seat=seat, group=group),
                _("From now on rents are higher, and building is allowed."),
            )
        case "house" | "hotel":
            return (
                _("{seat} build[s|] on {space}", seat=seat, space=ctx.name(event.space)),
                _("Landing there costs {amount} now.", amount=money(event.amount)),
            )
        case "rent":
            return (
                _(
                    "{seat} pay[s|] {other} {amount}",
                    seat=seat,
                    other=other,
                    amount=money(event.amount),
                ),
                _(
                    "{space} · {amount} left in hand",
                    space=ctx.name(event.space),
                    amount=money(event.left),
                ),
            )
        case "escape":
            return (
                _("{seat} ha[s|ve] paid {amount}", seat=seat, amount=money(event.amount)),
                _("{amount} left in hand", amount=money(event.left)),
            )
        case _:
            return _("{seat} [is|are] bankrupt", seat=seat), (
                _("Everything left goes to {other}.", other=other)
                if event.other >= 0
                else _("Everything left goes to the {bank}.")
            )


def _doubled(ctx: ViewContext, event: BigMoment) -> list[DoubledDeed]:
    """The deeds of a completed group, with the rent before and now."""
    rules = ctx.rules
    return [
        {
            "group": ctx.group(i),
            "name": ctx.name(i),
            "before": ctx.money(rules.rents[i][0]),
            "after": ctx.money(rules.rents[i][0] * 2),
        }
        for i in rules.members[event.space]
    ]


# ---------------------------------------------------------------- meanwhile


def meanwhile_view(ctx: ViewContext) -> MeanwhileView | None:
    """What the bots did since the last answer of the person who is asked: the greatest moment, and a line for
    each bot that moved. None if fewer than two did, as the last sentence then says it."""
    session = ctx.session
    waiting = session.waiting()
    if waiting.who != "person" or ctx.app.handing_over or ctx.app.replaying is not None:
        return None
    entries = _since(session.entries, waiting.seat)
    rows: list[SeatText] = [
        {"seat": ctx.seat(n), "text": text}
        for n in range(ctx.state.seats)
        if not session.is_person(n) and (text := _line(ctx, entries, n))
    ]
    if len(rows) < 2:
        return None
    great = greatest_moment(session, entries)
    return {
        "great": moment_words(ctx, great)[0] if great is not None and great.kind != "order" else "",
        "rows": rows,
    }


def _since(entries: Sequence[Entry], seat: int) -> list[Entry]:
    """The answers after the last one of this seat's person."""
    recent: list[Entry] = []
    for entry in reversed(entries[-_FURTHEST:]):
        if entry.seat == seat and entry.by in ("person", "hand"):
            break
        recent.append(entry)
    return recent[::-1]


def _line(ctx: ViewContext, entries: Sequence[Entry], seat: int) -> str:
    """A line about a seat: where it is now, and what it paid, bought and built."""
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
    deeds_done = [
        *([_place(ctx, at)] if at != NOBODY else []),
        *paid[-1:],
        *[_got(ctx, space, amount, at) for space, amount in bought[-2:]],
        *([n_("builds once", "builds {n} times", houses)] if houses else []),
        *([_("bankrupt")] if out else []),
    ]
    return " · ".join(deeds_done)


def _place(ctx: ViewContext, at: int) -> str:
    if at == _JAILED:
        return ctx._("to {jail}")
    return ctx.narrator.parts.short_name(at) if ctx.rules.kind[at] == "jail" else ctx.name(at)


def _got(ctx: ViewContext, space: int, amount: int, at: int) -> str:
    """The text of a purchase; it does not name the space if the seat stands on it."""
    money = ctx.money(amount)
    if space == at:
        return ctx._("bought for {amount}", amount=money)
    return ctx._("gets {space} for {amount}", space=ctx.name(space), amount=money)

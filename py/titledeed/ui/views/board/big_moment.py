"""A big moment in the middle of the board.

It shows who begins, a complete group with its doubled rents, the first house, a hotel, a high rent, a
narrow escape, a bankruptcy, or the end of an auction."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ....game.big_moments import BigMoment
from ..view_context_and_shared_parts import ViewContext

if TYPE_CHECKING:
    from ..types import DoubledDeed, MomentView

_ICONS: Final = {
    "order": "u-dice",
    "group": "u-crown",
    "house": "b-house",
    "hotel": "b-hotel",
    "rent": "u-coins",
    "escape": "u-coins",
    "bankrupt": "u-flag",
    "sold": "u-gavel",
}


def moment_view(ctx: ViewContext, event: BigMoment) -> MomentView:
    """The view of a moment in the middle of the board."""
    title, text = moment_words(ctx, event)
    said = ctx.said_last()
    return {
        "kind": event.kind,
        "seat": ctx.faced(event.seat),
        "icon": _ICONS[event.kind],
        "group": ctx.group(event.space)
        if event.kind in ("group", "house", "hotel", "sold")
        else None,
        "label": _label(ctx, event),
        "title": title,
        "text": text,
        "speech": ctx.quoted(said.text) if said is not None and said.seat == event.seat else "",
        "deeds": _doubled(ctx, event) if event.kind == "group" else [],
        "throws": [
            {
                "seat": ctx.seat_called(n),
                "text": " · ".join(map(str, thrown)),
                "begins": n == event.seat,
            }
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
            return _("A painful rent")
        case "escape":
            return _("A narrow escape")
        case "sold":
            return _("Sold")
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
                _("From now on, rents are higher, and building is allowed."),
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
                    "{space} · {amount} in cash left",
                    space=ctx.name(event.space),
                    amount=money(event.left),
                ),
            )
        case "sold":
            return (
                _(
                    "{seat} get[s|] {space} for {amount}",
                    seat=seat,
                    space=ctx.name(event.space),
                    amount=money(event.amount),
                ),
                "",
            )
        case "escape":
            return (
                _("{seat} ha[s|ve] paid {amount}", seat=seat, amount=money(event.amount)),
                _("{amount} in cash left", amount=money(event.left)),
            )
        case _:
            return _("{seat} [is|are] bankrupt", seat=seat), (
                _("Everything left goes to {other}.", other=other)
                if event.other >= 0
                else _("Everything left goes to the {bank}.")
            )


def _doubled(ctx: ViewContext, event: BigMoment) -> list[DoubledDeed]:
    """The deeds of a completed group, with the former and the present rent."""
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

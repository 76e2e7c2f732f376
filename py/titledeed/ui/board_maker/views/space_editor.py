"""The view of one space and its group, to be changed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....board_maker.checks import FREE_KINDS, LONGEST_NAME, fixed_fact
from ....board_maker.colors import CLOSE, PALETTE, difference
from ....board_maker.draft import DraftGroup
from ....board_maker.rents_and_costs_from_price import (
    distance,
    following_cost,
    following_rents,
    printed_price,
)
from ....engine.parsing.edition_parser import DEED_KINDS
from ....engine.special_seats_and_ids import SPACES
from ...views.view_context_and_shared_parts import GROUPS
from .maker_context import MakerContext
from .words_and_share import word_row, words_of

if TYPE_CHECKING:
    from .types import (
        MakerChoice,
        MakerColor,
        MakerElsewhere,
        MakerGroup,
        MakerRent,
        MakerSpace,
        MakerSquares,
    )


def squares_view(ctx: MakerContext) -> MakerSquares:
    """The tab with the spaces."""
    return {"tab": "squares", "space": space_view(ctx)}


def space_view(ctx: MakerContext) -> MakerSpace:
    """The chosen space."""
    at, _ = ctx.maker.at, ctx._
    draft = ctx.draft
    space = draft.spaces[at]
    fact = fixed_fact(at)
    deed = space.kind in DEED_KINDS
    printed = printed_price(draft, at)
    group = draft.group(space.group) if space.kind == "street" else None
    name, short = ctx.fields_at(at)
    task = ctx.maker.task
    wrong = [p for p in ctx.problems if p.place.part == "space" and p.place.n == at]
    own_unit = "currencies" in (draft.words or {}) and draft.currency.sign
    kinds = [space.kind] if fact or task else list(dict.fromkeys((*FREE_KINDS, space.kind)))
    return {
        "at": at,
        "mine": task is None or at in task.spaces,
        "exchanged": task is None,
        "number": _("Space {n}", n=at),
        "name": name,
        "title": name.strip() or _("No name yet"),
        "name_wrong": any(p.code.startswith("name") for p in wrong),
        "price_wrong": any(p.code.startswith("price") for p in wrong),
        "short_wrong": any(p.code.startswith("short") for p in wrong),
        "count": _("{n} of {all}", n=len(name), all=LONGEST_NAME),
        "short": short,
        "kind": space.kind,
        "kind_name": ctx.says.kind(space.kind),
        "kinds": [
            {"value": kind, "label": ctx.says.kind(kind), "chosen": kind == space.kind}
            for kind in kinds
        ],
        "fixed": ctx.says.fact(fact),
        "words": [word_row(ctx, key) for key in _words_here(ctx, space.kind)],
        "deed": deed,
        "unit": f"{draft.currency.sign} = {ctx.word('currencies')}" if own_unit else "",
        "price": space.price,
        "printed": _price_says(ctx, space.price, printed),
        "rents": rents_of(ctx, at),
        "rents_say": _rents_say(ctx),
        "mortgage": space.mortgage,
        "mortgage_own": _distance(ctx, space.mortgage, space.price // 2),
        "group": _group(ctx, group) if group is not None else None,
        "icons": ctx.icons(space.icon),
        "icon": ctx.icon(space),
        "others": _others(ctx),
        "before": (at - 1) % SPACES,
        "after": (at + 1) % SPACES,
        "near": [ctx.square((at + n) % SPACES) for n in (-2, -1, 0, 1, 2)],
        "problems": ctx.problem_views(lambda p: p in wrong),
        "elsewhere": _elsewhere(ctx, at),
    }


def _elsewhere(ctx: MakerContext, at: int) -> MakerElsewhere | None:
    """The next space with a mark that is not this one, and why it has the mark. A student's device shows
    only spaces of the student's own."""
    task = ctx.maker.task
    for step in range(1, SPACES):
        other = (at + step) % SPACES
        if task is not None and other not in task.spaces:
            continue
        for problem in ctx.problems:
            if problem.place.part == "space" and problem.place.n == other:
                name, text = ctx.name(other), ctx.says.problem(problem)
                if name not in text:
                    text = ctx._("{a}: {b}", a=name, b=text)
                return {"at": other, "name": name, "text": text}
    return None


def _words_here(ctx: MakerContext, kind: str) -> list[str]:
    """The words that go with a space and are not its name."""
    whole = kind == "jail" and ctx.maker.task is None
    return [key for key in ("jail", "just_visiting") if whole and key in words_of(ctx)]


def _others(ctx: MakerContext) -> list[MakerChoice]:
    here, other = ctx.maker.at, ctx.maker.other
    return [
        {"value": str(at), "label": f"{at}: {ctx.name(at)}", "chosen": at == other}
        for at in range(SPACES)
        if at != here
    ]


def rents_of(ctx: MakerContext, at: int) -> list[MakerRent]:
    """The rents of a space."""
    _ = ctx._
    space = ctx.draft.spaces[at]
    usual = following_rents(ctx.draft, at)
    labels: list[str]
    match space.kind:
        case "street":
            labels = [_("Rent")]
            labels += [_.count("with {n} {house}", "with {n} {houses}", n) for n in range(1, 5)]
            labels.append(_("with {a hotel}"))
        case "railroad":
            labels = [
                _.count("with {n} {railroad}", "with {n} {railroads}", n) for n in range(1, 5)
            ]
        case "utility":
            labels = [_("one {utility}: dice times"), _("both {utilities}: dice times")]
        case _:
            return []
    plain = space.kind == "utility"
    return [
        {
            "n": n,
            "label": labels[n],
            "value": rent,
            "own": _distance(ctx, rent, usual[n], plain),
        }
        for n, rent in enumerate(space.rents)
    ]


def _price_says(ctx: MakerContext, price: int, printed: int) -> str:
    """How far a price lies from that of the printed boards at the same place."""
    _ = ctx._
    far = round(100 * (price / printed - 1)) if printed else 0
    if not printed or not far:
        return _("The same price as on the printed boards.") if printed else ""
    percent, amount = ctx.numbers.percent(abs(far)), ctx.money(printed)
    if far > 0:
        return _(
            "{percent} above the printed boards, which have {amount} here.",
            percent=percent,
            amount=amount,
        )
    return _(
        "{percent} below the printed boards, which have {amount} here.",
        percent=percent,
        amount=amount,
    )


def _distance(ctx: MakerContext, own: int, usual: int, plain: bool = False) -> str:
    """How far a sum that was set by hand lies from the usual one; "" if it does not."""
    _ = ctx._
    if own == usual:
        return ""
    shown = ctx.numbers.number(usual) if plain else ctx.money(usual)
    far = round(100 * (own / usual - 1)) if usual else 0
    if not far:
        return _("your own; usual: {amount}", amount=shown)
    percent = ctx.numbers.percent(abs(far))
    if far > 0:
        return _("{percent} above the usual {amount}", percent=percent, amount=shown)
    return _("{percent} below the usual {amount}", percent=percent, amount=shown)


def _rents_say(ctx: MakerContext) -> str:
    _, at = ctx._, ctx.maker.at
    if ctx.draft.spaces[at].kind != "street":
        return ""
    far = round(100 * distance(ctx.draft, at))
    if not far:
        return _(
            "All rents follow the price, as on the printed boards. You can change each of them."
        )
    percent = ctx.numbers.percent(abs(far))
    if far > 0:
        return _(
            "On average {percent} above what the printed boards have for this price.",
            percent=percent,
        )
    return _(
        "On average {percent} below what the printed boards have for this price.", percent=percent
    )


# ---------------------------------------------------------------- its group


def color_names(ctx: MakerContext) -> list[str]:
    """The names of the colors in :data:`~....board_maker.colors.PALETTE`."""
    _ = ctx._
    return [
        *(_("Brown"), _("Light Blue"), _("Pink"), _("Orange"), _("Red"), _("Yellow"), _("Green")),
        *(_("Dark Blue"), _("Sage"), _("Olive"), _("Purple"), _("Slate")),
    ]


def _group(ctx: MakerContext, group: DraftGroup) -> MakerGroup:
    _ = ctx._
    n = ctx.draft.groups.index(group)
    usual = following_cost(ctx.draft, group)
    colors: list[MakerColor] = [
        {"value": color, "label": name, "chosen": color == group.color.lower()}
        for color, name in zip(PALETTE, color_names(ctx), strict=True)
    ]
    names = [ctx.name(at) for at in ctx.draft.members(group.id)]
    return {
        "n": n,
        "id": group.id,
        "css": GROUPS[n % 8],
        "name": ctx.group_field(group),
        "mark": group.mark,
        "color": group.color if is_color(group.color) else "#000000",
        "colors": colors,
        "close": _close(ctx, group),
        "cost": group.house_cost,
        "cost_own": _distance(ctx, group.house_cost, usual),
        "icons": ctx.icons(group.icon),
        "streets": _.listed(names) if names else "",
        "problems": ctx.problem_views(lambda p: p.place.part == "group" and p.place.n == n),
    }


def is_color(text: str) -> bool:
    """Whether a text is a color as files write it."""
    return (
        len(text) == 7 and text[0] == "#" and all(c in "0123456789abcdefABCDEF" for c in text[1:])
    )


def _close(ctx: MakerContext, group: DraftGroup) -> str:
    """Which other group has a color that is hard to tell from this one."""
    _ = ctx._
    if not is_color(group.color):
        return ""
    near = [
        ctx.says.group(other)
        for other in ctx.draft.groups
        if other is not group
        and is_color(other.color)
        and difference(group.color, other.color) < CLOSE
    ]
    if not near:
        return _("This {color} stands out from the others, for {color}-blind people too.")
    return _(
        "Hard to tell from {group}, at least for {color}-blind people. The letter still tells them apart.",
        group=_.listed(near),
    )

"""The view of the poster: the board on paper, in millimetres, with piles, tokens and the costs of houses."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ....board_maker.changes import printed_decks
from ....engine.parsing.edition_parser import DEED_KINDS
from ....engine.special_seats_and_ids import SPACES
from ....storage.board_file_check import board_colors
from ...views.view_context_and_shared_parts import SIDE
from .card_editor import filled
from .maker_context import MakerContext
from .space_editor import rents_of

if TYPE_CHECKING:
    from ....engine.board_and_rules_types import Group
    from .types import DeedToPrint, MakerPoster, MakerSheets, PosterSquare

_EDGE: Final = 10.0  # from the edge of the paper
_BOARD: Final = 277.0
_CORNER: Final = 40.0
_WIDE: Final = (_BOARD - 2 * _CORNER) / 9
_BAND: Final = 7.0


def poster_view(ctx: MakerContext, groups: list[Group]) -> MakerPoster:
    """The poster, A3. ``groups``: those of the board, whose colors can be shown."""
    _, draft = ctx._, ctx.draft
    colors = board_colors(groups)
    ids = [group.id for group in draft.groups]
    squares = []
    for at in range(SPACES):
        space = draft.spaces[at]
        known = space.kind == "street" and space.group in ids[: len(colors)]
        pair = colors[ids.index(space.group)] if known else ("", "")
        squares.append(_square(ctx, at, *pair))
    return {
        "name": draft.name,
        "squares": squares,
        "decks": [ctx.deck_name(0), ctx.deck_name(1)],
        "tokens": _("Room for {tokens}"),
        "cost_title": _("Cost of {a house}"),
        "costs": [
            {
                "mark": group.mark,
                "name": ctx.says.group(group),
                "cost": ctx.money(group.house_cost),
                "color": pair[0],
            }
            for group, pair in zip(draft.groups, colors, strict=False)
        ],
        "foot": _("A3, 297 × 420 mm. The board is 277 mm square."),
    }


def _square(ctx: MakerContext, at: int, color: str, on: str) -> PosterSquare:
    side, step = divmod(at, SIDE)
    far = _EDGE + _BOARD - _CORNER
    along = _EDGE + _CORNER + (step - 1) * _WIDE
    back = 2 * _EDGE + _BOARD - along - _WIDE
    if step == 0:
        x, y = ((far, far), (_EDGE, far), (_EDGE, _EDGE), (far, _EDGE))[side]
        wide = high = _CORNER
    else:
        x, y = ((back, far), (_EDGE, back), (along, _EDGE), (far, along))[side]
        wide, high = (_CORNER, _WIDE) if side % 2 else (_WIDE, _CORNER)
    bands = (
        (x, y, wide, _BAND),
        (x + wide - _BAND, y, _BAND, high),
        (x, y + high - _BAND, wide, _BAND),
        (x, y, _BAND, high),
    )
    bx, by, bw, bh = bands[side]
    middle = x + wide / 2
    if step and side == 1:
        middle -= _BAND / 2
    elif step and side == 3:
        middle += _BAND / 2
    space = ctx.draft.spaces[at]
    return {
        "box": [round(n, 2) for n in (x, y, wide, high)],
        "band": [round(n, 2) for n in (bx, by, bw, bh)] if color else [],
        "color": color,
        "on": on,
        "letter": ctx.letter(space),
        "letter_at": [round(bx + bw / 2, 2), round(by + bh / 2 + 1.6, 2)],
        "name": ctx.field_of(space)[1],
        "foot": ctx.money(space.price) if space.price else "",
        "text_at": [round(middle, 2), round(y + high / 2 + (1 if step else 2), 2)],
    }


_NOTES: Final = (1, 5, 10, 20, 50, 100, 500)


def sheets_view(ctx: MakerContext) -> MakerSheets:
    """The deeds, cards and money to cut out."""
    decks = ctx.draft.decks or printed_decks()
    return {
        "deeds": [
            _deed(ctx, at) for at, space in enumerate(ctx.draft.spaces) if space.kind in DEED_KINDS
        ],
        "cards": [
            {"deck": ctx.deck_name(n), "text": filled(ctx, card)}
            for n, cards in enumerate(decks)
            for card in cards
        ],
        "notes": [ctx.money(note) for note in _NOTES],
    }


def _deed(ctx: MakerContext, at: int) -> DeedToPrint:
    space, _ = ctx.draft.spaces[at], ctx._
    group = ctx.draft.group(space.group) if space.kind == "street" else None
    plain = space.kind == "utility"
    foot = [_("Mortgage: {amount}, always half the price.", amount=ctx.money(space.price // 2))]
    if group is not None:
        foot.append(_("Cost of {a house}") + f": {ctx.money(group.house_cost)}")
    return {
        "css": ctx.css_group(space),
        "head": f"{ctx.says.group(group)} · {group.mark}"
        if group is not None
        else ctx.says.kind(space.kind),
        "name": ctx.name(at),
        "price": ctx.money(space.price),
        "rents": [
            {
                "label": row["label"],
                "money": ctx.numbers.number(row["value"]) if plain else ctx.money(row["value"]),
            }
            for row in rents_of(ctx, at)
        ],
        "foot": " ".join(foot),
    }

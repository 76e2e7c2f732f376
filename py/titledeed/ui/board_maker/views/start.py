"""The view of the first page of the board maker: what a board can begin with, with small pictures."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, TypedDict

from ....board_maker.changes import printed_draft
from ....board_maker.draft import BoardDraft
from ....board_maker.draft_from_and_to_edition_table import table_of
from ....board_maker.example_board import example_draft
from ....engine.rulebook_loader_and_rules_compiler import EDITIONS
from ....language.catalogue import Catalogue
from ....language.numbers import Numbers
from ....storage.board_file_check import Boards
from ...views.board_thumbnail import thumbnail_box
from ...views.view_context_and_shared_parts import SIDE
from ..state.maker_state import MakerState, SavedDraft
from .maker_context import DraftMoney
from .space_editor import is_color

if TYPE_CHECKING:
    from .types import MakerBand, MakerBeginning, MakerStart


class _Pictured(TypedDict):
    streets: list[tuple[str, str]]
    dearest: str
    span: str


_BAND = 4  # of a small board that is 100 units wide


def small_board(draft: BoardDraft) -> list[MakerBand]:
    """The color bands of a board's streets, for a small picture."""
    bands: list[MakerBand] = []
    for at in draft.streets():
        group = draft.group(draft.spaces[at].group)
        if group is None or not is_color(group.color):
            continue
        x, y, wide, high = thumbnail_box(at)
        box = (
            (x, y, wide, _BAND),
            (x + wide - _BAND, y, _BAND, high),
            (x, y + high - _BAND, wide, _BAND),
            (x, y, _BAND, high),
        )[at // SIDE]
        bands.append({"box": list(box), "color": group.color})
    return bands


def _pictured(draft: BoardDraft, _: Catalogue) -> _Pictured:
    """What the picture of a board says of its streets."""
    streets = draft.streets()
    shown = []
    for at in (streets[0], streets[len(streets) // 2], streets[-1]):
        space = draft.spaces[at]
        group = draft.group(space.group)
        color = group.color if group is not None and is_color(group.color) else ""
        shown.append((color, space.name))
    money = Numbers(DraftMoney(draft), _.language).money
    first, last = draft.spaces[streets[0]], draft.spaces[streets[-1]]
    return {
        "streets": shown,
        "dearest": money(last.price),
        "span": _(
            "{first} ({low}) to {last} ({high})",
            first=first.name,
            low=money(first.price),
            last=last.name,
            high=money(last.price),
        ),
    }


def start_view(
    maker: MakerState, saved: Sequence[SavedDraft], boards: Boards, way_back: str, _: Catalogue
) -> MakerStart:
    """What a board can begin with. ``way_back``: this device's role in a class that it can come back to."""
    beginnings: list[MakerBeginning] = []
    for id in EDITIONS:
        draft = printed_draft(id)
        beginnings.append(
            {
                "arg": id,
                "label": _.named(draft.name, "board"),
                "note": _("Its spaces, prices and cards, for you to change."),
                "bands": small_board(draft),
                **_pictured(draft, _),
            }
        )
    beginnings.append(
        {
            "arg": "",
            "label": _("Empty board"),
            "note": _("Plain names and the printed prices. It can be played at once."),
            "bands": [],
            "streets": [],
            "dearest": "",
            "span": "",
        }
    )
    example = example_draft()
    beginnings.append(
        {
            "arg": "",
            "label": _("Example: {name}", name=example.name),
            "note": _("A family’s lane, with cards and words of its own."),
            "bands": small_board(example),
            **_pictured(example, _),
        }
    )
    own = [table_of(draft.draft) for draft in saved]
    return {
        "tab": "start",
        "way_back": way_back,
        "beginnings": beginnings,
        "own": [
            {"value": id, "label": str(table["name"]), "chosen": False}
            for id, table in boards.items()
            if table not in own  # it was made here
        ],
        "saved": [
            {
                "id": draft.id,
                "name": draft.name or _("Board without a name"),
                "when": draft.when,
                "bands": small_board(draft.draft),
                "shared": draft.shared,
                "forgets": draft.id == maker.forgets,
            }
            for draft in saved
        ],
    }

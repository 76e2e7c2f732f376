"""The frame of the board maker: the board itself, its tabs, and what is left to do."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ....board_maker.part_values import keys_of
from ....engine.special_seats_and_ids import SPACES
from ....language.catalogue import Catalogue
from ..state.maker_state import TABS_OF_STUDENT, MakerState
from .maker_context import MakerContext

if TYPE_CHECKING:
    from .types import MakerFrame, MakerTab


_MOST_SHOWN: Final = 12  # things to fix


def _tabs(maker: MakerState, _: Catalogue) -> list[MakerTab]:
    named: tuple[tuple[str, str, str], ...] = (
        ("squares", _("Spaces"), "u-board"),
        ("cards", _("Cards"), "u-deeds"),
        ("words", _("Words and money"), "u-pencil"),
        ("fair", _("Fair?"), "u-curves"),
        ("print", _("Print"), "u-saves"),
        ("share", _("Share"), "u-link"),
        ("class", _("Class") if maker.task is None else _("Hand in"), "u-class"),
    )
    if maker.task is not None:
        keys = keys_of(maker.task.base, maker.task.spaces)
        no_cards = not any(key.startswith("card") for key in keys)
        named = tuple(
            row
            for row in named
            if row[0] in TABS_OF_STUDENT and not (row[0] == "cards" and no_cards)
        )
    return [
        {
            "id": id,
            "label": label,
            "short": _("Words") if id == "words" else "",
            "icon": icon,
            "here": id == maker.tab,
        }
        for id, label, icon in named
    ]


def frame_view(ctx: MakerContext) -> MakerFrame:
    """The frame around an open board."""
    maker, _ = ctx.maker, ctx._
    assert maker.history is not None
    count = len(ctx.problems)
    unsaved = maker.full or maker.unkept
    if unsaved:
        saved = _("not saved: this browser’s storage is full")
    else:
        saved = _("saved once you change it") if maker.fresh else _("saved on this device")
    return {
        "open": True,
        "refused": maker.refused[0],
        "why": maker.refused[1],
        "name": ctx.draft.name,
        "example": maker.example and maker.fresh,
        "copied_example": maker.example and not maker.fresh,
        "whole": maker.whole,
        "saved": saved,
        "unsaved": unsaved,
        "tabs": _tabs(maker, _),
        "undo": maker.history.can_undo,
        "redo": maker.history.can_redo,
        "squares": [ctx.square(at) for at in range(SPACES)],
        "left": _.count("{n} thing to fix", "{n} things to fix", count)
        if count
        else _("This board can be played."),
        "todo": ctx.problem_views(lambda problem: True)[:_MOST_SHOWN],
        "more": _.count(
            "{n} more thing is shown once these are fixed.",
            "{n} more things are shown once these are fixed.",
            count - _MOST_SHOWN,
        )
        if count > _MOST_SHOWN
        else "",
        "said": maker.said,
        "ready": not count,
    }


def closed_frame(maker: MakerState, _: Catalogue) -> MakerFrame:
    """The frame before a board is open."""
    return {
        "open": False,
        "refused": "",
        "why": "",
        "name": "",
        "example": False,
        "copied_example": False,
        "whole": False,
        "saved": "",
        "unsaved": False,
        "tabs": [],
        "undo": False,
        "redo": False,
        "squares": [],
        "left": "",
        "todo": [],
        "more": "",
        "said": maker.said,
        "ready": False,
    }

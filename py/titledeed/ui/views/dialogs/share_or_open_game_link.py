"""The views of a link that holds a game: the dialog with the address of a new link, and a question.

It asks whether to open the game of a received link."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from ....language.catalogue import Catalogue
from ...state import AppState

if TYPE_CHECKING:
    from ..types import LinkView
    from .types import ConfirmView

_LONG_LINK: Final = 2000  # characters; some programs cut longer addresses


def link_view(app: AppState) -> LinkView | None:
    """The view of the dialog with a link; None if no link was made."""
    shown = app.link
    if shown is None:
        return None
    _ = app.catalogue
    note = ""
    if len(shown.address) > _LONG_LINK:
        note = _(
            "The link has {n} characters. Some programs cut off links this long. "
            "Try it, or send the game as a file.",
            n=f"{len(shown.address):,}",
        )
    return {
        "id": shown.id,
        "address": shown.address,
        "trouble": _.sentence(shown.trouble) if shown.trouble else "",
        "note": note,
        "copied": shown.copied,
    }


def linked_view(_: Catalogue, names: Sequence[str], round_: int, over: bool) -> ConfirmView:
    """The question whether to open the game of a link."""
    where = _("over") if over else _("round {n}", n=round_)
    return {
        "title": _("Game from a link"),
        "text": _(
            "{players} · {where}. This opens as a new game and doesn’t replace any of "
            "your saved games.",
            players=_.series(names),
            where=where,
        ),
        "label": _("Open it as a new game"),
        "cancel": _("Not now"),
        "icon": "",
        "do": "open-link",
        "arg": "",
        "answer": "",
    }

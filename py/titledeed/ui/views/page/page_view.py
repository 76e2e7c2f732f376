"""The view of the page: the part of the state that each region shows.

``types`` has the types of the views, and ``regions`` lists the keys that each region reads.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import TYPE_CHECKING, Final

from ...state import AppState
from .. import odds_strip
from ..board.bank_houses_hotels_pot import bank_view
from ..board.board import board_view
from ..board.centre_dice_card_last_event import board_centre_view
from ..board.deed import deed_view
from ..board.player_list import seats_view
from ..setup import setup, start_page_board_with_owners_of_saved_game
from ..view_context_and_shared_parts import Cache, ViewContext
from .choose_prompt_by_phase import prompt_view
from .data_state_and_ask_attributes import page_state
from .edition_words import words_view
from .journal import BESIDE_THE_BOARD, journal_view
from .notices import notice_view, notices_view
from .region_templates_and_view_keys import keys_of
from .title_undo_and_limit_bar import game_view

if TYPE_CHECKING:
    from ..types import PageView, ScreenView, SetupView, StartView, TableRegions


# What the attributes of the page tell of, whatever regions are rendered.
_ALWAYS: Final = frozenset({"ask", "notices"})
_CENTRE: Final = frozenset({"dice", "card", "said", "moment", "meanwhile"})
_REGIONS: Final = frozenset({"game", "bank", "seats", "odds", "board", "journal", "deed"})
_ALL: Final = _ALWAYS | _CENTRE | _REGIONS


def page_view(
    app: AppState,
    saved: Callable[[], StartView],
    cache: Cache | None = None,
    only: Collection[str] = (),
) -> PageView:
    """The view, with the keys that the templates read.

    ``saved``: makes the start page's view of what is stored. ``only``: the regions
    for which the view of a game is; what other regions read is left empty in it. () is for all."""
    cache = cache or Cache()
    screen: ScreenView
    form: SetupView | None = None
    if app.session is None:
        form = {
            **setup.setup_view(
                app.setup,
                app.catalogue,
                app.boards,
                app.written,
                error=app.setup_error,
                trial=app.trial,
            ),
            **saved(),
            "look": start_page_board_with_owners_of_saved_game.look_view(app, cache),
        }
        notices = [notice_view(None, notice) for notice in app.notices]
        screen = {**_no_table(), "screen": "setup", "state": "setup", "notices": notices}
    else:
        cache.look = None  # the form is not on the page
        needed = _ALWAYS.union(*map(keys_of, only)) if only else _ALL
        screen = table_view(ViewContext(app, cache), needed)
    return {
        "lang": app.catalogue.language,
        "ui": {
            "theme": app.settings.theme,
            "speed": app.settings.speed,
            "size": app.settings.size,
            "motion": app.settings.motion,
        },
        "keys": app.settings.keys,
        "w": words_view(app.catalogue),
        "setup": form,
        **screen,
    }


def _no_table() -> TableRegions:
    """The regions of the table when there is no game."""
    return {
        "game": None,
        "faces": False,
        "bank": None,
        "seats": [],
        "odds": None,
        "board": None,
        "dice": None,
        "card": None,
        "said": None,
        "moment": None,
        "meanwhile": None,
        "journal": [],
        "notices": [],
        "deed": None,
        "ask": None,
    }


def table_view(ctx: ViewContext, needed: frozenset[str] = _ALL) -> ScreenView:
    """The regions of a game, with these keys; the others are empty."""
    asked = prompt_view(ctx)
    view: ScreenView = {
        **_no_table(),
        "screen": "table",
        "state": page_state(ctx),
        "faces": ctx.app.characters is not None,
        "notices": notices_view(ctx, asked["kind"]),
        "ask": asked,
    }
    if "game" in needed:
        view["game"] = game_view(ctx)
    if "bank" in needed:
        view["bank"] = bank_view(ctx)
    if "seats" in needed:
        view["seats"] = seats_view(ctx)
    if "odds" in needed:
        view["odds"] = odds_strip.odds_strip_view(ctx)
    if "board" in needed:
        view["board"] = board_view(ctx)
    if _CENTRE & needed:
        centre = board_centre_view(ctx)
        view = {**view, **centre}
    if "journal" in needed:
        view["journal"] = journal_view(ctx, BESIDE_THE_BOARD)
    if "deed" in needed:
        view["deed"] = deed_view(ctx, ctx.app.deed, "deed-side")
    return view

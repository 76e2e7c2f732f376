"""The views of the open dialogs, each with its template."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from ...engine.asks import (
    AskBid,
)
from ...engine.special_seats_and_ids import NOBODY
from ...storage.store import Store
from .. import setup_form
from ..button_keys import EXPLAINED
from ..state import AppState, OpenDialog
from . import (
    auction,
    finished_games_statistics,
    how_to_play_and_tour,
    property_manager,
    saved_games,
    trade,
)
from . import rules_clause_book_comparison_search as rules
from .board import board
from .board.deed import deed_view
from .dialogs import confirm_questions, player_dialog, settings_dialog, share_or_open_game_link
from .ending import standings_and_wealth as view_over
from .page.edition_words import words_view
from .page.journal import journal_view
from .setup import bot_profiles
from .view_context_and_shared_parts import Cache, ViewContext

if TYPE_CHECKING:
    from .dialogs.types import (
        ConfirmDialog,
        HelpDialog,
        HelpView,
        LinkDialog,
        OpponentsDialog,
        RenameDialog,
        ResultsDialog,
        RulesDialog,
        SavesDialog,
        SettingsDialog,
        WhyDialog,
    )
    from .types import (
        CeilingDialog,
        DeedDialog,
        JournalDialog,
        ManagerDialog,
        OverDialog,
        SeatDialog,
        SpacesDialog,
        TradeDialog,
    )

JOURNAL_LINES: Final = 600


def view_of(
    app: AppState, dialog: OpenDialog, store: Store, cache: Cache | None = None
) -> tuple[str, Mapping[str, object]] | None:
    """Return the template and the view of a dialog, or None if it has nothing to show and is to be closed."""
    cache = cache or Cache()
    view: Mapping[str, object] | None = None
    if dialog.id in OF_A_GAME:
        if app.session is not None:
            view = OF_A_GAME[dialog.id](ViewContext(app, cache), dialog)
    else:
        view = OF_THE_PAGE[dialog.id](app, dialog, store, cache)
    if view is None:
        return None
    common = {"w": words_view(app.catalogue), "lang": app.catalogue.language}
    return f"dialogs/{dialog.id}.html", {**common, **view}


# ---------------------------------------------------------------- dialogs of a game


def _deed(ctx: ViewContext, dialog: OpenDialog) -> DeedDialog:
    return {"deed": deed_view(ctx, int(dialog.arg), "deed-dialog")}


def _seat(ctx: ViewContext, dialog: OpenDialog) -> SeatDialog:
    return {"who": player_dialog.who_view(ctx, int(dialog.arg))}


def _manager(ctx: ViewContext, dialog: OpenDialog) -> ManagerDialog | None:
    if not ctx.state.playing[dialog.seat] or not ctx.session.is_person(dialog.seat):
        return None
    only_raise = dialog.arg == "raise" and not ctx.session.quiet
    return {"manager": property_manager.manager_view(ctx, dialog.seat, only_raise)}


def _trade(ctx: ViewContext, dialog: OpenDialog) -> TradeDialog | None:
    draft = ctx.app.draft
    if draft is None or not ctx.state.playing[draft.seat]:
        return None
    if draft.partner != NOBODY and not ctx.state.playing[draft.partner]:
        draft = replace(draft, partner=NOBODY)  # the partner has left the game
    return {"trade": trade.trade_view(ctx, draft)}


def _spaces(ctx: ViewContext, dialog: OpenDialog) -> SpacesDialog:
    return {"board": board.board_view(ctx)}


def _journal(ctx: ViewContext, dialog: OpenDialog) -> JournalDialog:
    now = ctx._("round {n}", n=ctx.state.round)
    return {"journal": journal_view(ctx, JOURNAL_LINES), "now": now}


def _over(ctx: ViewContext, dialog: OpenDialog) -> OverDialog:
    return {"over": view_over.over_view(ctx)}


def _ceiling(ctx: ViewContext, dialog: OpenDialog) -> CeilingDialog | None:
    ask = ctx.state.ask
    if not isinstance(ask, AskBid) or ask.seat != dialog.seat:
        return None
    return {"ceiling": auction.ceiling_view(ctx, ask, dialog.arg)}


OF_A_GAME: Final[dict[str, Callable[[ViewContext, OpenDialog], Mapping[str, object] | None]]] = {
    "deed": _deed,
    "seat": _seat,
    "manager": _manager,
    "trade": _trade,
    "spaces": _spaces,
    "journal": _journal,
    "over": _over,
    "ceiling": _ceiling,
}


# ---------------------------------------------------------------- dialogs that need no game


def _devices(
    app: AppState, dialog: OpenDialog, store: Store, cache: Cache
) -> Mapping[str, object] | None:
    return app.several.view() if app.several is not None else None


def _paper(
    app: AppState, dialog: OpenDialog, store: Store, cache: Cache
) -> Mapping[str, object] | None:
    return app.paper(dialog.arg) if app.paper is not None else None


def _opponents(app: AppState, dialog: OpenDialog, store: Store, cache: Cache) -> OpponentsDialog:
    return {"opponents": bot_profiles.opponents_view(app.catalogue)}


def _help(app: AppState, dialog: OpenDialog, store: Store, cache: Cache) -> HelpDialog:
    return {"help": help_page(app)}


def _rules(app: AppState, dialog: OpenDialog, store: Store, cache: Cache) -> RulesDialog:
    return {"rules": rules.rules_view(app, cache)}


def _why(app: AppState, dialog: OpenDialog, store: Store, cache: Cache) -> WhyDialog:
    return {"clause": rules.why_view(app, dialog.arg)}


def _settings(app: AppState, dialog: OpenDialog, store: Store, cache: Cache) -> SettingsDialog:
    return {
        "settings": settings_dialog.settings_view(app),
        "offline": settings_dialog.offline_text(app),
    }


def _saves(app: AppState, dialog: OpenDialog, store: Store, cache: Cache) -> SavesDialog:
    return {"saves": saved_games.saves_view(app, store.games())}


def _link(app: AppState, dialog: OpenDialog, store: Store, cache: Cache) -> LinkDialog | None:
    link = share_or_open_game_link.link_view(app)
    return {"link": link} if link else None


def _rename(app: AppState, dialog: OpenDialog, store: Store, cache: Cache) -> RenameDialog | None:
    game = next((game for game in store.games() if game.id == dialog.arg), None)
    return {"rename": {"id": game.id, "title": game.title}} if game else None


def _results(app: AppState, dialog: OpenDialog, store: Store, cache: Cache) -> ResultsDialog:
    return {"results": finished_games_statistics.results_view(app)}


def _confirm(app: AppState, dialog: OpenDialog, store: Store, cache: Cache) -> ConfirmDialog:
    return {"confirm": confirm_questions.confirm_view(app, dialog)}


OF_THE_PAGE: Final[
    dict[str, Callable[[AppState, OpenDialog, Store, Cache], Mapping[str, object] | None]]
] = {
    "help": _help,
    "opponents": _opponents,
    "rules": _rules,
    "why": _why,
    "settings": _settings,
    "saves": _saves,
    "link": _link,
    "rename": _rename,
    "confirm": _confirm,
    "devices": _devices,
    "results": _results,
    "paper": _paper,
}


def help_page(app: AppState) -> HelpView:
    """The help page: how to play by the rules of the game, or of those chosen in the set-up form."""
    return {
        **how_to_play_and_tour.how_to_play(app),
        "tour": app.session is not None,
        "letters": [{"key": key, "text": app.catalogue(text)} for key, text in EXPLAINED],
    }


def setup_fields(app: AppState) -> dict[str, str]:
    """The set-up form's fields; the defaults if it has too few seats."""
    return (
        app.setup
        if setup_form.seat_count(app.setup) >= setup_form.FEWEST
        else setup_form.default_fields()
    )

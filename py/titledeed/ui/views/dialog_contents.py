"""The views of the open dialogs, each with its template."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from ...engine.asks import (
    AskBid,
    Over,
)
from ...engine.special_seats_and_ids import NOBODY
from ...storage.store import Store
from .. import setup_form
from ..settings import ALL, Check, SettingChoice
from ..state import AppState, OpenDialog
from . import (
    auction,
    finished_games_statistics,
    how_to_play_and_tour,
    player_dialog,
    property_manager,
    rules,
    saved_games,
    trade,
)
from .board import board
from .board.deed import deed_view
from .ending import standings_and_wealth as view_over
from .page.edition_words import words_view
from .page.journal import journal_view
from .setup import bot_profiles
from .view_context_and_shared_parts import Cache, ViewContext

if TYPE_CHECKING:
    from .types import (
        CeilingDialog,
        ChoiceOption,
        ConfirmDialog,
        ConfirmView,
        DeedDialog,
        HelpDialog,
        HelpView,
        JournalDialog,
        LinkDialog,
        ManagerDialog,
        OpponentsDialog,
        OverDialog,
        RenameDialog,
        ResultsDialog,
        RulesDialog,
        SavesDialog,
        SeatDialog,
        SettingRow,
        SettingsDialog,
        SpacesDialog,
        TradeDialog,
        WhyDialog,
    )

JOURNAL_LINES: Final = 600


def view_of(
    app: AppState, dialog: OpenDialog, store: Store, cache: Cache | None = None
) -> tuple[str, Mapping[str, object]] | None:
    """The template of a dialog and its view; None if it has nothing to show any more and is to be closed."""
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
    return {"journal": journal_view(ctx, JOURNAL_LINES)}


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


def _opponents(app: AppState, dialog: OpenDialog, store: Store, cache: Cache) -> OpponentsDialog:
    return {"opponents": bot_profiles.opponents_view(app.catalogue)}


def _help(app: AppState, dialog: OpenDialog, store: Store, cache: Cache) -> HelpDialog:
    return {"help": help_page(app)}


def _rules(app: AppState, dialog: OpenDialog, store: Store, cache: Cache) -> RulesDialog:
    return {"rules": rules.rules_view(app, cache)}


def _why(app: AppState, dialog: OpenDialog, store: Store, cache: Cache) -> WhyDialog:
    return {"clause": rules.why_view(app, dialog.arg)}


def _settings(app: AppState, dialog: OpenDialog, store: Store, cache: Cache) -> SettingsDialog:
    return {"settings": settings_view(app), "offline": offline_text(app)}


def _saves(app: AppState, dialog: OpenDialog, store: Store, cache: Cache) -> SavesDialog:
    return {"saves": saved_games.saves_view(app, store.games())}


def _link(app: AppState, dialog: OpenDialog, store: Store, cache: Cache) -> LinkDialog | None:
    link = saved_games.link_view(app)
    return {"link": link} if link else None


def _rename(app: AppState, dialog: OpenDialog, store: Store, cache: Cache) -> RenameDialog | None:
    game = next((game for game in store.games() if game.id == dialog.arg), None)
    return {"rename": {"id": game.id, "title": game.title}} if game else None


def _results(app: AppState, dialog: OpenDialog, store: Store, cache: Cache) -> ResultsDialog:
    return {"results": finished_games_statistics.results_view(app)}


def _confirm(app: AppState, dialog: OpenDialog, store: Store, cache: Cache) -> ConfirmDialog:
    return {"confirm": confirm_view(app, dialog)}


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
}


def help_page(app: AppState) -> HelpView:
    """The help page: how to play by the rules of the game, or by those that the set-up form has chosen."""
    return {**how_to_play_and_tour.how_to_play(app), "tour": app.session is not None}


# ---------------------------------------------------------------- settings


def offline_text(app: AppState) -> str:
    """A sentence: whether this version is kept for offline use, and why if not."""
    _, (state, size, reason) = app.catalogue, app.offline
    match state:
        case "kept":
            mb = max(1, round(size / 1e6))
            return _(
                "This version is saved on this device and works offline. It takes up {n} MB.",
                n=mb,
            )
        case "file":
            return _("This copy runs from its own files and works offline.")
        case "insecure":
            return _("Not available offline: browsers only allow this on https addresses.")
        case "unsupported":
            return _("Not available offline: this browser or private window doesn’t save websites.")
        case "refused":
            return _(
                "Not available offline: the browser refused to save it ({why}). Title "
                "Deed will try again on your next visit.",
                why=reason,
            )
        case "failed":
            return _(
                "Not available offline: some files arrived changed or incomplete ({why}). "
                "Title Deed will try again on your next visit.",
                why=reason,
            )
    return _("This version is still being downloaded for offline use.")


def settings_view(app: AppState) -> list[SettingRow]:
    """The rows of the settings dialog."""
    return [_setting(app, setting) for setting in ALL]


def _setting(app: AppState, setting: SettingChoice | Check) -> SettingRow:
    _ = app.catalogue
    now: Any = getattr(app.settings, setting.name)
    kind = "check" if isinstance(setting, Check) else "choice"
    view: SettingRow = {
        "kind": kind,
        "name": setting.name,
        "label": _(setting.label),
        "note": _(setting.note) if setting.note else "",
    }
    if isinstance(setting, Check):
        return {**view, "on": now}
    options: list[ChoiceOption] = [
        {"value": value, "label": text if setting.names else _(text), "chosen": value == now}
        for value, text in setting.options.items()
    ]
    return {**view, "options": options}


# ---------------------------------------------------------------- questions


def confirm_view(app: AppState, dialog: OpenDialog) -> ConfirmView:
    """The question before an action that is hard to reverse. ``icon``: shown in the colour of danger, for
    what is lost; "" if nothing is."""
    _ = app.catalogue
    action, _dot, about = dialog.arg.partition(" ")
    if action == "resign":
        return {
            "title": _("Leave the game for good?"),
            "text": _(
                "Everything this player owns goes to the {bank}, and the properties are auctioned."
            ),
            "label": _("Resign"),
            "cancel": _("Play on"),
            "icon": "u-flag",
            "do": "",
            "arg": "",
            "answer": "resign",
        }
    if action == "bankrupt":
        return {
            "title": _("Go bankrupt?"),
            "text": _("Everything goes to the creditor, and the game goes on without this player."),
            "label": _("Go bankrupt"),
            "cancel": _("Play on"),
            "icon": "u-flag",
            "do": "",
            "arg": "",
            "answer": "bankrupt",
        }
    if action == "board":
        name = app.boards.get(about, {}).get("name", "")
        return {
            "title": _("Remove the board {name}?", name=name),
            "text": _("It disappears from the list. Games already started on it keep it."),
            "label": _("Remove"),
            "cancel": _("Keep it"),
            "icon": "u-trash",
            "do": "remove-board-now",
            "arg": about,
            "answer": "",
        }
    if action == "link" and app.linked_game is not None:
        names = [seat.name for seat in app.linked_game.game.record.seats]
        over = isinstance(app.linked_game.ask, Over)
        return saved_games.linked_view(_, names, app.linked_game.state.round, over)
    if action == "results":
        return {
            "title": _("Erase the statistics?"),
            "text": _("They’ll be gone for good. Saved games stay."),
            "label": _("Erase"),
            "cancel": _("Keep them"),
            "icon": "u-trash",
            "do": "erase-results-now",
            "arg": "",
            "answer": "",
        }
    return {
        "title": _("Delete this game?"),
        "text": _("It’s removed from this device. Right afterwards you can still bring it back."),
        "label": _("Delete"),
        "cancel": _("Keep it"),
        "icon": "u-trash",
        "do": "delete-now",
        "arg": about,
        "answer": "",
    }


def setup_fields(app: AppState) -> dict[str, str]:
    """The set-up form's fields; the defaults if it has too few seats."""
    return (
        app.setup
        if setup_form.seat_count(app.setup) >= setup_form.FEWEST
        else setup_form.default_fields()
    )

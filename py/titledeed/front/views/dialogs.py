"""The views of the open dialogs, each with its template."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from ...engine.words import NOBODY, AskBid, Over
from ...storage.store import Store
from ..desk import Desk, Sheet
from ..settings import ALL, Check, SettingChoice
from . import auction, board, guide, manager, regions, rules, saves, seat, trade
from . import over as view_over
from .bits import Cache, Data, Sight
from .ending import results
from .setup import opponents, setup

JOURNAL_LINES: Final = 600


def view_of(
    desk: Desk, sheet: Sheet, store: Store, cache: Cache | None = None
) -> tuple[str, Data] | None:
    """The template of a dialog and its view; None if it has nothing to show any more and is to be closed."""
    cache = cache or Cache()
    view: Data | None = None
    if sheet.id in OF_A_GAME:
        if desk.session is not None:
            view = OF_A_GAME[sheet.id](Sight(desk, cache), sheet)
    else:
        view = OF_THE_PAGE[sheet.id](desk, sheet, store, cache)
    if view is None:
        return None
    common = {"w": regions.words(desk.catalogue), "lang": desk.catalogue.language}
    return f"dialogs/{sheet.id}.html", {**common, **view}


# ---------------------------------------------------------------- dialogs of a game


def _deed(sight: Sight, sheet: Sheet) -> Data:
    return {"deed": board.deed(sight, int(sheet.arg), "deed-dialog")}


def _seat(sight: Sight, sheet: Sheet) -> Data:
    return {"who": seat.who(sight, int(sheet.arg))}


def _manager(sight: Sight, sheet: Sheet) -> Data | None:
    if not sight.state.playing[sheet.seat] or not sight.session.is_person(sheet.seat):
        return None
    only_raise = sheet.arg == "raise" and not sight.session.quiet
    return {"manager": manager.manager(sight, sheet.seat, only_raise)}


def _trade(sight: Sight, sheet: Sheet) -> Data | None:
    draft = sight.desk.draft
    if draft is None or not sight.state.playing[draft.seat]:
        return None
    if draft.partner != NOBODY and not sight.state.playing[draft.partner]:
        draft = replace(draft, partner=NOBODY)  # the partner has left the game
    return {"trade": trade.trade(sight, draft)}


def _spaces(sight: Sight, sheet: Sheet) -> Data:
    return {"board": board.board(sight)}


def _journal(sight: Sight, sheet: Sheet) -> Data:
    return {"journal": regions.journal(sight, JOURNAL_LINES)}


def _over(sight: Sight, sheet: Sheet) -> Data:
    return {"over": view_over.over(sight)}


def _ceiling(sight: Sight, sheet: Sheet) -> Data | None:
    ask = sight.state.ask
    if not isinstance(ask, AskBid) or ask.seat != sheet.seat:
        return None
    return {"ceiling": auction.ceiling(sight, ask, sheet.arg)}


OF_A_GAME: Final[dict[str, Callable[[Sight, Sheet], Data | None]]] = {
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


def _devices(desk: Desk, sheet: Sheet, store: Store, cache: Cache) -> Data | None:
    return desk.several.view() if desk.several is not None else None


def _opponents(desk: Desk, sheet: Sheet, store: Store, cache: Cache) -> Data:
    return {"opponents": opponents.opponents(desk.catalogue)}


def _help(desk: Desk, sheet: Sheet, store: Store, cache: Cache) -> Data:
    return {"help": help_page(desk)}


def _rules(desk: Desk, sheet: Sheet, store: Store, cache: Cache) -> Data:
    return {"rules": rules.rules(desk, cache)}


def _why(desk: Desk, sheet: Sheet, store: Store, cache: Cache) -> Data:
    return {"clause": rules.why(desk, sheet.arg)}


def _settings(desk: Desk, sheet: Sheet, store: Store, cache: Cache) -> Data:
    return {"settings": settings(desk), "offline": offline(desk)}


def _saves(desk: Desk, sheet: Sheet, store: Store, cache: Cache) -> Data:
    return {"saves": saves.saves(desk, store.games())}


def _link(desk: Desk, sheet: Sheet, store: Store, cache: Cache) -> Data | None:
    link = saves.link(desk)
    return {"link": link} if link else None


def _rename(desk: Desk, sheet: Sheet, store: Store, cache: Cache) -> Data | None:
    game = next((game for game in store.games() if game.id == sheet.arg), None)
    return {"rename": {"id": game.id, "title": game.title}} if game else None


def _confirm(desk: Desk, sheet: Sheet, store: Store, cache: Cache) -> Data:
    return {"confirm": confirm(desk, sheet)}


OF_THE_PAGE: Final[dict[str, Callable[[Desk, Sheet, Store, Cache], Data | None]]] = {
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
    "results": lambda desk, *_: {"results": results.results(desk)},
}


def help_page(desk: Desk) -> Data:
    """The help page: how to play by the rules of the game, or by those that the set-up form has chosen."""
    return {**guide.how_to_play(desk), "tour": desk.session is not None}


# ---------------------------------------------------------------- settings


def offline(desk: Desk) -> str:
    """A sentence: whether this version is kept for offline use, and why if not."""
    _, (state, size, why) = desk.catalogue, desk.offline
    match state:
        case "kept":
            mb = max(1, round(size / 1e6))
            return _(
                "This version is kept on this device, and plays without a network. It takes {n} MB.",
                n=mb,
            )
        case "file":
            return _("This edition plays from its files and needs no network.")
        case "insecure":
            return _(
                "This version is not kept for use without a network: browsers keep only sites whose address "
                "begins with https."
            )
        case "unsupported":
            return _(
                "This version is not kept for use without a network: this browser, or this private window, "
                "keeps no sites."
            )
        case "refused":
            return _(
                "This version is not kept for use without a network: the browser refused it ({why}). The "
                "next visit tries again.",
                why=why,
            )
        case "failed":
            return _(
                "This version is not kept for use without a network: not all of it arrived as it was "
                "published ({why}). The next visit tries again.",
                why=why,
            )
    return _("This version is being downloaded for use offline. It is not complete yet.")


def settings(desk: Desk) -> list[Data]:
    """The rows of the settings dialog."""
    return [_setting(desk, setting) for setting in ALL]


def _setting(desk: Desk, setting: SettingChoice | Check) -> Data:
    _ = desk.catalogue
    now: Any = getattr(desk.settings, setting.name)
    view: Data = {
        "name": setting.name,
        "label": _(setting.label),
        "note": _(setting.note) if setting.note else "",
    }
    if isinstance(setting, Check):
        return {**view, "kind": "check", "on": now}
    options = [
        {"value": value, "label": text if setting.names else _(text), "chosen": value == now}
        for value, text in setting.options.items()
    ]
    return {**view, "kind": "choice", "options": options}


# ---------------------------------------------------------------- questions


def confirm(desk: Desk, sheet: Sheet) -> Data:
    """The question before an action that is hard to reverse. ``icon``: shown in the colour of danger, for
    what is lost; "" if nothing is."""
    _ = desk.catalogue
    action, _dot, about = sheet.arg.partition(" ")
    if action == "resign":
        return {
            "title": _("Leave the game for good?"),
            "text": _("Everything this player owns goes to the {bank} and is auctioned."),
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
        name = desk.boards.get(about, {}).get("name", "")
        return {
            "title": _("Remove the board {name}?", name=name),
            "text": _("It leaves the list. Games that are played on it keep it."),
            "label": _("Remove"),
            "cancel": _("Keep it"),
            "icon": "u-trash",
            "do": "remove-board-now",
            "arg": about,
            "answer": "",
        }
    if action == "link" and desk.linked is not None:
        names = [seat.name for seat in desk.linked.game.record.seats]
        over = isinstance(desk.linked.ask, Over)
        return saves.linked(_, names, desk.linked.state.round, over)
    if action == "results":
        return {
            "title": _("Erase the statistics?"),
            "text": _("They are gone for good. Saved games stay."),
            "label": _("Erase"),
            "cancel": _("Keep them"),
            "icon": "u-trash",
            "do": "erase-results-now",
            "arg": "",
            "answer": "",
        }
    return {
        "title": _("Delete this game?"),
        "text": _("It leaves this device; you can still bring it back right afterwards."),
        "label": _("Delete"),
        "cancel": _("Keep it"),
        "icon": "u-trash",
        "do": "delete-now",
        "arg": about,
        "answer": "",
    }


def setup_fields(desk: Desk) -> dict[str, str]:
    """The set-up form's fields; the defaults if it has too few seats."""
    return desk.setup if setup.count(desk.setup) >= setup.FEWEST else setup.defaults()

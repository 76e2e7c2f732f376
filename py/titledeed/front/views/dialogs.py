"""The open dialogs: which template shows each, and what it is given."""

from __future__ import annotations

from typing import Any

from ...engine.words import NOBODY, AskBid, Over, Unloadable
from ...language.catalogue import LANGUAGES
from ...storage.store import Store
from ..desk import Desk, Sheet
from . import board, guide, regions, rules, saves, setup, trade
from . import over as view_over
from .bits import Sight, View

# Dialogs that can be opened without a game.
ALWAYS = frozenset({"why", "rules", "help", "settings", "saves", "rename", "confirm"})


def view_of(desk: Desk, sheet: Sheet, store: Store) -> tuple[str, View] | None:
    """The template and what it is given; None where the dialog has nothing to show any more."""
    made = _made(desk, sheet, store)
    if made is None:
        return None
    template, given = made
    return template, {"w": regions.words(desk.catalogue), "lang": desk.catalogue.language, **given}


def _made(desk: Desk, sheet: Sheet, store: Store) -> tuple[str, View] | None:
    if desk.session is None:
        return _without_game(desk, sheet, store)
    sight = Sight(desk)
    state = sight.state
    match sheet.id:
        case "deed":
            space = int(sheet.arg)
            return "dialogs/deed.html", {"deed": board.deed(sight, space, "deed-dialog")}
        case "seat":
            who = trade.who(sight, int(sheet.arg))
            return "dialogs/seat.html", {"who": who}
        case "manager":
            if not state.playing[sheet.seat] or not desk.session.is_person(sheet.seat):
                return None
            only_raise = sheet.arg == "raise" and not sight.session.quiet
            made = trade.manager(sight, sheet.seat, only_raise)
            return "dialogs/manager.html", {"manager": made}
        case "trade":
            draft = desk.draft
            if draft is None or not state.playing[draft.seat]:
                return None
            if draft.partner != NOBODY and not state.playing[draft.partner]:
                draft.partner = NOBODY
            return "dialogs/trade.html", {"trade": trade.trade(sight, draft)}
        case "spaces":
            return "dialogs/spaces.html", {"board": board.board(sight)}
        case "journal":
            return "dialogs/journal.html", {"journal": regions.journal(sight, 600)}
        case "over":
            return "dialogs/over.html", {"over": view_over.over(sight)}
        case "ceiling":
            ask = state.ask
            if not isinstance(ask, AskBid) or ask.seat != sheet.seat:
                return None
            return "dialogs/ceiling.html", {"ceiling": trade.ceiling(sight, ask, sheet.arg)}
        case _:
            return _without_game(desk, sheet, store)


def _without_game(desk: Desk, sheet: Sheet, store: Store) -> tuple[str, View] | None:
    match sheet.id:
        case "help":
            return "dialogs/help.html", {"help": help_page(desk)}
        case "rules":
            return "dialogs/rules.html", {"rules": rules.rules(desk)}
        case "why":
            try:
                return "dialogs/why.html", {"clause": rules.why(desk, sheet.arg)}
            except Unloadable:
                return None
        case "settings":
            return "dialogs/settings.html", {"settings": settings(desk)}
        case "saves":
            return "dialogs/saves.html", {"saves": saves.saves(desk, store.games())}
        case "link":
            link = saves.link(desk)
            return ("dialogs/link.html", {"link": link}) if link else None
        case "rename":
            facts = next((f for f in store.games() if f.id == sheet.arg), None)
            if facts is None:
                return None
            return "dialogs/rename.html", {"rename": {"id": facts.id, "title": facts.title}}
        case "confirm":
            return "dialogs/confirm.html", {"confirm": confirm(desk, sheet)}
        case _:
            return None


def help_page(desk: Desk) -> View:
    """How to play by the rules in force, or by those that are chosen."""
    return {**guide.how_to_play(desk), "tour": desk.session is not None}


# ---------------------------------------------------------------- settings


def settings(desk: Desk) -> list[View]:
    """How people like the page."""
    _, chosen = desk.catalogue, desk.settings

    def choice(name: str, label: str, note: str, options: list[tuple[str, str]]) -> View:
        now: Any = getattr(chosen, name)
        return {
            "kind": "choice",
            "name": name,
            "label": label,
            "note": note,
            "options": [
                {"value": value, "label": text, "chosen": value == now} for value, text in options
            ],
        }

    return [
        choice(
            "theme",
            _("Theme"),
            "",
            [("auto", _("as the system")), ("light", _("light")), ("night", _("night"))],
        ),
        choice(
            "speed",
            _("Speed of play"),
            "",
            [("normal", _("normal")), ("brisk", _("brisk")), ("instant", _("instant"))],
        ),
        choice(
            "motion",
            _("Motion"),
            _("Less motion: nothing walks, turns or flies, at any speed."),
            [("auto", _("as the system")), ("less", _("less motion"))],
        ),
        choice(
            "sound",
            _("Sound"),
            "",
            [("off", _("off")), ("soft", _("soft")), ("medium", _("medium")), ("loud", _("loud"))],
        ),
        choice(
            "size",
            _("Size"),
            "",
            [("normal", _("normal")), ("projector", _("large, for a projector"))],
        ),
        choice(
            "language",
            _("Language"),
            "",
            list(LANGUAGES.items()),
        ),
        {
            "kind": "check",
            "name": "undo_dice",
            "label": _("Undo goes back behind a throw"),
            "note": _("The dice do not change by it: the same throw comes again."),
            "on": chosen.undo_dice,
        },
    ]


# ---------------------------------------------------------------- questions


def confirm(desk: Desk, sheet: Sheet) -> View:
    """A question before something that is not easily put right. ``icon``: what is lost by it, shown
    beside the colour of danger; without one nothing is."""
    _ = desk.catalogue
    what, _dot, about = sheet.arg.partition(" ")
    if what == "resign":
        return {
            "title": _("Leave the game for good?"),
            "text": _("All that this player owns goes to the {bank} and is auctioned."),
            "label": _("Resign"),
            "cancel": _("Play on"),
            "icon": "u-flag",
            "do": "",
            "arg": "",
            "answer": "resign",
        }
    if what == "link" and desk.linked is not None:
        names = [seat.name for seat in desk.linked.game.record.seats]
        over = isinstance(desk.linked.ask, Over)
        return saves.linked(_, names, desk.linked.state.round, over)
    return {
        "title": _("Delete this game?"),
        "text": _("It is gone from this device, unless you bring it back right afterwards."),
        "label": _("Delete"),
        "cancel": _("Keep it"),
        "icon": "u-trash",
        "do": "delete-now",
        "arg": about,
        "answer": "",
    }


def setup_fields(desk: Desk) -> dict[str, str]:
    """The set-up form's fields, never without seats."""
    return desk.setup if setup.count(desk.setup) >= setup.FEWEST else setup.defaults()

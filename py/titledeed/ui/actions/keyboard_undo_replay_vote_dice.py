"""The keys that trigger an action."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from ..state import AppState
from .declare_actions import Needs


@dataclass(frozen=True)
class Key:
    """The action that a key triggers. ``fields``: the types of input fields in which it also works.

    ``single``: it is a letter, and works only while the settings allow single keys."""

    do: str
    arg: str = ""
    needs: Needs = Needs.GAME
    fields: tuple[str, ...] = ()
    single: bool = False


# Types of fields without text, which have no undo of their own.
_UNWRITTEN: Final = ("range", "radio", "checkbox")
KEYS: Final = {
    "mod+z": Key("undo", fields=_UNWRITTEN),
    "mod+shift+z": Key("redo", fields=_UNWRITTEN),
    "mod+y": Key("redo", fields=_UNWRITTEN),
    "pageup": Key("replay-by", "turn -1", Needs.REPLAY, ("range",)),
    "pagedown": Key("replay-by", "turn 1", Needs.REPLAY, ("range",)),
    "arrowleft": Key("replay-by", "answer -1", Needs.REPLAY),
    "arrowright": Key("replay-by", "answer 1", Needs.REPLAY),
    "k": Key("show-keys", single=True),
    # On some keyboards it is a sign of its own.
    "?": Key("open-help", "keys", single=True),
    "shift+?": Key("open-help", "keys", single=True),
}
# The menu, a region that is also a dialog. It hides the rest of the page while it is open.
MENU: Final = "menu"
# Keys that count hands in a vote that has the focus.
VOTING: Final = frozenset({*"123456789", "arrowleft", "arrowright", "arrowup", "arrowdown"})
# The keys without modifiers, in lower case; the page reports no others.
KEY_NAMES: Final = VOTING | frozenset(name.rpartition("+")[2] for name in KEYS)
# Keys for dice that are entered by hand.
DIGITS: Final = frozenset({*"123456", "Backspace"})


def key_for(app: AppState, key: str, where: str, field: str) -> Key | None:
    """Return the meaning of a key where it was pressed, or None if it has none.

    ``where`` is the region or dialog, ``field`` the type of the field or "". Inside a dialog or the menu
    no key has a meaning here. The keys of a replay have none in regions other than the panel ("ask")."""
    meant = KEYS.get(key)
    if meant is None or (meant.single and not app.settings.keys):
        return None
    if (field and field not in meant.fields) or not meant.needs.met(app):
        return None
    if _in_dialog(app, where):
        return None
    if meant.needs is Needs.REPLAY and where not in ("", "ask"):
        return None
    return meant


def takes_button_keys(app: AppState, where: str, field: str) -> bool:
    """Whether a key pressed there may press a button of the question (``button_keys``)."""
    if not app.settings.keys or app.session is None or app.lab is not None or field:
        return False
    return not _in_dialog(app, where)


def _in_dialog(app: AppState, where: str) -> bool:
    return where.startswith("dlg-") or where == MENU or (not where and bool(app.open_dialogs))

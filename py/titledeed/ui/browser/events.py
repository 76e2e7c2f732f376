"""Reports the page's events (clicks, forms, keys, files, the address) to the dispatcher."""

from __future__ import annotations

from typing import Any, Final

import js
from pyodide.ffi import create_proxy, jsnull

from ...engine.parsing.untrusted_input import json_value
from ...storage.game_storage_keys import PREFIX
from ..actions.arrow_keys_move_square_focus import led_to
from ..actions.dispatcher import Dispatcher
from ..actions.keyboard_undo_replay_vote_dice import DIGITS, KEY_NAMES, MENU
from ..actions.share_link import MARK, TABLE_MARK
from ..button_keys import MAIN, MAIN_KEY, digit, names_of
from ..page_port import Gesture
from ..views.page.region_templates_and_view_keys import REGIONS
from .dom_page import OWN, SHEET, DomPage, fields, note_sent

document: Any = js.document

# The places of the page. A gesture is reported with the nearest place around the element.
_PLACES: Final = ",".join([*(f"#{region}" for region in REGIONS), SHEET])
_KEYED: Final = f"#vote,{_PLACES}"  # places where keys have a meaning of their own
# The stored texts that the laboratory shows in all windows: worksheets, and a teacher's draft.
OF_LAB: Final = tuple(
    PREFIX + name for name in ("sheet/", "draft", "maker/", "workshop", "strategy-desk")
)
_DRAGGED: Final = "text/x-space"  # the type of what is dragged in the board maker
_PRESSED: Final = "[data-answer],[data-do],[data-why]"
_PRESSING: Final = frozenset({"Enter", " "})  # the keys that press a button
_MAIN: Final = "#ask .btn.go"  # the main button of the question
_ENTERED: Final = "form[data-enter]"  # a dialog's form that Enter submits, whatever has the focus
_KEYED_PLACES: Final = ":is(#ask, #notices, #tools)"
_AT_ONCE: Final = "[data-do=skip], [data-do=pause]"  # works during motions too
_VEIL: Final = "veil"  # behind an open dialog (DomPage.open)
_CONTROL: Final = "button, a, summary, label, input, select, textarea"
_HASTE: Final = 400.0  # milliseconds after a key that ended motions, in which another does nothing


class EventListeners:
    """Listens to events for as long as the page is open."""

    def __init__(self, page: DomPage, dispatcher: Dispatcher) -> None:
        """Add one listener for each kind of event."""
        self._page = page
        self._hands = dispatcher
        self._hurried = float("-inf")  # the time at which a key last ended motions
        page.received = dispatcher.imported
        for kind, call in (
            ("click", self._click),
            ("submit", self._submit),
            ("change", self._change),
            ("input", self._type),
            ("keydown", self._key),
        ):
            document.addEventListener(kind, create_proxy(call))
        document.addEventListener("close", create_proxy(self._closed), True)
        document.addEventListener(
            "kept-or-not", create_proxy(lambda _: dispatcher.offline_changed())
        )
        followed = create_proxy(self.follow_link)
        js.addEventListener("hashchange", followed)
        js.addEventListener("popstate", followed)
        js.addEventListener("pagehide", create_proxy(self._leave))
        js.addEventListener("storage", create_proxy(self._stored))
        document.addEventListener("dragstart", create_proxy(self._lift))
        document.addEventListener("dragover", create_proxy(self._drag))
        document.addEventListener("drop", create_proxy(self._drop))
        pointed = create_proxy(self._point)
        board = document.getElementById("board")
        board.addEventListener("pointerover", pointed)
        board.addEventListener("focusin", pointed)

    def follow_link(self, _event: Any = None) -> bool:
        """Report a link in the address's fragment, or the place to which the browser has gone back.

        Return whether there was a link or a place."""
        went = self._page.history.went()
        if went is None:
            return False
        fragment, been = went
        if been:
            self._hands.returned(fragment[1:])
        elif self._hands.late_screen(fragment) is not None:
            self._hands.open_link(fragment)
        elif fragment.startswith((MARK, TABLE_MARK)):
            self._page.history.forget()
            self._hands.open_link(fragment)
        else:
            return False
        return True

    def _stored(self, event: Any) -> None:
        """Report that another window has stored something of the laboratory."""
        key = str(event.key)
        if key.startswith(OF_LAB):
            self._hands.storage_changed(key)

    def _click(self, event: Any) -> None:
        element = event.target.closest(_PRESSED)
        if element is jsnull or element.tagName == "FORM":
            if event.target.id == _VEIL or self._backdrop(event.target):
                self._hands.handle_gesture(Gesture("escape"))
            elif event.detail <= 1 and event.target.closest(_CONTROL) is jsnull:
                self._hands.press()
            return
        if element.tagName == "A":
            event.preventDefault()
        js.performance.clearMarks("answer:start")
        js.performance.mark("answer:start")
        own = element.closest(OWN)
        if own is not jsnull:
            own.close()
        data = json_value(js.JSON.stringify(element.dataset))
        place = element.closest(_PLACES)
        notice = element.closest(".notice")
        self._hands.handle_gesture(
            Gesture(
                "click",
                where=_id(place),
                notice=_id(notice),
                answer=data.get("answer", ""),
                do=data.get("do", ""),
                arg=data.get("arg", ""),
                clauses=data.get("why", ""),
                barred=element.getAttribute("aria-disabled") == "true",
                again=event.detail > 1,
            )
        )

    def _backdrop(self, element: Any) -> bool:
        """Whether what was pressed is a modal dialog, and none of its contents.

        A press on the edge of a dialog that is not modal does not close it."""
        return bool(element.matches(SHEET) and element.matches(":modal"))

    def _submit(self, event: Any) -> None:
        event.preventDefault()
        form = event.target
        note_sent(form)
        place = form.closest(_PLACES)
        self._hands.handle_gesture(
            Gesture(
                "submit",
                where=_id(place),
                form=_attribute(form, "data-answer-form"),
                do=_attribute(form, "data-do"),
                arg=_attribute(form, "data-arg"),
                fields=fields(form),
            )
        )

    def _change(self, event: Any) -> None:
        self._entered(event.target.closest("form[data-do]"), "change")

    def _type(self, event: Any) -> None:
        """Report each letter typed in the forms that ask for that (``data-typing``)."""
        self._entered(event.target.closest("form[data-typing]"), "type")

    def _leave(self, _event: Any) -> None:
        """Report a field in which somebody types when the page closes, as if the field had been left.

        Only in forms that are saved as they are typed."""
        self._entered(document.activeElement.closest("form[data-typing]"), "change")
        self._page.scroll_position.remember()

    def _entered(self, form: Any, kind: str) -> None:
        if form is jsnull:
            return
        place = form.closest(_PLACES)
        self._hands.handle_gesture(
            Gesture(
                kind,
                where=_id(place),
                do=form.getAttribute("data-do"),
                arg=_attribute(form, "data-arg"),
                fields=fields(form),
            )
        )

    def _key(self, event: Any) -> None:
        if event.defaultPrevented:
            return
        button = self._button_of(event)
        main = str(event.key).lower() in MAIN
        if button is not None and button.matches(_AT_ONCE):
            if not main:
                button.click()
            elif self._hands.main_key_skips():
                self._press_by_key(button, main=True)
            elif self._hurries(event):
                self._hurried = self._page.now()
            event.preventDefault()
            return
        if self._hurries(event):
            self._hurried = self._page.now()
            event.preventDefault()
            return
        name = str(event.key).lower()
        number = digit(name, str(event.code), shift=event.shiftKey)
        entered = number or str(event.key)
        if entered in DIGITS and self._at_the_dice(event):
            self._hands.handle_gesture(Gesture("digit", arg=entered))
            return
        if event.key == "Escape":
            # The browser closes the topmost dialog by itself after this event. If the dispatcher closed
            # one too, two dialogs would close.
            if document.querySelector("dialog[open]") is not jsnull:
                if document.querySelector(f"{OWN}[open]") is not jsnull:
                    return
                event.preventDefault()
            self._hands.handle_gesture(Gesture("escape"))
            return
        if self._over_the_board(event):
            event.preventDefault()
            return
        if button is not None:
            self._press_by_key(button, main=main)
            event.preventDefault()
            return
        if self._submits(event):
            event.preventDefault()
            return
        name = number or name
        if name not in KEY_NAMES or event.altKey:
            return
        held = (("mod", event.ctrlKey or event.metaKey), ("shift", event.shiftKey and not number))
        names = [modifier for modifier, down in held if down]
        key = "+".join([*names, name])
        if self._hands.key(key, _place_of(event.target), _field(event.target)):
            event.preventDefault()

    def _button_of(self, event: Any) -> Any:
        """Return the button that this key presses, or None. People must see the part of the card with it.

        Plus and minus have no buttons in a wide window."""
        if event.repeat or _modified(event):
            return None
        names = names_of(str(event.key), str(event.code), shift=event.shiftKey)
        target = event.target
        if not names or (MAIN_KEY in names and target.closest(_CONTROL) is not jsnull):
            return None
        if not self._hands.takes_button_keys(_place_of(target), _field(target)):
            return None
        for name in names:
            place = _MAIN if name == MAIN_KEY else f'{_KEYED_PLACES} [data-key="{name}"]'
            for button in document.querySelectorAll(f"{place}:not([aria-disabled=true])"):
                part = button.closest(".ask-card > *, .notice, .tools")
                if (button if part is jsnull else part).getClientRects().length:
                    return button
        return None

    def _press_by_key(self, button: Any, *, main: bool) -> None:
        """Press a button, unless the key was meant for what was there just before: to end motions that have
        just ended by themselves, or to go on (``main``) as a question about money appeared.

        The focus goes to the question, where the next decision is."""
        now = self._page.now()
        if now - self._hurried < _HASTE:
            self._hurried = now
            return
        if main and self._hands.asks_about_money_just_now():
            return
        if button.closest("#ask") is not jsnull:
            self._page.focus("#ask-title")
        button.click()

    def _submits(self, event: Any) -> bool:
        """Submit a dialog's form by Enter, where no control has the focus. Return whether there is one."""
        dialog = event.target.closest("dialog[open]")
        if event.key != "Enter" or event.repeat or _modified(event) or dialog is jsnull:
            return False
        form = dialog.querySelector(_ENTERED)
        if form is jsnull or event.target.closest(_CONTROL) is not jsnull:
            return False
        form.requestSubmit()
        return True

    def _hurries(self, event: Any) -> bool:
        """End motions by a key that does nothing else: a letter, Enter or the space bar.

        Return whether there were any. On a control, Enter and the space bar do what it is for."""
        if event.repeat or _modified(event) or (len(event.key) > 1 and event.key != "Enter"):
            return False
        typed = event.target.closest("input, select, textarea, dialog")
        pressed = event.key in _PRESSING and event.target.closest(_CONTROL) is not jsnull
        if typed is not jsnull or pressed:
            return False
        return self._hands.press()

    def _at_the_dice(self, event: Any) -> bool:
        """Return whether a digit is meant for the dice that are asked about.

        It is only while the dice have the focus, as speech input presses keys without its users'
        knowledge."""
        if _modified(event) or event.repeat:
            return False
        written_in = event.target.closest("input, select, textarea")
        return written_in is jsnull and event.target.closest("#ask:has(.pad)") is not jsnull

    def _over_the_board(self, event: Any) -> bool:
        """Move the focus from one square of the board to another. Return whether the key did so."""
        space = event.target.closest(".ring .space")
        if space is jsnull or _modified(event) or event.shiftKey:
            return False
        to = led_to(int(space.dataset.at), event.key)
        if to is None:
            return False
        space.closest(".ring").querySelector(f"[data-at='{to}'] button").focus()
        return True

    def _closed(self, event: Any) -> None:
        dialog = event.target
        if dialog.matches(SHEET) and not dialog.open:
            self._hands.handle_gesture(Gesture("closed", where=dialog.id))

    def _point(self, event: Any) -> None:
        if event.type == "pointerover" and event.pointerType != "mouse":
            return
        element = event.target.closest("[data-do=open-deed]")
        if element is not jsnull:
            self._hands.handle_gesture(Gesture("point", arg=element.getAttribute("data-arg")))

    def _drag(self, event: Any) -> None:
        # Without this a dropped file would replace the page.
        event.preventDefault()

    def _lift(self, event: Any) -> None:
        """A space of the board maker is dragged: say which one."""
        space = event.target.closest("[draggable][data-at]")
        if space is not jsnull:
            event.dataTransfer.setData(_DRAGGED, space.dataset.at)

    def _drop(self, event: Any) -> None:
        event.preventDefault()
        dragged = str(event.dataTransfer.getData(_DRAGGED))
        space = event.target.closest("[draggable][data-at]")
        if dragged and space is not jsnull:
            arg = f"{dragged} {space.dataset.at}"
            self._hands.handle_gesture(Gesture("click", do="maker-exchange", arg=arg))
            return
        self._page.take_files(event.dataTransfer.files)


def _modified(event: Any) -> bool:
    return bool(event.ctrlKey or event.altKey or event.metaKey)


def _id(element: Any) -> str:
    """An element's id, "" where there is none."""
    return "" if element is jsnull else str(element.id)


def _place_of(target: Any) -> str:
    """The region or dialog in which a key was pressed; ``MENU`` while the menu hides all others."""
    if document.querySelector(f"{OWN}[open]") is not jsnull:
        return MENU
    return _id(target.closest(_KEYED))


def _attribute(element: Any, name: str) -> str:
    value = element.getAttribute(name)
    return "" if value is jsnull else str(value)


def _field(target: Any) -> str:
    """The type of an input field, "" for anything else."""
    if target.tagName in ("BUTTON", "A", "SUMMARY"):
        return ""
    return str(getattr(target, "type", "") or "")

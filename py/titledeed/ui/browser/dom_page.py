"""The real page: changes the document and queries the browser.

It makes no decisions; ``events.py`` listens for people's input.

Each call from Python to JavaScript and back costs microseconds, so calls are few and large. A region of
the page is one text, and a pressed element is one JSON. Text becomes HTML in one place, ``_parsed``. It
comes from templates only, and these escape every value put into them.
"""

from __future__ import annotations

import asyncio
import os
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

import js
from pyodide.ffi import JsException, create_once_callable, create_proxy, jsnull, to_js
from pyscript.js_modules import boot, morphdom

from ...engine.parsing.untrusted_input import json_value
from ..dialog_place_and_modality import DIALOGS
from ..page_port import CarriedDeed, CodeEditor, Fence, Offline, PageNote
from ..setup_form import default_fields
from ..views.view_context_and_shared_parts import GROUPS
from . import storage, workers
from .history_entries_of_lab_screens import BrowserHistory
from .restore_worksheet_scroll import WorksheetScrollPosition

document: Any = js.document
root: Any = document.documentElement

# SHEET: the dialogs that this module opens and closes. OWN: those that start.js opens and closes.
SHEET: Final = "dialog.sheet"
OWN: Final = "dialog:not(.sheet)"
# A window this large has room for a dialog beside the board.
_ROOM: Final = "(min-width: 56em) and (min-height: 38em)"
# Attributes of the state that are written on <html> as data-NAME; and those on <body>, with their names.
_ON_ROOT: Final = ("theme", "speed", "size", "motion", "keys", "ask", "step", "saved")
# Of these, absent if off. Chromium passes over rules for attributes that no element around has; it reads
# the value of the others for each element of the page.
_ONLY_IF_ON: Final = ("motion", "keys", "link")
_ON_BODY: Final = {"screen": "screen", "game": "game", "kind": "ask", "tour": "tour"}
_MODAL: Final = "dialog:is(:modal, [aria-modal])"  # behind it, nobody can use anything
# What people could use behind such a dialog at a table.
_BEHIND: Final = "body > :is(.skip, .bar, aside, .announce, .sheet[open]), #table > *"
# A modal dialog has a live region of its own; its id is this and the dialog's id.
_HEARD: Final = "heard-in-"
_LARGEST_FILE: Final = 60_000_000  # characters: a whole run
_LARGEST_CHOSEN: Final = 100_000_000  # bytes: a zip of its games
_LARGEST_CODE: Final = 1200  # characters that a camera reads from a screen
_MOVERS: Final = ".die, .cube, .tok"
_OPEN_GAME: Final = "titledeed/open-game"
_ENTERED: Final = "titledeed/entered"
_SLIDE: Final = 600.0  # milliseconds that a smooth scroll may take
_AT_TOP: Final = 3  # pixels from the start that count as not scrolled, as browsers round
_DOWN: Final = frozenset({"ArrowDown", "PageDown", "End", " "})
_USED: Final = re.compile(r'<use[^>]* href="#([\w-]+)"')
_STRIP: Final = ".lab-nav, .class-tabs, .maker-tabs, .ws-path ol"
_TAB: Final = ":is(.lab-nav, .class-tabs, .maker-tabs, .ws-path) [aria-current]"
_PASSIVE: Final = to_js({"passive": True}, dict_converter=js.Object.fromEntries)  # scrolls at once

# Regions that preserve the details people have unfolded and the code they are typing.
_KEEPING: Final = frozenset({"setup", "dlg-rules", "lab", "dlg-devices"})


class DomPage:
    """Implements :class:`~titledeed.ui.page_port.Page`."""

    def __init__(self, templates: Any) -> None:
        self._templates = templates
        self._attributes: dict[str, str] = {}
        self._timers: dict[int, Any] = {}
        self._openers: dict[str, Any] = {}
        self._behind: list[Any] = []  # what is inert, or becomes so, behind a dialog with a veil
        self._morph: Any = morphdom.default
        self._inside = to_js({"childrenOnly": True}, dict_converter=js.Object.fromEntries)
        # Keep the details open that people have unfolded.
        keep = create_proxy(_keep_open)
        self._folding = to_js(
            {"childrenOnly": True, "onBeforeElUpdated": keep}, dict_converter=js.Object.fromEntries
        )
        leave = create_proxy(_leave_fields)
        self._around_fields = to_js(
            {"childrenOnly": True, "onBeforeElUpdated": leave}, dict_converter=js.Object.fromEntries
        )
        self._trusted = _trusted()
        self._still: Any = js.matchMedia("(prefers-reduced-motion: reduce)")
        self._dark: Any = js.matchMedia("(prefers-color-scheme: dark)")
        self._wide: Any = js.matchMedia(_ROOM)
        self._framed = create_proxy(self._frame)
        self._marked = create_proxy(self._mark)
        self._after_paint = create_proxy(self._call_painted)
        self._laid_out = js.ResizeObserver.new(create_proxy(self._slide))
        self._former_first: Any = None  # the item that was the first before new ones came
        self._tab = ""  # the current tab of the strip in #lab, as last shown
        self._slides_until = 0.0  # the time at which the journal's smooth scroll should be over
        self._slides_from = 0.0  # the distance from the list's start at which that scroll began
        self._read_until = 0.0  # the time until which a person's own scrolling may last
        self._anchors = bool(js.CSS.supports("overflow-anchor", "auto"))
        taken = create_proxy(self._taken)
        for kind in ("wheel", "touchmove", "keydown"):
            document.getElementById("journal").addEventListener(kind, taken, _PASSIVE)
        self._patches: list[
            tuple[str, str, Any]
        ] = []  # the one under way, and those that wait for it
        self._waits_for_paint = False
        self._when_painted: list[Callable[[], None]] = []
        self._audio: Any = None
        self._file: Any = None
        self._reading: Any = None
        self._fetching: dict[str, Any] = {}  # referenced here, or they could be collected too soon
        self._pool: workers.Pool | None = None
        self._thinker: workers.Pool | None = None
        self._copying: Any = None
        self._had_focus = ""  # a selector, for back_to_place
        self._drawing: Any = None
        self._asking: Any = None
        self.history = BrowserHistory()
        self.scroll_position = WorksheetScrollPosition()
        self.received: Callable[[str, str], None] = lambda name, text: None  # a file: name, text

    # ------------------------------------------------------------ showing

    def patch(self, region: str, html: str) -> None:
        self._next_patch(region, html, self._folding if region in _KEEPING else self._inside)

    def patch_around_fields(self, region: str, html: str) -> None:
        self._next_patch(region, html, self._around_fields)

    def _next_patch(self, region: str, html: str, options: Any) -> None:
        # A field that is removed while somebody types in it reports a change. That draws the page again
        # in the middle of this patch, so the new patch waits.
        self._patches.append((region, html, options))
        if len(self._patches) > 1:
            return
        try:
            while self._patches:
                self._patch(*self._patches[0])
                self._patches.pop(0)
        finally:
            self._patches.clear()

    def _patch(self, region: str, html: str, options: Any) -> None:
        element = document.getElementById(region)
        around = _around(element)
        if html:
            parsed = self._parsed(html)
            if element.tagName == "DIALOG":
                parsed.prepend(*(heard.cloneNode(True) for heard in _heard_in(element)))
            try:
                self._morph(element, parsed, options)
            except JsException as why:
                # Morphdom fails where an element with an id goes from beside an element into it.
                js.console.warn(f"#{region} could not be patched and was replaced: {why}")
                element.replaceChildren(*_heard_in(element), *self._parsed(html).childNodes)
        else:
            element.replaceChildren()
        _keep_focus(around)
        if region == "lab":
            self.scroll_position.restore_again()
            self._show_current_tab()

    def _show_current_tab(self) -> None:
        """Scroll a strip of tabs to the current one once that changes.

        Not all browsers know scroll-initial-target, and none follows it in a strip that is there already."""
        tab = document.querySelector(_TAB)
        named = "" if tab is jsnull else str(tab.textContent)
        if named and named != self._tab:
            strip = tab.closest(_STRIP)
            strip.scrollLeft = tab.offsetLeft - (strip.clientWidth - tab.offsetWidth) / 2
        self._tab = named

    def let_go(self, region: str) -> None:
        element = document.getElementById(region)
        active = document.activeElement
        if active is jsnull or active.isSameNode(element) or not element.contains(active):
            return
        _focus(element)

        def hold() -> None:
            if document.activeElement.isSameNode(element):
                _focus(element.querySelector("h1, h2, h3"))

        self.painted(hold)

    def items(self, place: str, html: str, count: int) -> None:
        element = document.querySelector(place)
        around = _around(element)
        came = []
        for item in list(self._parsed(html).children):
            there = document.getElementById(item.id)
            if there is jsnull:
                came.append(item)
            else:
                self._morph(there, item)
        first = element.firstElementChild
        if came and not self._wide.matches:
            # In a narrow window the journal scrolls with the page. Insert all its lines again, as the
            # browser would count each line that moves down as a layout shift.
            came += element.children
        elif came and first is not jsnull:
            # Measure once the browser has laid out everything. Measuring now would make it do so twice.
            self._former_first = self._former_first or first
            self._laid_out.observe(element)
        element.prepend(*came)
        for _ in range(element.childElementCount - count):
            element.lastElementChild.remove()
        _keep_focus(around)

    def _slide(self, *_: Any) -> None:
        """Scroll a list smoothly back to its new items, if it was at its beginning.

        The browser has left the former items in place."""
        self._laid_out.disconnect()
        first, self._former_first = self._former_first, None
        if not first.isConnected:
            return
        scroller = first.parentElement.parentElement
        newest = first.parentElement.firstElementChild.getBoundingClientRect()
        came = first.getBoundingClientRect().top - newest.top
        top = scroller.scrollTop
        if not self._anchors:
            # Safari 16.4 does not leave them in place. A person who reads stays there, and at the
            # list's beginning nothing slides.
            if top > 0:
                scroller.scrollTop = top + came
            return
        now = self.now()
        if top - came > (self._slides_from if now < self._slides_until else 0) + _AT_TOP:
            return  # somebody is reading older items
        if now < self._read_until:
            return
        self._slides_until, self._slides_from = now + _SLIDE, top
        moving = not self._still.matches and root.getAttribute("data-motion") != "less"
        how = {"top": 1, "behavior": "smooth" if moving else "auto"}
        scroller.scrollTo(to_js(how, dict_converter=js.Object.fromEntries))

    def _taken(self, event: Any) -> None:
        """Stop a list that is scrolling by itself, as somebody has begun to scroll it.

        A browser takes a while to scroll. Meanwhile no new line moves the list."""
        if event.type == "keydown" and event.key not in _DOWN:
            return
        now = self.now()
        if now < self._slides_until:
            scroller = document.querySelector("#journal .entries")
            scroller.scrollTop = scroller.scrollTop
        self._slides_until, self._read_until = 0.0, now + _SLIDE

    def _parsed(self, html: str) -> Any:
        """Return an element that contains this HTML. No other function turns a text into HTML."""
        template = document.createElement("template")  # a template loads and runs nothing inside it
        template.innerHTML = self._trusted(f"<div>{html}</div>")
        return template.content.firstElementChild

    def shell(self) -> str:
        built = root.getAttribute("data-shell")
        return "" if built is jsnull else str(built)

    def attributes(self, values: Mapping[str, str]) -> None:
        for name, value in values.items():
            if name == "place":
                self.history.show(value)
                continue
            before = self._attributes.get(name)
            if before == value:
                continue
            self._attributes[name] = value
            if name == "lang":
                root.lang = value
            elif name in _ONLY_IF_ON and not value:
                root.removeAttribute(f"data-{name}")
            elif name in _ON_ROOT:
                root.setAttribute(f"data-{name}", value)
            elif name in _ON_BODY:
                document.body.setAttribute(f"data-{_ON_BODY[name]}", value)
            elif name == "crowding":
                document.querySelector("#table > .centre").setAttribute("data-crowding", value)
            elif name == "beside":
                document.getElementById("table").setAttribute("data-beside", value)
            if name == "screen":
                if value != "setup":
                    self.use_later_styles()
                document.getElementById("setup").hidden = value != "setup"
                document.getElementById("table").hidden = value != "table"
                document.getElementById("lab").hidden = value != "lab"
                if before:  # not at program start: the person may have scrolled already
                    js.scrollTo(0, 0)

    def announce(self, text: str) -> None:
        # A screen reader reads only the live region in the topmost modal dialog, or #announce if none
        # is open. The rest of the page is inert, so write the text to all of them.
        for place in (document.getElementById("announce"), *_heard_in(document)):
            place.textContent = text

    def use_later_styles(self) -> None:
        """Let the styles of games and dialogs apply, without which the start page is painted sooner."""
        document.getElementById("later-styles").media = "all"

    def open(self, dialog: str) -> None:
        self.use_later_styles()
        element = document.getElementById(dialog)
        self._openers[dialog] = document.activeElement
        # Nobody could reach a dialog beside a modal one, so in that case this one is modal too.
        room = self._wide.matches and document.querySelector(_MODAL) is jsnull
        how = DIALOGS[dialog.removeprefix("dlg-")]
        element.inert = False  # it is, if it was open behind a veil and closed there
        if how.beside and room:
            element.show()
        else:
            # The live region stays until the dialog is emptied. Screen readers often miss a live region
            # that is inserted together with its text. Inserted after showModal(), which lays out the page,
            # it would have it laid out twice.
            heard = document.createElement("p")
            heard.id, heard.className, heard.ariaLive = f"{_HEARD}{dialog}", "vh announce", "polite"
            element.prepend(heard)
            if how.veiled and room and not document.getElementById("table").hidden:
                self._veil(element)
            else:
                element.showModal()
        title = element.querySelector("h2, h3")
        if title is not jsnull:
            title.tabIndex = -1
            title.focus()
        element.scrollTop = 0

    def _veil(self, element: Any) -> None:
        """Open a dialog as a modal one, but make what is behind it inert only once it is on screen.

        ``showModal()`` makes the whole page inert at once, and so the browser styles each element anew
        before it paints the dialog. Until that is done, the veil takes what is pressed beside the dialog."""
        element.ariaModal = "true"
        element.show()
        self._behind = [
            part for part in document.querySelectorAll(_BEHIND) if not part.isSameNode(element)
        ]
        self.painted(self._make_inert)

    def _make_inert(self) -> None:
        """Make the next part behind the veil inert: one in each frame, so that none takes long."""
        for part in self._behind:
            if not part.inert:
                part.inert = True
                self.painted(self._make_inert)
                return

    def _unveil(self, element: Any) -> bool:
        """Let people use the page behind this dialog again. Return whether it was behind a veil."""
        veiled = bool(element.ariaModal == "true")
        if veiled:
            element.ariaModal = None
            for part in self._behind:
                part.inert = False
            self._behind = []
        return veiled

    def close(self, dialog: str) -> None:
        element = document.getElementById(dialog)
        inside = element.contains(document.activeElement)
        if self._unveil(element) and _nothing_has_focus():
            inside = True  # somebody has pressed the veil
        if element.open:
            element.close()
        opener = self._openers.pop(dialog, None)
        if inside and opener is not None and opener.isConnected:
            _focus(opener)
        if inside and _nothing_has_focus():
            _focus(document.querySelector("#ask-title, #start-game"))

    def covered(self) -> bool:
        return document.querySelector("dialog[open]") is not jsnull

    def focus(self, selector: str) -> None:
        element = document.querySelector(selector)
        if element is not jsnull:
            element.focus()

    def focus_title(self, dialog: str) -> None:
        element = document.getElementById(dialog)
        element.scrollTop = 0
        element.querySelector("h2").focus()

    def scroll(self, selector: str) -> None:
        self.scroll_position.restore(selector)

    def keep_place(self) -> None:
        self.scroll_position.remember()
        self._had_focus = _selector_of(document.activeElement)

    def back_to_place(self) -> None:
        self.scroll_position.restore("")
        if self._had_focus:
            _focus(document.querySelector(self._had_focus))

    def code(self, text: str, then: Callable[[int, str], None]) -> None:
        async def draw() -> None:
            try:
                await boot.part("tables")
            except JsException:
                then(0, "")
                return
            from .qr_codes import drawn  # noqa: PLC0415 - it comes with its part

            then(*await drawn(text))

        if len(text) > _LARGEST_CODE:
            then(0, "")
        else:
            self._drawing = asyncio.ensure_future(draw())

    def focus_ask(self) -> None:
        if not self._waits_for_paint:
            self._focus_ask()
            return
        # A change of the focus makes a browser lay out the page at once.
        before = document.activeElement

        def later() -> None:
            active = document.activeElement
            if _nothing_has_focus() or active.id == "ask" or active.isSameNode(before):
                self._focus_ask()  # nobody has gone to a field meanwhile

        self._when_painted.insert(0, later)

    def _focus_ask(self) -> None:
        if _nothing_has_focus() or document.activeElement.closest("#ask") is not jsnull:
            _focus(document.getElementById("ask-title"))

    def token(self, seat: int, at: int | str, walking: bool, beats: float) -> None:
        element = document.getElementById(f"tok-{seat}")
        if element is not jsnull:
            element.style.setProperty("--step", str(beats))
            element.setAttribute("data-at", str(at))
            element.setAttribute("data-slot", "0")
            element.setAttribute("data-of", "1")
            element.toggleAttribute("data-walking", walking)

    def moving(self) -> bool:
        for motion in document.getAnimations():
            target = motion.effect.target
            if motion.playState == "running" and target is not jsnull and target.matches(_MOVERS):
                return True
        return False

    def when_hidden(self, call: Callable[[], None]) -> None:
        def changed(_event: Any) -> None:
            if document.hidden:
                call()

        document.addEventListener("visibilitychange", create_proxy(changed))

    def fly(self, sums: list[tuple[str, str, str]]) -> None:
        if document.hidden:
            return
        flights = document.getElementById("flights")
        for text, start, end in sums:
            anchors = [document.getElementById(id) for id in (start, end)]
            if any(anchor is jsnull for anchor in anchors):
                continue
            span = document.createElement("span")
            span.className = "fly"
            span.textContent = text
            for n, anchor in enumerate(anchors):
                box = anchor.getBoundingClientRect()
                span.style.setProperty(f"--x{n}", f"{round(box.x + box.width / 2)}px")
                span.style.setProperty(f"--y{n}", f"{round(box.y)}px")
            flights.append(span)
            self._remove_after_flight(span)

    def _remove_after_flight(self, flying: Any) -> None:
        """Remove an element by a timer, once its animation is over.

        The end of an animation may cause no event if motion is switched off or a style has none."""
        moving = flying.getAnimations()
        lasts = float(moving[0].effect.getComputedTiming().endTime) if moving.length else 0.0
        self.after(lasts, flying.remove)

    def carry(self, deeds: Sequence[CarriedDeed]) -> None:
        if document.hidden:
            return
        flights = document.getElementById("flights")
        for deed in deeds:
            anchors = [document.getElementById(id) for id in (deed.start, deed.end)]
            if any(anchor is jsnull for anchor in anchors):
                continue
            card, band, name = (document.createElement(tag) for tag in ("span", "i", "b"))
            card.className = "carried"
            band.dataset.group = deed.group
            name.textContent = deed.name
            card.append(band, name)
            for n, anchor in enumerate(anchors):
                box = anchor.getBoundingClientRect()
                card.style.setProperty(f"--x{n}", f"{round(box.x + box.width / 2)}px")
                card.style.setProperty(f"--y{n}", f"{round(box.y + box.height / 2)}px")
            flights.append(card)
            self._remove_after_flight(card)

    def glow(self, spaces: Sequence[int], milliseconds: float) -> None:
        shine = to_js(
            [{"filter": "none"}, {"filter": "brightness(1.25) saturate(1.3)"}, {"filter": "none"}],
            dict_converter=js.Object.fromEntries,
        )
        for space in spaces:
            square = document.getElementById(f"square-{space}")
            if square is not jsnull:
                square.animate(shine, milliseconds)

    def remember_game(self, id: str) -> None:
        try:
            if id:
                js.sessionStorage.setItem(_OPEN_GAME, id)
            else:
                js.sessionStorage.removeItem(_OPEN_GAME)
        except (JsException, AttributeError):
            pass  # denied: then a reload leads to the first page

    def remembered_game(self) -> str:
        try:
            id = js.sessionStorage.getItem(_OPEN_GAME)
            js.sessionStorage.removeItem(_OPEN_GAME)
        except (JsException, AttributeError):
            return ""
        return "" if id is jsnull else str(id)

    def sound(self, notes: Sequence[PageNote], volume: float) -> None:
        if self._audio is None:
            self._audio = js.AudioContext.new()
        audio = self._audio
        start = audio.currentTime
        for note in notes:
            tone, loud = audio.createOscillator(), audio.createGain()
            tone.type, tone.frequency.value = note.wave, note.pitch
            begins, ends = start + note.at, start + note.at + note.length
            # A note that starts or stops abruptly clicks.
            loud.gain.setValueAtTime(0, begins)
            loud.gain.linearRampToValueAtTime(note.loud * volume, begins + 0.006)
            loud.gain.exponentialRampToValueAtTime(0.0001, ends)
            tone.connect(loud)
            loud.connect(audio.destination)
            tone.start(begins)
            tone.stop(ends)

    def colors(self, colors: Sequence[tuple[str, str]]) -> None:
        for n, group in enumerate(GROUPS):
            pair = colors[n] if n < len(colors) else ("", "")
            for name, value in zip((f"--own-{group}", f"--own-on-{group}"), pair, strict=True):
                # The policy allows properties that a script sets. An empty one is removed.
                root.style.setProperty(name, value)

    def painted(self, then: Callable[[], None] | None = None) -> None:
        if then is not None:
            self._when_painted.append(then)
        if not self._waits_for_paint:
            self._waits_for_paint = True
            if document.hidden:  # it is not painted, and so has no frames
                self._frame(0.0)
            else:
                js.requestAnimationFrame(self._framed)

    def _frame(self, _time: float) -> None:
        js.setTimeout(self._marked, 0)

    def _mark(self) -> None:
        self._waits_for_paint = False
        js.performance.clearMarks("answer:painted")
        js.performance.mark("answer:painted")
        if self._when_painted:
            js.setTimeout(self._after_paint, 0)  # what was pressed in the meantime comes first

    def _call_painted(self) -> None:
        calls, self._when_painted = self._when_painted, []
        for call in calls:
            call()

    # ------------------------------------------------------------ time

    def after(self, milliseconds: float, call: Callable[[], None]) -> int:
        def run() -> None:
            self._timers.pop(handle, None)
            call()
            proxy.destroy()

        proxy = create_proxy(run)
        handle = int(js.setTimeout(proxy, milliseconds))
        self._timers[handle] = proxy
        return handle

    def cancel(self, handle: int | None) -> None:
        if handle in self._timers:
            proxy = self._timers.pop(handle)
            js.clearTimeout(handle)
            proxy.destroy()

    def now(self) -> float:
        return float(js.performance.now())

    def memory(self) -> float:
        return float(getattr(js.navigator, "deviceMemory", 0) or 0)

    def today(self) -> str:
        return str(js.Date.new().toISOString())

    def seed(self) -> int:
        return int.from_bytes(os.urandom(6))

    def still(self) -> bool:
        return bool(self._still.matches or document.hidden)

    def language(self) -> str:
        return str(js.navigator.language)[:2]

    def dark(self) -> bool:
        return bool(self._dark.matches)

    # ------------------------------------------------------------ forms and files

    def form(self, id: str) -> dict[str, str]:
        element = document.getElementById(id)
        return fields(element) if element is not jsnull else {}

    def entered(self) -> dict[str, str]:
        """Return the fields of the set-up form that were filled in before the program ran.

        They come from this page, or from the page that an update has reloaded (static/boot/offline.js)."""
        now = self.form("setup-form")
        try:
            stored = js.sessionStorage.getItem(_ENTERED)
            js.sessionStorage.removeItem(_ENTERED)
            then = {} if stored is jsnull else dict(json_value(stored))
        except (JsException, AttributeError, ValueError, TypeError):  # denied, or damaged
            return now
        if not then:
            return now
        usual = default_fields()
        changed = {name: value for name, value in now.items() if usual.get(name) != value}
        return {name: str(value) for name, value in then.items()} | changed

    def download(self, name: str, content: str | bytes, type: str = "application/json") -> None:
        kind = to_js({"type": type}, dict_converter=js.Object.fromEntries)
        address = js.URL.createObjectURL(js.Blob.new(to_js([content]), kind))
        anchor = document.createElement("a")
        anchor.href, anchor.download = address, name
        anchor.click()
        self.after(60_000, lambda: js.URL.revokeObjectURL(address))

    def picture(self, name: str, svg: str) -> None:
        image = js.Image.new()

        def draw(_: Any) -> None:
            canvas = document.createElement("canvas")
            canvas.width, canvas.height = image.naturalWidth, image.naturalHeight
            canvas.getContext("2d").drawImage(image, 0, 0)
            anchor = document.createElement("a")
            anchor.href, anchor.download = canvas.toDataURL("image/png"), name
            anchor.click()

        image.addEventListener("load", create_once_callable(draw))
        drawing = js.encodeURIComponent(_with_parts(svg))
        image.src = f"data:image/svg+xml;charset=utf-8,{drawing}"

    def chart(self, id: str, name: str) -> None:
        from . import chart_svg_export  # noqa: PLC0415 - it comes with its part

        if name.endswith(".svg"):
            self.download(name, chart_svg_export.svg_of(id), "image/svg+xml")
        else:
            self.picture(name, chart_svg_export.svg_of(id, chart_svg_export.PIXELS))

    def print(self) -> None:
        js.print()

    def address(self) -> str:
        return str(js.location.href).partition("#")[0]

    def copy(self, text: str, then: Callable[[bool], None]) -> None:
        self._copying = asyncio.ensure_future(self._copy(text, then))

    async def _copy(self, text: str, then: Callable[[bool], None]) -> None:
        try:
            await js.navigator.clipboard.writeText(text)
        except (JsException, AttributeError):  # denied, or missing on a page without https
            then(False)
        else:
            then(True)

    def offline(self) -> Offline:
        """Read the state that static/boot/offline.js has written on the root element."""
        if js.location.protocol == "file:":
            return Offline("file")
        size, state, reason = (
            root.getAttribute(f"data-{name}") for name in ("kept", "unkept", "unkept-why")
        )
        if size is not jsnull:
            return Offline("kept", int(size))
        if state is jsnull:
            return Offline()
        return Offline(str(state), reason="" if reason is jsnull else str(reason))

    def select(self, selector: str) -> None:
        element = document.querySelector(selector)
        if element is not jsnull:
            element.focus()
            element.select()

    def date(self, iso: str, language: str) -> str:
        moment = js.Date.new(iso)
        if js.isNaN(moment.getTime()):
            return ""
        how = {"dateStyle": "medium", "timeStyle": "short"}
        options = to_js(how, dict_converter=js.Object.fromEntries)
        return str(moment.toLocaleString(language, options))

    def ask_for_file(self) -> None:
        if self._file is None:
            self._file = document.createElement("input")
            self._file.type = "file"
            self._file.multiple = True
            self._file.accept = ".json,.toml,.py,application/json"
            self._file.addEventListener("change", create_proxy(self._chosen))
        self._file.value = ""
        self._file.click()

    def _chosen(self, _event: Any) -> None:
        self.take_files(self._file.files)

    def take_files(self, files: Any) -> None:
        """Take files that were chosen or dropped."""
        self._reading = asyncio.ensure_future(self._read_files(list(files)))

    async def _read_files(self, files: list[Any]) -> None:
        for file in files:
            # Cut off a file that is too large. It is then refused, as it is not a record.
            text = await file.slice(0, _LARGEST_FILE + 1).text()
            self.received(str(file.name), str(text))

    def choose_files(self, then: Callable[[Sequence[tuple[str, bytes]]], None]) -> None:
        picker = document.createElement("input")
        picker.type, picker.multiple, picker.accept = "file", True, ".json,.toml,.zip,.py"

        def chosen(_event: Any) -> None:
            self._reading = asyncio.ensure_future(_contents(list(picker.files), then))

        picker.addEventListener("change", create_once_callable(chosen))
        picker.click()

    def fetch_part(self, name: str, then: Callable[[str], None]) -> None:
        self._fetching[name] = asyncio.ensure_future(self._fetch_part(name, then))

    async def _fetch_part(self, name: str, then: Callable[[str], None]) -> None:
        try:
            await boot.part(name)
        except JsException as error:
            then(str(error))
            return
        # The part brings its own templates: let the loader look there too.
        path = f"/lib/{name}.zip/templates"
        if path not in self._templates.module.__path__:
            self._templates.module.__path__.append(path)
        then("")

    def work(
        self,
        call: str,
        jobs: Sequence[Any],
        done: Callable[[int, Any], None],
        failed: Callable[[str], None],
    ) -> workers.PoolWork:
        if self._pool is None:
            self._pool = workers.Pool(self.after, self.now)
        return self._pool.run(call, jobs, done, failed)

    def beside(
        self, call: str, job: Any, done: Callable[[Any], None], failed: Callable[[str], None]
    ) -> workers.PoolWork:
        if self._thinker is None:
            self._thinker = workers.Pool(self.after, self.now, most=1, slices=False)
        return self._thinker.run(call, [job], lambda _, answer: done(answer), failed)

    def fence(self, failed: Callable[[str], None]) -> Fence:
        from .fence import FenceFrame  # noqa: PLC0415 - it comes with its part

        return FenceFrame(self.after, self.cancel, failed)

    def code_editor(
        self,
        selector: str,
        label: str,
        text: str,
        changed: Callable[[str], None],
        keys: Mapping[str, Callable[[], None]],
    ) -> CodeEditor:
        from .code_editor import BrowserCodeEditor  # noqa: PLC0415 - it comes with its part

        return BrowserCodeEditor(selector, label, text, changed, keys)

    def transport(self, listener: Any) -> Any:
        from .webrtc import WebRtcPeers  # noqa: PLC0415 - it comes with its part

        return WebRtcPeers(listener)

    def at_table(self, game: str) -> str:
        try:
            text, _ = storage.own_table()
            here = json_value(text or "{}")
            # Another window of this browser may sit at the same table.
            there = [json_value(other) for _, _, other in storage.kept_tables()]
            own = str(here.get("desk", ""))
            games = [own, *(t.get("desk") for t in there if t.get("game") == here.get("game"))]
        except (JsException, AttributeError, ValueError):  # denied, or damaged
            return ""
        return own if game in games else ""

    def version(self) -> str:
        return str(boot.program)

    def persist(self) -> None:
        self._asking = asyncio.ensure_future(storage.ask_to_persist())


async def _contents(files: list[Any], then: Callable[[Sequence[tuple[str, bytes]]], None]) -> None:
    contents = []
    for file in files:
        content = await file.slice(0, _LARGEST_CHOSEN + 1).arrayBuffer()
        contents.append((str(file.name), content.to_bytes()))
    then(contents)


def _nothing_has_focus() -> bool:
    active = document.activeElement
    return active is jsnull or active.tagName == "BODY"


def _around(region: Any) -> list[Any]:
    """Return the focused element and those around it, innermost first; [] if it is not in this region."""
    scrolled: list[Any] = []
    place = document.activeElement
    if place is jsnull or not region.contains(place):
        return scrolled
    while place is not jsnull and place.tagName != "BODY":
        scrolled.append(place)
        place = place.parentElement
    return scrolled


def _selector_of(element: Any) -> str:
    """A selector of an element in #lab that finds it again when it is drawn anew; "" if there is none."""
    if element is jsnull or element.closest("#lab") is jsnull:
        return ""
    if element.id:
        return f"#{js.CSS.escape(element.id)}"
    # A title or the head of a fold can have the focus too: it has no `type`.
    radio = element.getAttribute("type") == "radio"
    names = ("name", "value") if radio else ("name", "data-do", "data-arg")
    found = {name: element.getAttribute(name) for name in names}
    parts = [f'[{name}="{js.CSS.escape(v)}"]' for name, v in found.items() if v is not jsnull]
    if parts:
        return "#lab " + "".join(parts)
    # The head of a fold has no name, but the fold may have an id.
    around = element.parentElement.closest("#lab [id]")
    return "" if around is jsnull else f"#{js.CSS.escape(around.id)} > {element.localName}"


def _keep_focus(around: list[Any]) -> None:
    """Focus the element that had the focus again if it was only moved, else the nearest heading around its
    former place."""
    if around and _nothing_has_focus() and around[0].isConnected:
        _focus(around[0])
    if around and _nothing_has_focus():
        headings = (place.querySelector("h1, h2, h3") for place in around if place.isConnected)
        _focus(next((heading for heading in headings if heading is not jsnull), jsnull))


def _heard_in(place: Any) -> list[Any]:
    """The live regions of the modal dialogs in a place; the templates do not contain them."""
    return list(place.querySelectorAll(f"[id^={_HEARD}]"))


def _focus(element: Any) -> None:
    """Focus an element, even a heading, without moving the page."""
    if element is jsnull:
        return
    if element.tagName in ("H1", "H2", "H3"):
        element.tabIndex = -1
    element.focus(to_js({"preventScroll": True}, dict_converter=js.Object.fromEntries))


def _trusted() -> Callable[[str], Any]:
    """Return a function that marks a text as trusted HTML.

    The page's Trusted Types policy refuses all other text. In browsers without Trusted Types the
    function returns the text itself."""
    if not hasattr(js, "trustedTypes"):
        return str
    rules = to_js({"createHTML": js.String}, dict_converter=js.Object.fromEntries)
    create: Callable[[str], Any] = js.trustedTypes.createPolicy("titledeed", rules).createHTML
    return create


def fields(form: Any) -> dict[str, str]:
    text = js.JSON.stringify(js.Object.fromEntries(js.FormData.new(form)))
    return {name: value for name, value in json_value(text).items() if isinstance(value, str)}


_SENT: Final = "data-sent"  # the text of a code with which its form was last submitted
# Fields of screens that are drawn again by themselves: somebody may be filling them in.
_FILLED_IN: Final = ("class-lesson", "class-after", "class-name", "class-student", "workshop-name")


def _keep_open(before: Any, after: Any) -> bool:
    """Return whether morphdom should update this element.

    Morphdom asks for every element, so this makes as few calls to JavaScript as possible."""
    match before.tagName:
        case "DETAILS" if before.id == after.id:
            # Those with data-once are open when they come, and people may fold them.
            once = after.hasAttribute("data-once")
            if before.hasAttribute("data-once") == once and (once or before.open):
                after.open = before.open
        case "SECTION" if before.id in ("look", "workshop-code"):
            return bool(before.dataset.same != after.dataset.same)
        case "INPUT" | "TEXTAREA" if before.name == "code":
            # Leave a code alone until it is entered: the dialog is drawn again when another device comes.
            # A field that is moved within the page has lost the focus here.
            return not (before.isSameNode(document.activeElement) or _half_typed(before, after))
        case "SELECT" | "INPUT" if before.id in _FILLED_IN:
            return not before.isSameNode(document.activeElement)
    return True


def _half_typed(before: Any, after: Any) -> bool:
    """Return whether somebody has typed in a field that is drawn as before, and has not yet entered it."""
    drawn = before.defaultValue
    return bool(
        after.defaultValue == drawn and before.value not in (drawn, before.getAttribute(_SENT))
    )


def note_sent(form: Any) -> None:
    """Note the code of a form that is submitted, so that the field is empty when it is drawn again."""
    code = form.elements.namedItem("code")
    if code is not jsnull:
        code.setAttribute(_SENT, code.value)


def _leave_fields(before: Any, after: Any) -> bool:
    """As :func:`_keep_open`, for a page that is drawn again without the person who uses it having done
    anything. A field may have been filled in if it is drawn as before."""
    if before.tagName in ("INPUT", "TEXTAREA", "SELECT") and (
        before.isSameNode(document.activeElement) or before.isEqualNode(after)
    ):
        return False
    return _keep_open(before, after)


def _with_parts(svg: str) -> str:
    """The drawing with all parts of the page that it uses, and those that these use."""
    parts: dict[str, str] = {}
    wanted = _USED.findall(svg)
    while wanted:
        id = wanted.pop()
        element = document.getElementById(id)
        if id not in parts and element is not jsnull:
            parts[id] = str(js.XMLSerializer.new().serializeToString(element))
            wanted += _USED.findall(parts[id])
    start = svg.index(">") + 1
    return f"{svg[:start]}<defs>{''.join(parts.values())}</defs>{svg[start:]}" if parts else svg

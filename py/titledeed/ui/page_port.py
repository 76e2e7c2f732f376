"""The interface between the program and the page. ``browser/dom_page.py`` implements it in a browser;
``tests/support/fake_page.py`` does in tests."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol


class PageNote(NamedTuple):
    """A tone. ``at`` (its start) and ``length`` in seconds, ``pitch`` in hertz, ``loud`` from 0 to 1;
    ``wave``: an oscillator type of WebAudio."""

    at: float
    length: float
    pitch: float
    loud: float = 0.3
    wave: str = "triangle"


class Offline(NamedTuple):
    """Whether the page's version is kept for use without a network. ``state``: kept, keeping (not done
    yet), file (it comes from files), or why not: insecure (no https), unsupported, refused (``reason`` is
    what the browser says), failed (``reason`` names the file)."""

    state: str = "keeping"
    size: int = 0  # bytes
    reason: str = ""


@dataclass(frozen=True)
class Gesture:
    """Something a person did. ``where`` is the id of the region or dialog it happened in, ``notice`` that
    of the notice. ``do`` and ``arg``: the action and its argument; ``answer``: the answer of the button;
    ``clauses``: those to explain; ``barred``: the button is disabled; ``again``: the second of a double
    click."""

    # "click" "submit" "change" "type" "digit" "escape" "closed" "point"
    kind: str
    where: str = ""
    notice: str = ""
    answer: str = ""
    form: str = ""  # a line with {places} for the fields
    do: str = ""
    arg: str = ""
    clauses: str = ""
    barred: bool = False
    again: bool = False
    fields: Mapping[str, str] = field(default_factory=dict)


class BackgroundWork(Protocol):
    """Jobs that workers do; or the page itself, in slices, where there can be no workers."""

    @property
    def workers(self) -> int:
        """The number of workers; 0: the page itself does the jobs, in slices."""

    def cancel(self) -> None:
        """Stop the jobs. No callback is called any more."""


class Page(Protocol):
    """The page as the program sees it. HTML comes from templates only. Ids and selectors are those of CSS."""

    def patch(self, region: str, html: str) -> None:
        """Replace the content of the element with this id by this HTML; equal parts stay untouched."""

    def items(self, place: str, html: str, count: int) -> None:
        """Update the list at this selector. Each item of ``html`` replaces the one with its id; new ones go
        to the beginning. Items beyond the first ``count`` are removed."""

    def shell(self) -> str:
        """The description of what the page was built with, as ``screen.shell`` has written it; "" if there is
        none."""

    def attributes(self, values: Mapping[str, str]) -> None:
        """Set what the page's root and body say of the state: ``state``, ``ask``, ``step``, ``saved``,
        ``screen``, ``game``, ``kind``, ``theme``, ``speed``, ``size``, ``motion``, ``tour``,
        ``lang``, ``title``; and ``place``, the fragment of the address that leads to what is shown: the
        browser's Back leads from one place to the one before (``Hands.returned``)."""

    def announce(self, text: str) -> None:
        """Let a screen reader say this."""

    def open(self, dialog: str) -> None:
        """Show a dialog, after :meth:`patch` has filled it, and focus its title."""

    def close(self, dialog: str) -> None:
        """Hide a dialog; the focus returns to where it was before."""

    def covered(self) -> bool:
        """Whether a dialog is open, also one that the program does not know, as the menu."""

    def focus(self, selector: str) -> None: ...

    def scroll(self, selector: str) -> None:
        """Scroll to where this window was when it left this address, or else to this element. An empty
        selector names none."""

    def code(self, text: str, then: Callable[[int, str], None]) -> None:
        """Draw a QR code. ``then`` gets the number of modules of a side and the SVG path of the dark ones, or
        0 and "" if the text is too long for a camera, or cannot be drawn."""

    def focus_ask(self) -> None:
        """Focus the current question, unless the focus is somewhere else than in the last one."""

    def after(self, milliseconds: float, call: Callable[[], None]) -> Any:
        """Call this later. The result is a handle for ``cancel``."""

    def cancel(self, handle: Any) -> None: ...

    def token(self, seat: int, at: int | str, walking: bool) -> None:
        """Put a token on a space while it walks."""

    def fly(self, sums: list[tuple[str, str, str]]) -> None:
        """Animate payments: for each its text and the ids of the elements it flies from and to."""

    def sound(self, notes: Sequence[PageNote], volume: float) -> None:
        """Play notes; ``volume`` from 0 to 1."""

    def colors(self, colors: Sequence[tuple[str, str]]) -> None:
        """Use a board's own colours: for each group, in the order round the board, the colour and that of the
        text on it. An empty list restores the usual ones."""

    def painted(self) -> None:
        """Mark the time at which the changes so far are on screen (for tests and measurements)."""

    def form(self, id: str) -> dict[str, str]:
        """The fields of a form; {} if it is not on the page."""

    def download(self, name: str, content: str | bytes) -> None: ...

    def picture(self, name: str, svg: str) -> None:
        """Save a drawing as a PNG file."""

    def chart(self, id: str, name: str) -> None:
        """Save a chart of the page as a file, SVG or PNG by the ending of its name. Needs the part "lab"."""

    def print(self) -> None:
        """Print the page."""

    def offline(self) -> Offline: ...

    def fetch_part(self, name: str, then: Callable[[str], None]) -> None:
        """Fetch a part of the program that is not loaded at the start. Then call ``then("")``, or ``then``
        with a text that says what went wrong."""

    def work(
        self,
        call: str,
        jobs: Sequence[Any],
        done: Callable[[int, Any], None],
        failed: Callable[[str], None],
    ) -> BackgroundWork:
        """Do jobs (plain data) by the function ``call``, "module:name", of the part "lab", in any order.
        ``done`` is called with the index and the result of each job. On failure ``failed`` is called once,
        with a sentence, and nothing after it."""

    def beside(
        self, call: str, job: Any, done: Callable[[Any], None], failed: Callable[[str], None]
    ) -> BackgroundWork:
        """As :meth:`work`, but one job, by a worker that is kept for such jobs and keeps its memory.
        ``failed`` is called where there can be no worker."""

    def transport(self, listener: Any) -> Any:
        """Connections to other devices (:class:`titledeed.peers.transport_interface.Transport`). Needs the
        part "tables"."""

    def at_table(self, game: str) -> str:
        """The saved game under which a game of several devices was played at its table, if this window may go
        back to that table; else ""."""

    def version(self) -> str:
        """A hash of this program's files."""

    def persist(self) -> None:
        """Ask the browser not to delete the site's data by itself."""

    def ask_for_file(self) -> None:
        """Let a person choose files; the text of each comes back through ``Hands.imported``."""

    def choose_files(self, then: Callable[[Sequence[tuple[str, bytes]]], None]) -> None:
        """Let a person choose files; ``then`` gets the name and the content of each. One that is larger than
        any zip of records is cut off."""

    def address(self) -> str:
        """The page's address without its fragment."""

    def copy(self, text: str, then: Callable[[bool], None]) -> None:
        """Copy a text to the clipboard; ``then`` is called with whether that worked."""

    def select(self, selector: str) -> None:
        """Focus a field and select all its text."""

    def date(self, iso: str, language: str) -> str:
        """A stored time (ISO 8601) as people read it, in their time zone; "" if it is none."""

    def now(self) -> float:
        """Milliseconds since a fixed moment. Never goes back."""

    def today(self) -> str:
        """The current time as ISO 8601."""

    def seed(self) -> int:
        """A random seed for a new game, below 2**48: JSON keeps such a number exactly in every program."""

    def still(self) -> bool:
        """Whether the system asks for less motion."""

    def language(self) -> str:
        """The language of the browser, two letters."""

    def dark(self) -> bool:
        """Whether the system prefers dark."""


class Timer:
    """Calls one function later. A new call replaces one that is still waiting."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._handle: Any = None

    @property
    def on(self) -> bool:
        """Whether a call is waiting."""
        return self._handle is not None

    def after(self, milliseconds: float, call: Callable[[], None]) -> None:
        """Call this later, instead of the call that is waiting, if any."""
        self.stop()
        self._handle = self._page.after(milliseconds, lambda: self._ring(call))

    def stop(self) -> None:
        """Drop the waiting call."""
        self._page.cancel(self._handle)
        self._handle = None

    def _ring(self, call: Callable[[], None]) -> None:
        self._handle = None
        call()

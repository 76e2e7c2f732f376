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


class CarriedDeed(NamedTuple):
    """A deed that changes hands: its name and color group, and the ids of the elements that it goes from
    and to."""

    name: str
    group: str
    start: str
    end: str


class Offline(NamedTuple):
    """Whether the page's version is stored for use without a network. ``state`` is one of these words:

    "kept", "keeping" (not done yet), "file" (the page comes from files), or why not: "insecure" (no
    https), "unsupported", "refused" (``reason`` is the browser's message), "failed" (``reason`` names
    the file)."""

    state: str = "keeping"
    size: int = 0  # bytes
    reason: str = ""


@dataclass(frozen=True)
class Gesture:
    """A person's input. ``where`` is the id of its region or dialog, ``notice`` that of its notice.

    ``do`` and ``arg``: the action and its argument; ``answer``: the answer of the button; ``clauses``:
    those to explain. ``barred``: the button is disabled; ``again``: this is the second of a double
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
    """Jobs that workers do. If there can be no workers, the page itself does them in slices."""

    @property
    def workers(self) -> int:
        """The number of workers; 0: the page itself does the jobs, in slices."""

    def cancel(self) -> None:
        """Stop the jobs. No callback is called after this."""


class Fence(Protocol):
    """A closed frame in which one bot's program runs. It needs the part "workshop"."""

    def warm(self) -> None:
        """Start Python there, so that the first question need not wait for that."""

    def ask(
        self,
        question: Mapping[str, Any],
        limit: float,
        done: Callable[[dict[str, Any]], None],
        alive: Callable[[dict[str, Any]], None] | None = None,
    ) -> None:
        """Ask a question (``titledeed.workshop.inside_fence``), after those that still wait.

        ``done`` gets the unchecked answer, or ``{"broken": why}``: "late" if there was no sign of life for
        ``limit`` milliseconds, "long" if a run's game took too long, "dead" if Python has ended. ``alive``
        gets the counts of a run so far, and raises ``BadAnswerError`` for anything else; without it there
        are no signs of life."""

    def stop(self) -> None:
        """Stop at once, without an answer to any question."""

    def end(self) -> None:
        """Stop for good."""


class CodeEditor(Protocol):
    """The editor for a program. It needs the part "workshop"."""

    def there(self) -> bool:
        """Whether its element is still on the page."""

    def write(self, text: str) -> None:
        """Replace the text. The change is not reported."""

    def mark(self, faults: Sequence[int], said: int) -> None:
        """Mark the lines with faults, and the line that has answered (0 for none)."""

    def go_to(self, line: int) -> None:
        """Focus the editor at the end of this line."""

    def insert(self, before: str, after: str) -> None:
        """Put these texts around what is selected, as a person types. The change is reported."""


class Page(Protocol):
    """The page as the program sees it. HTML comes from templates only. Ids and selectors are those of CSS."""

    def patch(self, region: str, html: str) -> None:
        """Replace the content of the element with this id by this HTML; equal parts stay untouched."""

    def patch_around_fields(self, region: str, html: str) -> None:
        """As :meth:`patch`, but leave fields as they are in which a person may be typing."""

    def items(self, place: str, html: str, count: int) -> None:
        """Update the list at this selector. Each item of ``html`` replaces the one with its id; new ones go
        to the beginning. Items beyond the first ``count`` are removed."""

    def shell(self) -> str:
        """The language and view marks of the built page, as ``jinja_renderer.shell`` writes them.

        It is "" if there are none."""

    def attributes(self, values: Mapping[str, str]) -> None:
        """Set the attributes of the page's root and body that describe the state.

        They are ``state``, ``ask``, ``step``, ``saved``, ``screen``, ``game``, ``kind``, ``theme``,
        ``speed``, ``size``, ``motion``, ``keys``, ``tour``, ``lang``, ``title``, ``link`` (which
        ``static/boot/guard.js`` sets for a link into a class, until it is shown), and ``place``. The last
        is the fragment of the address that leads to the current page: the browser's Back leads from one
        place to the one before (``Dispatcher.returned``)."""

    def announce(self, text: str) -> None:
        """Let a screen reader announce this."""

    def open(self, dialog: str) -> None:
        """Show a dialog, after :meth:`patch` has filled it, and focus its title."""

    def close(self, dialog: str) -> None:
        """Hide a dialog; the focus returns to where it was before."""

    def covered(self) -> bool:
        """Whether a dialog is open, even one that the program does not know, such as the menu."""

    def focus(self, selector: str) -> None: ...

    def focus_title(self, dialog: str) -> None:
        """Focus the title of an open dialog, whose content is new, and scroll to its beginning."""

    def scroll(self, selector: str) -> None:
        """Scroll to where this window was when it left this address, or else to this element.

        An empty selector names no element."""

    def keep_place(self) -> None:
        """Note where the page is scrolled to and what has the focus, as all of it is about to go.

        It is the place in a worksheet, in the region "lab"."""

    def back_to_place(self) -> None:
        """Scroll to the noted place, and focus what had the focus there, if it is there again."""

    def code(self, text: str, then: Callable[[int, str], None]) -> None:
        """Draw a QR code. ``then`` gets its modules per side and the SVG path of the dark ones.

        It gets 0 and "" if the text is too long for a camera or cannot be drawn."""

    def let_go(self, region: str) -> None:
        """Move the focus from an element in the region, which is about to go, to the region itself.

        Once that is painted, the region's heading has the focus."""

    def focus_ask(self) -> None:
        """Focus the current question, if nothing has the focus or the last question has it.

        If a change is about to be painted, wait for that."""

    def after(self, milliseconds: float, call: Callable[[], None]) -> Any:
        """Make this call later. Return a handle for ``cancel``."""

    def cancel(self, handle: Any) -> None: ...

    def token(self, seat: int, at: int | str, walking: bool, beats: float) -> None:
        """Move a token to a space in so many beats. ``walking``: it goes on from there."""

    def moving(self) -> bool:
        """Whether dice or a token still move on the screen."""

    def fly(self, sums: list[tuple[str, str, str]]) -> None:
        """Animate payments: for each its text and the ids of the elements it flies from and to."""

    def carry(self, deeds: Sequence[CarriedDeed]) -> None:
        """Animate deeds that change hands."""

    def glow(self, spaces: Sequence[int], milliseconds: float) -> None:
        """Let squares of the board shine for a moment."""

    def sound(self, notes: Sequence[PageNote], volume: float) -> None:
        """Play notes; ``volume`` from 0 to 1."""

    def colors(self, colors: Sequence[tuple[str, str]]) -> None:
        """Use a board's own colors. An empty list restores the usual ones.

        For each group, in the order round the board, the list has the color and that of the text on it."""

    def when_hidden(self, call: Callable[[], None]) -> None:
        """Call this whenever nobody sees the page any more: it may then be closed without notice."""

    def remember_game(self, id: str) -> None:
        """Remember for a reload that this window shows this game; "" for none."""

    def remembered_game(self) -> str:
        """Return the game that this window showed before a reload, and forget it; "" if it showed none."""

    def painted(self, then: Callable[[], None] | None = None) -> None:
        """Mark the time at which the changes so far are on screen (for measurements), then call ``then``."""

    def form(self, id: str) -> dict[str, str]:
        """The fields of a form; {} if it is not on the page."""

    def download(self, name: str, content: str | bytes) -> None: ...

    def picture(self, name: str, svg: str) -> None:
        """Save a drawing as a PNG file. It may use parts that the page has drawn, by ``<use>``."""

    def chart(self, id: str, name: str) -> None:
        """Save a chart of the page as a file, SVG or PNG by the ending of its name. Needs the part "lab"."""

    def print(self) -> None:
        """Print the page."""

    def offline(self) -> Offline: ...

    def fetch_part(self, name: str, then: Callable[[str], None]) -> None:
        """Fetch a part of the program that is not loaded at the start.

        Then call ``then("")``, or ``then`` with a text about the trouble."""

    def work(
        self,
        call: str,
        jobs: Sequence[Any],
        done: Callable[[int, Any], None],
        failed: Callable[[str], None],
    ) -> BackgroundWork:
        """Do jobs (plain data) by the function ``call``, "module:name", of the part "lab", in any order.

        ``done`` is called with the index and the result of each job. On failure ``failed`` is called
        once with a sentence, and nothing is called after it."""

    def beside(
        self, call: str, job: Any, done: Callable[[Any], None], failed: Callable[[str], None]
    ) -> BackgroundWork:
        """Like :meth:`work`, but for one job, by a reserved worker that keeps its memory.

        ``failed`` is called if there can be no worker."""

    def fence(self, failed: Callable[[str], None]) -> Fence:
        """A new fence, whose frame starts with :meth:`Fence.warm` or the first question.

        ``failed`` is called if it can't be started: with "blocked" if the web host stops the frame."""

    def code_editor(
        self,
        selector: str,
        label: str,
        text: str,
        changed: Callable[[str], None],
        keys: Mapping[str, Callable[[], None]],
    ) -> CodeEditor:
        """Show an editor in this element. ``changed`` gets the text after each change by a person.

        ``keys`` are called by their keys in CodeMirror's notation ("Mod-Enter")."""

    def transport(self, listener: Any) -> Any:
        """Connections to other devices (:class:`titledeed.peers.transport_interface.Transport`). Needs the
        part "tables"."""

    def at_table(self, game: str) -> str:
        """The saved game under which a game of several devices was played at its table.

        It is "" unless this window may go back to that table."""

    def version(self) -> str:
        """A hash of this program's files."""

    def persist(self) -> None:
        """Ask the browser not to delete the site's data by itself."""

    def ask_for_file(self) -> None:
        """Let a person choose files. The text of each is passed to ``Dispatcher.imported``."""

    def choose_files(self, then: Callable[[Sequence[tuple[str, bytes]]], None]) -> None:
        """Let a person choose files. ``then`` gets the name and the content of each.

        A file that is larger than any zip of records is cut off."""

    def address(self) -> str:
        """The page's address without its fragment."""

    def copy(self, text: str, then: Callable[[bool], None]) -> None:
        """Copy a text to the clipboard. ``then`` is called with whether that worked."""

    def select(self, selector: str) -> None:
        """Focus a field and select all its text."""

    def date(self, iso: str, language: str) -> str:
        """Return a stored time (ISO 8601) in readable form, in the local time zone; "" if it is none."""

    def now(self) -> float:
        """Milliseconds since a fixed moment. Never goes back."""

    def memory(self) -> float:
        """This device's memory in gigabytes, as roughly as the browser tells it; 0 if it does not."""

    def today(self) -> str:
        """The current time as ISO 8601."""

    def seed(self) -> int:
        """A random seed for a new game, below 2**48. JSON stores such a number exactly in every program."""

    def still(self) -> bool:
        """Whether motion is to be avoided: the system asks for less, or nobody can see the page."""

    def language(self) -> str:
        """The language of the browser, two letters."""

    def dark(self) -> bool:
        """Whether the system prefers a dark theme."""


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
        """Make this call later, in place of the waiting call, if any."""
        self.stop()
        self._handle = self._page.after(milliseconds, lambda: self._ring(call))

    def stop(self) -> None:
        """Drop the waiting call."""
        self._page.cancel(self._handle)
        self._handle = None

    def _ring(self, call: Callable[[], None]) -> None:
        self._handle = None
        call()

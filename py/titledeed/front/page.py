"""What the program asks of a page, and what a page tells it. ``browser/page.py`` is the real one; tests
have another."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol


class Note(NamedTuple):
    """``at`` and ``length`` in seconds, ``pitch`` in hertz, ``loud`` up to 1; ``wave`` as WebAudio
    names it."""

    at: float
    length: float
    pitch: float
    loud: float = 0.3
    wave: str = "triangle"


class Offline(NamedTuple):
    """Whether the page's version is kept for use without a network. ``state``: kept, keeping (not done
    yet), file (it comes from files), or why not: insecure (no https), unsupported, refused (``why`` is
    what the browser says), failed (``why`` names the file)."""

    state: str = "keeping"
    size: int = 0  # bytes
    why: str = ""


@dataclass(frozen=True)
class Gesture:
    """Something a person did. ``where`` is the id of the region or dialog it happened in, ``notice``
    that of the notice. ``again``: the second of a double click."""

    # "click" "submit" "change" "type" "digit" "escape" "closed" "point"
    kind: str
    where: str = ""
    notice: str = ""
    answer: str = ""
    form: str = ""  # a line with {places} for the fields
    do: str = ""
    arg: str = ""
    why: str = ""
    barred: bool = False
    again: bool = False
    fields: Mapping[str, str] = field(default_factory=dict)


class Work(Protocol):
    """Jobs that are being done beside the page, or in slices in it where there can be no workers."""

    @property
    def workers(self) -> int:
        """How many do them; 0: the page itself, in slices."""

    def cancel(self) -> None:
        """At once: nothing more is heard of them."""


class Page(Protocol):
    """The page as the program sees it. Text that is HTML comes from templates only."""

    def patch(self, region: str, html: str) -> None:
        """Make the inside of the element with this id be this HTML, keeping what is the same."""

    def items(self, place: str, html: str, count: int) -> None:
        """Bring the list at this selector up to date: each item of ``html`` takes the place of the one
        with its id; those that had none come first. Behind ``count`` items the list ends."""

    def attributes(self, values: Mapping[str, str]) -> None:
        """What the page's root and body say of the state: ``state``, ``ask``, ``step``, ``saved``,
        ``screen``, ``game``, ``kind``, ``theme``, ``speed``, ``size``, ``motion``, ``tour``,
        ``lang``, ``title``."""

    def announce(self, text: str) -> None:
        """For a screen reader."""

    def open(self, dialog: str) -> None:
        """Show the dialog that has been filled; the focus goes into it."""

    def close(self, dialog: str) -> None:
        """Hide it; the focus goes back to where it came from."""

    def focus(self, selector: str) -> None: ...

    def focus_ask(self) -> None:
        """Where the focus was in what has been answered, it goes to what is asked now."""

    def after(self, milliseconds: float, call: Callable[[], None]) -> Any:
        """Call later; what is returned is for ``cancel``."""

    def cancel(self, handle: Any) -> None: ...

    def token(self, seat: int, at: int | str, walking: bool) -> None:
        """Put a token on a space while it walks."""

    def fly(self, sums: list[tuple[str, str, str]]) -> None:
        """Let sums of money fly: what is written on each, and the ids of where it goes from and to."""

    def sound(self, notes: Sequence[Note], volume: float) -> None:
        """Play notes; ``volume`` from 0 to 1."""

    def colors(self, colors: Sequence[tuple[str, str]]) -> None:
        """A board's own colours, each with what is written on it, in the order of the groups round
        the board; none: ours."""

    def painted(self) -> None:
        """Note the time when what has been patched is on screen."""

    def form(self, id: str) -> dict[str, str]:
        """A form's fields as they are."""

    def download(self, name: str, text: str) -> None: ...

    def picture(self, name: str, svg: str) -> None:
        """Give a drawing to people as an image file."""

    def chart(self, id: str, name: str) -> None:
        """Give a chart that is shown to people as a file, SVG or PNG as its name ends; the part "lab" is
        there."""

    def print(self) -> None:
        """Let the browser print what is shown."""

    def offline(self) -> Offline: ...

    def fetch_part(self, name: str, then: Callable[[str], None]) -> None:
        """Bring a part of the program that is not there from the start; ``then("")``, or what went
        wrong."""

    def work(
        self,
        call: str,
        jobs: Sequence[Any],
        done: Callable[[int, Any], None],
        failed: Callable[[str], None],
    ) -> Work:
        """Do jobs, plain data, by a function ``module:name`` of that part, in any order: ``done`` is told
        each job's place and result, ``failed`` a sentence, and then nothing more."""

    def beside(
        self, call: str, job: Any, done: Callable[[Any], None], failed: Callable[[str], None]
    ) -> Work:
        """As :meth:`work`, one job, by a worker that is kept for such jobs and remembers; ``failed`` where
        there can be none."""

    def ways(self, listener: Any) -> Any:
        """Ways to other devices (:class:`titledeed.peers.ways.Ways`); the part "tables" is there."""

    def version(self) -> str:
        """A hash of this program."""

    def persist(self) -> None:
        """Ask the browser not to clear away by itself what is stored."""

    def ask_for_file(self) -> None:
        """Let a person choose files; the text of each comes back through ``Hands.imported``."""

    def address(self) -> str:
        """Where the page is, without a fragment."""

    def copy(self, text: str, then: Callable[[bool], None]) -> None:
        """Give a text to the system's clipboard; ``then`` is told whether it took it."""

    def select(self, selector: str) -> None:
        """Mark all the text of a field."""

    def date(self, iso: str, language: str) -> str:
        """A stored time as people read it, in their own zone."""

    def now(self) -> float:
        """Milliseconds since some moment."""

    def today(self) -> str:
        """The time, ISO 8601."""

    def seed(self) -> int:
        """A new game's seed. Six bytes: a number that JSON keeps exactly everywhere."""

    def still(self) -> bool:
        """Whether motion is to be avoided."""

    def language(self) -> str:
        """The language of the browser, two letters."""

    def dark(self) -> bool:
        """Whether the system prefers dark."""


class Timer:
    """One thing that is done later on a page, and in place of what was to be done before it."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._handle: Any = None

    @property
    def on(self) -> bool:
        """Whether something is still to be done."""
        return self._handle is not None

    def after(self, milliseconds: float, call: Callable[[], None]) -> None:
        """Do this, and nothing that waited for its time until now."""
        self.stop()
        self._handle = self._page.after(milliseconds, lambda: self._ring(call))

    def stop(self) -> None:
        """Do nothing."""
        self._page.cancel(self._handle)
        self._handle = None

    def _ring(self, call: Callable[[], None]) -> None:
        self._handle = None
        call()

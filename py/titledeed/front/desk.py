"""What lies on the desk: the game that is played, and everything about the page that is no part of
it: what is open, what is being put together, what was said last, and how people like it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeAlias

from ..course import Course
from ..engine.words import NOBODY, Bundle
from ..language.catalogue import Catalogue
from ..language.teller import JournalLine, Teller
from ..log import Entry
from ..moments import Moment
from ..replay import Replay
from ..session import Session
from ..storage.boards import Boards, Trial
from .dialogs import DIALOGS
from .page import Offline
from .settings import PACES, SPEEDS, Settings

# A line of the journal as it is shown: its id, the line, a bot's sentence.
Line: TypeAlias = tuple[int, JournalLine, str]


class Laboratory(Protocol):
    """The third screen, which comes when it is first opened (``hands/lab/``)."""

    def render(self) -> None: ...

    def gesture(self, done: Any) -> None: ...

    def show(self, name: str) -> None: ...

    def linked(self, fragment: str) -> None: ...

    def file(self, text: str) -> None: ...


class Several(Protocol):
    """A table over several devices (``hands/devices/``), which comes when it is first opened."""

    @property
    def on(self) -> bool:
        """Whether the game on the desk is played at one."""

    @property
    def by_codes(self) -> bool:
        """Whether it is played without a network, each turn a code."""

    @property
    def leads(self) -> bool:
        """Whether this device answers for the bots."""

    def open(self, code: str) -> None:
        """Show its dialog; with a code, that of the table to join."""

    def say(self, seat: int, text: str) -> None:
        """An answer of a seat of this device. Raises as ``Session.say``."""

    def step(self) -> bool:
        """Let a bot answer, where this device answers for them; whether one did."""

    def ask_undo(self) -> None:
        """Ask the others to take back the last answer of this device."""

    def leave(self) -> None: ...

    def waits_for(self, seat: int) -> str:
        """Where the answer of a seat is to come from, a sentence; of chance (-1): from all devices."""

    def view(self) -> dict[str, Any]:
        """What the template of its dialog is given."""

    def gesture(self, done: Any) -> None: ...


@dataclass
class Draft:
    """An offer that is being put together: what each side gives."""

    seat: int
    partner: int = NOBODY
    deeds: dict[str, set[int]] = field(default_factory=lambda: {"give": set(), "get": set()})
    cards: dict[str, set[int]] = field(default_factory=lambda: {"give": set(), "get": set()})
    cash: dict[str, int] = field(default_factory=lambda: {"give": 0, "get": 0})

    def bundle(self, side: str) -> Bundle:
        """One side as it would be offered."""
        return Bundle(
            tuple(sorted(self.deeds[side])), self.cash[side], tuple(sorted(self.cards[side]))
        )

    def clear(self) -> None:
        """Nothing on either side."""
        for side in ("give", "get"):
            self.deeds[side].clear()
            self.cards[side].clear()
            self.cash[side] = 0


@dataclass
class Reading:
    """What is being read among the rules: a book, or two side by side; what is looked for."""

    compare: bool = False
    left: str = "classic"
    right: str = "modern"
    topic: str = ""
    query: str = ""
    at: str = ""  # the clause that was asked for


@dataclass
class Sheet:
    """An open dialog: which, about what, and for whom."""

    id: str
    arg: str = ""
    seat: int = NOBODY


def act(
    do: str, label: str, arg: str = "", answer: str = "", *, main: bool = False
) -> dict[str, Any]:
    """A button beside what is said: what it does, or the answer that it gives."""
    return {"do": do, "arg": arg, "answer": answer, "label": label, "main": main}


@dataclass
class Notice:
    """Something that is said once and stays until it is dismissed or the game has gone on."""

    id: str
    text: Any  # a Sentence or a text
    more: str = ""
    bad: bool = False
    icon: str = ""
    clauses: tuple[str, ...] = ()
    acts: tuple[dict[str, Any], ...] = ()
    lasts: bool = False  # until it is dismissed


@dataclass
class Shown:
    """What the stage shows of the last throw and card. A beat flips when it is to be animated."""

    faces: tuple[int, int] = (0, 0)
    dice_beat: str = "a"
    card: tuple[int, int] | None = None  # deck and card
    card_beat: str = "a"
    moment: Moment | None = None  # until something else happens


@dataclass
class Replaying:
    """A game that is shown again: where it stands, and how it is played."""

    replay: Replay
    playing: bool = False
    pace: str = "1"
    lines: dict[int, list[Line]] = field(default_factory=dict)  # by answer, once told
    # Everybody's odds in millionths, by stop: worked out by and by, and shown once all are there.
    reckoned: list[tuple[int, dict[int, int]]] = field(default_factory=list)
    odds: list[tuple[int, dict[int, int]]] = field(default_factory=list)


@dataclass
class Link:
    """An address that holds a game, or why there is none. ``id``: the saved game."""

    id: str
    address: str = ""
    trouble: str = ""
    copied: bool = False


@dataclass
class Entering:
    """Chance by hand, half entered. It belongs to the moment ``at``, in answers given, and is nothing
    at any other."""

    at: int = -1
    dice: tuple[int, int] = (0, 0)
    search: str = ""  # in a list of cards or deeds


@dataclass
class Desk:
    """All of it. ``session`` is None on the set-up screen."""

    settings: Settings = field(default_factory=Settings)
    session: Course | None = None
    replaying: Replaying | None = None  # then `session` is its replay, else a Session
    teller: Teller | None = None
    catalogue: Catalogue = field(default_factory=Catalogue)
    game_id: str = ""
    title: str = ""
    elapsed: float = 0.0  # seconds this game has been on the table
    looking: bool = False  # the game is only shown again, not played
    # who sits at the device
    device: int = NOBODY
    handing: bool = False  # the next person has not said yet that the device is theirs
    handed: int = -1  # the turn in which it was handed over last
    settling: bool = (
        False  # another person is asked since a moment: a tap may still be the last one's
    )
    # what is looked at
    deed: int = 0
    tour: int = 0  # the step of the tour that is on, 0 for none
    hint: int = -1  # a hint is shown while the log has so many entries
    sheets: list[Sheet] = field(default_factory=list)
    draft: Draft | None = None
    sent: Draft | None = None  # the offer that was made last, while it is being answered
    reading: Reading = field(default_factory=Reading)
    baseline: int = 0  # cash of the manager's seat when it was opened
    notices: list[Notice] = field(default_factory=list)
    offline: Offline = field(default_factory=Offline)  # as it was when the settings were opened
    lab: Laboratory | None = None  # where it is what is looked at
    several: Several | None = None
    # what happened
    shown: Shown = field(default_factory=Shown)
    moving: int = NOBODY  # whose move is being shown
    lines: list[Line] = field(default_factory=list)  # newest last
    told: int = 0  # how many entries of the log are in `lines`
    deltas: dict[int, int] = field(default_factory=dict)
    flips: dict[int, str] = field(default_factory=dict)  # space -> beat
    # how it goes on
    busy: bool = False  # something is being shown; nothing is asked yet
    paused: bool = False
    skipping: bool = False
    hurried: bool = False  # a person has waited long enough: what bots do is shown without motion
    results: list[dict[str, Any]] | None = None  # how games ended here; None before it is known
    # saved games
    deleted: str = ""  # the title of the one that can be brought back
    link: Link | None = None
    linked: Session | None = None  # of a link that somebody came by, and has not opened yet
    date: Callable[[str, str], str] = lambda iso, language: iso  # a time as people read it
    setup: dict[str, str] = field(default_factory=dict)  # the set-up form's fields
    setup_error: str = ""
    entering: Entering = field(default_factory=Entering)  # what is entered for chance
    boards: Boards = field(default_factory=dict)  # editions from files, by id
    trial: Trial | None = None  # the file that was looked at last

    @property
    def whole(self) -> Session | None:
        """The game that is played, even while a replay shows an earlier moment of it."""
        if self.replaying is not None:
            return self.replaying.replay.whole
        return self.running if self.session is not None else None

    @property
    def table(self) -> Several | None:
        """The table over several devices at which the game on the desk is played, if it is."""
        return self.several if self.several is not None and self.several.on else None

    def address(self, by_name: bool = False) -> None:
        """Set how sentences name the seats: all by name; or, where one person alone sits at this device
        and plays, addressed to that person, who is "you". ``by_name``: for others than that person."""
        session = self.course
        seats = [n for n, bot in enumerate(session.controls) if not bot]
        alone = len(seats) == 1 and self.table is None and not self.looking and not by_name
        names = [seat.name for seat in session.game.record.seats]
        you = seats[0] if alone else NOBODY
        self.teller = Teller(session.state.rules, names, self.catalogue, you)

    @property
    def running(self) -> Session:
        """The session, where there surely is one that is being played."""
        assert isinstance(self.session, Session)
        return self.session

    @property
    def course(self) -> Course:
        """What is looked at, where there surely is something: a session, or a replay."""
        assert self.session is not None
        return self.session

    @property
    def beat(self) -> float:
        """Milliseconds of a beat; 0 where nothing is to be waited for."""
        speed = PACES[self.replaying.pace].speed if self.replaying else self.settings.speed
        return 0.0 if self.skipping or self.hurried else float(SPEEDS[speed])

    @property
    def held_back(self) -> bool:
        """Whether the bots wait: for a pause, or at a quiet table for a person in a dialog."""
        if self.session is None:
            return False
        acting = any(DIALOGS[sheet.id].acting for sheet in self.sheets)
        return self.paused or (acting and self.session.quiet)

    def entered(self) -> Entering:
        """What has been entered for chance at this moment."""
        now = len(self.session.entries) if self.session is not None else -1
        if self.entering.at != now:
            self.entering = Entering(now)
        return self.entering

    def sheet(self, id: str) -> Sheet | None:
        """The open dialog of that name."""
        return next((s for s in self.sheets if s.id == id), None)

    def notice(self, notice: Notice) -> None:
        """Say something; one of the same id is replaced."""
        self.notices = [n for n in self.notices if n.id != notice.id]
        self.notices.append(notice)

    def last(self) -> Entry | None:
        """The last answer."""
        return self.session.entries[-1] if self.session and self.session.entries else None

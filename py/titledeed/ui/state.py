"""The whole state of the page.

It contains the game and everything that is not part of the game: open dialogs, a draft of an offer,
notices, settings."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple, Protocol, TypeAlias

from ..engine.answers import (
    Bundle,
)
from ..engine.special_seats_and_ids import NOBODY
from ..game.answer_entries_and_checkpoints import Entry
from ..game.big_moments import BigMoment
from ..game.common_base_of_session_and_replay import SessionBase
from ..game.session import Session
from ..language.catalogue import Catalogue
from ..language.narrator_of_journal_and_refusals import JournalLine, Narrator
from ..language.sentence_parts import Sentence, SentenceParts
from ..storage.board_file_check import BoardFileResult, Boards
from ..storage.save_models import FinishedGame
from .dialog_place_and_modality import DIALOGS
from .notices import Notices
from .page_port import Gesture, Offline
from .phase_stage_and_tempo import (
    AwaitingAnswer,
    HandingOver,
    InMotion,
    Phase,
    Playing,
    Replaying,
    ReplayRun,
    SetUp,
    Tempo,
)
from .settings import PACES, SPEEDS, Settings

if TYPE_CHECKING:
    from .live_class import LiveClass


@dataclass
class Remark:
    """A line of the journal about the table itself, such as an undo.

    ``after``: the number of answers before it. ``seat``: None for a line about nobody; ``say`` makes
    the sentence, in the language of the page."""

    after: int
    seat: int | None
    say: Callable[[SentenceParts], Sentence | None]


# A line of the journal as it is shown: its id, the line, and the sentence of a bot's reason or "".
Line: TypeAlias = tuple[int, JournalLine, str]


class Laboratory(Protocol):
    """The laboratory, the third screen. Its code is fetched when it is first opened (``ui/lab/``)."""

    def render(self) -> None: ...

    def handle_gesture(self, gesture: Gesture) -> None: ...

    def show(self, name: str) -> None: ...

    def open_link(self, fragment: str, again: bool = False) -> None: ...

    def opened_by_person(self) -> None: ...

    def focus(self) -> None: ...

    def put_away(self) -> None:
        """React when another screen is about to take its place: a camera must not stay on."""

    def open_file(self, text: str, name: str = "") -> None: ...

    def storage_changed(self, key: str) -> None: ...

    @property
    def place(self) -> str: ...

    @property
    def collects(self) -> bool: ...


class Several(Protocol):
    """A table over several devices (``ui/devices/``). Its code is fetched when it is first opened."""

    @property
    def on(self) -> bool:
        """Whether the open game is played over several devices."""

    @property
    def by_codes(self) -> bool:
        """Whether the game is played without a network, with a code for each turn."""

    @property
    def leads(self) -> bool:
        """Whether this device answers for the bots."""

    def plays(self, session: Session) -> bool:
        """Whether this game is the one of the table."""

    def open(self, code: str) -> None:
        """Show the dialog. With a code, show it for joining that table."""

    def say(self, seat: int, text: str) -> bool:
        """Give an answer for a seat of this device.

        Return False if it cannot be sent now; then people are told. Raises the exceptions of
        ``Session.say``."""

    def step(self) -> bool:
        """Let a bot answer, if this device answers for the bots. Return whether one did."""

    def ask_undo(self) -> None:
        """Ask the others to take back the last answer of this device."""

    def leave_table(self) -> bool:
        """Leave the table. Return whether this device may come back to it."""

    def waits_for(self, seat: int) -> str:
        """Return a sentence that names the device which has to give a seat's answer. Seat -1 is chance."""

    def view(self) -> Mapping[str, object]:
        """The values for the template of its dialog."""

    def handle_gesture(self, gesture: Gesture) -> None: ...


class SpokenLine(NamedTuple):
    """What a character says."""

    seat: int
    text: str


class Characters(Protocol):
    """The expressions and the lines of the bots. Their code is fetched when a game is played."""

    def expressions(self, session: SessionBase) -> list[str]:
        """Return the present expression of each seat, "" for one at ease."""

    def line(self, session: SessionBase, parts: SentenceParts, index: int) -> SpokenLine | None:
        """Return what a character says about the answer of this index in the log."""


@dataclass(frozen=True)
class FairSum:
    """The sum that a shortcut has filled in for an exchange of deeds.

    ``cash`` is paid by the draft's seat; a negative sum is paid to it. ``odds`` has both sides' chances of
    winning in percent, before and after the trade; ``prices`` has the printed price of the deeds and that
    of the whole group which they complete. At most one of the two is filled in. ``limited``: the seat that
    would have to pay more for a fair sum but cannot; its cash may be needed for the interest of a mortgaged
    deed."""

    give: tuple[int, ...]
    get: tuple[int, ...]
    cash: int
    odds: tuple[int, ...] = ()
    prices: tuple[int, ...] = ()
    limited: int = NOBODY


@dataclass
class Draft:
    """An offer that is being put together: what each side gives.

    ``folded``: its dialog is closed so that the board can be seen, and squares go in and out of it."""

    seat: int
    partner: int = NOBODY
    deeds: dict[str, set[int]] = field(default_factory=lambda: {"give": set(), "get": set()})
    cards: dict[str, set[int]] = field(default_factory=lambda: {"give": set(), "get": set()})
    cash: dict[str, int] = field(default_factory=lambda: {"give": 0, "get": 0})
    fair: FairSum | None = None  # the fair sum that was filled in last
    folded: bool = False

    def bundle(self, side: str) -> Bundle:
        """One side as it would be offered."""
        return Bundle(
            tuple(sorted(self.deeds[side])), self.cash[side], tuple(sorted(self.cards[side]))
        )

    def clear(self) -> None:
        """Take everything off both sides."""
        self.fair = None
        for side in ("give", "get"):
            self.deeds[side].clear()
            self.cards[side].clear()
            self.cash[side] = 0


@dataclass
class Reading:
    """The content of the rules dialog: one rulebook or two side by side, a topic, a search."""

    compare: bool = False
    left: str = "classic"
    right: str = "modern"
    topic: str = ""
    query: str = ""
    at: str = ""  # id of the clause to show


@dataclass
class OpenDialog:
    """An open dialog: its name in ``DIALOGS``, its subject, and the seat that acts in it.

    ``asked``: the question (``AppState.question``) at whose end it closes; "" if it stays."""

    id: str
    arg: str = ""
    seat: int = NOBODY
    asked: str = ""


@dataclass
class BoardCentre:
    """The last throw and card as the middle of the board shows them. A beat changes between "a" and "b" each
    time the animation is to start again.

    ``motion``: what is being shown now, as in ``Motion``; "" if nothing is left to show."""

    faces: tuple[int, int] = (0, 0)
    dice_beat: str = "a"
    tumbles: bool = False  # the dice are animated
    thrower: int = NOBODY
    card: tuple[int, int] | None = None  # deck and card
    card_beat: str = "a"
    turns: bool = False  # the card is animated
    motion: str = ""
    moment: BigMoment | None = None  # shown until something else happens


@dataclass
class GameLink:
    """An address that holds a saved game (``id``), or why there can be none (``trouble``)."""

    id: str
    address: str = ""
    trouble: str = ""
    copied: bool = False


@dataclass
class Entering:
    """A throw or card of a real table that is being entered.

    It counts only at the moment ``at``, a number of answers given. At any other moment it is void."""

    at: int = -1
    dice: tuple[int, int] = (0, 0)
    search: str = ""  # in a list of cards or deeds


@dataclass
class AppState:
    """The state of the page. ``phase`` is the current phase, and has the game."""

    settings: Settings = field(default_factory=Settings)
    phase: Phase = field(default_factory=SetUp)
    narrator: Narrator | None = None
    catalogue: Catalogue = field(default_factory=Catalogue)
    game_id: str = ""
    title: str = ""
    elapsed: float = 0.0  # seconds that this game has been played
    by_name: bool = False  # everybody is called by name, as the game was opened to watch its replay
    device: int = NOBODY  # the seat whose person has the device
    # the deed to show
    deed: int = 0
    tour: int = 0  # the current step of the tour, 0 for none
    hint: int = -1  # the hint is shown while the log has this many entries; -1 for none
    open_dialogs: list[OpenDialog] = field(default_factory=list)
    draft: Draft | None = None
    # The bid chosen with the stepper, after the number of answers for which it stands.
    chosen_bid: tuple[int, int] = (-1, 0)
    sent: Draft | None = None  # the last offer made, while it is being answered
    reading: Reading = field(default_factory=Reading)
    baseline: int = 0  # the seat's cash when its property manager was opened
    notices: Notices = field(default_factory=Notices)
    offline: Offline = field(default_factory=Offline)  # its state when the settings were opened
    lab: Laboratory | None = None  # set while the laboratory is on the screen
    coming: object = None  # the loader of the screen that was wanted last, until a person leaves it
    several: Several | None = None
    # The view of the dialog with a sheet of the board maker, by the sheet's number.
    paper: Callable[[str], Mapping[str, object] | None] | None = None
    classroom: LiveClass | None = None
    characters: Characters | None = None  # None: not fetched yet
    # what happened
    shown: BoardCentre = field(default_factory=BoardCentre)
    lines: list[Line] = field(default_factory=list)  # newest last
    remarks: list[Remark] = field(default_factory=list)  # remarks on the game's table, newest last
    told: int = 0  # the number of entries of the log that are in `lines`
    # For a line of the journal, by its id, the index of its answer in the log.
    answers_of_lines: dict[int, int] = field(default_factory=dict)
    deltas: dict[int, int] = field(default_factory=dict)
    flips: dict[int, str] = field(default_factory=dict)  # space -> beat
    results: list[FinishedGame] | None = None  # games that ended here; None: not read yet
    # saved games
    deleted: str = ""  # the title of the game that can be restored
    link: GameLink | None = None
    linked_game: Session | None = None  # the game of a link, before it is accepted
    date: Callable[[str, str], str] = lambda iso, language: iso  # makes an ISO time readable
    setup: dict[str, str] = field(default_factory=dict)  # the set-up form's fields
    setup_error: str = ""
    entering: Entering = field(default_factory=Entering)  # the data entered for chance
    boards: Boards = field(default_factory=dict)  # editions from files, by id
    written: dict[str, str] = field(default_factory=dict)  # programs of written bots, by id
    trial: BoardFileResult | None = None  # the file that was looked at last

    # ------------------------------------------------------------ the phase

    @property
    def session(self) -> SessionBase | None:
        """The game on the page: a session, or a replay; None on the set-up screen."""
        return self.phase.session

    @property
    def playing(self) -> Playing | None:
        """The phase, if a game is played."""
        return self.phase if isinstance(self.phase, Playing) else None

    @property
    def replaying(self) -> Replaying | None:
        """The phase, if a replay is shown."""
        return self.phase if isinstance(self.phase, Replaying) else None

    @property
    def in_motion(self) -> bool:
        """Whether motions are being shown, so that the page is behind the session."""
        match self.phase:
            case Playing(stage=InMotion()) | Replaying(run=ReplayRun.IN_MOTION):
                return True
        return False

    @property
    def handing_over(self) -> bool:
        """Whether the next person has not yet confirmed that they have the device."""
        match self.phase:
            case Playing(stage=HandingOver()):
                return True
        return False

    @property
    def takes_answers(self) -> bool:
        """Whether the question that the page shows can be answered."""
        match self.phase:
            case Playing(stage=AwaitingAnswer(guarded=False)):
                return True
        return False

    @property
    def tempo(self) -> Tempo:
        return self.phase.tempo if isinstance(self.phase, Playing) else Tempo.NORMAL

    @property
    def paused(self) -> bool:
        return isinstance(self.phase, Playing) and self.phase.paused

    @property
    def whole(self) -> Session | None:
        """The game that is played, even while a replay shows an earlier moment of it."""
        match self.phase:
            case Playing(session=session):
                return session
            case Replaying(replay=replay):
                return replay.whole
        return None

    @property
    def table(self) -> Several | None:
        """The table over several devices at which the open game is played, if it is."""
        return self.several if self.several is not None and self.several.on else None

    def address(self, by_name: bool = False) -> None:
        """Set how sentences name the seats.

        If one person alone sits at this device and plays, sentences address that person as "you".
        Otherwise they name all seats. ``by_name``: name all seats, as the sentences are for others than
        that person."""
        session = self.course
        seats = [n for n in range(len(session.controls)) if session.is_person(n)]
        alone = len(seats) == 1 and not (self.by_name or by_name)
        names = [seat.name for seat in session.game.record.seats]
        you = seats[0] if alone else NOBODY
        self.narrator = Narrator(session.state.rules, names, self.catalogue, you)

    @property
    def running(self) -> Session:
        """The session. Call this only while a game is being played."""
        assert isinstance(self.phase, Playing)
        return self.phase.session

    @property
    def course(self) -> SessionBase:
        """The open session or replay. Do not call this on the set-up screen."""
        assert self.session is not None
        return self.session

    @property
    def beat(self) -> float:
        """Milliseconds of a beat, the unit of all animation; 0 if there are no waits."""
        speed = PACES[self.replaying.pace].speed if self.replaying else self.settings.speed
        return float(SPEEDS[speed]) if self.tempo is Tempo.NORMAL else 0.0

    @property
    def held_back(self) -> bool:
        """Whether the bots wait: in a pause, or at a quiet table while a person acts in a dialog or looks at
        the board for a trade."""
        if self.session is None:
            return False
        folded = self.draft is not None and self.draft.folded
        acting = folded or any(DIALOGS[dialog.id].acting for dialog in self.open_dialogs)
        return self.paused or (acting and self.session.quiet)

    def entered(self) -> Entering:
        """Return the data entered for chance at this moment, dropping any of another moment."""
        now = len(self.session.entries) if self.session is not None else -1
        if self.entering.at != now:
            self.entering = Entering(now)
        return self.entering

    def open_dialog(self, id: str) -> OpenDialog | None:
        """The open dialog of that name."""
        return next((dialog for dialog in self.open_dialogs if dialog.id == id), None)

    def last(self) -> Entry | None:
        """The last answer of the log."""
        return self.session.entries[-1] if self.session and self.session.entries else None

    @property
    def question(self) -> str:
        """The question that the game asks now, as a key: its kind, its seat and its turn."""
        if self.session is None:
            return ""
        state = self.session.state
        return f"{state.ask.kind} {state.ask.seat} {state.turns}"

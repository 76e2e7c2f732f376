"""The state of the board maker: the board that is being made, and what the screen shows of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final

from ....board_maker.changes import USUAL_DECKS
from ....board_maker.class_board import BoardTask, ClassBoard
from ....board_maker.draft import BoardDraft, DraftSpace
from ....board_maker.history import EditHistory

TABS: Final = ("squares", "cards", "words", "fair", "print", "share", "class")
TABS_OF_STUDENT: Final = ("squares", "cards", "fair", "class")


@dataclass(frozen=True)
class SavedDraft:
    """A board that this device has saved. ``when``: ISO 8601; ``shared``: a class makes it."""

    id: str
    name: str
    when: str
    draft: BoardDraft
    shared: bool = False


@dataclass
class SharedBoard:
    """A board's link. ``of``: the board that it holds; ``qr``: modules per side and path of its code."""

    of: BoardDraft | None = None
    address: str = ""
    qr: tuple[int, str] = (0, "")
    copied: bool | None = None  # None: not tried


@dataclass(frozen=True)
class PaperChoice:
    """The choices for printing. ``size``: "a4" stands for A4 and A3, "letter" for Letter and Tabloid, and ""
    for the paper that goes with the board. ``board``: on "four" sheets, on "one" large one, or "none".
    ``plain``: without colors."""

    size: str = ""
    board: str = "four"
    deeds: bool = True
    cards: bool = True
    money: bool = False
    plain: bool = False


@dataclass
class FairFigures:
    """The figures of the board ``of``, and of the printed one under "printed".

    ``exact``: of its ``exact_figures`` by board; ``games``: the summaries of games; ``played``: the
    games so far. ``planned``: the games of both boards, 0 if nobody has asked for them."""

    of: BoardDraft | None = None
    exact: dict[str, Any] = field(default_factory=dict)
    played: dict[str, list[Any]] = field(default_factory=lambda: {"own": [], "printed": []})
    games: dict[str, Any] = field(default_factory=dict)
    planned: int = 0
    trouble: str = ""


@dataclass
class Together:
    """What the screen shows of a board that a class makes. ``dealt_to``: who gets the spaces that are
    pressed, 0 for nobody; ``code_of``: whose task is shown as a code."""

    dealt_to: int = 0
    code_of: int = 0
    text: str = ""  # what the code holds
    address: str = ""
    copied: bool = False  # the address has just been copied
    picture: tuple[int, str] = (0, "")  # the address as a QR code: modules per side and path
    camera: bool = False
    ending: bool = False  # the teacher has been asked whether to stop
    handed: str = ""  # the part that the student handed in last to the live class


@dataclass
class MakerState:
    """``history``: None while a person chooses what to begin with. ``id``: under which it is saved.

    ``klass``: the class that makes the board, on the teacher's device; ``task``: the student's part of such a
    board, on a student's device. ``other``: the space chosen in the list of those to exchange with, or -1;
    ``typing``: the field in which somebody types, and what it holds; ``refused``: beside which field a
    sentence says why its value was not taken; ``cards``: which printed cards are shown while the board has
    none of its own; ``nouns``: the language whose own nouns are shown, "" for the page's; ``was``: what
    spaces were before they became another kind, by id and kind."""

    history: EditHistory | None = None
    id: str = ""
    tab: str = "squares"
    at: int = 1
    other: int = -1
    typing: tuple[str, str] = ("", "")
    was: dict[tuple[str, str], DraftSpace] = field(default_factory=dict)
    cards: str = USUAL_DECKS
    nouns: str = ""
    deck: int = 0
    card: int = 0
    said: str = ""  # what the last press led to
    forgets: str = ""  # the id of a board of this device that is perhaps to be deleted
    refused: tuple[str, str] = ("", "")
    paper: PaperChoice = field(default_factory=PaperChoice)
    played: str = ""  # the mark of the table with which it was put on the list of boards
    fresh: bool = False  # it is saved once something in it changes
    example: bool = False  # it began as the example
    whole: bool = False  # a narrow window shows the whole board
    whole_sheet: bool = False  # the dialog with a sheet shows all of it
    full: bool = False  # there is no room to save it
    unkept: bool = False  # there is no room to save what a class makes of it
    share: SharedBoard = field(default_factory=SharedBoard)
    fair: FairFigures = field(default_factory=FairFigures)
    klass: ClassBoard | None = None
    task: BoardTask | None = None
    together: Together = field(default_factory=Together)

    @property
    def draft(self) -> BoardDraft:
        """The board. Call this only while one is open."""
        assert self.history is not None
        return self.history.now

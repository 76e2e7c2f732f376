"""Sets up the experiment of a worksheet on the screen of the laboratory that it comes from, and runs it."""

from __future__ import annotations

from typing import Any, Final, TypeAlias

from .....engine.words import Unloadable
from .....lab.compare import check_alike
from .....lab.games import Setting
from ....page import Gesture
from ....views.lab.compare import Compare
from ....views.lab.landings import Landings
from ....views.lab.lessons.state import Sheets, Worksheet
from ....views.lab.settings import BOTS, table_of
from ..bench import Bench
from ..compare import CompareHand
from ..desk import DeskHand
from ..landings import LandingsHand
from . import keeping
from .base import SheetHand, now

Inside: TypeAlias = CompareHand | DeskHand | LandingsHand

# The actions that a sheet allows on the experiment inside it, by its kind.
_ALLOWED: Final = {
    "compare": ("run", "cancel", "measure", "bar", "open-game", "csv"),
    "position": ("run", "cancel", "square"),
    "landings": ("throw", "csv"),
}
_STARTS: Final = ("run", "throw")  # those of them that begin a run


class Experiment(SheetHand):
    """Runs what a sheet is about. ``inside``: the screen that does so; None for a die, or for nothing."""

    def __init__(self, bench: Bench, folder: Sheets) -> None:
        super().__init__(bench, folder)
        self.inside: Inside | None = None

    def put(self, inside: Inside | None) -> None:
        """Take another sheet's experiment, and stop the last one."""
        if self.inside is not None:
            self.inside.stop()
        self.inside = inside
        sheet = self.folder.sheet
        if sheet is None:
            return
        if sheet.compare is not None or sheet.desk is not None:
            self.warm()
            keeping.games(self.bench.store, sheet, self._restore)
        elif sheet.filled.ran:
            self._again(sheet)

    def _restore(self, played: list[list[Any]]) -> None:
        if isinstance(self.inside, CompareHand):
            self.inside.restore(played)
        elif isinstance(self.inside, DeskHand):
            self.inside.restore(played[0])
        sheet = self.folder.sheet
        if sheet is not None:
            sheet.games_stored = sheet.games
        self.render()

    def _again(self, sheet: Worksheet) -> None:
        """Run at once what takes a moment only, and comes out as it did before."""
        if isinstance(self.inside, LandingsHand):
            sheet.working = True
            self.inside.opened()
        elif sheet.lesson["run"] is not None:
            self._throw(sheet)

    def note(self) -> None:
        """Store that the experiment is over, and its games, once it is."""
        sheet = self.folder.sheet
        if sheet is None or not sheet.over:
            return
        if not sheet.filled.ran:
            sheet.filled = keeping.catch_up(self.bench.store, sheet)
            sheet.filled.ran = True
            keeping.keep(self.bench.store, sheet)
        if sheet.games_stored != sheet.games:
            sheet.games_stored = sheet.games
            keeping.keep_games(self.bench.store, sheet)

    # ------------------------------------------------------------ gestures

    def allows(self, done: Gesture) -> bool:
        """Whether this is an action on the experiment inside the sheet."""
        sheet, name = self.folder.sheet, done.do.removeprefix("lab-")
        if self.inside is None or sheet is None or self.folder.at != "sheet":
            return False
        return name in _ALLOWED[sheet.lesson["run"]["kind"]]

    def pass_on(self, done: Gesture) -> None:
        """Let the screen inside do what :meth:`allows` has allowed."""
        sheet = self.folder.sheet
        assert self.inside is not None
        assert sheet is not None
        if done.do.removeprefix("lab-") in _STARTS and not self._may_start(sheet):
            return
        if done.do == "lab-throw" and sheet.landings is not None and not sheet.began:
            sheet.working = True
            self.inside.opened()
            self.render()
        else:
            self.inside.gesture(done)

    def _may_start(self, sheet: Worksheet) -> bool:
        """Lock the guess, unless it still has to be written down."""
        latest = keeping.catch_up(self.bench.store, sheet)
        if latest != sheet.filled:
            sheet.filled = latest
            self.render()
        if sheet.barred:
            return False
        if sheet.lesson["locked"]["guess"] and not sheet.filled.noted:
            sheet.filled.noted = now(self.page)
            keeping.keep(self.bench.store, sheet)
        return True

    def do_die(self, done: Gesture) -> None:
        """Throw the die of the lesson as often as it says, in one job."""
        sheet = self.folder.sheet
        run = sheet.lesson["run"] if sheet else None
        if (
            sheet is not None
            and run is not None
            and run["kind"] == "die"
            and self._may_start(sheet)
        ):
            self._throw(sheet)

    def _throw(self, sheet: Worksheet) -> None:
        run = sheet.lesson["run"]

        def receive(_place: int, throws: Any) -> None:
            sheet.throws = throws
            self.render()

        def failed(why: str) -> None:
            self.say(Unloadable(why))
            self.render()

        job = {"seed": sheet.filled.seed, "weights": run["weights"], "size": run["size"]}
        self.page.work("titledeed.lab.lessons.die:throws", [job], receive, failed)


def prepared(bench: Bench, sheet: Worksheet) -> Inside | None:
    """The screen that runs a sheet's experiment, set up for it; None if it has none or is a die. Raises
    Unloadable or Faulty with a sentence if the experiment cannot be run."""
    run, _ = sheet.lesson["run"], bench.desk.catalogue
    match run["kind"] if run else "":
        case "compare":
            own = run.get("boards", {})
            boards = {**bench.desk.boards, **own}
            tables = [table_of(side, _, boards) for side in run["sides"]]
            check_alike(*(Setting.of(side) for side in tables))
            compare = CompareHand(bench)
            compare.comparison = sheet.compare = Compare()
            compare.comparison.sides = [dict(side) for side in run["sides"]]
            compare.comparison.boards = own
            compare.comparison.clear()
            compare.comparison.seed, compare.comparison.size = sheet.filled.seed, run["size"]
            compare.comparison.measure = run["measure"]
            return compare
        case "position":
            if run["policy"] not in ("", *BOTS):
                raise Unloadable("The lesson asks for an opponent that this program does not have.")
            desk = DeskHand(bench)
            desk.load(run["record"])
            desk.editor.past.clear()
            desk.editor.seed, desk.editor.size, desk.editor.policy = (
                sheet.filled.seed,
                run["size"],
                run["policy"],
            )
            sheet.desk = desk.editor
            return desk
        case "landings":
            landings = LandingsHand(bench)
            landings.landings = sheet.landings = Landings(seed=sheet.filled.seed, **run["chain"])
            return landings
    return None

"""Sets up the experiment of a worksheet on its own screen of the laboratory, and runs it."""

from __future__ import annotations

from typing import Any, Final, TypeAlias

from .....engine.errors import LoadError
from .....lab.batch_games import Setting
from .....lab.compare import check_alike
from ....page_port import Gesture
from ...state.compare import CompareState
from ...state.comparison_form import BOTS, table_of
from ...state.landings import LandingsState
from ...state.worksheets import WorksheetsState, WorksheetState
from ..compare import CompareActions
from ..landings import LandingsActions
from ..position_editor import PositionEditorActions
from ..screen_base_and_lab_exits import LabScreen
from . import storage
from .base import WorksheetActions, now

Inside: TypeAlias = CompareActions | PositionEditorActions | LandingsActions

# The actions that a sheet allows on the experiment inside it, by its kind.
_ALLOWED: Final = {
    "compare": ("run", "cancel", "measure", "bar", "open-game", "csv"),
    "position": ("run", "cancel", "square"),
    "landings": ("throw", "csv"),
}
_STARTS: Final = ("run", "throw")  # actions among them that begin a run


class Experiment(WorksheetActions):
    """Runs the experiment of a sheet. ``inside``: the screen that does so; None for a die or none."""

    def __init__(self, screen: LabScreen, worksheets: WorksheetsState) -> None:
        super().__init__(screen, worksheets)
        self.inside: Inside | None = None

    def put(self, inside: Inside | None) -> None:
        """Take another sheet's experiment, and stop the last one."""
        if self.inside is not None:
            self.inside.stop()
        self.inside = inside
        worksheet = self.folder.sheet
        if worksheet is None:
            return
        if worksheet.compare is not None or worksheet.position_editor is not None:
            self.warm()
            storage.stored_games(self.bench.store, worksheet, self._restore)
        elif worksheet.filled.ran:
            self._again(worksheet)

    def _restore(self, played: list[list[Any]], plays: dict[str, int]) -> None:
        if isinstance(self.inside, CompareActions):
            self.inside.restore(played, plays)
        elif isinstance(self.inside, PositionEditorActions):
            self.inside.restore(played[0], plays)
        worksheet = self.folder.sheet
        if worksheet is not None:
            worksheet.games_stored = worksheet.games
        self.render()

    def _again(self, worksheet: WorksheetState) -> None:
        """Run experiments at once that take only a moment and give the same result as before."""
        if isinstance(self.inside, LandingsActions):
            worksheet.working = True
            self.inside.screen_opened()
        elif worksheet.lesson["run"] is not None:
            self._throw(worksheet)

    def note(self) -> None:
        """Once the experiment is over, store this and its games."""
        worksheet = self.folder.sheet
        if worksheet is None or not worksheet.over:
            return
        if not worksheet.filled.ran:
            worksheet.filled = storage.catch_up(self.bench.store, worksheet)
            worksheet.filled.ran = True
            storage.keep_worksheet(self.bench.store, worksheet)
        if worksheet.games_stored != worksheet.games:
            worksheet.games_stored = worksheet.games
            storage.keep_games(self.bench.store, worksheet)

    # ------------------------------------------------------------ gestures

    def allows(self, gesture: Gesture) -> bool:
        """Whether this is an action on the experiment inside the sheet."""
        worksheet, name = self.folder.sheet, gesture.do.removeprefix("lab-")
        if self.inside is None or worksheet is None or self.folder.at != "sheet":
            return False
        return name in _ALLOWED[worksheet.lesson["run"]["kind"]]

    def pass_on(self, gesture: Gesture) -> None:
        """Let the screen inside do an action that :meth:`allows` has allowed."""
        worksheet = self.folder.sheet
        assert self.inside is not None
        assert worksheet is not None
        if gesture.do.removeprefix("lab-") in _STARTS and not self._may_start(worksheet):
            return
        if (
            gesture.do == "lab-run"
            and worksheet.older
            and isinstance(self.inside, CompareActions | PositionEditorActions)
        ):
            self.inside.begin_again()  # the games stored here and those to come would not fit together
        if gesture.do == "lab-throw" and worksheet.landings is not None and not worksheet.began:
            worksheet.working = True
            self.inside.screen_opened()
            self.render()
        else:
            self.inside.handle_gesture(gesture)

    def _may_start(self, worksheet: WorksheetState) -> bool:
        """Lock the guess, unless it still has to be written down."""
        latest = storage.catch_up(self.bench.store, worksheet)
        if latest != worksheet.filled:
            worksheet.filled = latest
            self.render()
        if worksheet.barred:
            return False
        if worksheet.lesson["locked"]["guess"] and not worksheet.filled.noted:
            worksheet.filled.noted = now(self.page)
            storage.keep_worksheet(self.bench.store, worksheet)
        return True

    def do_die(self, gesture: Gesture) -> None:
        """Throw the die or the dice of the lesson as many times as it says, in one job; show its
        program."""
        worksheet = self.folder.sheet
        run = worksheet.lesson["run"] if worksheet else None
        if (
            worksheet is not None
            and run is not None
            and run["kind"] in ("die", "dice", "bot")
            and self._may_start(worksheet)
        ):
            self._throw(worksheet)
            self.render()

    def _throw(self, worksheet: WorksheetState) -> None:
        run = worksheet.lesson["run"]
        if run["kind"] == "bot":
            worksheet.program_shown = True
            return

        def receive(_place: int, throws: Any) -> None:
            if run["kind"] == "dice":
                worksheet.totals = throws
            else:
                worksheet.throws = throws
            self.render()

        def failed(reason: str) -> None:
            self.say(LoadError(reason))
            self.render()

        job = {"seed": worksheet.filled.seed, "size": run["size"]}
        if run["kind"] == "dice":
            self.page.work("titledeed.lab.lessons.two_dice:throws", [job], receive, failed)
        else:
            job["weights"] = run["weights"]
            self.page.work("titledeed.lab.lessons.loaded_die:throws", [job], receive, failed)


def prepared(screen: LabScreen, worksheet: WorksheetState) -> Inside | None:
    """Return the screen that runs a sheet's experiment, set up for it; None for any other
    kind, and for a lesson without one.

    Raises LoadError or FormError with a message if the experiment cannot be run."""
    run, _ = worksheet.lesson["run"], screen.app.catalogue
    match run["kind"] if run else "":
        case "compare":
            own = run.get("boards", {})
            boards = {**screen.app.boards, **own}
            tables = [table_of(side, _, boards) for side in run["sides"]]
            check_alike(*(Setting.of(side) for side in tables))
            compare = CompareActions(screen)
            compare.comparison = worksheet.compare = CompareState()
            compare.comparison.sides = [dict(side) for side in run["sides"]]
            compare.comparison.boards = own
            compare.comparison.clear()
            compare.comparison.seed, compare.comparison.size = worksheet.filled.seed, run["size"]
            compare.comparison.measure = run["measure"]
            return compare
        case "position":
            if run["policy"] not in ("", *BOTS):
                raise LoadError("The lesson asks for an opponent that this program does not have.")
            actions = PositionEditorActions(screen)
            actions.load(run["record"])
            actions.editor.past.clear()
            actions.editor.seed, actions.editor.size, actions.editor.policy = (
                worksheet.filled.seed,
                run["size"],
                run["policy"],
            )
            worksheet.position_editor = actions.editor
            return actions
        case "landings":
            landings = LandingsActions(screen)
            landings.landings = worksheet.landings = LandingsState(
                seed=worksheet.filled.seed, **run["chain"]
            )
            return landings
    return None

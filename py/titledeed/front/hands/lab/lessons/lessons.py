"""The actions of the screen of worksheets: fill one in, hand it out, collect answers, write one."""

from __future__ import annotations

import copy
import re
from typing import Any, Final

from .....engine.words import Unloadable
from .....lab import rollouts
from .....lab.compare import check_alike, to_dict
from .....lab.games import Setting, csv
from .....lab.lessons import answers as handed
from .....lab.lessons import lesson as lessons
from .....lab.lessons import ready
from .....lab.lessons.lesson import MARK, Lesson
from ....page import Gesture
from ....views.bits import Data
from ....views.lab.compare import Compare
from ....views.lab.entries import Entries
from ....views.lab.landings import Landings
from ....views.lab.lessons import views
from ....views.lab.lessons.state import Sheets, Worksheet
from ....views.lab.settings import BOTS, table_of
from ....views.setup.house_rules import Faulty
from ..bench import Bench, LabHand
from ..compare import CompareHand
from ..desk import DeskHand
from ..landings import LandingsHand
from . import keeping
from .writing import Writing

READY: Final = "ready."  # begins a link to a lesson that comes with the program
_NUMBER: Final = re.compile(r"[0-9]{1,3}")
_FALLBACK: Final = re.compile(r"[^a-z0-9]+")
# The actions that a sheet allows on the experiment inside it, by its kind.
_INSIDE: Final = {
    "compare": ("run", "cancel", "measure", "bar", "open-game", "csv"),
    "position": ("run", "cancel", "square"),
    "landings": ("throw", "csv"),
}
_STARTS: Final = ("run", "throw")  # those of them that begin a run


class Worksheets(LabHand):
    """Worksheets, for pupils and for teachers."""

    def __init__(self, bench: Bench, others: tuple[CompareHand, DeskHand, LandingsHand]) -> None:
        """``others``: the screens that a lesson takes experiments from, and passes them to."""
        super().__init__(bench)
        self.folder = Sheets(draft=keeping.draft(bench.store))
        self._compare, self._desk, self._landings = others
        self._inside: CompareHand | DeskHand | LandingsHand | None = None
        self.writing = Writing(bench, self.folder, others)

    def view(self) -> Data:
        shown = self.folder.at in ("sheet", "teacher") and self._inside is not None
        inside = self._inside.view() if shown and self._inside else {}
        return views.view(self.folder, inside, self.desk.catalogue)

    def _say(self, trouble: Exception) -> None:
        self.folder.trouble = self.desk.catalogue.sentence(str(trouble))
        self.page.announce(self.folder.trouble)

    def _turn(self, at: str) -> None:
        self.folder.at, self.folder.trouble, self.folder.said, self.folder.address = at, "", "", ""
        self.render()
        self.page.focus("#lab h2")

    # ------------------------------------------------------------ opening

    def linked(self, fragment: str) -> None:
        """Open the lesson of a link's fragment; trouble is shown, not raised."""
        packed = fragment.removeprefix(MARK)
        try:
            if packed.startswith(READY):
                self._open_ready(packed.removeprefix(READY))
            else:
                self._open(lessons.unpack(packed))
        except (Unloadable, Faulty) as trouble:
            self._say(trouble)

    def file(self, text: str) -> None:
        """Open a lesson or a pupil's answers. If the text is neither, say so and change nothing."""
        _ = self.desk.catalogue
        try:
            if text.startswith(handed.HEAD):
                fresh = self.folder.collected.add(handed.read(text))
                self.folder.at, self.folder.trouble, self.folder.address = "collect", "", ""
                self.folder.said = "" if fresh else _("These answers were there already.")
            else:
                self._open(lessons.read(text))
        except (Unloadable, Faulty) as trouble:
            self._say(trouble)

    def do_lesson(self, done: Gesture) -> None:
        """Open one of the lessons that come with the program."""
        self._try_ready(done.arg, "sheet")

    def do_teacher(self, done: Gesture) -> None:
        """Open the teacher's page of such a lesson, or of the sheet that is open."""
        if done.arg:
            self._try_ready(done.arg, "teacher")
        elif self.folder.sheet is not None:
            self._turn("teacher")

    def _try_ready(self, name: str, at: str) -> None:
        try:
            self._open_ready(name)
        except (Unloadable, Faulty) as trouble:
            self._say(trouble)
        self._turn(at)

    def _open_ready(self, name: str) -> None:
        lesson = ready.lessons(self.desk.catalogue.language).get(name)
        if lesson is None:
            raise Unloadable("The link names a lesson that this program does not have.")
        if self.folder.sheet is None or self.folder.sheet.name != name:
            self._open(lesson, name)
        self.folder.at = "sheet"

    def _open(self, lesson: Lesson, name: str = "") -> None:
        """Open a lesson as a sheet. Raises Unloadable or Faulty, before it changes anything, if the lesson's
        experiment cannot be run."""
        sheet = Worksheet(lesson, name, answers=[""] * len(lesson["questions"]))
        run = lesson["run"]
        sheet.seed = run["seed"] if run else 0
        if lesson["own_seed"]:
            sheet.seed = self.page.seed() % (lessons.MOST_SEED + 1)
        keeping.fill(self.bench.store, sheet)
        sheet.wrong = {n for n in range(len(sheet.answers)) if sheet.is_wrong(n)}
        inside = self._prepared(sheet)
        self._stop()
        self._inside = inside
        if sheet.compare is not None or sheet.desk is not None:
            self.warm()
        self.folder.sheet, self.folder.at = sheet, "sheet"
        self.folder.trouble = self.folder.said = self.folder.address = ""

    def _prepared(self, sheet: Worksheet) -> CompareHand | DeskHand | LandingsHand | None:
        """The screen that runs a sheet's experiment, set up for it; None if it has none or is a die."""
        run, _ = sheet.lesson["run"], self.desk.catalogue
        match run["kind"] if run else "":
            case "compare":
                own = run.get("boards", {})
                boards = {**self.desk.boards, **own}
                tables = [table_of(side, _, boards) for side in run["sides"]]
                check_alike(*(Setting.of(side) for side in tables))
                compare = CompareHand(self.bench)
                compare.comparison = sheet.compare = Compare()
                compare.comparison.sides = [dict(side) for side in run["sides"]]
                compare.comparison.boards = own
                compare.comparison.clear()
                compare.comparison.seed, compare.comparison.size = sheet.seed, run["size"]
                compare.comparison.measure = run["measure"]
                return compare
            case "position":
                if run["policy"] not in ("", *BOTS):
                    raise Unloadable(
                        "The lesson asks for an opponent that this program does not have."
                    )
                desk = DeskHand(self.bench)
                desk.load(run["record"])
                desk.editor.past.clear()
                desk.editor.seed, desk.editor.size, desk.editor.policy = (
                    sheet.seed,
                    run["size"],
                    run["policy"],
                )
                sheet.desk = desk.editor
                return desk
            case "landings":
                landings = LandingsHand(self.bench)
                landings.landings = sheet.landings = Landings(seed=sheet.seed, **run["chain"])
                landings.opened()
                return landings
        return None

    def _stop(self) -> None:
        if self._inside is not None:
            self._inside.stop()

    # ------------------------------------------------------------ a pupil

    def do_answers(self, done: Gesture) -> None:
        """Store the answers with each letter that is typed."""
        sheet = self.folder.sheet
        if sheet is None:
            return
        before = sheet.guessed, set(sheet.wrong)
        for n, question in enumerate(sheet.lesson["questions"]):
            text = done.fields.get(f"answer-{n}")
            if text is not None and not (sheet.noted and question["when"] == "before"):
                sheet.answers[n] = lessons.clean(text, handed.LONGEST_ANSWER)
        if "pupil" in done.fields:
            name = lessons.clean(done.fields["pupil"], handed.LONGEST_NAME)
            sheet.pupil = name.replace("\n", " ")
        keeping.keep(self.bench.store, sheet)
        # "-" may become "-5": what is wrong is said when the field is left, and taken back at once.
        wrong = {n for n in range(len(sheet.answers)) if sheet.is_wrong(n)}
        sheet.wrong = wrong & sheet.wrong if done.kind == "type" else wrong
        if (sheet.guessed, sheet.wrong) != before or done.kind != "type":
            self.render()

    def gesture(self, done: Gesture) -> None:
        """Pass actions on the draft or on the experiment inside the sheet to their hands."""
        name = done.do.removeprefix("lab-")
        sheet = self.folder.sheet
        inside = self._inside if self.folder.at == "sheet" else None
        if done.do in self.writing.actions:
            self.writing.gesture(done)
        elif inside is None or sheet is None or name not in _INSIDE[sheet.lesson["run"]["kind"]]:
            super().gesture(done)
        elif name not in _STARTS or self._may_start(sheet):
            inside.gesture(done)

    def _may_start(self, sheet: Worksheet) -> bool:
        locked = sheet.lesson["locked"]["guess"]
        if locked and not sheet.guessed and not sheet.began:
            return False
        if locked and not sheet.noted:
            sheet.noted = True
            keeping.keep(self.bench.store, sheet)
        return True

    def do_die(self, done: Gesture) -> None:
        """Throw the die of the lesson as often as it says, in one job."""
        sheet = self.folder.sheet
        run = sheet.lesson["run"] if sheet else None
        if sheet is None or run is None or run["kind"] != "die" or not self._may_start(sheet):
            return

        def receive(_place: int, throws: Any) -> None:
            sheet.throws = throws
            self.render()

        def failed(why: str) -> None:
            self._say(Unloadable(why))
            self.render()

        job = {"seed": sheet.seed, "weights": run["weights"], "size": run["size"]}
        self.page.work("titledeed.lab.lessons.die:throws", [job], receive, failed)

    def do_hand_in(self, done: Gesture) -> None:
        """Save the answers and the results of the experiment as a file."""
        sheet = self.folder.sheet
        if sheet is None:
            return
        figures, tables = self._results(sheet)
        text = handed.write(
            {
                "lesson": sheet.id,
                "title": sheet.lesson["title"],
                "name": sheet.pupil.strip(),
                "questions": [question["text"] for question in sheet.lesson["questions"]],
                "answers": sheet.answers,
                "seed": sheet.seed,
                "figures": figures,
                "tables": tables,
            }
        )
        self.page.download(f"titledeed-answers-{_slug(sheet.pupil)}.json", text)

    def _results(self, sheet: Worksheet) -> tuple[dict[str, float], dict[str, list[str]]]:
        """The results of the experiment: figures by name, and tables as lines of CSV."""
        if sheet.compare is not None:
            a, b = sheet.compare.pairs
            if not a:
                return {}, {}
            measures = to_dict(a, b)["measures"]
            measure = measures.get(sheet.compare.measure) or measures["rounds"]
            tables = {"a": list(csv(a, len(a[0]["worth"]))), "b": list(csv(b, len(b[0]["worth"])))}
            return {"games": len(a), **measure}, tables
        if sheet.desk is not None:
            played = [game for game in sheet.desk.played if game]
            if not played:
                return {}, {}
            seats = len(sheet.desk.table["seats"])
            shares = rollouts.shares(played, seats)
            wins = {f"win_{n + 1}": shares[n].value for n in range(seats)}
            return {"games": len(played), **wins}, {"a": list(csv(played, seats))}
        if sheet.landings is not None and sheet.landings.batches:
            thrown = sum(map(sum, sheet.landings.batches))
            stood = sum(batch[-1] for batch in sheet.landings.batches)
            return {"throws": thrown, "in_jail": round(stood / thrown, 6)}, {}
        if sheet.throws:
            last = sheet.throws[-1]
            sides = {f"side_{n + 1}": count for n, count in enumerate(last["counts"])}
            return {"throws": last["throws"], **sides, "square": last["square"], "p": last["p"]}, {}
        return {}, {}

    def do_print(self, done: Gesture) -> None:
        self.page.print()

    def do_onward(self, done: Gesture) -> None:
        """Open the sheet's experiment on its own screen, where it can be changed."""
        sheet = self.folder.sheet
        if sheet is None or sheet.lesson["locked"]["settings"]:
            return
        if sheet.compare is not None:
            self._compare.take(sheet.compare)
            self.bench.show("compare")
        elif sheet.desk is not None:
            self._desk.put(copy.deepcopy(sheet.desk.table))
            self.bench.show("desk")
        elif sheet.landings is not None:
            self._landings.take(sheet.landings)
            self.bench.show("landings")
        self.render()
        self.page.focus("#lab h1")

    # ------------------------------------------------------------ giving out

    def do_sheets(self, done: Gesture) -> None:
        """Show the list of all sheets."""
        self._turn("list")

    def do_sheet(self, done: Gesture) -> None:
        """Return to the sheet that is open."""
        if self.folder.sheet is not None:
            self._turn("sheet")

    def do_open(self, done: Gesture) -> None:
        """Let a person choose a file; it is opened by :meth:`file`."""
        self.page.ask_for_file()

    def do_link(self, done: Gesture) -> None:
        """Make a link to the pupils' sheet of the lesson that is open or being written, and copy it."""
        folder = self.folder
        lesson, name = (folder.draft, "") if folder.at == "write" else (None, "")
        if lesson is None and folder.sheet is not None:
            lesson, name = folder.sheet.lesson, folder.sheet.name
        if lesson is None:
            return
        try:
            self._whole(lesson)
            packed = READY + name if name else lessons.pack(lesson)
        except (Unloadable, Faulty) as trouble:
            self._say(trouble)
            self.render()
            return
        folder.address, folder.trouble = self.page.address() + MARK + packed, ""
        self.render()

        def copied(well: bool) -> None:
            folder.copied = well
            if not well:
                self.page.select("#lesson-address")
            self.page.announce(self.desk.catalogue("The address is copied.") if well else "")
            self.render()

        self.page.copy(folder.address, copied)

    def _whole(self, lesson: Lesson) -> None:
        """Check that a lesson can be handed out; of a draft, put the questions before the run first. Raises
        Unloadable with a sentence for people."""
        if lesson is self.folder.draft:
            lesson["questions"].sort(key=lambda question: question["when"] != "before")
        if not lesson["title"].strip():
            raise Unloadable("The lesson needs a title first.")
        for n, question in enumerate(lesson["questions"]):
            if not question["text"].strip():
                raise Unloadable(f"Question {n + 1} has no text yet.")
            if question["answer"] == "choice" and len(question["choices"]) < 2:
                raise Unloadable(f"Question {n + 1} needs two choices or more.")
        lessons.check(lesson)

    def do_save(self, done: Gesture) -> None:
        """Save the lesson, with its teacher's page, as a file."""
        folder = self.folder
        lesson = (
            folder.draft if folder.at == "write" else folder.sheet.lesson if folder.sheet else None
        )
        if lesson is None:
            return
        try:
            self._whole(lesson)
            text = lessons.write(lesson)
        except Unloadable as trouble:
            self._say(trouble)
            self.render()
            return
        self.page.download(f"titledeed-lesson-{_slug(lesson['title'])}.json", text)

    def do_collect(self, done: Gesture) -> None:
        self._turn("collect")

    def do_table(self, done: Gesture) -> None:
        """Save the collected answers of a lesson as CSV."""
        for id, sheets in self.folder.collected.lessons():
            if id == done.arg:
                text = "\n".join(handed.csv(sheets)) + "\n"
                self.page.download(f"titledeed-answers-{id[:6]}.csv", text)

    # ------------------------------------------------------------ writing

    def do_write(self, done: Gesture) -> None:
        """Open the editor on the draft; "copy": on a copy of the open lesson, "new": on a blank one."""
        self.folder.entries = Entries()
        if done.arg == "new":
            self.folder.draft = {**lessons.blank(), "language": self.desk.catalogue.language}
            self.writing.keep()
        elif done.arg == "copy" and self.folder.sheet is not None:
            self.folder.draft = copy.deepcopy(self.folder.sheet.lesson)
            self.writing.keep()
        elif self.folder.draft == lessons.blank():
            self.folder.draft["language"] = self.desk.catalogue.language
        self._turn("write")

    def do_try(self, done: Gesture) -> None:
        """Open the draft as pupils will see it."""
        try:
            self._whole(self.folder.draft)
            self._open(copy.deepcopy(self.folder.draft))
        except (Unloadable, Faulty) as trouble:
            self._say(trouble)
            self.render()
            return
        self._turn("sheet")


def _slug(text: str) -> str:
    """A text as a part of a file's name."""
    return _FALLBACK.sub("-", text.lower()).strip("-")[:40] or "sheet"

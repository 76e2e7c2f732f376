"""The actions of the screen of worksheets: open one, turn to another page of the screen."""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final

from .....engine.words import Unloadable
from .....lab.lessons import lesson as lessons
from .....lab.lessons import ready
from .....lab.lessons import sheet as filled_in
from .....lab.lessons.lesson import MARK, Lesson
from .....lab.lessons.sheet import Carried, Filled
from ....page import Gesture
from ....views.bits import Data
from ....views.lab.entries import Entries
from ....views.lab.lessons import views
from ....views.lab.lessons.state import OnDevice, Sheets, Worksheet
from ....views.setup.house_rules import Faulty
from ..bench import Bench
from ..compare import CompareHand
from ..desk import DeskHand
from ..landings import LandingsHand
from . import keeping
from .base import SheetHand, now
from .collecting import Collecting
from .experiment import Experiment, prepared
from .filling import Filling
from .giving import READY, Giving
from .keeping import StoredSheet
from .writing import Writing

HERE: Final = "here."  # begins the address of a sheet that only this device has
# The pages of this screen that have an address, by its name: #lab=sheets is the list that pupils see.
PAGES: Final = {
    "lessons": "list",
    "sheets": "list",
    "teachers": "teachers",
    "teacher": "teacher",
    "write": "write",
    "collect": "collect",
}
_PLACES: Final = {at: name for name, at in PAGES.items() if name != "sheets"}
_LONGEST: Final = (
    20_000  # characters of a lesson in the address of its sheet: some browsers take no more
)


class Worksheets(SheetHand):
    """Worksheets, for pupils and for teachers."""

    def __init__(self, bench: Bench, others: tuple[CompareHand, DeskHand, LandingsHand]) -> None:
        """``others``: the screens that a lesson takes experiments from, and passes them to."""
        keeping.take_over_earlier(bench.store)
        folder = Sheets(draft=keeping.draft(bench.store))
        super().__init__(bench, folder)
        self.experiment = Experiment(bench, folder)
        self.giving = Giving(bench, folder)
        self.collecting = Collecting(bench, folder)
        for part in (
            *(self.experiment, self.giving, self.collecting),
            *(Filling(bench, folder, others), Writing(bench, folder, others)),
        ):
            self.actions |= part.actions
        self._shelf: dict[str, StoredSheet] = {}
        self._on_disk: dict[str, StoredSheet] = {}  # sheets that the database alone has
        self._removed: StoredSheet | None = None
        self._place = -1  # the question to scroll to, once the sheet is on the page
        self._look()
        keeping.from_disk(bench.store, self._recover)

    def view(self) -> Data:
        self.experiment.note()
        if self.folder.at == "list":
            self._look()
        inside = self.experiment.inside
        shown = self.folder.at == "sheet" and inside is not None
        return views.view(
            self.folder, inside.view() if shown and inside else {}, self.desk.catalogue
        )

    def gesture(self, done: Gesture) -> None:
        """Pass an action on the experiment inside the sheet to its screen; do any other."""
        if self.experiment.allows(done):
            self.experiment.pass_on(done)
        else:
            super().gesture(done)

    # ------------------------------------------------------------ where it stands

    @property
    def place(self) -> str:
        """The fragment of the address that leads to what is shown."""
        folder = self.folder
        sheet = folder.sheet
        if folder.at == "sheet" and sheet is not None:
            return MARK.lstrip("#") + sheet.address
        if folder.at == "list" and folder.pupil:
            return "lab=sheets"
        name = _PLACES.get(folder.at, "lessons")
        if name == "teacher" and sheet is not None and sheet.name:
            name = f"teacher.{sheet.name}"
        return f"lab={name}"

    def turn_to(self, name: str, more: str) -> None:
        """Show the page of an address: one of :data:`PAGES`, and the lesson of a teacher's page."""
        folder = self.folder
        if name == "sheets":
            folder.pupil = True
        if name == "teacher":
            if more and (folder.sheet is None or folder.sheet.name != more):
                self._try(lambda: self._open_ready(more))
            folder.turn("teacher" if folder.sheet is not None else "teachers")
        else:
            folder.turn(PAGES[name])

    def scroll(self) -> None:
        """Scroll to where the pupil was, once."""
        place, self._place = self._place, -1
        if self.folder.at == "sheet" and self.folder.sheet is not None:
            self.page.scroll(f"#lesson-a-{place}" if place >= 0 else "")

    # ------------------------------------------------------------ opening

    def linked(self, fragment: str, again: bool = False) -> None:
        """Open the sheet of a link's fragment, or show it ``again``; trouble is shown, not raised."""
        if not again:
            self.folder.pupil = True
        if fragment.startswith(filled_in.MARK):
            packed = fragment.removeprefix(filled_in.MARK)
            self._try(lambda: self._take(filled_in.unpack(packed)))
            return
        packed = fragment.removeprefix(MARK)
        sheet = self.folder.sheet
        if sheet is not None and sheet.address == packed:
            self.folder.turn("sheet")
        elif packed.startswith(READY):
            self._try(lambda: self._open_ready(packed.removeprefix(READY)))
        elif packed.startswith(HERE):
            self._try(lambda: self._open_here(packed.removeprefix(HERE)))
        else:
            self._try(lambda: self._open(lessons.unpack(packed)))

    def file(self, text: str, name: str = "") -> None:
        """Open a lesson, a sheet or a pupil's answers. If the text is none of them, say so and change
        nothing."""
        if text.startswith(filled_in.HEAD):
            self._try(lambda: self._take(filled_in.read(text)))
        elif text.startswith(lessons.HEAD):
            self._try(lambda: self._open(lessons.read(text)))
        else:
            self.collecting.file(text, name)

    def _try(self, open: Callable[[], None]) -> None:
        try:
            open()
        except (Unloadable, Faulty) as trouble:
            self.say(trouble)

    def _open_ready(self, name: str) -> None:
        replaced = name in ready.REPLACED
        name = ready.REPLACED.get(name, name)
        lesson = ready.lessons(self.desk.catalogue.language).get(name)
        if lesson is None:
            raise Unloadable("The link names a lesson that this program does not have.")
        if self.folder.sheet is not None and self.folder.sheet.name == name:
            self.folder.turn("sheet")
        else:
            self._open(lesson, name)
        if replaced:
            self.folder.said = self.desk.catalogue(
                "This worksheet has replaced the one of your link."
            )

    def _open_here(self, id: str) -> None:
        self._look()
        stored = self._shelf.get(id)
        if stored is None:
            raise Unloadable(
                "This address opens a worksheet of another device. Ask for its link or its file."
            )
        self._open(stored.lesson, self._ready_name(stored))

    def _ready_name(self, stored: StoredSheet) -> str:
        """The name of a stored ready lesson; "" if the program has it in other words now."""
        lesson = ready.lessons(stored.lesson["language"]).get(stored.ready)
        return stored.ready if lesson is not None and lessons.id_of(lesson) == stored.id else ""

    def _take(self, carried: Carried) -> None:
        """Take over a sheet from another device. Raises Unloadable or Faulty."""
        lesson = carried.lesson
        if lesson is None:
            lesson = ready.lessons(carried.language).get(carried.ready)
            if lesson is None or lessons.id_of(lesson) != carried.id:
                raise Unloadable(
                    "The other device has another version of this lesson. Save the sheet there as a file, "
                    "and open that here."
                )
        filled = filled_in.tamed(filled_in.filled(lesson, carried.table), now(self.page))
        named = ready.lessons(lesson["language"]).get(carried.ready)
        is_ready = named is not None and lessons.id_of(named) == lessons.id_of(lesson)
        self._open(lesson, carried.ready if is_ready else "", filled)

    def _open(self, lesson: Lesson, name: str = "", carried: Filled | None = None) -> None:
        """Open a lesson as a sheet, with what comes from another device. Raises Unloadable or Faulty, before
        it changes anything, if the lesson's experiment cannot be run."""
        _, folder = self.desk.catalogue, self.folder
        run = lesson["run"]
        seed = run["seed"] if run else 0
        if lesson["own_seed"]:
            seed = self.page.seed() % (lessons.MOST_SEED + 1)
        sheet = Worksheet(lesson, name, filled_in.blank(lesson, seed))
        stored = self._stored(sheet.id)
        if stored is not None:
            sheet.filled = stored.filled
            if not lesson["teacher"]:
                sheet.lesson = {**lesson, "teacher": stored.lesson["teacher"]}
        if carried is not None:
            both = stored is not None and stored.filled.touched
            sheet.filled = filled_in.merged(lesson, sheet.filled, carried) if both else carried
        if run and not lesson["own_seed"]:
            sheet.filled.seed = run["seed"]
        sheet.wrong = sheet.all_wrong()
        sheet.address = self._address(sheet)
        inside = prepared(self.bench, sheet)
        folder.sheet = sheet
        folder.turn("sheet")
        self.experiment.put(inside)
        self._place = sheet.filled.place
        if carried is not None:
            keeping.keep(self.bench.store, sheet)
            folder.said = _("Taken over from the other device, with all answers.")

    def _address(self, sheet: Worksheet) -> str:
        """The fragment that opens this sheet again."""
        if (
            sheet.name
            and lessons.id_of(ready.lessons(self.desk.catalogue.language)[sheet.name]) == sheet.id
        ):
            return READY + sheet.name
        try:
            packed = lessons.pack(sheet.lesson)
        except Unloadable:
            packed = ""
        if packed and len(packed) <= _LONGEST:
            return packed
        keeping.keep(self.bench.store, sheet)
        return HERE + sheet.id

    # ------------------------------------------------------------ the sheets of this device

    def _look(self) -> None:
        """Read again which sheets this device has."""
        self._shelf = {**self._on_disk, **keeping.shelf(self.bench.store)}
        rows = sorted(self._shelf.values(), key=lambda stored: stored.filled.last, reverse=True)
        self.folder.shelf = [
            OnDevice(
                stored.id,
                stored.lesson["title"],
                stored.filled.pupil.text,
                sum(bool(text.text.strip()) for text in stored.filled.answers),
                len(stored.filled.answers),
            )
            for stored in rows
            if stored.filled.touched
        ]

    def _stored(self, id: str) -> StoredSheet | None:
        self._look()
        return self._shelf.get(id)

    def _recover(self, disk: Mapping[str, StoredSheet]) -> None:
        """Take over what the database has and the box has not."""
        for id, stored in disk.items():
            known = self._shelf.get(id)
            filled = (
                stored.filled if known is None else filled_in.newest(known.filled, stored.filled)
            )
            if known is None or filled != known.filled:
                self._on_disk[id] = replace(stored, filled=filled)
                sheet = self.folder.sheet
                shown = sheet is not None and sheet.id == id
                if sheet is not None and shown:
                    sheet.filled = filled_in.newest(sheet.filled, filled)
                    sheet.wrong = sheet.all_wrong()
                restored = (
                    sheet if shown and sheet else Worksheet(stored.lesson, stored.ready, filled)
                )
                keeping.keep(self.bench.store, restored)
        self._look()
        self.render()

    def stored_elsewhere(self) -> None:
        """Another window of this browser has stored something."""
        sheet, folder = self.folder.sheet, self.folder
        if folder.at == "list":
            self.render()
        elif folder.at == "write":
            folder.draft = keeping.draft(self.bench.store)
            self.render()
        elif sheet is not None:
            latest = keeping.catch_up(self.bench.store, sheet)
            if latest != sheet.filled:
                sheet.filled = latest
                sheet.wrong = sheet.all_wrong()
                self.render()

    def do_shelf(self, done: Gesture) -> None:
        """Open one of the sheets of this device."""
        self._try(lambda: self._open_here(done.arg))
        self.render()
        self.page.focus("#lab h2")

    def do_forget(self, done: Gesture) -> None:
        """Remove a sheet from this device."""
        self._look()
        stored = self._shelf.get(done.arg)
        if stored is None:
            return
        self._removed = stored
        self._on_disk.pop(stored.id, None)
        keeping.forget(self.bench.store, stored.id)
        if self.folder.sheet is not None and self.folder.sheet.id == stored.id:
            self.experiment.put(None)
            self.folder.sheet = None
        self._look()
        self.folder.removed = stored.lesson["title"]
        self.turn("list")

    def do_bring_back(self, done: Gesture) -> None:
        """Bring back the sheet that was removed last."""
        stored, self._removed, self.folder.removed = self._removed, None, ""
        if stored is not None:
            keeping.keep(self.bench.store, Worksheet(stored.lesson, stored.ready, stored.filled))
        self._look()
        self.turn("list")

    # ------------------------------------------------------------ pages

    def do_lesson(self, done: Gesture) -> None:
        """Open one of the lessons that come with the program."""
        self._try(lambda: self._open_ready(done.arg))
        self.render()
        self.page.focus("#lab h2")

    def do_teachers(self, done: Gesture) -> None:
        """Show what is for teachers only."""
        if not self.folder.pupil:
            self.turn("teachers")

    def do_teacher(self, done: Gesture) -> None:
        """Show the teacher's page of a lesson that comes with the program, or of the one that is open."""
        if self.folder.pupil:
            return
        if done.arg:
            self._try(lambda: self._open_ready(done.arg))
        if self.folder.sheet is not None and not self.folder.trouble:
            self.folder.turn("teacher")
        self.render()
        self.page.focus("#lab h2")

    def do_sheets(self, done: Gesture) -> None:
        """Show the list of all sheets."""
        self.turn("list")

    def do_sheet(self, done: Gesture) -> None:
        """Return to the sheet that is open."""
        if self.folder.sheet is not None:
            self.turn("sheet")

    def do_write(self, done: Gesture) -> None:
        """Open the editor on the draft; "copy": on a copy of the open lesson, "new": on a blank one."""
        folder = self.folder
        folder.entries = Entries()
        if done.arg == "new":
            folder.draft = {**lessons.blank(), "language": self.desk.catalogue.language}
            keeping.keep_draft(self.bench.store, folder.draft)
        elif done.arg == "copy" and folder.sheet is not None:
            folder.draft = copy.deepcopy(folder.sheet.lesson)
            keeping.keep_draft(self.bench.store, folder.draft)
        elif folder.draft == lessons.blank():
            folder.draft["language"] = self.desk.catalogue.language
        self.turn("write")

    def do_try(self, done: Gesture) -> None:
        """Open the draft as pupils will see it."""
        try:
            self.giving.whole(self.folder.draft)
            self._open(copy.deepcopy(self.folder.draft))
        except (Unloadable, Faulty) as trouble:
            self.say(trouble)
        self.render()
        self.page.focus("#lab h2")

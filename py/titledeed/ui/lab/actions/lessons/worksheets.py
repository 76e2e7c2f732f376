"""The actions of the screen of worksheets: open one, turn to another page of the screen."""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final

from .....engine.errors import LoadError
from .....lab.lessons import builtin
from .....lab.lessons import lesson_format as lessons
from .....lab.lessons import worksheet_answers_and_merging_two_copies as filled_in
from .....lab.lessons.lesson_format import MARK, Lesson
from .....lab.lessons.worksheet_answers_and_merging_two_copies import (
    CarriedWorksheet,
    FilledWorksheet,
)
from .....migrations.lesson_and_worksheet_formats import REPLACED
from ....page_port import Gesture
from ....setup_form import FormError
from ...state.number_fields import NumberFields
from ...state.worksheets import OnDevice, WorksheetsState, WorksheetState
from ...views.lessons import worksheets
from ..compare import CompareActions
from ..landings import LandingsActions
from ..position_editor import PositionEditorActions
from ..screen_base_and_lab_exits import LabScreen
from . import storage
from .base import WorksheetActions, now
from .collect_answers import CollectAnswers
from .experiment import Experiment, prepared
from .lesson_editor import LessonEditor
from .share_worksheet import READY, ShareWorksheet
from .storage import StoredWorksheet
from .student_answers_versions_print_submit import StudentWorksheet

HERE: Final = "here."  # prefix of the address of a sheet that only this device has
# The pages of this screen that have an address, by its name: #lab=sheets is the list that students see.
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
    20_000  # characters of a lesson in the address of its sheet, as some browsers accept no more
)


class Worksheets(WorksheetActions):
    """Worksheets, for students and for teachers."""

    def __init__(
        self,
        screen: LabScreen,
        others: tuple[CompareActions, PositionEditorActions, LandingsActions],
    ) -> None:
        """``others``: the screens that a lesson takes experiments from, and passes them to."""
        storage.take_over_earlier(screen.store)
        worksheets = WorksheetsState(draft=storage.stored_draft(screen.store))
        super().__init__(screen, worksheets)
        self._others = others
        self.experiment = Experiment(screen, worksheets)
        self.giving = ShareWorksheet(screen, worksheets)
        self.collecting = CollectAnswers(screen, worksheets)
        for part in (
            *(self.experiment, self.giving, self.collecting),
            *(
                StudentWorksheet(screen, worksheets, others),
                LessonEditor(screen, worksheets, others),
            ),
        ):
            self.actions |= part.actions
        self._shelf: dict[str, StoredWorksheet] = {}
        self._on_disk: dict[str, StoredWorksheet] = {}  # sheets that only the database has
        self._removed: StoredWorksheet | None = None
        self._place = -1  # the question to scroll to, once the sheet is on the page
        self._look()
        storage.from_disk(screen.store, self._recover)

    def screen_view(self) -> Mapping[str, object]:
        self.experiment.note()
        if self.folder.at == "list":
            self._look()
        inside = self.experiment.inside
        shown = self.folder.at == "sheet" and inside is not None
        return worksheets.worksheets_view(
            self.folder, inside.screen_view() if shown and inside else {}, self.app.catalogue
        )

    def handle_gesture(self, gesture: Gesture) -> None:
        """Pass an action on the experiment inside the sheet to its screen, and do any other action here."""
        if self.experiment.allows(gesture):
            self.experiment.pass_on(gesture)
        else:
            super().handle_gesture(gesture)

    # ------------------------------------------------------------ where it stands

    @property
    def place(self) -> str:
        """The fragment of the address that leads to the current page."""
        worksheets = self.folder
        worksheet = worksheets.sheet
        if worksheets.at == "sheet" and worksheet is not None:
            return MARK.lstrip("#") + worksheet.address
        if worksheets.at == "list" and worksheets.student:
            return "lab=sheets"
        name = _PLACES.get(worksheets.at, "lessons")
        if name == "teacher" and worksheet is not None and worksheet.name:
            name = f"teacher.{worksheet.name}"
        return f"lab={name}"

    def turn_to(self, name: str, more: str) -> None:
        """Show the page of an address.

        ``name`` is one of :data:`PAGES` or "teacher"; ``more`` is then the lesson of the teacher's
        page."""
        worksheets = self.folder
        if name == "sheets":
            worksheets.student = True
        if name == "teacher":
            if more and (worksheets.sheet is None or worksheets.sheet.name != more):
                self._try(lambda: self._open_ready(more))
            worksheets.turn("teacher" if worksheets.sheet is not None else "teachers")
        else:
            worksheets.turn(PAGES[name])

    def scroll(self) -> None:
        """Scroll once to the student's last place."""
        place, self._place = self._place, -1
        if self.folder.at == "sheet" and self.folder.sheet is not None:
            self.page.scroll(f"#lesson-a-{place}" if place >= 0 else "")

    # ------------------------------------------------------------ opening

    def open_link(self, fragment: str, again: bool = False) -> None:
        """Open the sheet of a link's fragment, or show it ``again``; trouble is shown, not raised."""
        if not again:
            self.folder.student = True
        if fragment.startswith(filled_in.MARK):
            packed = fragment.removeprefix(filled_in.MARK)
            self._try(lambda: self._take(filled_in.unpack_worksheet(packed)))
            return
        packed = fragment.removeprefix(MARK)
        worksheet = self.folder.sheet
        if worksheet is not None and worksheet.address == packed:
            self.folder.turn("sheet")
        elif packed.startswith(READY):
            self._try(lambda: self._open_ready(packed.removeprefix(READY)))
        elif packed.startswith(HERE):
            self._try(lambda: self._open_here(packed.removeprefix(HERE)))
        else:
            self._try(lambda: self._open(lessons.unpack_lesson(packed)))

    def open_file(self, text: str, name: str = "") -> None:
        """Open a lesson, a sheet or a student's answers.

        If the text is none of them, tell people and change nothing."""
        if text.startswith(filled_in.HEAD):
            self._try(lambda: self._take(filled_in.read_worksheet(text)))
        elif text.startswith(lessons.HEAD):
            self._try(lambda: self._open(lessons.read_lesson(text)))
        else:
            self.collecting.open_file(text, name)

    def _try(self, open: Callable[[], None]) -> None:
        try:
            open()
        except (LoadError, FormError) as trouble:
            self.say(trouble)

    def _open_ready(self, name: str) -> None:
        replaced = name in REPLACED
        name = REPLACED.get(name, name)
        lesson = builtin.builtin_lesson(name, self.app.catalogue.language)
        if lesson is None:
            raise LoadError("The link is for a worksheet that this program doesn’t have.")
        if self.folder.sheet is not None and self.folder.sheet.name == name:
            self.folder.turn("sheet")
        else:
            self._open(lesson, name, full=self._full(name))
        if replaced:
            self.folder.said = self.app.catalogue(
                "Your link was for an older worksheet. This worksheet has replaced it."
            )

    def _full(self, name: str) -> Lesson | None:
        """The whole of a ready lesson whose short form has this name; None if it is not a short form."""
        if not name.endswith(builtin.SHORT):
            return None
        return builtin.builtin_lesson(name.removesuffix(builtin.SHORT), self.app.catalogue.language)

    def _open_here(self, id: str) -> None:
        self._look()
        stored = self._shelf.get(id)
        if stored is None:
            raise LoadError(
                "This address leads to a worksheet on another device. Ask for a link to "
                "it or for its file."
            )
        self._open(stored.lesson, self._ready_name(stored))

    def _ready_name(self, stored: StoredWorksheet) -> str:
        """Return the name of a stored ready lesson; "" if the program's wording of it has changed."""
        lesson = builtin.builtin_lesson(stored.ready, stored.lesson["language"])
        return stored.ready if lesson is not None and lessons.lesson_id(lesson) == stored.id else ""

    def _take(self, carried: CarriedWorksheet) -> None:
        """Take over a sheet from another device. Raises LoadError or FormError."""
        lesson = carried.lesson
        if lesson is None:
            lesson = builtin.builtin_lesson(carried.ready, carried.language)
            if lesson is None or lessons.lesson_id(lesson) != carried.id:
                raise LoadError(
                    "The other device has a different version of this worksheet. Save "
                    "your worksheet there as a file, then open that file here."
                )
        filled = filled_in.without_future_times(
            filled_in.worksheet_of_table(lesson, carried.table), now(self.page)
        )
        named = builtin.builtin_lesson(carried.ready, lesson["language"])
        is_ready = named is not None and lessons.lesson_id(named) == lessons.lesson_id(lesson)
        self._open(lesson, carried.ready if is_ready else "", filled)

    def _open(
        self,
        lesson: Lesson,
        name: str = "",
        carried: FilledWorksheet | None = None,
        full: Lesson | None = None,
    ) -> None:
        """Open a lesson as a sheet, with the data that comes from another device. ``full``: the lesson
        whose short form this is.

        If the lesson's experiment cannot be run, raises LoadError or FormError before it changes
        anything."""
        _, worksheets = self.app.catalogue, self.folder
        run = lesson["run"]
        seed = run["seed"] if run else 0
        if lesson["own_seed"]:
            seed = self.page.seed() % (lessons.MOST_SEED + 1)
        worksheet = WorksheetState(lesson, name, filled_in.blank_worksheet(lesson, seed), full=full)
        stored = self.stored(worksheet.id)
        if stored is not None:
            worksheet.filled = stored.filled
            if not lessons.has_teachers_page(lesson):
                worksheet.lesson = stored.lesson
        if carried is not None:
            both = stored is not None and stored.filled.touched
            worksheet.filled = (
                filled_in.merge_worksheets(lesson, worksheet.filled, carried) if both else carried
            )
        if run and not lesson["own_seed"]:
            worksheet.filled.seed = run["seed"]
        worksheet.wrong = worksheet.all_wrong()
        worksheet.address = self._address(worksheet)
        inside = prepared(self.bench, worksheet)
        worksheets.sheet = worksheet
        worksheets.turn("sheet")
        self.experiment.put(inside)
        self._place = worksheet.filled.place
        if carried is not None:
            storage.keep_worksheet(self.bench.store, worksheet)
            worksheets.said = _("Copied from the other device, with all answers.")

    def _address(self, worksheet: WorksheetState) -> str:
        """The fragment that opens this sheet again."""
        ready = builtin.builtin_lesson(worksheet.name, self.app.catalogue.language)
        if ready is not None and lessons.lesson_id(ready) == worksheet.id:
            return READY + worksheet.name
        try:
            packed = lessons.pack_lesson(worksheet.lesson)
        except LoadError:
            packed = ""
        if packed and len(packed) <= _LONGEST:
            return packed
        storage.keep_worksheet(self.bench.store, worksheet)
        return HERE + worksheet.id

    # ------------------------------------------------------------ the sheets of this device

    def _look(self) -> None:
        """Read the list of this device's sheets again."""
        self._shelf = {**self._on_disk, **storage.stored_worksheets(self.bench.store)}
        rows = sorted(self._shelf.values(), key=lambda stored: stored.filled.last, reverse=True)
        self.folder.shelf = [
            OnDevice(
                stored.id,
                stored.lesson["title"],
                stored.filled.student.text,
                sum(bool(text.text.strip()) for text in stored.filled.answers),
                len(stored.filled.answers),
            )
            for stored in rows
            if stored.filled.touched
        ]

    def stored(self, id: str) -> StoredWorksheet | None:
        """What this device has of the worksheet with this id."""
        self._look()
        return self._shelf.get(id)

    def _recover(self, disk: Mapping[str, StoredWorksheet]) -> None:
        """Take over the sheets that the database has and the key-value store lacks."""
        for id, stored in disk.items():
            known = self._shelf.get(id)
            filled = (
                stored.filled
                if known is None
                else filled_in.newest_answers(known.filled, stored.filled)
            )
            if known is None or filled != known.filled:
                self._on_disk[id] = replace(stored, filled=filled)
                worksheet = self.folder.sheet
                shown = worksheet is not None and worksheet.id == id
                if worksheet is not None and shown:
                    worksheet.filled = filled_in.newest_answers(worksheet.filled, filled)
                    worksheet.wrong = worksheet.all_wrong()
                restored = (
                    worksheet
                    if shown and worksheet
                    else WorksheetState(stored.lesson, stored.ready, filled)
                )
                storage.keep_worksheet(self.bench.store, restored)
        self._look()
        self.render()

    def stored_elsewhere(self) -> None:
        """React when another window of this browser has stored something."""
        worksheet, worksheets = self.folder.sheet, self.folder
        if worksheets.at == "list":
            self.render()
        elif worksheets.at == "write":
            worksheets.draft = storage.stored_draft(self.bench.store)
            worksheets.stored = True
            self.render()
        elif worksheet is not None:
            latest = storage.catch_up(self.bench.store, worksheet)
            if latest != worksheet.filled:
                worksheet.filled = latest
                worksheet.wrong = worksheet.all_wrong()
                self.render()

    def open_stored(self, id: str) -> None:
        """Open a worksheet of this device again, if it is still there."""
        if self.stored(id) is not None:
            self.folder.student = True
            self._try(lambda: self._open_here(id))

    def open_lesson(self, lesson: Lesson, name: str) -> bool:
        """Open a lesson as a student's sheet, with what this device has of it. ``name``: its name if it
        comes with the program, else "". Return whether that worked; trouble is shown."""
        self.folder.student = True
        known = builtin.builtin_lessons(lesson["language"]).get(name)
        ready = known is not None and lessons.lesson_id(known) == lessons.lesson_id(lesson)
        self._try(lambda: self._open(lesson, name if ready else ""))
        return not self.folder.trouble

    def back_to(self, lesson: Lesson, name: str) -> bool:
        """Show this lesson as a student's sheet, opened again only if it isn't the open one. Return whether
        that worked."""
        worksheet = self.folder.sheet
        if worksheet is None or worksheet.id != lessons.lesson_id(lesson):
            return self.open_lesson(lesson, name)
        if self.folder.at != "sheet":
            self.folder.turn("sheet")
        return True

    def do_shelf(self, gesture: Gesture) -> None:
        """Open one of the sheets of this device."""
        self._try(lambda: self._open_here(gesture.arg))
        self.render()
        self.page.focus("#lab h2")

    def do_forget(self, gesture: Gesture) -> None:
        """Remove a sheet from this device."""
        self._look()
        stored = self._shelf.get(gesture.arg)
        if stored is None:
            return
        self._removed = stored
        self._on_disk.pop(stored.id, None)
        storage.forget_worksheet(self.bench.store, stored.id)
        if self.folder.sheet is not None and self.folder.sheet.id == stored.id:
            self.experiment.put(None)
            self.folder.sheet = None
        self._look()
        self.folder.removed = stored.lesson["title"]
        self.turn("list")

    def do_bring_back(self, gesture: Gesture) -> None:
        """Bring back the sheet that was removed last."""
        stored, self._removed, self.folder.removed = self._removed, None, ""
        if stored is not None:
            storage.keep_worksheet(
                self.bench.store, WorksheetState(stored.lesson, stored.ready, stored.filled)
            )
        self._look()
        self.turn("list")

    # ------------------------------------------------------------ pages

    def do_lesson(self, gesture: Gesture) -> None:
        """Open one of the lessons that come with the program."""
        self._try(lambda: self._open_ready(gesture.arg))
        self.render()
        self.page.focus("#lab h2")

    def do_teachers(self, gesture: Gesture) -> None:
        """Show the pages that are for teachers only."""
        if not self.folder.student:
            self.turn("teachers")

    def do_teacher(self, gesture: Gesture) -> None:
        """Show the teacher's page of a lesson that comes with the program, or of the one that is open."""
        if self.folder.student:
            return
        if gesture.arg:
            self._try(lambda: self._open_ready(gesture.arg))
        if self.folder.sheet is not None and not self.folder.trouble:
            self.folder.turn("teacher")
        self.render()
        self.page.focus("#lab h2")

    def do_form(self, gesture: Gesture) -> None:
        """Choose the form of the lesson on its teacher's page: "short" or "full"."""
        worksheet = self.folder.sheet
        if worksheet is None or self.folder.student:
            return
        full = worksheet.full or worksheet.lesson
        name = worksheet.name.removesuffix(builtin.SHORT)
        if gesture.arg == "short" and full["short"]:
            short = lessons.short_form(full)
            self._try(lambda: self._open(short, name and name + builtin.SHORT, full=full))
        else:
            self._try(lambda: self._open(full, name))
        self.folder.turn("teacher")
        self.render()

    def do_prepared(self, gesture: Gesture) -> None:
        """Open one of the lesson's prepared positions in the position editor."""
        worksheet = self.folder.sheet
        positions = worksheet.lesson["teacher"]["positions"] if worksheet is not None else []
        if self.folder.student or not gesture.arg.isdecimal() or int(gesture.arg) >= len(positions):
            return
        self._others[1].put(copy.deepcopy(positions[int(gesture.arg)]["record"]))
        self.bench.show("desk")
        self.render()
        self.page.focus("#lab h1")

    def do_sheets(self, gesture: Gesture) -> None:
        """Show the list of all sheets."""
        self.turn("list")

    def do_sheet(self, gesture: Gesture) -> None:
        """Return to the sheet that is open."""
        if self.folder.sheet is not None:
            self.turn("sheet")

    def do_write(self, gesture: Gesture) -> None:
        """Open the editor on the draft; "copy": on a copy of the open lesson, "new": on a blank one."""
        worksheets = self.folder
        worksheets.entries, worksheets.unread = NumberFields(), False
        if gesture.arg == "new":
            worksheets.draft = {**lessons.blank_lesson(), "language": self.app.catalogue.language}
            worksheets.short_before = 0
            worksheets.stored = storage.keep_draft(self.bench.store, worksheets.draft)
        elif gesture.arg == "copy" and worksheets.sheet is not None:
            worksheets.draft = copy.deepcopy(worksheets.sheet.full or worksheets.sheet.lesson)
            worksheets.short_before = 0
            worksheets.stored = storage.keep_draft(self.bench.store, worksheets.draft)
        elif lessons.is_blank(worksheets.draft):
            worksheets.draft["language"] = self.app.catalogue.language
        self.turn("write")

    def do_try(self, gesture: Gesture) -> None:
        """Open the draft as students will see it."""
        try:
            self.giving.whole(self.folder.draft)
            self._open(copy.deepcopy(self.folder.draft))
        except (LoadError, FormError) as trouble:
            self.say(trouble)
            self.render()
            return
        self.render()
        self.page.focus("#lab h2")

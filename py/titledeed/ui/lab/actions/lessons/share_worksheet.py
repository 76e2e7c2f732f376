"""The actions that pass on a worksheet: to students, or to another device of the same student."""

from __future__ import annotations

import re
from typing import Final

from .....engine.errors import LoadError
from .....lab.lessons import lesson_format as lessons
from .....lab.lessons import worksheet_answers_and_merging_two_copies as filled_in
from .....lab.lessons.lesson_format import MARK, Lesson
from ....page_port import Gesture
from ....setup_form import FormError
from .base import WorksheetActions

READY: Final = "ready."  # prefix of a link to a lesson that comes with the program
_FALLBACK: Final = re.compile(r"[^a-z0-9]+")


class ShareWorksheet(WorksheetActions):
    """Makes links, codes and files of worksheets."""

    def do_link(self, gesture: Gesture) -> None:
        """Make a link to the students' sheet of the lesson that is open or being written, and copy it."""
        worksheets = self.folder
        lesson, name = (worksheets.draft, "") if worksheets.at == "write" else (None, "")
        if lesson is None and worksheets.sheet is not None:
            lesson, name = worksheets.sheet.lesson, worksheets.sheet.name
        if lesson is None:
            return
        try:
            self.whole(lesson)
            packed = READY + name if name else lessons.pack_lesson(lesson)
        except (LoadError, FormError) as trouble:
            self.say(trouble)
            self.render()
            return
        self._show(MARK + packed, copied=True)

    def do_move(self, gesture: Gesture) -> None:
        """Show the ways to continue this sheet on another device, or hide them again."""
        worksheets = self.folder
        if worksheets.sheet is None:
            return
        worksheets.moving = not worksheets.moving
        worksheets.forget_address()
        worksheet = worksheets.sheet
        try:
            packed = (
                filled_in.pack_worksheet(worksheet.lesson, worksheet.name, worksheet.filled)
                if worksheets.moving
                else ""
            )
        except LoadError:
            packed = ""  # only the file remains
        if packed:
            self._show(filled_in.MARK + packed)
        self.render()

    def do_copy(self, gesture: Gesture) -> None:
        """Copy the address that is shown."""
        self._copy()

    def _show(self, fragment: str, copied: bool = False) -> None:
        """Show an address, and its QR code if a camera can read that much."""
        worksheets = self.folder
        worksheets.forget_address()
        worksheets.address, worksheets.trouble = self.page.address() + fragment, ""
        address = worksheets.address

        def drawn(side: int, path: str) -> None:
            if worksheets.address == address:
                worksheets.code = (side, path)
                self.render()

        self.render()
        self.page.code(address, drawn)
        if copied:
            self._copy()

    def _copy(self) -> None:
        worksheets, address = self.folder, self.folder.address

        def copied(well: bool) -> None:
            if worksheets.address != address:
                return
            worksheets.copied = well
            if not well:
                self.page.select("#lesson-address")
            self.page.announce(self.app.catalogue("The link has been copied.") if well else "")
            self.render()

        if address:
            self.page.copy(address, copied)

    def whole(self, lesson: Lesson) -> None:
        """Check that a lesson can be handed out.

        In a draft, first move the questions before the run to the top. Raises LoadError with a message
        for people."""
        if lesson is self.folder.draft:
            lesson["questions"].sort(key=lambda question: question["when"] != "before")
        if not lesson["title"].strip():
            raise LoadError("The lesson needs a title first.")
        for n, question in enumerate(lesson["questions"]):
            if not question["text"].strip():
                raise LoadError(f"Question {n + 1} has no text yet.")
            if question["answer"] == "choice" and len(question["choices"]) < 2:
                raise LoadError(f"Question {n + 1} needs two choices or more.")
        lessons.check_lesson(lesson)

    def do_save(self, gesture: Gesture) -> None:
        """Save the lesson, with its teacher's page, as a file."""
        worksheets = self.folder
        lesson = (
            worksheets.draft
            if worksheets.at == "write"
            else worksheets.sheet.full or worksheets.sheet.lesson
            if worksheets.sheet
            else None
        )
        if lesson is None:
            return
        try:
            self.whole(lesson)
            text = lessons.write_lesson(lesson)
        except LoadError as trouble:
            self.say(trouble)
            self.render()
            return
        self.page.download(f"titledeed-lesson-{slug(lesson['title'])}.json", text)

    def do_carry(self, gesture: Gesture) -> None:
        """Save the sheet with everything written on it as a file, for another device."""
        worksheet = self.folder.sheet
        if worksheet is not None:
            text = filled_in.write_worksheet(worksheet.lesson, worksheet.name, worksheet.filled)
            name = slug(worksheet.student or worksheet.lesson["title"])
            self.page.download(f"titledeed-sheet-{name}.json", text)


def slug(text: str) -> str:
    """Return a text in the form of a part of a file name."""
    return _FALLBACK.sub("-", text.lower()).strip("-")[:40] or "sheet"

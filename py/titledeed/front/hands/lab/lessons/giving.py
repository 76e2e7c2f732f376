"""The actions that give a worksheet away: to pupils, or to another device of the same pupil."""

from __future__ import annotations

import re
from typing import Final

from .....engine.words import Unloadable
from .....lab.lessons import lesson as lessons
from .....lab.lessons import sheet as filled_in
from .....lab.lessons.lesson import MARK, Lesson
from ....page import Gesture
from ....views.setup.house_rules import Faulty
from .base import SheetHand

READY: Final = "ready."  # begins a link to a lesson that comes with the program
_FALLBACK: Final = re.compile(r"[^a-z0-9]+")


class Giving(SheetHand):
    """Makes links, codes and files of worksheets."""

    def do_link(self, done: Gesture) -> None:
        """Make a link to the pupils' sheet of the lesson that is open or being written, and copy it."""
        folder = self.folder
        lesson, name = (folder.draft, "") if folder.at == "write" else (None, "")
        if lesson is None and folder.sheet is not None:
            lesson, name = folder.sheet.lesson, folder.sheet.name
        if lesson is None:
            return
        try:
            self.whole(lesson)
            packed = READY + name if name else lessons.pack(lesson)
        except (Unloadable, Faulty) as trouble:
            self.say(trouble)
            self.render()
            return
        self._show(MARK + packed, copied=True)

    def do_move(self, done: Gesture) -> None:
        """Show the ways to go on with this sheet on another device, or hide them again."""
        folder = self.folder
        if folder.sheet is None:
            return
        folder.moving = not folder.moving
        folder.forget_address()
        sheet = folder.sheet
        try:
            packed = filled_in.pack(sheet.lesson, sheet.name, sheet.filled) if folder.moving else ""
        except Unloadable:
            packed = ""  # the file is left
        if packed:
            self._show(filled_in.MARK + packed)
        self.render()

    def do_copy(self, done: Gesture) -> None:
        """Copy the address that is shown."""
        self._copy()

    def _show(self, fragment: str, copied: bool = False) -> None:
        """Show an address and, if a camera can read that much, its QR code."""
        folder = self.folder
        folder.forget_address()
        folder.address, folder.trouble = self.page.address() + fragment, ""
        address = folder.address

        def drawn(side: int, path: str) -> None:
            if folder.address == address:
                folder.code = (side, path)
                self.render()

        self.render()
        self.page.code(address, drawn)
        if copied:
            self._copy()

    def _copy(self) -> None:
        folder, address = self.folder, self.folder.address

        def copied(well: bool) -> None:
            if folder.address != address:
                return
            folder.copied = well
            if not well:
                self.page.select("#lesson-address")
            self.page.announce(self.desk.catalogue("The address is copied.") if well else "")
            self.render()

        if address:
            self.page.copy(address, copied)

    def whole(self, lesson: Lesson) -> None:
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
            self.whole(lesson)
            text = lessons.write(lesson)
        except Unloadable as trouble:
            self.say(trouble)
            self.render()
            return
        self.page.download(f"titledeed-lesson-{slug(lesson['title'])}.json", text)

    def do_carry(self, done: Gesture) -> None:
        """Save the sheet with all that was written on it as a file, for another device."""
        sheet = self.folder.sheet
        if sheet is not None:
            text = filled_in.write(sheet.lesson, sheet.name, sheet.filled)
            name = slug(sheet.pupil or sheet.lesson["title"])
            self.page.download(f"titledeed-sheet-{name}.json", text)


def slug(text: str) -> str:
    """A text as a part of a file's name."""
    return _FALLBACK.sub("-", text.lower()).strip("-")[:40] or "sheet"

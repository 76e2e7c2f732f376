"""Opens the screen of a class, and fetches its code the first time (``ui/classroom/``)."""

from __future__ import annotations

from typing import Final

from ...notices import Notice
from ...page_port import Gesture
from ...render.jinja_renderer import JinjaRenderer
from ...state import Laboratory
from ..action_group import ActionContext, ActionGroup
from ..declare_actions import Needs, needs
from .lab_loader import LabLoader

PARTS: Final = ("tables", "lab", "classroom")
HEAD: Final = '{"format": "title-deed-class/'  # how a file of a class begins
# The beginning of the links that it opens: the screen itself, and an invitation to a class.
MARKS: Final = ("#class",)


class ClassroomLoader(ActionGroup):
    """Opens the class; its own actions are in ``ui/classroom/``."""

    def __init__(self, context: ActionContext, screen: JinjaRenderer, lab: LabLoader) -> None:
        super().__init__(context)
        self._screen = screen
        self._laboratory = lab
        self._class: Laboratory | None = None
        self._fragment, self._again = "", False
        self._files: list[tuple[str, str]] = []  # files to open: text and name
        self._worksheet = ""
        self._coming = False

    @property
    def shown(self) -> bool:
        """Whether the screen of a class is on the page."""
        return self._class is not None and self.app.lab is self._class

    @needs(Needs.NOTHING)
    def do_class(self, gesture: Gesture) -> None:
        """Open the class, with the worksheet in the argument; fetch its code first if need be."""
        self._coming, self._worksheet = True, gesture.arg
        self._fetch(list(PARTS))

    def _fetch(self, parts: list[str]) -> None:
        if self._class is not None or not parts:
            self._fetched("")
            return

        def then(trouble: str) -> None:
            if trouble:
                self._fetched(trouble)
            else:
                self._fetch(parts[1:])

        self.page.fetch_part(parts[0], then)

    def _fetched(self, trouble: str) -> None:
        if not self._coming:
            return  # the person has since gone back
        if not trouble and self._laboratory.lacks_weights(self._fetched):
            return
        app = self.app
        if trouble:
            text = app.catalogue("The class couldn’t be loaded. Try again.")
            app.notices.add(Notice("class", text, more=trouble, bad=True, icon="u-person"))
            self.page.announce(text)
            self.play.render()
            return
        from ...classroom.actions.class_screen import ClassScreen  # noqa: PLC0415 - it has arrived only now

        if self._class is None:
            lab = self._laboratory.built()
            self._class = ClassScreen(
                self.page, self._screen, self.store, app, lab, self.leave_class
            )
        self._open(self._class)

    def _open(self, shown: Laboratory) -> None:
        self.play.close_all()
        self.app.lab = shown
        fragment, self._fragment = self._fragment, ""
        files, self._files = self._files, []
        if self._worksheet:
            shown.show(self._worksheet)
        if fragment:
            shown.open_link(fragment, self._again)
        for text, name in files:
            shown.open_file(text, name)
        self.play.render()
        shown.focus()

    def open_link(self, fragment: str, again: bool = False) -> None:
        """Open a link of a class, or go back ``again`` to it."""
        self._fragment, self._again = fragment, again
        self.do_class(Gesture("click"))

    def open_file(self, text: str, name: str) -> None:
        """Open a file in the class."""
        self._files.append((text, name))
        self.do_class(Gesture("click"))

    def leave_class(self) -> None:
        """Return to the screen before the class, which stays connected."""
        self._coming = False
        if not self.shown:
            return
        self.play.close_all()
        self.app.lab = None
        self.play.render()
        self.page.focus("#setup [data-do=lab], #ask [data-do=lab]")

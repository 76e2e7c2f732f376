"""Opens the screen of a class, and fetches its code the first time (``ui/classroom/``)."""

from __future__ import annotations

from ...page_port import Gesture
from ...render.jinja_renderer import JinjaRenderer
from ...state import Laboratory
from ..action_group import ActionContext
from ..declare_actions import Needs, needs
from .lab_loader import FILES, LabLoader
from .late_screen import LateScreen
from .workshop_loader import WorkshopLoader


class ClassroomLoader(LateScreen):
    """Opens the class; its own actions are in ``ui/classroom/``."""

    parts = ("tables", "lab", "strategies", "classroom")
    icon = "u-class"
    marks = ("#class",)  # the screen itself, and an invitation to a class
    heads = ('{"format": "title-deed-class/',)

    def __init__(
        self,
        context: ActionContext,
        screen: JinjaRenderer,
        lab: LabLoader,
        workshop: WorkshopLoader,
    ) -> None:
        super().__init__(context, screen)
        self._workshop = workshop
        self._laboratory = lab

    @property
    def sorry(self) -> str:
        return self.app.catalogue("The class couldn’t be loaded. Try again.")

    @needs(Needs.NOTHING)
    def do_class(self, gesture: Gesture) -> None:
        """Open the class, with a worksheet or by a link."""
        self.follow(gesture.arg)

    def takes(self, text: str, name: str) -> bool:
        return super().takes(text, name) or (self.shown and text.startswith(FILES))

    def lacks(self) -> bool:
        return self._laboratory.lacks_weights(self._fetched)

    def make(self) -> Laboratory:
        from ...classroom.actions.class_screen import ClassScreen  # noqa: PLC0415 - it has arrived only now

        return ClassScreen(
            self.page,
            self.screen,
            self.store,
            self.app,
            self._laboratory.built(),
            self.leave,
            self._workshop.enter,
            lambda: self._laboratory.want("curves"),
        )

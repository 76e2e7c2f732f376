"""Opens the dialog for a table over several devices, and fetches its code the first time."""

from __future__ import annotations

from ....engine.record import Record
from ... import setup_form
from ...notices import Notice
from ...page_port import Gesture
from ..action_group import ActionGroup
from ..declare_actions import Needs, needs

PART = "tables"


class DevicesLoader(ActionGroup):
    """Opens the dialog; its own actions are in ``ui/devices/``."""

    @needs(Needs.NOTHING, waits=False)
    def do_devices(self, gesture: Gesture) -> None:
        """Open the dialog."""
        self.fetch("")

    def fetch(self, code: str) -> None:
        """Fetch the program code if needed, and open the dialog.

        ``code``: of the table to join, "" for none."""
        self.page.fetch_part(PART, lambda trouble: self._fetched(trouble, code))

    def _fetched(self, trouble: str, code: str) -> None:
        app = self.app
        if trouble:
            text = app.catalogue(
                "The files for playing on several devices couldn’t be loaded. Try again."
            )
            app.notices.add(Notice("devices", text, more=trouble, bad=True, icon="u-link"))
            self.page.announce(text)
            self.play.render()
            return
        if app.several is None:
            from ...devices.actions.controller import DevicesController  # noqa: PLC0415 - it has arrived only now

            version = self.page.version()
            app.several = DevicesController(self.page, app, self.play, self._record, version)
        app.several.open(code)

    def _record(self) -> Record:
        """The game that the set-up form describes."""
        app = self.app
        fields = self.form() if app.session is None else app.setup
        return setup_form.record_of_form(fields, app.catalogue, self.page.seed(), app.boards)

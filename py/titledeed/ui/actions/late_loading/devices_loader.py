"""Opens the dialog for a table over several devices, and fetches its code the first time."""

from __future__ import annotations

from ....engine.record import Record
from ... import setup_form
from ...notices import Notice
from ...page_port import Gesture
from ..action_group import ActionGroup
from ..declare_actions import Needs, needs

PARTS = ("strategies", "tables")  # a table may have players from rules, which every device checks


class DevicesLoader(ActionGroup):
    """Opens the dialog; its own actions are in ``ui/devices/``."""

    @needs(Needs.NOTHING, waits=False)
    def do_devices(self, gesture: Gesture) -> None:
        """Open the dialog."""
        self.fetch("")

    def fetch(self, code: str, back: bool = False) -> None:
        """Fetch the program code if needed, and open the dialog.

        ``code``: of the table to join, "" for none. ``back``: go straight back to the table that this window
        was at, as the person has asked for that game."""
        self._fetch(PARTS, code, back)

    def _fetch(self, parts: tuple[str, ...], code: str, back: bool) -> None:
        def then(trouble: str) -> None:
            if trouble or not parts[1:]:
                self._fetched(trouble, code, back)
            else:
                self._fetch(parts[1:], code, back)

        self.page.fetch_part(parts[0], then)

    def _fetched(self, trouble: str, code: str, back: bool) -> None:
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
        if back and not app.several.on:
            app.several.handle_gesture(Gesture("click", where="dlg-devices", do="devices-again"))

    def _record(self) -> Record:
        """The game that the set-up form describes."""
        app = self.app
        fields = self.form() if app.session is None else app.setup
        return setup_form.record_of_form(
            fields, app.catalogue, self.page.seed(), app.boards, app.written
        )

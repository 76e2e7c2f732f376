"""Opens the dialog for a table over several devices, and fetches its code the first time."""

from __future__ import annotations

from ...engine.record import Record
from ..desk import Notice
from ..page import Gesture
from ..views.setup import setup
from .base import Hand, Needs, needs

PART = "tables"


class TablesHand(Hand):
    """Opens the dialog; its own actions are in ``hands/devices/``."""

    @needs(Needs.NOTHING, waits=False)
    def do_devices(self, gesture: Gesture) -> None:
        """Open the dialog."""
        self.fetch("")

    def fetch(self, code: str) -> None:
        """Fetch the code if need be and open the dialog; ``code``: of the table to join, "" for none."""
        self.page.fetch_part(PART, lambda trouble: self._fetched(trouble, code))

    def _fetched(self, trouble: str, code: str) -> None:
        desk = self.desk
        if trouble:
            text = desk.catalogue("The files for playing on several devices could not be loaded.")
            desk.notice(Notice("devices", text, more=trouble, bad=True, icon="u-link"))
            self.page.announce(text)
            self.play.render()
            return
        if desk.several is None:
            from .devices.devices import Devices  # noqa: PLC0415 - it has arrived only now

            version = self.page.version()
            desk.several = Devices(self.page, desk, self.play, self._record, version)
        desk.several.open(code)

    def _record(self) -> Record:
        """The game that the set-up form describes."""
        desk = self.desk
        fields = self.form() if desk.session is None else desk.setup
        return setup.record(fields, desk.catalogue, self.page.seed(), desk.boards)

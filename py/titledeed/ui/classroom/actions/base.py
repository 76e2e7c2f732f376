"""What the two sides of a class share."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from ....classroom.class_codes import LONGEST
from ....classroom.class_files import WORK
from ....game.share_link import LONGEST as LONGEST_LINK
from ....peers.checksummed_codes import tidy_code
from ....peers.transport_interface import Transport
from ....storage.store import Store
from ...page_port import Page
from ...state import AppState
from ..state import ClassroomState

MARK: Final = "#class="  # prefix of the fragment of an address that leads into a class
TICK: Final = 500.0  # milliseconds


@dataclass(frozen=True)
class ClassContext:
    """What the parts of the screen work with. ``render`` draws it again."""

    page: Page
    app: AppState
    store: Store
    transport: Transport
    shown: ClassroomState
    render: Callable[[], None]
    opened_at: float  # milliseconds of the page's clock
    heard: Callable[[], None]  # to be called when something about a board has arrived
    focus: Callable[[str], None]  # focuses an element of the screen if it is on the page

    @property
    def now(self) -> float:
        """Seconds since the screen was made, plus 1.0, since 0 means "never" elsewhere."""
        return 1.0 + (self.page.now() - self.opened_at) / 1000

    def warn(self, text: str) -> None:
        """Show a sentence about what went wrong."""
        self.shown.trouble, self.shown.said = text, ""
        self.page.announce(text)
        self.render()

    def say(self, text: str) -> None:
        self.shown.said = text
        self.page.announce(text)
        self.render()

    def show_code(self, code: str, address: str) -> None:
        """Show a code and its picture; ``address`` comes before the code in the picture."""
        self.shown.code, self.shown.picture, self.shown.making = code, (0, ""), False

        def drawn(side: int, path: str) -> None:
            if self.shown.code == code:
                self.shown.picture = (side, path)
                self.render()

        self.transport.draw(address + code, drawn)
        self.render()

    def copy(self, text: str, field: str) -> None:
        """Copy a text; if the browser refuses, select it in its field."""

        def copied(well: bool) -> None:
            _ = self.app.catalogue
            self.page.announce(
                _("Copied")
                if well
                else _("Copying didn’t work. The code is selected: copy it yourself.")
            )
            self.shown.copied = well
            self.render()
            if not well:
                self.page.select(field)

        self.page.copy(text, copied)


def code_in(text: str) -> str:
    """The code in a text that was scanned or pasted: the bare code, or an address that contains it."""
    code = tidy_code(text.rpartition(MARK)[2] if MARK in text else text)
    return code[: (LONGEST_LINK if code.startswith(WORK) else LONGEST) + 1]

"""The notices of the page: messages to people, some with buttons.

Only this module shows, dismisses and drops them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from .views.types import NoticeAction, Text


REPLY: Final = "reply"  # the notice with the reply to a person's offer
SKIPPED: Final = "skipped"  # the notice with the summary of skipped turns
SOUND: Final = "sound"  # the notice that offers sound
TRADE: Final = "trade"  # the notice that replaces the trade dialog while people look at the board


@dataclass
class Notice:
    """A message that stays until it is dismissed or, unless it ``lasts``, until the game goes on."""

    id: str
    text: Text
    more: str = ""
    bad: bool = False
    icon: str = ""
    clauses: tuple[str, ...] = ()
    acts: tuple[NoticeAction, ...] = ()
    lasts: bool = False  # stays even when the game goes on
    closes: bool = True  # a person can dismiss it
    reason: str = ""  # a bot's reason, which is shown on request


def action_data(
    do: str, label: str, arg: str = "", answer: str = "", *, main: bool = False
) -> NoticeAction:
    """A button of a notice: the action ``do``, or the answer that it gives."""
    return {"do": do, "arg": arg, "answer": answer, "label": label, "main": main}


class Notices:
    """The notices that are shown, in their order on the page. No two have the same id."""

    def __init__(self) -> None:
        self._shown: list[Notice] = []

    def __iter__(self) -> Iterator[Notice]:
        return iter(self._shown)

    def get(self, id: str) -> Notice | None:
        """The notice of this id, if it is shown."""
        return next((notice for notice in self._shown if notice.id == id), None)

    def add(self, notice: Notice, *, first: bool = False) -> None:
        """Show a notice below all others, or ``first``. It replaces one with the same id."""
        self.dismiss(notice.id)
        self._shown.insert(0 if first else len(self._shown), notice)

    def dismiss(self, *ids: str) -> None:
        """Remove the notices of these ids, if they are shown."""
        self.keep(lambda notice: notice.id not in ids)

    def keep(self, wanted: Callable[[Notice], bool]) -> None:
        """Remove all but those that are ``wanted``."""
        self._shown = [notice for notice in self._shown if wanted(notice)]

    def keep_lasting(self) -> None:
        """Remove notices that do not last, as the game has gone on, or another moment of it is shown."""
        self.keep(lambda notice: notice.lasts)

    def clear(self) -> None:
        self._shown = []

"""What the screens of the laboratory share."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

from ....storage.store import Store
from ...desk import Desk
from ...page import Gesture, Page
from ...views.bits import Data


class Ways(NamedTuple):
    """Out of the laboratory: with a record to be shown as a replay, with one to be played, both with a
    title; to the game on the desk as it was after so many answers; to the table with an answer to what a
    seat is asked; or back to where one came from."""

    watch: Callable[[dict[str, Any], str], None]
    play: Callable[[dict[str, Any], str], None]
    moment: Callable[[int], None]
    answer: Callable[[int, str], None]
    leave: Callable[[], None]


@dataclass(frozen=True)
class Bench:
    """``render`` brings the laboratory up to date, whichever of its screens is on; ``show`` turns to the
    screen of that name."""

    page: Page
    store: Store
    desk: Desk
    ways: Ways
    render: Callable[[], None]
    show: Callable[[str], None]


class Part:
    """A screen of the laboratory. Its methods ``do_…`` are what can be done on it: ``lab-run`` is
    ``do_run``."""

    def __init__(self, bench: Bench) -> None:
        self.bench = bench
        self.page, self.desk = bench.page, bench.desk

    def opened(self) -> None:
        """Somebody has turned to it."""

    def view(self) -> Data:
        """What its template shows."""
        return {}

    def render(self) -> None:
        self.bench.render()

    def gesture(self, done: Gesture) -> None:
        """Something that was done here, by its name."""
        act: Callable[[Gesture], None] | None = getattr(
            self, done.do.replace("-", "_").replace("lab_", "do_", 1), None
        )
        if act is not None:
            act(done)

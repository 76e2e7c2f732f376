"""What people do when a class votes on what is asked at the table."""

from __future__ import annotations

import re
from typing import Final

from ...page import Gesture
from ...views.bits import Data
from ...views.lab import vote as view
from .bench import Bench, Part

_STEP: Final = re.compile(r"([0-8]) (-?1)")
_NUMBER: Final = re.compile(r"[0-9]{1,3}")


class Vote(Part):
    """The game waits meanwhile: nothing at the table goes on before the choice is made."""

    def __init__(self, bench: Bench) -> None:
        super().__init__(bench)
        self.it = view.Vote()

    def view(self) -> Data:
        self._fresh()
        return view.view(self.it, self.desk)

    def opened(self) -> None:
        self._fresh()

    def _fresh(self) -> None:
        """Hands that were counted for another question go."""
        now = view.moment(self.desk)
        if self.it.moment != now:
            self.it = view.Vote(now)

    def _put(self, n: int, count: int) -> None:
        options = view.answers(self.desk)
        if n < len(options):
            self.it.hands[options[n]["answer"]] = max(0, min(view.MOST_HANDS, count))

    def do_hand(self, done: Gesture) -> None:
        """One hand more or fewer: "2 1"."""
        match = _STEP.fullmatch(done.arg)
        options = view.answers(self.desk)
        if match and int(match[1]) < len(options):
            n = int(match[1])
            self._put(n, self.it.hands.get(options[n]["answer"], 0) + int(match[2]))
            self.render()

    def do_hands(self, done: Gesture) -> None:
        """Numbers that were entered."""
        if done.kind == "type":
            return
        for name, text in done.fields.items():
            place = name.removeprefix("hands-")
            if _NUMBER.fullmatch(place) and _NUMBER.fullmatch(text):
                self._put(int(place), int(text))
        self.render()

    def do_choose(self, done: Gesture) -> None:
        """The choice is made, and the game goes on."""
        seat, options = view.waiting(self.desk), view.answers(self.desk)
        if seat is not None and _NUMBER.fullmatch(done.arg) and int(done.arg) < len(options):
            self.bench.ways.answer(seat, options[int(done.arg)]["answer"])

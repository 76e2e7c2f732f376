"""The actions of the screen on which a class votes about the question at the table."""

from __future__ import annotations

import re
from typing import Final

from ...page import Gesture
from ...views.bits import Data
from ...views.lab import vote as view
from .bench import Bench, LabHand

_STEP: Final = re.compile(r"([0-8]) (-?1)")
_NUMBER: Final = re.compile(r"[0-9]{1,3}")


class VoteHand(LabHand):
    """Counts hands for each answer. The game waits until the choice is made."""

    def __init__(self, bench: Bench) -> None:
        super().__init__(bench)
        self.vote = view.Vote()

    def view(self) -> Data:
        self._fresh()
        return view.view(self.vote, self.desk)

    def opened(self) -> None:
        self._fresh()

    def _fresh(self) -> None:
        """Drop hands that were counted for another question."""
        now = view.moment(self.desk)
        if self.vote.moment != now:
            self.vote = view.Vote(now)

    def _put(self, n: int, count: int) -> None:
        options = view.answers(self.vote, self.desk)
        if n < len(options):
            self.vote.hands[options[n]["answer"]] = max(0, min(view.MOST_HANDS, count))
            self.vote.entries.forget(f"hands-{n}")

    def do_hand(self, done: Gesture) -> None:
        """Count one hand more or fewer: "2 1" adds one to answer 2."""
        match = _STEP.fullmatch(done.arg)
        options = view.answers(self.vote, self.desk)
        if match and int(match[1]) < len(options):
            n = int(match[1])
            self._put(n, self.vote.hands.get(options[n]["answer"], 0) + int(match[2]))
            self.render()

    def do_hands(self, done: Gesture) -> None:
        """Take the numbers of hands that were entered."""
        if done.kind == "type":
            return
        for n in range(len(view.answers(self.vote, self.desk))):
            name = f"hands-{n}"
            if name in done.fields:
                hands = self.vote.entries.whole(
                    name, done.fields[name], 0, view.MOST_HANDS, self.desk.catalogue
                )
                if hands is not None:
                    self._put(n, hands)
        self.render()

    def do_choose(self, done: Gesture) -> None:
        """Give the chosen answer at the table, or show there what was chosen."""
        seat, options = view.waiting(self.desk), view.answers(self.vote, self.desk)
        if seat is None or not _NUMBER.fullmatch(done.arg) or int(done.arg) >= len(options):
            return
        chosen = options[int(done.arg)]
        if chosen["do"]:
            self.bench.ways.turn_to(chosen["do"], seat, chosen["arg"])
        else:
            self.bench.ways.answer(seat, chosen["answer"])

    def do_key(self, done: Gesture) -> None:
        """Count a hand for the answer of a digit; the arrows go from answer to answer, and count a hand
        more or fewer."""
        options = view.answers(self.vote, self.desk)
        if not options:
            return
        at, step = self.vote.at, {"arrowright": 1, "arrowleft": -1}.get(done.arg, 0)
        if done.arg.isdecimal():
            at, step = int(done.arg) - 1, 1
        elif not step:
            last = len(options) - 1
            at = min(last, at + 1) if done.arg == "arrowdown" else max(0, at - 1)
        if not 0 <= at < len(options):
            return
        self.vote.at = at
        if step:
            answer = options[at]["answer"]
            self._put(at, self.vote.hands.get(answer, 0) + step)
        self.render()
        self.page.focus(f"#vote-{at} [data-do=lab-choose]")
        if step:
            _, count = self.desk.catalogue, self.vote.hands[options[at]["answer"]]
            self.page.announce(_.count("{n} hand", "{n} hands", count))

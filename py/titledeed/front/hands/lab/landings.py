"""The actions of the laboratory's screen about landings: how often each square is landed on."""

from __future__ import annotations

from typing import Any

from ....lab.intervals import DIGITS
from ...page import Gesture, Work
from ...views.bits import Data
from ...views.lab import landings as view
from ...views.lab.entries import MOST_SEED
from ...views.lab.landings import Landings
from .bench import Bench, LabHand


class LandingsHand(LabHand):
    """The exact shares of landings of one Markov chain, and shares counted in simulated walks."""

    def __init__(self, bench: Bench) -> None:
        super().__init__(bench)
        self.landings = view.Landings()
        self._works: list[Work] = []
        self._thrown = 0  # walks of this seed so far

    def view(self) -> Data:
        return view.view(self.landings, self.desk.catalogue)

    def opened(self) -> None:
        if not self._works:
            self._do("titledeed.lab.landings.published:figures", None, self._published)
            self._exact()

    def _do(self, call: str, job: Any, receive: Any) -> None:
        def done(_place: int, result: Any) -> None:
            receive(result)
            self.render()

        self._works.append(self.page.work(call, [job], done, self._failed))

    def _failed(self, why: str) -> None:
        self.landings.trouble = self.desk.catalogue.sentence(why)
        self.landings.coming = 0
        self.render()

    def _published(self, figures: Any) -> None:
        self.landings.published = figures

    def _exact(self) -> None:
        def receive(shares: Any) -> None:
            self.landings.shares = shares
            if not self.landings.batches:
                self._throw()

        self._do("titledeed.lab.landings.heat:exact", self.landings.where, receive)

    def _throw(self) -> None:
        """Simulate one more walk."""
        job = {**self.landings.where, "seed": self.landings.seed, "n": self._thrown}
        self._thrown += 1
        self.landings.coming += 1

        def receive(batches: Any) -> None:
            self.landings.batches += batches
            self.landings.coming -= 1

        self._do("titledeed.lab.landings.heat:seen", job, receive)

    def stop(self) -> None:
        """Stop all computations: nobody looks any more."""
        for work in self._works:
            work.cancel()
        self._works.clear()

    def take(self, landings: Landings) -> None:
        """Take over a chain and its seed, but not its walks."""
        self.stop()
        self.landings = Landings(seed=landings.seed, **landings.where)
        self._thrown = 0

    # ------------------------------------------------------------ gestures

    def do_chain(self, done: Gesture) -> None:
        """Another book, board, deck or jail strategy was chosen: drop the results of the last one."""
        if done.kind != "change":
            return
        self.stop()
        self.landings.set(dict(done.fields))
        self._thrown = 0
        self._exact()
        if not self.landings.published:
            self._do("titledeed.lab.landings.published:figures", None, self._published)
        self.render()

    def do_throw(self, done: Gesture) -> None:
        """Throw for one more walk."""
        if self.landings.shares and not self.landings.coming and not self.landings.entries.faults:
            self._throw()
            self.render()

    def do_seed(self, done: Gesture) -> None:
        """Another seed was chosen: drop the walks."""
        landings, text = self.landings, done.fields.get("seed")
        if done.kind != "change" or text is None or landings.coming:
            return
        seed = landings.entries.whole("seed", text, 0, MOST_SEED, self.desk.catalogue)
        if seed is not None and seed != landings.seed:
            landings.seed, landings.batches, self._thrown = seed, [], 0
            if landings.shares:
                self._throw()
        self.render()

    def do_csv(self, done: Gesture) -> None:
        """Save the shares square by square as CSV; docs/LAB.md describes the columns."""
        if self.landings.shares:
            lines = view.csv(self.landings, DIGITS)
            self.page.download("titledeed-landings.csv", "\n".join(lines) + "\n")

"""The actions of the laboratory's screen about landings: how often each square is landed on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ....lab.intervals import DIGITS
from ...page_port import BackgroundWork, Gesture
from ..state.landings import LandingsState
from ..state.number_fields import MOST_SEED
from ..views import landings as view
from .screen_base_and_lab_exits import LabActions, LabScreen

if TYPE_CHECKING:
    from ..views.types import LandingsView


class LandingsActions(LabActions):
    """The exact shares of landings of one Markov chain, and shares counted in simulated walks."""

    def __init__(self, screen: LabScreen) -> None:
        super().__init__(screen)
        self.landings = LandingsState()
        self._works: list[BackgroundWork] = []
        self._thrown = 0  # walks simulated with this seed so far

    def screen_view(self) -> LandingsView:
        return view.landings_view(self.landings, self.app.catalogue)

    def screen_opened(self) -> None:
        if not self._works:
            self._do(
                "titledeed.lab.landings.recompute_published_figures:figures", None, self._published
            )
            self._exact()

    def _do(self, call: str, job: Any, receive: Any) -> None:
        def done(_place: int, result: Any) -> None:
            receive(result)
            self.render()

        self._works.append(self.page.work(call, [job], done, self._failed))

    def _failed(self, reason: str) -> None:
        self.landings.trouble = self.app.catalogue.sentence(reason)
        self.landings.coming = 0
        self.render()

    def _published(self, figures: Any) -> None:
        self.landings.published = figures

    def _exact(self) -> None:
        def receive(shares: Any) -> None:
            self.landings.shares = shares
            if not self.landings.batches:
                self._throw()

        self._do(
            "titledeed.lab.landings.shares_and_group_earnings:exact", self.landings.where, receive
        )

    def _throw(self) -> None:
        """Simulate one more walk."""
        job = {**self.landings.where, "seed": self.landings.seed, "n": self._thrown}
        self._thrown += 1
        self.landings.coming += 1

        def receive(batches: Any) -> None:
            self.landings.batches += batches
            self.landings.coming -= 1

        self._do("titledeed.lab.landings.shares_and_group_earnings:seen", job, receive)

    def stop(self) -> None:
        """Stop all computations, as nobody looks any more."""
        for work in self._works:
            work.cancel()
        self._works.clear()

    def take(self, landings: LandingsState) -> None:
        """Take over the chain and the seed of another state, but not its walks."""
        self.stop()
        self.landings = LandingsState(seed=landings.seed, **landings.where)
        self._thrown = 0

    # ------------------------------------------------------------ gestures

    def do_chain(self, gesture: Gesture) -> None:
        """Drop the last results, as another book, board, deck or jail strategy was chosen."""
        if gesture.kind != "change":
            return
        self.stop()
        self.landings.set(dict(gesture.fields))
        self._thrown = 0
        self._exact()
        if not self.landings.published:
            self._do(
                "titledeed.lab.landings.recompute_published_figures:figures", None, self._published
            )
        self.render()

    def do_throw(self, gesture: Gesture) -> None:
        """Throw the dice for one more walk."""
        if self.landings.shares and not self.landings.coming and not self.landings.entries.faults:
            self._throw()
            self.render()

    def do_seed(self, gesture: Gesture) -> None:
        """Drop the walks, as another seed was chosen."""
        landings, text = self.landings, gesture.fields.get("seed")
        if gesture.kind != "change" or text is None or landings.coming:
            return
        seed = landings.entries.whole("seed", text, 0, MOST_SEED, self.app.catalogue)
        if seed is not None and seed != landings.seed:
            landings.seed, landings.batches, self._thrown = seed, [], 0
            if landings.shares:
                self._throw()
        self.render()

    def do_csv(self, gesture: Gesture) -> None:
        """Save the shares square by square as CSV; docs/LAB.md describes the columns."""
        if self.landings.shares:
            lines = view.landings_csv(self.landings, DIGITS)
            self.page.download("titledeed-landings.csv", "\n".join(lines) + "\n")

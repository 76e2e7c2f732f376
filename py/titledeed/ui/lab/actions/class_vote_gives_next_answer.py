"""The actions of the screen on which a class votes by show of hands.

They count the hands for each answer to the question at the table, and give the chosen answer."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from ....bots import BOTS
from ....bots.protocol import View
from ....engine.answers import Offer
from ....engine.legal_answers import Options
from ...page_port import Gesture
from ...state import AppState
from ..state.class_vote import VoteState, vote_moment, waiting_person
from ..state.number_fields import MOST_HANDS
from ..views import class_vote as view
from .screen_base_and_lab_exits import LabActions, LabScreen

if TYPE_CHECKING:
    from ..views.types import ShowOfHandsView

_STEP: Final = re.compile(r"([0-8]) (-?1)")
_NUMBER: Final = re.compile(r"[0-9]{1,3}")


def deal_to_vote_on(app: AppState) -> tuple[Offer, ...] | None:
    """Return the offer that ``steady`` would make for the person who has to answer.

    Return () if it would make none, and None if no offer can be made."""
    seat, session = waiting_person(app), app.session
    if seat is None or session is None or not session.quiet:
        return None
    choice: Any = BOTS["steady"]().choose(View(session.state, seat), Options(session.state, seat))
    if choice is None or not isinstance(choice.answer, Offer):
        return ()
    return (choice.answer,)


class ShowOfHandsActions(LabActions):
    """Counts hands for each answer. The game waits until the choice is made."""

    def __init__(self, screen: LabScreen) -> None:
        super().__init__(screen)
        self.vote = VoteState()

    def screen_view(self) -> ShowOfHandsView:
        self._fresh()
        return view.class_vote_view(self.vote, self.app)

    def screen_opened(self) -> None:
        self._fresh()

    def _fresh(self) -> None:
        """Drop hands that were counted for another question."""
        now = vote_moment(self.app)
        if self.vote.moment != now:
            self.vote = VoteState(now)
        if self.vote.deal is None:
            self.vote.deal = deal_to_vote_on(self.app)

    def _put(self, n: int, count: int) -> None:
        options = view.answers_view(self.vote, self.app)
        if n < len(options):
            self.vote.hands[options[n]["answer"]] = max(0, min(MOST_HANDS, count))
            self.vote.entries.forget(f"hands-{n}")

    def do_hand(self, gesture: Gesture) -> None:
        """Count one hand more or fewer: "2 1" adds one to answer 2."""
        match = _STEP.fullmatch(gesture.arg)
        options = view.answers_view(self.vote, self.app)
        if match and int(match[1]) < len(options):
            n = int(match[1])
            self._put(n, self.vote.hands.get(options[n]["answer"], 0) + int(match[2]))
            self.render()

    def do_hands(self, gesture: Gesture) -> None:
        """Take the numbers of hands that were entered."""
        if gesture.kind == "type":
            return
        for n in range(len(view.answers_view(self.vote, self.app))):
            name = f"hands-{n}"
            if name in gesture.fields:
                hands = self.vote.entries.whole(
                    name, gesture.fields[name], 0, MOST_HANDS, self.app.catalogue
                )
                if hands is not None:
                    self._put(n, hands)
        self.render()

    def do_choose(self, gesture: Gesture) -> None:
        """Give the chosen answer at the table, or show the chosen dialog there."""
        seat, options = waiting_person(self.app), view.answers_view(self.vote, self.app)
        if seat is None or not _NUMBER.fullmatch(gesture.arg) or int(gesture.arg) >= len(options):
            return
        chosen = options[int(gesture.arg)]
        if chosen["do"]:
            self.bench.exits.turn_to(chosen["do"], seat, chosen["arg"])
        else:
            self.bench.exits.answer(seat, chosen["answer"])

    def do_key(self, gesture: Gesture) -> None:
        """Count a hand for the answer of a digit.

        The arrows go from answer to answer, and count a hand more or fewer."""
        options = view.answers_view(self.vote, self.app)
        if not options:
            return
        at, step = self.vote.at, {"arrowright": 1, "arrowleft": -1}.get(gesture.arg, 0)
        if gesture.arg.isdecimal():
            at, step = int(gesture.arg) - 1, 1
        elif not step:
            last = len(options) - 1
            at = min(last, at + 1) if gesture.arg == "arrowdown" else max(0, at - 1)
        if not 0 <= at < len(options):
            return
        self.vote.at = at
        if step:
            answer = options[at]["answer"]
            self._put(at, self.vote.hands.get(answer, 0) + step)
        self.render()
        self.page.focus(f"#vote-{at} [data-do=lab-choose]")
        if step:
            _, count = self.app.catalogue, self.vote.hands[options[at]["answer"]]
            self.page.announce(_.count("{n} vote", "{n} votes", count))

"""Chance by hand: people play with real dice and cards, and enter their throws and cards."""

from __future__ import annotations

from typing import Any

from ....engine.asks import AskDice, AskOrder, AskRentRoll, AskRoll
from ....engine.special_seats_and_ids import CHANCE
from ...page_port import Gesture
from ...phase_stage_and_tempo import AwaitingAnswer, HandingOver
from ...views.real_dice_and_cards import FACES, only_throws
from ..action_group import ActionGroup
from ..declare_actions import Needs, needs


class RealDiceActions(ActionGroup):
    """The actions for entering dice and cards."""

    @needs(Needs.PLAY)
    def do_die(self, gesture: Gesture) -> None:
        """A face of a die is tapped; the argument is "ROW FACE", row 0 or 1."""
        row, _space, face = gesture.arg.partition(" ")
        if row in ("0", "1") and face.isascii() and face.isdigit() and int(face[:2]) in FACES:
            first, second = self.app.entered().dice
            n = int(face[:2])
            self._enter(*((n, second) if row == "0" else (first, n)))

    def digit(self, key: str) -> None:
        """A digit is typed: the first die, then the second. Backspace takes the last one away."""
        first, second = self.app.entered().dice
        if key == "Backspace":
            self._enter(0 if not second else first, 0)
        elif first:
            self._enter(first, int(key))
        else:
            self._enter(int(key), second)

    def _enter(self, first: int, second: int) -> None:
        """Note the dice (0: not yet entered). Once both are known, give the answer.

        If the seat still has to say that it rolls, that is answered too."""
        playing = self.app.playing
        if playing is None or not playing.session.by_hand:
            return
        session = playing.session
        match playing.stage:
            case AwaitingAnswer():
                pass
            case HandingOver(guarded=False) if only_throws(session):
                pass
            case _:
                return
        ask = session.state.ask
        if not isinstance(ask, (AskDice, AskRoll, AskOrder, AskRentRoll)):
            return
        waiting = session.waiting()
        if waiting.who not in ("hand", "person"):
            return
        self.app.entered().dice = (first, second)
        if not (first and second):
            self.play.render(("ask",))
            return
        if isinstance(playing.stage, HandingOver):  # people take the device by entering the throw
            self.play.take_device()
        if not isinstance(ask, AskDice) and not self.play.answer(waiting.seat, "roll"):
            return
        if isinstance(session.state.ask, AskDice):
            self.play.answer(CHANCE, f"dice {first} {second}")

    @needs(Needs.PLAY)
    def do_search(self, gesture: Gesture) -> None:
        """Search the list of cards or deeds; Enter takes the match if there is only one."""
        self.app.entered().search = gesture.fields.get("query", "")[:60]
        self.play.render(("ask",))
        if gesture.kind == "submit":
            asked: Any = self.play.view()["ask"]  # not every question has a list
            matching = asked.get("found", {}).get("matching", [])
            if len(matching) == 1:
                self.play.answer(CHANCE, matching[0]["answer"])

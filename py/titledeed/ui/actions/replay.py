"""The actions of a replay: go to a moment, or let it play by itself."""

from __future__ import annotations

import re

from ..game_loop.replay_start_step_branch_leave import ReplayPlayer
from ..page_port import Gesture
from .action_group import ActionContext, ActionGroup
from .declare_actions import Needs, needs


class ReplayActions(ActionGroup):
    """Starts, moves and ends a replay."""

    def __init__(self, context: ActionContext, replays: ReplayPlayer) -> None:
        super().__init__(context)
        self._replays = replays

    @needs(Needs.PLAY)
    def do_replay(self, gesture: Gesture) -> None:
        """Start a replay of the open game; the argument may say after how many answers."""
        self.play.close_all()
        count = int(gesture.arg) if re.fullmatch(r"[0-9]{1,7}", gesture.arg) else None
        self._replays.start(count)

    @needs(Needs.REPLAY)
    def do_replay_to(self, gesture: Gesture) -> None:
        stop = gesture.fields.get("to", "")
        if re.fullmatch(r"[0-9]{1,7}", stop):
            self._replays.to(int(stop))

    @needs(Needs.REPLAY)
    def do_replay_by(self, gesture: Gesture) -> None:
        step = re.fullmatch(r"(turn|answer) (-1|1)", gesture.arg)
        if step:
            self._replays.by(step[1], int(step[2]))

    @needs(Needs.REPLAY)
    def do_replay_run(self, gesture: Gesture) -> None:
        self._replays.run()

    @needs(Needs.REPLAY)
    def do_replay_pause(self, gesture: Gesture) -> None:
        self._replays.pause()

    @needs(Needs.REPLAY)
    def do_replay_pace(self, gesture: Gesture) -> None:
        self._replays.pace(gesture.fields.get("pace", ""))

    @needs(Needs.REPLAY)
    def do_replay_branch(self, gesture: Gesture) -> None:
        self._replays.branch()

    @needs(Needs.REPLAY)
    def do_replay_leave(self, gesture: Gesture) -> None:
        self._replays.leave_replay()

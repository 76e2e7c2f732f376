"""The action by which the next person confirms that they have the device."""

from __future__ import annotations

from ...page_port import Gesture
from ...phase_stage_and_tempo import HandingOver, Playing
from ..action_group import ActionGroup
from ..declare_actions import Needs, needs


class TakeDeviceActions(ActionGroup):
    """Ends the handover of the device."""

    @needs(Needs.PLAY)
    def do_ready(self, gesture: Gesture) -> None:
        """Note that the next person has the device."""
        match self.app.phase:
            case Playing(stage=HandingOver(guarded=False)):
                self.play.take_device()
                self.play.go_on()

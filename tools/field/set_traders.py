"""Players that give up deeds only where a trade completes a color group for each side.

They are for measuring whether a bot finds such trades with a seat that refuses everything else. They were
written after a common habit of other people's bots, and play else like the players of ``habits.py``."""

from __future__ import annotations

from titledeed.api import Bundle, View
from tools.field.habits import Habit


class SetForSet(Habit):
    """Makes no offers, and agrees to any exchange that completes a group for each side."""

    def parts(self, view: View, by: int, gain: Bundle, loss: Bundle) -> bool:
        """Whether to part with the deeds of ``loss`` for ``gain``."""
        if self.breaks(view, loss.deeds):
            return False
        mine = self.completed(view, view.seat, gain.deeds, loss.deeds)
        theirs = self.completed(view, by, loss.deeds, gain.deeds)
        return bool(mine and theirs)


class SetForSetLater(SetForSet):
    """The same, after it has refused everything for 60 rounds."""

    def agrees(self, view: View, by: int, gain: Bundle, loss: Bundle) -> bool:
        """Whether to take ``gain`` for ``loss``."""
        return view.round > 60 and super().agrees(view, by, gain, loss)

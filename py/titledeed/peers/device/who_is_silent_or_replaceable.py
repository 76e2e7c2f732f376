"""Which devices are silent, what the open draw waits for, and where a bot may take a seat."""

from __future__ import annotations

from .core import DeviceCore
from .model import (
    ASKED_AGAIN,
    BOT_AFTER,
    READY,
    SILENT,
    OpenDraw,
    opening,
)


class Absence:
    """What this device knows of the silence of others."""

    def __init__(self, core: DeviceCore) -> None:
        self.core = core

    def here(self, now: float) -> list[int]:
        """The seats whose devices this device has heard lately, and its own."""
        assert self.core.log is not None
        devices = {
            conn.device
            for conn in self.core.links.values()
            if conn.trusted and now - conn.heard < SILENT
        }
        devices.add(self.core.id)
        holders = self.core.log.holders
        return [
            n for n, holder in enumerate(holders) if holder.device in devices and not holder.bot
        ]

    def silent_for(self, seat: int, now: float) -> float:
        """The seconds since this device last heard the device of a seat, at most those since it was loaded
        itself."""
        assert self.core.log is not None
        device = self.core.log.holders[seat].device
        if device == self.core.id:
            return 0.0
        heard = [
            conn.heard
            for conn in self.core.links.values()
            if conn.trusted and conn.device == device
        ]
        gone = self.core.gone_since.get(device, 0.0)
        return now - max([*heard, gone, self.core.loaded_at])

    def unheard_for(self, seat: int, now: float) -> float:
        """As :meth:`silent_for`, where it also counts that another device has said that it hears this one."""
        assert self.core.log is not None
        device = self.core.log.holders[seat].device
        reported = max(self.core.heard_of.get(device, 0.0), self.core.loaded_at)
        return min(self.silent_for(seat, now), now - reported)

    def lacking(self, now: float) -> list[int]:
        """The seats that the open draw waits for, once that has taken a moment."""
        log, drawing = self.core.log, self.core.drawing
        if log is None or drawing is None or drawing.k != log.draw:
            return []
        if self.core.hosting and now - drawing.since >= ASKED_AGAIN:
            return self.waits_for(drawing, now)
        return sorted(seat for seat in drawing.lacks if seat not in drawing.reveals)

    def waits_for(self, drawing: OpenDraw, now: float) -> list[int]:
        """The seats that the open draw waits for: until all are ready those that are not, then those whose
        value has not come."""
        log = self.core.log
        assert log is not None
        lacked = [seat for seat in log.awaited() if seat not in drawing.reveals]
        if drawing.all_ready:
            return lacked
        return [seat for seat in lacked if now - drawing.ready.get(seat, -1e9) > READY]

    def has_told(self) -> bool:
        """Whether this device has told its value for the open draw, or knows that all may have told theirs.
        Then somebody may know the result: this device does not let the draw be given up any more."""
        log, drawing = self.core.log, self.core.drawing
        if log is None or not log.drawing:
            return False
        if drawing is not None and drawing.all_ready and drawing.k == log.draw:
            return True
        return opening(log.draw, log.draw_name) in self.core.acts.openings

    def bot_may_sit(self, seat: int, now: float, after: float = BOT_AFTER) -> bool:
        """Whether a bot may take a seat, as far as this device knows: it is overdue, and nobody can know what
        the open draw will be."""
        return self.overdue(seat, now, after) and not self.has_told()

    def stays_out(self, seat: int) -> bool:
        """Whether this device does not ask by itself for its seat, which a bot has taken: it had told its
        value for the draw that was given up, so others may have chosen between that draw and a new one. It
        may also have been cut off at that moment, so its people may take the seat back."""
        given_up = self.given_up_against(seat)
        return given_up in self.core.acts.openings and given_up not in self.core.acts.forgiven

    def given_up_against(self, seat: int) -> str:
        """The draw that was given up as a bot took a seat (:func:`opening`); "" if there is none."""
        log = self.core.log
        if log is None or seat not in log.taken:
            return ""
        drawn = next(d for d in reversed(log.draws) if not d.line and seat in d.missing)
        return opening(drawn.draw, drawn.name)

    def overdue(self, seat: int, now: float, after: float = BOT_AFTER) -> bool:
        """Whether the device of a seat has given no sign for some time or, while a draw is open, no value,
        nor the word that it is ready."""
        log, drawing = self.core.log, self.core.drawing
        if log is None or seat >= log.seats or log.holders[seat].bot:
            return False
        if log.holders[seat].device == self.core.id:
            return False
        if log.begun and seat not in log.persons():
            return False
        silent = self.unheard_for(seat, now) >= after
        if not log.drawing:
            return silent
        if drawing is None or drawing.k != log.draw or seat not in log.awaited():
            return False
        waits = self.waits_for(drawing, now) if self.core.hosting else list(drawing.lacks)
        lacking = [
            other
            for other in waits
            if other not in drawing.reveals and now - self._waits_for_since(drawing, other) >= after
        ]
        # One whose value has come holds nothing up, but a silent one cannot agree to a bot for another.
        return seat in lacking or (silent and bool(lacking))

    def _waits_for_since(self, drawing: OpenDraw, seat: int) -> float:
        """Since when the open draw has waited for a seat, as far as this device knows."""
        if self.core.hosting:
            return max(drawing.since, drawing.ready.get(seat, drawing.since))
        # What the host lacks this device may have heard itself.
        return max(drawing.lacks[seat], drawing.ready.get(seat, 0.0))

    def silent_with(self, seat: int, now: float) -> list[int]:
        """A seat, and those who are as silent, so that they cannot agree to a bot on it: a bot takes theirs
        too."""
        assert self.core.log is not None
        voters = self.core.log.voters((seat,))
        return sorted({seat, *(s for s in voters if self.bot_may_sit(s, now))})

    def bot_leaves_one(self, seat: int, now: float) -> bool:
        """Whether no bot may take a silent seat, since one device would be left that knows all draws to
        come. Devices that are awake again after a rest count, since a bot ends their rest."""
        log = self.core.log
        assert log is not None
        seats = self.silent_with(seat, now)
        woken = [s for s in log.wakeable(seats) if self.unheard_for(s, now) < SILENT]
        return log.begun and log.leaves_one(seats, woken)

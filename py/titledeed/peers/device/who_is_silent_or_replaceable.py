"""Which devices are silent, what the open draw waits for, and where a bot may take a seat."""

from __future__ import annotations

from .model import (
    ASKED_AGAIN,
    BOT_AFTER,
    READY,
    SILENT,
    OpenDraw,
    opening,
)
from .shared_state_and_outbox import DeviceCore


class Absence:
    """What this device knows about the silence of others."""

    def __init__(self, core: DeviceCore) -> None:
        self.core = core

    def here(self, now: float) -> list[int]:
        """Return the seats whose devices this device has heard lately, and its own."""
        assert self.core.log is not None
        devices = {
            conn.device
            for conn in self.core.conns.values()
            if conn.trusted and now - conn.heard < SILENT
        }
        devices.add(self.core.id)
        holders = self.core.log.holders
        return [
            n for n, holder in enumerate(holders) if holder.device in devices and not holder.bot
        ]

    def silent_for(self, seat: int, now: float) -> float:
        """Return the seconds since this device last heard the device of a seat.

        The result is at most the time since this device was loaded."""
        assert self.core.log is not None
        device = self.core.log.holders[seat].device
        if device == self.core.id:
            return 0.0
        heard = [
            conn.heard
            for conn in self.core.conns.values()
            if conn.trusted and conn.device == device
        ]
        gone = self.core.gone_since.get(device, 0.0)
        return now - max([*heard, gone, self.core.loaded_at])

    def unheard_for(self, seat: int, now: float) -> float:
        """As :meth:`silent_for`, but count it too if another device has said that it hears this one."""
        assert self.core.log is not None
        device = self.core.log.holders[seat].device
        reported = max(self.core.heard_of.get(device, 0.0), self.core.loaded_at)
        return min(self.silent_for(seat, now), now - reported)

    def lacking(self, now: float) -> list[int]:
        """Return the seats that the open draw waits for, once it has waited for a moment."""
        log, drawing = self.core.log, self.core.drawing
        if log is None or drawing is None or drawing.k != log.draw:
            return []
        if self.core.hosting and now - drawing.since >= ASKED_AGAIN:
            return self.waits_for(drawing, now)
        return sorted(seat for seat in drawing.lacks if seat not in drawing.reveals)

    def waits_for(self, drawing: OpenDraw, now: float) -> list[int]:
        """Return the seats that the open draw waits for.

        Until all are ready, these are the seats that are not ready; afterwards, those whose value has
        not come."""
        log = self.core.log
        assert log is not None
        lacked = [seat for seat in log.awaited() if seat not in drawing.reveals]
        if drawing.all_ready:
            return lacked
        return [seat for seat in lacked if now - drawing.ready.get(seat, -1e9) > READY]

    def has_told(self) -> bool:
        """Whether this device has told its value for the open draw, or knows that all may have told one.

        Then somebody may know the result, and this device no longer agrees to giving up the draw."""
        log, drawing = self.core.log, self.core.drawing
        if log is None or not log.drawing:
            return False
        if drawing is not None and drawing.all_ready and drawing.k == log.draw:
            return True
        return opening(log.draw, log.draw_name) in self.core.acts.openings

    def bot_may_sit(self, seat: int, now: float, after: float = BOT_AFTER) -> bool:
        """Whether a bot may take a seat, as far as this device knows.

        The seat must be overdue, and nobody may be able to know the result of the open draw."""
        return self.overdue(seat, now, after) and not self.has_told()

    def stays_out(self, seat: int) -> bool:
        """Whether this device does not ask automatically for its seat, which a bot has taken.

        It had told its value for the draw that was given up, so others may have chosen between that
        draw and a new one. It may also have been cut off at that moment, so its people may take the
        seat back."""
        given_up = self.given_up_against(seat)
        return given_up in self.core.acts.openings and given_up not in self.core.acts.forgiven

    def given_up_against(self, seat: int) -> str:
        """Return the draw that was given up when a bot took a seat (:func:`opening`); "" if none was."""
        log = self.core.log
        if log is None or seat not in log.taken:
            return ""
        drawn = next(d for d in reversed(log.draws) if not d.line and seat in d.missing)
        return opening(drawn.draw, drawn.name)

    def overdue(self, seat: int, now: float, after: float = BOT_AFTER) -> bool:
        """Whether the device of a seat has given no sign for some time.

        While a draw is open, this means no value, and no word that it is ready."""
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
        # A device whose value has come holds nothing up, but a silent one cannot agree to a bot for
        # another seat.
        return seat in lacking or (silent and bool(lacking))

    def _waits_for_since(self, drawing: OpenDraw, seat: int) -> float:
        """Return since when the open draw has waited for a seat, as far as this device knows."""
        if self.core.hosting:
            return max(drawing.since, drawing.ready.get(seat, drawing.since))
        # This device may have heard what the host lacks.
        return max(drawing.lacks[seat], drawing.ready.get(seat, 0.0))

    def silent_with(self, seat: int, now: float) -> list[int]:
        """Return a seat, together with the seats that are as silent and so cannot agree to a bot on it.

        A bot takes their seats too."""
        assert self.core.log is not None
        voters = self.core.log.voters((seat,))
        return sorted({seat, *(s for s in voters if self.bot_may_sit(s, now))})

    def bot_leaves_one(self, seat: int, now: float) -> bool:
        """Whether no bot may take a silent seat because only one device would be left.

        That device would know all draws to come. Devices that are awake again after a rest count,
        because a bot ends their rest."""
        log = self.core.log
        assert log is not None
        seats = self.silent_with(seat, now)
        woken = [s for s in log.wakeable(seats) if self.unheard_for(s, now) < SILENT]
        return log.begun and log.leaves_one(seats, woken)

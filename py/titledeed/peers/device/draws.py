"""Draws dice and cards from the values of all persons at the table (``chains.py``).

The host tells its own values first and asks the others for theirs; then it appends the draw to the list. A
draw waits until every value has come: nobody is left out of it. What the host lacks it says, so that those
seats send their values to everybody: whoever gets one hands it on to the host.
"""

from __future__ import annotations

from ..messages import Message
from .base import (
    ASKED_AGAIN,
    MOST_OPENINGS,
    Base,
    Drawing,
    Link,
    opening,
)


class Draws(Base):
    """The part of a device for draws."""

    def _values(self, tell: bool = True) -> dict[str, str]:
        """The values of this device's seats for the open draw. ``tell``: they count as told from here on."""
        ledger = self.ledger
        assert ledger is not None
        k, at, values = ledger.draw, ledger.name, {}
        for seat in ledger.awaited():
            own, chain = self.mine.get(seat), ledger.chains.get(seat)
            if own is None or chain is None or ledger.places[seat].device != self.id:
                continue
            index = k - chain.start
            value = own.value(chain.anchor, index, k, at)
            if value:
                if tell and own.told.get(chain.anchor) != (index, k, at):
                    own.told[chain.anchor] = (index, k, at)
                    self._note_opening(k, at)
                values[str(seat)] = value
        return values

    def _note_opening(self, k: int, at: str) -> None:
        """Remember for which draw this device tells its values now."""
        self.must_store = True
        self._openings[opening(k, at)] = None
        for old in list(self._openings)[:-MOST_OPENINGS]:
            del self._openings[old]

    def _open_draw(self, now: float) -> Drawing | None:
        """The draw that is open in this device's list; None if there is none."""
        ledger, drawing = self.ledger, self._drawing
        if ledger is None or not ledger.waits_for_chance or ledger.paused or self.stopped:
            return None
        if drawing is None or (drawing.k, drawing.at) != (ledger.draw, ledger.name):
            drawing = self._drawing = Drawing(ledger.draw, ledger.name, now)
        return drawing

    def _ask_draw(self, link: Link, now: float) -> None:
        ledger, drawing = self.ledger, self._open_draw(now)
        if ledger is not None and drawing is not None:
            values = self._values()
            self._send(link, "draw", epoch=ledger.epoch, k=drawing.k, at=drawing.at, reveals=values)

    def _on_draw(self, link: Link, m: Message, now: float) -> None:
        ledger, drawing = self.ledger, self._open_draw(now)
        if ledger is None or link is not self._host_link() or m["epoch"] != ledger.epoch:
            return
        if drawing is None or (m["k"], m["at"]) != (drawing.k, drawing.at):
            return
        for seat in ledger.awaited():
            value = m["reveals"].get(str(seat), "")
            if value and ledger.holds(seat, value):
                drawing.reveals[seat] = value
            elif value and seat in ledger.seats_of(link.device):
                why = "What the host revealed does not fit its chain."
                self._stop(why, ledger.host, "", m["k"])
                return
        self._reveal([link], now)

    def _reveal(self, links: list[Link], now: float) -> None:
        """Tell this device's values for the open draw, but not before the host has told its own: else it
        could see the result first and then decide whether to go on."""
        ledger, drawing = self.ledger, self._open_draw(now)
        if ledger is None or drawing is None:
            return
        host = ledger.seats_of(ledger.places[ledger.host].device)
        if any(seat in host and seat not in drawing.reveals for seat in ledger.awaited()):
            return
        values = self._values()
        if values:
            for link in links:
                drawing.told.setdefault(link.device, now)
                self._send(link, "reveal", k=drawing.k, at=drawing.at, reveals=values)

    def _on_reveal(self, link: Link, m: Message, now: float) -> None:
        ledger, drawing = self.ledger, self._open_draw(now)
        if ledger is None or drawing is None or not link.trusted:
            return
        if (m["k"], m["at"]) != (drawing.k, drawing.at):
            return
        seats, came = self._seats_at(link), {}
        for word, value in m["reveals"].items():
            seat = int(word)
            if seat not in ledger.awaited() or seat in drawing.reveals:
                continue
            if ledger.holds(seat, value):  # it proves itself, whoever hands it on
                came[word] = drawing.reveals[seat] = value
            elif self.hosting and seat in seats and seat not in drawing.refused:
                drawing.refused.add(seat)
                self._tell("liar", draw=drawing.k, seat=seat)
                self._send_all("object", k=drawing.k, seat=seat)
        host = self._host_link()
        if came and host is not None and host is not link:
            self._send(host, "reveal", k=drawing.k, at=drawing.at, reveals=came)

    def _on_lacks(self, link: Link, m: Message, now: float) -> None:
        """The host has not got these seats' values."""
        ledger, drawing = self.ledger, self._open_draw(now)
        if ledger is None or link is not self._host_link() or m["epoch"] != ledger.epoch:
            return
        if drawing is None or (m["k"], m["at"]) != (drawing.k, drawing.at):
            return
        lacked = set(m["seats"]) & set(ledger.awaited())
        drawing.lacks = {seat: drawing.lacks.get(seat, now) for seat in lacked}
        if lacked & set(ledger.seats_of(self.id)):
            self._reveal([k for k in self.links.values() if k.trusted and not k.apart], now)
        others = lacked & set(drawing.reveals) - set(self.mine)
        had = {str(seat): drawing.reveals[seat] for seat in sorted(others)}
        if had:
            self._send(link, "reveal", k=drawing.k, at=drawing.at, reveals=had)

    def _on_object(self, link: Link, m: Message, now: float) -> None:
        ledger, by = self.ledger, self._seats_at(link)
        if ledger is not None and by and m["seat"] < ledger.seats and 0 < m["k"] <= ledger.draw:
            self._tell("objects", by=by, draw=m["k"], seat=m["seat"])

    def _advance_draw(self, now: float) -> None:
        """As the host, ask for the values of the open draw, and make it once all have come."""
        ledger, drawing = self.ledger, self._open_draw(now)
        assert ledger is not None
        if drawing is None:
            return
        # Not told yet: while nobody is there to hear them, they still serve in another half's list.
        own = self._values(tell=False)
        drawing.reveals |= {int(seat): value for seat, value in own.items()}
        awaited = ledger.awaited()
        lacked = [seat for seat in awaited if seat not in drawing.reveals]
        if awaited and not lacked:
            self._values()
            reveals = {seat: drawing.reveals[seat] for seat in awaited}
            named = {str(seat): value for seat, value in reveals.items()}
            line, missing = ledger.outcome(reveals), ledger.missing()
            entry = {"e": "draw", "k": drawing.k, "reveals": named, "missing": missing}
            self._append({**entry, "line": line}, now)
        elif lacked and now - drawing.asked >= ASKED_AGAIN:
            again = drawing.asked >= drawing.since
            drawing.asked = now
            for link in self.links.values():
                asks = not again or set(self._seats_at(link)) & set(lacked)
                if asks and link.joined and not link.apart:
                    self._ask_draw(link, now)
            if again:
                epoch, k, at = ledger.epoch, drawing.k, drawing.at
                self._send_all("lacks", epoch=epoch, k=k, at=at, seats=lacked)

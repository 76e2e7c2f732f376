"""Draws dice and cards from the hash chains of all seats (``chains.py``).

The host reveals its own value first and asks the others for theirs; then it appends the draw to the list.
"""

from __future__ import annotations

from ..chains import text_of
from ..messages import Message
from .base import (
    DRAW_WAITS,
    LOW,
    Base,
    Drawing,
    Link,
)


class Draws(Base):
    """The part of a device for draws and commitments to chains."""

    def _values(self, k: int) -> dict[str, str]:
        """The values that this device reveals for draw number ``k``, by seat."""
        ledger = self.ledger
        assert ledger is not None
        values = {}
        for seat in ledger.awaited():
            chain = ledger.chains[seat]
            own = self.mine.get(seat)
            held = own.chains.get(chain.anchor) if own is not None else None
            if held is not None and k - chain.start <= held.links:
                values[str(seat)] = text_of(held.value(k - chain.start))
        return values

    def _ask_draw(self, link: Link) -> None:
        ledger, drawing = self.ledger, self._drawing
        assert ledger is not None
        assert drawing is not None
        values = self._values(drawing.k)
        count = ledger.count
        self._send(link, "draw", epoch=ledger.epoch, k=drawing.k, n=count, reveals=values)

    def _on_draw(self, link: Link, m: Message, now: float) -> None:
        ledger = self.ledger
        if ledger is None or link is not self._host_link() or m["epoch"] != ledger.epoch:
            return
        if m["k"] != ledger.draw or not ledger.waits_for_chance or self.stopped:
            return
        # Reveal nothing before the host has revealed its own value: else it could see the result first
        # and then decide whether to go on.
        shown = {int(seat): value for seat, value in m["reveals"].items()}
        awaited = [seat for seat in ledger.awaited() if seat in ledger.seats_of(link.device)]
        if any(seat not in shown or not ledger.holds(seat, shown[seat]) for seat in awaited):
            self._stop("What the host revealed does not fit its chain.", ledger.host, "", m["k"])
            return
        values = self._values(m["k"])
        if values:
            self._revealed = (m["k"], m["epoch"])
            self._send(link, "reveal", epoch=m["epoch"], k=m["k"], reveals=values)

    def _on_reveal(self, link: Link, m: Message, now: float) -> None:
        ledger, drawing = self.ledger, self._drawing
        if ledger is None or drawing is None or not self.hosting:
            return
        if m["k"] != drawing.k or m["epoch"] != ledger.epoch:
            return
        seats = self._seats_at(link)
        for word, value in m["reveals"].items():
            seat = int(word)
            if seat not in seats or seat not in ledger.awaited() or seat in drawing.refused:
                continue
            if ledger.holds(seat, value):
                drawing.reveals[seat] = value
            else:
                drawing.refused.add(seat)
                self._tell("liar", draw=drawing.k, seat=seat)
                self._send_all("object", k=drawing.k, seat=seat)

    def _on_object(self, link: Link, m: Message, now: float) -> None:
        ledger, by = self.ledger, self._seats_at(link)
        if ledger is not None and by and m["seat"] < ledger.seats and 0 < m["k"] <= ledger.draw:
            self._tell("objects", by=by, draw=m["k"], seat=m["seat"])

    def _advance_draw(self, now: float) -> None:
        ledger = self.ledger
        assert ledger is not None
        if not ledger.waits_for_chance or ledger.paused:
            return
        if self._drawing is None:
            own = {int(seat): value for seat, value in self._values(ledger.draw).items()}
            self._drawing = Drawing(ledger.draw, now, own)
            for link in self.links.values():
                if link.joined and not link.apart:
                    self._ask_draw(link)
        drawing = self._drawing
        awaited = ledger.awaited()
        missing = [seat for seat in awaited if seat not in drawing.reveals]
        if set(missing) - drawing.refused and now - drawing.since < DRAW_WAITS:
            return
        if not drawing.reveals:
            return
        line = ledger.outcome(drawing.reveals)
        reveals = {str(seat): value for seat, value in drawing.reveals.items()}
        if missing:
            self._tell("missing", draw=drawing.k, seats=missing)
        entry = {"e": "draw", "k": drawing.k, "reveals": reveals, "missing": missing, "line": line}
        self._append(entry, now)

    def _on_commit(self, link: Link, m: Message, now: float) -> None:
        if self.hosting and m["seat"] in self._seats_at(link):
            self._commits[m["seat"]] = m["anchor"]

    def _renew_chains(self, now: float) -> None:
        """Commit to a new chain for each seat of this device whose chain is missing, was left out of a
        draw, is burnt, or is nearly used up."""
        ledger = self.ledger
        assert ledger is not None
        for seat in ledger.seats_of(self.id):
            own, chain = self.mine.get(seat), ledger.chains.get(seat)
            if own is None:
                continue
            held = own.chains.get(chain.anchor) if chain is not None else None
            if chain is not None and chain.anchor == own.offered:
                own.offered = ""
            left = held.links - (ledger.draw - chain.start) if held and chain else 0
            fresh = chain is not None and chain.heard and chain.anchor not in own.burnt
            if fresh and left > LOW:
                continue
            if own.offered:
                continue
            anchor = own.commit(self.chain_links)
            if self.hosting:
                self._commits[seat] = anchor
            else:
                self._send_commits(seat)
        if self.hosting and not ledger.waits_for_chance:
            for seat, anchor in list(self._commits.items()):
                del self._commits[seat]
                if ledger.places[seat].device and not ledger.places[seat].bot:
                    self._append({"e": "chain", "seat": seat, "anchor": anchor}, now)

    def _send_commits(self, seat: int) -> None:
        link, own = self._host_link(), self.mine[seat]
        if link is not None:
            self._send(link, "commit", seat=seat, anchor=own.offered)

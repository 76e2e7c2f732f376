"""A game by codes, without any network: each turn is a QR code, or a text to paste at the other device."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping
from typing import Any

from ....engine.asks import (
    Over,
)
from ....engine.errors import MalformedAnswer
from ....engine.record import Record
from ....peers.correspondence.game import CorrespondenceGame
from ....peers.replicated_log import LogError, ReplicatedLog
from ....peers.transport import Transport


class CorrespondenceActions:
    """This device's side of such a game. It is stored after every code, so that a page closed between two
    turns loses nothing."""

    def __init__(
        self,
        transport: Transport,
        engine: str,
        changed: Callable[[], None],
        desk: Callable[[], str],
    ) -> None:
        """``changed`` is called when there is another code to hand on, and when it has been drawn; ``desk``:
        the id under which the game is saved, "" before it has begun."""
        self.transport, self.engine, self.changed, self._desk = transport, engine, changed, desk
        self.post: CorrespondenceGame | None = None
        self.picture: tuple[int, str] = (0, "")
        self._codes = -1  # the number of the code that the picture shows

    @property
    def log(self) -> ReplicatedLog | None:
        """The list of the game; None before it has begun."""
        return (
            self.post.encoder.log
            if self.post is not None and self.post.encoder is not None
            else None
        )

    def source(self) -> tuple[ReplicatedLog, frozenset[int]] | None:
        if self.post is None or self.post.encoder is None:
            return None
        return self.post.encoder.log, frozenset(self.post.encoder.seats)

    @property
    def leads(self) -> bool:
        """Whether bots are to answer at this device now."""
        encoder = self.post.encoder if self.post is not None else None
        return encoder is not None and encoder.mine() and len(encoder.seats) > 1

    def lay(self, record: Record, address: str, fewer: bool, name: str) -> None:
        """Start a game with this record, in which the host is called ``name``; ``fewer``: with fewer codes.
        ``address``: of the page, for the invitation. Raises :class:`LoadError`."""
        correspondence = CorrespondenceGame(self.engine, os.urandom)
        correspondence.lay(record, fewer, name)
        self.post = correspondence
        self._show_code(address)

    def join(self, code: str, name: str) -> None:
        """Join the game of an invitation code. Raises :class:`LogError`."""
        correspondence = CorrespondenceGame(self.engine, os.urandom)
        correspondence.join(code, name)
        self.post = correspondence
        self._show_code()

    def look(self, code: str) -> CorrespondenceGame:
        """The game of an invitation code, which is not joined yet. Raises :class:`LogError`."""
        correspondence = CorrespondenceGame(self.engine, os.urandom, 1)
        correspondence.join(code, "")
        return correspondence

    def restore(self, stored: Mapping[str, Any]) -> None:
        """Go on with a stored game. Raises :class:`LogError` or :class:`LoadError`."""
        self.post = CorrespondenceGame.restore(stored, self.engine, os.urandom)
        self._show_code()

    def leave(self) -> None:
        self.post, self.picture, self._codes = None, (0, ""), -1

    def read(self, code: str) -> None:
        """Read another device's code. Raises :class:`LogError`."""
        assert self.post is not None
        self.post.read(code)
        self._show_code()

    def say(self, seat: int, text: str) -> None:
        """Give an answer of a seat of this device. Raises :class:`RefusedAnswer` or
        :class:`MalformedAnswer`."""
        correspondence = self.post
        if (
            correspondence is None
            or correspondence.encoder is None
            or seat not in correspondence.encoder.seats
        ):
            raise MalformedAnswer("This seat does not answer at this device.")
        try:
            correspondence.say(text, seat)
        except LogError as error:
            raise MalformedAnswer(str(error)) from None
        self._show_code()

    def keep(self) -> None:
        """Store the game, until it is over and its last code is read."""
        correspondence = self.post
        if correspondence is not None:
            over = correspondence.encoder is not None and isinstance(
                correspondence.encoder.log.state.ask, Over
            )
            stored = correspondence.stored() | {"desk": self._desk()}
            self.transport.keep("" if over and not correspondence.code else json.dumps(stored))

    def _show_code(self, address: str = "") -> None:
        correspondence = self.post
        assert correspondence is not None
        self.keep()
        if self._codes == correspondence.codes:
            return
        self._codes, self.picture = correspondence.codes, (0, "")
        code = correspondence.code
        if code:
            # The guest's camera app opens an invitation, so it is an address. The page itself reads the
            # other codes.
            self.transport.draw(address + code, lambda side, path: self._drawn(code, side, path))
        self.changed()

    def _drawn(self, code: str, side: int, path: str) -> None:
        if self.post is not None and self.post.code == code:
            self.picture = (side, path)
            self.changed()

"""A game by codes, without any network: each turn is a QR code, or a text to paste at the other device."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping
from typing import Any

from ....engine.record import Record
from ....engine.words import Malformed, Over
from ....peers.ledger import Ledger, Wrong
from ....peers.post import Post
from ....peers.ways import Ways


class Letters:
    """This device's side of such a game. It is stored after every code, so that a page closed between two
    turns loses nothing."""

    def __init__(
        self, ways: Ways, engine: str, changed: Callable[[], None], desk: Callable[[], str]
    ) -> None:
        """``changed`` is called when there is another code to hand on, and when it has been drawn; ``desk``:
        the id under which the game is saved, "" before it has begun."""
        self.ways, self.engine, self.changed, self._desk = ways, engine, changed, desk
        self.post: Post | None = None
        self.picture: tuple[int, str] = (0, "")
        self._codes = -1  # the number of the code that the picture shows

    @property
    def ledger(self) -> Ledger | None:
        """The list of the game; None before it has begun."""
        return self.post.pen.ledger if self.post is not None and self.post.pen is not None else None

    def source(self) -> tuple[Ledger, frozenset[int]] | None:
        if self.post is None or self.post.pen is None:
            return None
        return self.post.pen.ledger, frozenset(self.post.pen.seats)

    @property
    def leads(self) -> bool:
        """Whether bots are to answer at this device now."""
        pen = self.post.pen if self.post is not None else None
        return pen is not None and pen.mine() and len(pen.seats) > 1

    def lay(self, record: Record, address: str, fewer: bool, name: str) -> None:
        """Start a game with this record, in which the host is called ``name``; ``fewer``: with fewer codes.
        ``address``: of the page, for the invitation. Raises :class:`Unloadable`."""
        post = Post(self.engine, os.urandom)
        post.lay(record, fewer, name)
        self.post = post
        self._show_code(address)

    def join(self, code: str, name: str) -> None:
        """Join the game of an invitation code. Raises :class:`Wrong`."""
        post = Post(self.engine, os.urandom)
        post.join(code, name)
        self.post = post
        self._show_code()

    def look(self, code: str) -> Post:
        """The game of an invitation code, which is not joined yet. Raises :class:`Wrong`."""
        post = Post(self.engine, os.urandom, 1)
        post.join(code, "")
        return post

    def restore(self, stored: Mapping[str, Any]) -> None:
        """Go on with a stored game. Raises :class:`Wrong` or :class:`Unloadable`."""
        self.post = Post.restore(stored, self.engine, os.urandom)
        self._show_code()

    def leave(self) -> None:
        self.post, self.picture, self._codes = None, (0, ""), -1

    def read(self, code: str) -> None:
        """Read another device's code. Raises :class:`Wrong`."""
        assert self.post is not None
        self.post.read(code)
        self._show_code()

    def say(self, seat: int, text: str) -> None:
        """Give an answer of a seat of this device. Raises :class:`Refused` or :class:`Malformed`."""
        post = self.post
        if post is None or post.pen is None or seat not in post.pen.seats:
            raise Malformed("This seat does not answer at this device.")
        try:
            post.say(text, seat)
        except Wrong as error:
            raise Malformed(str(error)) from None
        self._show_code()

    def keep(self) -> None:
        """Store the game, until it is over and its last code is read."""
        post = self.post
        if post is not None:
            over = post.pen is not None and isinstance(post.pen.ledger.state.ask, Over)
            stored = post.stored() | {"desk": self._desk()}
            self.ways.keep("" if over and not post.code else json.dumps(stored))

    def _show_code(self, address: str = "") -> None:
        post = self.post
        assert post is not None
        self.keep()
        if self._codes == post.codes:
            return
        self._codes, self.picture = post.codes, (0, "")
        code = post.code
        if code:
            # The guest's camera app opens an invitation, so it is an address. The page itself reads the
            # other codes.
            self.ways.draw(address + code, lambda side, path: self._drawn(code, side, path))
        self.changed()

    def _drawn(self, code: str, side: int, path: str) -> None:
        if self.post is not None and self.post.code == code:
            self.picture = (side, path)
            self.changed()

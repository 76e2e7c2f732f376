"""A game by codes, without any network: each turn is a QR code, or a text to paste at the other device."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping

from ....engine.asks import (
    Over,
)
from ....engine.errors import MalformedAnswer
from ....game.session import Session
from ....peers.correspondence.open_join_play_correspondence_game import CorrespondenceGame
from ....peers.log_entry_fields_and_checks import LogError
from ....peers.replicated_log_entry_rules import ReplicatedLog
from ...state import OpenDialog
from ..views import correspondence as views
from .dialog_interface import DevicesDialog
from .game_sync import GameSync
from .table_interface import CurrentTable, DevicesContext


class CorrespondenceTable:
    """This device's side of such a game. Implements :class:`~.table_interface.TablePort`.

    The game is stored after every code, so that a page closed between two turns loses nothing."""

    by_codes = True
    halted = False
    scan_action = "read"

    def __init__(
        self,
        context: DevicesContext,
        game: CorrespondenceGame,
        sync: GameSync,
        current: CurrentTable,
        dialog: DevicesDialog,
    ) -> None:
        self.context, self.game, self.sync = context, game, sync
        self.current, self.dialog = current, dialog
        self.picture: tuple[int, str] = (0, "")
        self._codes = -1  # the number of the code that the picture shows

    @property
    def device_id(self) -> str:
        return self.game.device

    @property
    def leads(self) -> bool:
        encoder = self.game.encoder
        return encoder is not None and encoder.mine() and len(encoder.seats) > 1

    @property
    def code(self) -> str:
        return self.game.code

    def source(self) -> tuple[ReplicatedLog, frozenset[int]] | None:
        encoder = self.game.encoder
        return None if encoder is None else (encoder.log, frozenset(encoder.seats))

    def read(self, code: str) -> None:
        """Read another device's code. Raises :class:`LogError`."""
        self.game.read(code)
        self.show_code()

    def say(self, seat: int, text: str) -> bool:
        """Give an answer of a seat of this device. Raises :class:`RefusedAnswer` or
        :class:`MalformedAnswer`."""
        encoder = self.game.encoder
        if encoder is None or seat not in encoder.seats:
            raise MalformedAnswer("This player plays on another device.")
        try:
            self.game.say(text, seat)
        except LogError as error:
            raise MalformedAnswer(str(error)) from None
        self.show_code()
        self.current.follow()
        return True

    def step(self, session: Session) -> bool:
        encoder = self.game.encoder
        proposed = session.propose() if encoder is not None and encoder.mine() else None
        if encoder is None or proposed is None or proposed[0] not in encoder.seats:
            return False
        seat, answer = proposed
        return self.say(seat, session.game.notation.text(answer, session.state))

    def ask_undo(self) -> None:
        text = self.context.app.catalogue("You can’t undo anything when you play by codes.")
        self.context.page.announce(text)

    def waits_for(self, seat: int) -> str:
        return views.waits_for(self.context.app.catalogue, self.game)

    def view(self) -> Mapping[str, object]:
        return views.letters_view(self.context.app.catalogue, self.game, self.picture)

    def followed(self, begins: bool) -> None:
        if begins:
            self.context.shown.stage = "letters"
            self.keep()  # at once: from now on *Continue* names this game

    def keep(self) -> None:
        """Store the game, until it is over and its last code is read."""
        game = self.game
        over = game.encoder is not None and isinstance(game.encoder.log.state.ask, Over)
        stored = game.stored() | {"desk": self.context.app.game_id if self.current.on else ""}
        self.context.transport.keep("" if over and not game.code else json.dumps(stored))

    def leave(self) -> None:
        """Leave without telling anybody: the others wait for a code, as they do for one that is late."""

    # ------------------------------------------------------------ the code to hand on

    def show_code(self, address: str = "") -> None:
        """Store the game, and show its next code, if there is another one.

        ``address``: the page's address for an invitation, which the guest's camera app opens. The page
        itself reads the other codes."""
        self.keep()
        if self._codes == self.game.codes:
            return
        self._codes, self.picture = self.game.codes, (0, "")
        code = self.game.code
        if code:
            self.context.transport.draw(
                address + code, lambda side, path: self._drawn(code, side, path)
            )
        self._show()

    def _drawn(self, code: str, side: int, path: str) -> None:
        if self.game.code == code and self.current.table is self:
            self.picture = (side, path)
            self._show()

    def _show(self) -> None:
        if self.current.on and self.game.code:
            self.sync.when_shown(self._open_dialog)
        self.dialog.render()

    def _open_dialog(self) -> None:
        if self.context.app.open_dialog("devices") is None and self.current.table is self:
            self.context.play.open(OpenDialog("devices"))


def new_game(context: DevicesContext) -> CorrespondenceGame:
    """A game by codes that is neither opened nor joined yet."""
    return CorrespondenceGame(context.engine, os.urandom)


def look_at_invitation(context: DevicesContext, code: str) -> CorrespondenceGame:
    """The game of an invitation code, which is not joined yet. Raises :class:`LogError`."""
    game = CorrespondenceGame(context.engine, os.urandom, 1)
    game.join(code, "")
    return game


def correspondence_table(current: CurrentTable) -> CorrespondenceTable | None:
    """The table that this page is at, if its people send one another codes."""
    return current.table if isinstance(current.table, CorrespondenceTable) else None

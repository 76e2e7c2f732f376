"""Two devices find each other by codes: an invitation that the host shows, and a guest's answer to it, which
people carry from one screen to the other."""

from __future__ import annotations

from typing import Final

from ....peers.checksummed_codes import LONGEST, tidy_code
from ....peers.sdp_codec import SdpError
from ....peers.transport_interface import Transport
from ...actions.share_link import TABLE_MARK as MARK
from ...local_address import leads_only_here
from ...page_port import Page
from .dialog_interface import DevicesDialog
from .peer_mesh import PeerMesh

# Milliseconds after which people are told that two devices have not found each other. Including the
# making of both codes, people wait 12 seconds at most. If the devices find each other later, the
# message goes away.
_FIND: Final = 9_500.0
_ASIDE: Final = 4  # replaced connections that may still connect
NO_CONN: Final = -1


class Pairing:
    """The one connection whose code is shown, and those whose codes it has replaced."""

    def __init__(self, page: Page, transport: Transport, dialog: DevicesDialog) -> None:
        self.page, self.transport, self.dialog = page, transport, dialog
        self.offer = NO_CONN  # the connection whose code is shown
        self._guest = False  # the code shown is a guest's answer, not an invitation
        # Connections whose codes were replaced while they may have been connecting, and whether each is a
        # guest's.
        self._aside: dict[int, bool] = {}
        self._watches: dict[
            int, bool
        ] = {}  # for each invitation, whether it is to somebody who watches
        self._invitation = ""  # the code that a guest has answered

    @property
    def inviting(self) -> bool:
        """Whether the code shown is an invitation."""
        return self.offer >= 0 and not self._guest

    def invite(self, watch: bool = False) -> None:
        """Make an invitation for one more guest, or for somebody who is to ``watch``; its code arrives later
        through :meth:`code`."""
        devices_state = self.dialog.shown
        devices_state.trouble, devices_state.stuck, devices_state.to_watch = "", False, watch
        devices_state.only_here = leads_only_here(self.page.address())
        self._replace()
        self._guest = False
        self.offer = self.transport.offer(watch)
        self._watches[self.offer] = watch

    def answers(self, conn_id: int, code: str) -> None:
        """Show the code of a connection that answers an invitation."""
        self._replace()
        self.offer, self._guest, self._invitation = conn_id, True, code

    def withdraw(self) -> None:
        """Show no invitation any more. A guest that has answered it may still come in."""
        devices_state = self.dialog.shown
        devices_state.trouble, devices_state.stuck = "", False
        self._replace()
        devices_state.making = False

    def renew(self) -> None:
        """Make a new code in place of one that did not lead to a connection.

        A guest answers the same invitation again, as it may still be open."""
        devices_state = self.dialog.shown
        if not self._guest:
            self.invite(devices_state.to_watch)
            return
        try:
            conn_id = self.transport.answer(self._invitation)
        except SdpError:
            return
        self.answers(conn_id, self._invitation)

    def accept(self, code: str) -> None:
        """Take a guest's answer to the invitation that is shown. Raises :class:`SdpError`."""
        if not code:
            raise SdpError("No code found. Enter the code you were sent.")
        if not self.inviting or self.dialog.shown.finding:
            raise SdpError("No open invitation matches this answer. Make a new invitation code.")
        self.transport.accept(self.offer, code)
        self.dialog.shown.finding = True
        conn_id = self.offer
        self.page.after(_FIND, lambda: self._apart(conn_id))

    def leave(self) -> None:
        """Forget all connections, which have been closed."""
        self.offer, self._guest, self._invitation = NO_CONN, False, ""
        self._aside.clear()
        self._watches.clear()

    def _replace(self) -> None:
        """Close the connection whose code was shown and is replaced by another one.

        If it may be connecting at this moment, set it aside: a guest does not know whether its answer
        has been entered."""
        devices_state = self.dialog.shown
        conn_id, finding = self.offer, devices_state.finding
        self.offer, devices_state.finding, devices_state.making = NO_CONN, False, True
        devices_state.code, devices_state.picture = "", (0, "")
        if conn_id >= 0 and (finding or self._guest):
            self._aside[conn_id] = self._guest
            for old in list(self._aside)[:-_ASIDE]:
                self._give_up(old)
        elif conn_id >= 0:
            self._give_up(conn_id)

    def _give_up(self, conn_id: int) -> None:
        self._aside.pop(conn_id, None)
        self.transport.close(conn_id)
        mesh = self.dialog.mesh()
        if mesh is not None:
            mesh.gave_up(conn_id)

    def _apart(self, conn_id: int) -> None:
        """Report trouble if the two devices have not found each other by now."""
        if conn_id in self._aside:
            self._give_up(conn_id)
        if conn_id == self.offer and self.dialog.shown.finding:
            self.dialog.trouble(conn_id, "apart")

    # ------------------------------------------------------------ connections

    def code(self, conn_id: int, code: str) -> None:
        """Show the code of a connection, if it is the one that people wait for."""
        if conn_id == self.offer:
            self.dialog.shown.code, self.dialog.shown.picture = code, (0, "")
            self.dialog.shown.making = False
            self.dialog.render()
            # An invitation is drawn as an address: the guest's camera app opens it. An answer is a bare
            # code, as the host reads it in this page.
            text = code if self._guest else self.page.address() + MARK + code
            self.transport.draw(text, lambda side, path: self._drawn(code, side, path))

    def _drawn(self, code: str, side: int, path: str) -> None:
        if self.dialog.shown.code == code:
            self.dialog.shown.picture = (side, path)
            self.dialog.render()

    def opened(self, conn_id: int, mesh: PeerMesh) -> None:
        """Note that a connection of this device is open, so its code is no longer needed."""
        devices_state = self.dialog.shown
        current, late = conn_id == self.offer, conn_id in self._aside
        # A guest trusts the host whose invitation it answers, and a window that it has looked for.
        answered = self._aside.pop(conn_id, current and self._guest)
        watch = self._watches.pop(conn_id, False)
        mesh.opened(conn_id, answered or devices_state.stage == "looking", watch)
        if answered:  # one table at a time: the other invitations that were answered are void
            void = [other for other, guest in self._aside.items() if guest]
            if self._guest and not current and self.offer >= 0:
                void.append(self.offer)
                current = True
            for other in void:
                self._give_up(other)
        if current:
            self.offer, devices_state.code, devices_state.finding, devices_state.making = (
                NO_CONN,
                "",
                False,
                False,
            )
        if current or late:
            devices_state.trouble, devices_state.stuck = "", False

    def closed(self, conn_id: int) -> None:
        """Note that a connection is closed, or cannot be opened."""
        self._aside.pop(conn_id, None)


def code_in(text: str) -> str:
    """The code in a pasted text: the bare code, or an address that contains it."""
    # Keep one character more than the longest code may have, so that a longer text is refused as no
    # code.
    return tidy_code(text.rpartition(MARK)[2] if MARK in text else text)[: LONGEST + 1]

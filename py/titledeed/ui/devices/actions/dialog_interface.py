"""The dialog of a table over several devices, as its parts see it."""

from __future__ import annotations

from typing import Protocol

from ..state import DevicesViewState
from .peer_mesh import PeerMesh


class DevicesDialog(Protocol):
    """What the parts of the dialog may change and call."""

    @property
    def shown(self) -> DevicesViewState: ...

    @property
    def inviting(self) -> bool:
        """Whether the code shown is an invitation."""

    def render(self) -> None:
        """Draw the dialog again, if it is open."""

    def warn(self, text: str) -> None:
        """Show a sentence about what went wrong."""

    def trouble(self, conn_id: int, cause: str) -> None:
        """Tell people why a connection cannot be opened; ``cause`` as in
        :class:`~titledeed.peers.transport_interface.Listener`."""

    def mesh(self) -> PeerMesh | None:
        """This device at its live table; None while it is at none."""

    def tick(self) -> None:
        """Begin to check twice a second which devices are present."""

"""Data of tables whose other devices are absent: an invitation, and the seat of a device that left."""

from __future__ import annotations

import json

from simulated_tables import World, record
from titledeed.peers.sdp_codec import Address, ConnectionDescription, pack_connection

KEPT = "titledeed/several/"  # the key in a window's storage
# When all connections are lost: makes another device one that would come back by letters.
AWAITED = """
import gc
from titledeed.ui.devices.actions.peer_mesh import PeerMesh
for linked in [one for one in gc.get_objects() if isinstance(one, PeerMesh)]:
    if linked.device.log is None:  # of a table that was closed before
        continue
    for other in linked.device.log.holders:
        if other.device != linked.device.id:
            linked._spare_conns[other.device] = (999, False)
"""


def invitation() -> str:
    """Return the code of a host that nobody can find."""
    places = (Address("01234567-89ab-cdef-0123-456789abcdef.local", 50_000),)
    return pack_connection(
        ConnectionDescription("actpass", "Ada1", "A" * 24, bytes(range(32)), places)
    )


def left() -> str:
    """Return Ada's seat at a table of two, as her device has stored it; she comes back by letters."""
    world = World(7, ["Ada", "Ben"], record(2))
    world._act = lambda name, thought_over=False: None  # type: ignore[method-assign]
    world.lay()
    ada, ben = world.devices["Ada"], world.devices["Ben"]
    return json.dumps(ada.stored() | {"back": {ben.id: [invitation(), ""]}})

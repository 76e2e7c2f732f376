"""One device at a table: :class:`titledeed.peers.device.device.Device` and its parts.

Each part is responsible for one part of the protocol."""

"""One device at a table: :class:`titledeed.peers.device.device.Device` and its parts, each for one part of
the protocol."""

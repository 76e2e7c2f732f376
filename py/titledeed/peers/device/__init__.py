"""The base classes of :class:`titledeed.peers.table.Device`, each for one part of the protocol."""

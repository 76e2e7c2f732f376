"""The base classes of :class:`titledeed.peers.device.device.Device`, each for one part of the protocol."""

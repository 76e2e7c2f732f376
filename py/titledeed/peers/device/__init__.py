"""The parts of a device at a table (:class:`titledeed.peers.table.Device`), each of one idea."""

"""One table on several devices without a server.

The package has the messages, the order of answers, and dice that nobody can choose before they are
revealed. docs/TABLE-PROTOCOL.md is the specification.

The package has no network, clock or source of randomness of its own. A driver passes in messages, the
time and random bytes, and sends what a device puts into its outbox (:class:`.device.device.Device`).
"""

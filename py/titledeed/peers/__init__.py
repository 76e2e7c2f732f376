"""One table over several devices and no server: what is sent, whose answer counts, how dice are agreed
on. Described for strangers in docs/TABLE-PROTOCOL.md.

Pure: no page, no network, no clock and no randomness of its own. A driver hands in what arrives, the
time and bytes that nobody can guess, and carries away what is to be sent (:class:`.table.Device`).
"""

"""A class over several devices without a server: a teacher's device and those of the students.

``class_codes`` has the codes that people carry between screens, ``messages`` the messages of the protocol
(docs/CLASS-PROTOCOL.md). ``teacher`` and ``student`` are the two ends, ``tallies`` counts what a class has
answered, and ``class_files`` has the same without a network. No network code."""

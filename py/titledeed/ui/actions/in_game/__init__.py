"""Actions for which a game must be open: on the board and the deeds, offers, hints, undo, seats, leaving."""

"""The view of the whole page, and those of its regions that lie around the board."""

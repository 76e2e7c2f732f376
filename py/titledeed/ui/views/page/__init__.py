"""The view of the whole page, and those of the regions around the board."""

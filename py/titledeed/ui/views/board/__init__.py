"""The views of the board and of the parts beside it: deeds, players, the Bank."""

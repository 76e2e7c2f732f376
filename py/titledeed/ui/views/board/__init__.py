"""The views of the board and of what lies beside it: deeds, players, the Bank."""

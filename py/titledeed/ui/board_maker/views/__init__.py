"""The views of the board maker."""

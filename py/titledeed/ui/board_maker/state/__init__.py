"""The state of the board maker."""

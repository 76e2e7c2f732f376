"""The actions of the board maker."""

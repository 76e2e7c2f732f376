"""Play by codes: a game whose turns people carry from one device to another."""

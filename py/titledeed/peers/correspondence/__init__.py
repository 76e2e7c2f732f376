"""Play by codes: people carry the turns of a game from one device to another."""

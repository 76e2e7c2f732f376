"""Parses what comes from files and strangers: editions, decks, positions. Nothing else reads foreign text."""

"""Parses untrusted files: editions, decks, positions. No other module reads text from outside."""

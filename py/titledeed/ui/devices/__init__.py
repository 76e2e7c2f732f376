"""The user interface of a game over several devices; it is fetched when it is first opened."""

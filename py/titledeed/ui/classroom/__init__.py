"""The class's part of the user interface; it is fetched when it is first opened."""

"""The views of a class."""

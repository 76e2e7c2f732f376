"""The actions of a class."""

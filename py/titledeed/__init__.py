"""Title Deed: the classic property-trading board game, played exactly by one of five rulebooks."""

__version__ = "0.1.0"

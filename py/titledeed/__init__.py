"""Title Deed: the classic property-trading board game, played strictly by one of five rulebooks."""

__version__ = "0.1.0"

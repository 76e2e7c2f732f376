"""Views of a trade: its effects, a fair sum, and how a bot will probably answer."""

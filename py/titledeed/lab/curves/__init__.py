"""Curves: one setting varied over a range, sampling distributions, and inequality with unequal starts."""

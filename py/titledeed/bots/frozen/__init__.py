"""Bots kept as they were, as fixtures and benchmarks."""

"""Mistakes that somebody could make in any room of the project, each with a test that notices it."""

"""Worksheets: what a lesson is, the ready ones, and what pupils hand in."""

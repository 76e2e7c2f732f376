"""Worksheets: the format of a lesson, the built-in lessons, and the sheets that students hand in."""

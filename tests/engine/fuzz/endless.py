"""Parses a text of any depth, which no module of the program may do (``test_in_pyodide.py``)."""

import json

try:
    json.loads("[" * 100_000)
except (ValueError, RecursionError):
    print("refused")

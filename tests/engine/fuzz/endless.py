"""Does what no module of the program may: parses a text of any depth (``test_in_pyodide.py``)."""

import json

try:
    json.loads("[" * 100_000)
except (ValueError, RecursionError):
    print("refused")

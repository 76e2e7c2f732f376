"""Run in Pyodide: prints a fingerprint of the lines that ``lab odds`` prints.

The odds are not in the program's archive; here they come from the repository."""

import hashlib

import titledeed
import titledeed.lab

titledeed.__path__.append("/here/py/titledeed")
titledeed.lab.__path__.append("/here/py/titledeed/lab")

from titledeed.lab import seat_odds_per_round_csv  # noqa: E402

rows = seat_odds_per_round_csv.odds_rows(
    ["steady-1", "steady-1", "simple"], 3, 8, "classic", most_rounds=40
)
print(hashlib.sha256("\n".join(map(seat_odds_per_round_csv.csv_line, rows)).encode()).hexdigest())

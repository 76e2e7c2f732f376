"""Run in Pyodide: prints a fingerprint of the lines that ``lab odds`` prints, and one of the odds by the
trade model in random positions.

The odds are not in the program's archive; here they come from the repository."""

import hashlib
import sys

import titledeed
import titledeed.lab

titledeed.__path__.append("/here/py/titledeed")
titledeed.lab.__path__.append("/here/py/titledeed/lab")
sys.path.append("/here/tests/support")

from titledeed.lab import seat_odds_per_round_csv  # noqa: E402
from trade_odds import trade_odds_in_random_positions  # noqa: E402

rows = seat_odds_per_round_csv.odds_rows(
    ["steady-1", "steady-1", "simple"], 3, 8, "classic", most_rounds=40
)
print(hashlib.sha256("\n".join(map(seat_odds_per_round_csv.csv_line, rows)).encode()).hexdigest())
print(hashlib.sha256(trade_odds_in_random_positions().encode()).hexdigest())

"""Run in Pyodide: prints a fingerprint of the lines that ``lab odds`` prints.

The odds are not in the program's archive; here they come from the repository."""

import hashlib

import titledeed
import titledeed.lab

titledeed.__path__.append("/here/py/titledeed")
titledeed.lab.__path__.append("/here/py/titledeed/lab")

from titledeed.lab import odds_of_bot_games_csv  # noqa: E402

rows = odds_of_bot_games_csv.odds_rows(
    ["steady-1", "steady-1", "simple"], 3, 8, "classic", most_rounds=40
)
print(hashlib.sha256("\n".join(map(odds_of_bot_games_csv.csv_line, rows)).encode()).hexdigest())

"""Run in Pyodide: prints the results of ``lab games`` and ``lab compare`` as one text."""

import json

from titledeed.lab import batch_games, compare, parallel_jobs

sides = [
    batch_games.record_of("modern", ["steady-1", "simple", "steady-1"], house_rules=house)
    for house in ({}, {"free-parking": "pot", "salary": [400, 200, 100]})
]
played = [list(parallel_jobs.play_jobs(side, 7, 12)) for side in sides]
print("\n".join(batch_games.games_csv(played[0], 3)))
print(json.dumps(compare.to_dict(*played)))

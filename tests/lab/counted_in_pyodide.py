"""Run in CPython and in Pyodide: the rows of counted games of four of each bot, and those counted again from
their records. Arguments: the number of games, and the bots."""

import sys

from titledeed.lab import games, records

for bot in sys.argv[2:]:
    job = {"record": games.record_of("modern", [bot] * 4), "seed": 11, "first": 0}
    job["count"] = int(sys.argv[1])
    played = games.run(job)
    recorded = records.run(job)
    again = [records.counted({"name": bot, "record": game["record"]}) for game in recorded]
    assert played == again == [game["played"] for game in recorded], bot
    print(bot)
    print("\n".join(games.csv(played, 4)))

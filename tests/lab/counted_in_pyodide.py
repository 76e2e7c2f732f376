"""Run in CPython and in Pyodide: prints the rows of counted games with four of each bot.

It also prints the rows counted again from the games' records. Arguments: the number of games, and the
bots."""

import sys

from titledeed.lab import batch_games
from titledeed.lab import write_and_count_record_files as record_files

for bot in sys.argv[2:]:
    job = {"record": batch_games.record_of("modern", [bot] * 4), "seed": 11, "first": 0}
    job["count"] = int(sys.argv[1])
    played = batch_games.run_games(job)
    recorded = record_files.run_recorded_games(job)
    again = [
        record_files.count_record({"name": bot, "record": game["record"]}) for game in recorded
    ]
    assert played == again == [game["played"] for game in recorded], bot
    print(bot)
    print("\n".join(batch_games.games_csv(played, 4)))

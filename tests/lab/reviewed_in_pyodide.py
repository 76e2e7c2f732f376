"""Run in Pyodide: prints the best offers that nobody made in two games, as one text."""

import json

from titledeed.engine.record import Game, read_record
from titledeed.engine.reducer import play_in_place
from titledeed.game.best_offer_never_made import unmade_offers
from titledeed.lab import batch_games

for book in ("modern", "wikibooks"):
    record = batch_games.record_of(book, ["steady-1", "simple", "novice", "simple"])
    job: batch_games.GamesJob = {"record": record, "seed": 7, "first": 0, "count": 1}
    game = Game(read_record(batch_games.record_game(job)))
    state, answers = game.state.copy(), []
    for line in (line for step in game.record.steps for line in step.lines):
        parsed = game.notation.parse(line, state)
        if parsed is not None:
            play_in_place(state, *parsed)
            answers.append(parsed)
    for seat, found in unmade_offers(game.state, answers, range(4)).items():
        if found is not None:
            line = game.notation.line(seat, found.offer, state)
            print(json.dumps([found.count, line, found.before, found.after, found.likely]))

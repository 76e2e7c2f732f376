"""Prints what a game says in a language. It runs in Pyodide unchanged, and a test here calls it.

python tests/language/telling.py LANGUAGE RECORD
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from titledeed.engine.record import Game, read_record
from titledeed.language import asks, rule_clauses
from titledeed.language.catalogue import Catalogue
from titledeed.language.narrator_of_journal_and_refusals import Narrator
from titledeed.language.sentence_parts import plain_text
from titledeed.language.state_descriptions import seat_says


def told(language: str, file: Path, most: int = 400) -> list[str]:
    """Return the journal, the questions and a few clauses of the beginning of a recorded game."""
    table = json.loads(file.read_text("utf-8"))
    game = Game(read_record(table))
    words = game.rules.edition.words
    narrator = Narrator(game.rules, game.record.seats, Catalogue(language, words))
    sentences = []
    for line in table["step"][0]["play"][:most]:
        sentences.append(asks.asking(narrator.parts, game.state)["announce"])
        sentences += [plain_text(entry["text"]) for entry in narrator.events(game.line(line))]
    sentences += [
        rule_clauses.describe_clause(narrator.parts, id)["text"]
        for id in ("houses.even", "jail.fine-window")
    ]
    sentences.append(seat_says(narrator.parts, game.state, 0))
    return sentences


if __name__ == "__main__":
    sys.stdout.write(json.dumps(told(sys.argv[1], Path(sys.argv[2]))))

"""In random games, events and refusals cite all the clauses that are due and no others.

Each scene is judged by the same tables (tests/support/scene.py)."""

from __future__ import annotations

import random
from collections import Counter

import pytest

import due_citations
import due_refusals
import mixed_games
import wild_games
from scene import BOOKS
from titledeed.engine.explain_refusal import explain_refusal
from titledeed.engine.reducer import play
from true_causes import Refusal


def faults_of(book: str, games: int, most: int) -> tuple[Counter[str], int, int]:
    """Return the faults in such games of a book, and how many answers and refusals were checked."""
    faults: Counter[str] = Counter()
    answers = refusals = 0
    draw = random.Random(book)
    for n in range(games):
        for k, moment in enumerate(mixed_games.moments(mixed_games.record(book, n), most)):
            before, seat, answer, events = moment
            after, _ = play(before, seat, answer)
            answers += 1
            faults.update(due_citations.all_faults(before, seat, answer, after, events))
            for who, barred, clauses in wild_games.refused(before, draw) if k % 10 == 0 else ():
                refusals += 1
                cause = explain_refusal(before, who, barred, clauses)
                facts = cause[0].facts if cause else {}
                refusal = Refusal(before, who, barred, clauses, facts)
                faults.update(due_refusals.faults(refusal, cause[0].what if cause else ""))
    return faults, answers, refusals


@pytest.mark.parametrize("book", BOOKS)
def test_games_cite_exactly_the_clauses_that_are_due(book: str) -> None:
    faults, answers, refusals = faults_of(book, 4, 250)
    assert faults == Counter()
    assert answers > 600
    assert refusals > 2000


@pytest.mark.long
@pytest.mark.parametrize("book", BOOKS)
def test_the_cited_clauses_and_reasons_are_right_in_many_games(book: str) -> None:
    assert faults_of(book, 60, 800)[0] == Counter()

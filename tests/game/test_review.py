"""A review finds the decisions that cost chances to win, and leaves the others out."""

from __future__ import annotations

import pytest

from titledeed.engine.answers import (
    Accept,
    Bid,
    Buy,
    Offer,
    Pass,
    Reject,
)
from titledeed.engine.record import Record, Seat, parse_record
from titledeed.game.review_of_weightiest_decisions import MOST, Decision, decisions, review
from titledeed.game.session import Session
from titledeed.odds import expected_odds

BOOKS = ("classic", "australian", "modern", "wikibooks", "parker1973")
HEAD = """
format = "title-deed/1"
rulebook = "{book}"
seats = ["Ada", "Ben", "Cleo"]
seed = {seed}
[position]
turn = "Ben"
round = 9
"""


FIRST = 2  # the lines that shuffle the decks come first


def looked_at(
    position: str, play: str, turns: int = 24, book: str = "modern", seed: int = 12
) -> tuple[Session, list[Decision]]:
    """Play the lines as people and then so many turns as bots; return the session and Ada's review."""
    text = f'{HEAD.format(book=book, seed=seed)}{position}\n[[step]]\nplay = """\n{play}"""\n'
    session = Session.load(parse_record(text, True))
    for seat in range(3):
        session.hand_to(seat, "steady-1")
    end = session.state.turns + turns
    while session.state.turns < end and session.step() is not None:
        pass
    answers = [(entry.seat, entry.answer) for entry in session.entries]
    return session, review(session.at(0), answers, {0})[0]


SET = """
[position.seat.Ada]
cash = 700
at = "illinois-avenue"
deeds = ["st-james-place", "tennessee-avenue", "new-york-avenue", "reading-railroad"]
[position.seat.Ben]
cash = 900
at = "go"
deeds = ["oriental-avenue", "kentucky-avenue", "pennsylvania-railroad", "marvin-gardens"]
[position.seat.Cleo]
cash = 800
at = "go"
deeds = ["vermont-avenue", "boardwalk", "electric-company", "ventnor-avenue"]
"""
ORANGE = "st-james-place tennessee-avenue new-york-avenue"


@pytest.mark.parametrize("seed", [12, 13])
@pytest.mark.parametrize("book", BOOKS)
def test_a_set_sold_for_a_dollar_comes_first_in_the_review(book: str, seed: int) -> None:
    play = f"Ben offer Ada give 1 get {ORANGE}\nAda accept\n"
    _, decisions = looked_at(SET, play, book=book, seed=seed)
    assert (decisions[0].count, decisions[0].answer, decisions[0].other) == (
        FIRST + 1,
        Accept(),
        Reject(),
    )
    assert decisions[0].points < -200_000


def test_a_set_that_its_seller_offered_for_a_dollar_comes_first_in_the_review() -> None:
    play = f"Ada offer Ben give {ORANGE} get 1\nBen accept\n"
    _, decisions = looked_at(SET, play)
    assert isinstance(decisions[0].answer, Offer)
    assert (decisions[0].count, decisions[0].other) == (FIRST, None)
    assert decisions[0].points < -200_000


AUCTION = """
[position.seat.Ada]
cash = 1100
at = "go"
deeds = ["st-james-place", "tennessee-avenue", "reading-railroad"]
[position.seat.Ben]
cash = 160
at = "virginia-avenue"
deeds = ["oriental-avenue", "kentucky-avenue", "pennsylvania-railroad", "marvin-gardens"]
[position.seat.Cleo]
cash = 150
at = "go"
deeds = ["vermont-avenue", "boardwalk", "electric-company", "ventnor-avenue"]
"""


@pytest.mark.parametrize("seed", [12, 13])
@pytest.mark.parametrize("book", BOOKS)
def test_a_pass_in_a_winning_auction_comes_first_in_the_review(book: str, seed: int) -> None:
    play = "Ben roll\nchance dice 2 3\nBen decline\nCleo bid 20\nAda pass\n"
    turns, least = 1, 15_000  # in wikibooks the model gives so little for it
    if book != "wikibooks":  # here the decliner may bid too
        play += "Ben pass\n"
        turns, least = 24, 100_000
    _, decisions = looked_at(AUCTION, play, turns, book, seed)
    assert (decisions[0].count, decisions[0].answer) == (FIRST + 4, Pass())
    assert isinstance(decisions[0].other, Bid)
    assert decisions[0].points < -least


def test_winning_a_good_auction_is_reviewed_as_a_gain() -> None:
    play = "Ben roll\nchance dice 2 3\nBen decline\nCleo bid 20\nAda bid 161\nBen pass\nCleo pass\n"
    _, decisions = looked_at(AUCTION, play, turns=1)
    assert (decisions[0].count, decisions[0].answer, decisions[0].other) == (
        FIRST + 4,
        Bid(161),
        Pass(),
    )
    assert decisions[0].points > 100_000


@pytest.mark.parametrize("seed", [12, 13])
@pytest.mark.parametrize("book", BOOKS)
def test_accepting_a_bad_trade_comes_first_in_the_review(book: str, seed: int) -> None:
    position = SET.replace(
        '"st-james-place", "tennessee-avenue", "new-york-avenue"', '"park-place"'
    )
    position = position.replace("cash = 800", "cash = 1400")
    play = "Cleo offer Ada give ventnor-avenue get park-place\nAda accept\n"
    _, decisions = looked_at(position, play, book=book, seed=seed)
    assert (decisions[0].count, decisions[0].answer, decisions[0].other) == (
        FIRST + 1,
        Accept(),
        Reject(),
    )
    assert decisions[0].points < -50_000


def test_a_review_has_at_most_five_decisions_with_the_most_important_first() -> None:
    session, decisions = looked_at(SET, "", turns=60)
    weights = [abs(decision.points) for decision in decisions]
    assert weights == sorted(weights, reverse=True)
    assert len(decisions) <= MOST
    assert {decision.seat for decision in decisions} <= {0}
    for decision in decisions:
        entry = session.entries[decision.count]
        assert (entry.seat, entry.answer) == (0, decision.answer)


def test_a_review_does_not_change_the_game() -> None:
    session, _ = looked_at(AUCTION, "Ben roll\nchance dice 2 3\nBen decline\n", turns=6)
    start = session.at(0)
    before = start.contents()
    answers = [(entry.seat, entry.answer) for entry in session.entries]
    first = list(decisions(start, answers, {0, 1, 2}))
    assert start.contents() == before
    assert first == list(decisions(start, answers, {0, 1, 2}))
    assert first


CHEAP = """
[position.seat.Ada]
cash = 900
at = "go"
deeds = ["park-place", "reading-railroad"]
[position.seat.Ben]
cash = 1000
at = "north-carolina-avenue"
deeds = ["oriental-avenue", "kentucky-avenue"]
[position.seat.Cleo]
cash = 1000
at = "go"
deeds = ["vermont-avenue", "electric-company"]
"""


def test_a_deed_won_for_little_because_the_others_passed_is_reviewed_as_it_went() -> None:
    """The estimate of what it was worth to the others once made the winning bid look like a loss."""
    play = "Ben roll\nchance dice 3 4\nBen decline\nCleo pass\nAda bid 10\nBen pass\nCleo pass\n"
    session, decisions = looked_at(CHEAP, play, turns=1)
    (won,) = (each for each in decisions if isinstance(each.answer, Bid))
    assert session.at(won.count + 3).owner[39] == 0
    assert (won.answer, won.other) == (Bid(10), Pass())
    # Ben would not have paid more than 10 either. So this is the difference between the two owners.
    odds = []
    for buyer in (0, 1):
        then = session.at(won.count).copy()
        then.owner[39] = buyer
        then.cash[buyer] -= 10
        then.agenda.pop()
        odds.append(expected_odds(then)[0])
    assert won.points == pytest.approx(odds[0] - odds[1], abs=5_000)
    assert won.points > 100_000


def test_the_review_of_a_purchase_does_not_depend_on_earlier_purchases() -> None:
    """What one deed is worth to each bidder was once taken for the next deed's as well."""
    session = Session.start(Record("modern", [Seat(name, "simple") for name in "ABC"], seed=1))
    while session.state.round < 6 and session.step() is not None:
        pass
    answers = [(entry.seat, entry.answer) for entry in session.entries]
    bought = 0
    for each in decisions(session.at(0), answers, {0, 1, 2}):
        if isinstance(each.answer, Buy):
            n = each.count
            (alone,) = decisions(session.at(n), answers[n : n + 1], {each.seat})
            assert (alone.other, alone.points) == (each.other, each.points)
            bought += 1
    assert bought > 5

"""The review finds the best offer that a player never made, and only one that could have been made."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from titledeed.engine.answers import Accept, Answer, Shuffle
from titledeed.engine.asks import QUIET
from titledeed.engine.record import Game, parse_record, read_record
from titledeed.engine.reducer import play_in_place
from titledeed.engine.state import State
from titledeed.game import best_offer_never_made as search
from titledeed.game.best_offer_never_made import UnmadeOffer, unmade_offers
from titledeed.game.session import Session
from titledeed.lab import batch_games

BOOKS = ("classic", "australian", "modern", "wikibooks", "parker1973")
ADA, BEN, CLEO = range(3)
END = object()
# Ben buys New York Avenue. From then on, a swap for Illinois Avenue completes a group for both.
POSITION = """
format = "title-deed/1"
rulebook = "{book}"
seats = ["Ada", "Ben", "Cleo"]
seed = 12
[position]
turn = "Ada"
round = 9
[position.seat.Ada]
cash = 900
at = "reading-railroad"
deeds = ["st-james-place", "tennessee-avenue", "illinois-avenue"]
[position.seat.Ben]
cash = 900
at = "virginia-avenue"
deeds = ["indiana-avenue", "kentucky-avenue", "oriental-avenue"]
[position.seat.Cleo]
cash = 900
at = "go"
deeds = ["vermont-avenue", "boardwalk", "electric-company", "ventnor-avenue"]
[[step]]
play = '''
{play}'''
"""
ROUND = """Ada roll
chance dice 2 3
Ada end
Ben roll
chance dice 2 3
Ben buy
{talk}Ben end
Cleo roll
chance dice 4 6
Cleo end
"""
ADAS_TURN = "{talk}Ada roll\nchance dice 4 6\nAda end\n"
NEW_YORK, ILLINOIS = 19, 24
SWAP = "Ada offer Ben give illinois-avenue {more}get new-york-avenue {less}\nBen {answer}\n"


def game(first: str = "", second: str = "", last: str = "", book: str = "modern") -> Session:
    """A round and a turn of Ada, with these lines in Ben's turn, in Ada's second one and at the end."""
    play = ROUND.format(talk=first) + ADAS_TURN.format(talk=second) + last
    return Session.load(parse_record(POSITION.format(book=book, play=play), True))


def answers_of(session: Session) -> list[tuple[int, Answer]]:
    return [(entry.seat, entry.answer) for entry in session.entries]


def found(session: Session, seat: int = ADA) -> UnmadeOffer | None:
    return unmade_offers(session.at(0), answers_of(session), [seat])[seat]


def swaps(offer: UnmadeOffer | None) -> bool:
    """Whether this is the swap with Ben."""
    if offer is None:
        return False
    terms = offer.offer
    return (terms.to, terms.give.deeds, terms.get.deeds) == (BEN, (ILLINOIS,), (NEW_YORK,))


@pytest.mark.parametrize("book", BOOKS)
def test_a_swap_of_groups_that_nobody_offered_is_found_at_its_first_moment(book: str) -> None:
    session = game(book=book)
    offer = found(session)
    assert offer is not None
    assert swaps(offer)
    moment = session.at(offer.count)
    assert (moment.ask.kind, moment.ask.seat, moment.round) == ("roll", ADA, 10)  # type: ignore[union-attr]
    assert moment.owner[NEW_YORK] == BEN
    assert offer.after > offer.before + 100_000
    assert 50 <= offer.likely < 100


def test_a_swap_that_was_refused_at_a_better_price_is_not_proposed() -> None:
    refused = SWAP.format(more="400 ", less="", answer="reject")
    assert not swaps(found(game(second=refused)))
    low = SWAP.format(more="", less="600", answer="reject")
    again = found(game(second=low))
    assert again is not None
    assert swaps(again)
    assert again.offer.get.cash < 600


def test_a_swap_that_was_refused_with_more_deeds_in_it_is_not_proposed() -> None:
    more = "Ada offer Ben give illinois-avenue st-james-place 400 get new-york-avenue\nBen reject\n"
    assert not swaps(found(game(second=more)))


def test_a_swap_that_was_made_later_is_not_proposed() -> None:
    made = SWAP.format(more="20 ", less="", answer="accept")
    assert not swaps(found(game(last=made)))


def test_a_swap_that_the_partner_offered_is_not_an_offer_that_nobody_made() -> None:
    offered = "Ben offer Ada give new-york-avenue get illinois-avenue\nAda reject\n"
    assert not swaps(found(game(first=offered)))


def test_nothing_is_proposed_to_a_player_who_has_refused_everything() -> None:
    refused = "".join(
        f"{line}\nBen reject\n"
        for line in (
            "Cleo offer Ben give ventnor-avenue 600 get oriental-avenue",
            "Cleo offer Ben give boardwalk 300 get indiana-avenue",
            "Ada offer Ben give st-james-place 500 get oriental-avenue",
            "Ada offer Ben give tennessee-avenue 700 get kentucky-avenue",
            "Cleo offer Ben give boardwalk ventnor-avenue 800 get kentucky-avenue",
            "Ada offer Ben give illinois-avenue get 270",
        )
    )
    offer = found(game(first=refused))
    assert offer is None or offer.offer.to != BEN
    assert swaps(found(game()))


def test_answers_after_the_moment_do_not_count_for_its_probability() -> None:
    """Only the record up to the moment is used, and that is the same for both games."""
    later = "Cleo offer Ben give boardwalk 300 get oriental-avenue\nBen reject\n"
    before = found(game())
    assert before is not None
    assert before == found(game(last=later))


def test_the_order_of_the_decks_does_not_change_what_is_found() -> None:
    session = game()
    answers = answers_of(session)
    other = [
        (seat, Shuffle(answer.deck, answer.order[::-1]))
        if isinstance(answer, Shuffle)
        else (seat, answer)
        for seat, answer in answers
    ]
    assert other != answers
    start, seats = session.at(0), [ADA, BEN, CLEO]
    assert unmade_offers(start, answers, seats) == unmade_offers(start, other, seats)


def test_a_search_leaves_the_game_as_it_is_and_finds_the_same_again() -> None:
    session = game()
    start = session.at(0)
    before = start.contents()
    first = unmade_offers(start, answers_of(session), [ADA, BEN, CLEO])
    assert start.contents() == before
    assert first == unmade_offers(start, answers_of(session), [CLEO, ADA, BEN])


def test_a_game_without_answers_has_no_unmade_offer() -> None:
    assert unmade_offers(game().at(0), [], [ADA]) == {ADA: None}


# ---------------------------------------------------------------- games of bots

PLAYERS: Sequence[Sequence[str]] = (
    ["steady", "steady-1", "simple"],
    ["shark", "novice", "steady", "simple"],
    ["simple"] * 4,
    ["steady-1"] * 2,
    ["novice", "simple", "steady", "steady-1", "novice", "simple"],
    ["simple"] * 3,
)


def played(book: str, players: Sequence[str], n: int) -> tuple[State, list[tuple[int, Answer]]]:
    """A whole game of these bots: its start and its answers."""
    record = batch_games.record_of(book, list(players))
    job: batch_games.GamesJob = {"record": record, "seed": 31 + n, "first": n, "count": 1}
    game = Game(read_record(batch_games.record_game(job)))
    state, answers = game.state.copy(), []
    for line in (line for step in game.record.steps for line in step.lines):
        parsed = game.notation.parse(line, state)
        if parsed is not None:
            play_in_place(state, *parsed)
            answers.append(parsed)
    return game.state, answers


@pytest.mark.parametrize("tables", [3, pytest.param(len(PLAYERS), marks=pytest.mark.long)])
@pytest.mark.parametrize("book", BOOKS)
def test_every_offer_found_in_games_of_bots_is_legal_and_raises_the_odds(
    book: str, tables: int
) -> None:
    offers = 0
    for n, players in enumerate(PLAYERS[:tables]):
        start, answers = played(book, players, n)
        for seat, found in unmade_offers(start, answers, range(len(players))).items():
            if found is None:
                continue
            offers += 1
            state = start.copy()
            for each in answers[: found.count]:
                play_in_place(state, *each)
            ask = state.agenda[-1]
            assert isinstance(ask, QUIET)
            assert (ask.seat, found.seat) == (seat, seat)
            play_in_place(state, seat, found.offer)  # raises RefusedAnswer if it is not legal
            play_in_place(state, found.offer.to, Accept())
            assert found.after - found.before >= search.LEAST
            assert 50 <= found.likely < 100
    assert offers >= tables


def test_the_search_computes_few_odds_and_pauses_between_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    start, answers = played("modern", ["simple"] * 4, 3)
    counts = [0]  # in each slice
    odds = search.expected_odds_after

    def counted(*args: Any) -> dict[int, int]:
        counts[-1] += 1
        return odds(*args)

    monkeypatch.setattr(search, "expected_odds_after", counted)
    slices = search.search_in_slices(start, answers, [0])
    while next(slices, END) is not END:
        counts.append(0)
    assert 0 < sum(counts) <= search.TRIED + search.AGAIN
    assert max(counts) == 1
    assert len(counts) > len(answers) // search.LINES + search.TRIED

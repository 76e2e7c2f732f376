"""What bots read from the public record of a table, and what they do about it."""

from __future__ import annotations

import pytest

from scene import table
from titledeed.bots import BOTS
from titledeed.bots.protocol import AnsweredOffer, View
from titledeed.bots.shared_bot_strategy import PolicyBot, PolicyParams
from titledeed.bots.shark_bot_by_odds import by_money, trades_by_money
from titledeed.bots.table_habits_and_game_length import (
    CLOSED,
    DEAF_AFTER,
    FOR_EACH_TRADE,
    FORESEEN,
    QUIET_ROUNDS,
    REFUSALS,
    STALLED,
    STOPS_AFTER,
    UNKNOWN_ROUNDS,
    TableReader,
    others_buy,
    rounds_until_stop,
    stalled_throws,
)
from titledeed.bots.trading import LAST_SALES
from titledeed.bots.valuation import (
    REACHES,
    STALLED_RAILROAD,
    VALUES,
    far_sighted,
    holdings_of,
    near_the_end,
    stalled,
)
from titledeed.engine.answers import Bundle, Buy, Decline, Fine, Offer, Reject, Roll
from titledeed.engine.legal_answers import Options
from titledeed.game.bot_scheduler import BotScheduler
from titledeed.lab import arena

BUYING = ((0, 0), (9, 0), (0, 0))
DECLINING = ((0, 0), (1, 6), (0, 0))


def refusal(turns: int, by: int, to: int, price: int = 100) -> AnsweredOffer:
    return AnsweredOffer(turns, by, to, Bundle((), price), Bundle((5,)), False)


def test_the_others_are_expected_to_buy_until_they_decline() -> None:
    state = table("modern", players="Ada Ben").game.state
    assert others_buy(View(state, 0, purchases=((0, 0),) * 3))
    assert not others_buy(View(state, 0))
    assert others_buy(View(state, 0, purchases=BUYING))
    assert not others_buy(View(state, 0, purchases=DECLINING))
    # What the seat itself declines says nothing about the others.
    assert others_buy(View(state, 1, purchases=DECLINING))


def test_a_scheduler_counts_what_each_seat_buys_and_declines() -> None:
    players = BotScheduler([None, None])
    players.note(1, 0, Buy())
    players.note(2, 1, Decline())
    players.note(3, 1, Decline())
    assert players.purchases == [[1, 0], [0, 2]]
    players.forget()
    assert players.purchases == [[0, 0], [0, 0]]


def test_a_quiet_table_is_expected_to_last_and_a_trade_or_a_group_ends_that() -> None:
    rounds = QUIET_ROUNDS[-1] + 2
    t = table("modern", players="Ada Ben", turn="Ada", round=rounds)
    state = t.game.state
    state.turns = 2 * rounds
    assert TableReader().patience(View(state, 0)) == len(QUIET_ROUNDS)
    traded = refusal(2 * rounds - 4, 0, 1)._replace(accepted=True)
    assert TableReader().patience(View(state, 0, [traded])) == 0
    group = {"Ben": {"deeds": "park-place boardwalk"}}
    t = table("modern", players="Ada Ben", turn="Ada", round=rounds, seats=group)
    assert TableReader().patience(View(t.game.state, 0)) == 0


def test_a_table_that_buys_everything_and_refuses_every_offer_is_expected_to_last() -> None:
    state = table("modern", players="Ada Ben Cem", turn="Ada", round=2).game.state

    def patience(past: list[AnsweredOffer], purchases: tuple[tuple[int, int], ...] = BUYING) -> int:
        return TableReader().patience(View(state, 0, past, purchases=purchases))

    refused = [refusal(n, 0, 1 + n % 2, 100 + n) for n in range(REFUSALS)]
    assert patience(refused) == CLOSED
    assert patience(refused[:-1]) == 0
    assert patience(refused, DECLINING) == 0
    # What the seat itself refuses says nothing about the others; what one of them accepts does.
    own = [refusal(n, 1, 0, 100 + n) for n in range(3 * REFUSALS)]
    assert patience(own) == 0
    accepted = refusal(9, 0, 2)._replace(accepted=True)
    assert patience([*refused, accepted]) == 0
    many = [refusal(n, 0, 1, 100 + n) for n in range(FOR_EACH_TRADE)]
    assert patience([*many, accepted]) == CLOSED


def traded(by: int, to: int, give: tuple[int, ...], get: tuple[int, ...]) -> AnsweredOffer:
    """A trade. A side without a deed pays 100."""
    paid = Bundle(give, 0 if give else 100), Bundle(get, 0 if get else 100)
    return AnsweredOffer(9, by, to, *paid, True)


def test_the_others_trade_if_they_exchange_deeds_complete_groups_or_give_and_receive() -> None:
    seats = {"Cem": {"deeds": "park-place boardwalk"}, "Dora": {"deeds": "vermont-avenue"}}
    players, late = "Ada Ben Cem Dora", UNKNOWN_ROUNDS + 1
    state = table("modern", players=players, turn="Ada", round=late, seats=seats).game.state

    def trades(*past: AnsweredOffer) -> bool:
        return TableReader().trades(View(state, 0, list(past), purchases=BUYING))

    assert not trades()
    assert trades(traded(1, 2, (5,), (15,)))  # an exchange between two others
    assert not trades(traded(0, 2, (5,), (15,)))  # an exchange with the seat itself
    assert trades(traded(1, 2, (39,), ()))  # Ben’s Boardwalk completed Cem’s group
    assert trades(traded(2, 1, (), (39,)))  # the same, offered by Cem
    assert not trades(traded(1, 3, (8,), ()))  # Dora’s group is not complete
    assert not trades(traded(0, 2, (39,), ()))  # the seat itself completed the group
    sold = [traded(1, 0, (5,), ()), traded(2, 0, (15,), ()), traded(0, 1, (12,), ())]
    assert not trades(*sold)  # Ben has given and received, Cem only given
    assert trades(*sold, traded(0, 2, (25,), ()))


def test_strangers_are_presumed_to_trade_until_they_refuse_or_some_rounds_have_passed() -> None:
    def trades(at: int, past: list[AnsweredOffer]) -> bool:
        state = table("modern", players="Ada Ben Cem", turn="Ada", round=at).game.state
        return TableReader().trades(View(state, 0, past, purchases=BUYING))

    refused = [refusal(n, 0, 1 + n % 2, 100 + n) for n in range(REFUSALS)]
    assert trades(2, [])
    assert trades(UNKNOWN_ROUNDS, refused[:-1])
    assert not trades(2, refused)
    assert not trades(UNKNOWN_ROUNDS + 1, [])


def test_the_shark_trades_by_money_only_where_the_others_buy_everything_and_do_not_trade() -> None:
    state = table("modern", players="Ada Ben Cem", turn="Ada", round=UNKNOWN_ROUNDS + 1).game.state
    exchange = [traded(1, 2, (5,), (15,))]

    def by_money_alone(
        past: list[AnsweredOffer], purchases: tuple[tuple[int, int], ...]
    ) -> tuple[bool, bool]:
        view = View(state, 0, past, purchases=purchases)
        return by_money(view), trades_by_money(view, TableReader())

    assert by_money_alone([], BUYING) == (True, True)
    assert by_money_alone(exchange, BUYING) == (True, False)
    assert by_money_alone([], DECLINING) == (False, False)


def test_a_longer_view_counts_rents_over_more_throws() -> None:
    assert far_sighted(VALUES, 0) is VALUES
    assert [far_sighted(VALUES, n).reach for n in range(len(REACHES))] == list(REACHES)
    assert far_sighted(VALUES, 2) is far_sighted(VALUES, 2)


def test_a_seat_that_refuses_everything_is_deaf_until_it_makes_an_offer() -> None:
    state = table("modern", players="Ada Ben Cleo").game.state
    past = [refusal(n, 0, 1) for n in range(DEAF_AFTER)]
    reader = TableReader()
    assert reader.deaf(View(state, 0, past[:-1])) == []
    assert reader.deaf(View(state, 0, past)) == [1]
    past.append(refusal(40, 1, 0))
    assert reader.deaf(View(state, 0, past)) == []
    # After an undo the record is another one, and the reader begins again.
    assert reader.deaf(View(state, 0, past[:DEAF_AFTER])) == [1]


@pytest.mark.parametrize("bot", ["steady", "shark"])
def test_a_bot_makes_no_offer_to_a_seat_that_refuses_everything(bot: str) -> None:
    # No exchange completes a color group for both, which would be a new reason to ask.
    seats = {
        "Ada": {"deeds": "oriental-avenue vermont-avenue states-avenue", "cash": 900},
        "Ben": {"deeds": "connecticut-avenue virginia-avenue", "cash": 400},
    }
    t = table("modern", players="Ada Ben", turn="Ada", seats=seats).throw("Ada", 4, 6)
    state, options = t.game.state, Options(t.game.state, 0)
    for purchases in (BUYING, DECLINING):
        choice = BOTS[bot]().choose(View(state, 0, purchases=purchases), options)
        assert choice is not None
        assert isinstance(choice.answer, Offer)
        past = [refusal(0, 0, 1, price) for price in range(DEAF_AFTER)]
        choice = BOTS[bot]().choose(View(state, 0, past, (), purchases), options)
        assert choice is not None
        assert not isinstance(choice.answer, Offer)


@pytest.mark.parametrize(("purchases", "buys"), [(BUYING, True), (DECLINING, False)])
def test_a_bot_takes_a_deed_from_the_others_where_they_buy_everything(
    purchases: tuple[tuple[int, int], ...], buys: bool
) -> None:
    seats = {"Ada": {"at": "illinois-avenue", "cash": 900}}
    t = table("modern", players="Ada Ben Cleo", turn="Ada", seats=seats).throw("Ada", 5, 5)
    view, options = View(t.game.state, 0, purchases=purchases), Options(t.game.state, 0)
    short_sighted = PolicyParams(values=VALUES._replace(reach=30.0))  # no deed is worth its price
    choice = PolicyBot(short_sighted).choose(view, options)
    assert choice is not None
    assert isinstance(choice.answer, Buy) == buys
    # It takes none that leaves it too little for the next throw.
    poor = PolicyBot(short_sighted._replace(keep=500)).choose(view, options)
    assert poor is not None
    assert isinstance(poor.answer, Decline)


def test_a_steady_bot_sells_no_deed_for_cash_in_its_own_offers() -> None:
    seats = {
        "Ada": {"deeds": "connecticut-avenue", "cash": 900},
        "Ben": {"deeds": "oriental-avenue vermont-avenue", "cash": 900},
    }
    t = table("modern", players="Ada Ben", turn="Ada", seats=seats).throw("Ada", 4, 6)
    choice = BOTS["steady"]().choose(View(t.game.state, 0), Options(t.game.state, 0))
    assert choice is not None
    assert not (isinstance(choice.answer, Offer) and not choice.answer.get.deeds)
    assert not isinstance(choice.answer, Reject)


def test_a_game_without_groups_is_expected_to_stay_so_where_the_others_buy_everything() -> None:
    for begin, throws in STALLED:
        state = table("modern", players="Ada Ben Cleo", round=max(1, begin)).game.state
        assert stalled_throws(View(state, 0, purchases=BUYING)) == throws
        assert stalled_throws(View(state, 0, purchases=DECLINING)) == 0
    group = {"Ben": {"deeds": "park-place boardwalk"}}
    state = table("modern", players="Ada Ben Cleo", round=30, seats=group).game.state
    assert stalled_throws(View(state, 0, purchases=BUYING)) == 0


def test_in_a_stalled_game_single_deeds_and_railroads_are_worth_more() -> None:
    seats = {"Ada": {"deeds": "reading-railroad illinois-avenue"}}
    state = table("modern", players="Ada Ben Cleo", seats=seats).game.state
    view = View(state, 0)
    values = stalled(VALUES, 1200)
    assert stalled(VALUES, 0) is VALUES
    assert stalled(VALUES, 1200) is values
    usual, longer = holdings_of(view, VALUES), holdings_of(view, values)
    board = usual.board
    street, rail = board.set_of[24], board.set_of[5]
    for s, more in ((street, 0.0), (rail, STALLED_RAILROAD)):
        before, after = usual.parts(s)[0], longer.parts(s)[0]
        assert after.value - before.value == pytest.approx(1200 * before.income + more)
    # A limit of rounds that comes first ends the longer view.
    assert near_the_end(values, 2, 900, 1800, last=False) is values
    assert near_the_end(values, 2, 90, 180, last=False).longer == 100
    assert near_the_end(values, 2, 20, 40, last=False).longer == 0


@pytest.mark.parametrize(("purchases", "pays"), [(BUYING, False), (DECLINING, True)])
def test_the_shark_pays_for_freedom_only_if_there_is_something_to_gain(
    purchases: tuple[tuple[int, int], ...], pays: bool
) -> None:
    rules = table("modern", players="Ada Ben Cleo").game.state.rules
    names = [rules.edition.spaces[i].id for i in rules.ownable]
    deeds = [" ".join(names[n::3]) for n in range(3)]
    seats: dict[str, dict[str, object]] = {
        who: {"deeds": deeds[n], "cash": 900} for n, who in enumerate(("Ada", "Ben", "Cleo"))
    }
    seats["Ada"] |= {"jail": 1, "at": "jail"}
    t = table("modern", players="Ada Ben Cleo", turn="Ada", seats=seats)
    state = t.game.state
    choice = BOTS["shark"]().choose(View(state, 0, purchases=purchases), Options(state, 0))
    assert choice is not None
    assert type(choice.answer) is (Fine if pays else Roll)


def test_near_a_limit_the_shark_asks_for_more_than_a_deed_counts_and_then_for_less() -> None:
    seats = {
        "Ada": {"deeds": "illinois-avenue", "cash": 300},
        "Ben": {"deeds": "reading-railroad", "cash": 1500},
    }
    house = {"limit-rounds": 15}
    t = table("modern", players="Ada Ben", turn="Ada", round=14, seats=seats, house=house)
    state = t.throw("Ada", 4, 6).game.state
    options = Options(state, 0)
    past: list[AnsweredOffer] = []
    asked = []
    while True:
        choice = BOTS["shark"]().choose(View(state, 0, past, (), BUYING), options)
        assert choice is not None
        offer = choice.answer
        if not isinstance(offer, Offer) or offer.get.deeds:
            break
        assert offer.give.deeds == (24,)
        asked.append(offer.get.cash)
        past.append(AnsweredOffer(state.turns, 0, 1, offer.give, offer.get, False))
        assert len(past) < 20
    assert asked == sorted(asked, reverse=True)
    assert len(asked) > 3
    assert min(asked) > state.rules.price[24]


def test_where_the_others_buy_everything_the_shark_offers_one_deed_for_two_cheaper_ones() -> None:
    seats = {
        "Ada": {"deeds": "boardwalk electric-company", "cash": 300},
        "Ben": {"deeds": "reading-railroad pennsylvania-railroad vermont-avenue", "cash": 300},
        "Cleo": {"deeds": "park-place marvin-gardens", "cash": 300},
    }
    t = table("modern", players="Ada Ben Cleo", turn="Ada", round=30, seats=seats)
    state = t.throw("Ada", 4, 6).game.state
    options = Options(state, 0)
    for purchases, barters in ((BUYING, True), (DECLINING, False)):
        past: list[AnsweredOffer] = []
        offers = []
        while len(past) < 12:
            choice = BOTS["shark"]().choose(View(state, 0, past, (), purchases), options)
            assert choice is not None
            offer = choice.answer
            if not isinstance(offer, Offer):
                break
            offers.append((offer.to, offer.give, offer.get))
            past.append(AnsweredOffer(state.turns, 0, offer.to, offer.give, offer.get, False))
        assert ((1, Bundle((39,)), Bundle((5, 15))) in offers) == barters
        assert len(offers) == len(set(offers))


def test_near_a_limit_the_shark_asks_only_for_what_the_buyer_has() -> None:
    seats = {"Ada": {"deeds": "boardwalk", "cash": 300}, "Ben": {"cash": 900}}
    house = {"limit-rounds": 15}
    t = table("modern", players="Ada Ben", turn="Ada", round=14, seats=seats, house=house)
    state = t.throw("Ada", 4, 6).game.state
    choice = BOTS["shark"]().choose(View(state, 0, (), (), BUYING), Options(state, 0))
    assert choice is not None
    offer = choice.answer
    assert isinstance(offer, Offer)
    assert state.rules.price[39] < offer.get.cash <= 900


def test_the_shark_knows_when_the_arena_stops_a_game_of_players_who_buy_everything() -> None:
    assert STOPS_AFTER == arena.MOST_ROUNDS
    state = table("modern", players="Ada Ben").game.state
    for at, left in (
        (STOPS_AFTER - FORESEEN, None),
        (STOPS_AFTER - FORESEEN + 1, FORESEEN),
        (STOPS_AFTER, 1),
        (STOPS_AFTER + 1, None),
    ):
        state.round = at
        assert rounds_until_stop(View(state, 0, purchases=BUYING)) == left
        assert rounds_until_stop(View(state, 0, purchases=DECLINING)) is None


@pytest.mark.parametrize(
    ("at", "sells"), [(400, False), (480, False), (481, True), (500, True), (501, False)]
)
def test_before_the_arena_stops_a_game_the_shark_sells_its_deeds(at: int, sells: bool) -> None:
    seats = {
        "Ada": {"deeds": "illinois-avenue", "cash": 3000},
        "Ben": {"deeds": "reading-railroad", "cash": 3000},
    }
    t = table("modern", players="Ada Ben", turn="Ada", round=at, seats=seats)
    state = t.throw("Ada", 4, 6).game.state
    options = Options(state, 0)
    asked = []
    past: list[AnsweredOffer] = []
    while len(past) < 20:
        choice = BOTS["shark"]().choose(View(state, 0, past, (), BUYING), options)
        assert choice is not None
        offer = choice.answer
        if not isinstance(offer, Offer):
            break
        if offer.give.deeds and not offer.get.deeds:
            asked.append(offer.get.cash)
        past.append(AnsweredOffer(state.turns, 0, 1, offer.give, offer.get, False))
    price = state.rules.price[24]
    ladder = [times * price // 10 * 10 for times in LAST_SALES]
    assert asked == (ladder if sells else [])
    assert len(ladder) == 3

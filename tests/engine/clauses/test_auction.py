"""Auctions of property: who bids, from what price, in which order, and who pays."""

from __future__ import annotations

import pytest

from scene import clause, table

ALL_MAY = ("classic", "australian", "modern", "parker1973")


@clause("auction.trigger", "turn.completion")
def test_declined_property_is_auctioned_at_once(book: str) -> None:
    t = table(book).throw("Ada", 1, 2).play("Ada decline").ask("Ben bid").cites("auction.trigger")
    t.refuses("Ada end", "turn.completion", "auction.trigger").refuses("Ada roll")


@clause("auction.trigger", "purchase.option")
def test_property_too_expensive_for_the_lander_is_auctioned(book: str) -> None:
    t = table(book, seats={"Ada": {"cash": 59}}).throw("Ada", 1, 2)
    t.refuses("Ada buy", "purchase.option").play("Ada decline").ask("Ben bid")
    t.play("Ben bid 10", "Cleo pass")
    if book != "wikibooks":
        t.ask("Ada bid").play("Ada pass")
    t.owns("Ben", "baltic-avenue").cash(Ada=59, Ben=1490).cites("auction.winner-pays")
    table(book).throw("Ada", 1, 2).play("Ada decline").cites("auction.trigger")


@clause("auction.bidders", "auction.winner-pays", books=ALL_MAY)
def test_the_player_who_declines_may_win_the_auction(book: str) -> None:
    t = table(book).throw("Ada", 1, 2).play("Ada decline")
    t.play("Ben bid 20", "Cleo pass").ask("Ada bid").play("Ada bid 21").cites("auction.bidders")
    t.play("Ben pass").ask("Cleo bid").play("Cleo pass").cites("auction.winner-pays")
    t.owns("Ada", "baltic-avenue").cash(Ada=1479, Ben=1500).ask("Ada end")


@clause("auction.bidders", "purchase.no-second-thoughts", books=("wikibooks",))
def test_the_player_who_declined_may_not_bid(book: str) -> None:
    t = table(book).throw("Ada", 1, 2).play("Ada decline").ask("Ben bid")
    t.cites("purchase.no-second-thoughts").refuses("Ada bid 50", "auction.bidders")
    t.play("Ben bid 20").ask("Cleo bid").refuses("Ada bid 50", "auction.bidders")
    t.play("Cleo pass").owns("Ben", "baltic-avenue").ask("Ada end")


@clause("auction.bidders", books=ALL_MAY)
def test_a_house_rule_can_bar_the_player_who_declined_from_bidding(book: str) -> None:
    t = table(book, house={"auction.bidders": "all but decliner"})
    t.throw("Ada", 1, 2).play("Ada decline").refuses("Ada bid 50", "auction.bidders")
    t.play("Ben pass", "Cleo pass").ask("Ada end")


@clause("auction.bidders", books=("wikibooks",))
def test_a_house_rule_can_let_the_player_who_declined_bid(book: str) -> None:
    t = table(book, house={"auction.bidders": "all"})
    t.throw("Ada", 1, 2).play("Ada decline", "Ben pass", "Cleo pass").ask("Ada bid")
    t.play("Ada bid 1").ask("Ben bid").cites("auction.bidders")


@clause("auction.bidders", "jail.activities")
def test_a_player_in_jail_may_bid(book: str) -> None:
    t = table(book, seats={"Ben": {"jail": 1}}).throw("Ada", 1, 2).play("Ada decline")
    t.play("Ben bid 10").cites("auction.bidders", "jail.activities").play("Cleo pass")
    if book != "wikibooks":
        t.play("Ada pass")
    t.owns("Ben", "baltic-avenue").jail(Ben=1)


@clause("auction.bidders", "bankruptcy.retire")
def test_a_retired_player_never_bids(book: str) -> None:
    t = table(book, players="Ada Ben Cleo Dora", seats={"Ben": {"out": True}})
    t.throw("Ada", 1, 2).play("Ada decline").ask("Cleo bid")
    t.refuses("Ben bid 10", "bankruptcy.retire", "auction.bidders").play("Cleo bid 10").ask(
        "Dora bid"
    )
    t.cites("auction.bidders")


@clause("auction.bidders")
def test_only_the_player_asked_may_bid(book: str) -> None:
    t = table(book).throw("Ada", 1, 2).play("Ada decline").ask("Ben bid")
    t.refuses("Cleo bid 10", "auction.bidders").refuses("Cleo pass")
    t.play("Ben pass").ask("Cleo bid").refuses("Ben bid 10", "auction.bidders")


@clause("auction.opening-bid")
def test_the_first_bid_must_reach_the_lowest_price(book: str) -> None:
    lowest = {"classic": 1, "australian": 1, "modern": 10, "wikibooks": 1, "parker1973": 1}[book]
    t = table(book).throw("Ada", 1, 2).play("Ada decline")
    t.refuses(f"Ben bid {lowest - 1}", "auction.opening-bid").may(f"Ben bid {lowest}")
    t.refuses("Ben bid 0", "auction.opening-bid").play(f"Ben bid {lowest}", "Cleo pass")
    if book != "wikibooks":
        t.play("Ada pass")
    t.cash(Ben=1500 - lowest).owns("Ben", "baltic-avenue")


@clause("auction.opening-bid")
def test_a_house_rule_can_set_another_lowest_bid_for_property(book: str) -> None:
    other = 1 if book == "modern" else 10
    t = table(book, house={"auction.opening-bid": other}).throw("Ada", 1, 2).play("Ada decline")
    t.refuses(f"Ben bid {other - 1}", "auction.opening-bid").may(f"Ben bid {other}")


@clause("auction.minimum-raise")
def test_a_bid_must_be_at_least_one_higher_than_the_last(book: str) -> None:
    t = table(book).throw("Ada", 1, 2).play("Ada decline", "Ben bid 30")
    t.refuses("Cleo bid 30", "auction.minimum-raise").refuses(
        "Cleo bid 12", "auction.minimum-raise"
    )
    t.malformed("Cleo bid 30.5").malformed("Cleo bid -40").malformed("Cleo bid 031")
    t.play("Cleo bid 31").cites("auction.minimum-raise")


@clause("auction.winner-pays")
def test_an_auction_winner_pays_the_bid_and_not_the_printed_price(book: str) -> None:
    t = table(book, seats={"Ada": {"at": "park-place"}}).throw("Ada", 1, 1).play("Ada decline")
    t.play("Ben bid 10", "Cleo bid 700", *(["Ada pass"] if book != "wikibooks" else []), "Ben pass")
    t.owns("Cleo", "boardwalk").cash(Ada=1500, Ben=1500, Cleo=800, bank=-3800)
    t.cites("auction.winner-pays").ask("Ada roll")


@clause("auction.winner-pays")
def test_a_bid_above_cash_in_hand_is_refused(book: str) -> None:
    t = table(book, seats={"Ben": {"cash": 40, "deeds": "short-line"}})
    t.throw("Ada", 1, 2).play("Ada decline").refuses("Ben bid 41", "auction.winner-pays")
    t.may("Ben bid 40").refuses("Ben bid 999999999", "auction.winner-pays")


@clause("auction.winner-pays", "mortgage.any-time", "selling-buildings.any-time")
def test_a_bidder_can_raise_cash_during_an_auction(book: str) -> None:
    mine = "short-line mediterranean-avenue:1 baltic-avenue"
    t = table(book, seats={"Ada": {"at": "go"}, "Ben": {"cash": 0, "deeds": mine}})
    t.throw("Ada", 2, 3).play("Ada decline").ask("Ben bid")
    t.refuses("Ben bid 10", "auction.winner-pays")
    t.play("Ben sell mediterranean-avenue").ask("Ben bid").cites("selling-buildings.any-time")
    t.play("Ben mortgage short-line").ask("Ben bid").cites("mortgage.any-time").cash(Ben=125)
    t.refuses("Cleo mortgage short-line").play("Ben bid 125", "Cleo pass")
    if book != "wikibooks":
        t.play("Ada pass")
    t.owner(reading_railroad="Ben").cash(Ben=0)


@clause("auction.winner-pays", "houses.any-time", "trading.any-time", "mortgage.any-time")
def test_players_can_only_bid_or_raise_cash_during_an_auction(book: str) -> None:
    mine = "short-line:m boardwalk park-place"
    t = table(book, seats={"Ben": {"deeds": mine}, "Cleo": {"deeds": "water-works"}})
    t.throw("Ada", 1, 2).play("Ada decline").ask("Ben bid")
    t.refuses("Ben build boardwalk", "houses.any-time")
    t.refuses("Ben redeem short-line", "mortgage.any-time")
    t.refuses("Ben offer Cleo give 5 get nothing", "trading.any-time")
    t.refuses("Cleo mortgage water-works", "mortgage.any-time")
    t.refuses("Ben resign").refuses("Cleo resign")
    t.play("Ben pass").cites("auction.winner-pays")


@clause("auction.winner-pays")
def test_bidding_passes_from_player_to_player_until_nobody_raises_the_last_bid(book: str) -> None:
    t = table(book, players="Ada Ben Cleo Dora").throw("Ada", 1, 2).play("Ada decline")
    t.ask("Ben bid").play("Ben pass").ask("Cleo bid").play("Cleo bid 20").ask("Dora bid")
    t.play("Dora pass")
    if book != "wikibooks":
        t.ask("Ada bid").play("Ada pass")
    t.ask("Ben bid").play("Ben bid 21").ask("Cleo bid").play("Cleo pass")
    t.ask("Dora bid").play("Dora bid 30")
    if book != "wikibooks":
        t.ask("Ada bid").play("Ada pass")
    t.ask("Ben bid").play("Ben pass").ask("Cleo bid").play("Cleo pass")
    t.ask("Ada end").owns("Dora", "baltic-avenue").cites("auction.winner-pays")


@clause("auction.winner-pays", books=ALL_MAY)
def test_two_players_bid_in_turn(book: str) -> None:
    t = table(book, players="Ada Ben").throw("Ada", 1, 2).play("Ada decline")
    t.ask("Ben bid").play("Ben bid 10").ask("Ada bid").play("Ada bid 11").ask("Ben bid")
    t.play("Ben bid 12").ask("Ada bid").play("Ada pass").owns("Ben", "baltic-avenue")
    t.cites("auction.winner-pays")


@clause("auction.winner-pays", books=("wikibooks",))
def test_the_only_bidder_wins_with_the_first_bid(book: str) -> None:
    t = table(book, players="Ada Ben").throw("Ada", 1, 2).play("Ada decline", "Ben bid 1")
    t.owns("Ben", "baltic-avenue").ask("Ada end").cites("auction.winner-pays")


@clause("auction.winner-pays")
def test_the_bidding_starts_at_the_left_of_the_player_who_declined_in_either_turn_order(
    book: str,
) -> None:
    t = table(book, turn="Ben", house={"turn.order": "right"})
    t.throw("Ben", 1, 2).play("Ben decline").ask("Cleo bid").play("Cleo pass").ask("Ada bid")
    t.cites("auction.winner-pays")


@clause("auction.unsold")
def test_property_without_a_bid_stays_with_the_bank(book: str) -> None:
    t = table(book).throw("Ada", 1, 2).play("Ada decline", "Ben pass", "Cleo pass")
    if book != "wikibooks":
        t.play("Ada pass")
    t.owner(baltic_avenue="bank").cash(Ada=1500, Ben=1500, Cleo=1500).ask("Ada end")
    t.cites("auction.unsold")


@clause("auction.bidders", "auction.unsold")
def test_players_without_cash_are_also_asked_to_bid(book: str) -> None:
    t = table(book, seats={"Ben": {"cash": 0}, "Cleo": {"cash": 0}})
    t.throw("Ada", 1, 2).play("Ada decline").ask("Ben bid").cites("auction.bidders")
    t.play("Ben pass").ask("Cleo bid").refuses("Cleo bid 10").play("Cleo pass")
    if book != "wikibooks":
        t.play("Ada pass")
    t.ask("Ada end").cites("auction.unsold")


@clause("auction.auctioneer")
def test_the_program_runs_every_auction(book: str) -> None:
    t = table(book).throw("Ada", 1, 2).play("Ada decline").cites("auction.auctioneer")
    t.malformed("bank bid 10").malformed("bank sell baltic-avenue")


@pytest.mark.parametrize("start", ["reading-railroad", "go", "b-and-o-railroad"])
@clause("auction.trigger")
def test_streets_railroads_and_utilities_are_all_auctioned_in_the_same_way(
    book: str, start: str
) -> None:
    dice = {"reading-railroad": (1, 3), "go": (2, 3), "b-and-o-railroad": (1, 2)}[start]
    t = table(book, seats={"Ada": {"at": start}}).throw("Ada", *dice).play("Ada decline")
    t.ask("Ben bid").cites("auction.trigger")

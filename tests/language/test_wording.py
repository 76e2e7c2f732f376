"""Scripted turns have the exact words of the journal, of reasons and buttons, and of announcements."""

from __future__ import annotations

import pytest

from scene import Scene, table
from tellers import teller
from titledeed.engine.answers import (
    Bid,
    Build,
    Bundle,
    Offer,
    Sell,
    SellDown,
)
from titledeed.engine.errors import RefusedAnswer
from titledeed.engine.legal_answers import (
    Amount,
    Barred,
    Terms,
    options,
)
from titledeed.engine.record import Record, Seat
from titledeed.engine.special_seats_and_ids import CHANCE
from titledeed.game.session import Session
from titledeed.language import answer_labels, asks
from titledeed.language.sentence_parts import plain_text
from titledeed.language.state_descriptions import seat_says, space_says


def lines(scene: Scene, *played_lines: str, language: str = "en") -> list[str]:
    """Returns the lines of the journal about each of these answers."""
    texts = []
    for line in played_lines:
        before = scene.game.state
        narrator = teller(before, language)
        answer = scene.game.notation.parse(line, before)
        scene.play(line)
        texts += [
            plain_text(told["text"])
            for told in narrator.events(scene.last, answer[1] if answer else None)
        ]
    return texts


def test_a_throw_and_its_landing_are_one_sentence() -> None:
    t = table(
        "modern", seats={"Ada": {"at": "connecticut-avenue"}, "Ben": {"deeds": "st-james-place"}}
    )
    assert lines(t, "Ada roll", "chance dice 3 4") == [
        "Ada throws 3 + 4 and lands on St. James Place.",
        "Ada pays Ben $14 rent for St. James Place.",
    ]


def test_a_purchase_is_one_sentence_in_the_editions_currency() -> None:
    t = table("modern", edition="london", seats={"Ada": {"at": "pennsylvania-avenue"}})
    assert lines(t, "Ada roll", "chance dice 1 4", "Ada buy") == [
        "Ada throws 1 + 4 and lands on Mayfair.",
        "Ada buys Mayfair for £400.",
    ]


def test_a_rent_sentence_explains_the_amount() -> None:
    seats = {
        "Ada": {"at": "reading-railroad"},
        "Ben": {
            "deeds": "new-york-avenue:3 tennessee-avenue:4 st-james-place:3 "
            "b-and-o-railroad short-line park-place boardwalk"
        },
    }
    t = table("classic", seats=seats)
    assert lines(t, "Ada roll", "chance dice 6 5") == [
        "Ada throws 6 + 5 and lands on St. James Place.",
        "Ada pays Ben $550 rent for St. James Place with 3 houses.",
    ]
    t = table("classic", seats={**seats, "Ada": {"at": "community-chest-2"}})
    assert lines(t, "Ada roll", "chance dice 3 5")[1] == (
        "Ada pays Ben $50 rent for B. & O. Railroad, with 2 railroads owned."
    )
    t = table("classic", seats={**seats, "Ada": {"at": "short-line"}})
    assert lines(t, "Ada roll", "chance dice 1 3")[1] == (
        "Ada pays Ben $100 rent for Boardwalk, doubled for the complete group."
    )


def test_doubles_jail_and_the_ways_out_of_jail_have_sentences() -> None:
    t = table("modern", doubles=2, seats={"Ada": {"at": "go"}})
    assert lines(t, "Ada roll", "chance dice 2 2") == [
        "Ada throws 2 + 2, doubles for the third time in one turn, and goes to jail."
    ]
    t = table("modern", edition="australia", seats={"Ada": {"jail": 1}})
    assert lines(t, "Ada roll", "chance dice 2 3") == [
        "Ada throws 2 + 3, no doubles, and stays in gaol."
    ]
    t = table("modern", seats={"Ada": {"jail": 1}})
    assert lines(t, "Ada roll", "chance dice 5 5") == [
        "Ada throws doubles, 5 + 5, and moves from jail to Free Parking."
    ]
    t = table("modern", seats={"Ada": {"jail": 2}})
    assert lines(t, "Ada roll", "chance dice 4 6") == [
        "Ada throws 4 + 6: no doubles on the third try.",
        "Ada pays the fine of $50 and leaves jail.",
        "Ada moves to Free Parking.",
    ]
    t = table("modern", seats={"Ada": {"jail": 0, "cards": ["chance"]}})
    assert lines(t, "Ada use-card") == [
        "Ada uses the jail-release card from Chance and leaves jail."
    ]


def test_the_salary_has_its_own_sentence() -> None:
    t = table("modern", seats={"Ada": {"at": "boardwalk"}})
    assert lines(t, "Ada roll", "chance dice 4 6") == [
        "Ada throws 4 + 6 and lands on Connecticut Avenue.",
        "Ada passes GO and collects $200 salary.",
    ]


def test_building_and_selling_have_sentences() -> None:
    t = table("modern", seats={"Ada": {"deeds": "park-place:4 boardwalk:4", "cash": 1000}})
    assert lines(t, "Ada build boardwalk", "Ada sell boardwalk", "Ada sell-down dark-blue 2") == [
        "Ada builds a hotel on Boardwalk for $200.",
        "Ada gets $100 and 4 houses for the hotel on Boardwalk.",
        "Ada sells Dark Blue down to 2 houses each, for $400 in all.",
    ]


def test_a_deal_is_one_sentence() -> None:
    t = table("modern", seats={"Ada": {"deeds": "boardwalk"}, "Ben": {"cards": ["chance"]}})
    assert lines(t, "Ada offer Ben give boardwalk get 120 card:chance", "Ben accept") == [
        "Ada offers Ben Boardwalk for $120 and the jail-release card from Chance.",
        "Ben accepts: Ada gives Boardwalk and gets $120 and the jail-release card from Chance.",
    ]


def test_a_bankruptcy_sentence_says_who_received_what() -> None:
    t = table(
        "classic",
        seats={
            "Ada": {"at": "short-line", "cash": 10, "deeds": "baltic-avenue:m"},
            "Ben": {"deeds": "park-place:4 boardwalk:4"},
        },
    )
    assert lines(t, "Ada roll", "chance dice 1 3", "Ada bankrupt") == [
        "Ada throws 1 + 3 and lands on Boardwalk.",
        "Ada owes Ben $1,700 and is $1,690 short.",
        "Ada is bankrupt, in debt to Ben.",
        "Ben receives Baltic Avenue and $10.",
    ]
    t = table("classic", seats={"Ada": {"deeds": "baltic-avenue"}})
    assert lines(t, "Ada resign") == [
        "Ada resigns.",
        "The Bank receives Baltic Avenue and $1,500.",
        "The Bank auctions Baltic Avenue, starting at $1.",
    ]


def test_a_card_sentence_has_its_sums_and_its_effect() -> None:
    t = table("classic", seats={"Ada": {"at": "go"}}, deck={"chance": ["advance-to-5"]})
    assert lines(t, "Ada roll", "chance dice 3 4", "chance card advance-to-5") == [
        "Ada throws 3 + 4 and lands on Chance.",
        (
            "Ada draws a Chance card: “Your trunk is packed and the train is waiting: "
            "advance to Reading Railroad.”"
        ),
        "Ada moves to Reading Railroad.",
        "Ada passes GO and collects $200 salary.",
    ]


def test_the_sentences_are_right_in_german_too() -> None:
    t = table("modern", edition="london", seats={"Ada": {"at": "pennsylvania-avenue"}})
    assert lines(t, "Ada roll", "chance dice 1 4", "Ada buy", language="de") == [
        "Ada würfelt 1 + 4 und landet auf Mayfair.",
        "Ada kauft Mayfair für 400\u00a0£.",
    ]


# ---------------------------------------------------------------- reasons and labels


def why(scene: Scene, line: str) -> str:
    """Return the reason for a refused line."""
    state = scene.game.state
    parsed = scene.game.notation.parse(line, state)
    assert parsed is not None
    with pytest.raises(RefusedAnswer) as caught:
        scene.game.line(line)
    return teller(state).reason(*parsed, caught.value.clauses, state)


def test_reasons_name_the_street_and_the_amount() -> None:
    t = table(
        "modern",
        seats={
            "Ada": {
                "cash": 96,
                "deeds": "st-james-place:2 tennessee-avenue:3 new-york-avenue:3 baltic-avenue",
            },
            "Ben": {"deeds": "mediterranean-avenue", "cash": 500},
        },
    )
    assert why(t, "Ada build tennessee-avenue") == (
        "You must build evenly. Build on St. James Place first."
    )
    assert why(t, "Ada build st-james-place") == "Ada has only $96."
    assert why(t, "Ada build baltic-avenue") == (
        "The group isn’t complete. Missing: Mediterranean Avenue."
    )
    assert why(t, "Ada build short-line") == "Nothing can be built on Short Line."
    assert why(t, "Ada sell st-james-place") == (
        "You must sell evenly. Sell buildings on Tennessee Avenue and New York Avenue first."
    )
    assert why(t, "Ada offer Ben give st-james-place get 100") == (
        "Sell the buildings on Orange first."
    )
    assert why(t, "Ada offer Ben give nothing get 501") == "Ben has only $500."
    assert why(t, "Ada mortgage mediterranean-avenue") == (
        "Mediterranean Avenue doesn’t belong to Ada."
    )
    assert why(t, "Ben roll") == "It’s Ada’s turn."
    assert why(t, "Ada end") == "Ada has to throw first."
    assert why(t, "Ada fine") == "Ada is not in jail."


def test_bots_give_reasons_for_purchases_auctions_and_debts() -> None:
    t = table("modern", seats={"Ada": {"at": "short-line", "cash": 96}, "Ben": {}})
    t.play("Ada roll", "chance dice 1 3")
    assert why(t, "Ada buy") == "Ada has only $96."
    assert why(t, "Ben mortgage boardwalk") == "Ada has to decide first."
    t.play("Ada decline", "Ben bid 20")
    assert why(t, "Cleo bid 20") == "Bid $21 or more."
    assert why(t, "Cleo bid 1501") == "Cleo has only $1,500."
    t = table(
        "modern",
        seats={
            "Ada": {"at": "short-line", "cash": 96, "deeds": "baltic-avenue"},
            "Ben": {"deeds": "park-place boardwalk"},
        },
    )
    t.play("Ada roll", "chance dice 1 3")
    assert why(t, "Ada pay") == "$4 is still missing."
    assert why(t, "Ada bankrupt") == "Ada can still get $30 from the Bank and pay the debt."
    assert why(t, "Ada offer Ben give baltic-avenue get nothing") == (
        "After this trade, Ada could no longer pay the debt."
    )


def test_buttons_describe_their_action() -> None:
    t = table(
        "modern",
        seats={
            "Ada": {
                "at": "short-line",
                "deeds": "st-james-place:3 tennessee-avenue:3 new-york-avenue:4",
            }
        },
    )
    state = t.game.state
    say = teller(state)
    orange = 3
    assert (
        answer_labels.answer_label(say.parts, SellDown(orange, 2), state)
        == "Sell Orange down to 2 houses each, for $200 in all"
    )
    assert (
        answer_labels.answer_label(say.parts, SellDown(orange, 1), state)
        == "Sell Orange down to 1 house each, for $350 in all"
    )
    assert (
        answer_labels.answer_label(say.parts, Build(19), state)
        == "Build a hotel on New York Avenue for $100"
    )
    assert (
        answer_labels.answer_label(say.parts, Sell(19), state)
        == "Sell a house on New York Avenue for $50"
    )
    offer = Offer(1, Bundle((37,), 120), Bundle((39,)))
    assert (
        answer_labels.answer_label(say.parts, offer, state)
        == "Offer Park Place and $120 for Boardwalk"
    )
    assert answer_labels.answer_label(say.parts, Terms(2), state) == "Trade with Cleo"
    assert answer_labels.answer_label(say.parts, Amount(11, 1480), state) == "Bid $11 to $1,480"
    assert (
        answer_labels.answer_label(say.parts, Barred(Bid(12), ("auction.opening-bid",)), state)
        == "Bid $12"
    )
    t.play("Ada roll", "chance dice 1 3")
    state = t.game.state
    assert (
        answer_labels.answer_label(teller(state).parts, options(state, 0).of("buy")[0], state)
        == "Buy Boardwalk for $400"
    )


# ---------------------------------------------------------------- announcements


def test_a_screen_reader_hears_a_turn_with_an_auction() -> None:
    seats = [Seat("Ada"), Seat("Ben"), Seat("Cleo")]
    record = Record(
        "modern",
        seats,
        position={"turn": "Ada", "seat": {"Ada": {"at": "short-line"}}},
        chance="by-hand",
    )
    session = Session.start(record)
    for seat, text in (
        (0, "roll"), (CHANCE, "dice 1 3"), (0, "decline"), (1, "bid 10"), (2, "bid 60"), (0, "pass"),
        (1, "pass"), (0, "end"),
    ):  # fmt: skip
        session.say(seat, text)
    narrator = teller(session.state)
    assert narrator.announce(session.entries) == (
        "Ada throws 1 + 3 and lands on Boardwalk. Ada declines Boardwalk. The auction "
        "starts at $10. Cleo wins Boardwalk at auction for $60."
    )
    assert narrator.announce(session.entries[:5]).endswith(
        "The auction starts at $10. Cleo bids $60."
    )
    assert asks.asking(narrator.parts, session.state)["announce"] == "Ben’s throw."


def test_the_first_line_of_each_turn_is_marked() -> None:
    seats = [Seat("Ada"), Seat("Ben")]
    session = Session.start(Record("modern", seats, position={"turn": "Ada"}, chance="by-hand"))
    for seat, text in (
        (0, "roll"), (CHANCE, "dice 5 5"), (0, "roll"), (CHANCE, "dice 4 6"), (0, "end"),
        (1, "roll"), (CHANCE, "dice 4 6"),
    ):  # fmt: skip
        session.say(seat, text)
    journal = teller(session.state).journal(session.entries)
    assert [(plain_text(line["text"]), line["turn"]) for line in journal] == [
        ("Ada throws 5 + 5 and is only visiting jail.", True),
        ("Doubles: Ada throws again.", False),
        ("Ada throws 4 + 6 and lands on Free Parking.", False),
        ("Ben throws 4 + 6 and is only visiting jail.", True),
    ]


def test_a_square_and_a_seat_are_each_described_in_one_line() -> None:
    t = table(
        "modern",
        seats={
            "Ada": {
                "deeds": "park-place:2 boardwalk:3 baltic-avenue:m",
                "at": "boardwalk",
                "cards": ["chance"],
            },
            "Ben": {"jail": 1},
        },
    )
    state = t.game.state
    say = teller(state)
    assert space_says(say.parts, state, 39) == (
        "Boardwalk, Dark Blue group, owned by Ada, 3 houses, rent $1,400, here: Ada"
    )
    assert space_says(say.parts, state, 3) == "Baltic Avenue, Brown group, owned by Ada, mortgaged"
    assert space_says(say.parts, state, 5) == "Reading Railroad, for sale at $200"
    assert (
        space_says(say.parts, state, 10) == "In Jail / Just Visiting, Just Visiting, in jail: Ben"
    )
    assert space_says(say.parts, state, 0) == "GO, collect $200, here: Cleo"
    assert space_says(say.parts, state, 4) == "Income Tax, pay $200"
    assert seat_says(say.parts, state, 0) == (
        "Ada has $1,500. On Boardwalk. Owns 3 deeds: Baltic Avenue (mortgaged), Park Place and "
        "Boardwalk. Holds the jail-release card from Chance."
    )
    assert seat_says(say.parts, state, 1) == "Ben has $1,500. In jail. Owns no deeds."

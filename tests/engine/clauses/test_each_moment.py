"""At each moment every answer that is not asked for is refused, by exactly the clauses that apply."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from scene import Scene, clause, table
from shortages import LIMITED, scarce

MORTGAGED = {"Ada": {"deeds": "short-line:m"}}
TAX = {"Ada": {"at": "short-line", "cash": 5}}

MOMENTS: dict[str, Callable[[str], Scene]] = {
    "shuffle": lambda book: table(book, shuffled=False),
    "order": lambda book: table(book, turn=None),
    "order, dice": lambda book: table(book, turn=None, chance="by-hand").play("Ada roll"),
    "roll": table,
    "roll again": lambda book: table(book).throw("Ada", 5, 5),
    "roll in jail": lambda book: table(book, seats={"Ada": {"jail": 0}}),
    "roll in jail with a card": lambda book: table(
        book, seats={"Ada": {"jail": 2, "cards": ["chance", "community-chest"]}}
    ),
    "dice": lambda book: table(book, chance="by-hand").play("Ada roll"),
    "card": lambda book: table(book, chance="by-hand").throw("Ada", 3, 4),
    "buy": lambda book: table(book).throw("Ada", 1, 2),
    "buy after doubles": lambda book: table(book).throw("Ada", 3, 3),
    "bid": lambda book: table(book).throw("Ada", 1, 2).play("Ada decline"),
    "bid without the decliner": lambda book: (
        table(book, house={} if book == "wikibooks" else {"auction.bidders": "all but decliner"})
        .throw("Ada", 1, 2)
        .play("Ada decline")
    ),
    "bid in the first lap": lambda book: (
        table(
            book,
            turn="Ben",
            house={"lap-first": True},
            seats={"Ben": {"laps": 1}, "Cleo": {"laps": 1}},
        )
        .throw("Ben", 1, 2)
        .play("Ben decline")
    ),
    "bid for an estate": lambda book: table(book, seats=MORTGAGED).play("Ada resign"),
    "debt": lambda book: table(book, seats=TAX).throw("Ada", 1, 2),
    "debt to the pot": lambda book: table(book, house={"free-parking": "pot"}, seats=TAX).throw(
        "Ada", 1, 2
    ),
    "answer": lambda book: table(book).play("Ada offer Ben give 5 get nothing"),
    "transfer": lambda book: table(book, seats=MORTGAGED).play(
        "Ada offer Ben give short-line get nothing", "Ben accept"
    ),
    "end": lambda book: table(book).throw("Ada", 4, 6),
    "end after a purchase": lambda book: table(book).throw("Ada", 1, 2).play("Ada buy"),
    "end of who was jailed": lambda book: table(book, doubles=2).throw("Ada", 1, 1),
    "end of a turn in jail": lambda book: table(book, seats={"Ada": {"jail": 0}}).throw(
        "Ada", 1, 2
    ),
    "end of who came free by doubles": lambda book: table(
        book, house={"jail.exit-doubles-extra-throw": "no"}, seats={"Ada": {"jail": 0}}
    ).throw("Ada", 5, 5),
    "end after a purchase was declined": lambda book: (
        table(book, house={"auctions": False}).throw("Ada", 1, 2).play("Ada decline")
    ),
    "end in the first lap": lambda book: table(book, house={"lap-first": True}).throw("Ada", 1, 2),
    "without auctions": lambda book: table(book, house={"auctions": False}),
    "with a tax that is not chosen": lambda book: table(
        book, house={"tax.income": "choice" if book == "modern" else "flat-200"}
    ),
    "one is out": lambda book: table(book, seats={"Ben": {"out": True}}).throw("Ada", 1, 2),
    "limit": lambda book: table(book, house={"limit-minutes": 45}).throw("Ada", 1, 2),
}
LOTS: dict[str, Callable[[str], Scene]] = {
    "claim": lambda book: scarce(book, 1).play("Ada build boardwalk"),
    "bid for a house": lambda book: scarce(book, 1).play(
        "Ada build boardwalk", "Ben claim", "Cleo pass"
    ),
    "place": lambda book: scarce(book, 1).play(
        "Ada build boardwalk", "Ben claim", "Cleo pass", "Ben bid 10", "Ada pass"
    ),
}


@clause("turn.completion", "purchase.option")
@pytest.mark.parametrize("moment", MOMENTS)
def test_at_each_moment_every_other_answer_is_refused_for_the_right_reason(
    book: str, moment: str
) -> None:
    MOMENTS[moment](book).refuses_all_else()


@clause("ending.last-player", "bankruptcy.retire")
def test_after_the_end_every_answer_is_refused_for_the_right_reason(book: str) -> None:
    table(book, players="Ada Ben").play("Ben resign").ask("over").refuses_all_else()


@clause("shortage.auction", books=LIMITED)
@pytest.mark.parametrize("moment", LOTS)
def test_during_a_building_shortage_every_other_answer_is_refused_for_the_right_reason(
    book: str, moment: str
) -> None:
    LOTS[moment](book).refuses_all_else()


@clause("tax.income", "tax.income-commit", books=("classic", "wikibooks", "parker1973"))
def test_during_a_tax_choice_every_other_answer_is_refused_for_the_right_reason(book: str) -> None:
    table(book).throw("Ada", 1, 3).ask("Ada tax").refuses_all_else()


@clause("short-game.deal", books=("parker1973",))
def test_during_the_deal_every_other_answer_is_refused_for_the_right_reason(book: str) -> None:
    table(book, turn=None, variant="short").ask("chance deal").refuses_all_else()

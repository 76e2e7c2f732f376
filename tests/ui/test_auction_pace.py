"""The pace of an auction, by the page's own clock: one bid after another, then going, going, gone."""

from __future__ import annotations

import itertools
import re
from dataclasses import dataclass, field

import pytest

from fake_page import FakePage, Table
from titledeed.engine.record import Record, Seat
from titledeed.engine.special_seats_and_ids import BANK, CHANCE
from titledeed.ui.page_port import Gesture

GONE = 2_000.0  # milliseconds from the last bid until the lot is sold
REST = 6_000.0  # milliseconds that an auction takes at most once a person is out of it
READ = 200.0  # milliseconds for which every bid stands before the next, at least, at an auction's beginning


@dataclass
class Clocked(FakePage):
    """Notes the time at which each answer is shown."""

    table: Table | None = None
    shown: list[tuple[float, str]] = field(default_factory=list)

    def patch(self, region: str, html: str) -> None:
        super().patch(region, html)
        if self.table is None or self.table.app.session is None:
            return
        entries = self.table.session.entries
        for entry in entries[len(self.shown) :]:
            self.shown.append((self.clock, entry.line))


def auctions(
    seed: int, bots: tuple[str, ...], rounds: int
) -> list[tuple[float, list[tuple[float, str]]]]:
    """Play a few rounds as a person who declines every deed and leaves every auction.

    Return for each auction when the person left it, and all answers from then on with their times."""
    page = Clocked()
    table = Table(page=page, speed="normal")
    seats = [Seat("Ada"), *(Seat(name, bot) for name, bot in zip("BCDEFGH", bots, strict=False))]
    table.hands.play.start(Record("modern", seats, seed=seed))
    page.table = table
    page.run()
    found = []
    while table.session.state.round <= rounds and table.session.people():
        ask = page.state["ask"].split()[0]
        if ask == "bid":
            began, count = page.clock, len(table.session.entries)
            table.hands.handle_gesture(Gesture("click", where="ask", do="out"))
            while table.session.ask.kind == "bid" and page.tick():
                pass
            page.tick()
            found.append((began, page.shown[count:]))
            page.run()
            continue
        wanted = {"buy": "decline", "debt": "bankrupt"}.get(ask)
        answers = table.answers()
        table.say(wanted if wanted in answers else answers[0])
        if wanted == "bankrupt":
            break
    return found


@pytest.mark.parametrize(
    ("seeds", "rounds"), [((1,), 3), pytest.param((1, 2, 3, 4), 6, marks=pytest.mark.long)]
)
@pytest.mark.parametrize(
    "bots", [("steady",) * 3, ("dealer", "builder", "hoarder"), ("simple",) * 7]
)
def test_an_auction_ends_soon_after_the_last_bid_and_after_a_person_left(
    bots: tuple[str, ...], seeds: tuple[int, ...], rounds: int
) -> None:
    rests, gone, bids = [], [], 0
    for seed in seeds:
        for began, answers in auctions(seed, bots, rounds):
            lines = [(at, line.split()[1:]) for at, line in answers]
            lot = list(itertools.takewhile(lambda row: row[1][0] in ("bid", "pass"), lines))
            if not lot:
                continue
            rests.append(lot[-1][0] - began)
            last = [at for at, line in lot if line[0] == "bid"]
            bids += len(last)
            if last:
                gone.append(lot[-1][0] - last[-1])
    assert rests
    assert max(rests) <= REST, sorted(rests)
    assert not gone or max(gone) <= GONE, sorted(gone)


def test_bids_come_one_after_another_while_a_person_may_still_bid() -> None:
    page = Clocked()
    table = Table(page=page, speed="normal")
    page.table = table
    bots = {"Ben": "steady", "Cleo": "steady", "Dora": "steady"}
    table.play("Ada", *bots, bots=bots, chance="by-hand", position={"seat": {"Ada": {"at": "@35"}}})
    table.say("roll")
    table.hands.handle_gesture(Gesture("submit", where="ask", form="dice 1 3"))
    page.run()
    count = len(table.session.entries)
    table.say("decline")
    bids = [at for at, line in page.shown[count:] if line.split()[1] == "bid"]
    assert len(bids) >= 2
    pauses = [later - before for before, later in itertools.pairwise(bids)]
    assert min(pauses[:3]) >= READ, pauses


def test_leaving_is_offered_beside_passing_and_the_last_bids_stand_struck_out() -> None:
    table = Table()
    bots = {"Ben": "steady", "Cleo": "steady"}
    table.play("Ada", *bots, bots=bots, chance="by-hand", position={"seat": {"Ada": {"at": "@35"}}})
    table.say("roll")
    table.hands.handle_gesture(Gesture("submit", where="ask", form="dice 1 3"))
    table.page.run()
    table.say("decline")
    assert table.page.state["ask"] == "bid 0"
    labels = [button.text for button in table.page.buttons("ask")]
    at = labels.index("Pass this time bid again later")
    assert labels[at + 1] == "Leave this auction for good"
    assert labels[at + 2] == "Auto-bid up to…"
    # With plenty of cash nobody needs to raise any.
    assert not any(label.startswith("Raise cash") for label in labels)


def test_a_bid_is_raised_and_lowered_by_a_stepper_and_stays_within_the_legal_bids() -> None:
    table = Table()
    table.play("Ada", "Ben", bots={"Ben": "simple"}, chance="by-hand")
    table.say("roll")
    table.hands.play.answer(CHANCE, "dice 1 2")
    table.page.run()
    table.say("decline")
    table.page.run()
    assert table.page.state["ask"] == "bid 0"

    def sum_after(step: str, typed: str) -> str:
        table.page.fields = {"amount": typed}
        table.do("bid-step", step, where="ask")
        field = re.search(r'id="bid-amount".*?value="(\d+)"', table.page.regions["ask"], re.DOTALL)
        assert field
        return field[1]

    lowest = re.search(r'min="(\d+)"', table.page.regions["ask"])
    assert lowest
    assert sum_after("10", "150") == "160"
    assert sum_after("-10", "160") == "150"
    assert sum_after("-10", lowest[1]) == lowest[1]
    assert sum_after("10", "99999") == "1500"
    assert sum_after("10", "") == lowest[1]
    table.say("bid 20")
    table.page.run()
    if table.page.state["ask"] == "bid 0":  # the next question begins with a sum of its own
        assert f'value="{lowest[1]}"' not in table.page.regions["ask"]


def test_a_screen_reader_hears_the_bids_the_leader_and_who_wins() -> None:
    table = Table()
    bots = {"Ben": "dealer", "Cleo": "builder"}
    seats = {"Ada": {"at": "@9"}}
    table.play("Ada", "Ben", "Cleo", bots=bots, chance="by-hand", position={"seat": seats})
    table.say("roll")
    for die in ("0 1", "1 1"):
        table.do("die", die, where="ask")
    table.say("decline")
    assert table.page.said[-1] == (
        "You decline St. Charles Place. The auction starts at $10. Cleo bids $17. Bid on St. Charles "
        "Place, or pass. Cleo leads with $17. The next bid must be $18 or more."
    )
    table.say("bid 18")
    assert re.match(
        r"Cleo bids \$(\d+)\. Bid on St. Charles Place, or pass\. Cleo leads with \$\1\.",
        table.page.said[-1],
    )
    heard = len(table.page.said)
    table.do("out", where="ask")
    (said,) = table.page.said[heard:]
    assert re.fullmatch(
        r"Cleo wins St. Charles Place at auction for \$\d+\. Doubles: you throw again\.", said
    )


def test_a_last_pass_says_who_gets_the_lot() -> None:
    table = Table()
    table.play("Ada", "Ben", "Cleo", chance="by-hand", position={"seat": {"Ada": {"at": "@35"}}})
    table.app.settings.handover = False
    table.say("roll")
    table.hands.handle_gesture(Gesture("submit", where="ask", form="dice 1 3"))
    table.page.run()
    table.say("decline")

    def passing() -> str:
        return next(b.text for b in table.page.buttons("ask") if b.text.startswith("Pass"))

    assert passing() == "Pass this time bid again later"
    first = table.session.ask.seat
    table.say(next(answer for answer in table.answers() if answer.startswith("bid")))
    assert passing() == "Pass this time bid again later"
    table.say("pass")
    assert passing() == f"Pass {['Ada', 'Ben', 'Cleo'][first]} gets it"
    table.say("pass")
    assert table.session.state.owner[39] == first


def test_a_last_pass_without_a_bid_says_that_nobody_gets_the_lot() -> None:
    table = Table()
    table.play("Ada", "Ben", chance="by-hand", position={"seat": {"Ada": {"at": "@35"}}})
    table.app.settings.handover = False
    table.say("roll")
    table.hands.handle_gesture(Gesture("submit", where="ask", form="dice 1 3"))
    table.page.run()
    table.say("decline")
    table.say("pass")
    labels = [button.text for button in table.page.buttons("ask")]
    assert "Pass nobody gets it" in labels
    table.say("pass")
    assert table.session.state.owner[39] == BANK

"""Several people at one device: a tap never answers for another person, an auction is one panel for all,
and a ceiling stays its owner's secret."""

from __future__ import annotations

import json
import re

from fake_page import Table
from titledeed.engine.asks import (
    AskBid,
)
from titledeed.ui.game_loop import handover
from titledeed.ui.page_port import Gesture
from titledeed.ui.phase_stage_and_tempo import AwaitingAnswer


def tap(table: Table, **fields: str) -> None:
    """Tap the card of the pending question, before any time has passed."""
    table.hands.handle_gesture(Gesture("click", where="ask", **fields))  # type: ignore[arg-type]


def auction(*names: str, bots: dict[str, str] | None = None) -> Table:
    """Ada has left Baltic Avenue to the auction."""
    table = Table()
    table.play(*names, bots=bots, chance="by-hand")
    table.session.say(0, "roll")
    table.session.say(-3, "dice 1 2")
    table.session.say(0, "decline")
    table.hands.play.go_on()
    table.page.run()
    assert isinstance(table.session.ask, AskBid)
    return table


def test_a_second_tap_does_not_take_the_next_persons_seat() -> None:
    table = Table()
    table.play("Ada", "Ben", chance="by-hand", position={"seat": {"Ada": {"at": "@17"}}})
    table.session.say(0, "roll")
    table.session.say(-3, "dice 1 2")  # Free Parking
    table.hands.play.go_on()
    table.page.run()
    tap(table, answer="end")
    assert table.app.handing_over
    tap(table, do="ready")
    assert table.app.handing_over  # Ada may have made this tap by accident
    table.page.run()
    assert table.page.state["ask"] == "handover 1"
    tap(table, do="ready")
    assert not table.app.handing_over
    tap(table, answer="roll")
    assert table.session.ask.kind == "roll"  # the tap was not meant for the second card
    table.page.run()
    tap(table, answer="roll")
    assert table.session.ask.kind == "dice"


def ended(**seat: object) -> Table:
    """Ada has ended her turn; real dice lie on the table."""
    table = Table()
    table.play(
        "Ada", "Ben", chance="by-hand", position={"seat": {"Ada": {"at": "@17"}, "Ben": seat}}
    )
    table.session.say(0, "roll")
    table.session.say(-3, "dice 1 2")
    table.hands.play.go_on()
    table.page.run()
    tap(table, answer="end")
    return table


def test_a_player_who_enters_the_next_throw_takes_that_turn() -> None:
    table = ended()
    tap(table, do="die", arg="0 1")
    tap(table, do="die", arg="1 2")
    assert table.session.entries[-1].line == "Ada end"  # Ada may have made these taps by accident
    table.page.run()
    assert table.page.state["ask"] == "handover 1"
    tap(table, answer="roll")
    tap(table, do="die", arg="0 1")
    assert table.session.entries[-1].line == "Ada end"
    assert table.app.handing_over
    tap(table, do="die", arg="1 2")
    table.page.run()
    assert [entry.line for entry in table.session.entries[-2:]] == ["Ben roll", "chance dice 1 2"]
    assert table.page.state["ask"] == "buy 1"


def test_nobody_can_throw_for_a_person_who_has_a_choice_first() -> None:
    table = ended(jail=1)
    table.page.run()
    assert table.page.state["ask"] == "handover 1"
    assert not [b for b in table.page.buttons("ask") if b.attributes.get("data-do") == "die"]
    tap(table, do="die", arg="0 1")
    tap(table, do="die", arg="1 2")
    assert table.session.entries[-1].line == "Ada end"
    assert table.app.handing_over


def test_a_second_tap_does_not_bid_for_the_next_person() -> None:
    table = auction("Ada", "Ben", "Cleo")
    assert table.page.state["ask"] == "bid 1"
    tap(table, answer="bid 10")
    tap(table, answer="bid 11")
    tap(table, answer="pass")
    assert table.session.entries[-1].line == "Ben bid 10"
    table.page.run()
    assert table.page.state["ask"] == "bid 2"
    tap(table, answer="bid 11")
    assert table.session.entries[-1].line == "Cleo bid 11"


def test_the_wait_is_short_and_a_lone_person_has_none() -> None:
    assert handover.SETTLE <= 500
    table = auction("Ada", "Ben", bots={"Ben": "simple"})
    assert table.playing.stage == AwaitingAnswer(guarded=False)
    assert table.page.state["ask"] == "bid 0"


def test_an_auction_among_several_people_is_one_panel_without_passing_the_device() -> None:
    table = auction("Ada", "Ben", "Cleo")
    asked = []
    for _ in range(4):
        asked.append(table.page.state["ask"])
        assert table.page.state["kind"] == "bid"
        text = table.page.text("ask")
        assert all(name in text for name in ("Ada", "Ben", "Cleo"))
        table.say(next(a for a in table.answers() if a.startswith("bid")))
    assert asked == ["bid 1", "bid 2", "bid 0", "bid 1"]


def test_the_auction_stays_in_view_while_bots_bid() -> None:
    table = Table(speed="normal")
    table.play("Ada", "Ben", "Cleo", bots={"Ben": "steady", "Cleo": "steady"}, chance="by-hand")
    table.session.say(0, "roll")
    table.session.say(-3, "dice 1 2")
    table.session.say(0, "decline")
    table.hands.play.go_on()
    assert table.page.state["ask"] == "bots"
    assert table.page.state["kind"] == "bid"
    assert "Ben is bidding" in table.page.text("ask")
    assert "Skip to my next move" in table.page.text("ask")
    assert table.answers() == []
    table.page.run()
    assert table.page.state["ask"] == "bid 0"
    assert table.answers()


def test_a_bid_limit_bids_automatically_and_its_amount_is_never_shown() -> None:
    table = auction("Ada", "Ben", "Cleo")
    table.do("open-ceiling", where="ask")
    form = table.page.regions["dlg-ceiling"]
    assert 'type="password"' in form
    assert 'value=""' in form  # who types would add to a sum that nobody sees
    table.do("set-ceiling", kind="submit", where="dlg-ceiling", fields={"amount": "247"})
    assert table.session.entries[-1].line == "Ben bid 10"
    assert table.session.entries[-1].by == "program"
    assert table.page.state["ask"] == "bid 2"
    table.say("pass")
    table.say("bid 11")  # Ada
    assert table.session.entries[-1].line == "Ben bid 12"
    assert "auto-bid" in table.page.text("ask")
    shown = [*table.page.regions.values(), *table.page.said]
    exported = json.dumps(table.session.save(""))
    assert not any("247" in text for text in (*shown, exported))


def test_a_bid_limit_is_raised_and_lowered_and_shown_on_request() -> None:
    table = auction("Ada", "Ben", "Cleo")
    table.do("open-ceiling", where="ask")
    for typed, arg, value in (
        *(("60", "10", "70"), ("70", "-10", "60"), ("5", "-10", "10")),
        # An empty field means the printed price, and so does what is no number.
        *(("", "10", "70"), ("²", "-10", "50"), ("٣", "10", "70")),
    ):
        table.page.fields = {"amount": typed}
        table.do("ceiling-step", arg, where="dlg-ceiling")
        form = table.page.regions["dlg-ceiling"]
        assert re.search(rf'value="{value}"\s+placeholder="\$60"', form)
        assert 'type="password"' in form
    table.page.fields = {"amount": ""}
    table.do("ceiling-step", "shown", where="dlg-ceiling")
    assert 'value="60"' in table.page.regions["dlg-ceiling"]  # the printed price
    table.page.fields = {"amount": "60"}
    table.do("ceiling-step", "shown", where="dlg-ceiling")
    table.page.fields = {"amount": "80"}
    table.do("ceiling-step", "shown", where="dlg-ceiling")
    assert 'value="80"' in table.page.regions["dlg-ceiling"]
    assert 'type="number"' in table.page.regions["dlg-ceiling"]
    assert "Everybody can see the amount." in table.page.text("dlg-ceiling")
    table.do("ceiling-step", "shown", where="dlg-ceiling")
    assert 'type="password"' in table.page.regions["dlg-ceiling"]


def test_an_empty_limit_is_the_printed_price_or_what_the_bidder_can_bid() -> None:
    bids: tuple[tuple[tuple[int, ...], int, int], ...] = (
        *(((), 1500, 60), ((), 40, 40)),
        *(((50,), 51, 51), ((50, 100), 1500, 101)),
    )
    for earlier, cash, limit in bids:
        table = auction("Ada", "Ben", "Cleo")
        for bid in earlier:
            table.say(f"bid {bid}")
        table.session.state.cash[table.session.ask.seat] = cash
        seat = table.session.ask.seat
        table.do("open-ceiling", where="ask")
        assert f'placeholder="${limit}"' in table.page.regions["dlg-ceiling"]
        table.do("set-ceiling", kind="submit", where="dlg-ceiling", fields={"amount": ""})
        assert table.session.ceilings.amounts == {seat: limit}


def test_the_dialog_of_a_bid_limit_names_the_lot_and_the_highest_bid() -> None:
    table = auction("Ada", "Ben", "Cleo")
    table.do("open-ceiling", where="ask")
    assert "Baltic Avenue No bid yet" in table.page.text("dlg-ceiling")
    table.do("close", where="dlg-ceiling")
    table.say("bid 50")  # Ben
    table.do("open-ceiling", where="ask")
    assert "Baltic Avenue Highest bid $50 by Ben" in table.page.text("dlg-ceiling")


def test_a_bid_limit_below_the_next_bid_is_refused() -> None:
    table = auction("Ada", "Ben", "Cleo")
    table.say("bid 50")
    table.do("open-ceiling", where="ask")
    table.do("set-ceiling", kind="submit", where="dlg-ceiling", fields={"amount": "50"})
    assert "below the minimum b" in table.page.text("dlg-ceiling")
    assert 'type="password"' in table.page.regions["dlg-ceiling"]
    assert 'value=""' in table.page.regions["dlg-ceiling"]
    table.page.fields = {"amount": "50"}
    table.do("ceiling-step", "shown", where="dlg-ceiling")
    for sum_ in ("50", "²"):
        table.do("set-ceiling", kind="submit", where="dlg-ceiling", fields={"amount": sum_})
    assert "below the minimum b" in table.page.text("dlg-ceiling")
    assert 'type="number"' in table.page.regions["dlg-ceiling"]  # it stays shown
    assert 'value="50"' in table.page.regions["dlg-ceiling"]
    assert table.session.ceilings.amounts == {}


def test_a_person_stops_automatic_bidding() -> None:
    table = auction("Ada", "Ben", "Cleo")
    table.do("open-ceiling", where="ask")
    table.do("set-ceiling", kind="submit", where="dlg-ceiling", fields={"amount": "60"})
    table.press("ask", "Ben rejoins the bidding")
    table.say("bid 20")
    table.say("pass")
    assert table.page.state["ask"] == "bid 1"


def test_a_person_alone_with_bots_types_the_amount_openly() -> None:
    table = auction("Ada", "Ben", bots={"Ben": "simple"})
    table.do("open-ceiling", where="ask")
    assert 'type="number"' in table.page.regions["dlg-ceiling"]


# ---------------------------------------------------------------- leaving an auction


def passes(table: Table) -> list[str]:
    return [f"{entry.line} ({entry.by})" for entry in table.session.entries if entry.seat == 0][-3:]


def test_a_player_who_left_an_auction_is_not_asked_again_and_the_record_has_each_pass() -> None:
    table = auction("Ada", "Ben", "Cleo", bots={"Ben": "steady", "Cleo": "steady"})
    assert table.page.state["ask"] == "bid 0"
    table.do("out", where="ask")
    assert not isinstance(table.session.ask, AskBid)
    assert passes(table)[-1] == "Ada pass (program)"
    assert table.session.ceilings.out == set()
    lines = [entry.line for entry in table.session.entries]
    # one after each higher bid, as the books require
    assert sum(line == "Ada pass" for line in lines) >= 2


def test_leaving_an_auction_is_saved_with_the_game_and_can_be_taken_back() -> None:
    table = auction("Ada", "Ben", "Cleo")
    assert table.page.state["ask"] == "bid 1"
    tap(table, answer="bid 10")
    table.page.run()
    tap(table, do="out")
    table.page.run()
    assert table.session.ceilings.out == {2}
    assert table.page.state["ask"] == "bid 0"
    assert re.search(r'is-out[^"]*" data-seat="2"', table.page.regions["ask"])
    assert table.kept().summary.aside["out"] == [[2]]
    again = Table(table.disk())
    again.do("continue", table.app.game_id)
    assert again.session.ceilings.out == {2}
    again.do("clear-ceiling", "2", where="ask")
    tap(again, answer="bid 11")
    again.page.run()
    tap(again, answer="pass")
    again.page.run()
    assert again.page.state["ask"] == "bid 2"


def test_an_undo_also_takes_back_leaving_an_auction() -> None:
    table = auction("Ada", "Ben", "Cleo")
    tap(table, answer="bid 10")
    table.page.run()
    tap(table, do="out")
    table.page.run()
    table.do("undo")
    assert table.session.ceilings.out == set()


def test_a_pass_and_leaving_an_auction_look_different() -> None:
    table = auction("Ada", "Ben", "Cleo")
    tap(table, answer="bid 10")
    table.page.run()
    tap(table, answer="pass")
    table.page.run()
    assert re.search(r'is-passed[^"]*" data-seat="2"', table.page.regions["ask"])
    assert "is-out" not in table.page.regions["ask"]


# ---------------------------------------------------------------- handing over


def offered(table: Table) -> None:
    """Ben, whose turn it is, offers Ada ten dollars for nothing."""
    table.do("open-trade")
    table.press("dlg-trade", "Ada")
    table.do("trade-cash", "give +10", where="dlg-trade")
    table.say("offer Ada give 10 get nothing", "dlg-trade")


def test_the_device_changes_hands_at_most_once_a_turn() -> None:
    table = Table()
    table.play("Ada", "Ben", position={"seat": {"Ada": {"at": "@7"}}})
    table.say("roll")  # 2 and 1, to Just Visiting
    table.say("end")
    assert table.page.state["ask"] == "handover 1"
    table.press("ask", "I’m Ben")
    offered(table)
    assert table.page.state["ask"] == "answer 0"
    table.say("accept")
    assert table.page.state["ask"] == "roll 1"


def test_without_handovers_players_are_asked_at_once_and_a_tap_still_counts_for_the_last_player() -> (
    None
):
    table = Table()
    table.app.settings.handover = False
    table.play("Ada", "Ben", position={"seat": {"Ada": {"at": "@7"}}})
    table.say("roll")
    tap(table, answer="end")
    tap(table, answer="roll")
    assert table.session.entries[-1].line == "Ada end"
    table.page.run()
    assert table.page.state["ask"] == "roll 1"
    tap(table, answer="roll")
    assert table.session.entries[-1].seat != 0

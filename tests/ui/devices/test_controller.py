"""Two devices at one table, as their pages show it, without a browser and without a network."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from typing import Any

import pytest

from fake_page import FakePage, Table
from several_pages import Room, answer_all, comes_late, goes_on, gone, play, seated
from tables import TABLES
from titledeed.bots.written_bots import written_id
from titledeed.cli import check_record_expectations
from titledeed.engine.special_seats_and_ids import CHANCE
from titledeed.game.session import Session
from titledeed.language.catalogue import Catalogue
from titledeed.peers import proof
from titledeed.peers.device.model import News
from titledeed.peers.ecdsa import fingerprint
from titledeed.ui.devices.actions.controller import DevicesController
from titledeed.ui.devices.views.dialog import seat_presence
from titledeed.ui.devices.views.table_notices import news_notice
from titledeed.ui.notices import Notice
from titledeed.ui.page_port import Gesture
from titledeed.ui.phase_stage_and_tempo import Thinking
from titledeed.ui.state import Draft, OpenDialog
from titledeed.workshop.bot_file import BotFile
from titledeed.workshop.steps import STEPS


@pytest.fixture(autouse=True)
def same_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make all secrets of the devices, and so all throws and cards, the same in each run.

    In some other games somebody is out before the end."""
    monkeypatch.setattr("os.urandom", random.Random(2).randbytes)


@pytest.mark.lengthy
def test_two_people_on_two_devices_play_a_whole_game() -> None:
    room = seated()
    host = room.devices(0).device
    assert host is not None
    assert host.log is not None
    names = [seat.name for seat in host.log.game.record.seats]
    assert names == ["Ada", "Zoë", "Cleo"]
    assert "Zoë" in room.tables[0].page.text("dlg-devices")
    room.do(0, "devices-begin")
    room.run(1)
    assert room.tables[1].app.table is not None
    assert room.tables[1].session.waiting().who in ("elsewhere", "person")
    play(room)
    for table in room.tables:
        assert table.session.game.lines == host.log.lines
        saved = table.session.save("", "")
        assert check_record_expectations.check_table(saved) == []
        assert proof.check_proof(saved) == []
    room.run(5)
    # each device has signed the end, and its saved game has the signatures
    for table in room.tables:
        saved = table.session.save("", "")
        assert proof.check_proof(saved) == []
        assert [e["seat"] for e in saved["x-proof"]["entries"] if e["e"] == "end"] == [0, 1]


def test_every_screen_shows_the_keys_of_all_devices() -> None:
    """People compare them, and the referee names them."""
    room = seated()
    room.do(0, "devices-begin")
    room.run(1)
    host = room.devices(0).device
    assert host is not None
    assert host.log is not None
    keys = [fingerprint(holder.pub) for holder in host.log.holders if holder.device]
    assert len(set(keys)) == 2
    for n, table in enumerate(room.tables):
        room.do(n, "devices")
        room.run(1)
        shown = table.page.text("dlg-devices")
        assert [key for key in keys if key in shown] == keys


def test_nobody_can_answer_for_another_device() -> None:
    room = seated()
    room.do(0, "devices-begin")
    room.run(1)
    guest, host = room.tables[1], room.tables[0]
    assert host.session.waiting().seat == 0
    before = list(host.session.game.lines)
    for answer in ("roll", "buy", "end"):
        guest.hands.handle_gesture(Gesture("click", where="ask", answer=answer))
        room.run(0.5)
    assert host.session.game.lines == before
    # The person who waits reads the other person's question.
    waits = "Ada throws to see who begins. This player is playing on another device."
    assert waits in guest.page.text("ask")
    assert not guest.session.is_person(0)
    assert guest.session.is_person(1)
    assert host.session.ask.seat != CHANCE


def test_each_device_addresses_its_own_person_as_you() -> None:
    room = seated()
    room.do(0, "devices-begin")
    room.run(1)
    for table, own in zip(room.tables, (0, 1), strict=True):
        kinds = [seat["kind"] for seat in table.hands.play.view()["seats"]]
        assert kinds[:2] == (["You", "Person"] if own == 0 else ["Person", "You"])
    room.tables[0].hands.handle_gesture(Gesture("click", where="ask", answer="roll"))
    room.run(1)
    host, guest = (table.page.text("journal") for table in room.tables)
    assert "You throw" in host
    assert "Ada throws" not in host
    assert "Ada throws" in guest


def test_the_card_is_drawn_again_while_a_sleeping_device_is_silent() -> None:
    """After a while it says that a bot can play for it."""
    room = seated()
    room.do(0, "devices-begin")
    room.run(1)
    room.devices(1).hidden(True)
    room.run(2)
    device, now = room.devices(0).device, room.tables[0].page.clock / 1000
    assert device is not None
    first, later = seat_presence(device, now + 5)[1], seat_presence(device, now + 55)[1]
    assert first[0] == later[0] == "rests"
    assert first != later


def test_an_undo_asks_the_other_device_and_appears_in_the_journal() -> None:
    room = seated()
    room.do(0, "devices-begin")
    room.run(1)
    host, guest = room.tables
    host.hands.handle_gesture(Gesture("click", where="ask", answer="roll"))
    room.run(1)
    assert len(guest.session.game.lines) > 1
    throw = host.page.text("journal")
    room.do(0, "undo", where="ask")
    room.run(1)
    # The person asked reads the moves that the undo would take back. The person who asks reads that the
    # question was sent.
    asked = guest.page.text("notices")
    assert "Ada would like to undo: Ada throws" in asked
    assert 'data-do="devices-agree"' in guest.page.regions["notices"]
    asks = host.page.text("notices")
    assert "You’ve asked to undo: You throw" in asks
    assert "The next throw or card will be a new one." in asked
    assert "Agreed: Ada." in asks
    assert "Still waiting for: Zoë." in asks
    assert 'data-do="devices-agree"' not in host.page.regions["notices"]
    assert host.session.game.lines
    room.do(1, "devices-agree", arg="yes undo")
    room.run(1)
    assert host.session.game.lines == guest.session.game.lines == []
    told = ("Undone by you . Agreed: you and Zoë", "Undone by Ada . Agreed: you and Ada")
    for table, says in zip(room.tables, told, strict=True):
        journal = table.page.text("journal")
        assert says in journal
        assert journal != throw
        assert "devices-agree" not in table.page.regions["notices"]


def test_an_undo_of_an_answer_without_text_names_the_player() -> None:
    room = seated()
    for n, name in ((0, "Ada L."), (1, "Zoë B.")):
        room.do(n, "devices-rename", fields={"name": name})
        room.run(1)
    room.do(0, "devices-begin")
    room.run(1)
    host, guest = room.tables
    for _ in range(400):
        lines = host.session.game.lines
        if lines and lines[-1].endswith(" end") and host.session.ask.seat != CHANCE:
            break
        room.run(0.2)
        answer_all(room)
    room.do(0, "undo", where="ask")
    room.run(0.5)
    whose = host.session.game.record.seats[host.session.entries[-1].seat].name
    for table in (host, guest):
        notices = table.page.text("notices")
        assert f"undo: the last move ({whose})." in notices
        assert "The next throw" not in notices
        assert "Agreed: Ada L. Still waiting for: Zoë B." in notices
        assert "B.." not in notices


def test_moves_taken_back_are_reported_after_a_reload_too() -> None:
    room = seated()
    room.do(0, "devices-begin")
    room.run(1)
    host, guest = room.tables
    host.hands.handle_gesture(Gesture("click", where="ask", answer="roll"))
    room.run(1)
    room.do(0, "undo", where="ask")
    room.run(1)
    room.do(1, "devices-agree", arg="yes undo")
    room.run(3)
    assert "Undone by Ada" in guest.page.text("journal")
    room.do(1, "devices")
    guest.hands.play.start(replace(guest.session.game.record, steps=[], extra={}))
    assert "Undone by Ada" not in guest.page.text("journal")
    room.do(1, "devices")
    room.do(1, "devices-again", where="dlg-devices")
    room.run(3)
    assert "Undone by Ada" in guest.page.text("journal")


def test_a_second_window_for_the_same_device_replaces_the_first_and_nobody_is_accused() -> None:
    """An example is a duplicated tab.

    Two windows that were one device at once would each see the host as a liar, because the host reports
    the other's answers."""
    room = seated()
    room.do(0, "devices-begin")
    room.run(1)
    first = room.tables[1]
    room.run(3)  # the first window has stored its table
    room.tables.append(Table(page=FakePage(network=room.network)))
    second = room.tables[2]
    second.page.clock = first.page.clock
    second.page.run()
    room.do(2, "devices")
    transport = room.devices(2).transport
    transport.text = room.devices(1).transport.text  # type: ignore[attr-defined]
    room.do(2, "devices-again", where="dlg-devices")
    room.run(3)
    assert "This game is now being played in another window." in first.page.text("setup")
    assert first.app.session is None
    assert room.devices(1).transport.stored() == ""
    del room.tables[1]
    goes_on(room)
    for table in room.tables:
        assert "has stopped" not in table.page.text("notices")


def test_a_latecomer_takes_over_from_a_bot_once_everybody_agrees() -> None:
    """The newcomer reads that they watch and may ask to play; the others are asked by name."""
    room = seated()
    room.do(0, "devices-begin")
    room.run(1)
    goes_on(room)
    late = comes_late(room, "Eve")
    host, guest, eve = room.tables
    assert "Eve has joined to watch. They can ask to play instead of a bot." in host.page.text(
        "notices"
    )
    told = eve.page.text("notices")
    assert "You’re watching: this game has already begun." in told
    assert "You can ask to play instead of a bot. All players have to agree." in told
    room.do(late, "devices")
    dialog = eve.page.regions["dlg-devices"]
    assert dialog.count('data-do="devices-take"') == 1
    assert "You’re watching. You’re not playing in this game." in eve.page.text("dlg-devices")
    room.do(late, "devices-take", arg="2")
    room.run(1)
    asked = "Eve is new here and would like to play for Cleo instead of the bot."
    for table in (host, guest):
        notices = table.page.text("notices")
        assert asked in notices
        assert "Still waiting for: Ada, Zoë." in notices
        assert table.page.regions["notices"].count('data-do="devices-agree"') == 2
    own = eve.page.text("notices")
    assert "The others are being asked whether you may play for Cleo." in own
    assert "this game has already begun" not in own  # one notice says it all
    room.do(0, "devices-agree", arg="yes join")
    room.run(1)
    assert "Agreed: Ada. Still waiting for: Zoë." in eve.page.text("notices")
    assert eve.session.waiting().who == "elsewhere"
    room.do(1, "devices-agree", arg="yes join")
    room.run(1)
    ledger = room.devices(late).device.log  # type: ignore[union-attr]
    assert ledger is not None
    assert ledger.seats_of(room.devices(late).device.id) == [2]  # type: ignore[union-attr]
    assert "You’re playing as Cleo." in eve.page.text("notices")
    assert "Eve now plays for Cleo." in host.page.text("notices")
    for table in (host, guest):
        assert "Another device now plays for Cleo ." in table.page.text("journal")
    first = len(ledger.draws)
    while len(ledger.draws) < first + 8:
        room.run(0.2)
        answer_all(room)
    room.run(2)
    assert host.session.game.lines == guest.session.game.lines == eve.session.game.lines
    assert {draw.seats for draw in ledger.draws[first:]} == {(0, 1, 2)}
    assert any(line.startswith("Cleo ") for line in own_lines(room, "Cleo")[-3:])


def test_a_latecomer_reads_that_somebody_declined_or_did_not_answer() -> None:
    room = seated()
    room.do(0, "devices-begin")
    room.run(1)
    goes_on(room)
    late = comes_late(room, "Eve", "watch")
    eve = room.tables[late]
    assert "You’re watching" not in eve.page.text("notices")  # Eve asked to watch
    room.do(late, "devices")
    room.do(late, "devices-take", arg="2")
    room.run(1)
    room.do(1, "devices-agree", arg="no join")
    room.run(1)
    for table in room.tables:
        assert "Zoë doesn’t agree, so nothing changes." in table.page.text("notices")
    room.do(late, "devices-take", arg="2")
    room.run(1)
    room.do(0, "devices-agree", arg="yes join")
    room.run(130)
    for table in room.tables:
        text = "No answer from Zoë for two minutes, so nothing changes."
        assert text in table.page.text("notices")
        assert "devices-agree" not in table.page.regions["notices"]
        assert room.tables[0].session.controls[2]


@pytest.mark.parametrize(("language", "names"), [("fr", "Ada et Cleo"), ("es", "Ada y Cleo")])
def test_names_in_a_sentence_of_the_news_are_a_list_in_words(language: str, names: str) -> None:
    device = seated().devices(0).device
    news = News("replaced", {"seats": [0, 2], "draw": 0, "bot": "steady"})
    assert device is not None
    device.mine.clear()
    notice = news_notice(Catalogue(language), device, news)
    assert notice is not None
    assert names in notice.text


def test_a_device_that_falls_silent_is_shown_as_away() -> None:
    room = seated()
    room.do(0, "devices-begin")
    room.do(0, "devices")
    room.tables[1].page._timers.clear()
    room.devices(1).sit_at(None)
    room.run(4.5)
    assert "away" in room.tables[0].page.text("dlg-devices")
    assert "Let a bot play" not in room.tables[0].page.text("dlg-devices")
    room.run(50)
    assert "Let a bot play" not in room.tables[0].page.text("dlg-devices")  # Ada would be alone
    room.do(0, "devices-bot", arg="1")
    room.run(1)
    assert room.tables[0].session.controls[1] == ""


@pytest.mark.parametrize("n", [0, 1], ids=["host", "guest"])
def test_the_last_of_two_devices_waits_or_continues_alone(n: int) -> None:
    """A guest whose host is lost becomes host.

    The device that is left saves the game, but the table's promise no longer holds."""
    room = seated()
    room.do(0, "devices-begin")
    goes_on(room)
    table, name = room.tables[n], ("Ada", "Zoë")[n]
    other = ("Zoë", "Ada")[n]
    room.do(n, "devices-alone")  # nobody is silent yet
    assert table.app.table is not None
    gone(room, 1 - n)
    room.run(5)
    room.do(n, "devices")
    assert "Continue alone" not in table.page.text("dlg-devices")
    room.run(50)
    shown = table.page.text("dlg-devices")
    assert f"The game is waiting for {other}. If only this device were left" in shown
    assert "Let a bot play" not in shown
    lines, title = list(table.session.game.lines), table.app.title
    room.do(n, "devices-alone")
    room.run(1)
    session = table.session
    assert table.app.table is None
    assert room.devices(n).device is None
    assert table.app.title == title
    assert session.game.lines[: len(lines)] == lines
    assert [bool(bot) for bot in session.controls] == [n == 1, n == 0, True]
    assert "You’ve left the game on several devices." in table.page.text("notices")
    assert "From here on, this device plays alone." in table.page.text("journal")
    early = session.save("2026-01-01T00:00:00Z")
    for _ in range(60):
        room.run(2)
        if table.session.waiting().who == "person":
            table.take_device()
            plain = session.players.plain(session.state, session.ask.seat).answer
            text = session.game.notation.text(plain, session.state)
            table.hands.handle_gesture(Gesture("click", where="ask", answer=text))
    later = session.entries[len(lines) :]
    assert {entry.by for entry in later} >= {"person", "bot", "chance"}
    assert "hand" not in {entry.by for entry in later}
    assert "real dice" not in table.page.text("ask")
    assert len([line for line in session.game.lines if line.startswith(f"{name} roll")]) > 2
    # After a reload the game says so again, and draws by itself.
    again = Session.load(session.save("2026-01-01T00:00:00Z"))
    assert again.alone == len(lines)
    assert again.game.lines == session.game.lines
    table.hands.play.begin(Session.load(early), "again", title)
    room.run(1)
    assert "From here on, this device plays alone." in table.page.text("journal")


def test_a_bot_takes_a_silent_seat_and_the_dialog_says_for_how_long() -> None:
    """With three devices, a bot may play for the silent one until it is back.

    A device may be back after the others have decided against it. It reads that it stays out, and how
    its people can take the seat back all the same."""
    room = seated()
    room.do(0, "devices-begin")
    room.run(1)
    goes_on(room)
    late = comes_late(room, "Eve")
    room.do(late, "devices-take", arg="2")
    for n in (0, 1):
        room.run(1)
        room.do(n, "devices-agree", arg="yes join")
    room.run(1)
    eve, silent = room.tables[late], room.devices(late)
    assert eve.app.session is not None
    assert silent.device is not None
    assert silent.device.log is not None
    assert silent.device.log.seats_of(silent.device.id) == [2]
    eve.page._timers.clear()
    silent.arrived = lambda conn_id, text: None  # type: ignore[method-assign]
    room.do(0, "devices")
    room.run(60)
    shown = room.tables[0].page.text("dlg-devices")
    assert "Let a bot play" in shown
    assert "The bot plays until the device is back." in shown
    assert "Continue alone" not in shown
    room.do(0, "devices-bot", arg="2")
    room.run(2)
    for table in room.tables[:2]:
        assert table.session.controls[2] == "steady"
        assert "A bot plays for Cleo" in table.page.text("journal")
    # The silent device gets the log once it is back (tests/peers), and shows the news in it.
    taken = room.devices(0).device.log  # type: ignore[union-attr]
    silent.device.log = taken
    silent.live.notices.tell(News("replaced", {"seats": [2], "draw": 0, "bot": "steady"}))
    told = eve.page.text("notices")
    assert (
        "A bot is playing for you, because the others had to wait for this device. You’ll be "
        "playing again in a moment." in told
    )
    trusts: list[int] = []
    silent.device.stays_out = lambda seat: not trusts  # type: ignore[method-assign]
    silent.device.take_back = lambda seat, now: trusts.append(seat)  # type: ignore[method-assign]
    silent.live.notices.tell(News("replaced", {"seats": [2], "draw": 1, "bot": "steady"}))
    assert (
        "So your device no longer takes part in the draws, unless you trust the others"
        in eve.page.text("notices")
    )
    room.devices(0).live.notices.tell(News("explained", {"seat": 2, "why": "away", "mine": False}))
    assert "Cleo is back and watching." in room.tables[0].page.text("notices")
    room.do(late, "devices")
    assert "Replace the bot" in eve.page.text("dlg-devices")
    assert "Replace the bot" in eve.page.text("notices")
    room.do(late, "devices-take", arg="2")
    assert trusts == [2]
    assert "no longer takes part" not in eve.page.text("notices")
    assert "Replace the bot" not in eve.page.text("dlg-devices")


def test_dice_cannot_be_entered_when_devices_draw_them_and_the_page_says_who_is_awaited() -> None:
    room = seated()
    room.do(0, "devices-begin")
    room.run(1)
    host, guest = room.tables
    assert "real dice" not in host.page.text("ask")
    assert "Waiting for Ada" in guest.page.text("ask")
    assert "This player is playing on another device." in guest.page.text("ask")
    assert "Skip" not in guest.page.text("ask")
    for face in "33":
        host.hands.handle_gesture(Gesture("digit", where="ask", arg=face))
    room.run(1)
    assert host.session.game.lines == []
    room.tables[0].page._timers.clear()  # Ada's device falls silent
    room.devices(0).sit_at(None)
    room.run(3.6)
    assert "Ada’s device isn’t answering." in guest.page.text("ask")


def test_the_next_seat_continues_when_the_host_has_left() -> None:
    room = seated()
    room.do(0, "devices-begin")
    room.run(1)
    guest = room.devices(1).device
    assert guest is not None
    room.tables[0].page._timers.clear()
    room.devices(0).sit_at(None)
    room.run(10)
    assert guest.hosting
    assert "This device is now the host" in room.tables[1].page.text("notices")


def test_guests_are_linked_to_each_other_and_continue_without_the_host() -> None:
    room = Room(3)
    room.tables[0].app.setup = {f"kind-{n}": "person" for n in range(3)} | {
        "name-0": "Ada",
        "name-1": "Ben",
        "name-2": "Cleo",
        "rulebook": "modern",
        "house:limit-rounds": "3",
    }
    room.gather()
    devices = [room.devices(n).device for n in range(3)]
    ben, cleo = devices[1], devices[2]
    assert ben is not None
    assert cleo is not None
    assert cleo.id in {conn.device for conn in ben.conns.values()}
    assert ben.id in {conn.device for conn in cleo.conns.values()}
    room.do(0, "devices-begin")
    room.run(1)
    host = room.tables[0]
    host.hands.handle_gesture(Gesture("click", where="ask", answer="roll"))
    room.run(1)
    count = len(host.session.game.lines)
    assert count > 1
    # The host's device disappears without notice.
    host.page._timers.clear()
    room.devices(0).sit_at(None)
    room.run(10)
    assert ben.hosting
    assert not cleo.hosting
    for n in (1, 2):
        room.tables[n].hands.handle_gesture(Gesture("click", where="ask", answer="roll"))
        room.run(25)
    lines = room.tables[1].session.game.lines
    assert len(lines) > count
    assert room.tables[2].session.game.lines == lines
    assert lines[:count] == host.session.game.lines


def test_everybody_makes_their_own_starting_throw_and_a_bankrupt_player_keeps_the_order() -> None:
    room = seated()
    room.do(0, "devices-begin")
    room.run(1)
    host, guest = room.tables
    assert host.session.ask.kind == "order"
    assert guest.session.waiting().who == "elsewhere"
    for _ in range(20):
        for table in room.tables:
            if table.session.ask.kind == "order" and table.session.waiting().who == "person":
                table.hands.handle_gesture(Gesture("click", where="ask", answer="roll"))
        room.run(1)
    assert host.session.ask.kind != "order"
    assert host.session.game.lines == guest.session.game.lines
    room.do(0, "open-seat", arg="0")
    host.hands.handle_gesture(Gesture("click", where="dlg-seat", answer="resign"))
    host.hands.handle_gesture(Gesture("click", where="dlg-confirm", answer="resign"))
    room.run(1)
    device = room.devices(0).device
    assert device is not None
    assert device.log is not None
    assert not device.log.state.playing[0]
    assert device.hosting
    # Zoë plays on against the bot, whose answers come from the device of the player who is out.
    for _ in range(60):
        room.run(0.5)
        if guest.session.waiting().who == "person":
            plain = guest.session.players.plain(guest.session.state, 1).answer
            text = guest.session.game.notation.text(plain, guest.session.state)
            guest.hands.handle_gesture(Gesture("click", where="ask", answer=text))
    by = [line.split()[0] for line in guest.session.game.lines]
    assert by.count("Cleo") > 3
    assert host.session.game.lines == guest.session.game.lines


@pytest.mark.parametrize("n", [0, 1], ids=["host", "guest"])
def test_a_player_who_opens_another_game_leaves_the_table(n: int) -> None:
    room = seated()
    room.do(0, "devices-begin")
    room.run(1)
    mover, stayer = room.tables[n], room.tables[1 - n]
    assert mover.app.table is not None
    common = list(stayer.session.game.lines)
    mover.hands.imported("game.json", json.dumps(TABLES["buy 0"]))
    room.run(1)
    assert mover.app.table is None
    assert mover.session.ask.seat == 0
    mover.hands.handle_gesture(Gesture("click", where="ask", answer="buy"))
    room.run(60)
    assert mover.session.game.lines[-1] == "Ada buy"
    assert "is now the host" not in mover.page.text("notices")
    assert stayer.session.game.lines[: len(common)] == common
    assert "Ada buy" not in stayer.session.game.lines
    assert room.devices(n).device is None


def test_a_guest_stops_when_the_host_takes_back_moves_alone() -> None:
    room = seated()
    room.do(0, "devices-begin")
    room.run(1)
    host = room.devices(0)
    assert host.device is not None
    host.say(0, "roll")
    room.run(2)
    lines = list(room.tables[1].session.game.lines)
    alone = {"e": "undo", "to": 0, "by": 0, "yes": {"0": ""}, "unasked": [1]}
    alone["yes"] = {"0": host.device.sign(alone, 0)}
    host.device.log_append.append(alone, host.context.now)
    host.live.carry()
    room.run(2)
    shown = room.tables[1].page.text("notices")
    assert "The host has taken something back without asking everybody." in shown
    assert room.tables[1].session.game.lines == lines != []


def auctioned(room: Room) -> None:
    """Answer for both until a street is auctioned and the guest is asked for a bid."""
    for _ in range(400):
        room.run(0.3)
        for table in room.tables:
            session = table.app.session
            if session is None or table.app.in_motion or session.waiting().who != "person":
                continue
            if session.ask.kind == "bid" and table is room.tables[1]:
                return
            plain = session.players.plain(session.state, session.ask.seat).answer
            text = {"buy": "decline", "bid": "bid 30"}.get(
                session.ask.kind, session.game.notation.text(plain, session.state)
            )
            if session.ask.kind == "bid" and session.game.refusal(f"Ada {text}") is not None:
                text = "pass"
            table.take_device()
            table.hands.handle_gesture(Gesture("click", where="ask", answer=text))
    raise AssertionError("no auction")


def own_lines(room: Room, name: str) -> list[str]:
    return [line for line in room.tables[0].session.game.lines if line.startswith(name)]


def test_a_guest_leaves_an_auction_for_good_or_lets_the_program_bid_to_a_limit() -> None:
    room = seated()
    room.do(0, "devices-begin")
    room.run(1)
    auctioned(room)
    guest = room.tables[1]
    before = len(own_lines(room, "Zoë"))
    room.do(1, "out")
    for _ in range(60):  # the others bid on, and nobody asks Zoë again
        room.run(0.3)
        assert guest.session.waiting().who != "person" or guest.session.ask.kind != "bid"
        host = room.tables[0]
        if host.session.ask.kind != "bid":
            break
        if host.session.waiting().who == "person":
            host.hands.handle_gesture(Gesture("click", where="ask", answer="pass"))
    assert {line.split()[1] for line in own_lines(room, "Zoë")[before:]} == {"pass"}
    auctioned(room)
    before = len(own_lines(room, "Zoë"))
    guest.session.set_ceiling(1, 150)
    guest.hands.play.resume()
    room.run(3)
    assert own_lines(room, "Zoë")[before].split()[1] == "bid"
    assert room.tables[0].session.game.lines == guest.session.game.lines


def test_a_guest_with_a_bid_limit_bids_again_when_the_host_refuses_a_bid() -> None:
    room = seated()
    room.do(0, "devices-begin")
    room.run(1)
    auctioned(room)
    host, guest = room.devices(0).device, room.tables[1]
    assert host is not None
    answers, refused = host.log_append._say_for, ["stale", "malformed"]

    def refuses(m: dict[str, Any], now: float) -> tuple[str, str]:
        return (refused.pop(), "") if refused else answers(m, now)

    host.log_append._say_for = refuses  # type: ignore[method-assign]
    before = len(own_lines(room, "Zoë"))
    guest.session.set_ceiling(1, 150)
    guest.hands.play.resume()
    room.run(5)
    assert own_lines(room, "Zoë")[before].split()[1] == "bid"


@pytest.mark.parametrize("bot", ["steady", "shark"])
def test_a_new_host_asks_the_bot_again_when_the_old_one_is_lost(
    bot: str,
) -> None:
    room = seated(bot=bot)
    room.do(0, "devices-begin")
    room.run(1)
    guest = room.tables[1]
    for _ in range(3000):
        if guest.app.session and guest.session.ask.seat == 2 and len(guest.session.entries) > 12:
            break
        room.network.run()
        answer_all(room)
        for table in room.tables:
            table.page.tick()
    assert guest.session.ask.seat == 2
    count = len(guest.session.entries)
    gone(room, 0)
    room.run(40)  # the draw goes on without the lost chain after 20 s
    device = room.devices(1).device
    assert device is not None
    assert device.hosting
    assert len(guest.session.entries) > count
    assert guest.session.entries[count].line.startswith("Cleo")
    assert not isinstance(guest.playing.stage, Thinking)


def test_a_bot_from_a_file_sits_at_the_hosts_table() -> None:
    bot = BotFile("Magpie", STEPS[-1].solution)
    id = written_id(bot.name, bot.key)
    room = seated(bot=id)
    host, guest = room.tables[:2]
    host.app.written[id] = bot.code
    room.do(0, "devices-begin")
    room.run(1)
    for _ in range(3000):
        if sum(entry.seat == 2 for entry in guest.session.entries) >= 6:
            break
        room.network.run()
        answer_all(room)
        for table in room.tables:
            table.page.tick()
    (fence,) = host.page.fences
    assert not guest.page.fences
    assert {question["do"] for question in fence.heard} >= {"sit", "ask"}
    assert "seed" not in json.dumps(fence.heard)
    assert guest.session.controls[2] == id
    assert not host.app.notices.get("program-2")
    room.network.run()
    count = len(guest.session.entries)
    lines = [[e.line for e in table.session.entries[:count]] for table in (host, guest)]
    assert lines[0] == lines[1]


def bots_turn(room: Room) -> None:
    """Answer for everybody until the bot is asked."""
    for _ in range(3000):
        session = room.tables[0].app.session
        if session is not None and session.ask.seat == 2 and len(session.entries) > 12:
            return
        room.network.run()
        answer_all(room)
        for table in room.tables:
            table.page.tick()
    raise AssertionError("the bot is not asked")


@pytest.mark.parametrize("halt", ["pause", "stop", "class"])
def test_a_bot_continues_its_turn_after_a_pause_and_after_a_stop(halt: str) -> None:
    room = seated()
    room.do(0, "devices-begin")
    room.run(1)
    bots_turn(room)
    host = room.devices(0)
    device = host.device
    assert device is not None
    if halt == "stop":
        device.stop("Something is wrong.", 0, "")
    elif halt == "class":  # as a screen that watches does
        device.polls._host_pause({"seat": 0, "on": True}, host.context.now)
    else:
        room.do(0, "devices-pause")
    host.live.carry()
    count = len(room.tables[0].session.entries)
    room.run(10)
    assert len(room.tables[0].session.entries) == count
    if halt == "stop":
        room.do(0, "devices-go-on")
    elif halt == "class":
        device.polls._host_pause({"seat": 0, "on": False}, host.context.now)
        host.live.carry()
    else:
        room.do(0, "devices-pause")
    room.run(10)
    assert room.tables[0].session.game.lines[count].startswith("Cleo")


def test_people_are_asked_once_whether_to_continue_after_another_device_has_stopped() -> None:
    room = seated()
    room.do(0, "devices-begin")
    room.run(2)
    device, guest = room.devices(0).device, room.devices(1).device
    assert device is not None
    assert guest is not None

    def stops(why: str) -> str:
        guest.stop(why, 0, "")
        room.devices(1).live.carry()
        room.run(1)
        said: str = room.tables[0].page.text("notices")
        return said

    said = stops("The devices no longer agree.")
    assert "The game has stopped: the devices don’t agree." in said
    assert "Continue anyway" in said
    room.do(0, "devices-go-on")
    said = stops("Something is wrong again.")
    assert "Zoë’s device has stopped because it found a problem. Your device found none." in said
    assert "Continue anyway" not in said
    assert not device.stopped


def test_every_device_shows_a_pause_and_a_player_who_answers_is_informed() -> None:
    room = seated()
    room.do(0, "devices-begin")
    room.run(2)
    room.tables[0].app.notices.add(Notice("older", "Something else."))
    room.do(1, "devices-pause")
    room.run(2)
    for table in room.tables:
        assert table.page.text("notices").startswith("The game is paused for everyone.")
    asked = room.tables[0]
    asked.app.notices.clear()  # dismissed by its people
    asked.hands.handle_gesture(Gesture("click", where="ask", answer="roll"))
    room.run(1)
    assert "The game is paused for everyone." in asked.page.text("notices")
    assert "no such answer" not in asked.page.text("notices")
    assert asked.session.game.lines == []
    room.do(0, "devices-pause")
    room.run(1)
    for table in room.tables:
        assert "paused" not in table.page.text("notices")
    asked.hands.handle_gesture(Gesture("click", where="ask", answer="roll"))
    room.run(1)
    assert asked.session.game.lines


def test_a_bot_acts_in_a_persons_turn_even_after_a_pause(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    room = seated()
    room.do(0, "devices-begin")
    room.run(2)
    host, step = room.devices(0), DevicesController.step
    assert room.tables[0].session.waiting().seat == 0
    room.do(0, "devices-pause")
    room.run(2)
    asked = []
    monkeypatch.setattr(
        DevicesController, "step", lambda me: asked.append((me, me._halted())) or step(me)
    )
    room.do(0, "devices-pause")
    room.run(2)
    assert (host, False) in asked


def test_the_end_page_hides_no_question_and_closes_after_an_undo() -> None:
    room = seated()
    room.do(0, "devices-begin")
    room.run(1)
    host, guest = room.tables
    play(room)
    last = len(guest.session.game.lines)
    assert all(guest.session.state.playing[:2])  # a player who is already out is not asked
    room.do(0, "undo", where="ask")
    assert "Ada would like to undo" in guest.page.text("notices")
    room.run(6)
    assert host.page.opened == ["dlg-over"]
    assert guest.page.opened == []
    room.do(1, "devices-agree", arg="yes")
    room.run(1)
    assert len(guest.session.game.lines) < last
    assert host.page.opened == guest.page.opened == []


def test_an_offer_that_cannot_be_sent_during_a_pause_is_not_lost() -> None:
    room = seated()
    room.do(0, "devices-begin")
    room.run(1)
    goes_on(room)
    asked = next(t for t in room.tables if t.session.waiting().who == "person")
    seat = asked.session.waiting().seat
    room.do(0, "devices-pause")
    room.run(1)
    draft = Draft(seat, 2)
    asked.app.draft = draft
    asked.hands.play.open(OpenDialog("trade", seat=seat))
    count = len(asked.session.entries)
    asked.hands.handle_gesture(
        Gesture("click", where="dlg-trade", answer="offer Cleo give 1 get 2")
    )
    room.run(1)
    assert asked.app.draft is draft
    assert asked.app.open_dialog("trade") is not None
    assert "The game is paused for everyone." in asked.page.text("notices")
    assert len(asked.session.entries) == count


def test_a_player_who_opens_another_game_is_warned_about_leaving_the_table_and_may_go_back() -> (
    None
):
    room = seated()
    room.do(0, "devices-begin")
    room.run(1)
    guest = room.tables[1]
    guest.hands.play.start(replace(guest.session.game.record, steps=[], extra={}))
    assert guest.app.table is None
    assert "You’ve left the game" in guest.page.text("notices")
    room.run(5)
    assert "You’ve left the game" in guest.page.text("notices")
    room.do(1, "devices", where="notices")
    assert 'data-do="devices-again"' in guest.page.regions["dlg-devices"]
    room.do(1, "devices-again", where="dlg-devices")
    room.run(3)
    assert guest.app.table is not None
    assert "You’ve left the game" not in guest.page.text("notices")


def test_a_pause_and_a_vote_are_still_visible_after_a_replay() -> None:
    room = seated()
    room.do(0, "devices-begin")
    room.run(1)
    room.tables[0].hands.handle_gesture(Gesture("click", where="ask", answer="roll"))
    room.run(1)
    room.do(0, "undo", where="ask")
    room.do(0, "devices-pause")
    room.run(1)
    guest = room.tables[1]
    guest.do("watch", arg=guest.app.game_id)
    assert guest.app.replaying is not None
    guest.do("replay-leave")
    room.run(1)
    assert "The game is paused for everyone." in guest.page.text("notices")
    assert 'data-do="devices-agree"' in guest.page.regions["notices"]


def test_a_pause_is_shown_again_when_the_game_restarts() -> None:
    room = seated()
    room.do(0, "devices-begin")
    room.run(1)
    room.do(0, "devices-pause")
    room.run(1)
    room.devices(1).sync.leave()  # as when it goes on with the other half's log
    room.run(2)
    assert room.devices(1).on
    assert "The game is paused for everyone." in room.tables[1].page.text("notices")


def test_a_split_is_announced_once_and_leads_to_the_newest_list() -> None:
    room = seated()
    room.do(0, "devices-begin")
    room.run(1)
    table, devices = room.tables[1], room.devices(1)

    def met(digest: str) -> None:
        facts = {"common": 1, "mine": 2, "theirs": 3, "remade": [], "digest": digest}
        devices.live.notices.tell(News("split", facts))

    def said() -> int:
        return sum(
            "lost contact and split into two groups, and both groups played on" in text
            for text in table.page.said
        )

    for digest in ("aa", "aa", "bb"):
        met(digest)
    assert said() == 1
    assert 'data-arg="bb"' in table.page.regions["notices"]
    assert 'data-arg="aa"' not in table.page.regions["notices"]
    table.app.notices.clear()  # dismissed by its people
    met("bb")
    assert list(table.app.notices) == []

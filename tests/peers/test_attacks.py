"""Modified guests and hosts send well-formed messages that break the protocol. Each is refused, reported
to people, or has no effect."""

from __future__ import annotations

from typing import Any

import pytest

from simulated_tables import (
    World,
    agreed,
    at_rest,
    conn_to,
    ledger_of,
    line,
    longer,
    newcomer,
    news,
    say,
    shout,
    undo,
    watching,
)
from titledeed.peers import messages
from titledeed.peers.draw_hash_chains import HashChain, to_base64url
from titledeed.peers.log_entry_fields_and_checks import LogError
from titledeed.peers.replicated_log_entry_rules import replay_log


def signal(world: World, by: str, through: str, to: str, device: str) -> None:
    """Send an offer for the device ``to`` that claims to come from ``device``."""
    text = messages.write_message("signal", to=to, by=device, code="o" + "A" * 90)
    world.devices[by].out.append((conn_to(world, by, through).id, text))
    world._carry(by)
    world.run(0.5)


# ---------------------------------------------------------------- another's seat


def test_a_newcomer_who_claims_to_be_a_seated_guest_gets_no_seat() -> None:
    world = at_rest(2, begun=False, seats=3)
    ben = world.devices["Ben"].id
    newcomer(world, "Eve", ben)
    world.connect("Eve", "Ada", chosen=True)
    world.run(0.5)
    assert ledger_of(world, "Ada").seats_of(ben) == [1]
    assert [facts["why"] for name, facts in news(world, "bye") if name == "Eve"] == [
        "The key doesn’t fit this seat."
    ]


def test_a_newcomer_who_lost_the_link_before_getting_the_list_has_one_seat() -> None:
    world = at_rest(1, begun=False, seats=3)
    ben = world.device("Ben")
    world.connect("Ben", "Ada", chosen=True)
    world.devices["Ada"].receive(
        next(iter(world.devices["Ada"].conns)), hello_of(world, "Ben"), world.now
    )
    # The guest gets no reply and asks again over a new connection.
    world._events = [e for e in world._events if e[2] == "tick"]
    for name in ("Ada", "Ben"):
        for via_id in list(world.devices[name].conns):
            world.devices[name].lost(via_id, world.now)
            world.ends[via_id].open = False
        world.devices[name].out.clear()
    assert ben.log is None
    assert ledger_of(world, "Ada").seats_of(ben.id) == [1]
    world.connect("Ben", "Ada", chosen=True)
    world.run(0.5)
    assert ledger_of(world, "Ben").seats_of(ben.id) == [1]
    assert set(ben.mine) == {1}


@pytest.mark.parametrize("has_list", [True, False])
def test_a_newcomer_admitted_by_a_guest_has_one_seat_after_losing_the_link(
    has_list: bool,
) -> None:
    world = at_rest(2, begun=False, seats=4)
    cleo, ada = world.device("Cleo"), world.devices["Ada"]
    if has_list:
        world.connect("Cleo", "Ben", chosen=True)
        world.run(0.5)
    assert (cleo.log is not None) == has_list
    world.connect("Cleo", "Ada", introduced=True)
    ada.receive(max(ada.conns), hello_of(world, "Cleo"), world.now)
    for end, way in world.ends.items():  # no message of the host arrives
        if {way.owner, world.ends[way.other].owner} == {"Ada", "Cleo"}:
            world.devices[way.owner].lost(end, world.now)
            way.open = False
    ada.out.clear()
    assert ledger_of(world, "Ada").seats_of(cleo.id) == [2]
    world.connect("Cleo", "Ada", introduced=True)
    world.run(4)
    assert ledger_of(world, "Ada").seats_of(cleo.id) == [2]
    assert ledger_of(world, "Cleo").seats_of(cleo.id) == [2]
    assert set(cleo.mine) == {2}
    assert conn_to(world, "Ada", "Cleo").trusted


def hello_of(world: World, name: str) -> str:
    """Return the hello that a device will send next."""
    texts = [e[3][1] for e in world._events if e[2] == "arrive"]
    id = world.devices[name].id
    return next(text for text in texts if '"m":"hello"' in text and id in text)


def test_messages_for_a_guest_do_not_reach_an_impostor() -> None:
    world = at_rest(3)
    ben = world.devices["Ben"].id
    world.kill("Ben")
    world.run(12)
    eve = newcomer(world, "Eve", ben)
    eve.want = "watch"
    world.connect("Eve", "Ada", chosen=True)
    world.run(0.5)
    signal(world, "Cleo", "Ada", ben, world.devices["Cleo"].id)
    assert not [facts for name, facts in news(world, "signal") if name == "Eve"]
    assert not [conn for conn in world.devices["Ada"].conns.values() if conn.device == ben]


def test_an_impostor_cannot_introduce_anybody_as_a_guest() -> None:
    world = at_rest(3)
    ben, cleo = world.devices["Ben"].id, world.devices["Cleo"].id
    conn = conn_to(world, "Ada", "Ben")
    conn.trusted = False  # as if it had shown no key
    signal(world, "Ben", "Ada", cleo, ben)
    assert not [facts for name, facts in news(world, "signal") if name == "Cleo"]


def test_a_device_may_greet_often_and_still_return_with_its_key() -> None:
    world = at_rest(2)
    ben = world.devices["Ben"]
    for _ in range(40):  # the lists differed for a while, again and again
        ben.hello(conn_to(world, "Ben", "Ada"), world.now)
        world._carry("Ben")
        world.run(1)
    world.kill("Ben")
    world.run(10)
    world.wake("Ben")
    world.run(1)
    assert news(world, "dropped") == []
    assert ledger_of(world, "Ada").digest == ledger_of(world, "Ben").digest
    assert world.devices["Ada"].here(world.now) == [0, 1]


def keys_shown(world: World, name: str, to: list[str]) -> list[str]:
    """Return the keys in the hellos of a device to others that have no seat."""
    keys, carry = [], world._carry

    def watched(by: str) -> None:
        for id, text in world.devices[by].out:
            end = world.ends.get(id)
            if by == name and text and end and world.ends[end.other].owner in to:
                message = messages.read_message(text)
                keys.append(message["token"] if message["m"] == "hello" else "")
        carry(by)

    world._carry = watched  # type: ignore[method-assign]
    return keys


@pytest.mark.parametrize("name", ["Ada", "Ben"])
def test_a_spectator_never_sees_the_key_of_a_seat(name: str) -> None:
    world = at_rest(3)
    tries = [own.tries for own in world.devices[name].mine.values()]
    keys = keys_shown(world, name, ["Eve"])
    eve = world.device("Eve")
    eve.want = "watch"
    world.connect("Eve", name, chosen=True)
    world.run(1)
    assert eve.log is not None
    assert keys
    assert not any(keys)
    assert [own.tries for own in world.devices[name].mine.values()] == tries


def test_a_host_with_many_spectators_returns_with_its_key() -> None:
    world = at_rest(2)
    for n in range(24):
        guest = world.device(f"Eve{n}")
        guest.want = "watch"
        world.connect(f"Eve{n}", "Ada", chosen=True)
        world.run(0.3)
        world.kill(f"Eve{n}")
        world.run(3)
    world.kill("Ada")
    world.run(12)
    assert world.devices["Ben"].hosting
    world.wake("Ada")
    world.run(2)
    assert not [facts for name, facts in news(world, "bye") if name == "Ada"]
    assert world.devices["Ben"].here(world.now) == [0, 1]


def test_a_device_that_distrusts_the_host_gets_its_key_only_after_showing_its_own() -> None:
    """This happens after a reload, if the device finds another window of the browser."""
    world = at_rest(2)
    world.kill("Ben")
    world.run(10)
    connect, world.connect = world.connect, lambda *_, **__: None  # type: ignore[method-assign,assignment]
    world.wake("Ben")
    connect("Ben", "Ada")
    world.run(2)
    assert conn_to(world, "Ben", "Ada").trusted
    assert conn_to(world, "Ada", "Ben").trusted
    say(world, "Ada", "roll")
    say(world, "Ben", "roll")
    assert ledger_of(world, "Ada").digest == ledger_of(world, "Ben").digest


# ---------------------------------------------------------------- answers that nobody has given


def test_the_host_cannot_speak_for_a_guest_by_sending_it_a_longer_list() -> None:
    world = at_rest()
    say(world, "Ada", "roll")
    lines = ledger_of(world, "Ben").lines[:]
    longer(world, "Ada", "Ben", [line(world, "Ben roll", 1)])
    ben = world.devices["Ben"]
    assert ben.stopped == "The host has answered for a seat that has not spoken."
    assert ledger_of(world, "Ben").lines == lines
    assert news(world, "stopped")[0][0] == "Ben"


def test_a_guest_that_speaks_for_another_by_sending_it_a_longer_list_is_disconnected() -> None:
    world = at_rest()
    say(world, "Ada", "roll")
    longer(world, "Cleo", "Ben", [line(world, "Ben roll", 1)])
    assert "Ben roll" not in ledger_of(world, "Ben").lines
    assert [facts["seats"] for name, facts in news(world, "refused-list") if name == "Ben"] == [[2]]
    cleo = world.devices["Cleo"].id
    assert not [conn for conn in world.devices["Ben"].conns.values() if conn.device == cleo]


def test_nobody_commits_for_a_guest_by_sending_it_a_longer_list() -> None:
    world = at_rest()
    say(world, "Ada", "roll")
    anchor = to_base64url(HashChain(b"z" * 32, 9).anchor)
    chain = {"e": "chain", "seat": 1, "anchor": anchor, "pub": "", "n": 99, "sig": ""}
    chain["n"] = ledger_of(world, "Ben").count
    longer(world, "Ada", "Ben", [chain])
    assert world.devices["Ben"].stopped == (
        "The host has committed to a chain for a seat, but the seat’s device never did."
    )


def test_a_guest_cannot_give_orders_to_the_host() -> None:
    world = at_rest()
    say(world, "Ada", "roll")
    count = ledger_of(world, "Ada").count
    longer(world, "Cleo", "Ada", [line(world, "Ben roll", 1)])
    assert ledger_of(world, "Ada").count == count
    assert "Ben roll" not in ledger_of(world, "Ada").lines
    assert world.devices["Ada"].hosting


def test_a_device_silently_accepts_its_own_entries_in_a_list() -> None:
    world = at_rest()
    say(world, "Ada", "roll")
    say(world, "Ben", "roll")
    world.kill("Ben")
    world.run(1)
    world.wake("Ben")
    world.run(2)
    say(world, "Cleo", "roll")
    assert news(world, "stopped") == []
    assert len({ledger_of(world, name).digest for name in world.devices}) == 1


def test_the_host_cannot_use_an_answer_for_a_later_question() -> None:
    """An honest host calls it stale."""
    world = at_rest()
    say(world, "Ada", "roll")
    ben, ada = world.devices["Ben"], world.devices["Ada"]
    ben.say(1, "roll", world.now)  # it is in transit
    ben.out.clear()
    ada.log_append.append(agreed(world, undo(world, 0, 0, [0, 1, 2])), world.now)
    ada.log_append.append(line(world, "Ada roll", 2), world.now)
    ada.proceed(world.now)
    world._carry("Ada")
    world.run(0.3)
    ada.log_append.append(line(world, "Ben roll", 1), world.now)
    world._carry("Ada")
    world.run(0.1)
    assert ben.stopped == "The host has answered for a seat that has not spoken."


def test_the_host_cannot_use_an_answer_for_a_later_question_in_a_list_either() -> None:
    for taken_back, stops in ((True, True), (False, False)):
        world = at_rest()
        say(world, "Ada", "roll")
        ben, ada = world.devices["Ben"], world.devices["Ada"]
        ben.say(1, "roll", world.now)
        ben.out.clear()
        if taken_back:
            ada.log_append.append(agreed(world, undo(world, 0, 0, [0, 1, 2])), world.now)
            ada.log_append.append(line(world, "Ada roll", 2), world.now)
            ada.proceed(world.now)
            world._carry("Ada")
            world.run(0.3)
        count = ledger_of(world, "Ben").count
        ada.log_append.append(line(world, "Ben roll", 1), world.now)
        ada.out.clear()
        ada.log_sync.welcome(conn_to(world, "Ada", "Ben"), -1, count)
        world._carry("Ada")
        world.run(0.1)
        assert bool(ben.stopped) == stops
        assert ("Ben roll" in ledger_of(world, "Ben").lines) != stops


def test_a_refusal_uses_up_one_answer_and_its_id_is_never_reused() -> None:
    world = at_rest()
    say(world, "Ada", "roll")
    ben = world.devices["Ben"]
    ben.say(1, "roll", world.now)
    ben.out.clear()
    via_id = conn_to(world, "Ben", "Ada").id
    refusal = messages.write_message("no", id=1, why="stale", clauses="")
    ben.receive(via_id, refusal, world.now)
    assert ben.pending == []
    ben.say(1, "roll", world.now)
    ben.receive(via_id, refusal, world.now)  # once more
    assert [answer.id for answer in ben.pending] == [2]
    world._carry("Ben")
    world.run(0.5)
    assert ben.pending == []
    assert "Ben roll" in ledger_of(world, "Ada").lines
    assert ben.stopped == ""


def test_an_answer_dropped_by_a_stopped_host_is_sent_again() -> None:
    world = at_rest()
    say(world, "Ada", "roll")
    ada, ben = world.devices["Ada"], world.devices["Ben"]
    ada.stopped = "Something was wrong."
    say(world, "Ben", "roll")
    assert ben.pending
    ada.stopped = ""
    world.run(4)
    assert ben.pending == []
    assert "Ben roll" in ledger_of(world, "Ada").lines


def test_a_device_silently_accepts_entries_in_a_later_list_that_it_made_after_its_last_save() -> (
    None
):
    """This applies only to the next few ids, and to none once the device has answered again."""
    for id, spoke, stops in ((1, False, False), (1, True, True), (9, False, True)):
        world = at_rest()
        say(world, "Ada", "roll")
        world.kill("Ben")
        world.run(1)
        world.wake("Ben")
        world.run(2)
        ben = world.devices["Ben"]
        assert ben.acts.recalls
        if spoke:
            ben.acts.given[1, 1, "Ben resign"] = 0
        longer(world, "Ada", "Ben", [line(world, "Ben roll", id)])
        assert bool(ben.stopped) == stops
        assert ("Ben roll" in ledger_of(world, "Ben").lines) != stops


# ---------------------------------------------------------------- taking back


@pytest.mark.parametrize("yes", [[0], [0, 1, 2]], ids=["not asked", "as if agreed"])
def test_a_host_that_takes_back_moves_alone_stops_each_guest(yes: list[int]) -> None:
    world = at_rest()
    say(world, "Ada", "roll")
    lines = ledger_of(world, "Ben").lines[:]
    world.devices["Ada"].log_append.append(undo(world, 0, 0, yes), world.now)
    world._carry("Ada")
    world.run(0.3)
    reason = "The host has taken something back without asking everybody."
    if len(yes) == 3:
        reason = "The host says that this device has agreed, but it hasn’t."
    for name in ("Ben", "Cleo"):
        assert world.devices[name].stopped == reason
        assert ledger_of(world, name).lines == lines


def ben_takes_back(world: World) -> None:
    """Ben asks to go back to the beginning, and all agree."""
    world.devices["Ben"].ask_undo(1, 0, world.now)
    world._carry("Ben")
    world.run(0.3)
    for name, seat in (("Ada", 0), ("Cleo", 2)):
        world.devices[name].agree(seat, True, world.now)
        world._carry(name)


def test_an_undo_that_everybody_agreed_to_causes_no_notice() -> None:
    world = at_rest()
    say(world, "Ada", "roll")
    ben_takes_back(world)
    world.run(0.5)
    assert ledger_of(world, "Cleo").lines == []
    assert news(world, "stopped") == []
    facts = {"by": 1, "to": 0, "yes": [0, 1, 2], "unasked": [], "draws": 1, "agreed": True}
    told = sorted(news(world, "undone"), key=lambda told: told[0])
    assert told == [(name, facts) for name in ("Ada", "Ben", "Cleo")]


def test_nothing_can_be_taken_back_during_an_open_draw() -> None:
    """Some devices know values of the open draw, so the game must not reach it in another way."""
    world = at_rest(3)
    values = world.devices["Cleo"].draws.values
    world.devices["Cleo"].draws.values = lambda tell=True: {}  # type: ignore[method-assign]
    say(world, "Ada", "roll")
    log = ledger_of(world, "Ada")
    assert log.waits_for_chance
    with pytest.raises(LogError):
        log.add(undo(world, 0, 0, [0, 1, 2]))
    ben_takes_back(world)
    world.devices["Cleo"].draws.values = values  # type: ignore[method-assign]
    world.run(5)
    assert ledger_of(world, "Ben").lines[0] == "Ada roll"
    assert len(ledger_of(world, "Ben").draws) == 1
    assert news(world, "stopped") == []


def test_asking_twice_for_an_undo_does_not_lose_agreements() -> None:
    world = at_rest(3)
    say(world, "Ada", "roll")
    ada = world.devices["Ada"]
    ada.ask_undo(0, 0, world.now)
    world._carry("Ada")
    world.run(0.3)
    world.devices["Ben"].agree(1, True, world.now)
    world._carry("Ben")
    world.run(0.3)
    ada.ask_undo(0, 0, world.now)
    world._carry("Ada")
    world.run(0.3)
    world.devices["Cleo"].agree(2, True, world.now)
    world._carry("Cleo")
    world.run(0.3)
    assert ledger_of(world, "Ada").lines == []


# ---------------------------------------------------------------- size


def test_a_list_of_huge_entries_is_not_a_valid_message() -> None:
    """A hundred thousand large entries would fill the memory before the first is checked."""
    fat = {"e": "line", "line": "x" * 5_000, "id": 1, "n": 0, "sig": ""}
    fields = {"epoch": 1, "start": 0, "before": "0" * 32, "digest": "0" * 32}
    with pytest.raises(messages.MessageError):
        messages.read_message(messages.write_message("lines", entries=[fat], **fields))
    deep = {"e": "draw", "k": 1, "reveals": {"0": ["x"] * 900}, "missing": [], "line": "x"}
    with pytest.raises(messages.MessageError):
        messages.read_message(messages.write_message("lines", entries=[deep], **fields))


def test_a_guest_that_sends_one_different_list_after_another_is_disconnected() -> None:
    """Each list is played through, which takes seconds in a page."""
    world = at_rest()
    say(world, "Ada", "roll")
    cleo = world.devices["Cleo"]
    own_log = ledger_of(world, "Cleo")
    other = replay_log(own_log.head(), own_log.id, own_log.entries[:-1])
    for n in range(messages.MOST_LISTS + 1):
        other.add({"e": "pause", "on": n % 2 == 0, "seat": 2})
        cleo.log = other
        cleo.log_sync.welcome(conn_to(world, "Cleo", "Ada"), -1, 0)
        cleo.log = own_log
        world._carry("Cleo")
        world.run(0.2)
    assert not [conn for conn in world.devices["Ada"].conns.values() if conn.device == cleo.id]
    assert [facts["seats"] for name, facts in news(world, "refused-list") if name == "Ada"] == [[2]]


# ---------------------------------------------------------------- requests without end


def test_a_spectator_cannot_fill_the_list_with_pauses() -> None:
    world = at_rest(2)
    watching(world)
    count = ledger_of(world, "Ada").count
    texts = [messages.write_message("pause", on=n % 2 == 0, seat=0) for n in range(400)]
    shout(world, "Eve", "Ada", texts)
    assert ledger_of(world, "Ada").count <= count + messages.MOST_REQUESTS + 5
    assert ("Ada", {"why": "Too many requests in a minute.", "seats": []}) in news(world, "dropped")


def test_a_guest_cannot_fill_the_list_with_chains_or_request_the_full_list_endlessly() -> None:
    for kind in ("commit", "hello"):
        world = at_rest(3)
        count, letters = ledger_of(world, "Ada").count, world.letters
        anchor = to_base64url(HashChain(b"z" * 32, 9).anchor)
        fields: dict[str, Any] = {"seat": 1, "anchor": anchor, "pub": "", "n": 0, "sig": ""}
        if kind == "hello":
            fields = {"protocol": messages.PROTOCOL, "engine": "an engine", "name": "", "have": 0}
            fields |= {"device": world.devices["Ben"].id, "want": "seat", "seat": 1, "token": ""}
            fields |= {"game": ledger_of(world, "Ada").id, "digest": "", "epoch": 1}
        shout(world, "Ben", "Ada", [messages.write_message(kind, **fields)] * 400)
        assert ledger_of(world, "Ada").count <= count + messages.MOST_REQUESTS + 5
        assert world.letters - letters < 1_500_000
        assert [f["why"] for _, f in news(world, "dropped")] == ["Too many requests in a minute."]


def test_nobody_without_a_seat_can_accuse_anybody_or_stop_the_table() -> None:
    world = at_rest(3)
    say(world, "Ada", "roll")
    watching(world)
    world.told.clear()
    texts = [messages.write_message("object", k=1, seat=1)]
    texts.append(messages.write_message("stop", n=3, seat=1, digest="", why="Ben cheats."))
    shout(world, "Eve", "Ada", texts)
    assert news(world, "objects") == news(world, "says-stop") == []
    assert not world.devices["Ada"].stopped
    shout(world, "Ben", "Ada", texts)  # a device with a seat is heard and named
    assert news(world, "objects") == [("Ada", {"by": [1], "draw": 1, "seat": 1})]
    far = [
        messages.write_message("object", k=1, seat=7),
        messages.write_message("object", k=99, seat=1),
    ]
    shout(world, "Ben", "Ada", far)
    assert len(news(world, "objects")) == 1

"""A game by codes from its first code to its last, at two devices and at more, over days."""

from __future__ import annotations

import contextlib
import dataclasses
import json
import random

import pytest

from data_files import edition
from games_by_codes import ENGINE, NAMES, begun, pen_of, slept
from simulated_tables import record
from spoiled_codes import spoiled
from titledeed.engine.asks import (
    Over,
)
from titledeed.engine.errors import LoadError
from titledeed.engine.record import Record
from titledeed.peers import checksummed_codes as codes_module
from titledeed.peers.correspondence import open_join_play_correspondence_game as posts
from titledeed.peers.correspondence.answers_draws_and_turn_codes import TurnCodeError
from titledeed.peers.correspondence.open_join_play_correspondence_game import (
    AHEAD,
    CorrespondenceGame,
)
from titledeed.peers.log_entry_fields_and_checks import LogError


@pytest.mark.parametrize("count", [2, 3, 4])
def test_players_are_named_exactly_as_they_entered_their_names(count: int) -> None:
    codes = begun(count)
    for correspondence in codes.posts:
        seats = pen_of(correspondence).log.game.record.seats
        assert [seat.name for seat in seats] == NAMES[:count]
    assert len(codes.first) == (2 if count == 2 else count + 1)
    assert max(map(len, codes.first)) <= 420


def test_bots_play_on_the_hosts_device() -> None:
    codes = begun(2, 3, bots=2)
    assert [seat.bot for seat in codes.log.game.record.seats] == ["", "", "steady", "steady"]
    codes.play()
    by = {line.split()[0] for line in codes.log.lines}
    assert {"Ada", "Zoë", "Cleo", "Dora"} <= by


def test_bots_may_sit_between_people() -> None:
    game = record(4)
    game.seats[0].bot = game.seats[2].bot = "steady"
    codes = begun(2, game=game)
    assert [pen_of(correspondence).seat for correspondence in codes.posts] == [1, 3]
    assert codes.log.host == 1
    codes.play()
    assert codes.log.state.round >= 3


def test_deals_with_players_whose_names_are_not_english_are_read() -> None:
    codes = begun(2, 30)
    codes.bot = "steady"
    codes.play()
    assert any(" offer Zoë " in line for line in codes.log.lines)
    assert isinstance(codes.log.state.ask, Over)


def test_two_players_need_an_invitation_and_an_answer_and_then_the_first_throw_is_a_turn() -> None:
    host, guest = begun(2).posts
    assert host.waits_for() == []
    assert host.code == ""
    assert guest.waits_for() == [0]
    host.say("roll")
    assert posts.code_kind(host.code) == "turn"
    assert guest.read(host.code) == 2


@pytest.mark.parametrize("fewer", [False, True], ids=["fair", "fewer"])
def test_closing_the_pages_between_two_codes_loses_nothing(fewer: bool) -> None:
    codes = begun(3, 2, fewer)
    codes.posts = [slept(correspondence) for correspondence in codes.posts]
    codes.asleep = True
    codes.play()
    assert len({pen_of(correspondence).log.digest for correspondence in codes.posts}) == 1


def test_a_lost_code_can_be_shown_again() -> None:
    host, guest = begun(2).posts
    assert guest.recent == [guest.code]
    host.say("roll")
    lost = host.code
    assert slept(host).recent[0] == lost
    guest.read(lost)
    guest.say("roll")
    assert len(guest.recent) == 2


def test_data_stored_before_the_game_begins_is_enough() -> None:
    rng = random.Random(3)
    host, guest = (
        CorrespondenceGame(ENGINE, rng.randbytes, 500),
        CorrespondenceGame(ENGINE, rng.randbytes, 500),
    )
    host.lay(record(2), True, "Ada L.")
    guest.join(host.code, "Zoë")
    host = slept(host)
    host.read(guest.code)
    guest = slept(guest)
    assert [seat.name for seat in pen_of(guest).log.game.record.seats] == ["Ada L.", "Zoë"]
    assert pen_of(guest).ahead == 2 * AHEAD
    host.say("roll")
    assert guest.read(host.code) == 2


def test_a_code_for_somebody_else_is_refused_and_changes_nothing() -> None:
    rng = random.Random(4)
    host, ben, eve = (CorrespondenceGame(ENGINE, rng.randbytes, 500) for _ in range(3))
    host.lay(record(2))
    ben.join(host.code, "Ben")
    eve.join(host.code, "Eve")
    answer = ben.code
    for bad in (host.code, answer[:-4], answer[:70] + "AAAA" + answer[74:], "", "A" * 200):
        with pytest.raises(LogError):
            host.read(bad)
        assert host.encoder is None
        assert host.guests == []
    host.read(answer)
    with pytest.raises(TurnCodeError):
        host.read(answer)
    with pytest.raises(TurnCodeError):
        host.read(eve.code)
    host.say("roll")
    with pytest.raises(TurnCodeError, match="another game"):
        eve.read(host.code)
    other = CorrespondenceGame("another engine", rng.randbytes, 500)
    with pytest.raises(TurnCodeError, match="version"):
        other.join(begun(2).first[0], "Old")


def test_an_answer_to_another_invitation_is_refused() -> None:
    rng = random.Random(5)
    host, other, ben = (CorrespondenceGame(ENGINE, rng.randbytes, 100) for _ in range(3))
    host.lay(record(2))
    other.lay(record(2))
    ben.join(other.code, "Ben")
    with pytest.raises(TurnCodeError, match="answers a different invitation"):
        host.read(ben.code)
    assert host.encoder is None
    assert host.guests == []


def test_a_game_by_codes_needs_two_people() -> None:
    with pytest.raises(LoadError, match="at least two people"):
        CorrespondenceGame(ENGINE, random.Random(1).randbytes, 10).lay(record(3, bots=2))


def test_a_game_stored_by_an_earlier_version_is_refused_with_advice() -> None:
    stored = begun(2).posts[0].stored()
    del stored["form"]
    with pytest.raises(LogError, match=r"earlier version.*still in your saved games"):
        CorrespondenceGame.restore(stored, ENGINE, random.Random(1).randbytes)


def test_nobody_joins_with_another_players_chain() -> None:
    """Otherwise that device would know the other's values as soon as they are revealed."""
    rng = random.Random(8)
    host, ben, eve = (CorrespondenceGame(ENGINE, rng.randbytes, 100) for _ in range(3))
    host.lay(record(3))
    ben.join(host.code, "Ben")
    eve.join(host.code, "Eve")
    eve._chain = ben._chain
    eve.join(host.code, "Eve")
    host.read(ben.code)
    with pytest.raises(TurnCodeError):
        host.read(eve.code)
    assert len(host.guests) == 1
    assert host.encoder is None


def own_board(letters: int) -> Record:
    """Return a game on a custom board whose names have this many letters each."""
    rng = random.Random(1)
    board = edition("atlantic-city")
    board["id"] = "own"

    def name() -> str:
        return "".join(chr(rng.randrange(0x4E00, 0x9000)) for _ in range(letters))

    for space in board["space"]:
        space["name"] = name()
    board["words"] |= {key: name() for key in board["words"] if letters > 10}
    return dataclasses.replace(record(2), edition=board)


def test_a_custom_board_fits_in_a_code_or_the_page_says_that_it_does_not() -> None:
    host, guest = (CorrespondenceGame(ENGINE, random.Random(n).randbytes, 50) for n in (1, 2))
    host.lay(own_board(10))
    guest.join(host.code, "Ben")
    assert posts.code_kind(guest.code) == "seat"
    other = CorrespondenceGame(ENGINE, random.Random(3).randbytes, 50)
    with pytest.raises(LoadError, match="too large for a code"):
        other.lay(own_board(40))
    assert other.code == ""
    assert not other.hosting


def test_any_pasted_text_is_refused_or_read() -> None:
    """Twenty thousand damaged codes, half of them with matching checks, raise no other error."""
    codes = begun(3)
    rng = random.Random(9)
    codes.posts[0].say("roll")
    real = [*codes.first, codes.posts[0].code]
    before = pen_of(codes.posts[1]).log.digest
    fresh = CorrespondenceGame(ENGINE, rng.randbytes, 50)
    reader = slept(codes.posts[1])
    for n in range(20_000):
        code = rng.choice(real)
        body = code[: -codes_module.CHECKS] if n % 2 else code
        at = rng.randrange(len(body))
        match rng.randrange(3):
            case 0:
                body = (
                    body[:at]
                    + rng.choice("AZaz09-_ü<" if n % 2 == 0 else "AZaz09-_")
                    + body[at + 1 :]
                )
            case 1:
                body = body[:at]
            case 2:
                body = body[:at] + rng.choice(real)[at:]
        code = body + (codes_module.check_characters(body) if n % 2 else "")
        if code in real:
            continue
        with contextlib.suppress(LogError):
            fresh.join(code, "Eve")
        with contextlib.suppress(LogError):
            if reader.read(code):
                reader = slept(codes.posts[1])
    assert pen_of(codes.posts[1]).log.digest == before


@pytest.mark.parametrize("kind", ["table", "seat", "start", "turn"])
def test_one_wrong_character_or_two_swapped_ones_are_refused_and_the_right_code_is_read(
    kind: str,
) -> None:
    rng = random.Random(kind)
    host, ben, cleo = (CorrespondenceGame(ENGINE, rng.randbytes, 300) for _ in range(3))
    host.lay(record(3))
    code, reader = host.code, ben
    if kind != "table":
        ben.join(host.code, "Ben")
        cleo.join(host.code, "Cleo")
        host.read(cleo.code)
        code, reader = ben.code, host
    if kind in ("start", "turn"):
        host.read(ben.code)
        code, reader = host.code, ben
    if kind == "turn":
        ben.read(host.code)
        host.say("roll")
        code = host.code
    assert posts.code_kind(code) == kind
    before = json.dumps(reader.stored())
    for bad in spoiled(code, rng):
        with pytest.raises(TurnCodeError):
            reader.join(bad, "Ben") if kind == "table" else reader.read(bad)
    assert json.dumps(reader.stored()) == before
    reader.join(code, "Ben") if kind == "table" else reader.read(code)
    assert json.dumps(reader.stored()) != before


def test_codes_of_an_earlier_version_are_refused_with_the_reason_by_the_game() -> None:
    for code in begun(2).first:
        with pytest.raises(TurnCodeError, match="earlier version"):
            CorrespondenceGame(ENGINE, random.Random(1).randbytes, 10).join("I" + code[1:], "Ben")


def test_codes_of_a_game_that_an_earlier_version_stored_are_still_read() -> None:
    """The last three characters of these codes were chosen for the remainder 0 instead of 1."""
    codes = begun(2)
    host, guest = codes.posts
    host.say("roll")
    code, stored = host.code, host.stored()
    last = codes_module.ALPHABET.index(code[-1])
    stored["code"] = code[:-1] + codes_module.ALPHABET[last ^ 1]
    stored["recent"] = [stored["code"]]
    host = CorrespondenceGame.restore(stored, ENGINE, random.Random(1).randbytes)
    assert [host.code] == host.recent == [code]
    assert guest.read(host.code)


def test_an_invitation_that_reveals_more_than_the_page_says_is_refused() -> None:
    data = bytearray(codes_module.open_code(begun(2).first[0]))
    for ahead, well in ((0, True), (4, True), (6, False), (255, False)):
        data[13] = ahead
        guest = CorrespondenceGame(ENGINE, random.Random(1).randbytes, 10)
        if well:
            guest.join(codes_module.seal_code(bytes(data)), "Ben")
            assert guest.ahead == ahead
        else:
            with pytest.raises(TurnCodeError):
                guest.join(codes_module.seal_code(bytes(data)), "Ben")


def test_a_hosts_name_that_would_reverse_the_text_direction_is_not_shown() -> None:
    rng = random.Random(6)
    host, guest = (CorrespondenceGame(ENGINE, rng.randbytes, 100) for _ in range(2))
    host.lay(record(2), name="Ada\u202egnp")
    guest.join(host.code, "Ben")
    assert guest.guests[0].name == ""
    host.read(guest.code)
    host.say("roll")
    assert guest.read(host.code) >= 1

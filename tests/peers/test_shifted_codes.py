"""A code in which one character is missing or repeated is refused at once and uses nothing up."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from dataclasses import replace

import pytest

from games_by_codes import ENGINE
from simulated_tables import record
from spoiled_codes import TRIES, shifted
from titledeed.peers.checksummed_codes import CodeError, open_code, seal_code
from titledeed.peers.correspondence.answers_draws_and_turn_codes import TurnCodeError
from titledeed.peers.correspondence.open_join_play_correspondence_game import (
    CorrespondenceGame,
    code_kind,
)
from titledeed.peers.sdp_codec import (
    Address,
    ConnectionDescription,
    SdpError,
    pack_connection,
    pack_connection_answer,
    unpack_connection,
    unpack_connection_answer,
)

Reader = Callable[[str], object]
LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+/"
BY_CODES = ("table", "seat", "start", "turn")
EACH = 20  # shifts of one code


def words(rng: random.Random, most: int) -> str:
    return "".join(rng.choice(LETTERS) for _ in range(most))


def connection(kind: str, rng: random.Random) -> tuple[str, Reader]:
    """Return a code with which two devices connect, and its reader."""
    if kind == "back":
        code = pack_connection_answer(rng.randrange(8), words(rng, 4), words(rng, 24))
        return code, unpack_connection_answer
    if kind == "back of Firefox":
        code = pack_connection_answer(
            rng.randrange(8), rng.randbytes(4).hex(), rng.randbytes(16).hex()
        )
        return code, unpack_connection_answer
    here = Address(f"192.168.{rng.randrange(256)}.{rng.randrange(256)}", 50_000)
    mine = (words(rng, 4), words(rng, 24), rng.randbytes(32), (here,))
    offer = ConnectionDescription("actpass", *mine)
    answer = replace(offer, setup="active", answers=rng.randbytes(2))
    return pack_connection(answer if kind == "answer" else offer), unpack_connection


def by_codes(kind: str, rng: random.Random) -> tuple[str, CorrespondenceGame]:
    """Return a code of a game by codes, and the device that it is for."""
    host, ben, cleo = (CorrespondenceGame(ENGINE, rng.randbytes, 60) for _ in range(3))
    host.lay(record(3))
    if kind == "table":
        return host.code, ben
    ben.join(host.code, "Ben")
    cleo.join(host.code, "Cleo")
    host.read(cleo.code)
    if kind == "seat":
        return ben.code, host
    host.read(ben.code)
    if kind == "turn":
        ben.read(host.code)
        host.say("roll")
    return host.code, ben


def check_bytes(size: int, tries: int) -> None:
    rng = random.Random(size)
    for _ in range(tries // EACH):
        for bad in shifted(seal_code(rng.randbytes(size)), rng, EACH):
            with pytest.raises(CodeError):
                open_code(bad)


def check_connection(kind: str, tries: int) -> None:
    rng = random.Random(kind)
    for _ in range(tries // EACH):
        code, read = connection(kind, rng)
        for bad in shifted(code, rng, EACH):
            with pytest.raises(SdpError):
                read(bad)
        read(code)


def check_by_codes(kind: str, tries: int) -> None:
    rng = random.Random(kind)
    for _ in range(tries // EACH // 5):
        code, reader = by_codes(kind, rng)
        assert code_kind(code) == kind
        read: Reader = reader.read
        if kind == "table":
            read = lambda text, reader=reader: reader.join(text, "Ben")  # type: ignore[misc]  # noqa: E731
        before = json.dumps(reader.stored())
        for bad in shifted(code, rng, EACH * 5):
            with pytest.raises(TurnCodeError):
                read(bad)
        assert json.dumps(reader.stored()) == before
        read(code)
        assert json.dumps(reader.stored()) != before


@pytest.mark.parametrize("size", [1, 3, 25, 26, 27, 90])
def test_one_missing_or_extra_character_is_refused(size: int) -> None:
    """This includes the last character: an A there is the zero of the field.

    It could leave the remainder unchanged."""
    check_bytes(size, 4000)


@pytest.mark.parametrize("kind", ["offer", "answer", "back", "back of Firefox"])
def test_a_connection_code_with_a_missing_or_extra_character_is_refused(kind: str) -> None:
    check_connection(kind, 1000)


@pytest.mark.parametrize("kind", BY_CODES)
def test_a_game_code_with_a_missing_or_extra_character_uses_nothing_up(kind: str) -> None:
    check_by_codes(kind, 500)


@pytest.mark.long
@pytest.mark.parametrize("kind", ["offer", "answer", "back", "back of Firefox", *BY_CODES])
def test_ten_thousand_codes_of_each_kind_with_a_missing_or_extra_character_are_refused(
    kind: str,
) -> None:
    (check_by_codes if kind in BY_CODES else check_connection)(kind, TRIES)

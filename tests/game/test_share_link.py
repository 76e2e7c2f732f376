"""A game in an address: packed, unpacked, limited in size, and checked like any untrusted file."""

from __future__ import annotations

import base64
import json
import random
import tracemalloc
import zlib
from pathlib import Path

import pytest

from spoiled_codes import TRIES, spoiled
from titledeed.engine.errors import LoadError
from titledeed.engine.record import read_record, replay_record
from titledeed.game import share_link
from titledeed.game.session import Session
from titledeed.game.state_digest import state_digest

GAME = json.loads(
    (Path(__file__).resolve().parents[1] / "golden" / "modern-london.json").read_text("utf-8")
)


def packed(data: bytes) -> str:
    return "1." + base64.urlsafe_b64encode(zlib.compress(data, 9)).decode().rstrip("=")


def test_a_game_from_a_link_is_the_same_game() -> None:
    fragment = share_link.pack_record(GAME)
    assert set(fragment) <= set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.")
    again = replay_record(read_record(share_link.unpack_record(fragment)))
    assert state_digest(again.state) == state_digest(replay_record(read_record(GAME)).state)


def test_one_wrong_or_two_swapped_characters_never_give_another_game() -> None:
    """Unused bits at the end may have any value; everything else is refused."""
    for title in ("S", "Sm", "Sma", "Smal"):
        small = {key: value for key, value in GAME.items() if key != "step"} | {"title": title}
        fragment = share_link.pack_record(small)
        good, same = share_link.unpack_record(fragment), 0
        for bad in spoiled(fragment, random.Random(title), TRIES // 4):
            try:
                assert share_link.unpack_record(bad) == good
                same += 1
            except LoadError:
                continue
        assert same < 10


def test_a_zip_bomb_is_refused_without_inflating_it() -> None:
    bomb = packed(b"\0" * 40_000_000)
    assert len(bomb) < share_link.LONGEST
    tracemalloc.start()
    try:
        with pytest.raises(LoadError, match="more data than any game"):
            share_link.unpack_record(bomb)
        assert tracemalloc.get_traced_memory()[1] < 3 * share_link.LARGEST
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "doesn’t contain a game"),
        ("2.abc", "doesn’t contain a game"),
        ("1.", "end is missing"),
        ("1.@@@@", "characters are wrong"),
        ("1.äöü", "characters are wrong"),
        ("1.AAAA", "damaged: it can’t be read"),
        (packed(b"{}")[:-4], "damaged|missing"),
        (packed(b"\xff\xfe"), "contains no text"),
        (packed(b"[1]"), "a table with keys"),
        (packed(b"{"), "not valid JSON"),
        ("1." + "A" * share_link.LONGEST, "too long"),
    ],
)
def test_a_text_without_a_game_is_refused_with_a_sentence(text: str, says: str) -> None:
    with pytest.raises(LoadError, match=says):
        share_link.unpack_record(text)


def test_a_game_that_is_too_long_for_a_link_is_reported() -> None:
    table = dict(GAME)
    noise = [f"# {zlib.crc32(str(n).encode()):x}" for n in range(60_000)]
    table["step"] = [{"play": noise}]
    with pytest.raises(LoadError, match="as a file instead"):
        share_link.pack_record(table)


def test_a_link_with_too_many_answers_for_any_game_is_refused_before_play() -> None:
    table = dict(GAME)
    table["step"] = [{"play": ["chance dice 1 2"] * (share_link.MOST_ANSWERS + 1)}]
    fragment = packed(json.dumps(table).encode())
    assert len(fragment) < 5000
    with pytest.raises(LoadError, match="more moves than a game can have"):
        share_link.unpack_record(fragment)
    table["step"] = [{"play": "chance dice 1 2\n" * (share_link.MOST_ANSWERS + 1)}]
    with pytest.raises(LoadError, match="more moves than a game can have"):
        share_link.unpack_record(packed(json.dumps(table).encode()))
    with pytest.raises(LoadError, match="as a file instead"):
        share_link.pack_record(table)


def test_a_link_says_who_plays_which_seat() -> None:
    session = Session.load(GAME)
    session.hand_to(0, "")
    again = Session.load(share_link.unpack_record(share_link.pack_record(session.save(""))))
    assert again.controls == session.controls
    assert again.controls[0] == ""

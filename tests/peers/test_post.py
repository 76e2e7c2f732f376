"""A game by codes from its first code to its last, at two devices and at more, over days."""

from __future__ import annotations

import contextlib
import dataclasses
import itertools
import json
import random
import statistics

import pytest

from data_files import edition
from simulated_tables import record
from spoiled_codes import spoiled
from titledeed import referee
from titledeed.bots import BOTS
from titledeed.engine.record import Record
from titledeed.engine.words import Over, Unloadable
from titledeed.peers import post as posts
from titledeed.peers import proof
from titledeed.peers.ledger import Wrong
from titledeed.peers.letters import Unread
from titledeed.peers.post import Post
from titledeed.players import Players

NAMES = ["Ada", "Zoë", "Cleo", "Dora"]


def laid(count: int, rounds: int = 3) -> tuple[list[Post], list[str]]:
    """Devices at which the game has begun, and the codes that it took."""
    rng = random.Random(count)
    posts = [Post("an engine", rng.randbytes, 2000) for _ in range(count)]
    posts[0].lay(record(count, rounds))
    codes = [posts[0].code]
    for n, guest in enumerate(posts[1:], 1):
        guest.join(codes[0], NAMES[n])
        codes.append(guest.code)
        posts[0].read(guest.code)
    if count > 2:
        codes.append(posts[0].code)
        for guest in posts[1:]:
            guest.read(posts[0].code)
            codes.append(guest.code)
        for first, second in itertools.permutations(posts, 2):
            if first is not posts[0]:
                second.read(first.code)
    return posts, codes


def sleep(post: Post) -> Post:
    """A device whose page was closed between two codes."""
    stored = json.loads(json.dumps(post.stored()))
    return Post.restore(stored, "an engine", random.Random(1).randbytes)


def play(posts: list[Post], asleep: bool = False, bot: str = "simple") -> list[str]:
    """A whole game. Who is asked answers, and each code goes to all others."""
    players = [
        Players([BOTS[bot]() if n == seat else None for n in range(len(posts))])
        for seat in range(len(posts))
    ]
    codes: list[str] = []
    for _ in range(4000):
        if all(p.pen and isinstance(p.pen.ledger.state.ask, Over) for p in posts):
            return codes
        for seat in range(len(posts)):
            post = posts[seat]
            before = post.codes
            while post.pen and post.pen.mine() and not post.pen.ledger.waits_for_chance:
                move = players[seat].next(post.pen.ledger.state)
                assert move is not None
                post.say(post.pen.ledger.game.notation.text(move[1].answer, post.pen.ledger.state))
            if asleep:
                posts[seat] = sleep(post)
            if post.codes == before:
                continue
            hand_on(posts, seat, codes)
    raise AssertionError("the game does not end")


def hand_on(posts: list[Post], seat: int, codes: list[str]) -> None:
    codes.append(posts[seat].code)
    owing = []
    for n, other in enumerate(posts):
        if n != seat:
            before = other.codes
            other.read(posts[seat].code)
            owing += [n] if other.codes > before else []
    for n in owing:
        hand_on(posts, n, codes)


@pytest.mark.parametrize("count", [2, 3, 4])
def test_a_whole_game_from_the_invitation_to_the_end(count: int) -> None:
    posts, first = laid(count)
    codes = play(posts)
    ledgers = [post.pen.ledger for post in posts if post.pen]
    assert len({ledger.digest for ledger in ledgers}) == 1
    assert [s.name for s in ledgers[0].game.record.seats] == NAMES[:count]
    ended = proof.to_dict(ledgers[-1])
    assert referee.check_table(ended) == []
    assert proof.check(ended) == []
    assert len(first) == (2 if count == 2 else 2 * count)
    assert max(map(len, first)) <= 400
    assert statistics.median(map(len, codes)) <= 110


def test_deals_with_somebody_whose_name_is_not_english_are_read() -> None:
    posts, _ = laid(2, 30)
    play(posts, bot="steady")
    pen = posts[0].pen
    assert pen is not None
    assert any(" offer Zoë " in line for line in pen.ledger.lines)
    assert isinstance(pen.ledger.state.ask, Over)


def test_two_need_an_invitation_and_an_answer_then_the_first_throw_is_a_turn() -> None:
    both, _first = laid(2)
    host, guest = both
    assert host.waits_for() == []
    assert host.code == ""
    assert guest.waits_for() == [0]
    host.say("roll")
    assert host.pen is not None
    assert host.pen.ledger.draw == 2
    assert guest.read(host.code) == 2
    assert posts.kind(host.code) == "turn"


def test_pages_that_are_closed_between_two_codes_lose_nothing() -> None:
    posts, _first = laid(3, rounds=2)
    posts = [sleep(post) for post in posts]
    play(posts, asleep=True)
    assert len({post.pen.ledger.digest for post in posts if post.pen}) == 1


def test_what_is_kept_before_the_game_has_begun_is_enough() -> None:
    rng = random.Random(3)
    host, guest = Post("an engine", rng.randbytes, 500), Post("an engine", rng.randbytes, 500)
    host.lay(record(2))
    guest.join(host.code, "Zoë")
    host = sleep(host)
    host.read(guest.code)
    guest = sleep(guest)
    host.say("roll")
    assert guest.read(host.code) == 2


def test_a_code_for_somebody_else_is_refused_and_nothing_has_changed() -> None:
    rng = random.Random(4)
    host, ben, eve = (Post("an engine", rng.randbytes, 500) for _ in range(3))
    host.lay(record(2))
    ben.join(host.code, "Ben")
    eve.join(host.code, "Eve")
    answer = ben.code
    for bad in (host.code, answer[:-4], answer[:70] + "AAAA" + answer[74:], "", "A" * 200):
        with pytest.raises(Wrong):
            host.read(bad)
        assert host.pen is None
        assert host.guests == []
    host.read(answer)
    with pytest.raises(Unread):
        host.read(answer)
    with pytest.raises(Unread):
        host.read(eve.code)
    host.say("roll")
    with pytest.raises(Unread, match="another game"):
        eve.read(host.code)
    other = Post("another engine", rng.randbytes, 500)
    with pytest.raises(Unread, match="version"):
        other.join(answer if posts.kind(answer) == "table" else laid(2)[1][0], "Old")


def test_a_game_with_bots_is_not_played_by_codes() -> None:
    with pytest.raises(Unloadable):
        Post("an engine", random.Random(1).randbytes, 10).lay(record(3, bots=1))


def own_board(letters: int) -> Record:
    """A game on a board of one's own, whose names are of so many letters each."""
    rng = random.Random(1)
    board = edition("atlantic-city")
    board["id"] = "own"

    def name() -> str:
        return "".join(chr(rng.randrange(0x4E00, 0x9000)) for _ in range(letters))

    for space in board["space"]:
        space["name"] = name()
    board["words"] |= {key: name() for key in board["words"] if letters > 10}
    return dataclasses.replace(record(2), edition=board)


def test_a_board_of_ones_own_goes_into_a_code_or_it_is_said_that_it_does_not() -> None:
    host, guest = (Post("an engine", random.Random(n).randbytes, 50) for n in (1, 2))
    host.lay(own_board(10))
    guest.join(host.code, "Ben")
    assert posts.kind(guest.code) == "seat"
    other = Post("an engine", random.Random(3).randbytes, 50)
    with pytest.raises(Unloadable, match="too large for a code"):
        other.lay(own_board(40))
    assert other.code == ""
    assert not other.hosting


def test_whatever_is_pasted_is_refused_or_read() -> None:
    """Twenty thousand damaged codes: none raises anything else, none changes the game."""
    posts, first = laid(3)
    rng = random.Random(9)
    posts[0].say("roll")
    real = [*first, posts[0].code]
    before = posts[1].pen.ledger.digest if posts[1].pen else ""
    fresh = Post("an engine", rng.randbytes, 50)
    for _ in range(20_000):
        code = rng.choice(real)
        at = rng.randrange(len(code))
        match rng.randrange(3):
            case 0:
                code = code[:at] + rng.choice("AZaz09-_ü<") + code[at + 1 :]
            case 1:
                code = code[:at]
            case 2:
                code = code[:at] + rng.choice(real)[at:]
        if code in real:
            continue
        with contextlib.suppress(Wrong):
            assert posts[1].read(code) == 0
        with contextlib.suppress(Wrong):
            fresh.join(code, "Eve")
    assert posts[1].pen is not None
    assert posts[1].pen.ledger.digest == before


@pytest.mark.parametrize("kind", ["table", "seat", "start", "turn"])
def test_one_wrong_character_or_two_that_changed_places_are_refused_and_the_right_code_is_read(
    kind: str,
) -> None:
    rng = random.Random(kind)
    host, ben, cleo = (Post("an engine", rng.randbytes, 300) for _ in range(3))
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
        code, reader = ben.code, host
    assert posts.kind(code) == kind
    before = json.dumps(reader.stored())
    for bad in spoiled(code, rng):
        with pytest.raises(Unread):
            reader.join(bad, "Ben") if kind == "table" else reader.read(bad)
    assert json.dumps(reader.stored()) == before
    assert (reader.join(code, "Ben") if kind == "table" else reader.read(code)) in (None, 0)
    assert json.dumps(reader.stored()) != before


def test_codes_of_an_earlier_version_are_refused_with_the_reason() -> None:
    _posts, codes = laid(2)
    for code in codes:
        with pytest.raises(Unread, match="earlier version"):
            Post("an engine", random.Random(1).randbytes, 10).join("I" + code[1:], "Ben")

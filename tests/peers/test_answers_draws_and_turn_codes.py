"""Turns of a game by codes, without a network."""

from __future__ import annotations

import dataclasses
import hashlib
import itertools
import json
import random
import statistics

import pytest

from games_by_codes import Codes, begun, pen_of, slept
from simulated_tables import record
from titledeed.cli import check_record_expectations
from titledeed.engine.errors import MalformedAnswer, RefusedAnswer
from titledeed.engine.record import Record
from titledeed.peers import proof
from titledeed.peers.checksummed_codes import TURN, open_code, seal_code
from titledeed.peers.correspondence import answers_draws_and_turn_codes
from titledeed.peers.correspondence import open_join_play_correspondence_game as codes_game
from titledeed.peers.correspondence.answers_draws_and_turn_codes import TurnEncoder
from titledeed.peers.correspondence.open_join_play_correspondence_game import (
    AHEAD,
    CorrespondenceGame,
)
from titledeed.peers.draw_hash_chains import to_base64url
from titledeed.peers.log_entry_fields_and_checks import LogError
from titledeed.peers.replicated_log_entry_rules import ReplicatedLog


def short_game() -> Record:
    """Return a game that begins with the deal of deeds, so that draws follow without an answer."""
    return dataclasses.replace(record(3, 3, rulebook="parker1973"), variant="short")


# SHA-256 of the dictionaries with which the texts in codes are packed. They are part of the wire
# format: a change here breaks every code that is in transit.
DICTIONARIES = {
    "turns": (
        answers_draws_and_turn_codes._WORDS,
        "f8bdd7c42f3f31e4b4be5bdc90fcffb47fba51948fdc5c2717b4aa7ed3c9e0c9",
    ),
    "tables": (
        codes_game._HEAD,
        "27272ae2bb2101056ef0178de1208e7ae1a0a98b3d1884f0dde3d3ca87f38eae",
    ),
}


@pytest.mark.parametrize("kind", DICTIONARIES)
def test_the_dictionaries_of_codes_have_not_changed(kind: str) -> None:
    dictionary, wanted = DICTIONARIES[kind]
    assert hashlib.sha256(dictionary).hexdigest() == wanted


GAMES = [(2, 0, None), (3, 0, None), (4, 0, None), (2, 2, None), (3, 1, None), (3, 0, short_game())]


@pytest.mark.parametrize("fewer", [False, True], ids=["fair", "fewer"])
@pytest.mark.parametrize(("count", "bots", "game"), GAMES)
def test_players_finish_a_whole_game_by_codes(
    count: int, bots: int, game: Record | None, fewer: bool
) -> None:
    codes = begun(count, 5, fewer, bots=bots, game=game)
    codes.play()
    assert len({pen_of(correspondence).log.digest for correspondence in codes.posts}) == 1
    ended = proof.proof_to_dict(pen_of(codes.posts[-1]).log)
    assert check_record_expectations.check_table(ended) == []
    assert proof.check_proof(ended) == []
    sizes = [len(code) for code in codes.turns]
    assert statistics.median(sizes) <= 80
    assert max(sizes) <= 400


@pytest.mark.parametrize("fewer", [False, True], ids=["fair", "fewer"])
def test_a_code_is_written_before_a_series_of_bot_turns_makes_it_too_long(
    fewer: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(answers_draws_and_turn_codes, "_MOST_LINES", 3)
    codes, lines = begun(2, 4, fewer, bots=3), [0]

    def count(codes: Codes, n: int, code: str) -> None:
        entries = pen_of(codes.posts[n]).log.entries
        lines.append(sum(entry["e"] == "line" for entry in entries))

    codes.seen = count
    codes.play()
    assert len({pen_of(correspondence).log.digest for correspondence in codes.posts}) == 1
    assert max(after - before for before, after in itertools.pairwise(lines)) == 3


def lines_ahead(log: ReplicatedLog) -> dict[int, int]:
    """Return for each draw the number of people's and bots' answers that come before it."""
    lines, ahead = 0, {}
    for entry in log.entries:
        lines += entry["e"] == "line"
        if entry["e"] == "draw":
            ahead[entry["k"]] = lines
    return ahead


@dataclasses.dataclass
class Reveals:
    """An observer who has seen every code that was sent."""

    lines: int = 0  # in all codes until now
    # For each code with a value: the sender, the last draw for which it reveals a value, and the number
    # of answers sent until then.
    values: list[tuple[int, int, int]] = dataclasses.field(default_factory=list)

    def see(self, codes: Codes, n: int, code: str) -> None:
        encoder = pen_of(codes.posts[n])
        entries = encoder.log.entries
        self.lines = sum(entry["e"] == "line" for entry in entries)
        if open_code(code)[0] & 8:
            self.values.append((n, encoder.shown, self.lines))


@pytest.mark.parametrize(("count", "bots", "game"), GAMES)
def test_in_a_fair_game_a_code_reveals_a_value_only_after_every_earlier_answer_is_fixed(
    count: int, bots: int, game: Record | None
) -> None:
    """The other devices cannot work a draw out earlier, because this device's value is missing."""
    codes, seen = begun(count, 5, bots=bots, game=game), Reveals()
    codes.seen = seen.see
    codes.play()
    ahead = lines_ahead(codes.log)
    assert len(ahead) > 10
    assert len(seen.values) >= len(ahead)
    for _sender, upto, lines in seen.values:
        assert lines >= ahead[upto]


def test_with_fewer_codes_the_page_gives_the_right_number_of_draws_revealed_early() -> None:
    codes, seen = begun(2, 5, fewer=True), Reveals()
    codes.seen = seen.see
    codes.play()
    ahead = lines_ahead(codes.log)
    early = []
    for _sender, upto, lines in seen.values:
        early.append(sum(lines < ahead.get(k, 0) for k in range(1, upto + 1)))
    assert max(early) == 2 * AHEAD


@pytest.mark.parametrize("fewer", [False, True], ids=["fair", "fewer"])
def test_a_device_answers_before_it_can_compute_the_next_draw_only_in_a_fair_game(
    fewer: bool,
) -> None:
    known = []

    class Curious(TurnEncoder):
        """A device that tries to work out the next draw before it answers."""

        def say(self, text: str, seat: int = -1) -> dict[str, object]:
            known.append(all(self._value(s) is not None for s in self.log.awaited()))
            return super().say(text, seat)

    codes = begun(3, 6, fewer)
    for correspondence in codes.posts:
        encoder = pen_of(correspondence)
        encoder.__class__ = Curious
    codes.play()
    assert len(known) > 40
    assert any(known) == fewer


def thrown(codes: Codes) -> tuple[CorrespondenceGame, CorrespondenceGame]:
    """Return the devices of a game after the throws for the order, the one to move first."""
    host, guest = codes.posts
    host.say("roll")
    guest.read(host.code)
    guest.say("roll")
    host.read(guest.code)
    if pen_of(host).mine():
        return host, guest
    guest.read(host.code)
    return guest, host


def test_a_throw_takes_a_code_from_the_thrower_one_from_the_opponent_and_the_answers() -> None:
    mover, other = thrown(begun(2, seed=1))  # this throw does not lead to a card
    assert other.waits_for() == [pen_of(mover).seat]
    mover.say("roll")
    draw = pen_of(mover).log.draw
    assert pen_of(mover).log.waits_for_chance
    assert mover.waits_for() == [pen_of(other).seat]
    assert other.read(mover.code) >= 2  # the answer and its throw: the other device knows first
    assert not pen_of(other).mine()
    assert mover.read(other.code) >= 1
    assert pen_of(mover).log.digest == pen_of(other).log.digest
    assert pen_of(mover).log.draw > draw
    assert pen_of(mover).mine()
    with pytest.raises(LogError, match="already"):
        mover.read(other.code)


def test_a_code_is_read_once_in_order_and_completely() -> None:
    codes = begun(2)
    host, guest = codes.posts
    host.say("roll")
    code = host.code
    before = pen_of(guest).log.digest
    for bad in (code[:-1], code[:20], "", "A" * 100, code[:30] + "AAAA" + code[34:], "x" * 7000):
        with pytest.raises(LogError):
            guest.read(bad)
        assert pen_of(guest).log.digest == before
    with pytest.raises(LogError, match="own"):
        host.read(code)
    spaced = " ".join(code[i : i + 5] for i in range(0, len(code), 5))
    assert guest.read(spaced) == 2
    with pytest.raises(LogError, match="already"):
        guest.read(code)


def test_codes_that_only_reveal_are_read_in_any_order_and_answers_in_sequence() -> None:
    codes = begun(3)
    ada, zoe, cleo = codes.posts
    ada.say("roll")
    rolled = ada.code
    zoe.read(rolled)
    cleo.read(rolled)
    cleo.read(zoe.code)
    for code in (cleo.code, zoe.code):
        ada.read(code)
    assert pen_of(ada).log.draw == 2
    # Ada was second to know; Zoë is asked next and has not read Cleo's code.
    assert pen_of(zoe).log.draw == 1
    assert ada.waits_for() == [1]
    zoe.read(cleo.code)
    zoe.say("roll")
    other = slept(cleo)
    cleo.read(zoe.code)
    with pytest.raises(LogError, match="already"):
        cleo.read(zoe.code)
    fresh = begun(3).posts[2]
    with pytest.raises(LogError, match="an earlier code hasn’t been entered yet"):
        fresh.read(zoe.code)
    assert other.read(zoe.code) == 1


def test_a_code_answers_only_for_its_own_seat_and_by_the_rules() -> None:
    codes = begun(2)
    host, guest = codes.posts
    with pytest.raises((RefusedAnswer, MalformedAnswer)):
        host.say("buy")
    # A manipulated program answers for the other seat.
    host.say("roll")
    guest.read(host.code)
    pen_of(host).opened |= {1: (1, pen_of(guest).chain.value(1))}  # as if it knew the other's value
    pen_of(host).draw_all()
    log = pen_of(host).log
    log.add({"e": "line", "line": "Zoë roll", "id": 1, "n": log.mark, "sig": ""})
    before = pen_of(guest).log.digest
    with pytest.raises(LogError, match="a move that its sender isn’t allowed to make"):
        guest.read(pen_of(host).write())
    assert pen_of(guest).log.digest == before


def test_a_guest_does_not_answer_for_a_bot() -> None:
    codes = begun(2, bots=1)
    host, guest = codes.posts
    assert sorted(pen_of(host).seats) == [0, 2]
    assert sorted(pen_of(guest).seats) == [1]
    host.say("roll")
    guest.read(host.code)
    guest.say("roll")
    twin = slept(host)
    host.read(guest.code)
    assert pen_of(host).log.state.ask.seat == 2
    with pytest.raises(MalformedAnswer):
        guest.say("roll", 2)
    host.say("roll", 2)
    # A guest's manipulated program answers for the bot.
    pen_of(guest).opened |= {0: (2, pen_of(host).chain.value(2))}
    pen_of(guest).sent -= 1
    pen_of(guest).draw_all()
    log = pen_of(guest).log
    log.add({"e": "line", "line": "Cleo roll", "id": 0, "n": log.mark, "sig": ""})
    with pytest.raises(LogError, match="a move that its sender isn’t allowed to make"):
        twin.read(pen_of(guest).write())


def test_two_different_codes_for_one_moment_cannot_both_be_accepted() -> None:
    """Somebody who tells two others different things cannot continue with both."""
    codes = begun(3)
    ada, zoe, cleo = codes.posts
    for thrower in codes.posts:
        thrower.say("roll")
        for other in codes.posts:
            if other is not thrower:
                other.read(thrower.code)
        for revealing in codes.posts:
            for other in codes.posts:
                if other is not revealing is not thrower:
                    other.read(revealing.code)
    mover = next(correspondence for correspondence in codes.posts if pen_of(correspondence).mine())
    others = [correspondence for correspondence in codes.posts if correspondence is not mover]
    twin = slept(mover)
    mover.say("roll")
    twin.say(f"offer {'seat:1' if mover is not ada else 'seat:2'} give 1 get nothing")
    others[0].read(mover.code)
    others[1].read(twin.code)
    assert {ada, zoe, cleo} == {mover, *others}
    with pytest.raises(LogError, match="another game, or an earlier code hasn’t been entered yet"):
        others[1].read(others[0].code)


def test_a_code_holds_no_secret() -> None:
    codes = begun(2)
    codes.play()
    text = json.dumps(codes.first + codes.turns)
    for correspondence in codes.posts:
        assert to_base64url(correspondence._secret) not in text


def wrong_bytes(codes: Codes, rng: random.Random) -> str:
    """Return a code with a changed byte and matching check characters."""
    data = bytearray(open_code(rng.choice(codes.turns)))
    match rng.randrange(3):
        case 0:
            data[rng.randrange(len(data))] = rng.randrange(256)
        case 1:
            del data[rng.randrange(len(data)) :]
        case 2:
            data += rng.randbytes(rng.randrange(1, 5))
    return seal_code(bytes([TURN << 4 | data[0] & 15]) + bytes(data[1:]) if data else b"\x40")


def test_codes_from_a_tampered_program_are_refused_or_follow_the_rules() -> None:
    codes = begun(3, 2)
    codes.play()
    rng, read = random.Random(2), 0
    for n in range(3000):
        if n % 100 == 0:
            reader = begun(3, 2).posts[rng.randrange(3)]
            for code in codes.turns[: rng.randrange(12)]:
                try:
                    reader.read(code)
                except LogError:
                    continue
        before = pen_of(reader).log.digest
        try:
            came = reader.read(wrong_bytes(codes, rng))
        except LogError:
            assert pen_of(reader).log.digest == before
        else:
            read += 1
            assert (came > 0) == (pen_of(reader).log.digest != before)
    assert read < 300

"""A game by codes, without a network."""

from __future__ import annotations

import json
import statistics

import pytest

from simulated_tables import record
from titledeed import referee
from titledeed.bots import BOTS
from titledeed.engine.words import CHANCE, Malformed, Over, Refused
from titledeed.peers import proof
from titledeed.peers.chains import Chain, text_of
from titledeed.peers.ledger import Ledger, Wrong, replayed
from titledeed.peers.letters import Pen
from titledeed.players import Players

DEVICES = ["a" * 16, "b" * 16, "c" * 16]


def pens(count: int, rounds: int = 5) -> list[Pen]:
    """Devices that have once exchanged who they are and the ends of their chains."""
    chains = [Chain(bytes([n + 1]) * 32, 3000) for n in range(count)]
    first = Ledger(record(count, rounds), "0123456789abcdef")
    first.add({"e": "host", "epoch": 1, "seat": 0})
    for n in range(count):
        seat = {"e": "seat", "seat": n, "device": DEVICES[n], "name": "", "bot": "", "key": ""}
        first.add(seat)
        first.add({"e": "chain", "seat": n, "anchor": text_of(chains[n].anchor)})
    first.add({"e": "begin"})
    copies = [replayed(first.head(), first.id, first.entries) for _ in range(count)]
    writers = [Pen(ledger, n, chains[n]) for n, ledger in enumerate(copies)]
    for pen in writers:  # the first codes open the chains
        code = pen.write()
        for other in writers:
            if other is not pen:
                other.read(code)
    return writers


def play(writers: list[Pen]) -> list[str]:
    """A whole game; returns the codes that were sent."""
    bots: list[object] = [BOTS["simple"]() for _ in writers]
    codes = []
    for _ in range(5000):
        if isinstance(writers[0].ledger.state.ask, Over):
            return codes
        pen = next(pen for pen in writers if pen.mine())
        players = Players([bots[n] if n == pen.seat else None for n in range(len(writers))])  # type: ignore[misc]
        while pen.mine():
            if pen.ledger.state.ask.seat == CHANCE:
                if pen.draw() is None:
                    break
                continue
            move = players.next(pen.ledger.state)
            assert move is not None
            pen.say(pen.ledger.game.notation.text(move[1].answer, pen.ledger.state))
        waited = pen.waits_for() if pen.ledger.waits_for_chance else []
        codes.append(pen.write())
        for other in writers:
            if other is not pen:
                other.read(codes[-1])
        for (
            seat
        ) in waited:  # whoever must open a chain further sends a code with nothing else in it
            codes.append(writers[seat].write())
            for other in writers:
                if other is not writers[seat]:
                    other.read(codes[-1])
    raise AssertionError("the game does not end")


@pytest.mark.parametrize("count", [2, 3])
def test_a_whole_game_by_codes(count: int) -> None:
    players = pens(count)
    codes = play(players)
    assert len({pen.ledger.digest for pen in players}) == 1
    ended = proof.to_dict(players[-1].ledger)
    assert referee.check_table(ended) == []
    assert proof.check(ended) == []
    sizes = [len(code) for code in codes]
    assert statistics.median(sizes) <= 100
    assert max(sizes) <= 400


def test_a_code_is_read_once_in_its_order_and_whole() -> None:
    players = pens(2)
    players[0].say("roll")
    players[0].draw()
    code = players[0].write()
    before = players[1].ledger.digest
    for bad in (code[:-1], code[:20], "", "A" * 100, code[:30] + "AAAA" + code[34:], "x" * 5000):
        with pytest.raises(Wrong):
            players[1].read(bad)
        assert players[1].ledger.digest == before
    with pytest.raises(Wrong, match="own"):
        players[0].read(code)
    spaced = " ".join(code[i : i + 5] for i in range(0, len(code), 5))
    assert players[1].read(spaced) == 2
    assert players[1].ledger.digest == players[0].ledger.digest
    with pytest.raises(Wrong, match="already"):
        players[1].read(code)


def test_a_code_answers_for_its_own_seat_by_the_rules() -> None:
    players = pens(2)
    with pytest.raises((Refused, Malformed)):
        players[0].say("buy")
    players[0].say("roll")
    players[0].draw()
    players[1].read(players[0].write())
    # A program that was tampered with answers for the other seat.
    cheat = players[0]
    ledger = cheat.ledger
    ledger.add({"e": "line", "line": "Ben roll", "id": 1})
    before = players[1].ledger.digest
    with pytest.raises(Wrong, match="another seat"):
        players[1].read(cheat.write())
    assert players[1].ledger.digest == before


def test_a_code_holds_no_secret() -> None:
    players = pens(2)
    codes = play(players)
    text = json.dumps(codes)
    for pen in players:
        assert text_of(pen.chain.secret) not in text

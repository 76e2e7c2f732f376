"""Play by codes: no network at all, and one game."""

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
    made = [Pen(ledger, n, chains[n]) for n, ledger in enumerate(copies)]
    for pen in made:  # the first codes open the chains
        code = pen.write()
        for other in made:
            if other is not pen:
                other.read(code)
    return made


def play(made: list[Pen]) -> list[str]:
    """A whole game; returns the codes that were sent."""
    bots: list[object] = [BOTS["simple"]() for _ in made]
    codes = []
    for _ in range(5000):
        if isinstance(made[0].ledger.state.ask, Over):
            return codes
        pen = next(pen for pen in made if pen.mine())
        players = Players([bots[n] if n == pen.seat else None for n in range(len(made))])  # type: ignore[misc]
        while pen.mine():
            if pen.ledger.state.ask.seat == CHANCE:
                if pen.draw() is None:
                    break
                continue
            found = players.next(pen.ledger.state)
            assert found is not None
            pen.say(pen.ledger.game.notation.text(found[1].answer, pen.ledger.state))
        waited = pen.waits_for() if pen.ledger.waits_for_chance else []
        codes.append(pen.write())
        for other in made:
            if other is not pen:
                other.read(codes[-1])
        for (
            seat
        ) in waited:  # whoever must open a chain further sends a code with nothing else in it
            codes.append(made[seat].write())
            for other in made:
                if other is not made[seat]:
                    other.read(codes[-1])
    raise AssertionError("the game does not end")


@pytest.mark.parametrize("count", [2, 3])
def test_a_whole_game_by_codes(count: int) -> None:
    made = pens(count)
    codes = play(made)
    assert len({pen.ledger.digest for pen in made}) == 1
    ended = proof.table(made[-1].ledger)
    assert referee.check_table(ended) == []
    assert proof.check(ended) == []
    sizes = [len(code) for code in codes]
    assert statistics.median(sizes) <= 100
    assert max(sizes) <= 400


def test_a_code_is_read_once_in_its_order_and_whole() -> None:
    made = pens(2)
    made[0].say("roll")
    made[0].draw()
    code = made[0].write()
    before = made[1].ledger.digest
    for bad in (code[:-1], code[:20], "", "A" * 100, code[:30] + "AAAA" + code[34:], "x" * 5000):
        with pytest.raises(Wrong):
            made[1].read(bad)
        assert made[1].ledger.digest == before
    with pytest.raises(Wrong, match="own"):
        made[0].read(code)
    spaced = " ".join(code[i : i + 5] for i in range(0, len(code), 5))
    assert made[1].read(spaced) == 2
    assert made[1].ledger.digest == made[0].ledger.digest
    with pytest.raises(Wrong, match="already"):
        made[1].read(code)


def test_a_code_answers_for_its_own_seat_by_the_rules() -> None:
    made = pens(2)
    with pytest.raises((Refused, Malformed)):
        made[0].say("buy")
    made[0].say("roll")
    made[0].draw()
    made[1].read(made[0].write())
    # A program that was tampered with answers for the other seat.
    cheat = made[0]
    ledger = cheat.ledger
    ledger.add({"e": "line", "line": "Ben roll", "id": 1})
    before = made[1].ledger.digest
    with pytest.raises(Wrong, match="another seat"):
        made[1].read(cheat.write())
    assert made[1].ledger.digest == before


def test_a_code_holds_no_secret() -> None:
    made = pens(2)
    codes = play(made)
    text = json.dumps(codes)
    for pen in made:
        assert text_of(pen.chain.secret) not in text

"""Says what a proof shows, and what nobody can know from it, in sentences (``referee --proof``)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any, Final

from ..engine.asks import (
    Over,
)
from ..engine.parsing.untrusted_input import quoted
from ..engine.record import read_record
from ..language.catalogue import N_
from .ecdsa import fingerprint
from .proof import FORMAT, gap, open_proof
from .replicated_log_entry_rules import ReplicatedLog

_NUMBERED = re.compile(r"(before )?draw (\d+) ")


def report(record_table: Mapping[str, Any]) -> list[str]:
    """Return the sentences about a valid proof (``proof.check_proof``).

    They say what it shows, name the keys, and say what it does not show."""
    record = read_record(record_table)
    proof = record.extra["x-proof"]
    names = [seat.name for seat in record.seats]
    return [
        *_Report(open_proof(record, proof), proof, names).sentences(),
        *_not_covered(record_table),
    ]


def _not_covered(record_table: Mapping[str, Any]) -> Iterable[str]:
    """Yield what the file says outside the proof: keys of other programs, at the top and in steps.

    Keys of seats and of house rules are part of the list's first digest."""
    found = [quoted(key) for key in record_table if key.startswith("x-") and key != "x-proof"]
    inside: dict[str, list[int]] = {}
    for n, step in enumerate(record_table.get("step", ()), 1):
        for key in {*step, *step.get("expect", ())}:
            if key.startswith("x-"):
                inside.setdefault(key, []).append(n)
    for key, numbers in inside.items():
        name, steps = quoted(key), _ranges(numbers)
        found.append(
            N_(f"{name} in step {steps}") if len(numbers) == 1 else N_(f"{name} in steps {steps}")
        )
    if found:
        named = "; ".join(sorted(found))
        yield N_(
            f"not covered: {named}. Whoever wrote the file may have added or changed this data"
        )


class _Report:
    """Reads a list from its beginning, and notes what a reader should know of it."""

    def __init__(self, log: ReplicatedLog, proof: Mapping[str, Any], names: list[str]) -> None:
        self.log, self.names = log, names
        self.old = proof["format"] != FORMAT
        self.gaps: list[str] = []  # as in ``proof.proof_gaps``
        self.keys: dict[int, list[str]] = {}  # all keys of a seat, in order
        self.bots: set[int] = set()  # seats for which a bot has answered
        self.people: set[int] = set()  # seats that a device held while something was drawn
        self.drew: set[int] = set()  # seats whose values were used in a draw
        self.unsigned: set[int] = set()  # seats that have given an answer without a signature
        self.draws = 0
        for entry in proof["entries"]:
            self._read(entry)
        # The furthest entry that each seat has signed, or that comes before one that it has signed.
        self.signed: dict[int, int] = {}
        for signature in log.unverified:
            upto = signature.upto + (signature.index == signature.upto)
            self.signed[signature.seat] = max(upto, self.signed.get(signature.seat, 0))

    def _read(self, entry: Mapping[str, Any]) -> None:
        log, k = self.log, self.log.draw
        if entry["e"] == "draw":
            self.draws += 1
            drew = {int(seat) for seat in entry["reveals"]}
            self.people |= set(log.persons())
            self.drew |= drew
            left = [seat for seat in log.persons() if seat not in drew]
            self.gaps += [N_(f"draw {k} was made without {self._of(left)}")] if left else []
            if len({log.holders[seat].device for seat in drew}) == 1:
                whose = self._of(sorted(drew))
                self.gaps.append(
                    N_(
                        f"draw {k} depended on the value of {whose} alone, which that device "
                        "knew in advance"
                    )
                )
        else:
            self.gaps += gap(log, entry, self.names)
        if entry["e"] == "line" and not entry.get("sig"):
            answered = self.unsigned if entry["id"] else self.bots
            answered.add(log.game.notation.seat(entry["line"].split()[0]))
        log.add(entry)
        for seat, holder in enumerate(log.holders):
            if holder.pub and holder.pub not in self.keys.setdefault(seat, []):
                self.keys[seat].append(holder.pub)

    def _of(self, seats: Iterable[int]) -> str:
        return ", ".join(self.names[seat] for seat in seats)

    def sentences(self) -> list[str]:
        return [*self._shown(), *self._fingerprints(), *self._open(), *_grouped(self.gaps)]

    def _shown(self) -> Iterable[str]:
        keyed = sorted(
            seat for seat, keys in self.keys.items() if keys and seat not in self.unsigned
        )
        yield N_(
            f"shown: the throws and cards ({self.draws} in all) follow from values that seats had "
            "committed to"
        )
        if keyed:
            names = self._of(keyed)
            yield N_(f"shown: each move of {names} is signed, and only for its place in this game")
        if self.log.ended:
            names = self._of(sorted(self.log.ended))
            yield N_(
                f"shown: {names} signed the end of the game, so nothing before it was left "
                "out, added or moved"
            )

    def _fingerprints(self) -> Iterable[str]:
        for seat, keys in sorted(self.keys.items()):
            for n, key in enumerate(keys):
                whose, digits = self.names[seat], fingerprint(key)
                yield (
                    N_(f"key of {whose}, later: {digits}") if n else N_(f"key of {whose}: {digits}")
                )

    def _open(self) -> Iterable[str]:
        """Yield what the proof leaves open."""
        log = self.log
        if self.old:
            yield N_(
                "not shown: a proof of version 1 does not say who agreed to what was taken back, and its"
                " host could draw without the value of a device"
            )
        sat = {seat for seat, holder in enumerate(log.holders) if holder.device} | self.people
        without = sorted(seat for seat in sat if not self.keys.get(seat) or seat in self.unsigned)
        if not any(self.keys.values()):
            yield N_("unsigned: any line may have been changed by whoever wrote the file")
            yield N_("not shown: who threw; one person may have written the whole game alone")
        else:
            if without:
                names = self._of(without)
                yield N_(f"unsigned: {names}; any line of theirs may be somebody else’s")
            yield N_(
                "not shown: who held a key. One person may have made every key that you do not know:"
                " compare each with the one on that player’s screen"
            )
        for key in dict.fromkeys(key for keys in self.keys.values() for key in keys):
            shared = sorted(seat for seat, keys in self.keys.items() if key in keys)
            if len(shared) > 1:
                names = self._of(shared)
                yield N_(f"not shown: that {names} had a device each: they have the same key")
        undrawn = sorted(self.people - self.drew)
        if undrawn:
            yield N_(f"no throw or card came out of a value of {self._of(undrawn)}")
        if self.bots:
            names = self._of(sorted(self.bots))
            yield N_(
                f"not shown: that the moves of {names} are the ones a bot would make; the "
                "host’s device made them"
            )
        yield from self._ends()

    def _ends(self) -> Iterable[str]:
        log, keyed = self.log, any(self.keys.values())
        over = log.begun and isinstance(log.state.ask, Over)
        if not over:
            yield N_("the file ends before the game is over: more may have followed")
        after = log.count - max(self.signed.values(), default=0)
        if keyed and after > 0:
            yield N_(
                f"nobody signed the end of the list (entries: {after}): whoever wrote the file "
                "may have changed it, or left something out"
            )
        for seat, holder in enumerate(log.holders):
            if over and holder.pub and not holder.bot and seat not in log.ended:
                upto = self.signed.get(seat, 0)
                yield N_(
                    f"{self.names[seat]} did not sign the end (entries signed: {upto} of {log.count}): "
                    "the rest could have been written without that device"
                )


# The phrases that _grouped uses for several draws.
ABOUT_SEVERAL_DRAWS: Final = (
    N_("{a} ({b} times)"),
    N_("draws {a} were made without {b}"),
    N_("draws {a} were given up: a bot took the seat of {b}"),
    N_("draws {a} depended on the value of {b} alone, which that device knew in advance"),
    N_("before draws {a} a bot took the seat of {b}"),
    N_("before draws {a} another device took over the seat of {b}"),
    N_("before draws {a} the device of {b} came back; it {c}"),
    N_("before draws {a} the device of {b} committed to a new chain"),
    N_("before draws {a} something was taken back by {b}; agreed: {c}"),
    N_("before draws {a} something was taken back"),
)
AMONG_OTHERS: Final = N_("{a}; {b}")  # two of several keys that are not covered


def _grouped(phrases: Iterable[str]) -> Iterable[str]:
    """Merge the phrases that say the same about several draws into one."""
    same: dict[tuple[str, str], list[int]] = {}
    for phrase in phrases:
        head = _NUMBERED.match(phrase)
        assert head is not None, phrase
        same.setdefault((head[1] or "", phrase[head.end() :]), []).append(int(head[2]))
    for (before, rest), draws in same.items():
        times = f" ({len(draws)} times)" if len(draws) > len(set(draws)) else ""
        numbers, many = _ranges(draws), len(set(draws)) > 1
        verb = re.sub("^was ", "were ", rest) if many else rest
        yield f"{before}{'draws' if many else 'draw'} {numbers} {verb}{times}"


def _ranges(numbers: Iterable[int]) -> str:
    """Return numbers in ascending order as text, with consecutive ones as ranges: "3, 5–9"."""
    spans: list[list[int]] = []
    for n in sorted(set(numbers)):
        if spans and n == spans[-1][1] + 1:
            spans[-1][1] = n
        else:
            spans.append([n, n])
    return ", ".join(f"{a}" if a == b else f"{a}–{b}" for a, b in spans)

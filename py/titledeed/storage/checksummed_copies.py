"""The text format of saved games, and the choice of the newest undamaged copy.

A game is stored as two *bases* and a *tail*. The bases are whole records that are written in turn. The
tail has a line for each answer since one of them. A base begins with the checksum of its text. The
checksum of a tail's line covers the line and the checksum before it; the first one covers the base's.
So a tail is valid up to some line, for one base only, and never mixes two games.

Every state has an *age*, ``(epoch, number)``. Each opening of the game begins a new epoch, and each
write in it has the next number. The greatest age is the newest state, wherever it is stored. If a
second window opens the game, everything that the first one still writes is older than the second one's
writes.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from ..engine.parsing.untrusted_input import json_value
from ..migrations import browser_save_version_declaration
from ..migrations.versioned_format import OtherFormat

SAVE: Final = browser_save_version_declaration.SAVE.version
PARTS: Final = ("base-0", "base-1", "tail")

Age = tuple[int, int]
NEVER: Final[Age] = (0, 0)
# An answer's line with its mark (who gave it), or the number of answers that remain after an undo.
Step = tuple[str, Any] | int


@dataclass(frozen=True)
class SavedCopy:
    """One undamaged state of a game: a base's record and the steps since it. ``place``: 0 or 1, the place of
    the base."""

    age: Age
    table: Mapping[str, Any]
    since: Sequence[Step]
    place: int


def text_digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]


def dump_json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def seal_table(table: Mapping[str, Any]) -> str:
    """Return the text of a table: a checksum, then JSON."""
    text = dump_json({"save": SAVE, **table})
    return f"{text_digest(text)} {text}"


def unseal_table(stored: str | None) -> dict[str, Any] | None:
    """Return the table in a sealed text; None if there is no text or it is damaged.

    Raises :class:`NewerFormat`.
    """
    if stored is None:
        return None
    sum_, _space, text = stored.partition(" ")
    if sum_ != text_digest(text):
        return None
    table = _json(text)
    if not isinstance(table, dict):
        return None
    save = table.get("save")
    if type(save) is not int:
        return None
    try:
        return {**browser_save_version_declaration.SAVE.upgrade_from(save, table), "save": SAVE}
    except OtherFormat:
        return None


def legible_table(stored: str | None) -> dict[str, Any]:
    """Return the table in a sealed text, whatever its checksum and version; empty if unreadable."""
    _checksum, brace, text = (stored or "").partition("{")
    table = _json(brace + text)
    return table if isinstance(table, dict) else {}


def _json(text: str) -> Any:
    try:
        return json_value(text)
    except ValueError:
        return None


def base_text(age: Age, table: Mapping[str, Any]) -> str:
    """Return the text of a base: a whole record with its age."""
    return seal_table({"age": list(age), "table": table})


def empty_tail(base_text: str) -> str:
    """Return the empty tail of a base."""
    return base_text[:16]


def append_to_tail(tail_text: str, number: int, steps: Iterable[Step]) -> str:
    """Return a tail with steps appended.

    ``number``: the number of its last step so far."""
    lines = [tail_text]
    last = tail_text.rpartition("\n")[2][:16]
    for step in steps:
        number += 1
        text = dump_json([number, step] if isinstance(step, int) else [number, *step])
        last = text_digest(f"{last} {text}")
        lines.append(f"{last} {text}")
    return "\n".join(lines)


def read_copies(storages: Sequence[Mapping[str, str]]) -> tuple[list[SavedCopy], bool]:
    """Return all undamaged states among the texts of one game, newest first, and whether any is damaged.

    ``storages``: for each storage, the texts by part (``PARTS``). Raises :class:`NewerFormat`.
    """
    good: list[SavedCopy] = []
    damaged = False
    bases: dict[str, tuple[int, dict[str, Any]]] = {}
    for texts in storages:
        for place in (0, 1):
            text = texts.get(f"base-{place}")
            table = unseal_table(text)
            if text is not None and table is not None and _is_base(table):
                bases[text[:16]] = (place, table)
            elif text is not None:
                damaged = True
    tails = {texts["tail"] for texts in storages if "tail" in texts}
    followed = set()
    for text in tails:
        steps, whole = _steps(text, bases)
        damaged |= not whole
        if steps is None:
            continue
        root = text[:16]
        followed.add(root)
        place, table = bases[root]
        age = _age(table["age"])
        good.append(SavedCopy((age[0], age[1] + len(steps)), table["table"], steps, place))
    good += [
        SavedCopy(_age(table["age"]), table["table"], (), place)
        for root, (place, table) in bases.items()
        if root not in followed
    ]
    return sorted(good, key=lambda copy: copy.age, reverse=True), damaged


def _is_base(table: Mapping[str, Any]) -> bool:
    record = table.get("table")
    return age_of(table) is not None and isinstance(record, dict) and _has_lines(record.get("step"))


def _has_lines(steps: object) -> bool:
    """Whether these are a record's steps, as far as a tail needs them to continue after their lines."""
    return isinstance(steps, list) and all(
        isinstance(step, dict) and _lines(step.get("play", "")) for step in steps
    )


def _lines(play: object) -> bool:
    return isinstance(play, str) or (
        isinstance(play, list) and all(isinstance(line, str) for line in play)
    )


def age_of(table: Mapping[str, Any]) -> Age | None:
    """Return the age in a table; None if it has no valid one."""
    age = table.get("age")
    if isinstance(age, list) and len(age) == 2 and all(type(n) is int and n >= 0 for n in age):
        return _age(age)
    return None


def _age(age: Sequence[int]) -> Age:
    return age[0], age[1]


def _steps(text: str, bases: Mapping[str, tuple[int, Mapping[str, Any]]]) -> tuple[Any, bool]:
    """Return the steps of a tail before the first damaged one, and whether these are all.

    The steps are None if the tail's base is missing."""
    last, *lines = text.split("\n")
    if last not in bases:
        return None, False
    number = bases[last][1]["age"][1]
    steps: list[Step] = []
    for line in lines:
        sum_, _space, rest = line.partition(" ")
        step = _json(rest) if sum_ == text_digest(f"{last} {rest}") else None
        number += 1
        if not isinstance(step, list) or step[:1] != [number]:
            return steps, False
        match step:
            case [_, str() as answer, mark]:
                steps.append((answer, mark))
            case [_, left] if type(left) is int and left >= 0:
                steps.append(left)
            case _:
                return steps, False
        last = sum_
    return steps, True

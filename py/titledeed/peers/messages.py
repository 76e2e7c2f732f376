"""The messages between devices, protocol ``title-deed-table/2``: each is one JSON object.

Messages come from untrusted devices. Every field is checked for its type and limits; a message with any
fault is refused as a whole, with a sentence.
"""

from __future__ import annotations

import json
from typing import Any, Final

from ..engine.parsing.untrusted_input import (
    DEEPEST,
    TooDeepError,
    check_portable,
    json_value,
    nests_deeper,
)
from ..engine.parsing.value_predicates import (
    Check,
    is_flag,
    is_hex,
    is_list,
    is_one_of,
    is_table,
    is_text,
    is_whole_number,
)
from .draw_hash_chains import LETTERS, SIZE, from_base64url
from .log_entry_fields_and_checks import (
    DIGEST,
    FIELDS,
    MOST_ENTRIES,
    REASONS,
    is_id,
    is_printable,
    is_table_name,
)
from .signing import PUBLIC, SIGNATURE, TABLE, is_signed_text

PROTOCOL: Final = TABLE
LARGEST: Final = 16_000  # characters of a message, each at most four bytes
LARGEST_LIST: Final = 8_000_000  # characters of a whole list; a long game has about 100,000
LARGEST_PART: Final = 12_000  # characters of the payload of one part of a longer text
MOST_PARTS: Final = 40  # parts of a record's head; with a custom board, about 20,000 characters
MOST_SECOND: Final = 200  # messages per connection in a second
MOST_OFFERS: Final = 20  # connection offers per connection in a minute
MOST_REQUESTS: Final = 120  # greetings and requests per connection in a minute
MOST_POLLS: Final = 5  # questions to all people per device in a minute
MOST_LISTS: Final = 12  # other lists of one connection in a minute: each is played through
LONGEST_LINE: Final = 500  # characters of an answer
LONGEST_TEXT: Final = 90  # characters of each value or signature where an entry has several
SEATS: Final = 8
MOST_CONNS: Final = 24

Message = dict[str, Any]


class MessageError(Exception):
    """A text that is not a valid message. The exception's text is a sentence."""


def _text(most: int) -> Check:
    return lambda v: is_text(v, most, is_printable)


def _name(v: Any) -> bool:
    return is_text(v, 30, is_table_name)


def _whole(low: int, high: int) -> Check:
    return lambda v: is_whole_number(v, low, high)


def _one_of(*words: str) -> Check:
    return lambda v: is_one_of(v, words)


def _digest(v: Any) -> bool:
    return is_hex(v, DIGEST)


def _value(v: Any) -> bool:
    return isinstance(v, str) and len(v) == LETTERS and from_base64url(v, SIZE) is not None


def _or_empty(check: Check) -> Check:
    return lambda v: v == "" or check(v)


def _signature(v: Any) -> bool:
    return v == "" or is_signed_text(v, SIGNATURE)


def _public(v: Any) -> bool:
    return v == "" or is_signed_text(v, PUBLIC)


def _reveals(v: Any) -> bool:
    seats = {str(n) for n in range(SEATS)}
    return is_table(v, SEATS, _value, seats.__contains__)


def _agreements(v: Any) -> bool:
    seats = {str(n) for n in range(SEATS)}
    return is_table(v, SEATS, _signature, seats.__contains__)


def _entry(v: Any) -> bool:
    """Whether a value has the fields of an entry, each of its type and no larger than allowed.

    A list is collected before its entries are checked one by one, so larger entries could fill the
    memory."""
    kind = v.get("e") if isinstance(v, dict) else None
    fields = FIELDS.get(kind) if isinstance(kind, str) else None
    if fields is None or set(v) - {"e"} != fields:
        return False
    return all(_IN_ENTRY.get(name, _word)(v[name]) for name in fields)


def _word(v: Any) -> bool:
    return is_text(v, LONGEST_LINE)


def _values(v: Any) -> bool:
    return is_table(v, SEATS, lambda text: is_text(text, LONGEST_TEXT))


def _entries(v: Any) -> bool:
    return is_list(v, 0, 500, _entry)


def _question(v: Any) -> bool:
    return _entry(v) and v["e"] in _POLLED and v["yes"] == {}


def _seats(v: Any) -> bool:
    return is_list(v, 0, SEATS, _whole(0, SEATS - 1))


_COUNT: Final = _whole(0, MOST_ENTRIES)
# The fields of entries that are not texts.
_IN_ENTRY: Final[dict[str, Check]] = {
    **dict.fromkeys(("seat", "by"), _whole(0, SEATS - 1)),
    **dict.fromkeys(("n", "k", "to", "id", "epoch"), _whole(0, 10**9)),
    **dict.fromkeys(("seats", "missing", "unasked"), _seats),
    **dict.fromkeys(("reveals", "yes"), _values),
    "on": is_flag,
}
_SEAT: Final = _whole(0, SEATS - 1)
_ANY_SEAT: Final = _whole(-1, SEATS - 1)
_KEY: Final = _or_empty(_value)
_SENTENCE: Final = _text(300)
_POLLED: Final = frozenset({"undo", "replace", "join"})  # the entries that people are asked about

# The kinds that are rare, that take a device long to answer, or that lengthen the list.
REQUESTS: Final = frozenset(
    {
        *("hello", "pause", "place", "ask", "agree", "commit", "rest", "join", "object", "stop"),
        *("host", "end"),
    }
)
# Every kind of message with the check of each field. A message has exactly these fields.
KINDS: Final[dict[str, dict[str, Check]]] = {
    "hello": {
        "protocol": _text(40),
        "engine": _text(64),
        "device": is_id,
        "name": _name,
        "want": _one_of("seat", "watch", "link"),
        "game": _or_empty(is_id),
        "seat": _ANY_SEAT,
        "token": _KEY,
        "have": _COUNT,
        "digest": _or_empty(_digest),
        "epoch": _COUNT,
    },
    "welcome": {
        "game": is_id,
        "parts": _whole(1, MOST_PARTS),
        "count": _COUNT,
        "digest": _digest,
        "epoch": _COUNT,
        "host": _SEAT,
        "seat": _ANY_SEAT,
    },
    "part": {"n": _whole(0, MOST_PARTS - 1), "text": _text(LARGEST_PART)},
    "lines": {
        "epoch": _COUNT,
        "start": _COUNT,
        "entries": _entries,
        "before": _digest,
        "digest": _digest,
    },
    "line": {"epoch": _COUNT, "n": _COUNT, "before": _digest, "entry": _entry, "digest": _digest},
    "say": {
        "seat": _SEAT,
        "id": _whole(1, 10**9),
        "n": _COUNT,
        "line": _text(LONGEST_LINE),
        "sig": _signature,
    },
    "no": {"id": _COUNT, "why": _text(20), "clauses": _SENTENCE},
    "draw": {
        "epoch": _COUNT,
        "k": _COUNT,
        "at": _digest,
        "ready": _seats,
        "reveals": _reveals,
    },
    "ready": {"k": _COUNT, "at": _digest, "seats": _seats},
    "reveal": {"k": _COUNT, "at": _digest, "reveals": _reveals},
    "lacks": {"epoch": _COUNT, "k": _COUNT, "at": _digest, "seats": _seats},
    "commit": {"seat": _SEAT, "anchor": _value, "pub": _public, "n": _COUNT, "sig": _signature},
    "rest": {"seat": _SEAT, "on": is_flag, "n": _COUNT, "sig": _signature},
    "end": {"seat": _SEAT, "n": _COUNT, "sig": _signature},
    "join": {
        "seat": _SEAT,
        "key": _value,
        "pub": _public,
        "anchor": _KEY,
        "why": _one_of(*sorted(REASONS)),
        "n": _COUNT,
        "sig": _signature,
    },
    "place": {"seat": _SEAT, "bot": _text(40)},
    "pause": {"on": is_flag, "seat": _SEAT},
    "ask": {"by": _ANY_SEAT, "n": _COUNT, "entry": _question, "yes": _agreements},
    "agree": {"seat": _SEAT, "of": _digest, "yes": is_flag, "sig": _signature},
    "host": {"epoch": _COUNT, "seat": _SEAT, "have": _COUNT, "digest": _digest},
    "stop": {"n": _COUNT, "seat": _ANY_SEAT, "digest": _or_empty(_digest), "why": _SENTENCE},
    "object": {"k": _COUNT, "seat": _SEAT},
    "still": {
        "ask": is_flag,
        "beat": _COUNT,
        "here": _seats,
        "have": _COUNT,
        "digest": _or_empty(_digest),
        "epoch": _COUNT,
    },
    "signal": {"to": is_id, "by": is_id, "code": _text(900)},
    "bye": {"why": _SENTENCE},
}


def read_message(text: object) -> Message:
    """Parse and check a message; its kind is under "m". Raises :class:`MessageError` with a sentence."""
    if not isinstance(text, str):
        raise MessageError("A message is a text.")
    if len(text) > LARGEST:
        raise MessageError("A message is longer than any may be.")
    try:
        value = json_value(text)
        check_portable(value)
    except TooDeepError:
        raise MessageError("A message is nested too deeply.") from None
    except ValueError:
        raise MessageError("A message is no JSON.") from None
    if not isinstance(value, dict) or nests_deeper(value, DEEPEST):
        raise MessageError("A message is one table with keys.")
    kind = value.get("m")
    fields = KINDS.get(kind) if isinstance(kind, str) else None
    if fields is None:
        raise MessageError("A message of a kind that this version does not know.")
    if set(value) - {"m"} != set(fields):
        raise MessageError(f"A message “{kind}” with missing or foreign fields.")
    for name, check in fields.items():
        if not check(value[name]):
            raise MessageError(f"A message “{kind}” with a wrong “{name}”.")
    return value


def write_message(kind: str, **fields: Any) -> str:
    """Return the text of a message. All fields of its kind must be given."""
    assert set(fields) == set(KINDS[kind]), (kind, fields)
    return json.dumps({"m": kind, **fields}, ensure_ascii=False, separators=(",", ":"))


class Rate:
    """A rate limit: a bucket of ``most`` tokens that refills within ``seconds``.

    Each message takes one token. The caller passes in the time, in seconds."""

    def __init__(self, most: int, seconds: float) -> None:
        self.most = most
        self.each = most / seconds
        self.left = float(most)
        self.at = 0.0

    def takes(self, now: float) -> bool:
        """Whether one more message is allowed now; if so, it is counted."""
        self.left = min(float(self.most), self.left + max(0.0, now - self.at) * self.each)
        self.at = now
        if self.left < 1:
            return False
        self.left -= 1
        return True


class Window:
    """A limit that holds in every span of ``seconds``: at most ``most`` messages.

    The caller passes in the time, in seconds."""

    def __init__(self, most: int, seconds: float) -> None:
        self.most = most
        self.seconds = seconds
        self.times: list[float] = []

    def takes(self, now: float) -> bool:
        """Whether one more message is allowed now; if so, it is counted."""
        self.times = [at for at in self.times if now - at < self.seconds]
        if len(self.times) >= self.most:
            return False
        self.times.append(now)
        return True

"""A board as a code for a link or a QR code: what differs from a built-in board, compressed.

The code is ``1.`` and base64url without padding: four bytes of the CRC-32 of the rest, and the JSON of
the differences as raw DEFLATE with the dictionary ``_WORDS``. docs/BOARD_MAKER.md describes the
JSON. What this module writes is a public format: the dictionary and the rules of :func:`_small` never
change under this version.
"""

from __future__ import annotations

import json
import zlib
from base64 import urlsafe_b64encode
from functools import cache
from typing import Any, Final

from ..engine.errors import LoadError
from ..engine.parsing.untrusted_input import (
    check_portable,
    from_base64,
    inflate_bytes,
    json_value,
    nests_deeper,
)
from ..engine.rulebook_loader_and_rules_compiler import DECK_SETS, EDITIONS
from ..engine.special_seats_and_ids import DECKS
from .changes import first_short_of, printed_decks, printed_draft
from .draft import BoardDraft
from .draft_from_and_to_edition_table import card_table, draft_of_table, table_of
from .rents_and_costs_from_price import OTHERS, following_rents, rents_at

VERSION: Final = "1"
MARK: Final = "#board="
LONGEST_LINK: Final = 2000  # characters of a whole address that every program passes on
LONGEST_QR: Final = 800  # characters of an address that a camera reads from a screen
LONGEST: Final = 8000  # characters of a code that is read
_LARGEST: Final = 100_000  # bytes of the unpacked JSON
_DEEPEST: Final = 16
_WORDS: Final = (
    b'"x-tokens":["anchor","kite","rook"]"x-icon":["deck_names":{"words":{"go":["jail":["just_visiting":['
    b'"free_parking":["go_to_jail":["income_tax":["luxury_tax":["community_chest":["chance":["salary":['
    b'"jail_card":["railroad":["railroads":["house":["houses":["hotel":["hotels":["bank":["banker":['
    b'"currency":["currencies":["sign":["after":[true]"group":{"name":["color":["#"mark":["house_cost":['
    b'"rents":["price":["short":["kind":["id":["text":["do":["collect-each"]"pay-each"]"repairs"]'
    b'"amount":["to":["steps":["house":["hotel":[ Street Road Lane Square Place Station '
    b'"]},"1":{"name":["'
)


# ---------------------------------------------------------------- small tables


def _small(draft: BoardDraft) -> dict[str, Any]:
    """The table of a draft without what follows from the rest of it."""
    table = table_of(draft)
    del table["schema"]
    for n, (row, space) in enumerate(zip(table["space"], draft.spaces, strict=True)):
        if space.own_mortgage is None:
            row.pop("mortgage", None)
        auto = first_short_of(space.name)
        if space.short == auto:
            row.pop("short", None)
        elif space.short is None:
            row["short"] = ""
        if "rents" in row and space.rents == _usual(draft, n):
            del row["rents"]
    table["space"] = {str(n): row for n, row in enumerate(table["space"])}
    table["group"] = {str(n): row for n, row in enumerate(table["group"])}
    for deck in DECKS:
        if deck in table:
            table[deck] = {str(n): row for n, row in enumerate(table[deck])}
    return table


def _usual(draft: BoardDraft, at: int) -> tuple[int, ...]:
    return following_rents(draft, at)


def _whole(table: dict[str, Any]) -> dict[str, Any]:
    """Undo :func:`_small`. Raises LoadError or another ValueError for an impossible table."""
    whole = dict(table)
    for name in ("space", "group", *DECKS):
        if name in whole:
            whole[name] = _listed(whole[name])
    rank = 0
    for row in whole.get("space", []):
        kind, name, price = row.get("kind"), row.get("name"), row.get("price")
        if "short" not in row and isinstance(name, str):
            auto = first_short_of(name[:200])
            if auto is not None:
                row["short"] = auto
        elif row.get("short") == "":
            del row["short"]
        if kind in ("street", "railroad", "utility") and type(price) is int:
            row.setdefault("mortgage", price // 2)
            if "rents" not in row:
                if kind == "street":
                    row["rents"] = list(rents_at(min(max(price, 0), 10**9), rank))
                else:
                    row["rents"] = list(OTHERS[kind][1])
        rank += kind == "street"
    return whole


def _listed(rows: Any) -> list[dict[str, Any]]:
    if not isinstance(rows, dict) or len(rows) > 60:
        raise ValueError("not a list")
    found = [rows.get(str(n)) for n in range(len(rows))]
    if not all(isinstance(row, dict) for row in found):
        raise ValueError("not a list")
    return [dict(row) for row in found if row is not None]


# ---------------------------------------------------------------- differences


def _difference(base: Any, own: Any) -> Any:
    """What differs: a dictionary of the changed keys, ``[value]`` for a new value, ``[]`` for none."""
    if not isinstance(base, dict) or not isinstance(own, dict):
        return [own]
    out: dict[str, Any] = {}
    for key, value in own.items():
        if key not in base:
            out[key] = [value]
        elif base[key] != value or type(base[key]) is not type(value):
            out[key] = _difference(base[key], value)
    out.update((key, []) for key in base if key not in own)
    return out


def _with_difference(base: Any, change: Any) -> Any:
    if isinstance(change, list):
        if len(change) > 1:
            raise ValueError("more than one value")
        return change[0] if change else None
    if not isinstance(change, dict) or not isinstance(base, dict):
        raise ValueError("not a difference")
    out = dict(base)
    for key, inner in change.items():
        if inner == []:
            out.pop(key, None)
        else:
            out[key] = _with_difference(out.get(key, {}), inner)
    return out


@cache
def _base(edition: int, decks: int) -> dict[str, Any]:
    """The small table of a built-in board with these decks; -1 for none."""
    table = _small(printed_draft(EDITIONS[edition]))
    if decks >= 0:
        for deck, cards in zip(DECKS, printed_decks(DECK_SETS[decks]), strict=True):
            table[deck] = {str(n): card_table(card) for n, card in enumerate(cards)}
    return table


# ---------------------------------------------------------------- codes


def pack_board(draft: BoardDraft) -> str:
    """The shortest code of a board."""
    own = _small(draft)
    codes = [
        _packed([edition, decks, _difference(_base(edition, decks), own)])
        for edition in range(len(EDITIONS))
        for decks in (range(len(DECK_SETS)) if draft.decks is not None else (-1,))
    ]
    return min(codes, key=len)


def _packed(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()
    packer = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS, 9, zlib.Z_DEFAULT_STRATEGY, _WORDS)
    packed = packer.compress(text) + packer.flush()
    sealed = zlib.crc32(packed).to_bytes(4, "big") + packed
    return f"{VERSION}.{urlsafe_b64encode(sealed).rstrip(b'=').decode('ascii')}"


def unpack_board(code: str) -> BoardDraft:
    """The draft in a code. Raises :class:`LoadError` with a sentence."""
    damaged = "The link is damaged: some of its characters are wrong. Copy the whole link again."
    version, dot, text = code.partition(".")
    if not dot or version != VERSION:
        raise LoadError("The link doesn’t contain a board that this program can read.")
    if len(code) > LONGEST:
        raise LoadError("The link is too long for a board.")
    try:
        sealed = from_base64(text, LONGEST)
        if zlib.crc32(sealed[4:]).to_bytes(4, "big") != sealed[:4]:
            raise ValueError("wrong checksum")
        value = json_value(inflate_bytes(sealed[4:], _LARGEST, _WORDS).decode("utf-8"))
        check_portable(value)
        table = _unpacked(value)
    except LoadError:
        raise
    except (ValueError, TypeError):
        raise LoadError(damaged) from None
    return draft_of_table(table, "Link")


def _unpacked(value: Any) -> dict[str, Any]:
    if not isinstance(value, list) or len(value) != 3 or nests_deeper(value, _DEEPEST):
        raise ValueError("not a board")
    edition, decks, change = value
    if type(edition) is not int or not 0 <= edition < len(EDITIONS):
        raise ValueError("no such board")
    if type(decks) is not int or not -1 <= decks < len(DECK_SETS):
        raise ValueError("no such decks")
    table = _with_difference(_base(edition, decks), change)
    if not isinstance(table, dict):
        raise ValueError("not a board")
    return _whole(table)

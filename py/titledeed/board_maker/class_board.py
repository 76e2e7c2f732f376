"""A board that a class makes together: who has which spaces, what they have handed in, and where two of them
meet.

Nothing here changes in place. :func:`take_part` puts what a student has handed in onto the teacher's board,
as far as nobody has to decide about it; :func:`questions` lists the rest.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, NamedTuple

from ..engine.errors import LoadError
from ..engine.parsing.edition_parser import DEED_KINDS
from ..engine.special_seats_and_ids import DECKS, SPACES
from .draft import BoardDraft
from .part_values import (
    Value,
    all_keys,
    fits,
    has_key,
    keys_of,
    place_of,
    stays_within,
    value_of,
    values_that_differ,
    with_value,
)

MOST_HANDS: Final = 40
LONGEST_STUDENT: Final = 80  # characters of a student's name
WHICH: Final = ("all", "deeds", "streets")  # the spaces that are dealt out


@dataclass(frozen=True)
class BoardTask:
    """What one student gets: the board to begin with, and the spaces that are theirs. ``id`` is that of the
    class's board, 16 hexadecimal digits."""

    id: str
    hand: int
    name: str
    spaces: tuple[int, ...]
    base: BoardDraft

    def allows(self, own: BoardDraft) -> bool:
        """Whether a board has been changed only where this student may."""
        return stays_within(self.base, own, self.spaces)

    def part(self, own: BoardDraft) -> BoardPart:
        """What the student hands in: the values of their own that differ."""
        keys = keys_of(self.base, self.spaces)
        return BoardPart(self.id, self.hand, self.name, values_that_differ(self.base, own, keys))


@dataclass(frozen=True)
class BoardPart:
    """What a student has handed in, by key. Each value fits its key on the board that they began with."""

    id: str
    hand: int
    name: str
    values: Mapping[str, Value]


@dataclass(frozen=True)
class Hand:
    """One student or group. ``device``: theirs in a live class, or "". ``values``: what they have handed in,
    None if nothing yet; ``when``: ISO 8601; ``left``: the keys of values that the teacher has decided not to
    take."""

    name: str
    spaces: tuple[int, ...] = ()
    device: str = ""
    values: Mapping[str, Value] | None = None
    when: str = ""
    left: frozenset[str] = frozenset()


@dataclass(frozen=True)
class ClassBoard:
    """``base``: the board with which all begin."""

    id: str
    base: BoardDraft
    hands: Mapping[int, Hand] = field(default_factory=dict)

    def task(self, n: int) -> BoardTask:
        hand = self.hands[n]
        return BoardTask(self.id, n, hand.name, hand.spaces, self.base)

    def owners(self, at: int) -> list[int]:
        """The numbers of those who have a space of the base."""
        return [n for n, hand in self.hands.items() if at in hand.spaces]

    def handed(self) -> int:
        """How many have handed in."""
        return sum(hand.values is not None for hand in self.hands.values())


class Proposal(NamedTuple):
    hand: int
    value: Value


@dataclass(frozen=True)
class OpenQuestion:
    """A value that somebody has handed in and that is not on the board.

    ``reason``: "two-hands" (others have handed in something else), "not-dealt" (the place is not theirs),
    "same-name" (the space or group ``other`` has this name), "changed" (the board has been changed there
    since), "open" (nothing stands in the way anymore) or "gone" (the board has no such place anymore).
    ``key`` is that of the board as it is now, or that of the base if the place is gone; ``asked`` is
    always that of the base."""

    asked: str
    key: str
    reason: str
    proposals: tuple[Proposal, ...]
    now: Value
    now_of: tuple[int, ...]  # those whose value is on the board
    other: int = -1


# ---------------------------------------------------------------- dealing


def spaces_to_deal(draft: BoardDraft, which: str) -> list[int]:
    """The spaces of one of :data:`WHICH`, in board order."""
    kinds = {"deeds": DEED_KINDS, "streets": ("street",)}.get(which)
    return [at for at in range(SPACES) if kinds is None or draft.spaces[at].kind in kinds]


def dealt_evenly(spaces: Sequence[int], hands: int) -> list[tuple[int, ...]]:
    """Equal shares of neighboring spaces: their numbers differ by at most one."""
    return [
        tuple(spaces[n * len(spaces) // hands : (n + 1) * len(spaces) // hands])
        for n in range(hands)
    ]


def with_hands(
    board: ClassBoard, named: Sequence[tuple[str, str]], which: str = "all"
) -> ClassBoard:
    """Deal out spaces evenly to new hands, each with its name and device."""
    named = named[:MOST_HANDS]
    shares = dealt_evenly(spaces_to_deal(board.base, which), max(1, len(named)))
    hands = {
        n: Hand(name, share, device)
        for n, ((name, device), share) in enumerate(zip(named, shares, strict=False), 1)
    }
    return replace(board, hands=hands)


def with_one_more(board: ClassBoard, name: str, device: str = "") -> ClassBoard:
    """Somebody who comes later, without any spaces yet."""
    if len(board.hands) >= MOST_HANDS:
        return board
    n = max(board.hands, default=0) + 1
    return replace(board, hands={**board.hands, n: Hand(name, (), device)})


def with_hand(board: ClassBoard, n: int, hand: Hand) -> ClassBoard:
    return replace(board, hands={**board.hands, n: hand})


def place_on_base(base: BoardDraft, draft: BoardDraft, at: int) -> int:
    """The place that a space of the board had when it was dealt out, -1 for none: spaces may have been
    exchanged since."""
    id = draft.spaces[at].id
    return next((n for n, space in enumerate(base.spaces) if space.id == id), -1)


def places_now(base: BoardDraft, draft: BoardDraft, spaces: Sequence[int]) -> list[int]:
    """Where spaces that were dealt out are on the board now, in board order."""
    ids = {base.spaces[n].id for n in spaces}
    return [at for at in range(SPACES) if draft.spaces[at].id in ids]


def with_space_dealt(board: ClassBoard, n: int, at: int) -> ClassBoard:
    """Deal a space to somebody, or take it back from them. Others who have it keep it."""
    hand = board.hands[n]
    spaces = set(hand.spaces) ^ {at}
    return with_hand(board, n, replace(hand, spaces=tuple(sorted(spaces))))


# ---------------------------------------------------------------- taking


def hand_of(board: ClassBoard, part: BoardPart, device: str = "") -> int:
    """The number of the hand to which a part belongs. Raises :class:`LoadError` with a sentence.

    ``device``: the device that has sent it in a live class, which counts more than the number in it."""
    if part.id != board.id:
        raise LoadError("This part belongs to another board.")
    n = part.hand
    if device:
        n = next((m for m, hand in board.hands.items() if hand.device == device), n)
    hand = board.hands.get(n)
    if hand is None or (hand.device and device and hand.device != device):
        raise LoadError("Nobody with this number is working on this board.")
    return n


def take_part(
    board: ClassBoard, draft: BoardDraft, part: BoardPart, when: str, device: str = ""
) -> tuple[ClassBoard, BoardDraft]:
    """Take what a student has handed in. What nobody has to decide about goes onto the board at once. A part
    that is taken twice changes nothing. ``device`` and errors: as in :func:`hand_of`."""
    n = hand_of(board, part, device)
    hand = board.hands[n]
    before = hand.values or {}
    values = dict(part.values)
    if hand.values is not None and values == hand.values:
        return board, draft
    changed = [
        key
        for key in all_keys(board.base)
        if (key in values or key in before) and values.get(key) != before.get(key)
    ]
    left = hand.left - frozenset(changed)
    board = with_hand(board, n, replace(hand, values=values, when=when, left=left))
    waiting: list[str] = []
    while changed != waiting:  # a name may be free only once another one has been changed
        waiting = changed
        changed = []
        for key in waiting:
            usual = value_of(board.base, key)
            value, was = values.get(key, usual), before.get(key, usual)
            here = _key_now(board.base, draft, key)
            fit = here and fits(draft, here, value) and value_of(draft, here) == was
            if fit and not _reason(board, draft, n, key, here, value)[0]:
                draft = with_value(draft, here, value)
            else:
                changed.append(key)
    return board, draft


def _key_now(base: BoardDraft, draft: BoardDraft, key: str) -> str:
    """The key that a place of the base has on a board where spaces may have been exchanged; "" for none."""
    what, n, _deck = place_of(key)
    if what == "card":
        return key if has_key(draft, key) else ""
    of_space = what == "space"
    id = base.spaces[n].id if of_space else base.groups[n].id
    now = [space.id for space in draft.spaces] if of_space else [g.id for g in draft.groups]
    at = now.index(id) if id in now else -1
    here = f"{what} {at} {key.split()[2]}"
    return here if at >= 0 and has_key(draft, here) else ""


def _reason(
    board: ClassBoard, draft: BoardDraft, n: int, key: str, here: str, value: Value
) -> tuple[str, int]:
    """Why a value has to be decided about, "" if it need not; and the place with the same name, or -1."""
    for m, hand in board.hands.items():
        theirs = (hand.values or {}).get(key, value)
        if m != n and theirs != value and key not in hand.left:
            return "two-hands", -1
    if key not in keys_of(board.base, board.hands[n].spaces):
        return "not-dealt", -1
    other = _same_name(draft, here, value)
    return ("same-name", other) if other >= 0 else ("", -1)


def _same_name(draft: BoardDraft, here: str, value: Value) -> int:
    """Another space or group with this name, or -1. The spaces of a deck share theirs."""
    what, at, _deck = place_of(here)
    if not here.endswith(" name"):
        return -1
    name = (value[0] if what == "space" else value).strip().casefold()
    of_space = what == "space"
    names = [row.name for row in (draft.spaces if of_space else draft.groups)]
    for n, known in enumerate(names):
        if n == at or not name or known.strip().casefold() != name:
            continue
        kind = draft.spaces[at].kind if of_space else ""
        if kind not in DECKS or draft.spaces[n].kind != kind:
            return n
    return -1


# ---------------------------------------------------------------- deciding


def questions(board: ClassBoard, draft: BoardDraft) -> list[OpenQuestion]:
    """What the teacher has to decide, in board order."""
    found: list[OpenQuestion] = []
    for key in all_keys(board.base):
        given = {
            n: (hand.values or {})[key]
            for n, hand in board.hands.items()
            if key in (hand.values or {})
        }
        if not given:
            continue
        here = _key_now(board.base, draft, key)
        now = value_of(draft, here) if here else None
        ask = tuple(
            Proposal(n, value)
            for n, value in given.items()
            if key not in board.hands[n].left and (not here or value != now)
        )
        if not ask:
            continue
        first = ask[0]
        if not here or not all(fits(draft, here, one.value) for one in ask):
            found.append(OpenQuestion(key, here or key, "gone", ask, now, ()))
            continue
        reason, other = _reason(board, draft, first.hand, key, here, first.value)
        on_board = tuple(n for n, value in given.items() if value == now)
        usual = "open" if now == value_of(board.base, key) else "changed"
        found.append(OpenQuestion(key, here, reason or usual, ask, now, on_board, other))
    return found


def decided(
    board: ClassBoard, draft: BoardDraft, asked: str, chosen: int | None
) -> tuple[ClassBoard, BoardDraft]:
    """Take the value of one of the hands under a key of the base, or leave the board as it is. The others'
    values are not asked about again, unless they hand in something else."""
    here = _key_now(board.base, draft, asked)
    if chosen is not None:
        value = (board.hands[chosen].values or {})[asked]
        if not here or not fits(draft, here, value):
            return board, draft
        draft = with_value(draft, here, value)
    now = value_of(draft, here) if here else None
    for n, hand in board.hands.items():
        if asked in (hand.values or {}):
            left = hand.left - {asked}
            if not here or (hand.values or {})[asked] != now:
                left |= {asked}
            board = with_hand(board, n, replace(hand, left=left))
    return board, draft

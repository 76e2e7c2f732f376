"""What the rules cannot play in a draft, each with its place and the changes that would repair it.

A draft has no :class:`BoardProblem` exactly if ``own_faults`` finds no fault in its table
(``tests/board_maker/test_checks.py`` compares them). The sentences are in
``ui/board_maker/views/problem_sentences.py``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Final

from ..engine.board_and_rules_types import next_of_kind
from ..engine.parsing.decks import EFFECTS
from ..engine.parsing.edition_parser import BUILT_IN, DEED_KINDS, RENTS
from ..engine.parsing.untrusted_input import is_hidden, is_id
from ..engine.rulebook_loader_and_rules_compiler import default_words
from ..engine.special_seats_and_ids import DECKS, SPACES
from . import changes
from .draft import SHORTEST, BoardDraft, DraftCard, DraftGroup, DraftSpace
from .rents_and_costs_from_price import MOST_COST, following_cost, printed_price

Change = Callable[[BoardDraft], BoardDraft]
Fact = str | int

LONGEST_NAME: Final = 40
LONGEST_GROUP: Final = 30
MOST_PRICE: Final = 100_000
MOST_RENT: Final = 1_000_000
MOST_AMOUNT: Final = 10_000

# Facts 2 to 7 and 9 of docs/EDITIONS.md: the kind of some spaces is the same on every board.
FIXED: Final[Mapping[int, tuple[str, int]]] = {
    0: ("go", 2),
    10: ("jail", 3),
    20: ("free-parking", 4),
    30: ("go-to-jail", 5),
    5: ("railroad", 6),
    15: ("railroad", 6),
    25: ("railroad", 6),
    35: ("railroad", 6),
    12: ("utility", 7),
    28: ("utility", 7),
    4: ("income-tax", 9),
    38: ("luxury-tax", 9),
}
OF_DECKS: Final = 8
OF_STREETS: Final = 10
FREE_KINDS: Final = ("street", *DECKS)
MARKS: Final = "ABCDEFGHJKLMNPQRSTUVWXYZ"
_BRACES: Final = re.compile(r"\{([^{}]*)\}")
_COLOR: Final = re.compile(r"#[0-9a-fA-F]{6}")


@dataclass(frozen=True, slots=True)
class ProblemPlace:
    """Where a problem is: ``part`` is "space", "group", "card", "word", "money" or "board".

    ``n``: the index of the space, group or card; ``deck``: 0 or 1 for a card; ``key``: the field."""

    part: str
    n: int = 0
    deck: int = 0
    key: str = ""


@dataclass(frozen=True, slots=True)
class BoardRepair:
    """A change that removes a problem. ``code`` and ``facts`` say what it does."""

    code: str
    change: Change
    facts: Mapping[str, Fact] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class BoardProblem:
    """Something that the rules cannot play. ``code`` and ``facts`` say what it is; ``fact``: the number of
    the rule of docs/EDITIONS.md that it breaks, or 0."""

    code: str
    place: ProblemPlace
    facts: Mapping[str, Fact] = field(default_factory=dict)
    repairs: tuple[BoardRepair, ...] = ()
    fact: int = 0


def problems(draft: BoardDraft) -> list[BoardProblem]:
    """All problems of a draft, those of the spaces first, in board order."""
    found = [
        *_spaces(draft),
        *_layout(draft),
        *_groups(draft),
        *_cards(draft),
        *_words(draft),
        *_money(draft),
        *_board(draft),
    ]
    order = ("space", "group", "card", "word", "money", "board")
    return sorted(found, key=lambda p: (order.index(p.place.part), p.place.deck, p.place.n))


# ---------------------------------------------------------------- texts


def _text_fault(text: str, most: int) -> str:
    """What is wrong with a text: "empty", "long", "hidden", or "" for nothing."""
    if not text.strip():
        return "empty"
    if len(text) > most:
        return "long"
    return "hidden" if any(is_hidden(c) for c in text) else ""


def _clean(text: str, most: int, fallback: str) -> str:
    """A text without what is wrong with it."""
    left = "".join(c for c in text if not is_hidden(c)).strip()[:most].rstrip()
    return left or fallback


def _ids(ids: list[str]) -> Iterator[int]:
    """The indices of ids that are wrong, or that appear earlier."""
    seen: set[str] = set()
    for n, id in enumerate(ids):
        if not is_id(id) or id in seen:
            yield n
        seen.add(id)


def _fresh(stem: str, taken: list[str]) -> str:
    return next(id for n in range(1, len(taken) + 2) if (id := f"{stem}-{n}") not in taken)


# ---------------------------------------------------------------- spaces


def _spaces(draft: BoardDraft) -> Iterator[BoardProblem]:
    ids = [space.id for space in draft.spaces]
    for at in _ids(ids):
        fresh = _fresh("space", ids)
        yield BoardProblem(
            "id",
            ProblemPlace("space", at, key="id"),
            {"id": ids[at]},
            (BoardRepair("fresh-id", _space_change(at, id=fresh)),),
        )
    for at, space in enumerate(draft.spaces):
        yield from _space_texts(draft, at, space)
        if space.kind in DEED_KINDS:
            yield from _space_sums(draft, at, space)


def _space_change(at: int, **values: object) -> Change:
    def change(draft: BoardDraft) -> BoardDraft:
        new = replace(draft.spaces[at], **values)  # type: ignore[arg-type]
        return replace(draft, spaces=(*draft.spaces[:at], new, *draft.spaces[at + 1 :]))

    return change


def _space_texts(draft: BoardDraft, at: int, space: DraftSpace) -> Iterator[BoardProblem]:
    fault = _text_fault(space.name, LONGEST_NAME)
    if fault:
        usual = _usual_name(draft, at)
        name = _clean(space.name, LONGEST_NAME, usual)
        yield BoardProblem(
            f"name-{fault}",
            ProblemPlace("space", at, key="name"),
            {"most": LONGEST_NAME, "count": len(space.name)},
            (
                BoardRepair(
                    "use-name",
                    lambda d, at=at, name=name: changes.with_space_name(d, at, name),  # type: ignore[misc]
                    {"name": name},
                ),
            ),
        )
    if space.short is not None:
        fault = _text_fault(space.short, SHORTEST)
        if fault:
            short = changes.short_of(_clean(space.name, LONGEST_NAME, _usual_name(draft, at)))
            yield BoardProblem(
                f"short-{fault}",
                ProblemPlace("space", at, key="short"),
                {"most": SHORTEST, "count": len(space.short)},
                (
                    BoardRepair(
                        "use-short",
                        _space_change(at, short=short),
                        {"name": short or space.name[:SHORTEST]},
                    ),
                ),
            )


def _usual_name(draft: BoardDraft, at: int) -> str:
    kind = draft.spaces[at].kind
    key = changes.WORD_OF_KIND.get(kind)
    if key is not None:
        return changes.word_of(draft, key).strip()[:LONGEST_NAME] or default_words()[key]
    return changes.printed_draft().spaces[at].name


def _space_sums(draft: BoardDraft, at: int, space: DraftSpace) -> Iterator[BoardProblem]:
    printed = printed_price(draft, at) or 100
    if not 1 <= space.price <= MOST_PRICE:
        near = min(max(space.price, 1), MOST_PRICE)
        yield BoardProblem(
            "price-range",
            ProblemPlace("space", at, key="price"),
            {"high": MOST_PRICE},
            (
                BoardRepair("set-price", _price(at, near), {"amount": near}),
                BoardRepair("printed-price", _price(at, printed), {"amount": printed}),
            ),
        )
    if space.mortgage > space.price:
        yield BoardProblem(
            "mortgage-range",
            ProblemPlace("space", at, key="mortgage"),
            {"low": space.price, "high": space.mortgage},
            (
                BoardRepair(
                    "half-price",
                    lambda d: changes.with_mortgage(d, at, None),
                    {"amount": space.price // 2},
                ),
                BoardRepair(
                    "set-mortgage",
                    lambda d: changes.with_mortgage(d, at, d.spaces[at].price),
                    {"amount": space.price},
                ),
            ),
        )
    place = ProblemPlace("space", at, key="rents")
    follow = BoardRepair("follow-rents", lambda d: changes.with_following_rents(d, at))
    if len(space.rents) != RENTS[space.kind] or not all(
        1 <= rent <= MOST_RENT for rent in space.rents
    ):
        yield BoardProblem("rent-range", place, {"high": MOST_RENT}, (follow,))
    elif any(a > b for a, b in pairwise(space.rents)):
        n = next(n for n, (a, b) in enumerate(pairwise(space.rents), 1) if a > b)
        rising = tuple(max(space.rents[: i + 1]) for i in range(len(space.rents)))
        yield BoardProblem(
            "rents-fall",
            place,
            {"n": n, "low": space.rents[n], "high": space.rents[n - 1]},
            (
                BoardRepair(
                    "raise-rents", _space_change(at, rents=rising), {"amount": space.rents[n - 1]}
                ),
                follow,
            ),
        )


def _price(at: int, price: int) -> Change:
    return lambda draft: changes.with_price(draft, at, price)


# ---------------------------------------------------------------- the ten facts


def _layout(draft: BoardDraft) -> Iterator[BoardProblem]:
    """Facts 2 to 10, as far as they are about places, groups and prices."""
    lay_out = BoardRepair("printed-layout", changes.with_printed_layout)
    wrong = False
    for at, space in enumerate(draft.spaces):
        kind, fact = FIXED.get(at, ("", 0))
        if kind and space.kind != kind:
            wrong = True
            repairs = [lay_out]
            other = next(
                (
                    n
                    for n, s in enumerate(draft.spaces)
                    if s.kind == kind and FIXED.get(n, ("", 0))[0] != kind
                ),
                None,
            )
            if other is not None and _may_be(other, space.kind):
                repairs.insert(
                    0,
                    BoardRepair("exchange", _exchange(at, other), {"n": other, "m": at}),
                )
            yield BoardProblem(
                "fixed", ProblemPlace("space", at, key="kind"), {"kind": kind}, tuple(repairs), fact
            )
        elif not kind and space.kind not in FREE_KINDS:
            wrong = True
            yield BoardProblem(
                "not-here",
                ProblemPlace("space", at, key="kind"),
                {"kind": space.kind},
                (
                    BoardRepair("make-street", lambda d, at=at: changes.with_kind(d, at, "street")),  # type: ignore[misc]
                    lay_out,
                ),
                _fact_of(space.kind),
            )
    if wrong:
        return
    yield from _deck_spaces(draft, lay_out)
    yield from _street_order(draft)


def _may_be(at: int, kind: str) -> bool:
    """Whether a kind of space may be at this place."""
    fixed = FIXED.get(at)
    return kind in FREE_KINDS if fixed is None else kind == fixed[0]


def _fact_of(kind: str) -> int:
    return next((fact for other, fact in FIXED.values() if other == kind), OF_STREETS)


def _exchange(a: int, b: int) -> Change:
    return lambda draft: changes.exchanged(draft, a, b)


def _deck_spaces(draft: BoardDraft, lay_out: BoardRepair) -> Iterator[BoardProblem]:
    """Fact 8: each deck has one space on the first side, one on the last, and one in between, so that each
    middle side has one."""
    spaces = {deck: [n for n, s in enumerate(draft.spaces) if s.kind == deck] for deck in DECKS}
    sides = {deck: [n // 10 for n in spaces[deck]] for deck in DECKS}
    good = True
    for number, deck in enumerate(DECKS):
        if len(sides[deck]) == 3 and sides[deck].count(0) == 1 and sides[deck].count(3) == 1:
            continue
        good = False
        at = _astray(spaces[deck])
        repairs = [lay_out]
        if len(spaces[deck]) > 3:
            repairs.insert(
                0,
                BoardRepair("make-street", lambda d, at=at: changes.with_kind(d, at, "street")),  # type: ignore[misc]
            )
        yield BoardProblem(
            "deck-spaces",
            ProblemPlace("space", at, key="kind"),
            {"deck": number, "count": len(spaces[deck])},
            tuple(repairs),
            OF_DECKS,
        )
    if good and sorted(sides["chance"] + sides["community-chest"]) != [0, 0, 1, 2, 3, 3]:
        at = next(n for n, s in enumerate(draft.spaces) if s.kind in DECKS and n // 10 in (1, 2))
        yield BoardProblem(
            "middle-sides", ProblemPlace("space", at, key="kind"), {}, (lay_out,), OF_DECKS
        )


def _astray(spaces: list[int]) -> int:
    """The space of a deck to blame: the second one on a side, or else the last one."""
    for a, b in pairwise(spaces):
        if a // 10 == b // 10 or {a // 10, b // 10} == {1, 2}:
            return b
    return spaces[-1] if spaces else 2


def _street_order(draft: BoardDraft) -> Iterator[BoardProblem]:
    """Streets that are cheaper than the one before them.

    The street to blame is the one whose price alone can restore the order; if that is true of both, the
    one that is further from its printed price. Repairs that would only move the fault are left out."""
    streets = draft.streets()
    prices = [draft.spaces[at].price for at in streets]
    for n, (a, b) in enumerate(pairwise(streets)):
        one, other = prices[n], prices[n + 1]
        if one <= other:
            continue
        least = prices[n - 1] if n else 1
        most = prices[n + 2] if n + 2 < len(prices) else one
        high, low = printed_price(draft, a), printed_price(draft, b)
        lowest = high if least <= high <= other else other
        raised = BoardRepair("raise-price", _price(b, one), {"n": b, "amount": one})
        lowered = BoardRepair("lower-price", _price(a, lowest), {"n": a, "amount": lowest})
        repairs = [raised] if one <= most or least > other else []
        if least <= other:
            further = abs(one - high) * max(low, 1) > abs(other - low) * max(high, 1)
            repairs.insert(0 if not repairs or further else 1, lowered)
        too_high = repairs[0] is lowered
        yield BoardProblem(
            "price-too-high" if too_high else "price-falls",
            ProblemPlace("space", a if too_high else b, key="price"),
            {"n": b, "m": a, "low": other, "high": one},
            tuple(repairs),
            OF_STREETS,
        )


# ---------------------------------------------------------------- groups


def _groups(draft: BoardDraft) -> Iterator[BoardProblem]:
    ids = [group.id for group in draft.groups]
    printed = _by_place(draft)
    for n in _ids(ids):
        fresh = _fresh("group", ids)
        yield BoardProblem(
            "id",
            ProblemPlace("group", n, key="id"),
            {"id": ids[n]},
            (BoardRepair("fresh-id", _group_id(n, fresh)),),
        )
    if len(ids) != 8:
        yield BoardProblem(
            "group-count", ProblemPlace("board", key="groups"), {"count": len(ids)}, (printed,), 10
        )
    for n, group in enumerate(draft.groups):
        yield from _group_values(draft, n, group)
    for at in draft.streets():
        space = draft.spaces[at]
        if space.group not in ids:
            yield BoardProblem(
                "no-group", ProblemPlace("space", at, key="group"), {}, (printed,), OF_STREETS
            )
    yield from _group_places(draft, printed)


def _by_place(draft: BoardDraft) -> BoardRepair:
    """The repair of groups: by place, if each half of a side has two or three streets, or else the layout."""
    halves = [changes.half_of(at) for at in draft.streets()]
    if all(halves.count(half) in (2, 3) for half in range(8)):
        return BoardRepair("groups-by-place", changes.with_groups_by_place)
    return BoardRepair("printed-layout", changes.with_printed_layout)


def _group_id(n: int, fresh: str) -> Change:
    def change(draft: BoardDraft) -> BoardDraft:
        groups = list(draft.groups)
        groups[n] = replace(groups[n], id=fresh)
        old = draft.groups[n].id
        first = next(i for i, group in enumerate(draft.groups) if group.id == old) == n
        spaces = tuple(
            replace(space, group=fresh)
            if first and space.kind == "street" and space.group == old
            else space
            for space in draft.spaces
        )
        return replace(draft, groups=tuple(groups), spaces=spaces)

    return change


def _group_change(n: int, **values: object) -> Change:
    def change(draft: BoardDraft) -> BoardDraft:
        new = replace(draft.groups[n], **values)  # type: ignore[arg-type]
        return replace(draft, groups=(*draft.groups[:n], new, *draft.groups[n + 1 :]))

    return change


def _group_values(draft: BoardDraft, n: int, group: DraftGroup) -> Iterator[BoardProblem]:
    fault = _text_fault(group.name, LONGEST_GROUP)
    if fault:
        model = changes.printed_draft().groups[n % 8]
        name = _clean(group.name, LONGEST_GROUP, model.name)
        yield BoardProblem(
            f"name-{fault}",
            ProblemPlace("group", n, key="name"),
            {"most": LONGEST_GROUP, "count": len(group.name)},
            (BoardRepair("use-name", _group_change(n, name=name), {"name": name}),),
        )
    if not _COLOR.fullmatch(group.color):
        color = changes.printed_draft().groups[n % 8].color
        yield BoardProblem(
            "color",
            ProblemPlace("group", n, key="color"),
            {},
            (BoardRepair("printed-color", _group_change(n, color=color)),),
        )
    earlier = [other.mark for other in draft.groups[:n]]
    fault = _text_fault(group.mark, 2)
    if fault or group.mark in earlier:
        marks = [other.mark for other in draft.groups]
        free = next(mark for mark in MARKS if mark not in marks)
        yield BoardProblem(
            "mark-twice" if not fault else "mark",
            ProblemPlace("group", n, key="mark"),
            {"name": group.mark},
            (BoardRepair("use-mark", _group_change(n, mark=free), {"name": free}),),
        )
    if not 1 <= group.house_cost <= MOST_COST:
        cost = min(max(following_cost(draft, group), 1), MOST_COST)
        yield BoardProblem(
            "cost-range",
            ProblemPlace("group", n, key="house_cost"),
            {"high": MOST_COST},
            (BoardRepair("set-cost", _group_change(n, house_cost=cost), {"amount": cost}),),
        )


def _group_places(draft: BoardDraft, printed: BoardRepair) -> Iterator[BoardProblem]:
    """Fact 10: groups of two or three, in a row, on one half of a side, listed in board order."""
    order: list[str] = []
    for at in draft.streets():
        group = draft.spaces[at].group
        if not order or order[-1] != group:
            order.append(group)
    sized = True
    for n, group_ in enumerate(draft.groups):
        members = draft.members(group_.id)
        if len(members) not in (2, 3):
            sized = False
            yield BoardProblem(
                "group-size",
                ProblemPlace("group", n, key="id"),
                {"count": len(members)},
                tuple(_size_repairs(draft, n, members, printed)),
                OF_STREETS,
            )
    listed = [group.id for group in draft.groups]
    if order != listed and sized:
        ranks = {id: n for n, id in reversed(list(enumerate(order)))}
        repairs = [printed]
        if len(order) == len(listed) and set(order) == set(listed):
            by_place = tuple(sorted(draft.groups, key=lambda group: ranks[group.id]))
            repairs.insert(0, BoardRepair("list-groups", lambda d: replace(d, groups=by_place)))
        n = next((n for n, (a, b) in enumerate(zip(order, listed, strict=False)) if a != b), 0)
        yield BoardProblem(
            "group-order", ProblemPlace("group", n, key="id"), {}, tuple(repairs), OF_STREETS
        )
    for n, group_ in enumerate(draft.groups):
        members = draft.members(group_.id)
        if len({at // 5 for at in members}) > 1 and len(members) in (2, 3):
            yield BoardProblem(
                "group-across", ProblemPlace("group", n, key="id"), {}, (printed,), OF_STREETS
            )


def _size_repairs(
    draft: BoardDraft, n: int, members: list[int], printed: BoardRepair
) -> Iterator[BoardRepair]:
    """Give a street too many to the next group or the one before, if that has room for it."""
    if len(members) == 4:
        for other, at in ((n + 1, members[-1]), (n - 1, members[0])):
            if 0 <= other < len(draft.groups):
                group = draft.groups[other]
                theirs = draft.members(group.id)
                if len(theirs) == 2 and {m // 5 for m in theirs} == {at // 5}:
                    yield BoardRepair(
                        "to-group",
                        lambda d, at=at, id=group.id: changes.with_space_group(d, at, id),  # type: ignore[misc]
                        {"n": at, "group": group.name},
                    )
    yield printed


# ---------------------------------------------------------------- cards


def _cards(draft: BoardDraft) -> Iterator[BoardProblem]:
    if draft.decks is None:
        return
    words = {*default_words(), *(draft.words or {})}
    words |= {key.replace("-", "_") for key in draft.deck_names or {}}
    kinds = [space.kind for space in draft.spaces]
    models = changes.printed_decks_of(draft)
    for deck, cards in enumerate(draft.decks):
        fill = BoardRepair(
            "sixteen-cards",
            lambda d, deck=deck: changes.with_sixteen_cards(d, deck),  # type: ignore[misc]
        )
        if len(cards) != 16:
            place = ProblemPlace("card", max(len(cards) - 1, 0), deck, "count")
            yield BoardProblem("card-count", place, {"count": len(cards)}, (fill,), OF_DECKS)
        free = [n for n, card in enumerate(cards) if card.do == "jail-free"]
        if len(free) != 1:
            yield _release_cards(draft, deck, free)
        ids = [card.id for card in cards]
        for n in _ids(ids):
            fresh = _fresh("card", ids)
            yield BoardProblem(
                "id",
                ProblemPlace("card", n, deck, "id"),
                {"id": ids[n]},
                (BoardRepair("fresh-id", _card_change(deck, n, id=fresh)),),
            )
        for n, card in enumerate(cards):
            yield from _card(deck, n, card, models[deck][n % 16], words, kinds)


def _release_cards(draft: BoardDraft, deck: int, free: list[int]) -> BoardProblem:
    """Exactly one card of each deck is a jail-release card."""
    assert draft.decks is not None
    cards, printed = draft.decks[deck], changes.printed_decks_of(draft)[deck]
    model = next(card for card in printed if card.do == "jail-free")
    if free:
        others = [card for card in printed if card.do == "collect"]

        def fewer(draft: BoardDraft) -> BoardDraft:
            for n in free[1:]:
                draft = changes.with_card(
                    draft,
                    deck,
                    n,
                    lambda card: replace(
                        card, do="collect", text=others[0].text, amount=others[0].amount
                    ),
                )
            return draft

        repair, place = BoardRepair("one-release", fewer), free[1]
    else:
        last = max(len(cards) - 1, 0)
        change = _card_change(
            deck, last, do="jail-free", text=model.text, to=0, kind="", steps=0, amount=0
        )
        repair, place = BoardRepair("add-release", change, {"n": last + 1}), last
    return BoardProblem(
        "release-count",
        ProblemPlace("card", place, deck, "do"),
        {"count": len(free)},
        (repair,),
        OF_DECKS,
    )


def _card_change(deck: int, n: int, **values: object) -> Change:
    def change(draft: BoardDraft) -> BoardDraft:
        return changes.with_card(draft, deck, n, lambda card: replace(card, **values))  # type: ignore[arg-type]

    return change


def _card(
    deck: int, n: int, card: DraftCard, model: DraftCard, words: set[str], kinds: list[str]
) -> Iterator[BoardProblem]:
    """The problems of a card. ``model``: the printed card of its place."""
    place = ProblemPlace("card", n, deck, "text")
    printed = BoardRepair(
        "printed-card",
        lambda d: changes.with_card(d, deck, n, lambda c: replace(model, id=c.id, extra=c.extra)),
    )
    fault = _text_fault(card.text, 200)
    if fault:
        text = _clean(card.text, 200, _plain_text(card))
        yield BoardProblem(
            f"text-{fault}",
            place,
            {"most": 200, "count": len(card.text)},
            (BoardRepair("clean-text", _card_change(deck, n, text=text)),),
        )
    elif name := unknown_brace(card, words):
        bare = _BRACES.sub(
            lambda m: m[0] if not _is_unknown(m[1], card, words) else m[1], card.text
        )
        bare = _without_loose_braces(bare)
        yield BoardProblem(
            "text-braces",
            place,
            {"name": name},
            (BoardRepair("plain-braces", _card_change(deck, n, text=bare or "…")),),
        )
    for key, (low, high) in EFFECTS[card.do].items():
        value = getattr(card, key)
        if not low <= value <= high:
            near = min(max(value, low), high)
            yield BoardProblem(
                "card-number",
                ProblemPlace("card", n, deck, key),
                {"low": low, "high": high},
                (BoardRepair("set-number", _card_change(deck, n, **{key: near}), {"n": near}),),
            )
            return
    if card.do == "pay-or-chance" and deck == 0:
        yield BoardProblem(
            "choice-deck",
            ProblemPlace("card", n, deck, "do"),
            {},
            (BoardRepair("plain-pay", _card_change(deck, n, do="pay")), printed),
        )
    elif leads_on(deck, card, kinds):
        yield BoardProblem(
            "card-endless",
            ProblemPlace("card", n, deck, "to"),
            {"deck": deck},
            (*_other_targets(deck, n, card, kinds), printed),
        )


def _plain_text(card: DraftCard) -> str:
    """A sentence for a card without one: only what its effect needs."""
    if "amount" in EFFECTS[card.do]:
        return "{amount}"
    return "{space}" if card.do in ("advance", "back-to", "back", "nearest") else "…"


def _is_unknown(name: str, card: DraftCard, words: set[str]) -> bool:
    allowed = set(EFFECTS[card.do]) & {"amount", "house", "hotel"} | {"salary"}
    if card.do in ("advance", "back-to", "back", "nearest"):
        allowed.add("space")
    word = name.removeprefix("a ").removeprefix("A ")
    return name not in allowed and word[:1].lower() + word[1:] not in words


def unknown_brace(card: DraftCard, words: set[str]) -> str:
    """The first thing in braces that a card's sentence cannot use; "{" for a loose brace, "" for none."""
    for name in _BRACES.findall(card.text):
        if _is_unknown(name, card, words):
            return f"{{{name}}}"
    rest = _BRACES.sub("", card.text)
    return "{" if "{" in rest or "}" in rest else ""


def _without_loose_braces(text: str) -> str:
    parts = re.split(r"(\{[^{}]*\})", text)
    parts[::2] = [part.replace("{", "").replace("}", "") for part in parts[::2]]
    return "".join(parts)


def leads_on(deck: int, card: DraftCard, kinds: list[str]) -> bool:
    """Whether a card could lead from one card to another without an end."""
    barred = ("chance",) if deck == 0 else DECKS
    return any(
        kind == DECKS[deck] and kinds[_leads(card, at, kinds)] in barred
        for at, kind in enumerate(kinds)
    )


def _leads(card: DraftCard, at: int, kinds: list[str]) -> int:
    match card.do:
        case "advance" | "back-to":
            return card.to if card.to < SPACES else 0
        case "back":
            return (at - card.steps) % SPACES
        case "nearest" if card.kind in kinds:
            return next_of_kind(kinds, at, card.kind)
    return 0


def _other_targets(deck: int, n: int, card: DraftCard, kinds: list[str]) -> Iterator[BoardRepair]:
    """The nearest space, or number of steps, that is allowed."""
    if card.do in ("advance", "back-to"):
        good = [at for at in range(SPACES) if not leads_on(deck, replace(card, to=at), kinds)]
        if good:
            to = min(good, key=lambda at: abs(at - card.to))
            yield BoardRepair("send-to", _card_change(deck, n, to=to), {"n": to})
    elif card.do == "back":
        fitting = [k for k in range(1, 12) if not leads_on(deck, replace(card, steps=k), kinds)]
        if fitting:
            steps = min(fitting, key=lambda k: abs(k - card.steps))
            yield BoardRepair("set-steps", _card_change(deck, n, steps=steps), {"n": steps})


# ---------------------------------------------------------------- words, money, the board itself


def _words(draft: BoardDraft) -> Iterator[BoardProblem]:
    known = default_words()
    for n, (key, word) in enumerate((draft.words or {}).items()):
        place = ProblemPlace("word", n, key=key)
        drop = BoardRepair("printed-word", lambda d, key=key: changes.with_word(d, key, ""))  # type: ignore[misc]
        if key not in known and not key.startswith("x-"):
            yield BoardProblem("word-unknown", place, {"name": key}, (drop,))
        elif fault := _text_fault(word, LONGEST_NAME):
            facts: dict[str, Fact] = {"most": LONGEST_NAME, "count": len(word), "name": key}
            yield BoardProblem(f"word-{fault}", place, facts, (drop,))
    for n, (key, word) in enumerate((draft.deck_names or {}).items()):
        place = ProblemPlace("word", n, key=key)
        drop = BoardRepair("printed-word", lambda d, key=key: changes.with_deck_name(d, key, ""))  # type: ignore[misc]
        if key not in DECKS and not key.startswith("x-"):
            yield BoardProblem("word-unknown", place, {"name": key}, (drop,))
        elif fault := _text_fault(word, LONGEST_NAME):
            facts = {"most": LONGEST_NAME, "count": len(word), "name": key}
            yield BoardProblem(f"word-{fault}", place, facts, (drop,))


def _money(draft: BoardDraft) -> Iterator[BoardProblem]:
    money = draft.currency
    fault = _text_fault(money.sign, 4)
    if fault:
        sign = _clean(money.sign, 4, "$")
        yield BoardProblem(
            f"sign-{fault}",
            ProblemPlace("money", key="sign"),
            {"most": 4},
            (BoardRepair("use-sign", _currency(sign=sign), {"name": sign}),),
        )
    group = money.group if money.group is not None else ","
    if len(group) > 1 or group.isalnum() or is_hidden(group):
        yield BoardProblem(
            "thousands",
            ProblemPlace("money", key="group"),
            {},
            (BoardRepair("use-comma", _currency(group=",")),),
        )


def _currency(**values: object) -> Change:
    return lambda draft: changes.with_currency(draft, **values)


def _board(draft: BoardDraft) -> Iterator[BoardProblem]:
    fault = _text_fault(draft.name, LONGEST_NAME)
    if fault:
        name = _clean(draft.name, LONGEST_NAME, "My board")
        yield BoardProblem(
            f"name-{fault}",
            ProblemPlace("board", key="name"),
            {"most": LONGEST_NAME, "count": len(draft.name)},
            (BoardRepair("use-name", lambda d: changes.with_board_name(d, name), {"name": name}),),
        )
    if not is_id(draft.id) or draft.id in BUILT_IN:
        id = changes.id_of_name(draft.name)
        yield BoardProblem(
            "board-id",
            ProblemPlace("board", key="id"),
            {"id": draft.id},
            (BoardRepair("fresh-id", lambda d: replace(d, id=id)),),
        )


# ---------------------------------------------------------------- what keeps a space in its place


def fact_that_keeps(draft: BoardDraft, a: int, b: int) -> int:
    """The number of the fact of docs/EDITIONS.md that forbids an exchange of two spaces; 0 if none does."""
    one, other = draft.spaces[a], draft.spaces[b]
    if a == b or one.kind == other.kind:
        return 0
    for at in (a, b):
        if at in FIXED:
            return FIXED[at][1]
    before = {(p.code, p.fact) for p in problems(draft) if p.fact}
    after = changes.exchanged(draft, a, b)
    new = [p.fact for p in problems(after) if p.fact and (p.code, p.fact) not in before]
    return new[0] if new else 0


def fixed_fact(at: int) -> int:
    """The number of the fact that keeps the kind of this space the same on every board; 0 if none does."""
    return FIXED.get(at, ("", 0))[1]

"""The changes of a draft. Each returns a new draft in which what follows from the change has followed:
rents and house costs follow prices, and words follow the names of the spaces that they stand for."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Any, Final

from ..engine.parsing.edition_parser import BUILT_IN, DEED_KINDS
from ..engine.parsing.untrusted_input import is_id
from ..engine.rulebook_loader_and_rules_compiler import (
    BOOKS,
    DECK_SETS,
    decks_table,
    default_decks,
    default_words,
    edition_table,
)
from ..engine.special_seats_and_ids import DECKS
from .draft import ICON, NOUNS, SHORTEST, TOKENS, BoardDraft, DraftCard, DraftDecks, DraftSpace
from .draft_from_and_to_edition_table import draft_of_table, extra_with
from .rents_and_costs_from_price import (
    OTHERS,
    PRINTED,
    followed,
    following_cost,
    following_rents,
    printed_price,
)

# The spaces whose names are also words of the vocabulary.
WORD_OF_KIND: Final[Mapping[str, str]] = {
    "go": "go",
    "free-parking": "free_parking",
    "go-to-jail": "go_to_jail",
    "income-tax": "income_tax",
    "luxury-tax": "luxury_tax",
    "chance": "chance",
    "community-chest": "community_chest",
}
USUAL_DECKS: Final = "us-2008"
# Words that add nothing to a name on a small picture.
_GENERIC: Final = frozenset(
    {
        *(
            "street",
            "road",
            "avenue",
            "lane",
            "place",
            "square",
            "terrace",
            "drive",
            "way",
            "close",
        ),
        *("row", "walk", "gardens", "boulevard", "court", "railroad", "station", "straße", "weg"),
        *("platz", "gasse", "allee", "bahnhof", "rue", "gare", "chemin", "calle", "plaza"),
        *("avenida", "paseo", "estación", "camino"),
    }
)


# ---------------------------------------------------------------- beginnings


def printed_draft(id: str = PRINTED, name: str = "") -> BoardDraft:
    """A draft that begins with a built-in board. It needs a name of its own to be played."""
    draft = _built_in(id)
    return with_board_name(draft, name or draft.name)


def begun_draft(id: str, name: str) -> BoardDraft:
    """A draft that begins with a built-in board. It brings the board's cards, if every rulebook plays it
    with the same ones; otherwise it uses those of the rulebook, as the built-in board does."""
    sets = {default_decks(id, book) for book in BOOKS}
    draft = printed_draft(id, name)
    return draft if len(sets) > 1 else replace(draft, decks=printed_decks(sets.pop()))


@cache
def _built_in(id: str) -> BoardDraft:
    draft = draft_of_table(edition_table(id))
    usual = default_words()
    words = {key: word for key, word in (draft.words or {}).items() if word != usual[key]}
    return replace(draft, words=words or None)


def empty_draft(street: str, name: str) -> BoardDraft:
    """A draft with the printed sums and plain names. ``street``: the name of a street, with {n}."""
    draft = printed_draft(PRINTED, name)
    spaces = list(draft.spaces)
    for n, at in enumerate(draft.streets(), 1):
        plain = street.replace("{n}", str(n))
        spaces[at] = replace(spaces[at], name=plain, short=short_of(plain))
    return replace(draft, spaces=tuple(spaces))


# ---------------------------------------------------------------- names


def id_of_name(name: str, fallback: str = "my-board") -> str:
    """An id made from a name. It is never that of a built-in board."""
    plain = unicodedata.normalize("NFKD", name.replace("ß", "ss")).casefold()
    ascii_only = "".join(c for c in plain if c.isascii())
    id = re.sub(r"[^a-z0-9]+", "-", ascii_only).strip("-")[:36].strip("-")
    if not is_id(id):
        id = fallback
    return f"my-{id}" if id in BUILT_IN else id


# Words that no short name ends with.
_SMALL: Final = frozenset(
    {
        *("a", "an", "and", "at", "by", "for", "from", "in", "of", "on", "the", "to", "with", "&"),
        *("am", "an", "auf", "bei", "das", "dem", "den", "der", "des", "die", "für", "im", "und"),
        *("von", "vom", "vor", "zu", "zum", "zur", "à", "au", "aux", "chez", "d’", "de", "du"),
        *("en", "et", "l’", "la", "le", "les", "sur", "al", "con", "del", "e", "el", "las", "los"),
        *("por", "y", "-", "–", "/"),
    }
)


def short_of(name: str) -> str | None:
    """A name that fits on a small picture; None if the name itself does."""
    return _shortened(name, _SMALL)


def first_short_of(name: str) -> str | None:
    """The short name that links leave out. Links that exist rely on it, so it never changes."""
    return _shortened(name, frozenset())


def _shortened(name: str, small: frozenset[str]) -> str | None:
    if len(name) <= SHORTEST:
        return None
    words = name.split()
    while len(words) > 1 and (
        words[-1].casefold().strip(".") in _GENERIC | small or len(" ".join(words)) > SHORTEST
    ):
        words.pop()
    short = " ".join(words)
    if len(words) == 1 and words[0].casefold() in small:
        short = name  # a small word alone says nothing
    return short if len(short) <= SHORTEST else short[: SHORTEST - 1].rstrip() + "."


def with_board_name(draft: BoardDraft, name: str) -> BoardDraft:
    """Rename the board; its id follows."""
    return replace(draft, name=name, id=id_of_name(name))


def _with_space(draft: BoardDraft, at: int, space: DraftSpace) -> BoardDraft:
    spaces = (*draft.spaces[:at], space, *draft.spaces[at + 1 :])
    return replace(draft, spaces=spaces)


@cache
def _printed_short_names() -> frozenset[tuple[str, str]]:
    """The names of the built-in boards with their short forms, which were chosen by hand."""
    rows = (row for id in BUILT_IN for row in edition_table(id)["space"])
    return frozenset((row["name"], row["short"]) for row in rows)


def _renamed(space: DraftSpace, name: str) -> DraftSpace:
    follows = space.short in (None, short_of(space.name), first_short_of(space.name))
    follows = follows or (space.name, space.short) in _printed_short_names()
    return replace(space, name=name, short=short_of(name) if follows else space.short)


def with_space_name(draft: BoardDraft, at: int, name: str) -> BoardDraft:
    """Rename a space. The word for it follows, and so do the other spaces of its deck."""
    space = draft.spaces[at]
    word = WORD_OF_KIND.get(space.kind, "")
    draft = _with_space(draft, at, _renamed(space, name))
    # An empty name is one that is being typed again.
    if not word or space.name not in ("", word_of(draft, word)):
        return draft
    if space.kind in DECKS:
        for other in draft.spaces:
            if other.kind == space.kind and other.name == space.name:
                place = draft.spaces.index(other)
                draft = _with_space(draft, place, _renamed(other, name))
    return _set_word(with_deck_name(draft, space.kind, ""), word, name)


def with_short_name(draft: BoardDraft, at: int, short: str) -> BoardDraft:
    """Set the name on a small picture; "" lets it follow the name again."""
    space = draft.spaces[at]
    return _with_space(draft, at, replace(space, short=short or short_of(space.name)))


def word_of(draft: BoardDraft, key: str) -> str:
    """A word of the vocabulary on this board."""
    own = (draft.words or {}).get(key)
    return own if own is not None else default_words().get(key, "")


def _set_word(draft: BoardDraft, key: str, word: str) -> BoardDraft:
    words = {name: was for name, was in (draft.words or {}).items() if name != key}
    if word and word != default_words().get(key):
        words[key] = word
    return replace(draft, words=words or None)


def with_word(draft: BoardDraft, key: str, word: str) -> BoardDraft:
    """Set a word of the vocabulary; "" is the printed one. Spaces that had its name follow, and a deck has
    no other name any more."""
    before = word_of(draft, key)
    draft = _set_word(with_deck_name(draft, key.replace("_", "-"), ""), key, word)
    now = word_of(draft, key)
    kinds = [kind for kind, name in WORD_OF_KIND.items() if name == key]
    spaces = tuple(
        _renamed(space, now) if space.kind in kinds and space.name == before else space
        for space in draft.spaces
    )
    return replace(draft, spaces=spaces)


_NOUN_FORMS: Final = ("gender", "one", "many")
_FURTHER_FORMS: Final = ("genitive", "dative", "aspirated")


def with_noun(
    draft: BoardDraft, language: str, noun: str, form: str, value: str | bool
) -> BoardDraft:
    """Set a form of one of the board's own nouns in a language; "" or False removes it. Without an article,
    a singular and a plural, its further forms go too, as nobody sees them any more."""
    every = _table_in(draft.extra, NOUNS)
    nouns = _table_in(every, language)
    forms = _table_in(nouns, noun)
    forms[form] = value
    if not any(forms.get(key) for key in _NOUN_FORMS):
        for key in _FURTHER_FORMS:
            forms.pop(key, None)
    for table, key, inner in ((forms, form, value), (nouns, noun, forms), (every, language, nouns)):
        table.pop(key, None)
        if inner:
            table[key] = inner
    return replace(draft, extra=extra_with(draft.extra, NOUNS, every or None))


def _table_in(table: Mapping[str, Any], key: str) -> dict[str, Any]:
    """A copy of an inner table; empty if there is none."""
    inner = table.get(key)
    return dict(inner) if isinstance(inner, dict) else {}


def with_deck_name(draft: BoardDraft, deck: str, name: str) -> BoardDraft:
    """Name a deck of cards apart from its spaces; "" removes that name."""
    names = {key: was for key, was in (draft.deck_names or {}).items() if key != deck}
    if name:
        names[deck] = name
    return replace(draft, deck_names=names or None)


# ---------------------------------------------------------------- spaces


def with_kind(draft: BoardDraft, at: int, kind: str, was: DraftSpace | None = None) -> BoardDraft:
    """Make a space another kind. A property gets the printed sums of its place.

    ``was``: the space as it was when it had this kind before; its name, sums and drawing come back."""
    space = draft.spaces[at]
    if space.kind == kind:
        return draft
    price: int = 0
    rents: tuple[int, ...] = ()
    group = ""
    if kind == "street":
        group = space.group or (was.group if was is not None else "") or _group_here(draft, at)
        price = _price_between(draft, at)
    elif kind in OTHERS:
        price, rents = OTHERS[kind]
    name = word_of(draft, WORD_OF_KIND[kind]) if kind in WORD_OF_KIND else space.name
    extra = extra_with(space.extra, ICON, "" if was is None else was.icon)
    if was is not None:
        if kind not in WORD_OF_KIND:
            space, name = was, was.name
        price, rents = was.price, was.rents
    new = replace(
        _renamed(space, name),
        kind=kind,
        group=group,
        price=price,
        rents=rents,
        own_mortgage=None if was is None else was.own_mortgage,
        extra=extra,
    )
    changed = _with_space(draft, at, new)
    if kind == "street" and was is None:
        new = replace(new, rents=following_rents(changed, at))
        changed = _with_space(draft, at, new)
    return followed(draft, changed)


def _group_here(draft: BoardDraft, at: int) -> str:
    """The group of this half of a side."""
    near = next((n for n in draft.streets() if half_of(n) == half_of(at) and n != at), None)
    if near is not None:
        return draft.spaces[near].group
    return draft.groups[min(half_of(at), len(draft.groups) - 1)].id if draft.groups else "group-1"


def _price_between(draft: BoardDraft, at: int) -> int:
    """A price for a new street that keeps the order of prices; the printed one if that does."""
    before = [draft.spaces[n].price for n in draft.streets() if n < at]
    after = [draft.spaces[n].price for n in draft.streets() if n > at]
    as_street = _with_space(draft, at, replace(draft.spaces[at], kind="street"))
    price = printed_price(as_street, at)
    low, high = max(before, default=0), min(after, default=price)
    return max(1, min(max(price, low), max(high, low)))


def with_space_group(draft: BoardDraft, at: int, group: str) -> BoardDraft:
    space = draft.spaces[at]
    if space.kind != "street" or draft.group(group) is None:
        return draft
    return followed(draft, _with_space(draft, at, replace(space, group=group)))


def with_price(draft: BoardDraft, at: int, price: int) -> BoardDraft:
    """Set a price. The rents and the group's house cost follow, except those that were set by hand."""
    space = draft.spaces[at]
    if space.kind not in DEED_KINDS:
        return draft
    return followed(draft, _with_space(draft, at, replace(space, price=price)))


def with_rent(draft: BoardDraft, at: int, n: int, rent: int) -> BoardDraft:
    space = draft.spaces[at]
    if not 0 <= n < len(space.rents):
        return draft
    rents = (*space.rents[:n], rent, *space.rents[n + 1 :])
    return _with_space(draft, at, replace(space, rents=rents))


def with_following_rents(draft: BoardDraft, at: int, n: int | None = None) -> BoardDraft:
    """Let the rents of a space follow its price again, or the one of this index."""
    usual = following_rents(draft, at)
    if n is not None:
        return with_rent(draft, at, n, usual[n]) if n < len(usual) else draft
    return _with_space(draft, at, replace(draft.spaces[at], rents=usual))


def with_mortgage(draft: BoardDraft, at: int, mortgage: int | None) -> BoardDraft:
    """Set what a mortgage brings; None lets it follow the price again."""
    space = draft.spaces[at]
    if space.kind not in DEED_KINDS:
        return draft
    own = None if mortgage == space.price // 2 else mortgage
    return _with_space(draft, at, replace(space, own_mortgage=own))


def _with_sums_of(space: DraftSpace, other: DraftSpace) -> DraftSpace:
    """A street in the group of another, and with its sums."""
    return replace(
        space,
        group=other.group,
        price=other.price,
        rents=other.rents,
        own_mortgage=other.own_mortgage,
    )


def exchanged(draft: BoardDraft, a: int, b: int) -> BoardDraft:
    """Exchange two spaces. Two streets exchange only what they are called: a street of another group takes
    the group and the sums of its new place, so that the order of groups and prices stays."""
    one, other = draft.spaces[a], draft.spaces[b]
    if one.kind == other.kind == "street":
        one, other = (
            _with_sums_of(other, one),
            _with_sums_of(one, other),
        )
    else:
        one, other = other, one
    changed = _with_space(_with_space(draft, a, one), b, other)
    return _cards_follow(draft, followed(draft, changed), a, b)


def _cards_follow(before: BoardDraft, after: BoardDraft, a: int, b: int) -> BoardDraft:
    """The cards that lead to an exchanged space lead to it at its new place."""
    if before.decks is None:
        return after
    to = {a: b, b: a}

    def moved(card: DraftCard) -> DraftCard:
        leads = card.do in ("advance", "back-to") and card.to in to
        return replace(card, to=to[card.to]) if leads else card

    first, second = (tuple(moved(card) for card in deck) for deck in before.decks)
    return replace(after, decks=(first, second))


def with_icon(draft: BoardDraft, at: int, icon: str) -> BoardDraft:
    space = draft.spaces[at]
    return _with_space(draft, at, replace(space, extra=extra_with(space.extra, ICON, icon)))


# ---------------------------------------------------------------- groups


def with_group(draft: BoardDraft, id: str, **values: Any) -> BoardDraft:
    """Set values of a group: ``name``, ``color``, ``mark``, ``house_cost``."""
    groups = tuple(replace(group, **values) if group.id == id else group for group in draft.groups)
    return replace(draft, groups=groups)


def with_group_icon(draft: BoardDraft, id: str, icon: str) -> BoardDraft:
    group = draft.group(id)
    if group is None:
        return draft
    return with_group(draft, id, extra=extra_with(group.extra, ICON, icon))


def with_following_cost(draft: BoardDraft, id: str) -> BoardDraft:
    group = draft.group(id)
    return (
        draft if group is None else with_group(draft, id, house_cost=following_cost(draft, group))
    )


def _fresh_id(taken: Sequence[str], stem: str) -> str:
    return next(id for n in range(1, len(taken) + 2) if (id := f"{stem}-{n}") not in taken)


def half_of(at: int) -> int:
    """The half of a side on which a space lies, from 0. On every playable board each half has one group."""
    return at // 5


def with_groups_by_place(draft: BoardDraft) -> BoardDraft:
    """Give the streets of each half of a side one group, and list the groups in this order."""
    printed = printed_draft()
    groups = list(draft.groups[:8])
    while len(groups) < 8:
        own = printed.groups[len(groups)]
        ids = [group.id for group in groups]
        marks = {group.mark for group in groups}
        mark = own.mark if own.mark not in marks else next(m for m in "JKLMNPQR" if m not in marks)
        id = own.id if own.id not in ids else _fresh_id(ids, "group")
        groups.append(replace(own, id=id, mark=mark))
    spaces = tuple(
        replace(space, group=groups[half_of(at)].id) if space.kind == "street" else space
        for at, space in enumerate(draft.spaces)
    )
    return followed(draft, replace(draft, groups=tuple(groups), spaces=spaces))


def with_printed_layout(draft: BoardDraft) -> BoardDraft:
    """Lay out the kinds of space as the printed board does. Spaces of each kind keep their order, and a kind
    of which there are too few gets new ones."""
    printed = _built_in(PRINTED)
    left = {kind: [s for s in draft.spaces if s.kind == kind] for kind in _kinds(printed)}
    ids = {space.id for space in draft.spaces}
    spaces: list[DraftSpace] = []
    for model in printed.spaces:
        if left[model.kind]:
            space = left[model.kind].pop(0)
        else:
            id = next(
                f"{model.id}{n}"
                for n in ("", *(f"-{m}" for m in range(2, 60)))
                if f"{model.id}{n}" not in ids
            )
            ids.add(id)
            space = replace(model, id=id, name=_name_of(draft, model))
        spaces.append(space)
    changed = with_groups_by_place(replace(draft, spaces=tuple(spaces)))
    return with_rising_prices(followed(draft, changed))


def _kinds(draft: BoardDraft) -> set[str]:
    return {space.kind for space in draft.spaces}


def _name_of(draft: BoardDraft, model: DraftSpace) -> str:
    return word_of(draft, WORD_OF_KIND[model.kind]) if model.kind in WORD_OF_KIND else model.name


def with_rising_prices(draft: BoardDraft) -> BoardDraft:
    """Raise every street that is cheaper than the one before it to that price."""
    least = 0
    for at in draft.streets():
        price = draft.spaces[at].price
        if price < least:
            draft = with_price(draft, at, least)
        least = max(least, price)
    return draft


# ---------------------------------------------------------------- money and tokens


def with_currency(draft: BoardDraft, **values: Any) -> BoardDraft:
    """Set values of the currency: ``sign``, ``after``, ``group``."""
    return replace(draft, currency=replace(draft.currency, **values))


def with_tokens(draft: BoardDraft, tokens: Sequence[str]) -> BoardDraft:
    return replace(draft, extra=extra_with(draft.extra, TOKENS, list(tokens)))


# ---------------------------------------------------------------- cards


@cache
def printed_decks(id: str = USUAL_DECKS) -> DraftDecks:
    """The cards of a built-in pair of decks."""
    rows = {key: value for key, value in decks_table(id).items() if key in DECKS}
    decks = draft_of_table({**edition_table(PRINTED), **rows}).decks
    assert decks is not None
    return decks


def books_by_decks() -> dict[str, list[str]]:
    """The rulebooks by the cards that they use on a board without cards of its own."""
    found: dict[str, list[str]] = {}
    for book in BOOKS:
        found.setdefault(default_decks("", book), []).append(book)
    return found


def printed_decks_of(draft: BoardDraft) -> DraftDecks:
    """The printed cards that are most like those of a board: it probably began with them."""
    own = draft.decks
    if own is None:
        return printed_decks()
    texts = {card.text for deck in own for card in deck}
    return max(
        (printed_decks(id) for id in (USUAL_DECKS, *DECK_SETS)),
        key=lambda decks: sum(card.text in texts for deck in decks for card in deck),
    )


def with_own_decks(draft: BoardDraft, id: str = USUAL_DECKS) -> BoardDraft:
    """Begin with these printed cards, if the board has none of its own."""
    return draft if draft.decks is not None else replace(draft, decks=printed_decks(id))


def without_own_decks(draft: BoardDraft) -> BoardDraft:
    """Use the rulebook's cards again."""
    return replace(draft, decks=None)


def with_card(
    draft: BoardDraft, deck: int, n: int, change: Callable[[DraftCard], DraftCard]
) -> BoardDraft:
    """Change one card. A board without cards of its own gets the printed ones first."""
    draft = with_own_decks(draft)
    assert draft.decks is not None
    decks = list(draft.decks)
    if not 0 <= n < len(decks[deck]):
        return draft
    decks[deck] = (*decks[deck][:n], change(decks[deck][n]), *decks[deck][n + 1 :])
    return replace(draft, decks=(decks[0], decks[1]))


# The values that a card gets with a new effect.
_BEGINNINGS: Final[Mapping[str, Mapping[str, Any]]] = {
    "back": {"steps": 3},
    "nearest": {"kind": "railroad"},
    "collect": {"amount": 50},
    "pay": {"amount": 50},
    "collect-each": {"amount": 10},
    "pay-each": {"amount": 10},
    "pay-or-chance": {"amount": 10},
    "repairs": {"house": 25, "hotel": 100},
}


def with_effect(draft: BoardDraft, deck: int, n: int, do: str, text: str) -> BoardDraft:
    """Give a card another effect. ``text``: its sentence, which replaces the old one."""
    values: dict[str, Any] = {
        "to": 0,
        "kind": "",
        "steps": 0,
        "amount": 0,
        "house": 0,
        "hotel": 0,
        **_BEGINNINGS.get(do, {}),
    }
    return with_card(draft, deck, n, lambda card: replace(card, do=do, text=text, **values))


def with_printed_deck(draft: BoardDraft, deck: int) -> BoardDraft:
    """Replace a deck by the printed one."""
    draft = with_own_decks(draft)
    assert draft.decks is not None
    decks = list(draft.decks)
    decks[deck] = printed_decks_of(draft)[deck]
    return replace(draft, decks=(decks[0], decks[1]))


def with_sixteen_cards(draft: BoardDraft, deck: int) -> BoardDraft:
    """Fill a deck up to sixteen cards with printed ones, or drop the last ones beyond."""
    draft = with_own_decks(draft)
    assert draft.decks is not None
    cards = list(draft.decks[deck][:16])
    ids = {card.id for card in cards}
    for card in printed_decks_of(draft)[deck]:
        if len(cards) < 16 and card.id not in ids:
            cards.append(card)
    while len(cards) < 16:
        cards.append(
            DraftCard(_fresh_id([c.id for c in cards], "card"), "collect", "{amount}", amount=50)
        )
    decks = list(draft.decks)
    decks[deck] = tuple(cards)
    return replace(draft, decks=(decks[0], decks[1]))

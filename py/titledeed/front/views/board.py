"""The views of the board, the deeds, the players and the Bank."""

from __future__ import annotations

from typing import Any, Final

from ...engine.rules import rent, short_game
from ...engine.words import BANK, FREE, NOBODY, POT, SPACES
from ...language import clauses
from ...language.board import (
    deed_rows,
    foot,
    income_tax,
    jailed,
    owner_says,
    seat_says,
    space_says,
    would,
)
from .bits import SIDE, SIDES, Data, Sight, Squares

_ICONS: Final = {
    "railroad": "s-railroad",
    "chance": "s-chance",
    "community-chest": "s-chest",
    "income-tax": "s-tax",
    "luxury-tax": "s-luxury",
    "go": "s-go",
    "jail": "s-jail",
    "free-parking": "s-parking",
    "go-to-jail": "s-gotojail",
}
# The page uses one name for these kinds of space.
_KINDS: Final = {"income-tax": "tax", "luxury-tax": "tax"}
# The clause to show for a space that is no property.
_CLAUSES: Final = {
    "go": "go.salary",
    "jail": "jail.just-visiting",
    "go-to-jail": "jail.entry",
    "free-parking": "free-parking.nothing",
    "chance": "cards.draw",
    "community-chest": "cards.draw",
    "income-tax": "tax.income",
    "luxury-tax": "tax.luxury",
}
_LONG_WORD: Final = 11
_VOWELS: Final = frozenset("aeiouyäöüAEIOUYÄÖÜ")
_SHY: Final = "\u00ad"


def soft(name: str) -> str:
    """The name with soft hyphens in its long words; "" if it has none."""
    words = [_split(word) if len(word) >= _LONG_WORD else word for word in name.split(" ")]
    hyphenated = " ".join(words)
    return hyphenated if hyphenated != name else ""


def _split(word: str) -> str:
    """Put a soft hyphen near the middle: between two consonants if possible, else after a vowel."""
    middle = len(word) / 2
    places = range(4, len(word) - 3)
    between = [i for i in places if word[i - 1] not in _VOWELS and word[i] not in _VOWELS]
    behind = [i for i in places if word[i - 1] in _VOWELS and word[i] not in _VOWELS]
    for candidates in (between, behind):
        if candidates:
            at = min(candidates, key=lambda i: abs(i - middle))
            return word[:at] + _SHY + word[at:]
    return word


# ---------------------------------------------------------------- the board


def board(sight: Sight) -> Data:
    """The view of the board: all spaces and tokens."""
    here = sight.state.at[sight.state.turn]
    squares = _squares(sight)
    standing = _standing(sight)
    spaces = []
    for i in range(SPACES):
        # What else a square depends on, besides what `_squares` compares.
        key = (standing.get(i), i == here, sight.desk.flips.get(i))
        before, view = squares.views.get(i, (None, {}))
        if before != key:
            view = space(sight, i, [n for n, _ in standing.get(i, [])], i == here)
            squares.views[i] = key, view
        spaces.append(view)
    return {"edition": sight.rules.edition.id, "spaces": spaces, "tokens": tokens(sight)}


def _squares(sight: Sight) -> Squares:
    """The cached squares; empty if an owner, a building, a mortgage or a player has changed, as rents and
    texts of a square depend on those of others."""
    state = sight.state
    facts = (state.owner[:], state.level[:], state.mortgaged[:], sight.session.controls[:])
    common = (sight.teller, sight.catalogue, *facts)
    squares = sight.cache.squares
    if squares.common != common:
        squares = sight.cache.squares = Squares(common)
    return squares


def _standing(sight: Sight) -> dict[int, list[tuple[int, bool]]]:
    """The seats on each square, and whether each is in jail."""
    state = sight.state
    by_space: dict[int, list[tuple[int, bool]]] = {}
    for n in range(state.seats):
        if state.playing[n]:
            by_space.setdefault(state.at[n], []).append((n, state.jail[n] != FREE))
    return by_space


def side(at: int | str) -> str:
    """The side of the board that a square is on; "corner" for corners and for the cell of the jail."""
    return "corner" if isinstance(at, str) or at % SIDE == 0 else SIDES[at // SIDE]


def tokens(sight: Sight) -> list[Data]:
    """The place of each token. ``at`` is "jail" for prisoners; visitors have the number of the space."""
    state = sight.state
    jail = sight.rules.jail_at
    at: dict[int, int | str] = {}
    for n in range(state.seats):
        if state.playing[n]:
            locked = state.at[n] == jail and state.jail[n] != FREE
            at[n] = "jail" if locked else state.at[n]
    rows = []
    for n, place in at.items():
        others = [m for m, p in at.items() if p == place]
        rows.append(
            {
                "n": n,
                "token": sight.seat(n)["token"],
                "at": place,
                "side": side(place),
                "first": n == (state.turn if state.turn in others else others[0]),
                "slot": others.index(n),
                "of": len(others),
                "mover": n == state.turn,
            }
        )
    return rows


def space(sight: Sight, i: int, standing: list[int], here: bool) -> Data:
    """The view of a square. ``standing``: seats on it; ``here``: whether the mover is."""
    state, rules = sight.state, sight.rules
    kind = rules.kind[i]
    owner = state.owner[i]
    level = state.level[i]
    ownable = kind in ("street", "railroad", "utility")
    name = sight.name(i)
    return {
        "at": i,
        "id": sight.id(i),
        "name": name,
        "label": sight.teller.parts.short_name(i) if kind == "jail" else soft(name),
        "kind": _KINDS.get(kind, kind),
        "side": side(i),
        "group": sight.group(i) if ownable else None,
        "icon": sight.group(i)["icon"] if ownable else _ICONS[kind],
        "owner": sight.seat(owner) if owner != BANK else None,
        "houses": level if level < rules.top else 0,
        "hotel": level == rules.top,
        "mortgaged": state.mortgaged[i],
        "foot": foot(sight.teller.parts, state, i),
        "here": here,
        "flip": sight.desk.flips.get(i, ""),
        "says": space_says(sight.teller.parts, state, i, standing),
        "who": sight.teller.parts.listed([sight.seat(n)["name"] for n in standing])
        if standing
        else "",
    }


# ---------------------------------------------------------------- deeds


def deed(sight: Sight, i: int, dom: str) -> Data:
    """The view of a space's deed, or of what happens there if it is no property. ``dom``: id of its
    element."""
    state, rules, teller, _ = sight.state, sight.rules, sight.teller, sight._
    kind = rules.kind[i]
    view: dict[str, Any] = {
        "dom": dom,
        "id": sight.id(i),
        "name": sight.name(i),
        "kind_name": _("{Deed}"),
        "group": None,
        "icon": "",
        "printed": "",
        "mortgaged": state.mortgaged[i],
        "text": "",
        "clause": "",
        "rows": [],
        "owner": None,
        "owner_says": owner_says(teller.parts, state, i),
        "houses": 0,
        "hotel": False,
        "would": "",
        "rent_clause": "",
        "facts": [],
        "acts": [],
    }
    if kind not in ("street", "railroad", "utility"):
        clause = _CLAUSES[kind]
        if kind == "free-parking" and "free-parking" in rules.house_rules:
            clause = "house.free-parking"
        view |= {
            "kind_name": _("Space {n}", n=i),
            "icon": _ICONS[kind],
            "printed": "" if kind == "jail" else foot(teller.parts, state, i),
            "text": income_tax(teller.parts)
            if kind == "income-tax"
            else clauses.clause(teller.parts, clause)["text"],
            "clause": clause,
        }
        return view
    owner, level = state.owner[i], state.level[i]
    acting = sight.acting()
    now = _row_now(sight, i)
    view |= {
        "group": sight.group(i),
        "icon": sight.group(i)["icon"],
        "rows": [
            {"label": label, "money": money, "now": n == now}
            for n, (label, money) in enumerate(deed_rows(teller.parts, i))
        ],
        "owner": sight.seat(owner) if owner != BANK else None,
        "houses": level if level < rules.top else 0,
        "hotel": level == rules.top,
        "would": would(teller.parts, state, i, acting) if acting != NOBODY else "",
        "rent_clause": _rent_clause(sight, i),
        "facts": printed(sight, i),
    }
    if owner != BANK and acting != NOBODY and dom == "deed-dialog":
        if owner == acting:
            view["acts"] = [
                {"do": "open-manager", "label": _("Build, mortgage…"), "arg": str(owner)}
            ]
        elif sight.state.playing[acting]:
            label = _("Trade with {seat}…", seat=sight.seat(owner)["name"])
            view["acts"] = [{"do": "trade-for", "label": label, "arg": sight.id(i)}]
    return view


def _row_now(sight: Sight, i: int) -> int:
    """The index of the printed rent that is due now, or -1."""
    state, rules = sight.state, sight.rules
    if state.owner[i] == BANK or state.mortgaged[i]:
        return -1
    rents = rules.rents[i]
    if rules.kind[i] == "utility":
        return rents.index(rent.utility_times(state, i))
    due = rent.fixed_rent(state, i)
    if rules.kind[i] == "railroad":
        return rents.index(due) if due in rents else -1
    level = state.level[i]
    if level == 0:
        return 0 if due == rents[0] else 1
    return 1 + level


def _rent_clause(sight: Sight, i: int) -> str:
    """The clause that determines the rent now."""
    if sight.state.owner[i] == BANK:
        return "rent.due"
    if sight.state.mortgaged[i]:
        return "rent.mortgaged-none"
    if sight.rules.kind[i] == "utility":
        return "rent.utility-multiplier"
    return (*rent.reasons(sight.state, i), "rent.due")[0]


def printed(sight: Sight, i: int) -> list[Data]:
    """The sums below the rents of a deed: the price first, then building and mortgage."""
    rules, _ = sight.rules, sight._
    rows = [{"label": _("Price"), "money": sight.money(rules.price[i])}]
    if rules.kind[i] == "street":
        rows.append({"label": _("{A house} costs"), "money": sight.money(rules.cost[i])})
    rows.append({"label": _("Mortgage value"), "money": sight.money(rules.mortgage_value[i])})
    if sight.state.mortgaged[i]:
        rows.append({"label": _("Lifting it costs"), "money": sight.money(rules.lift_cost[i])})
    return rows


# ---------------------------------------------------------------- players and the Bank


def seats(sight: Sight) -> list[Data]:
    """The seats with their cash and holdings."""
    state, teller = sight.state, sight.teller
    groups = sight.property_groups()
    asked = state.ask.seat
    rows = []
    for n in range(state.seats):
        worth = None if sight.worth_hidden or not state.playing[n] else short_game.score(state, n)
        holdings = []
        for members in groups:
            mine = [state.owner[i] == n for i in members]
            holdings.append(
                {
                    "group": sight.group(members[0]),
                    "full": all(mine),
                    "deeds": [
                        {
                            "mine": own,
                            "mortgaged": own and state.mortgaged[i],
                            "level": state.level[i] if own else 0,
                        }
                        for i, own in zip(members, mine, strict=True)
                    ],
                }
            )
        change = sight.desk.deltas.get(n, 0)
        rows.append(
            sight.seat(
                n,
                cash=sight.money(state.cash[n]),
                worth=sight.money(worth) if worth is not None else "",
                mover=n == state.turn and state.playing[n],
                asked=n == asked,
                out=not state.playing[n],
                jailed=jailed(teller.parts, state, n),
                cards=state.held.count(n),
                holdings=holdings,
                says=seat_says(teller.parts, state, n, worth=worth),
                delta={"text": teller.parts.numbers.change(change), "up": change > 0}
                if change
                else None,
            )
        )
    return rows


def bank(sight: Sight) -> Data:
    """The Bank's houses and hotels, and the pot in the middle of the board."""
    state = sight.state
    return {
        "houses": state.stock[0],
        "hotels": state.stock[1],
        "pot": sight.money(state.cash[POT]) if sight.rules.pot else "",
    }

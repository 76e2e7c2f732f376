"""The view of the board: its squares and tokens."""

from __future__ import annotations

from typing import (
    TYPE_CHECKING,
    Final,
)

from ....engine.special_seats_and_ids import BANK, FREE, SPACES
from ....language.state_descriptions import (
    space_says,
    square_foot,
)
from ..page.data_state_and_ask_attributes import pending_text
from ..view_context_and_shared_parts import SIDE, SIDES, Squares, ViewContext
from .own_drawings import own_drawing

if TYPE_CHECKING:
    from ..types import (
        BoardView,
        SpaceView,
        TokenView,
    )

# The drawing of each kind of space that has one.
SPACE_ICONS: Final = {
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

# The clause to show for a space that is not a property.
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

_LONG_WORD: Final = 10  # letters: communauté

_VOWELS: Final = frozenset("aeiouyäöüAEIOUYÄÖÜ")

_SHY: Final = "\u00ad"


def soft_hyphenated(name: str) -> str:
    """The name with soft hyphens in its long words; "" if it has none."""
    words = [_split(word) if len(word) >= _LONG_WORD else word for word in name.split(" ")]
    hyphenated = " ".join(words)
    return hyphenated if hyphenated != name else ""


def _split(word: str) -> str:
    """Put a soft hyphen near the middle: between two consonants if possible, else after a vowel."""
    middle = len(word) / 2
    split_points = range(4, len(word) - 3)
    between = [i for i in split_points if word[i - 1] not in _VOWELS and word[i] not in _VOWELS]
    behind = [i for i in split_points if word[i - 1] in _VOWELS and word[i] not in _VOWELS]
    for candidates in (between, behind):
        if candidates:
            at = min(candidates, key=lambda i: abs(i - middle))
            return word[:at] + _SHY + word[at:]
    return word


def board_view(ctx: ViewContext) -> BoardView:
    """The view of the board: all spaces and tokens."""
    here, inside = _framed(ctx)
    dialog = ctx.app.open_dialog("deed")
    shown = int(dialog.arg) if dialog is not None else -1
    squares = _squares(ctx)
    standing = _standing(ctx)
    spaces = []
    for i in range(SPACES):
        # The other values that a square depends on, besides those that `_squares` compares.
        key = (standing.get(i), i == here, i == here and inside, i == shown, ctx.app.flips.get(i))
        known = squares.views.get(i)
        if known is None or known[0] != key:
            view = space_view(ctx, i, [n for n, _ in standing.get(i, [])], i == here)
            view["inside"], view["shown"] = i == here and inside, i == shown
            known = squares.views[i] = key, view
        spaces.append(known[1])
    return {"edition": ctx.rules.edition.id, "spaces": spaces, "tokens": tokens_view(ctx)}


def _framed(ctx: ViewContext) -> tuple[int, bool]:
    """The space with a frame: the mover's, or the one whose rent a person is asked to claim.

    With it comes whether the frame is round the cell of the jail."""
    waiting = ctx.session.waiting()
    if waiting.claim is not None and pending_text(ctx) == f"rent-claim {waiting.seat}":
        return waiting.claim.space, False
    state = ctx.state
    return state.at[state.turn], state.jail[state.turn] != FREE


def _squares(ctx: ViewContext) -> Squares:
    """Return the cached squares, or an empty cache if a value that all of them depend on has changed.

    These values are owners, buildings, mortgages and players, as the rents and texts of a square depend
    on those of others."""
    state = ctx.state
    facts = (state.owner[:], state.level[:], state.mortgaged[:], ctx.session.controls[:])
    common = (ctx.narrator, ctx.catalogue, *facts)
    squares = ctx.cache.squares
    if squares.common != common:
        squares = ctx.cache.squares = Squares(common)
    return squares


def _standing(ctx: ViewContext) -> dict[int, list[tuple[int, bool]]]:
    """The seats on each square, and whether each is in jail."""
    state = ctx.state
    by_space: dict[int, list[tuple[int, bool]]] = {}
    for n in range(state.seats):
        if state.playing[n]:
            by_space.setdefault(state.at[n], []).append((n, state.jail[n] != FREE))
    return by_space


def board_side(at: int | str) -> str:
    """The side of the board that a square is on; "corner" for corners and for the cell of the jail."""
    return "corner" if isinstance(at, str) or at % SIDE == 0 else SIDES[at // SIDE]


def tokens_view(ctx: ViewContext) -> list[TokenView]:
    """The place of each token. ``at`` is "jail" for prisoners; visitors have the number of the space."""
    state = ctx.state
    jail = ctx.rules.jail_at
    at: dict[int, int | str] = {}
    for n in range(state.seats):
        if state.playing[n]:
            locked = state.at[n] == jail and state.jail[n] != FREE
            at[n] = "jail" if locked else state.at[n]
    rows: list[TokenView] = []
    for n, place in at.items():
        others = [m for m, p in at.items() if p == place]
        rows.append(
            {
                "n": n,
                "token": ctx.seat(n)["token"],
                "at": place,
                "side": board_side(place),
                "first": n == (state.turn if state.turn in others else others[0]),
                "slot": others.index(n),
                "of": len(others),
                "mover": n == state.turn,
            }
        )
    return rows


def space_view(ctx: ViewContext, i: int, standing: list[int], here: bool) -> SpaceView:
    """The view of a square. ``standing``: seats on it; ``here``: whether the mover is."""
    state, rules = ctx.state, ctx.rules
    kind = rules.kind[i]
    owner = state.owner[i]
    level = state.level[i]
    ownable = kind in ("street", "railroad", "utility")
    name = ctx.name(i)
    return {
        "at": i,
        "id": ctx.id(i),
        "name": name,
        "label": ctx.narrator.parts.short_name(i) if kind == "jail" else soft_hyphenated(name),
        "kind": _KINDS.get(kind, kind),
        "side": board_side(i),
        "group": ctx.group(i) if ownable else None,
        "icon": own_drawing(rules.edition, i)
        or (ctx.group(i)["icon"] if ownable else SPACE_ICONS[kind]),
        "owner": ctx.seat(owner) if owner != BANK else None,
        "houses": level if level < rules.top else 0,
        "hotel": level == rules.top,
        "mortgaged": state.mortgaged[i],
        "foot": square_foot(ctx.narrator.parts, state, i),
        "here": here,
        "inside": False,
        "shown": False,
        "flip": ctx.app.flips.get(i, ""),
        "says": space_says(ctx.narrator.parts, state, i, standing),
        "who": ctx.n_(
            "{names} is here",
            "{names} are here",
            len(standing),
            names=ctx.narrator.parts.listed([ctx.seat(n)["name"] for n in standing]),
        )
        if standing
        else "",
    }

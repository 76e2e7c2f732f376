"""The view of the screen about landings: the board as a chart, payback of houses, published figures."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Final

from ....engine.board_and_rules_types import Rules
from ....engine.rulebook_loader_and_rules_compiler import (
    BOOKS,
    DECK_SETS,
    EDITIONS,
    built_in_edition,
    default_decks,
    rule_texts,
)
from ....engine.special_seats_and_ids import SPACES
from ....lab.intervals import Interval, outward
from ....lab.landings import shares_and_group_earnings
from ....lab.landings.markov import JAIL, JAIL_SPACE
from ....lab.landings.simulation import rules_for
from ....language.catalogue import Catalogue
from ...views.board.board import SPACE_ICONS
from ...views.board.own_drawings import own_drawing
from ...views.view_context_and_shared_parts import GROUPS, SIDE
from ..state.landings import LandingsState
from .board_geometry import CORNER, SIZE, square_view
from .comparison_settings import deck_names
from .figure_format import FigureFormat

if TYPE_CHECKING:
    from .types import (
        ChainChoice,
        LandingBar,
        LandingBoard,
        LandingRow,
        LandingSquare,
        LandingsView,
        PaybackRow,
        PaybackView,
        PublishedFigure,
        ShadeKey,
        StreetGroup,
    )

CLASSES: Final = (0.020, 0.024, 0.027, 0.030)  # shares from which a darker shade is used
# The bars inside the board, in units of the picture. The bars of one side must not cross those of the
# next at a corner. So they are closer together than the squares, ``_GAP`` away from them, and a line
# leads to each.
_FULL: Final = 0.036  # the longest bar; a longer one is cut off
_TOP: Final = 10  # spaces in the list beside the picture; half of them are also inside it
_TOP_BAR: Final = 400.0
_REACH: Final = 128.0  # its length
_GAP: Final = 20.0
_FIRST: Final = 165.0  # distance from the inner corner to the middle of the first bar
_APART: Final = (SIZE - 2 * CORNER - 2 * _FIRST) / (SIDE - 2)
BAR: Final = 30.0  # width
_BREAK: Final = 45  # throws: a longer bar of payback is drawn broken
_BAR: Final = 100.0  # percent of the space that such a bar takes
_PERCENT: Final = 100
_DECIMALS: Final = 3  # decimals of shares in percent


def _name(rules: Rules, place: int, _: Catalogue) -> str:
    if place == JAIL:
        return _("In {jail}")
    if place == JAIL_SPACE:
        return _("Visiting {jail}")
    return _.space_name(rules.edition.spaces[place].name, rules.kind[place])


def _short_name(rules: Rules, place: int, _: Catalogue) -> str:
    """The translated name of a space, or its short name if it is not translated."""
    if place == JAIL_SPACE:  # the prisoners have a figure of their own
        return _("{just_visiting}")
    space = rules.edition.spaces[place]
    name = _.space_name(space.name, space.kind)
    return name if name != space.name else space.short or space.name


def _shade(share: float) -> int:
    # Of the share as it is printed, with two decimals of a percent: the key counts on them.
    return sum(round(share, 4) >= edge for edge in CLASSES)


def landings_view(landings: LandingsState, catalogue: Catalogue) -> LandingsView:
    """The view of the screen."""
    board = built_in_edition(landings.edition)
    _ = Catalogue(catalogue.language, board.words)
    rules = rules_for(landings.book, landings.edition, landings.decks or None)
    figures = FigureFormat(_, landings.edition)
    intervals = (
        shares_and_group_earnings.observed_landings(landings.batches) if landings.batches else []
    )
    return {
        "form": _form(landings, _),
        "form_even": figures.fixed(100 / 40, 1),
        "throws": figures.numbers.number(shares_and_group_earnings.THROWS),
        "seed": landings.entries.shown("seed", landings.seed),
        "trouble": landings.trouble,
        "coming": landings.coming > 0,
        "board": _board(landings, rules, intervals, figures) if landings.shares else None,
        "key": _key(figures),
        "seen": _seen(landings, intervals, figures),
        "worth": _worth(landings, rules, figures) if landings.shares else None,
        "published": _published(landings, figures),
        "rows": _rows(landings, rules, intervals, figures) if landings.shares else [],
    }


def _form(landings: LandingsState, _: Catalogue) -> list[ChainChoice]:
    names = {row["id"]: row["name"] for row in rule_texts("books")["book"]}
    usual = default_decks(landings.edition, landings.book)
    decks = deck_names(_)
    asked: list[tuple[str, str, list[tuple[str, str]]]] = [
        ("book", _("Rulebook"), [(id, _(names[id])) for id in BOOKS]),
        ("edition", _("Board"), [(id, built_in_edition(id).name) for id in EDITIONS]),
        (
            "decks",
            _("Cards"),
            [("", _("as usual: {decks}", decks=decks[usual]))]
            + [(id, decks[id]) for id in DECK_SETS],
        ),
        (
            "jail",
            _("In {jail}"),
            [("leave", _("pay at once")), ("stay", _("stay for three throws"))],
        ),
    ]
    if (landings.decks or usual) == "uk-classic":
        choices = [("pay", _("pay the fine")), ("take-chance", _("draw a {chance} card"))]
        asked.append(("choice", _("The card that offers a choice"), choices))
    return [
        {
            "name": name,
            "label": label,
            "options": [
                {"value": value, "label": text, "chosen": value == getattr(landings, name)}
                for value, text in options
            ],
        }
        for name, label, options in asked
    ]


def _board(
    landings: LandingsState, rules: Rules, intervals: list[Interval], figures: FigureFormat
) -> LandingBoard:
    _ = figures._
    squares: list[LandingSquare] = []
    for place in range(SPACES):
        share = landings.shares[place]
        at = square_view(place)
        squares.append(
            {
                **at,
                "name": _short_name(rules, place, _),
                "icon": _icon(rules, place),
                "number": figures.fixed(share * _PERCENT, 2),
                "shade": _shade(share),
                "group": group_of(rules, place),
                "bar": _bar(place, share, intervals[place] if intervals else None),
            }
        )
    jailed = landings.shares[JAIL]
    order = sorted(range(41), key=lambda place: -landings.shares[place])
    first = [_("in {jail}") if place == JAIL else _name(rules, place, _) for place in order[:3]]
    return {
        "size": SIZE,
        "bar": BAR,
        "squares": squares,
        "jail": {
            "number": figures.fixed(jailed * _PERCENT, 2),
            "name": _("In {jail}"),
            "shade": _shade(jailed),
        },
        "top": [
            {
                "name": _name(rules, place, _),
                "group": group_of(rules, place),
                "icon": _icon(rules, place),
                "number": figures.fixed(landings.shares[place] * _PERCENT, 2),
                "long": round(landings.shares[place] / landings.shares[order[0]] * _TOP_BAR, 1),
            }
            for place in order[:_TOP]
        ],
        "title": _(
            "Most often: {first}, then {second}, then {third}",
            first=first[0],
            second=first[1],
            third=first[2],
        ),
        "says": _(
            "The board, with the share of throws after which {a token} is on each space. "
            "Most often: {first}, {share}%. The table below shows all spaces.",
            first=first[0],
            share=figures.fixed(landings.shares[order[0]] * _PERCENT, 2),
        ),
    }


def _icon(rules: Rules, place: int) -> str:
    """The drawing of a space that is no street; "" for a street."""
    if place == JAIL:
        return SPACE_ICONS["jail"]
    if group_of(rules, place):
        return ""
    if rules.kind[place] == "utility":
        usual = "s-electric" if place == rules.members[place][0] else "s-water"
    else:
        usual = SPACE_ICONS[rules.kind[place]]
    return own_drawing(rules.edition, place) or usual


def group_of(rules: Rules, place: int) -> StreetGroup | None:
    """Return the color group of a street; None for any other space."""
    for n, group in enumerate(sorted(rules.edition.groups, key=lambda g: g.members[0])):
        if place in group.members:
            return {"id": GROUPS[n % len(GROUPS)], "letter": group.mark}
    return None


def _bar(place: int, share: float, seen: Interval | None) -> LandingBar | None:
    """Return the bar that points from a square into the board, or None for corners.

    Its length is the exact share; a dot with an interval is the simulated one. ``x``, ``y``: the middle
    of its base."""
    side, step = divmod(place, SIDE)
    if step == 0:
        return None
    along = CORNER + _FIRST + (step - 1) * _APART
    near, far, back = CORNER + _GAP, SIZE - CORNER - _GAP, SIZE - along
    x, y = ((back, far), (near, back), (along, near), (far, along))[side]

    def long(value: float) -> float:
        return round(min(max(value, 0.0), _FULL) / _FULL * _REACH, 1)

    bar: LandingBar = {"long": long(share), "x": round(x, 1), "y": round(y, 1), "dot": None}
    if seen is not None:
        bar["dot"], bar["low"], bar["high"] = long(seen.value), long(seen.low), long(seen.high)
    return bar


def _key(figures: FigureFormat) -> list[ShadeKey]:
    _ = figures._
    ends = [figures.fixed(edge * _PERCENT, 1) for edge in (CLASSES[0], CLASSES[-1])]
    texts = [_("under {n}%", n=ends[0])]
    texts += [
        f"{figures.fixed(low * _PERCENT, 2)}–{figures.fixed(high * _PERCENT - 0.01, 2)}"
        for low, high in pairwise(CLASSES)
    ]
    texts.append(_("{n} and over", n=ends[-1]))
    return [{"shade": n, "text": text} for n, text in enumerate(texts)]


def _rows(
    landings: LandingsState, rules: Rules, intervals: list[Interval], figures: FigureFormat
) -> list[LandingRow]:
    rows: list[LandingRow] = []
    for place in range(41):
        seen = intervals[place] if intervals else None
        share = landings.shares[place]
        rows.append(
            {
                "name": _name(rules, place, figures._),
                "exact": figures.fixed(share * _PERCENT, _DECIMALS),
                "seen": figures.fixed(seen.value * _PERCENT, _DECIMALS) if seen else "",
                "interval": _span(seen, figures) if seen else "",
                "outside": bool(seen and not within(seen, share)),
            }
        )
    return rows


def _span(seen: Interval, figures: FigureFormat) -> str:
    low, high = figures.shares(seen._replace(low=max(seen.low, 0.0)), _DECIMALS)
    return figures._("{low} to {high}", low=low, high=high)


def within(seen: Interval, share: float) -> bool:
    """Whether the exact share lies in the interval, both as they are shown."""
    digits = _DECIMALS + 2
    _value, low, high = outward(seen, digits)
    return low <= round(share, digits) <= high


def _seen(landings: LandingsState, intervals: list[Interval], figures: FigureFormat) -> str:
    _ = figures._
    if landings.coming:
        return _("The dice are being thrown…")
    if not intervals or not landings.shares:
        return ""
    outside = sum(
        not within(seen, share) for seen, share in zip(intervals, landings.shares, strict=True)
    )
    throws = sum(map(sum, landings.batches))
    text = _(
        "{throws} throws, seed {seed}. In {n} of the table’s 41 rows, the exact share is "
        "outside the 95% interval. About 2 would be expected by chance alone.",
        throws=figures.numbers.number(throws),
        seed=landings.seed,
        n=outside,
    )
    more = (
        _(
            "That is more than chance would explain. Either these throws were unusual or "
            "the calculation is wrong."
        )
        if outside > 7
        else _("The results fit the calculation.")
    )
    return f"{text} {more}"


# ---------------------------------------------------------------- what it is worth


def _worth(landings: LandingsState, rules: Rules, figures: FigureFormat) -> PaybackView:
    _ = figures._
    groups = sorted(rules.edition.groups, key=lambda g: g.members[0])
    earned = shares_and_group_earnings.landing_earnings(rules, landings.shares)
    rest = shares_and_group_earnings.other_landings(rules, landings.shares)
    rows: list[PaybackRow] = []
    for n, (group, earning) in enumerate(zip(groups, earned, strict=True)):
        soonest = min(earning.steps, key=lambda step: step.payback)
        rows.append(
            {
                "group": {"id": GROUPS[n % len(GROUPS)], "letter": group.mark, "icon": ""},
                "name": _(group.name),
                "cost": figures.numbers.money(earning.steps[0].cost),
                "steps": [
                    {
                        "text": figures.fixed(step.payback, 0),
                        "wide": round(min(step.payback, _BREAK) / _BREAK * _BAR, 1),
                        "broken": step.payback > _BREAK,
                        "best": step is soonest,
                    }
                    for step in earning.steps
                ],
                "earns": [figures.fixed(earning.bare, 1)]
                + [figures.fixed(step.earns, 1) for step in earning.steps],
            }
        )
    best = [min(e.steps, key=lambda step: step.payback).level for e in earned]
    thirds = best.count(3)
    heads = [_("{House} {n}", n=n) for n in range(1, rules.top)] + [_("{Hotel}")]
    return {
        "heads": heads,
        "houses": rules.top - 1,
        "rows": rows,
        "rest": [
            {"name": _("all {railroads}"), "earns": figures.fixed(rest["railroad"], 1)},
            {"name": _("both {utilities}"), "earns": figures.fixed(rest["utility"], 1)},
        ],
        "says": _(
            "In {n} of {all} groups, the third {house} pays for itself soonest. This "
            "comes from the exact shares, not from games.",
            n=thirds,
            all=len(best),
        ),
    }


# ---------------------------------------------------------------- published


def _published(landings: LandingsState, words: FigureFormat) -> list[PublishedFigure]:
    _ = words._
    figures = landings.published
    if not figures:
        return []
    stay = words.fixed(figures["stay_classic"] * _PERCENT, 4)
    return [
        {
            "name": _("Project Euler 84, the three most likely spaces, six-sided dice"),
            "theirs": "102400",
            "ours": figures["euler_6"],
            "rules": _(
                "Nobody stays in {jail}, but visitors count as prisoners. Doubles in a "
                "row are counted from one turn to the next."
            ),
        },
        {
            "name": _("Project Euler 84, four-sided dice"),
            "theirs": "101524",
            "ours": figures["euler_4"],
            "rules": _("The same rules, smaller dice."),
        },
        {
            "name": _("Collins, “long” table: in {jail} if you stay there"),
            "theirs": words.fixed(9.4569, 4),
            "ours": words.fixed(figures["stay_australian"] * _PERCENT, 4),
            "rules": _(
                "In that table, doubles that set you free count as the first in a row, as "
                "in the Australian rulebook. With the other rulebooks, the share is "
                "{share}%.",
                share=stay,
            ),
        },
    ]


# ---------------------------------------------------------------- taking away


def landings_csv(landings: LandingsState, digits: int) -> list[str]:
    """The lines of the CSV file; docs/LAB.md describes its columns."""
    intervals = (
        shares_and_group_earnings.observed_landings(landings.batches)
        if landings.batches
        else [None] * 41
    )
    lines = ["place,exact,seen,low,high"]
    for place, (share, seen) in enumerate(zip(landings.shares, intervals, strict=True)):
        cells = [f"{share:.{digits}f}"]
        cells += [f"{value:.{digits}f}" for value in seen] if seen else ["", "", ""]
        lines.append(",".join(["jail" if place == JAIL else str(place), *cells]))
    return lines

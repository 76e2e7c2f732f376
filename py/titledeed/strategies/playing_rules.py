"""The rules of a player: each is a sentence with one value, which a slider sets.

:data:`RULES` describes the fields of :class:`PlayingRules`. Everything that shows, stores, measures or
varies a rule reads it from there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final, TypeAlias

from ..language.catalogue import N_, Catalogue

Value: TypeAlias = "int | float | str | bool"

MONEY: Final = "money"
TIMES: Final = "times"  # a factor, in tenths
COUNT: Final = "count"
PERCENT: Final = "percent"
SWITCH: Final = "switch"
CHOICE: Final = "choice"

SECTIONS: Final[Mapping[str, str]] = {
    "buying": N_("Buying"),
    "worth": N_("What a property is worth to me"),
    "building": N_("Building"),
    "jail": N_("In {jail}"),
    "cash": N_("Mortgages and debts"),
    "trading": N_("Trading"),
}

# What a section's rules have in common.
NOTES: Final[Mapping[str, str]] = {
    "worth": N_(
        "In an auction I bid up to this sum. I don’t buy what is worth less than its price."
    ),
}


@dataclass(frozen=True)
class PlayingRules:
    """The values of all rules. Sums are whole units of money; ``…_times`` are factors of the price."""

    buy_keep: int = 0
    complete_keep: int = 0
    borrow: bool = True
    any_times: float = 1.0
    second_times: float = 1.2
    complete_times: float = 2.5
    deny_times: float = 1.5
    railroad_times: float = 1.1
    utility_times: float = 1.0
    build_from: int = 1
    build_keep: int = 100
    build_to: int = 3
    beyond_keep: int = 300
    build_first: str = "expensive"
    build_stop: int = 2
    jail_stay: int = 70
    fine_keep: int = 100
    raise_first: str = "deeds"
    mortgage_first: str = "cheap"
    lift_keep: int = 500
    lift_group_keep: int = 100
    accept_times: float = 1.1
    give_times: float = 2.5
    offers: int = 2
    offer_from: float = 1.2
    offer_to: float = 3.0
    offer_keep: int = 50
    swaps: bool = True


@dataclass(frozen=True)
class Rule:
    """One rule. ``sentence`` is a message whose ``{value}`` is shown with its slider.

    ``low``, ``high`` and ``step`` are for numbers; ``choices`` pairs values of a choice with messages, and
    ``label`` stands above them."""

    id: str  # the field of PlayingRules
    section: str
    kind: str
    sentence: str
    low: float = 0
    high: float = 0
    step: float = 1
    choices: tuple[tuple[str, str], ...] = ()
    label: str = ""

    @property
    def key(self) -> str:
        """Its name in files."""
        return self.id.replace("_", "-")

    @property
    def default(self) -> Value:
        """Its value in a new player."""
        value: Value = getattr(DEFAULT, self.id)
        return value

    def read(self, value: object) -> Value | None:
        """The value of a file or a form, rounded to a step; None if the rule can't have it."""
        if self.kind == SWITCH:
            return value if isinstance(value, bool) else None
        if self.kind == CHOICE:
            return next((name for name, _ in self.choices if name == value), None)
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            return None
        if not self.low <= value <= self.high:  # also false for NaN
            return None
        steps = round((value - self.low) / self.step)
        if self.kind == TIMES:
            return round(self.low + steps * self.step, 1)
        return int(self.low + steps * self.step)

    def shown(self, value: Value, _: Catalogue, money: str = "$") -> str:
        """A value in words."""
        if self.kind == SWITCH:
            return _("yes") if value else _("no")
        if self.kind == CHOICE:
            return _(next(label for name, label in self.choices if name == value))
        if self.kind == MONEY:
            return f"{money}{value:,}"
        if self.kind == PERCENT:
            return f"{value}%"
        return f"{value:g}" if self.kind == TIMES else str(value)

    def says(self, value: Value, _: Catalogue, money: str = "$") -> str:
        """The whole sentence with its value. That of a switch is the same if it is off."""
        return _(self.sentence, value=self.shown(value, _, money))


DEFAULT: Final = PlayingRules()


def _money(id: str, section: str, sentence: str, high: int = 1000) -> Rule:
    return Rule(id, section, MONEY, sentence, 0, high, 25)


def _times(id: str, section: str, sentence: str, high: float = 4.0) -> Rule:
    return Rule(id, section, TIMES, sentence, 0.5, high, 0.1)


_MOST: Final = 8.0  # times a price, in a trade: one scale for all sliders about trades


RULES: Final = (
    _money("buy_keep", "buying", N_("I buy a property if at least {value} stays in hand.")),
    _money(
        "complete_keep",
        "buying",
        N_("If it completes my group, {value} is enough."),
    ),
    Rule(
        "borrow",
        "buying",
        SWITCH,
        N_("To complete a group, I mortgage other properties if I’m short of cash."),
    ),
    _times("any_times", "worth", N_("Any property: {value} × its price.")),
    _times("second_times", "worth", N_("If I own part of its group: {value} × its price.")),
    _times("complete_times", "worth", N_("If it completes my group: {value} × its price.")),
    _times(
        "deny_times",
        "worth",
        N_("If it would complete another player’s group: {value} × its price."),
    ),
    _times("railroad_times", "worth", N_("{A railroad}: {value} × its price.")),
    _times("utility_times", "worth", N_("{A utility}: {value} × its price.")),
    Rule(
        "build_from",
        "building",
        COUNT,
        N_("I begin to build on a group once my cash is enough for this many {houses}: {value}."),
        1,
        9,
    ),
    _money("build_keep", "building", N_("I build while at least {value} stays in hand.")),
    Rule(
        "build_to",
        "building",
        COUNT,
        N_("That holds up to this many {houses} on each {street} (5 is {a hotel}): {value}."),
        1,
        5,
    ),
    _money("beyond_keep", "building", N_("I build more only if at least {value} stays in hand.")),
    Rule(
        "build_first",
        "building",
        CHOICE,
        N_("Order of building: {value} first."),
        choices=(("expensive", N_("the most expensive")), ("cheap", N_("the cheapest"))),
        label=N_("I build first on"),
    ),
    Rule(
        "build_stop",
        "building",
        COUNT,
        N_("In a game with a limit of rounds, I build nothing in the last rounds: {value}."),
        0,
        20,
    ),
    Rule(
        "jail_stay",
        "jail",
        PERCENT,
        N_("I stay in {jail} once more than {value} of all properties are sold."),
        0,
        100,
        5,
    ),
    _money(
        "fine_keep", "jail", N_("Before that, I pay the fine if at least {value} stays in hand.")
    ),
    Rule(
        "raise_first",
        "cash",
        CHOICE,
        N_("To pay debts, I first {value}."),
        choices=(
            ("deeds", N_("mortgage incomplete groups")),
            ("houses", N_("sell buildings")),
        ),
        label=N_("To pay debts, I first"),
    ),
    Rule(
        "mortgage_first",
        "cash",
        CHOICE,
        N_("Order of mortgages: {value} first."),
        choices=(("cheap", N_("the cheapest")), ("expensive", N_("the most expensive"))),
        label=N_("I mortgage first"),
    ),
    _money("lift_keep", "cash", N_("I lift a mortgage if at least {value} stays in hand."), 1500),
    _money("lift_group_keep", "cash", N_("In my complete group, {value} is enough.")),
    _times(
        "accept_times",
        "trading",
        N_("I accept a trade that brings at least {value} × what I give."),
        _MOST,
    ),
    _times(
        "give_times",
        "trading",
        N_("For a property that completes another player’s group, I want {value} × its price."),
        _MOST,
    ),
    Rule("offers", "trading", COUNT, N_("Each turn I make up to this many offers: {value}."), 0, 3),
    Rule("swaps", "trading", SWITCH, N_("I offer swaps that complete a group for both of us.")),
    _times(
        "offer_from",
        "trading",
        N_("For a property that completes my group, I first offer {value} × its price."),
        _MOST,
    ),
    _times(
        "offer_to",
        "trading",
        N_("After each refusal I offer more, up to {value} × its price."),
        _MOST,
    ),
    _money("offer_keep", "trading", N_("After such a purchase, at least {value} stays in hand.")),
)
BY_KEY: Final[Mapping[str, Rule]] = {rule.key: rule for rule in RULES}


def table_of(rules: PlayingRules) -> dict[str, Value]:
    """The values of all rules by their names in files."""
    return {rule.key: getattr(rules, rule.id) for rule in RULES}


def with_rule(rules: PlayingRules, rule: Rule, value: object) -> PlayingRules | None:
    """The rules with another value of one of them; None if it can't have this value."""
    read = rule.read(value)
    if read is None:
        return None
    change: dict[str, Any] = {rule.id: read}
    return replace(rules, **change)

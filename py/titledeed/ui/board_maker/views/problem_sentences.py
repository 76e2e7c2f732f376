"""The problems of a board and their repairs as sentences."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ....board_maker.changes import WORD_OF_KIND
from ....board_maker.checks import BoardProblem, BoardRepair, Fact
from ....board_maker.draft import BoardDraft, DraftGroup
from ....language.catalogue import N_, Catalogue
from ....language.numbers import Numbers

# The facts of docs/EDITIONS.md that a person can meet.
FACTS: Final[Mapping[int, str]] = {
    2: N_("The first corner is always the one that pays the {salary}."),
    3: N_("The second corner is always the {jail}."),
    4: N_("Under the rules, nothing ever happens on the third corner."),
    5: N_("The fourth corner always sends players to {jail}."),
    6: N_("The middle of each side is always {a railroad}."),
    7: N_("Spaces 12 and 28 are always {utilities}."),
    8: N_(
        "Each {deck} has one space on the first side, one on the last and one in between. "
        "Each of the two middle sides has one of these spaces."
    ),
    9: N_("Space 4 is always the heavy tax, and space 38 the light tax."),
    10: N_(
        "Each half of a side has one {color_group} of two or three {streets}. Prices never fall on "
        "the way around."
    ),
}

# The sentences of these problems say what must be; the whole fact would add nothing.
_COMPLETE: Final = frozenset({"price-falls", "price-too-high", "card-count", "release-count"})


class ProblemSentences:
    """Puts problems into words, with the names and the money of the board."""

    def __init__(self, draft: BoardDraft, catalogue: Catalogue, numbers: Numbers) -> None:
        self._draft = draft
        self._ = catalogue
        self._numbers = numbers

    def name(self, at: int) -> str:
        """The name of a space as a game shows it, or its number if it has none."""
        space = self._draft.spaces[at]
        name = self._.space_name(space.name, space.kind).strip()
        return name or self._("space {n}", n=at)

    def deck(self, deck: int) -> str:
        """The name of a deck."""
        return self._("{Community_chest}") if deck else self._("{Chance}")

    def group(self, group: DraftGroup) -> str:
        """The name of a group as a game shows it."""
        return self._.named(group.name, "group")

    def kind(self, kind: str) -> str:
        """A kind of space in words."""
        _ = self._
        if kind in WORD_OF_KIND:
            return _.words[WORD_OF_KIND[kind]]
        match kind:
            case "street":
                return _("{street}")
            case "railroad":
                return _("{railroad}")
            case "utility":
                return _("{utility}")
            case _:
                return _("{jail}")

    def fact(self, number: int) -> str:
        """A fact that holds for every board."""
        return self._(FACTS[number]) if number in FACTS else ""

    def money(self, sum_: Fact) -> str:
        return self._numbers.money(int(sum_))

    def problem(self, problem: BoardProblem) -> str:
        """The sentence of a problem, with the fact that it breaks."""
        text, facts = self._sentence(problem), problem.facts
        unnamed = [self._("space {n}", n=int(facts[k])) for k in ("n", "m") if k in facts]
        if text.startswith(tuple(unnamed)):
            text = text[0].upper() + text[1:]
        fact = self.fact(problem.fact)
        return f"{text} {fact}" if fact and problem.code not in _COMPLETE else text

    def _sentence(self, problem: BoardProblem) -> str:
        _, facts = self._, problem.facts
        kind, __, fault = problem.code.partition("-")
        if kind in ("name", "short", "text", "word", "sign") and fault in (
            "empty",
            "long",
            "hidden",
        ):
            return self._text_fault(kind, fault, facts)
        match problem.code:
            case "fixed":
                return _(
                    "This space must be of the kind “{name}”.", name=self.kind(str(facts["kind"]))
                )
            case "not-here":
                return _("Only {a street} or a card space can be here.")
            case "deck-spaces":
                return _.count(
                    "“{name}” has {n} space.",
                    "“{name}” has {n} spaces.",
                    int(facts["count"]),
                    name=self.deck(int(facts["deck"])),
                )
            case "middle-sides":
                return _("The two middle card spaces are on the same side.")
            case "price-falls":
                return _(
                    "{space} costs {low}, but {other} before it costs {high}. No {street} may be "
                    "cheaper than the one before it.",
                    space=self.name(int(facts["n"])),
                    other=self.name(int(facts["m"])),
                    low=self.money(facts["low"]),
                    high=self.money(facts["high"]),
                )
            case "price-too-high":
                return _(
                    "{space} costs {high}, but {other} after it costs only {low}. No {street} may be "
                    "cheaper than the one before it.",
                    space=self.name(int(facts["m"])),
                    other=self.name(int(facts["n"])),
                    low=self.money(facts["low"]),
                    high=self.money(facts["high"]),
                )
            case "price-range" | "rent-range" | "cost-range":
                return _(
                    "Sums must be from {low} to {high}.",
                    low=self.money(1),
                    high=self.money(facts["high"]),
                )
            case "mortgage-range":
                return _(
                    "A mortgage of {high} is more than the price of {low}.",
                    high=self.money(facts["high"]),
                    low=self.money(facts["low"]),
                )
            case "rents-fall":
                return _(
                    "A rent of {low} comes after one of {high}. No rent may be lower than the one before it.",
                    low=self.money(facts["low"]),
                    high=self.money(facts["high"]),
                )
            case "group-size":
                return _.count(
                    "This {color_group} has {n} {street}.",
                    "This {color_group} has {n} {streets}.",
                    int(facts["count"]),
                )
            case "group-count" | "group-order" | "group-across" | "no-group":
                return _("The {streets} of a {color_group} must be next to one another.")
            case "mark" | "mark-twice":
                return _("Each {color_group} needs a letter of its own.")
            case "color":
                return _("This isn’t a {color} that the program can show.")
            case "card-count":
                return _.count(
                    "“{name}” has {n} card. Each {deck} must have 16.",
                    "“{name}” has {n} cards. Each {deck} must have 16.",
                    int(facts["count"]),
                    name=self.deck(problem.place.deck),
                )
            case "release-count":
                return _.count(
                    "“{name}” has {n} {jail_card}. Each {deck} must have exactly one.",
                    "“{name}” has {n} {jail_cards}. Each {deck} must have exactly one.",
                    int(facts["count"]),
                    name=self.deck(problem.place.deck),
                )
            case "text-braces":
                return _("The program can’t fill in {name} here.", name=facts["name"])
            case "card-number":
                return _(
                    "This number must be from {low} to {high}.",
                    low=facts["low"],
                    high=facts["high"],
                )
            case "choice-deck":
                return _("Only cards of the second {deck} can offer a card of the first one.")
            case "card-endless":
                return _("This card could lead from one card to the next without an end.")
            case "word-unknown":
                return _("No sentence uses the word “{name}”.", name=facts["name"])
            case "thousands":
                return _(
                    "Use at most one character as the thousands separator, but no letter or digit."
                )
            case _:
                return _("The internal name “{name}” can’t be used.", name=facts.get("id", ""))

    def _text_fault(self, kind: str, fault: str, facts: Mapping[str, Fact]) -> str:
        _ = self._
        match fault:
            case "empty" if kind == "text":
                return _("The card has no text.")
            case "empty" if kind == "sign":
                return _("The currency sign is missing.")
            case "empty":
                return _("The name is empty.")
            case "long" if kind == "short":
                return _("At most {n} characters fit on the small picture.", n=facts["most"])
            case "long":
                return _("At most {n} characters are allowed.", n=facts["most"])
            case _:
                return _("A character in this text can’t be shown.")

    def repair(self, repair: BoardRepair) -> str:
        """The button of a repair."""
        _, facts = self._, repair.facts
        match repair.code:
            case "raise-price":
                return _(
                    "Raise {space} to {amount}",
                    space=self.name(int(facts["n"])),
                    amount=self.money(facts["amount"]),
                )
            case "lower-price":
                return _(
                    "Lower {space} to {amount}",
                    space=self.name(int(facts["n"])),
                    amount=self.money(facts["amount"]),
                )
            case "set-price" | "printed-price" | "set-cost" | "half-price" | "set-mortgage":
                return _("Set it to {amount}", amount=self.money(facts["amount"]))
            case "raise-rents":
                return _("Raise it to {amount}", amount=self.money(facts["amount"]))
            case "follow-rents":
                return _("Let the rents follow the price")
            case "use-name" | "use-short" | "use-sign" | "use-mark":
                return _("Use “{name}”", name=facts["name"])
            case "exchange":
                return _("Exchange it with {space}", space=self.name(int(facts["n"])))
            case "make-street":
                return _("Make it {a street}")
            case "printed-layout":
                return _("Arrange all spaces as on the printed board")
            case "groups-by-place" | "list-groups":
                return _("Group the {streets} by their position")
            case "to-group":
                return _(
                    "Put {space} into {group}",
                    space=self.name(int(facts["n"])),
                    group=self._.named(str(facts["group"]), "group"),
                )
            case "group-rents":
                return _(
                    "Let the rents of {group} follow the prices",
                    group=self._.named(str(facts["group"]), "group"),
                )
            case "group-cost":
                return _(
                    "Set {a house} in {group} to {amount}",
                    group=self._.named(str(facts["group"]), "group"),
                    amount=self.money(facts["amount"]),
                )
            case "send-to":
                return _("Send it to {space}", space=self.name(int(facts["n"])))
            case "set-steps" | "set-number":
                return _("Set it to {n}", n=facts["n"])
            case "printed-card":
                return _("Use the printed card")
            case "sixteen-cards":
                return _("Make it 16 cards")
            case "add-release":
                return _("Make card {n} the {jail_card}", n=facts["n"])
            case "one-release":
                return _("Keep the first one")
            case "plain-pay":
                return _("Only pay")
            case "plain-braces" | "clean-text":
                return _("Use plain text")
            case "printed-word":
                return _("Use the printed word")
            case "printed-color":
                return _("Use the printed {color}")
            case "use-comma":
                return _("Use a comma")
            case _:
                return _("Give it a new internal name")

"""What all views of the board maker share: the board, its words and money, and its problems."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Final

from ....board_maker.changes import books_by_decks, printed_decks, short_of, word_of
from ....board_maker.checks import BoardProblem, problems
from ....board_maker.class_board import Hand, place_on_base
from ....board_maker.draft import BoardDraft, DraftDecks, DraftGroup, DraftSpace
from ....board_maker.part_values import place_of
from ....engine.rulebook_loader_and_rules_compiler import default_words, rule_texts
from ....language.catalogue import NAMES, Catalogue, nouns_in
from ....language.numbers import Numbers
from ...views.board.board import SPACE_ICONS, soft_hyphenated
from ...views.board.own_drawings import DRAWINGS
from ...views.setup.setup import token_name
from ...views.view_context_and_shared_parts import GROUPS, SIDE, SIDES
from ..state.maker_state import MakerState
from .problem_sentences import ProblemSentences

if TYPE_CHECKING:
    from .types import MakerChoice, MakerIcon, MakerProblem, MakerSquare

ICONS: Final = tuple(DRAWINGS)
_OF_TOKENS: Final = ICONS[:8]
_COLORS: Final = 7  # of the seats; the eighth is nearly that of a space that several students share
_CSS_KINDS: Final = {"income-tax": "tax", "luxury-tax": "tax"}


def icon_name(_: Catalogue, icon: str) -> str:
    """The name of a drawing."""
    if icon in _OF_TOKENS:
        return token_name(_, icon)
    names = {
        "railroad": _("train"),
        "electric": _("lightning"),
        "water": _("tap"),
        "chance": _("question mark"),
        "chest": _("treasure chest"),
        "tax": _("tax form"),
        "luxury": _("jewel"),
        "go": _("arrow"),
        "jail": _("bars"),
        "parking": _("tree"),
        "gotojail": _("handcuffs"),
        "house": _("{house}"),
        "hotel": _("{hotel}"),
        "flag": _("flag"),
        "crown": _("crown"),
        "sun": _("sun"),
        "moon": _("moon"),
        "bulb": _("light bulb"),
    }
    return names[icon]


def share_color(n: int) -> int:
    """The color of a student's share, by number. Some students have the same."""
    return (n - 1) % _COLORS


class DraftMoney:
    def __init__(self, draft: BoardDraft) -> None:
        self.sign = draft.currency.sign
        self.sign_after = bool(draft.currency.after)
        group = draft.currency.group
        self.separator = "," if group is None else group


class MakerContext:
    """The open board. A new one is made for every rendering."""

    def __init__(
        self,
        maker: MakerState,
        catalogue: Catalogue,
        hides_names: bool = False,
        numbers: Mapping[str, int] | None = None,
    ) -> None:
        """``numbers``: what the live class calls its students while names are hidden, by device."""
        self.maker, self._hides_names, self._students = maker, hides_names, numbers or {}
        self.draft = maker.draft
        words = {**default_words(), **(self.draft.words or {})}
        for key, name in (self.draft.deck_names or {}).items():
            words[key.replace("-", "_")] = name
        self.words = words
        self._ = self.catalogue_in(catalogue.language)
        self.numbers = Numbers(DraftMoney(self.draft), catalogue.language)
        self.says = ProblemSentences(self.draft, self._, self.numbers)

    def catalogue_in(self, language: str) -> Catalogue:
        """The messages of a language with the words of this board."""
        return Catalogue(language, self.words, nouns=nouns_in(self.draft.extra))

    @cached_property
    def problems(self) -> list[BoardProblem]:
        return problems(self.draft)

    def field_of(self, space: DraftSpace) -> tuple[str, str]:
        """The name and the short name of a space in their fields. They are those that a game shows."""
        name = self._.space_name(space.name, space.kind)
        short = self._.space_name(space.shown, space.kind)
        if short == space.shown and name != space.name:
            short = short_of(name) or name  # only the whole name has a translation
        return name, short

    def label_of(self, space: DraftSpace) -> str:
        """What the board shows. A translated name stays whole, as on the board of a game."""
        name, short = self.field_of(space)
        label = name if name != space.name and short == short_of(name) else short
        return soft_hyphenated(label) or label

    def typed(self, key: str, text: str) -> str:
        """What a field shows: what is being typed in it, as the letters came, or else this text."""
        field, typed = self.maker.typing
        return typed if field == key else text

    def fields_at(self, at: int) -> tuple[str, str]:
        """The name and the short name of the chosen space in their fields."""
        name, short = self.field_of(self.draft.spaces[at])
        return self.typed(f"name {at}", name), self.typed(f"short {at}", short)

    def group_field(self, group: DraftGroup) -> str:
        return self.typed(f"group {group.id}", self.says.group(group))

    def word_field(self, key: str) -> str:
        return self.typed(f"word {key}", self.word(key))

    def money(self, sum_: int) -> str:
        return self.numbers.money(sum_)

    def name(self, at: int) -> str:
        return self.says.name(at)

    # ------------------------------------------------------------ cards

    @property
    def decks(self) -> DraftDecks:
        """The board's cards, or the chosen ones of a rulebook."""
        return self.draft.decks or printed_decks(self.maker.cards)

    def card_sets(self) -> list[MakerChoice]:
        """The cards that a board without its own is played with, named by the rulebooks that use them."""
        if self.draft.decks is not None:
            return []
        names = {row["id"]: self._(row["name"]) for row in rule_texts("books")["book"]}
        return [
            {
                "value": id,
                "label": self._.listed([names[book] for book in books]),
                "chosen": id == self.maker.cards,
            }
            for id, books in books_by_decks().items()
        ]

    # ------------------------------------------------------------ problems

    def problem_views(self, fits: Callable[[BoardProblem], bool]) -> list[MakerProblem]:
        """The problems that fit, each with its repairs."""
        return [
            self._problem(n, problem) for n, problem in enumerate(self.problems) if fits(problem)
        ]

    def _problem(self, n: int, problem: BoardProblem) -> MakerProblem:
        place = problem.place
        return {
            "id": f"maker-problem-{n}",
            "text": self.says.problem(problem),
            "go": f"{place.part} {place.n} {place.deck}",
            "where": self._where(problem),
            "repairs": [
                {"label": self.says.repair(repair), "arg": f"{n} {m}"}
                for m, repair in enumerate(problem.repairs)
            ],
        }

    def _where(self, problem: BoardProblem) -> str:
        place, _ = problem.place, self._
        match place.part:
            case "space":
                return self.name(place.n)
            case "group":
                group = self.says.group(self.draft.groups[place.n])
                return group or _("{Color_group} {n}", n=place.n + 1)
            case "card":
                return f"{self.deck_name(place.deck)} {place.n + 1}"
            case _:
                return _("Words and money")

    def deck_name(self, deck: int) -> str:
        return self.says.deck(deck)

    def is_wrong(self, at: int) -> bool:
        """Whether a mark stands on this space."""
        space = self.draft.spaces[at]
        return any(
            (p.place.part == "space" and p.place.n == at)
            or (
                p.place.part == "group"
                and space.kind == "street"
                and self.draft.groups[p.place.n].id == space.group
            )
            for p in self.problems
        )

    # ------------------------------------------------------------ spaces

    def icon(self, space: DraftSpace) -> str:
        """The drawing of a space."""
        own = DRAWINGS.get(space.icon, "")
        if space.kind == "street":
            group = self.draft.group(space.group)
            return own or DRAWINGS.get(group.icon if group is not None else "", "")
        if own:
            return own
        if space.kind == "utility":
            first = next(s for s in self.draft.spaces if s.kind == "utility")
            return "s-electric" if space is first else "s-water"
        return SPACE_ICONS.get(space.kind, "")

    def css_group(self, space: DraftSpace) -> str:
        """The name that the styles have for a group of properties."""
        if space.kind == "street":
            ids = [group.id for group in self.draft.groups]
            return GROUPS[ids.index(space.group) % 8] if space.group in ids else "none"
        return space.kind if space.kind in ("railroad", "utility") else "none"

    def letter(self, space: DraftSpace) -> str:
        group = self.draft.group(space.group) if space.kind == "street" else None
        return group.mark if group is not None else ""

    @cached_property
    def _changed(self) -> set[int]:
        """The spaces that a student has changed. Students exchange none, so they keep their numbers."""
        task = self.maker.task
        keys = task.part(self.draft).values if task is not None else ()
        places = (place_of(key) for key in keys)
        return {n for what, n, _deck in places if what == "space"}

    def square(self, at: int) -> MakerSquare:
        """The view of one space."""
        space, _ = self.draft.spaces[at], self._
        wrong = self.is_wrong(at)
        price = self.money(space.price) if space.price else ""
        says = [f"{at}: {self.name(at)}", self.says.kind(space.kind)]
        group = self.draft.group(space.group) if space.kind == "street" else None
        if group is not None:
            says.append(self.says.group(group))
        if price:
            says.append(price)
        hands = self._hands(at)
        if hands:
            says.append(_("dealt to {names}", names=_.listed(list(hands.values()))))
        mine = self.maker.task is not None and at in self.maker.task.spaces
        changed = at in self._changed
        if mine:
            says.append(_("yours"))
        if changed:
            says.append(_("changed"))
        if wrong:
            says.append(_("can’t be played yet"))
        return {
            "at": at,
            "side": "corner" if at % SIDE == 0 else SIDES[at // SIDE],
            "kind": _CSS_KINDS.get(space.kind, space.kind),
            "label": self.label_of(space) or self.name(at),
            "foot": price,
            "icon": self.icon(space),
            "group": self.css_group(space),
            "letter": self.letter(space),
            "says": _.series(says),
            "here": at == self.maker.at,
            "marked": at == self._marked(),
            "wrong": wrong,
            "hands": "+".join(map(str, hands)),
            "share": share_color(*hands) if len(hands) == 1 else -1,
            "picked": self.picked in hands,
            "mine": mine,
            "changed": changed,
        }

    def _marked(self) -> int:
        """The space with a frame: none on the tab of the class, where another space is of no account."""
        match self.maker.tab:
            case "cards":
                return self._card_leads_to()
            case "class":
                return -1
            case _:
                return self.maker.at

    @property
    def picked(self) -> int:
        """The number of the student whose spaces or whose code are looked at; 0 for none."""
        together = self.maker.together
        return together.dealt_to or together.code_of

    def _card_leads_to(self) -> int:
        """The space to which the chosen card leads; -1 for one that leads to none."""
        cards = self.decks[self.maker.deck]
        if not cards:
            return -1
        card = cards[min(self.maker.card, len(cards) - 1)]
        return card.to if card.do in ("advance", "back-to") else -1

    def _hands(self, at: int) -> dict[int, str]:
        """To whom a space was dealt, by number, while that is shown."""
        board = self.maker.klass
        if board is None or self.maker.tab != "class":
            return {}
        owners = board.owners(place_on_base(board.base, self.draft, at))
        return {n: self.hand_name(n, board.hands[n]) for n in owners}

    def hand_name(self, n: int, hand: Hand) -> str:
        """What a student is called on the screen; the teacher may have hidden the names."""
        if self._hides_names:
            return self._("Student {n}", n=self._students.get(hand.device, n))
        return hand.name or self._("no name")

    def icons(self, chosen: str) -> list[MakerIcon]:
        """All drawings, the first one for none."""
        none: list[MakerIcon] = [
            {"value": "", "drawing": "", "label": self._("None"), "chosen": not chosen}
        ]
        return none + [
            {
                "value": icon,
                "drawing": DRAWINGS[icon],
                "label": icon_name(self._, icon),
                "chosen": icon == chosen,
            }
            for icon in ICONS
        ]

    def word(self, key: str) -> str:
        """A word of the vocabulary as a game shows it."""
        deck = (self.draft.deck_names or {}).get(key.replace("_", "-"))
        if deck is not None:
            return deck
        if key in NAMES:
            return self._.named(word_of(self.draft, key), key)
        return self._.words[key]

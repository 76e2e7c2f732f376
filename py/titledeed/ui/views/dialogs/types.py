"""The data that the templates of dialogs without a game get.

``ui/views/types.py`` says what is true of all views."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NotRequired, TypeAlias, TypedDict

from ....language.rule_clauses import BookSays
from ..types import ChoiceOption, IdName, LinkView, NamedChoice, SavesView


class BotProfile(TypedDict):
    """``strength``: wins of 100, None if not measured."""

    bot: str
    name: str
    line: str
    strength: int | None
    says: str


class OpponentsDialog(TypedDict):
    opponents: list[BotProfile]


class GuideStep(TypedDict):
    icon: str
    title: str
    text: str


class GuideView(TypedDict):
    """``rent``: an example of a rent, as the board writes it."""

    book: str
    changes: list[str]
    rent: str
    steps: list[GuideStep]


class KeyHelp(TypedDict):
    key: str
    text: str


class HelpView(GuideView):
    """``tour``: the tour can be begun; ``letters``: the keys of the buttons and what each presses."""

    tour: bool
    letters: list[KeyHelp]


class HelpDialog(TypedDict):
    help: HelpView


class OtherClause(TypedDict):
    id: str
    title: str


class WhyView(TypedDict):
    """A clause.

    ``changed``: the rule of this table in its place, or ""; ``listed``: the rules dialog has it."""

    id: str
    title: str
    text: str
    here: str
    value: str
    ruling: str
    idle: str
    changed: str
    book: str
    books: list[BookSays]
    listed: bool
    others: list[OtherClause]


class WhyDialog(TypedDict):
    clause: WhyView


class OtherBooks(TypedDict):
    names: str
    says: str


class ClauseBase(TypedDict):
    """``search``: the text that a search reads.

    ``idle``: the reason why it makes no difference to play, or ""."""

    id: str
    dom: str
    topic: str
    title: str
    text: str
    idle: str
    search: NotRequired[str]


class ClauseRow(ClauseBase):
    """``reading``: the value is our reading of the book."""

    says: str
    value: str
    reading: bool
    here: str
    ruling: str
    others: list[OtherBooks]
    alike: str
    changed: str


class ComparedSide(TypedDict):
    name: str
    value: str
    says: str
    reading: bool


class ComparedRow(ClauseBase):
    sides: list[ComparedSide]


RuleViewRow: TypeAlias = ClauseRow | ComparedRow


class RulesGroup(TypedDict):
    """``n``: the number of clauses. ``rows``: empty for a folded topic until the dialog has been shown."""

    id: str
    name: str
    open: bool
    n: int
    rows: Sequence[RuleViewRow]


class ChangedRule(TypedDict):
    text: str
    clause: str
    dom: str


class ComparedBook(IdName):
    left: bool
    right: bool


class RulesView(TypedDict):
    """``found``: the number of clauses, in words; ``at``: the linked one; ``sides``: the compared books.

    ``changes``: the house rules; ``agreed``: what the players have agreed on besides."""

    book: str
    compare: bool
    query: str
    changes: list[ChangedRule]
    agreed: list[ChangedRule]
    books: list[ComparedBook]
    topics: list[NamedChoice]
    found: str
    groups: list[RulesGroup]
    folded: bool
    at: str
    sides: list[str]


class RulesDialog(TypedDict):
    rules: RulesView


class SettingRow(TypedDict):
    """By ``kind``: a "choice" has ``options``, a "check" ``on``."""

    kind: str
    name: str
    label: str
    note: str
    options: NotRequired[list[ChoiceOption]]
    on: NotRequired[bool]


class SettingsGroup(TypedDict):
    id: str
    title: str
    icon: str
    rows: list[SettingRow]


class SettingsDialog(TypedDict):
    settings: list[SettingsGroup]
    offline: str


class SavesDialog(TypedDict):
    saves: SavesView


class LinkDialog(TypedDict):
    link: LinkView


class RenameView(TypedDict):
    id: str
    title: str


class RenameDialog(TypedDict):
    rename: RenameView


class ConfirmView(TypedDict):
    """A question. ``icon``: shown in the color of danger, for the loss; "" if nothing is lost."""

    title: str
    text: str
    label: str
    cancel: str
    icon: str
    do: str
    arg: str
    answer: str


class ConfirmDialog(TypedDict):
    confirm: ConfirmView


class ResultFact(TypedDict):
    icon: str
    label: str
    value: str
    text: str


class ResultRow(TypedDict):
    """``bot``: the id of an opponent, or ""."""

    name: str
    bot: str
    games: str
    won: str
    share: str
    share_n: int


class ResultTable(TypedDict):
    head: str
    rows: list[ResultRow]


class WinRate(TypedDict):
    """``share``: percent."""

    value: str
    title: str
    text: str
    share: int


class LastGame(TypedDict):
    won: bool
    says: str


class ResultsView(TypedDict):
    """Statistics of this device. ``known``: the store has answered; ``last``: the latest games against
    bots alone, the oldest first."""

    known: bool
    games: str
    won: str
    any: bool
    rate: WinRate | None
    last: list[LastGame]
    facts: list[ResultFact]
    tables: list[ResultTable]


class ResultsDialog(TypedDict):
    results: ResultsView

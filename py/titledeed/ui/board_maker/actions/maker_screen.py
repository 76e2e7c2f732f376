"""The board maker: its gestures, and what they change. Its code is a part of the program that is fetched
when the board maker is first opened."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from ....board_maker import changes, draft_file, edition_writer, link_code, part_files
from ....board_maker.checks import MOST_PRICE, MOST_RENT, fact_that_keeps
from ....board_maker.draft import BoardDraft
from ....board_maker.draft_from_and_to_edition_table import (
    LONGEST,
    LONGEST_TEXT,
    MOST_SUM,
    draft_of_table,
    table_of,
)
from ....board_maker.example_board import example_draft
from ....board_maker.fair_repairs import with_wanted_group, without_wanted_groups
from ....board_maker.history import EditHistory
from ....board_maker.rents_and_costs_from_price import MOST_COST, PRINTED, following_cost
from ....engine.board_and_rules_types import Group
from ....engine.errors import LoadError
from ....engine.parsing.decks import EFFECTS
from ....engine.parsing.edition_parser import SPACE_KINDS
from ....engine.parsing.edition_text_to_table import parse_edition_file
from ....engine.parsing.untrusted_input import is_hidden
from ....engine.rulebook_loader_and_rules_compiler import EDITIONS, default_words
from ....engine.special_seats_and_ids import SPACES
from ....language.catalogue import Catalogue
from ....language.own_nouns import ASPIRATED, GENDERS, MORE_FORMS, NOUNS
from ....storage import board_file_check
from ....storage.game_storage_keys import PREFIX
from ....storage.store import Store
from ...actions.declare_actions import actions_of
from ...page_port import BackgroundWork, Gesture, Page
from ...render.jinja_renderer import JinjaRenderer
from ...setup_form import TOKENS
from ...state import AppState, OpenDialog
from ...views.page.edition_words import words_view
from ..state.maker_state import TABS, TABS_OF_STUDENT, FairFigures, MakerState, SharedBoard
from ..views import (
    card_editor,
    fair,
    frame,
    print_choice,
    space_editor,
    start,
    together,
    words_and_share,
)
from ..views.maker_context import ICONS, MakerContext
from ..views.own_nouns import noun_field
from . import maker_storage
from .making_together import MakingTogether
from .zipped_files import zipped

if TYPE_CHECKING:
    from ..views.types import PaperPage

PLACE: Final = "board-maker"
_STEP: Final = 10  # of the buttons beside a price


class MakerExits(NamedTuple):
    """``play``: set up a game on the board in this text, given the name of its file; ``leave``: return to
    the screen before; ``come_back``: be in the class again as "student" or "teach", and show this screen;
    ``open``: open a dialog, or show something else in it."""

    play: Callable[[str, str], None]
    leave: Callable[[], None]
    come_back: Callable[[str], None]
    open: Callable[[OpenDialog], None]


class BoardMaker:
    """Implements :class:`~...state.Laboratory`, as it takes its place on the page."""

    collects = False
    place = PLACE

    def __init__(
        self, page: Page, screen: JinjaRenderer, store: Store, app: AppState, exits: MakerExits
    ) -> None:
        self.page, self.screen, self.store, self.app = page, screen, store, app
        self.exits = exits
        app.paper = self.paper_view
        self.maker = MakerState()
        self.together = MakingTogether(self)
        self.actions = actions_of("maker-", self, self.together)
        self._colors: list[tuple[str, str]] | None = None
        self._histories: dict[
            str, EditHistory
        ] = {}  # of all boards opened since the page was loaded
        self._works: list[BackgroundWork] = []
        self.elsewhere = False  # what is drawn now was done on another device or in another window

    # ------------------------------------------------------------ the page

    def render(self) -> None:
        """Draw the screen again."""
        maker = self.maker
        ctx = None if maker.history is None else self._context()
        catalogue = self._plain if ctx is None else ctx._
        view: dict[str, Any] = {"w": words_view(catalogue), "lang": catalogue.language}
        if ctx is None:
            saved = maker_storage.saved_drafts(self.store)
            dated = [
                replace(draft, when=self.page.date(draft.when, catalogue.language))
                for draft in saved
            ]
            view |= frame.closed_frame(maker, catalogue)
            view |= start.start_view(
                maker, dated, self.app.boards, self.together.way_back(), catalogue
            )
            self._paint([])
        else:
            view |= frame.frame_view(ctx)
            view |= self._tab(ctx)
            self._paint(_colors(maker.draft))
        patch = self.page.patch_around_fields if self.elsewhere else self.page.patch
        patch("lab", self.screen.render("board_maker/frame.html", view, catalogue))
        self.page.attributes({"place": self.place})

    @property
    def _plain(self) -> Catalogue:
        """The reader's language with the printed words: the page may have those of another board."""
        return Catalogue(self.app.catalogue.language)

    def _tab(self, ctx: MakerContext) -> Mapping[str, object]:
        match self.maker.tab:
            case "cards":
                return card_editor.cards_view(ctx)
            case "words":
                return words_and_share.words_view(ctx)
            case "fair":
                self._figures(ctx)
                return fair.fair_view(ctx)
            case "print":
                return print_choice.print_view(ctx, _groups_of(self.maker.draft))
            case "share":
                self._share()
                return words_and_share.share_view(ctx)
            case "class":
                self.together.fresh_code()
                return together.together_view(ctx, self.app.classroom, self.together.way_back())
            case _:
                return space_editor.squares_view(ctx)

    def _paint(self, colors: list[tuple[str, str]]) -> None:
        if colors != self._colors:
            self._colors = colors
            self.page.colors(colors)

    def show(self, name: str) -> None:
        """Turn to the tab of this name, if there is one."""
        if name in TABS:
            self.maker.tab = name

    def opened_by_person(self) -> None:
        """Draw the board's own colors again, as another screen may have changed them. Without a board, forget
        the tab to which another screen has led."""
        self._colors = None
        if self.maker.history is None:
            self.maker.tab = TABS[0]
        self.together.look_at_class()

    def focus(self) -> None:
        self.page.focus("#lab h1")

    def put_away(self) -> None:
        self.together.camera_off()

    def handle_gesture(self, gesture: Gesture) -> None:
        """Do the action of this gesture. One that needs an open board is ignored without one."""
        action = self.actions.get(gesture.do)
        if action is None:
            raise KeyError(gesture.do)
        if self.maker.history is None and gesture.do not in _WITHOUT_A_BOARD:
            return
        if gesture.kind == "click":
            self.maker.said = ""
        self.together.wrong.clear()
        self.maker.together.copied = False
        self.maker.refused = ("", "")
        action(gesture)

    def _context(self) -> MakerContext:
        live = self.app.classroom
        hides_names = live is not None and live.hides_names
        numbers = live.numbers() if live is not None else {}
        return MakerContext(self.maker, self.app.catalogue, hides_names, numbers)

    def say(self, text: str) -> None:
        """Show a sentence, and let a screen reader read it."""
        self.maker.said = text
        self.page.announce(text)
        self.redraw()

    # ------------------------------------------------------------ the board

    def open_board(self, draft: BoardDraft, id: str = "") -> bool:
        """Open a saved board, or a new one, which is saved once something in it changes. Returns False, and
        says so, if this device has no place for a new one."""
        fresh = not id
        self.together.camera_off()
        if fresh and maker_storage.is_full(self.store):
            self.maker = MakerState()
            self.say(
                self.app.catalogue(
                    "This device can save at most {n} boards. Remove one of yours, then try again.",
                    n=maker_storage.MOST,
                )
            )
            return False
        id = id or f"{self.page.seed():x}"
        known = self._histories.get(id)
        history = known if known is not None and known.now == draft else EditHistory(draft)
        self._histories[id] = history
        played = maker_storage.saved_played(self.store, id)
        for_class = fresh and self.maker.history is None and self.maker.tab == "class"
        self.maker = MakerState(history=history, id=id, fresh=fresh, played=played)
        if for_class:  # a class's screen has led here
            self.maker.tab = "class"
        self.together.opened(id)
        self.redraw()
        self.focus()
        return True

    def save(self) -> None:
        """Save the board as it is."""
        maker = self.maker
        maker.fresh = False
        kept = maker_storage.save_draft(
            self.store, maker.id, maker.draft, self.page.today(), maker.played
        )
        if not kept and not maker.full:
            self.page.announce(self.app.catalogue("This browser’s storage is full."))
        maker.full = not kept

    def put(self, draft: BoardDraft, key: str = "") -> bool:
        """Show a changed board and save it. ``key``: the field in which somebody types. Returns False, and
        says so, if this device may not change the board in this way."""
        assert self.maker.history is not None
        if key != self.maker.typing[0]:
            self.maker.typing = ("", "")
        allowed = self.together.allows(draft)
        if allowed and self.maker.history.put(draft, key):
            self.save()
        self.redraw()
        return allowed

    def hand_name(self, n: int) -> str:
        """What a student who makes the board is called on the screen."""
        board = self.maker.klass
        return self._context().hand_name(n, board.hands[n]) if board is not None else ""

    def come_back(self, role: str) -> None:
        """Be in the class again that this device has left by a reload."""
        self.exits.come_back(role)

    def redraw(self) -> None:
        """Draw the screen again if it is shown."""
        if self.shown:
            self.render()

    @property
    def shown(self) -> bool:
        return self.app.lab is self

    def _type(self, gesture: Gesture, key: str = "", text: str = "") -> None:
        """Note what is being typed in a field, so that it stays there until the field is left."""
        if gesture.kind == "change":
            self.maker.typing = ("", "")
        elif key:
            self.maker.typing = (key, text)

    def _typed(self, gesture: Gesture, draft: BoardDraft, key: str, text: str = "") -> None:
        """Take a form's values. While nothing has changed, fields keep what is being typed in them.

        ``key``: the field in which somebody types; ``text``: what it holds."""
        self._type(gesture, key, text)
        if gesture.kind == "change" or draft != self.maker.draft:
            self.put(draft, key)

    def _sum(self, fields: Mapping[str, str], name: str, low: int, high: int) -> int | None:
        """The whole number in a field. None if there is no such field, or no such number: then a sentence
        beside the field says which ones there are."""
        if name not in fields:
            return None
        found = _number(fields[name], MOST_SUM)
        if found is None:
            number, part = self._context().numbers.number, name.partition("-")[0]
            text = self._plain(
                "Enter a whole number from {low} to {high}.", low=number(low), high=number(high)
            )
            self.maker.refused = (part, text)
            self.page.announce(text)
        return found

    def _seal(self) -> None:
        self.maker.other, self.maker.typing = -1, ("", "")
        if self.maker.history is not None:
            self.maker.history.seal()

    def storage_changed(self, key: str) -> None:
        """Take over the board as another window has changed it; an undo leads back."""
        self.elsewhere = True
        try:
            self._changed_elsewhere(key)
        finally:
            self.elsewhere = False

    def _changed_elsewhere(self, key: str) -> None:
        maker = self.maker
        if maker.history is None:
            self.render()
        elif key == f"{PREFIX}{maker_storage.PREFIX}{maker.id}":
            draft = maker_storage.saved_draft(self.store, maker.id)
            if draft is not None and draft != maker.draft:
                maker.history.put(draft)
                self.say(self.app.catalogue("Another window has changed this board."))
        elif key == f"{PREFIX}{maker_storage.PREFIX}{maker.id}{maker_storage.CLASS}":
            maker.klass = maker_storage.saved_class(self.store, maker.id)
            self.redraw()

    # ------------------------------------------------------------ beginnings

    def do_begin(self, gesture: Gesture) -> None:
        """Begin with a built-in board."""
        if gesture.arg in EDITIONS:
            self.open_board(changes.begun_draft(gesture.arg, self._new_name()))

    def _new_name(self) -> str:
        """What a new board is called, until a person renames it: no other board of this device is."""
        name = self.app.catalogue("My board")
        taken = {saved.name for saved in maker_storage.saved_drafts(self.store)}
        taken |= {str(table["name"]) for table in self.app.boards.values()}
        names = [name, *(f"{name} {n}" for n in range(2, len(taken) + 3))]
        return next(name for name in names if name not in taken)

    def do_empty(self, gesture: Gesture) -> None:
        """Begin with a board of plain names."""
        _ = self._plain
        self.open_board(changes.empty_draft(_("{Street} {n}", n="{n}"), self._new_name()))

    def do_example(self, gesture: Gesture) -> None:
        """Begin with the board that comes with the board maker."""
        if self.open_board(example_draft()):
            self.maker.example = True
            self.redraw()

    def do_own(self, gesture: Gesture) -> None:
        """Begin with a board from a file that is on the list of boards."""
        table = self.app.boards.get(gesture.arg)
        if table is not None:
            self.open_board(draft_of_table(table))

    def do_saved(self, gesture: Gesture) -> None:
        """Go on with a board of this device."""
        draft = maker_storage.saved_draft(self.store, gesture.arg)
        if draft is not None:
            self.open_board(draft, gesture.arg)

    def do_forget(self, gesture: Gesture) -> None:
        """Ask whether a board of this device is to be deleted; without an argument, ask no more."""
        asked, self.maker.forgets = self.maker.forgets, gesture.arg
        self.render()
        if self.maker.forgets:
            self.page.focus("#maker-forgets")
        else:
            self.page.focus(f'[data-do=maker-forget][data-arg="{asked}"]')

    def do_forget_now(self, gesture: Gesture) -> None:
        """Delete the board that was asked about."""
        id, self.maker.forgets = self.maker.forgets, ""
        if id and id == gesture.arg:
            maker_storage.forget_draft(self.store, id)
            self._histories.pop(id, None)
            self.together.look_at_class()  # its task may have waited for room
        self.render()
        self.focus()

    def do_file(self, gesture: Gesture) -> None:
        self.page.ask_for_file()

    def open_file(self, text: str, name: str = "") -> None:
        """Open the file of a board or of a draft. Trouble is said."""
        if self.together.take_text(text, name):
            return
        try:
            if text.startswith(draft_file.HEAD):
                draft = draft_file.draft_of_text(text)
            else:
                toml = not name.lower().endswith(".json")
                draft = draft_of_table(parse_edition_file(text, toml))
        except LoadError as trouble:
            self.say(self.app.catalogue.sentence(str(trouble)))
            return
        self.open_board(draft)

    def open_link(self, fragment: str, again: bool = False) -> None:
        """Open a board from a link. Trouble is said."""
        if again or not fragment.startswith(link_code.MARK):
            return
        packed = fragment.removeprefix(link_code.MARK)
        if packed.startswith((part_files.TASK_MARK, part_files.PART_MARK)):
            self.together.take_code(packed)
            return
        try:
            draft = link_code.unpack_board(fragment.removeprefix(link_code.MARK))
        except LoadError as trouble:
            self.say(self.app.catalogue.sentence(str(trouble)))
            return
        self.open_board(draft)

    def do_close(self, gesture: Gesture) -> None:
        """Return to the choice of boards. The open one stays saved."""
        self.together.camera_off()
        self.maker = MakerState()
        self.render()
        self.focus()

    def do_leave(self, gesture: Gesture) -> None:
        self.together.camera_off()
        self.exits.leave()

    # ------------------------------------------------------------ moving about

    def do_tab(self, gesture: Gesture) -> None:
        if gesture.arg in (TABS if self.maker.task is None else TABS_OF_STUDENT):
            self._seal()
            self.together.camera_off()
            self.maker.tab = gesture.arg
            self.render()

    def do_square(self, gesture: Gesture) -> None:
        """Choose a space. On the tab with the cards it becomes the space that the card leads to."""
        at = _number(gesture.arg, SPACES - 1)
        if at is None:
            return
        self._seal()
        maker = self.maker
        if self.together.deals(at):
            return
        if maker.tab == "cards" and self._card().do in ("advance", "back-to"):
            self._change_card(to=at)
            return
        maker.at = at
        maker.whole = False
        if maker.tab != "squares":
            maker.tab = "squares"
        self.render()
        self.page.select("#maker-name")

    def do_whole(self, gesture: Gesture) -> None:
        """Show the whole board in a narrow window, above the chosen space, or hide it again. Choosing a space
        on it hides it too."""
        self.maker.whole = not self.maker.whole
        self.render()
        if self.maker.whole:
            self.page.scroll("#maker-west")

    def do_next(self, gesture: Gesture) -> None:
        """Go to another space, and stay on the button."""
        at = _number(gesture.arg, SPACES - 1)
        if at is not None:
            self._seal()
            self.maker.at = at
            self.render()

    def escape(self) -> None:
        """Lead back from a space's values to the space on the board."""
        if self.maker.history is not None and self.maker.tab == "squares":
            self.page.focus(f"#maker-square-{self.maker.at}")

    def do_go(self, gesture: Gesture) -> None:
        """Go to the place of a problem."""
        part, _, rest = gesture.arg.partition(" ")
        first, _, second = rest.partition(" ")
        n, deck = _number(first, 60), _number(second, 1)
        if n is None or deck is None:
            return
        maker, draft = self.maker, self.maker.draft
        self._seal()
        match part:
            case "space" if n < SPACES:
                maker.tab, maker.at = "squares", n
            case "group" if n < len(draft.groups):
                members = draft.members(draft.groups[n].id)
                maker.tab, maker.at = "squares", members[0] if members else 1
            case "card":
                maker.tab, maker.deck, maker.card = "cards", deck, n
            case _ if maker.task is not None:
                self.say(self.app.catalogue("You can only change your own spaces here."))
                return
            case _:
                maker.tab = "words"
        self.render()
        self.page.focus("#maker-title")

    def do_undo(self, gesture: Gesture) -> None:
        self._step(EditHistory.undo)

    def do_redo(self, gesture: Gesture) -> None:
        self._step(EditHistory.redo)

    def _step(self, step: Callable[[EditHistory], None]) -> None:
        assert self.maker.history is not None
        self.maker.typing = ("", "")
        step(self.maker.history)
        self.save()
        self.render()

    def do_repair(self, gesture: Gesture) -> None:
        """Repair a problem: its number, that of the repair, and "list" if pressed in the whole list."""
        first, second, *rest = [*gesture.arg.split(), "", ""]
        n, m = _number(first, 999), _number(second, 99)
        found = self._context().problems
        if n is None or m is None or n >= len(found) or m >= len(found[n].repairs):
            return
        place = found[n].place
        self.put(found[n].repairs[m].change(self.maker.draft))
        self.page.announce(self.maker.said or self.app.catalogue("Fixed."))
        # The button that was pressed is gone: go to the next problem of the same list.
        left = self._context().problems
        if "list" in rest:
            next_one = f"#maker-problem-{min(n, len(left) - 1)}-todo [data-do=maker-repair]"
            self.page.focus(next_one if left else "#maker-todo-title")
            return
        at = next((k for k, problem in enumerate(left) if problem.place == place), -1)
        shown = f"#maker-problem-{at} [data-do=maker-repair]"
        self.page.focus(shown if at >= 0 else "#maker-title")

    # ------------------------------------------------------------ a space

    def do_space(self, gesture: Gesture) -> None:
        """Take the values of a space from its form. Sums count once the field is left."""
        at, fields = self.maker.at, gesture.fields
        draft = self.maker.draft
        space = draft.spaces[at]
        ctx = self._context()
        shown = ctx.fields_at(at)
        name, short = _line(fields.get("name", shown[0])), _line(fields.get("short", shown[1]))
        key = ""
        if name != shown[0]:
            draft, key = changes.with_space_name(draft, at, name), f"name {at}"
        elif short != shown[1]:
            draft, key = changes.with_short_name(draft, at, short), f"short {at}"
        text = name if key.startswith("name") else short
        for word in ("jail", "just_visiting"):
            own = _line(fields.get(f"word-{word}", ctx.word_field(word)))
            if own != ctx.word_field(word):
                draft, key, text = changes.with_word(draft, word, own), f"word {word}", own
        if gesture.kind != "change":
            self._typed(gesture, draft, key, text)
            return
        self._type(gesture)
        price = self._sum(fields, "price", 1, MOST_PRICE)
        if price is not None and price != space.price:
            draft = changes.with_price(draft, at, price)
        else:
            for n, rent in enumerate(space.rents):
                sum_ = self._sum(fields, f"rent-{n}", 1, MOST_RENT)
                if sum_ is not None and sum_ != rent:
                    draft = changes.with_rent(draft, at, n, sum_)
            mortgage = self._sum(fields, "mortgage", 0, space.price)
            if mortgage is not None and mortgage != space.mortgage:
                draft = changes.with_mortgage(draft, at, mortgage)
        self.put(draft, key)

    def do_kind(self, gesture: Gesture) -> None:
        """Make the space another kind. One that was this kind before has its name and its sums again."""
        at, kind, was = self.maker.at, gesture.arg, self.maker.was
        space = self.maker.draft.spaces[at]
        if kind not in SPACE_KINDS or kind == space.kind:
            return
        earlier = was.get((space.id, kind))
        if self.put(changes.with_kind(self.maker.draft, at, kind, earlier)):
            was[space.id, space.kind] = space

    def do_price(self, gesture: Gesture) -> None:
        """Raise or lower the price by a step."""
        at = self.maker.at
        price = max(1, self.maker.draft.spaces[at].price + _step_of(gesture.arg))
        self.put(changes.with_price(self.maker.draft, at, min(price, MOST_SUM)), f"price {at}")

    def do_rent_back(self, gesture: Gesture) -> None:
        """Let one rent follow the price again, or all of them."""
        n = _number(gesture.arg, 5) if gesture.arg else None
        self.put(changes.with_following_rents(self.maker.draft, self.maker.at, n))
        self.page.focus(f"#maker-space [name=rent-{n or 0}]")

    def do_mortgage_back(self, gesture: Gesture) -> None:
        """Let the mortgage value follow the price again."""
        self.put(changes.with_mortgage(self.maker.draft, self.maker.at, None))
        self.page.focus("#maker-space [name=mortgage]")

    def do_icon(self, gesture: Gesture) -> None:
        if gesture.arg in ("", *ICONS):
            self.put(changes.with_icon(self.maker.draft, self.maker.at, gesture.arg))

    def do_exchange(self, gesture: Gesture) -> None:
        """Exchange the chosen space with another one, or two that were dragged onto each other. Arrow keys
        pass over the list's entries, so that an entry counts only once the button is pressed."""
        first, _, second = gesture.arg.partition(" ")
        a = _number(first, SPACES - 1) if second else self.maker.at
        b = _number(second or gesture.fields.get("other", ""), SPACES - 1)
        if gesture.kind == "change":
            self.maker.other = -1 if b is None else b
            return
        if b is None and gesture.kind == "submit":
            self.say(self.app.catalogue("Choose the other space first."))
            return
        if a is None or b is None or a == b:
            return
        self._seal()
        ctx = self._context()
        fact = fact_that_keeps(self.maker.draft, a, b)
        if fact:
            text = ctx._(
                "{space} and {other} can’t be exchanged.", space=ctx.name(a), other=ctx.name(b)
            )
            self.say(f"{text} {ctx.says.fact(fact)}")
            return
        text = ctx._(
            "{space} and {other} have changed places.", space=ctx.name(a), other=ctx.name(b)
        )
        if self.put(changes.exchanged(self.maker.draft, a, b)):
            self.maker.at = b
            self.say(text)

    # ------------------------------------------------------------ its group

    def _group_id(self) -> str:
        return self.maker.draft.spaces[self.maker.at].group

    def do_group(self, gesture: Gesture) -> None:
        """Take the values of a group from its form."""
        draft, id, fields = self.maker.draft, self._group_id(), gesture.fields
        group = draft.group(id)
        if group is None:
            return
        shown = self._context().group_field(group)
        name, mark = _line(fields.get("group-name", shown)), fields.get("mark", group.mark)
        cost = self._sum(fields, "cost", 1, MOST_COST) if gesture.kind == "change" else None
        key = text = ""
        if name != shown:
            draft, key, text = changes.with_group(draft, id, name=name), f"group {id}", name
        if mark != group.mark:
            draft, key, text = (
                changes.with_group(draft, id, mark=_line(mark)[:4]),
                f"mark {id}",
                mark,
            )
        if gesture.kind == "change":
            color = fields.get("color", group.color)
            if color.lower() != group.color.lower() and len(color) == 7:
                draft = changes.with_group(draft, id, color=_line(color))
            if cost is not None and cost != group.house_cost:
                draft = changes.with_group(draft, id, house_cost=cost)
        self._typed(gesture, draft, key, text)

    def do_color(self, gesture: Gesture) -> None:
        id = self._group_id()
        if len(gesture.arg) == 7:
            self.put(changes.with_group(self.maker.draft, id, color=_line(gesture.arg)))

    def do_cost(self, gesture: Gesture) -> None:
        """Raise or lower the cost of a house by a step."""
        draft, id = self.maker.draft, self._group_id()
        group = draft.group(id)
        if group is not None:
            cost = min(max(1, group.house_cost + _step_of(gesture.arg)), MOST_SUM)
            self.put(changes.with_group(draft, id, house_cost=cost), f"cost {id}")

    def do_cost_back(self, gesture: Gesture) -> None:
        """Let the cost of a house follow the prices again."""
        draft = self.maker.draft
        group = draft.group(self._group_id())
        if group is not None and following_cost(draft, group) != group.house_cost:
            self.put(changes.with_following_cost(draft, group.id))
            self.page.focus("#maker-cost")

    def do_group_icon(self, gesture: Gesture) -> None:
        if gesture.arg in ("", *ICONS):
            self.put(changes.with_group_icon(self.maker.draft, self._group_id(), gesture.arg))

    # ------------------------------------------------------------ cards

    def _card(self) -> Any:
        cards = self._context().decks[self.maker.deck]
        return cards[min(self.maker.card, len(cards) - 1)]

    def _own_cards(self) -> BoardDraft:
        """The board with the shown cards as its own."""
        return changes.with_own_decks(self.maker.draft, self.maker.cards)

    def _change_card(self, key: str = "", **values: Any) -> None:
        maker = self.maker
        draft = changes.with_card(
            self._own_cards(), maker.deck, maker.card, lambda card: replace(card, **values)
        )
        self.put(draft, key)

    def do_cards_of(self, gesture: Gesture) -> None:
        """Show the cards of other rulebooks, while the board has none of its own."""
        if gesture.arg in changes.books_by_decks():
            self._seal()
            self.maker.cards = gesture.arg
            self.render()

    def do_deck(self, gesture: Gesture) -> None:
        if gesture.arg in ("0", "1"):
            self._seal()
            self.maker.deck = int(gesture.arg)
            self.maker.card = self.together.first_card(self.maker.deck)
            self.render()

    def do_card(self, gesture: Gesture) -> None:
        """Show a card, ready to be changed."""
        if self._show_card(gesture.arg):
            self.page.select("#maker-card [name=text]")

    def do_leaf(self, gesture: Gesture) -> None:
        """Show the card before or after. The focus stays on the button."""
        self._show_card(gesture.arg)

    def _show_card(self, number: str) -> bool:
        """Show a card of the deck; say whether there is such a card."""
        n = _number(number, len(self._context().decks[self.maker.deck]) - 1)
        if n is None:
            return False
        self._seal()
        self.maker.card = n
        self.render()
        return True

    def do_card_text(self, gesture: Gesture) -> None:
        """Take a card's sentence, its target and its numbers from its form."""
        maker, fields, card = self.maker, gesture.fields, self._card()
        shown = card_editor.text_field(self._context(), card)
        text = _line(fields.get("text", shown), LONGEST_TEXT)
        if text != shown:
            key = f"card {maker.deck} {maker.card}"
            self._type(gesture, key, text)
            self._change_card(key, text=text)
            return
        if gesture.kind != "change":
            return
        self._type(gesture)
        values: dict[str, Any] = {}
        for name, (low, high) in EFFECTS[card.do].items():
            value = self._sum(fields, name, low, high)
            if value is not None and value != getattr(card, name):
                values[name] = value
        if card.do == "nearest" and fields.get("next") in ("railroad", "utility"):
            values["kind"] = fields["next"]
        if values:
            # An arrow key passes over the spaces of the list: together these are one change.
            self._change_card(f"card {maker.deck} {maker.card} values", **values)
        else:
            self.redraw()

    def do_effect(self, gesture: Gesture) -> None:
        """Give the card another effect, with the sentence of a printed card that has it."""
        do, maker = gesture.arg, self.maker
        if do not in EFFECTS or do == self._card().do:
            return
        every = [
            card
            for id in ("us-2008", "uk-classic", "us-1936")
            for deck in changes.printed_decks(id)
            for card in deck
        ]
        model = next((card.text for card in every if card.do == do), "{amount}")
        self.put(changes.with_effect(self._own_cards(), maker.deck, maker.card, do, model))

    def do_card_back(self, gesture: Gesture) -> None:
        """Use the printed card of this place."""
        maker = self.maker
        printed = changes.printed_decks_of(self._own_cards())[maker.deck]
        if maker.card < len(printed):
            model = printed[maker.card]
            self._change_card(**{name: getattr(model, name) for name in _OF_CARDS}, text=model.text)

    def do_deck_back(self, gesture: Gesture) -> None:
        self.put(changes.with_printed_deck(self._own_cards(), self.maker.deck))

    def do_decks_drop(self, gesture: Gesture) -> None:
        """Use the rulebook's cards."""
        self.maker.card = 0
        self.put(changes.without_own_decks(self.maker.draft))
        self.page.focus("#maker-title")

    # ------------------------------------------------------------ words, money, tokens

    def do_words(self, gesture: Gesture) -> None:
        """Take the name, the money and the words from their form."""
        draft, fields = self.maker.draft, gesture.fields
        money, key = draft.currency, ""
        name = _line(fields.get("board", draft.name))
        if name != draft.name:
            draft, key = changes.with_board_name(draft, name), "board"
        sign = _line(fields.get("sign", money.sign), 8)
        if sign != money.sign:
            draft, key = changes.with_currency(draft, sign=sign), "sign"
        if gesture.kind == "change":
            after = fields.get("place", "") == "after" if "place" in fields else money.after
            if bool(after) != bool(money.after):
                draft = changes.with_currency(draft, after=after)
            now = "," if money.group is None else money.group
            group = _line(fields.get("thousands", now), 4)
            if group != now:
                draft = changes.with_currency(draft, group=group)
        shown, typed = self._context(), ""
        for word in default_words():
            text = fields.get(f"word-{word}")
            if text is not None and _line(text) != shown.word_field(word):
                typed = _line(text)
                draft, key = changes.with_word(draft, word, typed), f"word {word}"
        if fields.get("noun-language", "") in GENDERS:
            self.maker.nouns = fields["noun-language"]
        for language, noun, form, text in _noun_forms(fields):
            # A field that nobody has changed leaves what another program wrote there.
            if text != noun_field(self.maker.draft.extra, language, noun, form):
                value = bool(text) if form == ASPIRATED else _line(text)
                draft = changes.with_noun(draft, language, noun, form, value)
                typed, key = _line(text), f"noun {language} {noun} {form}"
        self._typed(gesture, draft, key, typed)

    def do_token(self, gesture: Gesture) -> None:
        """Take a token into the set of this board, or out of it."""
        draft = self.maker.draft
        now = list(draft.tokens or TOKENS)
        if gesture.arg not in TOKENS:
            return
        if gesture.arg in now:
            now.remove(gesture.arg)
        else:
            now.append(gesture.arg)
        if len(now) < 2:
            self.say(self._context()._("A board needs at least two {tokens}."))
        else:
            ordered = [token for token in TOKENS if token in now]
            self.put(changes.with_tokens(draft, [] if ordered == list(TOKENS) else ordered))

    # ------------------------------------------------------------ playing and sharing

    def do_play(self, gesture: Gesture) -> None:
        """Set up a game on this board, or say what is left to do."""
        ctx = self._context()
        if ctx.problems:
            first = ctx.problem_views(lambda problem: True)[0]
            left = frame.frame_view(ctx)["left"]
            self.do_go(Gesture("click", arg=first["go"]))
            self.say(f"{left}. {first['where']}: {first['text']}")
            return
        draft = self.maker.draft
        draft = replace(draft, id=self._id_on_list(draft))
        self.maker.played = maker_storage.mark_of(table_of(draft))
        self.save()
        self.exits.play(*edition_writer.edition_file(draft))

    def _id_on_list(self, draft: BoardDraft) -> str:
        """The id of this board on the list of boards: that of its last time there if it is called the same,
        else its own, with a number if another board has it."""
        boards, table = self.app.boards, table_of(draft)
        # An id has at most 40 characters.
        numbered = [draft.id, *(f"{draft.id[:36]}-{n}" for n in range(2, len(boards) + 3))]
        free = [id for id in numbered if id not in boards]
        mine = [
            id
            for id in numbered
            if id in boards
            and (
                boards[id] == table | {"id": id}
                or maker_storage.mark_of(boards[id]) == self.maker.played
            )
        ]
        return (mine + free)[0]

    def do_save_file(self, gesture: Gesture) -> None:
        """Save the board as a file: an edition if it can be played, else a draft."""
        draft = self.maker.draft
        playable = not self._context().problems
        save = edition_writer.edition_file if playable else draft_file.draft_file
        self.page.download(*save(draft))

    def _share(self) -> None:
        """Make the link of the board that is shown, and its QR code if there is room for it."""
        maker = self.maker
        if maker.share.of == maker.draft:
            return
        address = f"{self.page.address()}{link_code.MARK}{link_code.pack_board(maker.draft)}"
        share = maker.share = SharedBoard(maker.draft, address)
        if len(address) > link_code.LONGEST_QR:
            return

        def drawn(size: int, path: str) -> None:
            share.qr = (size, path)
            if self.app.lab is self and maker.tab == "share":
                self.render()

        self.page.code(address, drawn)

    def do_paper(self, gesture: Gesture) -> None:
        """Choose what is printed."""
        if gesture.kind != "change":
            return
        fields, paper = gesture.fields, self.maker.paper
        if fields.get("decks") in changes.books_by_decks():
            self.maker.cards = fields["decks"]
        self.maker.paper = replace(
            paper,
            size=fields["size"] if fields.get("size") in print_choice.SIZES else paper.size,
            board=fields["board"] if fields.get("board") in print_choice.BOARDS else paper.board,
            plain=bool(fields.get("plain")),
            **{part: bool(fields.get(part)) for part in print_choice.PARTS},
        )
        self.render()

    def do_print(self, gesture: Gesture) -> None:
        """Print the chosen sheets."""
        self.page.print()

    def do_sheet(self, gesture: Gesture) -> None:
        """Show one of the sheets large, in a dialog; "whole N": all of it, or again so large that it can be
        read."""
        whole, _, number = gesture.arg.rpartition(" ")
        n = _number(number, len(self._pages()) - 1)
        if n is None:
            return
        shown = self.app.open_dialog("paper") is not None
        if whole:
            self.maker.whole_sheet = not self.maker.whole_sheet
        elif not shown:
            self.maker.whole_sheet = False
        self.exits.open(OpenDialog("paper", f"{n}"))
        if shown and not whole:
            self.page.announce(self._pages()[n]["name"])

    def _pages(self) -> list[PaperPage]:
        return print_choice.pages_of(self._context(), _groups_of(self.maker.draft))

    def paper_view(self, arg: str) -> Mapping[str, object] | None:
        """The view of the dialog with one sheet; None if there is no such sheet."""
        if self.maker.history is None or not self.shown or self.maker.tab != "print":
            return None
        return print_choice.paper_view(self._pages(), int(arg), self.maker.whole_sheet)

    def do_sheets(self, gesture: Gesture) -> None:
        """Save the chosen sheets as drawings: one as a file, more of them in a zip."""
        drawn = [
            self.screen.render("board_maker/page.svg", {"page": page}) for page in self._pages()
        ]
        id = self.maker.draft.id or "board"
        if len(drawn) == 1:
            self.page.download(f"{id}.svg", drawn[0])
        elif drawn:
            named = {f"{id}-{n:02}.svg": sheet for n, sheet in enumerate(drawn, 1)}
            self.page.download(f"{id}-svg.zip", zipped(named))

    def do_copy(self, gesture: Gesture) -> None:
        """Copy the link."""
        share = self.maker.share

        def copied(done: bool) -> None:
            share.copied = done
            self.render()
            if not done:
                self.page.select("#maker-address")

        if share.address:
            self.page.copy(share.address, copied)

    # ------------------------------------------------------------ figures

    def _figures(self, ctx: MakerContext) -> None:
        """Begin the figures of the board, unless they are there or it cannot be played."""
        maker = self.maker
        if ctx.problems or maker.fair.of == maker.draft:
            return
        self._begin_figures()

    def do_figures_again(self, gesture: Gesture) -> None:
        """Try again, as the figures or the games have failed."""
        if self.maker.fair.trouble and not self._context().problems:
            self._begin_figures()
            self.render()
            self.page.focus("#maker-title")

    def _begin_figures(self) -> None:
        """Have the figures of the board calculated."""
        maker = self.maker
        for work in self._works:
            work.cancel()
        self._works.clear()
        before = maker.fair.exact.get("printed")
        figures = maker.fair = FairFigures(of=maker.draft)
        boards: dict[str, Any] = {"own": table_of(maker.draft), "printed": PRINTED}
        if before is not None:
            figures.exact["printed"] = before
            del boards["printed"]

        def begin(trouble: str) -> None:
            if trouble:
                figures.trouble = trouble
                self._redraw(figures)
                return
            for name, board in boards.items():
                self._work(f"{_FIGURES}exact_figures", [board], figures, _into(figures.exact, name))

        self.page.fetch_part("lab", begin)

    def _work(
        self,
        call: str,
        jobs: list[Any],
        figures: FairFigures,
        receive: Callable[[Any], None],
    ) -> None:
        """Have jobs done in the background, as long as somebody looks at these figures."""

        def done(_place: int, result: Any) -> None:
            if self.maker.fair is figures:
                receive(result)
                self._redraw(figures)

        def failed(reason: str) -> None:
            figures.trouble = self.app.catalogue.sentence(reason)
            self._redraw(figures)

        self._works.append(self.page.work(call, jobs, done, failed))

    def _redraw(self, figures: FairFigures) -> None:
        shown = self.app.lab is self and self.maker.tab == "fair"
        if shown and self.maker.fair is figures:
            self.render()

    def do_fair_repair(self, gesture: Gesture) -> None:
        """Make one of the changes that bring a group back to the printed figures."""
        if not fair.are_there(self._context()):
            return
        found = fair.repairs(self._context())
        n = _number(gesture.arg, len(found) - 1)
        if n is not None:
            if self.put(found[n].change(self.maker.draft)):
                self.page.announce(self.app.catalogue("Fixed."))
            self.page.focus("#maker-title")

    def do_fair_keep(self, gesture: Gesture) -> None:
        """Want a group to stand out, and hear no more of it."""
        if self.maker.draft.group(gesture.arg) is not None:
            self._judge(with_wanted_group(self.maker.draft, gesture.arg))

    def do_fair_again(self, gesture: Gesture) -> None:
        """Hear of every group again."""
        self._judge(without_wanted_groups(self.maker.draft))

    def _judge(self, draft: BoardDraft) -> None:
        """Show the board with other wishes. They change no figure, so these stay."""
        self.maker.fair.of = draft
        self.put(draft)
        self.page.focus("#maker-title")

    def do_games(self, gesture: Gesture) -> None:
        """Play 200 games on this board and on the printed one."""
        figures = self.maker.fair
        if figures.planned or len(figures.exact) < 2 or figures.of != self.maker.draft:
            return
        figures.planned = 2 * _GAMES
        boards: dict[str, Any] = {"own": table_of(self.maker.draft), "printed": PRINTED}
        for name, board in boards.items():
            self._games(name, board, figures)
        self.render()

    def _games(self, name: str, board: Any, figures: FairFigures) -> None:
        def played(rows: Any) -> None:
            figures.played[name] += rows
            if len(figures.played[name]) == _GAMES:
                call, rows = f"{_FIGURES}summary", figures.played[name]
                self._work(call, [rows], figures, _into(figures.games, name))

        def listed(jobs: Any) -> None:
            self._work("titledeed.lab.batch_games:run_games", jobs, figures, played)

        job = {"board": board, "seed": _SEED}
        self._work(f"{_FIGURES}list_jobs", [job], figures, listed)


_FIGURES: Final = "titledeed.lab.landings.board_figures:"
_GAMES: Final = 200
_SEED: Final = 1


def _into(table: dict[str, Any], name: str) -> Callable[[Any], None]:
    """A callback that puts what it gets into a table."""

    def put(value: Any) -> None:
        table[name] = value

    return put


_WITHOUT_A_BOARD: Final = frozenset(
    f"maker-{name}"
    for name in (
        "begin",
        "empty",
        "example",
        "own",
        "rejoin",
        "saved",
        "forget",
        "forget-now",
        "file",
        "leave",
    )
)
_OF_CARDS: Final = ("do", "to", "kind", "steps", "amount", "house", "hotel")


def _number(text: str, most: int) -> int | None:
    """The whole number in a field, or None if it has none from 0 to ``most``."""
    text = text.strip()
    if not text.isascii() or not text.isdigit() or len(text) > 10:
        return None
    return int(text) if int(text) <= most else None


def _noun_forms(fields: Mapping[str, str]) -> Iterator[tuple[str, str, str, str]]:
    """The fields of a form that hold forms of nouns: language, noun, form and text."""
    for name, text in fields.items():
        head, _, rest = name.partition("-")
        parts = rest.split("-")
        if head == "noun" and len(parts) == 3:
            language, noun, form = parts
            forms = ("gender", "one", "many", ASPIRATED, *MORE_FORMS.get(language, ()))
            if language in GENDERS and noun in NOUNS and form in forms:
                yield language, noun, form, text


def _step_of(arg: str) -> int:
    return {"+": _STEP, "-": -_STEP}.get(arg, 0)


def _line(text: str, most: int = LONGEST) -> str:
    """A text as a file may have it: one line without hidden characters."""
    return "".join(c for c in text if not is_hidden(c))[:most]


def _colors(draft: BoardDraft) -> list[tuple[str, str]]:
    """The colors of the groups with those of the text on them."""
    return board_file_check.board_colors(_groups_of(draft))


def _groups_of(draft: BoardDraft) -> list[Group]:
    """The groups with their colors, or none if one of these cannot be shown."""
    groups = [
        Group(group.id, group.name, group.color, group.mark, 0, (n,))
        for n, group in enumerate(draft.groups[:8])
    ]
    return groups if all(space_editor.is_color(group.color) for group in groups) else []

"""Turns people's input on the page into calls.

A button for an answer carries the answer's text, and the session checks it. Every other button names an
action: ``data-do="open-trade"`` calls ``do_open_trade`` of one of the groups of actions.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Final

from ...engine.errors import LoadError, MalformedAnswer, RefusedAnswer
from ...engine.special_seats_and_ids import NOBODY
from ...game.strategy_seats import MissingPart
from ...language.catalogue import Catalogue, is_language_loaded
from ...language.rule_clauses import check_id
from ...storage import board_file_check, written_bots
from ...storage.storage_interfaces import StorageFull, Windows
from ...storage.store import Store
from ..game_loop.game_loop import GameLoop
from ..game_loop.replay_start_step_branch_leave import ReplayPlayer
from ..page_port import Gesture, Page
from ..render.jinja_renderer import JinjaRenderer
from ..settings import Settings
from ..state import AppState, OpenDialog
from ..views import dialog_contents
from .action_group import ActionContext, ActionGroup
from .declare_actions import Action
from .finished_games_statistics import FinishedGamesActions
from .in_game.auto_bid import AutoBidActions
from .in_game.deed_manager_and_board_building import DeedActions
from .in_game.leave_play_again_picture import LeaveActions
from .in_game.open_accept_offer_waive_rent import OffersAndClaimsActions
from .in_game.pause_skip_retry_bots import BotPlayActions
from .in_game.real_dice_and_cards import RealDiceActions
from .in_game.seat_to_person_or_bot import SeatActions
from .in_game.show_or_hide_hint import HintActions
from .in_game.take_device import TakeDeviceActions
from .in_game.trade import TradeActions
from .in_game.undo_redo import UndoActions
from .keyboard_undo_replay_vote_dice import MENU, VOTING, key_for, takes_button_keys
from .late_loading.classroom_loader import ClassroomLoader
from .late_loading.devices_loader import DevicesLoader
from .late_loading.lab_loader import LabLoader
from .late_loading.late_screen import LateScreen
from .late_loading.maker_loader import MakerLoader
from .late_loading.workshop_loader import StrategyDeskLoader, WorkshopLoader
from .open_game_or_board_file import FileImportActions
from .open_search_compare_rules import RulesActions
from .open_simple_dialogs import DialogActions
from .replay import ReplayActions
from .saved_games import SavedGamesActions
from .settings import SettingsActions
from .setup import SetUpActions
from .share_link import TABLE_MARK, ShareLinkActions
from .tour_and_notices import TourAndNoticesActions

# Actions that leave the motions under way as they are, or end them themselves.
_UNHURRIED: Final = frozenset({"undo", "redo", "pause", "skip", "close", "theme", "leave"})


class Dispatcher:
    """All actions of the page. ``handle_gesture`` takes what the page reports."""

    def __init__(
        self, page: Page, screen: JinjaRenderer, store: Store, windows: Windows | None = None
    ) -> None:
        self.page = page
        self.store = store
        settings = Settings.from_table(store.settings(), page.language())
        self.app = AppState(settings=settings)
        self.app.catalogue = Catalogue(self.app.settings.language)
        self.app.date = page.date
        self.play = GameLoop(page, screen, store, self.app, windows)
        replays = ReplayPlayer(self.play)
        context = ActionContext(page, store, self.app, self.play)
        self._base = ActionGroup(context)
        self._by_hand = RealDiceActions(context)
        self._links = ShareLinkActions(context)
        self._manager = DeedActions(context)
        self._saves = SavedGamesActions(context, replays)
        self._settings = SettingsActions(context, replays)
        self.play.nouns.arrived = self._settings.say_again
        set_up = SetUpActions(context)
        self._tables = DevicesLoader(context)
        self._files = FileImportActions(context, self._saves, set_up)
        self._laboratory = LabLoader(context, screen, replays)
        self._maker = MakerLoader(context, screen, set_up)
        workshop = self._workshop = WorkshopLoader(context, screen, replays)
        self._desk = StrategyDeskLoader(context, screen, replays, workshop)
        classroom = ClassroomLoader(context, screen, self._laboratory, workshop)
        self._maker.classroom = classroom
        # The screens that are fetched later, in the order in which they are asked for files and links.
        self._late: tuple[LateScreen, ...] = (
            *(self._maker, classroom, workshop, self._desk, self._laboratory),
        )
        groups = (
            *(AutoBidActions, BotPlayActions, DialogActions, FinishedGamesActions, HintActions),
            *(LeaveActions, OffersAndClaimsActions, RulesActions, SeatActions, TakeDeviceActions),
            *(TourAndNoticesActions, TradeActions, UndoActions),
        )
        self.actions = gathered(
            (
                *(self._by_hand, self._links, self._manager, self._saves, self._settings),
                *(set_up, self._files, self._tables, ReplayActions(context, replays), *self._late),
                *(group(context) for group in groups),
            )
        )
        self.play.windows.taken = store.taken = self._saves.taken
        self._returns = ""  # the game to which a reload returns
        self._answered = False  # whether the last click was an answer

    def start(self, fields: dict[str, str] | None = None) -> None:
        """Show the set-up screen. ``fields``: those filled in before the program ran."""
        self.app.setup = dict(fields or {})
        self.app.setup = dialog_contents.setup_fields(self.app)
        self.app.boards = board_file_check.stored_boards(self.store)
        self.app.written = written_bots.stored_bots(self.store)
        self._base.speak()
        self.play.use_colors(None)
        self.store.refresh(self._stored)
        self.play.say_trouble()
        self.play.render()
        self.store.changed = self._stored
        language = self.app.settings.language
        if not is_language_loaded(language):

            def translate() -> None:
                self._settings.translate(language)
                self.play.render()

            self._settings.fetch_language(language, translate)

    def return_to_game(self) -> None:
        """Open the game that this window showed before a reload, if it is still there.

        The window forgets the game until it is open. So a game that cannot be opened does not break
        every reload."""
        self._returns = self.page.remembered_game()
        self._return()

    def _return(self) -> None:
        """Open the game to which a reload returns, once the storage has listed it."""
        id = self._returns
        if id and self.app.session is None and any(g.id == id for g in self.store.games()):
            self.handle_gesture(Gesture("click", do="continue", arg=id))

    def _stored(self) -> None:
        """Render again, as something about the stored data has changed or has just become known."""
        app = self.app
        if not self.store.box.lasts:
            settings = Settings.from_table(self.store.settings(), self.page.language())
            if settings != app.settings:
                self._settings.choose(settings)
            app.boards = {**board_file_check.stored_boards(self.store), **app.boards}
            app.written = {**written_bots.stored_bots(self.store), **app.written}
        trouble = self.play.say_trouble()
        if trouble or app.session is None or app.open_dialog("saves") is not None:
            self.play.render()
        self._return()

    # ------------------------------------------------------------ what the page reports

    def handle_gesture(self, gesture: Gesture) -> None:
        """Handle a person's gesture. Trouble is shown as a notice, and the game stays as it was."""
        self._returns = ""
        if self.app.session is not None and self._changes(gesture):
            # While the last answer is being saved, wait until that is done.
            waits = self.play.hold(lambda: self.handle_gesture(gesture))
            if waits:
                return
        try:
            self._gesture(gesture)
        except MissingPart as missing:
            self.play.fetch_part(missing, lambda: self.handle_gesture(gesture))
        except (RefusedAnswer, MalformedAnswer, LoadError) as trouble:
            self.play.refuse(trouble)
        except StorageFull:
            self._base.say_full()

    def press(self) -> bool:
        """Speed up the current motions after a press that hits no control.

        Return whether anything was."""
        return self.play.press()

    def _changes(self, gesture: Gesture) -> bool:
        """Whether a gesture may change the game."""
        action = self.actions.get(gesture.do)
        return bool(gesture.answer or gesture.form) or (action is not None and action.waits)

    def _gesture(self, gesture: Gesture) -> None:
        again = gesture.again and self._answered
        if gesture.kind == "click" and not again:
            self._answered = False
        if gesture.barred or (again and gesture.where in ("ask", "notices")):
            # This also ignores the second half of a double click whose first half was an answer.
            return
        if self._hurries(gesture):
            self.play.press()
            if gesture.answer or gesture.form:
                return  # nobody has seen yet what it would answer
        if gesture.kind == "closed":
            self.play.closed(gesture.where.removeprefix("dlg-"))
        elif gesture.kind == "escape":
            if self.app.open_dialogs:
                self.play.close(self.app.open_dialogs[-1].id)
            else:
                self._maker.escape()
        elif gesture.kind == "point":
            self._manager.point(gesture.arg)
        elif gesture.kind == "digit":
            self._by_hand.digit(gesture.arg)
        elif gesture.answer:
            self._answer(gesture, gesture.answer)
        elif gesture.form and gesture.kind == "submit":
            self._answer(gesture, fill_form(gesture.form, gesture.fields))
        elif gesture.clauses:
            for id in gesture.clauses.split():
                check_id(id)  # check now: in an open dialog a bad id would fail at every render
            self.play.open(OpenDialog("why", gesture.clauses))
        elif gesture.do.startswith(("lab-", "maker-", "workshop-", "strategy-", "class-")):
            if self.app.lab is not None:
                self.app.lab.handle_gesture(gesture)
        elif gesture.do.startswith("devices-"):
            if self.app.several is not None:
                self.app.several.handle_gesture(gesture)
        elif gesture.do:
            back = self.page.at_table(gesture.arg) if gesture.do == "continue" else ""
            if back:
                self._back(gesture, back)
            else:
                self._do(gesture.do, gesture)

    def _hurries(self, gesture: Gesture) -> bool:
        """Whether a gesture ends the motions that are being shown.

        Actions that stop them by themselves do not, nor do those that concern no game."""
        if not self.app.in_motion or gesture.again or gesture.kind not in ("click", "submit"):
            return False
        return gesture.do not in _UNHURRIED and not gesture.do.startswith("replay-")

    def _do(self, name: str, gesture: Gesture) -> None:
        action = self.actions[name]
        if action.needs.met(self.app):
            action.call(gesture)

    def _back(self, gesture: Gesture, game: str) -> None:
        """Resume a game over several devices at its table, not only here.

        If another window, of which this one may be a copy, is at that table, do the pressed action as
        it is."""

        def got_lock(ours: bool) -> None:
            if ours:
                self.play.windows.let_go()
                self._tables.fetch("", back=True)
            else:
                self._do(gesture.do, gesture)

        self.play.windows.hold(game, False, got_lock)

    def _answer(self, gesture: Gesture, text: str) -> None:
        """Give an answer from a button or a form. The place of the button determines the seat."""
        if self.app.playing is None:
            return
        seat = self._base.answerer(gesture)
        if seat is None:
            return
        if text in ("resign", "bankrupt") and gesture.where != "dlg-confirm":
            self.play.open(OpenDialog("confirm", text, seat))
            return
        if text.startswith("sell-down ") and self._asks_before_selling(gesture):
            self.play.open(OpenDialog("confirm", text, seat, self.app.question))
            return
        if gesture.where == "dlg-confirm" and text.startswith("sell-down "):
            self.play.close("confirm")
        elif gesture.where in ("dlg-confirm", "dlg-seat"):
            self.play.close_all()
        offering = gesture.where == "dlg-trade"
        if offering:
            self.app.sent = self.app.draft
        if self.play.answer(seat, text):
            self._answered = True
            if offering:
                self.app.draft = None
                self.play.close("trade")

    def _asks_before_selling(self, gesture: Gesture) -> bool:
        """Whether a sale of several buildings, pressed there, must be confirmed first.

        Someone who raises cash wants to sell."""
        dialog = self.app.open_dialog("manager") if gesture.where == "dlg-manager" else None
        return dialog is not None and dialog.arg != "raise"

    def key(self, key: str, where: str, field: str) -> bool:
        """Do the action of a key ("mod+z", "pageup"). Return False if the key has none here.

        ``where``: the region or dialog in which it was pressed; ``field``: the type of the field, or
        ""."""
        if where == "vote":
            if field or key not in VOTING:
                return False
            self.handle_gesture(Gesture("key", where="lab", do="lab-key", arg=key))
            return True
        if where != MENU and self._maker.key(key):
            return True
        meant = key_for(self.app, key, where, field)
        if meant is not None:
            self.handle_gesture(Gesture("key", where="ask", do=meant.do, arg=meant.arg))
        return meant is not None

    def takes_button_keys(self, where: str, field: str) -> bool:
        """Whether a key pressed there may press a button of the question."""
        return takes_button_keys(self.app, where, field)

    def main_key_skips(self) -> bool:
        """Whether the key for the main button skips the moves that are being shown.

        During a person's own throw it only ends the motions. So it does where nobody but bots plays: there
        it would skip the whole game."""
        playing = self.app.playing
        if playing is None or not playing.session.people():
            return False
        own = playing.mover != NOBODY and playing.session.is_person(playing.mover)
        return not (own and self.app.in_motion)

    def asks_about_money_just_now(self) -> bool:
        """Whether a key for the main button may be meant for what was there before a question about money."""
        return self.play.asks_about_money_just_now()

    def imported(self, name: str, text: str) -> None:
        """Open a file that a person chose."""
        for screen in self._late:
            if screen.takes(text, name):
                screen.open_file(text, name)
                return
        try:
            self._files.imported(name, text)
        except MissingPart as missing:
            self.play.fetch_part(missing, lambda: self._files.imported(name, text))

    def offline_changed(self) -> None:
        """Show whether the site is stored for offline use, as this has become known or changed."""
        self._settings.look()

    def late_screen(self, fragment: str) -> LateScreen | None:
        """The screen that opens a link with this fragment, if one of those that are fetched later does."""
        return next((screen for screen in self._late if fragment.startswith(screen.marks)), None)

    def open_link(self, fragment: str) -> None:
        """Open the target of a link: a table, something for the laboratory, or a game."""
        if fragment.startswith(TABLE_MARK):
            self._tables.fetch(fragment.removeprefix(TABLE_MARK))
            return
        screen = self.late_screen(fragment)
        if screen is not None:
            screen.open_link(fragment)
            return
        try:
            self._links.open_link(fragment)
        except MissingPart as missing:
            self.play.fetch_part(missing, lambda: self._links.open_link(fragment))

    def returned(self, place: str) -> None:
        """Show the place of this fragment again, as the browser has gone back or forward to it."""
        if place:
            screen = self.late_screen(f"#{place}") or self._laboratory
            screen.open_link(f"#{place}", again=True)
            return
        for screen in self._late:
            screen.leave()
        self.page.attributes({"link": ""})

    def storage_changed(self, key: str) -> None:
        """React when another window has stored a text that concerns the laboratory."""
        self._maker.storage_changed(key)
        self._laboratory.storage_changed(key)
        self._workshop.storage_changed(key)
        self._desk.storage_changed(key)


def gathered(groups: Iterable[ActionGroup]) -> dict[str, Action]:
    """All actions of the groups by name. Raises ValueError if two have one name."""
    actions: dict[str, Action] = {}
    for group in groups:
        for name, action in group.actions():
            if name in actions:
                raise ValueError(f"two groups have an action “{name}”")
            actions[name] = action
    return actions


def fill_form(form: str, fields: Mapping[str, str]) -> str:
    """Replace each {name} in a form's line by the field of that name."""
    return re.sub(r"\{(\w+)\}", lambda place: str(fields.get(place[1], "")).strip(), form)

"""Plays a game on the page: takes answers, shows their effects at the chosen pace, and saves the game.

After a person's answer, all chance answers that follow it are given at once. Bots answer one at a time,
with or without a pause between. The page never shows an answer that has not been given to the store.

This module decides what happens next. Other classes work on the state: ``Animations`` shows what
happens, ``JournalPresenter`` describes it, ``Clock`` and ``BotPacing`` time it, ``AutoSave`` saves it,
and ``Renderer`` renders it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, TypeVar

from ...engine.answers import (
    Roll,
)
from ...engine.asks import (
    AskAnswer,
    AskBid,
    AskClaim,
    AskOrder,
    AskPlace,
    AskTransfer,
)
from ...engine.board_and_rules_types import Edition
from ...engine.errors import MalformedAnswer, RefusedAnswer
from ...engine.record import Record
from ...engine.rules import houses
from ...engine.special_seats_and_ids import CHANCE, NOBODY
from ...engine.state import (
    State,
)
from ...game.answer_entries_and_checkpoints import Entry
from ...game.common_base_of_session_and_replay import SessionBase
from ...game.session import Session
from ...game.strategy_seats import MissingPart
from ...language.catalogue import Catalogue
from ...language.sentence_parts import Sentence, SentenceParts
from ...storage import board_file_check
from ...storage.storage_interfaces import OneWindow, Windows
from ...storage.store import Store
from .. import setup_form
from ..notices import Notice, action_data
from ..page_port import Page, Timer
from ..phase_stage_and_tempo import Playing, Replaying, SetUp, Tempo
from ..render.animation import Animations
from ..render.jinja_renderer import JinjaRenderer
from ..render.renderer import BESIDE, BOARD, SEEN, SLICE, Renderer
from ..render.write_and_announce_journal_lines import JournalPresenter
from ..state import AppState, BoardCentre, Entering, OpenDialog, Remark
from ..views import how_to_play_and_tour
from ..views.page.undo_sentences import taken_back
from ..views.setup import setup
from ..views.view_context_and_shared_parts import ViewContext
from . import finished_games_statistics
from .announce_last_round import announce_last_round
from .ask_once_to_turn_sound_on import offer_sound
from .autosave import AutoSave
from .bot_pacing_within_longest_wait import BotPacing
from .bot_thinking import BotThinking
from .characters_loader import CharactersLoader
from .handover import DeviceHandover
from .odds_weights_loader import OddsWeightsLoader
from .own_nouns_loader import OwnNounsLoader
from .played_time_and_minutes_limit import Clock

# milliseconds of thought after which the page says that the bots think
LONG: Final = 400.0
# milliseconds for which the last answer's result is shown before the page of the end opens
CURTAIN: Final = 1_800.0

UNREAD: Final = "unread"  # the notice that a bot lacks the weights of the odds

Consulted = TypeVar("Consulted")


class GameLoop:
    """Drives the open game and shows it on a page."""

    def __init__(
        self,
        page: Page,
        screen: JinjaRenderer,
        store: Store,
        app: AppState,
        windows: Windows | None = None,
    ) -> None:
        self.page = page
        self.store = store
        self.windows: Windows = windows or OneWindow()
        self.app = app
        self._timer = Timer(page)  # for the next thing that happens by itself
        self.weights = OddsWeightsLoader(page, arrived=self._weights_arrived)
        self._characters = CharactersLoader(page, app, arrived=self._characters_arrived)
        self.nouns = OwnNounsLoader(page)
        self._rendering = Renderer(
            page,
            screen,
            store,
            app,
            freed=self.resume,
            unready=self.weights.want,
            usual=self.nouns.want,
        )
        self._pacing = BotPacing(page, app)
        self._motions = Animations(
            page,
            app,
            self._rendering,
            self._timer,
            shown=self.go_on,
            time=self._pacing.time_for_motions,
        )
        self._telling = JournalPresenter(page, app, self._rendering)
        self._clock = Clock(page, app, second=self._second)
        self._keeping = AutoSave(page, store, app, self._clock, self._rendering)
        # The actions reach saving and rendering through GameLoop, the one object that all of them have.
        self.save, self.hold = self._keeping.save, self._keeping.hold
        self.save_aside, self.say_trouble = self._keeping.save_aside, self._keeping.say_trouble
        self.view, self.render = self._rendering.view, self._rendering.render
        self.drawing = self._rendering.drawing
        self.open, self.close = self._rendering.open, self._rendering.close
        self.closed, self.close_acting = self._rendering.closed, self._rendering.close_acting
        self.close_all = self._rendering.close_all
        self._thinking = BotThinking(
            page,
            app,
            self.weights,
            thought=self._go_on_thinking,
            unread=self._say_unread,
            render=self.render,
        )
        self._handover = DeviceHandover(app, self._timer, guard_ended=self.render, now=page.now)
        self.take_device = self._handover.take
        self.asks_about_money_just_now = self._handover.asks_about_money_just_now
        self._consulted: State | None = None
        self._idle = 0
        self._pauses = False  # the timer waits only so that people can follow
        # Whether answers have come since the game was opened or moved, so that an end is news.
        self._fresh = False
        # Called in a replay once all motions are over (``ReplayPlayer``).
        self.rested: Callable[[], None] = lambda: None

    # ------------------------------------------------------------ beginning and leaving

    def begin(
        self,
        session: Session,
        id: str,
        title: str,
        elapsed: int = 0,
        *,
        look: bool = False,
        wait: bool = False,
    ) -> None:
        """Open a game and play on. ``look``: only to watch its replay.

        ``wait``: pause if a bot is next. ``elapsed``: the seconds that it has already been played."""
        app = self.app
        # Else the answers of this game would go to the other devices.
        left = app.table is not None and not app.table.plays(session) and app.table.leave_table()
        self.stop()
        self._thinking.begin()
        app.catalogue = Catalogue.of(app.settings.language, session.state.rules.edition)
        playing = app.phase = Playing(session)
        app.lab = None
        self.use_colors(session.state.rules.edition)
        app.by_name = look
        app.address()
        app.game_id, app.title, app.elapsed = id, title, float(elapsed)
        self.page.remember_game("" if look else id)
        self._handover.begin()
        app.deed, app.hint, app.tour = 0, -1, 0
        app.open_dialogs, app.draft, app.sent = [], None, None
        app.notices.clear()
        if left:
            self._left_table()
        app.shown, app.flips = BoardCentre(), {}
        session.past_dice = app.settings.undo_dice
        if app.table is None:
            app.remarks = [] if session.alone is None else [Remark(session.alone, None, _alone)]
        self._telling.forget()
        self._motions.forget_sums()
        self._consulted = None
        self._fresh = False
        self._clock.begin()
        self._keeping.let_go()
        self._telling.recall()
        self._motions.recall()
        app.deed = asked_about(session)
        if any(entry.by in ("person", "bot") for entry in session.entries):
            self._characters.want()
        if look:
            return
        opening: list[Entry] = []
        while (entry := self._unasked()) is not None:
            opening.append(entry)
        self._took_place(opening)
        playing.paused = wait and session.waiting().who == "bot"
        self.save()
        if any(entry.by == "person" for entry in session.entries):
            self._pacing.begin()
        else:
            self._pacing.open()
        self.go_on()

    def _left_table(self) -> None:
        _ = self.app.catalogue
        text = _("You’ve left the game on several devices.")
        back = action_data("devices", _("Back to that game"))
        self.app.notices.add(Notice("devices-left", text, icon="u-link", acts=(back,), lasts=True))

    def _unasked(self) -> Entry | None:
        """Give the next answer that needs neither a person nor a pause, or return None if there is none.

        Such answers are those of chance, and all throws for the start if the program throws the dice."""
        session = self.app.running
        who = session.waiting().who
        if who == "chance":
            return session.step()
        # At a table of several devices each answer goes through the host.
        starting = isinstance(session.ask, AskOrder) and self.app.table is None
        if starting and who == "bot":
            return session.step()
        if starting and who == "person" and not session.state.by_hand:
            return session.give(session.ask.seat, Roll(), "program")
        return None

    def start(self, record: Record) -> None:
        """Start a new game. Raises :class:`LoadError` if the rules do not allow it."""
        session = Session.start(record)
        self.begin_new(session, ", ".join(seat.name for seat in record.seats)[:60], counts=True)

    def fetch_part(
        self,
        missing: MissingPart,
        then: Callable[[], None],
        failed: Callable[[], None] = lambda: None,
    ) -> None:
        """Fetch a part of the program that a game needs, and then go on. If that fails, say so and call
        ``failed``."""

        def fetched(trouble: str) -> None:
            if not trouble:
                then()
                return
            failed()
            text = self.app.catalogue("A part of the program couldn’t be loaded. Try again.")
            self.app.notices.add(Notice("part", text, more=trouble, bad=True, icon="u-bot"))
            self.page.announce(text)
            self.render()

        self.page.fetch_part(missing.part, fetched)

    def begin_new(
        self, session: Session, title: str, *, wait: bool = False, counts: bool = False
    ) -> None:
        """Open a game that is not among the saved ones yet.

        ``counts``: its end goes into this device's statistics."""
        id = self.store.new_id()
        if counts:
            finished_games_statistics.begin_game(self.store, id)
        self.windows.hold(id, False, lambda _: None)  # no other window can hold a new game
        self.begin(session, id, title, wait=wait)

    def leave_game(self) -> None:
        """Return to the set-up screen. The game stays saved."""
        if self.app.table is not None:
            self.app.table.leave_table()
        self.stop()
        self._thinking.begin()
        self.close_all()
        self._keeping.let_go()
        self.windows.let_go()
        app = self.app
        self.page.remember_game("")
        app.phase = SetUp()
        app.narrator = app.lab = None
        app.notices.clear()
        app.tour = 0
        app.catalogue = setup.catalogue_of(app.settings.language, app.setup, app.boards)
        self.use_colors(None)
        self.render()
        self.page.focus("#start-game")

    def use_colors(self, edition: Edition | None) -> None:
        """Use the colors of a board from a file, or the usual ones for a built-in board.

        ``edition``: None for the board that is chosen for a new game."""
        if edition is None:
            chosen = setup_form.board_of(self.app.setup, self.app.boards)
            colors = [] if isinstance(chosen, str) else board_file_check.table_colors(chosen)
        else:
            own = edition.source is not None
            colors = board_file_check.board_colors(edition.groups) if own else []
        self.page.colors(colors)

    def stop(self) -> None:
        """Stop everything that runs automatically: timers, clock, motions."""
        self._timer.stop()
        self._thinking.forget()
        self._clock.stop()
        self._motions.stop()

    # ------------------------------------------------------------ answers

    def answer(self, seat: int, text: str, *, joined: bool = False) -> bool:
        """Give a person's answer, or an answer of chance (seat CHANCE) that people enter.

        ``joined``: the same press gave the answer before; one undo takes back both.
        Return False if it was refused or cannot be sent now. A notice then gives the reason, and
        nothing has changed."""
        session, table = self.app.running, self.app.table
        try:
            if table is not None:
                self.app.device = seat
                return table.say(seat, text)
            entry = session.say(seat, text, joined=joined)
        except (RefusedAnswer, MalformedAnswer) as trouble:
            self.refuse(trouble, seat)
            return False
        if seat != CHANCE and session.is_person(seat):
            self.app.device = seat
            self._keeping.count_answer()
        self._answered([entry])
        return True

    def show_arrived(self, entries: list[Entry]) -> None:
        """Show answers that have come from any device of the table."""
        self._answered(entries)

    def remark(self, remarks: Sequence[Remark]) -> None:
        """Write these lines about the table into the journal, each at its place."""
        self.app.remarks += remarks
        self._telling.remark()
        self.render()

    def went_back(self, text: str) -> None:
        """Show the game after all devices have taken something back."""
        self._went_back(Notice("undone", text, icon="u-undo"))

    def show_given(self, entries: list[Entry], seat: int) -> None:
        """Show answers that a person has given by other means than :meth:`answer`."""
        self.app.device = seat
        self._answered(entries)

    def _answered(self, entries: list[Entry]) -> None:
        app = self.app
        if app.tour and any(
            entry.answer.kind == "end" and entry.by == "person" for entry in entries
        ):
            # A person who plays on without pressing "Next" also moves to the tour's next step, until
            # the tour ends.
            app.tour = app.tour + 1 if app.tour < len(how_to_play_and_tour.STEPS) else 0
        app.entering = Entering()
        app.notices.keep_lasting()
        if app.draft is not None:
            app.draft.folded = False
        if app.playing is not None:
            app.playing.paused = False
            app.playing.proceed()
        self._pacing.begin()
        self._rendering.make_due()  # show a person's own answer at once
        self._show(entries)

    def refuse(self, trouble: Exception, seat: int = NOBODY) -> None:
        """Show a notice about the trouble."""
        app = self.app
        if app.narrator is None:
            text = app.catalogue.sentence(str(trouble))
            app.notices.add(Notice("trouble", text, bad=True, icon="u-flag", lasts=True))
        else:
            state = app.session.state if app.session else None
            refusal = app.narrator.refusal(trouble, state, seat)
            app.notices.add(
                Notice(
                    "trouble",
                    refusal["what"],
                    more=f"{refusal['safe']} {refusal['do']}",
                    bad=True,
                    icon="u-flag",
                    clauses=refusal["clauses"],
                )
            )
            self.page.announce(refusal["what"])
        self.render()

    # ------------------------------------------------------------ undo

    def undo(self) -> None:
        """Take back the last answer of a person, and all that followed from it."""
        if self.app.table is not None:
            self.app.table.ask_undo()
            return
        says = taken_back(ViewContext(self.app))
        if self.app.running.undo():
            redo = action_data("redo", self.app.catalogue("Redo"))
            self._went_back(Notice("undone", says, icon="u-undo", acts=(redo,)))

    def redo(self) -> None:
        """Give the undone answers again. A screen reader announces them like new answers."""
        again = self.app.running.redo()
        if again:
            self._went_back(again=again)

    def _went_back(self, notice: Notice | None = None, again: Sequence[Entry] = ()) -> None:
        app, session = self.app, self.app.running
        self.show_moment()
        self.close("over")
        app.notices.keep(
            lambda n: n.id == "storage" or (n.id.startswith("devices-") and n.id != "devices-undo")
        )
        if notice:
            app.notices.add(notice)
        self._telling.next_time(str(notice.text) if notice else "", again)
        self._rendering.make_due()
        seat = session.ask.seat
        # The person who pressed undo has the device.
        app.device = seat if session.is_person(seat) else app.device
        # Do not ask the bots again at this point. If a bot is next, pause: its answer would clear the
        # redo history.
        self._consulted = session.state
        if app.playing is not None:
            app.playing.paused = session.can_redo() and session.waiting().who in ("bot", "chance")
        self.save()
        self.go_on()
        if app.paused:
            self._telling.announce()

    def forget_moment(self) -> None:
        """Forget the sums, hint and news of the former moment, as the session was moved to another one."""
        self.app.hint = -1
        self._motions.forget_sums()
        self._telling.forget()

    def show_moment(self) -> None:
        """Show the moment to which the session was moved, without motion."""
        self.stop()
        app = self.app
        if app.playing is not None:
            app.playing.start_over()
        self.forget_moment()
        self._telling.recall()
        self._fresh = False
        app.shown = BoardCentre(dice_beat=app.shown.dice_beat, card_beat=app.shown.card_beat)
        self._motions.recall()
        app.deed = asked_about(app.course)

    # ------------------------------------------------------------ going on

    def go_on(self) -> None:
        """Give the next bot's answer after a pause, or ask a person.

        If motions are shown, wait until they are over."""
        if self.app.in_motion:
            return
        self._timer.stop()
        self._pauses = False
        match self.app.phase:
            case Playing() as playing:
                self._clock.watch()
                playing.proceed()
                self._play_on(playing.session)
            case Replaying():
                self.rested()

    def _play_on(self, session: Session) -> None:
        app = self.app
        waiting = session.waiting()
        if waiting.who in ("bot", "chance"):
            seen = 0.0
            if self._rendering.is_due:
                if not self._rendering.picture():
                    self._timer.after(0, self.go_on)
                    return
                seen = SEEN
            else:
                self.page.attributes({"ask": "bots", "step": str(len(session.entries))})
            if not app.held_back:
                pause = max(self._pacing.pause(self._motions.hold), seen)
                self._timer.after(pause, self._tick)
                self._pauses = True
            return
        handing = waiting.who == "person" and self._handover.give(waiting.seat)
        table = app.table
        if table is not None and waiting.who in ("person", "elsewhere"):
            if self._consulted is not session.state and not app.held_back:
                if table.leads and not self._thinking.ready():
                    self._wait_for_thought()
                    return
                self._consulted = session.state
                if self._consult(table.step):
                    return
        elif self._to_consult(waiting.who):
            if not self._thinking.ready():
                self._wait_for_thought()
                return
            entry = self._consult(session.step)
            if entry is not None:
                self._show([entry])
                return
            self._consulted = session.state
        self._ask(handing)

    def consult_again(self) -> None:
        """Go on, and ask the bots once more whether they want to act before a person is asked."""
        self._consulted = None
        self.go_on()

    def _consult(self, step: Callable[[], Consulted]) -> Consulted | None:
        """Ask the bots whether they want to act. If one fails, a person is asked anyway."""
        try:
            return step()
        except Exception as trouble:  # noqa: BLE001 - a bot that fails must not take the game along
            self.refuse(trouble)
            return None

    def _wait_for_thought(self) -> None:
        """Ask nothing while the bots think.

        The buttons on screen cannot be pressed, and are removed if the bots take long."""
        if self.app.playing is not None:
            self.app.playing.think()
        self.page.attributes({"ask": "bots", "step": str(len(self.app.running.entries))})
        self._timer.after(LONG, self.render)

    def _weights_arrived(self) -> None:
        """Show the odds that had to wait.

        During motions and long renderings, the next rendering shows them."""
        self.app.notices.dismiss(UNREAD)
        if not self.app.in_motion:
            self.render()

    def _characters_arrived(self) -> None:
        """Show the expressions and lines that had to wait, or let the next rendering show them."""
        if self.app.session is not None and not self.app.in_motion:
            self.render()

    def _say_unread(self, trouble: str) -> None:
        """Tell people that the game waits, as a bot's next answer needs a file that cannot be fetched."""
        app, _ = self.app, self.app.catalogue
        text = _(
            "A file the shark bot needs couldn’t be loaded. The game is waiting for it; "
            "nothing is lost."
        )
        again = action_data("fetch-odds", _("Try again"), main=True)
        app.notices.add(
            Notice(UNREAD, text, more=trouble, bad=True, icon="u-flag", acts=(again,), closes=False)
        )
        self.page.announce(text)
        self.render()

    def think_again(self) -> None:
        """Retry the fetch that a bot waits for."""
        self.app.notices.dismiss(UNREAD)
        self._thinking.forget()
        self.render()
        self.go_on()

    def _to_consult(self, who: str) -> bool:
        """Whether the bots may still want to act before a person at a quiet table is asked."""
        app, session = self.app, self.app.course
        if who != "person" or not session.quiet or app.held_back:
            return False
        return self._consulted is not session.state

    def resume(self) -> None:
        """Go on after the bots have waited, and restart their time for pauses."""
        self._pacing.begin()
        self.go_on()

    def _ask(self, handing: bool = False) -> None:
        """Show the current question. Nothing else happens by itself.

        ``handing``: the device has to be handed over first."""
        app = self.app
        skipped = app.tempo is Tempo.SKIPPING
        self._pacing.ask(app.course.ask.kind)
        self._handover.ask(handing)
        deed = app.open_dialog("deed")
        if deed is not None and deed.asked != app.question:
            self.close("deed")  # it was opened before this question
        if skipped:
            self._telling.summary()
        self.save_aside()
        if app.course.waiting().who == "person" and not handing:
            offer_sound(app, self.store)
        self._rendering.render_question()
        self.page.focus_ask()
        self.page.painted(self._telling.announce)
        self._keeping.watch()
        if self._fresh and app.course.waiting().who == "over":
            self._timer.after(CURTAIN, self._show_end)

    def _show_end(self) -> None:
        """Open the page of the end, unless people have opened something else.

        It waits while another device would like to take something back."""
        wish = self.app.notices.get("devices-undo")
        if wish is not None and wish.acts:
            self._timer.after(CURTAIN, self._show_end)
            return
        self._fresh = False
        if not self.page.covered() and self.app.lab is None:
            self.open(OpenDialog("over"))

    def later(self, milliseconds: float, call: Callable[[], None]) -> None:
        """Make this call later, in place of the next step that was planned."""
        self._timer.after(milliseconds, call)

    def _tick(self) -> None:
        """Let the bots go on."""
        self._pauses = False
        if self.app.session is None:
            return
        if self._keeping.holding:
            self.store.when_settled(self._tick_again)
            return
        if self.store.behind:
            # Bots may be at most one step ahead of the saved state.
            self.store.when_caught_up(self._tick_again)
            return
        try:
            if self.app.table is not None:
                if self.app.table.leads and not self._thinking.ready():
                    return
                if not self.app.table.step():
                    self._ask()
            elif not self._thinking.ready():
                return
            elif self.app.beat > 0 and self._pacing.rushes_bids():
                self._rush_bids()
            elif self.app.beat > 0:
                entry = self._step()
                if entry is not None:
                    self._show([entry])
                else:
                    self.go_on()
            else:
                self._batch()
        except Exception as trouble:  # noqa: BLE001 - a bot that fails must not end the game
            self._motions.stop()
            if self.app.playing is not None:
                self.app.playing.paused = True
            self.refuse(trouble)

    def _tick_again(self) -> None:
        app = self.app
        rests = app.playing is not None and not app.in_motion and not self._timer.on
        if rests and not app.held_back:
            self._timer.after(0, self._tick)

    def _go_on_thinking(self) -> None:
        """Go on: a bot's answer has been worked out."""
        playing = self.app.playing
        if playing is None:
            return
        if playing.session.waiting().who in ("bot", "chance"):
            self._tick_again()
        else:
            self.go_on()

    def _step(self) -> Entry | None:
        """Give one answer of a bot or of chance; return None if the bot only set an offer aside.

        Raises RuntimeError after 50 steps without an answer."""
        entry = self.app.running.step()
        self._idle = 0 if entry is not None else self._idle + 1
        if self._idle > 50:
            raise RuntimeError("no answer comes")
        return entry

    def _rush_bids(self) -> None:
        """Give as many bids as fit into a slice of time, and show them together."""
        end = self.page.now() + SLICE
        entries: list[Entry] = []
        while self.page.now() < end and self._pacing.rushes_bids() and self._thinking.ready():
            entry = self._step()
            if entry is None:
                break
            entries.append(entry)
        if entries:
            self._show(entries)
        else:
            self.go_on()

    def _batch(self) -> None:
        """Give as many answers as fit into a slice of time, without showing each.

        Together with describing, saving and sometimes rendering them, this has to stay below 100
        milliseconds."""
        session = self.app.course
        end = self.page.now() + SLICE
        entries: list[Entry] = []
        while self.page.now() < end:
            waiting = session.waiting()
            if waiting.who not in ("bot", "chance") or self.app.held_back:
                break
            if not self._thinking.ready():
                break
            entry = self._step()
            if entry is not None:
                entries.append(entry)
        self._took_place(entries)
        # Else the next payment that is shown would include all of these.
        self._motions.forget_sums()
        # Render in separate tasks, as all together would block the page for too long.
        if session.waiting().who not in ("bot", "chance"):
            self._timer.after(0, self._before_asking)
        elif self._rendering.is_due:
            self._timer.after(0, self.go_on)
        else:
            self.go_on()

    def _before_asking(self, parts: Sequence[Sequence[str]] = (BESIDE, BOARD)) -> None:
        """Render these parts of the page, each in a separate task, before people are asked."""
        if not self._rendering.on_table:
            self.go_on()  # nobody would see these parts yet
            return
        self._rendering.render_ahead(parts[0])
        left = parts[1:]
        self._timer.after(0, (lambda: self._before_asking(left)) if left else self.go_on)

    def _second(self) -> None:
        """Handle each passing second of a game with a limit of minutes."""
        session = self.app.running
        if session.waiting().who == "chance" and not self.app.in_motion and not self._timer.on:
            entry = session.step()
            if entry is not None:
                self._show([entry])
        else:
            self.render(("bar",))

    # ------------------------------------------------------------ what happened

    def _took_place(self, entries: list[Entry]) -> None:
        """Describe, show and save answers that are already in the log."""
        if entries:
            self._fresh = True
            if any(entry.by == "person" for entry in entries) or self.app.course.state.turns > 1:
                self._characters.want()
            self._telling.took_place(entries)
            self._motions.took_place(entries)
            announce_last_round(self.app, entries)
            self.save()

    def _show(self, entries: list[Entry]) -> None:
        """Show answers with their motions, after chance has responded to them."""
        while (entry := self._unasked()) is not None:
            entries.append(entry)
        before = self.app.shown
        self._took_place(entries)
        self.animate(entries, before)

    def animate(self, entries: Sequence[Entry], before: BoardCentre) -> None:
        """Show the motions of answers that the session already holds, then go on.

        ``before``: the dice and card that were shown before, as the state has the final ones."""
        self._motions.show(entries, before)

    def hurry(self) -> None:
        """Skip motions and pauses until a person is asked."""
        playing = self.app.playing
        if playing is None:
            return
        if playing.tempo is not Tempo.SKIPPING:
            self._telling.skip()
        in_motion = self.app.in_motion
        playing.skip()
        if in_motion:
            self._motions.hurry()
        else:
            self.go_on()

    def press(self) -> bool:
        """End the current motions and pause, because somebody has pressed something.

        Return whether there were any."""
        if self.app.in_motion:
            self._motions.hurry()
            return True
        pauses, self._pauses = self._pauses and self._timer.on, False
        if pauses:
            self._timer.after(0, self._tick)
        return pauses

    def retell(self) -> None:
        """Write the journal again, as the language or the addressed person has changed."""
        self.app.address()
        self._telling.recall()

    # ------------------------------------------------------------ keeping


def _alone(parts: SentenceParts) -> Sentence:
    """The journal's line about a game of several devices that became one of this device."""
    return parts.tell(
        "From here on, this device plays alone. Other devices no longer check its dice and cards."
    )


def asked_about(session: SessionBase) -> int:
    """Return the space whose deed to show beside a game that is opened or was moved to another moment.

    It is an auction's lot, the property taken over or the one whose rent may be claimed, the first that is
    offered (if there is none, the first that is wanted for the offer), the first street for the building
    that is claimed, auctioned or placed, or else the space of the seat that is asked."""
    if session.state.claims:
        return session.state.claims[-1].space
    match session.state.ask:
        case AskBid(lot=lot) if lot >= 0:
            return lot
        case AskTransfer(space=space):
            return space
        case AskAnswer(give=give, get=get) if give.deeds or get.deeds:
            return (give.deeds or get.deeds)[0]
        case (AskBid() | AskClaim() | AskPlace()) as ask if ask.seat >= 0:
            streets = houses.sites(session.state, ask.seat, ask.piece)
            return streets[0] if streets else session.state.at[ask.seat]
        case ask:
            return session.state.at[ask.seat if ask.seat >= 0 else session.state.turn]

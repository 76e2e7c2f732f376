"""A game on the page: answers go in, what they set off is shown at its pace, and all of it is kept.

One answer of a person is followed by all that chance answers to it; bots go on one answer at a time
with a pause between, or without one. What is shown never runs ahead of what is kept.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from ..engine.record import Record
from ..engine.words import CHANCE, NOBODY, Edition, Malformed, Over, Refused, State
from ..session import Entry, Session
from . import guide, own_boards, sheets, sounds, view, view_saves, view_setup
from .boxes import OneWindow, Windows
from .catalogue import Catalogue
from .desk import ACTING, PACES, SOUNDS, SPEEDS, Desk, Entering, Notice, Sheet, Shown
from .page import Page
from .screen import Screen
from .sentences import Teller
from .sight import Sight, View
from .store import Facts, Picture, Store

# Milliseconds of bots' play without a pause between two looks at the page. Telling and keeping what
# was played comes on top, and now and then a picture: all of it is to stay below 100.
SLICE: Final = 25.0
SEEN: Final = 20.0  # milliseconds after which a picture is on screen, where nothing keeps it away
PERSIST: Final = 5  # answers of people after which the browser is asked to keep what is stored
REFRESH: Final = 300.0  # and between two pictures of it
JOURNAL_TOLD: Final = 600  # lines of the journal that are kept
_SLOW: Final = 700.0  # milliseconds of saving after which it is said
_NAP: Final = 90_000.0  # milliseconds: a page in the background is woken at least each minute
_TUMBLE: Final = 3.6  # beats of a throw (motion.css)
_CARD: Final = 9.0  # beats to read a card
SETTLE: Final = 400.0  # milliseconds in which a tap may still be meant for the last person's ask
_MOST_STEPS: Final = 12  # squares that are walked; a longer way is jumped

# Beats after an answer of a bot, so that it can be followed.
_PAUSES: Final = {"end": 2.0, "pass": 2.0, "bid": 3.0, "roll": 3.0}
_PAUSE: Final = 5.0
# Asks that go from hand to hand quickly: the panel says whose it is.
_QUICK: Final = frozenset({"bid", "claim"})

Motion = tuple[str, Any]


class Log:
    """The session as the store keeps it."""

    def __init__(self, session: Session, saved: str, title: str) -> None:
        self._session = session
        self._saved = saved
        self._title = title

    def count(self) -> int:
        return len(self._session.entries)

    def since(self, start: int) -> list[tuple[str, Any]]:
        return [
            (e.line, [e.by, e.why, dict(e.facts)] if e.why else e.by)
            for e in self._session.entries[start:]
        ]

    def full(self) -> dict[str, Any]:
        return self._session.save(self._saved, self._title)


class Play:
    """Drives the game on a desk and shows it on a page."""

    def __init__(
        self,
        page: Page,
        screen: Screen,
        store: Store,
        desk: Desk,
        windows: Windows | None = None,
    ) -> None:
        self.page = page
        self.screen = screen
        self.store = store
        self.windows: Windows = windows or OneWindow()
        self.desk = desk
        self._seen: dict[str, Any] = {}
        self._spoken: Catalogue | None = None
        self._timer: Any = None
        self._motions: list[Motion] = []
        self._final = Shown()  # of the stage, once all motions are done
        self._shown_entries: list[Entry] = []  # since the last announcement
        self._moved: Sequence[Entry] = ()  # whose payments are shown
        self._before_asking = ""  # what is to be said with the next announcement
        self._skipped: list[Entry] = []
        self._skip_cash: list[int] = []
        self._to_hear: list[str] = []
        self._asked: tuple[int, bool] | None = (
            None  # the person who is asked, and whether to take over
        )
        self._cash: list[int] = []
        self._consulted: State | None = None
        self._fading: Any = None
        self._clock = page.now()
        self._trouble = ""  # of the storage, as it has been said
        self._enabling = False  # the page waits for what is being kept
        # What was pressed while an answer was being kept.
        self._held: Callable[[], None] | None = None
        self._given = 0  # answers of people on this visit
        self._drawn = 0.0  # when the page was last rendered
        self._idle = 0
        # What is to be done in a replay once all is shown (``Reruns``).
        self.rested: Callable[[], None] = lambda: None
        self._watching: Any = None
        self._aside: Mapping[
            str, Any
        ] = {}  # what the session keeps beside the record, as it is saved

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
        """Put a game on the desk, and go on with it; or only to ``look`` at it, or with bots that
        ``wait``. Raises nothing: the session is a good one."""
        desk = self.desk
        self.stop()
        names = [seat.name for seat in session.game.record.seats]
        desk.catalogue = Catalogue(desk.settings.language, session.state.rules.edition.words)
        desk.session, desk.rerun = session, None
        self._dress(session.state.rules.edition)
        desk.teller = Teller(session.state.rules, names, desk.catalogue)
        desk.game_id, desk.title, desk.elapsed = id, title, float(elapsed)
        desk.device, desk.handing, desk.settling = NOBODY, False, False
        self._asked = None
        desk.deed, desk.hint, desk.tour = 0, -1, 0
        desk.sheets, desk.draft, desk.sent, desk.notices = [], None, None, []
        desk.shown, desk.places, desk.moving = Shown(), None, NOBODY
        desk.lines, desk.told = [], 0
        desk.deltas, desk.flips = {}, {}
        desk.busy = desk.paused = desk.skipping = False
        session.past_dice = desk.settings.undo_dice
        self._skipped.clear()
        self._shown_entries.clear()
        self._consulted = None
        self._cash = session.state.cash[:]
        self._clock = self.page.now()
        self._trouble = ""
        self._held = None
        self.store.close()
        self._tell(session.entries[-100:])
        desk.told = len(session.entries)
        self._recall_stage()
        seat = session.ask.seat
        desk.deed = session.state.at[seat if seat >= 0 else session.state.turn]
        if look:
            return
        opening: list[Entry] = []
        while session.waiting().who == "chance" and (entry := session.step()) is not None:
            opening.append(entry)
        self._took_place(opening)
        desk.paused = wait and session.waiting().who == "bot"
        self.save()
        self.go_on()

    def start(self, record: Record) -> None:
        """A new game. Raises :class:`Unloadable` where the rules speak against it."""
        session = Session.start(record)
        self.begin_new(session, ", ".join(seat.name for seat in record.seats)[:60])

    def begin_new(self, session: Session, title: str, *, wait: bool = False) -> None:
        """Put a game on the desk that is not among the saved ones yet."""
        id = self.store.new_id()
        self.windows.hold(id, False, lambda _: None)  # nobody else knows this game
        self.begin(session, id, title, wait=wait)

    def leave(self) -> None:
        """Back to the set-up screen; the game is kept."""
        self.stop()
        self.close_all()
        self.store.close()
        self.windows.let_go()
        self._held = None
        self._trouble = ""
        desk = self.desk
        desk.session = desk.teller = desk.rerun = None
        desk.notices, desk.tour = [], 0
        desk.busy = desk.paused = desk.skipping = False
        words = view_setup.words_of(desk.setup, desk.boards)
        desk.catalogue = Catalogue(desk.settings.language, words)
        self.page.colors([])
        self.render()
        self.page.focus("#start-game")

    def _dress(self, edition: Edition) -> None:
        """A board from a file brings its colours."""
        self.page.colors(own_boards.colors(edition.groups) if edition.source is not None else [])

    def stop(self) -> None:
        """Nothing goes on by itself any more."""
        for waiting in (self._timer, self._watching):
            self.page.cancel(waiting)
        self._timer = self._watching = None
        if self._motions:
            self._seen.pop("board", None)  # a token may stand where it was walking
        self._motions.clear()

    # ------------------------------------------------------------ answers

    def answer(self, seat: int, text: str) -> bool:
        """A person's answer, or what people enter for chance. False where it was refused; then a
        notice says why and nothing has changed."""
        session = self._session
        try:
            entry = session.say(seat, text)
        except (Refused, Malformed) as trouble:
            self.refuse(trouble, seat)
            return False
        if seat != CHANCE and session.is_person(seat):
            self.desk.device = seat
            self._given += 1
            # There is something to lose now. Some browsers ask people: not more than once a month.
            if self._given == PERSIST and self.store.note("persist", self.page.today()[:7]):
                self.page.persist()
        self._answered([entry])
        return True

    def took(self, entry: Entry, seat: int) -> None:
        """An answer that entered the game through a person's hands in another way."""
        self.desk.device = seat
        self._answered([entry])

    def _answered(self, entries: list[Entry]) -> None:
        desk = self.desk
        desk.entering = Entering()
        desk.notices = [n for n in desk.notices if n.lasts]
        desk.paused = False
        self._drawn = float("-inf")  # what a person has done is seen at once
        self._show(entries)

    def refuse(self, trouble: Exception, seat: int = NOBODY) -> None:
        """Say what went wrong; nothing is lost."""
        desk = self.desk
        if desk.teller is None:
            text = desk.catalogue.sentence(str(trouble))
            desk.notice(Notice("trouble", text, bad=True, icon="u-flag", lasts=True))
        else:
            state = desk.session.state if desk.session else None
            said = desk.teller.refusal(trouble, state, seat)
            desk.notice(
                Notice(
                    "trouble",
                    said["what"],
                    more=f"{said['safe']} {said['do']}",
                    bad=True,
                    icon="u-flag",
                    clauses=said["clauses"],
                )
            )
            self.page.announce(said["what"])
        self.render()

    # ------------------------------------------------------------ undo

    def undo(self) -> None:
        """Take back the last answer of a person, and all that followed from it."""
        says = view.taken_back(Sight(self.desk))
        if self._session.undo():
            redo = _act("redo", self.desk.catalogue("Redo"))
            self._went_back(Notice("undone", says, icon="u-undo", acts=(redo,)))

    def redo(self) -> None:
        """Bring back what was taken back; it is heard as what has happened."""
        again = self._session.redo()
        if again:
            self._went_back(again=again)

    def _went_back(self, notice: Notice | None = None, again: Sequence[Entry] = ()) -> None:
        desk, session = self.desk, self._session
        self.show_moment()
        desk.notices = [n for n in desk.notices if n.id == "storage"]
        if notice:
            desk.notice(notice)
        self._before_asking = str(notice.text) if notice else ""
        self._shown_entries += again
        self._drawn = float("-inf")
        seat = session.ask.seat
        # Whoever pressed it has the device.
        desk.device = seat if session.is_person(seat) else desk.device
        desk.handing = False
        # The bots have had their say at this point of the game; and what they would go on with
        # would leave nothing to bring back.
        self._consulted = session.state
        desk.paused = session.can_redo() and session.waiting().who in ("bot", "chance")
        self.save()
        self.go_on()
        if desk.paused:
            self._announce()

    def jumped(self) -> None:
        """The session stands elsewhere: nobody has gained or lost anything by it."""
        desk = self.desk
        desk.places, desk.moving, desk.hint = None, NOBODY, -1
        desk.deltas = {}
        self._skipped.clear()
        self._shown_entries.clear()
        self._moved = ()
        self._cash = self._session.state.cash[:]

    def show_moment(self) -> None:
        """The session stands elsewhere: all that is shown follows, without motion."""
        self.stop()
        desk, session = self.desk, self._session
        desk.busy = desk.skipping = desk.paused = False
        self.jumped()
        desk.lines.clear()
        self._tell(session.entries[-100:])
        desk.told = len(session.entries)
        desk.shown = Shown(dice_beat=desk.shown.dice_beat, card_beat=desk.shown.card_beat)
        self._recall_stage()

    # ------------------------------------------------------------ going on

    @property
    def _session(self) -> Session:
        assert self.desk.session is not None
        return self.desk.session

    @property
    def beat(self) -> float:
        """Milliseconds of a beat; 0 where nothing is to be waited for."""
        desk = self.desk
        speed = PACES[desk.rerun.pace].speed if desk.rerun else desk.settings.speed
        return 0.0 if desk.skipping else float(SPEEDS[speed])

    def still(self) -> bool:
        """Whether motion is to be avoided."""
        return self.desk.settings.motion == "less" or self.page.still()

    def _sound(self, *names: str) -> None:
        """Let people hear it, where they want to."""
        volume = SOUNDS[self.desk.settings.sound]
        if volume and not self.desk.skipping:
            for name in names:
                self.page.sound(sounds.SOUNDS[name], volume)

    def go_on(self) -> None:
        """Whatever has to happen next: a bot's answer after a pause, or a question."""
        self.page.cancel(self._timer)
        self._timer = None
        desk = self.desk
        self._mind_clock()
        if desk.session is None or desk.busy:
            return
        if desk.rerun is not None:
            self.rested()
            return
        session = desk.session
        waiting = session.waiting()
        if waiting.who in ("bot", "chance"):
            seen = 0.0
            if self._due():
                self.render()
                seen = SEEN
            else:
                self.page.facts({"ask": "bots", "step": str(len(session.entries))})
            if not desk.held_back:
                last = session.entries[-1].answer.kind if session.entries else ""
                pause = _PAUSES.get(last, _PAUSE) * self.beat
                self.later(max(pause, seen), self._tick)
            return
        if waiting.who == "person":
            self._give_device(waiting.seat)
            if session.quiet and self._consulted is not session.state and not desk.held_back:
                entry = session.step()
                if entry is not None:
                    self._show([entry])
                    return
                self._consulted = session.state
        self._ask()

    def _ask(self) -> None:
        """Nothing goes on by itself: show what is asked."""
        desk = self.desk
        desk.busy = False
        desk.moving = NOBODY
        if desk.skipping:
            desk.skipping = False
            self._summary()
        self.save_aside()
        self._guard()
        self.render()
        self.page.focus_ask()
        self._announce()
        if not self.store.settled:
            self.page.after(_SLOW, self._say_slow)

    def _enable(self) -> None:
        """What was answered is on the disk: what is asked now may be answered."""
        self._enabling = False
        desk = self.desk
        if any(notice.id == "saving" for notice in desk.notices):
            desk.notices = [n for n in desk.notices if n.id != "saving"]
            self.render(("notices",))
        if desk.session is not None:
            self.page.facts(self._going())

    def _say_slow(self) -> None:
        if self.store.settled or self.desk.session is None:
            return
        _ = self.desk.catalogue
        self.desk.notice(
            Notice(
                "saving",
                _("Saving…"),
                more=_("What you press counts as soon as the last answer is kept."),
                icon="u-saves",
            )
        )
        self.render(("notices",))

    def hold(self, call: Callable[[], None]) -> bool:
        """Do this once all that was answered is kept; the first thing that was pressed counts. False
        where all is kept already: then nothing was noted."""
        if self.store.settled:
            return False
        if self._held is None:
            self._held = call
            self.store.when_settled(self._release)
        return True

    def _release(self) -> None:
        call, self._held = self._held, None
        if call is not None:
            call()

    def _guard(self) -> None:
        """With several people at one device: when another one is asked, a tap that was meant for the
        one before must not answer for them."""
        desk, session = self.desk, self._session
        waiting = session.waiting()
        several = waiting.who in ("person", "claim") and len(session.people()) > 1
        asked = (waiting.seat, desk.handing) if several else None
        if asked != self._asked:
            desk.settling = asked is not None and self._asked is not None
            self._asked = asked
        if desk.settling:
            self.later(SETTLE, self._settled)

    def _settled(self) -> None:
        self._timer = None
        self.desk.settling = False
        self.render()

    def _due(self) -> bool:
        """Whether a picture is due while bots play without pauses."""
        return self.beat > 0 or self.page.now() - self._drawn > REFRESH

    def _give_device(self, seat: int) -> None:
        """Whose turn it is at the device; with several people it is handed over."""
        desk, session = self.desk, self._session
        if desk.device == seat:
            desk.handing = False
            return
        several = len(session.people()) > 1
        if desk.device == NOBODY or not several:
            desk.device, desk.handing = seat, False
        else:
            desk.handing = session.ask.kind not in _QUICK

    def later(self, milliseconds: float, call: Any) -> None:
        """Go on with this, and with nothing else that was to be gone on with."""
        self.page.cancel(self._timer)
        self._timer = self.page.after(milliseconds, call)

    def _tick(self) -> None:
        """Let the bots go on."""
        self._timer = None
        if self.desk.session is None:
            return
        if self._held is not None:
            self.store.when_settled(self._tick_again)
            return
        if self.store.behind:
            # Bots may be one step ahead of what is being written, not more.
            self.store.when_caught_up(self._tick_again)
            return
        try:
            if self.beat > 0:
                entry = self._step()
                if entry is not None:
                    self._show([entry])
                else:
                    self.go_on()
            else:
                self._batch()
        except Exception as trouble:  # noqa: BLE001 - a bot that fails must not take the game along
            self.desk.paused = True
            self.desk.busy = False
            self.refuse(trouble)

    def _tick_again(self) -> None:
        desk = self.desk
        playing = desk.session is not None and desk.rerun is None and not desk.busy
        if playing and self._timer is None and not desk.held_back:
            self.later(0, self._tick)

    def _step(self) -> Entry | None:
        """One answer of a bot or of chance. Where only an offer was put aside there is none."""
        entry = self._session.step()
        self._idle = 0 if entry is not None else self._idle + 1
        if self._idle > 50:
            raise RuntimeError("no answer comes")
        return entry

    def _batch(self) -> None:
        """As many answers as fit into a slice of time, without showing each."""
        session = self._session
        end = self.page.now() + SLICE
        entries: list[Entry] = []
        while self.page.now() < end:
            waiting = session.waiting()
            if waiting.who not in ("bot", "chance") or self.desk.held_back:
                break
            entry = self._step()
            if entry is not None:
                entries.append(entry)
        self._took_place(entries)
        self.go_on()

    # ------------------------------------------------------------ what happened

    def _took_place(self, entries: list[Entry]) -> None:
        """Tell, note and keep answers that are in the log already."""
        if not entries:
            return
        self._shown_entries += entries
        if self.desk.skipping:
            self._skipped += entries
        self._tell(entries)
        self.desk.told = len(self._session.entries)
        self._stage(entries)
        self._flip(entries)
        self._reply(entries)
        self._to_hear = sounds.heard(event for entry in entries for event in entry.events)
        self.save()

    def _reply(self, entries: list[Entry]) -> None:
        """Say how the offer that somebody here has made was answered, and why."""
        desk, _ = self.desk, self.desk.catalogue
        sent, teller = desk.sent, desk.teller
        if sent is None or teller is None:
            return
        answered = (e for e in entries if e.seat == sent.partner)
        entry = next((e for e in answered if e.answer.kind in ("accept", "reject")), None)
        if entry is None:
            return
        seat = self._session.game.record.seats[sent.partner].name
        accepted = entry.answer.kind == "accept"
        acts: list[dict[str, Any]] = []
        if accepted:
            desk.sent = None
        else:
            acts.append(_act("edit-offer", _("Change the offer…")))
            lacks = entry.facts.get("needed", 0) - entry.facts.get("gain", 0)
            if lacks > 0 and "needed" in entry.facts:
                more = -(-lacks // 10) * 10
                label = _("Offer {money} more…", money=teller.money(more))
                acts.append(_act("edit-offer", label) | {"arg": str(more)})
        thought = teller.thought(entry.why, entry.facts) if entry.why else ""
        desk.notice(
            Notice(
                "reply",
                _("{seat} accepts your offer.", seat=seat)
                if accepted
                else _("{seat} refuses your offer.", seat=seat),
                more=_("“{text}”", text=thought) if thought else "",
                icon="u-trade",
                acts=tuple(acts),
            )
        )

    def _show(self, entries: list[Entry]) -> None:
        """An answer, what chance said to it, and the motions that show it."""
        session, desk = self._session, self.desk
        while session.waiting().who == "chance":
            entry = session.step()
            if entry is None:
                break
            entries.append(entry)
        before = desk.shown
        self._took_place(entries)
        self.animate(entries, before)

    def animate(self, entries: Sequence[Entry], before: Shown) -> None:
        """Show the motions of answers that the session holds already. ``before``: what the stage
        showed until then; the desk has what it shows in the end."""
        desk, session = self.desk, self._session
        self._moved = entries
        if self.beat > 0 and not self.still():
            self._motions = motions(session, entries)
        if not self._motions:
            self._finish()
            return
        self._final, desk.shown = desk.shown, replace(before)
        desk.busy = True
        desk.moving = next((e.seat for e in entries if e.seat >= 0), session.state.turn)
        self._move()

    def _move(self) -> None:
        """The next motion; each takes its beats."""
        desk = self.desk
        if not self._motions:
            self._finish()
            return
        kind, what = self._motions.pop(0)
        beats = 1.0
        match kind:
            case "dice":
                desk.shown.faces = what
                desk.shown.card = None
                desk.shown.dice_beat = flipped(desk.shown.dice_beat)
                self._sound("dice")
                self.render(("stage", "ask", "bar"))
                beats = _TUMBLE
            case "card":
                desk.shown.card = what
                desk.shown.card_beat = flipped(desk.shown.card_beat)
                self._sound("card")
                self.render(("stage", "ask", "bar"))
                beats = _CARD
            case "token":
                seat, at, more = what
                self._sound("step")
                self.page.token(seat, at, more)
        self._timer = self.page.after(beats * self.beat, self._move)

    def _finish(self) -> None:
        """All that was to be seen has been seen."""
        desk = self.desk
        self._motions.clear()
        if desk.busy:
            desk.shown = self._final
        desk.busy = False
        desk.places = None
        self._sound(*self._to_hear)
        self._to_hear = []
        self._change_cash()
        self.go_on()

    def hurry(self) -> None:
        """Do not wait for motions or pauses until a person is asked."""
        if not self.desk.skipping:
            self._skip_cash = self._session.state.cash[:]
        self.desk.skipping = True
        self.desk.paused = False
        if self.desk.busy:
            self.page.cancel(self._timer)
            self._finish()
        else:
            self.go_on()

    def _change_cash(self) -> None:
        """Show for a moment what everybody gained or lost, and let the sums fly."""
        desk, state = self.desk, self._session.state
        changes = {
            n: state.cash[n] - self._cash[n]
            for n in range(state.seats)
            if state.cash[n] != self._cash[n]
        }
        self._cash = state.cash[:]
        if self.beat == 0:
            desk.deltas = {}
            return
        desk.deltas = changes
        if changes:
            self.page.cancel(self._fading)
            self._fading = self.page.after(14 * self.beat + 300, self._fade)
        teller = desk.teller
        if teller is not None and not self.still():
            paid: list[Any] = [
                event.facts
                for entry in self._moved[-6:]
                for event in entry.events
                if event.kind == "pay"
            ]
            self.page.fly(
                [
                    (teller.money(f["amount"]), _account(f["payer"]), _account(f["payee"]))
                    for f in paid[-4:]
                ]
            )

    def _fade(self) -> None:
        self._fading = None
        self.desk.deltas = {}
        if self.desk.session is not None and not self.desk.busy:
            self.render(("seats",))

    # ------------------------------------------------------------ telling

    def _tell(self, entries: Sequence[Entry]) -> None:
        """Add the lines of these entries to the journal."""
        desk, session = self.desk, self._session
        assert desk.teller is not None
        first = len(session.entries) - len(entries)
        before = session.entries[first - 1].turns if first > 0 else -1
        id = desk.lines[-1][0] if desk.lines else 0
        for entry in entries:
            thought = ""
            if entry.by == "bot" and entry.why:
                thought = desk.teller.thought(entry.why, entry.facts)
            for line in desk.teller.entry(entry, before):
                id += 1
                desk.lines.append((id, line, thought))
                thought = ""
                before = entry.turns
        del desk.lines[:-JOURNAL_TOLD]

    def retell(self) -> None:
        """The journal anew, in another language."""
        self.desk.lines.clear()
        self._tell(self._session.entries[-100:])

    def _stage(self, entries: Sequence[Entry]) -> None:
        """The dice and the card after these entries."""
        shown = replace(self.desk.shown)
        for entry in entries:
            for event in entry.events:
                facts: Any = event.facts
                if event.kind == "throw":
                    shown.faces, shown.card = (facts["a"], facts["b"]), None
                    shown.dice_beat = flipped(shown.dice_beat)
                elif event.kind == "card":
                    shown.card = (facts["deck"], facts["card"])
                    shown.card_beat = flipped(shown.card_beat)
                elif event.kind == "move":
                    self.desk.deed = facts["to"]
        self.desk.shown = shown

    def _recall_stage(self) -> None:
        """What the dice and the card showed last, of a game that is not just being played."""
        recent = self._session.entries[-60:]
        self._stage(recent)

    def _flip(self, entries: Sequence[Entry]) -> None:
        flips = self.desk.flips
        for entry in entries:
            for event in entry.events:
                if event.kind in ("mortgage", "redeem"):
                    space: Any = event.facts["space"]
                    flips[space] = flipped(flips.get(space, "b"))

    def _announce(self) -> None:
        """What has happened since the last announcement, and what is asked now."""
        desk = self.desk
        assert desk.teller is not None
        said = desk.teller.announce(self._shown_entries[-40:])
        self._shown_entries.clear()
        said, self._before_asking = f"{self._before_asking} {said}".strip(), ""
        asked = desk.teller.asking(self._session.state)["announce"]
        if desk.handing:
            asked = view_title(self.view()["ask"])
        self.page.announce(f"{said} {asked}".strip())

    def _summary(self) -> None:
        """What happened while a person did not look."""
        desk, teller = self.desk, self.desk.teller
        assert teller is not None
        entries, self._skipped = self._skipped, []
        if len(entries) < 2:
            return
        _, n_ = desk.catalogue, desk.catalogue.count
        told = [
            teller.plain(line["text"])
            for entry in entries
            for line in teller.events(entry.events, entry.answer)
            if {event.kind for event in entry.events} & _WORTH_TELLING
        ]
        n = len({entry.turns for entry in entries})
        state = self._session.state
        changed = [
            _("{seat}: {change}.", seat=self._session.game.record.seats[s].name, change=change)
            for s in self._session.people()
            if (change := teller.change(state.cash[s] - self._skip_cash[s]))
            and state.cash[s] != self._skip_cash[s]
        ]
        desk.notice(
            Notice(
                "skipped",
                n_("{n} turn was skipped.", "{n} turns were skipped.", n),
                more=" ".join([*told[-5:], *changed]) or _("Nothing changed hands."),
                icon="u-skip",
            )
        )

    # ------------------------------------------------------------ the clock

    def _pass_time(self) -> None:
        """Count the time at the table. A machine that slept was not at the table."""
        desk, session = self.desk, self._session
        now = self.page.now()
        desk.elapsed += min(max(0.0, now - self._clock), _NAP) / 1000
        self._clock = now
        limit = session.state.rules.limit_minutes
        if limit and desk.elapsed >= limit * 60:
            session.time_over = True

    def _mind_clock(self) -> None:
        """Look at the clock each second where a limit of minutes was agreed."""
        session = self.desk.session
        if self._watching is not None or session is None or self.desk.rerun is not None:
            return
        state = session.state
        if state.rules.limit_minutes and not state.time_up and not isinstance(state.ask, Over):
            self._clock = self.page.now()
            self._watching = self.page.after(1000, self._watch)

    def _watch(self) -> None:
        """A second has passed."""
        self._watching = None
        desk, session = self.desk, self._session
        before = desk.elapsed
        self._pass_time()
        self._call_time(session.state.rules.limit_minutes * 60, before)
        self._mind_clock()
        if session.waiting().who == "chance" and not desk.busy and not self._timer:
            entry = session.step()
            if entry is not None:
                self._show([entry])
        else:
            self.render(("bar",))

    def _call_time(self, limit: int, before: float) -> None:
        """Say aloud when five minutes are left, and one."""
        for left in (300, 60):
            if before < limit - left <= self.desk.elapsed and limit > left:
                self.page.announce(
                    self.desk.catalogue.count(
                        "{n} minute is left.", "{n} minutes are left.", left // 60
                    )
                )

    # ------------------------------------------------------------ keeping

    def save(self) -> None:
        """Keep the game as it stands; a moment of it that is looked at is not the game."""
        desk, session = self.desk, self._session
        if desk.rerun is not None:
            return
        self._pass_time()
        saved = self.page.today()
        state = session.state
        facts = Facts(
            id=desk.game_id,
            title=desk.title,
            players=tuple(seat.name for seat in session.game.record.seats),
            round=state.round,
            book=state.rules.book,
            when=saved,
            over=isinstance(state.ask, Over),
            elapsed=int(desk.elapsed),
            answers=len(session.entries),
            picture=Picture(
                edition=state.rules.edition.id,
                tokens=tuple(seat.token for seat in session.game.record.seats),
                at=tuple(state.at),
                cash=tuple(state.cash[: state.seats]),
                playing=tuple(map(int, state.playing)),
                owner=tuple(state.owner),
                level=tuple(state.level),
                mortgaged=tuple(map(int, state.mortgaged)),
            ),
            aside=session.aside(),
        )
        self._aside = facts.aside
        self.store.keep(facts, Log(session, saved, desk.title))
        self.say_trouble()

    def save_aside(self) -> None:
        """Keep what is no answer, if it has changed: offers put aside, ceilings."""
        session = self.desk.session
        if session is not None and session.aside() != self._aside:
            self.save()

    def say_trouble(self) -> bool:
        """Say what is not as it should be with the storage, once; whether something new was said."""
        trouble = self.store.trouble
        if trouble == self._trouble:
            return False
        self._trouble = trouble
        desk, _ = self.desk, self.desk.catalogue
        desk.notices = [n for n in desk.notices if n.id != "storage"]
        if not trouble:
            return True
        says = {
            "none": (
                _("This browser lets nothing be stored here: a game is gone with the page."),
                _("A game can be kept as a file."),
            ),
            "unsaved": (
                _("The storage of this browser is full: from here on nothing is saved."),
                _("Delete saved games, or keep this one as a file."),
            ),
            "quick": (
                _("One of the two places where games are kept is full."),
                _("This game is kept in the other one; nothing is lost."),
            ),
            "sure": (
                _("One of the two places where games are kept does not work in this browser."),
                _("If the browser should crash, the last answers may be lost."),
            ),
        }
        text, more = says[trouble]
        acts = []
        if trouble == "unsaved":
            acts.append(_act("open-saves", _("Saved games")))
        if trouble in ("unsaved", "none") and desk.session is not None:
            acts.append(_act("export", _("Keep the record as a file")))
        desk.notice(
            Notice(
                "storage",
                text,
                more=more,
                bad=trouble == "unsaved",
                icon="u-saves",
                lasts=True,
                acts=tuple(acts),
            )
        )
        return True

    # ------------------------------------------------------------ dialogs

    def open(self, sheet: Sheet) -> None:
        """Open a dialog, or show something else in the one that is open."""
        desk = self.desk
        known = desk.sheet(sheet.id) is not None
        if not known and sheets.view_of(desk, sheet, self.store) is None:
            return
        desk.sheets = [s for s in desk.sheets if s.id != sheet.id]
        desk.sheets.append(sheet)
        self._fill(sheet)
        if not known:
            self.page.open(f"dlg-{sheet.id}")

    def close(self, id: str) -> None:
        """Close a dialog, if it is open; bots that waited for it go on."""
        if self.desk.sheet(id) is None:
            return
        self.page.close(f"dlg-{id}")
        self.closed(id)

    def closed(self, id: str) -> None:
        """A dialog is closed, by whatever means."""
        desk = self.desk
        if desk.sheet(id) is None:
            return
        desk.sheets = [s for s in desk.sheets if s.id != id]
        self._seen.pop(f"dlg-{id}", None)
        self.page.patch(f"dlg-{id}", "")
        if desk.session is not None and id in ACTING:
            self.go_on()

    def close_acting(self) -> None:
        """Close what the bots wait for."""
        for sheet in list(self.desk.sheets):
            if sheet.id in ACTING:
                self.close(sheet.id)

    def close_all(self) -> None:
        for sheet in list(self.desk.sheets):
            self.close(sheet.id)

    def _fill(self, sheet: Sheet) -> None:
        made = sheets.view_of(self.desk, sheet, self.store)
        if made is None:
            self.close(sheet.id)
            return
        template, given = made
        region = f"dlg-{sheet.id}"
        if self._seen.get(region) != given:
            self._seen[region] = given
            self.page.patch(region, self.screen.render(template, given))

    # ------------------------------------------------------------ rendering

    def view(self) -> View:
        """The whole view as it is now."""
        return view.page(self.desk, lambda: view_saves.start(self.desk, self.store.games()))

    def render(self, only: Sequence[str] = ()) -> None:
        """Bring the page up to date: the regions that changed, or of these only ``only``."""
        desk = self.desk
        if self._spoken is not desk.catalogue:
            self._spoken = desk.catalogue
            self.screen.speak(desk.catalogue)
        made = self.view()
        on_table = made["screen"] == "table"
        for region, (template, _keys) in view.TEMPLATES.items():
            if only and region not in only:
                continue
            away = region != "bar" and (region == "setup") == on_table
            given = None if away else view.shown(made, region)
            if region in self._seen and self._seen[region] == given:
                continue
            self._seen[region] = given
            self.page.patch(region, "" if given is None else self.screen.render(template, given))
        self.page.facts(self._facts(made))
        self.page.painted()
        if not only:
            for sheet in list(desk.sheets):
                self._fill(sheet)
            self._drawn = self.page.now()

    def _facts(self, made: View) -> dict[str, str]:
        desk = self.desk
        kind = made["ask"]["kind"] if made["ask"] else ""
        facts = {
            "lang": made["lang"],
            "theme": desk.settings.theme,
            "speed": PACES[desk.rerun.pace].speed if desk.rerun else desk.settings.speed,
            "size": desk.settings.size,
            "motion": desk.settings.motion,
            "tour": guide.place(desk, kind),
            "screen": made["screen"],
            "game": made["state"],
            "kind": kind,
            "ask": "",
            "step": "",
        }
        if desk.session is not None:
            facts |= self._going()
        return facts

    def _going(self) -> dict[str, str]:
        """How far the game is, and what is asked: nothing, as long as the last answer is being kept."""
        sight = Sight(self.desk)
        facts = {
            "ask": view.pending(sight),
            "game": view.state(sight),
            "step": str(len(self._session.entries)),
        }
        if facts["game"] in ("asking", "over") and not self.store.settled:
            facts["game"], facts["ask"] = "saving", "bots"
            # Whatever is being kept, settings too: the page does not stay so.
            if not self._enabling:
                self._enabling = True
                self.store.when_settled(self._enable)
        if self.store.settled and self.store.trouble in ("", "quick"):
            facts["saved"] = facts["step"]
        return facts

    def repaint(self) -> None:
        """Render everything anew, whatever has been seen."""
        self._seen.clear()
        self.render()


_WORTH_TELLING: Final = frozenset({"deed", "build", "bankrupt", "deal", "over", "mortgage"})


def _act(do: str, label: str) -> dict[str, Any]:
    return {"do": do, "arg": "", "answer": "", "label": label, "main": False}


def _account(who: object) -> str:
    """The id of the element where an account's money is."""
    return f"cash-{who}" if isinstance(who, int) and who >= 0 else "tools"


def view_title(asked: View) -> str:
    return str(asked["title"])


def flipped(beat: str) -> str:
    """The other letter: the same animation runs again."""
    return "b" if beat == "a" else "a"


def motions(session: Session, entries: Sequence[Entry]) -> list[Motion]:
    """What is to be seen of these answers, in order: throws, cards, tokens square by square."""
    found: list[Motion] = []
    jail = session.state.rules.jail_at
    for entry in entries:
        for event in entry.events:
            facts: Any = event.facts
            match event.kind:
                case "throw":
                    found.append(("dice", (facts["a"], facts["b"])))
                case "card":
                    found.append(("card", (facts["deck"], facts["card"])))
                case "move":
                    found += _walk(facts, jail)
    return found


def _walk(facts: Any, jail: int) -> list[Motion]:
    seat, start, end = facts["seat"], facts["before"], facts["to"]
    if facts["how"] == "jail":
        return [("token", (seat, "jail", False))]
    step = -1 if facts["how"] == "back" else 1
    way = (end - start) * step % 40
    if way > _MOST_STEPS:
        return [("token", (seat, end, False))]
    return [("token", (seat, (start + step * n) % 40, n < way)) for n in range(1, way + 1)]

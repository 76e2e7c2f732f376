"""What people do with the page becomes what the program does.

A button that is an answer carries the answer; the session says whether it is one. Everything else
is an action by name: ``data-do="open-trade"`` calls ``do_open_trade``.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from ...bots import BOTS
from ...engine.books import BOOKS
from ...engine.record import Record, Seat
from ...engine.rules.auction import lowest
from ...engine.words import CHANCE, NOBODY, AskAnswer, AskBid, Malformed, Over, Refused, Unloadable
from ...language.catalogue import Catalogue
from ...language.teller import Teller
from ...storage import boards
from ...storage.places import Windows
from ...storage.store import StorageFull, Store
from ..desk import SOUNDS as VOLUMES
from ..desk import Desk, Notice, Settings, Sheet
from ..page import Gesture, Page
from ..playing.play import Play
from ..playing.replaying import Reruns
from ..showing.screen import Screen
from ..showing.sounds import SOUNDS
from ..views import dialogs, guide, preview, regions, rules
from ..views.bits import Sight
from .by_hand import ByHand
from .links import Links
from .saves import Saves
from .setup import SetUpHands
from .trade import Trading

_MOST_QUERY: Final = 60
# What else than an answer changes the game: it waits until the last answer is kept.
_CHANGING: Final = frozenset(
    {"undo", "redo", "open-offer", "counter", "let-go", "set-ceiling", "seat-bot", "seat-person"}
)
# What belongs to playing: in a replay there is nothing to do it with.
_PLAYING: Final = frozenset(
    {
        *("undo", "redo", "ready", "skip", "pause", "resume", "let-go", "open-offer", "counter"),
        *("open-manager", "open-trade", "trade-with", "trade-for", "open-ceiling", "set-ceiling"),
        *("seat-bot", "seat-person", "open-seats"),
    }
)
# Keys that stand for an action, with what they are pressed in: anywhere, or in a replay.
_KEYS: Final = {
    "mod+z": ("undo", ""),
    "mod+shift+z": ("redo", ""),
    "mod+y": ("redo", ""),
}
_REPLAY_KEYS: Final = {
    "pageup": ("replay-by", "turn -1"),
    "pagedown": ("replay-by", "turn 1"),
    "arrowleft": ("replay-by", "answer -1"),
    "arrowright": ("replay-by", "answer 1"),
}


class Hands(SetUpHands, ByHand, Saves, Links):
    """All that can be done. ``gesture`` takes what a page reports."""

    def __init__(
        self, page: Page, screen: Screen, store: Store, windows: Windows | None = None
    ) -> None:
        self.page = page
        self.store = store
        settings = Settings.read(store.settings(), page.language())
        self.desk = Desk(settings=settings, look=preview.in_page())
        self.desk.catalogue = Catalogue(self.desk.settings.language)
        self.desk.date = page.date
        self.play = Play(page, screen, store, self.desk, windows)
        self.play.windows.taken = store.taken = self.taken
        self.rerun = Reruns(self.play)
        self.trading = Trading(self.play)
        self._answered = False  # whether the last click was an answer

    def start(self, fields: dict[str, str] | None = None) -> None:
        """Show the set-up screen, with what was entered before the program ran."""
        self.desk.setup = dict(fields or {})
        self.desk.setup = dialogs.setup_fields(self.desk)
        self.desk.boards = boards.kept(self.store)
        self.speak()
        self.store.refresh(self._stored)
        self.play.say_trouble()
        self.play.render()
        self.store.changed = self._stored

    # ------------------------------------------------------------ gestures

    def gesture(self, done: Gesture) -> None:
        """Something a person did. What goes wrong is said, and nothing is lost by it."""
        if self.desk.session is not None and _changes(done):
            # What is pressed while the last answer is being kept is done afterwards.
            held = self.play.hold(lambda: self.gesture(done))
            if held:
                return
        try:
            self._gesture(done)
        except (Refused, Malformed, Unloadable) as trouble:
            self.play.refuse(trouble)
        except StorageFull:
            self._say_full()

    def _gesture(self, done: Gesture) -> None:
        again = done.again and self._answered
        if done.kind == "click" and not again:
            self._answered = False
        if done.barred or (again and done.where in ("ask", "notices")):
            # The second half of a double click on what has been answered by the first.
            return
        if done.kind == "closed":
            self.play.closed(done.where.removeprefix("dlg-"))
        elif done.kind == "escape":
            if self.desk.sheets:
                self.play.close(self.desk.sheets[-1].id)
        elif done.kind == "point":
            self._point(done.arg)
        elif done.kind == "digit":
            self.digit(done.arg)
        elif done.answer:
            self._answer(done, done.answer)
        elif done.form and done.kind == "submit":
            self._answer(done, fill(done.form, done.fields))
        elif done.why:
            self.play.open(Sheet("why", done.why))
        elif done.do and (self.desk.rerun is None or done.do not in _PLAYING):
            act: Callable[[Gesture], None] | None = getattr(
                self, "do_" + done.do.replace("-", "_"), None
            )
            if act is not None:
                act(done)

    def _answer(self, done: Gesture, text: str) -> None:
        """An answer from a button or a form; whose it is depends on where it stands."""
        if self.desk.session is None or self.desk.rerun is not None:
            return
        seat = self._seat(done)
        if seat is None:
            return
        if text == "resign" and done.where != "dlg-confirm":
            self.play.open(Sheet("confirm", "resign", seat))
            return
        if done.where in ("dlg-confirm", "dlg-seat"):
            self.play.close_all()
        offering = done.where == "dlg-trade"
        if offering:
            self.desk.sent = self.desk.draft
        if self.play.answer(seat, text):
            self._answered = True
            if offering:
                self.desk.draft = None
                self.play.close("trade")

    def _seat(self, done: Gesture) -> int | None:
        """Whose answer it is; None where nothing is asked there now."""
        desk = self.desk
        assert desk.session is not None
        match done.where:
            case "dlg-manager" | "dlg-confirm" as where:
                sheet = desk.sheet(where.removeprefix("dlg-"))
                return sheet.seat if sheet else None
            case "dlg-trade":
                return desk.draft.seat if desk.draft else None
            case "dlg-seat":
                sheet = desk.sheet("seat")
                return int(sheet.arg) if sheet else None
            case "notices":
                found = re.fullmatch(r"notice-rent-(\d)-\d+", done.notice)
                return int(found[1]) if found else None
        waiting = desk.session.waiting()
        if desk.busy or desk.handing or desk.settling:
            return None
        match waiting.who:
            case "hand":
                return CHANCE
            case "person" | "claim":
                return waiting.seat
            case _:
                return None

    def key(self, key: str, where: str, field: str) -> bool:
        """Whether a key stood for something here: "mod+z", "pageup". ``where``: the region or dialog
        it was pressed in; ``field``: the type of the field, or ""."""
        replays = self.desk.rerun is not None and where in ("", "ask")
        found = _KEYS.get(key) if field in ("", "range", "radio", "checkbox") else None
        if replays and (field == "" or (field == "range" and key.startswith("page"))):
            found = found or _REPLAY_KEYS.get(key)
        inside = where.startswith("dlg-") or (not where and self.desk.sheets)
        if found is None or inside or self.desk.session is None:
            return False
        self.gesture(Gesture("key", where="ask", do=found[0], arg=found[1]))
        return True

    def _point(self, id: str) -> None:
        """A square is pointed at: show its deed beside the board."""
        space = self._space(id)
        if space is not None and space != self.desk.deed and not self.desk.busy:
            self.desk.deed = space
            self.play.render(("deed",))

    def _space(self, id: str) -> int | None:
        session = self.desk.session
        return session.state.rules.space_index(id) if session else None

    # ------------------------------------------------------------ the turn

    def do_ready(self, done: Gesture) -> None:
        """The next person has the device."""
        session = self.desk.session
        if session is not None and self.desk.handing and not self.desk.settling:
            self.desk.device = session.ask.seat
            self.desk.handing = False
            self.play.go_on()

    def do_hint(self, done: Gesture) -> None:
        """What a good player would weigh; asked again, it goes."""
        desk = self.desk
        if desk.session is None or self._seat(replace(done, where="ask")) is None:
            return
        count = len(desk.session.entries)
        desk.hint = -1 if desk.hint == count else count
        self.play.render()
        lines = (self.play.view()["ask"]["advice"] or {}).get("lines", [])
        self.page.announce(" ".join(lines))

    # ------------------------------------------------------------ the tour

    def _tour(self) -> None:
        """Begin it; that is enough for it not to come again by itself."""
        desk = self.desk
        desk.tour = 1
        if not desk.settings.toured:
            desk.settings = replace(desk.settings, toured=True)
            self.store.keep_settings(desk.settings.table())
        self.play.render()

    def do_tour(self, done: Gesture) -> None:
        self.play.close("help")
        self._tour()

    def do_tour_next(self, done: Gesture) -> None:
        """The next step; after the last one the tour is over."""
        desk = self.desk
        desk.tour = desk.tour + 1 if desk.tour < len(guide.STEPS) else 0
        self.play.render()
        self.page.focus_ask()

    # ------------------------------------------------------------ back and forth

    def do_undo(self, done: Gesture) -> None:
        if self.desk.session is None:
            return
        if self.desk.session.can_undo():
            self.play.undo()
        else:
            self.page.announce(regions.no_undo(Sight(self.desk)))

    def do_redo(self, done: Gesture) -> None:
        if self.desk.session is not None and self.desk.session.can_redo():
            self.play.redo()

    def do_skip(self, done: Gesture) -> None:
        if self.desk.session is not None:
            self.play.hurry()

    def do_pause(self, done: Gesture) -> None:
        if self.desk.session is not None:
            self.desk.paused = True
            self.play.render()

    def do_resume(self, done: Gesture) -> None:
        if self.desk.session is not None:
            self.desk.paused = False
            self.play.close_acting()
            self.play.go_on()

    def do_let_go(self, done: Gesture) -> None:
        """A rent is not asked for."""
        session = self.desk.session
        if session is None:
            return
        waiting = session.waiting()
        if waiting.claim is not None:
            session.let_go(waiting.claim)
            self.play.go_on()

    def do_open_offer(self, done: Gesture) -> None:
        """Look at a bot's offer: only now it enters the game."""
        session = self.desk.session
        id = self.number(done.arg, 10**3)
        if session is None or id is None:
            return
        held = next((h for h in session.held if h.id == id), None)
        if held is not None:
            self.play.took(session.open_offer(id), held.to)

    def do_dismiss(self, done: Gesture) -> None:
        desk = self.desk
        found = re.fullmatch(r"offer-(\d+)", done.arg)
        if found and desk.session is not None:
            desk.session.drop_offer(int(found[1]))
            self.play.save_aside()
        if done.arg == "tour":
            desk.tour = 0
        desk.notices = [n for n in desk.notices if n.id != done.arg]
        self.play.render()
        self.page.focus_ask()

    def do_counter(self, done: Gesture) -> None:
        """A counter-offer is a refusal and an offer the other way."""
        session = self.desk.session
        if session is None:
            return
        ask = session.ask
        if not isinstance(ask, AskAnswer) or self._seat(replace(done, where="ask")) != ask.seat:
            return
        self.trading.counter(ask)

    # ------------------------------------------------------------ a replay

    def do_replay(self, done: Gesture) -> None:
        """Show the game on the desk again; from after so many answers, where that is said."""
        self.play.close_all()
        self.rerun.start(int(done.arg) if re.fullmatch(r"[0-9]{1,7}", done.arg) else None)

    def do_replay_to(self, done: Gesture) -> None:
        to = done.fields.get("to", "")
        if self.desk.rerun is not None and re.fullmatch(r"[0-9]{1,7}", to):
            self.rerun.to(int(to))

    def do_replay_by(self, done: Gesture) -> None:
        found = re.fullmatch(r"(turn|answer) (-1|1)", done.arg)
        if self.desk.rerun is not None and found:
            self.rerun.by(found[1], int(found[2]))

    def do_replay_run(self, done: Gesture) -> None:
        if self.desk.rerun is not None:
            self.rerun.run()

    def do_replay_pause(self, done: Gesture) -> None:
        if self.desk.rerun is not None:
            self.rerun.pause()

    def do_replay_pace(self, done: Gesture) -> None:
        if self.desk.rerun is not None:
            self.rerun.pace(done.fields.get("pace", ""))

    def do_replay_branch(self, done: Gesture) -> None:
        if self.desk.rerun is not None:
            self.rerun.branch()

    def do_replay_leave(self, done: Gesture) -> None:
        self.rerun.leave()

    # ------------------------------------------------------------ who plays

    def do_open_seat(self, done: Gesture) -> None:
        session = self.desk.session
        seat = self.number(done.arg, len(session.controls)) if session else None
        if seat is not None:
            self.play.open(Sheet("seat", str(seat)))

    def do_open_seats(self, done: Gesture) -> None:
        if self.desk.session is not None:
            self.play.open(Sheet("seat", str(max(Sight(self.desk).acting(), 0))))

    def do_seat_bot(self, done: Gesture) -> None:
        seat, _space, bot = done.arg.partition(" ")
        self._hand(seat, bot if bot in BOTS else "steady")

    def do_seat_person(self, done: Gesture) -> None:
        self._hand(done.arg, "")

    def _hand(self, arg: str, bot: str) -> None:
        session = self.desk.session
        seat = self.number(arg, len(session.controls)) if session else None
        if session is None or seat is None:
            return
        session.hand_to(seat, bot)
        if not bot and self.desk.device == NOBODY:
            self.desk.device = seat
        self.store.anew()  # who plays is part of a whole copy only
        self.play.save()
        self.play.close("seat")
        self.play.go_on()
        self.play.render()

    # ------------------------------------------------------------ building, mortgaging, bidding

    def do_open_deed(self, done: Gesture) -> None:
        space = self._space(done.arg)
        if space is not None:
            self.desk.deed = space
            self.play.open(Sheet("deed", str(space)))
            self.play.render(("deed",))

    def do_open_manager(self, done: Gesture) -> None:
        session = self.desk.session
        if session is None:
            return
        seat = Sight(self.desk).acting()
        given = self.number(done.arg, len(session.controls))
        if given is not None:
            seat = given
        if seat == NOBODY or not session.is_person(seat) or not session.state.playing[seat]:
            self._nobody()
            return
        self.desk.baseline = session.state.cash[seat]
        self.play.close("deed")
        self.play.close("seat")
        self.play.open(Sheet("manager", "raise" if done.arg == "raise" else "", seat))

    def _nobody(self) -> None:
        """There is nobody at the device who could do that."""
        _ = self.desk.catalogue
        over = isinstance(self.desk.running.ask, Over)
        text = _("The game is over.") if over else _("Bots play for all seats that are left.")
        self.desk.notice(Notice("nobody", text))
        self.play.render()

    def do_open_ceiling(self, done: Gesture) -> None:
        session = self.desk.session
        if session is not None and isinstance(session.ask, AskBid):
            self.play.open(Sheet("ceiling", "", session.ask.seat))

    def do_set_ceiling(self, done: Gesture) -> None:
        session, sheet = self.desk.session, self.desk.sheet("ceiling")
        amount = done.fields.get("amount", "")
        if done.kind != "submit" or session is None or sheet is None or not amount.isdigit():
            return
        ask, ceiling = session.ask, int(amount[:9])
        if not isinstance(ask, AskBid):
            return
        if ceiling < lowest(session.state, ask):
            self.play.open(Sheet("ceiling", "low", sheet.seat))
            return
        session.set_ceiling(sheet.seat, ceiling)
        self.desk.device = sheet.seat
        self.play.close("ceiling")

    def do_clear_ceiling(self, done: Gesture) -> None:
        """The person whose program bids bids again."""
        session = self.desk.session
        seat = self.number(done.arg, len(session.controls)) if session else None
        if session is not None and seat is not None:
            session.clear_ceiling(seat)
            self.play.go_on()

    # ------------------------------------------------------------ trading

    def do_open_trade(self, done: Gesture) -> None:
        self._trade()

    def _trade(self, seat: int = NOBODY, partner: int = NOBODY, want: int = NOBODY) -> None:
        if self.desk.session is None:
            return
        if seat == NOBODY:
            seat = Sight(self.desk).acting()
        if seat == NOBODY:
            self._nobody()
        else:
            self.trading.begin(seat, partner, want)

    def do_edit_offer(self, done: Gesture) -> None:
        """The offer that was refused, on the trade table again; ``arg``: so much more of my money."""
        if self.desk.session is not None:
            self.trading.again(self.number(done.arg, 10**9) or 0)

    def do_trade_with(self, done: Gesture) -> None:
        session = self.desk.session
        partner = self.number(done.arg, len(session.controls)) if session else None
        if partner is not None:
            inside = done.where == "dlg-trade" and self.desk.draft is not None
            self._trade(self.desk.draft.seat if inside and self.desk.draft else NOBODY, partner)

    def do_trade_for(self, done: Gesture) -> None:
        """A trade with a deed's owner, that deed chosen."""
        space = self._space(done.arg)
        session = self.desk.session
        if session is None or space is None or session.state.owner[space] < 0:
            return
        self._trade(partner=session.state.owner[space], want=space)

    def do_trade_toggle(self, done: Gesture) -> None:
        side, _space, what = done.arg.partition(" ")
        if self.desk.session is not None and side in ("give", "get"):
            self.trading.toggle(side, what)

    def do_trade_cash(self, done: Gesture) -> None:
        """Money on one side: by a step from a button, or as a field says."""
        draft, session = self.desk.draft, self.desk.session
        side, _space, step = done.arg.partition(" ")
        if draft is None or session is None or side not in ("give", "get"):
            return
        if step:
            amount = draft.cash[side] + int(step) if re.fullmatch(r"[+-]\d{1,6}", step) else 0
        else:
            text = done.fields.get("amount", "").strip()
            amount = int(text[:9]) if text.isascii() and text.isdigit() else 0
        self.trading.money(side, amount)

    def do_trade_clear(self, done: Gesture) -> None:
        if self.desk.session is not None:
            self.trading.clear()

    # ------------------------------------------------------------ looking

    def do_close(self, done: Gesture) -> None:
        self.play.close(done.where.removeprefix("dlg-"))

    def do_open_spaces(self, done: Gesture) -> None:
        self._open("spaces")

    def do_open_journal(self, done: Gesture) -> None:
        self._open("journal")

    def do_open_over(self, done: Gesture) -> None:
        self._open("over")

    def _open(self, id: str) -> None:
        if self.desk.session is not None:
            self.play.open(Sheet(id))

    def do_open_rules(self, done: Gesture) -> None:
        """The rules of this game; with a clause as argument, at its place among them."""
        self.play.close("why")
        reading = self.desk.reading
        reading.compare, reading.query, reading.topic, reading.at = False, "", "", done.arg
        self._open_rules()
        if done.arg:
            self.page.focus(f"#{rules.dom(done.arg)}")

    def do_open_differences(self, done: Gesture) -> None:
        """The chosen book beside another one."""
        reading = self.desk.reading
        reading.compare, reading.query, reading.topic, reading.at = True, "", "", ""
        self._open_rules()

    def _open_rules(self) -> None:
        desk = self.desk
        if desk.session is None:
            desk.setup = self._fields()
        reading = desk.reading
        reading.left = rules.parts(desk).rules.book
        if reading.right == reading.left:
            reading.right = next(book for book in BOOKS if book != reading.left)
        if not desk.sheet("rules"):
            reading.unfolded.clear()
        self.play.open(Sheet("rules"))

    def do_read(self, done: Gesture) -> None:
        """The fields above the rules, with each letter that is typed."""
        reading, fields = self.desk.reading, done.fields
        reading.compare = fields.get("mode") == "two"
        reading.query = fields.get("query", "")[:_MOST_QUERY]
        reading.topic = fields.get("topic", "")
        for side in ("left", "right"):
            if fields.get(side) in BOOKS:
                setattr(reading, side, fields[side])
        reading.at = ""
        if self.desk.sheet("rules"):
            self.play.open(Sheet("rules"))

    def do_open_help(self, done: Gesture) -> None:
        self.play.open(Sheet("help"))

    def do_open_settings(self, done: Gesture) -> None:
        self.play.open(Sheet("settings"))

    def do_focus_ask(self, done: Gesture) -> None:
        self.page.focus("#ask-title")

    def do_focus_board(self, done: Gesture) -> None:
        self.page.focus(f"#space-{self.desk.deed}")

    # ------------------------------------------------------------ settings

    def do_settings(self, done: Gesture) -> None:
        """The fields of the settings' form."""
        desk = self.desk
        given: dict[str, Any] = dict(done.fields)
        given["undo_dice"] = "undo_dice" in given
        chosen = Settings.read({**desk.settings.table(), **given})
        self._choose(chosen)

    def do_theme(self, done: Gesture) -> None:
        """From light to night or back."""
        now = self.desk.settings.theme
        dark = now == "night" or (now == "auto" and self.page.dark())
        self._choose(replace(self.desk.settings, theme="light" if dark else "night"))

    def _choose(self, chosen: Settings) -> None:
        desk = self.desk
        spoken, loud = desk.settings.language, desk.settings.sound
        desk.settings = chosen
        if chosen.sound != loud:
            self.page.sound(SOUNDS["deed"], VOLUMES[chosen.sound])  # how loud that is
        self.store.keep_settings(chosen.table())
        self.store.when_settled(self.play.render)  # until then the page says that something is kept
        session = desk.session
        if desk.whole is not None:
            desk.whole.past_dice = chosen.undo_dice
        if chosen.language != spoken:
            words = session.state.rules.edition.words if session else None
            desk.catalogue = Catalogue(chosen.language, words)
            if session is not None:
                names = [seat.name for seat in session.game.record.seats]
                desk.teller = Teller(session.state.rules, names, desk.catalogue)
                if desk.rerun is not None:
                    self.rerun.retell()
                else:
                    self.play.retell()
            self.speak()
        self.play.render()

    # ------------------------------------------------------------ files

    def do_import(self, done: Gesture) -> None:
        self.wants_board = False
        super().do_import(done)

    def imported(self, name: str, text: str) -> None:
        """A file that a person chose: a board, where one was wanted or it says so itself, or a game."""
        if not self.wants_board and not boards.looks_like_one(text):
            super().imported(name, text)
            return
        self.wants_board = False
        try:
            self.try_board(name, text)
        except StorageFull:
            self._say_full()

    # ------------------------------------------------------------ leaving

    def do_leave(self, done: Gesture) -> None:
        if self.desk.session is not None:
            self.play.leave()

    def do_again(self, done: Gesture) -> None:
        """A new game with the same seats and rules."""
        session = self.desk.session
        if session is None:
            return
        old = session.game.record
        seats = [
            Seat(seat.name, bot, seat.token)
            for seat, bot in zip(old.seats, session.controls, strict=True)
        ]
        self.play.close_all()
        self.play.start(
            Record(
                rulebook=old.rulebook,
                seats=seats,
                edition=old.edition,
                decks=old.decks,
                variant=old.variant,
                seed=self.page.seed(),
                rent=old.rent,
                chance=old.chance,
                house_rules=old.house_rules,
            )
        )


def _changes(done: Gesture) -> bool:
    """Whether it would change the game that is played."""
    return bool(done.answer or done.form) or done.do in _CHANGING


def fill(form: str, fields: Any) -> str:
    """A form's line with its fields in their places."""
    return re.sub(r"\{(\w+)\}", lambda found: str(fields.get(found[1], "")).strip(), form)

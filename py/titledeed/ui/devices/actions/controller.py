"""A table over several devices: the actions of its dialog, and the link between :mod:`titledeed.peers`
(where all devices keep one list of answers) and the game on the desk, which follows that list."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from ....engine.asks import (
    Over,
)
from ....engine.constants import (
    NOBODY,
)
from ....engine.errors import LoadError
from ....engine.parsing.untrusted_input import json_value
from ....engine.record import Record
from ....game.session import Session
from ....language import asks
from ....peers.correspondence import game
from ....peers.correspondence.game import CorrespondenceGame
from ....peers.device.base import News
from ....peers.device.device import Device
from ....peers.replicated_log import LogError, ReplicatedLog
from ....peers.sdp_codec import SHORTEST, SdpError
from ....peers.transport import Transport
from ...actions.base import actions_of
from ...actions.share_link import TABLE_MARK as MARK
from ...game_loop.game_loop import GameLoop
from ...page_port import Gesture, Page
from ...setup_form import clean_name
from ...state import AppState, OpenDialog
from ..state import DevicesViewState
from ..views import correspondence as by_codes
from ..views import dialog as views
from ..views import watch_tables as hall_view
from .correspondence import CorrespondenceActions
from .game_sync import GameSync
from .pairing import NO_WAY, Pairing, code_in
from .peer_mesh import PeerMesh
from .watch_tables import WatchTables

if TYPE_CHECKING:
    from ..views.types import WatchTablesCode, WaysToPlay

_TICK: Final = 500.0
_BESIDE: Final = 3_000.0  # milliseconds within which another window of this browser answers
_KEEP: Final = 1_500.0
_SEATED: Final = 1.0  # seconds within which a device that has come has its seat
_TOLD: Final = 2_000.0  # within which a host has told the name of a seat
_MOST_TOLD: Final = 12  # answers that a question about an undo tells in words


class DevicesController:
    """Implements :class:`~...state.Several`, :class:`~titledeed.peers.transport.Listener` and
    :class:`~.dialog_interface.DevicesDialog`. Its methods ``do_…``, and those of the hall, are its actions:
    ``data-do="devices-let-in"`` calls ``do_let_in``."""

    def __init__(
        self, page: Page, app: AppState, play: GameLoop, record: Callable[[], Record], engine: str
    ) -> None:
        """``record``: the game that the set-up form describes; ``engine``: this program's version."""
        self.page, self.app, self.play = page, app, play
        self._record, self._engine = record, engine
        self.transport: Transport = page.ways(self)
        self.game = GameSync(page, app, play, self._source, self._halted)
        self.letters = CorrespondenceActions(self.transport, engine, self._lettered, self._desk)
        self.shown = DevicesViewState()
        self.hall = WatchTables(page, app, self.transport, engine, lambda: self.now, self)
        self._now0 = page.now()
        self.pairing = Pairing(page, self.transport, self)
        self.actions = actions_of("devices-", self, self.hall)
        self._linked: PeerMesh | None = None
        self._keeping = False
        self._ticking = False
        self._invitation: CorrespondenceGame | None = (
            None  # to a game by codes, as long as it is only looked at
        )
        self._count = 0  # entries of the list when the dialog was drawn last
        self._next = 0.0  # when the next guest may be invited; 0: people have to ask for that

    @property
    def device(self) -> Device | None:
        """This device at its table."""
        return self._linked.device if self._linked is not None else None

    @device.setter
    def device(self, device: Device | None) -> None:
        self._linked = (
            PeerMesh(device, self.transport, lambda: self.now, self._tell, self._keep)
            if device is not None
            else None
        )
        if device is not None and device.want == "seat":
            self.transport.known_as(device.id)

    def linked(self) -> PeerMesh | None:
        return self._linked

    @property
    def on(self) -> bool:
        return self.game.on

    def plays(self, session: Session) -> bool:
        return self.game.plays(session)

    @property
    def by_codes(self) -> bool:
        return self.letters.post is not None

    @property
    def now(self) -> float:
        """Seconds since this page opened the table, from 1.0 on: 0 means "never" elsewhere."""
        return 1.0 + (self.page.now() - self._now0) / 1000

    # ------------------------------------------------------------ gestures

    def open(self, code: str) -> None:
        """Show the dialog; with a code, that of the table to join."""
        self.play.open(OpenDialog("devices"))
        if not code:
            return
        if self.device is None and self.letters.post is None and not self.hall.tables:
            self.join(code, by_link=True)
        else:
            self.warn(
                self.app.catalogue(
                    "This device is in a game already. Leave it, then open the invitation again."
                )
            )

    def gesture(self, gesture: Gesture) -> None:
        """Do what was pressed in the dialog, or in a notice of this table."""
        self._note()
        if gesture.kind == "change":
            return  # the fields of a form are read when it is sent
        self.actions[gesture.do](gesture)
        self._carry()

    def do_lay(self, gesture: Gesture) -> None:
        """Open a table with the game of the set-up form; its first person sits at this device."""
        try:
            record = self._record()
            people = [n for n, seat in enumerate(record.seats) if not seat.bot]
            if not people:
                raise LoadError("Nobody would sit at this device: let one seat be a person.")
            device = self._new()
            device.open(replace(record, chance="by-hand"), people[:1], self.now)
            if device.name and not device.rename(device.name, self.now):
                raise LoadError("This name can’t be used: somebody has it already.")
        except (LoadError, ValueError) as trouble:
            self.warn(self.app.catalogue.sentence(str(trouble)))
            return
        self.device = device
        self.shown.stage, self.shown.trouble = "host", ""
        self.transport.beside(True)
        self.tick()
        self.do_invite(replace(gesture, arg=""))

    def _new(self) -> Device:
        device = Device(os.urandom(8).hex(), self._engine, os.urandom)
        self._note()
        device.name = self.shown.name
        return device

    def _note(self) -> None:
        """Note the name that was entered, and whether these people only want to watch: the form is drawn
        again when the camera is turned on, and a guest is let in without pressing anything."""
        fields = self.page.form("devices-form")
        if "name" in fields:
            self.shown.name = clean_name(fields["name"])
            self.shown.watch = fields.get("watch", "") == "on"
        device = self.device
        if device is not None and device.log is None:
            device.name = self.shown.name
            device.want = "watch" if self.shown.watch or self.shown.to_watch else "seat"

    def do_invite(self, gesture: Gesture) -> None:
        """Make an invitation code for one more guest; with the argument "watch", for somebody who watches."""
        if self.device is not None:
            self.pairing.invite(gesture.arg == "watch")
            self.render()

    def do_rename(self, gesture: Gesture) -> None:
        """Give the person of this device another name, before the game begins."""
        device = self.device
        name = clean_name(gesture.fields.get("name", self.shown.name))
        if device is None or device.log is None or not name:
            return
        self.shown.name, self.shown.trouble = name, ""
        if not device.rename(name, self.now):
            self._name_taken()
        self._carry()
        self.page.after(_TOLD, self._check_name)
        self.render()

    def _check_name(self) -> None:
        """Say so if the host has not given this device the name that it asked for."""
        device, name = self.device, self.shown.name
        if device is None or device.log is None or device.log.begun:
            return
        seats = device.log.game.record.seats
        mine = [seats[seat].name for seat in device.log.seats_of(device.id)]
        if mine and name not in mine:
            self._name_taken()

    def _name_taken(self) -> None:
        self.warn(self.app.catalogue("This name can’t be used: somebody has it already."))

    def do_play(self, gesture: Gesture) -> None:
        """Play, for a device that has watched; before the game begins."""
        if self.device is not None:
            self.shown.watch = False
            self.device.sit_down(self.now)
            self._carry()
            self.render()

    def do_join(self, gesture: Gesture) -> None:
        """A guest has entered a host's invitation code."""
        self.join(gesture.fields.get("code", "") or self.page.form("devices-form").get("code", ""))

    def join(self, text: str, by_link: bool = False) -> None:
        """Answer an invitation; the answer's code arrives later through :meth:`code`. ``by_link``: these
        people have not been asked for a name yet."""
        code = code_in(text)
        if not code:
            self.warn(self.app.catalogue("There is no code in this."))
            return
        if game.code_kind(code) == "table":
            # The name goes into the answer, so it is asked for first.
            if by_link:
                self._invited(code)
            else:
                self._join_letters(code)
            return
        try:
            conn_id = self.transport.answer(code)
        except SdpError as trouble:
            self.warn(self.app.catalogue.sentence(str(trouble)))
            return
        self.shown.to_watch = self.transport.to_watch(code)
        self._sit_down()  # only now: a code that cannot be read has been refused
        self.pairing.answers(conn_id, code)
        self.shown.stage = "guest"
        self.render()

    def _sit_down(self) -> None:
        self.shown.trouble, self.shown.stuck = "", False
        self._note()
        if self.device is None:
            device = self._new()
            device.want = "watch" if self.shown.watch or self.shown.to_watch else "seat"
            self.device = device
            self.tick()

    def do_beside(self, gesture: Gesture) -> None:
        """Join the table of another window of this browser."""
        self._sit_down()
        self.shown.stage, self.shown.code = "looking", ""
        self.transport.beside(False)
        self.page.after(_BESIDE, self._alone)
        self.render()

    def _alone(self) -> None:
        """Give up if no other window has answered in this time."""
        if self.shown.stage == "looking" and self.device is not None and not self.device.links:
            self.leave()
            self.warn(views.trouble_text(self.app.catalogue, "no-window", hosting=False))

    def do_again(self, gesture: Gesture) -> None:
        """Return to the table that this device was at when its page was closed or reloaded."""
        try:
            stored = json_value(self.transport.stored(take=True))
            if "letters" in stored:
                self.letters.restore(stored)
                self.shown.stage = "letters"
                self._follow()
                self.play.open(OpenDialog("devices"))
                return
            away = max(0.0, time.time() - float(stored.get("at", 0)))
            self.device = Device.restore(stored, self._engine, os.urandom, self.now, away)
        except (ValueError, KeyError, TypeError, AttributeError, LogError, LoadError) as trouble:
            self.device = None
            self.transport.keep("")
            _ = self.app.catalogue
            text = _(
                "What this browser kept of that game can’t be read any more. The game itself is among the"
                " saved games."
            )
            self.warn(_.sentence(str(trouble)) if isinstance(trouble, LogError) else text)
            return
        self.shown.stage = "back"
        assert self._linked is not None
        self._linked.restore(stored.get("back"))
        self.transport.beside(True)
        self.transport.beside(False)
        self.tick()
        self._follow()
        self.render()

    def do_let_in(self, gesture: Gesture) -> None:
        """The host has entered a guest's answer code, or the letters of a device that comes back."""
        code = code_in(gesture.fields.get("code", ""))
        try:
            if self._linked is not None and 0 < len(code) <= SHORTEST:
                self._linked.take_letters(code)
                self.shown.trouble = ""
                self.page.announce(self.app.catalogue("The code is read."))
                self.render()
                return
            self.pairing.accept(code)
        except SdpError as trouble:
            self.warn(self.app.catalogue.sentence(str(trouble)))
            return
        self.render()

    # ------------------------------------------------------------ play by codes

    def do_letters(self, gesture: Gesture) -> None:
        """Show in which ways the game of the set-up form can be played by codes."""
        try:
            self._by_codes_record()
        except (LoadError, ValueError) as trouble:
            self.warn(self.app.catalogue.sentence(str(trouble)))
            return
        self.shown.stage, self.shown.trouble = "by-codes", ""
        self.render()

    def _by_codes_record(self) -> Record:
        """The game of the set-up form, or of the table at this device. A guest takes the place of a bot where
        there is but one person."""
        record, device = self._record(), self.device
        if device is not None and device.log is not None:
            record = replace(record, seats=device.log.game.record.seats)
        seats = [replace(seat) for seat in record.seats]
        if not any(not seat.bot for seat in seats):
            raise LoadError("Nobody would sit at this device: let one seat be a person.")
        if sum(not seat.bot for seat in seats) < 2:
            next(seat for seat in seats if seat.bot).bot = ""
        return replace(record, seats=seats, chance="by-hand")

    def do_letters_lay(self, gesture: Gesture) -> None:
        """Start the game by codes, without a network: with the argument "fewer", with fewer codes."""
        try:
            record = self._by_codes_record()
            self.leave()
            address = self.page.address() + MARK
            self.letters.lay(record, address, gesture.arg == "fewer", self.shown.name)
        except (LoadError, ValueError) as trouble:
            self.warn(self.app.catalogue.sentence(str(trouble)))
            return
        self.shown.stage = "letters"
        self.render()

    def _invited(self, code: str) -> None:
        """Show an invitation to a game by codes, and ask for a name."""
        try:
            self._invitation = self.letters.look(code)
        except LogError as trouble:
            self.warn(self.app.catalogue.sentence(str(trouble)))
            return
        self.shown.stage, self.shown.trouble, self.shown.code = "invited", "", code
        self.render()

    def _join_letters(self, code: str) -> None:
        try:
            self.letters.join(code, self.shown.name)
        except LogError as trouble:
            self.warn(self.app.catalogue.sentence(str(trouble)))
            return
        self.shown.stage, self.shown.trouble = "letters", ""
        self._follow()
        self.play.open(OpenDialog("devices"))

    def do_read(self, gesture: Gesture) -> None:
        """Read another device's code in a game by codes."""
        code, playing = code_in(gesture.fields.get("code", "")), self.letters
        if playing.post is None:
            return
        if not code:
            self.warn(self.app.catalogue("There is no code in this."))
            return
        try:
            playing.read(code)
        except LogError as trouble:
            self.warn(self.app.catalogue.sentence(str(trouble)))
            return
        self.shown.trouble = ""
        self.page.announce(self.app.catalogue("The code is read."))
        self._follow()
        # The board shows what the code did; the dialog opens again with the next code to hand on.
        if self.on and not playing.post.waits_for():
            self.play.close("devices")
        self.render()

    def _lettered(self) -> None:
        """Show the next code to hand on, or its picture."""
        if self.on and self.letters.post is not None and self.letters.post.code:
            self.game.when_shown(self._hand_on)
        self.render()

    def _hand_on(self) -> None:
        if self.app.sheet("devices") is None and self.letters.post is not None:
            self.play.open(OpenDialog("devices"))

    # ------------------------------------------------------------ other networks

    def do_servers(self, gesture: Gesture) -> None:
        """Use a STUN or TURN server that people have entered, to connect devices of different networks."""
        fields = gesture.fields
        devices_state, address, user = (
            self.shown,
            fields.get("address", "").strip(),
            fields.get("user", ""),
        )
        devices_state.entered = {"address": address, "user": user}
        try:
            self.transport.servers(address, user, fields.get("password", ""))
        except SdpError as trouble:
            devices_state.server_trouble = self.app.catalogue.sentence(str(trouble))
            self.page.announce(devices_state.server_trouble)
        else:
            devices_state.servers, devices_state.server_trouble = dict(devices_state.entered), ""
        self.render()

    def do_servers_off(self, gesture: Gesture) -> None:
        """Use no server any more."""
        self.transport.servers("", "", "")
        self.shown.servers, self.shown.entered, self.shown.server_trouble = {}, {}, ""
        self.render()

    def do_camera(self, gesture: Gesture) -> None:
        """Read the other device's code with the camera; if the camera is on, switch it off."""
        if self.shown.camera:
            self._look_away()
            self.render()
            return
        self.shown.camera, self.shown.trouble = True, ""
        self.render()
        self.transport.look(self._seen, lambda: self.trouble(NO_WAY, "no-camera"))

    def _seen(self, text: str) -> None:
        self._look_away()
        do = "read" if self.letters.post else "let-in" if self.pairing.inviting else "join"
        do = "hall-add" if self.shown.stage == "hall" else do
        self.gesture(Gesture("click", do=f"devices-{do}", fields={"code": text}))

    def _look_away(self) -> None:
        self.shown.camera = False
        self.transport.look_away()

    def do_leave(self, gesture: Gesture) -> None:
        """Leave a table at which no game has begun, or go back from a choice."""
        if not self.on:
            self.leave()
            self.render()

    def do_copy(self, gesture: Gesture) -> None:
        text = self.letters.post.code if self.letters.post is not None else self.shown.code
        text = self.hall.code_shown if self.shown.stage == "hall" else text
        if gesture.arg == "link":
            text = self.page.address() + MARK + text

        def copied(well: bool) -> None:
            _ = self.app.catalogue
            self.page.announce(_("Copied") if well else _("It could not be copied."))
            if not well:
                self.page.select("#devices-code")

        self.page.copy(text, copied)

    def do_begin(self, gesture: Gesture) -> None:
        """Begin the game: all guests have come. Bots take the seats that are still free."""
        device = self.device
        if device is None or device.log is None or not device.hosting:
            return
        for seat, holder in enumerate(device.log.places):
            if not holder.device and not holder.bot:
                device.place(seat, "steady", self.now)
        device.begin(self.now)
        self.play.close("devices")

    def do_bot(self, gesture: Gesture) -> None:
        """Let a bot take the seat of a device that has been silent for long."""
        if self.device is not None and gesture.arg.isdecimal():
            self.device.place(int(gesture.arg), "steady", self.now)

    def do_alone(self, gesture: Gesture) -> None:
        """Leave the table, at which all others are silent, and go on with its game at this device only."""
        device, session = self.device, self.app.whole
        if device is None or device.log is None or session is None or not self.game.on:
            return
        if views.may_play_alone(device, self.now):
            mine, title = device.log.seats_of(device.id), self.app.title
            self.play.begin_new(session.play_alone(mine, "steady", self.page.seed()), title)

    def do_pause(self, gesture: Gesture) -> None:
        device = self.device
        if device is not None and device.log is not None:
            seat = min(device.log.seats_of(device.id), default=NOBODY)
            if seat >= 0:
                device.pause(seat, not device.log.paused, self.now)
        self.render()

    def do_agree(self, gesture: Gesture) -> None:
        """Answer a question to all people: an undo, or somebody who would like to sit down."""
        device, (yes, _space, kind) = self.device, gesture.arg.partition(" ")
        if device is None or device.log is None:
            return
        for seat in device.log.seats_of(device.id):
            device.agree(seat, yes == "yes", self.now, kind or "undo")
        self._show_votes()

    def do_take(self, gesture: Gesture) -> None:
        """Ask the others to let this device, which has no seat, play instead of a bot."""
        if self.device is not None and gesture.arg.isdecimal():
            self.device.ask_seat(int(gesture.arg), self.now)
            self.page.announce(self.app.catalogue("The others are asked whether they agree."))

    def do_follow(self, gesture: Gesture) -> None:
        """After the table has split in two, go on with the other half's list."""
        device = self.device
        if device is not None:
            for log in device.kept:
                if log.digest == gesture.arg:
                    device.follow(log, self.now)
                    self.game.leave()  # the game as it stood stays among the saved ones
                    break
        self._unsay(views.SPLIT)

    def do_go_on(self, gesture: Gesture) -> None:
        """Go on after the device stopped because something was wrong."""
        if self.device is not None:
            self.device.go_on(self.now)
        self._unsay("devices-stopped")

    def _unsay(self, id: str) -> None:
        self.app.notices = [notice for notice in self.app.notices if notice.id != id]
        self.play.render()

    # ------------------------------------------------------------ what the desk asks

    def say(self, seat: int, text: str) -> bool:
        if self.letters.post is not None:
            self.letters.say(seat, text)
            self._follow()
            return True
        device = self.device
        assert device is not None
        if device.log is not None and device.log.paused:
            self._tell_pause(again=True)
            return False
        device.say(seat, text, self.now)
        self._carry()
        return True

    @property
    def leads(self) -> bool:
        if self.letters.post is not None:
            return self.letters.leads
        device = self.device
        return device is not None and device.hosting and not device.stopped

    def step(self) -> bool:
        device, session = self.device, None if self.app.replaying else self.app.whole
        if self.letters.post is not None:
            return self._step_by_codes(session)
        if device is None or device.log is None or session is None or self._halted():
            return False
        if not device.hosting:
            return self._bid_as_guest(device, session)
        proposed = session.propose()
        if proposed is None:
            return False
        seat, answer = proposed
        text = session.game.notation.text(answer, session.state)
        if device.log.places[seat].bot:
            device.say_for_bot(seat, text, self.now)
        else:
            device.say(seat, text, self.now)
        self._carry()
        return True

    def _bid_as_guest(self, device: Device, session: Session) -> bool:
        """Bid or pass, at a guest's device, for a person of it who has set a ceiling or is out of the
        auction."""
        if device.pending:
            return True  # the answer is on its way
        proposed = session.propose() if session.waiting().who == "bot" else None
        if proposed is None or not self._mine(proposed[0]):
            return False
        device.say(proposed[0], session.game.notation.text(proposed[1], session.state), self.now)
        self._carry()
        return True

    def _step_by_codes(self, session: Session | None) -> bool:
        """Answer, in a game by codes, for a bot of this device, or for a person who has set a ceiling."""
        source, correspondence = self.letters.source(), self.letters.post
        if (
            source is None
            or session is None
            or correspondence is None
            or correspondence.encoder is None
        ):
            return False
        proposed = session.propose() if correspondence.encoder.mine() else None
        if proposed is None or proposed[0] not in source[1]:
            return False
        self.say(proposed[0], session.game.notation.text(proposed[1], session.state))
        return True

    def ask_undo(self) -> None:
        if self.letters.post is not None:
            self.page.announce(self.app.catalogue("In a game by codes, nothing can be undone."))
            return
        device, session = self.device, self.app.session
        if device is None or device.log is None or session is None:
            return
        mine = device.log.seats_of(device.id)
        count = len(session.entries) - len(session.to_undo())
        if mine and session.to_undo():
            device.ask_undo(mine[0], count, self.now)
            self.page.announce(self.app.catalogue("The others are asked whether they agree."))
            self._carry()
            self._show_votes()

    def leave(self) -> bool:
        if self.on and self._sits:
            self._keep()
        back = self.on and bool(self.transport.stored())
        if self.device is not None:
            self.device.leave(self.now)
            self._carry()
        self._look_away()
        self.app.notices = [notice for notice in self.app.notices if notice.id != views.PAUSED]
        self.game.leave()
        self.letters.leave()
        self.hall.leave()
        self.transport.end()
        self.device = None
        if self.app.session is not None:  # the only person left is addressed as "you" from here on
            self.play.retell()
        self.pairing.leave()
        self._next, self._invitation = 0.0, None
        devices_state = self.shown
        self.shown = DevicesViewState(
            servers=devices_state.servers, entered=devices_state.entered, name=devices_state.name
        )
        return back

    def waits_for(self, seat: int) -> str:
        device, correspondence = self.device, self.letters.post
        if correspondence is not None:
            return by_codes.waits_for(self.app.catalogue, correspondence)
        if device is None or device.log is None:
            return ""
        text = views.waits_for(self.app.catalogue, device, self.shown, seat, self.now)
        session, narrator = self.app.session, self.app.narrator
        if seat < 0 or session is None or narrator is None or device.log.paused:
            return text
        # What the other one is asked, so that nobody wonders what is taking so long.
        asked = asks.asking(narrator.parts, session.state)["title"]
        text = f"{asked}{'' if asked.endswith(('?', '!', '.')) else '.'} {text}"
        # On a phone the bar has no room to say that these people watch.
        return text if self._sits else f"{self.app.catalogue('You’re watching.')} {text}"

    def view(self) -> Mapping[str, object]:
        view: dict[str, object] = {
            **views.devices_view(
                self.app, self.device, self.shown, self.now, self.transport.stored()
            )
        }
        if self.shown.stage == "by-codes":
            view |= self._ways_to_play()
        if self.shown.stage == "invited" and self._invitation is not None:
            view |= by_codes.invited_view(self.app.catalogue, self._invitation)
        if self.letters.post is not None:
            view |= by_codes.letters_view(
                self.app.catalogue, self.letters.post, self.letters.picture
            )
        if self.shown.stage == "hall":
            view |= hall_view.hall_view(self.app.catalogue, self.hall.watched(), self.hall.picked)
            side, path = self.hall.picture
            beside: WatchTablesCode = {
                "code": self.hall.code_shown,
                "looking": self.hall.looking,
                "picture": {"side": side, "path": path},
            }
            view |= beside
        return {"devices": view}

    def _ways_to_play(self) -> WaysToPlay:
        try:
            seats = self._by_codes_record().seats
        except (LoadError, ValueError):  # the form has been changed meanwhile
            return {"ways": [], "bots": 0}
        bots = sum(bool(seat.bot) for seat in seats)
        return by_codes.ways_to_play(self.app.catalogue, len(seats) - bots, bots)

    # ------------------------------------------------------------ the ways

    def code(self, conn_id: int, code: str) -> None:
        if self.hall.code(conn_id, code):
            return
        if self._linked is not None and self._linked.code(conn_id, code):
            if code in self._linked.letters.values() and self.app.sheet("devices") is None:
                self.shown.letters = dict(self._linked.letters)
                self.play.open(OpenDialog("devices"))  # the game waits until they are read out
            return
        self.pairing.code(conn_id, code)

    def opened(self, conn_id: int) -> None:
        if self.hall.opened(conn_id) or self._linked is None:
            return
        self._note()
        self.pairing.opened(conn_id, self._linked)
        self._next = self.now + _SEATED
        self._carry()
        self.render()

    def arrived(self, conn_id: int, text: str) -> None:
        if not self.hall.arrived(conn_id, text) and self._linked is not None:
            self._linked.arrived(conn_id, text)
            self._carry()

    def closed(self, conn_id: int) -> None:
        self.pairing.closed(conn_id)
        if not self.hall.closed(conn_id) and self._linked is not None:
            self._linked.closed(conn_id)
            self._carry()

    def trouble(self, conn_id: int, cause: str) -> None:
        self.pairing.closed(conn_id)
        if cause == "no-camera":
            self._look_away()
        elif self.hall.trouble(conn_id, cause):
            return
        elif self._linked is not None:
            self._linked.gave_up(conn_id, cause)
        if conn_id in (self.pairing.offer, NO_WAY):
            hosting = self.pairing.inviting
            if cause in ("apart", "damaged"):
                self.pairing.renew()
            else:
                self.shown.finding = self.shown.making = False
            self.shown.stuck = cause in ("apart", "no-places")
            self.warn(views.trouble_text(self.app.catalogue, cause, hosting))

    def hidden(self, away: bool) -> None:
        """The page is hidden, perhaps because a phone is put away, or it is seen again."""
        device = self.device
        if device is not None and device.log is not None and device.log.begun:
            device.rest(away, self.now)
            self._carry()

    # ------------------------------------------------------------ what goes on

    def tick(self) -> None:
        if not self._ticking:
            self._ticking = True
            self.page.after(_TICK, self._ticked)

    def _ticked(self) -> None:
        self._ticking = False
        self.hall.tick()
        if self.hall.tables:
            self.tick()
        if self.device is None or self._linked is None:
            return
        self._linked.tick()
        self._carry()
        self._invite_next()
        asked = {notice.id for notice in self.app.notices if notice.lasts} & set(
            views.VOTES.values()
        )
        if not asked <= {views.VOTES[kind] for kind in self.device.votes}:
            self._show_votes()  # one of them has lapsed
        here = views.seat_presence(self.device, self.now)
        self.shown.gone -= {seat for seat, (state, _tens) in enumerate(here) if state == "here"}
        letters, held = dict(self._linked.letters), set(self._linked.held)
        links = sum(conn.joined for conn in self.device.links.values())
        devices_state = self.shown
        if (here, letters, held, links) != (
            devices_state.here,
            devices_state.letters,
            devices_state.held,
            devices_state.links,
        ):
            devices_state.here, devices_state.letters, devices_state.held, devices_state.links = (
                here,
                letters,
                held,
                links,
            )
            self.play.render()  # the panel says who is away
        self.tick()

    def _invite_next(self) -> None:
        """Show a code for the next guest, once one has come and a seat is still free."""
        if not self._next or self.now < self._next:
            return
        self._next = 0.0
        device = self.device
        log = device.log if device is not None and device.hosting else None
        if log is None or log.begun or self.pairing.offer != NO_WAY:
            return
        if any(not holder.device and not holder.bot for holder in log.places):
            self.pairing.invite()
            self.render()

    def _carry(self) -> None:
        """Send the device's messages, report its news, let the game follow, and keep the table."""
        device = self.device
        if device is None or self._linked is None:
            return
        self._linked.carry()
        self._follow()
        if device.count != self._count:
            self._count = device.count
            if not self.on:  # who sits at the table, and by which names, has changed
                self.render()
        if not self._keeping and self._sits:
            self._keeping = True
            self.page.after(_KEEP, self._keep_on)

    @property
    def _sits(self) -> bool:
        """Whether this device has a seat at a table that is connected."""
        device = self.device
        log = device.log if device is not None else None
        return device is not None and log is not None and bool(log.seats_of(device.id))

    def _desk(self) -> str:
        """The id under which the table's game is saved; "" while it has none."""
        return self.app.game_id if self.on else ""

    def _keep_on(self) -> None:
        self._keeping = False
        self._keep()

    def _keep(self) -> None:
        device = self.device
        if device is not None and device.log is not None and self._linked is not None:
            over = isinstance(device.log.state.ask, Over)
            more = {"back": self._linked.ready, "desk": self._desk(), "at": time.time()}
            self.transport.keep("" if over else json.dumps(device.stored() | more))

    def _tell(self, news: News) -> None:
        facts = news.facts
        session = self.app.session
        if news.what == "no" and session is not None and session.waiting().who == "bot":
            self.play.go_on()  # the program may bid again for a person with a ceiling
        if news.what == "bye" and not facts["why"]:
            self.shown.gone |= set(facts["seats"])
        if news.what == "vote":
            self._show_votes(announce=True)
            return
        notice = views.news_notice(self.app.catalogue, self.device, news)
        if notice is not None:
            if news.what == "split":  # the devices say so again and again
                if facts["digest"] == self.shown.split:
                    return
                self.shown.split = facts["digest"]
                if any(n.id == views.SPLIT for n in self.app.notices):
                    self.app.notice(notice)  # its button leads to the newest list
                    self.play.render()
                    return
            self.app.notice(notice)
            self.page.announce(f"{notice.text} {notice.more}")
            self.play.render()
        self.render()

    def _show_votes(self, announce: bool = False) -> None:
        """Show the questions that are open, each with who has agreed, and drop the notices of others."""
        device, app = self.device, self.app
        votes = device.votes if device is not None else {}
        shown = {n.id: str(n.text) for n in app.notices}
        app.notices = [n for n in app.notices if n.id not in views.VOTES.values() or not n.lasts]
        for vote in votes.values():
            undone = self._taken_back(vote.entry["to"]) if vote.kind == "undo" else ""
            assert device is not None
            notice = views.question(app.catalogue, device, vote, undone)
            if notice is not None:
                if vote.entry.get("device") == device.id:  # it says more than that a bot plays
                    app.notices = [n for n in app.notices if n.id not in views.BEFORE_JOIN]
                app.notice(notice)
                if announce and shown.get(notice.id) != str(notice.text):
                    self.page.announce(f"{notice.text} {notice.more}")
        self.play.render()
        self.render()

    def _taken_back(self, to: int) -> str:
        """What going back to the first ``to`` answers would take back, in words."""
        session, narrator = self.app.session, self.app.narrator
        if session is None or narrator is None:
            return ""
        last = session.entries[to:][-_MOST_TOLD:]
        text = narrator.announce(last)
        if not text and last:  # nothing is told of the end of a turn
            names = session.game.record.seats
            whose = ", ".join(
                dict.fromkeys(names[entry.seat].name for entry in last if entry.seat >= 0)
            )
            text = self.app.catalogue("the last answer ({name}).", name=whose)
        more = max(0, len(session.entries) - to - _MOST_TOLD)
        count = self.app.catalogue.count
        before = count("{n} earlier move.", "{n} earlier moves.", more) + " " if more else ""
        return before + text

    def _mine(self, seat: int) -> bool:
        device = self.device
        return (
            device is not None and device.log is not None and seat in device.log.seats_of(device.id)
        )

    # ------------------------------------------------------------ the game on the desk

    def _source(self) -> tuple[ReplicatedLog, frozenset[int]] | None:
        """The list of answers, and the seats that answer at this device; the host's answers for bots."""
        if self.letters.post is not None:
            return self.letters.source()
        device = self.device
        if device is None or device.log is None or not device.log.begun:
            return None
        log = device.log
        mine = set(log.seats_of(device.id))
        if device.hosting:
            mine |= {n for n, holder in enumerate(log.places) if holder.bot}
        return log, frozenset(mine)

    def _halted(self) -> bool:
        """Whether the table is paused or stopped."""
        device = self.device
        if device is None or device.log is None:
            return False
        return device.log.paused or bool(device.stopped)

    def _tell_pause(self, again: bool = False) -> None:
        """Show at every device that the table is paused, and remove that when it goes on. ``again``: show it
        even if it has been shown."""
        device = self.device
        log = device.log if device is not None else None
        paused = log is not None and log.begun and log.paused
        if paused == self.shown.paused and not again:
            return
        self.shown.paused = paused
        self.app.notices = [n for n in self.app.notices if n.id != views.PAUSED]
        if paused and device is not None:
            notice = views.paused_notice(self.app.catalogue, device)
            self.app.notices.insert(
                0, notice
            )  # a phone shows the first one; the others stand beside
            self.page.announce(str(notice.text))
        self.play.render()

    def _follow(self) -> None:
        was = self.game.on
        self.game.follow()
        begins = self.game.on and not was
        self._tell_pause(again=begins and self.shown.paused)  # a game begins without notices
        if begins:
            self.shown.stage = "letters" if self.letters.post is not None else "play"
            # At once: from now on *Continue* names this game.
            self.letters.keep()
            if self._sits:
                self._keep()
                self.transport.stay_awake()
            late = views.came_late(self.app.catalogue, self.device) if self.device else None
            if late is not None:
                self.app.notice(late)
                self.play.render()

    def warn(self, text: str) -> None:
        self.shown.trouble = text
        self.page.announce(text)
        self.render()

    def render(self) -> None:
        if self.app.sheet("devices") is not None:
            self.play.render()

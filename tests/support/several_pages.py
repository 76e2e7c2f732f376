"""Several fake pages with a simulated network, for tests of tables over several devices."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from fake_page import FakePage, Table
from titledeed.engine.asks import (
    Over,
)
from titledeed.peers.checksummed_codes import open_code, seal_code
from titledeed.peers.sdp_codec import (
    SdpError,
    ice_server,
    pack_connection_answer,
    unpack_connection_answer,
)
from titledeed.ui.devices.actions.controller import DevicesController
from titledeed.ui.page_port import Gesture


@dataclass
class Network:
    """Connects the pages of one process. A code is the number of a connection's end."""

    # by number: listener and other end
    ends: dict[int, tuple[Any, int]] = field(default_factory=dict)
    queue: deque[tuple[Any, tuple[Any, ...]]] = field(default_factory=deque)
    waiting: list[Any] = field(default_factory=list)
    number: int = 0
    chooses: bool = True  # whether pages may choose ICE words
    # ends held ready, and the words that open them
    spares: dict[int, str] = field(default_factory=dict)
    told: dict[int, int] = field(default_factory=dict)  # for each, the end that wants to connect
    closed: set[int] = field(default_factory=set)  # the ends that their pages have closed
    alone: dict[str, tuple[Any, Any]] = field(default_factory=dict)  # page and its call, by device
    common: dict[str, Any] = field(
        default_factory=dict
    )  # ICE words, and who calls with them, by code
    sealed: bool = False  # whether codes have the form of real ones, as a class needs them

    def transport(self, listener: Any) -> Page:
        return Page(self, listener)

    def later(self, call: Any, *facts: Any) -> None:
        self.queue.append((call, facts))

    def run(self) -> None:
        while self.queue:
            call, facts = self.queue.popleft()
            call(*facts)

    def end(self, listener: Any) -> int:
        self.number += 1
        self.ends[self.number] = (listener, 0)
        return self.number

    def join(self, first: int, second: int) -> None:
        self.ends[first], self.ends[second] = (
            (self.ends[first][0], second),
            (self.ends[second][0], first),
        )
        for end in (first, second):
            self.later(self.ends[end][0].opened, end)


def _picture(text: str) -> tuple[int, str]:
    """A drawing in the look of a QR code: its three corners, and modules that the text decides."""
    side, chance = 37, random.Random(text)
    path = ""
    for x, y in ((0, 0), (side - 7, 0), (0, side - 7)):
        path += f"M{x + 4} {y + 4}h7v7h-7zm1 1v5h5v-5zm1 1h3v3h-3z"
    corner = range(8)
    for x in range(side):
        for y in range(side):
            apart = any(
                (x if left else side - 1 - x) in corner and (y if top else side - 1 - y) in corner
                for left, top in ((True, True), (False, True), (True, False))
            )
            if not apart and chance.random() < 0.5:
                path += f"M{x + 4} {y + 4}h1v1h-1z"
    return side + 8, path


@dataclass
class Page:
    """The connections of one page. Implements ``titledeed.peers.transport_interface.Transport``."""

    network: Network
    listener: Any
    text: str = ""
    drawn: str = ""
    looks: Any = None
    asked: list[dict[str, str]] = field(default_factory=list)
    windows: bool = True  # whether this browser has other windows
    known: str = ""
    made: int = 0
    awake: bool = False

    def offer(self, watch: bool = False) -> int:
        end = self.network.end(self.listener)
        self.network.later(self.listener.code, end, self._code(f"offer-{end}{'-watch' * watch}"))
        return end

    def _code(self, text: str) -> str:
        return seal_code(text.encode()) if self.network.sealed else text

    def _text(self, code: str) -> str:
        return open_code(code).decode() if self.network.sealed else code

    def common(self, then: Any) -> None:
        self.network.later(then, bytes(range(32)) if self.network.chooses else b"")

    def call(self, words: str, fingerprint: bytes) -> int:
        assert len(fingerprint) == 32
        end = self.network.end(self.listener)
        code = self._code(f"call-{end}")
        self.network.common[code] = (words, end)
        self.network.later(self.listener.code, end, code)
        return end

    def admit(self, code: str, words: str) -> int:
        called, end = self.network.common.get(code, ("", 0))
        if called != words:
            raise SdpError("The code is damaged.")
        own = self.network.end(self.listener)
        self.network.join(own, end)
        return own

    def to_watch(self, code: str) -> bool:
        return code.endswith("-watch")

    def answer(self, code: str) -> int:
        code = self._text(code)
        if not code.startswith("offer-"):
            raise SdpError("The code is damaged.")
        end = self.network.end(self.listener)
        answer = self._code(f"answer-{end}-{code.split('-')[1]}{'-' * 30}")
        self.network.later(self.listener.code, end, answer)
        return end

    def known_as(self, name: str) -> None:
        self.known = name

    def words(self) -> str | None:
        self.made += 1
        return f"{self.made:028d}" if self.network.chooses else ""

    def spare(self, conn_id: int, words: str) -> int:
        end = self.network.end(self.listener)
        self.network.later(self.listener.code, end, f"held-{end}")
        self.network.spares[end] = words
        return end

    def back(self, code: str, words: str, seat: int) -> int:
        held, end = int(code.removeprefix("held-")), self.network.end(self.listener)
        if held not in self.network.spares:
            return end
        if words:
            assert self.network.spares.pop(held) == words
            self.network.join(held, end)
        else:
            self.network.told[held] = end
            letters = pack_connection_answer(seat, "wxyz", f"z{end:023d}")
            self.network.later(self.listener.code, end, letters)
        return end

    def accept(self, conn_id: int, code: str) -> None:
        if conn_id in self.network.spares:
            _seat, _ufrag, pwd = unpack_connection_answer(code)
            assert not self.network.spares.pop(conn_id)
            assert self.network.told[conn_id] == int(pwd[1:])
            self.network.join(conn_id, int(pwd[1:]))
            return
        parts = self._text(code).split("-")
        if parts[0] != "answer" or parts[2] != str(conn_id):
            raise SdpError("This code is not the answer to the code that is shown.")
        self.network.join(conn_id, int(parts[1]))

    def servers(self, address: str, user: str, password: str) -> None:
        self.asked = [ice_server(address, user, password)] if address else []

    def beside(self, wait: bool, every: bool = False) -> None:
        if wait:
            self.network.waiting.append(self.listener)
            return
        if not self.windows:
            return
        for other in self.network.waiting if every else self.network.waiting[:1]:
            self.network.join(self.network.end(other), self.network.end(self.listener))

    def alone(self, device: str, elsewhere: Any) -> None:
        page, call = self.network.alone.get(device, (self, None))
        if page is not self:
            self.network.later(call)
        self.network.alone[device] = (self, elsewhere)

    def stay_awake(self) -> None:
        self.awake = True

    def send(self, conn_id: int, text: str) -> None:
        _listener, other = self.network.ends[conn_id]
        if other:
            self.network.later(self.network.ends[other][0].arrived, other, text)

    def close(self, conn_id: int) -> None:
        _listener, other = self.network.ends[conn_id]
        self.network.closed.add(conn_id)
        if other:
            self.network.later(self.network.ends[other][0].closed, other)

    def end(self) -> None:
        for conn_id, (listener, _other) in self.network.ends.items():
            if listener is self.listener and conn_id not in self.network.closed:
                self.close(conn_id)
        if self.listener in self.network.waiting:
            self.network.waiting.remove(self.listener)

    @property
    def left_open(self) -> set[int]:
        """The ends of this page that it has not closed."""
        mine = {
            conn_id
            for conn_id, (listener, _) in self.network.ends.items()
            if listener is self.listener
        }
        return mine - self.network.closed

    def draw(self, text: str, then: Any) -> None:
        self.drawn = text
        self.network.later(then, *_picture(text))

    def look(self, seen: Any, failed: Any, many: bool = False) -> None:
        self.looks = (seen, failed)

    def look_away(self) -> None:
        self.looks = None

    def keep(self, text: str) -> None:
        self.text = text

    def stored(self, take: bool = False) -> str:
        return self.text


class Room:
    """Several devices with one common clock."""

    def __init__(self, count: int) -> None:
        self.network = Network()
        self.tables = [Table(page=FakePage(network=self.network)) for _ in range(count)]
        self.gone: set[int] = set()  # the devices that have disappeared
        for table in self.tables:
            table.page.run()

    def run(self, seconds: float) -> None:
        end = max(table.page.clock for table in self.tables) + seconds * 1000
        while True:
            self.network.run()
            due = [
                (min(when for when, _ in table.page._timers.values()), n)
                for n, table in enumerate(self.tables)
                if table.page._timers
            ]
            if not due or min(due)[0] > end:
                break
            self.tables[min(due)[1]].page.tick()
        for table in self.tables:
            table.page.clock = max(table.page.clock, end)

    def devices(self, n: int) -> DevicesController:
        several = self.tables[n].app.several
        assert isinstance(several, DevicesController)
        return several

    def do(self, n: int, name: str, **gesture: Any) -> None:
        self.tables[n].hands.handle_gesture(Gesture(**{"kind": "click", "do": name, **gesture}))
        self.run(0.2)

    def gather(self) -> None:
        """Lay the table of the first device, and let all others join it by codes."""
        self.do(0, "devices")
        self.do(0, "devices-lay")
        for guest in range(1, len(self.tables)):
            if guest > 1:
                self.do(0, "devices-invite")
            self.do(guest, "devices")
            self.do(guest, "devices-join", fields={"code": self.devices(0).shown.code})
            self.do(0, "devices-let-in", fields={"code": self.devices(guest).shown.code})
            self.run(1)


def seated(
    chooses: bool = True, bot: str = "steady", written: Mapping[str, str] | None = None
) -> Room:
    """Return a room with a host and a guest who has joined by codes; the game has begun.

    ``chooses``: whether their browsers let a page choose ICE words (:meth:`Ways.words`). ``written``: the
    programs and files of bots that the host's device has stored."""
    room = Room(2)
    room.tables[0].app.written = dict(written or {})
    for table in room.tables:
        table.page.thinks = bot == "shark"
    room.network.chooses = chooses
    room.tables[0].app.setup = {"name-0": "Ada", "name-1": "Ben", "kind-0": "person"} | {
        "kind-1": "person",
        "kind-2": bot,
        "name-2": "Cleo",
        "rulebook": "modern",
        "house:limit-rounds": "8",
    }
    room.do(0, "devices")
    room.do(0, "devices-lay")
    code = room.devices(0).shown.code
    assert code.startswith("offer-")
    room.do(1, "devices")
    room.tables[1].page.fields = {"name": "Zoë", "code": code}
    room.do(1, "devices-join", fields={"name": "Zoë", "code": f" {code}\n"})
    answer = room.devices(1).shown.code
    room.do(0, "devices-let-in", fields={"code": answer})
    room.run(1)
    return room


def comes_late(room: Room, name: str, invited: str = "") -> int:
    """Let somebody join by a code after the game has begun; return the number of their device.

    ``invited``: "watch" for an invitation to watch."""
    room.tables.append(Table(page=FakePage(network=room.network)))
    late = len(room.tables) - 1
    room.tables[late].page.clock = room.tables[0].page.clock
    room.tables[late].page.run()
    room.do(0, "devices")
    room.do(0, "devices-invite", arg=invited)
    code = room.devices(0).shown.code
    room.do(late, "devices")
    room.tables[late].page.fields = {"name": name, "code": code}
    room.do(late, "devices-join", fields={"name": name, "code": code})
    room.do(0, "devices-let-in", fields={"code": room.devices(late).shown.code})
    room.run(1)
    room.do(0, "close")
    return late


def gone(room: Room, n: int) -> None:
    """Let a device disappear without notice."""
    room.gone.add(n)
    room.tables[n].page._timers.clear()
    room.devices(n).sit_at(None)


def answer_all(room: Room) -> None:
    """Answer for everybody who is asked, as the bot ``simple`` would."""
    for n, table in enumerate(room.tables):
        session = table.app.session
        if n in room.gone or session is None or table.app.in_motion:
            continue
        if session.waiting().who != "person":
            continue
        plain = session.players.plain(session.state, session.ask.seat).answer
        text = session.game.notation.text(plain, session.state)
        table.take_device()
        table.hands.handle_gesture(Gesture("click", where="ask", answer=text))


def goes_on(room: Room) -> None:
    """Let both throw for the order, and check that each has seen the other's throw."""
    for _ in range(12):
        for table in room.tables:
            if table.session.waiting().who == "person":
                table.take_device()
                table.hands.handle_gesture(Gesture("click", where="ask", answer="roll"))
        room.run(1)
    lines = room.tables[0].session.game.lines
    assert len(lines) >= 4
    assert room.tables[1].session.game.lines == lines


def play(room: Room, most: int = 4000) -> None:
    """Press the first possible answer for everybody who is asked, until the game is over."""
    for _ in range(most):
        room.run(0.5)
        if all(isinstance(t.app.session and t.app.session.ask, Over) for t in room.tables):
            return
        for table in room.tables:
            session = table.app.session
            if session is None or table.app.in_motion:
                continue
            waiting = session.waiting()
            if waiting.who == "person":
                plain = session.players.plain(session.state, waiting.seat).answer
                text = session.game.notation.text(plain, session.state)
                table.take_device()
                table.hands.handle_gesture(Gesture("click", where="ask", answer=text))
                if text == "bankrupt":  # the page asks for a confirmation
                    table.hands.handle_gesture(Gesture("click", where="dlg-confirm", answer=text))
    raise AssertionError("the game does not end")

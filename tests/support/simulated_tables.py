"""Simulates tables over several devices in one process.

The network delays, cuts and loses messages. Devices die and come back, and bots play for the people. A
seed determines everything, and time is simulated."""

from __future__ import annotations

import heapq
import itertools
import random
from collections import Counter, deque
from dataclasses import dataclass, field
from typing import Any

from titledeed.bots import BOTS
from titledeed.engine.asks import (
    Over,
)
from titledeed.engine.errors import MalformedAnswer, RefusedAnswer
from titledeed.engine.record import Record, Seat
from titledeed.engine.special_seats_and_ids import CHANCE
from titledeed.game.bot_scheduler import BotScheduler
from titledeed.peers.device.device import Device
from titledeed.peers.device.model import PeerConnection
from titledeed.peers.draw_hash_chains import to_base64url
from titledeed.peers.replicated_log_entry_rules import ReplicatedLog
from titledeed.peers.signing import sign

ENGINE = "an engine"
CONSENT = 30.0  # seconds after which a browser gives up a connection whose other end is silent
CHAIN_LINKS = 400  # short hash chains, so that tests also renew them


@dataclass
class End:
    """One end of a connection between two devices."""

    owner: str
    other: int = -1  # the id of the other end
    open: bool = True
    last: float = 0.0  # arrival time of the previous message: connections keep the order


@dataclass
class World:
    """The devices by name, their connections, and the time."""

    seed: int
    names: list[str]
    record: Record
    delay: float = 0.005
    now: float = 100.0
    devices: dict[str, Device] = field(default_factory=dict)
    asleep: dict[str, dict] = field(default_factory=dict)  # the storage of dead devices
    ends: dict[int, End] = field(default_factory=dict)
    confirmed: dict[tuple[str, int, int], str] = field(default_factory=dict)
    told: list[tuple[str, str, dict]] = field(default_factory=list)
    bots: tuple[str, ...] = ("simple", "steady")
    thinking: float = 0.0  # the most seconds that people think about an answer
    sent: int = 0
    letters: int = 0
    kinds: Counter[str] = field(default_factory=Counter)  # messages sent, by kind
    deaf: set[frozenset[str]] = field(default_factory=set)  # pairs that cannot hear each other

    noise: float = 0.0  # probability that a message is lost; as often another comes twice or late

    def __post_init__(self) -> None:
        self.rng = random.Random(self.seed)
        self._events: list[tuple[float, int, str, tuple]] = []
        self._number = itertools.count(1)
        self._schedulers: dict[str, tuple[BotScheduler, tuple]] = {}
        self._thought: dict[str, tuple] = {}
        self._thinking: dict[str, tuple] = {}
        self.storage: dict[str, dict] = {}  # the latest stored state of each device
        self.frozen: dict[
            str, list[tuple[int, str]]
        ] = {}  # sleeping devices, and the messages that wait for them

    # ------------------------------------------------------------ building

    def device(self, name: str) -> Device:
        device = Device(self.rng.randbytes(8).hex(), ENGINE, self.rng.randbytes, CHAIN_LINKS)
        device.name = name
        self.devices[name] = device
        self.at(self.now + self.rng.random() / 2, "tick", name)
        return device

    def lay(self) -> None:
        """Open a table, let the guests come one by one, connect all devices, and begin the game."""
        host = self.device(self.names[0])
        host.open(self.record, [0], self.now)
        for name in self.names[1:]:
            self.device(name)
            self.connect(name, self.names[0], chosen=True)
            self.run(0.5)
            for other in self.names[1:]:
                if other in self.devices and other != name:
                    self.connect(name, other, introduced=True)
        self.run(1.0)
        host.begin(self.now)
        self._carry(self.names[0])

    def connect(self, a: str, b: str, introduced: bool = False, chosen: bool = False) -> None:
        """Connect two devices; ``a`` is the one that asked for it."""
        if frozenset((a, b)) in self.deaf or a not in self.devices or b not in self.devices:
            return
        for end in self.ends.values():
            if end.open and end.owner == a and self.ends[end.other].owner == b:
                return
        first, second = next(self._number), next(self._number)
        self.ends[first], self.ends[second] = (
            End(a, second, True, self.now),
            End(b, first, True, self.now),
        )
        here, there = self.devices[a], self.devices[b]
        here.connect(first, self.now, there.id if introduced else "", chosen)
        there.connect(second, self.now, here.id if introduced else "")
        self._carry(a)
        self._carry(b)

    def connect_all(self) -> None:
        """Connect all living devices that are not connected."""
        for a, b in itertools.combinations(sorted(self.devices), 2):
            self.connect(a, b, introduced=True)

    # ------------------------------------------------------------ time

    def at(self, when: float, event: str, *facts: object) -> None:
        heapq.heappush(self._events, (when, next(self._number), event, facts))

    def run(self, seconds: float) -> None:
        """Let time pass."""
        end = self.now + seconds
        while self._events and self._events[0][0] <= end:
            self.step()
        self.now = max(self.now, end)

    def step(self) -> None:
        when, _, event, facts = heapq.heappop(self._events)
        self.now = max(self.now, when)
        getattr(self, f"_{event}")(*facts)

    def _tick(self, name: str) -> None:
        if name in self.devices:
            self.at(self.now + 0.5, "tick", name)
            if name in self.frozen:
                return
            self.devices[name].tick(self.now)
            self._carry(name)
            if self.rng.random() < 0.3:
                self._store(name)
            self._act(name)

    def _store(self, name: str) -> None:
        device = self.devices[name]
        device.must_store = False
        if device.log is not None:
            self.storage[name] = device.stored() | {"at": self.now}

    def _arrive(self, end: int, text: str) -> None:
        way = self.ends[end]
        if way.owner in self.frozen:
            self.frozen[way.owner].append((end, text))
            return
        if way.open and way.owner in self.devices:
            self.devices[way.owner].receive(end, text, self.now)
            self._carry(way.owner)
            self._act(way.owner)

    def _closed(self, end: int) -> None:
        way = self.ends[end]
        if way.owner in self.devices:
            self.devices[way.owner].lost(end, self.now)
        way.open = False

    def _carry(self, name: str) -> None:
        """Deliver a device's messages to the other ends, in order and with a delay."""
        device = self.devices[name]
        if device.must_store:
            self._store(name)
        for id, text in device.out:
            end = self.ends.get(id)
            if end is None or not end.open:
                continue
            other = self.ends[end.other]
            if text is None:
                end.open = False
                self.at(max(other.last, self.now) + self.delay, "closed", end.other)
                continue
            self.sent += 1
            self.letters += len(text)
            self.kinds[text[6 : text.index('"', 6)]] += 1  # {"m":"still", …
            if frozenset((name, other.owner)) in self.deaf:
                continue
            other.last = max(other.last, self.now + self.rng.random() * 2 * self.delay)
            fate = self.rng.random() if self.noise else 1.0
            if fate < self.noise:
                continue
            late = self.rng.random() * 4 if fate < 2 * self.noise else 0.0
            self.at(other.last + late, "arrive", end.other, text)
            if 2 * self.noise <= fate < 3 * self.noise:
                self.at(other.last + self.rng.random(), "arrive", end.other, text)
        device.out.clear()
        for news in device.news:
            self.told.append((name, news.what, dict(news.facts)))
        device.news.clear()
        self._note(device)

    def _note(self, device: Device) -> None:
        """Record the device's own answers that it has seen confirmed."""
        log = device.log
        if log is None:
            return
        before = getattr(device, "noted", 0)
        for entry in log.entries[before:]:
            if entry["e"] == "line" and entry["id"]:
                word = entry["line"].split()[0]
                seat = log.game.notation.seat(word)
                if log.holders[seat].device == device.id:
                    self.confirmed[(device.id, seat, entry["id"])] = entry["line"]
        device.noted = log.count  # type: ignore[attr-defined]

    # ------------------------------------------------------------ people

    def _decide(self, name: str, thought: tuple) -> None:
        if self._thinking.get(name) == thought and name in self.devices:
            self._act(name, thought_over=True)

    def _act(self, name: str, thought_over: bool = False) -> None:
        """Let the person at a device act; on the host also the bots."""
        device = self.devices[name]
        log = device.log
        if log is None or not log.begun or device.stopped or device.pending or log.paused:
            return
        if isinstance(log.state.ask, Over) or log.state.ask.seat == CHANCE:
            return
        for kind in [kind for kind in device.votes if kind != "replace"]:
            for seat in log.seats_of(device.id):
                if kind in device.votes and seat not in device.votes[kind].yes:
                    device.agree(seat, True, self.now, kind)
        self._carry(name)
        # Think only once about each position of the table.
        thought = (log.digest, device.hosting)
        if self._thought.get(name) == thought:
            return
        if self.thinking and not thought_over:
            if self._thinking.get(name) != thought:
                self._thinking[name] = thought
                self.at(self.now + self.rng.random() * self.thinking, "decide", name, thought)
            return
        self._thought[name] = thought
        seats = {seat: self.bots[seat % len(self.bots)] for seat in log.seats_of(device.id)}
        if device.hosting:
            seats |= {n: holder.bot for n, holder in enumerate(log.holders) if holder.bot}
        key = tuple(sorted(seats.items()))
        scheduler = self._schedulers.get(name)
        if scheduler is None or scheduler[1] != key:
            bots = [BOTS[seats[n]]() if n in seats else None for n in range(log.seats)]
            scheduler = self._schedulers[name] = (BotScheduler(bots), key)
        if self.rng.random() < 0.004 and seats and log.answers:
            mine = log.seats_of(device.id)
            if mine:
                device.ask_undo(mine[0], max(0, len(log.answers) - 3), self.now)
                self._carry(name)
                return
        move = scheduler[0].next(log.state)
        if move is not None:
            self.answer(name, move[0], move[1].answer)

    def answer(self, name: str, seat: int, answer: object) -> None:
        device = self.devices[name]
        log = device.log
        assert log is not None
        text = log.game.notation.text(answer, log.state)  # type: ignore[arg-type]
        try:
            if log.holders[seat].bot:
                device.say_for_bot(seat, text, self.now)
            else:
                device.say(seat, text, self.now)
        except (RefusedAnswer, MalformedAnswer) as trouble:
            raise AssertionError(f"{name}: {text}: {trouble}") from trouble
        self._carry(name)
        self.at(self.now, "tick_once", name)

    def _tick_once(self, name: str) -> None:
        if name in self.devices:
            self._act(name)

    # ------------------------------------------------------------ faults

    def kill(self, name: str) -> None:
        """Remove a device without notice; some of its last messages may still arrive."""
        if name not in self.storage:
            self._store(name)
        del self.devices[name]
        self.asleep[name] = self.storage[name]
        self.frozen.pop(name, None)
        self._thought.pop(name, None)
        self._thinking.pop(name, None)
        for end in list(self.ends.values()):
            if end.open and end.owner == name:
                end.open = False
                self.at(self.now + self.rng.random() * 9, "closed", end.other)
        lost = self.rng.random()
        self._events = [
            e for e in self._events if not self._from(e, name) or self.rng.random() > lost
        ]
        heapq.heapify(self._events)

    def _from(self, event: tuple, name: str) -> bool:
        return event[2] == "arrive" and self.ends[self.ends[event[3][0]].other].owner == name

    def wake(self, name: str) -> None:
        """Bring a dead device back with its storage, and connect it to one of the others by a code."""
        stored = self.asleep.pop(name)
        away = self.now - stored["at"]
        device = Device.restore(stored, ENGINE, self.rng.randbytes, self.now, away)
        device.name = name
        device.noted = 0  # type: ignore[attr-defined]
        others = sorted(self.devices)
        self.devices[name] = device
        self.at(self.now + 0.1, "tick", name)
        hosts = [n for n in others if self.devices[n].hosting] or others
        if hosts:
            self.connect(name, hosts[0], chosen=True)
            self.at(self.now + 0.5, "connect_all")

    def _connect_all(self) -> None:
        self.connect_all()

    def freeze(self, name: str, rests: bool = True) -> None:
        """Let a device sleep, like a phone that is put away.

        Nothing happens on it, and its messages wait. ``rests``: its page could announce this first."""
        if rests:
            self.devices[name].rest(True, self.now)
            self._carry(name)
        self.frozen[name] = []
        self.at(self.now + CONSENT, "given_up", name)

    def _given_up(self, name: str) -> None:
        """Close the other browsers' connections to a device that sleeps for long."""
        if name in self.frozen:
            for end in list(self.ends.values()):
                if end.open and end.owner == name:
                    self.at(self.now, "closed", end.other)

    def thaw(self, name: str) -> None:
        """Wake a sleeping device: it gets all waiting messages, and goes on."""
        for end, text in self.frozen.pop(name):
            self._arrive(end, text)
        device = self.devices[name]
        for id, end in self.ends.items():
            if end.open and end.owner == name and not self.ends[end.other].open:
                end.open = False
                device.lost(id, self.now)
        device.rest(False, self.now)
        self._carry(name)
        self.connect_all()

    def split(self, groups: list[list[str]]) -> None:
        """Separate these groups; connections between them close after some seconds."""
        where = {name: n for n, group in enumerate(groups) for name in group}
        for a, b in itertools.combinations(self.names, 2):
            if where.get(a) != where.get(b):
                self.deaf.add(frozenset((a, b)))
        for id, end in self.ends.items():
            if end.open and frozenset((end.owner, self.ends[end.other].owner)) in self.deaf:
                self.at(self.now + 5 + self.rng.random() * 3, "closed", id)

    def heal(self) -> None:
        self.deaf.clear()
        self.connect_all()

    def give_to_bots(self) -> None:
        """Let bots play the seats whose devices have been silent for long."""
        for name in sorted(self.devices):
            device = self.devices[name]
            log = device.log
            if log is None or not device.hosting:
                continue
            for seat, holder in enumerate(log.holders):
                if holder.device and device.bot_may_sit(seat, self.now):
                    device.place(seat, "simple", self.now)
            self._carry(name)
            self._act(name)

    def follow(self) -> None:
        """After two halves have met, let the people of the shorter log follow the longer one."""
        for name, kind, facts in list(self.told):
            if kind == "split" and name in self.devices:
                device = self.devices[name]
                for log in list(device.kept):
                    if log.digest == facts["digest"] and device.log is not None:
                        device.follow(log, self.now)
                        device.noted = 0  # type: ignore[attr-defined]
                        self._carry(name)
        self.told = [news for news in self.told if news[1] != "split"]

    # ------------------------------------------------------------ results

    def over(self) -> bool:
        """Whether all devices are there and agree that the game is over."""
        ledgers = [device.log for device in self.devices.values()]
        if self.asleep or any(log is None for log in ledgers):
            return False
        ends = {log.digest for log in ledgers if log is not None}
        first = ledgers[0]
        assert first is not None
        return len(ends) == 1 and isinstance(first.state.ask, Over)

    def everything(self) -> list[ReplicatedLog]:
        """Return every log that any device has."""
        lists: list[ReplicatedLog] = []
        for device in self.devices.values():
            assert device.log is not None
            lists += [device.log, *device.kept]
        return lists


def record(seats: int, rounds: int = 6, bots: int = 0, rulebook: str = "modern") -> Record:
    """A new game whose dice are drawn by its devices; the last seats are bots."""
    names = ["Ada", "Ben", "Cleo", "Dora", "Emmy", "Fritz"][:seats]
    return Record(
        rulebook=rulebook,
        seats=[Seat(n, "steady" if i >= seats - bots else "") for i, n in enumerate(names)],
        chance="by-hand",
        house_rules={"limit-rounds": rounds},
    )


def wild_game(seed: int, rounds: int = 6) -> World:
    """A game of 2 to 5 devices in which guests and hosts die, sleep and are cut off at random."""
    rng = random.Random(f"wild {seed}")
    people = rng.randint(2, 5)
    bots = rng.randint(0, min(1, 6 - people))
    names = ["Ada", "Ben", "Cleo", "Dora", "Emmy"][:people]
    book = rng.choice(["modern", "classic", "wikibooks", "australian", "parker1973"])
    world = World(seed, names, record(people + bots, rounds, bots, book), rng.choice([0.002, 0.02]))
    world.thinking = 0.4
    world.lay()
    pending: deque[tuple[float, str]] = deque()
    for _ in range(4000):
        world.run(rng.choice([0.05, 0.2, 1.0, 3.0]))
        world.follow()
        chance = rng.random()
        if chance < 0.08 and len(world.devices) > 1 and not world.deaf:
            name = rng.choice(sorted(world.devices))
            world.kill(name)
            pending.append((world.now + rng.choice([0.5, 4, 12, 60]), name))
        elif chance < 0.11 and len(world.devices) > 2 and not world.asleep and not world.deaf:
            alive = sorted(world.devices)
            rng.shuffle(alive)
            cut = rng.randint(1, len(alive) - 1)
            world.split([alive[:cut], alive[cut:]])
        elif chance < 0.20 and world.deaf:
            world.heal()
        for when, name in list(pending):
            if world.now >= when:
                pending.remove((when, name))
                world.wake(name)
        if rng.random() < 0.02:
            world.give_to_bots()
        if world.over():
            return world
        if any(
            d.log is not None and isinstance(d.log.state.ask, Over) for d in world.devices.values()
        ):
            break
    world.heal()
    for _, name in pending:
        world.wake(name)
    for _ in range(400):
        world.run(2.0)
        world.follow()
        world.connect_all()
        world.give_to_bots()
        if world.over():
            break
    return world


def restless_game(seed: int, rounds: int = 5) -> World:
    """Return a game of 2 to 5 devices on poor connections.

    Some messages are lost, come twice or come late. Phones sleep with and without notice, and pages are
    closed. People let bots take the seats that hold the others up."""
    rng = random.Random(f"restless {seed}")
    people = rng.randint(2, 5)
    bots = rng.randint(0, min(1, 6 - people))
    names = ["Ada", "Ben", "Cleo", "Dora", "Emmy"][:people]
    world = World(seed, names, record(people + bots, rounds, bots), rng.choice([0.002, 0.02, 0.2]))
    world.thinking = rng.choice([0.2, 1.0, 4.0])
    world.lay()
    world.noise = rng.choice([0.0, 0.005, 0.02])
    back: list[tuple[float, str]] = []
    for _ in range(3000):
        world.run(rng.choice([0.2, 1.0, 3.0]))
        world.follow()
        awake = [name for name in world.devices if name not in world.frozen]
        chance, until = rng.random(), world.now + rng.choice([1, 4, 8, 25, 50, 90])
        if chance < 0.07 and len(awake) > 1:
            name = rng.choice(sorted(awake))
            if chance < 0.05:
                world.freeze(name, rests=chance < 0.03)
            else:
                world.kill(name)
            back.append((until, name))
        for when, name in list(back):
            if world.now >= when:
                back.remove((when, name))
                (world.thaw if name in world.frozen else world.wake)(name)
        if rng.random() < 0.1:
            world.give_to_bots()
        world.connect_all()
        if any(
            d.log is not None and isinstance(d.log.state.ask, Over) for d in world.devices.values()
        ):
            break
    world.noise = 0.0
    for _, name in back:
        (world.thaw if name in world.frozen else world.wake)(name)
    for _ in range(400):
        world.run(2.0)
        world.follow()
        world.connect_all()
        world.give_to_bots()
        if world.over():
            break
    return world


# ---------------------------------------------------------------- a table at rest


def at_rest(
    people: int = 3, begun: bool = True, seats: int = 0, seed: int = 7, rounds: int = 6
) -> World:
    """A table at which people act only when the test says so."""
    names = ["Ada", "Ben", "Cleo", "Dora"][:people]
    world = World(seed, names, record(seats or people, rounds))
    world._act = lambda name, thought_over=False: None  # type: ignore[method-assign]
    if begun:
        world.lay()
    else:
        host = world.device("Ada")
        host.open(world.record, [0], world.now)
        for name in names[1:]:
            world.device(name)
            world.connect(name, "Ada", chosen=True)
            world.run(0.5)
    world.run(1)
    return world


def ledger_of(world: World, name: str) -> ReplicatedLog:
    log = world.devices[name].log
    assert log is not None
    return log


def news(world: World, wanted: str) -> list[tuple[str, dict[str, Any]]]:
    return [(name, facts) for name, kind, facts in world.told if kind == wanted]


def say(world: World, name: str, text: str, then: float = 0.3) -> None:
    device = world.devices[name]
    device.say(ledger_of(world, name).seats_of(device.id)[0], text, world.now)
    world._carry(name)
    world.run(then)


def conn_to(world: World, name: str, other: str) -> PeerConnection:
    """The connection by which a device hears another one."""
    id = world.devices[other].id
    conns = [conn for conn in world.devices[name].conns.values() if conn.device == id]
    return conns[-1]  # an earlier one may lead to a closed page


def signed(world: World, entry: dict[str, Any], log: ReplicatedLog) -> dict[str, Any]:
    """Return the entry with the signatures of all seats that it names.

    The attacker is assumed to have their keys. So the test shows whether anything else speaks against
    the entry."""
    dead = [*world.asleep.values(), *world.storage.values()]
    keys = {stored["device"]: bytes.fromhex(stored["signs"]) for stored in dead}
    keys |= {device.id: device.signs_with for device in world.devices.values()}
    digest = log.digests[min(entry["n"], log.count)] if "n" in entry else log.at
    own = entry.get("seat", -1)
    if entry["e"] == "line" and entry["id"]:
        own = log.game.notation.seat(entry["line"].split()[0])
    elif entry["e"] == "chain":
        entry = {**entry, "pub": log.holders[own].pub}

    def by(seat: int) -> str:
        holder = log.holders[seat]
        if holder.device not in keys or not (holder.pub or entry.get("pub")):
            return ""
        return sign(keys[holder.device], log.id, seat, digest, entry)

    if "sig" in entry and own >= 0:
        entry = {**entry, "sig": by(own)}
    if "yes" in entry:
        entry = {**entry, "yes": {seat: by(int(seat)) for seat in entry["yes"]}}
    return entry


def line(world: World, text: str, id: int) -> dict[str, Any]:
    """The entry of an answer, as the host would add it now."""
    log = next(d.log for d in world.devices.values() if d.log is not None)
    return signed(world, {"e": "line", "line": text, "id": id, "n": log.mark, "sig": ""}, log)


def undo(world: World, to: int, by: int, yes: list[int]) -> dict[str, Any]:
    """Return the entry of an undo to which these seats agreed; it lists the others as not asked."""
    log = next(d.log for d in world.devices.values() if d.log is not None)
    unasked = [seat for seat in log.concerned(to) if seat not in yes]
    agreed = {str(seat): "" for seat in yes}
    entry = {"e": "undo", "to": to, "by": by, "yes": agreed, "unasked": unasked}
    return signed(world, entry, log)


def agreed(world: World, entry: dict[str, Any]) -> dict[str, Any]:
    """The entry, after the people of all seats that it names have agreed to it."""
    for device in world.devices.values():
        log = device.log
        if log is not None and any(str(s) in entry["yes"] for s in log.seats_of(device.id)):
            device.polls.note_agreed(device.poll_of(entry))
    log = next(d.log for d in world.devices.values() if d.log is not None)
    return signed(world, entry, log)


def own_values(world: World, name: str, k: int, log: ReplicatedLog | None = None) -> dict[str, str]:
    """Return a device's values for draw ``k`` of this log, even if the device would not tell them.

    The log is the device's own unless given."""
    device, log = world.devices[name], log or ledger_of(world, name)
    values = {}
    for seat in log.seats_of(device.id):
        chain = log.chains[seat]
        held = device.mine[seat].chains[chain.anchor]
        values[str(seat)] = to_base64url(held.value(k - chain.start))
    return values


def longer(world: World, by: str, to: str, entries: list[dict[str, Any]]) -> None:
    """Let ``by`` send ``to``'s log with these entries added, as if ``to`` had missed them."""
    twin = ledger_of(world, to).fork()
    start = twin.count
    for entry in entries:
        twin.add(signed(world, entry, twin))
    device = world.devices[by]
    own_log, device.log = device.log, twin
    device.log_sync.welcome(conn_to(world, by, to), -1, start)
    device.log = own_log
    world._carry(by)
    world.run(0.3)


def newcomer(world: World, name: str, id: str) -> Device:
    device = Device(id, "an engine", world.rng.randbytes, 100)
    device.name = name
    world.devices[name] = device
    return device


def watching(world: World) -> Device:
    eve = world.device("Eve")
    eve.want = "watch"
    world.connect("Eve", "Ada", chosen=True)
    world.run(0.5)
    return eve


def shout(world: World, by: str, to: str, texts: list[str]) -> None:
    """Send these messages as fast as a connection allows."""
    for text in texts:
        conn = next(
            (
                conn
                for conn in world.devices[to].conns.values()
                if conn.device == world.devices[by].id
            ),
            None,
        )
        if conn is None:
            return
        world.devices[to].receive(conn.id, text, world.now)
        world._carry(to)
        world.run(0.01)

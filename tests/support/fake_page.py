"""A page without a browser: tests read what the program shows, and press buttons."""

from __future__ import annotations

import html
import itertools
import json
import re
from collections.abc import Callable, Mapping, MutableMapping, Sequence
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path
from types import CodeType
from typing import Any, ClassVar

from jinja2 import Environment, FileSystemLoader, Template

from titledeed.engine.errors import LoadError
from titledeed.engine.record import Record, Seat
from titledeed.game.session import Session
from titledeed.lab.call_job_by_name import answer_job
from titledeed.language.rule_clauses import check_id
from titledeed.storage.save_models import KeptGame
from titledeed.storage.storage_interfaces import (
    DONE,
    GONE,
    TAKEN,
    MemoryStore,
    StorageFull,
    Transaction,
    Windows,
)
from titledeed.storage.store import Store
from titledeed.ui.actions.dispatcher import Dispatcher
from titledeed.ui.page_port import CarriedDeed, Gesture, Offline, PageNote
from titledeed.ui.phase_stage_and_tempo import AwaitingAnswer, HandingOver, Playing
from titledeed.ui.render.jinja_renderer import JinjaRenderer
from titledeed.ui.views.view_context_and_shared_parts import Cache
from titledeed.workshop.inside_fence import Inside

TEMPLATES = Path(__file__).resolve().parents[2] / "templates"


class Compiled(FileSystemLoader):
    """A loader that compiles each template once for all tests, which saves most of their time."""

    code: ClassVar[dict[str, CodeType]] = {}

    def load(
        self, environment: Environment, name: str, globals: MutableMapping[str, Any] | None = None
    ) -> Template:
        if name not in self.code:
            source, path, _ = self.get_source(environment, name)
            self.code[name] = environment.compile(source, name, path)
        return environment.template_class.from_code(environment, self.code[name], globals or {})


def screen() -> JinjaRenderer:
    """Return the program's own templates, rendered the way the program does it."""
    return JinjaRenderer(Compiled(TEMPLATES))


class FakeFence:
    """A fence without a frame: it runs the program in the test itself, as time passes."""

    def __init__(self, page: FakePage, failed: Callable[[str], None]) -> None:
        self._page, self._failed = page, failed
        self.on = True
        self.inside = Inside()
        self.heard: list[dict[str, Any]] = []  # the questions
        self.breaks: dict[str, str] = {}  # by the kind of a question: how it breaks the fence
        self.warmed = 0
        self._round = 0

    def warm(self) -> None:
        self.warmed += 1
        if self._page.broken_fence:
            self._failed(self._page.broken_fence)

    def ask(
        self,
        question: Mapping[str, Any],
        limit: float,
        done: Callable[[dict[str, Any]], None],
        alive: Callable[[dict[str, Any]], None] | None = None,
    ) -> None:
        assert self.on
        if self._page.broken_fence:
            why = self._page.broken_fence
            self._failed(why)
            done({"broken": why})
            return
        asked, text = self._round, json.dumps(question)
        self.heard.append(json.loads(text))

        def answer() -> None:
            if asked != self._round:
                return
            if question["do"] in self.breaks:
                self.inside = Inside()
                done({"broken": self.breaks[question["do"]]})
                return

            def told(counts: str) -> None:
                assert alive is not None
                alive(json.loads(counts))

            done(json.loads(self.inside.answer(text, told)))

        self._page.after(1, answer)

    def stop(self) -> None:
        self._round += 1

    def end(self) -> None:
        self.stop()
        self.on = False


@dataclass
class FakeEditor:
    """The editor as a person uses it: ``type`` replaces its text."""

    text: str
    changed: Callable[[str], None]
    keys: Mapping[str, Callable[[], None]]
    faults: list[int] = field(default_factory=list)
    said: int = 0
    at: int = 0

    def there(self) -> bool:
        return True

    def write(self, text: str) -> None:
        self.text = text

    def mark(self, faults: Sequence[int], said: int) -> None:
        self.faults, self.said = list(faults), said

    def go_to(self, line: int) -> None:
        self.at = line

    def insert(self, before: str, after: str) -> None:
        self.type(self.text + before + after)

    def type(self, text: str) -> None:
        """Change the text as a person does."""
        self.text = text
        self.changed(text)


# A pattern for the items of each list (``titledeed.ui.render.list_patches``).
ITEMS = {
    place: re.compile(rf'<({tag}) [^>]*id="(?P<id>{id}-\d+)".*?</\1>', re.DOTALL)
    for place, tag, id in (
        ("#seats .seats", "li", "seat"),
        ("#board .ring", "li", "square"),
        ("#setup .ring", "li", "square"),
        ("#board .tokens", "span", "tok"),
        ("#journal ol", "li", "entry"),
    )
}


@dataclass
class Button:
    """A button as a person sees it."""

    where: str
    notice: str
    attributes: dict[str, str]
    text: str = ""

    @property
    def barred(self) -> bool:
        return self.attributes.get("aria-disabled") == "true"


class _Buttons(HTMLParser):
    """Collects the buttons and forms of a region's HTML."""

    def __init__(self, where: str) -> None:
        super().__init__()
        self.where = where
        self.notice = ""
        self.found: list[Button] = []
        self.forms: list[dict[str, str]] = []
        self._open: Button | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = {name: value or "" for name, value in attrs}
        if attributes.get("id", "").startswith("notice-"):
            self.notice = attributes["id"]
        if tag == "button":
            self._open = Button(self.where, self.notice, attributes)
            self.found.append(self._open)
        if tag == "form":
            self.forms.append(attributes)

    def handle_endtag(self, tag: str) -> None:
        if tag == "button":
            self._open = None

    def handle_data(self, data: str) -> None:
        if self._open is not None:
            self._open.text = f"{self._open.text} {data.strip()}".strip()


def _check_signs(html: str) -> None:
    """Check that every sign (§) would open its clause."""
    for ids in re.findall(r'data-why="([^"]*)"', html):
        assert ids.split(), "a sign has no clause"
        for id in ids.split():
            check_id(id)


@dataclass
class FakeWork:
    """Implements ``titledeed.ui.page_port.BackgroundWork``."""

    workers: int = 2
    cancelled: bool = False

    def cancel(self) -> None:
        self.cancelled = True


@dataclass
class FakePage:
    """Implements ``titledeed.ui.page_port.Page``. Time does not pass until ``run``."""

    regions: dict[str, str] = field(default_factory=dict)
    said: list[str] = field(default_factory=list)
    state: dict[str, str] = field(default_factory=dict)
    opened: list[str] = field(default_factory=list)
    menu: bool = False  # open; start.js opens it
    files: dict[str, str] = field(default_factory=dict)
    packed: dict[str, bytes] = field(default_factory=dict)  # binary files
    choosing: Callable[[Sequence[tuple[str, bytes]]], None] = lambda files: (
        None
    )  # receives the chosen files
    fields: dict[str, str] = field(default_factory=dict)
    patches: list[str] = field(default_factory=list)
    around_fields: int = 0  # how often a region was drawn around the fields in it
    walked: list[tuple[int, int | str]] = field(default_factory=list)
    flown: list[tuple[str, str, str]] = field(default_factory=list)
    carried: list[tuple[str, str, str]] = field(default_factory=list)
    glowed: list[int] = field(default_factory=list)
    open_game: str = ""  # the game that a reload returns to
    heard: list[tuple[int, float]] = field(default_factory=list)
    painted_with: list[tuple[str, str]] = field(default_factory=list)
    clock: float = 0.0
    unseen: bool = False  # the page is hidden
    speaks: str = "en"
    built_with: str = ""  # the build that index.html reports
    seeds: int = 0
    asked_for_file: bool = False
    history: list[str] = field(default_factory=lambda: [""])  # the entries of the browser's history
    when: str = "2026-11-20T20:00:00Z"
    gigabytes: float = 0.0  # of memory, if the browser tells
    scrolled: str = ""  # the selector that the program has scrolled to last
    places: list[str] = field(default_factory=list)  # where a place was kept, and gone back to
    clipboard: str | None = ""  # None: the browser denies it
    selected: list[str] = field(default_factory=list)
    focused: str = ""  # the selector that the program has focused last
    asked_to_persist: int = 0
    kept_table: str = ""  # the browser's stored text of a table of several devices
    kept_offline: Offline = field(default_factory=Offline)
    parts: list[str] = field(default_factory=list)  # fetched parts of the program
    no_part: str = ""  # the error for a fetch of a part, "" for none
    slow_part: str = ""  # the part that arrives only when a test calls the callback waiting for it
    awaiting: list[Callable[[str], None]] = field(default_factory=list)
    fences: list[FakeFence] = field(default_factory=list)
    editor: FakeEditor | None = None
    hides: list[Callable[[], None]] = field(default_factory=list)
    broken_fence: str = ""  # why no fence can be started
    thinks: bool = False  # whether there is a worker beside the page
    questions: list[Any] = field(default_factory=list)  # the questions sent to the worker
    network: Any = None  # the simulated network of other devices
    _timers: dict[int, tuple[float, Callable[[], None]]] = field(default_factory=dict)
    _ids: Any = field(default_factory=itertools.count)

    def patch(self, region: str, html: str) -> None:
        _check_signs(html)
        if region.startswith("topic-"):  # a list in the rules dialog, empty so far
            head, place, tail = self.regions["dlg-rules"].partition(f'<ul id="{region}">')
            assert tail.startswith("</ul>"), f"{region} is not there, or not empty"
            self.regions["dlg-rules"] = head + place + html + tail
            return
        self.regions[region] = html
        self.patches.append(region)

    def patch_around_fields(self, region: str, html: str) -> None:
        self.around_fields += 1
        self.patch(region, html)

    def items(self, place: str, html: str, count: int) -> None:
        region = place[1:].partition(" ")[0]
        _check_signs(html)
        whole = self.regions[region]
        rendered = {item["id"]: item[0] for item in ITEMS[place].finditer(html)}
        there = list(ITEMS[place].finditer(whole))
        stay = [rendered.pop(item["id"], item[0]) for item in there]
        items = "".join([*rendered.values(), *stay][:count])
        if not there:  # the list is in the static page, which this class lacks
            ring = '<ol class="ring">'
            self.regions[region] = whole.replace(ring, ring + items)
            return
        self.regions[region] = f"{whole[: there[0].start()]}{items}{whole[there[-1].end() :]}"
        self.patches.append(place)

    def shell(self) -> str:
        return self.built_with

    def attributes(self, values: Mapping[str, str]) -> None:
        self.state.update(values)
        place = values.get("place", self.history[-1])
        if place != self.history[-1]:
            self.history.append(place)

    def when_hidden(self, call: Callable[[], None]) -> None:
        self.hides.append(call)

    def hide(self) -> None:
        """Turn to another tab, or close this one."""
        for call in self.hides:
            call()

    def announce(self, text: str) -> None:
        self.said.append(text)

    def open(self, dialog: str) -> None:
        self.opened.append(dialog)

    def close(self, dialog: str) -> None:
        self.opened.remove(dialog)

    def covered(self) -> bool:
        return self.menu or bool(self.opened)

    def focus(self, selector: str) -> None:
        self.focused = selector

    def focus_title(self, dialog: str) -> None:
        self.focused = f"#{dialog}-title"

    def scroll(self, selector: str) -> None:
        self.scrolled = selector

    def keep_place(self) -> None:
        self.places.append(f"kept of {self.text('lab')}")

    def back_to_place(self) -> None:
        self.places.append(f"back in {self.text('lab')}")

    def code(self, text: str, then: Callable[[int, str], None]) -> None:
        """Draw nothing but a text with the content of the code."""
        then(29, f"code of {len(text)}") if len(text) <= 1200 else then(0, "")

    def let_go(self, region: str) -> None:
        pass

    def focus_ask(self) -> None:
        pass

    def after(self, milliseconds: float, call: Callable[[], None]) -> int:
        id = next(self._ids)
        self._timers[id] = (self.clock + milliseconds, call)
        return id

    def cancel(self, handle: Any) -> None:
        self._timers.pop(handle, None)

    def token(self, seat: int, at: int | str, walking: bool, beats: float) -> None:
        self.walked.append((seat, at))

    def moving(self) -> bool:
        return False

    def fly(self, sums: list[tuple[str, str, str]]) -> None:
        self.flown += sums

    def carry(self, deeds: Sequence[CarriedDeed]) -> None:
        self.carried += [(deed.name, deed.start, deed.end) for deed in deeds]

    def glow(self, spaces: Sequence[int], milliseconds: float) -> None:
        self.glowed += spaces

    def remember_game(self, id: str) -> None:
        self.open_game = id

    def remembered_game(self) -> str:
        id, self.open_game = self.open_game, ""
        return id

    def sound(self, notes: Sequence[PageNote], volume: float) -> None:
        self.heard.append((len(notes), volume))

    def colors(self, colors: Sequence[tuple[str, str]]) -> None:
        self.painted_with = list(colors)

    def painted(self, then: Callable[[], None] | None = None) -> None:
        if then is not None:
            then()

    def form(self, id: str) -> dict[str, str]:
        return dict(self.fields)

    def download(self, name: str, content: str | bytes) -> None:
        if isinstance(content, bytes):
            self.packed[name] = content
        else:
            self.files[name] = content

    def choose_files(self, then: Callable[[Sequence[tuple[str, bytes]]], None]) -> None:
        self.choosing = then

    def picture(self, name: str, svg: str) -> None:
        self.files[name] = svg

    def chart(self, id: str, name: str) -> None:
        assert '<svg class="lab-svg' in self.regions["lab"], "there is no chart"
        assert f'id="{id}"' in self.regions["lab"], f"{id} is not shown"
        self.files[name] = id

    def print(self) -> None:
        self.said.append("printed")

    def offline(self) -> Offline:
        return self.kept_offline

    def fetch_part(self, name: str, then: Callable[[str], None]) -> None:
        self.parts.append(name)
        if name == self.slow_part:
            self.awaiting.append(then)
        else:
            then(self.no_part)

    def work(
        self,
        call: str,
        jobs: Sequence[Any],
        done: Callable[[int, Any], None],
        failed: Callable[[str], None],
    ) -> FakeWork:
        """Do the jobs one after the other, as time passes."""
        work = FakeWork()
        waiting = list(enumerate(jobs))

        def step() -> None:
            if work.cancelled or not waiting:
                return
            place, job = waiting.pop(0)
            told = json.loads(answer_job(call, json.dumps(job)))
            if "refused" in told:
                failed(told["refused"])
                return
            done(place, told["done"])
            self.after(1, step)

        self.after(1, step)
        return work

    def beside(
        self, call: str, job: Any, done: Callable[[Any], None], failed: Callable[[str], None]
    ) -> FakeWork:
        """Answer later; if ``self.thinks`` is False, there is no worker."""
        if not self.thinks:
            work = FakeWork()
            failed("there are no workers here")
            return work
        self.questions.append(job)
        return self.work(call, [job], lambda _, answer: done(answer), failed)

    def fence(self, failed: Callable[[str], None]) -> FakeFence:
        self.fences.append(FakeFence(self, failed))
        return self.fences[-1]

    def code_editor(
        self,
        selector: str,
        label: str,
        text: str,
        changed: Callable[[str], None],
        keys: Mapping[str, Callable[[], None]],
    ) -> FakeEditor:
        assert f'id="{selector[1:]}"' in self.regions["lab"]
        self.editor = FakeEditor(text, changed, keys)
        return self.editor

    def transport(self, listener: Any) -> Any:
        transport = self.network.transport(listener)
        if self.kept_table:  # as the browser's storage has it
            transport.keep(self.kept_table)
        return transport

    def at_table(self, game: str) -> str:
        return game if f'"desk": "{game}"' in self.kept_table else ""

    def version(self) -> str:
        return "a version"

    def persist(self) -> None:
        self.asked_to_persist += 1

    def ask_for_file(self) -> None:
        self.asked_for_file = True

    def address(self) -> str:
        return "https://example.org/game/"

    def copy(self, text: str, then: Callable[[bool], None]) -> None:
        if self.clipboard is not None:
            self.clipboard = text
        then(self.clipboard is not None)

    def select(self, selector: str) -> None:
        self.selected.append(selector)

    def date(self, iso: str, language: str) -> str:
        return iso[:16].replace("T", " ")

    def now(self) -> float:
        self.clock += 0.5
        return self.clock

    def memory(self) -> float:
        return self.gigabytes

    def today(self) -> str:
        return self.when

    def seed(self) -> int:
        """The first game's seed is 1, the next one's 2."""
        self.seeds += 1
        return self.seeds

    def still(self) -> bool:
        return self.unseen

    def language(self) -> str:
        return self.speaks

    def dark(self) -> bool:
        return False

    # ------------------------------------------------------------ for tests

    def run(self, most: int = 10_000) -> None:
        """Let time pass until no timer is left, or a person is asked."""
        for _ in range(most):
            if not self._timers or self.state.get("ask") not in ("bots", ""):
                break
            if self.state.get("game") == "saving":
                break
            id = min(self._timers, key=lambda id: self._timers[id][0])
            due, call = self._timers.pop(id)
            self.clock = max(self.clock, due)
            call()
        else:
            raise AssertionError("the page never comes to rest")

    def tick(self) -> bool:
        """Run only the next timer; return False if there is none."""
        if not self._timers:
            return False
        id = min(self._timers, key=lambda id: self._timers[id][0])
        due, call = self._timers.pop(id)
        self.clock = max(self.clock, due)
        call()
        return True

    def buttons(self, region: str) -> list[Button]:
        parser = _Buttons(region)
        parser.feed(self.regions.get(region, ""))
        return parser.found

    def text(self, region: str) -> str:
        """Return the text that people read in a region."""
        plain = re.sub(r"<[^>]+>", " ", self.regions.get(region, ""))
        return re.sub(r"\s+", " ", html.unescape(plain)).strip()


@dataclass
class Box(MemoryStore):
    """Local storage that persists, with room for a given number of characters."""

    room: int = 10**9
    texts: dict[str, str] = field(default_factory=dict)
    lasts = True

    def write(self, key: str, text: str) -> None:
        others = sum(len(t) for k, t in self.texts.items() if k != key)
        if others + len(text) > self.room:
            raise StorageFull
        self.texts[key] = text


@dataclass
class Database:
    """Implements ``titledeed.storage.storage_interfaces.Database``.

    ``slow``: it does nothing before ``finish``; ``fails``: the result that it gives instead of doing
    anything."""

    texts: dict[str, str] = field(default_factory=dict)
    slow: bool = False
    fails: str = ""
    commits: list[Transaction] = field(default_factory=list)
    _waiting: list[Callable[[], None]] = field(default_factory=list)

    def commit(self, change: Transaction, then: Callable[[str], None]) -> None:
        def run() -> None:
            then(self.fails or self._apply(change))

        self._later(run)

    def _apply(self, change: Transaction) -> str:
        if change.holding is not None:
            key, text = change.holding
            if self.texts.get(key) != text:
                return TAKEN if key in self.texts else GONE
        self.commits.append(change)
        for prefix in change.removes:
            for key in [key for key in self.texts if key.startswith(prefix)]:
                del self.texts[key]
        self.texts.update(change.puts)
        return DONE

    def fetch(self, prefixes: Sequence[str], then: Callable[[dict[str, str] | None], None]) -> None:
        def run() -> None:
            texts = {k: t for k, t in self.texts.items() if k.startswith(tuple(prefixes))}
            then(None if self.fails else texts)

        self._later(run)

    def _later(self, run: Callable[[], None]) -> None:
        assert not self._waiting, "one call at a time"
        if self.slow:
            self._waiting.append(run)
        else:
            run()

    def finish(self, most: int = 100) -> None:
        """Finish the calls under way, and those that they start."""
        for _ in range(most):
            if not self._waiting:
                return
            self._waiting.pop()()


@dataclass
class Window:
    """Implements ``titledeed.storage.storage_interfaces.Windows`` for windows that share ``holders``."""

    holders: dict[str, Window]
    taken: Callable[[str], None] = lambda id: None
    deaf: bool = False  # it learns only later that another window has taken its game

    def hold(self, id: str, by_force: bool, then: Callable[[bool], None]) -> None:
        other = self.holders.get(id)
        if other is not None and other is not self and not by_force:
            then(False)
            return
        self.let_go()
        self.holders[id] = self
        if other is not None and other is not self and not other.deaf:
            other.taken(id)
        then(True)

    def let_go(self) -> None:
        for id in [id for id, window in self.holders.items() if window is self]:
            del self.holders[id]


def disk() -> Store:
    """Return a store with two empty storages, as in a browser."""
    return Store(Box(), Database())


class Table:
    """A fake page with the program's actions, and methods to use them."""

    def __init__(
        self,
        store: Store | None = None,
        page: FakePage | None = None,
        speed: str = "instant",
        windows: Windows | None = None,
    ) -> None:
        self.page = page or FakePage()
        self.store = store or disk()
        self.hands = Dispatcher(self.page, screen(), self.store, windows)
        self.app = self.hands.app
        if speed:
            self.app.settings.speed = speed
        self.app.settings.handover = True  # it is off at first
        self.hands.start()

    @property
    def cache(self) -> Cache:
        """Return the cache of this page's views."""
        return self.hands.play._rendering.cache

    @property
    def session(self) -> Session:
        assert self.app.session is not None
        return self.app.session

    @property
    def playing(self) -> Playing:
        assert self.app.playing is not None
        return self.app.playing

    def take_device(self) -> None:
        """Give the device to the player who is asked, and make taps count at once."""
        if isinstance(self.playing.stage, HandingOver | AwaitingAnswer):
            self.playing.ask()

    def disk(self) -> Store:
        """Return the store that a new window finds after this one has crashed."""
        key_values, database = self.store.box, self.store._queue.database
        assert isinstance(key_values, Box)
        assert isinstance(database, Database)
        return Store(Box(texts=dict(key_values.texts)), Database(dict(database.texts)))

    def kept(self, id: str = "") -> KeptGame:
        """Return the stored game with this id; by default the open one."""
        games: list[KeptGame | LoadError] = []
        self.store.look(id or self.app.game_id, games.append)
        assert isinstance(games[0], KeptGame)
        return games[0]

    def play(self, *names: str, bots: Mapping[str, str] | None = None, **more: Any) -> None:
        """Start a new game at the first seat's throw."""
        seats = [Seat(name, (bots or {}).get(name, "")) for name in names]
        position = {"turn": names[0], **more.pop("position", {})}
        record = Record("modern", seats, seed=1, position=position, **more)
        self.hands.play.start(record)
        self.page.run()

    def gesture(self, **fields: Any) -> None:
        self.hands.handle_gesture(Gesture(**fields))
        self.page.run()

    def press(self, region: str, label: str) -> None:
        """Press the region's button whose text begins with this label."""
        buttons = [b for b in self.page.buttons(region) if label in b.text]
        assert buttons, (label, [b.text for b in self.page.buttons(region)])
        self.click(buttons[0])

    def click(self, button: Button) -> None:
        a = button.attributes
        self.gesture(
            kind="click",
            where=button.where,
            notice=button.notice,
            answer=a.get("data-answer", ""),
            do=a.get("data-do", ""),
            arg=a.get("data-arg", ""),
            clauses=a.get("data-why", ""),
            barred=button.barred,
        )

    def back(self) -> None:
        """Press the browser's Back."""
        self.page.history.pop()
        self.hands.returned(self.page.history[-1])
        self.page.run()

    def do(self, name: str, arg: str = "", **more: Any) -> None:
        self.gesture(kind=more.pop("kind", "click"), do=name, arg=arg, **more)

    def answers(self, region: str = "ask") -> list[str]:
        """Return the answers that the buttons of a region offer."""
        return [
            b.attributes["data-answer"]
            for b in self.page.buttons(region)
            if "data-answer" in b.attributes and not b.barred
        ]

    def say(self, answer: str, region: str = "ask") -> None:
        """Press the button with this answer."""
        buttons = [
            b for b in self.page.buttons(region) if b.attributes.get("data-answer") == answer
        ]
        assert buttons, (answer, self.answers(region), self.page.state)
        self.click(buttons[0])

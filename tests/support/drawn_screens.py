"""Draws every screen of ``screens.py`` in any language without a browser: the program runs on a fake page,
and what it has drawn is shown in a browser by ``shown`` in place of the same regions of index.html. So all
screens take seconds, and no site has to be built."""

from __future__ import annotations

import ast
import json
import tomllib
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, Route

import fake_page
import screens
import several_pages
from class_screens import BOTS, STUDENTS, WHY
from fake_page import FakePage, Table
from left_tables import left
from screens import FromBar, FromMenu, InProgram, LabScreen, Press, Screen, SeveralDevices
from tables import TABLES
from titledeed.language.catalogue import LANGUAGES, LENGTHENING, NAMES, PSEUDO, Catalogue
from titledeed.peers.sdp_codec import pack_connection_answer
from titledeed.ui.actions.dispatcher import Dispatcher
from titledeed.ui.dialog_place_and_modality import DIALOGS
from titledeed.ui.game_loop.character_expressions_and_lines import FetchedCharacters
from titledeed.ui.page_port import Gesture
from tools import guard, pages, site

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = ROOT / "py" / "titledeed"
# Where the page of all screens is; no host has this name.
ADDRESS = "http://screens.test/"
REGIONS = (
    *(
        "bar",
        "menu",
        "setup",
        "faces",
        "seats",
        "tools",
        "stage",
        "notices",
        "ask",
        "board",
        "deed",
    ),
    *("journal", "lab"),
)


def plain(text: str) -> str:
    """A text of the page without accents and what the pseudo-language adds to it: there are the words that a
    person looks for."""
    kept = "".join(sign for sign in text if sign not in "⟦⟧\N{SOFT HYPHEN}" + LENGTHENING)
    bare = [sign for sign in unicodedata.normalize("NFD", kept) if not unicodedata.combining(sign)]
    return " ".join("".join(bare).split())


@dataclass
class Button:
    """A button, and the id of the notice and the classes of the elements around it."""

    where: str
    notice: str
    around: list[str]
    attributes: dict[str, str]
    text: str = ""

    @property
    def name(self) -> str:
        return plain(self.attributes.get("aria-label") or self.text)


class _Buttons(HTMLParser):
    """Collects the buttons of a region."""

    EMPTY = frozenset({"img", "input", "br", "hr", "link", "meta", "path", "use", "rect", "circle"})

    def __init__(self, region: str, html: str) -> None:
        super().__init__()
        self.region = region
        self.found: list[Button] = []
        self._around: list[dict[str, str]] = []
        self._open: Button | None = None
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = {name: value or "" for name, value in attrs}
        if tag == "button":
            around = [name for one in self._around for name in one.get("class", "").split()]
            around += attributes.get("class", "").split()
            ids = [one.get("id", "") for one in self._around]
            notice = next((id for id in reversed(ids) if id.startswith("notice-")), "")
            self._open = Button(self.region, notice, around, attributes)
            self.found.append(self._open)
        if tag not in self.EMPTY:
            self._around.append({**attributes, "": tag})

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        pass

    def handle_endtag(self, tag: str) -> None:
        if tag == "button":
            self._open = None
        while self._around and self._around.pop()[""] != tag:
            pass

    def handle_data(self, data: str) -> None:
        if self._open is not None:
            self._open.text += data


@cache
def board_names() -> frozenset[str]:
    """The names of all built-in boards and of the example, of their spaces and groups, and of the words
    printed on them."""
    names: set[str] = set()
    folders = (PROGRAM / "editions", PROGRAM / "board_maker" / "examples_data")
    for file in sorted(file for folder in folders for file in folder.glob("*.toml")):
        edition = tomllib.loads(file.read_text("utf-8"))
        words = edition["words"]
        names |= {edition["name"], *(words[key] for key in NAMES if key in words)}
        for space in edition["space"]:
            names |= {space["name"], space.get("short", space["name"])}
        if folders[1] in file.parents:
            names |= {*words.values(), *(group["name"] for group in edition["group"])}
    return frozenset(names)


@dataclass
class Drawn:
    """What a browser needs to show a screen."""

    regions: dict[str, str]
    attributes: dict[str, str]
    dialogs: list[str] = field(default_factory=list)
    unfolded: bool = False  # whether all that can be unfolded is
    codes: list[str] = field(default_factory=list)  # the texts of the QR codes
    editor: dict[str, Any] | None = (
        None  # the text and the marked lines of the editor, if there is one
    )
    names: list[str] = field(default_factory=list)  # of people and spaces, which are no messages
    sight: str = ""  # the selector of what is scrolled into sight


class Gone(several_pages.Page):
    """The connections of a page whose other devices are not there."""

    def back(self, code: str, words: str, seat: int) -> int:
        end = self.network.end(self.listener)
        letters = pack_connection_answer(seat, "wxyz", f"z{end:023d}")
        self.network.later(self.listener.code, end, letters)
        return end

    def beside(self, wait: bool, every: bool = False) -> None:
        pass


class Lonely(several_pages.Network):
    def transport(self, listener: Any) -> Gone:
        return Gone(self, listener)


class Coding(FakePage):
    """A fake page that keeps the texts of its QR codes. A code's path begins with the number of its text."""

    codes: tuple[str, ...] = ()

    def code(self, text: str, then: Callable[[int, str], None]) -> None:
        self.codes = (*self.codes, text)
        then(29, f"M{len(self.codes) - 1} 4h1v1h-1z") if len(text) <= 1200 else then(0, "")


class Speaking(Table):
    """A fake page in a language from the beginning, also in the pseudo-language, which nobody can choose."""

    def __init__(self, language: str) -> None:
        self.page = Coding(network=Lonely())
        self.store = fake_page.disk()
        self.hands = Dispatcher(self.page, fake_page.screen(), self.store)
        self.app = self.hands.app
        self.app.settings.speed, self.app.settings.language = "instant", language
        self.app.catalogue = Catalogue(language)
        self.hands.start()


class Walker:
    """Goes to a screen on a fake page, as ``playing.Player`` does in a browser."""

    def __init__(self, language: str) -> None:
        self.table = Speaking(language)
        self.page = self.table.page
        self.unfolded = False

    def speak(self, language: str) -> None:
        self.table.app.settings.language = language
        self.table.hands._settings.translate(language)
        self.table.hands.play.render()
        self.run()

    def run(self) -> None:
        """Let time pass until nothing happens any more; with other devices something always may, so there
        for two seconds."""
        app = self.table.app
        if app.several is None and (app.lab is None or app.lab is not app.classroom):
            self.page.run()
            return
        end = self.page.clock + 2000
        while True:
            self.page.network.run()
            due = [when for when, _ in self.page._timers.values()]
            if not due or min(due) > end:
                return
            self.page.tick()

    def buttons(self, words: str, where: str = "body") -> list[Button]:
        place, *within = where.split()
        regions = [place[1:]] if place != "body" else [*REGIONS, *self.page.opened]
        wanted = plain(words)
        return [
            button
            for region in regions
            for button in _Buttons(region, self.page.regions.get(region, "")).found
            if wanted in button.name and all(name[1:] in button.around for name in within)
        ]

    def press(self, words: str, where: str = "body") -> None:
        found = self.buttons(words, where)
        assert found, f"{where} has no button “{words}”"
        a = found[0].attributes
        if "data-shows" in a:  # static/boot/start.js opens it
            self.page.opened.append(a["data-shows"])
            return
        if found[0].where == "menu":
            self.page.opened = [id for id in self.page.opened if id != "menu"]
        self.gesture(
            kind="click",
            where=found[0].where,
            notice=found[0].notice,
            answer=a.get("data-answer", ""),
            do=a.get("data-do", ""),
            arg=a.get("data-arg", ""),
            clauses=a.get("data-why", ""),
            barred=a.get("aria-disabled") == "true",
        )

    def gesture(self, **fields: Any) -> None:
        self.table.hands.handle_gesture(Gesture(**fields))
        self.run()

    def choose(self, *files: tuple[str, str]) -> None:
        """Choose these files, which the page has asked for."""
        self.page.choosing([(name, text.encode()) for name, text in files])
        self.run()

    def sit_down(self, record: dict[str, Any]) -> None:
        self.table.hands.imported("game.json", json.dumps(record))
        self.run()

    def go(self, way: screens.Way) -> None:
        match way:
            case Press(words, where):
                self.press(words, where)
            case FromMenu(name):
                self.press(name, "#menu")
            case FromBar(name):
                self.press(name, "#bar .bar-acts")
            case LabScreen(name):
                if self.table.app.lab is None:
                    self.press("Laboratory", "#setup")
                self.press(name, "#lab .lab-nav")
            case SeveralDevices(names, _):
                self.several(*names)
            case InProgram(code, _):
                exec(code, {"hands": self.table.hands})
                self.run()
            case _:
                assert way in WAYS, f"drawn_screens.WAYS has no entry for {way}"
                WAYS[way](self)

    def several(self, *names: str) -> None:
        form = {f"name-{n}": name for n, name in enumerate(("Ada", "Ben"))}
        self.table.app.setup = form | {"kind-0": "person", "kind-1": "person", "rulebook": "modern"}
        self.press("Several devices", "#setup")
        for name in names:
            self.press(name, "#dlg-devices")

    def drawn(self) -> Drawn:
        names = {"Ada", "Ben", "Cleo", "Dora", *board_names(), *LANGUAGES.values()}
        names |= {*STUDENTS, *BOTS, *WHY}
        session = self.table.app.session
        if session is not None:
            edition = session.state.rules.edition
            names |= {text for space in edition.spaces for text in (space.name, space.short)}
            names |= {seat.name for seat in session.game.record.seats}
        return Drawn(
            dict(self.page.regions),
            dict(self.page.state),
            list(self.page.opened),
            self.unfolded,
            list(self.table.page.codes),
            self._editor(),
            sorted(names),
        )

    def _editor(self) -> dict[str, Any] | None:
        editor = self.page.editor
        if editor is None or 'id="workshop-code"' not in self.page.regions["lab"]:
            return None
        text: str = self.table.hands.app.lab.workshop.code
        return {"text": text, "faults": editor.faults, "said": editor.said}


def _code_shown(walker: Walker) -> None:
    # What was unfolded on the way is not in the dialog with the code.
    walker.unfolded = False


def _own_question(walker: Walker) -> None:
    walker.gesture(kind="change", where="lab", do="lab-question", fields={"question": "own"})


def _all_settings(walker: Walker) -> None:
    _own_question(walker)
    walker.unfolded = True


def _board_maker(walker: Walker) -> None:
    walker.table.do("board-maker")
    walker.run()
    if 'data-do="maker-close"' in walker.page.regions["lab"]:
        walker.table.do("maker-close")
        walker.run()


def _strategy_desk(walker: Walker) -> None:
    walker.table.do("strategies")
    walker.run()


def _classroom(walker: Walker) -> None:
    walker.table.hands.handle_gesture(Gesture("click", do="class"))
    walker.run()


def _workshop(walker: Walker) -> None:
    walker.table.do("workshop")
    walker.run()


def _enter_towers(walker: Walker) -> None:
    forms = {"house-gender": "m", "house-one": "Turm", "house-many": "Türme", "hotel-one": "Burg"}
    fields = {f"noun-de-{name}": text for name, text in forms.items()}
    walker.gesture(kind="change", where="lab", do="maker-words", fields=fields)
    walker.unfolded = True


def _spoil(walker: Walker) -> None:
    for fields in ({"price": "300"}, {"name": ""}):
        walker.gesture(kind="change", where="lab", do="maker-space", fields=fields)
    walker.unfolded = True


def _enter_towers(walker: Walker) -> None:
    house = {"house-gender": "m", "house-one": "Turm", "house-many": "Türme", "hotel-one": "Burg"}
    for noun, value in house.items():
        fields = {f"noun-de-{noun}": value}
        walker.gesture(kind="change", where="lab", do="maker-words", fields=fields)
    walker.unfolded = True


def _run_over(walker: Walker) -> None:
    walker.table.hands.imported("run.json", screens.kept_run())
    walker.run()
    walker.press("Show games", "#lab")
    walker.unfolded = True


def _sweep_over(walker: Walker) -> None:
    walker.table.hands.imported("sweep.json", screens.kept_sweep())
    walker.run()
    walker.press("Add the sweep", "#lab")
    walker.unfolded = True


def _game_files(walker: Walker) -> None:
    walker.press("Choose files…", "#lab")
    games = (*screens.recorded_games(), "{}")
    walker.choose(*((f"{n}.json", text) for n, text in enumerate(games)))


def _thrown(walker: Walker) -> None:
    fields = {"answer-0": "120", "answer-1": "300"}
    walker.gesture(kind="type", where="lab", do="lab-answers", fields=fields)
    walker.press("Throw the die", "#lab")


def _writing(walker: Walker) -> None:
    walker.press("Write a worksheet", "#lab")
    walker.press("A die", "#lab")
    walker.press("Add a question", "#lab")


def _coded(walker: Walker) -> None:
    walker.press("Continue on another device", "#lab")


def _spoken(walker: Walker) -> None:
    walker.table.app.characters = FetchedCharacters()
    walker.table.hands.play.render()
    walker.run()


def _answered(walker: Walker) -> None:
    walker.several("Join a table")
    walker.gesture(
        kind="submit", where="dlg-devices", do="devices-join", fields={"code": "offer-9"}
    )


def _alone(walker: Walker) -> None:
    walker.several()
    walker.gesture(kind="click", where="dlg-devices", do="close")
    walker.table.app.several.transport.keep(left())
    walker.press("Several devices", "#setup")
    walker.press("Back to that game", "#dlg-devices")
    mesh = walker.table.app.several.live.mesh
    for other in mesh.device.log.holders:
        if other.device != mesh.device.id:
            mesh._spare_conns[other.device] = (999, False)
    walker.table.hands.play.render()
    walker.run()


def _unfold_all(walker: Walker) -> None:
    walker.unfolded = True


def _refused(walker: Walker) -> None:
    walker.table.hands.imported("wrong.json", "{}")
    walker.run()


# How the ways that need more than a button are gone on a fake page.
WAYS: dict[Callable[..., object], Callable[[Walker], None]] = {
    screens.board_maker: _board_maker,
    screens.strategy_desk: _strategy_desk,
    screens.classroom: _classroom,
    screens.workshop: _workshop,
    screens.spoil: _spoil,
    screens.enter_towers: _enter_towers,
    screens.own_question: _own_question,
    screens.all_settings: _all_settings,
    screens.run_over: _run_over,
    screens.sweep_over: _sweep_over,
    screens.game_files: _game_files,
    screens.thrown: _thrown,
    screens.writing: _writing,
    screens.coded: _coded,
    screens.answered: _answered,
    screens.alone: _alone,
    screens.unfold_lost: _unfold_all,
    screens.spoken: _spoken,
    screens.code_shown: _code_shown,
    screens.unfold_all: _unfold_all,
    screens.refused: _refused,
}


def drawn(screen: Screen, language: str = PSEUDO) -> Drawn:
    """The screen as the program draws it in this language. The way there is gone in English or the
    pseudo-language, where buttons have the names that ways know."""
    walker = Walker(PSEUDO if language == PSEUDO else "en")
    if screen.table is not None:
        walker.sit_down(TABLES[screen.table])
    for way in screen.way:
        walker.go(way)
    if language != PSEUDO:
        walker.speak(language)
    return replace(walker.drawn(), sight=screen.sight)


# ---------------------------------------------------------------- in a browser


class _Plain(pages.Addresses):
    """Addresses without hashes: the files are served as they are in the repository."""

    def of(self, file: str) -> str:
        return file

    def complete(self, text: str, where: str) -> str:
        return text


@cache
def shell(language: str) -> str:
    """index.html before Python runs."""
    return pages.shell(_Plain(), language, site={**pages.NOTHING, "top": guard.unguarded()})


@cache
def _fonts() -> dict[str, Path]:
    """The files of the fonts by their names."""
    fonts = tomllib.loads((ROOT / site.FONTS).read_text("utf-8"))["font"]
    files = [
        ROOT / "node_modules" / font["package"] / file for font in fonts for file in font["files"]
    ]
    return {file.name: file for file in files}


def serve(page: Page, language: str) -> None:
    """Open index.html in this language, with the styles and drawings of the repository."""

    def answer(route: Route) -> None:
        name = route.request.url.removeprefix(ADDRESS)
        if not name:
            route.fulfill(content_type="text/html", body=shell(language))
        elif name.startswith("node_modules/"):
            route.fulfill(content_type="text/javascript", path=ROOT / name)
        elif name in site.STYLES:
            texts = [(ROOT / style).read_text("utf-8") for style in site.STYLES[name]]
            route.fulfill(content_type="text/css", body="\n".join(texts))
        elif name.endswith(".woff2"):
            route.fulfill(path=_fonts()[Path(name).name])
        elif name.endswith((".js", ".webmanifest")):
            route.fulfill(content_type="text/javascript", body="")
        else:
            route.fulfill(path=ROOT / name)

    page.route(f"{ADDRESS}**", answer)
    page.goto(ADDRESS)
    page.evaluate("() => document.getElementById('later-styles').media = 'all'")  # as DomPage does
    page.evaluate("() => document.fonts.ready.then(() => true)")


SHOW = """
async ({regions, attributes, dialogs, unfolded, sight}) => {
  const root = document.documentElement, body = document.body;
  for (const open of document.querySelectorAll("dialog[open]")) {
    open.close();
    open.removeAttribute("aria-modal");
  }
  window.shown ??= {};
  // The board of the start page is in the page from the beginning: the program keeps it.
  window.firstBoard ??= document.querySelector("#look");
  for (const id of new Set([...Object.keys(shown), ...Object.keys(regions)])) {
    const html = regions[id] ?? "";
    const place = document.getElementById(id);
    if (shown[id] !== html || html.includes("<details")) place.innerHTML = html;
    shown[id] = html;
  }
  const emptied = document.querySelector("#look");
  if (emptied && firstBoard && !emptied.querySelector("li")) emptied.replaceWith(firstBoard.cloneNode(true));
  root.dataset.state = "ready";
  document.getElementById("start").hidden = true;
  for (const name of ["theme", "speed", "size", "motion", "ask", "step", "saved"])
    if (name in attributes) root.setAttribute(`data-${name}`, attributes[name]);
  for (const [name, as] of Object.entries({screen: "screen", game: "game", kind: "ask", tour: "tour"}))
    if (name in attributes) body.setAttribute(`data-${as}`, attributes[name]);
  document.querySelector(".centre").setAttribute("data-crowding", attributes.crowding ?? "");
  document.getElementById("table").setAttribute("data-beside", attributes.beside ?? "");
  root.lang = attributes.lang ?? root.lang;
  for (const id of ["setup", "table", "lab"]) document.getElementById(id).hidden = attributes.screen !== id;
  const wide = matchMedia("(min-width: 56em) and (min-height: 38em)").matches;
  for (const id of dialogs) {
    const dialog = document.getElementById(id);
    const room = wide && !document.querySelector("dialog:is(:modal, [aria-modal])");
    const veiled = VEILED.includes(id) && room && attributes.screen === "table";
    if (veiled) dialog.setAttribute("aria-modal", "true");
    if (veiled || BESIDE.includes(id) && room) dialog.show();
    else dialog.showModal();
    dialog.scrollTop = 0;
  }
  if (unfolded) for (const part of document.querySelectorAll("details")) part.open = true;
  document.activeElement?.blur();
  scrollTo(0, 0);
  for (const sheet of document.querySelectorAll("#lab link"))
    if (!sheet.sheet) await new Promise((done) => { sheet.onload = sheet.onerror = done; });
  await document.fonts.ready;
  if (sight) document.querySelector(sight).scrollIntoView({block: "nearest"});
}
"""


# Draws QR codes, and fills the editor, as titledeed/ui/browser/ does.
FILL = """
async ({codes, editor, files, theme, colors}) => {
  for (const path of document.querySelectorAll("svg.qr:not([data-drawn]) path")) {
    const {encodeQR} = await import(`${location.origin}/node_modules/qr/index.js`);
    const rows = encodeQR(codes[parseInt(path.getAttribute("d").slice(1))], "raw", {ecc: "low"});
    const dark = rows.flatMap((row, y) => row.flatMap((on, x) => on ? [[x, y]] : []));
    const least = Math.min(...dark.map(([x]) => x)), side = Math.max(...dark.map(([x]) => x)) - least + 9;
    path.setAttribute("d", dark.map(([x, y]) => `M${x - least + 4} ${y - least + 4}h1v1h-1z`).join(""));
    path.ownerSVGElement.setAttribute("viewBox", `0 0 ${side} ${side}`);
    path.ownerSVGElement.dataset.drawn = "";
    const ground = path.ownerSVGElement.querySelector("rect");
    for (const name of ["width", "height"]) ground?.setAttribute(name, side);
  }
  const host = document.querySelector("#workshop-code");
  if (!editor || !host) return;
  const get = async (name) => Object.values(await import(`${location.origin}/node_modules/${files[name]}`));
  const having = async (name, key) => (await get(name)).find((value) => value?.[key] !== undefined);
  const setup = await import(`${location.origin}/node_modules/${files.setup}`);
  const python = await import(`${location.origin}/node_modules/${files.python}`);
  const view = await having("view", "lineNumbers");
  const tools = await having("language", "indentOnInput"), tags = await having("language", "docComment");
  const tag = (name) => name === "special(string)" ? tags.special(tags.string) : tags[name];
  const bold = [tags.definition(tags.function(tags.variableName)), tags.definition(tags.className)];
  const looks = [
    ...Object.entries(colors).map(([name, color]) => ({tag: tag(name), color: `var(${color})`})),
    ...bold.map((one) => ({tag: one, fontWeight: "bold"})),
  ];
  const {Decoration} = view;
  const root = host.shadowRoot ?? host.attachShadow({mode: "open"});
  root.replaceChildren();
  const marks = (made) => Decoration.set([
    ...editor.faults.map((line) => [line, "cm-fault"]), ...(editor.said ? [[editor.said, "cm-said"]] : []),
  ].sort(([a], [b]) => a - b).map(([line, look]) =>
    Decoration.line({class: look}).range(made.state.doc.line(line).from)));
  // A picture is taken before the parser's idle time, in which it goes on beyond the first lines.
  const parsed = (made) => tools.forceParsing(made, made.state.doc.length, 5000);
  parsed(new setup.EditorView({doc: editor.text, parent: root, root, extensions: [
    setup.minimalSetup, view.lineNumbers(), view.highlightActiveLine(), python.python(),
    tools.syntaxHighlighting(tools.HighlightStyle.define(looks)), setup.EditorView.theme(theme),
    setup.EditorView.decorations.of(marks),
  ]}));
}
"""


@cache
def _editor_looks() -> dict[str, Any]:
    """The theme and the colors of the editor, and the files of its modules below node_modules."""
    source = ast.parse((PROGRAM / "ui" / "browser" / "code_editor.py").read_text("utf-8"))
    values = {
        node.target.id: ast.literal_eval(node.value)
        for node in source.body
        if isinstance(node, ast.AnnAssign)
        and isinstance(node.target, ast.Name)
        and node.value is not None
    }
    dist = ROOT / "node_modules" / "@pyscript" / "core" / "dist"
    modules = {"setup": "", "view": "_view", "language": "_language", "python": "_lang-python"}
    files = {
        name: f"@pyscript/core/dist/{file.name}"
        for name, module in modules.items()
        for file in dist.glob(f"codemirror{module}-*.js")
    }
    return {"theme": values["_THEME"], "colors": values["_COLORS"], "files": files}


# Shows what the page says before the program runs.
START = """
({state, parts, shown}) => {
  document.documentElement.dataset.state = state;
  for (const name of ["words", "why", "do", "again"]) {
    const part = document.getElementById(`start-${name}`);
    if (name in parts) part.textContent = parts[name];
    part.hidden = !part.textContent || (name === "again" && !("again" in parts));
  }
  for (const id of ["update", "unkept", "from-file"])
    document.getElementById(id).hidden = !shown.includes(id);
  document.getElementById("start-bar").hidden = state === "lacking";
}
"""


def start_states(language: str) -> dict[str, dict[str, Any]]:
    """What the page can say before the program runs (``static/boot/``), by a name for each."""
    catalogue = Catalogue(language)
    said = guard.words_in(catalogue)
    file = "python/titledeed.0123abcd.zip"
    values = {"file": file, "status": "404", "type": "text/plain", "wanted": "text/javascript"}
    values |= {
        "have": "123456",
        "all": "654321",
        "what": "WebAssembly, :has()",
        "floor": "Firefox 121",
    }
    says = {name: catalogue.fill(text, values) for name, text in said.items()}

    def state(name: str, *shown: str, **parts: str) -> dict[str, Any]:
        return {"state": name, "parts": parts, "shown": list(shown)}

    return {
        "first picture": state(
            "shell", words=catalogue("Loading the program. You can keep setting up the game.")
        ),
        "slow": state("loading", do=says["slow"], again=says["again"]),
        "offline": state("loading", do=says["offline"], again=says["again"]),
        **{
            f"failed, {why}": state(
                "failed", words=says["failed"], why=says[why], do=says["mend"], again=says["again"]
            )
            for why in ("missing", "type", "cut", "unreached", "kept", "late")
        },
        "lacking": state("lacking", words=says["lacking"], do=says["newer"], again=says["anyway"]),
        "a new version": state("ready", "update", "from-file"),
        "not kept": state("ready", "unkept"),
    }


def show(page: Page, screen: Drawn) -> None:
    """Show a screen in place of the one before."""
    beside, veiled = (
        json.dumps([f"dlg-{id}" for id, dialog in DIALOGS.items() if getattr(dialog, way)])
        for way in ("beside", "veiled")
    )
    facts = {
        "regions": {id: html for id, html in screen.regions.items() if not id.startswith("topic-")},
        "attributes": screen.attributes,
        "dialogs": screen.dialogs,
        "unfolded": screen.unfolded,
        "sight": screen.sight,
    }
    page.evaluate(SHOW.replace("BESIDE", beside).replace("VEILED", veiled), facts)
    if screen.codes or screen.editor:
        page.evaluate(FILL, {"codes": screen.codes, "editor": screen.editor, **_editor_looks()})

"""Tests the architecture: one direction of imports, and one module that writes to a State.

Each verb says why it acts. The engine knows neither the book that it plays nor the time."""

from __future__ import annotations

import ast
import inspect
import re
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

from titledeed.engine.mutations import Mutator
from titledeed.engine.state import (
    State,
)

PY = Path(__file__).resolve().parents[1] / "py"
BOOKS = ("classic", "australian", "modern", "wikibooks", "parker1973")

# The layers of rooms, from the bottom up. A package includes everything in it. A module imports from
# its own room and from lower layers. A layer may name a room that does not exist yet.
STOREYS: tuple[frozenset[str], ...] = (
    frozenset({"titledeed.migrations"}),
    frozenset({"titledeed.engine.special_seats_and_ids"}),
    frozenset({"titledeed.engine.board_and_rules_types"}),
    frozenset({"titledeed.engine.answers"}),
    frozenset(
        {"titledeed.engine.asks", "titledeed.engine.generic_event", "titledeed.engine.errors"}
    ),
    frozenset({"titledeed.engine.agenda_step_types"}),
    frozenset({"titledeed.engine.state"}),
    frozenset({"titledeed.engine.parsing.value_predicates"}),
    frozenset({"titledeed.engine.parsing.untrusted_input"}),
    frozenset({"titledeed.engine.parsing.decks"}),
    frozenset({"titledeed.engine.parsing.edition_parser"}),
    frozenset(
        {
            "titledeed.engine.rulebook_loader_and_rules_compiler",
            "titledeed.engine.parsing.edition_text_to_table",
        }
    ),
    frozenset({"titledeed.engine.mutations"}),
    frozenset({"titledeed.engine.rules"}),
    frozenset({"titledeed.engine.reducer", "titledeed.engine.rng"}),
    frozenset({"titledeed.engine.legal_answers", "titledeed.engine.explain_refusal"}),
    frozenset({"titledeed.engine.notation"}),
    frozenset({"titledeed.engine.parsing.positions"}),
    frozenset({"titledeed.engine.record"}),
    frozenset({"titledeed.run_generator_to_end"}),
    frozenset({"titledeed.odds"}),
    frozenset({"titledeed.bots"}),
    frozenset({"titledeed.language"}),
    frozenset({"titledeed.strategies"}),
    frozenset({"titledeed.storage"}),
    frozenset({"titledeed.game"}),
    frozenset({"titledeed.peers", "titledeed.lab", "titledeed.board_maker"}),
    frozenset({"titledeed.workshop", "titledeed.classroom", "titledeed.strategy_desk"}),
    frozenset({"titledeed.cli"}),
    frozenset({"titledeed.api"}),
    frozenset(
        {
            "titledeed.ui.page_port",
            "titledeed.ui.local_address",
            "titledeed.ui.settings",
            "titledeed.ui.dialog_place_and_modality",
            "titledeed.ui.button_keys",
            "titledeed.ui.setup_form",
        }
    ),
    frozenset({"titledeed.ui.views.types"}),
    frozenset({"titledeed.ui.views.dialogs.types", "titledeed.ui.live_class"}),
    frozenset({"titledeed.ui.notices", "titledeed.ui.phase_stage_and_tempo"}),
    frozenset({"titledeed.ui.state"}),
    frozenset({"titledeed.ui.views"}),
    frozenset(
        {
            "titledeed.ui.lab.views.types",
            "titledeed.ui.devices.views.types",
            "titledeed.ui.board_maker.views.types",
            "titledeed.ui.workshop.views.types",
            "titledeed.ui.strategy_desk.views.types",
            "titledeed.ui.classroom.views.types",
        }
    ),
    frozenset(
        {
            "titledeed.ui.lab.state",
            "titledeed.ui.devices.state",
            "titledeed.ui.board_maker.state",
            "titledeed.ui.workshop.state",
            "titledeed.ui.strategy_desk.state",
            "titledeed.ui.classroom.state",
        }
    ),
    frozenset(
        {
            "titledeed.ui.lab.views",
            "titledeed.ui.devices.views",
            "titledeed.ui.board_maker.views",
            "titledeed.ui.workshop.views",
            "titledeed.ui.strategy_desk.views",
        }
    ),
    frozenset({"titledeed.ui.classroom.views"}),
    frozenset({"titledeed.ui.render"}),
    frozenset({"titledeed.ui.game_loop"}),
    frozenset({"titledeed.ui.actions.declare_actions"}),
    frozenset({"titledeed.ui.actions.action_group"}),
    frozenset({"titledeed.ui.actions.share_link"}),
    frozenset(
        {
            "titledeed.ui.lab.actions",
            "titledeed.ui.devices.actions",
            "titledeed.ui.board_maker.actions",
            "titledeed.ui.workshop.actions",
            "titledeed.ui.strategy_desk.actions",
        }
    ),
    frozenset({"titledeed.ui.classroom.actions"}),
    frozenset({"titledeed.ui.actions"}),
    frozenset({"titledeed.ui.browser"}),
    frozenset({"titledeed.__main__", "main"}),
)
DATA = frozenset(
    f"titledeed.engine.{name}"
    for name in (
        "special_seats_and_ids",
        "board_and_rules_types",
        "answers",
        "asks",
        "generic_event",
        "errors",
        "agenda_step_types",
        "state",
    )
)


# Packages that contain rooms and nothing else.
PACKAGES = frozenset(
    {
        *("titledeed", "titledeed.engine", "titledeed.engine.parsing"),
        *("titledeed.ui", "titledeed.ui.lab", "titledeed.ui.devices", "titledeed.ui.board_maker"),
        "titledeed.ui.workshop",
        "titledeed.ui.strategy_desk",
        "titledeed.ui.classroom",
    }
)
MOST_MODULES = 20


def modules() -> list[str]:
    """Every module under py/, dotted."""
    names = []
    for file in sorted(PY.rglob("*.py")):
        parts = file.relative_to(PY).with_suffix("").parts
        names.append(".".join(parts[:-1] if parts[-1] == "__init__" else parts))
    return [name for name in names if name not in PACKAGES]


def file_of(module: str) -> Path:
    path = PY.joinpath(*module.split("."))
    return path / "__init__.py" if path.is_dir() else path.with_suffix(".py")


@cache
def tree_of(file: Path) -> ast.Module:
    return ast.parse(file.read_text("utf-8"))


def tree(module: str) -> ast.Module:
    return tree_of(file_of(module))


@cache
def nodes_of(file: Path) -> tuple[ast.AST, ...]:
    return tuple(ast.walk(tree_of(file)))


def nodes(module: str) -> tuple[ast.AST, ...]:
    return nodes_of(file_of(module))


@cache
def imports(module: str) -> tuple[str, ...]:
    """The absolute names that a module imports; of our own packages, the module behind each name."""
    return tuple(_imports(module))


def _imports(module: str) -> Iterator[str]:
    package = module if file_of(module).name == "__init__.py" else module.rpartition(".")[0]
    for node in nodes(module):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                parts = package.split(".")
                base = ".".join([*parts[: len(parts) - node.level + 1], *filter(None, [base])])
            for alias in node.names:
                inner = f"{base}.{alias.name}"
                yield inner if inner in MODULES else base


MODULES = frozenset(modules())
ENGINE = sorted(name for name in MODULES if name.startswith("titledeed.engine."))


def room(module: str) -> str:
    """The room of a module: itself, or the package that STOREYS names."""
    parts = module.split(".")
    for n in range(len(parts), 0, -1):
        name = ".".join(parts[:n])
        if any(name in names for names in STOREYS):
            return name
    raise AssertionError(f"{module} belongs to no room")


def storey(module: str) -> int:
    name = room(module)
    return next(level for level, names in enumerate(STOREYS) if name in names)


# ---------------------------------------------------------------- imports run one way


def test_a_module_imports_only_from_its_own_package_and_lower_ones() -> None:
    for module in sorted(MODULES):
        here = storey(module)
        for other in imports(module):
            if other in PACKAGES or not other.startswith("titledeed"):
                continue
            above = f"{module} imports {other}, which stands on or above it"
            assert storey(other) < here or room(other) == room(module), above


def test_no_two_modules_depend_on_each_other() -> None:
    needs = {module: set(imports(module)) & MODULES - {module} for module in MODULES}
    done: set[str] = set()
    while done != MODULES:
        free = {module for module in MODULES - done if needs[module] <= done}
        assert free, f"a circle among {sorted(MODULES - done)}"
        done |= free


def test_the_language_package_sees_only_the_engine() -> None:
    for module in sorted(m for m in MODULES if m.startswith("titledeed.language")):
        for other in imports(module):
            if other.startswith("titledeed.") and room(other) != "titledeed.language":
                assert other.startswith("titledeed.engine"), f"{module} imports {other}"


def test_only_one_package_accesses_the_browser() -> None:
    for module in sorted(MODULES):
        if room(module) in ("titledeed.ui.browser", "main"):
            continue
        for other in imports(module):
            top = other.split(".")[0]
            assert top not in {"js", "pyodide", "pyodide_js", "pyscript"}, (
                f"{module} imports {other}"
            )


def test_only_the_type_checker_imports_the_view_types() -> None:
    """The site lacks these types, and a start would waste its time on a hundred classes."""
    importers = 0
    unshipped = re.compile(
        r"titledeed\.ui\.(?:\w+\.)?views\.(?:\w+\.)?types|titledeed\.ui\.live_class"
    )
    for module in sorted(m for m in MODULES if not unshipped.fullmatch(m)):
        guarded = {
            inner
            for node in nodes(module)
            if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
            for inner in ast.walk(node)
        }
        for node in nodes(module):
            if not isinstance(node, ast.ImportFrom):
                continue
            name = (node.module or "").rpartition(".")[2]
            if node.level and name in ("types", "live_class"):
                assert node in guarded, f"{module} imports the types of views at run time"
                importers += 1
    assert importers > 20


def test_a_folder_has_at_most_twenty_modules() -> None:
    for folder in {file.parent for file in PY.rglob("*.py")}:
        held = [file.stem for file in folder.glob("*.py")]
        assert len(held) <= MOST_MODULES, f"{folder.relative_to(PY)} has {len(held)} modules"


def test_bots_see_only_data_rules_and_odds() -> None:
    for module in sorted(m for m in MODULES if m.startswith("titledeed.bots")):
        allowed = DATA | {"titledeed.engine.reducer", "titledeed.engine.legal_answers"}
        # the lowest bid, also for a seat that lacks the cash
        allowed |= {"titledeed.engine.rules.auction"}
        own = ("titledeed.bots", "titledeed.odds")
        for other in imports(module):
            if other.startswith("titledeed") and not other.startswith(own):
                assert other in allowed, f"{module} imports {other}"


def test_the_odds_depend_only_on_the_data() -> None:
    """Bots may then use the odds."""
    for module in sorted(m for m in MODULES if m.startswith("titledeed.odds")):
        for other in imports(module):
            if other.startswith("titledeed") and not other.startswith("titledeed.odds"):
                assert other in DATA, f"{module} imports {other}"


def test_the_engine_needs_only_the_standard_library() -> None:
    for module in ENGINE:
        barred = {"random", "time", "secrets", "datetime", "uuid", "logging", "js", "jinja2"}
        for other in imports(module):
            top = other.split(".")[0]
            assert top == "titledeed" or top in sys.stdlib_module_names, f"{module} imports {other}"
            assert top not in barred, f"{module} imports {other}"
            own = ("titledeed.engine", "titledeed.migrations")
            assert not other.startswith("titledeed.") or other.startswith(own)


def test_the_engine_does_not_print_ask_or_evaluate() -> None:
    for module in ENGINE:
        for node in nodes(module):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                assert node.func.id not in {"print", "input", "open", "eval", "exec", "id", "hash"}
            assert not isinstance(node, (ast.Global, ast.Nonlocal, ast.AsyncFunctionDef, ast.Await))


# ---------------------------------------------------------------- no rule knows its book


def test_the_engine_checks_rules_and_never_which_book_it_is() -> None:
    for module in sorted(set(ENGINE) - {"titledeed.engine.rulebook_loader_and_rules_compiler"}):
        for node in nodes(module):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                assert node.value not in BOOKS, f"{module} line {node.lineno} names a book"
            if isinstance(node, ast.Attribute) and node.attr == "book":
                holder = ast.unparse(node.value)
                assert "rules" not in holder, f"{module} line {node.lineno} asks which book it is"


# ---------------------------------------------------------------- one reader of foreign text

# Names that parse or unpack a text. In Pyodide a deeply nested text ends the interpreter. A small text
# may unpack to more than the memory holds.
PARSERS = frozenset(
    {
        *("json.load", "json.loads", "json.JSONDecoder", "json.decoder", "json.scanner"),
        *("tomllib.load", "tomllib.loads", "ast.literal_eval", "ast.parse", "marshal", "pickle"),
        *("zlib.decompress", "zlib.decompressobj", "gzip", "bz2", "lzma", "zipfile", "tarfile"),
        *("base64.b64decode", "base64.urlsafe_b64decode", "base64.decodebytes", "binascii", "xml"),
        *("base64.standard_b64decode", "base64.b32decode", "base64.b85decode", "base64.a85decode"),
        *("csv", "configparser", "html.parser", "shelve", "plistlib", "codecs"),
    }
)
READER = "titledeed.engine.parsing.untrusted_input"
# Modules that only parse texts that the program itself has written.
OWN_TEXT = {
    "titledeed.engine.rulebook_loader_and_rules_compiler": "the books and boards that come with the program",
    "titledeed.board_maker.example_board": "the board that comes with the program",
    "titledeed.lab.lessons.builtin": "the worksheets that come with the program",
    "titledeed.language.catalogue": "the translations that come with the program",
    "titledeed.language.character_lines": "the lines that come with the program",
    "titledeed.language.own_nouns": "the translations that come with the program",
    "titledeed.odds.model": "the weights that come with the program",
    "titledeed.lab.call_job_by_name": "jobs of the page that has started this worker",
    "titledeed.ui.browser.workers": "answers of the page's own workers",
    "titledeed.workshop.inside_fence": "questions of the page that has opened this fence",
    "titledeed.workshop.diagnosis": "a bot's program, inside the fence",
}
# Modules that unpack foreign data in a way of their own, and have their own limits.
BOUNDED = {
    "titledeed.lab.write_and_count_record_files": "zips of records",
    "titledeed.ui.board_maker.actions.zipped_files": "writes zips and opens none",
}


def parsers(tree: Iterable[ast.AST]) -> Iterator[tuple[int, str]]:
    """The places that use one of PARSERS, or import it by name: (line, name)."""
    for node in tree:
        names: list[str] = []
        if isinstance(node, ast.Attribute):
            names = [ast.unparse(node)]
        elif isinstance(node, ast.Import):
            # A module may be imported for its other functions, such as json for writing.
            names = [
                alias.name + (f" as {alias.asname}" if alias.asname else "") for alias in node.names
            ]
            names = [name if " as " in name else "import " + name for name in names]
        elif isinstance(node, ast.ImportFrom) and not node.level:
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        for name in names:
            plain = name.removeprefix("import ").partition(" as ")[0]
            whole = plain in PARSERS or any(plain.startswith(parser + ".") for parser in PARSERS)
            renamed = " as " in name and any(parser.split(".")[0] == plain for parser in PARSERS)
            if whole or renamed:
                yield getattr(node, "lineno", 0), plain


def test_the_check_for_parsers_finds_planted_faults() -> None:
    for text in (
        "json.loads(text)",
        "parse = json.loads",
        "from json import loads",
        "import json as j",
        "json.JSONDecoder().decode(text)",
        "import zipfile",
        "zipfile.ZipFile(file)",
        "from zipfile import ZipFile",
        "zlib.decompressobj()",
        "from base64 import b64decode",
        "tomllib.loads(text)",
        "from ast import literal_eval",
    ):
        assert list(parsers(ast.walk(ast.parse(text))))


def test_the_check_for_parsers_ignores_writers() -> None:
    for text in ["import json", "json.dumps(x)", "zlib.compress(x)", "loads(x)"]:
        assert not list(parsers(ast.walk(ast.parse(text))))


def test_only_one_module_parses_outside_text() -> None:
    for module in sorted(MODULES - {READER}):
        places = list(parsers(nodes(module)))
        if module in OWN_TEXT or module in BOUNDED:
            assert places, f"{module} parses nothing any more: take it out of the table"
        else:
            assert not places, f"{module} parses by itself; {READER} has bounded readers"


# ---------------------------------------------------------------- one writer

SLOTS = frozenset(State.__slots__)
CHANGING = frozenset(
    {"append", "extend", "insert", "remove", "pop", "clear", "sort", "reverse", "update", "add"}
)
# Names that our code uses for a State.
STATES = frozenset({"s", "state", "new", "before", "after", "view"})


def slot_of(node: ast.expr) -> str | None:
    """The slot of a State that an expression reaches into: ``s.cash[seat]`` reaches into cash."""
    while isinstance(node, ast.Subscript):
        node = node.value
    if not isinstance(node, ast.Attribute) or node.attr not in SLOTS:
        return None
    holder = node.value
    name = (
        holder.id
        if isinstance(holder, ast.Name)
        else holder.attr
        if isinstance(holder, ast.Attribute)
        else ""
    )
    return node.attr if name.lstrip("_") in STATES else None


def writes(body: ast.AST) -> Iterator[tuple[int, str]]:
    """The places that write to a State: (line, slot)."""
    # A local name for a list of the State counts as that list. A copy made on the spot is not the
    # game's state.
    names: dict[str, str] = {}
    copies: set[str] = set()
    for node in ast.walk(body):
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            if ast.unparse(node.value).endswith(".copy()"):
                copies.add(node.targets[0].id)
            slot = slot_of(node.value)
            if slot is not None and isinstance(node.value, ast.Attribute):
                names[node.targets[0].id] = slot

    def reached(target: ast.expr) -> str | None:
        slot = slot_of(target)
        base = target
        while isinstance(base, ast.Subscript):
            base = base.value
        if isinstance(base, ast.Attribute) and ast.unparse(base.value) in copies:
            return None
        if slot is None and isinstance(base, ast.Name) and base is not target:
            slot = names.get(base.id)
        return slot

    for node in ast.walk(body):
        targets: list[ast.expr] = []
        if isinstance(node, ast.Assign):
            targets = node.targets
        elif isinstance(node, (ast.AugAssign, ast.AnnAssign)):
            targets = [node.target]
        elif isinstance(node, ast.Delete):
            targets = node.targets
        for target in targets:
            for part in target.elts if isinstance(target, ast.Tuple) else [target]:
                slot = reached(part)
                if slot is not None:
                    yield part.lineno, slot
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and node.func.attr in CHANGING
        ):
            holder = node.func.value
            slot = names.get(holder.id) if isinstance(holder, ast.Name) else reached(holder)
            if slot is not None:
                yield node.lineno, slot


def test_the_check_for_writers_finds_planted_faults() -> None:
    seen = [
        "s.cash[seat] -= 5",
        "state.turn = 3",
        "t.s.agenda.append(x)",
        "self.s.level[i] = 2",
        "agenda = state.agenda\nagenda.pop()",
        "cash = s.cash\ncash[0] = 1",
        "s.again = s.thrown = False",
        "del s.claims[0]",
        "s.held[0], s.held[1] = 1, 2",
    ]
    for text in seen:
        assert list(writes(ast.parse(text))), text
    unseen = [
        "position.claims.append(x)",
        "self.state = state",
        "x = s.cash[0]",
        "turn = 3",
        "after = state.copy()\nafter.owner[3] = 1",
    ]
    for text in unseen:
        assert not list(writes(ast.parse(text))), text


def test_only_the_mutator_writes_to_a_state() -> None:
    for module in sorted(MODULES - {"titledeed.engine.mutations", "titledeed.engine.state"}):
        places = list(writes(tree(module)))
        if module == "titledeed.engine.reducer":  # play runs the steps on top of the agenda
            places = [entry for entry in places if entry[1] != "agenda"]
        assert places == [], f"{module} writes to a State"


# ---------------------------------------------------------------- every verb says why

# Slots that a player could dispute. The others only organize play: agenda, turns, counters.
DISPUTABLE = frozenset(
    {"cash", "owner", "level", "mortgaged", "stock", "at", "jail", "held", "playing"}
)


def verbs() -> dict[str, set[str]]:
    """The methods of the mutator, and the slots that each writes."""
    table = next(
        node
        for node in tree("titledeed.engine.mutations").body
        if isinstance(node, ast.ClassDef) and node.name == "Mutator"
    )
    return {
        verb.name: {slot for _, slot in writes(verb)}
        for verb in table.body
        if isinstance(verb, ast.FunctionDef) and verb.name != "__init__"
    }


def test_every_verb_with_a_disputable_effect_gives_a_reason() -> None:
    disputable = {name for name, slots in verbs().items() if slots & DISPUTABLE}
    assert {"pay", "deed", "stack", "turn_deed", "move", "free", "retire", "hold"} <= disputable
    for name in disputable:
        clauses = inspect.signature(getattr(Mutator, name)).parameters.get("clauses")
        assert clauses is not None, f"{name} has no reason"
        assert clauses.default is inspect.Parameter.empty, f"{name} can go without a reason"


def test_money_moves_in_only_one_function() -> None:
    assert [name for name, slots in verbs().items() if "cash" in slots] == ["pay"]
    assert [name for name, slots in verbs().items() if "owner" in slots] == ["deed"]
    assert [name for name, slots in verbs().items() if "level" in slots] == ["stack"]
    assert [name for name, slots in verbs().items() if "mortgaged" in slots] == ["turn_deed"]


# ---------------------------------------------------------------- views write to nothing

# Names that the views use for the state of the page and its parts.
OF_THE_APP = frozenset(
    {
        "app",
        "phase",
        "playing",
        "reading",
        "replaying",
        "draft",
        "dialog",
        "session",
        "state",
        "settings",
    }
)
# Methods of the page's state that change it, besides those of lists, sets and dictionaries.
CHANGING_THE_APP = frozenset(
    {"dismiss", "keep", "keep_lasting", "proceed", "skip", "think", "hand_over", "stand", "play"}
)


def written(body: ast.AST) -> Iterator[tuple[int, str]]:
    """The assignments to parts of the page's state: (line, target)."""
    for node in ast.walk(body):
        targets: list[ast.expr] = []
        if isinstance(node, (ast.Assign, ast.Delete)):
            targets = list(node.targets)
        elif isinstance(node, (ast.AugAssign, ast.AnnAssign)):
            targets = [node.target]
        elif (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and node.func.attr in CHANGING | CHANGING_THE_APP
        ):
            targets = [node.func.value]
        for whole in targets:
            for target in whole.elts if isinstance(whole, ast.Tuple) else [whole]:
                if isinstance(target, (ast.Attribute, ast.Subscript)) and of_the_app(target):
                    yield target.lineno, ast.unparse(target)


def of_the_app(target: ast.expr) -> bool:
    """Whether this is a part of the page's state. A view may write to objects of its own."""
    names: list[str] = []
    while isinstance(target, (ast.Attribute, ast.Subscript)):
        if isinstance(target, ast.Attribute):
            names.append(target.attr)
        target = target.value
    if isinstance(target, ast.Name):
        names.append(target.id)
    return bool(OF_THE_APP & set(names[1:])) and names[-1] != "self"


def test_the_check_for_views_finds_planted_faults() -> None:
    for text in (
        "app.look = None",
        "ctx.app.label = (first, said)",
        "draft.partner = NOBODY",
        "reading.unfolded.add(topic)",
        "ctx.app.notices.add(notice)",
        "ctx.app.notices.dismiss('undone')",
        "app.playing.skip()",
        "ctx.app.phase.paused = True",
        "dialog.arg += 'x'",
        "state.owner[3] = 1",
    ):
        assert list(written(ast.parse(text))), text
    for text in ("cache.look = None", "look = app.look", "rows.append(app.deed)", "state = s"):
        assert not list(written(ast.parse(text))), text


def test_views_never_change_the_state() -> None:
    for module in sorted(m for m in MODULES if ".views." in m):
        assert list(written(tree(module))) == []


# The input of a form, and the functions that turn its texts into values.
OF_FORMS = frozenset({"Gesture", "number_of", "whole_number"})


def state_in_views(tree: Iterable[ast.AST]) -> Iterator[tuple[int, str]]:
    """The classes whose objects change, and the places that read a form: (line, name)."""
    for node in tree:
        if isinstance(node, ast.ClassDef):
            mutable = [
                decorator
                for decorator in map(ast.unparse, node.decorator_list)
                if decorator.startswith("dataclass") and "frozen=True" not in decorator
            ]
            changes = [
                target
                for method in node.body
                if isinstance(method, ast.FunctionDef) and method.name != "__init__"
                for part in ast.walk(method)
                if isinstance(part, (ast.Assign, ast.AugAssign, ast.AnnAssign))
                for target in (part.targets if isinstance(part, ast.Assign) else [part.target])
                if ast.unparse(target).startswith("self.")
            ]
            if mutable or changes:
                yield node.lineno, node.name
        elif isinstance(node, ast.ImportFrom):
            yield from ((node.lineno, a.name) for a in node.names if a.name in OF_FORMS)
        elif isinstance(node, ast.Raise) and "FormError" in ast.unparse(node):
            yield node.lineno, "FormError"


def test_the_check_for_state_in_views_finds_planted_faults() -> None:
    for text in (
        "@dataclass\nclass A:\n    n: int",
        "@dataclass(slots=True)\nclass A:\n    n: int",
        "class A:\n    def turn(self):\n        self.at = 1",
        "class A:\n    def turn(self):\n        self.at += 1",
        "from ....lab.number_input import number_of",
        "def f(text):\n    raise FormError(text)",
    ):
        assert list(state_in_views(ast.walk(ast.parse(text)))), text
    for text in (
        "@dataclass(frozen=True)\nclass A:\n    n: int",
        "class A:\n    def __init__(self):\n        self.at = 1",
        "class A(TypedDict):\n    n: int",
        "try:\n    f()\nexcept FormError:\n    pass",
    ):
        assert not list(state_in_views(ast.walk(ast.parse(text)))), text


def test_no_wing_view_stores_state_or_reads_a_form() -> None:
    """A wing has both in its own ``state``, beside its views."""
    for module in sorted(m for m in MODULES if re.match(r"titledeed\.ui\.\w+\.views\.", m)):
        assert list(state_in_views(nodes(module))) == [], module


# ---------------------------------------------------------------- lines that a review can read

LONGEST_LINE = 140  # characters in a line of a template or style, without the messages in it
_MESSAGE = re.compile(r'\b_\("[^"]*"')
MARKED_UP = sorted(
    str(file.relative_to(PY.parent))
    for file in (
        PY.parent / "index.html",
        *(PY.parent / "templates").rglob("*.html"),
        *(PY.parent / "static" / "css").glob("*.css"),
    )
)


def test_no_template_or_style_line_is_as_long_as_a_paragraph() -> None:
    """Break a long line between attributes, before a block element, or between declarations."""
    for file in MARKED_UP:
        lines = (PY.parent / file).read_text("utf-8").split("\n")
        long = [n for n, line in enumerate(lines, 1) if len(_MESSAGE.sub("", line)) > LONGEST_LINE]
        assert not long, f"{file}, lines {long}"


def test_no_style_of_the_table_counts_children_within_has() -> None:
    """``:has(li:nth-child(4))`` made browsers match all styles again at every change of the page, for
    27 ms more at each answer. Let the template count, and name the result by a class."""
    counts = re.compile(r":has\([^()]*:(?:nth|first|last|only)-")
    found = {
        file.name: len(counts.findall(file.read_text("utf-8")))
        for file in (PY.parent / "static" / "css").glob("*.css")
    }
    # This one stands in a dialog, and costs little.
    assert {name: n for name, n in found.items() if n} == {"saves.css": 1}


def test_no_browser_test_uses_the_wait_that_the_policy_forbids() -> None:
    """``wait_for_function`` evaluates a string in the page. It fails only if the first look comes too
    early, so on a loaded machine. ``waits`` of ``browsing`` asks from outside."""
    tests = sorted((PY.parent / "tests" / "browser").glob("*.py"))
    assert len(tests) > 50
    found = [
        file.name
        for file in tests
        for node in ast.walk(tree_of(file))
        if isinstance(node, ast.Attribute) and node.attr == "wait_for_function"
    ]
    assert not found


# ---------------------------------------------------------------- one name for one thing

# steady-1 never changes, so it repeats the classes that bots.steady took over from it.
OLD = "titledeed.bots.frozen.steady_1."


def test_no_two_classes_have_the_same_name() -> None:
    """Classes of the engine, of the page and of the laboratory can appear in one sentence."""
    homes: dict[str, list[str]] = {}
    for module in sorted(MODULES):
        for node in nodes(module):
            if isinstance(node, ast.ClassDef):
                homes.setdefault(node.name, []).append(module)
    assert len(homes) > 300
    twice = set()
    for name, places in homes.items():
        own = [module for module in places if not module.startswith(OLD)]
        of_bots = own and own[0].startswith("titledeed.bots.")
        if len(own) > 1 or (len(places) > 1 and not of_bots):
            twice.add(name)
    assert not twice


# ---------------------------------------------------------------- docstrings

PYTHON = [
    PY.parent / "build.py",
    *(
        file
        for folder in ("py", "tools", "tests")
        for file in sorted((PY.parent / folder).rglob("*.py"))
    ),
]


def test_every_module_has_a_docstring() -> None:
    silent = [
        str(file.relative_to(PY.parent))
        for file in PYTHON
        if file.name != "__init__.py" and not ast.get_docstring(tree_of(file))
    ]
    assert silent == []

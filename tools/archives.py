"""The Python that the browser gets, as archives.

``stdlib.gz``  the part of the standard library named in stdlib.txt, as bytecode
``app.gz``     the program, its templates and data, Jinja2 and PyScript's own package, as bytecode
``lab.gz``     the laboratory, as bytecode: fetched when it is first opened
``maker.gz``   the board maker, as bytecode: fetched when it is first opened
``strategies.gz``  players from rules, as bytecode: fetched when a game has one, and with ``tables.gz``
``desk.gz``    the strategy desk, as bytecode: fetched when it is first opened
``tables.gz``  a table over several devices, as bytecode, with the parts of the standard library that
               only such a table needs: fetched when it is first opened
``classroom.gz``  a class over several devices, as bytecode: fetched when it is first opened
``nouns.gz``   the grammar and the messages for boards with their own nouns: fetched with such a board
``characters.gz``  the expressions and the lines of the bots, with their translations: fetched once a game
               is played
``odds.gz``    the weights of the odds and the trade model: fetched when odds are first needed
``de.gz``      the texts of another language: fetched when it is chosen
``rest.xz``    the rest of the standard library, as source: fetched only when something asks for it

Each is a zip inside one compressed stream; the zip stores its files without compression. This is
smaller than a compressed zip, and Python reads it without inflating it again. The browser itself
inflates gzip. The rest is hardly ever needed, so it is packed tighter and inflated by Python. The same
input gives the same bytes.
"""

from __future__ import annotations

import gzip
import hashlib
import io
import json
import lzma
import os
import shutil
import subprocess
import tempfile
import tomllib
import zipfile
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

import jinja2
import markupsafe

from tools import messages, pages

ROOT = Path(__file__).resolve().parent.parent
PYODIDE = ROOT / "node_modules" / "pyodide"
PYSCRIPT = ROOT / "node_modules" / "@pyscript" / "core"
CACHE = ROOT / ".cache" / "archives"
KEPT = 12  # builds whose archives stay in the cache
# Files in the stock library's archive that are not modules of the library.
NOT_LIBRARY = ("site-packages/", "__phello__/", "__hello__")
TERMINAL = ("_pyrepl/",)  # the prompt of a terminal, which no page has

# Modules of Jinja2 that this program does not use.
NOT_JINJA = {"constants.py", "ext.py", "meta.py", "nativetypes.py", "sandbox.py"}
# The build compiles the templates, so the site leaves out the compiler, a quarter of Jinja2's import time.
# Other modules of Jinja2 import these modules for these names.
COMPILES = {
    "bccache.py": ("BytecodeCache", "FileSystemBytecodeCache", "MemcachedBytecodeCache"),
    "compiler.py": ("CodeGenerator", "generate"),
    "lexer.py": ("Lexer", "TokenStream", "get_lexer"),
    "parser.py": ("Parser",),
}
ONLY_COMPILES = {"_identifier.py", "idtracking.py", "optimizer.py", "visitor.py"}
# Modules of PyScript that this program does not use. PyScript writes them as source if they are needed.
NOT_PYSCRIPT = {"fs.py", "media.py", "web.py"}
LATE_PATTERN = """class _Late:
    def __init__(self, *pattern):
        self.pattern = pattern

    def match(self, text):
        return re.compile(*self.pattern).match(text)


"""
# At import, Jinja2 prepares filters that none of our templates uses. This program delays that work
# until it is needed. A tenth of a start's imports was urllib.parse, ipaddress and the pattern of all
# web addresses.
LATE_IN_JINJA = {
    "utils.py": (
        ("from urllib.parse import quote_from_bytes\n", ""),
        (
            "    rv = quote_from_bytes(obj, safe)\n",
            "    from urllib.parse import quote_from_bytes\n\n    rv = quote_from_bytes(obj, safe)\n",
        ),
        ("_http_re = re.compile(\n", f"{LATE_PATTERN}_http_re = _Late(\n"),
        ("_email_re = re.compile(", "_email_re = _Late("),
    )
}
STAYED = '''"""Not here: templates are compiled when the site is built."""

def {name}(*args, **named):
    raise RuntimeError("Templates are compiled when the site is built.")

{rest}
'''

# Modules that app.gz leaves out: only the command line or the type checker needs them.
LATER = (
    "titledeed/ui/live_class.py",
    "titledeed/ui/views/types.py",
    "titledeed/ui/views/dialogs/types.py",
    "titledeed/ui/lab/views/types.py",
    "titledeed/ui/devices/views/types.py",
    "titledeed/ui/board_maker/views/types.py",
    "titledeed/ui/workshop/views/types.py",
    "titledeed/ui/classroom/views/types.py",
    "titledeed/ui/strategy_desk/views/types.py",
    "titledeed/lab/arena.py",
    "titledeed/cli/arena_and_landings_commands.py",
    "titledeed/cli/compare_text.py",
    "titledeed/cli/lab_commands.py",
    "titledeed/cli/tournament_command.py",
    "titledeed/cli/sweep_command.py",
    "titledeed/cli/translated_argument_parser.py",
    "titledeed/language/po_file.py",
    "titledeed/lab/seat_odds_per_round_csv.py",
)
# A table over several devices comes in an archive of its own.
TABLES = (
    "titledeed/peers/",
    "titledeed/ui/browser/qr_codes",
    "titledeed/ui/browser/screen_wake_lock",
    "titledeed/ui/browser/webrtc",
    "titledeed/ui/devices/",
    *(
        f"templates/{jinja2.ModuleLoader.get_module_filename(f'dialogs/devices{part}.html')}"
        for part in ("", "-start", "-letters", "-hall", "-servers")
    ),
)
# Modules of the standard library that only a table over several devices needs: they come with it.
TABLES_LIBRARY = ("hmac.py", "ipaddress.py")
# The laboratory, in an archive of its own.
LAB = (
    "titledeed/cli/check_record_expectations.py",  # for the laboratory's files of games
    "titledeed/lab/",
    "titledeed/migrations/lesson_and_worksheet_formats",
    "titledeed/migrations/run_format",
    "titledeed/migrations/sweep_format",
    "titledeed/ui/browser/chart_svg_export",
    "titledeed/game/review_of_weightiest_decisions.py",
    "titledeed/game/best_offer_never_made.py",
    # For the workshop and the strategy desk.
    "titledeed/language/lost_games",
    "titledeed/language/python_for_reading",
    "titledeed/ui/actions/late_loading/seat_written_bot",
    "titledeed/ui/lab/",
)
# The board maker, in an archive of its own.
MAKER = ("titledeed/board_maker/", "titledeed/ui/board_maker/")
# The bot workshop, and what bots may import, in an archive of their own.
WORKSHOP = (
    "titledeed/api.py",
    "titledeed/lab/third_party_bots.py",
    "titledeed/migrations/bot_format",
    "titledeed/ui/browser/code_editor",
    "titledeed/ui/browser/fence",
    "titledeed/ui/game_loop/written_bots_at_table",
    "titledeed/ui/workshop/",
    "titledeed/workshop/",
)
# A class over several devices, in an archive of its own.
CLASSROOM = (
    "titledeed/classroom/",
    "titledeed/migrations/class_format",
    "titledeed/ui/classroom/",
)
# Players from rules, and the desk where they are made, in archives of their own.
STRATEGIES = ("titledeed/migrations/strategy_format", "titledeed/strategies/")
DESK = ("titledeed/strategy_desk/", "titledeed/ui/strategy_desk/")
# The expressions and the lines of the bots, in an archive of their own.
CHARACTERS = (
    "titledeed/bots/lines.json",
    "titledeed/game/character_reactions",
    "titledeed/language/character_lines",
    "titledeed/locale/lines.json",
    "titledeed/ui/game_loop/character_expressions_and_lines",
)
# The grammar and the messages for boards with their own nouns, in an archive of their own.
NOUNS = ("titledeed/language/own_nouns", "titledeed/locale/nouns/")
# The weights of the odds and of the trade model, in an archive of their own.
ODDS = ("titledeed/odds/trade_weights.json", "titledeed/odds/weights.json")

# One archive for each language but the program's own.
LANGUAGES = "titledeed/locale/"

Tree = dict[str, bytes]  # name inside the archive -> content


@dataclass(frozen=True)
class Part:
    """The sources of one archive. Docstrings and asserts are dropped, except below the folder ``whole``.

    Our own program keeps them so that it behaves as under CPython. Besides, dataclasses without a
    docstring would build one at each start."""

    tree: Tree
    whole: str = ""


@dataclass(frozen=True)
class Archives:
    stdlib: Path
    app: Path
    lab: Path
    maker: Path
    tables: Path
    workshop: Path
    classroom: Path
    strategies: Path
    desk: Path
    characters: Path
    nouns: Path
    odds: Path
    rest: Path
    languages: dict[str, Path]  # "de" -> the archive of its texts


def make(node: Path, addresses: pages.Addresses) -> Archives:
    """Make the archives, or take those from the cache whose sources have not changed."""
    library = stock_library()
    wanted = allowed(library, (ROOT / "tools" / "stdlib.txt").read_text())
    quick = {name: library[name] for name in library if name in wanted}
    of_tables = {name: library[name] for name in TABLES_LIBRARY}
    quick["sitecustomize.py"] = (ROOT / "static" / "boot" / "sitecustomize.py").read_bytes()
    rest = {name: library[name] for name in library if name not in wanted}
    how = [ROOT / "tools" / "bytecode.mjs", Path(__file__)]
    tool = b"".join(file.read_bytes() for file in how) + _package_version(PYODIDE)
    app = app_tree(rest, addresses)
    workshop = {name: app.pop(name) for name in sorted(app) if name.startswith(WORKSHOP)}
    classroom = {name: app.pop(name) for name in sorted(app) if name.startswith(CLASSROOM)}
    lab = {name: app.pop(name) for name in sorted(app) if name.startswith(LAB)}
    maker = {name: app.pop(name) for name in sorted(app) if name.startswith(MAKER)}
    strategies = {name: app.pop(name) for name in sorted(app) if name.startswith(STRATEGIES)}
    desk = {name: app.pop(name) for name in sorted(app) if name.startswith(DESK)}
    characters = {name: app.pop(name) for name in sorted(app) if name.startswith(CHARACTERS)}
    nouns = {name: app.pop(name) for name in sorted(app) if name.startswith(NOUNS)}
    apart = (
        *(("lab", lab), ("maker", maker), ("characters", characters), ("workshop", workshop)),
        ("classroom", classroom),
        ("desk", desk),
    )
    for part, tree in apart:
        for name, source in pages.compiled_templates(addresses, part).items():
            tree[f"templates/{name}"] = source.encode()
    tables = {name: app.pop(name) for name in sorted(app) if name.startswith(TABLES)} | of_tables
    odds = {name: app.pop(name) for name in ODDS}
    spoken = {
        name.removeprefix(LANGUAGES).removesuffix(".json"): {name: app.pop(name)}
        for name in sorted(app)
        if name.startswith(LANGUAGES)
    }
    parts = {
        "stdlib.gz": Part(quick),
        "app.gz": Part(app, whole="titledeed/"),
        "lab.gz": Part(lab, whole="titledeed/"),
        "maker.gz": Part(maker, whole="titledeed/"),
        "tables.gz": Part(tables, whole="titledeed/"),
        "workshop.gz": Part(workshop, whole="titledeed/"),
        "classroom.gz": Part(classroom, whole="titledeed/"),
        "strategies.gz": Part(strategies, whole="titledeed/"),
        "desk.gz": Part(desk, whole="titledeed/"),
        "characters.gz": Part(characters, whole="titledeed/"),
        "nouns.gz": Part(nouns, whole="titledeed/"),
    }
    files = {name: _place(name, part.tree, tool) for name, part in parts.items()}
    missing = {name: parts[name] for name, file in files.items() if not file.exists()}
    for name, tree in _compiled(node, missing).items():
        _keep(name, files[name], tree)
    return Archives(
        stdlib=_used(files["stdlib.gz"]),
        app=_used(files["app.gz"]),
        lab=_used(files["lab.gz"]),
        maker=_used(files["maker.gz"]),
        tables=_used(files["tables.gz"]),
        workshop=_used(files["workshop.gz"]),
        classroom=_used(files["classroom.gz"]),
        strategies=_used(files["strategies.gz"]),
        desk=_used(files["desk.gz"]),
        characters=_used(files["characters.gz"]),
        nouns=_used(files["nouns.gz"]),
        odds=_packed("odds.gz", odds, tool),
        rest=_packed("rest.xz", rest, tool),
        languages={
            language: _packed(f"{language}.gz", words, tool) for language, words in spoken.items()
        },
    )


def stock_library() -> Tree:
    """The standard library as Pyodide ships it, without what needs a terminal."""
    with zipfile.ZipFile(PYODIDE / "python_stdlib.zip") as archive:
        return {
            name: archive.read(name)
            for name in sorted(archive.namelist())
            if not name.endswith("/") and not name.startswith(NOT_LIBRARY + TERMINAL)
        }


def allowed(library: Iterable[str], listed: str) -> set[str]:
    """The files of ``library`` that the list names. Raises an error for an unknown name."""
    files = set(library)
    modules: set[str] = set()
    for line in listed.splitlines():
        name = line.partition("#")[0].strip()
        if not name:
            continue
        stem = name.removesuffix(".*").replace(".", "/")
        if name.endswith(".*"):
            matching = {file for file in files if file.startswith(f"{stem}/")}
        else:
            matching = files & {f"{stem}.py", f"{stem}/__init__.py"}
        if not matching:
            raise ValueError(f"tools/stdlib.txt: there is no module {name} in the library.")
        modules |= matching
    return modules


def module_names(files: Iterable[str]) -> list[str]:
    """The dotted names of the modules among these files."""
    stems = (file.removesuffix(".py") for file in files if file.endswith(".py"))
    return sorted(stem.removesuffix("/__init__").replace("/", ".") for stem in stems)


def program_files(folder: Path) -> list[tuple[str, Path]]:
    """The files of a program's folder with their names in it, without what Python and tools keep beside them:
    compiled modules, and all that begins with a dot, such as a cache of mypy."""
    files = [
        (file.relative_to(folder), file) for file in sorted(folder.rglob("*")) if file.is_file()
    ]
    return [
        (name.as_posix(), file)
        for name, file in files
        if not any(part == "__pycache__" or part.startswith(".") for part in name.parts)
    ]


def app_tree(rest: Iterable[str], addresses: pages.Addresses) -> Tree:
    """The program's files: ``py/``, its data as JSON, templates, Jinja2, PyScript's package."""
    py = ROOT / "py"
    tree: Tree = {}
    lines: dict[str, object] = {}  # the translations of the characters' lines, by language
    marked: dict[str, object] = {}  # the messages for own nouns, by language
    for name, file in program_files(py):
        if name.endswith("__main__.py") or name.startswith(LATER):
            continue
        if file.suffix == ".toml":
            # TOML parses slowly in the browser; JSON does not.
            data = tomllib.loads(file.read_text("utf-8"))
            tree[name.removesuffix("toml") + "json"] = _json(data)
        elif file.suffix == ".po" and file.parent.name == "nouns":
            marked[file.stem] = messages.marked(file)
        elif file.suffix == ".po":
            tree[name.removesuffix("po") + "json"] = _json(messages.of_the_page(file))
            lines[file.stem] = messages.of_the_characters(file)
        else:
            tree[name] = file.read_bytes()
    tree["titledeed/locale/lines.json"] = _json(lines)
    tree["titledeed/locale/nouns/all.json"] = _json(marked)
    for package in (jinja2, markupsafe):
        folder = Path(package.__path__[0])
        unwanted = {folder / name for name in NOT_JINJA | ONLY_COMPILES}
        for file in sorted(set(folder.rglob("*.py")) - unwanted):
            tree[f"{folder.name}/{file.relative_to(folder).as_posix()}"] = file.read_bytes()
    for module, changes in LATE_IN_JINJA.items():
        text = tree[f"jinja2/{module}"].decode()
        for was, becomes in changes:
            if text.count(was) != 1:
                raise ValueError(f"Jinja2's {module} has changed: {was.strip()} is not there once.")
            text = text.replace(was, becomes)
        tree[f"jinja2/{module}"] = text.encode()
    for module, names in COMPILES.items():
        others = "\n".join(f"{name} = {names[0]}" for name in names[1:])
        tree[f"jinja2/{module}"] = STAYED.format(name=names[0], rest=others).encode()
    for name, source in pages.compiled_templates(addresses).items():
        tree[f"templates/{name}"] = source.encode()
    for name, source in pyscripts_package().items():
        if name not in NOT_PYSCRIPT:
            tree[f"pyscript/{name}"] = source.encode()
    for name in ("rest_of_library.py", "made_dataclasses.py"):
        tree[name] = (ROOT / "static" / "boot" / name).read_bytes()
    tree["rest_of_library.json"] = _json(module_names(rest))
    return dict(sorted(tree.items()))


def pyscripts_package() -> dict[str, str]:
    """PyScript's Python package. PyScript would compile it from a text in its JavaScript at each start; this
    copy is found first and is compiled already."""
    module = (PYSCRIPT / "src" / "stdlib" / "pyscript.js").read_text("utf-8")
    literal = module[module.index("{") : module.rindex("}") + 1]
    package: dict[str, str] = json.loads(literal)["pyscript"]
    return package


def stored_zip(tree: Tree) -> bytes:
    """A zip with stored (not compressed) files, all with the same fixed date."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as archive:
        for name in sorted(tree):
            archive.writestr(zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0)), tree[name])
    return out.getvalue()


def _compiled(node: Path, parts: Mapping[str, Part]) -> dict[str, Tree]:
    """The trees of these parts with each ``.py`` replaced by its ``.pyc``.

    One Pyodide compiles all of them, because it takes two seconds to start."""
    if not parts:
        return {}
    with tempfile.TemporaryDirectory(prefix="titledeed-") as name:
        stage = Path(name)
        kinds = {"whole": 0, "bare": 2}
        (stage / "levels.json").write_text(json.dumps(kinds))
        for part, source in parts.items():
            for kind in kinds:
                (stage / part / kind).mkdir(parents=True)
            for file, content in source.tree.items():
                kept_whole = source.whole and file.startswith(source.whole)
                path = stage / part / ("whole" if kept_whole else "bare") / file
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(content)
        done = subprocess.run(
            [str(node), str(ROOT / "tools" / "bytecode.mjs"), name],
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            raise ValueError(f"The program could not be compiled:\n{done.stderr.strip()}")
        return {part: _files_in(*(stage / part / kind for kind in kinds)) for part in parts}


def _files_in(*folders: Path) -> Tree:
    """The files of these folders together, each by its path inside its folder."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for folder in folders
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def _packed(name: str, tree: Tree, tool: bytes) -> Path:
    """The archive of a tree without compiling anything."""
    file = _place(name, tree, tool)
    if not file.exists():
        _keep(name, file, tree)
    return _used(file)


def _place(name: str, tree: Tree, tool: bytes) -> Path:
    """The path of the archive of these sources in the cache."""
    key = hashlib.sha256(tool + stored_zip(tree)).hexdigest()[:16]
    return CACHE / f"{key}-{name}"


def _used(file: Path) -> Path:
    """Mark the file as just used, so that the cache drops it last. Return it."""
    os.utime(file)
    return file


def _keep(name: str, file: Path, tree: Tree) -> None:
    """Pack a tree into the cache, and drop the oldest archives of this name there."""
    CACHE.mkdir(parents=True, exist_ok=True)
    archive = stored_zip(tree)
    packed = lzma.compress(archive) if name.endswith(".xz") else gzip.compress(archive, 9, mtime=0)
    # Write to a temporary file and rename it, because another build may be writing the same one.
    with tempfile.NamedTemporaryFile(dir=CACHE, delete=False) as aside:
        aside.write(packed)
    shutil.move(aside.name, file)
    old = sorted(CACHE.glob(f"*-{name}"), key=lambda archive: archive.stat().st_mtime)
    for oldest in old[:-KEPT]:
        oldest.unlink(missing_ok=True)


def _json(data: object) -> bytes:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode()


def _package_version(folder: Path) -> bytes:
    return str(json.loads((folder / "package.json").read_text())["version"]).encode()

"""The trimmed standard library has everything that the program imports."""

from __future__ import annotations

import ast
import gzip
import importlib
import io
import re
import subprocess
import zipfile
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest

from tools import archives

ROOT = Path(__file__).resolve().parents[2]
LISTED = (ROOT / "tools" / "stdlib.txt").read_text()

Run = Callable[..., subprocess.CompletedProcess[str]]


def test_every_module_of_the_program_can_be_imported_in_pyodide(in_pyodide: Run) -> None:
    done = in_pyodide("tests/build/importing.py")
    assert done.returncode == 0, done.stderr
    assert int(done.stdout.split()[0]) > 30


def test_imports_are_lazy_and_give_the_same_result_otherwise(in_pyodide: Run) -> None:
    """The dataclasses too are the same in all that can be seen of them."""
    described = set()
    for how, by in (("as-built", "Archive"), ("no-finder", "zipimporter"), ("no-notes", "Archive")):
        done = in_pyodide("tests/build/quick_imports.py", how)
        assert done.returncode == 0, done.stderr
        loaded, counts, space, classes = done.stdout.splitlines()
        assert loaded == f"{by} /lib/app.zip/titledeed/engine/board_and_rules_types.pyc"
        usually, number = (int(number) for number in re.findall(r"\d+", counts))
        assert number > 100
        assert usually == 0 if how != "no-notes" else usually > 100
        fields = "index=0, id='go', name='Go', short='Go', kind='go', group='', price=5, mortgage=0"
        assert space == f"Space({fields}, rents=()) True"
        described.add(classes)
    assert len(described) == 1


def test_the_shipped_jinja_renders_and_only_the_build_compiles(built_site: Path) -> None:
    packed = gzip.decompress(next((built_site / "python").glob("app.*.gz")).read_bytes())
    with zipfile.ZipFile(io.BytesIO(packed)) as archive:
        compiler = archive.getinfo("jinja2/compiler.pyc").file_size
        names = archive.namelist()
    assert compiler < 2000
    assert "jinja2/optimizer.pyc" not in names
    assert "jinja2/environment.pyc" in names
    for module, wanted in archives.COMPILES.items():
        real = importlib.import_module(f"jinja2.{module.removesuffix('.py')}")
        assert [name for name in wanted if not hasattr(real, name)] == []


def test_late_imports_in_jinja_still_work(printed_in_both: Callable[[str], str]) -> None:
    printed = printed_in_both("tests/build/late_filters.py")
    assert printed.count("<a ") == 3


def test_the_library_includes_modules_that_the_program_imports_late() -> None:
    """Importing a module does not run the imports inside its functions."""
    library = archives.stock_library()
    known = set(archives.module_names(library))
    quick = set(archives.module_names(archives.allowed(library, LISTED)))
    at_tables = quick | set(archives.module_names(archives.TABLES_LIBRARY))
    missing = []
    wanted: set[str] = set()
    for file in sorted((ROOT / "py").rglob("*.py")):
        name = file.relative_to(ROOT / "py").as_posix()
        if name.startswith(archives.LATER) or file.name == "__main__.py":
            continue
        names = imported(file.read_text("utf-8"))
        wanted |= names
        here = at_tables if name.startswith(archives.TABLES) else quick
        missing += [(name, module) for module in sorted(names & known - here)]
    assert {"dataclasses", *archives.module_names(archives.TABLES_LIBRARY)} <= wanted
    assert missing == []


def test_no_template_needs_a_module_that_is_not_shipped() -> None:
    """The filter urlencode would fetch the rest of the standard library for urllib.parse."""
    templates = [ROOT / "index.html", *(ROOT / "templates").rglob("*.html")]
    assert [
        file for file in templates if re.search(r"\|\s*urlencode", file.read_text("utf-8"))
    ] == []


def imported(source: str) -> set[str]:
    """Return the absolute names that a source imports anywhere, and the names from its packages."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names |= {node.module} | {f"{node.module}.{alias.name}" for alias in node.names}
    return names


def test_a_module_list_has_modules_and_packages() -> None:
    library = {"abc.py": b"", "json/__init__.py": b"", "json/tool.py": b"", "zip/path.py": b""}
    listed = "# a comment\nabc\njson  # and why\n\nzip.*\n"
    assert archives.allowed(library, listed) == {"abc.py", "json/__init__.py", "zip/path.py"}
    with pytest.raises(ValueError, match="there is no module jsn"):
        archives.allowed(library, "jsn")


def test_stored_zips_do_not_depend_on_file_order_or_date() -> None:
    tree = {"b.py": b"2", "a/x.py": b"1"}
    assert archives.stored_zip(tree) == archives.stored_zip(dict(reversed(tree.items())))


def test_module_names_come_from_file_names() -> None:
    files = ["json/__init__.py", "json/tool.py", "abc.py", "email/architecture.rst"]
    assert archives.module_names(files) == ["abc", "json", "json.tool"]


def test_the_browser_gets_bytecode_and_json(built_site: Path) -> None:
    packed = gzip.decompress(next((built_site / "python").glob("app.*.gz")).read_bytes())
    names = zipfile.ZipFile(io.BytesIO(packed)).namelist()
    assert {"main.pyc", "jinja2/environment.pyc", "pyscript/__init__.pyc"} <= set(names)
    assert any(name.startswith("titledeed/editions/") and name.endswith(".json") for name in names)
    assert [name for name in names if name.endswith((".toml", ".py"))] == []


def test_a_program_that_does_not_compile_stops_the_build_with_the_line(node: Path) -> None:
    tree = {"good.py": b"x = 1\n", "bad.py": b"def broken(:\n    pass\n"}
    with pytest.raises(ValueError, match="could not be compiled") as told:
        archives._compiled(node, {"app.gz": archives.Part(tree)})
    assert 'File "bad.py", line 1' in str(told.value)
    assert "SyntaxError" in str(told.value)
    assert len(str(told.value)) < 2000


def test_the_program_keeps_its_asserts_but_the_library_does_not(node: Path) -> None:
    source = b'"""What it is."""\nx = 1\nassert x, "never said"\n'
    part = archives.Part({"ours/a.py": source, "b.py": source}, whole="ours/")
    compiled = archives._compiled(node, {"app.gz": part})["app.gz"]
    assert b"never said" in compiled["ours/a.pyc"]
    assert b"never said" not in compiled["b.pyc"]
    assert b"What it is." not in compiled["b.pyc"]


def test_the_program_ships_without_the_types_of_its_functions(node: Path) -> None:
    """Dataclasses are made from the annotations of classes, so these stay."""
    source = b"""from __future__ import annotations
from typing import TYPE_CHECKING
if TYPE_CHECKING:
    import only_checked
def f(a: AnArgument, *more: MoreOfThem, last: TheLast = 1) -> TheResult: return a
class Row:
    column: AColumn
"""
    part = archives.Part({"ours/a.py": source, "b.py": source}, whole="ours/")
    compiled = archives._compiled(node, {"app.gz": part})["app.gz"]
    checked = (b"only_checked", b"AnArgument", b"MoreOfThem", b"TheLast", b"TheResult")
    assert [name for name in checked if name in compiled["ours/a.pyc"]] == []
    assert all(name in compiled["b.pyc"] for name in checked)
    assert b"AColumn" in compiled["ours/a.pyc"]


def test_only_the_program_has_the_lines_of_its_functions(in_pyodide: Run) -> None:
    """A function of the library is on the line where it begins, in tracebacks too."""
    done = in_pyodide("tests/build/function_lines.py")
    assert done.returncode == 0, done.stderr
    ours, library, jinja, told = done.stdout.splitlines()
    assert int(ours) > 5
    assert (library, jinja) == ("1", "1")
    name, line, first = told.split()
    assert name == "raw_decode"
    assert line == first


@pytest.mark.parametrize(
    ("ways_in", "most"),
    [
        (
            (
                "titledeed/bots/strategy_ids",
                "titledeed/storage/written_bots",
                "titledeed/ui/actions/late_loading/classroom_loader",
                "titledeed/ui/actions/late_loading/workshop_loader",
            ),
            4000,
        ),
        (("titledeed/ui/actions/late_loading/maker_loader",), 2000),
    ],
    ids=["class, workshop and strategy desk", "board maker"],
)
def test_the_ways_into_screens_that_are_fetched_later_are_small(
    built_site: Path, ways_in: tuple[str, ...], most: int
) -> None:
    """What they add to the first archive, with 400 bytes for their buttons and links.

    Each counts behind what gzip can look back to. An archive packed without them would differ by chance as
    well: 600 bytes more or less between two builds in which none of them had changed."""
    packed = next((built_site / "python").glob("app.*.gz")).read_bytes()
    raw = gzip.decompress(packed)
    added = 0
    with zipfile.ZipFile(io.BytesIO(raw)) as archive:
        for name in ways_in:
            module = archive.read(f"{name}.pyc")
            start = raw.index(module)
            before = raw[max(0, start - (1 << 15)) : start]
            added += len(zlib.compress(before + module, 9)) - len(zlib.compress(before, 9))
    assert added <= most - 400


def test_the_weights_of_the_odds_ship_separately(built_site: Path) -> None:
    def held(name: str) -> zipfile.ZipFile:
        packed = next((built_site / "python").glob(f"{name}.*.gz")).read_bytes()
        return zipfile.ZipFile(io.BytesIO(gzip.decompress(packed)))

    weights = held("odds")
    assert tuple(weights.namelist()) == archives.ODDS
    for name in archives.ODDS:
        assert weights.read(name) == (ROOT / "py" / name).read_bytes()
    for name in ("app", "lab", "tables"):
        assert not set(archives.ODDS) & set(held(name).namelist())
    guard = next((built_site / "static" / "boot").glob("guard.*")).read_text("utf-8")
    assert "python/app." in guard
    assert "python/odds." not in guard
    needed = (built_site / "sw.js").read_text("utf-8").partition('"others"')[0]
    assert "python/odds." in needed, "offline a shark can play"


def test_the_program_is_packed_without_what_tools_keep_beside_it(tmp_path: Path) -> None:
    for name in ("a/b.py", "a/__pycache__/b.pyc", ".mypy_cache/3.11/b.json", "a/.DS_Store"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("")
    assert archives.program_files(tmp_path) == [("a/b.py", tmp_path / "a" / "b.py")]

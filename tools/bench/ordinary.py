"""Makes two sites to compare our start with: Pyodide alone, and our program with ordinary PyScript.

The ordinary way has wheels in ``packages``, every file in ``[files]``, and the standard library as
shipped."""

from __future__ import annotations

import hashlib
import json
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import markupsafe
from markupsafe import Markup

from tools import machine, pages, site
from tools.bench import ROOT

NPM = ROOT / "node_modules"
WHEELS = ROOT / ".cache" / "wheels"

BARE_PAGE = """<!doctype html>
<html data-state="loading"><meta charset="utf-8"><title>Pyodide alone</title>
<script type="module" src="bare.mjs"></script></html>
"""
BARE = """import { loadPyodide } from "./pyodide/pyodide.mjs";
const python = await loadPyodide();
python.runPython("1 + 1");
performance.mark("titledeed:ready");
document.documentElement.dataset.state = "ready";
"""

# Replaces static/boot/python.js: here the whole program is loaded from the start.
BOOT = """export const program = "";
export const part = async () => {};
export const library = async () => {};
export const worker = () => {};
"""


def bare(folder: Path) -> None:
    """Make a site with Pyodide as npm ships it, started by one line of script."""
    _pyodide(folder / "pyodide")
    (folder / "index.html").write_text(BARE_PAGE)
    (folder / "bare.mjs").write_text(BARE)


def ordinary(folder: Path) -> None:
    """Make a site with our page and program, loaded as PyScript's documentation describes."""
    shutil.copytree(NPM / "@pyscript" / "core" / "dist", folder / "pyscript")
    _pyodide(folder / "pyodide")
    wheels = _wheels(folder / "wheels")
    shutil.copy(next(WHEELS.glob("micropip-*.whl")), folder / "pyodide")
    _trust_micropip(folder / "pyodide")
    shutil.copy(NPM / "morphdom" / "dist" / "morphdom-esm.js", folder)
    (folder / "boot.js").write_text(BOOT)
    files = {}
    for source, target in ((ROOT / "py", ""), (ROOT / "templates", "templates/")):
        for file in sorted(path for path in source.rglob("*") if path.is_file()):
            name = target + file.relative_to(source).as_posix()
            if "__pycache__" in name or name.endswith("__main__.py") or name == "main.py":
                continue
            copied = folder / "files" / name
            copied.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(file, copied)
            files[f"./files/{name}"] = f"./{name}"
    (folder / "main.py").write_text(_from_files((ROOT / "py" / "main.py").read_text()))
    lines = ['interpreter = "./pyodide/pyodide.mjs"', f"packages = {json.dumps(wheels)}", "[files]"]
    lines += [f"{json.dumps(source)} = {json.dumps(target)}" for source, target in files.items()]
    modules = ('"./morphdom-esm.js" = "morphdom"', '"./boot.js" = "boot"')
    lines += ["[js_modules.main]", *modules, ""]
    (folder / "pyscript.toml").write_text("\n".join(lines))
    body = Markup(
        '<script type="module" src="pyscript/core.js"></script>\n'
        '<script type="py" src="main.py" config="pyscript.toml"></script>'
    )
    ours = site.Site(folder)
    ours.vendor()
    ours.fonts()
    ours.static(machine.packages(Path(sys.executable)))
    template = pages.environment(ours.addresses).get_template("index.html")
    page = template.render(site=pages.NOTHING | {"body": body}, **pages.shell_view())
    (folder / "index.html").write_text(page)


def _from_files(main: str) -> str:
    """The main module, changed to read and compile templates when they are needed."""
    loader = 'ModuleLoader(Path(__file__).parent / "templates")'
    if loader not in main:
        raise ValueError(f"tools/bench/ordinary.py looks for {loader} in py/main.py.")
    return main.replace(loader, 'FileSystemLoader("templates")').replace(
        "import ModuleLoader", "import FileSystemLoader"
    )


def _pyodide(folder: Path) -> None:
    folder.mkdir(parents=True)
    names = ["pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip"]
    for name in [*names, "pyodide-lock.json"]:
        shutil.copy(NPM / "pyodide" / name, folder)


def _wheels(folder: Path) -> list[str]:
    folder.mkdir()
    if not list(WHEELS.glob("*.whl")):
        pip = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--require-hashes"]
        # micropip is for the browser's Python; this Python may be too old or too new for it.
        pip += ["--ignore-requires-python", "--dest", str(WHEELS)]
        subprocess.run(
            [*pip, "--requirement", str(ROOT / "tools" / "bench" / "wheels.txt")], check=True
        )
    jinja = shutil.copy(next(WHEELS.glob("jinja2-*.whl")), folder)
    version = markupsafe.__version__ if hasattr(markupsafe, "__version__") else "3.0.0"
    wheel_file = folder / f"markupsafe-{version}-py3-none-any.whl"
    info = f"markupsafe-{version}.dist-info"
    with zipfile.ZipFile(wheel_file, "w", zipfile.ZIP_DEFLATED) as wheel:
        for name in ("__init__.py", "_native.py"):
            wheel.write(Path(markupsafe.__path__[0]) / name, f"markupsafe/{name}")
        wheel.writestr(
            f"{info}/METADATA", f"Metadata-Version: 2.1\nName: markupsafe\nVersion: {version}\n"
        )
        wheel.writestr(
            f"{info}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
        )
        wheel.writestr(f"{info}/RECORD", "")
    return [f"./wheels/{Path(jinja).name}", f"./wheels/{wheel_file.name}"]


def _trust_micropip(pyodide: Path) -> None:
    """Put the hash of PyPI's micropip into Pyodide's lock file, which has that of Pyodide's own build."""
    wheel = next(pyodide.glob("micropip-*.whl"))
    lock = json.loads((pyodide / "pyodide-lock.json").read_text())
    lock["packages"]["micropip"]["sha256"] = hashlib.sha256(wheel.read_bytes()).hexdigest()
    (pyodide / "pyodide-lock.json").write_text(json.dumps(lock))

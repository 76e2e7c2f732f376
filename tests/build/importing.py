"""Run in Pyodide: imports every module of the program's archives and of the benches.

Prints the modules that cannot be imported. Modules that need a page are left out by name, and so is
PyScript's package, which needs PyScript.
"""

import importlib
import sys
from zipimport import zipimporter

NEEDS_A_PAGE = {
    "main",
    "titledeed.ui.browser.qr_codes",
    "titledeed.ui.browser.events",
    "titledeed.ui.browser.dom_page",
    "titledeed.ui.browser.webrtc",
    "titledeed.ui.browser.history_entries_of_lab_screens",
    "titledeed.ui.browser.restore_worksheet_scroll",
    "titledeed.ui.browser.startup",
    "titledeed.ui.browser.workers",
}

files = [
    name
    for archive in ("/lib/app.zip", "/lib/lab.zip", "/lib/tables.zip")
    for name in zipimporter(archive)._get_files()
    if name.endswith(".pyc")
]
modules = sorted(
    name.removesuffix(".pyc").removesuffix("/__init__").replace("/", ".")
    for name in files
    if not name.startswith(("templates/", "pyscript/"))
)
failed = []
for module in modules:
    if module in NEEDS_A_PAGE:
        continue
    try:
        importlib.import_module(module)
    except ImportError as why:
        failed.append(f"{module}: {why}")
BENCH = "tools/bench/playing.py"
try:
    with open(BENCH, encoding="utf-8") as source:
        exec(compile(source.read(), BENCH, "exec"), {"__name__": "imported"})
except ImportError as why:
    failed.append(f"{BENCH}: {why}")
print(f"{len(modules)} modules")
sys.exit("\n".join(failed) or 0)

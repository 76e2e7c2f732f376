"""Run in Pyodide: measures how long the program's import takes, in ms, with one optimization turned off.

node tools/pyodide.mjs dist/python tests/build/imports_timed.py as-built | no-finder | no-notes |
collecting
"""

import dataclasses
import gc
import sys
import time

import made_dataclasses
import sitecustomize

how = sys.argv[1]
if how != "collecting":
    gc.disable()  # as during the imports of a start; tools/pyodide.mjs has enabled it
if how == "no-finder":
    finders = [finder for finder in sys.meta_path if not isinstance(finder, sitecustomize.Archive)]
    sys.meta_path[:] = finders
if how == "no-notes":
    vars(dataclasses)["_process_class"] = made_dataclasses.usual

began = time.perf_counter()
from titledeed.ui.actions import dispatcher  # noqa: E402, F401
from titledeed.ui.render import jinja_renderer  # noqa: E402, F401

print(f"{1000 * (time.perf_counter() - began):.1f}")

"""Run in Pyodide: how the program's modules are imported and its dataclasses made.

quick_imports.py as-built | no-finder | no-texts
"""

import dataclasses
import sys

import sitecustomize

how = sys.argv[1]
if how == "no-finder":
    finders = [finder for finder in sys.meta_path if not isinstance(finder, sitecustomize.Archive)]
    sys.meta_path[:] = finders
if how == "no-texts":
    sitecustomize.compiled.clear()

texts = []
run = vars(dataclasses)["exec"]


def watch(text: str, *places: dict[str, object]) -> None:
    texts.append(text)
    run(text, *places)


vars(dataclasses)["exec"] = watch

from titledeed.engine import words  # noqa: E402
from titledeed.front.hands import hands  # noqa: E402, F401

ready = sum(text in sitecustomize.compiled for text in texts)
print(type(words.__loader__).__name__, words.__file__)
print("compiled before:", ready, "now:", len(texts) - ready)
space = words.Space(0, "go", "Go", "Go", "go", "", 0, 0, ())
print(dataclasses.replace(space, price=5), space == dataclasses.replace(space))

"""The browser's composition root. PyScript runs it when the page and Python are both ready."""

import gc
import traceback
from pathlib import Path
from typing import Any

import js
from jinja2 import ModuleLoader

from titledeed.ui.browser.startup import start_page


def main() -> None:
    page: Any = js.document
    # The build puts the compiled templates into the archive that contains this module.
    start_page(ModuleLoader(Path(__file__).parent / "templates"))
    page.getElementById("start").hidden = True
    # Startup turns the garbage collector off. The objects that it creates stay, so the collector need
    # not scan them.
    gc.freeze()
    gc.enable()
    js.performance.mark("titledeed:ready")
    page.documentElement.dataset.state = "ready"


try:
    main()
except Exception as why:  # noqa: BLE001 (whatever it is, the page must say that it failed)
    # PyScript itself writes the error only to the console.
    traceback.print_exc()
    js.reportError(js.Error.new(f"{type(why).__name__}: {why}"))

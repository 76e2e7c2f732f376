"""The browser's composition root: PyScript runs this when the page and Python are both there."""

import gc
import traceback
from pathlib import Path
from typing import Any

import js
from jinja2 import ModuleLoader

from titledeed.ui.browser.startup import start_page


def main() -> None:
    page: Any = js.document
    # The build put the templates, compiled, into the archive that this module comes from.
    start_page(ModuleLoader(Path(__file__).parent / "templates"))
    page.getElementById("start").hidden = True
    # The start put this off; what it has made stays, and need never be looked through.
    gc.freeze()
    gc.enable()
    js.performance.mark("titledeed:ready")
    page.documentElement.dataset.state = "ready"


try:
    main()
except Exception as why:  # noqa: BLE001 (whatever it is, the page must say that it failed)
    # PyScript would only write it to the console.
    traceback.print_exc()
    js.reportError(js.Error.new(f"{type(why).__name__}: {why}"))

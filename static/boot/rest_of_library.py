"""Fetches the rest of the standard library when a module outside the trimmed part is imported.

The trimmed part should contain all that the program needs. This module keeps the program working if the
list was wrong. It is slow and it warns, so that a test notices. It also needs the host, because in
Chromium a service worker does not answer blocking requests.
"""

import _lzma
import json
import sys
from importlib.machinery import ModuleSpec
from zipimport import zipimporter

import js

ARCHIVE = "/lib/rest.zip"


class RestOfLibrary:
    """The last finder in ``sys.meta_path``: asked only for modules that were found nowhere else."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.names: frozenset[str] | None = None
        self.fetched = False

    def find_spec(self, name: str, path: object = None, target: object = None) -> ModuleSpec | None:
        if self.names is None:
            beside = __file__.rpartition("/")[0] + "/rest_of_library.json"
            self.names = frozenset(json.loads(__spec__.loader.get_data(beside)))  # type: ignore[union-attr]
        if name not in self.names:
            return None
        if not self.fetched:
            js.console.warn(f"Fetching the rest of the standard library for {name}.")
            self.fetch()
        folder = "/".join([ARCHIVE, *name.split(".")[:-1]])
        return zipimporter(folder).find_spec(name)

    def fetch(self) -> None:
        # An import cannot wait for a promise, so the request blocks. In a page, a blocking request
        # cannot return bytes, so it returns a text that encodes them.
        request = js.XMLHttpRequest.new()
        request.open("GET", self.address, False)
        request.overrideMimeType("text/plain; charset=x-user-defined")
        request.send()
        if request.status != 200:
            if hasattr(js, "guard"):  # not in a worker
                js.guard.late(self.address)
            raise ImportError(f"The rest of the standard library: {request.status}")
        packed = bytes(ord(letter) & 0xFF for letter in request.responseText)
        with open(ARCHIVE, "wb") as file:
            file.write(_lzma.LZMADecompressor().decompress(packed))
        self.fetched = True


def offer(address: str) -> None:
    """Look for missing modules in the archive at this address from now on."""
    sys.meta_path.append(RestOfLibrary(address))

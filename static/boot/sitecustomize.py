"""The first module that Python's ``site`` imports: it makes the imports of a start quick.

It does not change the result of an import. Where something is not as expected, the usual way is taken:
zipimport for modules, and the standard way for dataclasses.
"""

import gc
import marshal
import os
import sys
from importlib.machinery import ModuleSpec, PathFinder
from types import CodeType, ModuleType
from zipimport import _zip_directory_cache, zipimporter  # type: ignore[attr-defined]

# The objects of a start are permanent. Searching them again and again for garbage takes a tenth of the
# start. The code that starts Python enables the collector again (python.js).
gc.disable()


class Archive:
    """Finds modules in a zip of stored bytecode.

    zipimport opens the zip for each module and looks for it under four names. It checks what it finds
    for three ways to be out of date. These archives have only one kind of entry.
    """

    HEADER = 30  # bytes of an entry before its name
    PYC_HEADER = 16

    def __init__(self, path: str) -> None:
        self.path = path
        self.zip = zipimporter(path)
        self.entries = _zip_directory_cache[path]
        self.file = os.open(path, os.O_RDONLY)

    def find_spec(self, name: str, path: object = None, target: object = None) -> ModuleSpec | None:
        stem = name.replace(".", "/")
        entry, package = f"{stem}.pyc", False
        if entry not in self.entries:
            entry, package = f"{stem}/__init__.pyc", True
            if entry not in self.entries:
                return None
        origin = f"{self.path}/{entry}"
        spec = ModuleSpec(name, self, origin=origin, loader_state=entry, is_package=package)
        spec.has_location = True
        if package:
            spec.submodule_search_locations = [f"{self.path}/{stem}"]
        return spec

    def create_module(self, spec: ModuleSpec) -> None:
        return None

    def exec_module(self, module: ModuleType) -> None:
        assert module.__spec__ is not None
        exec(self.code(module.__spec__.loader_state), vars(module))

    def code(self, name: str) -> CodeType:
        return marshal.loads(memoryview(self.read(name))[self.PYC_HEADER :])  # type: ignore[no-any-return]

    def read(self, name: str) -> bytes:
        entry = self.entries[name]
        size, start = entry[3], entry[4] + self.HEADER + len(name)
        return os.pread(self.file, size, start)

    # The methods that inspect, linecache and importlib.resources call on a loader.

    def get_code(self, name: str) -> CodeType | None:
        spec = self.find_spec(name)
        return spec and self.code(spec.loader_state)

    def get_source(self, name: str) -> None:
        return None

    def is_package(self, name: str) -> bool:
        return self.zip.is_package(name)

    def get_data(self, path: str) -> bytes:
        """Return data of the program, which may be in a later archive under the same name."""
        name = path.removeprefix(f"{self.path}/")
        for archive in sys.meta_path:
            if isinstance(archive, Archive) and name in archive.entries:
                return archive.read(name)
        return self.zip.get_data(path)


def offer(path: str) -> None:
    """Use modules of this archive before those of archives offered earlier."""
    try:
        archive = Archive(path)
    except (OSError, ImportError, KeyError):
        return  # zipimport will say what is wrong with it
    others = [finder for finder in sys.meta_path if isinstance(finder, Archive)]
    sys.meta_path.insert(sys.meta_path.index(others[0] if others else PathFinder), archive)


def program(path: str) -> None:
    """Use this archive as the program; make its dataclasses from the build's notes."""
    sys.path.insert(0, path)
    offer(path)
    try:
        notes = marshal.loads(zipimporter(path).get_data(f"{path}/dataclasses.marshal"))
        import made_dataclasses  # it is in that archive
    except (ImportError, OSError, ValueError):
        return
    made_dataclasses.offer(notes)


offer("/lib/python314.zip")

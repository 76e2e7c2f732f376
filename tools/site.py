"""Builds the site: ``python -m tools.site --out dist --node /usr/bin/node [--zip] [--file]``.

Its content:

index.html      the page, rendered      static/   our styles, drawings, and the start of Python
sw.js           saves it for offline    python/   the archives (tools/archives.py)
licenses.txt    third-party licenses    vendor/   the few files needed of each npm package
examples/       a board to edit
"""

from __future__ import annotations

import argparse
import base64
import gzip
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
import zipfile
from pathlib import Path

from tools import archives, floor, guard, notices, other_words, pages, stick

ROOT = Path(__file__).resolve().parent.parent
NPM = ROOT / "node_modules"

# For each npm package its folder in the site, and the files that the site needs.
VENDOR = {
    "pyodide": ("pyodide", ["pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm"]),
    "pyscript": ("@pyscript/core", ["dist/core.js", "dist/core-*.js", "dist/error-*.js"]),
    "morphdom": ("morphdom", ["dist/morphdom-esm.js"]),
    "fflate": ("fflate", ["esm/browser.js"]),
    "qr": ("qr", ["index.js", "decode.js"]),
    # CodeMirror 6, as PyScript bundles it for its own editor.
    "codemirror": ("@pyscript/core", ["dist/codemirror*.js", "dist/index-*.js"]),
}
FONTS = "static/fonts/FONTS.toml"
# Files of static/ that are not copied unchanged: two must be beside the page, one is a list.
SPECIAL = ("sw.js", "manifest.webmanifest", "FONTS.toml")
# An empty zip that Pyodide loads as its standard library, before it gets ours.
EMPTY_ZIP = b"PK\x05\x06" + bytes(18)


class Site:
    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.addresses = pages.Addresses()
        self.sizes: dict[str, int] = {}

    def put(self, name: str, content: bytes) -> None:
        self.addresses.add(name, content)
        address = self.addresses.hashes.get(name, name)
        path = self.folder / address
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
        self.sizes[address] = len(content)

    def vendor(self) -> None:
        for name, (package, patterns) in VENDOR.items():
            version = _version(package)
            contents: dict[str, bytes] = {}
            for pattern in patterns:
                files = sorted((NPM / package).glob(pattern))
                if not files:
                    raise ValueError(f"{package} {version} has no {pattern}.")
                for file in files:
                    contents[file.name.replace(".mjs", ".js")] = _script(file)
            whole = pages.digest(b"".join(contents[file] for file in sorted(contents)))
            self.addresses.versions[name] = f"{version}.{whole}"
            for file, content in contents.items():
                self.put(f"vendor/{name}-{version}.{whole}/{file}", content)

    def fonts(self) -> None:
        """Copy the fonts that static/fonts/FONTS.toml names, with each family's license."""
        for font in tomllib.loads((ROOT / FONTS).read_text("utf-8"))["font"]:
            package = NPM / font["package"]
            for file in font["files"]:
                self.put(f"static/fonts/{Path(file).name}", (package / file).read_bytes())
            licence = font["package"].rpartition("/")[2] + "-LICENSE.txt"
            self.put(f"static/fonts/{licence}", (package / "LICENSE").read_bytes())

    def static(self, node: Path) -> None:
        """Copy static/ without the scripts that start Python.

        Styles come last, because they name the other files."""
        files = [file for file in sorted((ROOT / "static").rglob("*")) if file.is_file()]
        files = [file for file in files if file.parent.name != "boot" and file.name not in SPECIAL]
        contents = {file.relative_to(ROOT).as_posix(): file.read_bytes() for file in files}
        styles = {name: contents.pop(name).decode() for name in list(contents) if _is_style(name)}
        for name, content in contents.items():
            own_script = name.endswith(".js")
            self.put(name, pages.bare(content.decode()).encode() if own_script else content)
        complete = {
            name: self._complete_style(name, s) for name, s in lowered(styles, node).items()
        }
        for name, parts in STYLES.items():
            self.put(name, "\n".join(complete[part] for part in parts).encode())
        for part in set().union(*STYLES.values()):
            del complete[part]
        for name, style in complete.items():
            self.put(name, style.encode())
        self._words()

    def _words(self) -> None:
        """Put the page's texts in other languages.

        The page names these files, so their addresses must be known before their content can be made."""
        languages = other_words.languages()
        for language in languages:
            self.addresses.add(other_words.name(language), b"")
        for language in languages:
            words = other_words.made(self.addresses, language)
            self.put(other_words.name(language), words)

    def _complete_style(self, name: str, style: str) -> str:
        """A style with hashes in its url(…), which are relative to the style."""

        def complete(match: re.Match[str]) -> str:
            target = match["target"]
            if target.startswith(("data:", "#")):
                return match[0]
            file = os.path.normpath(f"{os.path.dirname(name)}/{target}")
            if file not in self.addresses.hashes:
                raise ValueError(f"{name}: there is no {target}.")
            return f"{match['before']}{os.path.relpath(self.addresses.of(file), os.path.dirname(name))}"

        return re.sub(r"""(?P<before>url\(["']?)(?P<target>[^"')?]+?)(?=["')])""", complete, style)

    def boot(self, node: Path) -> None:
        """Put the archives, and the two scripts that start Python with the addresses they need."""
        parts = archives.make(node, self.addresses)
        self.put("python/stdlib.gz", parts.stdlib.read_bytes())
        self.put("python/app.gz", parts.app.read_bytes())
        self.put("python/lab.gz", parts.lab.read_bytes())
        self.put("python/maker.gz", parts.maker.read_bytes())
        self.put("python/tables.gz", parts.tables.read_bytes())
        self.put("python/workshop.gz", parts.workshop.read_bytes())
        self.put("python/classroom.gz", parts.classroom.read_bytes())
        self.put("python/strategies.gz", parts.strategies.read_bytes())
        self.put("python/desk.gz", parts.desk.read_bytes())
        self.put("python/characters.gz", parts.characters.read_bytes())
        self.put("python/nouns.gz", parts.nouns.read_bytes())
        self.put("python/odds.gz", parts.odds.read_bytes())
        self.put("python/rest.xz", parts.rest.read_bytes())
        for language, words in parts.languages.items():
            self.put(f"python/{language}.gz", words.read_bytes())
        self.put("python/empty.zip", EMPTY_ZIP)
        self.put("static/boot/worker.js", (ROOT / "static/boot/worker.js").read_bytes())
        fence_worker = (ROOT / "static/boot/fence_worker.js").read_text("utf-8")
        self.put("static/boot/fence_worker.js", pages.bare(fence_worker).encode())
        self.put("static/boot/fence.html", pages.fence().encode())
        files = {
            "pyodide": "vendor/pyodide/pyodide.js",
            "script": "vendor/pyodide/pyodide.asm.js",
            "wasm": "vendor/pyodide/pyodide.asm.wasm",
            "inflate": "vendor/fflate/browser.js",
            "stdlib": "python/stdlib.gz",
            "app": "python/app.gz",
            "lab": "python/lab.gz",
            "maker": "python/maker.gz",
            "worker": "static/boot/worker.js",
            "fence": "static/boot/fence.html",
            "fenceWorker": "static/boot/fence_worker.js",
            "tables": "python/tables.gz",
            "workshop": "python/workshop.gz",
            "classroom": "python/classroom.gz",
            "strategies": "python/strategies.gz",
            "desk": "python/desk.gz",
            "characters": "python/characters.gz",
            "nouns": "python/nouns.gz",
            "odds": "python/odds.gz",
            "qrDraw": "vendor/qr/index.js",
            "qrRead": "vendor/qr/decode.js",
            **_editor(),
            "rest": "python/rest.xz",
            "empty": "python/empty.zip",
            **{language: f"python/{language}.gz" for language in parts.languages},
        }
        addresses = {name: self.addresses.of(file) for name, file in files.items()}
        lock = json.loads((NPM / "pyodide" / "pyodide-lock.json").read_text())["info"]
        built = {
            "version": _version("pyodide"),
            "files": addresses,
            "languages": list(parts.languages),
            "sizes": {name: self._size(addresses[name]) for name in ("wasm", "stdlib", "app")},
            "lock": lock,
        }
        self.put("static/boot/python.js", told("static/boot/python.js", built))
        self.put("static/boot/start.js", told("static/boot/start.js", pages.styling()))
        offline = "static/boot/offline.js"
        self.put(offline, pages.bare((ROOT / offline).read_text("utf-8")).encode())
        # The only .mjs file; only pages of earlier versions ask for it.
        old = self.folder / "static" / "boot" / "start.mjs"
        old.write_bytes(told("static/boot/moved.js", guard.publishing()))
        self._guard()

    def _guard(self) -> None:
        """Put the script that reports missing files, with the list of files that a start needs."""
        started = ("static/css/", "static/boot/", "static/saved", "python/", "vendor/")
        names = [name for name in self.sizes if name.startswith(started)]
        names = [name for name in names if not OTHERS.match(name) and not LATE.match(name)]
        files = [[name, self.sizes[name]] for name in names]
        built = {"words": guard.words(), "files": files, "floor": floor.said()}
        self.put("static/boot/guard.js", told("static/boot/guard.js", built))

    def _size(self, address: str) -> dict[str, int]:
        """The bytes of a file, and its approximate bytes after compression by a host."""
        content = (self.folder / address).read_bytes()
        return {"read": len(content), "sent": len(gzip.compress(content, 6))}

    def page(self) -> None:
        """Put the page. It preloads all scripts of the start at once, so that none waits for another."""
        chunks = sorted(self.folder.glob("vendor/pyscript-*/*-*.js"))
        preloaded = [
            self.addresses.of("vendor/pyodide/pyodide.js"),
            self.addresses.of("vendor/pyodide/pyodide.asm.js"),
            self.addresses.of("vendor/pyscript/core.js"),
            *(chunk.relative_to(self.folder).as_posix() for chunk in chunks),
            self.addresses.of("vendor/morphdom/morphdom-esm.js"),
        ]
        (self.folder / "index.html").write_text(pages.render(self.addresses, preloaded))

    def examples(self) -> None:
        """Put the example of a board file and its description, to which the set-up screen links."""
        folder = self.folder / "examples"
        folder.mkdir()
        shutil.copyfile(ROOT / "docs" / "examples" / "my-town.toml", folder / "my-town.toml")
        shutil.copyfile(ROOT / "docs" / "EDITIONS.md", folder / "EDITIONS.md")

    def worker(self) -> None:
        """Put the service worker with the list of all files, and the files that must be beside it."""
        manifest = ROOT / "static" / "manifest.webmanifest"
        if manifest.exists():
            complete = self.addresses.complete(manifest.read_text("utf-8"), manifest.name)
            (self.folder / manifest.name).write_text(complete, "utf-8")
            for language in other_words.languages():
                translated = other_words.manifest(complete, language)
                (self.folder / f"manifest.{language}.webmanifest").write_text(translated, "utf-8")
        write_worker(self.folder)


def _editor() -> dict[str, str]:
    """The modules of CodeMirror, by the names that the program uses (ui/browser/code_editor.py)."""
    modules = {"cmSetup": "", "cmState": "_state", "cmView": "_view", "cmCommands": "_commands"}
    modules |= {"cmLanguage": "_language", "cmPython": "_lang-python"}
    dist = NPM / "@pyscript" / "core" / "dist"
    files = {}
    for name, module in modules.items():
        (file,) = dist.glob(f"codemirror{module}-*.js")
        files[name] = f"vendor/codemirror/{file.name}"
    return files


def _version(package: str) -> str:
    return str(json.loads((NPM / package / "package.json").read_text())["version"])


def _script(file: Path) -> bytes:
    """A file of a package, with ``.mjs`` replaced by ``.js`` in the names of modules. Many hosts, such as
    nginx with its default types, do not know ``.mjs``, and browsers refuse a module of an unknown type."""
    content = file.read_bytes()
    if file.suffix not in (".js", ".mjs"):
        return content
    content = re.sub(rb"\n//# sourceMappingURL=\S+\s*$", b"\n", content)
    # PyScript also names modules on other hosts, but loads them only without a configuration.
    return re.sub(rb"\b(pyodide(?:\.asm)?)\.mjs\b", rb"\1.js", content)


def _is_style(name: str) -> bool:
    return name.endswith(".css")


def lowered(styles: dict[str, str], node: Path) -> dict[str, str]:
    """Return these styles translated for the oldest browsers (tools/floor.toml).

    Raises ValueError for a faulty style."""
    asked = json.dumps({"floor": floor.FLOOR, "styles": styles})
    command = [str(node), str(ROOT / "tools" / "styles.mjs")]
    done = subprocess.run(command, input=asked, capture_output=True, text=True, check=False)
    if done.returncode:
        raise ValueError(f"The styles are not lowered: {done.stderr.strip()}")
    answer: dict[str, str] = json.loads(done.stdout)
    return answer


# The styles of the page, in two files that are each made of several in this order. The first paint waits
# for the first file. The page uses the second from its first question or dialog on, or once it has started
# (dom_page.py: use_later_styles).
STYLES = {
    f"static/css/{file}.css": tuple(f"static/css/{name}.css" for name in names)
    for file, names in {
        "first": ("fonts", "tokens", "base", "board", "table", "faces", "start", "large"),
        "later": (
            *("ask", "sheets", "saves", "replay", "devices", "statistics-settings", "motion"),
            "large",  # once more, because it overrides the others
        ),
    }.items()
}

# Files that play does not need. A version is saved for offline use without them.
OTHERS = re.compile(
    r"licenses\.txt|manifest\.(\w+\.)?webmanifest|examples/|static/words/|static/fonts/|static/boot/start\.mjs"
    r"|static/art/(icon|shot|people/)|python/rest\.|vendor/(fflate|qr|codemirror)-"
    r"|python/(lab|maker|tables|workshop|classroom|desk)\."
    r"|static/css/(lab|board_maker|programs|workshop|classroom|strategy_desk)\."
    r"|static/boot/(worker|fence|fence_worker)\."
)

# The files of one language. They are saved for offline use once somebody has used the language.
LANGUAGE = re.compile(r"(?:python/|static/words/|manifest\.)(\w+)\.")

# Files that a start does not need, but some games do. They are saved for offline use with the rest.
LATE = re.compile(r"python/(odds|characters|nouns|strategies)\.")


def write_worker(folder: Path) -> None:
    """Write sw.js for the site in this folder, and the version, a hash of all files, into the page."""
    page = folder / "index.html"
    text = re.sub(r'(?<=<meta name="version" content=")\w*', "", page.read_text("utf-8"))
    files = {}
    languages: dict[str, dict[str, str]] = {name: {} for name in other_words.languages()}
    size = len(text)
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        name = path.relative_to(folder).as_posix()
        if name in ("sw.js", "index.html"):
            continue
        files[name] = _integrity(path.read_bytes())
        match = LANGUAGE.match(name)
        if match and match[1] in languages:
            languages[match[1]][name] = files[name]
        else:
            size += path.stat().st_size
    version = hashlib.sha256(json.dumps([text, files]).encode()).hexdigest()[:12]
    page.write_text(
        text.replace('name="version" content=""', f'name="version" content="{version}"')
    )
    spoken = {name for each in languages.values() for name in each}
    kept = {name: hashes for name, hashes in files.items() if name not in spoken}
    built = {
        "version": version,
        "bytes": size,  # without the language files
        "needed": {name: hashes for name, hashes in kept.items() if not OTHERS.match(name)},
        "others": {name: hashes for name, hashes in kept.items() if OTHERS.match(name)},
        "languages": languages,
    }
    (folder / "sw.js").write_bytes(told("static/sw.js", built))


def _integrity(content: bytes) -> str:
    """The integrity hashes of a file."""
    forms = [content]
    if content.startswith(b"\x1f\x8b"):
        forms.append(gzip.decompress(content))
    digests = (hashlib.sha256(form).digest() for form in forms)
    return " ".join(f"sha256-{base64.b64encode(digest).decode()}" for digest in digests)


def told(name: str, built: object) -> bytes:
    """Return one of our scripts with the values that the build inserts."""
    script = (ROOT / name).read_text("utf-8")
    if len(re.findall(r"\b(?:const|var) BUILT = \{\};", script)) != 1:
        raise ValueError(f"{name} has no place for what the build tells it.")
    facts = json.dumps(built, separators=(",", ":"))
    return pages.bare(script).replace("BUILT = {};", f"BUILT = {facts};").encode()


def build(out: Path, node: Path) -> None:
    """Build into a folder beside ``out``, and move it into place when it is complete."""
    out.parent.mkdir(parents=True, exist_ok=True)
    aside = Path(tempfile.mkdtemp(prefix=f".{out.name}-", dir=out.parent))
    try:
        site = Site(aside)
        site.vendor()
        site.fonts()
        site.static(node)
        site.boot(node)
        site.page()
        (aside / "licenses.txt").write_text(notices.text())
        site.examples()
        site.worker()
        aside.chmod(0o755)
        shutil.rmtree(out, ignore_errors=True)
        aside.rename(out)
    except BaseException:
        shutil.rmtree(aside, ignore_errors=True)
        raise


def pack(folder: Path, file: Path) -> None:
    """Pack the built site as a zip. The same site gives the same bytes."""
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for path in sorted(path for path in folder.rglob("*") if path.is_file()):
            entry = zipfile.ZipInfo(path.relative_to(folder).as_posix(), (1980, 1, 1, 0, 0, 0))
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, path.read_bytes(), zipfile.ZIP_DEFLATED)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--node", type=Path, required=True)
    parser.add_argument("--zip", action="store_true")
    parser.add_argument("--file", action="store_true")
    args = parser.parse_args()
    try:
        build(args.out, args.node)
    except (ValueError, OSError) as error:
        sys.exit(f"{error}")
    files = [path for path in args.out.rglob("*") if path.is_file()]
    size = sum(path.stat().st_size for path in files)
    print(f"· {args.out.name}/ has {len(files)} files, {size / 1e6:.1f} MB")
    if args.zip:
        packed = args.out.with_name("titledeed.zip")
        pack(args.out, packed)
        print(f"· {packed.name} has {packed.stat().st_size / 1e6:.1f} MB")
    if args.file:
        folder = args.out.with_name("titledeed-file")
        stick.make(args.out, folder)
        size = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
        print(f"· {folder.name}/ has {size / 1e6:.1f} MB: open its index.html by a double click")


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT / "py"))
    main()

"""Makes the edition for a USB stick: a folder whose index.html runs from file:// on a double click.

It is made from the built site. A page from file:// may not load modules, archives, or pictures of
styles. So modules and archives become classic scripts (see static/boot/stick.js), and pictures and
fonts are embedded in the styles.
"""

from __future__ import annotations

import base64
import gzip
import json
import re
import shutil
from pathlib import Path

from tools import pages
from tools.serve import TYPES

ROOT = Path(__file__).resolve().parent.parent

# A page from file:// has no host to name. It may run the scripts beside it and blobs made from them. It
# may not make connections.
POLICY = "; ".join(
    [
        "default-src 'none'",
        "script-src 'self' blob: 'wasm-unsafe-eval'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src data:",
        "media-src 'self'",
        "connect-src 'none'",
        "base-uri 'none'",
        "form-action 'none'",
        "require-trusted-types-for 'script'",
        "trusted-types titledeed",
    ]
)
# Files that are of no use without a host.
LEFT_OUT = (
    "sw.js",
    "manifest.webmanifest",
    "python/rest.xz",
    "static/boot/offline.js",
    "static/boot/start.mjs",
)
PROGRAM = "program"
GUARD = "guard.js"


def make(site: Path, out: Path) -> None:
    """Make the folder ``out`` from the built site."""
    shutil.rmtree(out, ignore_errors=True)
    names = []
    for file in sorted(path for path in site.rglob("*") if path.is_file()):
        name = file.relative_to(site).as_posix()
        if (
            pages.plain(name) in LEFT_OUT
            or name == "index.html"
            or name.startswith(("vendor/fflate", "vendor/qr"))
        ):
            continue
        if name.startswith(("vendor/", "python/", "static/boot/", "static/words/", "static/saved")):
            if pages.plain(file.name) == GUARD:
                _put(out / PROGRAM / GUARD, file.read_bytes())
                continue
            names.append(f"{PROGRAM}/{pages.plain(file.name)}.js")
            _put(out / names[-1], _kept(file).encode())
        elif file.suffix == ".css":
            _put(out / name, _with_pictures(file).encode())
        elif not name.startswith("static/fonts/") or name.endswith(".txt"):
            _put(out / name, file.read_bytes())
    _put(out / PROGRAM / "stick.js", (ROOT / "static" / "boot" / "stick.js").read_bytes())
    page = (site / "index.html").read_text("utf-8")
    _put(out / "index.html", _page(page, [f"{PROGRAM}/stick.js", *names]).encode())


def _put(path: Path, content: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)


def _kept(file: Path) -> str:
    """Return a script that calls ``titledeed.keep`` with the content of a file."""
    content = file.read_bytes()
    if file.suffix == ".js":
        content = _module(content.decode()).encode()
    encoding = "" if file.suffix in (".gz", ".zip") else "gzip"
    packed = gzip.compress(content, 9, mtime=0) if encoding else content
    kind = TYPES[file.suffix].partition(";")[0]
    told = json.dumps([pages.plain(file.name), kind, encoding, base64.b64encode(packed).decode()])
    return f"titledeed.keep(...{told});\n"


def _module(text: str) -> str:
    """Return a module changed so that it can be loaded from a blob and imports others from blobs."""
    text = re.sub(r"(?<![\w.$])import\(", "titledeed.load(", text)
    text = re.sub(r"""from\s*["']\./([\w.-]+)["']""", r'from"titledeed:\1"', text)
    return text.replace('new URL("../../", import.meta.url)', 'new URL(".", document.baseURI)')


def _with_pictures(style: Path) -> str:
    """A style with its pictures and fonts embedded, because a page from file:// may not load them."""

    def inside(match: re.Match[str]) -> str:
        target = match[1]
        if target.startswith(("data:", "#")):
            return match[0]
        file = style.parent / target
        data = base64.b64encode(file.read_bytes()).decode()
        return f'url("data:{TYPES[file.suffix]};base64,{data}")'

    return re.sub(r"""url\(["']?([^"')]+)["']?\)""", inside, style.read_text("utf-8"))


def _page(page: str, scripts: list[str]) -> str:
    page = page.replace(str(pages.policy_meta(pages.POLICY)), str(pages.policy_meta(POLICY)))
    page = page.replace(str(pages.folder_script()), "")  # there is no other folder
    page = re.sub(r'\s*<link rel="(modulepreload|preload|manifest)"[^>]*>', "", page)
    page = re.sub(r'src="static/boot/guard[^"]*"', f'src="{PROGRAM}/{GUARD}"', page)
    (words,) = re.findall(
        r'<script [^>]+ src="static/saved[^"]*" (id="words" data-[^>]+)></script>', page
    )
    page = re.sub(r'\s*<script type="module" async[^>]*></script>', "", page)
    (start,) = re.findall(r'<script type="module" src="[^"]+" (data-pyscript="[^"]+")[^>]*>', page)
    tags = [f'<script defer src="{name}"></script>' for name in scripts]
    tags[0] = tags[0].replace("<script ", f"<script {start} {words} ")
    page = re.sub(r'<script type="module"[^>]*></script>', lambda _: "\n  ".join(tags), page)
    return page.replace('<aside id="from-file" hidden', '<aside id="from-file"')

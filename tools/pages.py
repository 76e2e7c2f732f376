"""The page and its templates, at build time: the same settings that the program has."""

from __future__ import annotations

import base64
import hashlib
import importlib
import json
import re
import tomllib
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType
from typing import Any

import jinja2
from markupsafe import Markup

from tools import guard

ROOT = Path(__file__).resolve().parent.parent


def bare(script: str) -> str:
    """One of our scripts without the comments that have lines of their own: a quarter of what is sent."""
    script = re.sub(r"(?m)^[ \t]*//[^\n]*\n", "", script)
    return re.sub(r"(?ms)^[ \t]*/\*\*.*?\*/[ \t]*\n", "", script)


# The one script that stands in the page itself, as it must run where no other arrives.
FOLDER = bare((ROOT / "static" / "boot" / "folder.js").read_text("utf-8"))
FOLDER_HASH = base64.b64encode(hashlib.sha256(FOLDER.encode()).digest()).decode()

# What the page may do, and nothing else. WebAssembly needs its own word to be compiled at all. The
# three trusted types are made in front/browser/page.py, static/boot/offline.js and python.js.
# frame-ancestors cannot stand in a page, only in a header.
POLICY = "; ".join(
    [
        "default-src 'none'",
        f"script-src 'self' 'wasm-unsafe-eval' 'sha256-{FOLDER_HASH}'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "media-src 'self'",
        "connect-src 'self'",
        "worker-src 'self'",
        "manifest-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "require-trusted-types-for 'script'",
        "trusted-types titledeed titledeed-offline titledeed-worker",
    ]
)

# What the build puts into the page, where it puts nothing in.
NOTHING = {"first": "", "head": "", "top": "", "body": ""}

# The folders of the site whose files have a hash of their content in their names.
HASHED = ("static/", "python/")

Source = tuple[str, str | None, Callable[[], bool] | None]


@dataclass
class Addresses:
    """Where things are in the built site.

    Sources write ``static/css/app.css`` and ``vendor/morphdom/morphdom-esm.js``. In the built site
    the first carries a hash of its content in its name, the second the package's version and a hash of
    its files in its folder's: what is at an address never changes. No host and no cache can hand out a
    mixture of two versions, and the files of two can lie beside each other.
    """

    hashes: dict[str, str] = field(default_factory=dict)  # file -> its address
    versions: dict[str, str] = field(default_factory=dict)

    def add(self, file: str, content: bytes) -> None:
        if file.startswith(HASHED):
            self.hashes[file] = hashed(file, content)

    def of(self, file: str) -> str:
        """The address of a file that ``add`` was told of, relative to the page."""
        if file.startswith("vendor/"):
            _, package, rest = file.split("/", 2)
            return f"vendor/{package}-{self.versions[package]}/{rest}"
        return self.hashes[file]

    def complete(self, text: str, where: str) -> str:
        """``text`` with every address in it completed. One that leads nowhere is an error."""

        def static(match: re.Match[str]) -> str:
            if match[0] not in self.hashes:
                raise ValueError(f"{where}: there is no {match[0]}.")
            return self.of(match[0])

        def vendor(match: re.Match[str]) -> str:
            if match[1] not in self.versions:
                raise ValueError(f"{where}: there is no package {match[1]} in the site.")
            return self.of(match[0])

        text = re.sub(r"(?<![\w/.-])static/[\w./-]+\.\w+", static, text)
        text = re.sub(r"(?<=\./)static/[\w./-]+\.\w+", static, text)
        return re.sub(r"(?<![\w-])vendor/([\w.-]+)/[\w./-]+\.\w+", vendor, text)


def hashed(file: str, content: bytes) -> str:
    """The address of a file with this content."""
    stem, dot, ending = file.rpartition(".")
    return f"{stem}.{digest(content)}{dot}{ending}"


def digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:8]


def plain(address: str) -> str:
    """An address without its hash."""
    return re.sub(r"\.[0-9a-f]{8}(?=[./])", "", address)


class Templates(jinja2.FileSystemLoader):
    """The templates, with the addresses in them completed."""

    def __init__(self, addresses: Addresses) -> None:
        super().__init__([ROOT / "templates", ROOT, ROOT / "static" / "art"])
        self.addresses = addresses

    def get_source(self, environment: jinja2.Environment, template: str) -> Source:
        source, file, fresh = super().get_source(environment, template)
        parts = re.split(r"(\{#.*?#\})", source, flags=re.DOTALL)  # comments at odd places
        parts[::2] = [self.addresses.complete(part, template) for part in parts[::2]]
        return "".join(parts), file, fresh

    def list_templates(self) -> list[str]:
        return jinja2.FileSystemLoader(ROOT / "templates").list_templates()


def environment(addresses: Addresses) -> jinja2.Environment:
    """The program's own Jinja2 environment (``titledeed.front.showing.screen.environment``), reading the
    templates from their files; a plain one with the same settings while there is none."""
    loader = Templates(addresses)
    screen = _screen()
    if screen:
        jinja: jinja2.Environment = screen.environment(loader)
        return jinja
    return jinja2.Environment(
        loader=loader,
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=jinja2.StrictUndefined,
    )


def compiled_templates(addresses: Addresses, later: bool = False) -> dict[str, str]:
    """Every template as the Python module that ``jinja2.ModuleLoader`` looks for: those that are there
    from the start, or those that come ``later``, with the laboratory."""
    env = environment(addresses)
    modules = {}
    for name in env.list_templates(extensions=["html", "svg", "txt", "xml"]):
        if name.startswith("lab/") != later:
            continue
        assert env.loader is not None
        source, _, _ = env.loader.get_source(env, name)
        module = env.compile(source, name=name, filename=name, raw=True, defer_init=True)
        modules[jinja2.ModuleLoader.get_module_filename(name)] = module
    return modules


def render(addresses: Addresses, preloaded: list[str]) -> str:
    """``index.html``: everything that can be there before Python is."""
    return shell(addresses, "en", site=_starting(addresses, preloaded)) + "\n"


def shell(addresses: Addresses, language: str, **site: Any) -> str:
    """The page before Python runs, in this language."""
    jinja = environment(addresses)
    screen = _screen()
    if screen:
        screen.Catalogue(language).install(jinja)
    return jinja.get_template("index.html").render(**site, **shell_view(language))


def shell_view(language: str = "en") -> dict[str, Any]:
    """What the program gives the page to show before it runs: ``titledeed.front.showing.screen.shell``."""
    screen = _screen()
    view: dict[str, Any] = screen.shell(language) if screen else {}
    return view


def _screen() -> ModuleType | None:
    there = (ROOT / "py" / "titledeed" / "front" / "showing" / "screen.py").exists()
    return importlib.import_module("titledeed.front.showing.screen") if there else None


def styling() -> dict[str, list[str]]:
    """The settings that styles go by: ``titledeed.front.settings.styling``."""
    module = importlib.import_module("titledeed.front.settings")
    values: dict[str, list[str]] = module.styling()
    return values


def policy_meta(policy: str) -> Markup:
    """The element that puts a policy into force for the page."""
    return Markup('<meta http-equiv="Content-Security-Policy" content="{}">').format(policy)


def folder_script() -> Markup:
    return Markup(f"<script>{FOLDER}</script>")  # noqa: S704 (our own file)


def _starting(addresses: Addresses, preloaded: list[str]) -> dict[str, Markup]:
    config = tomllib.loads(
        addresses.complete((ROOT / "pyscript.toml").read_text(), "pyscript.toml")
    )
    # PyScript loads its plug-ins for MicroPython too unless that is told the same.
    other = json.dumps({"plugins": config["plugins"]}, separators=(",", ":"))
    early = Markup("\n  ").join(
        Markup('<link rel="modulepreload" href="{}">').format(address) for address in preloaded
    )
    head = Markup(
        '<script type="module" async fetchpriority="high" src="{}"></script>\n  {}'
    ).format(addresses.of("static/boot/python.js"), early)
    body = Markup(
        "<mpy-config hidden>{}</mpy-config>\n"
        '  <script type="py" config="{}">import main</script>\n'
        '  <script type="module" src="{}" data-pyscript="{}" data-offline="{}"'
        ' data-worker="sw.js"></script>'
    ).format(
        Markup(other),  # noqa: S704 (names of plug-ins, from our own file)
        json.dumps(config, separators=(",", ":")),
        addresses.of("static/boot/start.js"),
        addresses.of("vendor/pyscript/core.js"),
        addresses.of("static/boot/offline.js"),
    )
    first = Markup('{}\n<meta name="version" content="">\n<script src="{}"></script>\n{}').format(
        policy_meta(POLICY), addresses.of("static/boot/guard.js"), folder_script()
    )
    return {"first": first, "head": head, "top": guard.unguarded(), "body": body}

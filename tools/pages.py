"""Renders the page and compiles the templates at build time, with the program's own settings."""

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

from tools import guard, portraits

ROOT = Path(__file__).resolve().parent.parent


def bare(script: str) -> str:
    """A script without comment lines, which are a quarter of its bytes."""
    script = re.sub(r"(?m)^[ \t]*//[^\n]*\n", "", script)
    return re.sub(r"(?ms)^[ \t]*/\*\*.*?\*/[ \t]*\n", "", script)


# The only inline script of the page: it must run even if no other script arrives.
FOLDER = bare((ROOT / "static" / "boot" / "folder.js").read_text("utf-8"))
FOLDER_HASH = base64.b64encode(hashlib.sha256(FOLDER.encode()).digest()).decode()

# The content security policy of the page. WebAssembly needs 'wasm-unsafe-eval'. The three Trusted Types
# policies are created in ui/browser/dom_page.py, static/boot/offline.js and python.js. frame-ancestors works
# only in a header.
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
        "frame-src 'self'",
        "manifest-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "require-trusted-types-for 'script'",
        "trusted-types titledeed titledeed-offline titledeed-worker",
    ]
)

# The page of the fence (docs/WORKSHOP.md). Its frame has an origin of its own, so its only script is
# inline. Python comes from the page as messages and becomes blobs.
FENCE_SCRIPT = bare((ROOT / "static" / "boot" / "fence.js").read_text("utf-8"))
FENCE_HASH = base64.b64encode(hashlib.sha256(FENCE_SCRIPT.encode()).digest()).decode()
FENCE_POLICY = "; ".join(
    [
        "default-src 'none'",
        f"script-src 'sha256-{FENCE_HASH}' blob: 'wasm-unsafe-eval'",
        "worker-src blob:",
        "base-uri 'none'",
        "form-action 'none'",
    ]
)

# Empty values for the parts that the build inserts into the page.
NOTHING = {"policy": "", "first": "", "words": "", "head": "", "top": "", "body": ""}

# The folders of the site whose files have a hash of their content in their names.
HASHED = ("static/", "python/")

# An address that a template builds from a name.
COMPOSED = r'"(?P<stem>static/[\w/-]+/)" ~ (?P<name>\w+) ~ "(?P<ending>\.\w+)"'

Source = tuple[str, str | None, Callable[[], bool] | None]


@dataclass
class Addresses:
    """The addresses of files in the built site.

    Sources write ``static/css/app.css`` and ``vendor/morphdom/morphdom-esm.js``. In the built site, the
    name of the first has a hash of its content. The folder of the second has the package's version and
    a hash of its files. So the content of an address never changes. No host or cache can deliver a
    mixture of two versions, and files of two versions can be on a host together.
    """

    hashes: dict[str, str] = field(default_factory=dict)  # file -> its address
    versions: dict[str, str] = field(default_factory=dict)

    def add(self, file: str, content: bytes) -> None:
        if file.startswith(HASHED):
            self.hashes[file] = hashed(file, content)

    def of(self, file: str) -> str:
        """Return the address, relative to the page, of a file that was given to ``add``."""
        if file.startswith("vendor/"):
            _, package, rest = file.split("/", 2)
            return f"vendor/{package}-{self.versions[package]}/{rest}"
        return self.hashes[file]

    def complete(self, text: str, where: str) -> str:
        """Return ``text`` with hashes in all its addresses.

        Raises an error for an address without a file. ``"static/art/people/" ~ bot ~ ".svg"`` becomes a
        look-up in a table of the existing files. It gives "" for a name without a file."""

        def static(match: re.Match[str]) -> str:
            if match[0] not in self.hashes:
                raise ValueError(f"{where}: there is no {match[0]}.")
            return self.of(match[0])

        def vendor(match: re.Match[str]) -> str:
            if match[1] not in self.versions:
                raise ValueError(f"{where}: there is no package {match[1]} in the site.")
            return self.of(match[0])

        def composed(match: re.Match[str]) -> str:
            stem, ending = match["stem"], match["ending"]
            names = [
                name for name in self.hashes if name.startswith(stem) and name.endswith(ending)
            ]
            if not names:
                raise ValueError(f"{where}: there is no {stem}*{ending}.")
            table = {name[len(stem) : -len(ending)]: self.of(name) for name in sorted(names)}
            return f"{json.dumps(table)}.get({match['name']}, '')"

        text = re.sub(r"(?<![\w/.-])static/[\w./-]+\.\w+", static, text)
        text = re.sub(r"(?<=\./)static/[\w./-]+\.\w+", static, text)
        text = re.sub(r"(?<![\w-])vendor/([\w.-]+)/[\w./-]+\.\w+", vendor, text)
        return re.sub(COMPOSED, composed, text)


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
    """Loads the templates, with hashes in their addresses."""

    def __init__(self, addresses: Addresses) -> None:
        super().__init__([ROOT / "templates", ROOT, ROOT / "static" / "art"])
        self.addresses = addresses

    def get_source(self, environment: jinja2.Environment, template: str) -> Source:
        if template == "portraits.svg":
            return portraits.sprite(), None, None
        source, file, fresh = super().get_source(environment, template)
        parts = re.split(r"(\{#.*?#\})", source, flags=re.DOTALL)  # the odd items are comments
        parts[::2] = [self.addresses.complete(part, template) for part in parts[::2]]
        return "".join(parts), file, fresh

    def list_templates(self) -> list[str]:
        return jinja2.FileSystemLoader(ROOT / "templates").list_templates()


def environment(addresses: Addresses) -> jinja2.Environment:
    """Return the program's own Jinja2 environment, with templates from files.

    That is ``titledeed.ui.render.jinja_renderer.environment``. If the program cannot be imported,
    return a plain environment with the same settings."""
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


# The folders of templates that come with a part that is fetched later (``tools/archives.py``).
LATER = {
    "lab/": "lab",
    "board_maker/": "maker",
    "late/": "characters",
    "workshop/": "workshop",
    "strategy_desk/": "desk",
    "classroom/": "classroom",
}


def _part(template: str) -> str:
    """The part with which a template is fetched; "" if it is needed from the start."""
    return next((part for folder, part in LATER.items() if template.startswith(folder)), "")


def compiled_templates(addresses: Addresses, part: str = "") -> dict[str, str]:
    """The templates as Python modules for ``jinja2.ModuleLoader``.

    These are the templates needed from the start, or those of a part that is fetched later."""
    env = environment(addresses)
    modules = {}
    for name in env.list_templates(extensions=["html", "svg", "txt", "xml"]):
        if _part(name) != part:
            continue
        assert env.loader is not None
        source, _, _ = env.loader.get_source(env, name)
        module = env.compile(source, name=name, filename=name, raw=True, defer_init=True)
        # Python has no lines of these modules (tools/bytecode.mjs), so a table of them is of no use.
        module = re.sub(r"(?m)^debug_info = .*$", "debug_info = ''", module)
        modules[jinja2.ModuleLoader.get_module_filename(name)] = module
    return modules


def render(addresses: Addresses, preloaded: list[str]) -> str:
    """Return ``index.html`` with everything that the page can show before Python runs."""
    return shell(addresses, "en", site=_starting(addresses, preloaded)) + "\n"


def shell(addresses: Addresses, language: str, **site: Any) -> str:
    """The page before Python runs, in this language."""
    jinja = environment(addresses)
    screen = _screen()
    if screen:
        screen.Catalogue(language).install(jinja)
    return jinja.get_template("index.html").render(**site, **shell_view(language))


def shell_view(language: str = "en") -> dict[str, Any]:
    """The view of the page before Python runs: ``titledeed.ui.render.jinja_renderer.shell``."""
    screen = _screen()
    view: dict[str, Any] = screen.shell(language) if screen else {}
    return view


def _screen() -> ModuleType | None:
    there = (ROOT / "py" / "titledeed" / "ui" / "render" / "jinja_renderer.py").exists()
    return importlib.import_module("titledeed.ui.render.jinja_renderer") if there else None


def styling() -> dict[str, list[str]]:
    """The settings that styles depend on: ``titledeed.ui.settings.styling``."""
    module = importlib.import_module("titledeed.ui.settings")
    values: dict[str, list[str]] = module.styling()
    return values


def policy_meta(policy: str) -> Markup:
    """The element that puts a policy into force for the page."""
    return Markup('<meta http-equiv="Content-Security-Policy" content="{}">').format(policy)


def fence() -> str:
    """The page of the fence."""
    page = Markup(
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>Bot</title>\n{}\n'
        "<script>{}</script>\n</head>\n<body></body>\n</html>\n"
    )
    script = Markup(FENCE_SCRIPT)  # noqa: S704 (our own file)
    return str(page.format(policy_meta(FENCE_POLICY), script))


def folder_script() -> Markup:
    return Markup(f"<script>{FOLDER}</script>")  # noqa: S704 (our own file)


def _starting(addresses: Addresses, preloaded: list[str]) -> dict[str, Markup]:
    config = tomllib.loads(
        addresses.complete((ROOT / "pyscript.toml").read_text(), "pyscript.toml")
    )
    # Without this PyScript would load its plug-ins for MicroPython too.
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
    policy = Markup('{}\n<meta name="version" content="">').format(policy_meta(POLICY))
    first = Markup('<script src="{}"></script>\n{}').format(
        addresses.of("static/boot/guard.js"), folder_script()
    )
    from tools import other_words  # noqa: PLC0415 (it imports this module)

    words = Markup(" ").join(
        Markup('data-{}="{}"').format(language, addresses.of(other_words.name(language)))
        for language in other_words.languages()
    )
    return {
        "policy": policy,
        "first": first,
        "words": words,
        "head": head,
        "top": guard.unguarded(),
        "body": body,
    }

"""The built site: the same input gives the same bytes, and every address in it leads somewhere."""

from __future__ import annotations

import filecmp
import json
import re
import shutil
import struct
import zipfile
from html.parser import HTMLParser
from pathlib import Path

import jinja2
import pytest

from tools import archives, notices, other_words, pages, site

ROOT = Path(__file__).resolve().parents[2]


def files_of(folder: Path) -> list[str]:
    return sorted(
        path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()
    )


@pytest.mark.lengthy
@pytest.mark.parametrize(
    "anew",
    [
        r"(maker|tables|de)\.gz",
        pytest.param(r"(?!rest|stdlib).*", marks=pytest.mark.long),
        pytest.param(".*", marks=pytest.mark.long),
    ],
    ids=["some", "program", "all"],
)
def test_building_twice_gives_the_same_bytes(
    built_site: Path, node: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, anew: str
) -> None:
    """The archives with these names are made anew, of each kind one; all are made anew with --long."""
    cache = tmp_path / "cache"
    cache.mkdir()
    for archive in archives.CACHE.iterdir():
        if not re.fullmatch(anew, archive.name.partition("-")[2]):
            shutil.copy(archive, cache)
    monkeypatch.setattr(archives, "CACHE", cache)
    again = tmp_path / "dist"
    site.build(again, node)
    assert files_of(again) == files_of(built_site)
    _, differing, unread = filecmp.cmpfiles(built_site, again, files_of(again), shallow=False)
    assert (differing, unread) == ([], [])


def test_the_zip_holds_the_site_and_is_reproducible(built_site: Path, tmp_path: Path) -> None:
    site.pack(built_site, tmp_path / "one.zip")
    site.pack(built_site, tmp_path / "two.zip")
    assert (tmp_path / "one.zip").read_bytes() == (tmp_path / "two.zip").read_bytes()
    with zipfile.ZipFile(tmp_path / "one.zip") as packed:
        packed.extractall(tmp_path / "unpacked")
    assert files_of(tmp_path / "unpacked") == files_of(built_site)


class Addresses(HTMLParser):
    """Collects what a page links to or loads."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        wanted = {"src", "href", "data-pyscript", "poster"}
        self.found += [value for name, value in attrs if name in wanted and value]


def test_every_address_in_the_page_is_relative_and_leads_somewhere(built_site: Path) -> None:
    page = Addresses()
    page.feed((built_site / "index.html").read_text())
    assert any(re.match(r"static/boot/start\.[0-9a-f]{8}\.js$", address) for address in page.found)
    for address in page.found:
        if address.startswith(("#", "data:")):
            continue
        assert not re.match(r"/|[a-z]+:", address), address
        assert (built_site / re.split("[?#]", address)[0]).is_file(), address


def test_the_start_script_knows_where_everything_is(built_site: Path) -> None:
    module = next((built_site / "static" / "boot").glob("python.*.js")).read_text()
    told = re.search(r"^const BUILT = (\{.*\});$", module, re.MULTILINE)
    assert told
    for address in json.loads(told[1])["files"].values():
        assert (built_site / address).is_file(), address


def test_styles_name_only_existing_files(built_site: Path) -> None:
    styles = list(built_site.glob("static/**/*.css"))
    assert styles
    for style in styles:
        for target in re.findall(r"""url\(["']?([^"')]+)""", style.read_text()):
            if not target.startswith(("data:", "#")):
                assert re.search(r"\.[0-9a-f]{8}\.", target), f"{style.name}: {target}"
                assert (style.parent / re.split("[?#]", target)[0]).is_file(), target


def test_files_for_the_first_view_are_requested_before_the_first_script(
    built_site: Path,
) -> None:
    """The first script delays everything after it; only the policy comes before it."""
    page = (built_site / "index.html").read_text()
    early = re.findall(r'<link rel="preload"[^>]* href="([^"]+)"', page)
    style = re.findall(r'<link rel="stylesheet" href="([^"]+)"([^>]*)', page)
    assert [address for address, limit in style if not limit] == early[:1]
    assert [limit.strip() for _, limit in style if limit] == ['media="not all" id="later-styles"']
    assert sorted(early[1:]) == early[1:]
    assert len(early) == 3
    assert page.index("Content-Security-Policy") < page.index(early[0])
    assert page.index(early[-1]) < page.index("<script")


def test_the_manifest_names_existing_pictures(built_site: Path) -> None:
    manifest = json.loads((built_site / "manifest.webmanifest").read_text())
    for picture in [*manifest["icons"], *manifest["screenshots"]]:
        assert re.search(r"\.[0-9a-f]{8}\.", picture["src"])
        content = (built_site / picture["src"]).read_bytes()
        if picture["type"] == "image/png":
            width, height = struct.unpack(">II", content[16:24])
            assert picture["sizes"] == f"{width}x{height}"
    assert {shot["form_factor"] for shot in manifest["screenshots"]} == {"wide", "narrow"}


@pytest.mark.parametrize("language", ["de", "fr", "es"])
def test_a_languages_manifest_has_its_texts_and_the_same_pictures(
    built_site: Path, language: str
) -> None:
    english = json.loads((built_site / "manifest.webmanifest").read_text("utf-8"))
    manifest = json.loads((built_site / f"manifest.{language}.webmanifest").read_text("utf-8"))
    assert manifest["lang"] == language
    assert manifest["description"] != english["description"]
    for ours, theirs in zip(manifest["screenshots"], english["screenshots"], strict=True):
        assert ours["label"] != theirs["label"]
        assert ours["src"] == theirs["src"]
    same = {"lang", "description", "screenshots"}
    assert {k: v for k, v in manifest.items() if k not in same} == {
        k: v for k, v in english.items() if k not in same
    }
    words = json.loads(
        next((built_site / "static" / "words").glob(f"{language}.*.json")).read_text()
    )
    assert words["href"] == {"manifest.webmanifest": f"manifest.{language}.webmanifest"}


def test_the_site_is_small_enough(built_site: Path) -> None:
    sizes = [path.stat().st_size for path in built_site.rglob("*") if path.is_file()]
    # CodeMirror, for the bot workshop alone, is half a megabyte of it.
    assert sum(sizes) <= 17_950_000


def test_the_english_page_and_a_languages_words_give_the_page_in_that_language(
    built_site: Path,
) -> None:
    words = json.loads(next((built_site / "static" / "words").glob("de.*.json")).read_text())
    addresses = pages.Addresses()
    for name in files_of(built_site):
        addresses.add(pages.plain(name), (built_site / name).read_bytes())
    english, german = (
        other_words.Words(pages.shell(addresses, language, site=pages.NOTHING)).found
        for language in ("en", "de")
    )
    soft = other_words.SOFT  # a name may have one at any place
    replaced = [(of, words.get(of, {}).get(text, text).replace(soft, "")) for of, text in english]
    assert replaced == [(of, text.replace(soft, "")) for of, text in german]
    assert words["lang"] == {"en": "de"}


def test_no_source_maps_and_no_build_files_are_shipped(built_site: Path) -> None:
    for name in files_of(built_site):
        # The example board is shipped for people to edit.
        board = name.startswith("examples/")
        assert board or not name.endswith((".map", ".toml", ".py", ".d.ts")), name
        if name.endswith((".js", ".mjs")):
            assert "sourceMappingURL" not in (built_site / name).read_text(), name


def test_no_script_of_a_start_page_ends_in_mjs(built_site: Path) -> None:
    """Some hosts do not know this ending.

    The one file is for pages of 0.1.0 that a browser has stored."""
    assert [name for name in files_of(built_site) if name.endswith(".mjs")] == [
        "static/boot/start.mjs"
    ]
    for name in files_of(built_site):
        if (
            name.endswith((".html", ".js", ".css", ".json")) and name != "sw.js"
        ):  # sw.js stores the .mjs file too
            asked = re.findall(r"""["'(][\w./-]+\.mjs\b""", (built_site / name).read_text())
            assert [address for address in asked if "://" not in address] == [], name


def test_everything_shipped_has_its_notice(built_site: Path) -> None:
    text = (built_site / "licenses.txt").read_text()
    named = {notice.name for notice in notices.notices()}
    packages = {package for package, _ in site.VENDOR.values()} - {"pyodide"}
    assert packages | {"Pyodide", "CPython", "Jinja2", "MarkupSafe"} <= named
    for notice in notices.notices():
        assert f"{notice.name} {notice.version} ({notice.licence})" in text
        # CPython is part of Pyodide's package.
        assert notice.name == "CPython" or re.search(r"sha(256:|512-)\S{40}", notice.hash)
    for words in ("MIT License", "Mozilla Public License", "PYTHON SOFTWARE FOUNDATION LICENSE"):
        assert words in text


def test_an_address_has_a_hash_or_a_version() -> None:
    addresses = pages.Addresses(versions={"morphdom": "2.7.8"})
    addresses.add("static/css/base.css", b"body {}")
    text = '<link href="static/css/base.css"><use href="./static/css/base.css#a">'
    assert addresses.complete(text, "x") == (
        '<link href="static/css/base.62368a1a.css"><use href="./static/css/base.62368a1a.css#a">'
    )
    assert addresses.complete("vendor/morphdom/a.js", "x") == "vendor/morphdom-2.7.8/a.js"


def test_an_address_that_a_template_builds_from_a_name_is_checked() -> None:
    addresses = pages.Addresses()
    addresses.add("static/art/people/shark.svg", b"<svg/>")
    addresses.add("static/art/people/steady-1.svg", b"<svg></svg>")
    addresses.add("static/art/icon.svg", b"<svg/>")
    source = """{% set drawing = "static/art/people/" ~ bot ~ ".svg" %}{{ drawing or "none" }}"""
    template = jinja2.Environment(autoescape=True).from_string(addresses.complete(source, "x"))
    assert template.render(bot="shark") == addresses.of("static/art/people/shark.svg")
    assert template.render(bot="steady-1") == addresses.of("static/art/people/steady-1.svg")
    assert template.render(bot="nobody") == template.render(bot="../icon") == "none"


def test_a_broken_address_stops_the_build() -> None:
    addresses = pages.Addresses()
    with pytest.raises(ValueError, match=r"bits\.html: there is no static/art/gone/\*\.svg\."):
        addresses.complete('{{ "static/art/gone/" ~ bot ~ ".svg" }}', "bits.html")
    with pytest.raises(ValueError, match=r"board\.html: there is no static/art/gone\.svg\."):
        addresses.complete('<img src="static/art/gone.svg">', "board.html")
    with pytest.raises(ValueError, match=r"board\.html: .*chess"):
        addresses.complete("vendor/chess/board.js", "board.html")

"""No text is cut on any screen, neither in the pseudo-language, whose texts are 40 % longer and marked at
both ends, nor in the languages that there are. In the pseudo-language no text may lack its marks, and no
sentence may be two messages side by side."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from drawn_screens import START, board_names, drawn, serve, show, start_states
from screens import SCREENS, Screen
from text_faults import text_faults
from titledeed.language.catalogue import LANGUAGES, PSEUDO

# The first finds most.
SIZES = ((360, 640), (390, 844), (1280, 720), (1440, 900))
OTHERS = [language for language in LANGUAGES if language != "en"]

# One fault of each kind, and beside it what is none.
PLANTED = """
<style>
  .short { inline-size: 4rem; overflow: hidden; white-space: nowrap; text-overflow: ellipsis; }
  .low { block-size: 1.2rem; overflow: hidden; }
  .rolls { block-size: 2rem; overflow: auto; }
  .over { margin-block-start: -2.2em; }
  .ears { position: absolute; inline-size: 1px; overflow: hidden; clip-path: inset(50%); }
</style>
<p id="cut-wide" class="short">⟦Lõñg éñõügh tõ bé çüt⟧</p>
<p id="cut-high" class="low">⟦Ôñé lîñé⟧<br>⟦àñd thé ñéxt⟧</p>
<p id="cut-window" style="margin-inline-start: 95vw; white-space: nowrap">⟦Béýõñd thé wîñdõw⟧</p>
<p><select id="cut-list" style="inline-size: 4rem"><option>⟦Lõñg éñõügh tõ bé çüt⟧</option></select></p>
<p><input id="cut-hint" style="inline-size: 4rem" placeholder="⟦Lõñg éñõügh tõ bé çüt⟧"></p>
<p>⟦Bélõw⟧</p><p id="overlap" class="over">⟦Àbõvé⟧</p>
<p id="unmarked">Not a message</p>
<button id="unmarked-name" aria-label="Not a message">⟦Préss⟧</button>
<p id="unmarked-part">⟦Hàlf⟧ a message</p>
<p id="beside">⟦Õñé⟧ <b>⟦twõ⟧</b></p>
<p id="beside-comma">⟦Õñé⟧, ⟦twõ⟧</p>
<button id="beside-name" aria-label="⟦Õñé⟧: ⟦twõ⟧">⟦Préss⟧</button>
<section>
  <div class="rolls"><p>⟦Õñé⟧</p><p>⟦Twõ⟧</p><p>⟦Thréé⟧</p></div>
  <p>⟦Sééñ⟧<span class="ears">⟦Hidden from eyes, and as long as it likes⟧</span></p>
  <p>Ada: ⟦12⟧ · $1,500 · <span translate="no">Boardwalk</span> <code>tax.income</code> jail.fine-window</p>
  <p>⟦Õñé séñtéñçé.⟧ ⟦Àñõthér.⟧</p>
  <p>⟦Ôñé ⟦twõ⟧ ⟦thréé⟧⟧</p>
  <ul><li>⟦Õñé⟧</li><li>⟦Twõ⟧</li></ul>
  <button>⟦Õñé⟧</button> <button>⟦Twõ⟧</button>
  <p><span style="display: inline-block">⟦Õñé⟧</span> <span style="display: inline-block">⟦Twõ⟧</span></p>
</section>
"""


class Pages(dict[str, Page]):
    """A page for each language, made when it is first needed."""

    def __init__(self, browser: Browser) -> None:
        super().__init__()
        self.context = browser.new_context(reduced_motion="reduce", locale="en-US")

    def __missing__(self, language: str) -> Page:
        page = self[language] = self.context.new_page()
        resize(page, SIZES[0])
        serve(page, language)
        return page


@pytest.fixture(scope="module")
def pages(browser: Browser) -> Iterator[Pages]:
    pages = Pages(browser)
    yield pages
    pages.context.close()


def resize(page: Page, size: tuple[int, int]) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})


@pytest.mark.parametrize("screen", SCREENS, ids=[screen.name for screen in SCREENS])
def test_no_text_is_cut(pages: Pages, screen: Screen, request: pytest.FixtureRequest) -> None:
    page, picture = pages[PSEUDO], drawn(screen)
    for size in SIZES if request.config.getoption("--long") else SIZES[:1]:
        resize(page, size)
        show(page, picture)
        assert not text_faults(page, picture.names), size


@pytest.mark.long
@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("screen", SCREENS, ids=[screen.name for screen in SCREENS])
def test_no_text_is_cut_off_in_any_language(pages: Pages, screen: Screen, language: str) -> None:
    page, picture = pages[language], drawn(screen, language)
    for size in SIZES[1:3]:
        resize(page, size)
        show(page, picture)
        assert not text_faults(page, marked=False), size


@pytest.mark.parametrize(
    "language", [PSEUDO, *(pytest.param(o, marks=pytest.mark.long) for o in OTHERS)]
)
def test_no_text_is_cut_off_before_the_program_runs(
    browser: Browser, language: str, request: pytest.FixtureRequest
) -> None:
    """The first picture of the page, and what it says where the program cannot be started."""
    page = browser.new_page(reduced_motion="reduce")
    serve(page, language)
    for size in SIZES if request.config.getoption("--long") else SIZES[:1]:
        resize(page, size)
        for name, texts in start_states(language).items():
            page.evaluate(START, texts)
            faults = text_faults(page, sorted(board_names()), marked=language == PSEUDO)
            assert not faults, (name, size)
    page.close()


def test_the_check_for_cut_text_finds_each_planted_fault(browser: Browser) -> None:
    page = browser.new_page(viewport={"width": 360, "height": 640})
    page.set_content(f"<!doctype html><html lang='xx'><body>{PLANTED}</body></html>")
    faults = text_faults(page, ["Ada"])
    kinds = {
        **dict.fromkeys(("cut-wide", "cut-high", "cut-window", "cut-list", "cut-hint"), "cut"),
        "overlap": "overlap",
        **dict.fromkeys(("unmarked", "unmarked-name", "unmarked-part"), "unmarked"),
        **dict.fromkeys(("beside", "beside-comma", "beside-name"), "side by side"),
    }
    for id, kind in kinds.items():
        found = [fault for fault in faults if f"#{id}" in fault.split()]
        assert any(fault.startswith(kind) for fault in found), (id, faults)
        page.evaluate("id => document.getElementById(id).remove()", id)
    assert text_faults(page, ["Ada"]) == []
    page.set_content(
        '<p id=broken style="width: 5rem; overflow-wrap: anywhere">Unzerbrechlichkeit</p>'
    )
    assert text_faults(page, marked=False) == ["broken “Unzerbrechlichkeit”: #broken"]
    page.close()

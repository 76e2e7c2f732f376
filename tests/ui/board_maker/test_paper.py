"""A board on paper: every space, deed, card and note is on the sheets, fits, and is escaped."""

from __future__ import annotations

import re
from io import BytesIO
from pathlib import Path
from typing import Any
from xml.etree import ElementTree
from zipfile import ZipFile

from maker_table import fill, opened, shown
from titledeed.ui.board_maker.actions.zipped_files import zipped
from titledeed.ui.board_maker.views import poster
from titledeed.ui.board_maker.views.fitted_text import fitted, text_width
from titledeed.ui.views.board.own_drawings import DRAWINGS

ROOT = Path(__file__).resolve().parents[3]
SVG = "{http://www.w3.org/2000/svg}"


def choose(table: Any, **fields: str) -> None:
    table.do("maker-tab", "print")
    fill(table, "maker-paper", **fields)


def sheets(table: Any) -> list[ElementTree.Element]:
    table.page.files.clear()
    table.page.packed.clear()
    table.do("maker-sheets")
    if table.page.files:
        return [ElementTree.fromstring(content) for content in table.page.files.values()]
    (content,) = table.page.packed.values()
    with ZipFile(BytesIO(content)) as archive:
        return [ElementTree.fromstring(archive.read(name)) for name in sorted(archive.namelist())]


def texts(*roots: ElementTree.Element) -> list[str]:
    return [text.text or "" for root in roots for text in root.iter(f"{SVG}text")]


def test_a_poster_has_every_space_and_token_and_escapes_every_name() -> None:
    table = opened()
    fill(table, "maker-space", name="<b>&", short="<b>&")
    choose(table, board="one", size="a4")
    (poster,) = sheets(table)
    assert (poster.get("width"), poster.get("height")) == ("297.0mm", "420.0mm")
    assert "<b>&" in texts(poster)
    assert {"Boardwalk", "Jail", "$400", "H", "My board", "Chance", "$200"} <= set(texts(poster))
    assert len([box for box in poster.iter(f"{SVG}rect") if box.get("fill") == "#26418f"]) == 3
    assert (
        len(list(poster.iter(f"{SVG}svg"))) == 1 + 4 + 14 + 2 + 8
    )  # corners, spaces, piles, tokens
    fill(table, "maker-group", color="#nocolo")
    assert len(sheets(table)) == 1


def test_a_board_in_dollars_is_printed_on_letter_and_tabloid_until_another_paper_is_chosen() -> (
    None
):
    table = opened()
    choose(table, board="one", deeds="on", cards="on", money="on")
    assert "on one sheet of Tabloid" in shown(table)
    poster, *small = sheets(table)
    assert (poster.get("width"), poster.get("height")) == ("279.4mm", "431.8mm")
    assert "Tabloid, 279 × 432 mm. The board is 261 mm square." in texts(poster)
    part = poster.find(f"{SVG}svg")
    assert part is not None
    scale = float(part.get("width", "")) / 297
    bars = [box.get("width") for box in part.iter(f"{SVG}rect") if box.get("height") == "1.2"]
    assert round(float(bars[0] or 0) * scale, 1) == 50, "the bar that people measure"
    assert {(page.get("width"), page.get("height")) for page in small} == {("215.9mm", "279.4mm")}
    edge = 6.35  # what printers leave free
    for page in small:
        for box in page.iter(f"{SVG}rect"):
            if box.get("stroke-dasharray"):
                assert edge <= float(box.get("y", ""))
                assert float(box.get("y", "")) + float(box.get("height", "")) <= 279.4 - edge
    choose(table, board="four", size="a4")
    assert "on one sheet of A3" in shown(table)


def test_on_a4_the_poster_is_four_sheets_which_together_have_all_of_it() -> None:
    table = opened()
    choose(table, board="four", size="a4")
    pages = sheets(table)
    parts = [page.find(f"{SVG}svg") for page in pages]
    boxes = [part.get("viewBox") for part in parts if part is not None]
    assert boxes == [
        "0.0 0.0 158.5 220.0",
        "148.5 0.0 148.5 220.0",
        "0.0 210.0 158.5 210.0",
        "148.5 210.0 148.5 210.0",
    ]
    assert all((page.get("width"), page.get("height")) == ("210.0mm", "297.0mm") for page in pages)
    assert "4 sheets" in shown(table)
    table.do("maker-print")
    assert table.page.said[-1] == "printed"


def test_deeds_cards_and_money_are_on_sheets_to_cut_out() -> None:
    table = opened()
    choose(table, board="none", deeds="on", cards="on", money="on")
    pages = sheets(table)
    assert len(pages) == 3 + 2 + 8
    cells = [
        len([box for box in page.findall(f"{SVG}rect") if box.get("stroke-dasharray")])
        for page in pages
    ]
    assert cells == [12, 12, 4, 18, 14, *[21] * 8]
    written = texts(*pages)
    assert written.count("$500") == 32 + 2  # notes, and two rents
    assert "Orange · D" in written
    assert written.count("Mortgage value") == 28
    choose(table, board="none")
    table.page.packed.clear()
    table.do("maker-sheets")
    assert table.page.packed == {}


def test_without_colors_only_letters_tell_groups_apart() -> None:
    table = opened()
    choose(table, board="one", deeds="on", money="on", plain="on")
    pages = sheets(table)
    assert pages
    for page in pages:
        fills = {shape.get("fill") for shape in page.iter() if shape.get("fill")}
        assert fills <= {"#ffffff", "#fff", "none", "#1b282d", "currentColor"}, fills
        colors = {drawing.get("color") for drawing in page.iter(f"{SVG}svg")}
        assert colors <= {None, "#1b282d"}


def test_texts_fit_into_their_room() -> None:
    long = ("x" * 40, "W" * 40, "a b c d e f g h " * 12, "漢字" * 20, "Straße der Pariser Kommune")
    for text in ("", "Boardwalk", *long):
        size, lines = fitted(text, 3.4, 20, 3)
        assert 1 <= len(lines) <= 3
        assert size >= 3.4 * 0.55 - 0.01
        assert " ".join(lines) == " ".join(text.split())
        if size == 3.4:
            assert all(text_width(line, size) <= 20 for line in lines)


def test_the_drawings_on_paper_are_those_of_the_page() -> None:
    sprite = (ROOT / "static" / "art" / "sprite.svg").read_text("utf-8")
    copies = (ROOT / "templates" / "board_maker" / "drawings.html").read_text("utf-8")
    symbols = dict(
        re.findall(r'<symbol id="([\w-]+)" (viewBox="[^"]*">.*?)</symbol>', sprite, re.DOTALL)
    )
    copied = dict(
        re.findall(r'd\.id == "([\w-]+)".*?(viewBox="[^"]*">.*?)</svg>', copies, re.DOTALL)
    )
    assert set(copied) == set(DRAWINGS.values())
    for id, markup in copied.items():
        assert re.sub(r"\s", "", markup) == re.sub(r"\s", "", symbols[id]), id


def test_a_zip_is_the_same_each_time() -> None:
    assert zipped({"x.svg": "<svg/>"}) == zipped({"x.svg": "<svg/>"})


def test_eight_players_can_begin_with_the_printed_notes() -> None:
    begin = {500: 2, 100: 4, 50: 1, 20: 2, 10: 1}
    assert sum(value * count for value, count in begin.items()) == 1500
    assert all(8 * count <= poster.NOTES[value] for value, count in begin.items())
    assert sum(value * count for value, count in poster.NOTES.items()) > 20_580  # 30 of each
    assert sum(poster.NOTES.values()) % 21 == 0  # no empty places on the last sheet


def test_each_sheet_has_a_caption_and_opens_large_in_a_dialog() -> None:
    table = opened()
    choose(table, board="four", size="a4", deeds="on")
    names = ["Board, top left", "Board, top right", "Board, bottom left", "Board, bottom right"]
    names += [f"Deeds, sheet {n} of 3" for n in (1, 2, 3)]
    captions = re.findall(r'class="maker-caption"><span>(.*?)</span>', shown(table))
    assert captions == names

    def dialog() -> str:
        return str(table.page.regions["dlg-paper"])

    table.do("maker-sheet", "4")
    assert "Deeds, sheet 1 of 3" in dialog()
    assert "Sheet 5 of 7" in dialog()
    assert "Mediterranean Avenue" in dialog()
    table.press("dlg-paper", "Previous")
    assert "Board, bottom right" in dialog()
    assert "Board, bottom right" in table.page.said
    table.press("dlg-paper", "Whole sheet")
    assert "is-whole" in dialog()
    for _ in names:
        table.do("maker-sheet", "6")
    assert "Deeds, sheet 3 of 3" in dialog()
    table.gesture(kind="escape")
    assert table.app.open_dialogs == []
    for wrong in ("7", "-1", "x", "whole 7", ""):
        table.do("maker-sheet", wrong)
        assert table.app.open_dialogs == []

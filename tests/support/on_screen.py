"""Puts positions on a fake page, and reads its signs (§) and the reasons of barred answers."""

from __future__ import annotations

import json
import re
from typing import Any

from fake_page import Table
from titledeed.game.session import Session

ORANGE = ["st-james-place", "tennessee-avenue", "new-york-avenue"]


def on_screen(session: Session) -> Table:
    """Return a fake page with a game; the person who is asked has the device."""
    table = Table()
    table.hands.play.begin(session, "1", "a game")
    table.page.run()
    if table.app.handing_over:
        table.press("ask", "I am")
    return table


def game(book: str, *lines: str, seats: Any = ("Ada", "Ben"), **more: Any) -> Table:
    """Return a fake page after these lines of a record; Ada begins."""
    position = {"turn": "Ada", **more.pop("position", {})}
    record = {
        "format": "title-deed/1",
        "rulebook": book,
        "seats": list(seats),
        "position": position,
        "step": [{"play": "\n".join(lines)}] if lines else [],
        "seed": 1,
        **more,
    }
    table = Table()
    table.hands.imported("a.json", json.dumps(record))
    table.page.run()
    assert table.app.session is not None, table.page.text("setup")
    if table.app.handing_over:
        table.press("ask", "I am")
    return table


def signs(table: Table, region: str) -> list[str]:
    """Return the ids of all clauses behind a region's signs; one sign may have several."""
    buttons = table.page.buttons(region)
    return [id for b in buttons for id in b.attributes.get("data-why", "").split()]


def opens(table: Table, id: str) -> None:
    """Check that a sign opens its clause."""
    table.gesture(kind="click", where="ask", clauses=id)
    assert "dlg-why" in table.page.opened, id
    assert f"§ {id}" in table.page.text("dlg-why")
    table.do("close", where="dlg-why")


def barred_ones(table: Table, region: str) -> dict[str, tuple[str, list[str]]]:
    """Return every barred answer of a region, with its reason and the clauses of the signs beside it."""
    html = table.page.regions.get(region, "")
    reasons = {}
    for id, text, rest in re.findall(
        r'<div class="reason"><span id="([^"]+)">(.*?)</span>(.*?)</div>', html, re.DOTALL
    ):
        reasons[id] = (text, " ".join(re.findall(r'data-why="([^"]+)"', rest)).split())
    barred = {}
    for button in table.page.buttons(region):
        if button.barred:
            about = button.attributes["aria-describedby"]
            name = button.attributes.get("data-answer") or button.attributes["data-arg"]
            barred[name] = reasons[about]
    return barred


def cash(table: Table) -> list[int]:
    """Return each seat's cash."""
    return table.session.state.cash[: table.session.state.seats]

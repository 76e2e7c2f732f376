"""Pause and vote: the ask large, hands counted, the choice made at the table."""

from __future__ import annotations

from fake_page import Table
from titledeed.front.page import Gesture


def voting(*people: str) -> Table:
    table = Table()
    table.play(*people)
    table.do("lab", "vote")
    return table


def labels(table: Table) -> list[str]:
    return [
        b.attributes["aria-label"]
        for b in table.page.buttons("lab")
        if b.attributes.get("data-do") == "lab-choose"
    ]


def test_the_class_decides_what_is_asked() -> None:
    table = voting("Ada", "Ben")
    lab = table.desk.lab
    session = table.desk.session
    assert lab is not None
    assert session is not None
    before = len(session.entries)
    asked = session.ask.kind
    options = labels(table)
    assert options, table.page.text("lab")
    assert "Count hands for each answer" in table.page.text("lab")
    table.do("lab-hand", "0 1")
    table.do("lab-hand", "0 1")
    table.do("lab-hand", "0 -1")
    assert 'value="1"' in table.page.regions["lab"]
    table.do(
        "lab-hands",
        kind="change",
        fields={"hands-0": "17", "hands-9": "4", "x": "y", "hands-1": "-5"},
    )
    assert "17" in table.page.regions["lab"]
    assert len(session.entries) == before, "counting hands answers nothing"
    table.hands.gesture(Gesture("click", where="lab", do="lab-choose", arg="0"))
    assert table.desk.lab is None
    assert len(session.entries) > before
    assert session.entries[before].by == "person"
    assert session.entries[before].answer.kind == asked == "roll"
    # The next question has no hands yet.
    table.do("lab", "vote")
    assert 'value="17"' not in table.page.regions["lab"]


def test_where_nobody_is_asked_there_is_no_vote() -> None:
    table = Table()
    table.do("lab")
    table.do("lab-screen", "vote")
    assert "No game is being played here." in table.page.text("lab")
    table.do("lab-choose", "0")
    table.do("lab-hand", "0 1")
    assert "Vote" not in [b.text for b in table.page.buttons("lab")]


def test_what_is_no_answer_is_not_given() -> None:
    table = voting("Ada", "Ben")
    assert table.desk.session is not None
    before = len(table.desk.session.entries)
    for arg in ("", "9", "-1", "x", "99999999"):
        table.do("lab-choose", arg)
        table.do("lab-hand", arg)
    assert len(table.desk.session.entries) == before
    assert table.desk.lab is not None

"""The notices of the page, without the page."""

from __future__ import annotations

from titledeed.ui.notices import Notice, Notices


def ids(notices: Notices) -> list[str]:
    return [notice.id for notice in notices]


def test_a_notice_replaces_one_with_the_same_id_and_moves_to_the_end() -> None:
    notices = Notices()
    for id in ("full", "undone", "full"):
        notices.add(Notice(id, id))
    assert ids(notices) == ["undone", "full"]


def test_a_notice_can_be_the_first_one() -> None:
    notices = Notices()
    notices.add(Notice("undone", ""))
    notices.add(Notice("paused", ""), first=True)
    assert ids(notices) == ["paused", "undone"]


def test_temporary_notices_disappear_when_the_game_continues() -> None:
    notices = Notices()
    notices.add(Notice("undone", ""))
    notices.add(Notice("storage", "", lasts=True))
    notices.keep_lasting()
    assert ids(notices) == ["storage"]


def test_notices_are_dismissed_by_id_even_when_hidden() -> None:
    notices = Notices()
    for id in ("undone", "reply", "link"):
        notices.add(Notice(id, ""))
    notices.dismiss("undone", "link", "never-shown")
    assert ids(notices) == ["reply"]
    assert notices.get("undone") is None
    notices.clear()
    assert ids(notices) == []

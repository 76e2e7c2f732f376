"""The list of saved games: thumbnails, names, copies, deleting with undo, files and links."""

from __future__ import annotations

import itertools
import json
import re

import pytest

from fake_page import FakePage, Table
from titledeed.engine.record import Record, Seat
from titledeed.game import share_link
from titledeed.game.session import Session
from titledeed.game.state_digest import state_digest
from titledeed.storage.save_models import BoardPicture
from titledeed.storage.storage_interfaces import MemoryStore
from titledeed.storage.store import Store
from titledeed.ui.actions.share_link import MARK
from titledeed.ui.views import board_thumbnail, saved_games


def played(names: tuple[str, ...] = ("Ada", "Ben"), rounds: int = 3) -> Session:
    seats = [Seat(name, "simple") for name in names]
    house_rules = {"limit-rounds": rounds, "stock": [40, 14]}  # the limit alone is no house rule
    session = Session.start(Record("modern", seats, seed=4, house_rules=house_rules))
    while session.step() is not None:
        pass
    return session


def with_games(*titles: str) -> Table:
    """A table whose start page shows these saved games."""
    table = Table(Store(MemoryStore()))
    for title in titles:
        table.hands.play.begin_new(played(), title)
        table.page.run()
        table.hands.play.leave_game()
    table.do("open-saves")
    return table


def titles(table: Table) -> set[str]:
    return {facts.title for facts in table.store.games()}


def of(table: Table, title: str) -> str:
    return next(facts.id for facts in table.store.games() if facts.title == title)


# ---------------------------------------------------------------- the list


def test_the_list_shows_each_games_board_players_round_and_time() -> None:
    table = with_games("Friday")
    text = table.page.text("dlg-saves")
    assert "Friday over · 2026-11-20 20:00 house rules Ada Ben" in text
    html = table.page.regions["dlg-saves"]
    assert 'class="thumb"' in html
    assert 'class="thumb-own"' in html
    assert html.count('class="thumb-tok"') == 2


def test_a_game_with_house_rules_says_so_in_the_list_and_on_the_start_page() -> None:
    table = with_games("Loose")
    strict = Session.start(Record("modern", [Seat("Ada"), Seat("Ben")]))
    table.hands.play.begin_new(strict, "Strict")
    table.page.run()
    table.hands.play.leave_game()
    rows = saved_games.saves_view(table.app, table.store.games())["games"]
    assert {row["title"]: row["house"] for row in rows} == {"Loose": "house rules", "Strict": ""}
    assert "Loose over · house rules · 2026" in table.page.text("setup")


def test_only_a_game_that_is_not_over_is_being_played() -> None:
    table = Table()
    table.play("Ada", "Ben")
    table.do("open-saves")
    assert "round 1 · 2026-11-20 20:00 being played" in table.page.text("dlg-saves")
    table.hands.play.begin_new(played(), "Friday")
    table.page.run()
    table.do("open-saves")
    text = table.page.text("dlg-saves")
    assert "Friday over · 2026-11-20 20:00" in text
    assert "Back to the game" in text
    assert "being played" not in text


def test_a_thumbnail_draws_every_owned_space_once_and_inside_the_board() -> None:
    session = played()
    state = session.state
    picture = BoardPicture(
        tokens=("anchor", "kite"),
        at=tuple(state.at[:2]),
        playing=(1, 0),
        owner=tuple(state.owner),
        level=tuple([0] * 37 + [5, 0, 2]),
        mortgaged=tuple([0] * 39 + [1]),
    )
    view = board_thumbnail.thumbnail_view(picture)
    assert view is not None
    for seat in view["owned"]:
        own = [i for i in range(40) if state.owner[i] == seat["n"]]
        drawn = re.findall(r"M(\d+) (\d+)h(\d+)v(\d+)", seat["plain"] + seat["dim"])
        assert len(drawn) == len(own)
        for x, y, wide, high in (map(int, box) for box in drawn):
            assert x + wide <= 100
            assert y + high <= 100
    assert view["built"].count("M") == 2
    assert [t["n"] for t in view["tokens"]] == [0]
    boxes = {board_thumbnail.thumbnail_box(i) for i in range(40)}
    assert len(boxes) == 40
    assert sum(w * h for _, _, w, h in boxes) == 100 * 100 - 72 * 72


def test_tokens_on_a_board_with_bands_cover_neither_a_band_nor_an_owner() -> None:
    table = Table()
    table.play("Ada", "Ben")
    session = table.app.session
    assert session is not None
    radius = 4.2  # as workshop.css draws it
    for i, level in itertools.product(range(40), (0, 5)):
        picture = BoardPicture(
            tokens=("anchor", "kite"),
            at=(i, i),
            playing=(1, 1),
            owner=(0,) * 40,
            level=(level,) * 40,
        )
        view = board_thumbnail.thumbnail_view(picture, session.state.rules)
        assert view is not None
        assert len(view["tokens"]) == 2
        x, y, wide, high = board_thumbnail.thumbnail_box(i)
        for token in view["tokens"]:
            aside = max(x - token["x"], token["x"] - x - wide)
            down = max(y - token["y"], token["y"] - y - high)
            assert i % 10 == 0 or max(aside, down) > radius
            assert 0 <= token["x"] <= 100
            assert 0 <= token["y"] <= 100


@pytest.mark.parametrize(
    "picture",
    [
        BoardPicture(),
        BoardPicture(tokens=("anchor",), owner=(0,) * 39),
        BoardPicture(tokens=("anchor",), owner=(9,) * 40, at=(400,), level=(7,), playing=(1,)),
    ],
)
def test_an_invalid_picture_breaks_nothing(picture: BoardPicture) -> None:
    drawn = board_thumbnail.thumbnail_view(picture)
    assert drawn is None or drawn["tokens"] == []


def test_the_start_page_shows_the_game_to_continue_and_some_others() -> None:
    table = with_games("One", "Two", "Three", "Four")
    table.play("Ada", "Ben")
    table.do("leave")
    text = table.page.text("setup")
    assert "Continue: Ada, Ben · round 1" in text
    ids = re.findall(r'<li id="recent-(\w+)">', table.page.regions["setup"])
    assert len(ids) == saved_games.RECENT
    table.do("load", ids[0])
    assert table.app.game_id == ids[0]


# ---------------------------------------------------------------- names, copies, deleting


def test_a_deleted_game_can_be_restored() -> None:
    table = with_games("Friday", "Sunday")
    before = {f.id: f for f in table.store.games()}
    id = of(table, "Friday")
    delete = next(
        b
        for b in table.page.buttons("dlg-saves")
        if b.attributes.get("data-do") == "delete" and b.attributes["data-arg"] == id
    )
    table.click(delete)
    assert titles(table) == {"Sunday"}
    assert "“Friday” was deleted." in table.page.text("dlg-saves")
    assert "“Friday” was deleted." in table.page.said
    table.press("dlg-saves", "Bring it back")
    assert {f.id: f for f in table.store.games()} == before
    table.do("load", id)
    assert table.app.title == "Friday"
    assert state_digest(table.session.state) == state_digest(played().state)


def test_deleting_the_current_game_asks_for_confirmation() -> None:
    table = with_games()
    table.play("Ada", "Ben")
    id = table.app.game_id
    table.do("open-saves")
    table.do("delete", id)
    assert table.page.opened[-1] == "dlg-confirm"
    assert len(table.store.games()) == 1
    table.press("dlg-confirm", "Delete")
    assert table.store.games() == []
    assert table.app.session is None
    table.press("dlg-saves", "Bring it back")
    assert [facts.id for facts in table.store.games()] == [id]


def test_a_title_stays_plain_text() -> None:
    table = with_games("Friday")
    id = of(table, "Friday")
    table.do("rename", id)
    title = "<img src=x onerror=alert(1)>"
    table.gesture(kind="submit", do="rename-to", arg=id, fields={"title": title})
    assert title in table.page.text("dlg-saves")
    assert "<img" not in table.page.regions["dlg-saves"]


def test_a_copy_is_a_separate_game_and_takes_a_name() -> None:
    table = with_games("Friday")
    id = of(table, "Friday")
    table.do("duplicate", id)
    copy = of(table, "Copy of Friday")
    table.do("rename", copy)
    table.gesture(kind="submit", do="rename-to", arg=copy, fields={"title": "Saturday"})
    assert titles(table) == {"Friday", "Saturday"}
    table.do("delete", id)
    table.do("load", copy)
    assert state_digest(table.session.state) == state_digest(played().state)


# ---------------------------------------------------------------- links


def the_link(table: Table, id: str) -> str:
    table.do("open-saves")
    table.do("link", id)
    shown = re.search(r"<textarea[^>]*>([^<]*)</textarea>", table.page.regions["dlg-link"])
    assert shown
    return shown[1]


def test_a_link_moves_a_game_to_another_device() -> None:
    table = with_games("Friday")
    address = the_link(table, of(table, "Friday"))
    assert address.startswith("https://example.org/game/#game=1.")
    table.press("dlg-link", "Copy the link")
    assert table.page.clipboard == address
    assert "Copied" in table.page.text("dlg-link")

    other = Table(Store(MemoryStore()))
    other.play("Zoë", "Max")
    playing = other.app.game_id
    other.hands.open_link(address[address.index("#") :])
    assert "Ada, Ben · over. This opens as a new game" in other.page.text("dlg-confirm")
    assert other.app.game_id == playing
    other.press("dlg-confirm", "Open it as a new game")
    assert other.app.title == "Friday"
    assert state_digest(other.session.state) == state_digest(played().state)
    assert {facts.id for facts in other.store.games()} == {playing, other.app.game_id}


def test_a_link_opens_only_after_people_agree() -> None:
    table = with_games("Friday")
    address = the_link(table, of(table, "Friday"))
    other = Table(Store(MemoryStore()))
    other.hands.open_link(address[address.index("#") :])
    other.press("dlg-confirm", "Not now")
    assert other.store.games() == []
    assert other.app.session is None


@pytest.mark.parametrize(
    ("fragment", "says"),
    [
        ("1.AAAA", "damaged: it can’t be read"),
        ("9.xyz", "doesn’t contain a game"),
        ("1." + "A" * 100_000, "too long"),
        (
            share_link.pack_record({"format": "title-deed/1", "rulebook": "mine", "seats": []}),
            "“mine”|players",
        ),
    ],
)
def test_a_hostile_or_damaged_link_is_refused_with_a_sentence(fragment: str, says: str) -> None:
    table = with_games("Friday")
    table.do("close", where="dlg-saves")
    table.hands.open_link(MARK + fragment)
    text = table.page.text("setup")
    assert "This link can’t be opened." in text
    assert re.search(says, text)
    assert titles(table) == {"Friday"}
    assert "dlg-confirm" not in table.page.opened


def test_a_link_from_elsewhere_is_ignored() -> None:
    table = with_games("Friday")
    before = dict(table.page.regions)
    table.hands.open_link("#board")
    assert table.page.regions == before


def test_a_game_too_long_for_a_link_is_offered_as_a_file(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(share_link, "LONGEST", 200)
    table = with_games("Friday")
    table.do("link", of(table, "Friday"))
    assert "too long for a link" in table.page.text("dlg-link")
    table.press("dlg-link", "Save it as a file")
    (text,) = table.page.files.values()
    assert state_digest(Session.load(json.loads(text)).state) == state_digest(played().state)


def test_when_the_clipboard_is_denied_the_address_is_selected() -> None:
    table = with_games("Friday")
    table.page.clipboard = None
    the_link(table, of(table, "Friday"))
    table.press("dlg-link", "Copy the link")
    assert table.page.selected == ["#link-address"]
    assert "Copying failed" in table.page.said[-1]


# ---------------------------------------------------------------- files


@pytest.mark.parametrize("kind", ["json", "toml"])
def test_a_game_saved_as_a_file_is_the_same_when_opened(kind: str) -> None:
    table = with_games("Friday")
    table.do("export", of(table, "Friday"))
    (text,) = table.page.files.values()
    record = json.loads(text)
    if kind == "toml":
        lines = "\n".join(record["step"][0]["play"])
        seats = ", ".join(f'{{name = "{s["name"]}", bot = "{s["bot"]}"}}' for s in record["seats"])
        text = (
            f'format = "{record["format"]}"\nrulebook = "modern"\nseed = 4\ntitle = "Friday"\n'
            f"seats = [{seats}]\nhouse_rules = {{limit-rounds = 3, stock = [40, 14]}}\n"
            f'[[step]]\nplay = """\n{lines}\n"""\n'
        )
    other = Table(Store(MemoryStore()), FakePage())
    other.do("import")
    assert other.page.asked_for_file
    other.hands.imported(f"friday.{kind}", text)
    other.page.run()
    assert other.app.title == "Friday"
    again = other.session.save(record["saved"], "Friday")
    assert state_digest(other.session.state) == state_digest(played().state)
    assert again["step"] == record["step"]
    if kind == "json":
        assert again["checksum"] == record["checksum"]

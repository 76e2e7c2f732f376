"""The view has a button for each allowed answer and no other.

It hides facts that players may not count, and escapes every name."""

from __future__ import annotations

import json
import random
import re
from html.parser import HTMLParser

import pytest

import wild_games
from fake_page import Table, screen
from on_screen import on_screen
from tables import TABLES
from titledeed.engine.answers import (
    Bid,
)
from titledeed.engine.asks import (
    Over,
)
from titledeed.engine.legal_answers import (
    Amount,
    Options,
)
from titledeed.engine.record import Record, Seat, read_record
from titledeed.engine.special_seats_and_ids import BANK, CHANCE
from titledeed.game.session import Session
from titledeed.ui.notices import Notice
from titledeed.ui.render.jinja_renderer import shell
from titledeed.ui.render.renderer import LATER
from titledeed.ui.views.board import board
from titledeed.ui.views.board.deed import deed_view
from titledeed.ui.views.ending import standings_and_wealth
from titledeed.ui.views.page.data_state_and_ask_attributes import crowding
from titledeed.ui.views.page.page_view import page_view
from titledeed.ui.views.page.region_templates_and_view_keys import TEMPLATES, region_view
from titledeed.ui.views.view_context_and_shared_parts import ViewContext

HOSTILE = ["<img src=x onerror=alert(1)>", "\"'><script>x()</scr", "{{ 7*7 }}{% raw %}"]
# Tags that the templates use as well; a name that became one of them would show here.
TAGS = re.compile(r"script|img|iframe|object|embed|style|link|base|meta", re.IGNORECASE)
# The drawing of a bot, which a name cannot write: its quotes would be escaped.
PORTRAIT = re.compile(r'<img src="static/art/people/\w+\.svg"\s+alt="" width="88" height="88">')


class Elements(HTMLParser):
    """Collects all tags and attributes, and checks that every opened tag is closed."""

    VOID = frozenset({"input", "br", "hr", "meta", "link", "img", "use", "path", "rect", "line"})

    def __init__(self) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.attributes: set[str] = set()
        self.ids: list[str] = []
        self.open: list[str] = []
        self.faults: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes |= {name for name, _ in attrs}
        self.ids += [value for name, value in attrs if name == "id" and value]
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes |= {name for name, _ in attrs}

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open.pop() != tag:
            self.faults.append(tag)


def wild_table(n: int, most: int, names: list[str] | None = None) -> Table:
    """A table of people in the middle of a game with random answers."""
    draw = random.Random(n)
    record = wild_games.crowded(draw, rulebook=("modern", "classic", "wikibooks")[n % 3])
    record["rent"] = "asked" if n % 2 else "automatic"
    if names:
        record["seats"] = names
        record["position"]["turn"] = "seat:1"
        for i, name in enumerate(wild_games.NAMES, 1):
            if name in record["position"]["seat"]:
                record["position"]["seat"][f"seat:{i}"] = record["position"]["seat"].pop(name)
    session = Session.start(read_record(record))
    wild_games.walk(session, draw, most)
    while session.state.ask.seat == CHANCE:
        session.step()
    return on_screen(session)


def offered(table: Table, region: str) -> set[str]:
    return {
        b.attributes["data-answer"]
        for b in table.page.buttons(region)
        if "data-answer" in b.attributes
    }


@pytest.mark.parametrize("n", range(60))
def test_a_question_has_a_button_for_every_legal_answer(n: int) -> None:
    table = wild_table(n, 7 * n)
    state = table.session.state
    ask = state.ask
    if ask.seat < 0:
        return
    options = Options(state, ask.seat)
    text = table.session.game.notation.text
    asked = options._of_ask()
    may = {text(a, state) for kind in asked for a in options.of(kind) if not isinstance(a, Amount)}
    barred = {text(b.answer, state) for kind in asked for b in options.barred(kind)}
    buttons = {
        b.attributes["data-answer"]: b
        for b in table.page.buttons("ask")
        if b.attributes.get("data-answer")
    }
    assert may <= buttons.keys()
    for answer, button in buttons.items():
        if button.barred:
            assert answer in barred or answer.startswith("bid")
        elif answer.startswith("bid"):
            amounts = options.of("bid")[0]
            assert isinstance(amounts, Amount)
            assert amounts.low <= int(answer[4:]) <= amounts.high
        elif ask.kind == "debt" and answer not in may:
            kind = answer.split()[0]
            assert answer in {text(a, state) for a in options.of(kind)}  # type: ignore[arg-type]
        else:
            assert answer in may


@pytest.mark.parametrize("n", range(30))
def test_the_manager_has_a_button_for_every_legal_standing_answer(n: int) -> None:
    table = wild_table(n, 5 * n)
    state = table.session.state
    text = table.session.game.notation.text
    for seat in range(state.seats):
        if not state.playing[seat] or isinstance(state.ask, Over):
            continue
        table.do("open-manager", str(seat))
        options = Options(state, seat)
        kinds = ("build", "sell", "mortgage", "redeem")
        may = {text(a, state) for kind in kinds for a in options.of(kind)}  # type: ignore[arg-type]
        if not table.session.quiet:
            # Questions about a mortgage are answered where they are asked.
            may = {answer for answer in may if not answer.startswith("redeem")}
        free = {a for a in table.answers("dlg-manager") if not a.startswith("sell-down")}
        assert may <= free | offered(table, "ask")
        assert free <= {
            text(a, state)
            for k in options.kinds()
            if k not in ("bid", "offer")
            for a in options.of(k)
        }  # type: ignore[arg-type]
        table.do("close", where="dlg-manager")


def test_a_debtor_sees_the_missing_amount_and_ways_to_raise_it() -> None:
    table = Table()
    table.play(
        "Ada",
        "Ben",
        chance="by-hand",
        position={
            "seat": {
                "Ada": {"cash": 20, "at": "@36", "deeds": ["reading-railroad", "vermont-avenue"]},
                "Ben": {"deeds": ["boardwalk"]},
            }
        },
    )
    table.say("roll")
    table.gesture(kind="submit", where="ask", form="dice 1 2")
    assert table.page.state["ask"] == "debt 0"
    assert "Ada is $30 short" in table.page.text("ask")
    assert table.answers() == ["mortgage vermont-avenue", "mortgage reading-railroad"]
    assert not [button for button in table.page.buttons("ask") if "Sell" in button.text]
    table.say("mortgage vermont-avenue")
    assert table.answers() == ["pay"]
    table.say("pay")
    assert table.session.state.cash[:2] == [20, 1550]


def test_no_worth_is_shown_while_the_tax_is_being_chosen() -> None:
    table = Table()
    record = Record(
        "classic",
        [Seat("Ada"), Seat("Ben")],
        chance="by-hand",
        position={"turn": "Ada", "seat": {"Ada": {"at": "@1"}}},
    )
    table.hands.play.start(record)
    table.page.run()
    assert "worth $1,500" in table.page.text("seats")
    table.say("roll")
    table.gesture(kind="submit", where="ask", form="dice 1 2")
    assert table.page.state["ask"] == "tax 0"
    table.do("open-seat", "1")
    shown = table.page.text("seats") + table.page.text("dlg-seat")
    assert "orth" not in shown
    table.do("close", where="dlg-seat")
    table.say("percent")
    assert "worth $1,350" in table.page.text("seats")


@pytest.mark.parametrize("n", [3, 11, 20, 31])
def test_player_names_stay_plain_text(n: int) -> None:
    names = [*HOSTILE, "Dora"]
    table = wild_table(n, 6 * n, names)
    table.do("open-journal")
    table.do("open-trade")
    table.do("open-seat", "0")
    table.do("open-spaces")
    table.do("open-saves")
    pages = dict(table.page.regions)
    assert any("onerror" in html for html in pages.values())
    for region, html in pages.items():
        parser = Elements()
        parser.feed(PORTRAIT.sub("", html))
        parser.close()
        assert not [tag for tag in parser.tags if TAGS.fullmatch(tag)], region
        assert not [a for a in parser.attributes if a.startswith("on") or a == "style"], region
        assert "49" not in html or "{{ 7*7 }}" in html


@pytest.mark.parametrize("n", range(12))
def test_every_page_is_well_formed(n: int) -> None:
    table = wild_table(n, 9 * n)
    everything = Elements()
    for region, html in table.page.regions.items():
        parser = Elements()
        parser.feed(html)
        parser.close()
        assert (parser.faults, parser.open) == ([], []), region
        everything.ids += parser.ids
    assert sorted(everything.ids) == sorted(set(everything.ids))


def test_an_unchanged_region_is_not_rendered_again() -> None:
    table = Table()
    table.play("Ada", "Ben")
    table.page.patches.clear()
    table.hands.play.render()
    assert table.page.patches == []
    table.do("open-manager")
    assert table.page.patches == ["dlg-manager"]


def test_the_page_shell_is_the_setup_form_and_accepts_every_template() -> None:
    view = shell()
    html = screen().render("setup.html", view)
    assert html.count('name="name-') == 4
    assert re.search(r'value="modern"\s+checked', html)


def test_the_deeds_of_tax_and_go_show_the_amount() -> None:
    table = Table()
    table.play("Ada", "Ben")
    ctx = ViewContext(table.app)
    printed = [deed_view(ctx, i, "deed-side")["printed"] for i in (0, 4, 38, 10, 7, 39)]
    assert printed == ["collect $200", "pay $200", "pay $100", "", "", ""]
    table.do("open-deed", ctx.id(38))
    assert "Luxury Tax pay $100" in table.page.text("dlg-deed")


def test_the_deed_marks_the_current_rent() -> None:
    table = Table()
    deeds = {
        "Ada": {"deeds": ["st-james-place:3", "tennessee-avenue:3", "new-york-avenue:2"]},
        "Ben": {"deeds": ["@5", "@15", "park-place", "boardwalk", "water-works", "@1:m"]},
    }
    table.play("Ada", "Ben", position={"seat": deeds})
    ctx = ViewContext(table.app)
    for space, label in (
        (16, "with 3 houses"),
        (19, "with 2 houses"),
        (5, "with 2 railroads"),
        (39, "with the complete group"),
        (28, "with 1 utility"),
    ):
        rows = deed_view(ctx, space, "deed-side")["rows"]
        assert [row["label"] for row in rows if row["now"]] == [label]
    for space in (1, 3):
        rows = deed_view(ctx, space, "deed-side")["rows"]
        assert not any(row["now"] for row in rows)


def test_a_deed_agrees_with_the_card_that_sets_the_rent() -> None:
    seats = {"Ada": {"at": "@7"}, "Ben": {"deeds": ["electric-company"]}}
    table = Table()
    table.play("Ada", "Ben", chance="by-hand", position={"seat": {**seats, "Ada": {"at": "@4"}}})
    table.say("roll")
    table.gesture(kind="digit", arg="1")
    table.gesture(kind="digit", arg="2")
    table.say("card nearest-utility")
    assert table.page.state["ask"] == "rent-roll 0"
    view = deed_view(ViewContext(table.app), 12, "deed-side")
    assert view["would"] == "Ben gets 10 times the total."
    assert not any(row["now"] for row in view["rows"])
    assert "10 × dice" in table.page.regions["board"]
    assert "4 × dice" not in table.page.regions["board"]


def test_the_jail_tells_a_prisoner_how_to_get_out() -> None:
    table = Table()
    for turn, words in ((0, "three turns"), (2, "third turn")):
        table.play("Ada", "Ben", position={"seat": {"Ada": {"jail": turn}}})
        text = deed_view(ViewContext(table.app), 10, "deed-side")["text"]
        assert words in text
        assert "visiting" not in text


def test_the_page_says_what_crowds_the_middle_of_the_board() -> None:
    table = Table()
    jailed = {"Ada": {"jail": 0, "cards": ["chance"]}}
    table.play("Ada", "Ben", position={"seat": jailed})
    assert table.page.state["crowding"] == "answers"
    table.play("Ada", "Ben")
    table.app.notices.add(Notice("one", "One."))
    table.hands.play.render()
    assert table.page.state["crowding"] == "notice tall"
    table.app.notices.add(Notice("two", "Two."))
    table.do("hint")
    assert table.page.state["crowding"] == "notice notices tall hint"
    table.app.notices.add(Notice("trade", "Press a space."))
    table.hands.play.render()
    assert table.page.state["crowding"] == "notice notices trade hint"
    table.app.notices.add(Notice("trade", "A draft of many deeds. " * 4))
    table.hands.play.render()
    assert table.page.state["crowding"] == "notice notices tall trade hint"
    table.app.notices.clear()
    table.app.notices.add(Notice("sound", "Sound is off."))
    table.hands.play.render()
    assert table.page.state["crowding"] == "notice hint"


def test_the_page_says_what_its_dialogs_cover() -> None:
    table = Table()
    seats = {
        "Ada": {"deeds": ["park-place", "boardwalk", "short-line"]},
        "Ben": {"deeds": ["reading-railroad"]},
    }
    table.play("Ada", "Ben", position={"seat": seats})
    for space, words in (
        ("reading-railroad", "deed"),
        ("short-line", "deed own"),
        ("boardwalk", "deed own streets"),
        ("free-parking", "deed"),
    ):
        table.do("open-deed", space, where="board")
        assert table.page.state["beside"] == words
    table.do("open-seat", "1", where="seats")
    assert table.page.state["beside"] == "deed panel"
    table.do("close", where="dlg-deed")
    assert table.page.state["beside"] == "panel"
    table.do("close", where="dlg-seat")
    assert table.page.state["beside"] == ""


@pytest.mark.parametrize(("jail", "frame"), [(1, "is-inside"), (None, "is-here")])
def test_the_frame_of_the_mover_is_round_the_cell_only_in_jail(
    jail: int | None, frame: str
) -> None:
    seat = {"at": "@10"} if jail is None else {"jail": jail}
    table = Table()
    table.play("Ada", "Ben", position={"turn": "Ada", "seat": {"Ada": seat}})
    corner = re.search(r'<li class="([^"]*)" id="square-10"', table.page.regions["board"])
    assert corner is not None
    assert {"is-inside", "is-here"} & set(corner[1].split()) == {frame}


def opened(name: str) -> Table:
    """The table of a question of the screens."""
    table = Table()
    table.hands.imported("game.json", json.dumps(TABLES[name]))
    table.page.run()
    return table


def test_the_frame_is_round_the_space_whose_rent_may_be_claimed() -> None:
    table = opened("rent-claim 0")
    assert table.page.state["ask"] == "rent-claim 0"
    framed = r'<li class="[^"]*\bis-here\b[^"]*" id="square-(\d+)"'
    assert re.findall(framed, table.page.regions["board"]) == ["6"]
    table.do("let-go")
    assert "6" not in re.findall(framed, table.page.regions["board"])


def test_an_offer_is_opened_with_the_first_deed_on_offer_beside_it() -> None:
    assert opened("answer 1").app.deed == 5  # Reading Railroad


def test_a_square_is_marked_while_its_deed_is_open() -> None:
    table = Table()
    table.play("Ada", "Ben")

    def marked() -> list[str]:
        squares = re.findall(r'<li class="([^"]*)" id="(square-\d+)"', table.page.regions["board"])
        return [dom for looks, dom in squares if "is-shown" in looks.split()]

    assert marked() == []
    table.do("open-deed", "boardwalk", where="board")
    assert marked() == ["square-39"]
    table.do("open-deed", "baltic-avenue", where="board")
    assert marked() == ["square-3"]
    table.do("close", where="dlg-deed")
    assert marked() == []


def test_the_board_distinguishes_jailed_players_from_visitors() -> None:
    table = Table()
    table.play("Ada", "Ben", position={"seat": {"Ada": {"jail": 1}, "Ben": {"at": "@10"}}})
    placed = {t["n"]: t["at"] for t in board.tokens_view(ViewContext(table.app))}
    assert placed == {0: "jail", 1: 10}


@pytest.mark.parametrize(
    ("name", "label"),
    [
        ("Mediterranean Avenue", "Mediter\u00adranean Avenue"),
        ("Pennsylvania Railroad", "Pennsyl\u00advania Railroad"),
        ("Park Place", ""),
    ],
)
def test_long_words_can_be_hyphenated(name: str, label: str) -> None:
    assert board.soft_hyphenated(name) == label


def test_quick_bids_are_the_lowest_bid_and_rounder_ones() -> None:
    table = Table()
    table.play("Ada", "Ben", chance="by-hand")
    table.say("roll")
    table.gesture(kind="submit", where="ask", form="dice 1 2")
    table.say("decline")
    assert table.answers()[:3] == ["bid 10", "bid 20", "bid 50"]
    assert field_for_a_bid(table) == 100
    table.say("bid 20")
    assert table.session.entries[-1].answer == Bid(20)
    assert table.answers()[:3] == ["bid 21", "bid 30", "bid 100"]
    assert field_for_a_bid(table) == 150
    table.gesture(kind="submit", where="ask", form="bid 1490")
    assert table.answers()[:2] == ["bid 1491", "bid 1500"]
    assert field_for_a_bid(table) == 1500  # nobody has more


def field_for_a_bid(table: Table) -> int:
    """The sum in the field for a bid."""
    field = re.search(r'id="bid-amount".*?value="(\d+)"', table.page.regions["ask"], re.DOTALL)
    assert field is not None
    return int(field[1])


@pytest.mark.parametrize("name", list(TABLES))
def test_a_view_of_some_regions_shows_in_them_what_the_whole_view_shows(name: str) -> None:
    table = Table()
    table.hands.imported("game.json", json.dumps(TABLES[name]))
    table.page.run()
    whole = page_view(table.app, dict, table.cache)
    first = [region for region in TEMPLATES if region not in LATER]
    for part in (first, LATER, *((region,) for region in TEMPLATES)):
        view = page_view(table.app, dict, table.cache, part)
        for region in part:
            assert region_view(view, region) == region_view(whole, region), (part, region)
        assert crowding(view) == crowding(whole), part
    assert page_view(table.app, dict, table.cache, first)["journal"] == []


def test_the_winner_ranks_first_and_the_last_to_go_bankrupt_second() -> None:
    table = Table()
    table.play("Ada", "Ben", "Cleo", "Dora")
    for seat in ("1", "3", "0"):
        table.do("open-seat", seat)
        table.say("resign", "dlg-seat")
        table.say("resign", "dlg-confirm")
    ranking = page_view(table.app, dict)["ask"]["ranking"]
    assert [row["name"] for row in ranking] == ["Cleo", "Ada", "Dora", "Ben"]
    assert [row["winner"] for row in ranking] == [True, False, False, False]
    assert [row["note"] for row in ranking][1:] == ["resigned in round 1"] * 3


def test_pointing_at_a_deed_shows_it_beside_the_board() -> None:
    table = Table()
    table.play("Ada", "Ben")
    table.page.patches.clear()
    table.gesture(kind="point", arg="boardwalk")
    assert table.page.patches == ["deed"]
    assert "Boardwalk" in table.page.text("deed")
    table.gesture(kind="point", arg="no-such-space")
    assert table.page.patches == ["deed"]


def test_the_wealth_curves_stay_inside_their_picture() -> None:
    record = Record("modern", [Seat("Ada", "simple"), Seat("Ben", "simple")], seed=2)
    session = Session.start(record)
    while len(session.entries) < 600:
        session.step()
    session.hand_to(0, "")
    table = Table()
    table.hands.play.begin(session, "1", "")
    curves = standings_and_wealth.curves_view(ViewContext(table.app))
    assert curves is not None
    points = [tuple(map(int, p.split(","))) for p in curves["lines"][0]["points"].split()]
    assert all(0 <= x <= curves["width"] and 0 <= y <= curves["height"] for x, y in points)
    assert 10 < len(points) <= 122


def test_an_unknown_clause_is_not_opened() -> None:
    table = Table()
    table.play("Ada", "Ben")
    table.gesture(kind="click", clauses="no.such-clause")
    assert table.page.opened == []
    assert table.app.open_dialog("why") is None


def test_every_space_shows_its_owner_and_its_tokens() -> None:
    table = Table()
    table.play("Ada", "Ben", position={"seat": {"Ada": {"at": "@39", "deeds": ["boardwalk:m"]}}})
    text = table.page.text("board")
    assert "Boardwalk, Dark Blue group, owned by Ada, mortgaged, here: Ada" in text
    assert table.session.state.owner[37] == BANK
    assert "Park Place, Dark Blue group, for sale at $350" in text


@pytest.mark.parametrize(
    ("dice", "rents", "facts"),
    [
        ("1 2", ["$4", "$8", "$20", "$60", "$180", "$320", "$450"], ["$50", "$30"]),
        ("2 3", ["$25", "$50", "$100", "$200"], ["$100"]),
        ("6 6", ["4 × dice", "10 × dice"], ["$75"]),
    ],
)
def test_an_auction_shows_the_deed_of_its_lot(
    dice: str, rents: list[str], facts: list[str]
) -> None:
    table = Table()
    table.play("Ada", "Ben", chance="by-hand")
    table.session.say(0, "roll")
    table.session.say(CHANCE, f"dice {dice}")
    table.session.say(0, "decline")
    table.hands.play.render()
    html = table.page.regions["ask"].split('class="lot-deed"')[1]
    rows, below = html.split("</table>")[:2]
    assert re.findall(r"<td[^>]*>(.*?)</td>", rows) == rents
    assert re.findall(r"<dd[^>]*>(.*?)</dd>", below.split("</dl>")[0]) == facts
    # The rest of the group, of which nobody owns anything yet.
    rest = below.split('class="buy-rest"')[1].split("</ul>")[0]
    assert rest.count("<li") == {"1 2": 1, "2 3": 3, "6 6": 1}[dice]
    assert rest.count(">unsold<") == rest.count("<li")
    # Each rent's sign has words for people who cannot see it or do not know it.
    assert len(set(re.findall(r'<th scope="col" title="(.+?)"', rows))) == len(rents)

"""The bot workshop, used as a person uses it: writing, running, mending, hints, files and links."""

from __future__ import annotations

import re

import pytest

from fake_page import FakeEditor, FakePage, Table
from titledeed.storage.store import Store
from titledeed.ui.workshop.state.workshop import WorkshopRun
from titledeed.ui.workshop.views.workshop import _code_pieces
from titledeed.workshop.bot_file import BotFile, bot_link, write_bot
from titledeed.workshop.fence_answers import RunCounts
from titledeed.workshop.findings import Finding, Fix
from titledeed.workshop.steps import STEPS


def opened(**page: object) -> Table:
    table = Table(page=FakePage(**page))  # type: ignore[arg-type]
    table.do("workshop")
    table.page.run()
    return table


def text(table: Table) -> str:
    return table.page.text("lab")


def editor(table: Table) -> FakeEditor:
    assert table.page.editor is not None
    return table.page.editor


def run(table: Table) -> None:
    table.press("lab", "Play 100 games")
    table.page.run()


def test_the_first_step_is_reached_with_the_solution_and_leads_to_the_next() -> None:
    table = opened()
    assert "Step 1: Buy" in text(table)
    assert "Goal: win 8 of 100 games against 3 × Novice" in text(table)
    assert editor(table).text == STEPS[0].starter
    assert "No mistakes found" in text(table)
    table.press("lab", "Show a solution")
    table.press("lab", "Put it into the editor")
    assert editor(table).text == STEPS[0].solution
    run(table)
    assert "Goal reached: MyBot won 15 of 100." in text(table)
    for key in ("Share of games won, with its 95% interval", "25%: an equal share", "8%: the goal"):
        assert key in text(table)
    below = table.page.regions["lab"].split('class="ws-go"')[1].split("</div>")[0]
    assert "Next step" in below  # also where a phone has the button below all else
    assert 'class="btn go" id="workshop-run"' not in below
    table.press("lab", "Next step")
    assert "Step 2: Bid" in text(table)
    assert editor(table).text == STEPS[0].solution
    # The progress and the programs are still there in a new window.
    table.page.run()
    later = Table(store=table.disk())
    later.do("workshop")
    later.page.run()
    assert "Step 2: Bid" in text(later)


def test_a_fault_is_named_beside_the_button_that_plays() -> None:
    table = opened()
    table.app.lab.workshop.findings = [Finding("other", 5, {"says": "NameError"})]
    table.app.lab.render()
    below = table.page.regions["lab"].split('class="ws-go"')[1].split("</div>")[0]
    assert "NameError" in below
    assert 'data-do="workshop-line" data-arg="5"' in below.replace("\n    ", " ")
    # The solution may be in sight there, and has lines too.
    assert "Your program, line 5" in below
    assert "cash = view.cash[view.seat]" in below


def test_what_mends_a_mistake_is_the_main_button_also_where_a_phone_plays() -> None:
    table = opened()
    fix = Fix(5, "cash", "view.cash[view.seat]")
    for findings, main in (
        ([Finding("other", 5, {"says": "NameError"}, fix=fix)], False),
        ([], True),
    ):
        table.app.lab.workshop.findings = findings
        table.app.lab.render()
        below = table.page.regions["lab"].split('class="ws-go"')[1].split("</div>")[0]
        assert ("Change it to view.cash[view.seat]" in below) is not main
        assert ('class="btn go" id="workshop-run"' in below) is main


def test_the_page_says_what_a_bot_can_use_before_the_first_hint() -> None:
    for words in ("What your bot can use", "options.least() the answer that does the least"):
        assert words in text(opened())


def test_keys_that_a_phone_hides_are_typed_by_buttons() -> None:
    table = opened()
    before = editor(table).text
    table.do("workshop-key", "1")
    table.do("workshop-key", "2")
    assert editor(table).text == before + ":()"
    table.do("workshop-key", "99")
    table.do("workshop-key", "x")
    assert editor(table).text == before + ":()"


def test_a_missed_goal_says_what_was_counted() -> None:
    table = opened()
    run(table)
    assert re.search("The bot was asked “buy” \\d+ times and never bought anything.", text(table))
    table.press("lab", "Hint")
    assert "view.ask.space is the number of the space" in text(table)


@pytest.mark.parametrize(
    ("won", "ticks", "says"),
    [
        (20, 2, "Goal reached: MyBot won 55 of 100 against 3 × Novice and 20 of 100 against"),
        (
            5,
            1,
            "MyBot won 55 of 100 against 3 × Novice and 5 of 100 against 3 × Simple bot. The goal",
        ),
    ],
)
def test_two_goals_are_ticked_one_by_one_and_lost_games_are_looked_at_against_the_right_bots(
    won: int, ticks: int, says: str
) -> None:
    table = opened()
    workshop, step = table.app.lab.workshop, STEPS[4]
    workshop.at, workshop.code = step.id, step.solution
    counts = [RunCounts(100, 55, lost=[*range(45)]), RunCounts(100, won, lost=[7, 9])]
    workshop.run = WorkshopRun(step.goals, counts, going=False)
    table.app.lab.render()
    assert "200 games played" in text(table)
    assert "Play 200 games" in text(table)
    assert "Ctrl+Enter plays 200 games." in text(table)
    assert says in text(table)
    assert text(table).count("(goal reached)") == ticks
    assert "Some of the 45 games it lost, by number." in text(table)
    assert "Games it lost, by number." in text(table), "where all of them have a button"
    assert 'data-arg="0 44"' not in table.page.regions["lab"]
    assert 'data-arg="1 9"' in table.page.regions["lab"]
    table.do("workshop-lost", "1 9")
    table.page.run()
    assert (workshop.game_goal, workshop.game_number) == (1, 9)
    table.press("lab", "Next decision")
    table.page.run()
    assert (workshop.game_goal, workshop.game_number) == (1, 9), "the same game goes on"
    game = workshop.game
    assert game is not None
    assert "novice" not in str(game.table)


def test_a_mistake_is_shown_at_its_line_with_the_decision_and_a_correction() -> None:
    table = opened()
    code = STEPS[0].solution.replace("cash >= price", "cash >= prize")
    editor(table).type(code)
    table.page.run()
    run(table)
    assert "Nothing here is called “prize”. Did you mean “price”?" in text(table)
    assert editor(table).faults == [12]
    assert "It was asked" in text(table)
    assert "Nothing that the game can use" in text(table)
    assert "price" in text(table)
    table.press("lab", "Change it to price")
    assert editor(table).text == STEPS[0].solution
    assert editor(table).at == 12
    assert "NameError" not in text(table)


def test_decisions_are_stepped_through_and_a_game_becomes_a_replay() -> None:
    table = opened()
    editor(table).type("print('hello')\n" + STEPS[0].solution)
    table.press("lab", "Next decision")
    table.page.run()
    assert "Game 1, round 1: decision 1 of" in text(table)
    assert "hello" in text(table)
    table.press("lab", "Next decision")
    table.page.run()
    assert "decision 2 of" in text(table)
    table.do("workshop-game")
    table.page.run()
    assert table.app.lab is None
    assert table.app.replaying is not None
    assert not table.page.fences[-1].on


def test_stop_ends_a_run_at_once() -> None:
    table = opened()
    table.hands.handle_gesture(_gesture("workshop-run"))
    assert "Stop" in text(table)
    table.do("workshop-stop")
    assert "Stopped. Games played: 0" in text(table)


def _gesture(do: str) -> object:
    from titledeed.ui.page_port import Gesture  # noqa: PLC0415

    return Gesture("click", do=do)


@pytest.mark.parametrize(
    ("why", "says"),
    [("blocked", "This web host blocks the closed frame"), ("file", "opened from a file")],
)
def test_without_a_fence_the_workshop_says_so(why: str, says: str) -> None:
    table = opened(broken_fence=why)
    assert says in text(table)
    editor(table).type("x = 1")
    table.press("lab", "Save as a file")
    assert "MyBot.py" in table.page.files


def test_a_slow_network_is_not_the_hosts_fault_and_may_be_tried_again() -> None:
    table = opened(broken_fence="slow")
    assert "The closed frame that bots run in hasn’t loaded." in text(table)
    assert "PUBLISHING" not in text(table)
    table.page.broken_fence = ""
    table.press("lab", "Try again")
    run(table)
    assert "of 100" in text(table)
    assert "hasn’t loaded" not in text(table)


def test_a_bot_travels_as_a_file_and_a_link_and_is_looked_at_first() -> None:
    table = opened()
    bot = BotFile("Magpie", "print('I ran')\n" + STEPS[-1].solution)
    for way in ("file", "link"):
        if way == "file":
            table.hands.imported("magpie.py", write_bot(bot))
        else:
            table.hands.open_link(bot_link(bot))
        table.page.run()
        assert "Look at it first: Magpie" in text(table)
        assert "I ran" in text(table)  # in its program only
        shown = table.page.regions["lab"]
        assert 'data-n="1"' in shown  # its lines are numbered, and colored
        assert '<span class="code-word">class</span>' in shown
        table.press("lab", "Close it")
        assert "Step 1: Buy" in text(table)
    table.hands.open_link(bot_link(bot))
    table.page.run()
    table.press("lab", "Open it in the workshop")
    assert "Any opponents" in text(table)
    assert "Printed" not in text(table)
    table.do("workshop-link")
    assert table.page.clipboard == table.page.address() + bot_link(BotFile("Magpie", bot.code))
    table.hands.open_link("#bot=1.damaged")
    table.page.run()
    assert "The link is damaged" in text(table)


def test_programs_of_two_authors_never_share_a_fence() -> None:
    """A program could leave something behind in Python for the next one that runs there."""

    def look(at: Table) -> None:
        at.press("lab", "Next decision")
        at.page.run()

    table = opened()
    editor(table).type(f"# by Ada\n{STEPS[0].solution}")
    look(table)
    for name in ("Ben", "Cleo"):
        bot = BotFile("Magpie", f"# by {name}\n{STEPS[0].solution}")
        table.hands.imported("magpie.py", write_bot(bot))
        table.press("lab", "Open it in the workshop")
        look(table)
    table.press("lab", "Open Magpie again")
    look(table)
    table.do("workshop-step", STEPS[0].id)
    look(table)
    table.press("lab", "Any opponents")
    look(table)
    # Another window opens a bot of somebody else.
    other = Table(store=Store(table.store.box))
    other.hands.imported("owl.py", write_bot(BotFile("Owl", f"# by Dora\n{STEPS[0].solution}")))
    other.press("lab", "Open it in the workshop")
    other.page.run()
    table.hands.storage_changed("titledeed/1/workshop")
    look(table)
    authors = [
        {question["code"].partition("\n")[0] for question in fence.heard} - {"class MyBot:"}
        for fence in table.page.fences
    ]
    by_turns = ["Ada", "Ben", "Cleo", "Ben", "Ada", "Ben", "Dora"]
    assert [one for one in authors if one] == [{f"# by {name}"} for name in by_turns]
    assert [fence.on for fence in table.page.fences] == [False] * (len(authors) - 1) + [True]


def test_an_emptied_program_stays_empty_and_is_not_replaced_by_the_first_one() -> None:
    table = opened()
    editor(table).type("")
    run(table)
    assert "The program needs a class" in text(table)
    assert "won" not in text(table)
    later = Table(store=table.disk())
    later.do("workshop")
    later.page.run()
    assert editor(later).text == ""


def test_a_bot_that_another_one_replaces_can_be_opened_again() -> None:
    table = opened()
    table.do("workshop-step", "free")
    own = "# my own\n" + STEPS[1].solution
    editor(table).type(own)
    table.do("workshop-name", kind="change", fields={"name": "Wren"})
    for n, name in enumerate(("Magpie", "Rook", "Jay")):
        table.hands.open_link(bot_link(BotFile(name, f"# {n}\n{STEPS[0].solution}")))
        table.page.run()
        table.press("lab", "Open it in the workshop")
        assert "The bot that was open here is now under “Earlier bots”." in text(table)
    assert editor(table).text.startswith("# 2")
    table.page.run()
    later = Table(store=table.disk())
    later.do("workshop")
    later.page.run()
    later.press("lab", "Open Wren again")
    assert editor(later).text == own
    assert 'value="Wren"' in later.page.regions["lab"]
    for name in ("Jay", "Rook", "Magpie"):
        assert f"Open {name} again" in text(later)
    assert "Open Wren again" not in text(later)
    for n in range(12):
        later.hands.open_link(bot_link(BotFile(f"B{n}", f"# b{n}\n{STEPS[0].solution}")))
        later.page.run()
        later.press("lab", "Open it in the workshop")
    assert text(later).count(" again") == 6


def test_two_windows_do_not_overwrite_each_other() -> None:
    first = opened()
    second = Table(store=Store(first.store.box))
    second.do("workshop")
    second.page.run()
    key = "titledeed/1/workshop"
    # Each works on another step.
    editor(first).type("# one\n" + STEPS[0].solution)
    second.do("workshop-step", STEPS[1].id)
    editor(second).type("# two\n" + STEPS[1].solution)
    first.page.run()
    second.hands.storage_changed(key)
    second.page.run()
    first.hands.storage_changed(key)
    for table in (first, second):
        table.do("workshop-step", STEPS[0].id)
        assert editor(table).text.startswith("# one")
        table.do("workshop-step", STEPS[1].id)
        assert editor(table).text.startswith("# two")
        assert "Earlier bots" not in text(table)
    # Both work on the same one: nothing is lost.
    first.page.run()
    second.page.run()
    editor(first).type("# three\n")
    editor(second).type("# four\n")
    first.page.run()
    second.page.hide()  # it is closed at once
    later = Table(store=Store(first.store.box))
    later.do("workshop")
    later.page.run()
    assert editor(later).text == "# four\n"
    later.press("lab", "Open MyBot again")
    assert editor(later).text == "# three\n"
    # A window that shows the program takes over what another has written.
    editor(later).type("# five\n")
    later.do("workshop-step", STEPS[1].id)
    editor(later).type("# six\n")
    later.page.run()
    second.hands.storage_changed(key)
    assert editor(second).text == "# six\n"


def test_opponents_are_chosen_and_the_bot_is_renamed() -> None:
    table = opened()
    assert table.app.lab.workshop.against == ["steady"] * 3  # type: ignore[union-attr, attr-defined]
    table.do("workshop-step", "free")
    fields = {"against-0": "simple", "against-1": "steady", "against-2": "novice"}
    table.do("workshop-against", kind="change", fields=fields)
    table.do("workshop-name", kind="change", fields={"name": "  Rook \u202e "})
    assert 'value="Rook"' in table.page.regions["lab"]
    assert "Steady bot" in text(table)
    # The limit of rounds can be changed too, but not that of a step, whose goal was measured with it.
    for limit, plays in (("30", 30), ("7", 30), ("200", 200)):
        table.do("workshop-against", kind="change", fields={**fields, "limit": limit})
        table.press("lab", "Next decision")
        table.page.run()
        asked = table.page.fences[-1].heard[-1]
        assert (asked["do"], asked["rounds"]) == ("game", plays)
    table.page.run()
    later = Table(store=table.disk())
    later.do("workshop")
    later.page.run()
    assert re.search(r'<option\s+value="200" selected', later.page.regions["lab"])
    later.do("workshop-step", STEPS[0].id)
    later.press("lab", "Next decision")
    later.page.run()
    assert later.page.fences[-1].heard[-1]["rounds"] == 60


@pytest.mark.parametrize(
    ("hint", "code"),
    [
        (STEPS[0].hints[0], ["view.ask.kind", '"buy"', "view.ask.space", "view.rules.price[…]"]),
        (STEPS[1].hints[1], ['options.of("bid")']),
        (STEPS[4].hints[1], ["view.ask.leader"]),
        (STEPS[5].hints[0], []),
        (STEPS[5].hints[1], ["offer(to=owner, give=200, get=[space])", "titledeed.api"]),
    ],
)
def test_names_of_code_in_hints_are_code(hint: str, code: list[str]) -> None:
    pieces = _code_pieces(hint)
    assert "".join(text for text, _ in pieces) == hint
    assert [text for text, is_code in pieces if is_code] == code

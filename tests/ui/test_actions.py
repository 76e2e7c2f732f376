"""The tables of actions and dialogs match the names in the templates."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import Any

import pytest

from fake_page import Table, disk
from several_pages import Room
from titledeed.ui.actions.action_group import ActionContext, ActionGroup
from titledeed.ui.actions.declare_actions import Needs, needs
from titledeed.ui.actions.dispatcher import gathered
from titledeed.ui.actions.keyboard_undo_replay_vote_dice import (
    KEYS,
    key_for,
    takes_button_keys,
)
from titledeed.ui.dialog_place_and_modality import DIALOGS
from titledeed.ui.page_port import Gesture
from titledeed.ui.state import AppState, OpenDialog
from titledeed.ui.views import dialog_contents

ROOT = Path(__file__).resolve().parents[2]
TEMPLATES = [ROOT / "index.html", *sorted((ROOT / "templates").rglob("*.html"))]
UI = sorted((ROOT / "py" / "titledeed" / "ui").rglob("*.py"))
# An action is written as an attribute, or by the macro that writes one.
WRITTEN = re.compile(r"""data-do=["']([a-z-]+)["']|\b(?:do|item)\(["']([a-z-]+)["']""")
NAME = re.compile(r"[a-z]+(-[a-z]+)*")
# Actions with these prefixes come with their own part of the program (``ui/lab/``, ``ui/devices/``).
OF_WINGS = ("lab-", "devices-", "maker-", "workshop-", "strategy-", "class-")


def named_in_templates() -> set[str]:
    return {
        action or alternative
        for file in TEMPLATES
        for action, alternative in WRITTEN.findall(file.read_text("utf-8"))
    }


def texts_of_views() -> set[str]:
    """Every text in the code of the page that could be the name of an action."""
    return {
        node.value
        for file in UI
        for node in ast.walk(ast.parse(file.read_text("utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
        if NAME.fullmatch(node.value)
    }


def test_every_action_named_in_a_template_exists() -> None:
    named = named_in_templates()
    assert len(named) > 50
    of_the_page = {name for name in named if not name.startswith(OF_WINGS)}
    assert of_the_page - set(Table().hands.actions) == set()


def test_every_action_that_the_code_gives_a_button_exists() -> None:
    actions = {
        node.args[0].value
        for file in UI
        for node in ast.walk(ast.parse(file.read_text("utf-8")))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id == "action_data"
        if node.args and isinstance(node.args[0], ast.Constant)
    }
    assert {"redo", "open-offer", "open-seats"} <= actions
    of_the_page = {name for name in actions if not name.startswith(OF_WINGS)}
    assert of_the_page - set(Table().hands.actions) - {""} == set()


def test_the_actions_of_a_multi_device_table_are_exactly_those_listed() -> None:
    named = {
        name for name in named_in_templates() | texts_of_views() if name.startswith("devices-")
    }
    room = Room(1)
    room.do(0, "devices")
    actions = set(room.devices(0).actions)
    assert {"devices-lay", "devices-invite", "devices-let-in", "devices-hall-add"} <= actions
    with pytest.raises(KeyError):
        room.do(0, "devices-nothing")
    assert actions - named == set()
    # The rest are names of forms and fields, of notices, or of targets for a copy.
    assert named - actions <= {
        "devices-form",
        "devices-left",
        *("devices-undo", "devices-join", "devices-replace", "devices-undone", "devices-often"),
        "devices-not-yet",
        "devices-full",
        "devices-object",
    } | {
        *("devices-stopped", "devices-split", "devices-host", "devices-no", "devices-bye"),
        "devices-seat",
        *("devices-without", "devices-paused", "devices-joined", "devices-doubts"),
        "devices-elsewhere",
    }


def test_the_actions_of_the_laboratory_are_exactly_those_listed() -> None:
    table = Table()
    table.do("lab")
    lab: Any = table.app.lab
    actions = lab.actions
    assert {"lab-run", "lab-screen", "lab-hand-in", "lab-draft"} <= actions
    written = {name for name in named_in_templates() if name.startswith("lab-")}
    # A macro of this screen adds the prefix "lab-" to the names.
    desk = (ROOT / "templates" / "lab" / "desk.html").read_text("utf-8")
    written |= {f"lab-{name}" for name in re.findall(r"\bact\(\s*\"([a-z-]+)\"", desk)}
    assert written - actions == set()
    assert actions - written - texts_of_views() == set()
    with pytest.raises(KeyError):
        table.do("lab-nothing")


def test_the_actions_of_the_board_maker_are_exactly_those_listed() -> None:
    table = Table()
    table.do("board-maker")
    maker: Any = table.app.lab
    folder = ROOT / "templates" / "board_maker"
    written = {name for name in named_in_templates() if name.startswith("maker-")}
    # A macro there takes the names of actions.
    macros = re.compile(r"icon_buttons\([^)]*\"(maker-[a-z-]+)\"")
    written |= {
        name for file in folder.glob("*.html") for name in macros.findall(file.read_text("utf-8"))
    }
    assert {"maker-exchange", "maker-play", "maker-icon"} <= written
    assert written - maker.actions.keys() == set()
    assert maker.actions.keys() - written == set()
    with pytest.raises(KeyError):
        table.do("maker-nothing")


def test_every_action_is_used_somewhere() -> None:
    named = named_in_templates() | texts_of_views() | {key.do for key in KEYS.values()}
    assert set(Table().hands.actions) - named == set()


class One(ActionGroup):
    """A group with one action."""

    @needs(Needs.NOTHING)
    def do_open_it(self, gesture: Gesture) -> None:
        """Nothing."""


class Other(One):
    """Another group with an action of the same name."""

    @needs(Needs.NOTHING)
    def do_open_it(self, gesture: Gesture) -> None:
        """Nothing."""


def test_two_actions_with_the_same_name_are_refused() -> None:
    table = Table()
    context = ActionContext(table.page, table.store, table.app, table.hands.play)
    assert list(gathered([One(context)])) == ["open-it"]
    with pytest.raises(ValueError, match="open-it"):
        gathered([One(context), Other(context)])


def test_an_actions_requirements_are_checked_before_it_is_called() -> None:
    table = Table()
    for name, action in table.hands.actions.items():
        if action.needs is not Needs.NOTHING:
            table.do(name)  # without a game, nothing happens and nothing fails
    assert table.app.session is None
    assert not table.app.open_dialogs


def test_game_actions_are_not_possible_in_a_replay() -> None:
    table = Table()
    table.play("Ada", "Ben")
    table.do("replay")
    assert table.app.replaying is not None
    for name, action in table.hands.actions.items():
        assert action.needs.met(table.app) == (action.needs is not Needs.PLAY), name


def test_an_unknown_action_raises_an_error() -> None:
    with pytest.raises(KeyError):
        Table().do("open-nothing")


# ---------------------------------------------------------------- dialogs and keys


def test_exactly_the_existing_dialogs_have_a_view_and_a_template() -> None:
    shown = [*dialog_contents.OF_A_GAME, *dialog_contents.OF_THE_PAGE]
    files = {file.stem for file in (ROOT / "templates" / "dialogs").glob("*.html")}
    parts = {name for name in files if "-" in name}  # parts of the dialog named before the dash
    assert sorted(shown) == sorted(DIALOGS) == sorted(files - parts)
    assert {name.partition("-")[0] for name in parts} <= files


def test_a_game_dialog_without_a_game_is_empty() -> None:

    for id in dialog_contents.OF_A_GAME:
        assert dialog_contents.view_of(AppState(), OpenDialog(id, "0", 0), disk()) is None


@pytest.mark.parametrize(
    ("key", "where", "field", "do"),
    [
        ("mod+z", "", "", "undo"),
        ("mod+z", "ask", "range", "undo"),
        ("mod+z", "ask", "text", ""),
        ("mod+z", "dlg-trade", "", ""),
        ("mod+z", "menu", "", ""),
        ("k", "menu", "", ""),
        ("k", "", "", "show-keys"),
        ("shift+?", "", "", "open-help"),
        ("shift+?", "ask", "text", ""),
        ("mod+shift+z", "board", "", "redo"),
        ("pageup", "", "", ""),
        ("z", "", "", ""),
    ],
)
def test_a_key_triggers_an_action_except_in_a_text_field(
    key: str, where: str, field: str, do: str
) -> None:
    table = Table()
    assert key_for(table.app, key, where, field) is None
    table.play("Ada", "Ben")
    meant = key_for(table.app, key, where, field)
    assert (meant.do if meant else "") == do


def test_buttons_have_keys_only_where_no_dialog_hides_them() -> None:
    table = Table()
    table.play("Ada", "Ben")
    assert takes_button_keys(table.app, "ask", "")
    assert takes_button_keys(table.app, "", "")
    assert not takes_button_keys(table.app, "ask", "text")
    assert not takes_button_keys(table.app, "menu", "")
    assert not takes_button_keys(table.app, "dlg-trade", "")


def test_every_key_triggers_an_existing_action() -> None:
    actions = Table().hands.actions
    assert {key.do for key in KEYS.values()} <= set(actions)


def test_redo_stands_after_undo_and_neither_leaves_its_place() -> None:
    table = Table()
    table.play("Ada", "Ben", position={"seat": {"Ada": {"deeds": ["short-line"]}}})

    def ways() -> list[tuple[str, bool]]:
        found = [b.attributes for b in table.page.buttons("bar")][:2]
        return [(str(a["data-do"]), "aria-disabled" in a) for a in found]

    assert ways() == [("undo", True), ("redo", True)]
    table.do("redo")
    assert table.page.said[-1] == "There’s nothing to redo"
    table.do("open-manager", where="tools")
    table.say("mortgage short-line", "dlg-manager")
    assert ways() == [("undo", False), ("redo", True)]
    table.do("undo")
    assert ways() == [("undo", True), ("redo", False)]

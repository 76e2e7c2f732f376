"""The menu behind the button in the corner."""

from __future__ import annotations

import re

from fake_page import Table
from on_screen import game
from titledeed.ui.page_port import Offline
from titledeed.ui.settings import ALL, GROUPS, SOUNDS, SPEEDS, SettingChoice, Settings, styling


def words(table: Table) -> list[str]:
    return [button.text for button in table.page.buttons("menu")]


def test_on_the_first_page_the_menu_has_the_items_that_need_no_game() -> None:
    table = Table()
    table.page.run()
    assert words(table) == [
        "Several devices",
        "Class",
        "Laboratory",
        "Board maker",
        "Bot workshop",
        "Strategy desk",
        "Saved games",
        "Statistics",
        "Rules",
        "Settings",
        "Help",
    ]


def test_each_item_of_the_menu_has_a_sign_of_its_own() -> None:
    for table in (Table(), game("modern", "Ada roll", "chance dice 1 2")):
        table.page.run()
        signs = re.findall(r'href="#(u-[a-z]+)"', table.page.regions["menu"])
        assert len(signs) == len(words(table))
        assert len(set(signs)) == len(signs)


def test_during_a_game_the_menu_has_the_items_of_the_game() -> None:
    table = game("modern", "Ada roll", "chance dice 1 2")
    assert words(table) == [
        "Journal",
        "All 40 spaces",
        "Standings",
        "Replay of this game",
        "Players",
        "Pause and vote",
        "Several devices",
        "Class",
        "Laboratory",
        "Board maker",
        "Bot workshop",
        "Strategy desk",
        "Saved games",
        "Statistics",
        "Rules",
        "Settings",
        "Help",
        "Report a problem",
        "Leave the game (it’s saved)",
    ]
    table.press("menu", "Leave the game")
    table.page.run()
    assert "Leave the game (it’s saved)" not in words(table)


def test_the_menu_of_a_replay_does_not_offer_a_replay() -> None:
    table = game("modern", "Ada roll", "chance dice 1 2")
    table.press("menu", "Replay of this game")
    table.page.run()
    assert "Replay of this game" not in words(table)
    assert "Saved games" in words(table)


def test_open_settings_say_when_the_site_has_been_stored_in_the_meantime() -> None:
    table = game("modern", "Ada roll", "chance dice 1 2")
    table.do("open-settings")
    assert "This version is still being downloaded for offline use." in table.page.text(
        "dlg-settings"
    )
    table.page.kept_offline = Offline("failed", reason="static/art/seal.svg")
    table.hands.offline_changed()
    assert "altered or incomplete (static/art/seal.svg)" in table.page.text("dlg-settings")
    table.page.kept_offline = Offline("kept", 15_000_000)
    table.hands.offline_changed()
    assert "It takes up 15 MB" in table.page.text("dlg-settings")


def test_the_values_of_a_setting_are_defined_in_one_place() -> None:
    assert styling() == {
        "theme": ["light", "night"],
        "speed": ["brisk", "instant"],
        "motion": ["less"],
        "size": ["projector"],
    }
    for setting in ALL:
        assert hasattr(Settings(), setting.name)
        if isinstance(setting, SettingChoice):
            assert getattr(Settings(), setting.name) in setting.options
            for value in setting.options:
                assert getattr(Settings.from_table({setting.name: value}), setting.name) == value
    assert set(next(s.options for s in ALL if s.name == "speed")) == set(SPEEDS)
    assert set(next(s.options for s in ALL if s.name == "sound")) == set(SOUNDS)
    strange = {"theme": ["night"], "speed": "warp", "undo_dice": "yes", "language": 7}
    assert Settings.from_table(strange) == Settings()


def test_every_setting_stands_in_one_group_and_none_is_left_out() -> None:
    table = Table()
    table.do("open-settings")
    html = table.page.regions["dlg-settings"]
    assert {setting.group for setting in ALL} == set(GROUPS)
    parts = html.split('<section class="settings-group')
    for setting in ALL:
        assert sum(f'name="{setting.name}"' in part for part in parts) == 1, setting.name
    for title, _icon in GROUPS.values():
        assert f"<span>{title}</span></h3>" in html
    assert html.index("Offline use") < html.index('id="settings-offline"')

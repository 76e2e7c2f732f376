"""Sound is offered once, with a tone to try."""

from __future__ import annotations

from fake_page import Table
from playing import sensible
from titledeed.ui.render import event_sounds_as_synthesizer_notes as event_sounds
from titledeed.ui.settings import Settings


def second_round(sound: str = "off", tour: int = 0) -> Table:
    """A person is about to throw in the second round."""
    table = Table()
    table.app.settings.sound = sound
    table.play("Ada", "Ben", bots={"Ben": "simple"})
    table.app.tour = tour
    assert "Sound is off" not in table.page.text("notices")
    while table.page.state["ask"] != "roll 0" or table.session.state.round < 2:
        table.say(sensible(table.answers()))
    return table


def test_it_is_offered_in_the_second_round_with_a_tone_and_never_again() -> None:
    table = second_round()
    assert "Sound is off" in table.page.text("notices")
    table.press("notices", "Hear a sample")
    assert table.page.heard == [(len(event_sounds.SOUNDS["deed"]), 0.15)]
    assert table.app.settings.sound == "off"
    table.press("notices", "Turn it on")
    assert "Sound is off" not in table.page.text("notices")
    stored = Settings.from_table(table.store.settings())
    assert (stored.sound, stored.sound_offered) == ("soft", True)


def test_who_does_not_want_it_is_not_asked_again() -> None:
    table = second_round()
    table.say("roll")
    assert "Sound is off" not in table.page.text("notices")
    for _ in range(20):
        table.say(sensible(table.answers()))
        assert "Sound is off" not in table.page.text("notices")


def test_it_is_not_offered_when_sound_is_on_or_in_the_middle_of_the_tour() -> None:
    assert "Sound is off" not in second_round(sound="soft").page.text("notices")
    assert "Sound is off" not in second_round(tour=2).page.text("notices")


def test_the_settings_have_a_tone_to_try() -> None:
    table = Table()
    table.do("open-settings")
    table.press("dlg-settings", "Hear a sample")
    table.app.settings.sound = "loud"
    table.press("dlg-settings", "Hear a sample")
    assert [volume for _, volume in table.page.heard] == [0.15, 1.0]

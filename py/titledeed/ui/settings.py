"""The settings of the page and their values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from ..language.catalogue import LANGUAGES, N_

# Milliseconds of a beat, as in the stylesheet tokens.css.
SPEEDS: Final = {"normal": 150, "brisk": 70, "instant": 0}
# Volume, from 0 to 1. It is off at first, as people close a page that makes unrequested noise.
SOUNDS: Final = {"off": 0.0, "soft": 0.15, "medium": 0.4, "loud": 1.0}


@dataclass(frozen=True)
class SettingChoice:
    """A setting with one of several values. ``name`` is its field in :class:`Settings`."""

    name: str
    label: str
    options: Mapping[str, str]  # each value and its label
    note: str = ""
    # whether the styles depend on it; if so, start.js sets it before Python runs
    styles: bool = False
    names: bool = False  # whether its labels are names, not to be translated
    group: str = "game"  # of GROUPS


@dataclass(frozen=True)
class Check:
    """A setting that is on or off."""

    name: str
    label: str
    note: str = ""
    group: str = "game"  # of GROUPS


# The groups of the dialog in their order: the title and the sign of each.
GROUPS: Final = {
    "look": (N_("Appearance"), "u-sun"),
    "game": (N_("Game"), "u-dice"),
    "senses": (N_("Motion and sound"), "u-sound"),
}

# All settings, within each group in the order of the dialog. This is the only place that lists them and
# their values.
ALL: Final[tuple[SettingChoice | Check, ...]] = (
    SettingChoice(
        "theme",
        N_("Theme"),
        {"auto": N_("follow the system"), "light": N_("light"), "night": N_("dark")},
        styles=True,
        group="look",
    ),
    SettingChoice(
        "speed",
        N_("Game speed"),
        {"normal": N_("normal"), "brisk": N_("fast"), "instant": N_("instant")},
        N_("At “instant”, only a shark bot still takes a moment to think."),
        styles=True,
    ),
    SettingChoice(
        "motion",
        N_("Motion"),
        {"auto": N_("follow the system"), "less": N_("less motion")},
        N_("With less motion, {tokens}, dice, cards and money aren’t animated at any game speed."),
        styles=True,
        group="senses",
    ),
    SettingChoice(
        "sound",
        N_("Sound"),
        {"off": N_("off"), "soft": N_("soft"), "medium": N_("medium"), "loud": N_("loud")},
        group="senses",
    ),
    SettingChoice(
        "size",
        N_("Size"),
        {"normal": N_("normal"), "projector": N_("large, for a projector")},
        styles=True,
        group="look",
    ),
    SettingChoice("language", N_("Language"), LANGUAGES, names=True, group="look"),
    Check(
        "undo_dice",
        N_("Allow undo past a throw"),
        N_("This doesn’t change the dice: the same throw comes up again."),
    ),
    Check(
        "handover",
        N_("Remind players to pass the device on"),
        N_("Only when several players share a device, and at most once a turn."),
    ),
    Check(
        "odds",
        N_("Show everyone’s chance of winning"),
        N_("Shown as a strip above the players. Replays always show it."),
    ),
    Check(
        "keys",
        N_("Play with single keys"),
        N_(
            "Enter or the space bar presses the main button, and letters press the "
            "others. Turn this off if you control your device by voice or if keys get "
            "pressed by accident."
        ),
    ),
    Check(
        "key_marks",
        N_("Show the keys on the buttons"),
        N_("During a game, the key K does the same."),
    ),
)


@dataclass(frozen=True)
class Pace:
    """A pace of a replay: motions as at ``speed``, and a pause between two steps."""

    speed: str
    pause: float  # milliseconds
    turns: bool = False  # it goes from turn to turn


PACES: Final = {
    "1": Pace("normal", 900),
    "2": Pace("brisk", 420),
    "8": Pace("instant", 160),
    "turns": Pace("instant", 420, turns=True),
}


@dataclass
class Settings:
    """The values of the settings. :meth:`from_table` checks every value, as they come from storage."""

    theme: str = "auto"
    speed: str = "normal"
    size: str = "normal"
    motion: str = "auto"
    sound: str = "off"
    undo_dice: bool = True  # an undo may go back past a throw
    handover: bool = False  # the next person is asked to confirm that they have the device
    odds: bool = False  # everybody's chance to win is shown while playing
    keys: bool = True  # single keys press the buttons of a question (button_keys.py)
    key_marks: bool = False  # these keys are shown on the buttons
    language: str = "en"
    toured: bool = False  # the tour of the first game has been shown
    sound_offered: bool = False  # people have been asked once whether they want sound

    @classmethod
    def from_table(cls, table: Mapping[str, Any], language: str = "en") -> Settings:
        """Return the settings in a stored table, ignoring unknown values.

        ``language``: the browser's language, used unless the table has one."""
        new = cls()
        if language in LANGUAGES:
            new.language = language
        for setting in ALL:
            value = table.get(setting.name)
            if isinstance(setting, SettingChoice):
                allowed = isinstance(value, str) and value in setting.options
            else:
                allowed = isinstance(value, bool)
            if allowed:
                setattr(new, setting.name, value)
        for once in ("toured", "sound_offered"):
            if isinstance(table.get(once), bool):
                setattr(new, once, table[once])
        return new

    def to_dict(self) -> dict[str, Any]:
        """A table for storage."""
        return dict(vars(self))


def styling() -> dict[str, list[str]]:
    """Return the values on which styles depend, without the defaults.

    static/boot/start.js sets them on the page before Python runs."""
    return {
        choice.name: [
            value for value in choice.options if value != getattr(Settings(), choice.name)
        ]
        for choice in ALL
        if isinstance(choice, SettingChoice) and choice.styles
    }

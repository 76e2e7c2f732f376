"""Offers sound once: it is off at first, and few people find the setting."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from ...engine.asks import AskRoll
from ...storage.store import Store
from ..notices import SOUND, Notice, action_data
from ..state import AppState

_FROM_ROUND: Final = 2  # by then people have seen what the game is like


def offer_sound(app: AppState, store: Store) -> None:
    """Show the notice at a person's throw, unless sound is on or was offered before, or the tour is on."""
    session = app.course
    quiet = app.settings.sound != "off" or app.settings.sound_offered
    early = app.tour or session.state.round < _FROM_ROUND or any(app.notices)
    if quiet or early or not isinstance(session.ask, AskRoll):
        return
    app.settings = replace(app.settings, sound_offered=True)
    store.keep_settings(app.settings.to_dict())
    _ = app.catalogue
    app.notices.add(
        Notice(
            SOUND,
            _("Sound is off."),
            icon="u-mute",
            acts=(
                action_data("sound-on", _("Turn it on")),
                action_data("try-sound", _("Hear a sample")),
            ),
        )
    )

"""The actions of the settings dialog."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from ...language.catalogue import LANGUAGES, Catalogue, is_language_loaded
from ..game_loop.replay_start_step_branch_leave import ReplayPlayer
from ..notices import SOUND, Notice
from ..page_port import Gesture
from ..render.event_sounds_as_synthesizer_notes import SOUNDS
from ..settings import ALL, Check, Settings
from ..settings import SOUNDS as VOLUMES
from ..state import OpenDialog
from .action_group import ActionContext, ActionGroup
from .declare_actions import Needs, needs


class SettingsActions(ActionGroup):
    """Changes, saves and applies the settings."""

    def __init__(self, context: ActionContext, replays: ReplayPlayer) -> None:
        super().__init__(context)
        self._replays = replays

    @needs(Needs.NOTHING)
    def do_open_settings(self, gesture: Gesture) -> None:
        self.app.offline = self.page.offline()
        self.play.open(OpenDialog("settings"))

    def look(self) -> None:
        """Update the dialog if it is open, as the state of offline use has changed."""
        if self.app.open_dialog("settings") is not None:
            self.app.offline = self.page.offline()
            self.play.render()

    @needs(Needs.NOTHING)
    def do_settings(self, gesture: Gesture) -> None:
        """Read the fields of the settings' form."""
        fields: dict[str, Any] = dict(gesture.fields)
        fields |= {
            setting.name: setting.name in fields for setting in ALL if isinstance(setting, Check)
        }
        self.choose(Settings.from_table({**self.app.settings.to_dict(), **fields}))

    @needs(Needs.NOTHING)
    def do_try_sound(self, gesture: Gesture) -> None:
        """Play a tone as loud as the setting says; softly if sound is off."""
        volume = VOLUMES[self.app.settings.sound] or VOLUMES["soft"]
        self.page.sound(SOUNDS["deed"], volume)

    @needs(Needs.NOTHING)
    def do_sound_on(self, gesture: Gesture) -> None:
        self.app.notices.dismiss(SOUND)
        self.choose(replace(self.app.settings, sound="soft"))
        self.page.focus_ask()

    @needs(Needs.NOTHING)
    def do_show_keys(self, gesture: Gesture) -> None:
        """Show the keys on the buttons, or hide them."""
        settings, _ = self.app.settings, self.app.catalogue
        shown = not settings.key_marks
        self.choose(replace(settings, key_marks=shown))
        self.page.announce(
            _("The keys are shown on the buttons.") if shown else _("The keys are hidden.")
        )

    @needs(Needs.NOTHING)
    def do_theme(self, gesture: Gesture) -> None:
        """Switch between the light and the night theme."""
        theme = self.app.settings.theme
        dark = theme == "night" or (theme == "auto" and self.page.dark())
        self.choose(replace(self.app.settings, theme="light" if dark else "night"))

    def choose(self, settings: Settings) -> None:
        """Apply settings and save them."""
        app = self.app
        before = app.settings
        wanted = settings.language
        if wanted != before.language and not is_language_loaded(wanted):
            # Keep the current language until the new one has been fetched.
            self.fetch_language(wanted, lambda: self.choose(replace(app.settings, language=wanted)))
            settings = replace(settings, language=before.language)
        app.settings = settings
        if settings.sound != before.sound:
            self.page.sound(SOUNDS["deed"], VOLUMES[settings.sound])  # as an example
        self.store.keep_settings(settings.to_dict())
        self.store.when_settled(self.play.render)  # until then the page shows that it is saving
        if app.whole is not None:
            app.whole.past_dice = settings.undo_dice
        if settings.language != before.language:
            self.translate(settings.language)
        self.play.render()

    def fetch_language(self, language: str, then: Callable[[], None]) -> None:
        """Fetch the texts of a language, then call ``then``; if that fails, tell people."""
        self.page.fetch_part(language, lambda trouble: self._fetched(language, trouble, then))

    def _fetched(self, language: str, trouble: str, then: Callable[[], None]) -> None:
        app = self.app
        if is_language_loaded(language):
            then()
            return
        text = app.catalogue(
            "{language} couldn’t be loaded. Choose it again when you’re online.",
            language=LANGUAGES[language],
        )
        app.notices.add(Notice("language", text, more=trouble, bad=True, icon="u-cog"))
        self.page.announce(text)
        self.play.close("settings")  # it covers the notice; reopened, it shows the language in use
        self.play.render()

    def translate(self, language: str) -> None:
        """Translate everything on the page into another language."""
        app, session = self.app, self.app.session
        if session is not None:
            app.catalogue = Catalogue.of(language, session.state.rules.edition)
            if app.replaying is not None:
                self._replays.retell()
            else:
                self.play.retell()
        self.speak()

    def say_again(self) -> None:
        """Say everything again, now with the board's own nouns."""
        self.translate(self.app.settings.language)
        self.play.render()

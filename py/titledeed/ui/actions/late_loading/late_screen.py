"""The base of the screens whose code is fetched when they are first opened."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from ...notices import Notice
from ...render.jinja_renderer import JinjaRenderer
from ...state import Laboratory
from ..action_group import ActionContext, ActionGroup


class LateScreen(ActionGroup):
    """Opens one screen. A subclass makes it.

    ``parts``: those of the program that it needs. ``icon``: of the notice that they couldn't be loaded.
    ``marks``: the beginnings of the links that it opens. ``heads``: those of its files."""

    parts: ClassVar[tuple[str, ...]]
    icon: ClassVar[str]
    marks: ClassVar[tuple[str, ...]]
    heads: ClassVar[tuple[str, ...]] = ()
    back: ClassVar[str] = "lab"  # the button of the set-up screen that has the focus afterwards

    def __init__(self, context: ActionContext, screen: JinjaRenderer) -> None:
        super().__init__(context)
        self.screen = screen
        self._made: Laboratory | None = None
        # What to open once everything has been fetched: files (text and name), and the fragment of a link.
        # With "again" it is the fragment of a place to which the browser goes back.
        self._files: list[tuple[str, str]] = []
        self._fragment, self._again = "", False
        self._first = ""  # the page in it that is shown before files are opened
        self._name = ""  # of the page in it that is to be shown; "": the last one
        self._then: Callable[[], None] | None = (
            None  # what is shown instead, once it has been opened
        )

    @property
    def sorry(self) -> str:
        """The sentence that it couldn't be loaded."""
        raise NotImplementedError

    def make(self) -> Laboratory:
        """The new screen; all parts have arrived."""
        raise NotImplementedError

    @property
    def shown(self) -> bool:
        """Whether it is on the page."""
        return self._made is not None and self.app.lab is self._made

    def takes(self, text: str, name: str) -> bool:
        """Whether it opens such a file."""
        return text.startswith(self.heads)

    def want(self, name: str = "") -> None:
        """Open the screen at the page of this name; fetch it first if need be."""
        self._name, self.app.coming = name, self
        self._next(() if self._made else self.parts)

    def _next(self, parts: tuple[str, ...]) -> None:
        if not parts:
            self._fetched("")
            return

        def then(trouble: str) -> None:
            if trouble:
                self._fetched(trouble)
            else:
                self._next(parts[1:])

        self.page.fetch_part(parts[0], then)

    def lacks(self) -> bool:
        """Whether something else is missing; if so, it is fetched, and :meth:`_fetched` is called then."""
        return False

    def _fetched(self, trouble: str) -> None:
        if self.app.coming is not self:
            self._forget()  # the person has since gone back, or wants another screen
            self._arrived()
            return
        if not trouble and self.lacks():
            return
        if trouble:
            self._forget()
            text = self.sorry
            id = type(self).__name__
            self.app.notices.add(Notice(id, text, more=trouble, bad=True, icon=self.icon))
            self.page.announce(text)
            self.play.render()
            self._arrived()
            return
        if self._made is None:
            self._made = self.make()
        self._open(self._made)
        self._arrived()

    def _arrived(self) -> None:
        """The page no longer says that the target of a link is coming."""
        self.page.attributes({"link": ""})

    def _forget(self) -> None:
        """Forget what was to be opened in it."""
        self._files, self._fragment, self._first, self._then = [], "", "", None

    def _open(self, screen: Laboratory) -> None:
        if self._first:
            screen.show(self._first)
        self.play.close_all()
        if self.app.lab is not None and self.app.lab is not screen:
            self.app.lab.put_away()
        self.app.lab = screen
        # Forget these first, so that the screen can still be opened if one of them fails.
        fragment, files, then = self._fragment, self._files, self._then
        self._forget()
        if fragment:
            screen.open_link(fragment, self._again)
        elif not files:
            screen.opened_by_person()
        for text, name in files:
            screen.open_file(text, name)
        screen.show(self._name)
        self.play.render()
        if not (fragment and self._again):
            screen.focus()  # when going back, the browser scrolls by itself
        if then is not None:
            then()

    def open_link(self, fragment: str, again: bool = False) -> None:
        """Open a link in the screen, or go back ``again`` to a place in it."""
        self._fragment, self._again = fragment, again
        self.want()

    def follow(self, arg: str) -> None:
        """Open a link in the screen ("#…"), or the screen with another argument of a button."""
        if arg.startswith("#"):
            self.open_link(arg)
        else:
            self.want(arg)

    def open_behind(self, fragment: str, then: Callable[[], None]) -> None:
        """Open a link in the screen, then show what ``then`` opens."""
        self._then = then
        self.open_link(fragment)

    def open_file(self, text: str, name: str = "") -> None:
        """Open a file in the screen."""
        self._files.append((text, name))
        self.want()

    def storage_changed(self, key: str) -> None:
        """Another window has stored something."""
        if self._made is not None:
            self._made.storage_changed(key)

    def leave(self) -> None:
        """Return to the screen before it."""
        if self.app.coming is self:
            self.app.coming = None
        if not self.shown:
            return
        self.play.close_all()
        self.closed()
        self.play.render()
        self.page.focus("#ask-title")  # during a game; its end has a button for the laboratory
        self.page.focus(f"#setup [data-do={self.back}], #ask [data-do=lab]")

    def closed(self) -> None:
        """Take the screen off the page."""
        if self.app.lab is not None:
            self.app.lab.put_away()
        self.app.lab = None

"""Renders the templates. The program and the build use the same jinja2 environment."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

import jinja2
from markupsafe import Markup

from ...language.catalogue import Catalogue
from ..button_keys import letter
from ..dialog_place_and_modality import DIALOGS
from ..setup_form import default_fields
from ..state import AppState
from ..views.page.page_view import page_view
from ..views.page.region_templates_and_view_keys import BUILT, region_mark, region_view
from ..views.setup.start_page_board_with_owners_of_saved_game import in_page
from ..views.view_context_and_shared_parts import Cache

if TYPE_CHECKING:
    from ..views.types import PageView, StartView

_MOST_KEPT: Final = 1000


class Once:
    """A cache for small parts, such as lines of the journal.

    By template and key it has the last value and its HTML. Such a template gets the macros of bits.html
    as ``bits``, since an import of them would cost more than the rest of a small template."""

    def __init__(self, environment: jinja2.Environment) -> None:
        self._environment = environment
        self._kept: dict[tuple[str, int], tuple[Any, Markup]] = {}
        self._bits: Any = None

    def __call__(self, template: str, key: int, value: Any) -> Markup:
        """Return the HTML of this template, which sees only ``bits`` and ``value``, the latter as ``it``."""
        before, markup = self._kept.get((template, key), (None, Markup()))
        if before != value:
            if len(self._kept) > _MOST_KEPT:
                self._kept.clear()
            if self._bits is None:
                self._bits = self._environment.get_template("bits.html").make_module()
            text = self._environment.get_template(template).render(it=value, bits=self._bits)
            markup = Markup(text)  # noqa: S704 (a template's own output: all in it is escaped)
            self._kept[template, key] = value, markup
        return markup

    def forget(self) -> None:
        self._kept.clear()
        self._bits = None  # its macros hold words of the catalogue


class ButtonKeys:
    """Makes the attributes of a button for the key that presses it (``button_keys``).

    ``told``: whether screen readers name the key. They do only where and while it works."""

    def __init__(self) -> None:
        self.told = False

    def __call__(self, key: str | int) -> Markup:
        """``data-key`` with this key, and ``aria-keyshortcuts``; nothing if there is no key."""
        attributes = Markup("")
        if key:
            attributes += Markup(' data-key="{}"').format(key)
            if self.told:
                named = "Plus" if key == "+" else str(key).upper()
                attributes += Markup(' aria-keyshortcuts="{}"').format(named)
        return attributes


def environment(loader: jinja2.BaseLoader) -> jinja2.Environment:
    """The environment: autoescape is on for every template, and a name that the view lacks is an error."""
    jinja = jinja2.Environment(
        loader=loader,
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=jinja2.StrictUndefined,
        auto_reload=False,
    )
    jinja.globals["once"] = Once(jinja)
    jinja.globals["letter"] = letter
    jinja.globals["pressed_by"] = ButtonKeys()
    Catalogue().install(jinja)
    return jinja


def shell(language: str = "en") -> dict[str, Any]:
    """The view of index.html before Python runs: the set-up form as a first visitor sees it."""
    app = AppState(setup=default_fields(), catalogue=Catalogue(language))
    dialogs = [(id, dialog.place) for id, dialog in DIALOGS.items()]
    return {**_empty(app, Cache()), "dialogs": dialogs, "shell": _shows(app)}


def _empty(app: AppState, cache: Cache) -> PageView:
    return page_view(app, _nothing_stored, cache)


def _nothing_stored() -> StartView:
    return {
        "continue": None,
        "recent": [],
        "open_class": "",
        "class_role": "",
        "worksheet": None,
    }


def _shows(app: AppState) -> str:
    """The data about index.html itself: its language, and the marks of the views that its regions show.

    If the program has the same views, it need not render them again (``renderer``)."""
    language = app.catalogue.language
    view = _empty(app, Cache(look=in_page(language)))
    return " ".join([language, *(region_mark(region_view(view, region)) for region in BUILT)])


class JinjaRenderer:
    """Renders parts of the page."""

    def __init__(self, loader: jinja2.BaseLoader) -> None:
        self._environment = environment(loader)

    def speak(self, catalogue: Catalogue) -> None:
        """Use another language, or the words of another edition."""
        catalogue.install(self._environment)
        once = self._environment.globals["once"]
        assert isinstance(once, Once)
        once.forget()

    def item(self, template: str, key: int, value: Any) -> str:
        """The HTML of an item of a list, from the cache if ``value`` is unchanged."""
        once = self._environment.globals["once"]
        assert isinstance(once, Once)
        return once(template, key, value)

    def render(
        self, template: str, view: Mapping[str, object], catalogue: Catalogue | None = None
    ) -> str:
        """The HTML of a template. Everything in the view is escaped.

        ``catalogue``: whose words this template uses, if not those of the page. Such a template has no
        parts from the cache."""
        found = self._environment.get_template(template)
        keys = self._environment.globals["pressed_by"]
        assert isinstance(keys, ButtonKeys)
        keys.told = bool(view.get("keys"))  # the regions that have them: regions.TEMPLATES
        if catalogue is None:
            return found.render(view)
        with catalogue.heard_in(self._environment):
            return found.render(view)

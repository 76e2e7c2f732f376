"""Starts the program in the page."""

from __future__ import annotations

from jinja2 import BaseLoader

from ...storage.store import Store
from ..actions.dispatcher import Dispatcher
from ..render.jinja_renderer import JinjaRenderer
from . import storage, window_locks
from .dom_page import DomPage
from .events import EventListeners
from .preload import preload


def start_page(templates: BaseLoader) -> None:
    """Connect the page, the storage and the dispatcher, and show the set-up screen."""
    page = DomPage(templates)
    store = Store(storage.key_value_store(), storage.IndexedDB())
    dispatcher = Dispatcher(page, JinjaRenderer(templates), store, window_locks.window_locks())
    listening = EventListeners(page, dispatcher)
    dispatcher.start(page.entered())
    if not listening.follow_link():
        dispatcher.return_to_game()
    preload(page, page.use_later_styles)

"""Starts the program in the page."""

from __future__ import annotations

from jinja2 import BaseLoader

from ...storage.store import Store
from ..hands.hands import Hands
from ..showing.screen import Screen
from . import storage
from .listening import Listening
from .page import Browser


def start(templates: BaseLoader) -> None:
    """Connect the page, the storage and the hands, and show the set-up screen."""
    page = Browser(templates)
    store = Store(storage.box(), storage.IndexedDB())
    hands = Hands(page, Screen(templates), store, storage.windows())
    listening = Listening(page, hands)
    hands.start(page.entered())
    listening.follow_link()

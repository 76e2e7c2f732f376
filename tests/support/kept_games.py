"""Reads the games that a browser has stored, with the program's own code."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Page

from fake_page import Box, Database
from titledeed.game.session import Session
from titledeed.storage.save_models import KeptGame, Summary, whole_record
from titledeed.storage.store import Store

# Everything that the site has stored in localStorage and IndexedDB.
_STORED = """
async () => {
  const opened = (request) => new Promise((done, failed) => {
    request.onsuccess = () => done(request.result);
    request.onerror = () => failed(request.error);
  });
  const database = await opened(indexedDB.open("titledeed", 1));
  const texts = database.transaction("texts").objectStore("texts");
  const [keys, values] = await Promise.all([opened(texts.getAllKeys()), opened(texts.getAll())]);
  database.close();
  return {quick: {...localStorage}, sure: Object.fromEntries(keys.map((k, n) => [k, values[n]]))};
}
"""


@dataclass
class Stored:
    """A copy of both stores of a browser."""

    quick: dict[str, str]
    sure: dict[str, str]

    def games(self) -> list[Summary]:
        return self._store().games()

    def load(self, id: str = "") -> tuple[KeptGame, Session]:
        """Return a game as the page would open it; the newest by default."""
        store = self._store()
        games: list[Any] = []
        store.look(id or store.games()[0].id, games.append)
        assert isinstance(games[0], KeptGame), games[0]
        return games[0], Session.load(whole_record(games[0]))

    def answers(self) -> int:
        """Return the number of answers of the newest game; 0 if none can be opened."""
        try:
            return len(self.load()[1].entries)
        except (AssertionError, IndexError):
            return 0

    def _store(self) -> Store:
        store = Store(Box(texts=self.quick), Database(self.sure))
        store.refresh()
        return store


def stored(page: Page) -> Stored:
    return Stored(**page.evaluate(_STORED))

"""``--long`` takes screenshots of every screen at every size, by day and by night.

They go to test-results/screens/."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from browsing import PATIENCE, Visits
from playing import Player
from screens import FAULTS, SCREENS, SIZES, Screen, resize

PICTURES = Path(__file__).resolve().parents[2] / "test-results" / "screens"


@pytest.fixture(scope="module")
def viewer(regulars: Visits) -> Iterator[Player]:
    """A player who looks at every screen and does not wait for animations."""
    expect.set_options(timeout=PATIENCE)
    page = regulars.again({}, reduced_motion="reduce")
    yield Player(page)
    page.close()


def look(viewer: Player, screen: Screen, size: str) -> list[Any]:
    """Open the screen as a person does at this size."""
    resize(viewer.page, size)
    viewer.forget_games()  # so that the list of games stays short
    screen.open(viewer)
    sentences: list[Any] = viewer.page.evaluate(FAULTS)
    return sentences


@pytest.mark.long
@pytest.mark.parametrize("screen", SCREENS, ids=lambda screen: screen.name)
@pytest.mark.parametrize("size", SIZES)
def test_every_screen_is_photographed(viewer: Player, screen: Screen, size: str) -> None:
    sentences = look(viewer, screen, size)
    for scheme in ("light", "dark"):
        viewer.page.emulate_media(color_scheme=scheme)
        viewer.page.screenshot(
            path=PICTURES / f"{screen.name.replace(', ', '-').replace(' ', '-')}"
            f"-{size}-{scheme}.png"
        )
    viewer.page.emulate_media(color_scheme="light")
    assert not sentences, "\n".join(sentences)

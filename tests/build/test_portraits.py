"""The portraits have the parts from which a game makes faces, and these parts are small."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from titledeed.bots import CHOOSABLE
from titledeed.game.character_reactions import EXPRESSIONS
from tools import pages, portraits

ROOT = Path(__file__).resolve().parents[2]
LATE = (ROOT / "templates" / "late" / "expressions.html").read_text("utf-8")


@pytest.mark.parametrize("bot", CHOOSABLE)
def test_every_bot_that_can_be_chosen_has_a_portrait_with_all_parts(bot: str) -> None:
    drawing = (portraits.PORTRAITS / f"{bot}.svg").read_text("utf-8")
    ElementTree.fromstring(drawing)
    assert set(portraits.parts(drawing)) == set(portraits.PARTS)
    assert "currentColor" in portraits.parts(drawing)["body"][0], "the seat's color"
    assert len(drawing) < 3000


def test_the_parts_are_at_most_ten_kilobytes_and_their_ids_are_unique() -> None:
    sprite = portraits.sprite()
    ElementTree.fromstring(sprite)
    assert len(sprite.encode()) <= 10_000
    ids = re.findall(r'\bid="([^"]+)"', sprite + LATE)
    assert len(ids) == len(set(ids))
    for bot in CHOOSABLE:
        assert {f"{part}-{bot}" for part in (*portraits.PARTS, "hat")} <= set(ids)
        assert f"hat-{bot}-out" in ids


def test_there_is_a_look_for_every_expression_and_only_the_one_at_ease_is_needed_at_the_start() -> (
    None
):
    for expression in EXPRESSIONS:
        assert f'id="look-{expression}"' in LATE
        assert f"look-{expression}" not in portraits.sprite()
    early = pages.compiled_templates(_Plain())
    assert not any("look-pleased" in source for source in early.values())
    late = pages.compiled_templates(_Plain(), "characters")
    assert any("look-pleased" in source for source in late.values())


def test_a_portrait_without_one_of_its_parts_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "owl.svg").write_text('<svg>\n<g id="body"></g>\n</svg>')
    monkeypatch.setattr(portraits, "PORTRAITS", tmp_path)
    with pytest.raises(ValueError, match="no group “head”"):
        portraits.sprite()


class _Plain(pages.Addresses):
    """Addresses without hashes."""

    def complete(self, text: str, where: str) -> str:
        return text

"""What the characters say is short, varied and true, in every language."""

from __future__ import annotations

import itertools
import re

import pytest

from scene import table
from tellers import teller
from titledeed.bots import BOTS, CHOOSABLE, NEVER_DEAL
from titledeed.game.character_reactions import OCCASIONS
from titledeed.language.catalogue import LANGUAGES, Catalogue
from titledeed.language.character_lines import character_line, character_lines
from titledeed.language.sentence_parts import SentenceParts

LONGEST = 60
# What each occasion gives a line to name.
PIECES = {"pays": "amount", "collects": "amount", "counters": "more", "group": "group"}
DEALS = {"proposes", "accepts", "counters"}


def parts(language: str) -> SentenceParts:
    return teller(table("modern").game.state, language).parts


def said(parts: SentenceParts, bot: str, occasion: str, nth: int) -> str:
    longest = max(range(len(parts.rules.edition.groups)), key=lambda g: len(parts.group(g)["text"]))
    space = parts.rules.edition.groups[longest].members[0]
    return character_line(parts, bot, occasion, nth, amount=2000, space=space)


def test_every_character_has_two_lines_for_at_least_twelve_occasions() -> None:
    lines = character_lines()
    assert set(lines) == set(CHOOSABLE)
    for bot, occasions in lines.items():
        assert len(occasions) >= 12, bot
        assert set(occasions) <= set(OCCASIONS), bot
        for occasion, variants in occasions.items():
            assert len(variants) >= 2, (bot, occasion)
            assert len(set(variants)) == len(variants), (bot, occasion)
    texts = [text for each in lines.values() for some in each.values() for text in some]
    assert len(texts) == len(set(texts)) >= 200


def test_a_character_that_never_deals_has_no_line_for_a_deal() -> None:
    silent = NEVER_DEAL & set(CHOOSABLE)
    assert silent
    for bot in silent:
        assert not DEALS & set(character_lines()[bot])


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_line_is_too_long_and_no_number_is_invented(language: str) -> None:
    names = parts(language)
    find = Catalogue(language).find
    for bot, occasions in character_lines().items():
        for occasion, variants in occasions.items():
            for text in variants:
                translated = find(text)
                assert language == "en" or translated != text, text
                assert not re.search(r"\d", translated), translated
                named = set(re.findall(r"\{(\w+)\}", translated))
                assert named <= {PIECES.get(occasion, "")}, translated
            for nth in range(len(variants)):
                line = said(names, bot, occasion, nth)
                assert len(line) <= LONGEST, line
                assert not re.search(r"[{}]", line), line
                if occasion == "counters":
                    assert names.money(2000) in line


def test_the_lines_take_turns() -> None:
    names = parts("en")
    for bot, occasions in character_lines().items():
        for occasion, variants in occasions.items():
            in_turn = [said(names, bot, occasion, nth) for nth in range(2 * len(variants))]
            assert all(a != b for a, b in itertools.pairwise(in_turn))
            assert len(set(in_turn)) == len(variants)


def test_a_bot_without_lines_is_silent() -> None:
    silent = set(BOTS) - set(CHOOSABLE)
    assert silent
    for bot in silent:
        assert said(parts("en"), bot, "buys", 0) == ""


def test_the_line_depends_only_on_what_everybody_knows() -> None:
    """The names of the players choose the first line, nothing else."""
    one, two = parts("en"), parts("en")
    assert said(one, "shark", "buys", 3) == said(two, "shark", "buys", 3)
    every: set[str] = set()
    for name in ("Ben", "Cleo", "Dora", "Emil"):
        two.names = [name, *one.names[1:]]
        every.add(said(two, "shark", "buys", 0))
    assert len(every) == 2

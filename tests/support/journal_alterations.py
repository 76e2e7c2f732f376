"""Alters sentences of the journal so that they are false.

An alteration uses another name, sum, number, space, throw, deck, group or word. Or it leaves out a
sentence, repeats it, or takes one from another answer."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence

from titledeed.engine.board_and_rules_types import Rules

# Words that turn a sentence into another possible one.
_WORDS = (
    ("house", "hotel"),
    ("houses", "hotels"),
    ("passes", "reaches"),
    ("pass", "reach"),
    ("reaches", "passes"),
    ("on the third try", "and stays in jail"),
    ("goes to", "moves to"),
    ("lands on", "is only visiting"),
    (", no doubles, and stays in jail", ": no doubles on the third try"),
    ("offers", "gives"),
    ("mortgages", "buys"),
    ("buys", "mortgages"),
    ("builds a house", "builds a hotel"),
    ("wins", "buys"),
    ("pays", "owes"),
    (" rent for ", ", twice the rent of "),
    (" rent for ", " into the pot for "),
    ("the complete group", "the complete color group"),
    (" with 1 house", " with 2 houses"),
    ("leaves", "stays in"),
    (" leaves jail", ""),
    ("accepts", "declines"),
    ("declines", "accepts"),
    ("Bank", "pot"),
    ("sells", "builds"),
    (" and lands on ", " and lands on their own "),
)

# Matches a throw that can become doubles out of jail.
_THROW = re.compile(r" throws (\d \+ \d) and lands on ")
_DOUBLES_OUT = r" throws doubles, \1, and moves from jail to "

# The sentences about things that change owner or place.
_CHANGES = re.compile(
    r" (pays|pay|buys|buy|collects|collect|lands on|land on|moves to|goes to|goes back|builds|build|sells"
    r"|mortgages|lifts|wins .* at auction|puts|gets \D*\d|accepts|receives|uses|leaves jail) "
)


def _others(text: str, known: str, all_of_them: Sequence[str]) -> Iterator[str]:
    """Yield the text with this word replaced by each other one, if the word is known."""
    for match in re.finditer(rf"(?<!\w){re.escape(known)}(?!\w)", text):
        for other in all_of_them:
            if other != known:
                yield text[: match.start()] + other + text[match.end() :]


def altered_sentence(
    text: str, rules: Rules, names: Sequence[str], draw: random.Random
) -> str | None:
    """Return the sentence with one random change; None if nothing in it can be changed."""
    edition = rules.edition
    spaces = sorted({space.name for space in edition.spaces}, key=len, reverse=True)
    decks = [edition.words["chance"], edition.words["community_chest"]]
    groups = [group.name for group in edition.groups]
    variants = [
        [new for old in known for new in _others(text, old, known)]
        for known in (names, spaces, decks, groups)
    ]
    sums = []
    for match in re.finditer(r"\d+", text):
        near_money = edition.sign.strip() in text[max(0, match.start() - 6) : match.end() + 6]
        for step in (-20, -1, 1, 7, 50) if near_money else (-1, 1, 2):
            number = int(match[0]) + step
            if number > 0 and len(str(number)) == len(match[0]):
                sums.append(text[: match.start()] + str(number) + text[match.end() :])
    variants += [sums, sums]  # sums matter most
    reworded = [text.replace(a, b) for a, b in _WORDS if a in text]
    if _THROW.search(text):
        reworded.append(_THROW.sub(_DOUBLES_OUT, text))
    variants.append(reworded)
    variants = [some for some in variants if some]
    return draw.choice(draw.choice(variants)) if variants else None


def altered(
    sentences: Sequence[str],
    others: Sequence[str],
    rules: Rules,
    names: Sequence[str],
    draw: random.Random,
) -> tuple[str, list[str]] | None:
    """Return the name of an alteration, and the altered sentences about one answer.

    ``others``: sentences about other answers."""
    at = draw.randrange(len(sentences))
    told = list(sentences)
    how = draw.choice(["changed"] * 8 + ["left out", "said twice", "of another answer"])
    match how:
        case "changed":
            new = altered_sentence(told[at], rules, names, draw)
            if new is None or new in told:
                return None
            told[at] = new
        case "left out":
            if not _CHANGES.search(told[at]) or " not buy " in told[at] or "“" in told[at]:
                return None  # a sentence about nothing that changed may be missing
            del told[at]
        case "said twice":
            told.insert(at, told[at])
        case _:
            foreign = draw.choice(others)
            if foreign in told:
                return None
            told.insert(draw.randrange(len(told) + 1), foreign)
    return how, told

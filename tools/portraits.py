"""The parts of the characters' portraits, for the faces that react during a game.

A portrait, ``static/art/people/ID.svg``, is a drawing like any other. Four of its groups have an id, each
on a line of its own: ``body``, ``head``, ``look`` (eyes and mouth at ease) and ``hat`` (with glasses and
beard: what lies above the look). In a game the macro ``face`` in ``templates/bits.html`` puts them together
again, with another look in place of the first one (``templates/late/expressions.html``).
``data-out`` on the hat is its position when the player is out. ``currentColor`` is the color of the portrait,
and in a game that of the seat.
"""

from __future__ import annotations

import re
from pathlib import Path

PORTRAITS = Path(__file__).resolve().parent.parent / "static" / "art" / "people"
PARTS = ("body", "head", "look", "hat")
TIPPED = "translate(3 7.5) rotate(26 50 36)"  # the usual position of a hat of a player who is out

_PART = re.compile(r'^<g id="(?P<part>\w+)"(?P<more>[^>]*)>(?P<inside>.*)</g>$', re.MULTILINE)
_HATCHING = "".join(f"M19 {y}h62" for y in range(13, 74, 4))


def parts(portrait: str) -> dict[str, tuple[str, str]]:
    """The parts of a portrait: for each its content, and the further attributes of its group."""
    return {m["part"]: (m["inside"], m["more"]) for m in _PART.finditer(portrait)}


def sprite() -> str:
    """An SVG with the parts of all portraits, each with the id ``PART-CHARACTER``.

    Raises ValueError for a portrait without one of them."""
    drawn = [f'<path id="face-hatching" fill="none" d="{_HATCHING}"/>']
    for file in sorted(PORTRAITS.glob("*.svg")):
        found = parts(file.read_text("utf-8"))
        for part in PARTS:
            if part not in found:
                raise ValueError(f"{file.name}: there is no group “{part}” on a line of its own.")
            drawn.append(f'<g id="{part}-{file.stem}">{found[part][0]}</g>')
        placed = re.search(r'data-out="([^"]*)"', found["hat"][1])
        tipped = placed[1] if placed else TIPPED
        drawn.append(
            f'<use id="hat-{file.stem}-out" href="#hat-{file.stem}" transform="{tipped}"/>'
        )
    return (
        '<svg class="sprite" width="0" height="0" aria-hidden="true" focusable="false"><defs>\n'
        + "\n".join(drawn)
        + "\n</defs></svg>\n"
    )

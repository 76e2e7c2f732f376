"""The expressions of each character differ at the size that they have beside a name.

The faces stand on a page of their own, with the templates, styles and drawings of the real one, and are
compared pixel by pixel."""

from __future__ import annotations

import base64
import re
from pathlib import Path
from typing import Final

import jinja2
import pytest
from playwright.sync_api import Browser

from titledeed.bots import CHOOSABLE
from titledeed.game.character_reactions import EXPRESSIONS
from titledeed.ui.render.jinja_renderer import environment
from tools import portraits

ROOT: Final = Path(__file__).resolve().parents[2]
SIZE: Final = 40  # pixels
MOODS: Final = ("", *EXPRESSIONS)
STYLES: Final = ("tokens", "base", "faces")
# A pixel differs if one of its colors does by this much of 255.
STRONGLY: Final = 48
LEAST: Final = 50
GRID: Final = """
{% from "bits.html" import face with context %}
{% include "late/expressions.html" %}
<div id="grid">{% for bot in bots %}{% for mood in moods %}
{{ face({"face": bot, "mood": mood, "n": 1, "token": "hat"}) }}
{%- endfor %}{% endfor %}</div>
"""
LOOKS: Final = f"""
body {{ margin: 0; background: var(--paper); }}
#grid {{ display: grid; grid-template-columns: repeat({len(MOODS)}, {SIZE}px); }}
#grid .face {{ --face: {SIZE}px; animation: none; }}
#grid .face > .medal {{ visibility: hidden; }}
"""
# For each row of a picture and each two columns: how many pixels differ strongly.
DIFFERING: Final = """
async ([picture, columns, rows, size, strongly]) => {
  const bytes = Uint8Array.from(atob(picture), (letter) => letter.charCodeAt(0));
  const drawn = await createImageBitmap(new Blob([bytes], {type: "image/png"}));
  const pen = new OffscreenCanvas(drawn.width, drawn.height).getContext("2d");
  pen.drawImage(drawn, 0, 0);
  const cell = (row, column) => pen.getImageData(column * size, row * size, size, size).data;
  const found = [];
  for (let row = 0; row < rows; row++) {
    const faces = Array.from({length: columns}, (_, column) => cell(row, column));
    for (let one = 0; one < columns; one++)
      for (let two = one + 1; two < columns; two++) {
        let count = 0;
        for (let n = 0; n < faces[one].length; n += 4)
          count += [0, 1, 2].some((k) => Math.abs(faces[one][n + k] - faces[two][n + k]) > strongly);
        found.push([row, one, two, count]);
      }
  }
  return found;
}
"""


@pytest.mark.parametrize("theme", ["light", pytest.param("night", marks=pytest.mark.long)])
def test_the_five_expressions_of_each_character_differ_at_40_pixels(
    browser: Browser, theme: str
) -> None:
    jinja = environment(jinja2.FileSystemLoader(ROOT / "templates"))
    grid = jinja.from_string(GRID).render(bots=CHOOSABLE, moods=MOODS)
    straight = re.sub(r'transform="[^"]*"', "", grid)  # a tilt changes many pixels, and says little
    styles = "".join(
        (ROOT / "static" / "css" / f"{name}.css").read_text("utf-8") for name in STYLES
    )
    page = browser.new_page(viewport={"width": SIZE * len(MOODS), "height": SIZE * len(CHOOSABLE)})
    page.set_content(
        f"<html data-theme={theme} data-motion=less><style>{styles}{LOOKS}</style>"
        f"{portraits.sprite()}{straight}"
    )
    picture = base64.b64encode(page.screenshot()).decode()
    found = page.evaluate(DIFFERING, [picture, len(MOODS), len(CHOOSABLE), SIZE, STRONGLY])
    page.close()
    assert len(found) == len(CHOOSABLE) * 10
    alike = [
        (CHOOSABLE[row], MOODS[one], MOODS[two], count)
        for row, one, two, count in found
        if count < LEAST
    ]
    assert not alike

"""Exports a chart of the page as an SVG file of its own. The computed styles of each element are written
into the file, so that it looks the same wherever it is opened. This module is part of the laboratory's
archive, as only the laboratory exports charts."""

from __future__ import annotations

import re
from typing import Any, Final

import js
from pyodide.ffi import jsnull, to_js

SPACE: Final = "http://www.w3.org/2000/svg"
PIXELS: Final = 2  # pixels of an exported PNG for each unit of the drawing
_WIDE: Final = 960  # the width of an exported drawing, in units
_EDGE: Final = 12
_COLOURS: Final = ("fill", "stroke", "color")
_REST: Final = (
    *("stroke-width", "stroke-dasharray", "stroke-linejoin", "stroke-linecap", "paint-order"),
    *("fill-opacity", "stroke-opacity", "opacity", "visibility"),
    *("font-family", "font-size", "font-weight", "text-anchor"),
)
_REFERENCE: Final = re.compile(r'url\(.*#([\w-]+)"?\)')
_USUAL: Final = {
    "stroke": "none",
    "stroke-dasharray": "none",
    "fill-opacity": "1",
    "stroke-opacity": "1",
    "opacity": "1",
    "visibility": "visible",
    "stroke-linejoin": "miter",
    "stroke-linecap": "butt",
    "paint-order": "normal",
}


def svg_of(id: str, scale: float = 1.0) -> str:
    """The chart with this id as the text of an SVG file, ``scale`` times as large; "" if there is none.

    It is drawn as in the normal size of letters, whatever the page has."""
    page = js.document.documentElement
    size = str(page.dataset.size)
    page.dataset.size = "normal"
    try:
        return _drawn(id, scale)
    finally:
        page.dataset.size = size


def _drawn(id: str, scale: float) -> str:
    chart = js.document.getElementById(id)
    if chart is jsnull or chart.tagName != "svg":
        return ""
    copy = chart.cloneNode(True)
    colour = _Colours()
    _copy_styles(chart, copy, colour)
    _bring_along(copy)
    box, view = chart.getBBox(), chart.viewBox.baseVal
    left, top = min(box.x, view.x) - _EDGE, min(box.y, view.y) - _EDGE
    wide = max(box.x + box.width, view.x + view.width) + _EDGE - left
    high = max(box.y + box.height, view.y + view.height) + _EDGE - top
    copy.setAttribute("xmlns", SPACE)
    copy.setAttribute("viewBox", f"{left:.1f} {top:.1f} {wide:.1f} {high:.1f}")
    copy.setAttribute("width", str(round(_WIDE * scale)))
    copy.setAttribute("height", str(round(_WIDE * scale * high / wide)))
    paper = _element("rect", x=left, y=top, width=wide, height=high)
    card = chart.closest(".card")
    ground = js.getComputedStyle(card if card is not jsnull else js.document.body).backgroundColor
    paper.setAttribute("fill", colour(str(ground)))
    title = _element("title")
    title.textContent = chart.getAttribute("aria-label") or ""
    copy.prepend(title, paper)
    return str(js.XMLSerializer.new().serializeToString(copy))


def _element(tag: str, **attributes: float) -> Any:
    element = js.document.createElementNS(SPACE, tag)
    for name, value in attributes.items():
        element.setAttribute(name, f"{value:.1f}")
    return element


class _Colours:
    """Turns a CSS color in any notation into ``#rrggbb`` or ``rgba(…)``, which every program can read.

    It paints one pixel with the color and reads the pixel."""

    def __init__(self) -> None:
        self._known: dict[str, str] = {"none": "none"}
        canvas = js.document.createElement("canvas")
        canvas.width = canvas.height = 1
        often = to_js({"willReadFrequently": True}, dict_converter=js.Object.fromEntries)
        self._brush = canvas.getContext("2d", often)

    def __call__(self, named: str) -> str:
        reference = _REFERENCE.search(named)
        if reference:
            return f"url(#{reference[1]})"
        if named not in self._known:
            self._brush.clearRect(0, 0, 1, 1)
            self._brush.fillStyle = named
            self._brush.fillRect(0, 0, 1, 1)
            red, green, blue, solid = (int(n) for n in self._brush.getImageData(0, 0, 1, 1).data)
            self._known[named] = (
                f"#{red:02x}{green:02x}{blue:02x}"
                if solid == 255
                else f"rgba({red},{green},{blue},{solid / 255:.3f})"
            )
        return self._known[named]


def _copy_styles(shown: Any, drawing: Any, colour: _Colours) -> None:
    """Write the computed styles of an element, and of all elements inside it, into its copy."""
    style = js.getComputedStyle(shown)
    for name in _COLOURS:
        value = colour(str(style.getPropertyValue(name)))
        if value != _USUAL.get(name):
            drawing.setAttribute(name, value)
    for name in _REST:
        value = str(style.getPropertyValue(name))
        if value and value != _USUAL.get(name):
            drawing.setAttribute(name, value.replace('"', "'"))
    for name in ("class", "style", "data-do", "data-arg", "tabindex"):
        drawing.removeAttribute(name)
    pairs = list(zip(list(shown.children), list(drawing.children), strict=True))
    for inner, copy in pairs:
        if js.getComputedStyle(inner).display == "none":
            copy.remove()
        else:
            _copy_styles(inner, copy, colour)


def _bring_along(drawing: Any) -> None:
    """Copy the page's symbols that the drawing refers to by ``<use>`` into the drawing."""
    definitions = _element("defs")
    seen: set[str] = set()
    for use in list(drawing.querySelectorAll("use")):
        name = str(use.getAttribute("href") or "")
        sign = js.document.querySelector(name) if name.startswith("#") else jsnull
        if name not in seen and sign is not jsnull:
            seen.add(name)
            definitions.append(sign.cloneNode(True))
    drawing.prepend(definitions)

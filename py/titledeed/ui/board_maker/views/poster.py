"""The views of a board on paper, in millimetres: the poster, its four parts on smaller sheets, and what is
cut out.

A page is a list of shapes, which ``templates/board_maker/page.svg`` draws, on the screen, for printing and
in files. Without colors the letters of the groups tell them apart.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from ....engine.parsing.edition_parser import DEED_KINDS
from ....engine.special_seats_and_ids import SPACES
from ....storage.board_file_check import board_colors
from ...setup_form import TOKENS
from ...views.view_context_and_shared_parts import SIDE
from .card_editor import filled
from .fitted_text import fitted, text_width
from .maker_context import MakerContext
from .space_editor import rents_of

if TYPE_CHECKING:
    from ....engine.board_and_rules_types import Group
    from .types import PaperBox, PaperDrawing, PaperPage, PaperRing, PaperText, PaperTile

WIDE: Final = 297.0  # of the poster, as on A3
HIGH: Final = 420.0


class PaperKind(NamedTuple):
    """A kind of paper. The names are the same in all languages."""

    name: str
    wide: float
    high: float


PAPERS: Final = {
    "a4": PaperKind("A4", 210.0, 297.0),
    "a3": PaperKind("A3", WIDE, HIGH),
    "letter": PaperKind("Letter", 215.9, 279.4),
    "tabloid": PaperKind("Tabloid", 279.4, 431.8),
}
SIZES: Final = {"a4": ("a4", "a3"), "letter": ("letter", "tabloid")}  # what a printer has
_EDGE: Final = 10.0  # from the edge of the paper
_BOARD: Final = 277.0
_CORNER: Final = 40.0
_SPACE: Final = (_BOARD - 2 * _CORNER) / 9
_BAND: Final = 7.0
_OVERLAP: Final = 10.0  # of the four parts, to glue them
_INK: Final = "#1b282d"
_PAPER: Final = "#fffdf6"
_MIDDLE: Final = "#fbf7ec"
_WHITE: Final = "#ffffff"
_TOKENS: Final = (
    "#0f5d55",
    "#b23b22",
    "#4a3aa0",
    "#7a5a00",
    "#97226f",
    "#1f5a94",
    "#5b3a29",
    "#444c52",
)
# How many notes there are of each value: eight players can each begin with 1,500, and together they are worth
# more than those of a printed game.
NOTES: Final = {1: 16, 5: 16, 10: 24, 20: 24, 50: 24, 100: 32, 500: 32}


class Paper:
    """A page in the making."""

    def __init__(self, name: str, paper: str, plain: bool) -> None:
        self.plain = plain
        self.page: PaperPage = {
            "name": name,
            "paper": paper,
            "wide": PAPERS[paper].wide,
            "high": PAPERS[paper].high,
            "boxes": [],
            "rings": [],
            "drawings": [],
            "texts": [],
            "tile": None,
        }

    def box(
        self, x: float, y: float, wide: float, high: float, fill: str = "none", dashed: bool = False
    ) -> None:
        box: PaperBox = {
            "x": round(x, 2),
            "y": round(y, 2),
            "wide": round(wide, 2),
            "high": round(high, 2),
            "fill": self._fill(fill),
            "dashed": dashed,
        }
        self.page["boxes"].append(box)

    def _fill(self, fill: str) -> str:
        return _WHITE if self.plain and fill not in ("none", _INK) else fill

    def ring(self, x: float, y: float, r: float, fill: str) -> None:
        ring: PaperRing = {"x": round(x, 2), "y": round(y, 2), "r": r, "fill": self._fill(fill)}
        self.page["rings"].append(ring)

    def drawing(self, id: str, x: float, y: float, size: float, color: str = _INK) -> None:
        """A drawing around a middle."""
        drawing: PaperDrawing = {
            "id": id,
            "x": round(x - size / 2, 2),
            "y": round(y - size / 2, 2),
            "size": size,
            "color": _INK if self.plain else color,
        }
        self.page["drawings"].append(drawing)

    def text(
        self,
        text: str,
        x: float,
        y: float,
        size: float,
        room: float,
        *,
        anchor: str = "middle",
        bold: bool = False,
        color: str = _INK,
        lines: int = 1,
        up: bool = False,
    ) -> float:
        """A text in this room; return where the next line would be. ``up``: ``y`` is its last line."""
        size, parts = fitted(text, size, room, lines)
        if up:
            y -= (len(parts) - 1) * size * 1.2
        for part in parts:
            shape: PaperText = {
                "text": part,
                "x": round(x, 2),
                "y": round(y, 2),
                "size": round(size, 2),
                "anchor": anchor,
                "bold": bold,
                "color": _INK if self.plain else color,
                "length": round(room, 2) if text_width(part, size) > room else 0,
            }
            self.page["texts"].append(shape)
            y += size * 1.2
        return y


def _pairs(ctx: MakerContext, groups: list[Group]) -> dict[str, tuple[str, str]]:
    """The color of each group and that of the text on it."""
    return dict(zip([group.id for group in ctx.draft.groups], board_colors(groups), strict=False))


# ---------------------------------------------------------------- the poster


def whole_poster(ctx: MakerContext, groups: list[Group], kind: str, plain: bool) -> PaperPage:
    """The poster on one sheet, as large as that allows."""
    wide, high = PAPERS[kind].wide, PAPERS[kind].high
    scale = min(wide / WIDE, high / HIGH)
    page = poster_page(ctx, groups, plain, scale)
    if kind != "a3":
        paper = Paper(page["name"], kind, plain)
        paper.page["tile"] = {
            "x": round((wide - WIDE * scale) / 2, 2),
            "y": round((high - HIGH * scale) / 2, 2),
            "wide": round(WIDE * scale, 2),
            "high": round(HIGH * scale, 2),
            "from_x": 0.0,
            "from_y": 0.0,
            "from_wide": WIDE,
            "from_high": HIGH,
            "page": page,
        }
        page = paper.page
    kinds, numbers = PAPERS[kind], ctx.numbers
    text = ctx._(
        "{paper}, {wide} × {high} mm. The board is {side} mm square.",
        paper=kinds.name,
        wide=numbers.number(round(wide)),
        high=numbers.number(round(high)),
        side=numbers.number(round(_BOARD * scale)),
    )
    foot = Paper("", kind, plain)
    foot.text(text, wide / 2, high - 12, 3.4, 240)
    page["texts"] += foot.page["texts"]
    return page


def poster_page(
    ctx: MakerContext, groups: list[Group], plain: bool, scale: float = 1.0
) -> PaperPage:
    """The poster. ``groups``: those of the board, whose colors can be shown; ``scale``: that in which it is
    printed."""
    _, draft = ctx._, ctx.draft
    pairs = _pairs(ctx, groups)
    paper = Paper(_("Board"), "a3", plain)
    paper.box(_EDGE, _EDGE, _BOARD, _BOARD, _MIDDLE)
    for at in range(SPACES):
        _square(ctx, paper, at, *pairs.get(draft.spaces[at].group, ("", "")))
    paper.text(draft.name, WIDE / 2, _EDGE + _BOARD / 2 + 6, 18, 180, bold=True, lines=2)
    for deck, icon in enumerate(("s-chance", "s-chest")):
        x = _EDGE + deck * 68
        paper.box(x, 300, 62, 90, dashed=True)
        paper.drawing(icon, x + 31, 335, 16)
        paper.text(ctx.deck_name(deck), x + 31, 355, 6, 56, lines=2)
    paper.text(_("{Tokens} to cut out, or room for real ones"), 190, 305, 3.6, 76)
    tokens = draft.tokens or TOKENS
    for n in range(8):
        x, y = 161 + n % 4 * 19, 319 + n // 4 * 19
        drawn = n < len(tokens) and tokens[n] in TOKENS
        paper.ring(x, y, 8.5, _TOKENS[n] if drawn else "none")
        if drawn:
            paper.drawing(f"t-{tokens[n]}", x, y, 11, _WHITE)
    paper.text(_("Cost of {a house}"), 260, 305, 3.6, 52)
    for n, group in enumerate(draft.groups[:8]):
        y = 309 + n * 9
        color, on = pairs.get(group.id, (_WHITE, _INK))
        paper.box(234, y, 7, 7, color)
        paper.text(group.mark, 237.5, y + 5, 4.2, 6, bold=True, color=on)
        paper.text(ctx.says.group(group), 243, y + 4.8, 3.6, 26, anchor="start")
        paper.text(ctx.money(group.house_cost), 287, y + 4.8, 3.6, 17, anchor="end")
    _scale(ctx, paper, 161, 372, scale)
    return paper.page


def _scale(ctx: MakerContext, paper: Paper, x: float, y: float, scale: float) -> None:
    """A line to measure, since printers may change the size. It has 50 mm on paper."""
    paper.box(x, y, 50 / scale, 1.2, _INK)
    paper.text(
        ctx._("This bar is 50 mm long. If it isn’t, print at 100%."),
        x,
        y + 6,
        3,
        66,
        anchor="start",
        lines=2,
    )


def _square(ctx: MakerContext, paper: Paper, at: int, color: str, on: str) -> None:
    side, step = divmod(at, SIDE)
    far = _EDGE + _BOARD - _CORNER
    along = _EDGE + _CORNER + (step - 1) * _SPACE
    back = 2 * _EDGE + _BOARD - along - _SPACE
    if step == 0:
        x, y = ((far, far), (_EDGE, far), (_EDGE, _EDGE), (far, _EDGE))[side]
        wide = high = _CORNER
    else:
        x, y = ((back, far), (_EDGE, back), (along, _EDGE), (far, along))[side]
        wide, high = (_CORNER, _SPACE) if side % 2 else (_SPACE, _CORNER)
    paper.box(x, y, wide, high, _PAPER)
    space = ctx.draft.spaces[at]
    icon = ctx.icon(space)
    bx, by, bw, bh = (
        (x, y, wide, _BAND),
        (x + wide - _BAND, y, _BAND, high),
        (x, y + high - _BAND, wide, _BAND),
        (x, y, _BAND, high),
    )[side]
    left, room = x + 1, wide - 2
    if step and side % 2:
        room -= _BAND
        left += _BAND if side == 3 else 0
    middle = left + room / 2
    if color:
        paper.box(bx, by, bw, bh, color)
        shift = 4.0 if icon else 0.0
        dx, dy = (0.0, shift) if side % 2 else (shift, 0.0)
        cx, cy = bx + bw / 2, by + bh / 2
        paper.text(ctx.letter(space), cx - dx, cy - dy + 1.6, 4.6, 8, bold=True, color=on)
        if icon:
            paper.drawing(icon, cx + dx, cy + dy, 5.2, on)
    elif icon and step == 0:
        paper.drawing(icon, x + wide / 2, y + 15, 14)
    elif icon:
        paper.drawing(icon, bx + bw / 2, by + bh / 2, 6.4)
    name = ctx.name(at) if side % 2 and step else ctx.field_of(space)[1] or ctx.name(at)
    if step == 0:
        paper.text(name, x + wide / 2, y + 29, 4.4, wide - 4, bold=True, lines=2)
        return
    top = {0: y + _BAND + 6, 2: y + 10}.get(side, y + 6)
    paper.text(name, middle, top, 3.4, room, lines=3)
    if space.price:
        foot = {2: y + 4.5, 0: y + high - 2.5}.get(side, y + high - 2.5)
        paper.text(ctx.money(space.price), middle, foot, 3, room)


def poster_tiles(ctx: MakerContext, groups: list[Group], kind: str, plain: bool) -> list[PaperPage]:
    """The poster on four sheets, with marks where they are cut, and a strip to glue the next one on."""
    _ = ctx._
    poster = poster_page(ctx, groups, plain)
    names = (_("top left"), _("top right"), _("bottom left"), _("bottom right"))
    pages = []
    for n, name in enumerate(names):
        row, column = divmod(n, 2)
        part = WIDE / 2 + (0 if column else _OVERLAP)
        tall = HIGH / 2 + (0 if row else _OVERLAP)
        paper = Paper(_("Board, {name}", name=name), kind, True)
        sheet = PAPERS[kind]
        left, top = (sheet.wide - WIDE / 2 - _OVERLAP) / 2, (sheet.high - HIGH / 2 - _OVERLAP) / 2
        tile: PaperTile = {
            "x": round(left, 2),
            "y": round(top, 2),
            "wide": part,
            "high": tall,
            "from_x": column * WIDE / 2,
            "from_y": row * HIGH / 2,
            "from_wide": part,
            "from_high": tall,
            "page": poster,
        }
        paper.page["tile"] = tile
        _marks(paper, left, top, WIDE / 2, HIGH / 2)
        paper.text(
            _(
                "Sheet {n} of {all}: {name}. Cut at the marks, and glue the sheets on the strips.",
                n=n + 1,
                all=4,
                name=name,
            ),
            sheet.wide / 2,
            18,
            4,
            180,
        )
        pages.append(paper.page)
    return pages


def _marks(paper: Paper, x: float, y: float, wide: float, high: float) -> None:
    """Lines outside the corners of what is cut out."""
    thin, long, gap = 0.2, 7.0, 2.0
    for cx, out in ((x, -1), (x + wide, 1)):
        for cy, up in ((y, -1), (y + high, 1)):
            start = cx + (gap if out > 0 else -gap - long)
            paper.box(start, cy, long, thin, _INK)
            start = cy + (gap if up > 0 else -gap - long)
            paper.box(cx, start, thin, long, _INK)


# ---------------------------------------------------------------- what is cut out


def deed_pages(ctx: MakerContext, groups: list[Group], kind: str, plain: bool) -> list[PaperPage]:
    """The 28 deeds."""
    pairs = _pairs(ctx, groups)
    deeds = [at for at, space in enumerate(ctx.draft.spaces) if space.kind in DEED_KINDS]
    pages, cells = _cells(ctx, ctx._("{Deeds}"), (3, 4), (60, 64), len(deeds), kind, plain)
    for at, (paper, x, y) in zip(deeds, cells, strict=True):
        _deed(ctx, paper, at, x, y, pairs.get(ctx.draft.spaces[at].group, (_WHITE, _INK)))
    return pages


def _deed(
    ctx: MakerContext, paper: Paper, at: int, x: float, y: float, pair: tuple[str, str]
) -> None:
    space, _ = ctx.draft.spaces[at], ctx._
    group = ctx.draft.group(space.group) if space.kind == "street" else None
    color, on = pair if group is not None else (_WHITE, _INK)
    head = (
        f"{ctx.says.group(group)} · {group.mark}"
        if group is not None
        else ctx.says.kind(space.kind)
    )
    paper.box(x + 3, y + 3, 54, 17, color)
    icon = ctx.icon(space)
    if icon:
        paper.drawing(icon, x + 52, y + 7.5, 6, on)
    paper.text(head, x + 30, y + 7.5, 2.8, 36, color=on)
    paper.text(ctx.name(at), x + 30, y + 12.8, 4.2, 50, bold=True, color=on)
    paper.text(ctx.money(space.price), x + 30, y + 18, 3.4, 50, color=on)
    plain = space.kind == "utility"
    line = y + 26.0
    for row in rents_of(ctx, at):
        money = ctx.numbers.number(row["value"]) if plain else ctx.money(row["value"])
        paper.text(row["label"], x + 4, line, 3, 34, anchor="start")
        paper.text(money, x + 56, line, 3, 17, anchor="end", bold=True)
        line += 5
    foot = [(_("Mortgage value"), space.mortgage)]
    if group is not None:
        foot.append((_("Cost of {a house}"), group.house_cost))
    for n, (label, sum_) in enumerate(reversed(foot)):
        paper.text(label, x + 4, y + 61 - n * 4, 2.8, 34, anchor="start")
        paper.text(ctx.money(sum_), x + 56, y + 61 - n * 4, 2.8, 17, anchor="end")


def card_pages(ctx: MakerContext, kind: str, plain: bool) -> list[PaperPage]:
    """The 32 cards."""
    each = [(deck, card) for deck, cards in enumerate(ctx.decks) for card in cards]
    pages, cells = _cells(ctx, ctx._("Cards"), (3, 6), (60, 42.5), len(each), kind, plain)
    for (deck, card), (paper, x, y) in zip(each, cells, strict=True):
        paper.drawing(("s-chance", "s-chest")[deck], x + 30, y + 7, 6)
        paper.text(ctx.deck_name(deck), x + 30, y + 13.5, 3, 52, bold=True)
        paper.text(filled(ctx, card), x + 30, y + 19, 3.4, 53, lines=6)
    return pages


def money_pages(ctx: MakerContext, kind: str, plain: bool) -> list[PaperPage]:
    """Notes to cut out."""
    colors = dict(zip(NOTES, _NOTE_COLORS, strict=True))
    values = [value for value, count in NOTES.items() for _ in range(count)]
    pages, cells = _cells(ctx, ctx._("Money"), (3, 7), (60, 36.5), len(values), kind, plain)
    for value, (paper, x, y) in zip(values, cells, strict=True):
        paper.box(x + 3, y + 2.75, 54, 31, colors[value])
        paper.text(ctx.money(value), x + 30, y + 20, 11, 48, bold=True)
        paper.text(ctx.draft.name, x + 30, y + 29, 3, 48)
    return pages


_NOTE_COLORS: Final = ("#ffffff", "#f7dfe6", "#fbf0c9", "#d9efd8", "#dbe7f5", "#f3e3cd", "#ecd8f0")


def _cells(
    ctx: MakerContext,
    name: str,
    grid: tuple[int, int],
    size: tuple[float, float],
    count: int,
    kind: str,
    plain: bool,
) -> tuple[list[PaperPage], list[tuple[Paper, float, float]]]:
    """Cells of one size on sheets of one kind, with dashed lines around them: the pages, and each cell with
    its place.

    ``grid``: columns and rows."""
    _ = ctx._
    (columns, rows), (wide, high) = grid, size
    per_page = columns * rows
    every = -(-count // per_page)
    papers, sheet = [], PAPERS[kind]
    for n in range(every):
        title = _("{name}, sheet {n} of {all}", name=name, n=n + 1, all=every)
        paper = Paper(title, kind, plain)
        paper.text(title, sheet.wide / 2, sheet.high - 6, 3, 120)
        papers.append(paper)
    cells = []
    for n in range(count):
        row, column = divmod(n % per_page, columns)
        x = (sheet.wide - columns * wide) / 2 + column * wide
        y = (sheet.high - 8 - rows * high) / 2 + row * high
        papers[n // per_page].box(x, y, wide, high, dashed=True)
        cells.append((papers[n // per_page], x, y))
    return [paper.page for paper in papers], cells

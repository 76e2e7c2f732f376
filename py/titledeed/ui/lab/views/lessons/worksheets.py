"""The views of worksheets."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from .....engine.errors import LoadError
from .....lab.bot_play_versions import play_versions
from .....lab.compare import measures_for
from .....lab.landings import shares_and_group_earnings
from .....lab.lessons import builtin
from .....lab.lessons import lesson_format as lessons
from .....lab.lessons.answer_files import StudentAnswers, figures_of
from .....lab.lessons.bot_program import bot_link_of
from .....lab.lessons.lesson_format import Lesson
from .....lab.lessons.loaded_die import SIDES, Seen
from .....lab.lessons.two_dice import PAIRS, TOTALS, WAYS, Totals
from .....language.catalogue import Catalogue
from .....language.python_for_reading import python_lines
from ....setup_form import FormError
from ...state.comparison_form import PLAIN, edition_in, seats_of
from ...state.number_fields import no_number_text
from ...state.worksheets import WorksheetsState, WorksheetState
from ..comparison_settings import comparison_settings_view, older_worksheet
from ..figure_format import FigureFormat

if TYPE_CHECKING:
    from ....views.types import ChoiceOption
    from ..types import (
        AskedQuestion,
        AttachedRun,
        CollectedTable,
        DieView,
        DraftSaved,
        DraftView,
        EntryField,
        PreviewQuestion,
        PreviewView,
        ReadyLesson,
        SheetView,
        SideBars,
        StackView,
        TeacherView,
        ThrownRow,
        TotalBars,
        TotalsView,
        WorksheetsView,
    )

WIDTH: Final = 480
HEIGHT: Final = 130
_ODD: Final = 0.05  # a p-value below this is marked; a fair die has one in 1 of 20 sheets


def worksheets_view(
    worksheets: WorksheetsState, inside: Mapping[str, object], _: Catalogue
) -> dict[str, object]:
    """The view of the screen. ``inside``: the view of the experiment, made by the screen it comes from."""
    worksheet = worksheets.sheet
    on_sheet = worksheets.at in ("sheet", "paper") and worksheet is not None
    context: WorksheetsView = {
        "at": worksheets.at,
        "trouble": worksheets.trouble or (str(inside.get("trouble", "")) if on_sheet else ""),
        "said": worksheets.said,
        "student": worksheets.student,
        "address": worksheets.address,
        "copied": worksheets.copied,
        "code": {"side": worksheets.code[0], "path": worksheets.code[1]},
        "moving": worksheets.moving,
        "live": worksheets.live,
        "collected": len(worksheets.collected.sheets),
    }
    if worksheet is not None and on_sheet:
        context["sheet"] = _sheet(worksheet, _, whole=worksheets.at == "paper")
    elif worksheet is not None and worksheets.at == "teacher":
        context["teacher"] = _teacher(worksheet, _)
    elif worksheets.at == "write":
        context["draft"] = _draft(worksheets.draft, worksheets.entries.shown, _)
        context["preview"] = _preview(worksheets.draft, _)
        context["previewed"] = worksheets.preview
        context["saved"] = _saved(worksheets, _)
    elif worksheets.at == "collect":
        context["tables"] = [_table(id, sheets, _) for id, sheets in worksheets.collected.lessons()]
        context["emptied"] = worksheets.emptied
        context["refused"] = [{"name": name, "says": says} for name, says in worksheets.refused]
    elif worksheets.at == "teachers":
        context["ready"] = _ready(_)
        context["drafted"] = not lessons.is_blank(worksheets.draft)
        own = (
            worksheet is not None
            and not worksheet.name
            and lessons.has_teachers_page(worksheet.lesson)
        )
        context["open"] = worksheet.lesson["title"] if worksheet is not None and own else ""
    else:
        context["at"] = "list"
        context["ready"] = _ready(_)
        context["open"] = worksheet.lesson["title"] if worksheet is not None else ""
        context["removed"] = worksheets.removed
        context["shelf"] = [
            {
                "id": row.id,
                "title": row.title,
                "student": row.student,
                "done": row.done,
                "of": row.of,
            }
            for row in worksheets.shelf
        ]
    return {**(inside if on_sheet else {}), **context}


def _ready(_: Catalogue) -> list[ReadyLesson]:
    """The lessons that come with the program."""
    return [
        {
            "name": name,
            "title": lesson["title"],
            "minutes": lesson["minutes"],
            "text": paragraphs(lesson["text"])[0],
            "about": _about(lesson["run"]),
        }
        for name, lesson in builtin.builtin_lessons(_.language).items()
    ]


def _about(run: Mapping[str, Any] | None) -> str:
    """What an experiment is about: that on landings may show what houses are worth."""
    if run is None:
        return ""
    return "houses" if run["kind"] == "landings" and run["shown"] == "houses" else run["kind"]


def paragraphs(text: str) -> list[str]:
    """The paragraphs of a text: each line that is not empty is one."""
    return [line.strip() for line in text.split("\n") if line.strip()] or [""]


# ---------------------------------------------------------------- a sheet


def _sheet(worksheet: WorksheetState, _: Catalogue, whole: bool) -> SheetView:
    """A student's sheet; ``whole``: with all its questions and no answers, to be filled in by hand."""
    lesson = worksheet.lesson
    run = lesson["run"]
    answers = worksheet.filled.answers
    ordered = sorted(enumerate(lesson["questions"]), key=lambda pair: pair[1]["when"] != "before")
    asked: list[AskedQuestion] = [
        {
            "text": question["text"],
            "when": question["when"],
            "answer": question["answer"],
            "lines": question["lines"],
            "choices": question["choices"],
            "n": n,
            "number": number,
            "given": "" if whole else answers[n].text,
            "others": () if whole else answers[n].others,
            "wrong": n in worksheet.wrong,
            "locked": bool(worksheet.filled.noted) and question["when"] == "before",
            "rules": range(question["lines"]),
        }
        for number, (n, question) in enumerate(ordered, 1)
    ]
    before = [question for question in asked if question["when"] == "before"]
    after = [question for question in asked if question["when"] != "before"]
    asks = builtin.asked_measures(run) if run and run["kind"] == "compare" else []
    return {
        "title": lesson["title"],
        "minutes": lesson["minutes"],
        "language": lesson["language"],
        "text": paragraphs(lesson["text"]),
        "student": "" if whole else worksheet.student,
        "no_number": no_number_text(_),
        "before": before,
        "after": after if worksheet.asks_after or whole else [],
        "coming": 0 if worksheet.asks_after or whole else len(after),
        "noted": bool(worksheet.filled.noted and before),
        "kind": run["kind"] if run else "",
        "shown": run.get("shown", "") if run else "",
        "locked": lesson["locked"]["settings"],
        "own_seed": lesson["own_seed"],
        "seed": worksheet.filled.seed,
        "barred": worksheet.barred,
        "ran": worksheet.filled.ran,
        "working": worksheet.working,
        "games": run.get("size", 0) if run else 0,
        "asked": _asked(worksheet, asks),
        "asks_inequality": "inequality" in asks,
        "older": older_worksheet(_, worksheet.older_lesson),
        "may_differ": bool(play_versions(worksheet.bots)),
        "die": _die(worksheet, _) if run and run["kind"] == "die" else None,
        "dice": _dice(worksheet, _) if run and run["kind"] == "dice" else None,
        "program": python_lines(run["code"]) if run and worksheet.program_shown else [],
        "program_link": bot_link_of(run) if run and worksheet.program_shown else "",
    }


def _asked(worksheet: WorksheetState, asks: Sequence[str]) -> list[str]:
    """The ids of the measures that the questions ask about. That of the verdict is one of them."""
    comparison = worksheet.compare
    if comparison is None:
        return []
    return [
        measure.id
        for measure in comparison.measures
        if measure.id == comparison.measure or measure.id.partition("_")[0] in asks
    ]


def _teacher(worksheet: WorksheetState, _: Catalogue) -> TeacherView:
    """The teacher's page. It shows the whole lesson, and marks what its short form leaves out."""
    lesson = worksheet.full or worksheet.lesson
    teacher, short = lesson["teacher"], lesson["short"]
    in_short = worksheet.full is not None
    ordered = sorted(lesson["questions"], key=lambda question: question["when"] != "before")
    return {
        "title": lesson["title"],
        "language": lesson["language"],
        "minutes": worksheet.lesson["minutes"],
        "short": short,
        "forms": [
            {"id": id, "minutes": minutes, "chosen": in_short == (id == "short")}
            for id, minutes in (("full", lesson["minutes"]), ("short", short))
        ]
        if short
        else [],
        "empty": not lessons.has_teachers_page(lesson),
        "aims": _lines(teacher["aims"]),
        "steps": [
            {
                "minutes": step["short"] if in_short else step["minutes"],
                "left_out": bool(short and not step["short"]),
                "text": _lines(step["text"]),
                "say": _lines(step["say"]),
            }
            for step in teacher["steps"]
        ],
        "questions": [
            {
                "text": question["text"],
                "when": question["when"],
                "choices": question["choices"] if question["answer"] == "choice" else [],
                "left_out": bool(short and not question["short"]),
                "model": _lines(question["model"]),
                "errors": _lines(question["errors"]),
            }
            for question in ordered
        ],
        "notes": _lines(teacher["notes"]),
        "positions": [position["title"] for position in teacher["positions"]],
        "older": older_worksheet(_, worksheet.older_lesson),
    }


def _lines(text: str) -> list[str]:
    """The paragraphs of a text that may be empty."""
    return paragraphs(text) if text.strip() else []


def _die(worksheet: WorksheetState, _: Catalogue) -> DieView:
    figures = FigureFormat(_, PLAIN["edition"])
    size = worksheet.lesson["run"]["size"]
    rows = [_thrown(seen, figures) for seen in worksheet.throws]
    return {
        "rows": rows,
        "picture": _bars(worksheet.throws[-1], figures) if worksheet.throws else None,
        "size": figures.numbers.number(size),
        "sides": list(range(1, SIDES + 1)),
    }


def _dice(worksheet: WorksheetState, _: Catalogue) -> TotalsView:
    figures = FigureFormat(_, PLAIN["edition"])
    number = figures.numbers.number
    return {
        "rows": [
            {
                "throws": number(seen["throws"]),
                "sevens": figures.percent(
                    figures.fixed(100 * seen["counts"][TOTALS.index(7)] / seen["throws"], 1)
                ),
                "counts": [number(count) for count in seen["counts"]],
            }
            for seen in worksheet.totals
        ],
        "picture": _roof(worksheet.totals[-1], figures) if worksheet.totals else None,
        "size": number(worksheet.lesson["run"]["size"]),
        "totals": list(TOTALS),
    }


def _roof(seen: Totals, figures: FigureFormat) -> TotalBars:
    _ = figures._
    expected = [seen["throws"] * ways / PAIRS for ways in WAYS]
    most = max(*seen["counts"], *expected)
    wide = WIDTH / len(TOTALS)
    return {
        "width": WIDTH,
        "height": HEIGHT,
        "bars": [
            {
                "side": total,
                "x": round(n * wide + 4, 1),
                "mid": round((n + 0.5) * wide, 1),
                "wide": round(wide - 8, 1),
                "high": round(HEIGHT * count / most, 1),
                "count": figures.numbers.number(count),
                "expected": round(HEIGHT - HEIGHT * expected[n] / most, 1),
            }
            for n, (total, count) in enumerate(zip(TOTALS, seen["counts"], strict=True))
        ],
        "says": _(
            "{n} throws: {counts}.",
            n=figures.numbers.number(seen["throws"]),
            counts=_.series(
                [
                    _("{a}: {b}", a=total, b=count)
                    for total, count in zip(TOTALS, seen["counts"], strict=True)
                ]
            ),
        ),
    }


def _thrown(seen: Seen, figures: FigureFormat) -> ThrownRow:
    _ = figures._
    of = figures.fixed(1000 * seen["p"], 0)
    return {
        "throws": figures.numbers.number(seen["throws"]),
        "counts": [figures.numbers.number(count) for count in seen["counts"]],
        "square": figures.fixed(seen["square"], 1),
        "p": _("fewer than 1") if seen["p"] < 0.001 else of,
        "odd": seen["p"] < _ODD,
    }


def _bars(seen: Seen, figures: FigureFormat) -> SideBars:
    _ = figures._
    most = max(*seen["counts"], 1)
    expected = seen["throws"] / SIDES
    wide = WIDTH / SIDES
    return {
        "width": WIDTH,
        "height": HEIGHT,
        "line": round(HEIGHT - HEIGHT * expected / most, 1),
        "bars": [
            {
                "side": n + 1,
                "x": round(n * wide + 8, 1),
                "mid": round((n + 0.5) * wide, 1),
                "wide": round(wide - 16, 1),
                "high": round(HEIGHT * count / most, 1),
                "count": figures.numbers.number(count),
            }
            for n, count in enumerate(seen["counts"])
        ],
        "says": _(
            "{n} throws: {counts}. A fair die shows each side about {expected} times.",
            n=figures.numbers.number(seen["throws"]),
            counts=_.series(
                [_("{a}: {b}", a=n, b=count) for n, count in enumerate(seen["counts"], 1)]
            ),
            expected=figures.fixed(expected, 0),
        ),
    }


# ---------------------------------------------------------------- the editor


def _saved(worksheets: WorksheetsState, _: Catalogue) -> DraftSaved:
    """Whether this browser has saved what was written."""
    if not worksheets.stored:
        return {"text": _("Not saved: this browser’s storage is full"), "state": "not"}
    if worksheets.entries.faults or worksheets.unread:
        return {"text": _("Saved, except for a number that isn’t valid"), "state": "not"}
    if lessons.is_blank(worksheets.draft):
        return {"text": _("Nothing saved yet"), "state": "nothing"}
    return {"text": _("Saved in this browser"), "state": "saved"}


def _preview(draft: Lesson, _: Catalogue) -> PreviewView:
    """The draft as students see it, with nothing to press."""
    ordered = sorted(draft["questions"], key=lambda question: question["when"] != "before")
    asked: list[PreviewQuestion] = [
        {
            "number": number,
            "when": question["when"],
            "text": question["text"],
            "answer": question["answer"],
            "choices": question["choices"],
            "rules": range(question["lines"]),
        }
        for number, question in enumerate(ordered, 1)
    ]
    run = draft["run"]
    return {
        "title": draft["title"].strip(),
        "minutes": draft["minutes"],
        "language": draft["language"],
        "text": _lines(draft["text"]),
        "before": [question for question in asked if question["when"] == "before"],
        "after": [question for question in asked if question["when"] != "before"],
        "kind": _about(run),
        "run": _button_of(run, _) if run else "",
        "barred": bool(run and draft["locked"]["guess"] and asked and asked[0]["when"] == "before"),
    }


def _button_of(run: Mapping[str, Any], _: Catalogue) -> str:
    """The label of the button that starts this experiment on a sheet."""
    number = FigureFormat(_, PLAIN["edition"]).numbers.number
    match run["kind"]:
        case "compare":
            return _.count("Play {n} game per side", "Play {n} games per side", run["size"])
        case "position":
            return _.count("Play it out {n} time", "Play it out {n} times", run["size"])
        case "die":
            return _("Throw the die {n} times", n=number(run["size"]))
        case "dice":
            return _("Throw two dice {n} times", n=number(run["size"]))
        case "bot":
            return _("Show the program")
    if run["shown"] == "houses":
        return _("Show the table")
    return _("Throw {n} times", n=number(shares_and_group_earnings.THROWS))


def _draft(draft: Lesson, shown: Callable[[str, object], EntryField], _: Catalogue) -> DraftView:
    kinds = {
        "lines": _("free text"),
        "number": _("a number"),
        "choice": _("multiple choice"),
    }
    when = {"before": _("before the experiment"), "after": _("after the experiment")}
    return {
        "title": draft["title"],
        "minutes": shown("minutes", draft["minutes"]),
        "has_short": bool(draft["short"]),
        "short": shown("short", draft["short"]),
        "text": draft["text"],
        "aims": draft["teacher"]["aims"],
        "notes": draft["teacher"]["notes"],
        "steps": [
            {
                "n": n,
                "text": step["text"],
                "say": step["say"],
                "minutes": shown(f"step-minutes-{n}", step["minutes"]),
                "in_short": bool(step["short"]),
                "short": shown(f"step-short-{n}", step["short"]),
            }
            for n, step in enumerate(draft["teacher"]["steps"])
        ],
        "most_steps": lessons.MOST_STEPS,
        "positions": [position["title"] for position in draft["teacher"]["positions"]],
        "most_positions": lessons.MOST_POSITIONS,
        "own_seed": draft["own_seed"],
        "locked": draft["locked"],
        "run": _attached(draft, shown, _),
        "questions": [
            {
                "n": n,
                "text": question["text"],
                "lines": shown(f"lines-{n}", question["lines"]),
                "choices": "\n".join(question["choices"]),
                "kind": question["answer"],
                "kinds": _options(kinds, question["answer"]),
                "when": _options(when, question["when"]),
                "before": question["when"] == "before",
                "short": question["short"],
                "model": question["model"],
                "errors": question["errors"],
                "first": n == 0,
                "last": n == len(draft["questions"]) - 1,
            }
            for n, question in enumerate(draft["questions"])
        ],
        "full": len(draft["questions"]) >= lessons.MOST_QUESTIONS,
        "longest": lessons.LONGEST,
    }


def _options(named: dict[str, str], chosen: str) -> list[ChoiceOption]:
    return [{"value": id, "label": text, "chosen": id == chosen} for id, text in named.items()]


def _attached(
    draft: Lesson, shown: Callable[[str, object], EntryField], _: Catalogue
) -> AttachedRun | None:
    """The draft's experiment, described in words."""
    run = draft["run"]
    if run is None:
        return None
    numbers = FigureFormat(_, PLAIN["edition"]).numbers
    sizes: tuple[int, ...] = {"compare": lessons.SIZES, "position": lessons.ROLLOUTS}.get(
        run["kind"], {"die": (600, 1200, 6000), "dice": (360, 3600, 7200)}.get(run["kind"], ())
    )
    attached: AttachedRun = {
        "kind": run["kind"],
        "chosen": run["shown"] if run["kind"] == "landings" else run["kind"],
        "rows": [],
        "sizes": [
            {"value": n, "label": numbers.number(n), "chosen": n == run["size"]} for n in sizes
        ],
        "weights": [
            shown(f"weight-{n}", weight) for n, weight in enumerate(run.get("weights", []))
        ],
        "measures": [],
        "says": "",
    }
    match run["kind"]:
        case "compare":
            attached["says"] = _("The comparison of A and B.")
            boards = run.get("boards", {})
            board = FigureFormat(_, edition_in(run["sides"][0], boards))
            attached["measures"] = [
                {
                    "value": measure.id,
                    "label": board.measure(measure),
                    "chosen": measure.id == run["measure"],
                }
                for measure in measures_for(seats_of(run["sides"][0]))
            ]
            try:
                attached["rows"] = comparison_settings_view(run["sides"], _, boards)["rows"]
            except (FormError, LoadError):
                attached["rows"] = []
        case "position":
            attached["says"] = _("The position from the position editor.")
        case "die":
            attached["says"] = _("A die. Students aren’t told whether or how it is loaded.")
        case "dice":
            attached["says"] = _("Two dice, whose totals are counted.")
        case "bot":
            attached["says"] = _("The program of a bot, for the workshop: {name}", name=run["name"])
        case _:
            attached["says"] = (
                _("The board as a chart of landings.")
                if run["shown"] == "board"
                else _("What {houses} are worth, calculated from landings.")
            )
    return attached


# ---------------------------------------------------------------- what was collected


def _table(id: str, sheets: list[StudentAnswers], _: Catalogue) -> CollectedTable:
    words = FigureFormat(_, PLAIN["edition"])
    longest = max(sheets, key=lambda sheet: len(sheet["questions"]))
    figures = figures_of(sheets)
    digits = {name: _digits(sheet["figures"].get(name) for sheet in sheets) for name in figures}
    return {
        "id": id,
        "title": sheets[0]["title"],
        "count": len(sheets),
        "questions": longest["questions"],
        "figures": [_figure(name, _) for name in figures],
        "rows": [
            {
                "name": sheet["name"] or _("no name"),
                "answers": sheet["answers"]
                + [""] * (len(longest["questions"]) - len(sheet["answers"])),
                "seed": sheet["seed"],
                "figures": [
                    _number(sheet["figures"].get(name), digits[name], words) for name in figures
                ],
            }
            for sheet in sheets
        ],
        "picture": _stack(sheets, words),
    }


def _figure(name: str, _: Catalogue) -> str:
    """Return the label of a figure of a sheet. An unknown figure has the name that the file gives it."""
    known = {
        "games": _("Games"),
        "throws": _("Throws"),
        "a": _("mean of A"),
        "b": _("mean of B"),
        "difference": _("B minus A"),
        "low": _("95% interval, low end"),
        "high": _("95% interval, high end"),
        "in_jail": _("In {jail}"),
        "square": _("chi-square"),
        "p": _("p-value"),
    }
    kind, _line, n = name.partition("_")
    if kind == "win" and n.isdigit():
        return _("Seat {n} wins", n=n)
    return n if kind in ("side", "total") and n.isdigit() else known.get(name, name)


def _digits(values: Iterable[float | None]) -> int:
    """The decimals of a column of figures, which are the same in all its rows."""
    known = [value for value in values if value is not None]
    if all(value == int(value) for value in known):
        return 0
    return 2 if any(abs(value) >= 1 for value in known) else 3


def _number(value: float | None, digits: int, figures: FigureFormat) -> str:
    return "" if value is None else figures.fixed(value, digits)


def _stack(sheets: list[StudentAnswers], figures: FigureFormat) -> StackView | None:
    """The intervals of all students on one axis. With different seeds they show the effect of chance."""
    _ = figures._
    rows: list[tuple[str, float, float, float]] = [
        (sheet["name"] or _("no name"), found["low"], found["difference"], found["high"])
        for sheet in sheets
        if {"low", "difference", "high"} <= set(found := sheet["figures"])
    ]
    if len(rows) < 2:
        return None
    low = min(0.0, *(row[1] for row in rows))
    high = max(0.0, *(row[3] for row in rows))
    span = (high - low) or 1.0
    digits = 1 if span >= 2 else 3  # digits of shares, which are less than 1

    def x(value: float) -> float:
        return round((value - low) / span * WIDTH, 1)

    covering = sum(row[1] <= 0 <= row[3] for row in rows)
    return {
        "width": WIDTH,
        "height": 22 * len(rows),
        "zero": x(0.0),
        "rows": [
            {"name": name, "y": 22 * n + 11, "low": x(a), "at": x(mid), "high": x(b)}
            for n, (name, a, mid, b) in enumerate(rows)
        ],
        "low": figures.fixed(low, digits, sign=True),
        "high": figures.fixed(high, digits, sign=True),
        "says": _.count(
            "{all} intervals, one per worksheet. {n} of them contains zero.",
            "{all} intervals, one per worksheet. {n} of them contain zero.",
            covering,
            all=len(rows),
        ),
    }

"""Templates read only keys that the types of the views have."""

from __future__ import annotations

from pathlib import Path
from typing import Any, TypedDict, get_type_hints

import jinja2
import pytest

from template_types import TemplateReader, members, union
from titledeed.ui.board_maker.views import types as maker_types
from titledeed.ui.classroom.views import types as class_types
from titledeed.ui.devices.views import types as devices_types
from titledeed.ui.lab.views import types as lab_types
from titledeed.ui.strategy_desk.views import types as desk_types
from titledeed.ui.views import ask_prompts, dialog_contents, types
from titledeed.ui.views.dialogs import types as dialog_types
from titledeed.ui.views.page.region_templates_and_view_keys import TEMPLATES
from titledeed.ui.workshop.views import types as workshop_types

ROOT = Path(__file__).resolve().parents[2]
LOADER = jinja2.FileSystemLoader(ROOT / "templates")
COMMON = {"w": types.Words, "lang": str}
# The questions that do not come from the rules.
OTHER_ASKS = {
    "dice": types.DiceAsk,
    "handover": types.HandoverAsk,
    "rent-claim": types.RentClaimAsk,
    "replay": types.ReplayAsk,
    "wait": types.WaitAsk,
}
# The views of the laboratory's screens. A worksheet also has the keys of its experiment's screen.
EXPERIMENTS = (lab_types.CompareScreen, lab_types.PositionEditorView, lab_types.LandingsView)
SCREENS = {
    "compare": (lab_types.CompareScreen,),
    "curves": (lab_types.CurvesScreen,),
    "desk": (lab_types.PositionEditorView,),
    "landings": (lab_types.LandingsView,),
    "game": (lab_types.GameAnalysisView,),
    "vote": (lab_types.ShowOfHandsView,),
    "records": (lab_types.GameFilesView,),
    "lessons": (lab_types.WorksheetsView, *EXPERIMENTS),
}
# The views of the board maker's tabs.
MAKER = (
    maker_types.MakerStart,
    maker_types.MakerSquares,
    maker_types.MakerCards,
    maker_types.MakerWords,
    maker_types.MakerPrint,
    maker_types.MakerShare,
    maker_types.MakerFair,
    maker_types.MakerTogether,
)
# The views of the dialog of several devices, at its stages.
DEVICES = (
    devices_types.DevicesView
    | devices_types.WaysToPlay
    | devices_types.InvitedView
    | devices_types.CorrespondenceView
    | devices_types.WatchTablesView
    | devices_types.WatchTablesCode
)


def returned(function: Any) -> Any:
    """Return the type of a function's result.

    The function's module has the names only for the type checker."""
    annotation = function.__annotations__["return"]
    return eval(annotation, vars(types) | vars(dialog_types) | vars(dialog_contents))


def region(name: str) -> dict[str, Any]:
    """The part of the view that a region's template gets."""
    hints, given = get_type_hints(types.PageView), {}
    for key in TEMPLATES[name][1]:
        whole, _, inside = key.partition(".")
        if not inside:
            given[whole] = hints[whole]
    narrow: dict[str, dict[str, Any]] = {}
    for key in TEMPLATES[name][1]:
        whole, _, inside = key.partition(".")
        if inside:
            (view,) = members(hints[whole])
            narrow.setdefault(whole, {})[inside] = get_type_hints(view)[inside]
    for whole, keys in narrow.items():
        given[whole] = TypedDict(f"PartOf{whole.title()}", keys)  # type: ignore[operator]
    return given


def together(*views: Any) -> dict[str, Any]:
    """All keys of these views, each with all the types that it has in any view."""
    hints: dict[str, Any] = {}
    for view in views:
        for key, type_ in get_type_hints(view).items():
            hints[key] = union(hints[key], type_) if key in hints else type_
    return hints


def roots() -> dict[str, dict[str, Any]]:
    """Every template that Python renders, with the types of its input."""
    given = {template: region(name) for name, (template, _) in TEMPLATES.items()}
    asks = {kind: returned(function) for kind, function in ask_prompts._KINDS.items()} | OTHER_ASKS
    for kind, view in asks.items():
        given[f"ask/{kind}.html"] = {"ask": view, **COMMON}
    dialogs = dialog_contents.OF_A_GAME | dialog_contents.OF_THE_PAGE
    for name, function in dialogs.items():
        if name not in ("devices", "paper"):
            (view,) = members(returned(function))
            given[f"dialogs/{name}.html"] = {**get_type_hints(view), **COMMON}
    given["dialogs/devices.html"] = {"devices": DEVICES, **COMMON}
    given["dialogs/paper.html"] = {**get_type_hints(maker_types.PaperDialog), **COMMON}
    screens = {name: together(*views, lab_types.LabFrame) for name, views in SCREENS.items()}
    given |= {f"lab/{name}.html": {**view, **COMMON} for name, view in screens.items()}
    every = together(*(view for views in SCREENS.values() for view in views), lab_types.LabFrame)
    given["lab/frame.html"] = {**every, **COMMON}
    maker = together(*MAKER, maker_types.MakerFrame)
    for name in ("frame", "start", "board", "space", "cards", "words", "fair", "share"):
        given[f"board_maker/{name}.html"] = {**maker, **COMMON}
    given["strategy_desk/frame.html"] = {**get_type_hints(desk_types.DeskView), **COMMON}
    given["workshop/tournament.html"] = {"cup": workshop_types.TournamentView, **COMMON}
    inside = together(*SCREENS["lessons"]) if "lessons" in SCREENS else every
    given["classroom/frame.html"] = {
        **every,
        **inside,
        "klass": class_types.ClassroomView,
        "opening": bool,
        **COMMON,
    }
    given["workshop/frame.html"] = {**get_type_hints(workshop_types.WorkshopView), **COMMON}
    given["items/topic.html"] = {
        **get_type_hints(dialog_types.RulesDialog),
        **COMMON,
        "rows": list[dialog_types.RuleViewRow],
    }
    given["picture.html"] = {"over": types.OverView, "headline": str, "board": str, **COMMON}
    return given


@pytest.fixture(scope="module")
def reader() -> TemplateReader:
    reader = TemplateReader(LOADER)
    for template, given in roots().items():
        reader.check(template, given)
    return reader


def test_templates_read_only_keys_in_the_types(reader: TemplateReader) -> None:
    assert not sorted(reader.faults)


def test_the_check_reads_every_template(reader: TemplateReader) -> None:
    """The build's own templates are the exception."""
    folder = ROOT / "templates"
    others = (*(folder / "start" / f"{name}.html" for name in ("start", "update", "from_file")),)
    for file in folder.rglob("*.html"):
        if file in others:
            continue
        assert str(file.relative_to(folder)) in reader.templates, f"{file.name} is not read"
    assert len(reader.read) > 900
    seen = {view for view, _key in reader.read}
    assert {"FavouredRow", "SheetView", "DraftQuestion", "OddsArea", "LandingBar"} <= seen
    assert {"DevicesView", "WayToPlay", "CorrespondenceView", "WatchedPlayer"} <= seen


@pytest.mark.parametrize(
    ("source", "fault"),
    [
        ("{{ ask.nobody }}", "BuyAsk has no nobody"),
        ("{{ ask['nobody'] }}", "BuyAsk has no nobody"),
        ("{{ nobody }}", "nobody is not given"),
        ("{{ ask.options.buy.barred.nobody }}", "BarredView has no nobody"),
        ("{% set o = ask.options.buy or ask.options.decline %}{{ o.nobody }}", "OptionView has no"),
        ("{% for c in boards if c.nobody %}{% endfor %}", "BoardChoice has no nobody"),
        ("{% for c in boards %}{{ _(c.nobody) }}{% endfor %}", "BoardChoice has no nobody"),
        (
            "{% macro m(x) %}{{ x.nobody }}{% endmacro %}{{ m(ask.seat) }}",
            "FacedSeat has no nobody",
        ),
        ("{% from 'm.html' import m %}{{ m(ask.seat) }}", "FacedSeat has no nobody"),
        ("{% import 'm.html' as all %}{{ all.m(ask.seat) }}", "FacedSeat has no nobody"),
        ("{% include 'i.html' %}", "BuyAsk has no nobody"),
        ("{{ once('o.html', 1, ask.seat) }}", "FacedSeat has no nobody"),
    ],
)
def test_the_check_finds_a_key_missing_from_the_types(source: str, fault: str) -> None:
    loader = jinja2.DictLoader(
        {
            "x.html": source,
            "m.html": "{% macro m(x) %}{{ x.nobody }}{% endmacro %}",
            "i.html": "{{ ask.nobody }}",
            "o.html": "{{ it.nobody }}",
            "bits.html": "",
        }
    )
    reader = TemplateReader(loader)
    reader.check("x.html", {"ask": types.BuyAsk, "boards": list[types.BoardChoice]})
    assert len(reader.faults) == 1
    assert fault in reader.faults.pop()


def test_the_check_accepts_keys_in_the_types() -> None:
    reader = TemplateReader(jinja2.DictLoader({"x.html": "{{ ask.seat.name }}{{ w.jail }}"}))
    reader.check("x.html", {"ask": types.BuyAsk, **COMMON})
    assert not reader.faults

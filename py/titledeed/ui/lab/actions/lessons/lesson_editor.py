"""The actions of the form for writing a worksheet."""

from __future__ import annotations

import copy
import re
from collections.abc import Callable
from typing import Any, Final

from .....lab.bot_play_versions import play_versions
from .....lab.compare import measures_for
from .....lab.lessons import lesson_format as lessons
from ....page_port import Gesture, Timer
from ...state.comparison_form import seats_of
from ...state.number_fields import NumberFields
from ...state.worksheets import WorksheetsState
from ..compare import CompareActions
from ..landings import LandingsActions
from ..position_editor import PositionEditorActions
from ..screen_base_and_lab_exits import LabActions, LabScreen
from . import storage

_NUMBER: Final = re.compile(r"[0-9]{1,3}")
_FOLLOWS: Final = 400.0  # milliseconds after the last letter, until the preview shows it


class LessonEditor(LabActions):
    """Changes the draft of a worksheet."""

    def __init__(
        self,
        screen: LabScreen,
        worksheets: WorksheetsState,
        others: tuple[CompareActions, PositionEditorActions, LandingsActions],
    ) -> None:
        """``others``: the screens from which a draft takes its experiment."""
        super().__init__(screen)
        self.folder = worksheets
        self._compare, self._position, self._landings = others
        self._following = Timer(self.page)

    def keep(self) -> None:
        """Save the draft."""
        self.folder.stored = storage.keep_draft(self.bench.store, self.folder.draft)

    def do_draft(self, gesture: Gesture) -> None:
        """Read the fields of the editor after each letter that is typed.

        The form is drawn again only if its other parts change. What stands beside it is drawn by itself, so
        that typing stays fast; the preview follows once nobody has typed for a moment."""
        draft, fields = self.folder.draft, gesture.fields
        was, said, given = self._shown(), self._said(), self._given()
        teacher = draft["teacher"]
        _set_text(draft, "title", fields.get("title"), "title")
        _set_text(draft, "text", fields.get("text"), "text")
        _set_text(teacher, "aims", fields.get("aims"), "aims")
        _set_text(teacher, "notes", fields.get("notes"), "notes")
        for n, step in enumerate(teacher["steps"]):
            _set_text(step, "text", fields.get(f"step-{n}"), "step")
            _set_text(step, "say", fields.get(f"say-{n}"), "step")
        for n, position in enumerate(teacher["positions"]):
            _set_text(position, "title", fields.get(f"position-{n}"), "title")
        for titled in (draft, *teacher["positions"]):
            titled["title"] = titled["title"].replace("\n", " ")
        short = self._short_form(gesture)
        self._amounts(gesture, short)
        if short:
            for n, step in enumerate(teacher["steps"]):
                on = f"step-in-{n}" in fields
                step["short"] = (step["short"] or step["minutes"] or 1) if on else 0
        draft["own_seed"] = "own_seed" in fields
        draft["locked"] = {"settings": "locked" in fields, "guess": "guess" in fields}
        if draft["run"] is not None and re.fullmatch(r"[0-9]{1,5}", fields.get("size", "")):
            draft["run"]["size"] = max(1, min(10_000, int(fields["size"])))
        if draft["run"] is not None and draft["run"]["kind"] == "compare":
            known = {measure.id for measure in measures_for(seats_of(draft["run"]["sides"][0]))}
            if fields.get("measure") in known:
                draft["run"]["measure"] = fields["measure"]
        for n, question in enumerate(draft["questions"]):
            names = ("q", "kind", "choices", "when", "short", "model", "errors")
            self._question(question, {k: fields.get(f"{k}-{n}") for k in names}, short)
        self.keep()
        self.folder.forget_address()
        self.folder.trouble = ""
        if self._shown() != was:
            self.render()
            return
        if self._said() != said:
            self.bench.part("lesson-saved", "lab/draft_saved.html")
        if self._given() != given:
            self.bench.part("lesson-give", "lab/draft_give.html")
        self._following.after(_FOLLOWS, self._follow)

    def _follow(self) -> None:
        """Let the preview show what has been typed."""
        if self.folder.at == "write":
            self.bench.part("lesson-preview", "lab/draft_preview.html")

    def _shown(self) -> tuple[object, ...]:
        """Return the values, besides the fields themselves, that change the form's appearance."""
        draft = self.folder.draft
        kinds = [question["answer"] for question in draft["questions"]]
        faults = dict(self.folder.entries.faults)
        steps = [bool(step["short"]) for step in draft["teacher"]["steps"]]
        return draft["own_seed"], dict(draft["locked"]), kinds, faults, bool(draft["short"]), steps

    def _said(self) -> tuple[object, ...]:
        """Return the values that change what the page says about saving."""
        folder = self.folder
        return folder.stored, folder.unread, lessons.is_blank(folder.draft)

    def _given(self) -> tuple[object, ...]:
        """Return the values that change the part in which the worksheet is given to students."""
        folder = self.folder
        return folder.address, folder.trouble, bool(folder.draft["title"].strip())

    def do_preview(self, gesture: Gesture) -> None:
        """In a small window, show the preview in place of the form ("on"), or the form again."""
        self.folder.preview = gesture.arg == "on"
        if self.folder.preview:
            self.page.keep_place()
            self.render()
            self.page.focus("#lesson-preview-title")
        else:
            self.render()
            self.page.back_to_place()

    def _short_form(self, gesture: Gesture) -> bool:
        """Switch the short form on or off. Return whether the form has shown its fields.

        Off, the draft still knows which questions and steps belong to it."""
        draft, folder = self.folder.draft, self.folder
        was, on = draft["short"], "has_short" in gesture.fields
        if was and not on:
            folder.short_before, draft["short"] = was, 0
            folder.entries.forget("short")
        elif on and not was:
            half = draft["minutes"] // 2
            draft["short"] = folder.short_before or max(1, half // 5 * 5 or half)
        return bool(was and on)

    def _amounts(self, gesture: Gesture, short: bool) -> None:
        """Read the fields that hold whole numbers; those of the ``short`` form if they are shown.

        A text that is not such a number stays as it was typed, with a message beside it. The message
        comes only when the person has left the field, since "" may become "45"."""
        _, draft, entries = self.app.catalogue, self.folder.draft, self.folder.entries
        run = draft["run"]
        asked: list[tuple[str, int, int, Any, Any]] = [
            ("minutes", 1, 600, draft, "minutes"),
        ]
        if short:
            asked.append(("short", 1, 600, draft, "short"))
        if run is not None and run["kind"] == "die":
            weights = run["weights"]
            asked += [(f"weight-{n}", 1, 100, weights, n) for n in range(len(weights))]
        for n, question in enumerate(draft["questions"]):
            asked.append((f"lines-{n}", 1, 12, question, "lines"))
        for n, step in enumerate(draft["teacher"]["steps"]):
            asked.append((f"step-minutes-{n}", 0, 600, step, "minutes"))
            if short and step["short"]:
                asked.append((f"step-short-{n}", 1, 600, step, "short"))
        self.folder.unread = False
        for name, low, most, table, key in asked:
            text = gesture.fields.get(name)
            if text is None:
                continue
            if gesture.kind == "type" and not _NUMBER.fullmatch(text):
                self.folder.unread = True
                continue
            value = entries.whole(name, text, low, most, _)
            table[key] = table[key] if value is None else value

    def _question(
        self, question: dict[str, Any], fields: dict[str, str | None], short: bool
    ) -> None:
        if fields["q"] is not None:
            _set_text(question, "text", fields["q"], "question")
        if short and fields["q"] is not None:
            question["short"] = fields["short"] is not None  # an empty box sends nothing
        _set_text(question, "model", fields["model"], "model")
        _set_text(question, "errors", fields["errors"], "errors")
        if fields["kind"] in lessons.KINDS:
            question["answer"] = fields["kind"]
        if fields["when"] in lessons.WHEN:
            question["when"] = fields["when"]
        if fields["choices"] is not None:
            rows = [
                lessons.clean_text_field(row, lessons.LONGEST["choice"]).strip()
                for row in fields["choices"].replace("\r", "").split("\n")
            ]
            question["choices"] = [row for row in rows if row][: lessons.MOST_CHOICES]

    def do_add(self, gesture: Gesture) -> None:
        """Add a question to the draft."""
        questions = self.folder.draft["questions"]
        if len(questions) < lessons.MOST_QUESTIONS:
            when = "after" if questions or self.folder.draft["run"] is None else "before"
            questions.append(lessons.question_of(when=when))
            self._edited()
            self.page.focus(f"#lesson-q-{len(questions) - 1}")

    def _edited(self) -> None:
        self.folder.forget_address()
        self.folder.trouble = ""
        self.keep()
        self.render()

    def do_remove(self, gesture: Gesture) -> None:
        self._with(gesture, lambda questions, n: questions.pop(n))

    def do_up(self, gesture: Gesture) -> None:
        def up(questions: list[Any], n: int) -> None:
            if n:
                questions[n - 1], questions[n] = questions[n], questions[n - 1]

        self._with(gesture, up)

    def _with(self, gesture: Gesture, change: Callable[[list[Any], int], object]) -> None:
        questions = self.folder.draft["questions"]
        if _NUMBER.fullmatch(gesture.arg) and int(gesture.arg) < len(questions):
            change(questions, int(gesture.arg))
            self.folder.entries = NumberFields()  # its fields have other numbers now
            self._edited()

    def do_step(self, gesture: Gesture) -> None:
        """Change the plan: "add", "up 2" or "remove 2"."""
        steps = self.folder.draft["teacher"]["steps"]
        does, _, number = gesture.arg.partition(" ")
        n = int(number) if _NUMBER.fullmatch(number) else len(steps)
        if does == "add" and len(steps) < lessons.MOST_STEPS:
            steps.append(lessons.blank_step())
            self._edited()
            self.page.focus(f"#lesson-step-{len(steps) - 1}")
        elif does in ("up", "remove") and n < len(steps):
            step = steps.pop(n)
            if does == "up":
                steps.insert(max(0, n - 1), step)
            self.folder.entries = NumberFields()  # its fields have other numbers now
            self._edited()

    def do_position(self, gesture: Gesture) -> None:
        """Add the position from the position editor to the teacher's page; a number removes one."""
        positions = self.folder.draft["teacher"]["positions"]
        if gesture.arg == "add" and len(positions) < lessons.MOST_POSITIONS:
            record = copy.deepcopy(self._position.editor.table)
            positions.append({"title": f"{len(positions) + 1}", "record": record})
            self._edited()
        elif _NUMBER.fullmatch(gesture.arg) and int(gesture.arg) < len(positions):
            positions.pop(int(gesture.arg))
            self._edited()

    def do_attach(self, gesture: Gesture) -> None:
        """Set the draft's experiment: that of a screen (comparison, position, landings), a die, two dice,
        or none."""
        run: dict[str, Any] | None
        match gesture.arg:
            case "compare":
                comparison = self._compare.comparison
                run = {
                    "kind": "compare",
                    "seed": comparison.seed,
                    "size": comparison.size
                    if comparison.size in lessons.SIZES
                    else lessons.SIZES[1],
                    "sides": [dict(side) for side in comparison.sides],
                    "measure": comparison.measure,
                }
                plays = play_versions(comparison.bots)
                if plays:
                    run["plays"] = plays
                boards = self._compare.used_boards()
                if boards:
                    run["boards"] = boards
            case "position":
                editor = self._position.editor
                run = {
                    "kind": "position",
                    "seed": editor.seed,
                    "size": editor.size,
                    "record": copy.deepcopy(editor.table),
                    "policy": editor.policy,
                }
                plays = play_versions(editor.bots)
                if plays:
                    run["plays"] = plays
            case "board" | "houses":
                run = {
                    "kind": "landings",
                    "seed": self._landings.landings.seed,
                    "chain": self._landings.landings.where,
                    "shown": gesture.arg,
                }
            case "die":
                seed = self.page.seed() % (lessons.MOST_SEED + 1)
                run = {"kind": "die", "seed": seed, "size": 600, "weights": [4, 4, 4, 4, 4, 6]}
            case "dice":
                seed = self.page.seed() % (lessons.MOST_SEED + 1)
                run = {"kind": "dice", "seed": seed, "size": 3600}
            case _:
                run = None
        self.folder.draft["run"] = run
        self._edited()


def _set_text(table: dict[str, Any], key: str, text: str | None, longest: str) -> None:
    """Set a text of the draft from a form's field, if the form has it."""
    if text is not None:
        table[key] = lessons.clean_text_field(text, lessons.LONGEST[longest])

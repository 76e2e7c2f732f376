"""The actions of a student on a worksheet: answer, hand in, print."""

from __future__ import annotations

import copy
import re
from dataclasses import replace

from .....lab import rollouts
from .....lab.batch_games import games_csv
from .....lab.compare import verdict_of
from .....lab.lessons import answer_files as handed
from .....lab.lessons import lesson_format as lessons
from .....lab.lessons import worksheet_answers_and_merging_two_copies as filled_in
from .....lab.lessons.two_dice import TOTALS
from .....lab.lessons.worksheet_answers_and_merging_two_copies import FilledWorksheet, Text
from ....page_port import Gesture
from ...state.worksheets import WorksheetsState, WorksheetState
from ..compare import CompareActions
from ..landings import LandingsActions
from ..position_editor import PositionEditorActions
from ..screen_base_and_lab_exits import LabScreen
from . import storage
from .base import WorksheetActions, now
from .share_worksheet import slug


class StudentWorksheet(WorksheetActions):
    """Records what a student writes, letter by letter."""

    def __init__(
        self,
        screen: LabScreen,
        worksheets: WorksheetsState,
        others: tuple[CompareActions, PositionEditorActions, LandingsActions],
    ) -> None:
        """``others``: the screens that experiments are passed to."""
        super().__init__(screen, worksheets)
        self._compare, self._position, self._landings = others

    def do_answers(self, gesture: Gesture) -> None:
        """Store the answers after each letter that is typed."""
        worksheet = self.folder.sheet
        if worksheet is None:
            return
        before = self._shown(worksheet)
        latest = storage.catch_up(self.bench.store, worksheet)
        elsewhere = latest != worksheet.filled
        worksheet.filled = self._with(worksheet, latest, gesture)
        self._keep(worksheet)
        # "-" may become "-5", so an error is shown only when the field is left, but removed at once.
        wrong = worksheet.all_wrong()
        worksheet.wrong = wrong & worksheet.wrong if gesture.kind == "type" else wrong
        if elsewhere or self._shown(worksheet) != before or gesture.kind != "type":
            self.render()

    def _shown(self, worksheet: WorksheetState) -> tuple[object, ...]:
        """Return the values, besides the fields themselves, that change the sheet's appearance."""
        others = [text.others for text in worksheet.filled.answers]
        return worksheet.guessed, worksheet.wrong, others, self.folder.trouble

    def _with(
        self, worksheet: WorksheetState, latest: FilledWorksheet, gesture: Gesture
    ) -> FilledWorksheet:
        """Return the latest version, updated from this window's fields."""
        time, seen, place = now(self.page), worksheet.filled, latest.place
        answers = list(latest.answers)
        for n, question in enumerate(worksheet.lesson["questions"]):
            field = gesture.fields.get(f"answer-{n}")
            if field is None:
                continue
            text = lessons.clean_text_field(field, handed.LONGEST_ANSWER)
            if text != seen.answers[n].text:
                place = n
            if latest.noted and question["when"] == "before":
                # Another window has begun the run while this guess was typed.
                if not seen.noted and text != seen.answers[n].text:
                    answers[n] = filled_in.keep_beside(answers[n], text)
            elif answers[n] == seen.answers[n]:
                answers[n] = answers[n].then(text, time)
            else:
                answers[n] = filled_in.replace_answer(seen.answers[n], answers[n], text, time)
        student = latest.student
        if "student" in gesture.fields:
            name = lessons.clean_text_field(gesture.fields["student"], handed.LONGEST_NAME).replace(
                "\n", " "
            )
            if name != seen.student.text:
                student = student.then(name, time)
        return replace(latest, answers=answers, student=student, place=place)

    def _keep(self, worksheet: WorksheetState) -> None:
        """Store the sheet. If this device has no room for it, tell people."""
        full = self.app.catalogue(
            "This device has no storage left. Save your answers as a file now, or you’ll "
            "lose them when you close this page."
        )
        if not storage.keep_worksheet(self.bench.store, worksheet):
            self.folder.trouble = full
        elif self.folder.trouble == full:
            self.folder.trouble = ""

    def do_other(self, gesture: Gesture) -> None:
        """Take another version of an answer.

        "3 0" takes the first other version of question 3. "3 0 -" removes it."""
        worksheet = self.folder.sheet
        match = re.fullmatch(r"([0-9]{1,2}) ([0-9])( -)?", gesture.arg)
        if worksheet is None or match is None:
            return
        worksheet.filled = storage.catch_up(self.bench.store, worksheet)
        n, place = int(match[1]), int(match[2])
        if n >= len(worksheet.answers) or place >= len(worksheet.filled.answers[n].others):
            return
        text = worksheet.filled.answers[n]
        others = [*text.others[:place], *text.others[place + 1 :]]
        chosen = text.text
        locked = worksheet.filled.noted and worksheet.lesson["questions"][n]["when"] == "before"
        if not match[3] and not locked:
            chosen = text.others[place]
            others += [text.text] if text.text.strip() else []
        time = max(now(self.page), text.at + 1)
        worksheet.filled.answers[n] = Text(chosen, time, tuple(others))
        self._keep(worksheet)
        worksheet.wrong = worksheet.all_wrong()
        self.render()

    # ------------------------------------------------------------ handing in

    def do_hand_in(self, gesture: Gesture) -> None:
        """Save the answers and the results of the experiment as a file."""
        worksheet = self.folder.sheet
        if worksheet is None:
            return
        figures, tables = results_of(worksheet)
        text = handed.write_answers(
            {
                "lesson": worksheet.id,
                "title": worksheet.lesson["title"],
                "name": worksheet.student.strip(),
                "questions": [question["text"] for question in worksheet.lesson["questions"]],
                "answers": worksheet.answers,
                "seed": worksheet.filled.seed,
                "figures": figures,
                "tables": tables,
            }
        )
        self.page.download(f"titledeed-answers-{slug(worksheet.student)}.json", text)

    def do_print(self, gesture: Gesture) -> None:
        """Print the current page; "paper": the students' sheet with all questions, to fill in by hand."""
        if gesture.arg == "paper" and self.folder.sheet is not None:
            self.turn("paper")
        self.page.print()

    def do_onward(self, gesture: Gesture) -> None:
        """Open the sheet's experiment on its own screen, where it can be changed."""
        worksheet = self.folder.sheet
        if worksheet is None or worksheet.lesson["locked"]["settings"]:
            return
        if worksheet.compare is not None:
            comparison = replace(
                worksheet.compare,
                sides=[dict(side) for side in worksheet.compare.sides],
                played=[list(side) for side in worksheet.compare.played],
                counting=False,
            )
            if comparison.state == "running":
                comparison.state = "stopped"
            self._compare.take(comparison)
            self.bench.show("compare")
        elif worksheet.position_editor is not None:
            self._position.put(copy.deepcopy(worksheet.position_editor.table))
            self.bench.show("desk")
        elif worksheet.landings is not None:
            self._landings.take(worksheet.landings)
            self.bench.show("landings")
        self.render()
        self.page.focus("#lab h1")


def results_of(
    worksheet: WorksheetState,
) -> tuple[dict[str, float], dict[str, list[str]]]:
    """The results of the experiment: figures by name, and tables as lines of CSV."""
    if worksheet.compare is not None:
        a, b = worksheet.compare.pairs
        if not a:
            return {}, {}
        known = {measure.id for measure in worksheet.compare.measures}
        chosen = worksheet.compare.measure if worksheet.compare.measure in known else "rounds"
        told = verdict_of(a, b, chosen)
        row = told.compared
        figures = {"games": len(a), "a": row.a, "b": row.b, "difference": row.difference.value}
        # Use the interval of the sheet, which may show it with fewer decimals, or none where the sheet
        # shows none. The class's picture of all intervals counts those that contain zero, so each sheet
        # must say the same of its own.
        if worksheet.compare.plan_done and not row.few():
            figures |= {"low": told.interval.low, "high": told.interval.high}
        # Leave out a game without its counterpart; the others keep their numbers.
        pairs = list(zip(*worksheet.compare.played, strict=False))
        rows = [[pair[side] if all(pair) else None for pair in pairs] for side in range(2)]
        seats = len(a[0]["worth"])
        return figures, {
            "a": list(games_csv(rows[0], seats)),
            "b": list(games_csv(rows[1], seats)),
        }
    if worksheet.position_editor is not None:
        played = [game for game in worksheet.position_editor.played if game]
        if not played:
            return {}, {}
        seats = len(worksheet.position_editor.table["seats"])
        shares = rollouts.win_shares(played, seats)
        wins = {f"win_{n + 1}": shares[n].value for n in range(seats)}
        return {"games": len(played), **wins}, {
            "a": list(games_csv(worksheet.position_editor.played, seats))
        }
    if worksheet.landings is not None and worksheet.landings.batches:
        thrown = sum(map(sum, worksheet.landings.batches))
        stood = sum(batch[-1] for batch in worksheet.landings.batches)
        return {"throws": thrown, "in_jail": round(stood / thrown, 6)}, {}
    if worksheet.throws:
        last = worksheet.throws[-1]
        sides = {f"side_{n + 1}": count for n, count in enumerate(last["counts"])}
        return {"throws": last["throws"], **sides, "square": last["square"], "p": last["p"]}, {}
    if worksheet.totals:
        end = worksheet.totals[-1]
        named = zip(TOTALS, end["counts"], strict=True)
        return {"throws": end["throws"], **{f"total_{n}": count for n, count in named}}, {}
    return {}, {}

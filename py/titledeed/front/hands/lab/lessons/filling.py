"""The actions of a pupil on a worksheet: answer, hand in, print."""

from __future__ import annotations

import copy
import re
from dataclasses import replace

from .....lab import rollouts
from .....lab.compare import verdict
from .....lab.games import csv
from .....lab.lessons import answers as handed
from .....lab.lessons import lesson as lessons
from .....lab.lessons import sheet as filled_in
from .....lab.lessons.sheet import Filled, Text
from ....page import Gesture
from ....views.lab.lessons.state import Sheets, Worksheet
from ..bench import Bench
from ..compare import CompareHand
from ..desk import DeskHand
from ..landings import LandingsHand
from . import keeping
from .base import SheetHand, now
from .giving import slug


class Filling(SheetHand):
    """Takes down what a pupil writes, letter by letter."""

    def __init__(
        self, bench: Bench, folder: Sheets, others: tuple[CompareHand, DeskHand, LandingsHand]
    ) -> None:
        """``others``: the screens that experiments are passed to."""
        super().__init__(bench, folder)
        self._compare, self._desk, self._landings = others

    def do_answers(self, done: Gesture) -> None:
        """Store the answers with each letter that is typed."""
        sheet = self.folder.sheet
        if sheet is None:
            return
        before = self._shown(sheet)
        latest = keeping.catch_up(self.bench.store, sheet)
        elsewhere = latest != sheet.filled
        sheet.filled = self._with(sheet, latest, done)
        self._keep(sheet)
        # "-" may become "-5": what is wrong is said when the field is left, and taken back at once.
        wrong = sheet.all_wrong()
        sheet.wrong = wrong & sheet.wrong if done.kind == "type" else wrong
        if elsewhere or self._shown(sheet) != before or done.kind != "type":
            self.render()

    def _shown(self, sheet: Worksheet) -> tuple[object, ...]:
        """What the sheet looks different for, besides the fields themselves."""
        others = [text.others for text in sheet.filled.answers]
        return sheet.guessed, sheet.wrong, others, self.folder.trouble

    def _with(self, sheet: Worksheet, latest: Filled, done: Gesture) -> Filled:
        """The latest version with what this window's fields say."""
        time, seen, place = now(self.page), sheet.filled, latest.place
        answers = list(latest.answers)
        for n, question in enumerate(sheet.lesson["questions"]):
            field = done.fields.get(f"answer-{n}")
            if field is None:
                continue
            text = lessons.clean(field, handed.LONGEST_ANSWER)
            if text != seen.answers[n].text:
                place = n
            if latest.noted and question["when"] == "before":
                # Another window has begun the run while this guess was typed.
                if not seen.noted and text != seen.answers[n].text:
                    answers[n] = filled_in.beside(answers[n], text)
            elif answers[n] == seen.answers[n]:
                answers[n] = answers[n].then(text, time)
            else:
                answers[n] = filled_in.replaced(seen.answers[n], answers[n], text, time)
        pupil = latest.pupil
        if "pupil" in done.fields:
            name = lessons.clean(done.fields["pupil"], handed.LONGEST_NAME).replace("\n", " ")
            if name != seen.pupil.text:
                pupil = pupil.then(name, time)
        return replace(latest, answers=answers, pupil=pupil, place=place)

    def _keep(self, sheet: Worksheet) -> None:
        """Store the sheet; if this device has no room for it, say so."""
        full = self.desk.catalogue(
            "This device has no room left: your answers are lost when this page is closed. Save them as a "
            "file now."
        )
        if not keeping.keep(self.bench.store, sheet):
            self.folder.trouble = full
        elif self.folder.trouble == full:
            self.folder.trouble = ""

    def do_other(self, done: Gesture) -> None:
        """Take another version of an answer: "3 0" takes the first other one of question 3. "3 0 -" removes
        it."""
        sheet = self.folder.sheet
        match = re.fullmatch(r"([0-9]{1,2}) ([0-9])( -)?", done.arg)
        if sheet is None or match is None:
            return
        sheet.filled = keeping.catch_up(self.bench.store, sheet)
        n, place = int(match[1]), int(match[2])
        if n >= len(sheet.answers) or place >= len(sheet.filled.answers[n].others):
            return
        text = sheet.filled.answers[n]
        others = [*text.others[:place], *text.others[place + 1 :]]
        chosen = text.text
        locked = sheet.filled.noted and sheet.lesson["questions"][n]["when"] == "before"
        if not match[3] and not locked:
            chosen = text.others[place]
            others += [text.text] if text.text.strip() else []
        time = max(now(self.page), text.at + 1)
        sheet.filled.answers[n] = Text(chosen, time, tuple(others))
        self._keep(sheet)
        sheet.wrong = sheet.all_wrong()
        self.render()

    # ------------------------------------------------------------ handing in

    def do_hand_in(self, done: Gesture) -> None:
        """Save the answers and the results of the experiment as a file."""
        sheet = self.folder.sheet
        if sheet is None:
            return
        figures, tables = self._results(sheet)
        text = handed.write(
            {
                "lesson": sheet.id,
                "title": sheet.lesson["title"],
                "name": sheet.pupil.strip(),
                "questions": [question["text"] for question in sheet.lesson["questions"]],
                "answers": sheet.answers,
                "seed": sheet.filled.seed,
                "figures": figures,
                "tables": tables,
            }
        )
        self.page.download(f"titledeed-answers-{slug(sheet.pupil)}.json", text)

    def _results(self, sheet: Worksheet) -> tuple[dict[str, float], dict[str, list[str]]]:
        """The results of the experiment: figures by name, and tables as lines of CSV."""
        if sheet.compare is not None:
            a, b = sheet.compare.pairs
            if not a:
                return {}, {}
            known = {measure.id for measure in sheet.compare.measures}
            chosen = sheet.compare.measure if sheet.compare.measure in known else "rounds"
            told = verdict(a, b, chosen)
            row = told.compared
            figures = {"games": len(a), "a": row.a, "b": row.b, "difference": row.difference.value}
            # The interval as the sheet shows it, and none where it shows none: while the class's picture of
            # all intervals counts those that contain zero, each sheet must say the same of its own.
            if sheet.compare.plan_done and not row.few():
                figures |= {"low": told.interval.low, "high": told.interval.high}
            # A game without its counterpart is left out; the others keep their numbers.
            pairs = list(zip(*sheet.compare.played, strict=False))
            rows = [[pair[side] if all(pair) else None for pair in pairs] for side in range(2)]
            seats = len(a[0]["worth"])
            return figures, {"a": list(csv(rows[0], seats)), "b": list(csv(rows[1], seats))}
        if sheet.desk is not None:
            played = [game for game in sheet.desk.played if game]
            if not played:
                return {}, {}
            seats = len(sheet.desk.table["seats"])
            shares = rollouts.shares(played, seats)
            wins = {f"win_{n + 1}": shares[n].value for n in range(seats)}
            return {"games": len(played), **wins}, {"a": list(csv(sheet.desk.played, seats))}
        if sheet.landings is not None and sheet.landings.batches:
            thrown = sum(map(sum, sheet.landings.batches))
            stood = sum(batch[-1] for batch in sheet.landings.batches)
            return {"throws": thrown, "in_jail": round(stood / thrown, 6)}, {}
        if sheet.throws:
            last = sheet.throws[-1]
            sides = {f"side_{n + 1}": count for n, count in enumerate(last["counts"])}
            return {"throws": last["throws"], **sides, "square": last["square"], "p": last["p"]}, {}
        return {}, {}

    def do_print(self, done: Gesture) -> None:
        """Print what is shown; "paper": the pupils' sheet with all its questions, to be filled in by
        hand."""
        if done.arg == "paper" and self.folder.sheet is not None:
            self.turn("paper")
        self.page.print()

    def do_onward(self, done: Gesture) -> None:
        """Open the sheet's experiment on its own screen, where it can be changed."""
        sheet = self.folder.sheet
        if sheet is None or sheet.lesson["locked"]["settings"]:
            return
        if sheet.compare is not None:
            comparison = replace(
                sheet.compare,
                sides=[dict(side) for side in sheet.compare.sides],
                played=[list(side) for side in sheet.compare.played],
                counting=False,
            )
            if comparison.state == "running":
                comparison.state = "stopped"
            self._compare.take(comparison)
            self.bench.show("compare")
        elif sheet.desk is not None:
            self._desk.put(copy.deepcopy(sheet.desk.table))
            self.bench.show("desk")
        elif sheet.landings is not None:
            self._landings.take(sheet.landings)
            self.bench.show("landings")
        self.render()
        self.page.focus("#lab h1")

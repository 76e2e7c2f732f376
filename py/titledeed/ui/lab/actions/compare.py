"""The actions of the laboratory's screen that compares two settings."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from ....engine.errors import LoadError
from ....lab import batch_games, parallel_jobs, run_file
from ....lab.bot_play_versions import play_versions
from ....lab.compare import check_alike, to_dict
from ....storage.board_file_check import Boards
from ...page_port import BackgroundWork, Gesture, Timer
from ...setup_form import FormError
from ..state import compare as compare_state
from ..state.compare import DRAWN, CompareState, CountedGames
from ..state.comparison_form import (
    all_faults,
    edition_in,
    seats_of,
    table_of,
    with_new_seats,
)
from ..state.example_simulation import example_simulation
from ..state.number_fields import MOST_HANDS, MOST_SEED, NumberFields
from ..views import compare as view
from ..views import comparison_settings
from ..views.figure_format import FigureFormat
from .screen_base_and_lab_exits import LabActions, LabScreen
from .zip_run_records import Packer

if TYPE_CHECKING:
    from ..views.types import CompareScreen

REFRESH: Final = 300.0  # milliseconds between two drawings while a run goes on
SLICE: Final = 20.0  # milliseconds of counting before the page may do something else
_NUMBER: Final = re.compile(r"[0-9]{1,9}")


class CompareActions(LabActions):
    """Plays many games by each of two settings.

    The guess, the measure and the number of games are fixed before the run."""

    def __init__(self, screen: LabScreen) -> None:
        super().__init__(screen)
        # The plans of the runs on this page. By settings: the guesses that were made before the first
        # run. By settings and seed: the measure and the number of games for which the first run was
        # planned.
        self._guesses: dict[str, dict[str, list[int]]] = {}
        self._plans: dict[tuple[str, int], tuple[str, int]] = {}
        self.comparison = CompareState()
        self.comparison.ask("pot")
        self._work: BackgroundWork | None = None
        self._drawn = float("-inf")
        self._later = Timer(self.page)
        self._sides: list[dict[str, Any]] = []
        self.packer = Packer(self.page, self.render)

    def screen_opened(self) -> None:
        if self.comparison.state == "new":
            self.warm()

    @property
    def _boards(self) -> Boards:
        """The boards from files: those of this device, and those included in the run that is shown."""
        return {**self.app.boards, **self.comparison.boards}

    def used_boards(self) -> Boards:
        """The boards from files that either side uses."""
        return run_file.boards_of(self.comparison.sides, self._boards)

    def screen_view(self) -> CompareScreen:
        comparison = self.comparison
        if not comparison.part and comparison.done > 2 * DRAWN and self._uncounted():
            self._count(comparison.state)  # the count was interrupted, or it is from a file
        self._drawn = self.page.now()
        data = view.compare_view(self.comparison, self.app.catalogue, self._drawn, self._boards)
        return {**data, "packing": self.packer.view(self.app.catalogue)}

    def _uncounted(self) -> bool:
        """Whether figures are missing that take long to count."""
        comparison = self.comparison
        return comparison.counted.done != 2 * len(comparison.pairs[0]) or (
            comparison.plan_done and not comparison.judged.done
        )

    def _soon(self) -> None:
        """Draw soon, but not more often than every ``REFRESH`` milliseconds."""
        wait = self._drawn + REFRESH - self.page.now()
        if wait <= 0:
            self.render()
        elif not self._later.on:
            self._later.after(wait, self.render)

    # ------------------------------------------------------------ gestures

    def do_question(self, gesture: Gesture) -> None:
        self._stop()
        self.comparison.ask(gesture.fields.get("question", ""))
        self._recall()
        self.render()

    def do_change(self, gesture: Gesture) -> None:
        """Show the form of a side, and go to it. If it is folded, its title gets the focus."""
        if gesture.arg in ("a", "b"):
            self.comparison.form_side = gesture.arg
            self.render()
            self.page.focus(f"#lab-form-{gesture.arg} summary")
            self.page.focus(f"#lab-form-{gesture.arg} [name=rulebook]")

    def do_side(self, gesture: Gesture) -> None:
        """Take a changed field of one side's form. Games played by the former setting are dropped."""
        if gesture.kind != "change" or gesture.arg not in ("a", "b"):
            return
        self._stop()
        comparison = self.comparison
        fields = {name: text[:300] for name, text in gesture.fields.items() if text}
        side = "ab".index(gesture.arg)
        before, played = comparison.sides[side], comparison.done
        comparison.sides[side] = with_new_seats(before, fields)
        used = {side.get("edition") for side in comparison.sides}
        comparison.boards = {id: table for id, table in comparison.boards.items() if id in used}
        comparison.clear()
        if comparison.locked:  # the guess was about other settings
            comparison.guesses, comparison.locked = {}, False
        self._recall()
        self.render()
        changed = [name for name in fields if before.get(name) != fields[name]]
        if played and changed:  # without a result the form is at another place
            self.page.focus(f"#lab-form-{gesture.arg} [name='{changed[-1]}']")

    def _recall(self) -> None:
        """Bring back the guess that was locked when these settings were run on this page before."""
        comparison = self.comparison
        if comparison.measure not in {measure.id for measure in comparison.measures}:
            comparison.measure = "rounds"
        guesses = self._guesses.get(self._key())
        exchanged = self._guesses.get(self._key(exchanged=True))
        if guesses is None and exchanged is not None:  # "more in B" has become "less in B"
            guesses = {measure: hands[::-1] for measure, hands in exchanged.items()}
        if guesses is not None:
            comparison.guesses, comparison.locked = guesses, True

    def _key(self, either_way: bool = False, exchanged: bool = False) -> str:
        """Return a key that identifies these settings, or "" if they cannot be played.

        ``either_way``: in either order of A and B; ``exchanged``: with A and B exchanged."""
        _ = self.app.catalogue
        try:
            sides = [table_of(side, _, self._boards) for side in self.comparison.sides]
            keys = [batch_games.Setting.of(side).games_key() for side in sides]
        except (FormError, LoadError):
            return ""  # the settings cannot be played
        return "\n".join(sorted(keys) if either_way else keys[::-1] if exchanged else keys)

    def _note(self) -> bool:
        """Note the plan of this run's games when they were first shown.

        Return whether it is the current one."""
        comparison = self.comparison
        self._guesses.setdefault(self._key(), comparison.guesses)
        plan = ("" if comparison.unplanned else comparison.measure, comparison.planned)
        both = self._key(either_way=True)
        same = self._plans.setdefault((both, comparison.seed), plan) == plan
        seeds = [seed for key, seed in self._plans if key == both]
        comparison.attempt = seeds.index(comparison.seed) + 1
        return same

    def do_plan(self, gesture: Gesture) -> None:
        """Choose the measure that the verdict is to be about, before the run."""
        measure = gesture.fields.get("measure", "")
        comparison = self.comparison
        known = {each.id for each in comparison.measures}
        if gesture.kind == "change" and measure in known and not comparison.planned:
            comparison.measure = measure
            self._forget_hands()
            self.render()

    def do_guess(self, gesture: Gesture) -> None:
        """Count the hands of a class for a guess, one up or down: "2 1" adds one to guess 2."""
        match = re.fullmatch(r"([012]) (-?1)", gesture.arg)
        if match and not self.comparison.locked:
            n = int(match[1])
            hands = self.comparison.guess[n] + int(match[2])
            self.comparison.guess[n] = max(0, min(MOST_HANDS, hands))
            self.comparison.entries.forget(f"hands-{n}")
            self.render()

    def do_hands(self, gesture: Gesture) -> None:
        """Take the numbers of hands that were entered for a guess."""
        comparison = self.comparison
        if gesture.kind == "type" or comparison.locked:
            return
        for n in range(3):
            name = f"hands-{n}"
            if name in gesture.fields:
                hands = comparison.entries.whole(
                    name, gesture.fields[name], 0, MOST_HANDS, self.app.catalogue
                )
                if hands is not None:
                    comparison.guess[n] = hands
        self.render()

    def _forget_hands(self) -> None:
        for n in range(3):
            self.comparison.entries.forget(f"hands-{n}")

    def do_size(self, gesture: Gesture) -> None:
        """Choose the number of games: before the run that of the verdict, after it how far to explore."""
        size, comparison = gesture.fields.get("size", ""), self.comparison
        if (
            gesture.kind != "change"
            or not _NUMBER.fullmatch(size)
            or int(size) not in compare_state.SIZES
        ):
            return
        free = not comparison.planned or (comparison.plan_done and 2 * int(size) >= comparison.done)
        if free and comparison.state != "running":
            comparison.size = int(size)
            if comparison.plan_done:
                comparison.state = "done" if comparison.done == 2 * int(size) else "stopped"
        self.render()

    def do_seed(self, gesture: Gesture) -> None:
        """Use another seed, which gives other games. Those that were played are dropped."""
        text, comparison = gesture.fields.get("seed"), self.comparison
        if gesture.kind != "change" or text is None or comparison.state == "running":
            return
        seed = comparison.entries.whole("seed", text, 0, MOST_SEED, self.app.catalogue)
        if seed is not None and seed != comparison.seed:
            self._stop()
            comparison.clear()
            comparison.seed = seed
        self.render()

    def do_again(self, gesture: Gesture) -> None:
        """Plan a new run of the same settings, with games that nobody has seen. The guess stays locked."""
        comparison = self.comparison
        if not comparison.planned or comparison.state == "running":
            return
        self._stop()
        comparison.clear()
        comparison.entries.forget("seed")
        key = self._key(either_way=True)
        while (key, comparison.seed) in self._plans:
            comparison.seed = (comparison.seed + 1) % (MOST_SEED + 1)
        self.render()
        self.page.focus("#lab [name=measure]")

    def do_measure(self, gesture: Gesture) -> None:
        """Look at a measure. The verdict stays about the one that was chosen before the run."""
        self.comparison.looks_at = gesture.arg[:40]
        self.comparison.bar = -1
        self.render()

    def do_bar(self, gesture: Gesture) -> None:
        if _NUMBER.fullmatch(gesture.arg):
            self.comparison.bar = int(gesture.arg)
            self.render()
            self.page.focus("#lab-games h2")

    # ------------------------------------------------------------ a run

    def do_run(self, gesture: Gesture) -> None:
        """Play the games that are missing on both sides, alternately, so that both grow together."""
        comparison = self.comparison
        if comparison.state == "running":
            return
        _ = self.app.catalogue
        comparison.trouble = ""
        wrong = all_faults(comparison.sides, _, self._boards)
        if comparison.entries.faults or any(wrong):
            comparison.trouble = _("Correct the marked fields first.")
            self.page.announce(" ".join(comparison_settings.fault_sentences(wrong, _)))
            self.render()
            return
        try:
            self._sides = [table_of(side, _, self._boards) for side in comparison.sides]
            check_alike(*(batch_games.Setting.of(side) for side in self._sides))
        except (FormError, LoadError) as trouble:
            comparison.trouble = _.sentence(str(trouble))
            self.render()
            return
        if comparison.older:
            comparison.trouble = comparison_settings.no_more_games(_)
            self.page.announce(comparison.trouble)
            self.render()
            return
        if not comparison.done:
            comparison.plays = play_versions(comparison.bots)
        if not comparison.planned:
            self._plan()
        for played in comparison.played:
            del played[comparison.size :]  # there is no result beyond it
            played.extend([None] * (comparison.size - len(played)))
        cut = [
            [
                job
                for job in parallel_jobs.cut_jobs(side, comparison.seed, comparison.size, small=2)
                if any(game is None for game in played[job["first"] : job["first"] + job["count"]])
            ]
            for side, played in zip(self._sides, comparison.played, strict=True)
        ]
        both = [(0, job) for job in cut[0]], [(1, job) for job in cut[1]]
        order = [turn for pair in zip(*both, strict=False) for turn in pair]
        order += both[0][len(both[1]) :] + both[1][len(both[0]) :]
        self._stop()
        from_file = comparison.done > 0 and not comparison.elapsed
        comparison.state, comparison.bar = "running", -1
        comparison.started = self.page.now() - comparison.elapsed  # a stopped run may continue

        def receive(place: int, games: Any) -> None:
            side, job = order[place]
            comparison.played[side][job["first"] : job["first"] + job["count"]] = games
            comparison.workers = self._work.workers if self._work else comparison.workers
            if comparison.done == 2 * comparison.size:
                comparison.elapsed = 0.0 if from_file else self.page.now() - comparison.started
                self._count("done")
            else:
                self._soon()

        def failed(reason: str) -> None:
            self._stop()
            comparison.trouble = _.sentence(reason)
            self.render()

        self._work = self.page.work(
            "titledeed.lab.batch_games:run_games", [job for _side, job in order], receive, failed
        )
        comparison.workers = self._work.workers
        if not order:
            self._count("done")
        self.render()

    def _plan(self) -> None:
        """Fix the measure, the number of games and the guess, as the first run with this seed begins."""
        comparison = self.comparison
        if comparison.measure not in {measure.id for measure in comparison.measures}:
            comparison.measure = "rounds"
        comparison.planned, comparison.locked = comparison.size, True
        if not self._note():
            comparison.unplanned = "seen"

    def _count(self, state: str) -> None:
        """Count all games of a run that is over, in slices.

        Then show them, and set the run's state to ``state``."""
        comparison, counted = self.comparison, CountedGames()
        judged = comparison.judged if comparison.judged.done else CountedGames()
        told = bool(comparison.judged.done)
        comparison.counting = True
        slices = self._slices(counted, judged)

        def go_on() -> None:
            end = self.page.now() + SLICE
            for _pause in slices:
                if self.page.now() > end:
                    self._later.after(0, go_on)
                    return
            comparison.counting, comparison.counted, comparison.state = False, counted, state
            comparison.judged = judged if judged.done else counted if counted.marks else judged
            self.render()
            if comparison.plan_done and not told:
                self._later.after(0, self._say_result)

        self._later.after(0, go_on)

    def _slices(self, counted: CountedGames, judged: CountedGames) -> Iterator[None]:
        """Count the games of the plan first, if more games are shown, and then all that are shown."""
        comparison = self.comparison
        if comparison.exploring and not judged.done:
            yield from comparison.count(judged, comparison.plan)
        a, b = comparison.pairs
        yield from comparison.count(counted, [list(a), list(b)])

    def do_cancel(self, gesture: Gesture) -> None:
        """Stop the run."""
        comparison = self.comparison
        if (
            comparison.state == "running" and comparison.done < 2 * comparison.size
        ):  # otherwise only its last figures are missing
            self._stop()
            self._count("stopped")
            self.render()

    def take(self, comparison: CompareState) -> None:
        """Replace this comparison by a copy of another one with its games. Raises :class:`FormError` or
        :class:`LoadError`."""
        _ = self.app.catalogue
        boards = {**self.app.boards, **comparison.boards}
        sides = [table_of(side, _, boards) for side in comparison.sides]
        self._stop()
        self._sides = sides
        self.comparison = replace(
            comparison,
            sides=[dict(side) for side in comparison.sides],
            played=[list(side) for side in comparison.played],
            entries=NumberFields(),
        )
        if comparison.planned:
            self._note()

    def stop(self) -> None:
        """Stop the run, as nobody looks at it any more."""
        self._stop()

    def _stop(self) -> None:
        self.packer.stop()
        self._later.stop()
        self.comparison.counting = False
        if self._work is not None:
            self._work.cancel()
            self._work = None
        comparison = self.comparison
        if comparison.state == "running":
            if comparison.done == 2 * comparison.size:  # only its last figures are missing
                comparison.state = "done"
            else:
                comparison.state, comparison.elapsed = (
                    "stopped",
                    self.page.now() - comparison.started,
                )

    def _say_result(self) -> None:
        """Announce the verdict to screen readers."""
        if self.comparison.judgement() is not None:
            edition = edition_in(self.comparison.sides[0], self._boards)
            verdict = view.verdict_view(self.comparison, FigureFormat(self.app.catalogue, edition))
            self.page.announce(f"{verdict['title']} {verdict['text']}")

    # ------------------------------------------------------------ taking away

    def do_open_game(self, gesture: Gesture) -> None:
        """Show a game of the run as a replay: "a 14" is game 14 (from 0) of side A."""
        match = re.fullmatch(r"([ab]) ([0-9]{1,6})", gesture.arg)
        if match is None or not self._sides:
            return
        side, game = "ab".index(match[1]), int(match[2])
        _ = self.app.catalogue
        title = _("Laboratory: {side}, game {n}", n=game + 1, side=match[1].upper())

        def receive(_place: int, replayed: batch_games.Replayed) -> None:
            row, now = played[game], replayed["played"]
            note = view.replay_difference(row, now, _) if row is not None and row != now else ""
            self.bench.exits.watch(replayed["record"], title, note)

        def failed(reason: str) -> None:
            self.comparison.trouble = _.sentence(reason)
            self.render()

        played = self.comparison.played[side]
        if game < len(played):
            job = {"record": self._sides[side], "seed": self.comparison.seed}
            self.page.work(
                "titledeed.lab.batch_games:replay_game",
                [job | {"first": game, "count": 1}],
                receive,
                failed,
            )

    def do_csv(self, gesture: Gesture) -> None:
        """Save the games of one side as CSV, in the form that ``lab games`` prints."""
        if gesture.arg in ("a", "b"):
            side = self.comparison.played["ab".index(gesture.arg)]
            seats = next((len(game["worth"]) for game in side if game), 0)
            lines = batch_games.games_csv(side, seats) if seats else iter(())
            self.page.download(f"titledeed-lab-{gesture.arg}.csv", "\n".join(lines) + "\n")

    def do_records(self, gesture: Gesture) -> None:
        """Save the games of one side as records in a zip. The games are played again for this."""
        if gesture.arg in ("a", "b") and self._sides and not self.packer.busy:
            n, comparison = "ab".index(gesture.arg), self.comparison
            self.packer.start(gesture.arg, self._sides[n], comparison.seed, comparison.played[n])
            self.render()

    def do_no_records(self, gesture: Gesture) -> None:
        """Give up packing records."""
        self.packer.stop()
        self.render()

    def do_json(self, gesture: Gesture) -> None:
        """Save the figures of all measures and both settings as JSON. Exploratory figures are marked."""
        comparison = self.comparison
        a, b = comparison.pairs
        if a:
            chosen = "" if comparison.unplanned else comparison.measure
            planned = comparison.plan_done and not comparison.exploring
            data = {
                "a": self._sides[0],
                "b": self._sides[1],
                "seed": comparison.seed,
                "planned": comparison.planned,
                "plays": comparison.plays,
                **to_dict(a, b, chosen, planned),
            }
            self.page.download("titledeed-lab.json", json.dumps(data, indent=1) + "\n")

    def do_keep(self, gesture: Gesture) -> None:
        """Save the whole run as a file."""
        comparison = self.comparison
        run = {
            "question": comparison.question,
            "sides": comparison.sides,
            "measure": comparison.measure,
            "planned": comparison.planned,
            "unplanned": comparison.unplanned,
            "guess": comparison.guess,
            "seed": comparison.seed,
            "size": max(comparison.planned, comparison.reach),
            "plays": comparison.plays,
            "played": comparison.played,
        }
        boards = self.used_boards()
        if boards:
            run["boards"] = boards
        if comparison.done:
            self.page.download("titledeed-run.json", run_file.write_run(run))

    def do_file(self, gesture: Gesture) -> None:
        """Let a person choose the file of a run; it is opened by :meth:`reopen`."""
        self.page.ask_for_file()

    def do_example(self, gesture: Gesture) -> None:
        """Open the finished example."""
        self.reopen(example_simulation())
        self.render()
        self._say_result()

    def begin_again(self) -> None:
        """Drop the games played so far, and play all again with the current bots."""
        self._stop()
        self.comparison.clear()

    def restore(self, played: list[list[Any]], plays: dict[str, int]) -> None:
        """Show games of these settings that were played and stored before, with the versions of the
        bots' play.

        They are shown for the chosen measure and number of games."""
        comparison, _ = self.comparison, self.app.catalogue
        self._sides = [table_of(side, _, self._boards) for side in comparison.sides]
        comparison.played, comparison.plays = played, plays
        if comparison.done:
            self._plan()
        whole = comparison.done == 2 * comparison.size
        comparison.state = "done" if whole else "stopped" if comparison.done else "new"

    def reopen(self, text: str) -> None:
        """Replace this run by one from a file. If the file holds no run, tell people and change nothing."""
        _ = self.app.catalogue
        try:
            run = run_file.read_run(text)
            boards = {**self.app.boards, **run.get("boards", {})}
            tables = [table_of(side, _, boards) for side in run["sides"]]
            check_alike(*(batch_games.Setting.of(side) for side in tables))
            seats = seats_of(run["sides"][0])
            if any(len(g["worth"]) != seats for side in run["played"] for g in side if g):
                raise LoadError("The file is damaged: it doesn’t contain a simulation.")
        except (FormError, LoadError) as trouble:
            self.comparison.trouble = _.sentence(str(trouble))
            self.page.announce(self.comparison.trouble)
            return
        self._stop()
        comparison = self.comparison = CompareState()
        comparison.ask(run["question"])
        comparison.boards = run.get("boards", {})
        comparison.sides, comparison.seed, comparison.size = run["sides"], run["seed"], run["size"]
        comparison.measure = run["measure"] or comparison.measure
        comparison.planned = run["planned"]
        comparison.unplanned = run["unplanned"]
        comparison.guesses = {comparison.measure: run["guess"]}
        comparison.played, comparison.plays, self._sides = run["played"], run["plays"], tables
        comparison.locked = comparison.planned > 0
        comparison.state = (
            "done"
            if comparison.done == 2 * comparison.size
            else "stopped"
            if comparison.done
            else "new"
        )
        if not comparison.done:
            comparison.clear()
        elif comparison.planned:
            self._note()

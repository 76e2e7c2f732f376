"""The actions of the screen of curves. Each study plays its games in a class of its own."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from ....bots.strategy_ids import is_strategy, strategy_title
from ....engine.errors import LoadError
from ....lab import batch_games, run_file
from ....lab.curves import sweep, sweep_file, unequal_starts
from ....lab.curves.swept_rules import put_player, rule_id, rule_of, swept_named
from ....lab.curves.swept_settings import Value, check_step, check_values
from ....lab.write_and_count_record_files import shown_name
from ....storage.board_file_check import Boards
from ....strategies.strategy_file import Strategy, read_strategy, strategy_table
from ...page_port import Gesture, Timer
from ...setup_form import FormError
from ..state.comparison_form import setting_faults, table_of, with_new_seats
from ..state.curves import (
    SAMPLE_SIZES,
    SIZES,
    STUDIES,
    CurvesState,
    GamesState,
    StartsState,
    SweepState,
)
from ..state.number_fields import MOST_SEED
from ..views import curves as view
from .play_curve_games import CourseGames, SettingGames, SweepGames
from .screen_base_and_lab_exits import LabActions, LabScreen

if TYPE_CHECKING:
    from ..views.types import CurvesScreen

REFRESH: Final = 300.0  # milliseconds between two drawings while games are played
SLICE: Final = 20.0  # milliseconds of counting before the page may do something else
_NUMBER: Final = re.compile(r"[0-9]{1,9}")


class CurvesActions(LabActions):
    """Varies one setting over a range, pools the sweeps of a class, and shows samples and unequal starts."""

    def __init__(self, screen: LabScreen) -> None:
        super().__init__(screen)
        self.curves = CurvesState()
        seed = self.page.seed() % (MOST_SEED + 1)  # the devices of a class have different ones
        for study in (self.curves.sweep, self.curves.games, self.curves.starts):
            study.seed = seed
        # The sweeps on this page: by what was played, the measure, the aim and the number of games first.
        self._plans: dict[str, tuple[str, str, int]] = {}
        self._drawn = float("-inf")
        self._later = Timer(self.page)
        self._counting = Timer(self.page)
        self._files: list[tuple[str, bytes]] = []
        self.sweep_games = SweepGames(self)
        self.setting_games = SettingGames(self)
        self.course_games = CourseGames(self)

    # ------------------------------------------------------------ showing

    @property
    def boards(self) -> Boards:
        """The boards from files: those of this device, and those that came with a sweep."""
        return {**self.app.boards, **self.curves.boards}

    def screen_opened(self) -> None:
        self.warm()

    def screen_view(self) -> CurvesScreen:
        self._drawn = self.page.now()
        players = {id: strategy_title(id) for id in self.app.written if is_strategy(id)}
        return view.curves_view(self.curves, self.app.catalogue, self._drawn, self.boards, players)

    def soon(self) -> None:
        """Draw soon, but not more often than every ``REFRESH`` milliseconds."""
        wait = self._drawn + REFRESH - self.page.now()
        if wait <= 0:
            self.render()
        elif not self._later.on:
            self._later.after(wait, self.render)

    def in_slices(self, slices: Any, then: Callable[[], None]) -> None:
        """Run a generator in slices, instead of an earlier one, and then ``then``."""

        def go_on() -> None:
            end = self.page.now() + SLICE
            for _pause in slices:
                if self.page.now() > end:
                    self._counting.after(0, go_on)
                    return
            then()

        self._counting.after(0, go_on)

    def stop(self) -> None:
        """Stop all games, as their setting changes or nobody looks any more."""
        for games in (self.sweep_games, self.setting_games, self.course_games):
            games.stop()
        self._later.stop()

    def table(self) -> dict[str, Any] | None:
        """The record of the current study's setting, or None after noting why it cannot be played."""
        curves, _ = self.curves, self.app.catalogue
        study = curves.starts if curves.study == "starts" else curves.games
        trouble = ""
        try:
            table = table_of(curves.fields, _, self.boards)
            batch_games.Setting.of(table)
        except (FormError, LoadError) as error:
            trouble = _.sentence(str(error))
        if setting_faults(curves.fields, _, self.boards):
            trouble = _("Correct the marked fields first.")
        if curves.study == "sweep":
            curves.sweep.trouble = trouble
        else:
            study.trouble = trouble
        if trouble:
            self.page.announce(trouble)
            return None
        return table

    # ------------------------------------------------------------ the study and its setting

    def do_study(self, gesture: Gesture) -> None:
        """Turn to another study."""
        if gesture.arg in STUDIES:
            self.stop()
            self.curves.study = gesture.arg
            self._compare_with_itself()
            self.render()

    def do_side(self, gesture: Gesture) -> None:
        """Take a changed field of the setting's form. Games played by the former setting are dropped."""
        if gesture.kind != "change":
            return
        self.stop()
        curves = self.curves
        fields = {name: text[:300] for name, text in gesture.fields.items() if text}
        if curves.study == "starts":
            curves.starts.fields = with_new_seats(curves.starts.fields, fields)
            curves.starts.clear()
        else:
            curves.setting = with_new_seats(curves.setting, fields)
            rule = rule_of(curves.sweep.vary)
            if rule is not None and rule[1] > curves.seats:  # that seat is gone
                curves.sweep.vary = rule_id(rule[0].key, 1)
            curves.sweep.clear()
            curves.games.clear()
            self._known_measures()
        used = {curves.setting.get("edition"), curves.starts.fields.get("edition")}
        curves.boards = {id: table for id, table in curves.boards.items() if id in used}
        self.render()

    def _known_measures(self) -> None:
        known = {measure.id for measure in self.curves.measures}
        for study in (self.curves.sweep, self.curves.games):
            if study.measure not in known:
                study.measure = "rounds"

    def do_seed(self, gesture: Gesture) -> None:
        """Use another seed, which gives other games. Those that were played are dropped."""
        curves = self.curves
        study: SweepState | StartsState | GamesState = curves.games
        if curves.study in ("sweep", "starts"):
            study = curves.sweep if curves.study == "sweep" else curves.starts
        text = gesture.fields.get("seed")
        if gesture.kind != "change" or text is None:
            return
        seed = study.entries.whole("seed", text, 0, MOST_SEED, self.app.catalogue)
        if seed is not None and seed != study.seed:
            self.stop()
            study.clear()
            study.seed = seed
        self.render()

    # ------------------------------------------------------------ a sweep

    def do_vary(self, gesture: Gesture) -> None:
        """Choose what is varied, its range, the measure, what is best and the guess, before the run."""
        plan, fields, _ = self.curves.sweep, gesture.fields, self.app.catalogue
        if gesture.kind != "change" or plan.planned:
            return
        vary = self._varied(fields)
        rule, before = rule_of(vary), rule_of(plan.vary)
        if rule is not None and before is not None and rule[0] is before[0]:
            plan.vary = vary  # the rule of another seat: the range and the guess still fit
            self._take_range(fields)
        elif vary != plan.vary and swept_named(vary) is not None:
            plan.choose(vary)
        else:
            self._take_range(fields)
        self._take_player(fields.get("player"))
        measure = fields.get("measure", "")
        if measure in {each.id for each in self.curves.measures} and measure != plan.measure:
            plan.measure, plan.aim = measure, sweep.usual_aim(measure)
        elif fields.get("aim", "") in sweep.AIMS:
            plan.aim = fields["aim"]
        guess = fields.get("guess", "")
        if _NUMBER.fullmatch(guess) and int(guess) < len(plan.values):
            plan.guess = int(guess)
        elif guess == "" and "guess" in fields:
            plan.guess = -1
        self.render()

    def _varied(self, fields: Mapping[str, str]) -> str:
        """The id of what the form varies. It shows each rule as that of seat 1, and the seat beside it."""
        found = rule_of(fields.get("vary", ""))
        if found is None:
            return fields.get("vary", "")
        seat = fields.get("seat", "1")
        known = _NUMBER.fullmatch(seat) and int(seat) <= self.curves.seats
        return rule_id(found[0].key, int(seat) if known else found[1])

    def _take_player(self, id: str | None) -> None:
        """Vary the rule of another player of this device; "" is the one with the usual rules."""
        plan = self.curves.sweep
        if id == plan.player.id or id is None:
            return
        try:
            plan.player = read_strategy(self.app.written.get(id, "")) if id else Strategy()
        except LoadError as trouble:
            plan.trouble = self.app.catalogue.sentence(str(trouble))

    def _take_range(self, fields: Any) -> None:
        plan, _ = self.curves.sweep, self.app.catalogue
        swept = plan.swept
        low, high = swept.low, swept.high
        for name, least, most in (("first", low, high), ("last", low, high), ("points", 2, 31)):
            if name in fields:
                number: Value | None
                if swept.digits and name != "points":
                    number = plan.entries.decimal(name, fields[name], _)
                else:
                    number = plan.entries.whole(name, fields[name], int(least), int(most), _)
                if number is not None and number != getattr(plan, name):
                    setattr(plan, name, number)
                    plan.guess = -1
                if number is not None and name != "points":
                    try:
                        check_step(swept, number)
                    except LoadError as trouble:
                        plan.entries.refuse(name, fields[name], _.sentence(str(trouble)))
        if not plan.entries.faults:
            try:
                check_values(swept, plan.values)
            except LoadError as trouble:
                plan.entries.refuse("last", str(fields.get("last", "")), _.sentence(str(trouble)))

    def do_size(self, gesture: Gesture) -> None:
        """Choose the number of games at each value, before the run."""
        size, plan = gesture.fields.get("size", ""), self.curves.sweep
        if _NUMBER.fullmatch(size) and int(size) in SIZES and not plan.planned:
            plan.size = int(size)
            self.render()

    def do_run(self, gesture: Gesture) -> None:
        """Play the games of a sweep that are missing; or so many more games of the other studies."""
        if self.curves.study == "sweep":
            self._run_sweep()
        elif _NUMBER.fullmatch(gesture.arg):
            table = self.table()
            games = self.course_games if self.curves.study == "starts" else self.setting_games
            if table is not None:
                games.play(table, int(gesture.arg))
        self.render()

    def _run_sweep(self) -> None:
        plan, _ = self.curves.sweep, self.app.catalogue
        if plan.state == "running":
            return
        table = self.table()
        if table is None:
            return
        if plan.entries.faults:
            plan.trouble = _("Correct the marked fields first.")
        elif self.curves.older:
            plan.trouble = view.no_more_games(_)
        else:
            try:
                self.sweep_games.play(plan.with_player(table))
            except (FormError, LoadError) as error:
                plan.trouble = _.sentence(str(error))
        if plan.trouble:
            self.page.announce(plan.trouble)

    def note_plan(self, key: str) -> None:
        """Note what the first run of these games was planned for, as their first game is played."""
        plan = self.curves.sweep
        now = (plan.measure, plan.aim, plan.size)
        plan.planned = plan.size
        if self._plans.setdefault(f"{key}\n{plan.seed}", now) != now:
            plan.unplanned = "seen"

    def sweep_over(self) -> None:
        """Find the best value of a sweep whose games have all been played, and say it."""
        plan = self.curves.sweep
        played = [[game for game in games if game is not None] for games in plan.played]
        measure = sweep.measure_named(self.curves.seats, plan.measure)
        if measure is None or not all(played):
            return

        def find() -> Any:
            plan.best = yield from sweep.best_in_slices(played, measure, plan.aim)

        def say() -> None:
            plan.state = "done"
            self.render()
            shown = view.curve_verdict(self.curves, self.app.catalogue, self.boards)
            self.page.announce(f"{shown['title']} {shown['text']}")

        self.in_slices(find(), say)

    def do_cancel(self, gesture: Gesture) -> None:
        """Stop playing."""
        self.stop()
        self.render()

    def do_again(self, gesture: Gesture) -> None:
        """Plan a new sweep, with games that nobody has seen."""
        self.stop()
        plan = self.curves.sweep
        plan.clear()
        plan.entries.forget("seed")
        plan.seed = (plan.seed + 1) % (MOST_SEED + 1)
        self.curves.whole_class = False
        self.render()
        self.page.focus("#lab [name=vary]")

    def do_boxes(self, gesture: Gesture) -> None:
        """Show or hide the box plots."""
        if gesture.kind == "change":
            self.curves.boxes = "boxes" in gesture.fields
            self.render()

    # ------------------------------------------------------------ the class

    def do_pool(self, gesture: Gesture) -> None:
        """Let a person choose the files of a class's sweeps."""
        self.page.choose_files(self.opened_files)

    def opened_files(self, files: Sequence[tuple[str, bytes]]) -> None:
        """Read these files (name and content) one after the other, and pool those that belong together."""
        together = self.curves.together
        self._files = sorted(files, key=lambda file: file[0])
        together.troubles, together.reading = [], len(files)
        self.curves.study, self.curves.whole_class = "sweep", True
        self._counting.after(0, self._read_next)
        self.render()

    def pool_more(self, files: Sequence[tuple[str, bytes]]) -> None:
        """Pool these files too, unless one of the same name has been read."""
        known = {run.name for run in self.curves.together.runs}
        self.opened_files([file for file in files if shown_name(file[0]) not in known])

    def _read_next(self) -> None:
        together, _ = self.curves.together, self.app.catalogue
        if not self._files:
            self.in_slices(together.count_in_slices(), self.render)
            return
        name, data = self._files.pop(0)
        together.reading = len(self._files)
        try:
            self._add(shown_name(name), data)
        except (FormError, LoadError) as trouble:
            together.troubles.append(_.sentence(str(trouble)))
        self.soon()
        self._counting.after(0, self._read_next)

    def _add(self, name: str, data: bytes) -> None:
        try:
            table = sweep_file.read_sweep(data.decode("utf-8"))
        except UnicodeDecodeError:
            raise LoadError(f"{name}: the file isn’t UTF-8 text.") from None
        except LoadError as trouble:
            raise LoadError(f"{name}: {trouble}") from None
        self._pool(sweep_file.sweep_run(name, table))

    def _pool(self, run: sweep_file.SweepRun) -> None:
        together, _ = self.curves.together, self.app.catalogue
        if swept_named(run.table["vary"]) is None:
            raise FormError(
                _("{name}: this version of the program can’t vary what it varies.", name=run.name)
            )

        def key(table: Any) -> str:
            try:
                boards = {**self.app.boards, **table.get("boards", {})}
                record = table_of(table["setting"], _, boards)
                put_player(record, table["vary"], sweep_file.player_of(table))
                return batch_games.Setting.of(record).games_key()
            except (FormError, LoadError):
                return sweep_file.plain_setting(table)

        sweep_file.check_poolable(together.runs, run, key)
        together.runs.append(run)

    def do_pool_mine(self, gesture: Gesture) -> None:
        """Add the sweep on this screen to those of the class."""
        curves, _ = self.curves, self.app.catalogue
        if curves.sweep.state != "done":
            return
        name = _("This device")
        try:
            self._pool(sweep_file.sweep_run(name, self._file_table()))
            curves.together.troubles = []
        except (FormError, LoadError) as trouble:
            curves.together.troubles = [_.sentence(str(trouble))]
        curves.whole_class = True
        self.in_slices(curves.together.count_in_slices(), self.render)
        self.render()

    def do_unpool(self, gesture: Gesture) -> None:
        """Remove one sweep of the class, by its place; or all of them."""
        together = self.curves.together
        if not gesture.arg:
            together.runs.clear()
            together.lines.clear()
            together.troubles = []
        elif _NUMBER.fullmatch(gesture.arg) and int(gesture.arg) < len(together.runs):
            del together.runs[int(gesture.arg)]
            del together.lines[int(gesture.arg) :]
        if not together.runs:
            self.curves.whole_class = False
        self.in_slices(together.count_in_slices(), self.render)
        self.render()

    def do_whose(self, gesture: Gesture) -> None:
        """Show the class's curve ("class"), or the one of this device."""
        self.curves.whole_class = gesture.arg == "class" and bool(self.curves.together.runs)
        self.render()

    # ------------------------------------------------------------ samples, and unequal starts

    def do_sample(self, gesture: Gesture) -> None:
        """Choose the measure, or the size of a sample. The games stay."""
        games, fields = self.curves.games, gesture.fields
        if gesture.kind != "change":
            return
        if fields.get("measure") in {measure.id for measure in self.curves.measures}:
            games.measure = fields["measure"]
        size = fields.get("sample", "")
        if _NUMBER.fullmatch(size) and int(size) in SAMPLE_SIZES:
            games.size = int(size)
        self._compare_with_itself()
        self.render()

    def games_played(self) -> None:
        """Go on after more games of the setting have been played."""
        if self.curves.study == "itself":
            self._compare_with_itself()
        self.soon()

    def _compare_with_itself(self) -> None:
        games = self.curves.games
        measure = sweep.measure_named(self.curves.seats, games.measure)
        if self.curves.study == "itself" and measure is not None:
            self.in_slices(games.compare_in_slices(measure), self.soon)

    def do_checkpoint(self, gesture: Gesture) -> None:
        """Choose the round after which inequality and mobility are shown."""
        text = gesture.fields.get("round", "")
        if _NUMBER.fullmatch(text) and int(text) in unequal_starts.ROUNDS:
            self.curves.starts.checkpoint = unequal_starts.ROUNDS.index(int(text))
            self.render()

    # ------------------------------------------------------------ files

    def do_csv(self, gesture: Gesture) -> None:
        """Save the figures or the games of the current study as CSV."""
        curves = self.curves
        match curves.study:
            case "sweep":
                points, best, _table = self._shown()
                lines = list(sweep.sweep_csv(points, best))
            case "starts":
                lines = list(unequal_starts.courses_csv(curves.starts.courses))
            case _:
                lines = list(batch_games.games_csv(curves.games.played, curves.seats))
        self.page.download(f"titledeed-{curves.study}.csv", "\n".join(lines) + "\n")

    def do_json(self, gesture: Gesture) -> None:
        """Save the figures of the sweep as JSON, as ``lab sweep --json`` prints them."""
        points, best, table = self._shown()
        measure = sweep.measure_named(8, table["measure"])
        if points and measure is not None:
            figures = sweep.sweep_to_dict(table["vary"], measure, table["aim"], points, best)
            self.page.download("titledeed-sweep-figures.json", json.dumps(figures) + "\n")

    def _shown(self) -> tuple[list[sweep.Point], sweep.Best | None, dict[str, Any]]:
        """The curve on the screen, its result, and the sweep that it belongs to."""
        curves = self.curves
        if curves.shows_class:
            return curves.together.points, curves.together.best, curves.together.runs[0].table
        return curves.sweep.curve(curves.seats), curves.sweep.best, vars(curves.sweep)

    def _file_table(self) -> dict[str, Any]:
        curves, plan = self.curves, self.curves.sweep
        table = {
            "setting": curves.setting,
            "vary": plan.vary,
            "values": plan.values,
            "measure": plan.measure,
            "aim": plan.aim,
            "planned": plan.planned,
            "unplanned": plan.unplanned,
            "guess": plan.guess,
            "seed": plan.seed,
            "size": plan.size,
            "plays": plan.plays,
            "played": plan.played,
        }
        if rule_of(plan.vary) is not None:
            table["player"] = strategy_table(plan.player)
        boards = run_file.boards_of([curves.setting], self.boards)
        return {**table, "boards": boards} if boards else table

    def do_keep(self, gesture: Gesture) -> None:
        """Save the sweep with all its games as a file."""
        plan = self.curves.sweep
        if plan.done:
            text = sweep_file.write_sweep(self._file_table())
            self.page.download(f"titledeed-sweep-{plan.seed}.json", text)

    def do_file(self, gesture: Gesture) -> None:
        """Let a person choose the file of a sweep; it is opened by :meth:`reopen`."""
        self.page.ask_for_file()

    def reopen(self, text: str) -> None:
        """Show a sweep from a file. If the file holds none, tell people and change nothing."""
        curves, _ = self.curves, self.app.catalogue
        try:
            table = sweep_file.read_sweep(text)
            boards = {**self.app.boards, **table.get("boards", {})}
            swept = swept_named(table["vary"])
            if swept is None:
                raise FormError(_("This version of the program can’t vary what this sweep varies."))
            check_values(swept, table["values"])
            player = sweep_file.player_of(table)
            record = table_of(table["setting"], _, boards)
            put_player(record, swept.id, player)
            setting = batch_games.Setting.of(record)
            games = (game for games in table["played"] for game in games if game)
            if any(len(game["worth"]) != len(setting.record.seats) for game in games):
                raise LoadError("The file is damaged: it doesn’t contain a sweep.")
        except (FormError, LoadError) as trouble:
            curves.study, curves.sweep.trouble = "sweep", _.sentence(str(trouble))
            self.page.announce(curves.sweep.trouble)
            return
        self.stop()
        values = table["values"]
        plan = SweepState(
            **{key: table[key] for key in ("vary", "measure", "aim", "guess", "size", "seed")},
            **{key: table[key] for key in ("planned", "unplanned", "plays")},
            player=player,
            first=values[0],
            last=values[-1],
            points=len(values),
        )
        if plan.values != values:
            curves.study = "sweep"
            curves.sweep.trouble = _("The values of this sweep aren’t evenly spaced.")
            self.page.announce(curves.sweep.trouble)
            return
        plan.played = [games + [None] * (plan.size - len(games)) for games in table["played"]]
        curves.study, curves.setting, curves.sweep = "sweep", table["setting"], plan
        curves.boards, curves.whole_class = table.get("boards", {}), False
        curves.games.clear()
        plan.state = "stopped" if plan.done else "new"
        if plan.done == plan.total:
            plan.state = "done"
            self.sweep_over()

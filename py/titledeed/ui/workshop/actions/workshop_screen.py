"""The actions of the bot workshop: writing, running, looking at games, and bots as files and links."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final

from ....bots.written_bots import is_written, written_id
from ....engine.errors import LoadError
from ....storage.store import Store
from ....workshop.bot_file import (
    MARK,
    NAME,
    BotFile,
    bot_link,
    clean_name,
    read_bot,
    read_bot_link,
    write_bot,
)
from ....workshop.fence_answers import (
    BadAnswerError,
    RunCounts,
    read_counts,
    read_game,
    read_printed,
)
from ....workshop.findings import Finding, fixed, read_finding
from ....workshop.practice import GAMES, LIMITS, OPPONENTS
from ....workshop.steps import FREE, SEED, Goal
from ...actions.declare_actions import actions_of
from ...page_port import CodeEditor, Fence, Gesture, Page, Timer
from ...render.jinja_renderer import JinjaRenderer
from ...state import AppState
from ...views.page.edition_words import words_view
from ..state.workshop import IDS, MOST_PRINTED, WorkshopRun, WorkshopState
from ..views.tournament import tournament_view
from ..views.workshop import KEYS, workshop_view
from .tournament_desk import TournamentDesk

PLACE: Final = "workshop"
CUP: Final = "workshop=tournament"
CUPS: Final = (
    "tournament",
    "nameless-tournament",
)  # the tournament, the same without authors' names
STORED: Final = "workshop"
LIMIT: Final = 1900.0  # milliseconds without a sign of life after which a program is stopped
READING: Final = 600.0  # milliseconds after the last letter, when a program is read
SAVING: Final = 1000.0  # milliseconds after a change, when it is stored
EDITOR: Final = "#workshop-code"


class WorkshopScreen:
    """The workshop; it takes the laboratory's place on the page (:class:`~...state.Laboratory`)."""

    def __init__(
        self,
        page: Page,
        screen: JinjaRenderer,
        store: Store,
        app: AppState,
        watch: Callable[[dict[str, Any], str, str], None],
        leave: Callable[[], None],
        seat: Callable[[str, str], str],
    ) -> None:
        """``watch`` shows a record as a replay with a title and a note; ``leave`` leaves the workshop.

        ``seat`` puts a bot's id with its program at this device's tables, and leaves; it returns why not, or
        ""."""
        self.page, self.screen, self.store, self.app = page, screen, store, app
        self._watch, self._leave, self._seat = watch, leave, seat
        self.workshop = WorkshopState()
        self.desk = TournamentDesk(
            page,
            app,
            self._changed,
            lambda record, title: self._watch(record, title, ""),
            self._blocked,
            store,
        )
        self.actions = {**actions_of("workshop-", self), **actions_of("workshop-", self.desk)}
        self._fence: Fence | None = None
        self._editor: CodeEditor | None = None
        self._reading, self._saving = Timer(page), Timer(page)
        self._step = ""  # the step whose program is in the editor
        table = store.here(STORED).get("")
        if table is not None:
            with suppress(LoadError):  # a damaged draft is none
                self.workshop.recall(table)
        self._known = self.workshop.table()  # what this window has stored or read last
        page.when_hidden(self._put_now)

    # ------------------------------------------------------------ as the page's third screen

    @property
    def place(self) -> str:
        return CUP if self.desk.on else PLACE

    @property
    def collects(self) -> bool:
        return False

    def show(self, name: str) -> None:
        """Turn to the step of this name, if there is one, or to the tournament."""
        if name in IDS:
            self._turn_to(name)
        elif name in CUPS:
            self.desk.open(hides_names=name == CUPS[1])

    def opened_by_person(self) -> None:
        """Nothing depends on it."""

    def storage_changed(self, key: str) -> None:
        """Another window has stored its programs: take over those that this window has not changed."""
        if key.endswith(STORED) and self._merge():
            self._changed()

    def focus(self) -> None:
        self.page.focus("#workshop-look h2" if self.workshop.offered else "#lab h1")

    def put_away(self) -> None:
        """Nothing depends on it."""

    def open_link(self, fragment: str, again: bool = False) -> None:
        """Open a link to the workshop, its tournament or a bot. A bot is shown first."""
        if fragment == f"#{CUP}":
            self.desk.open()
        elif fragment == f"#{PLACE}" and self.desk.on:
            self.desk.pause()
            self.desk.on = False
        if fragment.startswith(MARK) and not again:
            self._offer(lambda: read_bot_link(fragment))

    def open_file(self, text: str, name: str = "") -> None:
        """Open a bot's file. The bot is shown first, unless it is handed in for the tournament."""
        if self.desk.on:
            self.desk.open_files([(name, text.encode("utf-8", "replace"))])
            return
        if self.workshop.offered is not None:
            self._say(
                self.app.catalogue(
                    "Only one bot is shown at a time. Close this one to open another."
                )
            )
            return
        self._offer(lambda: read_bot(text, name))

    def _offer(self, read: Callable[[], BotFile]) -> None:
        try:
            self.workshop.offered = read()
            self.workshop.note = ""
        except LoadError as trouble:
            self.workshop.offered = None
            self._say(self.app.catalogue.sentence(str(trouble)))

    def render(self) -> None:
        """Draw the workshop again."""
        catalogue, workshop = self.app.catalogue, self.workshop
        if self.desk.on and workshop.offered is None:
            blocked = workshop_view(workshop, catalogue)["blocked"]
            cup = tournament_view(self.desk.state, self.desk.playing, blocked, catalogue)
            table = {"cup": cup, "w": words_view(catalogue), "lang": catalogue.language}
            self.page.patch("lab", self.screen.render("workshop/tournament.html", table))
            self.page.attributes({"place": self.place})
            return
        view = {
            **workshop_view(workshop, catalogue),
            "w": words_view(catalogue),
            "lang": catalogue.language,
        }
        self.page.patch("lab", self.screen.render("workshop/frame.html", view))
        self.page.attributes({"place": self.place})
        if workshop.offered is None:
            self._show_editor()

    def _show_editor(self) -> None:
        workshop = self.workshop
        if self._editor is None or not self._editor.there():
            keys: dict[str, Callable[[], None]] = {
                "Mod-Enter": lambda: self.do_run(Gesture("key")),
                "Mod-Shift-Enter": lambda: self.do_decision(Gesture("key")),
                "Mod-.": lambda: self.do_stop(Gesture("key")),
            }
            label = self.app.catalogue(
                "Program of the bot. Tab indents. To leave the editor, press Escape, then Tab."
            )
            self._editor = self.page.code_editor(EDITOR, label, workshop.code, self._typed, keys)
            self._step = workshop.at
            self._warm()
        elif self._step != workshop.at:
            self._step = workshop.at
            self._editor.write(workshop.code)
        moment = workshop.shown
        said = moment.line if moment is not None and moment.finding is None else 0
        self._editor.mark([finding.line for finding in workshop.findings], said)

    def _changed(self) -> None:
        if self.app.lab is self:
            self.render()

    def handle_gesture(self, gesture: Gesture) -> None:
        """Do the action of this gesture."""
        if gesture.kind != "change":
            self.desk.clear_notes()
        self.actions[gesture.do](gesture)

    def do_leave(self, gesture: Gesture) -> None:
        """Leave the workshop."""
        self.closed()
        self._leave()

    def closed(self) -> None:
        """Stop everything, as the workshop is left."""
        self.do_stop(Gesture("click"))
        self.desk.pause()
        if self._fence is not None:
            self._fence.end()
            self._fence = None

    def _say(self, text: str) -> None:
        self.workshop.note = text
        self.page.announce(text)

    def _keep(self) -> None:
        self._saving.after(SAVING, self._put)

    def _put_now(self) -> None:
        if self._saving.on:
            self._saving.stop()
            self._put()

    def _put(self) -> None:
        changed = self._merge()
        self._known = self.workshop.table()
        self.store.put(STORED, self._known)
        if changed:
            self._changed()

    def _merge(self) -> bool:
        """Take over what another window has stored since. Return whether it has."""
        workshop, stored = self.workshop, self.store.here(STORED).get("")
        if stored is None or stored == self._known:
            return False
        code = workshop.code
        try:
            workshop.merge(self._known, stored)
        except LoadError:  # a damaged draft is none
            return False
        self._known = stored
        if workshop.code != code:
            if workshop.at == FREE:
                self._renew()
            workshop.findings, workshop.read = [], False
            if self._editor is not None and self._step == workshop.at:
                self._editor.write(workshop.code)
            self._read_soon()
        return True

    # ------------------------------------------------------------ the fence

    def _box(self) -> Fence:
        if self._fence is None:
            self._fence = self.page.fence(self._failed)
        return self._fence

    def _warm(self) -> None:
        self._box().warm()
        self._read_soon()

    def _renew(self) -> None:
        """Close the fence: somebody else may have written the next program, and no two authors share a
        Python."""
        if self._fence is not None:
            self._fence.end()
            self._fence = None
            if self.app.lab is self:
                self._warm()

    def _blocked(self, reason: str) -> None:
        """No program can run, for this reason; "" if that may be tried again."""
        self.workshop.blocked = reason

    def do_again(self, gesture: Gesture) -> None:
        """Try again to start the fence."""
        if self.workshop.blocked == "slow":
            self._blocked("")
            if not self.desk.on:
                self._warm()
            self.render()
            self.page.focus("#cup-go" if self.desk.on else "#workshop-run")

    def _failed(self, reason: str) -> None:
        self._blocked(reason)
        self._fence = None
        if self.workshop.run is not None and self.workshop.run.going:
            self.workshop.run.going, self.workshop.run.stopped = False, True
        self.workshop.coming = False
        self._changed()

    def _ask(
        self,
        question: dict[str, Any],
        done: Callable[[dict[str, Any]], None],
        alive: Callable[[dict[str, Any]], None] | None = None,
    ) -> None:
        code = question["code"]

        def answered(answer: dict[str, Any]) -> None:
            if code != self.workshop.code and question["do"] == "read":
                return  # it has been changed since
            self._take_printed(answer)
            done(answer)
            self._changed()

        self._box().ask(question, LIMIT, answered, alive)

    def _take_printed(self, answer: dict[str, Any]) -> None:
        workshop = self.workshop
        lines = read_printed(answer)
        more = answer.get("left_out")
        if isinstance(more, int) and more > 0:
            lines.append(self.app.catalogue("(More was printed than can be shown.)"))
        workshop.printed = (workshop.printed + lines)[-MOST_PRINTED:]

    def _fault(self, answer: dict[str, Any]) -> bool:
        """Show what was wrong. Return whether anything was."""
        workshop, why = self.workshop, answer.get("broken")
        finding: Finding | None = None
        if why == "late":
            finding = Finding("too-slow")
        elif why == "long":
            finding = Finding("long-game")
        elif why == "dead":
            finding = Finding("broke-python")
        elif why:
            return True  # no fence: the page says so
        elif "refused" in answer:
            finding = Finding("other", 0, {"says": str(answer["refused"])[:80]})
        else:
            finding = read_finding(answer.get("finding"))
        if finding is None:
            return False
        workshop.findings = [finding]
        line = f"{self.app.catalogue('Line {n}', n=finding.line)}: " if finding.line else ""
        self.page.announce(line + finding.sentence(self.app.catalogue))
        return True

    # ------------------------------------------------------------ writing

    def _typed(self, text: str) -> None:
        """A person has changed the program."""
        workshop = self.workshop
        workshop.code = text
        had = workshop.findings or workshop.read
        workshop.findings, workshop.read = [], False
        self._keep()
        self._read_soon()
        if had:
            self._changed()

    def _read_soon(self) -> None:
        self._reading.after(READING, self._read)

    def _read(self) -> None:
        workshop = self.workshop
        if self.app.lab is not self or workshop.blocked or self._busy:
            return

        def done(answer: dict[str, Any]) -> None:
            if self._fault(answer):
                return
            found = answer.get("findings")
            rows = [read_finding(row) for row in found[:20]] if isinstance(found, list) else []
            workshop.findings = [finding for finding in rows if finding is not None]
            workshop.read = not workshop.findings

        self._ask({"do": "read", "code": workshop.code}, done)

    @property
    def _busy(self) -> bool:
        run = self.workshop.run
        return self.workshop.coming or (run is not None and run.going)

    def _replace(self, code: str) -> None:
        """Put another program into the editor."""
        self.workshop.code = code
        self.workshop.findings, self.workshop.read = [], False
        if self._editor is not None:
            self._editor.write(code)
        self._keep()
        self._read_soon()

    def do_fix(self, gesture: Gesture) -> None:
        """Make the correction of a finding."""
        number = int(gesture.arg) if gesture.arg.isdecimal() else -1
        found = self.workshop.findings
        if 0 <= number < len(found) and (fix := found[number].fix) is not None:
            line = found[number].line
            self._replace(fixed(self.workshop.code, fix))
            self.render()
            if self._editor is not None:
                self._editor.go_to(line)

    def do_line(self, gesture: Gesture) -> None:
        """Go to a line of the program."""
        if self._editor is not None and gesture.arg.isdecimal():
            self._editor.go_to(int(gesture.arg))

    def do_key(self, gesture: Gesture) -> None:
        """Type a sign that many phones hide."""
        number = int(gesture.arg) if gesture.arg.isdecimal() else -1
        if self._editor is not None and 0 <= number < len(KEYS):
            self._editor.insert(*KEYS[number])

    def do_name(self, gesture: Gesture) -> None:
        """Rename the bot."""
        if gesture.kind in ("change", "submit"):
            self.workshop.name = clean_name(gesture.fields.get("name", ""))
            self._keep()
            self.render()

    def do_against(self, gesture: Gesture) -> None:
        """Choose the opponents, and the limit of rounds."""
        if gesture.kind == "change":
            limits = {str(limit): limit for limit in LIMITS}
            self.workshop.limit = limits.get(gesture.fields.get("limit", ""), self.workshop.limit)
            count = len(self.workshop.against)
            chosen = [gesture.fields.get(f"against-{n}", "") for n in range(count)]
            self.workshop.against = [bot for bot in chosen if bot in OPPONENTS] or ["steady"]
            self._keep()
            self.render()

    def do_hint(self, gesture: Gesture) -> None:
        """Show one more hint."""
        self.workshop.hints += 1
        self.render()

    def do_way(self, gesture: Gesture) -> None:
        """Show our solution below the task, or hide it."""
        self.workshop.shows_way = not self.workshop.shows_way
        self.render()

    def do_take_way(self, gesture: Gesture) -> None:
        """Put our solution into the editor."""
        step = self.workshop.step
        if step is not None:
            self.workshop.shows_way = False
            self._replace(step.solution)
            self.render()
            self.page.focus("#workshop-run")

    def do_restart(self, gesture: Gesture) -> None:
        """Begin the step again with its first program."""
        self._replace(self.workshop.first_code(self.workshop.at))
        self.render()

    def do_step(self, gesture: Gesture) -> None:
        """Turn to another step."""
        self._turn_to(gesture.arg)
        self.render()
        self.page.focus("#workshop-task")

    def do_see(self, gesture: Gesture) -> None:
        """Go to the result of the games, which on a phone is far below the buttons."""
        self.page.focus("#workshop-result")

    def _turn_to(self, id: str) -> None:
        workshop = self.workshop
        if id not in IDS or id == workshop.at:
            return
        self.do_stop(Gesture("click"))
        before = workshop.code
        was, workshop.at = workshop.at, id
        if id == FREE and FREE not in workshop.programs:
            workshop.programs[FREE] = before
        if FREE in (was, id) and workshop.code != before:
            self._renew()
        workshop.forget_results()
        self._keep()
        self._read_soon()

    # ------------------------------------------------------------ running

    def do_run(self, gesture: Gesture) -> None:
        """Play 100 games for each goal of the step, or against the chosen opponents."""
        workshop = self.workshop
        if workshop.blocked or self._busy:
            return
        self._reading.stop()  # running it finds more than reading it
        workshop.run = WorkshopRun(workshop.goals, rounds=workshop.rounds)
        workshop.findings, workshop.printed, workshop.note = [], [], ""
        self._keep()
        self._play(workshop.run, workshop.code)
        self.render()

    def _play(self, run: WorkshopRun, code: str) -> None:
        """Play the games for the next goal of the run."""
        n = len(run.counts)
        if n == len(run.goals):
            run.going = False
            self._ended(run)
            return
        goal = run.goals[n]
        run.counts.append(RunCounts())

        def alive(table: dict[str, Any]) -> None:
            if run is self.workshop.run:
                run.counts[n] = read_counts(table, GAMES)
                self._changed()

        def done(answer: dict[str, Any]) -> None:
            if run is not self.workshop.run:
                return
            try:
                if "counts" in answer:
                    run.counts[n] = read_counts(answer["counts"], GAMES)
            except BadAnswerError:
                answer = {"broken": "dead"}
            if self._fault(answer):
                run.going, run.stopped = False, True
                self._show_fault(answer, n, code)
                return
            self._play(run, code)

        self._ask(self._question("practice", goal, code, first=0, games=GAMES), done, alive)

    def _question(self, do: str, goal: Goal, code: str, **more: Any) -> dict[str, Any]:
        question = {"do": do, "code": code, "against": list(goal.against), "seed": SEED}
        return {**question, "rounds": self.workshop.rounds, **more}

    def _show_fault(self, answer: dict[str, Any], goal: int, code: str) -> None:
        """Show the decision at which the program has failed."""
        number = answer.get("game")
        if isinstance(number, int) and 0 <= number < GAMES:
            self._look(goal, code, number, last=True)

    def _ended(self, run: WorkshopRun) -> None:
        workshop = self.workshop
        if run.reached and workshop.step is not None:
            at = workshop.at
            if at not in workshop.reached:
                workshop.reached.append(at)
            later = IDS[IDS.index(at) + 1]
            workshop.before[later] = run.counts[0].won
            self._keep()
        view = workshop_view(workshop, self.app.catalogue)["run"]
        if view is not None:
            self.page.announce(view["verdict"])

    def do_stop(self, gesture: Gesture) -> None:
        """Stop at once."""
        workshop = self.workshop
        if not self._busy:
            return
        if self._fence is not None:
            self._fence.stop()
        if workshop.run is not None and workshop.run.going:
            workshop.run.going, workshop.run.stopped = False, True
        workshop.coming = False
        self._changed()
        if self._fence is not None and self.app.lab is self:
            self._fence.warm()

    def do_decision(self, gesture: Gesture) -> None:
        """Show the bot's next decision in the game that is looked at, with the present program."""
        game = self.workshop.game
        number, n = (self.workshop.game_number, self.workshop.game_goal) if game else (0, 0)
        self._look(n, self.workshop.code, number, at=self.workshop.moment + bool(game))

    def do_game(self, gesture: Gesture) -> None:
        """Play one game, and show it as a replay."""
        self._look(0, self.workshop.code, 0, watch=True)

    def do_lost(self, gesture: Gesture) -> None:
        """Look at a lost game of the run: against which opponents, and its number."""
        goal, _space, number = gesture.arg.partition(" ")
        if goal.isdecimal() and number.isdecimal() and int(number) < GAMES:
            self._look(int(goal), self.workshop.code, int(number))

    def _look(
        self,
        goal: int,
        code: str,
        number: int,
        at: int = 0,
        *,
        last: bool = False,
        watch: bool = False,
    ) -> None:
        """Play a game against the bots of a goal, and show one of its decisions, or the game as a replay."""
        workshop = self.workshop
        if workshop.blocked or self._busy or goal >= len(workshop.goals):
            return
        self._reading.stop()
        workshop.coming = True

        def done(answer: dict[str, Any]) -> None:
            workshop.coming = False
            fault = self._fault(answer)
            try:
                if "record" in answer:
                    workshop.game = game = read_game(answer)
                    most = max(len(game.moments) - 1, 0)
                    workshop.moment = most if last or fault else min(at, most)
                    workshop.game_number, workshop.game_goal = number, goal
            except BadAnswerError:
                self._fault({"broken": "dead"})
                return
            if watch and not fault and workshop.game is not None:
                self.watch_game()

        self._ask(self._question("game", workshop.goals[goal], code, game=number), done)
        self.render()

    def do_moment(self, gesture: Gesture) -> None:
        """Step to another decision of the game."""
        game = self.workshop.game
        if game is None:
            return
        most = len(game.moments) - 1
        to = {"first": 0, "back": self.workshop.moment - 1, "last": most}
        self.workshop.moment = min(max(to.get(gesture.arg, self.workshop.moment + 1), 0), most)
        self.render()

    def do_watch(self, gesture: Gesture) -> None:
        """Show the game that is looked at as a replay."""
        self.watch_game()

    def watch_game(self) -> None:
        """Show the game that is looked at as a replay."""
        workshop, game = self.workshop, self.workshop.game
        if game is None:
            return
        _ = self.app.catalogue
        title = _("{bot}, practice game {n}", bot=workshop.name, n=workshop.game_number + 1)
        self.closed()
        self._watch(game.table, title, "")

    # ------------------------------------------------------------ files and links

    @property
    def bot(self) -> BotFile:
        """The present bot."""
        return BotFile(self.workshop.name, self.workshop.code)

    def do_save(self, gesture: Gesture) -> None:
        """Save the bot as a file."""
        self.page.download(self.bot.file_name, write_bot(self.bot))

    def do_enter(self, gesture: Gesture) -> None:
        """Enter the present bot in the tournament of this device, and show the tournament."""
        self.do_stop(Gesture("click"))
        self.desk.do_cup(gesture)
        self.desk.enter([("", self.bot)])

    def do_link(self, gesture: Gesture) -> None:
        """Copy a link to the bot."""
        _ = self.app.catalogue
        try:
            address = self.page.address() + bot_link(self.bot)
        except LoadError as trouble:
            self._say(_.sentence(str(trouble)))
            self.render()
            return

        def copied(well: bool) -> None:
            n = len(address)
            self._say(
                _("The link is copied. It has {n} characters.", n=n)
                if well
                else _("The link couldn’t be copied. Save the bot as a file instead.")
            )
            self._changed()

        self.page.copy(address, copied)

    def do_open(self, gesture: Gesture) -> None:
        """Choose a bot's file."""
        self.page.ask_for_file()

    def do_accept(self, gesture: Gesture) -> None:
        """Take the offered bot into the workshop, against any opponents. It does not run yet."""
        offered = self.workshop.offered
        if offered is not None:
            self.workshop.offered = None
            self._take(offered)

    def do_earlier(self, gesture: Gesture) -> None:
        """Open a bot again that another one has replaced."""
        number = int(gesture.arg) if gesture.arg.isdecimal() else -1
        if 0 <= number < len(self.workshop.earlier):
            self._take(self.workshop.earlier[number])

    def _take(self, bot: BotFile) -> None:
        self.do_stop(Gesture("click"))
        before = self.workshop.earlier[:1]
        self.workshop.take(bot)
        self._renew()
        self._step = ""
        self._keep()
        if self.workshop.earlier[:1] not in ([], before):
            self._say(self.app.catalogue("The bot that was open here is now under “Earlier bots”."))
        self.render()
        self.page.focus("#lab h1")

    def do_seat(self, gesture: Gesture) -> None:
        """Put the offered bot, or the present one, at a table of this device. A table asks it only once a
        game begins."""
        bot = self.workshop.offered or self.bot
        id = written_id(bot.name, bot.key)
        if not is_written(id):  # a name that not every device can show
            id = written_id(NAME, bot.key)
        self.closed()
        trouble = self._seat(id, bot.code)
        if trouble:
            self._say(trouble)
            self.render()
        else:
            self.workshop.offered = None

    def do_refuse(self, gesture: Gesture) -> None:
        """Do not take the offered bot."""
        self.workshop.offered = None
        self.render()
        self.page.focus("#lab h1")

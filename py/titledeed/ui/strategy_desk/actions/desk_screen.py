"""The actions of the strategy desk: rules, their measured games, and players as programs, files and links."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any, Final

from ....engine.errors import LoadError
from ....storage.store import Store
from ....strategies.playing_rules import CHOICE, DEFAULT, RULES, SWITCH, with_rule
from ....strategies.strategy_file import Strategy, clean_name, read_strategy, write_strategy
from ....strategy_desk.measuring import CALL, GAMES, LIMITS, OPPONENTS, WATCH, Run, jobs, watched
from ....strategy_desk.python_program import python_program
from ....strategy_desk.strategy_link import MARK, read_strategy_link, strategy_link
from ...actions.declare_actions import actions_of
from ...page_port import BackgroundWork, Gesture, Page
from ...render.jinja_renderer import JinjaRenderer
from ...setup_form import clean_name as clean_seat_name
from ...state import AppState
from ...views.page.edition_words import words_view
from ..state.desk import DeskState
from ..views.desk import desk_view

PLACE: Final = "strategy-desk"
STORED: Final = "strategy-desk"


class StrategyDesk:
    """The strategy desk; it takes the laboratory's place on the page (:class:`~...state.Laboratory`)."""

    def __init__(
        self,
        page: Page,
        screen: JinjaRenderer,
        store: Store,
        app: AppState,
        watch: Callable[[dict[str, Any], str, str], None],
        leave: Callable[[], None],
        seat: Callable[[str, str], str],
        in_workshop: Callable[[str, str], None],
        enter: Callable[[Sequence[tuple[str, str, str]]], None],
    ) -> None:
        """``watch`` shows a record as a replay with a title and a note; ``leave`` leaves the desk; ``seat``
        puts a player's file at the table under its id, or returns why not; ``in_workshop`` opens a
        program in the workshop under a name; ``enter`` enters programs in the tournament."""
        self.page, self.screen, self.store, self.app = page, screen, store, app
        self._watch, self._leave, self._seat, self._in_workshop = watch, leave, seat, in_workshop
        self._enter = enter
        self.actions = actions_of("strategy-", self)
        self.desk = DeskState()
        self._work: BackgroundWork | None = None
        table = store.here(STORED).get("")
        if table is not None:
            with suppress(LoadError):  # a damaged draft is none
                self.desk.recall(table)
        self._known = self.desk.table()  # what this window has stored or read last

    # ------------------------------------------------------------ as the page's third screen

    @property
    def place(self) -> str:
        return PLACE

    @property
    def collects(self) -> bool:
        return False

    def show(self, name: str) -> None:
        """It has only one screen."""

    def opened_by_person(self) -> None:
        """Nothing depends on it."""

    def storage_changed(self, key: str) -> None:
        """Another window has stored its player: take it over, unless this window has changed its own."""
        if key.endswith(STORED) and self._merge():
            self._changed()

    def focus(self) -> None:
        self.page.focus("#strategy-look h2" if self.desk.offered else "#lab h1")

    def put_away(self) -> None:
        """Nothing depends on it."""

    def open_link(self, fragment: str, again: bool = False) -> None:
        """Open a link to the desk or to a player, which is shown first."""
        if fragment.startswith(MARK) and not again:
            self._offer(lambda: read_strategy_link(fragment))

    def open_file(self, text: str, name: str = "") -> None:
        """Open a player's file. The player is shown first."""
        self._offer(lambda: read_strategy(text))

    def _offer(self, read: Callable[[], Strategy]) -> None:
        try:
            self.desk.offered = read()
            self.desk.note = ""
        except LoadError as trouble:
            self.desk.offered = None
            self._say(self.app.catalogue.sentence(str(trouble)))

    def render(self) -> None:
        """Draw the desk again."""
        catalogue = self.app.catalogue
        view = {
            **desk_view(self.desk, catalogue),
            "w": words_view(catalogue),
            "lang": catalogue.language,
        }
        self.page.patch("lab", self.screen.render("strategy_desk/frame.html", view))
        self.page.attributes({"place": self.place})

    def _changed(self) -> None:
        if self.app.lab is self:
            self.render()

    def handle_gesture(self, gesture: Gesture) -> None:
        """Do the action of this gesture."""
        if gesture.do in self.actions:
            self.actions[gesture.do](gesture)

    def do_leave(self, gesture: Gesture) -> None:
        """Leave the desk."""
        self._stop()
        self._leave()

    def _say(self, text: str) -> None:
        self.desk.note = text
        self.page.announce(text)

    def _keep(self) -> None:
        self._merge()
        self._known = self.desk.table()
        self.store.put(STORED, self._known)

    def _merge(self) -> bool:
        """Take over what another window has stored since. Return whether it has."""
        stored = self.store.here(STORED).get("")
        if stored is None or stored == self._known:
            return False
        try:
            self.desk.merge(self._known, stored)
        except LoadError:  # a damaged draft is none
            return False
        self._known = stored
        return True

    # ------------------------------------------------------------ the rules

    def do_rules(self, gesture: Gesture) -> None:
        """Read all rules from the form."""
        if gesture.kind not in ("change", "submit"):
            return
        fields, rules = gesture.fields, self.desk.strategy.rules
        for rule in RULES:
            text = fields.get(rule.key)
            value: object = text
            if rule.kind == SWITCH:
                value = bool(text)
            elif rule.kind != CHOICE:
                try:
                    value = float(text or "")
                except ValueError:
                    continue
            rules = with_rule(rules, rule, value) or rules
        self.desk.put(rules)
        self._keep()
        self.render()

    def do_usual(self, gesture: Gesture) -> None:
        """Set all rules to their usual values."""
        self.desk.set_aside()
        self.desk.put(DEFAULT)
        self._keep()
        self.render()
        self.page.focus("#lab h1")

    def do_back(self, gesture: Gesture) -> None:
        """Take the rules of the run before."""
        before = self.desk.before
        if before is not None:
            self.desk.put(before.strategy.rules)
            self._keep()
            self.render()

    def do_name(self, gesture: Gesture) -> None:
        """Rename the player."""
        if gesture.kind in ("change", "submit"):
            name = clean_name(gesture.fields.get("name", ""))
            self.desk.strategy = replace(self.desk.strategy, name=name)
            self.desk.program = ""
            self._keep()
            self.render()

    def do_against(self, gesture: Gesture) -> None:
        """Choose the opponents, and the limit of rounds."""
        bot, limit = (gesture.fields.get(name, "") for name in ("against", "limit"))
        if gesture.kind == "change":
            if bot in OPPONENTS:
                self.desk.against = bot
            self.desk.limit = {str(n): n for n in LIMITS}.get(limit, self.desk.limit)
            self._keep()
            self.render()

    # ------------------------------------------------------------ measuring

    def do_run(self, gesture: Gesture) -> None:
        """Play 100 games with these rules."""
        desk = self.desk
        if desk.going or desk.coming:
            return
        run = desk.begin_run()

        def done(job: int, played: Any) -> None:
            if run is not desk.run or not desk.going:
                return
            run.take(job, played)
            if run.done:
                self._ended(run)
            self._changed()

        self._work = self.page.work(
            CALL, jobs(run.strategy, run.against, run.rounds), done, self._failed
        )
        self.render()

    def _ended(self, run: Run) -> None:
        desk = self.desk
        desk.going = False
        desk.compared += desk.before is not None
        view = desk_view(desk, self.app.catalogue)["run"]
        if view is not None:
            self.page.announce(view["verdict"])

    def _failed(self, why: str) -> None:
        desk = self.desk
        if desk.going or desk.coming:
            desk.going = desk.coming = False
            self._say(self.app.catalogue("The games couldn’t be played: {why}", why=why))
            self._changed()

    def do_stop(self, gesture: Gesture) -> None:
        """Stop the run."""
        self._stop()
        self.render()

    def _stop(self) -> None:
        if self._work is not None:
            self._work.cancel()
            self._work = None
        self.desk.going = self.desk.coming = False

    def do_watch(self, gesture: Gesture) -> None:
        """Play one game of the run again, and show it as a replay."""
        desk, _ = self.desk, self.app.catalogue
        game = int(gesture.arg) if gesture.arg.isdecimal() else 0
        if desk.going or desk.coming or game >= GAMES:
            return
        old = desk.run is not None and gesture.arg != ""
        strategy = desk.run.strategy if old and desk.run else desk.strategy
        against = desk.run.against if old and desk.run else desk.against
        rounds = desk.run.rounds if old and desk.run else desk.limit
        desk.coming = True
        others = [_("Opponent {n}", n=n + 1) for n in range(3)]
        name = clean_seat_name(strategy.name)
        own = name if name and name not in others else "Strategist"
        title = _("{bot}, practice game {n}", bot=strategy.name, n=game + 1)

        def done(_job: int, answer: Any) -> None:
            if desk.coming:
                desk.coming = False
                self._watch(answer["record"], title, "")

        job = watched(strategy, against, game, [own, *others], rounds)
        self._work = self.page.work(WATCH, [job], done, self._failed)
        self.render()

    # ------------------------------------------------------------ at the table, as a program, file or link

    def do_seat(self, gesture: Gesture) -> None:
        """Put the player at a table of this device."""
        strategy = self.desk.offered or self.desk.strategy
        self._stop()
        trouble = self._seat(strategy.id, write_strategy(strategy))
        if trouble:
            self._say(trouble)
            self.render()
        else:
            self.desk.offered = None

    def do_python(self, gesture: Gesture) -> None:
        """Show the player as a Python program, or hide it."""
        desk = self.desk
        desk.program = "" if desk.program else python_program(desk.strategy, self.app.catalogue)
        self.render()
        if desk.program:
            self.page.focus("#strategy-program")

    def do_workshop(self, gesture: Gesture) -> None:
        """Open the player's program in the workshop."""
        program = python_program(self.desk.strategy, self.app.catalogue)
        self._stop()
        self._in_workshop(program, f"{self.desk.strategy.name}.py")

    def do_enter(self, gesture: Gesture) -> None:
        """Enter the player in the tournament, as a Python program."""
        self._stop()
        strategy = self.desk.strategy
        program = python_program(strategy, self.app.catalogue)
        self._enter([("", program, f"{strategy.name}.py")])

    def do_save(self, gesture: Gesture) -> None:
        """Save the player as a file."""
        strategy = self.desk.strategy
        self.page.download(strategy.file_name, write_strategy(strategy))

    def do_link(self, gesture: Gesture) -> None:
        """Copy a link to the player."""
        _ = self.app.catalogue
        address = self.page.address() + strategy_link(self.desk.strategy)

        def copied(well: bool) -> None:
            n = len(address)
            self._say(
                _("The link is copied. It has {n} characters.", n=n)
                if well
                else _("The link couldn’t be copied. Save the player as a file instead.")
            )
            self._changed()

        self.page.copy(address, copied)

    def do_open(self, gesture: Gesture) -> None:
        """Choose a player's file."""
        self.page.ask_for_file()

    def do_accept(self, gesture: Gesture) -> None:
        """Take the offered player to the desk."""
        offered, self.desk.offered = self.desk.offered, None
        if offered is not None:
            self._take(offered)

    def do_earlier(self, gesture: Gesture) -> None:
        """Open a player again that another one has replaced."""
        number = int(gesture.arg) if gesture.arg.isdecimal() else -1
        if 0 <= number < len(self.desk.earlier):
            self._take(self.desk.earlier[number])

    def _take(self, strategy: Strategy) -> None:
        self._stop()
        before = self.desk.earlier[:1]
        self.desk.take(strategy)
        self._keep()
        if self.desk.earlier[:1] not in ([], before):
            self._say(
                self.app.catalogue("The player that was open here is now under “Earlier players”.")
            )
        self.render()
        self.page.focus("#lab h1")

    def do_refuse(self, gesture: Gesture) -> None:
        """Do not take the offered player."""
        self.desk.offered = None
        self.render()
        self.page.focus("#lab h1")

"""The actions of the tournament: bots are handed in, a league and a final are played, moments are shown."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterator, Sequence
from typing import Any, Final

from ....engine.answers import Accept, Answer, Bid, Buy, Pass
from ....engine.errors import LoadError
from ....engine.generic_event import Event
from ....engine.record import Game
from ....engine.reducer import play_in_place
from ....language import asks
from ....language.narrator_of_journal_and_refusals import Narrator
from ....language.sentence_parts import plain_text
from ....odds import WHOLE, expected_odds, weights_ready
from ....storage.store import Store
from ....workshop.bot_file import LONGEST_NAME, BotFile, clean_name, read_bot
from ....workshop.findings import Finding
from ....workshop.refereed_game import RefereedGame
from ....workshop.tournament import (
    MEETS,
    MOST_BOTS,
    Entrant,
    Result,
    Stage,
    Tournament,
    digest_of,
    read_tournament,
)
from ...page_port import Gesture, Page, Timer
from ...state import AppState
from ..state.tournament import DecisiveMoment, TournamentState
from .guest_tables import GuestTables
from .tournament_storage import TournamentStorage

FENCES: Final = 4  # that are open at a time for each table; each takes some 150 MB
TABLES: Final = 2  # at which the bots of two fours play at a time, if there is memory for them
MEMORY: Final = 4.0  # gigabytes below which a device plays at one table at a time
STEP: Final = 900.0  # milliseconds between two positions of a moment that is shown again
SLICE: Final = 25.0
_SHOWN: Final = 5  # answers of a moment
_DRAWN: Final = 300.0  # milliseconds between two drawings of a running tournament
_STORED: Final = 4000.0  # milliseconds between two times that a running tournament is stored
WEIGHED: Final = (Accept, Buy, Bid, Pass)


class TournamentDesk:
    """Belongs to the workshop's screen, and shows itself in its place while ``on``."""

    def __init__(
        self,
        page: Page,
        app: AppState,
        render: Callable[[], None],
        watch: Callable[[dict[str, Any], str], None],
        blocked: Callable[[str], None],
        store: Store,
    ) -> None:
        """``watch`` shows a record as a replay with this title; ``blocked`` gets why no program can run, and
        "" when that is tried again."""
        self._page, self._app, self._render, self._watch = page, app, render, watch
        self._blocked = blocked
        self.on = False
        self.state = TournamentState()
        self._tables: GuestTables | None = None
        self._games: dict[int, int] = {}  # the number of each game that is played, by its identity
        self._drawing, self._stepping, self._weighing = Timer(page), Timer(page), Timer(page)
        self._storage, self._keeping = TournamentStorage(store), Timer(page)
        self._waiting: list[Callable[[], None]] | None = None  # until the stored one has been read
        self._recalled = False

    # ------------------------------------------------------------ the bots

    def enter(self, bots: Sequence[tuple[str, BotFile]]) -> None:
        """Take the bots that people have handed in, each with its author's name. Nothing runs yet.

        What has become of each is said. A second bot of the same name gets a number."""
        self._when_recalled(lambda: self._enter(bots))

    def _enter(self, bots: Sequence[tuple[str, BotFile]]) -> None:
        state, _ = self.state, self._app.catalogue
        if state.tournament is not None and bots:
            self._say(_("The league has begun. You can enter more bots in a new tournament."))
            return
        for author, bot in bots:
            known = [
                entrant.bot.name
                for entrant in state.entrants
                if entrant.bot.key == bot.key and author in ("", entrant.author)
            ]
            if known:
                self._say(_("{bot} is already in the tournament.", bot=known[0]))
            elif len(state.entrants) >= MOST_BOTS:
                self._say(_("A tournament has room for {n} bots.", n=MOST_BOTS))
            else:
                names = {entrant.bot.name for entrant in state.entrants}
                state.entrants.append(
                    Entrant(author, BotFile(free_name(bot.name, names), bot.code))
                )
                self._fresh += 1
        if self._fresh:
            text = _.count("{n} bot entered.", "{n} bots entered.", self._fresh)
            state.notes[:] = [text, *(note for note in state.notes if note != self._counted)]
            self._counted = text
            self._page.announce(text)
        self._keep()
        self._render()

    _fresh, _counted = 0, ""

    def _say(self, text: str) -> None:
        if text not in self.state.notes:
            self.state.notes.append(text)
            self._page.announce(text)
        self._render()

    def clear_notes(self) -> None:
        """Forget what was said about the last files."""
        self.state.notes.clear()
        self._fresh, self._counted = 0, ""

    # ------------------------------------------------------------ across a reload

    def open(self, hides_names: bool = False) -> None:
        """Show the tournament, with what is stored on this device."""
        self.on = True
        self._when_recalled(lambda: None)
        if hides_names:
            self._when_recalled(lambda: setattr(self.state, "hides_names", True))

    def _when_recalled(self, then: Callable[[], None]) -> None:
        if self._recalled:
            then()
            return
        if self._waiting is not None:
            self._waiting.append(then)
            return
        self._waiting = [then]

        def read(stored: TournamentState | None) -> None:
            self._recalled = True
            if stored is not None:
                self.state = stored
            waiting, self._waiting = self._waiting or [], None
            for call in waiting:
                call()
            self._render()

        self._storage.recall(read)

    def _keep(self, later: float = 0.0) -> None:
        """Store the tournament, after so many milliseconds at the latest."""
        if not later:
            self._keeping.stop()
            self._storage.keep(self.state)
        elif not self._keeping.on:
            self._keeping.after(later, self._keep)

    def do_cup(self, gesture: Gesture) -> None:
        """Show the tournament."""
        self.open()
        self._render()
        self._page.focus("#lab h1")

    def do_cup_leave(self, gesture: Gesture) -> None:
        """Return to the workshop. A running stage pauses."""
        self.pause()
        self.on = False
        self._render()
        self._page.focus("#lab h1")

    def do_cup_files(self, gesture: Gesture) -> None:
        """Choose bots' files, or the file of a tournament."""
        self._page.choose_files(self.open_files)

    def open_files(self, files: Sequence[tuple[str, bytes]]) -> None:
        """Take chosen files: bots, or a tournament."""
        self._when_recalled(lambda: self._open_files(files))

    def _open_files(self, files: Sequence[tuple[str, bytes]]) -> None:
        bots, _ = [], self._app.catalogue
        for path, content in files:
            # A class names its student before the file's own name, which contains no slash.
            author, _slash, name = path.rpartition("/")
            why = ""
            try:
                text = content.decode("utf-8")
                if text.lstrip().startswith("{"):
                    self._offer(read_tournament(text))
                    continue
                bots.append((clean_name(author) if author else "", read_bot(text, name)))
            except UnicodeDecodeError:
                why = _("The file is not text, so it contains no bot.")
            except LoadError as trouble:
                why = _.sentence(str(trouble))
            if why:
                self._say(why if self.state.hides_names else _("{a}: {b}", a=name, b=why))
        if bots:
            self._enter(bots)

    def _offer(self, tournament: Tournament) -> None:
        """Open a tournament's file; ask first if it would replace bots or games of this device."""
        own = self.state.tournament
        if self.state.entrants and (own is None or own.text() != tournament.text()):
            self.state.asking, self.state.offered = "open", tournament
            self._ask()
        else:
            self._show_saved(tournament)

    def _ask(self) -> None:
        self._render()
        self._page.focus("#cup-ask")

    def _show_saved(self, tournament: Tournament) -> None:
        self.pause()
        hidden = self.state.hides_names
        self.state = TournamentState(tournament.name, tournament.entrants, tournament)
        self.state.hides_names = hidden
        self.state.finals = tournament.final is not None
        self._say(self._app.catalogue("The tournament has been opened."))
        self._keep()

    def do_cup_remove(self, gesture: Gesture) -> None:
        """Remove a bot before the league."""
        if self.state.tournament is None:
            self.state.entrants = [each for each in self.state.entrants if each.id != gesture.arg]
            self._keep()
            self._render()

    def do_cup_new(self, gesture: Gesture) -> None:
        """Ask whether the tournament's games may be forgotten."""
        self.state.asking = "new"
        self._ask()

    def do_cup_agree(self, gesture: Gesture) -> None:
        """Do what was asked: forget the tournament's games, but not the bots, or open the offered one."""
        asking, offered = self.state.asking, self.state.offered
        if asking == "open" and offered is not None:
            self._show_saved(offered)
        elif asking == "new":
            self.pause()
            hidden = self.state.hides_names
            self.state = TournamentState(self.state.name, self.state.entrants)
            self.state.hides_names = hidden
            self._keep()
        self._render()
        self._page.focus("#lab h1")

    def do_cup_disagree(self, gesture: Gesture) -> None:
        """Leave everything as it is."""
        self.state.asking, self.state.offered = "", None
        self._render()
        self._page.focus("#lab h1")

    def do_cup_names(self, gesture: Gesture) -> None:
        """Show or hide who wrote the bots."""
        self.state.hides_names = not self.state.hides_names
        self._keep()
        self._render()

    def do_cup_save(self, gesture: Gesture) -> None:
        """Save the tournament as a file."""
        if self.state.tournament is not None:
            self._page.download("title-deed-tournament.json", self.state.tournament.text())

    # ------------------------------------------------------------ the games

    def do_cup_start(self, gesture: Gesture) -> None:
        """Start the league, or go on with a stage."""
        state = self.state
        try:
            if state.tournament is None:
                title = state.name or self._app.catalogue("Tournament")
                state.tournament = Tournament.of(title, state.entrants, os.urandom(16).hex())
        except LoadError as trouble:
            self._say(self._app.catalogue.sentence(str(trouble)))
            return
        self._keep()
        self._play()

    def do_cup_final(self, gesture: Gesture) -> None:
        """Draw the secret of the final, and show its hash; the games begin with the next press."""
        state = self.state
        if state.tournament is None or not state.tournament.league.done:
            return
        if state.tournament.final is None:
            state.tournament.begin_final(os.urandom(16).hex())
            self._keep()
        self._weighing.stop()
        state.finals, state.moment, state.looking, state.looked_at = True, None, False, -1
        self._render()
        self._page.focus("#cup-go")

    def do_cup_stage(self, gesture: Gesture) -> None:
        """Show the league or the final."""
        if not self.state.going:
            self._weighing.stop()
            self.state.finals, self.state.moment = gesture.arg == "final", None
            self.state.looking, self.state.looked_at = False, -1
            self._render()

    def do_cup_pause(self, gesture: Gesture) -> None:
        """Pause. Games that are not over begin again later, with the same seeds."""
        self.pause()
        self._keep()
        self._render()

    def pause(self) -> None:
        """Stop playing, and close all fences."""
        self.state.going = self.state.looking = False
        if self._tables is not None:
            self._tables.stop()
            self._tables = None
        self._games.clear()
        for timer in (self._drawing, self._stepping, self._weighing):
            timer.stop()

    def _play(self) -> None:
        stage = self.state.stage
        if stage is None or stage.done or self.state.going:
            return
        self.state.going = True
        self._blocked("")
        self._tables = GuestTables(self._page, self._ended, self._found, self._failed)
        self._seat()
        self._render()

    def _failed(self, reason: str) -> None:
        self.pause()
        self._blocked(reason)
        self._render()

    def _found(self, bot: str, finding: Finding) -> None:
        self.state.findings[bot] = finding.sentence(self._app.catalogue)

    def _seat(self) -> None:
        """Begin the games of the next tables, as long as fences are free."""
        tournament, stage, tables = self.state.tournament, self.state.stage, self._tables
        if tournament is None or stage is None or tables is None:
            return
        codes = tournament.codes()
        playing = set(self._games.values())
        busy = {number // MEETS for number in playing}
        most = 1 if 0 < self._page.memory() < MEMORY else TABLES
        while len(busy) < most:
            waiting = [
                number
                for number in range(stage.games)
                if number not in stage.results and number // MEETS not in busy
            ]
            if not waiting:
                return
            open_now = set(tables.fences)
            best = max(
                dict.fromkeys(number // MEETS for number in waiting),
                key=lambda table: sum(
                    tournament.id(player) in open_now for player in stage.tables[table]
                ),
            )
            wanted = {tournament.id(player) for player in stage.tables[best]} & codes.keys()
            for bot in tables.fences:
                if len({*tables.fences} | wanted) > FENCES * most and bot not in wanted:
                    tables.close(bot)
            busy.add(best)
            for number in range(best * MEETS, (best + 1) * MEETS):
                if number not in stage.results:
                    game = RefereedGame(tournament.record(stage, number), stage.seed(number))
                    self._games[id(game)] = number
                    tables.play(game, codes)

    def _ended(self, game: RefereedGame) -> None:
        stage, number = self.state.stage, self._games.pop(id(game), None)
        if stage is None or number is None:
            return
        stage.results[number] = Result(game.winners, digest_of(game.lines), tuple(game.replaced))
        self.state.lines[self.state.finals, number] = game.lines
        if stage.done:
            self.pause()
            self._keep()
            self._page.announce(self._app.catalogue("All games have been played."))
            self._render()
            return
        self._keep(_STORED)
        self._seat()
        if not self._drawing.on:
            self._drawing.after(_DRAWN, self._render)

    @property
    def playing(self) -> list[RefereedGame]:
        """The games that are being played."""
        return self._tables.games if self._tables is not None else []

    # ------------------------------------------------------------ decisive moments

    def do_cup_moment(self, gesture: Gesture) -> None:
        """Look for the decisive moment of the next or an earlier game that was played here."""
        state = self.state
        numbers = sorted(n for finals, n in state.lines if finals == state.finals)
        if not numbers:
            return
        now = state.looked_at
        later = [n for n in numbers if n > now] or numbers
        earlier = [n for n in numbers if n < now] or numbers
        number = earlier[-1] if gesture.arg == "back" else later[0]
        state.looking, state.looked_at = True, number
        if weights_ready():
            self._weigh(number)
        else:
            stage = state.stage

            def fetched(trouble: str) -> None:
                if self.state.stage is not stage:
                    return
                if trouble:
                    self._found_none(
                        self._app.catalogue("A part of the program couldn’t be loaded. Try again.")
                    )
                else:
                    self._weigh(number)

            self._render()
            self._page.fetch_part("odds", fetched)

    def _found_none(self, why: str) -> None:
        self.state.looking = False
        self._say(why)

    def _weigh(self, number: int) -> None:
        work = self._moments(number)

        def go_on() -> None:
            end = self._page.now() + SLICE
            while self._page.now() < end:
                if next(work, True):
                    self.state.looking = False
                    if self.state.moment is None:
                        self._found_none(self._app.catalogue("This game has no decisive moment."))
                    self._render()
                    self._page.focus("#cup-moment")
                    return
            self._weighing.after(0, go_on)

        go_on()
        if self.state.looking:
            self._render()

    def _moments(self, number: int) -> Iterator[bool]:
        """Replay a game, and keep the moment at which its winner's odds rose most. Yields True at the end."""
        tournament, stage = self.state.tournament, self.state.stage
        lines = self.state.lines.get((self.state.finals, number), [])
        if tournament is None or stage is None or not stage.results[number].winners:
            self.state.moment = None
            return
        winner = stage.results[number].winners[0]
        game = Game(tournament.record(stage, number))
        state, notation = game.state.copy(), game.notation
        narrator = Narrator(state.rules, notation.names, self._app.catalogue)
        recent = [state.copy()]
        told: list[tuple[Answer, list[Event]]] = []  # the last answers, with what followed each
        best: DecisiveMoment | None = None
        for line in lines:
            parsed = notation.parse(line, state)
            assert parsed is not None
            seat, answer = parsed
            if seat >= 0:
                told = [*told, (answer, [])][-_SHOWN:]
                recent = [*recent, state.copy()][-_SHOWN:]
            weighed = isinstance(answer, WEIGHED)
            before = expected_odds(state).get(winner, 0) if weighed else 0
            events: list[Event] = []
            play_in_place(state, seat, answer, events)
            if told:  # dice and cards belong to the answer before them
                told[-1][1].extend(events)
            if weighed:
                after = expected_odds(state).get(winner, 0)
                if best is None or after - before > WHOLE * (best.after - best.before) // 100:
                    best = DecisiveMoment(
                        *(number, winner, state.round),
                        *(round(100 * before / WHOLE), round(100 * after / WHOLE)),
                        [*recent, state.copy()],
                        said(narrator, told),
                        asks.asking(narrator.parts, recent[-1])["title"],
                    )
            yield False
        self.state.moment = best
        self.state.step = len(best.states) - 1 if best is not None else 0
        yield True

    def do_cup_show(self, gesture: Gesture) -> None:
        """Show the moment again, position by position."""
        moment = self.state.moment
        if moment is None:
            return
        self.state.step = 0

        def go_on() -> None:
            if self.state.moment is moment and self.state.step < len(moment.states) - 1:
                self.state.step += 1
                self._render()
                self._stepping.after(STEP, go_on)

        self._render()
        self._stepping.after(STEP, go_on)

    def do_cup_watch(self, gesture: Gesture) -> None:
        """Watch the whole game of the moment as a replay."""
        tournament, stage, moment = self.state.tournament, self.state.stage, self.state.moment
        if tournament is None or stage is None or moment is None:
            return
        game = Game(tournament.record(stage, moment.game))
        game.record.seed = stage.seed(moment.game)
        game.lines = self.state.lines[self.state.finals, moment.game]
        self.pause()
        title = self._app.catalogue("Tournament, game {n}", n=moment.game + 1)
        self._watch(game.to_dict(), title)


def said(narrator: Narrator, told: Sequence[tuple[Answer, Sequence[Event]]]) -> list[str]:
    """What the journal says of these answers; nothing of those that it passes over."""
    said = [narrator.events(events, answer) for answer, events in told]
    return [" ".join(plain_text(line["text"]) for line in lines) for lines in said if lines]


def free_name(name: str, taken: Collection[str]) -> str:
    """The name of a bot, with a number if the name is taken."""
    free, n = name, 2
    while free in taken:
        free = f"{name[: LONGEST_NAME - 3]} {n}"
        n += 1
    return free


def table_of(stage: Stage, game: int) -> int:
    """The table of a game, from 1."""
    return game // MEETS + 1

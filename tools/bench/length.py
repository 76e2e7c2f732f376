"""How long a game lasts at normal speed, by the page's own pacing and a simulated clock: nobody has to wait.

People are simulated: each takes the same time for every decision, throws included, and decides like a
bot. They open the offers that bots make to them. A game lasts until it is over, or until no person is
left in it. What a real page adds, such as drawing or the thinking of a shark, is left out."""

from __future__ import annotations

import argparse
from statistics import median, quantiles
from typing import Any, Final, NamedTuple

import jinja2

from tests.support.fake_page import FakePage, disk
from titledeed.bots import BOTS
from titledeed.engine.asks import Over
from titledeed.engine.record import Record, Seat
from titledeed.game.bot_scheduler import BotScheduler
from titledeed.game.session import Session
from titledeed.ui.actions.dispatcher import Dispatcher
from titledeed.ui.page_port import Gesture
from titledeed.ui.render.jinja_renderer import JinjaRenderer
from titledeed.ui.setup_form import half_hour_rounds
from tools.arguments import whole_number
from tools.bench import table

MOST_ROUNDS: Final = 300  # a game that goes on is stopped after these
EVERY: Final = 10  # rounds between two columns of a game without a limit


def options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--games", type=whole_number(2), default=40)
    parser.add_argument("--decision", type=whole_number(0), default=5, help="seconds a decision")
    parser.add_argument("--brain", choices=tuple(BOTS), default="steady", help="whose decisions")
    parser.add_argument("--people", type=whole_number(1), default=1)
    parser.add_argument("--bots", default="builder,dealer,hoarder", help="bots, with commas")
    parser.add_argument(
        "--rounds",
        type=whole_number(0),
        help="limit of rounds, 0 for none; by default that of half an hour",
    )


class Unseen(FakePage):
    """A page that nobody looks at."""

    def patch(self, region: str, html: str) -> None:
        pass

    def items(self, place: str, html: str, count: int) -> None:
        pass


class Blank(JinjaRenderer):
    """Renders nothing, which saves most of the time."""

    def __init__(self) -> None:
        super().__init__(jinja2.DictLoader({}))

    def item(self, template: str, key: int, value: Any) -> str:
        return ""

    def render(self, template: str, view: Any) -> str:
        return ""


class Lasted(NamedTuple):
    """How long a game lasted."""

    minutes: float
    last: int  # the round in which it ended
    alive: bool  # whether a person was left
    rounds: list[float]  # the minutes at which each round began


class Game:
    """One game, played to its end."""

    def __init__(
        self, seed: int, people: int, bots: list[str], limit: int, seconds: int, brain: str
    ) -> None:
        self.page = Unseen()
        hands = self.hands = Dispatcher(self.page, Blank(), disk())
        hands.app.settings.speed = "normal"
        hands.app.settings.toured = hands.app.settings.sound_offered = True
        hands.start()
        self.wait = seconds * 1000.0
        seats = [Seat(f"player {n}", bot) for n, bot in enumerate([*[""] * people, *bots])]
        rules = {"limit-rounds": limit} if limit else {}
        self.began = self.page.clock
        hands.play.start(Record("modern", seats, seed=seed, house_rules=rules))
        self.brain = BotScheduler([BOTS[brain]() if not seat.bot else None for seat in seats])
        self.told = 0
        self.rounds: list[float] = []
        while self._step():
            pass
        # Keep only the figures: a page and its game take ten megabytes.
        minutes = (self.page.clock - self.began) / 60_000
        alive = bool(self.session.people())
        self.lasted = Lasted(minutes, self.session.state.round, alive, self.rounds)

    @property
    def session(self) -> Session:
        return self.hands.app.running

    def _step(self) -> bool:
        """Let the page ask a person, and answer. Return False at the end of the game."""
        session = self.session
        while self.page.state["ask"] in ("bots", "") and session.people() and self.page.tick():
            while len(self.rounds) < session.state.round:
                self.rounds.append((self.page.clock - self.began) / 60_000)
        state = session.state
        for entry in session.entries[self.told :]:
            self.brain.note(entry.turns, entry.seat, entry.answer)
        self.told = len(session.entries)
        if isinstance(state.ask, Over) or not session.people() or state.round > MOST_ROUNDS:
            return False
        self.page.clock += self.wait
        waiting = session.waiting()
        if session.quiet and waiting.who == "person":
            offer = next((o for o in session.pending_offers if o.to == waiting.seat), None)
            if offer is not None:
                self.hands.handle_gesture(Gesture("click", do="open-offer", arg=str(offer.id)))
                return True
        assert waiting.who == "person", waiting
        choice = self.brain.next(state)
        assert choice is not None
        seat, (answer, _why, _facts) = choice
        # For the game it makes no difference whether the button is in the question or in a dialog.
        given = self.hands.play.answer(seat, session.game.notation.text(answer, state))
        assert given, (answer, state.ask)
        return True


def measure(args: argparse.Namespace) -> dict[str, Any]:
    bots = [name for name in args.bots.split(",") if name]
    limit = half_hour_rounds(args.people, len(bots)) if args.rounds is None else args.rounds
    games = [
        Game(seed, args.people, bots, limit, args.decision, args.brain).lasted
        for seed in range(1, args.games + 1)
    ]
    minutes = [game.minutes for game in games]
    low, *_, high = quantiles(minutes, n=10, method="inclusive")
    figures: dict[str, Any] = {
        "limit": limit,
        "games": len(games),
        "p10_minutes": round(low, 1),
        "median_minutes": round(median(minutes), 1),
        "p90_minutes": round(high, 1),
        "median_rounds": median(game.last for game in games),
    }
    full = [game.minutes for game in games if limit and game.alive and game.last >= limit]
    figures |= {
        "to_the_limit": len(full),
        "median_minutes_to_the_limit": round(median(full), 1) if full else 0,
    }
    print("\n" + table(["a game", "figure"], list(figures.items())), flush=True)
    rows = []
    for n in range(EVERY, max(game.last for game in games) + 1, EVERY):
        begun = [game.rounds[n - 1] for game in games if len(game.rounds) >= n]
        if begun:
            rows.append([f"round {n}", len(begun), f"{median(begun):.1f}"])
    print("\n" + table(["begins", "games", "median minute"], rows), flush=True)
    return figures

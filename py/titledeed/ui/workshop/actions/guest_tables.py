"""Plays games among written bots, several at once. Each bot has a fence of its own, which has a guest for
each of its games; what the games ask of one bot at a time goes there in one message."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final, Protocol

from ....workshop.fence_answers import BadAnswerError, read_reply
from ....workshop.findings import Finding, read_finding
from ....workshop.refereed_game import RefereedGame, Wanted
from ...page_port import Fence

# Milliseconds without a sign of life after which a program is stopped. Nobody waits for it here as at a
# table, and several fences share the processor.
LIMIT: Final = 6000.0
EACH: Final = 1000.0  # further milliseconds for each further question of a message
MOST_SLOW: Final = 3  # times in a row that no fence starts in time before the games are given up
MOST_LOST: Final = 3  # times that a program may hang or crash before ``simple`` plays for it
MOST_WAITED: Final = (
    600_000.0  # milliseconds for all answers of a program, after which it is the same
)
SLICE: Final = 25.0  # milliseconds of work before the page may handle other events
SLOW: Final = frozenset({"endless-loop", "too-slow", "memory"})  # findings that cost a second each


class TablesPage(Protocol):
    """What this needs of a :class:`~...page_port.Page`."""

    def after(self, milliseconds: float, call: Callable[[], None]) -> Any: ...

    def now(self) -> float: ...

    def fence(self, failed: Callable[[str], None]) -> Fence: ...


@dataclass(eq=False)
class _Game:
    """A game that is played. ``number``: of its guests; ``sitting``: the seats whose programs know it."""

    game: RefereedGame
    number: int
    bots: list[str]
    sitting: set[int] = field(default_factory=set)


@dataclass(eq=False)
class _Desk:
    """A bot's fence, and what it will be asked."""

    code: str
    fence: Fence | None = None
    waiting: list[tuple[_Game, Wanted]] = field(default_factory=list)
    leaving: list[int] = field(default_factory=list)
    busy: bool = False
    last: float = 0.0  # when it was asked last
    limit: float = 0.0  # milliseconds that the last answer may take


class GuestTables:
    """``ended`` is called with each game at its end; ``finding`` with a bot's id and what was wrong with its
    program, often; ``failed`` once, if no fence can be started."""

    def __init__(
        self,
        page: TablesPage,
        ended: Callable[[RefereedGame], None],
        finding: Callable[[str, Finding], None],
        failed: Callable[[str], None],
    ) -> None:
        self._page, self._ended, self._finding, self._failed = page, ended, finding, failed
        self._desks: dict[str, _Desk] = {}
        self._ready: deque[_Game] = deque()
        self._games: list[_Game] = []
        self._number = 0
        self._slow = 0  # fences in a row that have not started in time
        self._pumping = self._stopped = False
        self.lost: dict[str, int] = {}  # for each bot, how often it hung or crashed
        self._waited: dict[str, float] = {}  # for each bot, the milliseconds of its answers

    @property
    def games(self) -> list[RefereedGame]:
        """The games that are being played."""
        return [each.game for each in self._games]

    @property
    def fences(self) -> list[str]:
        """The bots that have a fence, those asked last at the end."""
        return sorted(self._desks, key=lambda bot: self._desks[bot].last)

    def given_up(self, bot: str) -> bool:
        """Whether ``simple`` plays for this bot."""
        return self.lost.get(bot, 0) >= MOST_LOST or self._waited.get(bot, 0) >= MOST_WAITED

    def play(self, game: RefereedGame, codes: dict[str, str]) -> None:
        """Begin a game. ``codes``: the programs by the ids of the bots."""
        bots = [seat.bot for seat in game.record.seats]
        self._number += 1
        playing = _Game(game, self._number, bots)
        for seat, bot in enumerate(bots):
            if bot in codes:
                self._desks.setdefault(bot, _Desk(codes[bot]))
                if self.given_up(bot):
                    game.give_up(seat)
        self._games.append(playing)
        self._ready.append(playing)
        self._pump_soon()

    def close(self, bot: str) -> None:
        """Close the fence of a bot that sits at no table."""
        desk = self._desks.get(bot)
        if desk is None or any(bot in each.bots for each in self._games):
            return
        del self._desks[bot]
        if desk.fence is not None:
            desk.fence.end()

    def stop(self) -> None:
        """Stop for good, and forget the games."""
        self._stopped = True
        for desk in self._desks.values():
            if desk.fence is not None:
                desk.fence.end()
        self._desks.clear()
        self._games.clear()
        self._ready.clear()

    # ------------------------------------------------------------ the referee's work

    def _pump_soon(self) -> None:
        if not self._pumping:
            self._pumping = True
            self._page.after(0, self._pump)

    def _pump(self) -> None:
        self._pumping = False
        end = self._page.now() + SLICE
        while self._ready and self._page.now() < end:
            self._advance(self._ready.popleft(), end)
        for desk in list(self._desks.values()):
            self._flush(desk)
        if self._ready:
            self._pump_soon()

    def _advance(self, playing: _Game, end: float) -> None:
        """Play on until a program must be asked, or time is up."""
        game = playing.game
        while not game.over:
            wanted = game.advance()
            if wanted is not None:
                bot = playing.bots[wanted.seat]
                desk = self._desks.get(bot)
                if desk is None or self.given_up(bot):
                    game.give_up(wanted.seat)
                    continue
                desk.waiting.append((playing, wanted))
                return
            if self._page.now() > end:
                self._ready.append(playing)
                return
        self._games.remove(playing)
        for seat in playing.sitting:
            desk = self._desks.get(playing.bots[seat])
            if desk is not None:
                desk.leaving.append(_guest(playing, seat))
        self._ended(game)

    # ------------------------------------------------------------ asking

    def _flush(self, desk: _Desk) -> None:
        """Send what waits for a bot, if it is not busy."""
        if desk.busy or not desk.waiting or self._stopped:
            return
        if desk.fence is None:
            desk.fence = self._page.fence(self._unstarted)
        asked, desk.waiting = desk.waiting, []
        each: list[dict[str, Any]] = [{"do": "leave", "guest": guest} for guest in desk.leaving]
        desk.leaving = []
        places = []
        for playing, wanted in asked:
            guest = _guest(playing, wanted.seat)
            if wanted.seat not in playing.sitting:
                playing.sitting.add(wanted.seat)
                lines = playing.game.everything_before(wanted)
                each.append({**playing.game.sitting(wanted.seat, desk.code), "guest": guest})
            else:
                lines = wanted.lines
            places.append(len(each))
            each.append({"do": "ask", "guest": guest, "lines": lines, "offered": wanted.offered})
        desk.busy, desk.last = True, self._page.now()
        desk.limit = LIMIT + EACH * (len(asked) - 1)
        desk.fence.ask(
            {"do": "many", "each": each},
            desk.limit,
            lambda answer: self._hear(desk, asked, places, answer),
        )

    def _unstarted(self, reason: str) -> None:
        """No fence can be started. A slow one is tried again first (:meth:`_hear`)."""
        self._slow += reason == "slow"
        if reason != "slow" or self._slow >= MOST_SLOW:
            self._failed(reason)

    def _hear(
        self,
        desk: _Desk,
        asked: list[tuple[_Game, Wanted]],
        places: list[int],
        answer: dict[str, Any],
    ) -> None:
        if self._stopped:
            return
        desk.busy = False
        if answer.get("broken") == "slow":  # the program has no part in that
            desk.fence = None
            self._ask_again(desk, asked)
            return
        self._slow = 0
        bot = asked[0][0].bots[asked[0][1].seat]
        # The frame's start and the computer's sleep count at most as much as one answer may take.
        took = min(self._page.now() - desk.last, desk.limit)
        self._waited[bot] = self._waited.get(bot, 0) + took
        if self.given_up(bot) and self.lost.get(bot, 0) < MOST_LOST:
            self._finding(bot, Finding("long-game"))
        replies = answer.get("each")
        if "broken" in answer or not isinstance(replies, list) or len(replies) <= places[-1]:
            self._lose(desk, asked, str(answer.get("broken", "dead")))
            return
        self._flush(desk)  # the fence works on while the page does
        found = read_finding(answer.get("finding"))  # the program has changed Python
        for place, (playing, wanted) in zip(places, asked, strict=True):
            self._take(playing, wanted, replies[place], replies[place - 1], found)
            self._ready.append(playing)
        self._pump()

    def _ask_again(self, desk: _Desk, asked: list[tuple[_Game, Wanted]]) -> None:
        """Ask the same in a new fence, which must learn all lines."""
        desk.waiting = [*asked, *desk.waiting]
        self._unseat(desk)
        self._flush(desk)

    def _unseat(self, desk: _Desk) -> None:
        """A desk's fence is gone: no game's program is there any more."""
        desk.leaving.clear()
        bot = next(bot for bot, each in self._desks.items() if each is desk)
        for each in self._games:
            each.sitting -= {seat for seat, its in enumerate(each.bots) if its == bot}

    def _take(
        self, playing: _Game, wanted: Wanted, reply: Any, before: Any, found: Finding | None
    ) -> None:
        bot, game = playing.bots[wanted.seat], playing.game
        text = None
        try:
            if not isinstance(reply, dict):
                raise BadAnswerError
            text, _why, finding = read_reply(reply)
            finding = found or finding
            if finding is None and not reply.keys() >= {"reply"}:
                finding = Finding("broke-python")
        except BadAnswerError:
            finding = Finding("broke-python")
        if finding is None and game.hear(wanted, text):
            return
        if finding is None:
            finding = Finding("illegal", 0, {"was": str(text)[:40]})
        else:
            game.replace(wanted)
        self._finding(bot, finding)
        if finding.key in SLOW:
            self.lost[bot] = self.lost.get(bot, 0) + 1

    def _lose(self, desk: _Desk, asked: list[tuple[_Game, Wanted]], why: str) -> None:
        """The program hung or crashed: ``simple`` answers, and the next question starts a new fence."""
        bot = next(bot for bot, each in self._desks.items() if each is desk)
        if why in ("late", "dead"):
            self._finding(bot, Finding("too-slow" if why == "late" else "broke-python"))
        self.lost[bot] = self.lost.get(bot, 0) + 1
        if desk.fence is not None:
            desk.fence.end()
            desk.fence = None
        self._unseat(desk)
        for playing, wanted in [*asked, *desk.waiting]:
            playing.game.replace(wanted)
            self._ready.append(playing)
        desk.waiting.clear()
        self._pump()


def _guest(playing: _Game, seat: int) -> int:
    return playing.number * 8 + seat

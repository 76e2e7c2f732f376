"""Works out the bots' next answers in another process, a web worker.

The worker holds a copy of the game. A question brings the new answers and what the players remember, so
that the bots of the copy answer as those of the game would. If the worker does not answer, the game's own
bots can be asked instead. Questions and answers are plain data.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, Final

from ..bots import SLOW
from ..bots.protocol import Choice
from ..bots.written_bots import UnansweredError, WrittenBot
from ..engine.answers import (
    Offer,
)
from ..engine.asks import (
    QUIET,
    AskBid,
)
from ..engine.errors import LoadError
from ..engine.notation import Notation
from ..engine.special_seats_and_ids import CHANCE
from ..engine.state import (
    State,
)
from .answer_entries_and_checkpoints import Entry
from .bot_offer_inbox import was_refused
from .bot_scheduler import BotScheduler, SeatMemory
from .session import Session

CALL: Final = "titledeed.game.bot_worker_questions_and_answers:answer_question"
_LISTS: Final = ("seen", "cash", "claims", "talks", "answers", "offers")


def is_slow(session: Session) -> bool:
    """Whether ``Session.step`` or ``propose`` would next ask a bot that may think for a long time."""
    if SLOW.isdisjoint(session.controls):
        return False
    ask = session.ask
    if isinstance(ask, AskBid) and session.is_person(ask.seat):
        return False
    return any(session.controls[seat] in SLOW for seat in session.players.asked(session.state))


# What a written bot has answered at a state: its seat, its offers in this turn so far, its answer as a line
# or None, and its reason.
Heard = tuple[int, int, str | None, str]
Thought = tuple[int, Choice] | None


def think(
    players: BotScheduler,
    state: State,
    people: Collection[int],
    dropped: Callable[[int, Offer], bool] = lambda _seat, _offer: False,
) -> list[Thought]:
    """The results of the next calls of ``players.next``, up to the one that enters the game.

    As in ``Session``, an offer to one of the ``people`` is held, one that is ``dropped`` is not made, and the
    next bot is asked. Raises :class:`UnansweredError`."""
    thoughts: list[Thought] = []
    for _ in range(8 * len(players.bots)):
        thought = players.next(state)
        thoughts.append(thought)
        if thought is None:
            break
        answer = thought[1].answer
        held = isinstance(answer, Offer) and (answer.to in people or dropped(thought[0], answer))
        if not held or not isinstance(state.ask, QUIET):
            break
    return thoughts


def think_here(session: Session) -> None:
    """Let all bots of the session think at its state, as a worker would; its players expect the result.

    Raises :class:`UnansweredError`; then nothing has changed."""
    players, state = session.players, session.state
    memory = players.memory()
    try:
        thoughts = think(
            players, state, _people(session), _dropped(session, session.elsewhere is not None)
        )
        after = players.memory()
    finally:
        players.recall(memory)
    players.expect(state, thoughts, after)


def _people(session: Session) -> list[int]:
    return session.people() if session.elsewhere is None else []


def _dropped(session: Session, apart: bool) -> Callable[[int, Offer], bool]:
    """Whether the session does not make an offer of a bot, because a person at a table of several devices
    (``apart``) has refused one like it."""

    def dropped(seat: int, offer: Offer) -> bool:
        to_person = not session.controls[offer.to]
        return apart and to_person and was_refused(seat, offer, session.state, session.entries)

    return dropped


class Questions:
    """Makes the questions of one table, and knows which answers the copy has."""

    def __init__(self) -> None:
        self._session: Session | None = None
        self._sent: list[Entry] = []
        self._game = 0

    def next(
        self, session: Session, whole: bool = False, heard: Sequence[Heard] = ()
    ) -> dict[str, Any]:
        """Return the question at this moment.

        ``whole``: include the whole game, because the copy is lost. ``heard``: what the written bots have
        answered at this state."""
        entries = session.entries
        known = len(self._sent)
        follows = known <= len(entries) and all(
            a is b for a, b in zip(self._sent, entries, strict=False)
        )
        question: dict[str, Any] = {}
        if whole or session is not self._session or not follows:
            self._game += 1
            self._session = session
            question["record"] = session.game.to_dict()
            known = len(entries)
        question |= {
            "game": self._game,
            "from": known,
            "lines": [entry.line for entry in entries[known:]],
            "bots": list(session.controls),
            "people": _people(session),
            "apart": session.elsewhere is not None,
            "driven": [
                seat
                for seat, bot in enumerate(session.players.bots)
                if isinstance(bot, WrittenBot) and bot.driven
            ],
            "heard": [list(row) for row in heard],
            "memory": _plain(session.players.memory(), session.game.notation, session.state),
        }
        self._sent = list(entries)
        return question


def hear_worker(session: Session, state: State, answer: Mapping[str, Any]) -> None:
    """Give the worker's answer to the players of the game; ``state`` is the state that was asked about."""
    notation = session.game.notation
    thoughts = [
        None
        if row is None
        else (row[0], Choice(notation.answer(row[1].split(), state), row[2], row[3]))
        for row in answer["thoughts"]
    ]
    session.players.expect(state, thoughts, _read(answer["memory"], notation, state))


# ---------------------------------------------------------------- in the worker

_copies: dict[int, Session] = {}  # the game asked about last, by its number


def answer_question(question: Mapping[str, Any]) -> dict[str, Any]:
    """Answer a question of :class:`Questions`.

    Return ``{"missing": True}`` if the copy that the question builds on is not here, and
    ``{"wanted": seat, "offered": […]}`` if a written bot must be asked first."""
    number = question["game"]
    if "record" in question:
        _copies.clear()
        _copies[number] = Session.load(question["record"])
    copy = _copies.get(number)
    if copy is None or len(copy.entries) != question["from"]:
        return {"missing": True}
    for line in question["lines"]:
        who, *words = line.split()
        seat = CHANCE if who == "chance" else copy.game.notation.seat(who)
        copy.give(seat, copy.game.notation.answer(words, copy.state))
    for seat, bot in enumerate(question["bots"]):
        if copy.controls[seat] != bot:
            try:
                copy.hand_to(seat, bot)
            except LoadError:  # a player from rules, whose rules only the whole record has
                if "record" in question:
                    raise
                return {"missing": True}
    state, notation, players = copy.state, copy.game.notation, copy.players
    players.recall(_read(question["memory"], notation, state))
    for seat, each in enumerate(players.bots):
        if isinstance(each, WrittenBot):
            each.driven = seat in question["driven"]
    for row in question["heard"]:
        hear(players, notation, state, row)
    try:
        thoughts = think(players, state, question["people"], _dropped(copy, question["apart"]))
    except UnansweredError as error:
        offered = [notation.text(offer, state) for offer in error.offered]
        return {"wanted": error.seat, "offered": offered}
    rows = [
        None
        if thought is None
        else [
            *(thought[0], notation.text(thought[1].answer, state)),
            *(thought[1].why, dict(thought[1].facts)),
        ]
        for thought in thoughts
    ]
    return {"thoughts": rows, "memory": _plain(players.memory(), notation, state)}


def hear(
    players: BotScheduler, notation: Notation, state: State, row: Sequence[Any] | Heard
) -> None:
    """Give a written bot of these players what its program has answered at this state. Raises
    :class:`MalformedAnswer`."""
    seat, offered, text, why = row
    bot = players.bots[seat]
    assert isinstance(bot, WrittenBot)
    choice = None if text is None else Choice(notation.answer(text.split(), state), why)
    bot.hear(state, offered, choice)


def _plain(memory: SeatMemory, notation: Notation, state: State) -> dict[str, Any]:
    rows: dict[str, Any] = {name: getattr(memory, name) for name in _LISTS}
    offers_made = [[notation.text(offer, state) for offer in offers] for offers in memory.made]
    return rows | {"turns": memory.turns, "made": offers_made}


def _read(plain: Mapping[str, Any], notation: Notation, state: State) -> SeatMemory:
    offers_made: list[list[Offer]] = []
    for texts in plain["made"]:
        offers = [notation.answer(text.split(), state) for text in texts]
        offers_made.append([offer for offer in offers if isinstance(offer, Offer)])
    return SeatMemory(
        **{name: list(plain[name]) for name in _LISTS}, turns=plain["turns"], made=offers_made
    )

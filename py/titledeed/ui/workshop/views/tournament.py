"""The view of the tournament screen."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from ....engine.asks import AskBuy
from ....engine.special_seats_and_ids import NOBODY, SPACES
from ....engine.state import State
from ....language.catalogue import Catalogue
from ....language.sentence_parts import SentenceParts
from ....storage.save_models import BoardPicture
from ....workshop.refereed_game import RefereedGame
from ....workshop.tournament import MEETS, SEATS, BotStanding, Stage, Tournament, standings
from ...views.board_thumbnail import thumbnail_path, thumbnail_view
from ...views.view_context_and_shared_parts import group_name
from ..state.tournament import TournamentState

if TYPE_CHECKING:
    from ...views.types import ThumbnailView
    from .types import (
        TournamentMoment,
        TournamentRow,
        TournamentSeat,
        TournamentTable,
        TournamentView,
    )

TOKENS: Final = ("anchor", "kite", "rook", "bell")
_MOST_TABLES: Final = 3
_MOST_NAMED: Final = 3  # spaces whose names the middle of the small board has room for


def tournament_view(
    state: TournamentState, playing: list[RefereedGame], blocked: str, _: Catalogue
) -> TournamentView:
    """The whole view."""
    tournament, stage = state.tournament, state.stage
    rows = standings(stage, tournament.players) if tournament and stage else []
    done = len(stage.results) if stage else 0
    final = tournament.final if tournament else None
    finals = state.finals and final is not None
    tied = [] if finals else tied_for_the_final(rows)
    return {
        "bots": [
            {
                "id": each.id,
                "name": each.bot.name,
                "author": "" if state.hides_names else each.author,
            }
            for each in state.entrants
        ],
        "begun": tournament is not None,
        "finals": finals,
        "has_final": final is not None,
        "title": _("Final") if finals else _("League"),
        "progress": _("{n} of {all} games played", n=done, all=stage.games) if stage else "",
        "done": done,
        "games": stage.games if stage else 0,
        "going": state.going,
        "complete": stage is not None and stage.done,
        "league_done": tournament is not None and tournament.league.done,
        "hash": stage.hash if stage else "",
        "secret": stage.secret if stage and stage.done else "",
        "rows": [
            _row(tournament, state, row, place, place - 1 in tied, _)
            for place, row in enumerate(rows, 1)
        ]
        if tournament
        else [],
        "replaced": _replaced(tournament, state, rows, _) if tournament else [],
        "verdict": _verdict(rows, finals, done, stage.games if stage else 0, _)
        if tournament
        else [],
        "cut": _cut(tournament, [rows[n] for n in tied], SEATS - tied[0], _)
        if tournament and tied
        else "",
        "tied": any(
            # As :func:`standings` compares them. Before the first game nobody has a place yet.
            a.games and b.games and a.won / a.games == b.won / b.games
            for a, b in pairwise(rows)
        ),
        "tables": [_table(game, _) for game in playing[::MEETS][:_MOST_TABLES]],
        "moment": _moment(tournament, stage, state, _) if tournament and stage else None,
        "has_moments": any(finals == state.finals for finals, _n in state.lines),
        "looking": state.looking,
        "ask": {
            "new": _("Delete the games of this tournament? The bots stay."),
            "open": _("Replace the tournament on this device with the one in the file?"),
        }.get(state.asking, ""),
        "agree": _("Delete the games") if state.asking == "new" else _("Open the file"),
        "hides_names": state.hides_names,
        "notes": state.notes,
        "blocked": blocked,
    }


def _row(
    tournament: Tournament,
    state: TournamentState,
    row: BotStanding,
    place: int,
    tied: bool,
    _: Catalogue,
) -> TournamentRow:
    low, high = round(100 * row.interval.low), round(100 * row.interval.high)
    entrants = tournament.entrants
    author = entrants[row.bot].author if row.bot < len(entrants) else ""
    return {
        "place": place,
        "name": tournament.title(row.bot),
        "author": "" if state.hides_names else author,
        "won": f"{row.won:g}" if row.won == int(row.won) else f"{row.won:.1f}",
        "games": row.games,
        "low": low,
        "high": high,
        "at": round(100 * row.interval.value, 1),
        "span": f"{low}–{high}%",
        "first": place <= SEATS,
        "tied": tied,
    }


def tied_for_the_final(rows: Sequence[BotStanding]) -> list[int]:
    """The rows of bots with equal shares of which only some get into the final."""
    if len(rows) <= SEATS or not all(row.games for row in rows):
        return []
    shares = [row.won / row.games for row in rows]
    last = shares[SEATS - 1]
    return [n for n, share in enumerate(shares) if share == last] if shares[SEATS] == last else []


def _cut(tournament: Tournament, tied: Sequence[BotStanding], going: int, _: Catalogue) -> str:
    """Which bots of those tied for the final get into it, and why."""
    names = [tournament.title(row.bot) for row in tied]
    return _.count(
        "{bots} are tied. {chosen} goes to the final because it was added first.",
        "{bots} are tied. {chosen} go to the final because they were added first.",
        going,
        bots=_.listed(names),
        chosen=_.listed(names[:going]),
    )


def _replaced(
    tournament: Tournament, state: TournamentState, rows: list[BotStanding], _: Catalogue
) -> list[str]:
    """For each bot that failed: how often the simple bot answered for it, and why the last time."""
    says = []
    for row in rows:
        if row.replaced:
            text = _.count(
                "{bot}: the simple bot made {n} move for it.",
                "{bot}: the simple bot made {n} moves for it.",
                row.replaced,
                bot=tournament.title(row.bot),
            )
            why = state.findings.get(tournament.id(row.bot), "")
            says.append(f"{text} {why}" if why else text)
    return says


def _verdict(
    rows: list[BotStanding], finals: bool, done: int, games: int, _: Catalogue
) -> list[str]:
    """Which places are really apart, in sentences."""
    if done < 2 * MEETS:
        return []
    best = rows[0]
    if best.behind == 1:
        says = [_("Place 1 is really ahead of all others.")]
    elif best.behind < len(rows):
        says = [_("Places 1 to {n} are too close to call: their order may be luck.", n=best.behind)]
    else:
        says = [_("No place is really ahead yet: the order may be luck.")]
    if not finals and len(rows) > SEATS:
        last = rows[SEATS - 1].behind
        first = next(n for n, row in enumerate(rows, 1) if row.behind > SEATS - 1)
        if last > SEATS:
            if first == 1 and last == best.behind:
                says.clear()  # the next sentence says the same
            places = {"first": min(first, SEATS), "last": last}
            says.append(
                _(
                    "The first four go to the final. Places {first} to {last} are too close to call.",
                    **places,
                )
                if done == games
                else _(
                    "The first four go to the final. After {n} of {all} games, places {first} "
                    "to {last} are too close to call.",
                    n=done,
                    all=games,
                    **places,
                )
            )
        else:
            says.append(_("The first four go to the final, and are really ahead of the others."))
    return says


def _table(game: RefereedGame, _: Catalogue) -> TournamentTable:
    state = game.state
    return {
        "title": _("Round {n}", n=state.round),
        "board": board_of(state),
        "seats": _seats(state, game.notation.names, _),
    }


def _seats(state: State, names: Sequence[str], _: Catalogue) -> list[TournamentSeat]:
    return [
        {
            "n": seat,
            "token": TOKENS[seat % len(TOKENS)],
            "name": name,
            "cash": f"${state.cash[seat]:,}" if state.playing[seat] else _("out"),
        }
        for seat, name in enumerate(names)
    ]


def _moment(
    tournament: Tournament, stage: Stage, state: TournamentState, _: Catalogue
) -> TournamentMoment | None:
    moment = state.moment
    if moment is None:
        return None
    names = [tournament.title(bot) for bot in stage.seats(moment.game)]
    step = min(state.step, len(moment.states) - 1)
    shown = moment.states[step]
    changed = _changed(moment.states[step - 1], shown) if step else []
    names_of = [
        _.space_name(shown.rules.edition.spaces[i].name, shown.rules.kind[i]) for i in changed
    ]
    return {
        "where": _(
            "Table {table}, game {n}, round {round}",
            table=moment.game // MEETS + 1,
            n=moment.game % MEETS + 1,
            round=moment.round,
        ),
        "odds": _(
            "{bot}’s chance of winning. No other purchase, bid or trade of this game raised it more.",
            bot=names[moment.seat],
        ),
        "before": moment.before,
        "after": moment.after,
        # The answer to an offer of the Bank names the property too.
        "asked": "" if isinstance(moment.states[-2].ask, AskBuy) else moment.asked,
        "says": moment.says[-2:],
        "groups": _groups(moment.states[step - 1], shown, names, _) if step else [],
        "board": board_of(shown, banded=True),
        "marks": thumbnail_path(changed),
        "named": _.listed(names_of) if 1 <= len(names_of) <= _MOST_NAMED else "",
        "seats": _seats(shown, names, _),
        "winner": moment.seat,
    }


def _groups(before: State, after: State, names: Sequence[str], _: Catalogue) -> list[str]:
    """What the new owners of properties now have of their groups, in sentences."""
    parts = SentenceParts(after.rules, names, _)
    members_of = after.rules.members
    got = {
        (after.owner[i], members_of[i])
        for i in after.rules.ownable
        if after.owner[i] not in (before.owner[i], NOBODY)
    }
    says = []
    for seat, members in sorted(got):
        group, own = group_name(parts, members[0]), sum(after.owner[i] == seat for i in members)
        if own == len(members):
            says.append(_("{group}: {bot} now owns the whole group.", group=group, bot=names[seat]))
        else:
            says.append(
                _(
                    "{group}: {bot} now owns {n} of {all}.",
                    group=group,
                    bot=names[seat],
                    n=own,
                    all=len(members),
                )
            )
    return says


def _changed(before: State, after: State) -> list[int]:
    """The spaces whose owner, buildings or mortgage a move has changed."""
    return [
        i
        for i in range(SPACES)
        if (before.owner[i], before.level[i], before.mortgaged[i])
        != (after.owner[i], after.level[i], after.mortgaged[i])
    ]


def board_of(state: State, banded: bool = False) -> ThumbnailView | None:
    """A small board of this State; ``banded``: with the bands of the groups."""
    return thumbnail_view(
        BoardPicture(
            edition=state.rules.edition.id,
            tokens=tuple(TOKENS[seat % len(TOKENS)] for seat in range(state.seats)),
            at=tuple(state.at),
            cash=tuple(state.cash[: state.seats]),
            playing=tuple(map(int, state.playing)),
            owner=tuple(state.owner),
            level=tuple(state.level),
            mortgaged=tuple(map(int, state.mortgaged)),
        ),
        state.rules if banded else None,
    )

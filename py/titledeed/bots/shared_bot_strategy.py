"""The policy that most bots share. A bot bids the worth of a deed, including the harm to a rival. It
builds three houses everywhere first, and deals if its share grows. A :class:`PolicyParams` sets its
parameters.

An answer depends on the view alone, which includes earlier offers. The attributes of a
:class:`PolicyBot` are caches: they save time and change no answer."""

from __future__ import annotations

from math import inf
from typing import Any, Final, NamedTuple

from ..engine.answers import (
    Accept,
    Bid,
    Build,
    Buy,
    ClaimIt,
    Decline,
    DemandRent,
    End,
    Fine,
    GiveUp,
    Keep,
    Mortgage,
    Pass,
    Pay,
    Place,
    Redeem,
    Reject,
    Roll,
    Sell,
    SellDown,
    UseCard,
)
from ..engine.asks import (
    AskAnswer,
    AskBid,
    AskBuy,
    AskCardChoice,
    AskClaim,
    AskDebt,
    AskEnd,
    AskOrder,
    AskPlace,
    AskRentRoll,
    AskRoll,
    AskTax,
    AskTransfer,
)
from ..engine.legal_answers import (
    Amount,
    Options,
)
from ..engine.rules.auction import lowest_bid
from ..engine.special_seats_and_ids import BANK, FREE, HOTEL, HOUSE, NOBODY, SPACES
from .agreed_price_binary_search import nearest
from .board_stats import BoardStats, board_stats_of
from .protocol import Choice, View
from .simple_bot_without_trades import pay_or_draw, tax
from .table_habits_and_game_length import (
    TableReader,
    has_complete_group,
    others_buy,
    rounds_until_stop,
    stalled_throws,
)
from .trading import (
    Standing,
    TradeContext,
    counter_offer,
    judge_offer,
    just_refused,
    propose_offer,
    propose_purchase,
)
from .valuation import (
    VALUES,
    Holdings,
    Values,
    board_of,
    far_sighted,
    holdings_of,
    near_the_end,
    rent_now,
    stalled,
)

RUIN: Final = 3.0  # the weight of a loss that buildings and loans do not cover
STAY: Final = 45.0  # it stays in jail if a throw outside costs more rent than this on average
UNSOLD: Final = 3  # and if the Bank has fewer deeds left than this
STOCK: Final = 10  # it hoards houses only if the Bank has at most this many
RICH: Final = 2500  # and if it has at most this much cash
WORTH_BUILDING: Final = 0.005  # the least slope (``board_stats.Segment``) for which it builds
LEVER: Final = 1.5  # it mortgages deeds for a deed worth more than this multiple of its price
_HALVINGS: Final = 7  # steps of the binary search for a limit

_STEPS: Final = tuple([(steps, (6 - abs(steps - 7)) / 36) for steps in range(2, 13)])  # with odds

_ROLL: Final = Choice(Roll(), "It’s my turn to throw.")
END: Final = Choice(End(), "There’s nothing I want to change now.")


class PolicyParams(NamedTuple):
    """The parameters of a bot. Amounts are in money."""

    values: Values = VALUES
    dealing: TradeContext | None = TradeContext()  # None: it never deals
    denies: bool = True  # whether it bids more to keep a deed from a rival
    keep: int = 0  # cash that it does not spend on deeds, bids, buildings or mortgages
    lift_keep: int = 200  # cash that it reserves when it lifts a mortgage outside complete groups
    caution: float = 1.0  # the weight of a loss by the next throw against the rent of a round
    first: int = 3  # for buildings up to this level it also mortgages deeds
    lends: bool = True  # whether it mortgages deeds outside complete groups to buy and to build
    patient: bool = (
        True  # whether it counts rents over a longer time at a table where nothing happens
    )
    # whether it expects that a game without complete groups stays so, and that the arena stops it
    stalls: bool = False
    takes: bool = (
        True  # whether it takes deeds that are worth less than their price to it from the others
    )
    hoards: bool = True  # whether it keeps houses instead of building hotels when houses are short
    eager: bool = False  # whether it builds elsewhere if it cannot pay for the best building


STEADY: Final = PolicyParams()


class PolicyBot:
    """The player of one seat."""

    __slots__ = (
        "_board",
        "_broken",
        "_changes",
        "_deeds",
        "_grouped",
        "_holdings",
        "_holdings_at",
        "_idle",
        "_improvable",
        "_left",
        "_left_of",
        "_looked",
        "_owned_at",
        "_owned_in",
        "_reader",
        "_sets",
        "_standing_at",
        "_standings",
        "_view",
        "params",
    )

    _board: BoardStats
    _holdings: Holdings

    def __init__(self, params: PolicyParams = STEADY) -> None:
        self.params = params
        self._reader = TableReader()
        self._standing_at: tuple[object, ...] = ()
        self._standings: Standing | None = None
        # The last view and its ``changes``, and all else that the position followed from.
        self._view: View | None = None
        self._changes = -1
        self._grouped = False  # whether any seat had a complete group there
        self._looked = False  # whether the position has been looked up for the present question
        # The same for the throws that are left: the view for which they have been counted.
        self._left_of: View | None = None
        self._left: tuple[int, int] | None = None
        self._holdings_at: tuple[Any, ...] = ()
        # The view, and its ``changes``, for which the caches below are valid.
        self._owned_in: View | None = None
        self._owned_at = -1
        # The view, its ``changes`` and the result of the last call of ``_could_improve``.
        self._improvable: tuple[View | None, int, bool] = (None, -1, False)
        self._sets: tuple[int, ...] = ()
        self._deeds: list[int] = []
        self._broken: list[int] = []
        self._idle: tuple[object, ...] = ()

    def choose(self, view: View, options: Options) -> Choice | None:
        """See :class:`~.protocol.Bot`."""
        self._looked = False
        self._left_of = None
        ask = view.ask
        if ask.seat == view.seat:
            handler: Choice = getattr(self, _HANDLERS[type(ask)])(view, options, ask)
            return handler
        choice = self._standing(view, options)
        if choice is None and view.past and view.past[-1].to == view.seat:
            dealing = self.params.dealing
            if dealing and dealing.counters and just_refused(view) is not None:
                choice = self._counter(view, options)
        return choice

    def _counter(self, view: View, options: Options) -> Choice | None:
        """A counter-offer to the offer that the seat has just refused."""
        return counter_offer(view, options, self._stand(view))

    # ------------------------------------------------------------ what it knows

    def _stand(self, view: View) -> Standing:
        """The cached worth of every seat. It also serves later views of the same position and cash, as
        in an auction."""
        position = self._where(view)
        now = (position, tuple(view.cash), tuple(view.playing))
        standing = self._standings
        if standing is None or now != self._standing_at:
            if standing is not None:
                # Its ideas refer to it. Without them it is freed at once, not by a search for cycles.
                standing.ideas.clear()
            dealing = self.params.dealing or TradeContext()
            standing = self._standings = Standing(view, position, dealing)
            self._standing_at = now
        standing.view = view
        return standing

    def _look(self, view: View) -> None:
        """Update the cached deeds, complete groups (``_sets``) and mortgaged deeds (``_broken``), and the
        board.

        They are read from the view, not from the position (:meth:`_where`). Every seat is asked after each
        house that somebody builds, and a position for each of them would take much time."""
        changes, latest = view.changes, self._owned_in
        same = changes == self._owned_at and latest is not None and view.continues(latest)
        if not same:
            seat, owner, mortgaged = view.seat, view.owner, view.mortgaged
            self._deeds = deeds = view.deeds(seat)
            self._broken = [i for i in deeds if mortgaged[i]]
            sets = []
            for g, group in enumerate(view.rules.edition.groups):
                members = group.members
                if owner[members[0]] != seat:
                    continue
                for i in members:
                    if owner[i] != seat:
                        break
                else:
                    sets.append(g)
            self._sets = tuple(sets)
        # Without a limit in sight, the last round is not either.
        if not same or (self._throws_left(view) is not None and view.last_round):
            self._board = board_of(view)
        self._owned_in, self._owned_at = view, changes

    def _where(self, view: View) -> Holdings:
        """The position. A counted game asks for it at every answer, though it seldom changes. So it is
        looked up only after something that it follows from may have changed."""
        if self._looked and self._view is view:
            return self._holdings  # nothing changes while it chooses one answer
        latest = self._view
        changes = view.changes
        left = self._throws_left(view)
        # Without a limit in sight, the last round is not either.
        last_round = left is not None and view.last_round
        at = tuple(view.at) if last_round else ()
        playing = view.playing.count(True)
        declined = 0
        for counts in view.purchases:
            declined += counts[1]
        now = (changes, playing, view.turns, left, at, len(view.past), declined)
        same = latest is not None and view.continues(latest)
        if not same or now != self._holdings_at:
            values = self.params.values
            if self.params.patient:
                if not same or changes != self._changes:
                    self._grouped = has_complete_group(view)
                patience = self._reader.patience(view, self._grouped)
                if patience:
                    values = far_sighted(values, patience)
                if self.params.stalls:
                    values = stalled(values, stalled_throws(view))
            if left is not None:
                values = near_the_end(values, playing - 1, *left, last_round)
            known = same and changes == self._changes and playing == self._holdings_at[1]
            if not known or last_round or values is not self._holdings.values:
                self._holdings = holdings_of(view, values)
            self._holdings_at = now
        self._view, self._changes = view, changes
        self._looked = True
        return self._holdings

    def _throws_left(self, view: View) -> tuple[int, int] | None:
        """The throws that the seat and its opponents still make until an agreed limit ends the game, or
        until the arena stops it (:func:`rounds_until_stop`); None if neither is in sight."""
        if self._left_of is view:
            return self._left
        left: tuple[int, int] | None = None
        mine = view.turns_left(view.seat)
        if mine is not None:
            left = mine, sum(view.turns_left(o) or 0 for o in view.others())
        elif self.params.stalls:
            rounds = rounds_until_stop(view)
            left = None if rounds is None else (rounds, rounds * len(view.others()))
        self._left_of, self._left = view, left
        return left

    def _repays(self, view: View, lost: float, income: float) -> bool:
        """Whether the rent ``income`` for each throw of an opponent exceeds ``lost`` before an agreed
        limit ends the game. True if no limit is in sight."""
        left = self._throws_left(view)
        return left is None or income * left[1] > lost

    def _loose(self, view: View, options: Options) -> list[int]:
        """The deeds outside complete groups that can be mortgaged, ordered by the rent lost per loan."""
        board, rules = self._board, view.rules
        loose = [
            i
            for i in self._deeds
            if not view.mortgaged[i]
            and rules.mortgage_value[i]
            and board.set_of[i] not in self._sets
            and options.is_legal(Mortgage(i))
        ]
        loose.sort(
            key=lambda i: rent_now(board, view, i) * board.chance[i] / rules.mortgage_value[i]
        )
        return loose

    def _lends(self, view: View) -> bool:
        """Whether it now mortgages deeds outside complete groups, to buy or to build."""
        return self.params.lends and not view.last_round

    # ------------------------------------------------------------ standing answers

    def _standing(self, view: View, options: Options) -> Choice | None:
        if view.claims:
            rent = self._ask_rent(view, options)
            if rent is not None:
                return rent
        changes = view.changes
        latest, at_changes, could = self._improvable
        if at_changes != changes or latest is None or not view.continues(latest):
            could = _could_improve(view)
            self._improvable = view, changes, could
        if not could:
            return None
        seat = view.seat
        cash = view.cash[seat]
        left = self._throws_left(view)
        # Without a limit in sight, the last round is not either.
        at = tuple(view.at) if left is not None and view.last_round else view.at[seat]
        now = (cash, changes, at, view.stock[HOUSE], view.playing.count(True), left)
        if now == self._idle:
            return None
        self._look(view)
        choice = self._improve(view, options, cash)
        if choice is None:
            self._idle = now
        return choice

    def _ask_rent(self, view: View, options: Options) -> Choice | None:
        for claim in view.claims:
            answer = DemandRent(claim.space, claim.of)
            if claim.by == view.seat and options.is_legal(answer):
                return Choice(
                    answer,
                    "{seat} owe[s|] me {amount} for {space}.",
                    {"seat": claim.of, "amount": claim.amount, "space": claim.space},
                )
        return None

    def _improve(self, view: View, options: Options, cash: int) -> Choice | None:
        """Build, or lift a mortgage, if it can afford to; else None."""
        rules = view.rules
        for g in self._sets if self._broken else ():
            broken = [i for i in self._board.sets[g] if view.mortgaged[i]]
            if broken:
                i = min(broken, key=lambda i: rules.lift_cost[i])
                cost = rules.lift_cost[i]
                rest = max(0, cash - sum(rules.lift_cost[j] for j in broken))
                income = self._board.chance[i] * self._board.rent(i, 0)
                if not view.last_round:
                    income += rest * self._slope(g, 0)
                if (
                    self._affordable(view, cash, cost, inf)
                    and self._repays(view, cost - rules.mortgage_value[i], income)
                    and options.is_legal(Redeem(i))
                ):
                    return Choice(
                        Redeem(i),
                        "{space} belongs to one of my complete groups. If I lift its "
                        "mortgage for {cost}, I can build.",
                        {"space": i, "cost": cost},
                    )
        build = self._build(view, options, cash)
        if build is not None or not self._broken:
            return build
        keep = max(self.params.keep, self.params.lift_keep)
        if cash < keep + min([rules.lift_cost[i] for i in self._broken]):
            return None
        i = max(self._broken, key=lambda i: self._lost_rent(view, i) / max(1, rules.lift_cost[i]))
        cost = rules.lift_cost[i]
        if (
            cash >= cost + keep
            and self._repays(view, cost - rules.mortgage_value[i], self._lost_rent(view, i))
            and options.is_legal(Redeem(i))
        ):
            facts = {"cash": cash, "space": i, "cost": cost}
            return Choice(
                Redeem(i),
                "I have {cash} in hand, so I can lift the mortgage on {space} for {cost}.",
                facts,
            )
        return None

    def _lost_rent(self, view: View, space: int) -> float:
        rules = view.rules
        board = self._board
        s = board.set_of[space]
        if s < board.colours:
            return board.chance[space] * rules.rents[space][0]
        k = sum(view.owner[i] == view.seat for i in board.sets[s])
        return board.chance[space] * rules.rents[space][min(k, len(rules.rents[space])) - 1]

    def _dues(self, view: View) -> list[tuple[int, float]]:
        """The costs of the next throw as (amount, probability): rents and taxes, without cards. Empty if
        an agreed limit ends the game before that throw."""
        if view.turns_left(view.seat) == 0:
            return []
        board = board_stats_of(view.rules)
        seat, at = view.seat, view.at[view.seat]
        rules, owners = view.rules, view.owner
        out = []
        for steps, odds in _STEPS:
            space = (at + steps) % SPACES
            owner = owners[space]
            due = 0
            if owner >= 0:
                due = rent_now(board, view, space) if owner != seat else 0
            elif rules.kind[space] == "income-tax":
                due = 200
            elif rules.kind[space] == "luxury-tax":
                due = rules.luxury_tax
            if due:
                out.append((due, odds))
        return out

    def _affordable(self, view: View, cash: int, cost: int, income: float, lent: int = 0) -> bool:
        """Whether ``cost`` brings more than the losses that the next throw may cause without that cash.

        ``income``: the rent that the purchase adds in a round of the others' throws. ``lent``: the part
        of ``cash`` that the seat still has to raise by mortgages."""
        left = cash - cost
        if left < self.params.keep:
            return False
        bare, tied = self._pledges(view)
        free = left + bare - lent
        all_of_it = free + tied + cost // 2
        loss = 0.0
        for due, odds in self._dues(view):
            short = due - free
            if short > 0:
                more = min(short, cost)
                loss += odds * more
                if due > all_of_it:
                    ruin = RUIN * more
                    if view.last_round:
                        ruin = self._where(view).now(view.seat, cash)
                    loss += odds * ruin
        caution = self.params.caution
        return income > (max(1.0, caution) if view.last_round else caution) * loss

    def _pledges(self, view: View) -> tuple[int, int]:
        """What the seat can still raise: the mortgage loans on deeds without buildings in their group, and
        the Bank's price for its buildings plus the loans on the deeds under them (``Holding.bare`` and
        ``Holding.tied``)."""
        board, levels, mortgaged = self._board, view.level, view.mortgaged
        loans, set_of = view.rules.mortgage_value, board.set_of
        bare = tied = 0
        built = []
        for g in self._sets:
            members = board.sets[g]
            level = sum([levels[i] for i in members]) / len(members)
            if level:
                built.append(g)
                tied += int(level * board.costs[g]) // 2
        for i in self._deeds:
            if not mortgaged[i]:
                if set_of[i] in built:
                    tied += loans[i]
                else:
                    bare += loans[i]
        return bare, tied

    def _build(self, view: View, options: Options, cash: int) -> Choice | None:
        site = self._site(view)
        choice = None if site is None else self._build_on(view, options, cash, site)
        if choice is None and self.params.eager:
            site = self._site(view, cash)
            choice = None if site is None else self._build_on(view, options, cash, site)
        return choice

    def _build_on(self, view: View, options: Options, cash: int, site: int) -> Choice | None:
        board = self._board
        rules = view.rules
        throws = view.playing.count(True) - 1
        left = self._throws_left(view)
        cost = rules.cost[site]
        level = view.level[site]
        if left is not None:
            throws = min(throws, left[1])
        income = self._slope(board.set_of[site], level) * cost * throws
        # Without a limit in sight, the last round is not either.
        if left is not None and view.last_round:
            # A first house pays only by the levels above it, and there is no time to build them.
            income = board.gain(site, level) * throws
        if cash >= cost:
            if self._affordable(view, cash, cost, income) and options.is_legal(Build(site)):
                facts = {"space": site, "cost": cost, "cash": cash - cost}
                if level == rules.top - 1:
                    reason = "{A hotel} on {space} costs {cost} and leaves me {cash}."
                elif level < self.params.first:
                    reason = (
                        "I’m going for three {houses} first: one on {space} costs {cost} "
                        "and leaves me {cash}."
                    )
                else:
                    reason = "One more {house} on {space} costs {cost} and leaves me {cash}."
                return Choice(Build(site), reason, facts)
            return None
        # Up to three houses on each street bring more rent than a mortgaged deed loses.
        if level >= self.params.first or not self._lends(view):
            return None
        if cash + sum([rules.mortgage_value[i] for i in self._deeds]) < cost:
            return None  # which is faster to see than what the rules let it mortgage
        loose = self._loose(view, options)
        lend = sum(rules.mortgage_value[i] for i in loose)
        if cash + lend >= cost and self._affordable(view, cash + lend, cost, income, lend):
            return Choice(
                Mortgage(loose[0]),
                "Mortgaging {space} for {loan} helps pay for {a house} on {space_built}.",
                {
                    "space": loose[0],
                    "loan": rules.mortgage_value[loose[0]],
                    "space_built": site,
                },
            )
        return None

    def _slope(self, group: int, level: int) -> float:
        return self._board.slopes[group][level]

    def _site(self, view: View, cash: float = inf) -> int | None:
        """The space where the next building adds the most rent for its cost; None if not enough. Only
        where it costs at most ``cash``."""
        board, rules = self._board, view.rules
        levels, mortgaged = view.level, view.mortgaged
        slopes, top = board.slopes, rules.top
        best = None
        most = WORTH_BUILDING
        for g in self._sets:
            pick = board.pick[g]
            low = min(pick(levels))
            slope = slopes[g][low]
            if low >= top or slope <= most or rules.cost[board.sets[g][0]] > cash:
                continue
            if True in pick(mortgaged):
                continue
            if low == top - 1 and self._hoards(view):
                continue
            if view.stock[HOTEL if low == top - 1 else HOUSE]:
                best, most = (g, low), slope
        if best is None:
            return None
        low = best[1]
        for i in board.sites(*best):
            if levels[i] == low:
                return i
        return None

    def _hoards(self, view: View) -> bool:
        """Whether it should keep its houses: a hotel would return them to the Bank, and another owner
        of a complete group needs them."""
        if not self.params.hoards or view.stock[HOUSE] > STOCK or view.cash[view.seat] > RICH:
            return False
        top = view.rules.top
        for members in self._board.sets[: self._board.colours]:
            owner = view.owner[members[0]]
            if (
                owner not in (BANK, view.seat)
                and all(view.owner[i] == owner for i in members)
                and any(view.level[i] < top - 1 for i in members)
            ):
                return True
        return False

    # ------------------------------------------------------------ the turn

    def _order(self, view: View, options: Options, ask: AskOrder) -> Choice:
        return _ROLL

    def _roll(self, view: View, options: Options, ask: AskRoll) -> Choice:
        # It builds nothing before its own throw: nobody pays rent before then, and it may need the cash.
        if view.claims:
            rent = self._ask_rent(view, options)
            if rent is not None:
                return rent
        if view.jail[view.seat] == FREE:
            return _ROLL
        return self._jail(view, options)

    def _jail(self, view: View, options: Options) -> Choice:
        seat = view.seat
        if view.last_round:
            # In the last round, freedom earns nothing that would make up for the fine.
            return _ROLL
        threat = self._where(view).threat(seat)
        unsold = view.left_with_bank()
        fine = view.rules.jail_fine
        facts = {"threat": int(threat), "fine": fine, "count": unsold}
        if unsold < UNSOLD and threat > STAY:
            return Choice(
                Roll(), "A throw out there costs me {threat} on average, so I’m staying.", facts
            )
        cards = options.of("use-card")
        if cards and isinstance(cards[0], UseCard):
            return Choice(cards[0], "The card saves me the fine of {fine}.", facts)
        if view.cash[seat] >= fine and options.is_legal(Fine()):
            if unsold:
                return Choice(
                    Fine(),
                    "There are still unsold {deeds} ({count}), so I’m paying {fine} to get out.",
                    facts,
                )
            return Choice(
                Fine(),
                "A throw out there costs only {threat} on average, so I’m paying {fine}.",
                facts,
            )
        return _ROLL

    def _end(self, view: View, options: Options, ask: AskEnd) -> Choice:
        choice = self._standing(view, options)
        if choice is None and self.params.dealing and view.playing.count(True) > 1:
            choice = self._propose(view, options)
        return choice or END

    def _propose(self, view: View, options: Options) -> Choice | None:
        """The best offer by its values in money; None if there is none."""
        dealing = self.params.dealing
        if dealing is not None and len(view.offered) >= dealing.most:
            return None
        standing = self._stand(view)
        deaf = self._reader.deaf(view)
        choice = propose_offer(view, options, standing, deaf)
        if choice is None and standing.dealing.collects and others_buy(view):
            choice = propose_purchase(view, options, standing, deaf)
        return choice

    # ------------------------------------------------------------ buying

    def _rival(self, view: View, space: int, among: list[int]) -> int:
        """The seat of ``among`` that would gain most from the deed; ``NOBODY`` if there are none."""
        where = self._where(view)
        price = view.rules.price[space]
        best, most = NOBODY, -1.0
        for o in among:
            cash = max(0, view.cash[o] - price)
            gain = where.worth(o, cash, where.with_deed(o, space)) - where.worth(
                o, cash, where.holding(o)
            )
            if gain > most:
                best, most = o, gain
        return best

    def _limit(self, view: View, space: int, rival: int, most: int) -> int:
        """The highest price, up to ``most``, at which the seat prefers to buy the deed. The alternative
        is that the rival buys it at the same price."""
        standing = self._stand(view)
        # In an auction the same question comes again at every bid.
        question = (space, rival, most)
        limit = standing.limits.get(question)
        if limit is None:
            limit = standing.limits[question] = self._find_limit(view, standing, *question)
        return limit

    def _find_limit(self, view: View, standing: Standing, space: int, rival: int, most: int) -> int:
        standing.weigh()
        where = standing.position
        seat = view.seat
        mine = where.with_deed(seat, space)
        theirs = where.with_deed(rival, space) if rival != NOBODY else None
        own = where.holding(seat)
        cash = view.cash[seat]
        spare = cash + where.holding(seat).bare
        now = where.now(seat, cash)

        worth = where.worth
        if theirs is None or not self.params.denies or view.last_round:
            theirs = None
            their_cash = 0
            rest = power_now = their_power = 0.0
        else:
            their_cash = view.cash[rival]
            rest = standing.rest(rival)
            least_now = max(50.0, now)
            power_now, their_power = least_now * least_now, standing.powers[rival]

        def better(price: int) -> bool:
            # Beyond its cash it pays with mortgages. It cannot mortgage those deeds again.
            beyond = max(0, price - cash)
            have = worth(seat, cash - price + beyond, mine) - beyond
            if theirs is None:
                return have >= now
            other = worth(rival, max(0, their_cash - price), theirs)
            # The shares of both cases, as in :class:`Standing`, without a call of ``max``.
            power = have * have if have > 50.0 else 2500.0
            power_of_other = other * other if other > 50.0 else 2500.0
            return power / (power + rest + their_power) >= power_now / (
                power_now + rest + power_of_other
            )

        highest = min(most, spare)
        if better(highest):
            return highest
        return nearest(0, highest, _HALVINGS, better) if own is not mine else 0

    def _buy(self, view: View, options: Options, ask: AskBuy) -> Choice:
        self._look(view)
        space = ask.space
        price = view.rules.price[space]
        cash = view.cash[view.seat]
        among = [o for o in view.others() if view.cash[o] >= price // 2]
        rival = self._rival(view, space, among)
        value = self._limit(view, space, rival, 4 * price)
        facts = {"space": space, "price": price, "value": value}
        if value < price and self._takes(view, options, space, price):
            reason = "The others would take {space}, so I’m paying {price} for it myself."
            return Choice(Buy(), reason, facts)
        if value < price:
            return Choice(Decline(), "{space} is worth only {value} to me, not {price}.", facts)
        keep = self.params.keep
        if keep and cash - price < keep:
            facts["cash"] = cash
            return Choice(Decline(), "{price} for {space} would leave me too little.", facts)
        if options.is_legal(Buy()):
            reason = "{space} is worth about {value} to me and costs {price}."
            return Choice(Buy(), reason, facts)
        if cash < price and self._lends(view) and value > LEVER * price:
            loose = self._loose(view, options)
            if cash + sum(view.rules.mortgage_value[i] for i in loose) >= price:
                facts["space_loose"] = loose[0]
                reason = "I’m mortgaging {space_loose} to pay {price} for {space}."
                return Choice(Mortgage(loose[0]), reason, facts)
        return Choice(Decline(), "I can’t really afford {price} for {space}.", facts)

    def _takes(self, view: View, options: Options, space: int, price: int) -> bool:
        """Whether it buys a deed that is worth less than its price to it, because another seat would get
        it: the cash left covers the highest cost of the next throw.

        Where it may not bid for what it declines, it does so only if the deed is worth its price to
        another seat."""
        if not self.params.takes or not options.is_legal(Buy()):
            return False
        left = view.cash[view.seat] - price - self.params.keep
        if left < max((due for due, _ in self._dues(view)), default=0):
            return False
        if others_buy(view):
            return True
        if view.last_round or (view.rules.auctions and view.rules.decliner_bids):
            return False
        where = self._where(view)
        return any(
            view.cash[o] >= price
            and where.worth(o, view.cash[o] - price, where.with_deed(o, space))
            >= where.now(o, view.cash[o])
            for o in view.others()
        )

    def _bid(self, view: View, options: Options, ask: AskBid) -> Choice:
        self._look(view)
        if ask.lot < 0:
            return self._bid_piece(view, options, ask)
        price = view.rules.price[ask.lot]
        cash = view.cash[view.seat]
        low = lowest_bid(view.rules, ask)
        rival = ask.leader
        if rival in (NOBODY, view.seat):
            among = [o for o in ask.bidders if o != view.seat and view.cash[o] >= low]
            rival = self._rival(view, ask.lot, among)
        limit = self._limit(view, ask.lot, rival, 4 * price)
        # The Bank lends as much on the deed at once.
        limit = max(limit, min(cash, view.rules.mortgage_value[ask.lot]))
        if self.params.keep:
            limit = min(limit, cash - self.params.keep)
        facts = {"space": ask.lot, "limit": max(0, limit), "bid": ask.bid}
        if low > limit:
            return Choice(Pass(), "{space} is worth at most {limit} to me.", facts)
        if low > cash:
            loose = (
                self._loose(view, options) if limit > LEVER * price and self._lends(view) else []
            )
            if loose and cash + sum(view.rules.mortgage_value[i] for i in loose) >= low:
                facts["space_loose"] = loose[0]
                reason = (
                    "{space} is worth {limit} to me, so I’m mortgaging {space_loose} "
                    "to keep bidding."
                )
                return Choice(Mortgage(loose[0]), reason, facts)
            facts["cash"] = cash
            return Choice(Pass(), "I can’t bid more than {cash} for {space}.", facts)
        amount = min(max(low, ask.bid + price // 20), limit, cash)
        return Choice(Bid(amount), "{space} is worth up to {limit} to me.", facts)

    def _bid_piece(self, view: View, options: Options, ask: AskBid) -> Choice:
        cost = max((view.rules.edition.groups[g].house_cost for g in self._sets), default=0)
        limit = cost if view.last_round else 2 * cost
        if self.params.keep:
            limit = max(0, min(limit, view.cash[view.seat] - self.params.keep))
        bids = options.of("bid")
        facts = {"limit": limit}
        if bids and isinstance(bids[0], Amount) and bids[0].low <= min(limit, bids[0].high):
            amount = min(max(bids[0].low, ask.bid + 10), limit, bids[0].high)
            return Choice(Bid(amount), "One more building is worth {limit} to me.", facts)
        return Choice(Pass(), "One more building is worth at most {limit} to me.", facts)

    # ------------------------------------------------------------ money

    def _tax(self, view: View, options: Options, ask: AskTax) -> Choice:
        return tax(view)

    def _card_choice(self, view: View, options: Options, ask: AskCardChoice) -> Choice:
        return pay_or_draw(view, ask)

    def _debt(self, view: View, options: Options, ask: AskDebt) -> Choice:
        cash = view.cash[view.seat]
        facts = {"amount": ask.amount, "missing": ask.amount - cash}
        if cash >= ask.amount:
            return Choice(Pay(), "I can pay the {amount} now.", facts)
        if options.is_legal(GiveUp()):
            return Choice(GiveUp(), "Even selling everything, I can’t raise {amount}.", facts)
        return self._raise(view, options, facts)

    def _raise(self, view: View, options: Options, facts: dict[str, int]) -> Choice:
        """Raise cash by the step that costs the least for each unit of cash."""
        self._look(view)
        board = self._board
        rules = view.rules
        where = self._where(view)
        reach = where.reach
        best: Mortgage | Sell | None = None
        least = inf
        # Whether a step is legal takes longer to see than its cost. So only the cheapest are asked about.
        for i in self._deeds:
            loan = rules.mortgage_value[i]
            if loan and not view.mortgaged[i]:
                lost = reach * board.chance[i] * where.rent(i)
                lost += 0.1 * (1 - where.values.final) * loan
                # A mortgage in a complete group costs more, since it stops building in that group.
                cost = lost / loan + (1 if board.set_of[i] in self._sets else 0)
                if cost < least and options.is_legal(Mortgage(i)):
                    best, least = Mortgage(i), cost
            if view.level[i]:
                lost = reach * board.gain(i, view.level[i] - 1)
                cost = lost / (rules.cost[i] / 2) + 1
                if cost < least and options.is_legal(Sell(i)):
                    best, least = Sell(i), cost
        if best is None:
            downs = options.of(SellDown)
            down = max(downs, key=lambda x: x.level)
            facts["group"] = down.group
            return Choice(
                down, "I’m {missing} short of {amount}, so I’m selling buildings on {group}.", facts
            )
        facts["space"] = best.space
        if isinstance(best, Sell):
            return Choice(
                best,
                "I’m {missing} short of {amount}, so I’m selling a building on {space}.",
                facts,
            )
        return Choice(best, "I’m {missing} short of {amount}, so I’m mortgaging {space}.", facts)

    def _transfer(self, view: View, options: Options, ask: AskTransfer) -> Choice:
        self._look(view)
        cost = view.rules.lift_cost[ask.space]
        facts = {"space": ask.space, "cost": cost}
        whole = self._board.set_of[ask.space] in self._sets
        keep = max(self.params.keep, 0 if whole else self.params.lift_keep)
        able = view.cash[view.seat] >= cost + keep and not view.last_round
        if able and options.is_legal(Redeem(ask.space)):
            reason = (
                "Lifting the mortgage on {space} now for {cost} saves me from paying "
                "interest twice."
            )
            return Choice(Redeem(ask.space), reason, facts)
        return Choice(Keep(ask.space), "I’d rather keep the {cost} for now.", facts)

    def _claim(self, view: View, options: Options, ask: AskClaim) -> Choice:
        self._look(view)
        costs = [view.rules.edition.groups[g].house_cost for g in self._sets]
        cheapest = min(costs, default=0)
        facts = {"cost": cheapest}
        able = view.cash[view.seat] >= cheapest + self.params.keep and not view.last_round
        if costs and able:
            return Choice(ClaimIt(), "I could use a building for {cost}.", facts)
        return Choice(Pass(), "I can’t spare {cost}.", facts)

    def _place(self, view: View, options: Options, ask: AskPlace) -> Choice:
        board = board_stats_of(view.rules)
        sites = options.of(Place)
        best = max(sites, key=lambda p: board.gain(p.space, view.level[p.space]))
        return Choice(best, "{space} gains the most from this building.", {"space": best.space})

    # ------------------------------------------------------------ deals

    def _answer(self, view: View, options: Options, ask: AskAnswer) -> Choice:
        if options.violations(Accept()):
            return Choice(Reject(), "This trade with {seat} isn’t possible.", {"seat": ask.by})
        if self.params.dealing is None:
            return Choice(Reject(), "I never trade with anybody[, {seat}|].", {"seat": ask.by})
        judgement = judge_offer(view, ask.by, ask.give, ask.get, self._stand(view))
        answer = Accept() if judgement.good else Reject()
        return Choice(answer, judgement.reason, judgement.facts)


# The name of the method that answers each ask. A name lets a subclass override the method.
_HANDLERS: Final[dict[type, str]] = {
    AskOrder: "_order",
    AskRoll: "_roll",
    AskRentRoll: "_order",
    AskEnd: "_end",
    AskBuy: "_buy",
    AskBid: "_bid",
    AskTax: "_tax",
    AskCardChoice: "_card_choice",
    AskDebt: "_debt",
    AskTransfer: "_transfer",
    AskAnswer: "_answer",
    AskClaim: "_claim",
    AskPlace: "_place",
}


def _could_improve(view: View) -> bool:
    """Whether the seat has a complete group or a mortgaged deed. Without either, there is nothing that it
    could build or lift. Every seat is asked so often that nothing else is computed before this is known."""
    seat, owner = view.seat, view.owner
    if True in view.mortgaged:
        for i, mortgaged in enumerate(view.mortgaged):
            if mortgaged and owner[i] == seat:
                return True
    for group in view.rules.edition.groups:
        members = group.members
        if owner[members[0]] != seat:
            continue
        for i in members:
            if owner[i] != seat:
                break
        else:
            return True
    return False

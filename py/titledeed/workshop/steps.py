"""The guided path: six steps, each with a goal that is measured in games.

A goal never looks at the program. All practice games have the same seed, so luck can't be drawn again.
``tests/workshop/test_steps.py`` plays every solution and every program before it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from ..language.catalogue import N_
from .fence_answers import RunCounts

SEED: Final = 1
NOVICES: Final = ("novice",) * 3
SIMPLE: Final = ("simple",) * 3

_TOP: Final = """class MyBot:
    def choose(self, view, options):
        if view.ask.seat != view.seat:
            return None  # it is someone else's turn
        cash = view.cash[view.seat]
"""
_ASKED_BUY: Final = """        if view.ask.kind == "buy":
            return self.buy(view, cash)
"""
_ASKED_BID: Final = """        if view.ask.kind == "bid":
            return self.bid(view, options, cash)
"""
_ASKED_QUIET: Final = """        if view.ask.kind in ("roll", "end"):
            return self.quiet(view, options, cash)
"""
_LEAST: Final = """        return options.least()
"""
_BUY: Final = """
    def buy(self, view, cash):
        price = view.rules.price[view.ask.space]
        if cash >= price:
            return ("buy", f"That leaves me {cash - price}.")
        return "decline"
"""
_DECLINE: Final = """
    def buy(self, view, cash):
        return ("decline", "I bid for it instead.")
"""
_BID_START: Final = """
    def bid(self, view, options, cash):
        return "pass"
"""
_BID: Final = """
    def bid(self, view, options, cash):
        lot = view.ask.lot
        if lot >= 0:  # -1 would be a house
            limit = min(view.rules.price[lot], cash)
            for bids in options.of("bid"):
                if bids.low <= limit:
                    return (f"bid {bids.low}", f"I go up to {limit}.")
        return "pass"
"""
_QUIET: Final = """
    def quiet(self, view, options, cash):
        for build in options.of("build"):
            left = cash - view.rules.cost[build.space]
            if left >= KEEP:
                return (build, f"It leaves me {left}.")
        return None
"""
_RIVALS: Final = """    def __init__(self):
        self.rivals = False  # has anyone bid against me?

"""
_BUY_OR_BID: Final = """
    def buy(self, view, cash):
        price = view.rules.price[view.ask.space]
        if not self.rivals:
            return ("decline", "Nobody bids here: I take it in the auction.")
        if cash >= price:
            return ("buy", "They bid here, so I buy.")
        return "decline"
"""
_NOTICE: Final = """        if view.ask.bid > 0 and view.ask.leader != view.seat:
            self.rivals = True
"""
_TRADE: Final = """
    def trade(self, view, cash):
        if len(view.offered) >= 2:
            return None
        rules = view.rules
        for place in rules.ownable:
            owner = view.owner[place]
            if owner < 0 or owner == view.seat:
                continue
            rest = [p for p in rules.members[place] if p != place]
            if not all(view.owner[p] == view.seat for p in rest):
                continue
            price = max(200, rules.price[place])
            if cash - price >= KEEP:
                return (offer(to=owner, give=price, get=[place]), "It completes my group.")
        return None
"""
_KEEP: Final = "KEEP = 100\n\n\n"
_IMPORT: Final = "from titledeed.api import offer\n\n"

_CLASS: Final = "class MyBot:\n"
_FIRST: Final = _TOP + _LEAST
_BUYS: Final = _TOP + _ASKED_BUY + _LEAST + _BUY
_BIDS_NOTHING: Final = _TOP + _ASKED_BUY + _ASKED_BID + _LEAST + _BUY + _BID_START
_BIDS: Final = _TOP + _ASKED_BUY + _ASKED_BID + _LEAST + _DECLINE + _BID
_ASKED: Final = _TOP + _ASKED_BUY + _ASKED_BID + _ASKED_QUIET + _LEAST
_BUILDS: Final = _KEEP + _ASKED + _DECLINE + _BID + _QUIET
_MEETS: Final = _KEEP + _ASKED + _BUY + _BID + _QUIET
_NOTICING: Final = _BID.replace("        if lot >= 0", _NOTICE + "        if lot >= 0")
_BOTH_BODY: Final = _ASKED.replace(_CLASS, _CLASS + _RIVALS) + _BUY_OR_BID + _NOTICING
_BOTH: Final = _KEEP + _BOTH_BODY + _QUIET
_ASKS_TRADE: Final = _QUIET.replace(
    "        return None\n", "        return self.trade(view, cash)\n"
)
_TRADES: Final = _IMPORT + _KEEP + _BOTH_BODY + _ASKS_TRADE + _TRADE


@dataclass(frozen=True)
class Goal:
    """What a step asks for, of 100 games against these opponents.

    ``won``: games won. ``outright``: of them, those in which all others went bankrupt."""

    against: tuple[str, ...]
    won: int
    outright: int = 0

    def reached(self, counts: RunCounts) -> bool:
        """Whether a finished run of 100 games has reached the goal."""
        return counts.won >= self.won and counts.outright >= self.outright


@dataclass(frozen=True)
class GuidedStep:
    """A step of the path. ``starter``: the program with which it begins, unless the last step's is there.

    ``start_adds``: what the starter adds to the program of the step before, as a message."""

    id: str
    title: str
    task: str
    hints: tuple[str, ...]
    goals: tuple[Goal, ...]
    starter: str
    solution: str


STEPS: Final = (
    GuidedStep(
        "buy",
        N_("Buy"),
        N_("Buy every property you land on if you have the cash."),
        (
            N_(
                "When view.ask.kind is \"buy\", view.ask.space is the number of the space, and "
                "view.rules.price[…] is its price."
            ),
            N_("An answer is a text such as \"buy\", or a pair: the text and your reason."),
        ),
        (Goal(NOVICES, 8),),
        _FIRST,
        _BUYS,
    ),
    GuidedStep(
        "bid",
        N_("Bid"),
        N_("Nobody bids against you. Decline, then bid."),
        (
            N_(
                "Watch one auction: nobody else bids. If you decline a property, you may still bid "
                "for it, from $10 up."
            ),
            N_("options.of(\"bid\") has one item. Its “low” is the lowest bid that is allowed."),
        ),
        (Goal(NOVICES, 35),),
        _BIDS_NOTHING,
        _BIDS,
    ),
    GuidedStep(
        "build",
        N_("Build"),
        N_("Build {houses}, and win before round 60 ends."),
        (
            N_(
                "On your turn, the questions are \"roll\" and \"end\". You may answer either "
                "of them by building."
            ),
            N_("options.of(\"build\") is empty until you own a whole group."),
        ),
        (Goal(NOVICES, 35, 3),),
        _BIDS,
        _BUILDS,
    ),
    GuidedStep(
        "simple",
        N_("Simple bots"),
        N_("The opponents bid now. Your trick no longer works."),
        (
            N_("Watch a lost game: who got the properties that you declined, and at what price?"),
            N_("As in step 1, buy every property you land on. Leave the rest of the "
               "program as it is."),
        ),
        (Goal(SIMPLE, 12),),
        _BUILDS,
        _MEETS,
    ),
    GuidedStep(
        "both",
        N_("Do both"),
        N_("One bot for both: it has to notice who sits at the table."),
        (
            N_("How could your bot notice that somebody bids against it?"),
            N_(
                "Anything you store in self is still there at the next question. "
                "view.ask.leader is the highest bidder."
            ),
        ),
        (Goal(NOVICES, 40), Goal(SIMPLE, 12)),
        _MEETS,
        _BOTH,
    ),
    GuidedStep(
        "trade",
        N_("Trade"),
        N_("Offer money for the one property that your group lacks."),
        (
            N_("A Novice thinks that any property is worth $150, whatever it costs."),
            N_("offer(to=owner, give=200, get=[space]) is an answer too. Import it from titledeed.api."),
        ),
        (Goal(NOVICES, 75),),
        _BOTH,
        _TRADES,
    ),
)  # fmt: skip
FREE: Final = "free"  # the id of the place after the path: any opponents, no goal


def step_of(id: str) -> GuidedStep | None:
    """The step of this id; None for ``FREE`` and any other."""
    return next((step for step in STEPS if step.id == id), None)


# Why a goal was probably missed: a condition on the counts, and a sentence with placeholders.
def missed(step: GuidedStep, counts: RunCounts) -> tuple[str, dict[str, int]]:
    """A sentence about what the games show, with its numbers; ("", {}) if nothing stands out."""
    asked, answered = counts.asked, counts.answered
    if step.id == "buy" and not answered.get("buy"):
        return _NEVER_BOUGHT, {"n": asked.get("buy", 0)}
    if step.id == "bid" and not answered.get("bid"):
        return _NEVER_BID, {"n": asked.get("bid", 0)}
    if step.id == "build" and not answered.get("build"):
        return _NEVER_BUILT, {"n": counts.groups}
    if step.id == "trade" and not answered.get("offer"):
        return _NEVER_OFFERED, {}
    if step.id == "trade" and counts.refused == answered.get("offer"):
        return _ALL_REFUSED, {"n": counts.refused}
    return "", {}


_NEVER_BOUGHT: Final = N_("The bot was asked “buy” {n} times and never bought anything.")
_NEVER_BID: Final = N_("The bot was asked “bid” {n} times and never bid.")
_NEVER_BUILT: Final = N_("The bot never built. Games in which it owned a whole group: {n}.")
_NEVER_OFFERED: Final = N_("The bot never made an offer.")
_ALL_REFUSED: Final = N_("Every offer was declined ({n} in all). Did the bot offer at least $200?")

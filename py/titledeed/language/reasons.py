"""Says in a short sentence why an answer is not allowed now, with the street, sum or player concerned.

``engine/explain_refusal.py`` finds the cause. This module has a sentence for each cause.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ..engine.answers import (
    Answer,
)
from ..engine.errors import (
    Cause,
)
from ..engine.explain_refusal import explain_refusal
from ..engine.special_seats_and_ids import NOBODY, Because
from ..engine.state import (
    State,
)
from .catalogue import N_, NN_
from .rule_clauses import clause_text
from .sentence_parts import SentenceParts, part_of_sentence

# The sentence for each cause of engine/explain_refusal.py, whose facts are its placeholders. A pair has the
# singular and the plural.
SENTENCES: Final[Mapping[str, str | tuple[str, str]]] = {
    # the moment
    "answer-first": N_("Another decision comes first."),
    "chance-first": N_("A throw or a card comes first."),
    "declined": N_("{seat} declined to buy this property and so may not bid on it."),
    "else-asked": N_("A different decision is due now."),
    "first-lap": N_("{seat} may not buy or bid on property during [their|your] first lap."),
    "no-wish": N_("{seat} ha[s|ve] no claim to this building and so may not bid."),
    "no-throw-left": N_("{seat} ha[s|ve] no throw left in this turn."),
    "other-asked": N_("It’s [other:{other}’s|your] decision now."),
    "other-first": N_("{other} ha[other:s|ve] to decide first."),
    "others-turn": N_("It’s [other:{other}’s|your] turn."),
    "out": N_("{seat} [is|are] out of the game."),
    "over": N_("The game is over."),
    "throw-first": N_("{seat} ha[s|ve] to throw first."),
    "too-late": N_("It’s too late for that in this turn."),
    # buildings
    "few-houses": NN_(
        "The {bank} has {n} {house} left, not enough to break up {a hotel}.",
        "The {bank} has {n} {houses} left, not enough to break up {a hotel}.",
    ),
    "group-incomplete": N_("The group isn’t complete. Missing: {spaces}."),
    "group-mortgaged": N_("Lift the mortgage on {spaces} first."),
    "has-hotel": N_("{space} already has {a hotel}."),
    "hotel-too-early": NN_(
        "{A hotel} needs {n} {house} on every {street} of the group. Build on {spaces} first.",
        "{A hotel} needs {n} {houses} on every {street} of the group. Build on {spaces} first.",
    ),
    "house-on-offer": N_("This would take the {house} that is being auctioned."),
    "no-hotels": N_("The {bank} has no {hotel} left."),
    "no-houses": N_("The {bank} has no {house} left."),
    "no-more-there": N_("No {street} of the group has more buildings than that."),
    "no-street": N_("Nothing can be built on {space}."),
    "not-built": N_("There are no buildings on {space}."),
    "nothing-to-sell": N_("{seat} ha[s|ve] nothing to sell there."),
    "sell-first": N_("You must sell evenly. Sell buildings on {spaces} first."),
    "uneven": N_("You must build evenly. Build on {spaces} first."),
    # mortgages
    "built-on": N_("To mortgage, first sell the buildings on {spaces}."),
    "lift-cost": N_("It costs {amount}, but {seat} ha[s|ve] only {cash}."),
    "mortgaged": N_("{space} is already mortgaged."),
    "no-deed": N_("{space} has no {deed}."),
    "not-mortgaged": N_("{space} isn’t mortgaged."),
    "not-owned": N_("{space} doesn’t belong to {seat}."),
    "other-deed": N_("You are being asked about a different {deed}."),
    # buying, auctions, debts
    "bid-too-low": N_("Bid {low} or more."),
    "bought-on-mortgage": N_(
        "{seat} took out a mortgage after this throw and so may not buy this property."
    ),
    "can-pay": N_("{seat} can still get {amount} from the {bank} and pay the debt."),
    "can-pay-now": N_("{seat} ha[s|ve] {cash} and can pay the debt."),
    "cash": N_("{seat} ha[s|ve] only {cash}."),
    "missing": N_("{amount} is still missing."),
    "no-claim": N_("There’s no rent to claim for {space}."),
    "no-site": N_("{seat} ha[s|ve] no {street} where this building could go."),
    # jail
    "fine-too-late": N_("It’s too late to pay the fine before this throw."),
    "no-jail-card": N_("{seat} ha[s|ve] no {jail_card}."),
    "not-in-jail": N_("{seat} [is|are] not in {jail}."),
    "which-card": N_("Which card: {one} or {two}?"),
    # deals
    "both-cash": N_("Only one side can add money."),
    "debt-after-deal": N_("After this trade, {seat} could no longer pay the debt."),
    "deeds-not-owned": N_("{seat} do[es|]n’t own {spaces}."),
    "group-built-on": N_("Sell the buildings on {group} first."),
    "interest": N_("{seat} couldn’t pay the {amount} in interest due at once."),
    "not-held": N_("{seat} do[es|]n’t have {card}."),
    "nothing-offered": N_("Neither side gives anything."),
    "to-oneself": N_("You can’t trade with yourself."),
}

# In place of the sentence for "answer-first": what has to be decided, by the kind of ask.
_DECIDE_FIRST: Final[Mapping[str, str]] = {
    "answer": N_("First accept or decline the offer."),
    "bid": N_("First bid or pass."),
    "buy": N_("First buy {space} or decline it."),
    "card-choice": N_("First pay or draw a card."),
    "claim": N_("First claim the building or pass."),
    "debt": N_("First pay the debt."),
    "place": N_("First place the building."),
    "rent-roll": N_("First throw for the rent."),
    "tax": N_("First pay the tax."),
    "transfer": N_("First decide about the mortgage on {space}."),
}

# The sentence for a clause without a cause, for example if people enter dice and cards by hand. For any
# other clause the clause's own text is shown.
PLAIN: Final[Mapping[str, str]] = {
    "cards.draw": N_("A different card is on top."),
    "cards.goojf-keep": N_("A player has that card."),
    "debt.bank-only-lender": N_(
        "There isn’t enough cash, and players may not lend each other money."
    ),
    "hotels.no-skipping": N_(
        "The {bank} has no {house} left, and you can’t build any higher without one."
    ),
    "house.limit-minutes": N_("No time limit was agreed."),
    "houses.max-four": N_("There’s no room for more {houses} there."),
    "mortgage.property-only": N_("Buildings cannot be mortgaged."),
    "selling-buildings.bank-only": N_("Buildings can be sold only to the {bank}."),
    "setup.card-decks": N_("Those cards don’t belong to this {deck}."),
    "setup.decks-placed": N_("A different card is on top."),
    "setup.dice": N_("No throw is due now."),
    "setup.shuffle": N_("The {decks} have to be shuffled first."),
    "short-game.deal": N_("The {deeds} for the Short Game have to be dealt first."),
}


def reason_text(
    parts: SentenceParts, state: State, seat: int, answer: Answer, clauses: Because
) -> str:
    """The reason why an answer of a seat is not allowed now. ``clauses``: the clauses that bar it."""
    behind = explain_refusal(state, seat, answer, clauses)
    if behind is not None and behind[0].what == "answer-first" and state.ask.kind in _DECIDE_FIRST:
        space = getattr(state.ask, "space", NOBODY)
        values = {"space": parts.space(space)} if space >= 0 else {}
        return parts._(_DECIDE_FIRST[state.ask.kind], **values)
    if behind is not None:
        return cause_text(parts, behind[0])
    for clause in clauses:
        if clause in PLAIN:
            return parts._(PLAIN[clause])
    return clause_text(parts, clauses[0]) if clauses else parts._("This isn’t possible now.")


def cause_text(parts: SentenceParts, cause: Cause) -> str:
    """The sentence for a cause."""
    values = {name: part_of_sentence(parts, name, fact) for name, fact in cause.facts.items()}
    sentence = SENTENCES[cause.what]
    if isinstance(sentence, str):
        return parts._(sentence, **values)
    n = cause.facts["n"]
    return parts.n_(*sentence, n, **{name: values[name] for name in values if name != "n"})

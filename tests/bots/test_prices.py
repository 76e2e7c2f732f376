"""The search for a price finds what the two questions that it stands for would find, asked one by one."""

from __future__ import annotations

import random

import pytest

from random_positions import random_position
from scene import BOOKS
from titledeed.bots.agreed_price_binary_search import nearest
from titledeed.bots.protocol import View
from titledeed.bots.trading import (
    HALVINGS,
    Standing,
    Swap,
    TradeContext,
    _exchanges_with,
    _only,
    judge_offer,
)
from titledeed.bots.valuation import holdings_of
from titledeed.engine import rulebook_loader_and_rules_compiler as rules_compiler
from titledeed.engine.answers import Bundle

DEALINGS = (TradeContext(), TradeContext(greed=0.0, guard=0.0), TradeContext(guard=1.0, keep=650))


@pytest.mark.parametrize("book", BOOKS)
def test_a_search_agrees_with_the_questions_asked_one_by_one(book: str) -> None:
    rules = rules_compiler.make_rules(book)
    found = set()
    for n in range(24):
        state = random_position(rules, random.Random(f"{book} {n}"))
        view = View(state, state.turn)
        standing = Standing(view, holdings_of(view), DEALINGS[n % len(DEALINGS)])
        for other in view.others():
            for give, get in _exchanges_with(standing, other):
                swap = Swap(standing, other, _only(give), _only(get))
                low, high = swap.limits()
                agreed = swap.agrees(low)
                most = nearest(low, high, HALVINGS, swap.agrees) if agreed else None
                assert swap.most() == most
                bid = high if most is None else most
                suited = swap.suits(bid)
                fair = nearest(bid, low, HALVINGS, swap.suits) if suited else None
                assert swap.fair(bid) == fair
                found |= {("most", agreed), ("fair", suited)}
    assert found == {(name, yes) for name in ("most", "fair") for yes in (True, False)}


def test_a_judgement_never_calls_a_loss_of_the_other_side_a_gain() -> None:
    rules = rules_compiler.make_rules("modern")
    named: set[str] = set()
    for n in range(16):
        state = random_position(rules, random.Random(f"losses {n}"))
        view = View(state, state.turn)
        standing = Standing(view, holdings_of(view), TradeContext())
        for other in view.others():
            for i in view.deeds(other)[:4]:
                for cash in (1, rules.price[i], 2 * rules.price[i], 40 * rules.price[i]):
                    told = judge_offer(view, other, Bundle((i,)), Bundle((), cash), standing)
                    back = judge_offer(view, other, Bundle((), cash), Bundle((i,)), standing)
                    for reason, facts in ((told.reason, told.facts), (back.reason, back.facts)):
                        for name in ("gain_theirs", "loss_theirs"):
                            if f"{{{name}}}" in reason:
                                named.add(name)
                                assert facts[name] >= (name == "loss_theirs"), (reason, facts)
    assert named == {"gain_theirs", "loss_theirs"}

"""A position after an exchange that has not been made, for the odds model to judge."""

from __future__ import annotations

from .protocol import View


class Imagined:
    """A mutable copy of a view's data, as the odds model reads it (``odds.features.OpenState``)."""

    def __init__(self, view: View) -> None:
        self.rules = view.rules
        self.cash = list(view.cash)
        self.at = view.at
        self.jail = view.jail
        self.playing = view.playing
        self.owner = list(view.owner)
        self.level = view.level
        self.mortgaged = view.mortgaged
        self.held = view.held
        self.stock = view.stock
        self.turn = view.turn
        self.round = view.round

    def hand(self, deeds: tuple[int, ...], to: int) -> None:
        """Give these deeds to the seat ``to``, which pays the interest on mortgaged ones."""
        for i in deeds:
            self.owner[i] = to
            if self.mortgaged[i]:
                self.cash[to] -= self.rules.transfer_interest[i]

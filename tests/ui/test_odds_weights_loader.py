"""The weights of the odds arrive when something first needs them, and a game waits for them."""

from __future__ import annotations

import pytest

from fake_page import FakePage, Table
from playing import sensible
from titledeed.engine.record import Record, Seat
from titledeed.odds import Network, WeightsNotReady, model

GAME = Record("modern", [Seat("A", "shark"), Seat("B", ""), Seat("C", "shark")], seed=11)


class Away:
    """A page whose weights have not arrived yet, and the ways in which they may arrive."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, *, thinks: bool = False) -> None:
        self.monkeypatch = monkeypatch
        self.net = list(model._net) or [self._read()]
        self.here = False
        monkeypatch.setattr(model, "_ready", self._ready)
        self.page = FakePage(slow_part="odds", thinks=thinks)
        self.table = Table(page=self.page)

    @staticmethod
    def _read() -> Network:
        return model._ready()

    def _ready(self) -> Network:
        if not self.here:
            raise WeightsNotReady("They are not here.")
        return self.net[0]

    def arrive(self) -> None:
        self.here = True
        self._answer("")

    def fail(self) -> None:
        self._answer("python/odds.gz: 404")

    def _answer(self, trouble: str) -> None:
        waiting, self.page.awaiting = self.page.awaiting, []
        assert waiting, "nobody has asked for them"
        for then in waiting:
            then(trouble)
        self.page.run()


def tick_out(at: Table) -> None:
    """Let time pass until no timer is left."""
    for _ in range(500):
        if not at.page.tick():
            return
    raise AssertionError("the page never comes to rest")


def lines(at: Table, answers: int) -> list[str]:
    while len(at.session.entries) < answers:
        at.say(sensible(at.answers()))
    return [entry.line for entry in at.session.entries[:answers]]


@pytest.mark.parametrize("thinks", [False, True])
def test_a_shark_is_asked_only_when_the_weights_have_loaded(
    monkeypatch: pytest.MonkeyPatch, *, thinks: bool
) -> None:
    ordinary = Table()
    ordinary.hands.play.start(GAME)
    ordinary.page.run()
    expected = lines(ordinary, 60)
    away = Away(monkeypatch, thinks=thinks)
    at = away.table
    at.hands.play.start(GAME)
    tick_out(at)
    assert {entry.answer.kind for entry in at.session.entries if entry.by == "bot"} == {"roll"}
    assert at.session.state.turns == 1, "they have thrown for the start, and no more"
    assert not at.answers()
    assert at.page.parts == ["odds"]
    away.arrive()
    assert lines(at, 60) == expected
    assert at.page.parts == ["odds"]


def test_a_game_waits_and_says_so_if_the_weights_cannot_be_fetched(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ordinary = Table()
    ordinary.hands.play.start(GAME)
    ordinary.page.run()
    expected = lines(ordinary, 40)
    away = Away(monkeypatch)
    at = away.table
    at.hands.play.start(GAME)
    tick_out(at)
    count = len(at.session.entries)
    for _ in range(2):
        away.fail()
        tick_out(at)
        assert "A file the shark bot needs couldn’t be loaded." in at.page.text("notices")
        assert "python/odds.gz: 404" in at.page.text("notices")
        assert len(at.session.entries) == count
        assert not at.page.awaiting, "nothing is fetched again before a person wants it"
        at.press("notices", "Try again")
        tick_out(at)
        assert "couldn’t be loaded" not in at.page.text("notices")
    away.arrive()
    assert lines(at, 40) == expected
    assert at.page.parts == ["odds"] * 3


def test_a_player_who_leaves_a_waiting_game_gets_no_message(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    away = Away(monkeypatch)
    at = away.table
    at.hands.play.start(GAME)
    tick_out(at)
    at.hands.play.leave_game()
    away.fail()
    assert list(at.app.notices) == []


def test_without_odds_the_weights_are_not_fetched(monkeypatch: pytest.MonkeyPatch) -> None:
    away = Away(monkeypatch)
    away.table.play("Ada", "Ben", bots={"Ben": "steady"})
    lines(away.table, 20)
    assert away.page.parts == []


def test_the_odds_strip_appears_when_the_weights_have_loaded(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    away = Away(monkeypatch)
    at = away.table
    at.do("settings", kind="change", fields={"odds": "on", "speed": "instant"})
    at.play("Ada", "Ben")
    assert "Chances of winning" not in at.page.regions["seats"]
    assert at.page.parts == ["odds"]
    away.arrive()
    assert "Chances of winning" in at.page.regions["seats"]


def test_a_failed_odds_strip_is_not_fetched_at_every_rendering(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    away = Away(monkeypatch)
    at = away.table
    at.do("settings", kind="change", fields={"odds": "on", "speed": "instant"})
    at.play("Ada", "Ben")
    away.fail()
    for _ in range(5):
        at.hands.play.render()
    assert at.page.parts == ["odds"]
    at.page.clock += 20_000
    at.hands.play.render()
    assert at.page.parts == ["odds", "odds"]
    away.arrive()
    assert "Chances of winning" in at.page.regions["seats"]


@pytest.mark.parametrize("come", [True, False])
def test_a_hint_waits_for_the_weights_and_works_without_them(
    monkeypatch: pytest.MonkeyPatch, *, come: bool
) -> None:
    away = Away(monkeypatch)
    at = away.table
    at.play("Ada", "Ben")
    at.say("roll")
    assert "buy" in at.answers()
    at.do("hint")
    assert "would choose" not in at.page.text("ask")
    (away.arrive if come else away.fail)()
    assert ("The shark bot would choose" if come else "The steady bot would") in at.page.text("ask")


def test_the_curve_of_a_replay_appears_when_the_weights_have_loaded(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    away = Away(monkeypatch)
    at = away.table
    at.play("Ada", "Ben", bots={"Ben": "steady"})
    lines(at, 12)
    at.do("replay")
    tick_out(at)
    replaying = at.app.replaying
    assert replaying is not None
    assert replaying.odds == []
    away.arrive()
    tick_out(at)
    assert len(replaying.odds) > 2


def test_the_laboratory_opens_with_the_weights(monkeypatch: pytest.MonkeyPatch) -> None:
    away = Away(monkeypatch)
    at = away.table
    at.do("lab")
    assert at.page.parts == ["lab", "strategies", "odds"]
    assert at.page.state["screen"] != "lab"
    away.fail()
    assert "The laboratory couldn’t be loaded. Try again. python/odds.gz: 404" in at.page.text(
        "setup"
    )
    at.do("lab")
    away.arrive()
    assert at.page.state["screen"] == "lab"

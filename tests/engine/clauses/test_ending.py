"""The end: the last player wins, and until then the others play on."""

from __future__ import annotations

from scene import clause, table, will_not_load


@clause("ending.last-player", "setup.objective", "bankruptcy.retire")
def test_the_last_player_wins(book: str) -> None:
    seats = {
        "Ada": {"at": "@36", "cash": 5, "deeds": "short-line:m"},
        "Ben": {"deeds": "boardwalk park-place"},
    }
    t = table(book, players="Ada Ben", seats=seats).throw("Ada", 1, 2).play("Ada bankrupt")
    t.ask("over").winners("Ben").playing("Ben").cites("ending.last-player", "bankruptcy.retire")


@clause("ending.last-player")
def test_no_answer_is_legal_after_the_end(book: str) -> None:
    t = table(book, players="Ada Ben", seats={"Ada": {"deeds": "short-line"}}).play("Ben resign")
    for line in ("Ada roll", "Ada end", "Ada mortgage short-line", "Ada resign", "Ben roll"):
        t.refuses(line, "ending.last-player")
    t.refuses("chance dice 1 2", "ending.last-player").refuses("Ada offer Ben give 5 get nothing")
    t.refuses("chance time-up", "ending.last-player")


@clause("ending.last-player")
def test_no_auction_follows_when_one_player_is_left(book: str) -> None:
    seats = {"Ada": {"at": "short-line", "cash": 5, "deeds": "baltic-avenue:m"}}
    t = table(book, players="Ada Ben", seats=seats).throw("Ada", 1, 2).play("Ada bankrupt")
    t.ask("over").winners("Ben").cash(Ben=1500).is_silent_on("bankruptcy.bank-auction")


@clause("ending.play-on", "bankruptcy.retire")
def test_the_other_players_play_on_after_a_bankruptcy(book: str) -> None:
    t = table(book, players="Ada Ben Cleo Dora").play("Ada resign").ask("Ben roll")
    t.cites("ending.play-on").play("Dora resign").ask("Ben roll").cites("bankruptcy.retire")
    t.throw("Ben", 4, 6).play("Ben end").ask("Cleo roll").play("Cleo resign").winners("Ben")


@clause("ending.play-on")
def test_a_bankruptcy_out_of_turn_does_not_interrupt_the_player_to_move(book: str) -> None:
    seats = {"Ada": {"at": "b-and-o-railroad"}, "Ben": {"cash": 1}}
    t = table(book, decks="us-2008", seats=seats, deck={"community-chest": ["collect-from-each"]})
    t.throw("Ada", 4, 4).play("chance card collect-from-each").ask("Ben debt")
    t.play("Ben bankrupt").ask("Ada roll").cash(Ada=1511, Cleo=1490).cites("ending.play-on")
    t.throw("Ada", 1, 4)


@clause("ending.last-player")
def test_a_position_without_opponents_is_refused(book: str) -> None:
    out = {"Ben": {"out": True}, "Cleo": {"out": True}}
    will_not_load(book, "ending.last-player", seats=out)

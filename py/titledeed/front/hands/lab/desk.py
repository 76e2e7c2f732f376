"""The actions of the laboratory's position desk, where people build a position and play it out."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Final

from .... import link
from ....engine.books import BOOKS, EDITIONS
from ....engine.words import DECKS, SPACES, Malformed, Unloadable
from ....lab import desk, games, jobs
from ....lab.desk import Change
from ...page import Gesture, Timer, Work
from ...views.bits import Data
from ...views.lab import desk as view
from ...views.lab.entries import MOST_SEED, Entries
from ...views.lab.settings import BOTS, SEATS
from .bench import Bench, LabHand

MARK: Final = "#desk="  # the fragment of an address that holds a position begins like this
REFRESH: Final = 300.0
_MOST_UNDO: Final = 200
_NUMBER: Final = re.compile(r"-?[0-9]{1,9}")
_MOST_MONEY: Final = 999_999_999
_MOST_ROUNDS: Final = 1_000_000


class DeskHand(LabHand):
    """Changes a position, with undo, and measures who is favoured in it."""

    def __init__(self, bench: Bench) -> None:
        super().__init__(bench)
        seats = [(name, games.POLICY) for name in view.NAMES[:4]]
        self.editor = view.PositionDesk(desk.empty("modern", "atlantic-city", seats))
        self._works: list[Work] = []
        self._drawn = float("-inf")
        self._later = Timer(self.page)
        self.fragment = ""  # of the link that was opened last; a reload opens it again

    def view(self) -> Data:
        self._drawn = self.page.now()
        return view.view(self.editor, self.desk)

    # ------------------------------------------------------------ positions

    def opened(self) -> None:
        if self.editor.state == "new":
            self.warm()

    def put(self, table: dict[str, Any], message: str = "") -> None:
        """Replace the position by another one; undo brings it back."""
        self._stop()
        editor = self.editor
        editor.past = [*editor.past, editor.table][-_MOST_UNDO:]
        editor.undone.clear()
        editor.table, editor.said, editor.trouble, editor.clauses = table, message, "", ()
        editor.forget()

    def _try(self, change: Change) -> None:
        try:
            self.put(desk.changed(self.editor.table, change), self.editor.said)
        except (Unloadable, Malformed, KeyError, IndexError) as trouble:
            self._refuse(trouble)
        self.render()

    def _refuse(self, trouble: Exception) -> None:
        text = self.desk.catalogue.sentence(str(trouble).removeprefix("The position: "))
        if isinstance(trouble, (KeyError, IndexError)):
            text = self.desk.catalogue("That cannot be done here.")
        self.editor.trouble = text[:1].upper() + text[1:]
        self.editor.clauses = getattr(trouble, "because", ())
        self.page.announce(self.editor.trouble)

    def load(self, table: dict[str, Any]) -> None:
        """Take the position of a record. Raises :class:`Unloadable` with a sentence for people."""
        game_table, lines, of = desk.of_record(table)
        message = ""
        if lines < of:
            message = self.desk.catalogue(
                "The desk has the last start of a turn, after {n} of {all} answers.",
                n=lines,
                all=of,
            )
        self.editor.entries = Entries()
        self.put(game_table, message)

    def linked(self, fragment: str) -> None:
        """Take the position of a link's fragment; trouble is shown, not raised."""
        try:
            table = link.unpack(fragment.removeprefix(MARK))
            table.pop("checksum", None)
            self.load(table)
            self.fragment = fragment
        except (Unloadable, Malformed) as trouble:
            self._refuse(trouble)

    # ------------------------------------------------------------ gestures

    def do_square(self, done: Gesture) -> None:
        """Show the controls of a square."""
        if _NUMBER.fullmatch(done.arg) and 0 <= int(done.arg) < SPACES:
            self.editor.space = int(done.arg)
            self.editor.trouble, self.editor.clauses = "", ()
            self.render()
            self.page.focus("#desk-square h3")

    def _space(self) -> str:
        sight = view.sight_of(self.editor.table, self.desk)
        return sight.id(self.editor.space)

    def do_owner(self, done: Gesture) -> None:
        """Give the chosen square's deed to a seat, or to the Bank (-1)."""
        if self.editor.space >= 0 and _NUMBER.fullmatch(done.arg):
            self._try(Change("owner", self._space(), int(done.arg)))

    def do_level(self, done: Gesture) -> None:
        if self.editor.space >= 0 and done.arg in ("1", "-1"):
            self._try(Change("level", self._space(), int(done.arg)))

    def do_mortgage(self, done: Gesture) -> None:
        if self.editor.space >= 0:
            self._try(Change("mortgage", self._space()))

    def do_token(self, done: Gesture) -> None:
        """Put a seat's token on the chosen square."""
        if self.editor.space >= 0 and _NUMBER.fullmatch(done.arg):
            self._try(Change("at", int(done.arg), self._space()))

    def do_seat(self, done: Gesture) -> None:
        """A field of a seat was changed: its cash, its turns in jail, or its bot."""
        if done.kind != "change" or not _NUMBER.fullmatch(done.arg):
            return
        seat = int(done.arg)
        if not 0 <= seat < len(self.editor.table["seats"]):
            return
        there = self.editor.table["position"]["seat"][f"seat:{seat + 1}"]
        jail, bot = done.fields.get("jail", ""), done.fields.get("bot", "")
        cash = self._number(f"cash-{seat}", done.fields.get("cash"), 0, _MOST_MONEY)
        if cash is not None and cash != there.get("cash"):
            self._try(Change("cash", seat, cash))
        elif _NUMBER.fullmatch(jail) and int(jail) != there.get("jail", -1):
            self._try(Change("jail", seat, int(jail)))
        elif bot in ("", *BOTS) and bot != self.editor.table["seats"][seat].get("bot", ""):
            self._try(Change("bot", seat, bot))
        else:
            self.render()

    def _number(self, name: str, text: str | None, low: int, high: int) -> int | None:
        """The number in a field; None if there is no such field, or after its fault was noted."""
        if text is None:
            return None
        return self.editor.entries.whole(name, text, low, high, self.desk.catalogue)

    def do_out(self, done: Gesture) -> None:
        """Take a seat out of the game, or back in: "1 1" takes seat 1 out, "1 0" back in."""
        match = re.fullmatch(r"([0-7]) ([01])", done.arg)
        if match:
            self._try(Change("out", int(match[1]), match[2] == "1"))

    def do_turn(self, done: Gesture) -> None:
        turn = done.fields.get("turn", "")
        if done.kind == "change" and _NUMBER.fullmatch(turn):
            self._try(Change("turn", int(turn)))

    def do_count(self, done: Gesture) -> None:
        """The round or the pot was changed."""
        if done.kind != "change":
            return
        for name, usual, low, high in (("round", 1, 1, _MOST_ROUNDS), ("pot", 0, 0, _MOST_MONEY)):
            number = self._number(name, done.fields.get(name), low, high)
            if number is not None and number != self.editor.table["position"].get(name, usual):
                self._try(Change(name, None, number))
        self.render()

    def do_deck(self, done: Gesture) -> None:
        """Set the holder of a deck's jail card, or add a card to those on top of the deck."""
        if done.kind != "change" or done.arg not in DECKS:
            return
        held, card = done.fields.get("held", ""), done.fields.get("card", "")
        there = self.editor.table["position"].get("deck", {}).get(done.arg, [])
        if card:
            self._try(Change("deck", done.arg, [*there, card]))
        elif _NUMBER.fullmatch(held):
            self._try(Change("card", done.arg, int(held)))

    def do_shuffle(self, done: Gesture) -> None:
        """Forget the order of a deck."""
        if done.arg in DECKS:
            self._try(Change("deck", done.arg, []))

    def do_undo(self, done: Gesture) -> None:
        self._go(self.editor.past, self.editor.undone)

    def do_redo(self, done: Gesture) -> None:
        self._go(self.editor.undone, self.editor.past)

    def _go(self, of: list[dict[str, Any]], to: list[dict[str, Any]]) -> None:
        if not of:
            return
        self._stop()
        self.editor.entries = Entries()
        to.append(self.editor.table)
        self.editor.table = of.pop()
        self.editor.space = min(self.editor.space, SPACES - 1)
        self.editor.trouble, self.editor.clauses = "", ()
        self.editor.forget()
        self.render()

    def do_empty(self, done: Gesture) -> None:
        """Start with an empty board of this rulebook, edition and number of seats."""
        book, edition = done.fields.get("book", ""), done.fields.get("edition", "")
        count = done.fields.get("seats", "")
        if done.kind == "submit" and book in BOOKS and edition in EDITIONS and count in SEATS:
            seats = [(name, games.POLICY) for name in view.NAMES[: int(count)]]
            self.editor.entries = Entries()
            self.put(desk.empty(book, edition, seats))
            self.fragment = ""
            self.render()

    def do_take(self, done: Gesture) -> None:
        """Take the position of the game on the table, or of the moment that its replay shows."""
        if self.desk.session is not None:
            try:
                self.load(self.desk.session.game.to_dict())
                self.fragment = ""
            except (Unloadable, Malformed) as trouble:
                self._refuse(trouble)
            self.render()

    # ------------------------------------------------------------ out

    def do_play(self, done: Gesture) -> None:
        """Start a game from this position."""
        title = self.desk.catalogue("From the position desk")
        self.bench.ways.play({**self.editor.table, "seed": self.page.seed()}, title)

    def do_share(self, done: Gesture) -> None:
        """Make a link that holds the position, show its QR code, and copy it."""
        editor = self.editor
        try:
            editor.address = self.page.address() + MARK + link.pack(editor.table)
        except Unloadable as trouble:
            self._refuse(trouble)
        address, editor.code = editor.address, (0, "")
        self.render()

        def drawn(side: int, path: str) -> None:
            if editor.address == address:
                editor.code = (side, path)
                self.render()

        if address:
            self.page.code(address, drawn)

        def copied(well: bool) -> None:
            self.editor.copied = well
            if not well:
                self.page.select("#desk-address")
            self.page.announce(self.desk.catalogue("The address is copied.") if well else "")
            self.render()

        if self.editor.address:
            self.page.copy(self.editor.address, copied)

    # ------------------------------------------------------------ who is favoured

    def do_rolls(self, done: Gesture) -> None:
        """The number, policy or seed of the roll-outs was changed."""
        if done.kind != "change":
            return
        editor, fields = self.editor, done.fields
        size, seed, policy = (
            fields.get("size", ""),
            fields.get("seed"),
            fields.get("policy", ""),
        )
        if _NUMBER.fullmatch(size) and int(size) in view.SIZES:
            editor.size = int(size)
        number = self._number("seed", seed, 0, MOST_SEED)
        if number is not None and number != editor.seed:
            self._stop()
            editor.seed = number
            editor.forget()
        if policy in ("", *BOTS) and policy != editor.policy:
            self._stop()
            editor.policy = policy
            editor.forget()
        if editor.state == "done" and sum(map(bool, editor.played)) != editor.size:
            editor.state = "new"
        self.render()

    def do_run(self, done: Gesture) -> None:
        """Play the position out many times; if there are two, both with the same dice."""
        editor = self.editor
        if editor.state == "running":
            return
        if editor.entries.faults:
            editor.trouble = self.desk.catalogue("Correct the marked fields first.")
            editor.clauses = ()
            self.page.announce(editor.trouble)
            self.render()
            return
        editor.state = "running"
        sides: list[tuple[dict[str, Any], list[Any]]] = [(editor.table, editor.played)]
        if editor.other is not None:
            sides.append((editor.other, editor.other_played))
        self._later.stop()
        work: list[tuple[list[Any], dict[str, Any]]] = []
        for table, played in sides:
            del played[editor.size :]
            played.extend([None] * (editor.size - len(played)))
            table_of_policy = _all_by(table, editor.policy)
            work += [
                (played, dict(job))
                for job in jobs.cut(table_of_policy, editor.seed, editor.size, small=2)
                if any(g is None for g in played[job["first"] : job["first"] + job["count"]])
            ]
        work.sort(key=lambda pair: pair[1]["first"])

        def receive(place: int, games: Any) -> None:
            played, job = work[place]
            played[job["first"] : job["first"] + job["count"]] = games
            if all(all(side) for _table, side in sides):
                editor.state = "done"
                self._later.stop()
                self.render()
            else:
                self._soon()

        self._do("titledeed.lab.games:run", [job for _played, job in work], receive)
        if not work:
            editor.state = "done"
        if not editor.odds:

            def receive_odds(_place: int, odds: Any) -> None:
                editor.odds = odds
                self._soon()

            self._do("titledeed.lab.desk:odds", [{"record": editor.table}], receive_odds)
        self.render()

    def _do(self, call: str, arguments: list[Any], receive: Callable[[int, Any], None]) -> None:
        def failed(why: str) -> None:
            self.editor.state = "stopped"
            self._refuse(Unloadable(why))
            self.render()

        self._works.append(self.page.work(call, arguments, receive, failed))

    def restore(self, played: list[Any]) -> None:
        """Show roll-outs of this position that were played and stored before."""
        editor = self.editor
        editor.played = played
        whole = sum(map(bool, played)) == editor.size
        editor.state = "done" if whole else "stopped" if any(played) else "new"

    def do_cancel(self, done: Gesture) -> None:
        self._stop()
        self.render()

    def do_second(self, done: Gesture) -> None:
        """Keep this position as the second one, to compare it with what the first is changed into."""
        editor = self.editor
        self._stop()
        editor.other, editor.other_played = editor.table, list(editor.played)
        self.render()

    def do_one(self, done: Gesture) -> None:
        """Drop the second position."""
        self._stop()
        self.editor.other, self.editor.other_played = None, []
        self.render()

    def stop(self) -> None:
        """Stop the roll-outs: nobody looks any more."""
        self._stop()

    def _stop(self) -> None:
        self._later.stop()
        for work in self._works:
            work.cancel()
        self._works.clear()
        if self.editor.state == "running":
            self.editor.state = "stopped"

    def _soon(self) -> None:
        wait = self._drawn + REFRESH - self.page.now()
        if wait <= 0:
            self.render()
        elif not self._later.on:
            self._later.after(wait, self.render)


def _all_by(table: dict[str, Any], policy: str) -> dict[str, Any]:
    """The position with all seats played by the bot ``policy``; "" leaves each seat its own."""
    if not policy:
        return table
    seats = [{**seat, "bot": policy} for seat in table["seats"]]
    return {**table, "seats": seats}

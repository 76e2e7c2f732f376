"""The actions of the laboratory's position editor, where people build a position and play it out."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from ....engine.errors import LoadError, MalformedAnswer
from ....engine.rulebook_loader_and_rules_compiler import BOOKS, EDITIONS
from ....engine.special_seats_and_ids import DECKS, SPACES
from ....game import share_link
from ....lab import parallel_jobs, position_editor
from ....lab.bot_play_versions import play_versions
from ....lab.position_editor import Change
from ...page_port import BackgroundWork, Gesture, Timer
from ..state import position_editor as position_editor_state
from ..state.comparison_form import BOTS, NEW_BOT, SEATS
from ..state.number_fields import MOST_SEED, NumberFields
from ..state.position_editor import PositionEditorState
from ..views import position_editor as view
from .screen_base_and_lab_exits import LabActions, LabScreen

if TYPE_CHECKING:
    from ..views.types import PositionEditorView

MARK: Final = "#desk="  # prefix of the fragment of an address that holds a position
REFRESH: Final = 300.0
_MOST_UNDO: Final = 200
_NUMBER: Final = re.compile(r"-?[0-9]{1,9}")
_MOST_MONEY: Final = 999_999_999
_MOST_ROUNDS: Final = 1_000_000


class PositionEditorActions(LabActions):
    """Changes a position, with undo, and measures each seat's chances in it."""

    def __init__(self, screen: LabScreen) -> None:
        super().__init__(screen)
        seats = [(name, NEW_BOT) for name in view.NAMES[:4]]
        self.editor = PositionEditorState(
            position_editor.empty_position("modern", "atlantic-city", seats)
        )
        self._works: list[BackgroundWork] = []
        self._drawn = float("-inf")
        self._later = Timer(self.page)
        self.fragment = ""  # the fragment of the link that was opened last; a reload opens it again

    def screen_view(self) -> PositionEditorView:
        self._drawn = self.page.now()
        return view.position_editor_view(self.editor, self.app)

    # ------------------------------------------------------------ positions

    def screen_opened(self) -> None:
        if self.editor.state == "new":
            self.warm()

    def put(self, table: dict[str, Any], message: str = "") -> None:
        """Replace the position by another one. Undo restores it."""
        self._stop()
        editor = self.editor
        editor.past = [*editor.past, editor.table][-_MOST_UNDO:]
        editor.undone.clear()
        editor.table, editor.said, editor.trouble, editor.clauses = table, message, "", ()
        editor.forget()

    def _try(self, change: Change) -> None:
        try:
            self.put(position_editor.change_position(self.editor.table, change), self.editor.said)
        except (LoadError, MalformedAnswer, KeyError, IndexError) as trouble:
            self._refuse(trouble)
        self.render()

    def _refuse(self, trouble: Exception) -> None:
        text = self.app.catalogue.sentence(str(trouble).removeprefix("The position: "))
        if isinstance(trouble, (KeyError, IndexError)):
            text = self.app.catalogue("You can’t do that here.")
        self.editor.trouble = text[:1].upper() + text[1:]
        self.editor.clauses = getattr(trouble, "clauses", ())
        self.page.announce(self.editor.trouble)

    def load(self, table: dict[str, Any]) -> None:
        """Take the position of a record. Raises :class:`LoadError` with a sentence for people."""
        game_table, lines, of = position_editor.position_of_record(table)
        message = ""
        if lines < of:
            message = self.app.catalogue(
                "Showing the start of the current turn (after {n} of {all} moves).",
                n=lines,
                all=of,
            )
        self.editor.entries = NumberFields()
        self.put(game_table, message)

    def open_link(self, fragment: str) -> None:
        """Take the position of a link's fragment; trouble is shown, not raised."""
        try:
            table = share_link.unpack_record(fragment.removeprefix(MARK))
            table.pop("checksum", None)
            self.load(table)
            self.fragment = fragment
        except (LoadError, MalformedAnswer) as trouble:
            self._refuse(trouble)

    # ------------------------------------------------------------ gestures

    def do_square(self, gesture: Gesture) -> None:
        """Show the controls of a square, which was pressed or chosen in the list."""
        listed = gesture.kind == "change"
        at = gesture.fields.get("space", "") if listed else gesture.arg
        if _NUMBER.fullmatch(at) and 0 <= int(at) < SPACES:
            self.editor.space = int(at)
            self.editor.trouble, self.editor.clauses = "", ()
            self.render()
            if not listed:  # the list keeps the focus, so that it can be read on
                self.page.focus("#desk-square h3")

    def _space(self) -> str:
        ctx = view.context_of(self.editor.table, self.app)
        return ctx.id(self.editor.space)

    def do_owner(self, gesture: Gesture) -> None:
        """Give the chosen square's deed to a seat, or to the Bank (-1)."""
        if self.editor.space >= 0 and _NUMBER.fullmatch(gesture.arg):
            self._try(Change("owner", self._space(), int(gesture.arg)))

    def do_level(self, gesture: Gesture) -> None:
        if self.editor.space >= 0 and gesture.arg in ("1", "-1"):
            self._try(Change("level", self._space(), int(gesture.arg)))

    def do_mortgage(self, gesture: Gesture) -> None:
        if self.editor.space >= 0:
            self._try(Change("mortgage", self._space()))

    def do_token(self, gesture: Gesture) -> None:
        """Put a seat's token on the chosen square."""
        if self.editor.space >= 0 and _NUMBER.fullmatch(gesture.arg):
            self._try(Change("at", int(gesture.arg), self._space()))

    def do_seat(self, gesture: Gesture) -> None:
        """Take a changed field of a seat: its cash, its turns in jail, or its bot."""
        if gesture.kind != "change" or not _NUMBER.fullmatch(gesture.arg):
            return
        seat = int(gesture.arg)
        if not 0 <= seat < len(self.editor.table["seats"]):
            return
        there = self.editor.table["position"]["seat"][f"seat:{seat + 1}"]
        jail, bot = gesture.fields.get("jail", ""), gesture.fields.get("bot", "")
        cash = self._number(f"cash-{seat}", gesture.fields.get("cash"), 0, _MOST_MONEY)
        if cash is not None and cash != there.get("cash"):
            self._try(Change("cash", seat, cash))
        elif _NUMBER.fullmatch(jail) and int(jail) != there.get("jail", -1):
            self._try(Change("jail", seat, int(jail)))
        elif bot in ("", *BOTS) and bot != self.editor.table["seats"][seat].get("bot", ""):
            self._try(Change("bot", seat, bot))
        else:
            self.render()

    def _number(self, name: str, text: str | None, low: int, high: int) -> int | None:
        """Return the number in a field; None if there is no such field or its text is faulty.

        A fault is noted."""
        if text is None:
            return None
        return self.editor.entries.whole(name, text, low, high, self.app.catalogue)

    def do_out(self, gesture: Gesture) -> None:
        """Take a seat out of the game, or back in: "1 1" takes seat 1 out, "1 0" back in."""
        match = re.fullmatch(r"([0-7]) ([01])", gesture.arg)
        if match:
            self._try(Change("out", int(match[1]), match[2] == "1"))

    def do_turn(self, gesture: Gesture) -> None:
        turn = gesture.fields.get("turn", "")
        if gesture.kind == "change" and _NUMBER.fullmatch(turn):
            self._try(Change("turn", int(turn)))

    def do_count(self, gesture: Gesture) -> None:
        """Take the changed round or pot."""
        if gesture.kind != "change":
            return
        for name, usual, low, high in (("round", 1, 1, _MOST_ROUNDS), ("pot", 0, 0, _MOST_MONEY)):
            number = self._number(name, gesture.fields.get(name), low, high)
            if number is not None and number != self.editor.table["position"].get(name, usual):
                self._try(Change(name, None, number))
        self.render()

    def do_deck(self, gesture: Gesture) -> None:
        """Set the holder of a deck's jail card, or add a card to those on top of the deck."""
        if gesture.kind != "change" or gesture.arg not in DECKS:
            return
        holder, card = gesture.fields.get("held", ""), gesture.fields.get("card", "")
        there = self.editor.table["position"].get("deck", {}).get(gesture.arg, [])
        if card:
            self._try(Change("deck", gesture.arg, [*there, card]))
        elif _NUMBER.fullmatch(holder):
            self._try(Change("card", gesture.arg, int(holder)))

    def do_shuffle(self, gesture: Gesture) -> None:
        """Forget the order of a deck."""
        if gesture.arg in DECKS:
            self._try(Change("deck", gesture.arg, []))

    def do_undo(self, gesture: Gesture) -> None:
        self._go(self.editor.past, self.editor.undone)

    def do_redo(self, gesture: Gesture) -> None:
        self._go(self.editor.undone, self.editor.past)

    def _go(self, of: list[dict[str, Any]], to: list[dict[str, Any]]) -> None:
        if not of:
            return
        self._stop()
        self.editor.entries = NumberFields()
        to.append(self.editor.table)
        self.editor.table = of.pop()
        self.editor.space = min(self.editor.space, SPACES - 1)
        self.editor.trouble, self.editor.clauses = "", ()
        self.editor.forget()
        self.render()

    def do_empty(self, gesture: Gesture) -> None:
        """Start with an empty board of this rulebook, edition and number of seats."""
        book, edition = gesture.fields.get("book", ""), gesture.fields.get("edition", "")
        count = gesture.fields.get("seats", "")
        if gesture.kind == "submit" and book in BOOKS and edition in EDITIONS and count in SEATS:
            seats = [(name, NEW_BOT) for name in view.NAMES[: int(count)]]
            self.editor.entries = NumberFields()
            self.put(position_editor.empty_position(book, edition, seats))
            self.fragment = ""
            self.render()

    def do_take(self, gesture: Gesture) -> None:
        """Take the position of the open game, or of the moment that its replay shows."""
        if self.app.session is not None:
            try:
                self.load(self.app.session.game.to_dict())
                self.fragment = ""
            except (LoadError, MalformedAnswer) as trouble:
                self._refuse(trouble)
            self.render()

    # ------------------------------------------------------------ out

    def do_play(self, gesture: Gesture) -> None:
        """Start a game from this position."""
        title = self.app.catalogue("From the position editor")
        self.bench.exits.play({**self.editor.table, "seed": self.page.seed()}, title)

    def do_share(self, gesture: Gesture) -> None:
        """Make a link that holds the position, show its QR code, and copy it."""
        editor = self.editor
        try:
            editor.address = self.page.address() + MARK + share_link.pack_record(editor.table)
        except LoadError as trouble:
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
            self.page.announce(self.app.catalogue("The link has been copied.") if well else "")
            self.render()

        if self.editor.address:
            self.page.copy(self.editor.address, copied)

    # ------------------------------------------------------------ who is favoured

    def do_rolls(self, gesture: Gesture) -> None:
        """Take the changed number, policy or seed of the roll-outs."""
        if gesture.kind != "change":
            return
        editor, fields = self.editor, gesture.fields
        size, seed, policy = (
            fields.get("size", ""),
            fields.get("seed"),
            fields.get("policy", ""),
        )
        if _NUMBER.fullmatch(size) and int(size) in position_editor_state.SIZES:
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

    def do_run(self, gesture: Gesture) -> None:
        """Play the position out many times. If there are two positions, use the same dice for both."""
        editor = self.editor
        if editor.state == "running":
            return
        if editor.entries.faults:
            editor.trouble = self.app.catalogue("Correct the marked fields first.")
            editor.clauses = ()
            self.page.announce(editor.trouble)
            self.render()
            return
        if not any(editor.played):
            editor.plays = play_versions(editor.bots)
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
                for job in parallel_jobs.cut_jobs(
                    table_of_policy, editor.seed, editor.size, small=2
                )
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

        self._do("titledeed.lab.batch_games:run_games", [job for _played, job in work], receive)
        if not work:
            editor.state = "done"
        if not editor.odds:

            def receive_odds(_place: int, odds: Any) -> None:
                editor.odds = odds
                self._soon()

            self._do(
                "titledeed.lab.position_editor:position_odds",
                [{"record": editor.table}],
                receive_odds,
            )
        self.render()

    def _do(self, call: str, arguments: list[Any], receive: Callable[[int, Any], None]) -> None:
        def failed(reason: str) -> None:
            self.editor.state = "stopped"
            self._refuse(LoadError(reason))
            self.render()

        self._works.append(self.page.work(call, arguments, receive, failed))

    def begin_again(self) -> None:
        """Drop the roll-outs played so far, and play all again with the current bots."""
        self._stop()
        self.editor.forget()

    def restore(self, played: list[Any], plays: dict[str, int]) -> None:
        """Show roll-outs of this position that were played and stored before, with the versions of the
        bots' play."""
        editor = self.editor
        editor.played, editor.plays = played, plays
        whole = sum(map(bool, played)) == editor.size
        editor.state = "done" if whole else "stopped" if any(played) else "new"

    def do_cancel(self, gesture: Gesture) -> None:
        self._stop()
        self.render()

    def do_second(self, gesture: Gesture) -> None:
        """Store this position as the second one, to compare it with later changes of the first."""
        editor = self.editor
        self._stop()
        editor.other, editor.other_played = editor.table, list(editor.played)
        self.render()

    def do_one(self, gesture: Gesture) -> None:
        """Drop the second position."""
        self._stop()
        self.editor.other, self.editor.other_played = None, []
        self.render()

    def stop(self) -> None:
        """Stop the roll-outs, as nobody looks any more."""
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
    """Return the position with all seats played by the bot ``policy``; "" leaves each seat its own bot."""
    if not policy:
        return table
    seats = [{**seat, "bot": policy} for seat in table["seats"]]
    return {**table, "seats": seats}

"""A board that a class makes: the teacher deals out spaces and decides, students hand in their parts."""

from __future__ import annotations

import os
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final, Protocol

from ....board_maker import class_board, link_code, part_files
from ....board_maker.class_board import BoardTask, ClassBoard
from ....board_maker.draft import BoardDraft
from ....board_maker.part_values import keys_of, place_of, stays_within
from ....engine.errors import LoadError
from ....engine.parsing.untrusted_input import is_hidden
from ....storage.store import Store
from ...page_port import Gesture, Page
from ...state import AppState
from ..state.maker_state import MakerState, SavedDraft, Together
from . import maker_storage
from .zipped_files import zipped

if TYPE_CHECKING:
    from ...live_class import LiveClass

CAMERA: Final = "tables"  # the part of the program that reads codes


class MakerDesk(Protocol):
    """What this needs of the board maker."""

    page: Page
    store: Store
    app: AppState
    maker: MakerState
    elsewhere: bool

    @property
    def shown(self) -> bool: ...

    def open_board(self, draft: BoardDraft, id: str = "") -> bool: ...

    def save(self) -> None: ...

    def put(self, draft: BoardDraft, key: str = "") -> bool: ...

    def redraw(self) -> None: ...

    def hand_name(self, n: int) -> str: ...

    def come_back(self, role: str) -> None: ...

    def say(self, text: str) -> None: ...


class MakingTogether:
    """The actions of the tab that is about a class."""

    def __init__(self, desk: MakerDesk) -> None:
        self.desk, self.page, self.app, self.store = desk, desk.page, desk.app, desk.store
        self._camera: Any = None
        self.wrong: list[str] = []  # what was wrong with files since the last gesture
        self._seen = ""  # the task of the live class that was opened last
        self._returns = False  # this device is coming back to its class

    @property
    def _together(self) -> Together:
        return self.desk.maker.together

    @property
    def _live(self) -> LiveClass | None:
        return self.app.classroom

    def way_back(self) -> str:
        """The role in a class that this device has left by a reload, "student" or "teach", or ""."""
        if self._live is not None and self._live.class_name:
            return ""
        maker = self.desk.maker
        if maker.history is None:
            roles = [role for role in ("student", "teach") if self._shared_board(role)]
        else:
            roles = ["student" if maker.task else "teach"]
        stored = {"student": "member", "teach": "teacher"}
        return next((role for role in roles if self._in_class(stored[role])), "")

    def _in_class(self, name: str) -> bool:
        """Whether this device is still in a class. A student who has left it keeps a trace of it."""
        return any("left" not in table for table in self.store.here(f"class/{name}").values())

    def _shared_board(self, role: str) -> SavedDraft | None:
        """The board of this device that was changed last as a student's part or a class's board, or None."""
        kept = maker_storage.saved_task if role == "student" else maker_storage.saved_class
        saved = maker_storage.saved_drafts(self.store)
        return next((one for one in saved if one.shared and kept(self.store, one.id)), None)

    def do_rejoin(self, gesture: Gesture) -> None:
        """Come back to the class, and to what this device makes of its board."""
        role, saved = self.way_back(), None
        if role == "teach" and self.desk.maker.history is None:
            saved = self._shared_board(role)
        if saved is not None:
            self.desk.open_board(saved.draft, saved.id)
            self.desk.maker.tab = "class"
        if role:
            self._returns = True
            self.desk.come_back(role)

    # ------------------------------------------------------------ opening

    def opened(self, id: str) -> None:
        """Look up who else makes the board that has just been opened."""
        maker = self.desk.maker
        maker.klass = maker_storage.saved_class(self.store, id)
        maker.task = None if maker.klass else maker_storage.saved_task(self.store, id)
        if maker.task is not None:
            self._first_card()
        self.hear()

    def _first_card(self) -> None:
        """Turn to the first card that this student may change."""
        maker = self.desk.maker
        assert maker.task is not None
        keys = keys_of(maker.task.base, maker.task.spaces)
        cards = [place_of(key) for key in keys if key.startswith("card")]
        if cards:
            _what, maker.card, maker.deck = cards[0]
        if maker.task.spaces:
            maker.at = maker.task.spaces[0]

    def first_card(self, deck: int) -> int:
        """The first card of a deck that this device may change, 0 for none."""
        task = self.desk.maker.task
        keys = keys_of(task.base, task.spaces) if task is not None else ()
        cards = [place_of(key)[1] for key in keys if key.startswith(f"card {deck} ")]
        return cards[0] if cards else 0

    def look_at_class(self) -> None:
        """Open the task that this device has been given in a live class, unless it has been opened."""
        live = self._live
        if live is None:
            return
        live.heard = self._heard
        text = live.board_task()
        if text and text != self._seen and not self._has_open(text):
            self._seen = text
            self.take_text(text)
        else:
            self.hear()
        self._returns = self._returns and not live.class_name

    def take_text(self, text: str, name: str = "") -> bool:
        """Take the text of a task, a part or a class's board, whose beginning says which. Return whether it
        is one; trouble is said, with the ``name`` of the file."""
        _ = self.app.catalogue
        try:
            if text.startswith(part_files.TASK_HEAD):
                self._open_task(part_files.read_task(text))
            elif text.startswith(part_files.CLASS_HEAD):
                self._open_class(*part_files.read_class(text))
            elif text.startswith(part_files.PART_HEAD):
                self._open_part(text, name)
            else:
                return False
        except LoadError as trouble:
            self._say_wrong(_.sentence(str(trouble)), name)
        return True

    def _say_wrong(self, text: str, name: str) -> None:
        """Say what is wrong with a file. It stays said while other files are opened with it."""
        live = self._live
        if name and not (live is not None and live.hides_names):
            text = self.app.catalogue("{a}: {b}", a=name, b=text)
        if name and text not in self.wrong:
            self.wrong.append(text)
        self.desk.say(" ".join(self.wrong) if name else text)

    def take_code(self, packed: str) -> None:
        """Take what stands behind ``#board=`` in a link. Trouble is said."""
        try:
            text = part_files.text_in(packed)
        except LoadError as trouble:
            self.desk.say(self.app.catalogue.sentence(str(trouble)))
            return
        if not self.take_text(text):
            self.desk.say(
                self.app.catalogue("The link doesn’t contain a board that this program can read.")
            )

    def _open_task(self, task: BoardTask) -> None:
        """Open a student's part: as far as it has been made, if it is on this device already."""
        for saved in maker_storage.saved_drafts(self.store):
            known = maker_storage.saved_task(self.store, saved.id) if saved.shared else None
            if known is not None and (known.id, known.hand) == (task.id, task.hand):
                maker_storage.save_task(self.store, saved.id, replace(task, base=known.base))
                self.desk.open_board(saved.draft, saved.id)
                return
        if not self.desk.open_board(task.base):
            self._seen = ""
            return
        self.desk.save()
        maker = self.desk.maker
        maker.task = task
        self._kept(maker_storage.save_task(self.store, maker.id, task))
        self._first_card()
        self.desk.redraw()

    def _open_class(self, board: ClassBoard, now: BoardDraft) -> None:
        if self.desk.open_board(now):
            self._change(board)

    def _open_part(self, text: str, file: str) -> None:
        """Take a student's part onto the open board, or onto that of this device to which it belongs."""
        _, id = self.app.catalogue, part_files.board_of_part(text)
        maker = self.desk.maker
        if maker.history is None or maker.klass is None or maker.klass.id != id:
            for saved in maker_storage.saved_drafts(self.store):
                known = maker_storage.saved_class(self.store, saved.id) if saved.shared else None
                if known is not None and known.id == id:
                    self.desk.open_board(saved.draft, saved.id)
                    break
            else:
                self._say_wrong(_("This part belongs to a board that isn’t on this device."), file)
                return
        n = self._take(text, "")
        self.desk.maker.tab = "class"
        name = self.desk.hand_name(n)
        self.desk.say(" ".join([*self.wrong, _("Handed in: {name}", name=name)]))

    def _take(self, text: str, device: str) -> int:
        """Take a part onto the open board, and return its number. Raises :class:`LoadError`."""
        maker = self.desk.maker
        assert maker.klass is not None
        part = part_files.read_part(text, maker.klass.base)
        board, draft = class_board.take_part(
            maker.klass, maker.draft, part, self.page.today(), device
        )
        n = class_board.hand_of(board, part, device)
        hand, live = board.hands[n], self._live
        if not device and hand.device and live is not None and live.teaches:
            live.replace_part(hand.device, text)  # else the earlier one would be taken again
        if board != maker.klass:
            self._change(board, draft)
        return n

    def _has_open(self, text: str) -> bool:
        """Whether the board of this task is open."""
        try:
            task = part_files.read_task(text)
        except LoadError:
            return False
        known = self.desk.maker.task
        return known is not None and (task.id, task.hand) == (known.id, known.hand)

    def _heard(self) -> None:
        """Follow the live class, while somebody may be typing on this device."""
        if self._returns:
            self.look_at_class()
        self.desk.elsewhere = True
        try:
            self.hear()
            if self.desk.maker.tab == "class":
                self.desk.redraw()
        finally:
            self.desk.elsewhere = False

    def hear(self) -> None:
        """Take what has been handed in over the live class, or what this device has been given in it."""
        live, maker = self._live, self.desk.maker
        if live is None or maker.history is None:
            return
        if maker.klass is not None and live.teaches:
            for device, text in live.board_parts():
                try:
                    if part_files.board_of_part(text) == maker.klass.id:
                        self._take(text, device)
                except LoadError:
                    continue  # a stranger's file changes nothing
        elif maker.task is not None and live.board_task():
            self._given_again(live.board_task())

    def _given_again(self, text: str) -> None:
        """Follow the teacher, who has dealt out other spaces."""
        maker = self.desk.maker
        try:
            task = part_files.read_task(text)
        except LoadError:
            return
        old = maker.task
        if old is not None and (task.id, task.hand) == (old.id, old.hand) and task != old:
            self._seen = text
            maker.task = replace(task, base=old.base)
            self._kept(maker_storage.save_task(self.store, maker.id, maker.task))
            self.desk.redraw()

    def _change(self, board: ClassBoard | None, draft: BoardDraft | None = None) -> None:
        """Save what a class makes, and the board if it has changed."""
        maker = self.desk.maker
        if maker.fresh:
            self.desk.save()
        maker.klass = board
        self._kept(maker_storage.save_class(self.store, maker.id, board))
        if draft is not None and draft != maker.draft:
            self.desk.put(draft)
        else:
            self.desk.redraw()

    def _kept(self, kept: bool) -> None:
        """Say that there is no room to save what a class makes, unless there is."""
        maker = self.desk.maker
        if not kept and not maker.unkept:
            self.page.announce(self.app.catalogue("This browser’s storage is full."))
        maker.unkept = not kept

    # ------------------------------------------------------------ dealing

    def do_deal(self, gesture: Gesture) -> None:
        """Deal out the spaces evenly: to the names in the form, or to the students of the live class."""
        if gesture.kind == "change":
            return
        _, live = self.app.catalogue, self._live
        which = gesture.fields.get("which", "")
        if gesture.arg == "live":
            students = live.students() if live is not None and live.teaches else []
            named = [(name, device) for device, name, _present in students]
        else:
            lines = gesture.fields.get("names", "").splitlines()
            named = [(name, "") for line in lines if (name := _name(line))]
        if not named:
            self.desk.say(_("Enter at least one name."))
            self.page.focus("#maker-names")
            return
        which = which if which in class_board.WHICH else "all"
        board = ClassBoard(os.urandom(8).hex(), self.desk.maker.draft)
        self._change(class_board.with_hands(board, named, which))
        self._send()
        self.page.focus("#maker-title")

    def do_more(self, gesture: Gesture) -> None:
        """Add somebody who comes later, and deal spaces to them by hand."""
        board, name = self.desk.maker.klass, _name(gesture.fields.get("name", ""))
        if gesture.kind == "change" or board is None:
            return
        known = {hand.device for hand in board.hands.values()}
        named = [(name, "")] if name else []
        live = self._live
        if gesture.arg == "live" and live is not None and live.teaches:
            named = [(name, device) for device, name, _ in live.students() if device not in known]
        elif not name:
            self.desk.say(self.app.catalogue("Enter a name first."))
        for name, device in named:
            board = class_board.with_one_more(board, name, device)
        if named:
            self._together.dealt_to, self._together.code_of = max(board.hands, default=0), 0
            self._change(board)

    def do_hand(self, gesture: Gesture) -> None:
        """Choose to whom the spaces go that are pressed next; once more to stop. Another student's code is
        hidden then: one student is chosen at a time."""
        n, together = self._number(gesture.arg), self._together
        if n:
            together.dealt_to = 0 if n == together.dealt_to else n
            together.code_of = n if n == together.code_of else 0
            self.desk.redraw()

    def deals(self, at: int) -> bool:
        """Deal a space that was pressed. Return False if spaces are not being dealt."""
        maker, n = self.desk.maker, self._together.dealt_to
        if maker.klass is None or maker.tab != "class" or n not in maker.klass.hands:
            return False
        maker.at = at
        space = class_board.place_on_base(maker.klass.base, maker.draft, at)
        if space < 0:
            self.desk.say(self.app.catalogue("This space can’t be dealt out."))
            return True
        self._change(class_board.with_space_dealt(maker.klass, n, space))
        self._send()
        return True

    def _send(self) -> None:
        """Give all devices of the live class what is theirs."""
        live, board = self._live, self.desk.maker.klass
        if live is None or not live.teaches or board is None:
            return
        live.deal_board(
            {
                hand.device: part_files.write_task(board.task(n))
                for n, hand in board.hands.items()
                if hand.device
            }
        )

    def _number(self, text: str) -> int:
        board = self.desk.maker.klass
        n = int(text) if text.isascii() and text.isdigit() and len(text) < 4 else 0
        return n if board is not None and n in board.hands else 0

    # ------------------------------------------------------------ codes and files of tasks

    def do_task(self, gesture: Gesture) -> None:
        """Show a student's task as a code, or hide it again. No other student is dealt spaces then."""
        n, together = self._number(gesture.arg), self._together
        if not n:
            return
        together.code_of = 0 if n == together.code_of else n
        together.dealt_to = n if n == together.dealt_to else 0
        self.desk.redraw()
        if together.code_of:  # it is high, and the row may be at the end of the window
            self.page.scroll(".maker-team li:has(> .maker-code)")

    def fresh_code(self) -> None:
        """Have the code that is shown drawn, if what it holds has changed."""
        maker, together = self.desk.maker, self._together
        board, task, n = maker.klass, maker.task, together.code_of
        if n and board is not None and n in board.hands:
            text, mark = part_files.write_task(board.task(n)), part_files.TASK_MARK
        elif n and task is not None:
            text, mark = part_files.write_part(task.part(maker.draft)), part_files.PART_MARK
        else:
            together.code_of = 0
            return
        if text != together.text:
            together.text = text
            self._draw(part_files.pack(text, mark))

    def _draw(self, code: str) -> None:
        together = self._together
        address = f"{self.page.address()}{link_code.MARK}{code}"
        together.address, together.picture = address, (0, "")

        def drawn(size: int, path: str) -> None:
            if self._together.address == address:
                self._together.picture = (size, path)
                self.desk.redraw()

        if len(address) <= link_code.LONGEST_QR:
            self.page.code(address, drawn)

    def do_task_copy(self, gesture: Gesture) -> None:
        """Copy the link that is shown."""
        _ = self.app.catalogue

        def copied(done: bool) -> None:
            self.page.announce(
                _("Copied.") if done else _("The browser didn’t allow that. Copy the link by hand.")
            )
            self._together.copied = done
            self.desk.redraw()
            if not done:
                self.page.select("#maker-task-address")

        self.page.copy(self._together.address, copied)

    def do_task_file(self, gesture: Gesture) -> None:
        """Save a student's task as a file, or all of them as a zip."""
        board = self.desk.maker.klass
        if board is None:
            return
        files = {
            f"{self._stem()}-{n:02}.part.json": part_files.write_task(board.task(n))
            for n in board.hands
            if gesture.arg in ("", str(n))
        }
        if len(files) == 1:
            self.page.download(*next(iter(files.items())))
        elif files:
            self.page.download(f"{self._stem()}-parts.zip", zipped(files))

    def _stem(self) -> str:
        return self.desk.maker.draft.id or "board"

    # ------------------------------------------------------------ taking and deciding

    def do_read(self, gesture: Gesture) -> None:
        """Take a part from a code or link that was pasted."""
        if gesture.kind != "change":
            self._read(gesture.fields.get("code", ""))

    def _read(self, text: str) -> None:
        packed = "".join(text.split()).rpartition(link_code.MARK)[2]
        if packed.startswith(part_files.PART_MARK):
            self.take_code(packed)
        else:
            self.desk.say(self.app.catalogue("This code doesn’t contain a part of a board."))

    def do_look(self, gesture: Gesture) -> None:
        """Turn the camera on or off. It reads the codes of one student after another."""
        together = self._together
        if together.camera:
            self.camera_off()
            self.desk.redraw()
            self.page.focus("[data-do=maker-look]")
            return

        def fetched(trouble: str) -> None:
            if trouble:
                self._blind()
                return
            left = self._together is not together or self.desk.maker.tab != "class"
            if left or together.camera or not self.desk.shown:
                return
            if self._camera is None:
                self._camera = self.page.transport(None)
            together.camera = True
            self.desk.redraw()
            self._camera.look(self._read, self._blind, many=True)
            self.page.focus("[data-do=maker-look]")

        self.page.fetch_part(CAMERA, fetched)

    def camera_off(self) -> None:
        if self._together.camera:
            self._together.camera = False
            self._camera.look_away()

    def _blind(self) -> None:
        self._together.camera = False
        self.desk.say(
            self.app.catalogue(
                "The camera can’t be used. Allow it in the browser, or paste the codes instead."
            )
        )

    def do_decide(self, gesture: Gesture) -> None:
        """Decide a question: its number, and that of the hand whose value is taken, 0 for none."""
        first, _space, second = gesture.arg.partition(" ")
        maker = self.desk.maker
        if maker.klass is None or not (first.isdecimal() and second.isdecimal()):
            return
        found = class_board.questions(maker.klass, maker.draft)
        if int(first) >= len(found):
            return
        question = found[int(first)]
        hands = [one.hand for one in question.proposals]
        if int(second) and int(second) not in hands:  # another question stands there now
            self.desk.redraw()
            return
        chosen = int(second) or None
        board, draft = class_board.decided(maker.klass, maker.draft, question.asked, chosen)
        self._change(board, draft)
        left = len(class_board.questions(board, draft))
        self.page.announce(
            self.app.catalogue.count("{n} more to decide", "{n} more to decide", left)
        )
        self.page.focus("#maker-decide [data-do=maker-decide]" if left else "#maker-title")

    def do_questions(self, gesture: Gesture) -> None:
        """Go to what has to be decided, which stands below the list of the students."""
        self.page.focus("#maker-decide [data-do=maker-decide]")

    def do_class_file(self, gesture: Gesture) -> None:
        """Save the board with everything that was dealt and handed in."""
        maker = self.desk.maker
        if maker.klass is not None:
            text = part_files.write_class(maker.klass, maker.draft)
            self.page.download(f"{self._stem()}.class.json", text)

    def do_class_end(self, gesture: Gesture) -> None:
        """Ask whether the board is to be made by one again, and do so if the argument is "yes"."""
        together = self._together
        together.ending = gesture.arg == ""
        if gesture.arg == "yes":
            self.camera_off()
            self.desk.maker.together = Together()
            live = self._live
            if live is not None and live.teaches:
                live.deal_board({})
            self._change(None)
            self.page.focus("#maker-title")
            return
        self.desk.redraw()
        self.page.focus("#maker-ending" if together.ending else "#maker-title")

    # ------------------------------------------------------------ a student

    def allows(self, draft: BoardDraft) -> bool:
        """Whether this device may change the board in this way. It says so if not."""
        task = self.desk.maker.task
        # What was changed before the teacher took a space back stays on this board.
        now = self.desk.maker.draft
        if task is None or task.allows(draft) or stays_within(now, draft, task.spaces):
            return True
        self.desk.say(self.app.catalogue("You can only change your own spaces here."))
        return False

    def _dealt_anew(self, text: str) -> bool:
        """Whether the task in this text belongs to a board other than the open one."""
        try:
            task = part_files.read_task(text) if text else None
        except LoadError:
            return False
        open_one = self.desk.maker.task
        return task is not None and open_one is not None and task.id != open_one.id

    def do_hand_in(self, gesture: Gesture) -> None:
        """Hand in over the live class, as a file, or as a code."""
        _, maker, together = self.app.catalogue, self.desk.maker, self._together
        if maker.task is None:
            return
        text = part_files.write_part(maker.task.part(maker.draft))
        if gesture.arg == "file":
            self.page.download(f"{self._stem()}-{maker.task.hand:02}.part.json", text)
        elif gesture.arg == "code":
            together.code_of = 0 if together.code_of else maker.task.hand
            self.desk.redraw()
        elif self._live is not None:
            name = maker.draft.name or maker.task.name
            if self._dealt_anew(self._live.board_task()):
                self.desk.say(
                    _(
                        "Your teacher has dealt out another board. Open it on the screen of the class."
                    )
                )
            elif self._live.hand_in_board(name, text):
                together.handed = text
                self.desk.say(
                    _("Handed in. You can keep working and hand it in again.")
                    if self._live.present
                    else _("It is handed in as soon as this device is connected again.")
                )
            else:
                self.desk.say(_("That couldn’t be handed in. Save it as a file instead."))


def _name(text: str) -> str:
    """A student's name as it was typed, on one line."""
    text = " ".join(text.split())
    return "".join(c for c in text if not is_hidden(c))[: class_board.LONGEST_STUDENT].strip()

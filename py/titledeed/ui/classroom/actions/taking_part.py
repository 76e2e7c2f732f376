"""A student's side: join a class, work on its worksheet, hand in files, let in the next one."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from ....classroom.class_codes import ClassCodeError, pack_reply, unpack_invitation
from ....classroom.class_files import ClassInvitationFile, pack_work, write_work
from ....classroom.messages import HANDED, MOST_STUDENTS, TOO_MANY
from ....classroom.student import ClassMember, member_from_dict
from ....classroom.teacher import ClassNews, HandedIn
from ....engine.errors import LoadError
from ....lab.lessons.answer_files import LONGEST_NAME
from ....lab.lessons.lesson_format import clean_text_field
from ....peers.sdp_codec import SdpError
from ...lab.actions.lab_screens import LabScreens
from ...lab.actions.lessons.share_worksheet import slug
from ...lab.actions.lessons.student_answers_versions_print_submit import results_of
from ...lab.state.worksheets import WorksheetState
from ...page_port import Gesture
from .base import MARK, ClassContext, code_in
from .reconnection import Reconnection, WayBack

STORED: Final = "class/member"
_STRATEGY: Final = (
    '"title-deed-strategy/'  # in the first characters of a player of the strategy desk
)
TEACHER: Final = ""  # the name of the teacher's device for the ways back
_SOON: Final = 1.0  # seconds after which this device tries to reach the teacher's again
# The actions of a worksheet that change nothing: they stay possible while the class waits.
_READING: Final = ("lab-measure", "lab-bar", "lab-square", "lab-picture")


def _is_player(name: str, text: str) -> bool:
    """Whether a file is a player that is to be written as a bot first."""
    return _STRATEGY in text[:200] or (name.endswith(".py") and not text.startswith(HANDED["bot"]))


class TakingPart:
    """A class that this device is in. The worksheet is the laboratory's own, with its storage."""

    def __init__(self, context: ClassContext, lab: LabScreens) -> None:
        self.context, self.lab = context, lab
        self.page, self.app, self.shown = context.page, context.app, context.shown
        self.transport = context.transport
        self.back = Reconnection(self.transport, self._tell_words, self._tell_spare)
        self._calling = 0  # the connection whose code is shown
        self._lost_at = 0.0
        self._seen: tuple[object, ...] = ()
        self._figures: tuple[tuple[object, ...], dict[str, float]] = ((), {})
        self._stored: Mapping[str, Any] = {}
        self._kept: dict[str, Any] = {}
        self._opening = False
        self._before: ClassMember | None = None  # who has left the class that is joined now

    @property
    def member(self) -> ClassMember:
        assert self.shown.member is not None
        return self.shown.member

    # ------------------------------------------------------------ joining

    def look(self, text: str) -> None:
        """Look at an invitation, and ask for the student's name."""
        _ = self.app.catalogue
        code = code_in(text)
        try:
            invitation = unpack_invitation(code)
        except ClassCodeError as error:
            self.shown.at = "join"
            self.context.warn(_.sentence(str(error)))
            return
        stored = self._stored_member()
        self._before = None
        if stored is not None and stored.invitation.id == invitation.id:
            # The same student again: the teacher's device knows this one.
            stored.code, stored.invitation = code, invitation
            member = stored
        else:
            member = ClassMember(code, invitation, os.urandom(8).hex(), os.urandom(16).hex())
            left = member_from_dict(self._stored.get("left") or {})
            if left is not None and left.invitation.id == invitation.id:
                self._before = left
        self.shown.member, self.shown.at, self.shown.trouble = member, "join", ""
        self.shown.name = member.name
        self.shown.pasted.clear()
        self.context.render()
        self.page.focus("#lab h1")

    def invited_again(self, text: str) -> bool:
        """Join again with a newer code of the class that this device has lost. Return whether it is one."""
        member = self.shown.member
        try:
            invitation = unpack_invitation(code_in(text))
        except ClassCodeError:
            return False
        if member is None or member.present or invitation.id != member.invitation.id:
            return False
        member.code, member.invitation = code_in(text), invitation
        self._keep()
        self._call()
        return True

    def look_at_file(self, file: ClassInvitationFile) -> None:
        """Look at the file of a class. Without a code, its worksheet is worked on without a connection."""
        if file.code:
            self.look(file.code)
            member = self.shown.member
            if member is not None and file.lesson is not None and member.lesson is None:
                self._take_lesson(member, file)
            return
        self.context.warn(self.app.catalogue("This class isn’t open for connections yet."))

    def _take_lesson(self, member: ClassMember, file: ClassInvitationFile) -> None:
        assert file.lesson is not None
        member.take_lesson(file.lesson, file.ready)

    def do_invited(self, gesture: Gesture) -> None:
        """Look at an invitation that was pasted."""
        text = gesture.fields.get("code", "")
        if text.strip():
            self.look(text)
        else:
            self.context.warn(self.app.catalogue("No code found. Enter the code you were sent."))

    def do_scan(self, gesture: Gesture) -> None:
        """Turn the camera on or off, to scan the code on the teacher's screen."""
        if self.shown.camera:
            self.camera_off()
        else:
            self.shown.camera, self.shown.trouble = True, ""
            self.transport.look(self._scanned, self._blind)
        self.context.render()

    def camera_off(self) -> None:
        self.shown.camera = False
        self.transport.look_away()

    def _blind(self) -> None:
        self.shown.camera = False
        text = self.app.catalogue(
            "The camera can’t be used. Allow it in the browser, or paste the codes instead."
        )
        self.context.warn(text)

    def _scanned(self, text: str) -> None:
        self.shown.camera = False
        if self.shown.letting_in:
            self._carry(text)
        else:
            self.look(text)

    def do_join(self, gesture: Gesture) -> None:
        """Join the class that was looked at, with the name of the form."""
        _ = self.app.catalogue
        name = clean_text_field(" ".join(gesture.fields.get("name", "").split()), LONGEST_NAME)
        self.shown.name = name
        if not name:
            self.context.warn(_("Enter your name first."))
            self.page.focus("#class-student")
            return
        if self.shown.member is None:
            self.do_invited(gesture)
            return
        before = self._before
        if before is not None and before.name.casefold() == name.casefold():
            # The student who has left comes back: the teacher's device knows this device by these.
            self.member.device, self.member.key = before.device, before.key
            self.member.given = before.given
        self.member.name = name
        self._enter()
        self._call()

    def _enter(self) -> None:
        member = self.member
        self.transport.known_as(f"class/{member.device}")
        self.transport.alone(f"class/{member.device}", self._elsewhere)
        self.transport.stay_awake()
        self._keep()

    def _call(self) -> None:
        """Make the code that the teacher's device has to read."""
        invitation = self.member.invitation
        self.shown.at, self.shown.code, self.shown.picture = "reply", "", (0, "")
        self.shown.making, self.shown.trouble = True, ""
        if self._calling:
            self.transport.close(self._calling)
        try:
            if invitation.for_everyone:
                self._calling = self.transport.call(invitation.words, invitation.fingerprint)
            else:
                self._calling = self.transport.answer(invitation.offer)
        except SdpError as error:
            self.context.warn(self.app.catalogue.sentence(str(error)))
            return
        self.context.render()
        self.page.focus("#lab h1")

    def member_is_back(self) -> bool:
        """Whether this device is coming back to its class by itself."""
        return self.back.trying(TEACHER) or TEACHER in self.back.ways

    def do_alone(self, gesture: Gesture) -> None:
        """Work on the worksheet of the class without a connection."""
        self.member.name = self.shown.name or self.member.name
        self._enter()
        self.shown.at, self.shown.trouble = "student", ""
        self.carry()
        self.context.render()
        self.page.focus("#lab h1")

    def do_copy_reply(self, gesture: Gesture) -> None:
        """Copy the code that this device shows, to be sent or pasted."""
        self.context.copy(self.shown.code, "#class-reply-code")

    def do_again(self, gesture: Gesture) -> None:
        """Show a new code, as the last one has not led into the class."""
        self._call()

    def _elsewhere(self) -> None:
        """Stop: another window of this browser is in the class now."""
        self.leave()
        self.context.warn(self.app.catalogue("This class is now open in another window."))
        self.context.focus("#lab h1")

    # ------------------------------------------------------------ across a reload

    def fetch(self, tables: Mapping[str, Any]) -> None:
        """Note what is stored on this device."""
        self._stored = tables.get("member", {})
        stored = self._stored_member()
        self.shown.stored_member = stored.class_name if stored is not None else ""

    def _stored_member(self) -> ClassMember | None:
        return member_from_dict(self._stored) if self._stored else None

    def do_back(self, gesture: Gesture) -> None:
        self.resume()
        self.context.focus("#lab h1")

    def resume(self) -> bool:
        """Come back to the class that is stored here. Return whether there is one."""
        member = self._stored_member()
        if member is None:
            self.shown.stored_member = ""
            self.context.render()
            return False
        self.shown.member, self.shown.at, self.shown.trouble = member, "student", ""
        words = self._stored.get("words", "")
        if isinstance(words, str):
            self.back.ways[TEACHER] = WayBack(words, member.spare[0])
        lesson = self._stored.get("lesson")
        self._enter()
        if isinstance(lesson, str) and lesson:
            self.lab.lessons.open_stored(lesson)
            sheet = self.lab.lessons.folder.sheet
            if sheet is not None and sheet.id == lesson:
                member.open_sheet(sheet.lesson, sheet.id, sheet.name)
                self._seen = ()
                self.note()
        self._lost_at = self.context.now - _SOON
        self.context.render()
        self.context.heard()
        return True

    def _keep(self) -> None:
        """Store what this device needs to come back."""
        member = self.member
        way = self.back.ways.get(TEACHER)
        table = {
            **member.to_dict(),
            "class": member.class_name,  # this and "sheet" are for the start page
            "words": way.words if way else "",
            "lesson": member.lesson_id or str(self._stored.get("lesson", "")),
        }
        if table != self._kept:
            self._stored = table
            well = self.context.store.put(STORED, table)
            self._kept = table if well else {}
            unkept = not well and bool(member.waiting)
            if unkept != self.shown.unkept:
                self.shown.unkept = unkept
                self.context.render()

    def do_leave(self, gesture: Gesture) -> None:
        """Leave the class. The worksheet stays on this device."""
        member = self.member
        if self.shown.over:
            self.leave_ended()
            self._say_left()
            return
        member.leave()
        self.carry()
        sheet = member.lesson_id
        self._forget()
        # If the same student joins again, the class must not have them twice. Nothing unsent is kept.
        left = {**member.to_dict(), "waiting": [], "task": ""}
        self._stored = {"left": left, "sheet": sheet}
        self.context.store.put(STORED, dict(self._stored))
        self._say_left()

    def leave_ended(self) -> None:
        """Put away a class that is over, whose worksheet has stayed open."""
        if self.shown.over:
            self.leave()

    def _say_left(self) -> None:
        self.context.say(
            self.app.catalogue("You have left the class. Your worksheet is still on this device.")
        )
        self.page.focus("#lab h1")

    def _forget(self) -> None:
        self.context.store.drop([STORED])
        self._stored, self._kept = {}, {}
        self.shown.stored_member = ""
        self.leave()

    def leave(self) -> None:
        """Close all connections, but keep what is stored."""
        self._cut()
        self.shown.member, self.shown.at, self.shown.over = None, "start", ""

    def _cut(self) -> None:
        """Close all connections, and release what the teacher held back."""
        self.camera_off()
        self.transport.end()
        self.back.clear()
        self._calling = 0
        worksheet = self.lab.lessons.folder.sheet
        if worksheet is not None:
            worksheet.after = "run"
        self.shown.code = self.shown.work_code = ""
        self.shown.letting_in = self.shown.unkept = False

    # ------------------------------------------------------------ in the class

    def passes(self, gesture: Gesture) -> bool:
        """Whether an action on the worksheet may be done now."""
        member = self.member
        if not (member.wait or member.look) or gesture.do.startswith(_READING):
            return True
        self.page.announce(self.app.catalogue("Your teacher has asked everyone to wait."))
        return False

    def do_next(self, gesture: Gesture) -> None:
        """Let in the next one: show how to read their code, or hide it again."""
        self.shown.letting_in = not self.shown.letting_in
        self.member.carried = None
        if not self.shown.letting_in:
            self.camera_off()
        self.context.render()
        self.page.focus("#class-next h2" if self.shown.letting_in else "#lab h1")

    def do_carry(self, gesture: Gesture) -> None:
        """Pass on a code that was pasted."""
        self._carry(gesture.fields.get("code", ""))

    def _carry(self, text: str) -> None:
        code = code_in(text)
        if not code:
            self.context.warn(self.app.catalogue("No code found. Enter the code you were sent."))
            return
        self.member.carry(code)
        self.shown.pasted.pop("class-carry", None)
        self.carry()
        self.context.render()

    def do_hand(self, gesture: Gesture) -> None:
        """Choose files to hand in."""
        self.page.choose_files(self._chosen)

    def _chosen(self, files: Sequence[tuple[str, bytes]]) -> None:
        texts = [(name, data.decode("utf-8", "replace")) for name, data in files]
        if any(_is_player(name, text) for name, text in texts):
            self._with_parts(("desk", "workshop"), lambda: self._hand_in_all(texts))
        else:
            self._hand_in_all(texts)

    def _hand_in_all(self, texts: Sequence[tuple[str, str]]) -> None:
        _ = self.app.catalogue
        refused: list[str] = []
        for name, text in texts:
            try:
                handed = self._bot_of(name, text) if _is_player(name, text) else (name, text)
            except LoadError as error:
                self.context.warn(_("{a}: {b}", a=name, b=_.sentence(str(error))))
                continue
            if self.shown.member is not None and not self.hand_in(*handed):
                refused.append(name)
        if refused:
            self.context.warn(
                _(
                    "“{name}” can’t be handed in here. Hand in a bot, a simulation or answers of "
                    "at most a megabyte.",
                    name=_.listed(list(dict.fromkeys(refused))),
                )
            )

    def _bot_of(self, name: str, text: str) -> tuple[str, str]:
        """Name and text of the bot's file that a player of the strategy desk, or plain Python, is handed in
        as. The parts have arrived. Raises LoadError."""
        from ....strategies.strategy_file import read_strategy  # noqa: PLC0415
        from ....strategy_desk.python_program import python_program  # noqa: PLC0415
        from ....workshop.bot_file import BotFile, read_bot, write_bot  # noqa: PLC0415

        if _STRATEGY not in text[:200]:
            return name, write_bot(read_bot(text, name))
        strategy = read_strategy(text)
        return name, write_bot(BotFile(strategy.name, python_program(strategy, self.app.catalogue)))

    def _with_parts(self, parts: Sequence[str], then: Callable[[], None]) -> None:
        """Do this once these parts of the program have arrived."""

        def arrived(trouble: str) -> None:
            if trouble:
                self.context.warn(
                    self.app.catalogue("A part of the program couldn’t be loaded. Try again.")
                )
            else:
                self._with_parts(parts[1:], then)

        if parts:
            self.page.fetch_part(parts[0], arrived)
        else:
            then()

    def do_bot(self, gesture: Gesture) -> None:
        """Hand in the bot that is open in the workshop of this device."""

        def arrived() -> None:
            from ....workshop.bot_file import write_bot  # noqa: PLC0415 - it has arrived only now
            from ...workshop.state.workshop import stored_bot  # noqa: PLC0415

            bot = stored_bot(self.context.store.here("workshop").get("", {}))
            if bot is None:
                self.context.warn(self.app.catalogue("Write a bot in the workshop first."))
            elif self.shown.member is not None:
                self.hand_in(bot.file_name, write_bot(bot))

        self._with_parts(("workshop",), arrived)

    def hand_in(self, name: str, text: str) -> bool:
        """Hand in a file. Return whether it is one that can be handed in."""
        kind = next((kind for kind, head in HANDED.items() if text.startswith(head)), "")
        stem = clean_text_field(name.rpartition(".")[0] or name, LONGEST_NAME).replace("\n", " ")
        if not kind or not self.member.hand_in(HandedIn(os.urandom(8).hex(), kind, stem, text)):
            return False
        self._keep()
        self.carry()
        self.context.say(self.app.catalogue("Handing in: {name}", name=stem))
        return True

    def do_work(self, gesture: Gesture) -> None:
        """Hand in the answers without a connection: as a file, or as a code for the teacher's camera."""
        _ = self.app.catalogue
        self.note()
        self._recall()  # after a reload without a connection nobody has asked for the earlier ones
        if gesture.arg == "file":
            self.page.download(
                f"titledeed-class-{slug(self.member.class_name)}-{slug(self.member.name)}.json",
                write_work(self.member),
            )
            return
        if self.shown.work_code:
            self.shown.work_code = ""
            self.context.render()
            return
        try:
            packed = pack_work(self.member)
        except LoadError as error:
            self.context.warn(_.sentence(str(error)))
            return
        self.shown.work_code, self.shown.work_picture = packed, (0, "")

        def drawn(side: int, path: str) -> None:
            if self.shown.work_code == packed:
                self.shown.work_picture = (side, path)
                self.context.render()

        self.page.code(MARK + packed, drawn)
        self.context.render()

    # ------------------------------------------------------------ the worksheet

    def note(self) -> None:
        """Tell the class what the worksheet has now, if that has changed."""
        member, worksheet = self.shown.member, self.lab.lessons.folder.sheet
        if member is None or worksheet is None or worksheet.id != member.lesson_id:
            return
        worksheet.after = member.after
        where = self._where(worksheet)
        answers = [(text.text, text.at) for text in worksheet.filled.answers]
        seen = (answers, where, worksheet.over, self._run_of(worksheet))
        if seen != self._seen:
            self._seen = seen
            member.write(worksheet.id, answers, where, self._figures_of(worksheet))
            self.carry()

    def _recall(self) -> None:
        """Tell the class what this device has of its earlier worksheets, as after a reload."""
        for id in self.member.given:
            stored = self.lab.lessons.stored(id) if id != self.member.lesson_id else None
            if stored is not None:
                worksheet = WorksheetState(stored.lesson, stored.ready, stored.filled)
                answers = [(text.text, text.at) for text in stored.filled.answers]
                self.member.recall(id, answers, self._where(worksheet))

    def stay(self) -> bool:
        """Show the worksheet of the class, whatever has been opened meanwhile. Return whether it is shown."""
        member = self.member
        if member.lesson is None or self._opening:
            return False
        self._opening = True  # trouble with it draws the screen again
        well = self.lab.lessons.back_to(member.lesson, member.ready)
        self._opening = False
        if not well:
            self.shown.trouble = self.lab.lessons.folder.trouble
        return well

    def _where(self, worksheet: WorksheetState) -> dict[str, Any]:
        run = worksheet.lesson["run"]
        size = run.get("size", 0) if run else 0
        sides = 2 if worksheet.compare is not None else 1
        ran = worksheet.filled.ran or worksheet.over
        running = worksheet.began and not worksheet.over
        return {
            "name": worksheet.student or self.member.name,
            "place": worksheet.filled.place,
            "run": "none" if not run else "running" if running else "ran" if ran else "before",
            "done": min(100, 100 * worksheet.games // (size * sides)) if size else 0,
            "hidden": self._hidden,
            "seed": worksheet.filled.seed,
        }

    _hidden = False

    def hidden(self, away: bool) -> None:
        """Note that the page of a phone or tablet is hidden, or is back."""
        self._hidden = away
        if self.shown.member is not None:
            self.note()

    @staticmethod
    def _run_of(worksheet: WorksheetState) -> tuple[object, ...]:
        """What the figures of a run depend on."""
        compare, landings = worksheet.compare, worksheet.landings
        return (
            *(worksheet.games, len(worksheet.throws), len(worksheet.totals)),
            *(worksheet.filled.seed, len(landings.batches) if landings is not None else 0),
            (compare.measure, compare.plan_done, compare.state) if compare is not None else (),
        )

    def _figures_of(self, worksheet: WorksheetState) -> dict[str, float]:
        """The figures of a run that is over. They are computed once."""
        if not worksheet.over:
            return {}
        key = (worksheet.id, self._run_of(worksheet))
        if self._figures[0] != key:
            self._figures = (key, results_of(worksheet)[0])
        return self._figures[1]

    def _open_sheet(self) -> None:
        """Open the worksheet that the teacher has given."""
        member = self.member
        if not self.stay():
            return
        worksheet = self.lab.lessons.folder.sheet
        if worksheet is not None and not worksheet.student and member.name:
            self.lab.lessons.handle_gesture(
                Gesture("type", do="lab-answers", fields={"student": member.name})
            )
        self._seen = ()
        self.note()

    # ------------------------------------------------------------ connections

    def code(self, conn_id: int, code: str) -> bool:
        if self.back.code(conn_id, code):
            return True
        if conn_id == self._calling and self.shown.member is not None:
            self.context.show_code(pack_reply(self.member.invitation, code), "")
        return True

    def opened(self, conn_id: int) -> None:
        self.back.opened(conn_id)
        if self._calling and conn_id != self._calling:
            self.transport.close(self._calling)  # the device has come back by itself
        self._calling = 0
        self.member.connect(conn_id, self.context.now)
        self.carry()

    def arrived(self, conn_id: int, text: str) -> None:
        before, charted = self._shown_facts(), self.member.chart.get("question")
        self.member.receive(conn_id, text, self.context.now)
        if self.member.chart and self.member.chart["question"] != charted:
            _ = self.app.catalogue
            self.page.announce(_("Your teacher shows what the class answered"))
        self.carry()
        if self.shown.member is not None and self._shown_facts() != before:
            self.note()
            self.context.render()

    def _shown_facts(self) -> tuple[object, ...]:
        """What the messages of the teacher change on the screen."""
        member = self.member
        return (
            *(member.present, member.look, member.wait, member.after, str(member.chart)),
            *(member.lesson_id, member.carried, member.over, member.refused, len(member.waiting)),
        )

    def closed(self, conn_id: int) -> None:
        self.back.failed(conn_id)
        if conn_id == self.member.conn:
            self.member.lost(conn_id)
            self._lost_at = self.context.now
            self.context.render()

    def trouble(self, conn_id: int, cause: str) -> None:
        if self.back.failed(conn_id):
            self.context.render()  # the code has to be shown again
            return
        if conn_id != self._calling:
            return
        _ = self.app.catalogue
        self._calling, self.shown.making = 0, False
        self.transport.close(conn_id)
        if cause == "no-addresses":
            text = _(
                "This browser finds no network address of this device. Join a Wi-Fi, or turn on the "
                "camera once: some browsers show their address only then."
            )
        else:
            text = _(
                "The teacher’s device can’t be reached from here. Use the same Wi-Fi, then show a "
                "new code. Your answers can also be handed in as a file."
            )
        self.context.warn(text)

    def carry(self) -> None:
        """Send the messages of the student, and react to the class's news."""
        while (member := self.shown.member) is not None and (member.news or member.out):
            out, member.out = member.out, []
            for conn_id, text in out:
                if text is None:
                    self.transport.close(conn_id)
                else:
                    self.transport.send(conn_id, text)
            news, member.news = member.news, []
            for one in news:
                self._react(one)

    def _react(self, news: ClassNews) -> None:
        _, shown = self.app.catalogue, self.shown
        match news.what:
            case "welcome":
                shown.trouble, shown.said, shown.code = "", "", ""
                if shown.at != "student":
                    shown.at = "student"
                    self.page.announce(
                        _("You’re in the class {name}.", name=self.member.class_name)
                    )
                    self.context.render()
                    self.page.focus("#lab h1")
                self.back.met(TEACHER)
                self._recall()
                self._keep()
            case "sheet":
                self._open_sheet()
                self._keep()
            case "words":
                self.back.hold(TEACHER, self.member.conn, str(news.facts["words"]))
            case "spare":
                self.back.told(TEACHER, str(news.facts["code"]))
                self._keep()
            case "board":
                self._keep()
                if self.member.task:
                    self.page.announce(_("Your teacher has given you a part of a board."))
                self.context.render()
                self.context.heard()
            case "took":
                self._keep()
                name, why = news.facts["name"], news.facts["why"]
                if why:
                    self.context.warn(_("“{name}” wasn’t accepted.", name=name))
                else:
                    self.context.say(_("Handed in: {name}", name=name))

    def _tell_words(self, _device: str, words: str) -> None:
        self.member.offer_words(words)

    def _tell_spare(self, _device: str, code: str) -> None:
        self.member.offer_spare(code, opens=True)
        self.carry()

    def tick(self) -> None:
        """To be called every half second."""
        if self.shown.over:
            return
        member, now = self.member, self.context.now
        conn, held = member.conn, (member.look, member.wait, member.after)
        member.tick(now)
        if held != (member.look, member.wait, member.after):
            self.page.announce(
                self.app.catalogue("Not connected. Keep working: your answers are saved here.")
            )
            self.note()
            self.context.render()
        if conn and not member.conn:
            self._lost_at = now
            self.context.render()
        self.note()
        self.carry()
        if self.shown.member is None:
            return
        if self.shown.unkept:
            self._keep()  # once more
        if member.over or member.refused in ("removed", "other-class", "not-yours"):
            self._over()
        elif member.refused == "full":
            member.refused = ""
            _ = self.app.catalogue
            self.context.warn(_("The class is full: it can have {n} students.", n=MOST_STUDENTS))
        elif member.refused and member.refused != TOO_MANY:
            self._foreign()
        elif (
            self.shown.at == "student"
            and not (member.conn or self._calling)
            and now - self._lost_at >= _SOON
        ):
            self.back.return_to(TEACHER)

    def _foreign(self) -> None:
        """React when the devices do not understand each other. This one keeps what it needs to come back."""
        stored = self._stored_member()
        self.leave()
        self.shown.stored_member = stored.class_name if stored is not None else ""
        self.context.warn(
            self.app.catalogue(
                "The teacher’s device has another version of this program. Reload the "
                "page on both devices, then choose “Back to the class”. Your answers are "
                "still on this device."
            )
        )
        self.context.focus("#lab h1")

    def _over(self) -> None:
        """React when the teacher has ended the class, or does not let this device in."""
        _, member = self.app.catalogue, self.member
        text = {
            "removed": _("Your teacher has removed this device from the class."),
            "other-class": _("This code was for another class. Scan the code on the screen again."),
            "not-yours": _("The teacher’s device knows another device by this name. Join again."),
        }.get(member.refused, _("The class has ended. Your worksheet stays on this device."))
        if self.shown.at == "student" and member.lesson is not None:
            ended = member.refused not in ("removed", "other-class", "not-yours")
            self._stay_after(
                _("The class has ended. You can finish your worksheet on this device.")
                if ended
                else text
            )
            return
        self._forget()
        self.context.warn(text)
        self.context.focus("#lab h1")

    def _stay_after(self, text: str) -> None:
        """Keep the worksheet open where it is: the student may be in the middle of an answer."""
        member = self.member
        member.look = member.wait = False
        member.after, member.chart, member.task = "run", {}, ""
        member.waiting.clear()
        self._stored, self._kept = {"sheet": member.lesson_id}, {}
        self.context.store.put(STORED, dict(self._stored))
        self.shown.stored_member = self.shown.trouble = self.shown.said = ""
        self._cut()
        self.shown.over = text
        self.page.announce(text)
        self.context.render()

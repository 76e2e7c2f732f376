"""The teacher's side: open a class, let students in, see where they are, show answers, end the class."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from ....classroom.class_codes import (
    LONGEST_NAME,
    ClassCodeError,
    Invitation,
    clean_class_name,
    is_class_name,
    pack_invitation,
    unpack_reply,
)
from ....classroom.class_files import (
    WORK,
    SavedClass,
    WorkFile,
    class_from_dict,
    class_to_dict,
    student_to_dict,
    unpack_work,
    write_class,
    write_invitation,
)
from ....classroom.messages import AFTER, SWEEP
from ....classroom.teacher import ClassNews, ClassTeacher
from ....engine.errors import LoadError
from ....engine.parsing.value_predicates import is_hex, is_whole_number
from ....lab.lessons import builtin
from ....lab.lessons.answer_files import answers_csv
from ....lab.lessons.lesson_format import Lesson, lesson_id
from ....lab.write_and_count_record_files import zip_files
from ....peers.messages import Rate
from ....peers.sdp_codec import SdpError
from ...lab.actions.lessons.share_worksheet import slug
from ...local_address import leads_only_here
from ...page_port import Gesture
from ..state import TABS
from ..views.classroom import entering_bots, student_names
from .base import MARK, ClassContext, code_in
from .reconnection import Reconnection, WayBack

STORED: Final = "class/teacher"
STUDENTS: Final = "class/pupil/"
_SAVING: Final = 1.0  # seconds between two times that the class is stored
_DRAWING: Final = 0.25  # seconds between two times that the screen is drawn for students' messages
_CARRIES: Final = (
    10,
    20.0,
)  # codes of others that a student may pass on at once, and in how many seconds
_MOST_OPENING: Final = 3  # connections for such codes that one student may have under way
_OPENING: Final = 20.0  # seconds after which such a connection is given up
_SOON: Final = 4.0  # seconds after which this device tries to reach a student who is away


def stored_class(stored: Mapping[str, Mapping[str, Any]]) -> SavedClass | None:
    """The class in the tables that a teacher's device has stored, without damaged parts; None if it can't be
    read."""
    about = stored.get("teacher", {})
    id, name, state = about.get("class"), about.get("name"), about.get("state")
    if not (isinstance(name, str) and is_class_name(name) and is_hex(id, 16)):
        return None
    own = f"pupil/{id}/"
    students = [table for key, table in stored.items() if key.startswith(own)]
    bare = [{k: v for k, v in table.items() if k != "save"} for table in students]
    saved = class_from_dict(id, name, state, bare, strict=False)
    if saved is not None:
        _recall(saved.teacher, about)
    return saved


def _recall(teacher: ClassTeacher, about: Mapping[str, Any]) -> None:
    """Take over what only this device stores of the class: the order of the students, and what the teacher
    has let pass of their texts."""
    numbers, texts = about.get("numbers"), about.get("texts")
    if isinstance(numbers, dict):
        for device, number in numbers.items():
            if device in teacher.students and is_whole_number(number, 1, 10**6):
                teacher.students[device].number = number
    if isinstance(texts, list) and len(texts) == 2:
        teacher.approved, teacher.left_out = (
            {id for id in ids if isinstance(id, str)} if isinstance(ids, list) else set()
            for ids in texts
        )


def stored_ways(stored: Mapping[str, Mapping[str, Any]]) -> dict[str, WayBack]:
    """The ways back to the students in the same tables."""
    ways = stored.get("teacher", {}).get("ways")
    return {
        device: WayBack(*way)
        for device, way in (ways.items() if isinstance(ways, dict) else ())
        if isinstance(way, list) and len(way) == 2 and all(isinstance(t, str) for t in way)
    }


class Teaching:
    """A class that this device teaches."""

    def __init__(
        self,
        context: ClassContext,
        lesson: Callable[[str], tuple[Lesson, str] | None],
        enter: Callable[[Sequence[tuple[str, str, str]], bool], None],
        pool: Callable[[Sequence[tuple[str, bytes]]], None],
        resumed: Callable[[], None],
    ) -> None:
        """``lesson`` finds a worksheet by its name; "open" stands for the open one. With its name.
        ``enter`` enters bots in the tournament. ``pool`` makes one curve of sweeps: name and content of each.
        ``resumed`` is called when the stored class is open again."""
        self.context, self._lesson, self._enter, self._pool = context, lesson, enter, pool
        self._resumed_class = resumed
        self.page, self.app, self.shown = context.page, context.app, context.shown
        self.transport = context.transport
        self.words = ""
        self.back = Reconnection(self.transport, self._tell_words, self._tell_spare)
        self._offer = 0  # the connection of an invitation for one student
        self._offered = ""
        self._print = b""
        self._conns: set[int] = set()
        self._missed: dict[str, float] = {}
        # Connections to students whose codes others have read, until they are open: who, and since when.
        self._carried: dict[int, tuple[str, float]] = {}
        self._carries: dict[str, Rate] = {}
        self._stored_at = self._drawn_at = 0.0
        self.stored: dict[str, Any] = {}  # what was stored on this device, by name

    @property
    def teacher(self) -> ClassTeacher:
        assert self.shown.teacher is not None
        return self.shown.teacher

    # ------------------------------------------------------------ opening and ending

    def do_open(self, gesture: Gesture) -> None:
        """Open a class with the name and the worksheet of the form."""
        _ = self.app.catalogue
        name = clean_class_name(gesture.fields.get("name", ""))
        if not name:
            self.context.warn(_("Give the class a name first, for example 7B."))
            self.page.focus("#class-name")
            return
        if len(gesture.fields["name"].strip()) > LONGEST_NAME:
            self.context.warn(_("The name of a class has at most {n} characters.", n=LONGEST_NAME))
            self.page.focus("#class-name")
            return
        if self._still_teaches():
            return
        teacher = ClassTeacher(os.urandom(8).hex(), name)
        found = self._lesson(gesture.fields.get("lesson", ""))
        if found is not None:
            teacher.give(*found)
        self.words = ""
        self._drop_students()  # of a class that could not be read
        self.begin(teacher)
        self.page.focus("#lab h1")

    def _drop_students(self) -> None:
        """Remove the students of all classes that were stored here."""
        names = [name for name in self.stored if name.startswith("pupil/")]
        self.context.store.drop([f"class/{name}" for name in names])
        self.stored = {}
        self.shown.unreadable = False

    def _still_teaches(self) -> bool:
        """Whether a class is stored here: it has to be ended before another one is taught."""
        name = self.shown.stored_class
        if name:
            _ = self.app.catalogue
            self.context.warn(_("This device still teaches the class {name}.", name=name))
        return bool(name)

    def begin(self, teacher: ClassTeacher) -> None:
        """Teach this class, which is new or was stored here."""
        shown = self.shown
        shown.teacher, shown.at, shown.tab, shown.trouble = teacher, "teach", "join", ""
        shown.stored_class = teacher.name
        shown.only_here = leads_only_here(self.page.address())
        self.transport.known_as(f"class/{teacher.id}")
        self.transport.alone(f"class/{teacher.id}", lambda: self._elsewhere(teacher))
        self.transport.stay_awake()
        shown.making = True
        self.transport.common(self._common)
        self.context.render()

    def _elsewhere(self, teacher: ClassTeacher) -> None:
        """Stop: another window of this browser teaches the class now."""
        if self.shown.teacher is not teacher:
            return  # the class has ended here
        self._store()
        self.leave()
        self.context.warn(self.app.catalogue("This class is now open in another window."))
        self.context.focus("#lab h1")

    def leave(self) -> None:
        """Close all connections, but keep what is stored."""
        self.camera_off()
        self.transport.end()
        self.back.clear()
        self._missed.clear()
        self._conns.clear()
        self._carried.clear()
        self._carries.clear()
        self._offer = 0
        self.shown.teacher, self.shown.at, self.shown.code = None, "start", ""

    def do_end(self, gesture: Gesture) -> None:
        """Ask whether the class is to be ended, and end it if the argument is "yes"."""
        self.shown.ending = gesture.arg == ""
        if gesture.arg == "yes":
            self.teacher.end()
            self.carry()
            devices = list(self.teacher.students)
            self.context.store.drop([STORED, *(self._key(device) for device in devices)])
            self.leave()
            self._drop_students()
            self.shown.stored_class = ""
            self.shown.tab = "join"
            self.context.say(self.app.catalogue("The class has ended. It’s no longer stored here."))
            self.page.focus("#lab h1")
            return
        self.context.render()
        self.page.focus("#class-ending h3" if self.shown.ending else "#lab h1")

    # ------------------------------------------------------------ across a reload

    def fetch(self, then: Callable[[], None]) -> None:
        """Look for a class that is stored on this device."""

        def read(tables: Mapping[str, Any]) -> None:
            self.stored = dict(tables)
            about = tables.get("teacher", {})
            name = about.get("name", "")
            self.shown.stored_class = name if isinstance(name, str) else ""
            then()

        self.context.store.fetch("class/", read)

    def resume(self) -> bool:
        """Go on with the class that is stored here. Return whether there is one."""
        saved = stored_class(self.stored)
        if saved is None:
            return False
        self.take_saved(saved, stored_ways(self.stored))
        self._resumed_class()
        return True

    @property
    def stored_id(self) -> str:
        """The id of the class that is stored here, or ""."""
        id = self.stored.get("teacher", {}).get("class", "")
        return id if isinstance(id, str) else ""

    def open_saved(self, saved: SavedClass) -> None:
        """Teach a class from a file, unless another one is stored here."""
        if not self._still_teaches():
            self._drop_students()
            saved.teacher.dirty |= set(saved.teacher.students)
            self.take_saved(saved)

    def take_saved(self, saved: SavedClass, ways: Mapping[str, WayBack] | None = None) -> None:
        """Teach a class that was stored or saved as a file."""
        self.words = saved.words
        self.begin(saved.teacher)
        self.shown.tab = "overview" if saved.teacher.students else "join"
        self.back.ways.update(ways or {})

    def do_resume(self, gesture: Gesture) -> None:
        self.fetch(self._resumed)  # another window may have stored more

    def _resumed(self) -> None:
        if self.shown.teacher is None and not self.resume():
            self.shown.stored_class = ""
            self.shown.unreadable = True
            text = self.app.catalogue("The stored class can’t be read anymore.")
            self.context.warn(text)
        self.context.focus("#lab h1")

    def do_forget(self, gesture: Gesture) -> None:
        """Remove a stored class that can't be read."""
        if self.shown.unreadable:
            self.context.store.drop([STORED])
            self._drop_students()
            self.context.say(self.app.catalogue("The class has been removed from this device."))
            self.page.focus("#lab h1")

    def _key(self, device: str) -> str:
        return f"{STUDENTS}{self.teacher.id}/{device}"

    def _store(self) -> None:
        teacher, store = self.teacher, self.context.store
        dirty, teacher.dirty = teacher.dirty, set()
        ways = {device: [way.words, way.code] for device, way in self.back.ways.items()}
        well = True
        if dirty:
            table = {
                "name": teacher.name,
                "class": teacher.id,
                "state": class_to_dict(teacher, self.words),
                "ways": ways,
                "numbers": {
                    student.device: student.number for student in teacher.students.values()
                },
                "texts": [sorted(teacher.approved), sorted(teacher.left_out)],
            }
            well = store.put(STORED, table)
            if not well:
                teacher.dirty.add("")
        for device in dirty - {""}:
            student = teacher.students.get(device)
            if student is None:
                store.drop([self._key(device)])
            elif not store.put(self._key(device), student_to_dict(student), large=True):
                teacher.dirty.add(device)
                well = False
        if dirty and well != self.shown.saved:
            self.shown.saved = well
            self.context.render()

    # ------------------------------------------------------------ letting in

    def _common(self, fingerprint: bytes) -> None:
        if self.shown.teacher is None:
            return
        self._print = fingerprint
        if fingerprint:
            if not self.words:
                self.words = self.transport.words() or ""
                self.teacher.dirty.add("")
            self._show(Invitation(self.teacher.name, self.teacher.id, self.words, fingerprint))
        else:
            self._offer = self.transport.offer()

    def _show(self, invitation: Invitation) -> None:
        self.context.show_code(pack_invitation(invitation), self.page.address() + MARK)

    def code(self, conn_id: int, code: str) -> bool:
        """Take the code of a connection of this device."""
        if self.back.code(conn_id, code):
            return True
        if conn_id == self._offer and self.shown.teacher is not None:
            self._offered = code
            self._show(Invitation(self.teacher.name, self.teacher.id, offer=code))
        return True

    def read(self, text: str) -> str:
        """Let in the student whose reply this is, or take a student's work. Return why not, or ""."""
        _ = self.app.catalogue
        code = code_in(text)
        if code.startswith(WORK):
            try:
                return self.take_work(unpack_work(code))
            except LoadError as error:
                return _.sentence(str(error))
        try:
            reply = unpack_reply(code)
            if not reply.fits(self.teacher.id):
                return _("This code is for another class.")
            if reply.calls and self._print:
                self._conns.add(self.transport.admit(reply.connection, self.words))
            elif not reply.calls and self._offer:
                self.transport.accept(self._offer, reply.connection)
                self._conns.add(self._offer)
                self._offer = self.transport.offer()  # the next student needs another one
            else:
                return _(
                    "This code answers an earlier invitation. Scan the code on the screen again."
                )
        except (ClassCodeError, SdpError) as error:
            return _.sentence(str(error))
        return ""

    def take_work(self, work: WorkFile) -> str:
        """Take a student's work from a file or a code. Return why not, or "" if it worked."""
        _ = self.app.catalogue
        if work.id != self.teacher.id:
            return _("These answers are for the class {name}.", name=work.name)
        if not self.teacher.take_work(work.hello, work.messages):
            return _("The class is full: it can have {n} students.", n=40)
        added = self.shown.added
        added.append(work.hello["name"] or _("no name"))
        if self.shown.hidden_names:
            n = len(added)
            self.context.say(
                _.count("Answers from {n} student added.", "Answers from {n} students added.", n)
            )
        else:
            self.context.say(_("Answers added: {name}", name=_.listed(added)))
        return ""

    def do_read(self, gesture: Gesture) -> None:
        """Read a code that was pasted."""
        text = gesture.fields.get("code", "")
        trouble = (
            self.read(text)
            if text.strip()
            else self.app.catalogue("No code found. Enter the code you were sent.")
        )
        if trouble:
            self.context.warn(trouble)
        else:
            self.shown.pasted.pop("class-read", None)
            self.context.say(self.app.catalogue("Code accepted. Connecting…"))

    def do_camera(self, gesture: Gesture) -> None:
        """Turn the camera on or off. It reads the codes of one student after another."""
        if self.shown.camera:
            self.camera_off()
        else:
            self.shown.camera, self.shown.trouble = True, ""
            self.transport.look(self._seen, self._blind, many=True)
        self.context.render()

    def camera_off(self) -> None:
        self.shown.camera = False
        self.transport.look_away()

    def _blind(self) -> None:
        self.shown.camera = False
        self.context.warn(
            self.app.catalogue(
                "The camera can’t be used. Allow it in the browser, or paste the codes instead."
            )
        )

    def _seen(self, text: str) -> None:
        trouble = self.read(text)
        if trouble:
            self.context.warn(trouble)
        else:
            self.shown.trouble = ""
            self.context.say(self.app.catalogue("Code accepted. Connecting…"))

    # ------------------------------------------------------------ what all do

    def do_tab(self, gesture: Gesture) -> None:
        if gesture.arg in TABS:
            self.shown.tab, self.shown.trouble, self.shown.said = gesture.arg, "", ""
            if gesture.arg != "join":
                self.camera_off()
            self.context.render()

    def do_lesson(self, gesture: Gesture) -> None:
        """Give the class another worksheet."""
        self.shown.picked = ""
        found = self._lesson(gesture.fields.get("lesson", "") or gesture.arg)
        if found is not None:
            self.give(*found)
        else:
            self.context.warn(self.app.catalogue("Choose another worksheet first."))

    def give(self, lesson: Lesson, ready: str) -> None:
        _ = self.app.catalogue
        if self.teacher.at == lesson_id(lesson):
            text = _("The class already has the worksheet “{title}”.", title=lesson["title"])
            self.context.say(text)
            return
        if self.teacher.give(lesson, ready):
            self.context.say(_("The class now has the worksheet “{title}”.", title=lesson["title"]))
        else:
            self.context.warn(_("This class has had twelve worksheets. End it and open a new one."))
        self.carry()

    def do_look(self, gesture: Gesture) -> None:
        self.teacher.set_look(not self.teacher.look)
        self._changed()

    def do_wait(self, gesture: Gesture) -> None:
        self.teacher.set_wait(not self.teacher.wait)
        self._changed()

    def do_after(self, gesture: Gesture) -> None:
        word = gesture.fields.get("after", "") or gesture.arg
        self.shown.picked_after = ""
        if word in AFTER:
            self.teacher.set_after(word)
            _ = self.app.catalogue
            said = {
                "run": _("Each student sees these questions after their own experiment."),
                "held": _("Nobody sees these questions yet."),
                "open": _("Everyone sees these questions now."),
            }
            self.carry()
            self.context.say(said[word])

    def do_show(self, gesture: Gesture) -> None:
        """Show all how the class has answered a question, or hide it again."""
        q = int(gesture.arg) if gesture.arg.isdecimal() and len(gesture.arg) < 3 else -1
        shown = self.teacher.shown
        if gesture.arg == "new":
            self.teacher.show_new()
            self._changed()
            return
        again = shown is not None and shown == (self.teacher.at, q)
        self.teacher.show(None if again or q < 0 else q)
        self._changed()

    def do_text(self, gesture: Gesture) -> None:
        """Leave an answer in words out of what all see, or take it back in."""
        at = self.teacher.at
        questions = self.teacher.given.lesson["questions"] if self.teacher.given else []
        known = {id for n in range(len(questions)) for _, id in self.teacher.texts_of(at, n)}
        if gesture.arg in known:
            self.teacher.leave_out(gesture.arg)
            self._changed()

    def _changed(self) -> None:
        self.carry()
        self.context.render()

    # ------------------------------------------------------------ students

    def do_names(self, gesture: Gesture) -> None:
        """Hide the students' names on this screen, or show them again."""
        self.shown.hidden_names = not self.shown.hidden_names
        self.context.render()

    def do_remove(self, gesture: Gesture) -> None:
        """Ask whether a student is to be removed, and do it when asked again; "" takes the question back."""
        shown, asked = self.shown, self.shown.removed
        shown.removed = "" if asked == gesture.arg else gesture.arg
        if asked and asked == gesture.arg:
            self.teacher.remove(gesture.arg)
            self.back.ways.pop(gesture.arg, None)
            self.back.let_go(gesture.arg)
        self._changed()
        if asked == gesture.arg:
            self.page.focus("#class-overview")
        elif not gesture.arg:
            self.page.focus(f'[data-do=class-remove][data-arg="{asked}"]')

    # ------------------------------------------------------------ files

    def do_invitation(self, gesture: Gesture) -> None:
        """Save the invitation with the worksheet as a file."""
        text = write_invitation(self.teacher, self.shown.code)
        self.page.download(f"titledeed-class-{slug(self.teacher.name)}.json", text)

    def do_copy(self, gesture: Gesture) -> None:
        address = self.page.address() + MARK if gesture.arg == "link" else ""
        self.context.copy(address + self.shown.code, "#class-code")

    def do_save(self, gesture: Gesture) -> None:
        """Save the whole class as a file."""
        name = slug(self.teacher.name)
        self.page.download(f"titledeed-class-{name}-all.json", write_class(self.teacher, ""))

    def do_table(self, gesture: Gesture) -> None:
        """Save the answers to the current worksheet as CSV."""
        if not self.teacher.at:
            self.context.warn(self.app.catalogue("The class has no worksheet yet."))
        else:
            lines = answers_csv(self.teacher.answer_sheets(self.teacher.at))
            self.page.download(
                f"titledeed-class-{slug(self.teacher.name)}.csv", "\n".join(lines) + "\n"
            )

    def do_handed(self, gesture: Gesture) -> None:
        """Save a file that a student has handed in, or all as one zip."""
        files: dict[str, str] = {}
        for student in self.teacher.students.values():
            for one in student.handed:
                ending = "py" if one.kind == "bot" else "json"
                stem = f"{slug(student.name)}-{slug(one.name)}"
                name, n = f"{stem}.{ending}", 2
                while name in files:
                    name, n = f"{stem}-{n}.{ending}", n + 1
                files[name] = one.text
                if gesture.arg == one.id:
                    self.page.download(name, one.text)
        if gesture.arg == "" and files:
            self.page.download(f"titledeed-class-{slug(self.teacher.name)}.zip", zip_files(files))

    def do_drop(self, gesture: Gesture) -> None:
        """Ask whether a file is to be removed, and do it when asked again; "" takes the question back."""
        shown, asked = self.shown, self.shown.dropped
        shown.dropped = "" if asked == gesture.arg else gesture.arg
        if asked and asked == gesture.arg:
            self.teacher.drop_handed(gesture.arg)
            shown.chosen.pop(gesture.arg, None)
        self._changed()
        if asked == gesture.arg:
            self.page.focus("#class-handed")
        elif not gesture.arg:
            self.page.focus(f'[data-do=class-drop][data-arg="{asked}"]')

    def do_enter(self, gesture: Gesture) -> None:
        """Let a bot enter the tournament, or leave it out."""
        entering = entering_bots(self.teacher, self.shown)
        self.shown.chosen[gesture.arg] = gesture.arg not in entering
        self.context.render()

    def do_pool(self, gesture: Gesture) -> None:
        """Make one curve of the sweeps that were handed in. The class stays connected."""
        names = student_names(self.teacher, self.shown, self.app.catalogue)
        sweeps = [
            (f"{names[student.device]} {n if self.shown.hidden_names else one.name}", one.text)
            for student in self.teacher.students.values()
            for n, one in enumerate(student.handed, 1)
            if one.text.startswith(SWEEP)
        ]
        if sweeps:
            self._pool([(name, text.encode()) for name, text in sweeps])

    def do_cup(self, gesture: Gesture) -> None:
        """Enter the last bot of each student in the tournament, or those that were chosen. The class stays
        connected."""
        entering = entering_bots(self.teacher, self.shown)
        bots = [
            (student.name, one.text, f"{one.name}.py")
            for student in self.teacher.students.values()
            for one in student.handed
            if one.id in entering
        ]
        if bots:
            self.camera_off()
            self._enter(bots, self.shown.hidden_names)

    # ------------------------------------------------------------ connections

    def opened(self, conn_id: int) -> None:
        self.back.opened(conn_id)
        self._carried.pop(conn_id, None)
        self._conns.add(conn_id)
        self.teacher.connect(conn_id, self.context.now)
        self.carry()

    def arrived(self, conn_id: int, text: str) -> None:
        self.teacher.receive(conn_id, text, self.context.now)
        self.carry()
        if self.context.now - self._drawn_at >= _DRAWING:
            self._draw()

    def closed(self, conn_id: int) -> None:
        self._conns.discard(conn_id)
        self._carried.pop(conn_id, None)
        self.back.failed(conn_id)
        self.teacher.lost(conn_id)
        self._draw()

    def trouble(self, conn_id: int, cause: str) -> None:
        """Note that a connection can't be opened."""
        if self.back.failed(conn_id) or conn_id not in (*self._conns, self._offer):
            return
        self._conns.discard(conn_id)
        self._carried.pop(conn_id, None)
        self.transport.close(conn_id)
        _ = self.app.catalogue
        if cause == "no-addresses":
            text = _(
                "This browser finds no network address of this device. Join a Wi-Fi, or turn on the "
                "camera once: some browsers show their address only then."
            )
        else:
            text = _(
                "A student’s device can’t be reached. Perhaps it’s in another network, or the "
                "network keeps devices apart. Answers can also come as files or QR codes."
            )
        self.context.warn(text)

    def carry(self) -> None:
        """Send the messages of the class, and react to its news."""
        teacher = self.shown.teacher
        if teacher is None:
            return
        while teacher.news or teacher.out:
            out, teacher.out = teacher.out, []
            for conn_id, text in out:
                if text is None:
                    self.transport.close(conn_id)
                else:
                    self.transport.send(conn_id, text)
            news, teacher.news = teacher.news, []
            for one in news:
                self._react(one)

    def _react(self, news: ClassNews) -> None:
        _, device = self.app.catalogue, news.device
        student = self.teacher.students.get(device)
        match news.what:
            case "joined" if student is not None:
                self.back.met(device)
                self._missed.pop(device, None)
                self.shown.joined = [device, *(d for d in self.shown.joined if d != device)][:6]
                self.shown.trouble = self.shown.said = ""
                self.page.announce(_("{name} is in.", name=self._name_of(device)))
                self.context.heard()
            case "carry":
                self.teacher.carried(device, self._read_for(device, str(news.facts["code"])))
            case "words" if student is not None:
                self.back.hold(device, student.conn, str(news.facts["words"]))
            case "spare":
                self.back.told(device, str(news.facts["code"]))
                self.teacher.dirty.add("")
                self._store()
            case "handed" if student is not None:
                name = self._name_of(device)
                self.page.announce(_("{name} has handed in a file.", name=name))
                self.context.heard()
            case "foreign":
                text = _(
                    "A student’s device can’t join because it has another version of this "
                    "program. Reload the page on both devices. The class stays on this "
                    "device."
                )
                if self.shown.trouble != text:  # that device tries again and again
                    self.context.warn(text)

    def _read_for(self, device: str, code: str) -> str:
        """Let in the student whose reply another one has read. Return why not, or ""."""
        _, now = self.app.catalogue, self.context.now
        if code_in(code).startswith(WORK):
            return _("This code has answers. Only the teacher’s own camera takes them.")
        rate = self._carries.setdefault(device, Rate(*_CARRIES))
        waiting = [other for other, _since in self._carried.values()]
        if waiting.count(device) >= _MOST_OPENING or len(waiting) >= 3 * _MOST_OPENING:
            return _("Others are just being let in. Read the code again in a moment.")
        if not rate.takes(now):
            return _("Others are just being let in. Read the code again in a moment.")
        before = set(self._conns)
        why = self.read(code)
        self._carried |= dict.fromkeys(self._conns - before, (device, now))
        return why

    def _name_of(self, device: str) -> str:
        """A student's name; a substitute while names are hidden."""
        return student_names(self.teacher, self.shown, self.app.catalogue)[device]

    def _tell_words(self, device: str, words: str) -> None:
        self.teacher.offer_words(device, words)

    def _tell_spare(self, device: str, code: str) -> None:
        self.teacher.offer_spare(device, code, opens=True)
        self.carry()

    def tick(self) -> None:
        """To be called every half second."""
        now, teacher = self.context.now, self.teacher
        teacher.tick(now)
        for device, student in teacher.students.items():
            if student.conn:
                self._missed.pop(device, None)
            elif now - self._missed.setdefault(device, now) >= _SOON:
                self.back.return_to(device)
        for conn_id, (_device, since) in list(self._carried.items()):
            if now - since >= _OPENING:
                del self._carried[conn_id]
                self._conns.discard(conn_id)
                self.transport.close(conn_id)
        self.carry()
        if now - self._stored_at >= _SAVING:
            self._stored_at = now
            self._store()
        self._draw()

    def _draw(self) -> None:
        if self.teacher.changed:
            self.teacher.changed = False
            self._drawn_at = self.context.now
            self.context.render()


def ready_lesson(name: str, language: str) -> tuple[Lesson, str] | None:
    """A worksheet that comes with the program, by its name."""
    lesson = builtin.builtin_lessons(language).get(name)
    return (lesson, name) if lesson is not None else None

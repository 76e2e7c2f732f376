"""The screen of a class, for its teacher and for a student. It takes the laboratory's place on the page."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from ....classroom.class_files import (
    HEAD,
    ClassInvitationFile,
    SavedClass,
    WorkFile,
    read_class_file,
)
from ....engine.errors import LoadError
from ....lab.lessons.lesson_format import HEAD as LESSON_FILE
from ....lab.lessons.lesson_format import Lesson, read_lesson
from ....peers.transport_interface import Transport
from ....storage.store import Store
from ...actions.declare_actions import actions_of
from ...lab.actions.lab_screens import LabScreens
from ...page_port import Gesture, Page
from ...render.jinja_renderer import JinjaRenderer
from ...state import AppState
from ...views.page.edition_words import words_view
from ..state import ClassroomState
from ..views.classroom import classroom_view
from .base import MARK, TICK, ClassContext
from .taking_part import TakingPart
from .teaching import Teaching, ready_lesson

PLACE: Final = "class"
OPEN: Final = "open"  # the worksheet that is open in the laboratory, in the choice of worksheets


class ClassScreen:
    """Implements :class:`~...state.Laboratory`, :class:`~...live_class.LiveClass` and
    :class:`~titledeed.peers.transport_interface.Listener`."""

    def __init__(
        self,
        page: Page,
        screen: JinjaRenderer,
        store: Store,
        app: AppState,
        lab: LabScreens,
        leave: Callable[[], None],
        enter: Callable[[Sequence[tuple[str, str, str]], bool], None],
        pool: Callable[[], None],
    ) -> None:
        """``enter`` enters bots in the tournament: author, file and name of each; whether names are
        hidden. ``pool`` opens the laboratory's curves."""
        self.page, self.screen, self.app, self.lab, self._leave = page, screen, app, lab, leave
        self.shown = ClassroomState()
        transport: Transport = page.transport(self)
        self.heard: Callable[[], None] = lambda: None
        context = ClassContext(
            *(page, app, store, transport, self.shown, self._draw, page.now()),
            heard=self._board_heard,
            focus=self._focus,
        )
        self.teaching = Teaching(context, self._find, enter, self._pool, self._take_waiting)
        self._show_curves = pool
        self.part = TakingPart(context, lab)
        self.actions = actions_of("class-", self, self.teaching) | actions_of("class-", self.part)
        self._ready = False  # what is stored on this device has been read
        self._waiting: list[Callable[[], None]] = []  # what is to be done then
        self._works: list[
            tuple[WorkFile, str]
        ] = []  # students' files for the class that is stored here
        lab.frame = self
        app.classroom = self
        self.teaching.fetch(self._fetched)
        self._tick()

    # ------------------------------------------------------------ as the page's third screen

    @property
    def place(self) -> str:
        if self.shown.over:
            return self.lab.lessons.place
        role = {"teach": "=teach", "student": "=pupil"}.get(self.shown.at, "")
        return PLACE + role

    @property
    def collects(self) -> bool:
        return False

    def show(self, name: str) -> None:
        """Choose the worksheet of this name for a class that is to be opened; "" changes nothing."""
        self._chosen = name or self._chosen

    _chosen = ""

    def opened_by_person(self) -> None:
        """Nothing depends on it."""

    def storage_changed(self, key: str) -> None:
        """React when another window of this browser has stored a worksheet."""
        self.lab.lessons.stored_elsewhere()

    def focus(self) -> None:
        self.page.focus("#lab h1")

    def put_away(self) -> None:
        self._forget_questions("")
        if self.shown.camera:
            self.teaching.camera_off()  # of both sides

    def _focus(self, selector: str) -> None:
        if self.app.lab is self:
            self.page.focus(selector)

    def _forget_questions(self, do: str) -> None:
        """Take back what was asked before a student or a file is removed, unless this action answers it."""
        shown = self.shown
        shown.removed = shown.removed if do == "class-remove" else ""
        shown.dropped = shown.dropped if do == "class-drop" else ""

    def open_link(self, fragment: str, again: bool = False) -> None:
        """Open a link: the class that this device teaches or is in, or an invitation."""
        if not self._ready:
            self._waiting.append(lambda: self.open_link(fragment, again))
            return
        shown, rest = self.shown, fragment.removeprefix("#class").removeprefix("=")
        if rest and not again:
            self.part.leave_ended()
        if shown.at in ("teach", "student", "reply"):
            if rest not in ("", "teach", "pupil") and not self.part.invited_again(MARK + rest):
                self._say_busy()
        elif rest == "teach":
            self.teaching.resume()
        elif rest == "pupil":
            self.part.resume()
        elif rest and not again:
            self.part.look(MARK + rest)

    def _say_busy(self) -> None:
        text = self.app.catalogue("This device is already in a class. Leave that class first.")
        self.shown.trouble = text
        self.page.announce(text)

    def _fetched(self) -> None:
        self.part.fetch(self.teaching.stored)
        self._ready = True
        waiting, self._waiting = self._waiting, []
        for call in waiting:
            call()
        if waiting or self.shown.stored_class or self.shown.stored_member:
            self._draw()  # else a form that is being filled in would be emptied

    def open_file(self, text: str, name: str = "") -> None:
        """Open a file of a class, or a worksheet for the class that is taught."""
        if not self._ready:
            self._waiting.append(lambda: self.open_file(text, name))
            return
        _ = self.app.catalogue
        context = self.teaching.context
        lesson = text.startswith(LESSON_FILE)
        if not lesson and not text.startswith(HEAD):
            context.warn(
                _("This file is for the laboratory. Leave this screen, then open it there.")
            )
            return
        try:
            found = read_lesson(text) if lesson else read_class_file(text)
        except LoadError as error:
            why, named = _.sentence(str(error)), name and not self.shown.hidden_names
            context.warn(_("{a}: {b}", a=name, b=why) if named else why)
            return
        self.part.leave_ended()
        if isinstance(found, WorkFile):
            self._take_work(found, name)
        elif isinstance(found, dict):
            self._take_lesson(found)
        elif self.shown.at in ("teach", "student", "reply"):
            self._say_busy()
            self._draw()
        elif isinstance(found, SavedClass):
            self.teaching.open_saved(found)
        else:
            assert isinstance(found, ClassInvitationFile)
            self.part.look_at_file(found)

    def _take_work(self, work: WorkFile, name: str) -> None:
        """Take a student's file; it waits if its class is stored here and not open."""
        _, context = self.app.catalogue, self.teaching.context
        if self.shown.teacher is not None:
            trouble = self.teaching.take_work(work)
            if trouble:
                named = name and not self.shown.hidden_names
                context.warn(_("{a}: {b}", a=name, b=trouble) if named else trouble)
        elif self.teaching.stored_id == work.id:
            self._works.append((work, name))
            context.warn(
                _(
                    "These answers are for the class {name}. Choose “Back to the class” "
                    "to add them.",
                    name=work.name,
                )
            )
        else:
            context.warn(_("Open the class {name} first, then its files.", name=work.name))

    def _take_waiting(self) -> None:
        """Take the students' files that have waited for the class."""
        works, self._works = self._works, []
        for work, name in works:
            self._take_work(work, name)

    def _take_lesson(self, lesson: Lesson) -> None:
        """Hand out the worksheet of a file, or choose it for the class that is to be opened."""
        _, context = self.app.catalogue, self.teaching.context
        if self.shown.teacher is not None:
            self.teaching.give(lesson, "")
        elif self.shown.at == "start":
            self.lab.lessons.open_lesson(lesson, "")
            self._chosen = OPEN
            context.say(_("Chosen for the class: {title}", title=lesson["title"]))
        else:
            context.warn(
                _(
                    "In a class, the worksheets come from your teacher. Leave the class "
                    "to open your own."
                )
            )

    _covered = False  # the worksheet that this page showed last is covered

    def render(self) -> None:
        """Draw the screen again."""
        catalogue, shown = self.app.catalogue, self.shown
        member = shown.member
        covered = member is not None and shown.at == "student" and member.look
        if covered and not self._covered:
            self.page.keep_place()
        inside: Mapping[str, Any] = {}
        if shown.at == "student" and member is not None:
            shows = self.part.stay()
            self.part.note()
            if shows:
                self.lab.lessons.folder.live = (
                    "over" if shown.over else "in" if member.present else "out"
                )
                inside = self.lab.lessons.screen_view()
                self.lab.lessons.folder.live = ""
        view = {
            **inside,
            **classroom_view(
                shown,
                self._worksheets(),
                self.part.member_is_back(),
                self.page.address() + MARK,
                catalogue,
            ),
            "opening": bool(self._waiting),
            "w": words_view(catalogue),
            "lang": catalogue.language,
        }
        self.page.patch("lab", self.screen.render("classroom/frame.html", view))
        self.page.attributes({"place": self.place})
        if self._covered and not covered and shown.at == "student":
            self.page.back_to_place()
        self._covered = covered

    def _draw(self) -> None:
        if self.app.lab is self:
            self.render()

    def handle_gesture(self, gesture: Gesture) -> None:
        own = self.actions.get(gesture.do)
        if own is not None:
            self._note_fields(gesture)
            if gesture.kind in ("change", "type"):
                return  # arrow keys change a list of choices: only its button acts
            if not self._ready:  # a form that is sent at once must know the class that is stored
                self._waiting.append(lambda: self.handle_gesture(gesture))
                return
            self.shown.trouble = self.shown.said = ""
            self.shown.added, self.shown.copied = [], False
            self._forget_questions(gesture.do)
            own(gesture)
            return
        inside = gesture.do in self.lab.actions and self.shown.at == "student"
        if inside and self.part.passes(gesture):
            self.lab.at = "lessons"
            self.lab.handle_gesture(gesture)
            self.part.note()

    def _note_fields(self, gesture: Gesture) -> None:
        """Note what has been chosen and typed, so that the screen can be drawn again meanwhile."""
        fields, shown = gesture.fields, self.shown
        match gesture.do:
            case "class-open":
                self._chosen, shown.class_typed = fields.get("lesson", ""), fields.get("name", "")
            case "class-lesson":
                shown.picked = fields.get("lesson", "")
            case "class-after":
                shown.picked_after = fields.get("after", "")
            case "class-join":
                shown.name = fields.get("name", "")
            case "class-read" | "class-carry" | "class-invited":
                shown.pasted[gesture.do] = fields.get("code", "")

    def _pool(self, files: Sequence[tuple[str, bytes]]) -> None:
        """Make one curve of these sweeps of the class, and of those that are in it already."""
        self.lab.curves.pool_more(files)
        self._show_curves()

    # ------------------------------------------------------------ a board that the class makes

    @property
    def teaches(self) -> bool:
        return self.shown.teacher is not None

    @property
    def class_name(self) -> str:
        if self.shown.teacher is not None:
            return self.shown.teacher.name
        member = self.shown.member
        inside = member is not None and self.shown.at == "student" and not self.shown.over
        return member.class_name if member is not None and inside else ""

    @property
    def hides_names(self) -> bool:
        return self.teaches and self.shown.hidden_names

    def students(self) -> list[tuple[str, str, bool]]:
        teacher = self.shown.teacher
        students = teacher.students.values() if teacher is not None else ()
        return [(student.device, student.name, bool(student.conn)) for student in students]

    def numbers(self) -> Mapping[str, int]:
        teacher = self.shown.teacher
        students = teacher.students.values() if teacher is not None else ()
        return {student.device: student.number for student in students}

    def deal_board(self, tasks: Mapping[str, str]) -> None:
        if self.shown.teacher is not None:
            self.shown.teacher.deal_board(tasks)
            self.teaching.carry()

    def board_parts(self) -> list[tuple[str, str]]:
        teacher = self.shown.teacher
        students = teacher.students.values() if teacher is not None else ()
        return [
            (student.device, one.text)
            for student in students
            for one in student.handed
            if one.kind == "board"
        ]

    def replace_part(self, device: str, text: str) -> None:
        if self.shown.teacher is not None:
            self.shown.teacher.replace_part(device, text)
            self.teaching.carry()

    @property
    def present(self) -> bool:
        return self.shown.member is not None and self.shown.member.present

    def _board_heard(self) -> None:
        self.heard()

    def board_task(self) -> str:
        return self.shown.member.task if self.shown.member is not None else ""

    def hand_in_board(self, name: str, text: str) -> bool:
        inside = self.shown.member is not None and not self.shown.over
        return inside and self.part.hand_in(f"{name}.json", text)

    # ------------------------------------------------------------ both sides

    def do_exit(self, gesture: Gesture) -> None:
        """Return to the screen before. The class stays connected."""
        self.teaching.camera_off()  # of both sides
        self._leave()

    def do_start(self, gesture: Gesture) -> None:
        """Go back to the choice between opening and joining a class."""
        if self.shown.at in ("join", "reply"):
            self.part.leave()
        self.shown.at, self.shown.trouble = "start", ""
        self._draw()
        self.focus()

    def do_file(self, gesture: Gesture) -> None:
        """Let a person choose files: an invitation, a saved class, or students' work."""
        self.page.ask_for_file()

    def _find(self, name: str) -> tuple[Lesson, str] | None:
        """The worksheet of this name, and its name if it comes with the program."""
        if name == OPEN:
            sheet = self.lab.lessons.folder.sheet
            return (sheet.lesson, sheet.name) if sheet is not None else None
        return ready_lesson(name, self.app.catalogue.language)

    def _worksheets(self) -> list[tuple[str, str, bool]]:
        """The worksheets to choose from: name, title, whether it is chosen."""
        from ....lab.lessons.builtin import builtin_lessons  # noqa: PLC0415

        teacher = self.shown.teacher
        at = teacher.given.ready if teacher is not None and teacher.given else ""
        if teacher is None:
            at = self._chosen
        at = self.shown.picked or at
        rows = [
            (name, lesson["title"], name == at)
            for name, lesson in builtin_lessons(self.app.catalogue.language).items()
        ]
        sheet = self.lab.lessons.folder.sheet
        if self.shown.at in ("start", "teach") and sheet is not None and not sheet.name:
            own = teacher is not None and teacher.at == sheet.id
            rows.insert(0, (OPEN, sheet.lesson["title"], own if not at else at == OPEN))
        if teacher is not None and not any(chosen for _name, _title, chosen in rows):
            # The worksheet that came from a file, or none.
            title = teacher.given.lesson["title"] if teacher.given else ""
            rows.insert(0, ("", title or self.app.catalogue("none yet"), True))
        return rows

    # ------------------------------------------------------------ what the network reports

    def _side(self) -> Teaching | TakingPart | None:
        if self.shown.teacher is not None:
            return self.teaching
        return self.part if self.shown.member is not None else None

    def code(self, conn_id: int, code: str) -> None:
        side = self._side()
        if side is not None:
            side.code(conn_id, code)

    def opened(self, conn_id: int) -> None:
        side = self._side()
        if side is not None:
            side.opened(conn_id)

    def arrived(self, conn_id: int, text: str) -> None:
        side = self._side()
        if side is not None:
            side.arrived(conn_id, text)

    def closed(self, conn_id: int) -> None:
        side = self._side()
        if side is not None:
            side.closed(conn_id)

    def trouble(self, conn_id: int, cause: str) -> None:
        side = self._side()
        if side is not None:
            side.trouble(conn_id, cause)

    def hidden(self, away: bool) -> None:
        if self.shown.member is not None:
            self.part.hidden(away)

    def _tick(self) -> None:
        side = self._side()
        if side is not None:
            side.tick()
        self.page.after(TICK, self._tick)

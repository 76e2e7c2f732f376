"""The state of a class's screen."""

from __future__ import annotations

from dataclasses import dataclass, field

from ...classroom.student import ClassMember
from ...classroom.teacher import ClassTeacher

TABS = ("join", "overview", "answers", "handed")


@dataclass
class ClassroomState:
    """``at``: "start" (open or join), "teach", "join" (a student gives a name), "reply" (a student's code is
    shown) or "student". ``tab``: what the teacher's screen shows, one of :data:`TABS`."""

    at: str = "start"
    tab: str = "join"
    teacher: ClassTeacher | None = None
    member: ClassMember | None = None
    over: str = ""  # why the class of ``member`` is over, as a sentence; the worksheet stays open
    name: str = ""  # of a class or a student, as typed
    code: str = ""  # the code that is shown: the class's invitation, or a student's reply
    picture: tuple[int, str] = (0, "")  # the same as a QR code: modules on a side, SVG path
    # The page's address leads only to this computer, so the link is of no use.
    only_here: bool = False
    copied: bool = False  # the code that is shown has just been copied
    making: bool = False  # a code is being made
    camera: bool = False
    trouble: str = ""
    said: str = ""
    letting_in: bool = False  # a student lets in the next one
    hidden_names: bool = False
    ending: bool = False  # the teacher has been asked whether to end the class
    saved: bool = True  # this device has room to store the class
    stored_class: str = ""  # the name of the class that this device still teaches, or ""
    stored_member: str = ""  # the name of the class that this device is still in, or ""
    joined: list[str] = field(default_factory=list)  # the students who have come last, by device
    work_code: str = ""  # a student's work as a link, for a class without a network
    work_picture: tuple[int, str] = (0, "")
    removed: str = ""  # the device that the teacher has been asked about
    dropped: str = ""  # the same for a file that was handed in, by its id
    chosen: dict[str, bool] = field(default_factory=dict)  # whether a bot enters the tournament
    pasted: dict[str, str] = field(default_factory=dict)  # codes as typed, by the form's action
    unreadable: bool = False  # the class that is stored here can't be read
    unkept: bool = False  # files of a student wait, and there is no room to store them
    class_typed: str = ""  # the name of a class that is to be opened, as typed
    picked: str = ""  # the worksheet that is chosen in the list, but not handed out yet
    picked_after: str = ""  # the same for when the questions after the run are shown
    added: list[str] = field(
        default_factory=list
    )  # the students whose files have been opened in one go

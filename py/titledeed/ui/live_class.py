"""The class that this device teaches or is in, as the board maker sees it.

Only the type checker reads this module; the site does not have it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Protocol


class LiveClass(Protocol):
    """A class that this device teaches or is in, as the board maker sees it. ``heard``: called after
    something about a board has arrived."""

    heard: Callable[[], None]

    @property
    def teaches(self) -> bool: ...

    @property
    def class_name(self) -> str:
        """The name of the class, "" if there is none now."""

    @property
    def hides_names(self) -> bool:
        """Whether the teacher has hidden the students' names on this screen."""

    def students(self) -> list[tuple[str, str, bool]]:
        """The devices of the class, each with the student's name and whether it is connected."""

    def numbers(self) -> Mapping[str, int]:
        """By device, the number that a student is called by while names are hidden."""

    def deal_board(self, tasks: Mapping[str, str]) -> None:
        """Give each of these devices the text of its task, and take it from all others."""

    def board_parts(self) -> list[tuple[str, str]]:
        """What has been handed in: the device and the text of each part."""

    def replace_part(self, device: str, text: str) -> None:
        """Keep this text as what a device has handed in, as it came by another way."""

    @property
    def present(self) -> bool:
        """Whether this device is connected to the teacher's."""

    def board_task(self) -> str:
        """The text of the task that this device has been given, or ""."""

    def hand_in_board(self, name: str, text: str) -> bool:
        """Hand in the text of a part. Returns whether that is possible."""

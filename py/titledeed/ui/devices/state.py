"""The state of the dialog of a game over several devices."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass
class DevicesViewState:
    """The state of the dialog. ``stage``: "start" (the choice between inviting and joining), "join" (the
    form of a guest), "by-codes" (the choice how to play by codes), "invited" (an invitation to play by
    codes), "host", "guest", "looking", "back", "play", "letters" or "hall"."""

    stage: str = "start"
    name: str = ""  # as entered in the form
    watch: bool = False  # these people want to watch only
    to_watch: bool = (
        False  # the code shown is an invitation to watch; at a guest: it has been invited to watch
    )
    making: bool = False  # a code is being made
    code: str = ""
    picture: tuple[int, str] = (0, "")  # QR code: modules on a side, SVG path
    camera: bool = False  # whether it is on
    copied: str = ""  # the button that has just copied: its argument, or "code"
    replied: bool = False  # a guest's reply has been entered, and not yet used
    coded: bool = False  # the code of a player who comes back has been entered, and not yet used
    scanned: bool = False  # the camera has read a code, so this page may use it
    finding: bool = False
    trouble: str = ""
    # the STUN or TURN server that is used, and what people have entered
    servers: dict[str, str] = field(default_factory=dict)
    entered: dict[str, str] = field(default_factory=dict)
    server_trouble: str = ""  # why what they have entered cannot be used
    only_here: bool = False  # no other device can open an invitation's link
    stuck: bool = False  # the network keeps the devices apart
    paused: bool = False  # whether people have been told that the table is paused
    split: str = ""  # the other half's log, if people have been told that the table has split
    here: tuple[tuple[str, int], ...] = ()
    connected: int = 0  # the number of devices that are connected to this one
    return_codes: dict[str, str] = field(
        default_factory=dict
    )  # by device: the code that its people have to enter
    returning_by_code: set[str] = field(
        default_factory=set
    )  # devices that can come back only by a code
    gone: set[int] = field(default_factory=set)  # seats whose people have left

    def reset(self) -> None:
        """Go back to the start of the dialog, as after leaving a table; what people have entered stays."""
        fresh = DevicesViewState(servers=self.servers, entered=self.entered, name=self.name)
        vars(self).update(vars(fresh))

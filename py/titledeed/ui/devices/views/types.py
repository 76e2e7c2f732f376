"""The data that the dialog of a game over several devices gets, with a type for every view and its rows.

As with ``ui/views/types.py``, only the type checker reads this module; the site does not have it.
"""

from __future__ import annotations

from typing import TypedDict

from ...views.types import ThumbnailView


class PictureView(TypedDict):
    """A QR code: modules on a side, and an SVG path."""

    side: int
    path: str


class DeviceSeat(TypedDict):
    """``state``: "here", "rests", "away", "left", "bot" or "free"; ``portrait``: the bot that plays, or "";
    ``bot``: a bot may take it; ``take``: the people here may ask for it; ``back``: it is their own."""

    n: int
    name: str
    token: str
    portrait: str
    state: str
    says: str
    mine: bool
    host: bool
    key: str
    bot: bool
    take: bool
    back: bool


class ReturnCode(TypedDict):
    """The code that the people of a device have to enter to come back."""

    name: str
    code: str


class DevicesView(TypedDict):
    """The dialog. ``kept``: the kind of the stored table, or ""; ``start``: the label of the button that
    starts the game; ``copied``: the argument of the button that has just copied, or "code"."""

    copied: str
    only_here: bool
    stage: str
    heading: str
    start: str
    name: str
    watch: bool
    to_watch: bool
    making: bool
    code: str
    picture: PictureView
    replied: bool
    coded: bool
    camera: bool
    finding: bool
    trouble: str
    seats: list[DeviceSeat]
    mine: str
    watching: bool
    may_sit: bool
    watchers: str
    hosting: bool
    begun: bool
    paused: bool
    guests: int
    joined: bool
    free: bool
    room: bool
    one: str
    bots: str
    helps: str
    servers: dict[str, str]
    entered: dict[str, str]
    server_trouble: str
    kept: str | bool
    stuck: bool
    alone: bool
    lost: str
    letters: list[ReturnCode]
    awaited: list[str]


class WayToPlay(TypedDict):
    """``mark``: why to choose it, in a word, or ""; ``codes``: how many codes it takes."""

    arg: str
    label: str
    mark: str
    text: str
    codes: str


class WaysToPlay(TypedDict):
    """``ahead``: how many draws can be foreseen with fewer codes; ``bots``: how many seats bots play."""

    ways: list[WayToPlay]
    ahead: int
    bots: int


class InvitedView(TypedDict):
    says: str
    way: str


class CorrespondenceView(TypedDict):
    """The part of the dialog that only a game by codes has."""

    code: str
    picture: PictureView
    link: bool
    begun: bool
    title: str
    counted: str
    then: str
    label: str
    paste: str
    way: str
    recent: list[str]


class WatchedSeat(TypedDict):
    n: int
    token: str


class WatchedPlayer(TypedDict):
    n: int
    name: str
    token: str
    cash: str


class BandPath(TypedDict):
    group: str
    path: str


class WatchedTableView(TypedDict):
    n: int
    no: int
    title: str
    text: str
    round: str
    away: bool
    seat: WatchedSeat | None
    says: str
    seats: list[WatchedPlayer]
    picture: ThumbnailView | None
    bands: list[BandPath]


class WatchTablesView(TypedDict):
    tables: list[WatchedTableView]
    picked: WatchedTableView | None
    counted: str
    waits: str
    begun: bool
    paused: bool
    full: bool


class WatchTablesCode(TypedDict):
    """The part of the screen of many tables beside the tables. ``looking``: the camera is on."""

    code: str
    looking: bool
    picture: PictureView

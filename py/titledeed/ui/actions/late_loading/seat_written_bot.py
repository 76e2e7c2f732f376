"""Puts a bot from the workshop or from the strategy desk at a table of this device.

The page gets this module with the laboratory, which both screens need."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ....storage import written_bots
from ....storage.storage_interfaces import StorageFull
from ... import setup_form
from ...game_loop.replay_start_step_branch_leave import ReplayPlayer
from ...notices import Notice
from ...views.view_context_and_shared_parts import bot_name
from ..action_group import ActionGroup
from .lab_exits_play_replay_vote import LeaveLab
from .late_screen import LateScreen


def bot_screen_parts(opener: LateScreen, replays: ReplayPlayer) -> tuple[Any, ...]:
    """What the screens of the workshop and of the strategy desk are made with."""

    def seat(bot: str, code: str) -> str:
        return seat_written_bot(opener, opener.leave, bot, code)

    replay = LeaveLab(opener.page, opener.app, opener.play, replays).replay
    return opener.page, opener.screen, opener.store, opener.app, replay, opener.leave, seat


def seat_written_bot(group: ActionGroup, leave: Callable[[], None], bot: str, code: str) -> str:
    """Let a bot sit at tables of this device, and put it at the table that is being set up.

    Return why not, or "" if it sits there; then the screen has been left. ``code``: its program, or its file
    with rules."""
    app, _ = group.app, group.app.catalogue
    if bot not in app.written and len(app.written) >= written_bots.MOST:
        return _.count(
            "There’s room for {n} bot from a file. Remove one at the set-up screen first.",
            "There’s room for {n} bots from files. Remove one at the set-up screen first.",
            written_bots.MOST,
        )
    app.written[bot] = code
    try:
        written_bots.keep_bot(group.store, bot, code)
    except StorageFull:
        group.say_full()
    name = bot_name(_, bot)
    if app.session is None:
        app.setup, seat = setup_form.with_bot(group.form(), bot, name)
        text = _("{bot} sits at the table as player {n}.", bot=name, n=seat + 1)
    else:
        text = _(
            "{bot} can play at your tables now: choose it when you set up a game, or press "
            "a player’s name during a game.",
            bot=name,
        )
    app.notices.add(Notice("written-bot", text, icon="u-bot", lasts=True))
    leave()
    group.page.announce(text)
    if app.session is None:
        group.page.focus("#start-game")
    return ""

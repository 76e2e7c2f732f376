"""The notices of a live table: its news, the questions to all people, and its pauses."""

from __future__ import annotations

from typing import Final

from ....peers.device.device import Device
from ....peers.device.model import News
from ..views import table_notices
from .dialog_interface import DevicesDialog
from .table_interface import DevicesContext

_MOST_TOLD: Final = 12  # answers that a question about an undo lists in words


class TableNotices:
    def __init__(self, context: DevicesContext, device: Device, dialog: DevicesDialog) -> None:
        self.page, self.app, self.play = context.page, context.app, context.play
        self.shown, self.device, self.dialog = context.shown, device, dialog

    def tell(self, news: News) -> None:
        """Show an item of news to people."""
        facts = news.facts
        session = self.app.session
        if news.what == "no" and session is not None and session.waiting().who == "bot":
            self.play.go_on()  # the program may bid again for a person with a ceiling
        if news.what == "bye" and not facts["why"]:
            self.shown.gone |= set(facts["seats"])
        if news.what == "vote":
            self.show_votes(announce=True)
            return
        notice = table_notices.news_notice(self.app.catalogue, self.device, news)
        if notice is not None:
            if news.what == "split":  # the devices report it again and again
                if facts["digest"] == self.shown.split:
                    return
                self.shown.split = facts["digest"]
                if self.app.notices.get(table_notices.SPLIT) is not None:
                    self.app.notices.add(notice)  # its button leads to the newest list
                    self.play.render()
                    return
            self.app.notices.add(notice)
            self.page.announce(f"{notice.text} {notice.more}")
            self.play.render()
        self.dialog.render()

    def show_votes(self, announce: bool = False) -> None:
        """Show the open questions, each with those who have agreed, and drop the notices of others."""
        device, app = self.device, self.app
        shown = {n.id: str(n.text) for n in app.notices}
        app.notices.keep(
            lambda notice: notice.id not in table_notices.VOTES.values() or not notice.lasts
        )
        for vote in device.votes.values():
            undone = self._taken_back(vote.entry["to"]) if vote.kind == "undo" else ""
            notice = table_notices.vote_notice(app.catalogue, device, vote, undone)
            if notice is not None:
                if vote.entry.get("device") == device.id:  # it says more than "a bot plays"
                    app.notices.dismiss(*table_notices.BEFORE_JOIN)
                app.notices.add(notice)
                if announce and shown.get(notice.id) != str(notice.text):
                    self.page.announce(f"{notice.text} {notice.more}")
        self.play.render()
        self.dialog.render()

    def drop_lapsed_votes(self) -> None:
        """Remove the notices of questions that are not open any more."""
        asked = {notice.id for notice in self.app.notices if notice.lasts} & set(
            table_notices.VOTES.values()
        )
        if not asked <= {table_notices.VOTES[kind] for kind in self.device.votes}:
            self.show_votes()

    def _taken_back(self, to: int) -> str:
        """Return in words what going back to the first ``to`` answers would take back."""
        session, narrator = self.app.session, self.app.narrator
        if session is None or narrator is None:
            return ""
        last = session.entries[to:][-_MOST_TOLD:]
        text = narrator.announce(last)
        if not text and last:  # the end of a turn has no text
            names = session.game.record.seats
            told = dict.fromkeys(names[entry.seat].name for entry in last if entry.seat >= 0)
            whose = self.app.catalogue.series(list(told))
            text = self.app.catalogue("the last move ({name}).", name=whose)
        more = max(0, len(session.entries) - to - _MOST_TOLD)
        count = self.app.catalogue.count
        before = count("{n} earlier move.", "{n} earlier moves.", more) + " " if more else ""
        return before + text

    def show_pause(self, again: bool = False) -> None:
        """Show at every device that the table is paused, and remove the notice when the table goes on.

        ``again``: show it even if it has been shown."""
        log = self.device.log
        paused = log is not None and log.begun and log.paused
        if paused == self.shown.paused and not again:
            return
        self.shown.paused = paused
        self.app.notices.dismiss(table_notices.PAUSED)
        if paused:
            notice = table_notices.paused_notice(self.app.catalogue, self.device)
            # A phone shows the first notice; the others are beside it.
            self.app.notices.add(notice, first=True)
            self.page.announce(str(notice.text))
        self.play.render()

    def came_late(self) -> None:
        """Tell people if this device has come into a game that others had begun."""
        late = table_notices.came_late(self.app.catalogue, self.device)
        if late is not None:
            self.app.notices.add(late)
            self.play.render()

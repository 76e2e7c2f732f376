"""Describes events in words: the journal, announcements, summaries of skipped turns, replies to offers.

The announcements are for screen readers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from ...bots import NEVER_DEAL
from ...game.answer_entries_and_checkpoints import Entry
from ...language import asks, events
from ...language.narrator_of_journal_and_refusals import JournalLine
from ...language.sentence_parts import plain_text
from ..notices import REPLY, SKIPPED, Notice, action_data
from ..page_port import Page
from ..phase_stage_and_tempo import Tempo
from ..state import AppState
from ..views.page.offers_and_rents_to_claim import offer_notices
from ..views.view_context_and_shared_parts import ViewContext
from .renderer import Renderer

if TYPE_CHECKING:
    from ..views.types import NoticeAction

JOURNAL_TOLD: Final = 600  # lines of the journal that are kept
_WORTH_TELLING: Final = frozenset({"deed", "build", "bankrupt", "deal", "over", "mortgage"})
_LATEST: Final = 5  # lines in the summary of skipped turns, besides all deals


class JournalPresenter:
    """Describes the answers in the log.

    It collects them until :meth:`announce` or :meth:`summary` is called."""

    def __init__(self, page: Page, app: AppState, rendering: Renderer) -> None:
        self._page = page
        self._app = app
        self._rendering = rendering
        self._unheard: list[Entry] = []  # entries since the last announcement
        self._first = ""  # the beginning of the next announcement
        self._skipped: list[Entry] = []
        self._skip_cash: list[int] = []  # each seat's cash when the skipping began
        self._silent: dict[
            int, Entry
        ] = {}  # bots' answers without a reason so far, by the id of their line
        self._remarked = 0  # remarks of the state that the journal has
        self._offers: set[str] = set()  # what has been announced of the offers that wait

    def forget(self) -> None:
        """Drop everything that has not been announced yet."""
        self._skipped.clear()
        self._unheard.clear()
        self._offers.clear()

    def took_place(self, entries: Sequence[Entry]) -> None:
        """Add answers that were just given."""
        self._unheard += entries
        if self._app.tempo is Tempo.SKIPPING:
            self._skipped += entries
        else:
            self._app.notices.dismiss(SKIPPED)  # it tells of earlier turns
        self._tell(entries)
        self._app.told = len(self._app.course.entries)
        self._reply(entries)

    # ------------------------------------------------------------ the journal

    def recall(self) -> None:
        """Write the journal again, as the session was moved to another moment or the language has changed."""
        entries, shown = self._app.course.entries, self._app.course.entries[-100:]
        self._app.lines.clear()
        self._app.answers_of_lines.clear()
        self._silent.clear()
        first = len(entries) - len(shown)
        self._remarked = sum(remark.after < first for remark in self._app.remarks)
        for remark in self._app.remarks:  # the answer before it may have been taken back
            remark.after = min(remark.after, len(entries))
        self._tell(shown)
        self._remark(len(entries))
        self._app.told = len(entries)

    def _tell(self, entries: Sequence[Entry]) -> None:
        """Add the lines of these entries to the journal."""
        app, session = self._app, self._app.course
        assert app.narrator is not None
        self._told_late()
        first = len(session.entries) - len(entries)
        before = session.entries[first - 1].turns if first > 0 else -1
        for n_before, entry in enumerate(entries, first):
            self._remark(n_before)
            id = app.lines[-1][0] if app.lines else 0
            thought = ""
            if entry.by == "bot" and entry.reason:
                thought = app.narrator.thought(entry.reason, entry.facts)
            own = True  # the next line may be the first one about the answer itself
            for line in app.narrator.entry(entry, before):
                id += 1
                mine = own and line["clauses"] != events.LIMIT_ROUNDS
                app.lines.append((id, line, thought if mine else ""))
                app.answers_of_lines[id] = n_before
                if mine and entry.by == "bot" and not thought:
                    self._silent[id] = entry
                own = own and not mine
                before = entry.turns
        del app.lines[:-JOURNAL_TOLD]

    def remark(self) -> None:
        """Write the new remarks whose place has been reached."""
        self._remark(self._app.told)

    def _remark(self, count: int) -> None:
        """Write the remarks that come before the answer after the first ``count``."""
        app = self._app
        assert app.narrator is not None
        while self._remarked < len(app.remarks):
            remark = app.remarks[self._remarked]
            if remark.after > count:
                return
            self._remarked += 1
            sentence = remark.say(app.narrator.parts)
            if sentence is not None:
                line: JournalLine = {
                    "text": sentence,
                    "clause": "",
                    "clauses": (),
                    "seat": remark.seat,
                    "turn": False,
                    "turns": 0,
                    "round": 0,
                }
                app.lines.append((app.lines[-1][0] + 1 if app.lines else 1, line, ""))
        del app.lines[:-JOURNAL_TOLD]

    def _told_late(self) -> None:
        """Add bots' reasons to lines written earlier. Bots hold reasons back while an auction is on or an
        offer is unanswered (:class:`Session`)."""
        app = self._app
        assert app.narrator is not None
        late = {id: entry for id, entry in self._silent.items() if entry.reason}
        for n, (id, line, _) in enumerate(app.lines):
            if id in late:
                app.lines[n] = (id, line, app.narrator.thought(late[id].reason, late[id].facts))
        for id in [*late, *list(self._silent)[:-100]]:
            self._silent.pop(id, None)

    # ------------------------------------------------------------ what is heard

    def next_time(self, first: str, entries: Sequence[Entry]) -> None:
        """Begin the next announcement with this, and include these answers in it."""
        self._first = first
        self._unheard += entries

    def announce(self) -> None:
        """Announce what has happened since the last announcement, new offers, and the current question."""
        app = self._app
        if app.narrator is None:
            return  # the game has been left since
        sentences = app.narrator.announce(self._unheard[-40:])
        self._unheard.clear()
        sentences, self._first = f"{self._first} {sentences}".strip(), ""
        asked = asks.asking(app.narrator.parts, app.course.state)["announce"]
        if app.handing_over:
            view = self._rendering.view(("ask",))["ask"]
            asked = view["title"] if view is not None else asked
        said = [sentences, *self._new_offers()]
        if not sentences.endswith(asked):  # it may have been told as an event
            said.append(asked)
        self._page.announce(" ".join(text for text in said if text))

    def _new_offers(self) -> list[str]:
        """What the page says about the offers that wait, as far as it has not been announced.

        They are not yet part of the game, and so not in the log."""
        app = self._app
        if app.replaying is not None:
            return []
        notices = offer_notices(ViewContext(app, self._rendering.cache))
        told = [f"{plain_text(notice['text'])} {notice['more']}".strip() for notice in notices]
        new = [text for text in told if text not in self._offers]
        self._offers = set(told)
        return new

    # ------------------------------------------------------------ turns that were skipped

    def skip(self) -> None:
        """Begin to skip, as nobody watches from here on."""
        self._app.notices.dismiss(SKIPPED)
        self._skip_cash = self._app.course.state.cash[:]

    def summary(self) -> None:
        """Show a notice about what happened in the skipped turns."""
        app, narrator = self._app, self._app.narrator
        assert narrator is not None
        entries, self._skipped = self._skipped, []
        if len(entries) < 2:
            return
        n_ = app.catalogue.count
        told: list[tuple[bool, str]] = []  # each line, and whether it tells of a deal
        for entry in entries:
            kinds = {event.kind for event in entry.events}
            if kinds & _WORTH_TELLING:
                lines = narrator.events(entry.events, entry.answer)
                told += [("deal" in kinds, plain_text(line["text"])) for line in lines]
        early = len(told) - _LATEST
        shown = [text for n, (deal, text) in enumerate(told) if deal or n >= early]
        n = len({entry.turns for entry in entries})
        session = app.course
        state, parts = session.state, narrator.parts
        changed = [
            parts._("{seat}: {change}.", seat=parts.seat(s), change=change)
            for s in session.people()
            if (change := narrator.parts.numbers.change(state.cash[s] - self._skip_cash[s]))
            and state.cash[s] != self._skip_cash[s]
        ]
        same = [
            parts._("[{seat}’s|Your] cash hasn’t changed.", seat=parts.seat(s))
            for s in session.people()
        ]
        app.notices.add(
            Notice(
                SKIPPED,
                n_("{n} turn was skipped.", "{n} turns were skipped.", n),
                more=" ".join([*shown, *changed]) or " ".join(same),
                icon="u-skip",
            )
        )

    # ------------------------------------------------------------ an offer

    def _reply(self, entries: Sequence[Entry]) -> None:
        """Show a notice with the reply to a person's offer, and the reason."""
        app, _ = self._app, self._app.catalogue
        sent, narrator = app.sent, app.narrator
        if sent is None or narrator is None:
            return
        answered = (e for e in entries if e.seat == sent.partner)
        entry = next((e for e in answered if e.answer.kind in ("accept", "reject")), None)
        if entry is None:
            return
        seat = app.course.game.record.seats[sent.partner].name
        accepted = entry.answer.kind == "accept"
        acts: list[NoticeAction] = []
        if accepted:
            app.sent = None
        elif app.course.controls[sent.partner] not in NEVER_DEAL:
            acts.append(action_data("edit-offer", _("Change the offer…")))
        thought = narrator.thought(entry.reason, entry.facts) if entry.reason else ""
        app.notices.add(
            Notice(
                REPLY,
                _("{seat} accepts your offer.", seat=seat)
                if accepted
                else _("{seat} declines your offer.", seat=seat),
                more=self._said(entry),
                reason=thought,
                icon="u-trade",
                acts=tuple(acts),
            )
        )

    def _said(self, entry: Entry) -> str:
        """What the bot says with its answer, in quotation marks, or ""."""
        app = self._app
        if app.characters is None or app.narrator is None:
            return ""
        entries = app.course.entries
        index = next(n for n in range(len(entries) - 1, -1, -1) if entries[n] is entry)
        said = app.characters.line(app.course, app.narrator.parts, index)
        return app.catalogue("“{text}”", text=said.text) if said is not None else ""

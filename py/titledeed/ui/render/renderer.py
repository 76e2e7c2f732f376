"""Renders the page: its regions, its dialogs, and the game's state as attributes of its root. It renders only
what has changed since the last time."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from ...language.catalogue import Catalogue, lack_nouns
from ...storage.store import Store
from ..dialog_place_and_modality import DIALOGS
from ..page_port import Page, Timer
from ..settings import PACES
from ..state import AppState, OpenDialog
from ..views import dialog_contents, how_to_play_and_tour, saved_games, trade
from ..views import rules_clause_book_comparison_search as rules
from ..views.ending import standings_and_wealth
from ..views.page import region_templates_and_view_keys as regions
from ..views.page.data_state_and_ask_attributes import beside, crowding, page_state, pending_text
from ..views.page.page_view import page_view
from ..views.setup import class_links, start_page_board_with_owners_of_saved_game
from ..views.view_context_and_shared_parts import Cache, ViewContext
from . import list_patches
from .jinja_renderer import JinjaRenderer

if TYPE_CHECKING:
    from ..views.types import PageView, StartView

REFRESH: Final = 300.0  # milliseconds between two renderings while bots play without pauses
SEEN: Final = 20.0  # milliseconds until a rendering is on screen, if nothing delays it
SOON: Final = 60.0  # milliseconds after which the start page shows its less urgent parts
SLICE: Final = 25.0  # milliseconds of work before the page may handle events
BESIDE: Final = ("journal", "deed", "seats")  # the regions rendered second while bots play fast
BOARD: Final = ("board", "stage")
# The regions, and the attributes, that an answer changes only after its result is on screen: nobody looks
# there first.
LATER: Final = ("bar", "menu", "faces", "tools", "deed", "journal")
_LATER_FACTS: Final = frozenset({"ask", "step", "saved", "game"})
# The regions that must not reveal the answers whose motions are still shown; in a replay the card shows them.
MOVING: Final = ("stage", "ask", "bar")
REPLAYED: Final = ("stage",)


class Renderer:
    """Makes the page show the state.

    ``freed`` is called when a dialog is closed for which the bots may have waited. ``unready`` is
    called when the page would show odds and their weights have not been fetched. ``usual``: when it shows
    the usual nouns because a board's own cannot be used yet."""

    def __init__(
        self,
        page: Page,
        screen: JinjaRenderer,
        store: Store,
        app: AppState,
        *,
        freed: Callable[[], None],
        unready: Callable[[], None],
        usual: Callable[[], None],
    ) -> None:
        self._page = page
        self._screen = screen
        self._store = store
        self._app = app
        self._freed = freed
        self._unready = unready
        self._usual = usual
        language, *marks = page.shell().split() or ["en"]
        self.cache = Cache(look=start_page_board_with_owners_of_saved_game.in_page(language))
        self._seen: dict[str, Any] = {}  # the view from which each region and dialog was rendered
        # The marks of the regions in the built page. A region with the same view is not rendered at the
        # start.
        self._built = dict(zip(regions.BUILT, marks, strict=False))
        self._spoken: Catalogue | None = None
        self._drawn = 0.0  # the time at which the whole page was last rendered
        self._halved = False  # the first half of the regions has been rendered
        self.on_table = False  # the page shows the table, not the set-up
        self._enabling = False  # the page shows "saving" until all is saved
        self._rest = False  # the later regions are still to be rendered
        self._summing = False  # the next fair sum will be computed after the next paint
        self._unfolding = Timer(page)
        self._laying = Timer(page)
        # The saved game that the start page's board shows, and its owned squares there.
        self._laid: tuple[str, str, str] = ("", "", "")
        self._taken: set[int] = set()

    # ------------------------------------------------------------ regions

    def view(self, only: Sequence[str] = ()) -> PageView:
        """The view of the current state, for all regions or only these."""
        app = self._app
        view = page_view(app, self._stored, self.cache, only)
        if lack_nouns():
            self._usual()
        if self.cache.unready:
            self.cache.unready = False
            self._unready()
        return view

    def _stored(self) -> StartView:
        app, store = self._app, self._store
        open_now = app.classroom.class_name if app.classroom is not None else ""
        return {
            **saved_games.start_view(app, store.games()),
            **class_links.class_links(store, open_now),
        }

    def render(self, only: Sequence[str] = ()) -> None:
        """Render the regions that have changed, or only those of ``only`` that have.

        While motions are shown, leave every region unchanged that would reveal their result."""
        app = self._app
        if self._rest:
            self._rest, only = False, ()
        self._speak()
        if app.lab is not None and not only:
            app.lab.render()
        if app.in_motion:
            moving = REPLAYED if app.replaying is not None else MOVING
            only = [region for region in moving if not only or region in only]
            if not only:
                return
        view = self.view(only)
        self.on_table = on_table = view["screen"] == "table"
        self._regions(view, only)
        self._page.attributes(self._attributes(view))
        self._page.painted()
        if on_table:
            self._laid = ("", "", "")
            self._laying.stop()
        elif not only:
            form = view["setup"]
            if self._taken or (form is not None and form["continue"]):
                self._laying.after(SOON, self._lay)
        if not only:
            for dialog in list(app.open_dialogs):
                self._fill(dialog, dialog_contents.view_of(app, dialog, self._store, self.cache))
            self._drawn = self._page.now()
            self._halved = False

    def render_question(self) -> None:
        """Render everything in two tasks: first what people look at, and the rest once that is painted.

        So a slow device shows the result of an answer sooner. The attributes say that something is asked
        only when all of it is rendered."""
        app = self._app
        if not self.on_table or app.in_motion or app.open_dialogs or app.lab is not None:
            self.render()
            return
        first = [region for region in regions.TEMPLATES if region not in LATER]
        view, self._rest = self.view(first), True
        self._regions(view, first)
        facts = self._attributes(view)
        self._page.attributes({n: v for n, v in facts.items() if n not in _LATER_FACTS})
        self._page.painted(self._render_rest)

    def _render_rest(self) -> None:
        """Render the later regions, unless everything has been rendered since."""
        if not self._rest:
            return
        self._rest = False
        if self._app.session is None or self._app.in_motion:
            return
        view = self.view(LATER)
        self._regions(view, LATER)
        self._page.attributes(self._attributes(view))
        self._drawn = self._page.now()
        self._halved = False

    def _speak(self) -> None:
        """Use the current catalogue. In another language, or with the words of another board, every region is
        rendered again, also one whose view is the same, for its template has sentences of its own."""
        catalogue, before = self._app.catalogue, self._spoken
        if before is catalogue:
            return
        self._spoken = catalogue
        self._screen.speak(catalogue)
        if before is not None and not catalogue.says_the_same_as(before):
            self._seen.clear()

    def _regions(self, view: PageView, only: Sequence[str] = ()) -> None:
        self._speak()
        on_table = view["screen"] == "table"
        if not only or "ask" in only:
            self._let_go_of_question(view)
        for region in regions.TEMPLATES:
            if only and region not in only:
                continue
            away = region not in ("bar", "menu") and (region == "setup") == on_table
            part = None if away else regions.region_view(view, region)
            if region in self._seen and self._seen[region] == part:
                continue
            before, self._seen[region] = self._seen.get(region), part
            built = self._built.pop(region, "")
            if not built or built != regions.region_mark(part):
                list_patches.patch_list(self._page, self._screen, region, before, part)
            if region == "setup" and self.cache.look is not None:
                self.cache.look.forget()

    def _let_go_of_question(self, view: PageView) -> None:
        """Free the focus before a question's card is replaced, while nothing has been patched yet.

        A browser lays out the whole page as soon as an element with focus is removed."""
        shown = (self._seen.get("ask") or {}).get("ask")
        coming = view["ask"]
        if shown is not None and (coming is None or coming["kind"] != shown["kind"]):
            self._page.let_go("ask")

    def picture(self) -> bool:
        """Render while bots play. Return whether all regions are now up to date.

        If bots play without pauses, render only half of the regions, as all would block the page for
        too long."""
        if self._app.beat > 0 or self._app.open_dialogs or self._app.lab is not None:
            self.render()
            return True
        self._halved = not self._halved
        if self._halved:
            self.render([region for region in regions.TEMPLATES if region not in BESIDE])
            return False
        self.render_ahead(BESIDE)
        self._drawn = self._page.now()
        return True

    def render_ahead(self, only: Sequence[str]) -> None:
        """Render regions of the coming state. The page does not yet show the game's progress."""
        self._regions(self.view(only), only)

    def _lay(self) -> None:
        """Show the saved game that can be continued on the board of the start page."""
        app, look = self._app, self.cache.look
        if app.session is not None or look is None:
            return
        game = saved_games.under_way(self._store.games())
        laid = (look.key, game.id if game else "", game.when if game else "")
        if laid == self._laid:
            return
        # A newly rendered board shows no owners yet.
        before = self._taken if self._laid[0] == look.key else set()
        squares = start_page_board_with_owners_of_saved_game.going_on(app, game, before)
        self._laid, self._taken = laid, {square["at"] for square in squares if square["owner"]}
        if squares:
            html = "".join(
                self._screen.item("items/space.html", square["at"], square) for square in squares
            )
            self._page.items("#setup .ring", html, 40)

    def drawing(self) -> str:
        """The end of the game as an SVG file. It calls everybody by name, never "you", as others see it
        too."""
        view = self.view()
        self._app.address(by_name=True)
        told = standings_and_wealth.over_view(ViewContext(self._app))
        self._app.address()
        game, won = view["game"], told["won"]
        assert game is not None
        assert won is not None
        picture = {"over": told, "headline": won["title"], "w": view["w"]}
        return self._screen.render(
            "picture.html", {**picture, "board": f"{game['book']} · {game['board']}"}
        )

    def forget(self, region: str) -> None:
        """Render this region the next time, even if its view is the same."""
        self._seen.pop(region, None)

    @property
    def is_due(self) -> bool:
        """Whether it is time to render while bots play."""
        return self._app.beat > 0 or self._page.now() - self._drawn > REFRESH

    def make_due(self) -> None:
        """Make the next rendering due at once, beginning with the question."""
        self._drawn = float("-inf")
        self._halved = False

    # ------------------------------------------------------------ dialogs

    def open(self, dialog: OpenDialog) -> None:
        """Open a dialog, or show something else in the one that is open."""
        app = self._app
        known = app.open_dialog(dialog.id) is not None
        filled = dialog_contents.view_of(app, dialog, self._store, self.cache)
        if not known and filled is None:
            return
        app.open_dialogs = [s for s in app.open_dialogs if s.id != dialog.id]
        app.open_dialogs.append(dialog)
        self._fill(dialog, filled)
        if not known:
            self._page.open(f"dlg-{dialog.id}")

    def close(self, id: str) -> None:
        """Close a dialog, if it is open; bots that waited for it go on."""
        if self._app.open_dialog(id) is None:
            return
        self._page.close(f"dlg-{id}")
        self.closed(id)

    def closed(self, id: str) -> None:
        """Note that a dialog was closed, by the program or by the browser."""
        app = self._app
        if app.open_dialog(id) is None:
            return
        app.open_dialogs = [s for s in app.open_dialogs if s.id != id]
        self.forget(f"dlg-{id}")
        self._say_beside()
        if id == "rules":
            self.cache.unfolded.clear()
        if id == "trade":
            self.cache.sums_due.clear()
            self.cache.sums_seen.clear()
        self._page.patch(f"dlg-{id}", "")
        if id == "deed" and app.session is not None:
            self.render(("board",))  # its square is no longer marked
        if app.session is not None and DIALOGS[id].acting:
            self._freed()

    def close_acting(self) -> None:
        """Close the dialogs for which bots wait."""
        for dialog in list(self._app.open_dialogs):
            if DIALOGS[dialog.id].acting:
                self.close(dialog.id)

    def close_all(self) -> None:
        for dialog in list(self._app.open_dialogs):
            self.close(dialog.id)

    def _fill(self, dialog: OpenDialog, filled: tuple[str, Mapping[str, object]] | None) -> None:
        if filled is None:
            self.close(dialog.id)
            return
        template, view = filled
        region = f"dlg-{dialog.id}"
        if self._seen.get(region) != view:
            self._seen[region] = view
            self._page.patch(region, self._screen.render(template, view))
            if dialog.id == "rules":
                self._unfolding.after(SEEN, self._unfold)
        self._say_beside()
        if dialog.id == "trade" and self.cache.sums_due and not self._summing:
            self._summing = True
            self._page.painted(self._sum)

    def _sum(self) -> None:
        """Compute the next fair sum for which the trade table has left a place. Show them once all are
        known."""
        self._summing = False
        app, due = self._app, self.cache.sums_due
        dialog = app.open_dialog("trade")
        if dialog is None or app.session is None or not due:
            return
        trade.know_sum(ViewContext(app, self.cache), due.pop(0))
        if due:
            self._summing = True
            self._page.painted(self._sum)
        else:
            self._fill(dialog, dialog_contents.view_of(app, dialog, self._store, self.cache))

    def _say_beside(self) -> None:
        deed = self._seen.get("dlg-deed")
        ids = [dialog.id for dialog in self._app.open_dialogs]
        self._page.attributes({"beside": beside(ids, deed["deed"] if deed else None)})

    def _unfold(self) -> None:
        """Render the clauses of the folded topics in the rules dialog, in slices so that the page stays
        responsive."""
        view = self._seen.get("dlg-rules")
        if view is None:
            return
        end = self._page.now() + SLICE
        for group in view["rules"]["groups"]:
            if group["rows"]:
                continue
            if self._page.now() >= end:
                self._unfolding.after(0, self._unfold)
                return
            # The view is changed too, so that the next rendering finds no difference.
            group["rows"] = rules.unfold_view(self._app, group["id"], self.cache)
            html = self._screen.render("items/topic.html", view | {"rows": group["rows"]})
            self._page.patch(f"topic-{group['id']}", html)

    # ------------------------------------------------------------ the root

    def _attributes(self, view: PageView) -> dict[str, str]:
        app = self._app
        kind = view["ask"]["kind"] if view["ask"] else ""
        values = {
            "lang": view["lang"],
            "theme": app.settings.theme,
            "speed": PACES[app.replaying.pace].speed if app.replaying else app.settings.speed,
            "size": app.settings.size,
            "motion": "less" if app.settings.motion == "less" else "",
            "keys": "shown" if app.settings.keys and app.settings.key_marks else "",
            "tour": how_to_play_and_tour.tour_place(app, kind),
            "screen": "lab" if app.lab else view["screen"],
            "place": app.lab.place if app.lab else "",
            "game": view["state"],
            "kind": kind,
            "crowding": crowding(view),
            "ask": "",
            "step": "",
        }
        if app.session is not None:
            values |= self._going()
        return values

    def _going(self) -> dict[str, str]:
        """The attributes for the game's progress and the current question.

        While the last answer is being saved, there is no question."""
        ctx = ViewContext(self._app)
        values = {
            "ask": pending_text(ctx),
            "game": page_state(ctx),
            "step": str(len(self._app.course.entries)),
        }
        if values["game"] in ("asking", "over") and not self._store.settled:
            values["game"], values["ask"] = "saving", "bots"
            # Do this even if only settings are being saved, as the page must leave this state
            # afterwards.
            if not self._enabling:
                self._enabling = True
                self._store.when_settled(self._enable)
        if self._store.settled and self._store.trouble in ("", "quick", "box"):
            values["saved"] = values["step"]
        return values

    def _enable(self) -> None:
        """Let people answer the current question, as all answers are saved."""
        self._enabling = False
        app = self._app
        if app.notices.get("saving") is not None:
            app.notices.dismiss("saving")
            self.render(("notices",))
        if self._rest:
            return  # what is still to be rendered tells it
        if app.session is not None:
            self._page.attributes(self._going())

"""The editor for a bot's program: CodeMirror 6, in a shadow tree of its element.

The page's policy allows no style elements. In a shadow tree CodeMirror adds its styles in another way,
which the policy allows. Where CodeMirror can't be loaded, a plain text field takes its place."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

import js
from pyodide.ffi import JsException, create_proxy, jsnull, to_js
from pyscript.js_modules import boot

_LIBRARIES: Final = ("cmSetup", "cmState", "cmView", "cmCommands", "cmLanguage", "cmPython")
# The colors of parts of a program, as custom properties of the page (static/css/programs.css).
_COLORS: Final = {
    "keyword": "--code-word",
    "string": "--code-text",
    "special(string)": "--code-text",
    "comment": "--code-note",
    "number": "--code-number",
    "bool": "--code-word",
    "null": "--code-word",
}
_THEME: Final[Mapping[str, Mapping[str, str]]] = {
    "&": {
        "color": "var(--ink)",
        "backgroundColor": "var(--paper)",
        "fontSize": "clamp(0.75rem, 0.5rem + 1dvw, 0.9375rem)",
        "blockSize": "100%",
    },
    "&.cm-focused": {"outline": "3px solid var(--focus, var(--teal))", "outlineOffset": "-3px"},
    ".cm-scroller": {
        "fontFamily": "ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace",
        "lineHeight": "1.45",
        "overflow": "auto",
    },
    # A program may go on beyond the side and below: the fades stay in sight, and leave the scroll bars free.
    ".cm-scroller::before, .cm-scroller::after": {
        "content": '""',
        "position": "sticky",
        "zIndex": "201",
        "flex": "none",
        "pointerEvents": "none",
    },
    ".cm-scroller::before": {
        "insetBlockEnd": "0",
        "insetInlineStart": "0",
        "alignSelf": "flex-end",
        "inlineSize": "100%",
        "blockSize": "2rem",
        "marginInlineEnd": "-100%",
        "background": "linear-gradient(transparent, var(--paper))",
    },
    ".cm-scroller::after": {
        "insetInlineEnd": "0",
        "alignSelf": "stretch",
        "inlineSize": "var(--fade, 0rem)",
        "marginInlineStart": "calc(-1 * var(--fade, 0rem))",
        "background": "linear-gradient(90deg, transparent, var(--paper))",
    },
    ".cm-content": {
        "caretColor": "var(--ink)",
        "minBlockSize": "12rem",
        "paddingBlockEnd": "2rem",  # so that the last line is above the fade
    },
    ".cm-line": {"paddingInlineEnd": "var(--code-end, 1.5rem)"},  # and its end beside the other
    ".cm-cursor": {"borderLeftColor": "var(--ink)"},
    ".cm-gutters": {
        "backgroundColor": "var(--paper)",
        "color": "var(--ink-2)",
        "borderRight": "1px solid var(--line)",
    },
    ".cm-activeLine, .cm-activeLineGutter": {
        "backgroundColor": "color-mix(in srgb, var(--ink) 6%, transparent)"
    },
    "&.cm-focused .cm-matchingBracket": {
        "backgroundColor": "transparent",
        "outline": "1px solid var(--teal)",
    },
    ".cm-fault": {"backgroundColor": "var(--bad-wash)", "boxShadow": "inset 4px 0 0 var(--bad)"},
    ".cm-said": {"backgroundColor": "var(--brass-wash)", "boxShadow": "inset 4px 0 0 var(--brass)"},
}


def _object(value: Any) -> Any:
    return to_js(value, dict_converter=js.Object.fromEntries)


def _with(module: Any, name: str) -> Any:
    """The object among a module's exports that has this name: the bundle shortens its exports."""
    for key in js.Object.keys(module):
        value = getattr(module, key)
        if getattr(value, name, None) is not None:
            return value
    raise AttributeError(name)


class BrowserCodeEditor:
    """See :class:`~..page_port.CodeEditor`."""

    def __init__(
        self,
        selector: str,
        label: str,
        text: str,
        changed: Callable[[str], None],
        keys: Mapping[str, Callable[[], None]],
    ) -> None:
        self._selector, self._label = selector, label
        self._text = text
        self._changed, self._keys = changed, keys
        self._host: Any = None
        self._view: Any = None
        self._field: Any = None  # the plain text field instead
        self._marks: tuple[list[int], int] = ([], 0)
        self._parts: Any = None
        self._quiet = False  # the text is set by the program
        self._opening = asyncio.ensure_future(self._open())

    async def _open(self) -> None:
        host = self._host = js.document.querySelector(self._selector)
        if host is jsnull:
            return
        try:
            modules = [await boot.library(name) for name in _LIBRARIES]
            if self.there():
                self._show(host, *modules)
        except (JsException, AttributeError) as error:
            js.console.info("A plain text field takes the editor's place:", str(error))
            if self.there():
                self._plain(host)

    def there(self) -> bool:
        """Whether the editor's element is still on the page."""
        return self._host is not None and self._host is not jsnull and bool(self._host.isConnected)

    def _show(
        self,
        host: Any,
        setup: Any,
        state: Any,
        view: Any,
        commands: Any,
        language: Any,
        python: Any,
    ) -> None:
        view, tools = _with(view, "lineNumbers"), _with(language, "indentOnInput")
        tags = _with(language, "docComment")
        editor = setup.EditorView
        marked = state.StateEffect.define()
        self._parts = marked, view.Decoration

        def moved(marks: Any, change: Any) -> Any:
            marks = marks.map(change.changes)
            for effect in change.effects:
                if getattr(effect, "is")(marked):
                    marks = effect.value
            return marks

        shown = {
            "create": create_proxy(lambda _: view.Decoration.none),
            "update": create_proxy(moved),
            "provide": getattr(editor.decorations, "from").bind(editor.decorations),
        }
        colors = [
            {"tag": self._tag(tags, name), "color": f"var({color})"}
            for name, color in _COLORS.items()
        ]
        names = [tags.definition(tags.function(tags.variableName)), tags.definition(tags.className)]
        colors += [{"tag": name, "fontWeight": "bold"} for name in names]
        style = tools.HighlightStyle.define(to_js([_object(color) for color in colors]))

        def pressed(call: Callable[[], None]) -> Any:
            def run(_view: Any) -> bool:
                call()
                return True

            return create_proxy(run)

        keys = [_object({"key": key, "run": pressed(call)}) for key, call in self._keys.items()]
        escape = _object({"key": "Escape", "run": commands.temporarilySetTabFocusMode})
        named = {"aria-label": self._label, "spellcheck": "false", "tabindex": "0"}
        extensions = [
            view.keymap.of(to_js([*keys, escape, commands.indentWithTab])),
            setup.minimalSetup,
            view.lineNumbers(),
            view.highlightActiveLine(),
            tools.indentOnInput(),
            tools.bracketMatching(),
            tools.indentUnit.of("    "),
            tools.syntaxHighlighting(style),
            python.python(),
            editor.theme(_object(_THEME)),
            editor.contentAttributes.of(_object(named)),
            editor.updateListener.of(create_proxy(self._updated)),
            state.StateField.define(_object(shown)),
        ]
        # In older browsers the shadow tree of an earlier visit stays.
        root = host.shadowRoot
        if root is jsnull:
            root = host.attachShadow(_object({"mode": "open"}))
        root.replaceChildren()
        made = {"doc": self._text, "extensions": to_js(extensions), "parent": root, "root": root}
        self._view = editor.new(_object(made))
        # Keys that are meant for the program must not reach the page's own keys.
        host.addEventListener("keydown", create_proxy(lambda event: event.stopPropagation()))
        self.mark(*self._marks)

    @staticmethod
    def _tag(tags: Any, name: str) -> Any:
        if name == "special(string)":
            return tags.special(tags.string)
        return getattr(tags, name)

    def _plain(self, host: Any) -> None:
        field = self._field = js.document.createElement("textarea")
        field.className = "input workshop-plain"
        field.setAttribute("aria-label", self._label)
        field.spellcheck = False
        field.value = self._text
        field.addEventListener("input", create_proxy(lambda _: self._typed(str(field.value))))
        host.replaceChildren(field)

    def _updated(self, update: Any) -> None:
        if update.docChanged and not self._quiet:
            self._typed(str(update.state.doc.toString()))

    def _typed(self, text: str) -> None:
        self._text = text
        self._changed(text)

    def write(self, text: str) -> None:
        if text == self._text:
            return
        self._text = text
        if self._field is not None:
            self._field.value = text
        elif self._view is not None:
            self._quiet = True
            whole = {"from": 0, "to": self._view.state.doc.length, "insert": text}
            self._view.dispatch(_object({"changes": whole}))
            self._quiet = False

    def mark(self, faults: Sequence[int], said: int) -> None:
        self._marks = list(faults), said
        if self._view is None:
            return
        marked, decoration = self._parts
        doc = self._view.state.doc
        looks = dict.fromkeys(faults, "cm-fault")
        if said:
            looks.setdefault(said, "cm-said")
        lines = [
            decoration.line(_object({"class": look})).range(getattr(doc.line(line), "from"))
            for line, look in sorted(looks.items())
            if 0 < line <= doc.lines
        ]
        marks = decoration.set(to_js(lines))
        self._view.dispatch(_object({"effects": marked.of(marks)}))

    def go_to(self, line: int) -> None:
        if self._field is not None:
            self._field.focus()
        elif self._view is not None:
            doc = self._view.state.doc
            to = doc.line(min(max(line, 1), doc.lines)).to
            select = {"selection": {"anchor": to}, "scrollIntoView": True}
            self._view.dispatch(_object(select))
            self._view.focus()

    def insert(self, before: str, after: str) -> None:
        if self._field is not None:
            start, end = self._field.selectionStart, self._field.selectionEnd
            chosen = str(self._field.value)[start:end]
            self._field.setRangeText(before + chosen + after, start, end, "end")
            at = start + len(before) + len(chosen)
            self._field.setSelectionRange(at, at)
            self._field.focus()
            self._typed(str(self._field.value))
        elif self._view is not None:
            state = self._view.state
            chosen = state.selection.main
            start, end = getattr(chosen, "from"), chosen.to
            text = before + str(state.sliceDoc(start, end)) + after
            change = {"changes": {"from": start, "to": end, "insert": text}}
            at = {"selection": {"anchor": start + len(text) - len(after)}}
            self._view.dispatch(_object({**change, **at, "scrollIntoView": True}))
            self._view.focus()

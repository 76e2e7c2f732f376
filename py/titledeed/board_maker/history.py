"""The history of a draft's changes, without an end in either direction."""

from __future__ import annotations

from .draft import BoardDraft


class EditHistory:
    """All states of a draft since it was opened, and the one that is shown."""

    def __init__(self, draft: BoardDraft) -> None:
        self._states = [draft]
        self._at = 0
        self._key = ""  # what the last change was about

    @property
    def now(self) -> BoardDraft:
        return self._states[self._at]

    @property
    def can_undo(self) -> bool:
        return self._at > 0

    @property
    def can_redo(self) -> bool:
        return self._at + 1 < len(self._states)

    @property
    def steps(self) -> int:
        """The number of changes that an undo could take back."""
        return self._at

    def put(self, draft: BoardDraft, key: str = "") -> bool:
        """Add a state; return whether it differs from the last one. States that were undone are dropped.

        ``key``: the field in which somebody types. Letters typed in one field are one change."""
        if draft == self.now:
            return False
        if key and key == self._key and not self.can_redo and self._at:
            self._states[self._at] = draft
        else:
            del self._states[self._at + 1 :]
            self._states.append(draft)
            self._at += 1
        self._key = key
        return True

    def seal(self) -> None:
        """End the present change, so that the next letter begins a new one."""
        self._key = ""

    def undo(self) -> None:
        self._key = ""
        self._at = max(0, self._at - 1)

    def redo(self) -> None:
        self._key = ""
        self._at = min(len(self._states) - 1, self._at + 1)

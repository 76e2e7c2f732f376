"""The view of the settings dialog: a row for each setting, and whether the program works offline."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...settings import ALL, GROUPS, Check, SettingChoice
from ...state import AppState

if TYPE_CHECKING:
    from ..types import ChoiceOption
    from .types import SettingRow, SettingsGroup


def offline_text(app: AppState) -> str:
    """Return a sentence: whether this version is stored for offline use, and if not, why."""
    _, (state, size, reason) = app.catalogue, app.offline
    match state:
        case "kept":
            mb = max(1, round(size / 1e6))
            return _(
                "This version is saved on this device and works offline. It takes up {n} MB.",
                n=mb,
            )
        case "file":
            return _("This copy runs from its own files and works offline.")
        case "insecure":
            return _("Not available offline: browsers only allow this on https addresses.")
        case "unsupported":
            return _("Not available offline: this browser or private window doesn’t save websites.")
        case "refused":
            return _(
                "Not available offline: the browser refused to save this version ({why}). "
                "Title Deed will try again on your next visit.",
                why=reason,
            )
        case "failed":
            return _(
                "Not available offline: some downloaded files were altered or incomplete "
                "({why}). Title Deed will try again on your next visit.",
                why=reason,
            )
    return _("This version is still being downloaded for offline use.")


def settings_view(app: AppState) -> list[SettingsGroup]:
    """The groups of the settings dialog, each with its rows."""
    return [
        {
            "id": id,
            "title": app.catalogue(title),
            "icon": icon,
            "rows": [_setting(app, setting) for setting in ALL if setting.group == id],
        }
        for id, (title, icon) in GROUPS.items()
    ]


def _setting(app: AppState, setting: SettingChoice | Check) -> SettingRow:
    _ = app.catalogue
    now: Any = getattr(app.settings, setting.name)
    kind = "check" if isinstance(setting, Check) else "choice"
    view: SettingRow = {
        "kind": kind,
        "name": setting.name,
        "label": _(setting.label),
        "note": _(setting.note) if setting.note else "",
    }
    if isinstance(setting, Check):
        return {**view, "on": now}
    options: list[ChoiceOption] = [
        {"value": value, "label": text if setting.names else _(text), "chosen": value == now}
        for value, text in setting.options.items()
    ]
    return {**view, "options": options}

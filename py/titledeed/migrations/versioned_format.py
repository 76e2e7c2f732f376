"""The versions of a format.

Older tables are upgraded step by step. Newer ones are refused by name."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias

Table: TypeAlias = Mapping[str, Any]
Migration: TypeAlias = Callable[[Table], Table]

_VERSION: Final = re.compile("[1-9][0-9]{0,5}")


class NewerFormat(Exception):
    """A later version of the program has written this. The message is the name of that format."""


class OtherFormat(Exception):
    """The table is not of any version of the format."""


class FileFormat:
    """A format with its migrations.

    The first migration makes a table of version 2 from one of version 1, and so on. Tables come from
    anybody and are checked only after the last migration, so each migration must accept any value."""

    def __init__(self, name: str, *migrations: Migration) -> None:
        self.name = name
        self.migrations = migrations

    @property
    def version(self) -> int:
        return len(self.migrations) + 1

    @property
    def id(self) -> str:
        """The value of ``format`` in a file of the present version."""
        return f"{self.name}/{self.version}"

    def upgrade(self, table: Table) -> dict[str, Any]:
        """Return the table in the present version.

        Raises :class:`NewerFormat` or :class:`OtherFormat`."""
        written = table.get("format")
        name, _slash, version = written.partition("/") if isinstance(written, str) else ("", "", "")
        if name != self.name or not _VERSION.fullmatch(version):
            raise OtherFormat
        return {**self.upgrade_from(int(version), table), "format": self.id}

    def upgrade_from(self, version: int, table: Table) -> Table:
        """As :meth:`upgrade`, for a table whose version is written elsewhere."""
        if version < 1:
            raise OtherFormat
        if version > self.version:
            raise NewerFormat(f"{self.name}/{version}")
        for migration in self.migrations[version - 1 :]:
            table = migration(table)
        return table

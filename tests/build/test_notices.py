"""The site's notices of third-party code: each has its copyright line and its license's whole text."""

from __future__ import annotations

from pathlib import Path

from tools import notices

# A sentence from the text of each license.
WORDS = {
    "0BSD": "Permission to use, copy, modify",
    "Apache-2.0": "Apache License Version 2.0",
    "BSD-3-Clause": "Redistributions of source code must retain",
    "ISC": "provided that the above copyright notice and this permission notice appear in all copies",
    "MIT": "copyright notice and this permission notice shall be included",
    "MPL-2.0": "Mozilla Public License Version 2.0",
    "OFL-1.1": "SIL OPEN FONT LICENSE",
    "PSF-2.0": "PYTHON SOFTWARE FOUNDATION LICENSE VERSION 2",
}


def test_every_notice_has_the_text_of_its_license(node: Path) -> None:
    all_notices = notices.notices()
    assert {"codedent", "to-json-callback", "Pyodide"} <= {notice.name for notice in all_notices}
    for notice in all_notices:
        text = " ".join(notice.text.split())
        named = notice.licence.lower()
        licences = [words for name, words in WORDS.items() if name.lower() in named]
        assert licences, notice
        assert any(words in text for words in licences), notice.name
        assert "{author}" not in text
        if notice.licence in ("ISC", "MIT"):
            assert "opyright" in text, notice.name

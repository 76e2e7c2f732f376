"""Run in both Pythons: a Jinja2 filter that the shipped copy compiles lazily."""

import sys

import jinja2.utils

if sys.platform == "emscripten":
    assert "urllib.parse" not in sys.modules
text = "see https://example.org/a?b=c, www.example.org. and ada@example.org"
print(jinja2.utils.urlize(text, trim_url_limit=20, rel="noopener", target="_blank"))

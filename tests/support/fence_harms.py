"""Programs of bots that mean harm: each must end within two seconds in a sentence."""

from __future__ import annotations

BOT = """
class MyBot:
    def choose(self, view, options):
        {body}
"""
# What a program does, and what is found: in the program's own line, or by removing the frame.
HARMS = [
    ("while True: pass", "endless-loop"),
    (
        "while True:\n            try: view.cash\n            except BaseException: pass",
        "endless-loop",
    ),
    ("return sum(x for x in iter(int, 1))", "endless-loop"),
    ("return sum(iter(lambda: 0, 1)) if max(map(len, iter(str, 1))) else 0", "late"),
    ("return str(bytearray(2 * 10 ** 9))", "memory"),
    ("for n in range(10 ** 6): print(n)", "endless-loop"),
    ("return self.choose(view, options)", "endless-call"),
    ("import sys; sys.exit()", "ended"),
    ("import os; os._exit(1)", "dead"),
    ("import builtins; builtins.len = lambda _: 3; return 'roll'", "changed-python"),
    ("import sys; sys.settrace(None); sys.modules.clear(); return 'buy'", ""),
    ("from js import postMessage\n        for n in range(5000): postMessage('x' * 10000)", "dead"),
    # JavaScript's own memory has no limit but the time.
    (
        (
            "from js import Uint8Array\n        kept = []\n"
            "        while True: kept.append(Uint8Array.new(10 ** 7).fill(1))"
        ),
        "",
    ),
]
# At a table no sign of life counts, so a forged one ends the program.
FORGED = """
import time
from js import postMessage
class MyBot:
    def choose(self, view, options):
        while True:
            try:
                for n in range(200): postMessage('{"id":%d,"alive":"{}"}' % n)
                until = time.monotonic() + 0.2
                while time.monotonic() < until: pass
            except BaseException: pass
"""
GAME = {"against": ["novice"] * 3, "seed": 1, "rounds": 60, "first": 0}
LIMIT = 1900  # milliseconds, as in the workshop

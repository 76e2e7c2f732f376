set -e
P=py/titledeed
mk() { [ -e $P/$1/__init__.py ] || { printf '"""%s"""\n' "$2" > $P/$1/__init__.py; git add $P/$1/__init__.py; }; }
mk game "One game: the session that plays it, its history, replays, reviews and bots' turns."
mk engine/parsing "Parses what comes from files and strangers: editions, decks, positions. Nothing else reads foreign text."
mk cli "The commands of the command line."
mk ui/lab "The laboratory's part of the user interface; it is fetched when it is first opened."
mk ui/devices "The user interface of a game over several devices; it is fetched when it is first opened."
mk bots/frozen "Bots kept as they were, as fixtures and benchmarks."
mk peers/correspondence "Play by codes: a game whose turns people carry from one device to another."
.venv/bin/ruff check -q --fix --select I . || true
.venv/bin/ruff format -q .

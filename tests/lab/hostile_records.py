"""Run in CPython and in Pyodide: tries damaged and hostile zips and records.

Prints the refusal's sentence or the number of rows for each. Any other exception ends the script."""

import json
import random
import struct
import zipfile
from io import BytesIO

from titledeed.engine.errors import LoadError
from titledeed.lab import batch_games
from titledeed.lab import write_and_count_record_files as record_files

TABLE = batch_games.record_of("modern", ["simple", "steady-1"], house_rules={"limit-rounds": 2})
GAMES = batch_games.GamesJob(record=TABLE, seed=5, first=0, count=2)
GOOD = [row["record"] for row in record_files.run_recorded_games(GAMES)]


def zipped(*files, method=zipfile.ZIP_DEFLATED):
    out = BytesIO()
    with zipfile.ZipFile(out, "w", method) as archive:
        for name, data in files:
            archive.writestr(name, data)
    return out.getvalue()


def tried(name, data):
    try:
        rows = list(record_files.count_records(record_files.record_sources(name, data)))
        print("read", len(rows))
    except LoadError as trouble:
        print("refused", str(trouble).encode("ascii", "backslashreplace").decode())


archive = zipped(("0.json", GOOD[0]), ("1.json", GOOD[1]))
tried("good.zip", archive)
tried("stored.zip", zipped(("0.json", GOOD[0]), method=zipfile.ZIP_STORED))
draw = random.Random(7)
for _ in range(120):  # some bytes changed
    bad = bytearray(archive)
    for _ in range(draw.randint(1, 6)):
        bad[draw.randrange(len(bad))] = draw.randrange(256)
    tried("bad.zip", bytes(bad))
for _ in range(60):  # damage in the directory at the end, which has the sizes and methods
    bad = bytearray(archive)
    for _ in range(draw.randint(1, 4)):
        bad[draw.randrange(len(bad) - 130, len(bad))] = draw.randrange(256)
    tried("bad.zip", bytes(bad))
for _ in range(40):
    tried("cut.zip", archive[: draw.randrange(len(archive))])
for _ in range(20):
    tried("noise.zip", b"PK" + draw.randbytes(200))
tried("empty", b"")
tried("twice.zip", archive + archive)
tried("inside.zip", zipped(("0.zip", archive)))
tried(
    "names.zip", zipped(("../../etc/passwd", GOOD[0]), ("<b>.json", "{}"), ("x" * 60_000, GOOD[1]))
)
tried(
    "encrypted.zip",
    archive.replace(b"PK\x01\x02\x14\x03\x14\x00\x00\x00", b"PK\x01\x02\x14\x03\x14\x00\x01\x00"),
)
for method in (1, 6, 9, 12, 14, 93, 97):  # methods that do not exist, or not in every Python
    tried("method.zip", archive.replace(struct.pack("<HH", 8, 0), struct.pack("<HH", method, 0)))
tried("deep.zip", zipped(("0.json", "[" * 100_000)))
tried("deep.json", b'{"format": ' * 50_000)
tried("latin.json", "ä".encode("latin-1"))
for _ in range(80):  # a record with a value of another type
    table = json.loads(GOOD[0])
    del table["checksum"]
    key = draw.choice(sorted(table))
    table[key] = draw.choice([None, 3, -1, "x", [], {}, [[]], {"a": 1}, 1e308, "9" * 400])
    tried("odd.json", json.dumps(table).encode())
for _ in range(80):  # lines in another order
    table = json.loads(GOOD[0])
    del table["checksum"]
    lines = table["step"][0]["play"]
    at = draw.randrange(len(lines))
    lines[at], lines[-1 - at] = lines[-1 - at], lines[at]
    tried("odd.json", json.dumps(table).encode())

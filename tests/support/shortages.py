"""Tables where buildings are scarce: the groups, and a Bank with few pieces."""

from __future__ import annotations

from scene import Scene, table

GROUPS = (
    "mediterranean-avenue baltic-avenue",
    "oriental-avenue vermont-avenue connecticut-avenue",
    "st-charles-place states-avenue virginia-avenue",
    "st-james-place tennessee-avenue new-york-avenue",
    "kentucky-avenue indiana-avenue illinois-avenue",
    "atlantic-avenue ventnor-avenue marvin-gardens",
    "pacific-avenue north-carolina-avenue pennsylvania-avenue",
    "park-place boardwalk",
)
STREETS = " ".join(GROUPS).split()
BROWN, SKY, BLUE = GROUPS[0], GROUPS[1], GROUPS[7]
LIMITED = ("classic", "modern", "wikibooks", "parker1973")


def at_level(group: str, level: object) -> str:
    return " ".join(f"{id}:{level}" if level else id for id in group.split())


def scarce(book: str, houses: int, hotels: int = 12, **setting: object) -> Scene:
    """Return a scene with a small stock: Ada owns dark blue, Ben brown, Cleo light blue."""
    seats = {"Ada": {"deeds": BLUE}, "Ben": {"deeds": BROWN}, "Cleo": {"deeds": SKY}}
    for name, place in dict(setting.pop("seats", {})).items():
        seats[name] = {**seats.get(name, {}), **place}
    standing = [d for p in seats.values() for d in p["deeds"].split() if d[-1] in "1234"]
    built = sum(int(deed[-1]) for deed in standing)
    high = sum(deed.endswith("hotel") for p in seats.values() for deed in p["deeds"].split())
    stock = [houses + built, hotels + high]
    house = {"stock": stock, **dict(setting.pop("house", {}))}
    return table(book, house=house, seats=seats, **setting).stock(houses, hotels)

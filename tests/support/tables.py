"""A short game for every kind of question, for tests to open.

The key is the value of ``html[data-ask]`` when the game is opened.
"""

from __future__ import annotations

from playing import Record, game

ORANGE = ["st-james-place", "tennessee-avenue", "new-york-avenue"]
RED = ["kentucky-avenue", "indiana-avenue", "illinois-avenue"]
LIGHT_BLUE = ["oriental-avenue", "vermont-avenue", "connecticut-avenue"]
BLUE = ["park-place", "boardwalk"]
RAILROADS = ["reading-railroad", "pennsylvania-railroad", "b-and-o-railroad", "short-line"]
CHARACTERS = {"Ben": "builder", "Cleo": "dealer", "Dora": "hoarder"}
SIMPLE = {"Ben": "simple", "Cleo": "simple", "Dora": "simple"}
# They trade, but make no offers themselves.
NOVICES = {"Ben": "novice", "Cleo": "novice", "Dora": "novice"}
FOUR = ("Ada", "Ben", "Cleo", "Dora")


def built(streets: list[str], level: int | str) -> list[str]:
    return [f"{street}:{level}" for street in streets]


def asked_for_houses(**more: object) -> Record:
    """A game in which three seats want the last two houses, and Ada has ordered one."""
    return game(
        *FOUR,
        turn="Dora",
        at_table={
            "Ada": {"deeds": BLUE},
            "Ben": {"deeds": built(LIGHT_BLUE, 1)},
            "Cleo": {"deeds": ["mediterranean-avenue:2", "baltic-avenue:1"]},
            "Dora": {"deeds": [*built(ORANGE, 4), *built(RED, 4), "short-line"], "cash": 0},
        },
        **more,  # type: ignore[arg-type]
    )


# A game in which seats own some of everything, so that each part of the page has content.
RICH = {
    "Ada": {"deeds": [*built(ORANGE, 2), "short-line", "park-place:m"], "cards": ["chance"]},
    "Ben": {"deeds": [*built(LIGHT_BLUE, "hotel"), "reading-railroad"], "at": "@12", "cash": 700},
    "Cleo": {"deeds": [*RED[:2], "boardwalk", "water-works:m"], "jail": 1},
    "Dora": {"deeds": ["baltic-avenue:m", RED[2]], "at": "@22", "cash": 90},
}

TABLES: dict[str, Record] = {
    "order 0": {
        k: v
        for k, v in game("Ada", "Ben", bots=SIMPLE, seed=3, chance="by-hand").items()
        if k != "position"
    },
    "roll 0": game(*FOUR, bots=SIMPLE, at_table=RICH, position={"round": 9}),
    "roll 0 traders": game(*FOUR, bots=NOVICES, at_table=RICH, position={"round": 9}),
    "roll 0 jail": game(
        "Ada", "Ben", at_table={"Ada": {"jail": 1, "cards": ["chance", "community-chest"]}}
    ),
    "roll 0 jail last": game(
        "Ada", "Ben", at_table={"Ada": {"jail": 2, "cash": 20, "deeds": ["boardwalk"]}}
    ),
    "rent-roll 0": game(
        "Ada",
        "Ben",
        at_table={"Ada": {"at": "@4"}, "Ben": {"deeds": ["electric-company"]}},
        position={"deck": {"chance": ["nearest-utility"]}},
        play="Ada roll\nchance dice 1 2\nchance card nearest-utility",
    ),
    "dice chance": game("Ada", "Ben", chance="by-hand", play="Ada roll"),
    "card chance": game("Ada", "Ben", chance="by-hand", play="Ada roll\nchance dice 3 4"),
    "deal chance": {
        k: v
        for k, v in game(
            "Ada", "Ben", chance="by-hand", rulebook="parker1973", variant="short"
        ).items()
        if k != "position"
    },
    "buy 0": game("Ada", "Ben", bots=SIMPLE, play="Ada roll\nchance dice 1 2"),
    "buy 0 poor": game(
        "Ada",
        "Ben",
        bots=SIMPLE,
        at_table={"Ada": {"cash": 30, "deeds": ["boardwalk", "short-line"], "at": "go"}},
        play="Ada roll\nchance dice 1 2",
    ),
    "bid 1": game(*FOUR, play="Ada roll\nchance dice 1 2\nAda decline"),
    "bid 0 going": game(
        *FOUR,
        bots=CHARACTERS,
        play="Ada roll\nchance dice 1 2\nAda decline\nBen bid 30\nCleo pass\nDora pass",
    ),
    "tax 0": game(
        "Ada", "Ben", rulebook="wikibooks", bots=SIMPLE, play="Ada roll\nchance dice 1 3"
    ),
    "card-choice 0": game(
        "Ada",
        "Ben",
        bots=SIMPLE,
        edition="london",
        position={"deck": {"community-chest": ["fine-or-chance"]}},
        play="Ada roll\nchance dice 1 1\nchance card fine-or-chance",
    ),
    "debt 0": game(
        "Ada",
        "Ben",
        at_table={
            "Ada": {"cash": 40, "deeds": [*built(ORANGE, 1), "short-line"], "at": "@37"},
            "Ben": {"deeds": ["boardwalk:2", "park-place:2"]},
        },
        play="Ada roll\nchance dice 1 1",
    ),
    "transfer 1": game(
        "Ada",
        "Ben",
        at_table={"Ada": {"deeds": ["park-place:m"]}, "Ben": {"deeds": ["reading-railroad"]}},
        play="Ada offer Ben give park-place get reading-railroad\nBen accept",
    ),
    "answer 1": game(
        "Ada",
        "Ben",
        at_table={
            "Ada": {"deeds": [*ORANGE[:2], "@5"], "cards": ["chance"]},
            "Ben": {"deeds": [ORANGE[2], "park-place:m"]},
        },
        play="Ada offer Ben give reading-railroad 120 card:chance get new-york-avenue park-place",
    ),
    "claim 1": asked_for_houses(play="Ada build boardwalk"),
    "bid 1 house": asked_for_houses(play="Ada build boardwalk\nBen claim\nCleo claim"),
    "place 2": asked_for_houses(
        play="Ada build boardwalk\nBen claim\nCleo claim\n"
        "Ben bid 10\nCleo bid 40\nAda pass\nBen pass"
    ),
    "end 0": game(
        *FOUR,
        bots=SIMPLE,
        at_table=RICH,
        play="Ada roll\nchance dice 4 6",
    ),
    "end 0 two": game("Ada", "Ben", play="Ada roll\nchance dice 4 6"),
    "end 0 spoken": game(
        *FOUR,
        bots=CHARACTERS,
        at_table={"Ada": {"at": "@15", "cash": 300}, "Ben": {"deeds": RAILROADS}},
        play="Ada roll\nchance dice 4 6",
    ),
    "rent-claim 0": game(
        "Ada",
        "Ben",
        "Cleo",
        bots=SIMPLE,
        rent="asked",
        at_table={"Ada": {"deeds": ["oriental-avenue"]}, "Ben": {"at": "go"}},
        turn="Ben",
        play="Ben roll\nchance dice 2 4\nBen end",
    ),
    "over": game(
        "Ada",
        "Ben",
        "Cleo",
        at_table={"Ada": {"deeds": ["boardwalk"], "cash": 40}},
        play="Ada roll\nchance dice 4 6\nBen resign\nCleo resign",
    ),
}


def with_traders(record: Record) -> Record:
    """The same table with ``steady`` in place of its bots, which never trade."""
    seats = [seat | {"bot": "steady"} if seat["bot"] else seat for seat in record["seats"]]
    return record | {"seats": seats}

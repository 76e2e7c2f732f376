"""The decks: the effect of each of the 16 + 16 cards in each of the three sets."""

from __future__ import annotations

from typing import Any

import pytest

from data_files import BRACES, DECKS, deck_set, edition, unknown_words

Effect = tuple[Any, ...]

BOTH: dict[str, Effect] = {
    "advance-to-go": ("advance", 0),
    "advance-to-24": ("advance", 24),
    "advance-to-11": ("advance", 11),
    "dividend": ("collect", 50),
    "jail-free": ("jail-free",),
    "back-three": ("back", 3),
    "go-to-jail": ("go-to-jail",),
    "general-repairs": ("repairs", 25, 100),
    "small-fine": ("pay", 15),
    "advance-to-39": ("advance", 39),
    "building-loan": ("collect", 150),
}
US_CHANCE: dict[str, Effect] = BOTH | {
    "nearest-utility": ("nearest", "utility"),
    "nearest-railroad": ("nearest", "railroad"),
    "nearest-railroad-2": ("nearest", "railroad"),
    "advance-to-5": ("advance", 5),
    "chairman": ("pay-each", 50),
}
UK_CHANCE: dict[str, Effect] = BOTH | {
    "advance-to-15": ("advance", 15),
    "street-repairs": ("repairs", 40, 115),
    "school-fees": ("pay", 150),
    "fine-20": ("pay", 20),
    "crossword": ("collect", 100),
}
CHEST: dict[str, Effect] = {
    "advance-to-go": ("advance", 0),
    "bank-error": ("collect", 200),
    "doctor": ("pay", 50),
    "jail-free": ("jail-free",),
    "go-to-jail": ("go-to-jail",),
    "tax-refund": ("collect", 20),
    "hospital": ("pay", 100),
    "beauty-contest": ("collect", 10),
    "inheritance": ("collect", 100),
}
US_CHEST: dict[str, Effect] = CHEST | {
    "holiday-fund": ("collect", 100),
    "life-insurance": ("collect", 100),
    "consultancy": ("collect", 25),
    "street-repairs": ("repairs", 40, 115),
}
EXPECTED: dict[tuple[str, str], dict[str, Effect]] = {
    ("us-1936", "chance"): US_CHANCE,
    ("us-2008", "chance"): US_CHANCE,
    ("uk-classic", "chance"): UK_CHANCE,
    ("us-1936", "community-chest"): US_CHEST
    | {
        "sale-of-stock": ("collect", 45),
        "collect-from-each": ("collect-each", 50),
        "school-fees": ("pay", 150),
    },
    ("us-2008", "community-chest"): US_CHEST
    | {
        "sale-of-stock": ("collect", 50),
        "collect-from-each": ("collect-each", 10),
        "school-fees": ("pay", 50),
    },
    ("uk-classic", "community-chest"): CHEST
    | {
        "sale-of-stock": ("collect", 50),
        "collect-from-each": ("collect-each", 10),
        "annuity": ("collect", 100),
        "preference-shares": ("collect", 25),
        "insurance-premium": ("pay", 50),
        "back-to-1": ("back-to", 1),
        "fine-or-chance": ("pay-or-chance", 10),
    },
}
NUMBERS = {
    "advance": ("to",),
    "back-to": ("to",),
    "back": ("steps",),
    "nearest": ("kind",),
    "collect": ("amount",),
    "pay": ("amount",),
    "collect-each": ("amount",),
    "pay-each": ("amount",),
    "pay-or-chance": ("amount",),
    "repairs": ("house", "hotel"),
    "go-to-jail": (),
    "jail-free": (),
}
# The fields that a card's text must fill in, by the card's effect; more are optional.
SAYS = {
    "advance": {"space"},
    "back-to": {"space"},
    "collect": {"amount"},
    "pay": {"amount"},
    "collect-each": {"amount"},
    "pay-each": {"amount"},
    "pay-or-chance": {"amount", "chance"},
    "repairs": {"house", "hotel", "houses", "hotels"},
    "go-to-jail": {"jail"},
    "jail-free": {"jail_card"},
}
SUMS = frozenset(("space", "amount", "house", "hotel", "salary"))


@pytest.mark.parametrize(("name", "deck"), EXPECTED)
def test_each_card_has_the_effect_printed_in_its_deck(name: str, deck: str) -> None:
    cards = deck_set(name)[deck]
    effects = {
        card["id"]: (card["do"], *(card[key] for key in NUMBERS[card["do"]])) for card in cards
    }
    assert len(cards) == 16
    assert effects == EXPECTED[name, deck]


@pytest.mark.parametrize("name", DECKS)
def test_a_card_has_exactly_the_keys_it_needs(name: str) -> None:
    for deck in ("chance", "community-chest"):
        for card in deck_set(name)[deck]:
            assert set(card) == {"id", "do", "text", *NUMBERS[card["do"]]}, card["id"]


@pytest.mark.parametrize("name", DECKS)
def test_each_deck_has_exactly_one_jail_card(name: str) -> None:
    for deck in ("chance", "community-chest"):
        assert [card["do"] for card in deck_set(name)[deck]].count("jail-free") == 1


@pytest.mark.parametrize("name", DECKS)
def test_the_card_text_names_the_destination_and_the_amount(name: str) -> None:
    words = edition("atlantic-city")["words"]
    for deck in ("chance", "community-chest"):
        for card in deck_set(name)[deck]:
            inside = set(BRACES.findall(card["text"]))
            assert SAYS.get(card["do"], set()) <= inside, card["id"]
            assert unknown_words(card["text"], words, SUMS) == [], card["id"]
            assert 1 <= len(card["text"]) <= 200
            assert card["text"].endswith(".")


@pytest.mark.parametrize("name", DECKS)
def test_only_the_advance_to_go_card_names_the_salary(name: str) -> None:
    for deck in ("chance", "community-chest"):
        for card in deck_set(name)[deck]:
            assert ("{salary}" in card["text"]) == (card["id"] == "advance-to-go")


@pytest.mark.parametrize("name", DECKS)
def test_a_set_of_decks_has_a_schema_and_an_id(name: str) -> None:
    decks = deck_set(name)
    assert set(decks) == {"schema", "id", "name", "chance", "community-chest"}
    assert (decks["schema"], decks["id"]) == ("title-deed-decks/1", name)


def test_cards_with_the_same_text_have_the_same_id() -> None:
    seen: dict[str, str] = {}
    for name in DECKS:
        for deck in ("chance", "community-chest"):
            for card in deck_set(name)[deck]:
                assert (
                    seen.setdefault(card["text"], f"{deck} {card['id']}") == f"{deck} {card['id']}"
                )


@pytest.mark.parametrize("name", DECKS)
def test_no_chain_of_cards_in_a_deck_is_endless(name: str) -> None:
    chance, chest = (7, 22, 36), (2, 17, 33)
    decks = deck_set(name)
    for card in decks["chance"]:
        assert card.get("to") not in chance
        if card["do"] == "back":
            assert not {(place - card["steps"]) % 40 for place in chance} & set(chance)
    for card in decks["community-chest"]:
        assert card["do"] != "back"
        assert card.get("to") not in chance + chest


U = "titledeed.ui.views."
SPLITS = {
    U + "board": {
        U + "deed": ("The view of a deed: its rents, prices, and what holds on it now.", "deed_view _row_now _rent_clause printed_view".split()),
        U + "player_list": ("The views of the players beside the board: cash and holdings of every seat.", ["seats_view"]),
        U + "bank": ("The view of the Bank: its houses and hotels, and the pot in the middle of the board.", ["bank_view"]),
    },
    "titledeed.game.state_digest": {
        "titledeed.game.legacy_rulings": ("How states and rulings differed in earlier programs, so that a game that one of those saved opens,\nor is refused for the true reason.", "_ONCE_LOST _MOST_TRIED saved_after_an_undo _once RULINGS ChangedRuling changed_ruling".split()),
    },
}
DOCS = {"titledeed.game.state_digest": "Digests of states, by which a saved game is checked.", U + "board": "The view of the board: its squares and tokens."}

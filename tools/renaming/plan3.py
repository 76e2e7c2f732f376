E = "titledeed.engine."
A = "Roll Fine UseCard Dice CardIs Shuffle Deal TimeUp Buy Decline Bid Pass Flat Percent Pay TakeChance GiveUp Keep Accept Reject ClaimIt Place End Build Sell SellDown Mortgage Redeem Bundle Offer DemandRent AskRent Resign Answer".split()
Q = "AskOrder AskRoll AskRentRoll AskDice AskCard AskShuffle AskDeal AskBuy AskBid AskTax AskCardChoice AskDebt AskTransfer AskAnswer AskClaim AskPlace AskEnd Over Ask ASKS QUIET".split()
SPLITS = {
    E + "words": {
        E + "constants": ("Seats that are no players, decks, buildings, and the fixed numbers of the board.", "BANK POT CHANCE NOBODY FREE DECKS PIECES HOUSE HOTEL SPACES THIRD_YELLOW HOTEL_RENT Because".split()),
        E + "errors": ("Errors of the engine: a text that is no answer, an answer that is refused, a file that cannot be loaded.", "Malformed Refused Unloadable Cause".split()),
        E + "rules_data": ("Rules as data: board, cards, edition, and the rules of one game. This module has no behaviour.", "Space Card Group Edition Rules next_of_kind".split()),
        E + "answers": ("Answers: the decisions of a seat, of chance and of the clock. Each class is one kind of answer.", A),
        E + "asks": ("Asks: the questions that a game waits on. The one on top of the agenda is pending.", Q),
        E + "steps": ("Steps: items of the agenda that run by themselves, without an answer.", "Settle Due PutBack Leave Lots Wishes PassTurn Step".split()),
        E + "state": ("The state of a game: everything that a record or a save has to restore.", "Claim State around".split()),
        E + "events": ("Events: what an answer did, with the clauses that it rests on.", ["Event"]),
        E + "legal_answers": ("Legal answers: what a seat may answer now, and what it may not, with the clauses that bar it.", ["Amount", "Terms", "Option", "Barred"]),
    },
    E + "reducer": {
        E + "legal_answers": ("", "_own_streets _own_deeds _builds _sells _sell_downs _mortgages _redeems _rents _resigns STANDING_CANDIDATES _candidates Options options".split()),
    },
}

ALIAS = {E + "words": "titledeed.api"}

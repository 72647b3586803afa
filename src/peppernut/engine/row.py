"""Names of the fields of a row (one deal of a trick game) and of the tables that rules compile to.

A row is any indexable run of integers: a plain list at a table with people, a line of an int64 array in a
simulation. All values stay below 2**62, so that both give the same results. Sets of cards are bit sets of
kinds. A hand with equal cards has several planes: plane ``p`` holds the kinds of which it has more than
``p`` copies, so plane 0 is the set of all kinds in the hand.
"""

SEATS_MAX = 10

# fields of a row that both games have
PHASE = 0
TURN = 1  # the seat to act; -1: nobody, or several (forehead bids)
DEALER = 2
TRICKS = 3  # cards each = tricks of this deal
TRUMP = 4  # denomination 0…4; -1 not yet named
IN_PLAY = 5  # set of seats that play
LEADER = 6
LED = 7  # suit led to this trick (4: a joker led in no trump); -1 nothing led
BEST = 8  # the seat that holds the trick so far
BEST_STRENGTH = 9
PLAYED = 10  # cards in this trick
DONE = 11  # tricks finished
DECLARER = 12  # who won the auction; -1 nobody (yet)
CALLED = 13  # the called card; -1 none
PARTNER = 14  # who has played the called card; -1 not known
OUTCOME = 15  # how the deal ended
SPOKEN = 16  # words said so far in this phase
GAME = 20  # … fields of one game from here
TAKEN = 44  # per seat: tricks taken
BID = TAKEN + SEATS_MAX  # per seat: tricks bid (peanuts); -1 not yet
CARD = BID + SEATS_MAX  # per seat: the card in this trick; -1 none
TOTAL = CARD + SEATS_MAX  # per side: total before the deal
POINTS = TOTAL + SEATS_MAX  # per side: points of the deal
HAND = POINTS + SEATS_MAX  # per seat: its planes

# phases
BIDDING, KITTY, NAMING, CALLING, EXCHANGE, DROP_OUT, PLAY, OVER = range(8)
PHASE_NAMES = ("bid", "kitty", "trump", "call", "exchange", "drop_out", "play", "over")

# fields of the tables that both games have
SEATS = 0
PLANES = 1  # most copies of one card
MUST_TRUMP = 2  # who cannot follow must trump
LAST_WINS = 3  # of two equal winning cards the later one takes the trick
CALLED_FORCED = 4  # the called card must be played at the first chance
OPTIONS = 8  # … options of one game from here
SUIT_OF = 64  # per denomination and kind: the suit it follows as; 4: none
STRENGTH = SUIT_OF + 5 * 53  # per denomination and kind: what wins, higher first
SUIT_MASK = STRENGTH + 5 * 53  # per denomination and suit: the kinds that follow as it
ORDER = SUIT_MASK + 5 * 5  # per denomination: all kinds, suit by suit as they follow, strongest first
EXTRA = ORDER + 5 * 53  # … tables of one game from here

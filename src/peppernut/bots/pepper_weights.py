"""What the bots of pepper hear in a bid, written by ``python -m peppernut.bots.training_pepper``."""

VERSION = 1
SEED = 1100
DEALS = 300

# of six tricks: the estimates from which 1 … 6, little and big are bid, and how sharply
THRESHOLDS = (
    3.09,
    3.3,
    3.64,
    3.82,
    4.65,
    5.46,
    5.64,
    6.3,
)
STEEP = 3.25

# of a hundred deals, in which bidder and partner take a trick less than with open hands
SHORT = 41

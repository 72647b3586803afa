"""What the bots of pepper hear in a bid, written by ``python -m peppernut.bots.training_pepper``."""

VERSION = 2
SEED = 1100
DEALS = 300

# of six tricks: the estimates from which 1 … 6, little and big are bid, and how sharply
THRESHOLDS = (
    3.23,
    3.23,
    3.25,
    3.55,
    4.76,
    5.76,
    5.79,
    6.41,
)
STEEP = 2.74

# a hundred times the tricks by which bidder and partner take less than with open hands
SHORT = 41

"""Weights of the light policy of peanuts, written by ``python -m peppernut.bots.training_peanuts``."""

VERSION = 1
SEED = 2010
TURNS = 6
DEALS = 8000

# in the order of their names in ``peanuts_light``
WEIGHTS = (
    0.872,  # OUTRANKED
    0.454,  # LONG
    0.91,  # VOID
    1.993,  # RUFF
    0.144,  # LEAST
    0.56,  # OVERTRUMPED
    0.452,  # COVERED
    0.699,  # NOW_OUTRANKED
    1.883,  # NOW_VOID
    0.733,  # NOW_RUFF
    0.168,  # NOW_OVERTRUMPED
    0.103,  # CROWDED
    0.729,  # SATED
)

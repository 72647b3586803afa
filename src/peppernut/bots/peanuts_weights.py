"""Weights of the light policy of peanuts, written by ``python -m peppernut.bots.training_peanuts``."""

VERSION = 2
SEED = 2010
TURNS = 6
DEALS = 8000

# in the order of their names in ``peanuts_light``
WEIGHTS = (
    0.917,  # OUTRANKED
    0.446,  # LONG
    0.952,  # VOID
    2.009,  # RUFF
    0.136,  # LEAST
    0.512,  # OVERTRUMPED
    0.471,  # COVERED
    0.728,  # NOW_OUTRANKED
    1.51,  # NOW_VOID
    0.711,  # NOW_RUFF
    0.236,  # NOW_OVERTRUMPED
    0.097,  # CROWDED
    1.148,  # SATED
)

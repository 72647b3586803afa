"""Weights of the light policy of peanuts, written by ``python -m peppernut.bots.training_peanuts``."""

VERSION = 1
SEED = 2010
TURNS = 6
DEALS = 12000

# in the order of their names in ``peanuts_light``
WEIGHTS = (
    0.886,  # OUTRANKED
    0.442,  # LONG
    0.952,  # VOID
    1.969,  # RUFF
    0.136,  # LEAST
    0.56,  # OVERTRUMPED
    0.469,  # COVERED
    0.795,  # NOW_OUTRANKED
    2.344,  # NOW_VOID
    0.889,  # NOW_RUFF
    0.196,  # NOW_OVERTRUMPED
    0.095,  # CROWDED
    0.983,  # SATED
)

"""Weights of the light policy of peanuts, written by ``python -m peppernut.bots.training_peanuts``."""

VERSION = 2
SEED = 2010
TURNS = 10
DEALS = 8000

# in the order of their names in ``peanuts_light``
WEIGHTS = (
    0.996,  # OUTRANKED
    0.39,  # LONG
    1.019,  # VOID
    2.718,  # RUFF
    0.14,  # LEAST
    0.536,  # OVERTRUMPED
    0.422,  # COVERED
    0.575,  # NOW_OUTRANKED
    1.803,  # NOW_VOID
    0.381,  # NOW_RUFF
    0.115,  # NOW_OVERTRUMPED
    0.117,  # CROWDED
    0.805,  # SATED
)

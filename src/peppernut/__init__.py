"""Card games by a family's own house rules: `peanuts`, `pepper` and `nerts`.

Importing this package imports nothing else: the machine, the numbers and the server come when they are
asked for.
"""

__version__ = "0.1.0"

"""Means and their 95 % intervals by bootstrap over deals, or over games."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

ROUNDS = 2000


@dataclass(frozen=True)
class Mean:
    """A mean with its 95 % interval."""

    mean: float
    low: float | None  # None: one value has no interval
    high: float | None

    def share(self, digits: int = 1) -> str:
        """As a report prints a mean that is a share."""
        mean, *ends = (
            "" if end is None else f"{100 * end:.{digits}f}" for end in (self.mean, self.low, self.high)
        )
        return f"{mean} % ({' … '.join(ends)})" if all(ends) else f"{mean} %"

    def text(self, digits: int = 2) -> str:
        """As a report prints it."""
        if self.low is None or self.high is None:
            return f"{self.mean:+.{digits}f}"
        return f"{self.mean:+.{digits}f} ({self.low:+.{digits}f} … {self.high:+.{digits}f})"


def interval(values: Sequence[float], name: str) -> Mean:
    """The mean and its interval over the values (one a deal, or one a game)."""
    import numpy as np

    sample = np.array(values, float)
    if len(sample) < 2:
        return Mean(float(sample.mean()), None, None)
    means = [sample[picks].mean() for picks in _resamples(len(sample), name)]
    low, high = np.percentile(means, [2.5, 97.5])
    return Mean(float(sample.mean()), float(low), float(high))


def ratio(values: Sequence[float], whole: Sequence[float], name: str) -> Mean | None:
    """The mean of the values as a share of the mean of ``whole``, both over the same deals.

    None where the whole is not certainly above nought: then a share of it says nothing.
    """
    import numpy as np

    lead = interval(whole, name)
    if lead.low is None or lead.low <= 0:
        return None
    part, full = np.array(values, float), np.array(whole, float)
    sums = [(part[picks].sum(), full[picks].sum()) for picks in _resamples(len(full), name)]
    low, high = np.percentile([one / all_ for one, all_ in sums if all_ > 0], [2.5, 97.5])
    return Mean(float(part.mean() / full.mean()), float(low), float(high))


def _resamples(size: int, name: str) -> Iterator[Any]:
    """Which values a round draws, with repetitions; the same for the same name."""
    import numpy as np

    picks = np.random.default_rng(int.from_bytes(sha256(name.encode()).digest()[:8], "big"))
    for _ in range(ROUNDS):
        yield picks.integers(0, size, size)


__all__ = ["Mean", "interval", "ratio"]

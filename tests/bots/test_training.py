"""The numbers that scripts write: the files are theirs, and what they fit is what is there."""

from math import log
from pathlib import Path
from random import Random

from peppernut.bots import (
    peanuts_weights,
    pepper_weights,
    training_peanuts,
    training_pepper,
)
from peppernut.bots.hearing import bid_chance


def test_the_files_are_written_by_the_scripts() -> None:
    for module, written in (
        (peanuts_weights, training_peanuts.text(list(peanuts_weights.WEIGHTS))),
        (
            pepper_weights,
            training_pepper.text(list(pepper_weights.THRESHOLDS), pepper_weights.STEEP, pepper_weights.SHORT),
        ),
    ):
        assert Path(str(module.__file__)).read_text("utf-8") == written


def test_fitting_finds_how_the_words_came_about() -> None:
    """Words made with known thresholds give these thresholds back."""
    rng = Random("words")
    thresholds, steep = (2.6, 3.0, 3.5, 4.0, 4.5, 5.0, 5.5, 6.0), 4.0
    words = []
    for _ in range(4000):
        limit, least = rng.uniform(2, 7), rng.randint(1, 8)
        said = [0, *range(least, 9)]
        chances = [bid_chance(limit, least, bid, 6, thresholds, steep) for bid in said]
        words.append((limit, least, rng.choices(said, chances)[0]))
    found, sharp = training_pepper.fit(words)
    for true, fitted in zip(thresholds, found, strict=True):
        assert abs(true - fitted) < 0.15
    assert abs(log(sharp / steep)) < 0.2
    assert training_pepper.likelihood(words, tuple(found), sharp) >= training_pepper.likelihood(
        words, thresholds, steep
    )


def test_trained_weights_beat_those_they_started_from() -> None:
    start, trained = list(training_peanuts.START), list(peanuts_weights.WEIGHTS)
    before, after, again = (
        training_peanuts.worth(weights, start, 500, turn=99) for weights in (start, trained, trained)
    )
    assert before < after == again

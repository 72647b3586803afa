"""The machine that both trick games step: one flat row of integers a deal, driven by compiled tables.

``row`` names the fields of a row, ``tables`` says what a card is worth in each contract, ``tricks`` plays
cards, ``compiled`` hands the same functions to Numba, ``state`` is a deal in progress for everybody else.
"""

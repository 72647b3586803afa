"""What a player of a trick game sees at a glance: the hand, the trick, what is still out."""

from collections import Counter

from peppernut.cards import DENOMINATIONS, HIDDEN, KIND, KINDS, NO_TRUMP
from peppernut.engine.row import LAST_WINS, STRENGTH, SUIT_OF
from peppernut.engine.tables import TRUMP_STRENGTH
from peppernut.engine.tricks import Table
from peppernut.engine.view import View


class Sight:
    """A view of a trick game, read by a player who counts cards.

    ``hand`` are the own cards, ``out`` the cards not seen yet (in other hands, or not dealt), ``legal`` the
    cards that may be played now.
    """

    def __init__(self, view: View, table: Table, pack: tuple[int, ...]) -> None:
        assert view.seat is not None
        self.view, self.table, self.seat = view, table, view.seat
        self.players = len(view.hands)
        self.hand = [KIND[card] for card in view.hands[self.seat] if card != HIDDEN]
        self.trump = -1 if view.trump is None else DENOMINATIONS.index(view.trump)
        self.trick = [(who, KIND[card]) for who, card in view.trick]
        seen = Counter(self.hand)
        for who, hand in enumerate(view.hands):
            if who != self.seat:
                seen.update(KIND[card] for card in hand if card != HIDDEN)
        self.gone: Counter[int] = Counter()  # played, or laid away by this seat
        for _, text in view.actions:
            verb, _, card = text.partition(" ")
            if verb in {"play", "discard"} and card != HIDDEN:
                self.gone[KIND[card]] += 1
        if view.turnup is not None:
            self.gone[KIND[view.turnup]] += 1
        self.out = Counter(pack)
        self.out.subtract(seen)
        self.out.subtract(self.gone)
        self.out = +self.out
        self.legal = [KIND[text[5:]] for text in view.legal if text.startswith("play ")]
        self.others = [who for who in view.in_play if who != self.seat]  # who else holds cards

    def suit(self, kind: int) -> int:
        """The suit a card follows as."""
        return self.table[SUIT_OF + self.trump * KINDS + kind]

    def strength(self, kind: int) -> int:
        """What wins; a trump is stronger than every other card."""
        return self.table[STRENGTH + self.trump * KINDS + kind]

    def is_trump(self, kind: int) -> bool:
        """Whether a card is a trump (or a joker)."""
        return self.strength(kind) >= TRUMP_STRENGTH

    def above(self, kind: int) -> int:
        """How many cards that are out beat this one when its suit is played."""
        own, strong = self.suit(kind), self.strength(kind)
        return sum(
            count
            for other, count in self.out.items()
            if self.suit(other) in {own, NO_TRUMP}  # 4: a joker in no trump, which beats everything
            and (self.strength(other) > strong or (other == kind and self.table[LAST_WINS]))
        )

    def out_of_suit(self, suit: int) -> int:
        """How many cards of a suit are out."""
        return sum(count for kind, count in self.out.items() if self.suit(kind) == suit)

    def trumps_out(self, among: list[int] | None = None) -> int:
        """How many trumps are out that one of these seats may hold, or anybody else in play."""
        seats = self.others if among is None else among
        return sum(
            count
            for kind, count in self.out.items()
            if self.is_trump(kind) and any(not self.view.barred[who] >> kind & 1 for who in seats)
        )

    def void(self, who: int, suit: int) -> bool:
        """Whether everybody knows that a seat has no card of this suit left."""
        barred = self.view.barred[who]
        return all(barred >> kind & 1 for kind in self.out if self.suit(kind) == suit)

    def best(self) -> tuple[int, int] | None:
        """Who holds the trick so far, and with which card."""
        if not self.trick:
            return None
        led = self.suit(self.trick[0][1])
        held = self.trick[0]
        for play in self.trick[1:]:
            if self.beats(play[1], held[1], led):
                held = play
        return held

    def beats(self, kind: int, held: int, led: int) -> bool:
        """Whether a card played later takes the trick from the card that holds it."""
        if self.suit(kind) != led and not self.is_trump(kind):
            return False
        mine, best = self.strength(kind), self.strength(held)
        return mine > best or (mine == best and bool(self.table[LAST_WINS]))

    def winners(self) -> list[int]:
        """The legal cards that would hold the trick now, weakest first; on the lead all of them."""
        held = self.best()
        if held is None:
            return sorted(self.legal, key=self.strength)
        led = self.suit(self.trick[0][1])
        return sorted((kind for kind in self.legal if self.beats(kind, held[1], led)), key=self.strength)

    def losers(self) -> list[int]:
        """The legal cards that would not hold the trick now, weakest first."""
        won = set(self.winners()) if self.trick else set()
        return sorted((kind for kind in self.legal if kind not in won), key=self.strength)

    def after(self) -> list[int]:
        """Who plays to this trick after this seat."""
        done = {who for who, _ in self.trick} | {self.seat}
        return [who for who in self.view.in_play if who not in done]

    def is_boss(self, kind: int) -> bool:
        """Whether nothing that is out beats this card in its own suit, or in no trump at all."""
        return self.above(kind) == 0

    def no_trump(self) -> bool:
        """Whether the deal is played without trump."""
        return self.trump == NO_TRUMP

"""A deal of pepper in progress."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from random import Random
from typing import Any, ClassVar, Self

from peppernut.cards import DENOMINATIONS, HIDDEN, KIND, SUITS, TEXT
from peppernut.engine import deal as dealing
from peppernut.engine.fill import NoWay, Place, fill
from peppernut.engine.row import (
    BIDDING,
    CALLED,
    CALLING,
    DEALER,
    DECLARER,
    DROP_OUT,
    EXCHANGE,
    HAND,
    KITTY,
    NAMING,
    OUTCOME,
    PARTNER,
    PHASE,
    PLANES,
    PLAY,
    SPOKEN,
    TAKEN,
    TOTAL,
    TRUMP,
)
from peppernut.engine.state import Event, TrickState, kinds
from peppernut.engine.tricks import add_card
from peppernut.engine.view import Said, View
from peppernut.pepper import machine
from peppernut.pepper.rules import Rules
from peppernut.pepper.table import BLACK_JACKS, DECK_SET, RED_JACKS, compile_rules
from peppernut.refusal import Refused
from peppernut.standing import Standing

_ACTION = re.compile(
    r"pass|surrender|with|yes|no|maybe|say [34]"
    r"|bid ([1-9][0-9]*|0|little|big)(?: (C|D|H|S|NT))?"
    r"|trump (?:C|D|H|S|NT)"
    r"|(?:discard|give|call|play) (..)"
)
_WORDS = ("yes", "no", "maybe")
# kinds from here on stand for cards that can only be with the bidder: in his hand or laid away …
_APART = 64
_GIVEN = 2 * _APART  # … and in his hand alone, since he got it after laying away


class Deal(dealing.Deal):
    """The hands, and the kitty where cards are left over."""

    @classmethod
    def parse(cls, rules: Rules, given: Mapping[str, Any]) -> Self:
        """The deal of a record; see ``peppernut.engine.deal.Deal.parse``."""
        if rules.left_over and given.get("kitty") is None:
            raise Refused("bad_record", f"The deal needs its kitty, the {rules.left_over} cards left over.")
        return super().parse(rules, {**given, "turnup": None})  # nothing is turned up here: an unknown key


def shuffle(rules: Rules, number: int, dealer: int, secret: bytes) -> Deal:
    """The deal with this number from a 256-bit secret."""
    pack = rules.pack()
    *hands, rest = dealing.deal_out(pack, rules.players, rules.hand_size, secret, f"pepper {number}")
    return Deal(dealer, tuple(hands), None, rest)


class State(TrickState):
    """One deal: auction, kitty, trump, call, exchange, dropping out, tricks (R1–R9)."""

    game = "pepper"
    machine: ClassVar[Any] = machine
    verbs: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "pass": ("bid",),
        "surrender": ("bid",),
        "bid": ("bid",),
        "say": ("bid",),
        "trump": ("trump",),
        "discard": ("kitty", "exchange"),
        "with": ("exchange",),
        "give": ("exchange",),
        "call": ("call",),
        "yes": ("drop_out",),
        "no": ("drop_out",),
        "maybe": ("drop_out",),
        "play": ("play",),
    }
    follow_rule = "R7"

    @classmethod
    def start(cls, rules: Rules, deal: dealing.Deal, standing: Standing) -> Self:
        """Begin a deal; Refused ``bad_deal`` when the cards are not those of these rules."""
        dealing.check(deal, rules.players, rules.hand_size, rules.left_over, rules.pack())
        table = compile_rules(rules)
        planes = table[PLANES]
        row = [0] * machine.size(table)
        for seat, hand in enumerate((*deal.hands, deal.kitty)):
            for kind in hand:
                add_card(row, HAND + seat * planes, kind)
        for side, total in enumerate(standing.totals):
            row[TOTAL + side] = total
        machine.start(table, row, deal.dealer, rules.hand_size, int(standing.rough))
        return cls(rules, deal, standing, table, row)

    def team(self) -> list[int]:
        """The bidder and whoever plays with him, known to the table or not; nobody before the auction is over."""
        if not self._settled:
            return []
        team = machine.team_of(self.table, self.row)
        return [seat for seat in range(self.rules.players) if team >> seat & 1]

    def summary(self, seat: int | None = None, truth: bool = True) -> dict[str, Any]:
        """``dealer``, ``declarer``, ``bid``, ``trump``, ``tricks`` and ``points`` (and ``called``, ``partner``)."""
        s = self.row
        settled = self._settled
        row = {
            "dealer": s[DEALER],
            "declarer": s[DECLARER] if settled else None,
            "bid": self._contract(),
            "trump": DENOMINATIONS[s[TRUMP]] if settled and s[TRUMP] >= 0 else None,
            "tricks": [s[TAKEN + who] for who in range(self.rules.players)],
            "points": self.points,
        }
        if self.rules.sides == "called":
            row["called"] = None if s[CALLED] < 0 else TEXT[s[CALLED]]
            row["partner"] = None if s[PARTNER] < 0 else s[PARTNER]
        return row

    @property
    def _settled(self) -> bool:
        """Whether the auction has given a contract."""
        s = self.row
        return s[PHASE] != BIDDING and s[OUTCOME] not in {machine.THROWN_IN, machine.GAVE_UP}

    def _contract(self) -> str | None:
        s = self.row
        if not self._settled:
            return None
        if s[machine.ROUGH]:
            return "4"
        level = str(self.rules.levels[s[machine.LEVEL]])
        return f"{level} {DENOMINATIONS[s[TRUMP]]}" if self.rules.suit_bids else level

    def bidders_who_made(self) -> list[int]:
        """The sides that bid and made it, once the deal is over (must_bid_to_win)."""
        t, s = self.table, self.row
        outcome = s[OUTCOME]
        if outcome == machine.UNCHALLENGED:
            return [machine.side_of(t, s[DECLARER])]
        if outcome == machine.PLAYED_OUT and machine.made(t, s):
            seats = [seat for seat in range(self.rules.players) if machine.with_bidder(t, s, seat)]
            return sorted({machine.side_of(t, seat) for seat in seats})
        return []

    # --- words ---------------------------------------------------------------------------------------

    def _pack(self) -> int:
        return self.table[DECK_SET]

    def _is_action(self, text: str) -> bool:
        match = _ACTION.fullmatch(text)
        return match is not None and (match[3] is None or match[3] in KIND)

    def _codes(self, seat: int) -> Iterator[int]:
        trumps = range(5 if self.rules.no_trump else 4)
        for code in super()._codes(seat):
            if self.row[PHASE] == BIDDING and self.rules.suit_bids and code >= machine.FIRST_BID:
                yield from (code | trump << 6 for trump in trumps)
            else:
                yield code

    def _text(self, seat: int, code: int) -> str:
        phase = self.row[PHASE]
        if phase == PLAY:
            return f"play {TEXT[code]}"
        if phase == BIDDING:
            if code < machine.FIRST_BID:
                return ("pass", "surrender")[code]
            level = self.rules.levels[(code & 63) - machine.FIRST_BID]
            word = level if str(level).startswith("say") else f"bid {level}"
            return f"{word} {DENOMINATIONS[code >> 6]}" if self.rules.suit_bids else str(word)
        if phase == NAMING:
            return f"trump {DENOMINATIONS[code]}"
        if phase == DROP_OUT:
            return _WORDS[code]
        if phase == CALLING:
            return f"call {TEXT[code]}"
        if code == machine.WITH:
            return "with"
        gives = phase == EXCHANGE and seat != self.row[DECLARER]
        return f"{'give' if gives else 'discard'} {TEXT[code]}"

    def _code(self, seat: int, text: str) -> int:
        phase = self.row[PHASE]
        if phase == PLAY:
            return self._play_code(seat, text)
        if phase == BIDDING:
            return self._bid_code(seat, text)
        mask = machine.legal(self.table, self.row, seat)
        if phase == NAMING:
            code = DENOMINATIONS.index(text[6:])
            if not mask >> code & 1:
                raise Refused("not_allowed", "No trump is not played by these rules (no_trump).")
        elif phase == DROP_OUT:
            code = _WORDS.index(text)
            if not mask >> code & 1:
                raise Refused("not_allowed", "Say yes or no now: a clear word is needed (drop_out).")
        elif phase == CALLING:
            code = KIND[text[5:]]
            if not mask >> code & 1:
                why = (
                    "a card you hold, or a bower"
                    if self.rules.call == "not_held"
                    else "a card that is not in the deck"
                )
                raise Refused("not_allowed", f"You may not call {why} (call).")
        elif phase == KITTY:
            code = self._card(seat, text)
        else:
            code = self._exchange_code(seat, text, mask)
        return code

    def _exchange_code(self, seat: int, text: str, mask: int) -> int:
        gives = seat != self.row[DECLARER]
        if text.startswith("give") != gives:
            turn = (
                "The bidder's partner gives a card now."
                if gives
                else "The bidder discards before his partner gives."
            )
            raise Refused("not_your_turn", f"{turn} (R5)")
        if text != "with":
            return self._card(seat, text)
        if not mask >> machine.WITH & 1:
            raise Refused(
                "not_allowed", "The exchange is required by these rules: discard a card (exchange)."
            )
        return machine.WITH

    def _bid_code(self, seat: int, text: str) -> int:
        t, s, rules = self.table, self.row, self.rules
        mask = machine.legal(t, s, seat)
        if text in {"pass", "surrender"}:
            code = machine.PASS if text == "pass" else machine.SURRENDER
            if mask >> code & 1:
                return code
            if text == "pass":
                raise Refused(
                    "not_a_bid", "You may not pass: you are the dealer, and the bid is yours to make."
                )
            raise Refused(
                "not_a_bid", "Only a dealer whom all others left without a bid may surrender (stick_dealer)."
            )
        match = _ACTION.fullmatch(text)
        assert match is not None
        word, trump = match[1], match[2]
        level: int | str = text if word is None else int(word) if word.isdigit() and len(word) < 5 else word
        if level not in rules.levels:
            offered = ", ".join(str(other) for other in rules.levels)
            raise Refused("not_a_bid", f"{text!r} cannot be bid here; the bids are {offered}.")
        if rules.suit_bids != (trump is not None) or (trump == "NT" and not rules.no_trump):
            trumps = ", ".join(DENOMINATIONS if rules.no_trump else SUITS)
            form = (
                f"name one trump with the bid: {trumps}"
                if rules.suit_bids
                else "a bid names no trump by these rules"
            )
            raise Refused("not_a_bid", f"{text!r} cannot be bid: {form} (suit_bids).")
        code = machine.FIRST_BID + int(rules.levels.index(level))
        if mask >> code & 1:
            return code | (DENOMINATIONS.index(trump) << 6 if trump else 0)
        jacks = (RED_JACKS, BLACK_JACKS)
        hand = s[HAND + seat * t[PLANES]]
        if level == "say 4" and not all(hand & t[colour] for colour in jacks):
            raise Refused("not_a_bid", "To say 4 you must hold a jack of each colour.")
        if level == "say 3" and s[machine.LEVEL] < 0 and not s[machine.SAID_THREE]:
            why = "you hold no ace" if s[SPOKEN] <= 1 else "only the first or the second player may"
            raise Refused("not_a_bid", f"You may not say 3: {why}.")
        raise Refused("bid_too_low", f"{text!r} is not above what has been bid (R3).")

    def _news(self, before: int) -> list[Event]:
        s = self.row
        events: list[Event] = []
        if s[OUTCOME] == machine.THROWN_IN:
            events.append({"kind": "thrown_in"})
        elif before in {BIDDING, NAMING} and self._settled and s[TRUMP] >= 0 and s[PHASE] != NAMING:
            events.append(
                {
                    "kind": "contract",
                    "declarer": s[DECLARER],
                    "bid": self._contract(),
                    "trump": DENOMINATIONS[s[TRUMP]],
                }
            )
        if before == PLAY and self.rules.sides == "called" and s[PARTNER] >= 0:
            played = self.actions[-1]
            if played[0] == s[PARTNER] and played[1][5:] == TEXT[s[CALLED]]:
                events.append({"kind": "partner", "seat": s[PARTNER]})
        return events

    # --- seeing --------------------------------------------------------------------------------------

    def _seen(self, viewer: int | None, seat: int, text: str) -> str:
        verb = text.split(" ", 1)[0]
        if verb not in {"discard", "give"} or self.over or viewer == seat:
            return text
        if verb == "give" and viewer == self.row[DECLARER]:
            return text
        return f"{verb} {HIDDEN}"

    def _kitty(self, viewer: int | None) -> tuple[str, ...]:
        s = self.row
        taken = self.rules.kitty != "none" and s[PHASE] != BIDDING
        known = self.over or (taken and (self.rules.kitty == "exposed" or viewer == s[DECLARER]))
        return tuple(TEXT[kind] if known else HIDDEN for kind in sorted(self.deal.kitty))

    def _bids(self, viewer: int | None) -> tuple[Any, ...]:
        last: list[Any] = [None] * self.rules.players
        for seat, text in self._said(viewer, "bid"):
            last[seat] = text.removeprefix("bid ")
        return tuple(last)

    def view(self, seat: int | None) -> View:
        """What a seat may know; the trump of a bid counts only once the auction is over."""
        seen = super().view(seat)
        if self._settled:
            return seen
        return replace(seen, declarer=None, trump=None)

    # --- guessing ------------------------------------------------------------------------------------

    def _guess(self, view: View, rng: Random) -> tuple[dealing.Deal, list[Said]]:
        rules: Rules = view.rules
        seats = range(len(view.hands))
        bidder = -1 if view.declarer is None else view.declarer
        took_kitty = bidder >= 0 and rules.kitty != "none"
        played: list[list[int]] = [[] for _ in seats]
        laid: list[int] = []  # the bidder's discards that this seat knows
        laid_unseen = 0
        given: int | None = None
        exchanged = False
        for seat, text in view.actions:
            verb, _, card = text.partition(" ")
            if verb == "play":
                played[seat].append(KIND[card])
            elif verb == "discard" and card == HIDDEN:
                laid_unseen += 1
            elif verb == "discard":
                laid.append(KIND[card])
            elif verb == "give":
                exchanged = True
                given = None if card == HIDDEN else KIND[card]
        open_hands = [kinds(hand) for hand in view.hands]
        unseen = Counter(rules.pack())
        unseen.subtract([kind for hand in (*open_hands, *played, laid) for kind in hand])
        # cards known to have come to the bidder and not seen since
        gone = Counter(played[bidder]) if bidder >= 0 else Counter()
        taken = Counter(kinds(view.kitty)) if took_kitty and bidder != view.seat else Counter()
        from_partner = Counter([] if given is None or bidder == view.seat else [given])
        # of those kinds that he has played, this may have been the known card or its equal
        doubtful = [kind for kind in taken | from_partner if gone[kind]]
        unseen.update({kind: gone[kind] for kind in doubtful})
        unseen.subtract(taken + from_partner)
        cards = [
            *unseen.elements(),
            *(kind + _APART for kind in taken.elements()),
            *(kind + _GIVEN for kind in from_partner.elements()),
        ]

        barred = list(view.barred)
        if view.called is not None and rules.call == "not_held":
            barred[bidder] |= 1 << KIND[view.called]
        all_given = ((1 << _APART) - 1) << _GIVEN
        all_apart = ((1 << _APART) - 1) << _APART | all_given
        places = [
            Place(
                len(hand) - len(seen),
                bars | (bars << _APART | bars << _GIVEN if seat == bidder else all_apart),
            )
            for seat, hand, seen, bars in zip(seats, view.hands, open_hands, barred, strict=True)
        ]
        left = 0 if took_kitty else len(view.kitty)
        everything = (1 << _GIVEN + _APART) - 1
        told = [
            Place(gone[kind], everything & ~sum(1 << kind + add for add in (0, _APART, _GIVEN)))
            for kind in doubtful
        ]
        shared = fill([*places, *told, Place(laid_unseen, all_given), Place(left, all_apart)], cards, rng)
        filled = [[kind % _APART for kind in got] for got in shared]
        now = [seen + got for seen, got in zip(open_hands, filled[: len(view.hands)], strict=True)]
        laid_all = laid + filled[-2]
        rng.shuffle(laid_all)
        dealt = [hand + gone for hand, gone in zip(now, played, strict=True)]
        if exchanged:
            if given is None:
                # no card that came from the kitty; the fewer may be it, the fewer ways there are like this
                loose = [kind for kind in played[bidder] if kind not in doubtful]
                loose += [
                    kind for place in (bidder, *range(len(places), len(shared) - 2)) for kind in shared[place]
                ]
                loose = [kind for kind in loose if kind < _APART]
                if rng.randrange(len(dealt[bidder])) >= len(loose):
                    raise NoWay("drawn once more, for the sake of evenness")
                given = rng.choice(loose)
            dealt[bidder].remove(given)
            dealt[(bidder + 2) % len(dealt)].append(given)
        kitty = filled[-1]
        if bidder >= 0:
            dealt[bidder] += laid_all
        if took_kitty:
            kitty = kinds(view.kitty) or rng.sample(dealt[bidder], len(view.kitty))
            for kind in kitty:
                if kind not in dealt[bidder]:
                    raise NoWay("the kitty went to the bidder")
                dealt[bidder].remove(kind)
        unknown = Counter(laid_all) - Counter(laid)
        hidden = list(unknown.elements())
        rng.shuffle(hidden)
        actions = [(seat, self._filled(text, hidden, given)) for seat, text in view.actions]
        return Deal(view.dealer, tuple(tuple(hand) for hand in dealt), None, tuple(kitty)), actions

    @staticmethod
    def _filled(text: str, hidden: list[int], given: int | None) -> str:
        if text == f"discard {HIDDEN}":
            return f"discard {TEXT[hidden.pop()]}"
        if text == f"give {HIDDEN}" and given is not None:
            return f"give {TEXT[given]}"
        return text

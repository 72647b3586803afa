"""A deal of a trick game in progress: texts outside, the machine's integers inside."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from typing import Any, ClassVar, Protocol, Self

from peppernut.cards import DENOMINATIONS, HIDDEN, JOKER, KIND, NO_TRUMP, SUIT_NAMES, TEXT, members, spoken
from peppernut.engine.deal import Deal
from peppernut.engine.fill import NoWay
from peppernut.engine.row import (
    CALLED,
    CARD,
    DECLARER,
    DONE,
    HAND,
    IN_PLAY,
    LEADER,
    LED,
    MUST_TRUMP,
    OVER,
    PARTNER,
    PHASE,
    PHASE_NAMES,
    PLANES,
    PLAY,
    PLAYED,
    POINTS,
    SEATS,
    SUIT_MASK,
    SUIT_OF,
    TAKEN,
    TRICKS,
    TRUMP,
    TURN,
)
from peppernut.engine.tricks import Row, Table, playable
from peppernut.engine.view import Said, View
from peppernut.refusal import Refused
from peppernut.standing import Standing

Event = dict[str, Any]
GUESSES = 5000  # tries before a guess is given up


class Machine(Protocol):
    """The functions of a game's machine that a state steps."""

    legal: Callable[[Table, Row, int], int]
    apply: Callable[[Table, Row, int, int], None]


class TrickState:
    """One deal: ``legal`` actions, ``apply`` one, ``view`` it from a seat, ``guess`` one from a view.

    Subclasses say how a row starts, which words there are, and what is hidden from whom.
    """

    game: ClassVar[str]
    machine: ClassVar[Any]
    verbs: ClassVar[Mapping[str, tuple[str, ...]]]  # first word of an action -> the phases it belongs to

    def __init__(self, rules: Any, deal: Deal, standing: Standing, table: Table, row: Row) -> None:
        self.rules = rules
        self.deal = deal
        self.standing = standing
        self.table = table
        self.row = row
        self.actions: list[Said] = []
        self._masked: list[int] = []  # which of them not everybody heard in full
        self._words: dict[str, list[int]] = {"bid": [], "drop_out": []}  # which were said in these phases
        self.barred = [0] * len(deal.hands)
        self.last_trick: tuple[tuple[Said, ...], int] | None = None
        self._trick: list[Said] = []

    # --- what a game says for itself -----------------------------------------------------------------

    @classmethod
    def start(cls, rules: Any, deal: Deal, standing: Standing) -> Self:
        """Begin a deal; Refused ``bad_deal`` when the cards are not those of these rules."""
        raise NotImplementedError

    def summary(self, seat: int | None = None, truth: bool = True) -> dict[str, Any]:
        """The deal's row in the result of a replay, the whole truth or what a seat may know."""
        raise NotImplementedError

    def _code(self, seat: int, text: str) -> int:
        """The machine's number of an action whose phase and seat are right; Refused if it is not legal."""
        raise NotImplementedError

    def _text(self, seat: int, code: int) -> str:
        """An action of the present phase as text."""
        raise NotImplementedError

    def _pack(self) -> int:
        """The set of all kinds in the deck: what everybody knows may be in a hand."""
        raise NotImplementedError

    def _is_action(self, text: str) -> bool:
        """Whether a text is any action of this game."""
        raise NotImplementedError

    def _sees(self, viewer: int | None, owner: int) -> bool:
        """Whether the cards in a hand are open to a viewer."""
        return self.over or viewer == owner

    def _seen(self, viewer: int | None, seat: int, text: str) -> str:
        """An action as a viewer hears it."""
        return text

    def _guess(self, view: View, rng: Random) -> tuple[Deal, list[Said]]:
        """One way how the unseen cards may lie, and the actions in full; may raise NoWay."""
        raise NotImplementedError

    # --- acting --------------------------------------------------------------------------------------

    @property
    def phase(self) -> str:
        """The phase, as records name it; ``over`` when the deal is finished."""
        return PHASE_NAMES[self.row[PHASE]]

    @property
    def over(self) -> bool:
        """Whether the deal is finished."""
        return self.row[PHASE] == OVER

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats that may act now; several only where all bid at once."""
        if self.row[TURN] >= 0:
            return (self.row[TURN],)
        return tuple(
            seat for seat in range(self.table[SEATS]) if self.machine.legal(self.table, self.row, seat)
        )

    @property
    def points(self) -> list[int] | None:
        """Points per side, once the deal is over."""
        return list(self.row[POINTS : POINTS + len(self.rules.side_seats)]) if self.over else None

    def legal(self, seat: int) -> list[str]:
        """All actions open to a seat."""
        return [self._text(seat, code) for code in self._codes(seat)]

    def _codes(self, seat: int) -> Iterator[int]:
        return members(self.machine.legal(self.table, self.row, seat))

    def apply(self, seat: int, text: str, ms: int | None = None) -> list[Event]:
        """Do an action; what happened, hidden things masked. Refused changes nothing.

        ``ms`` is accepted for the sake of games in real time and means nothing here.
        """
        self._admit(seat, text)
        code = self._code(seat, text)
        row, before, phase = self.row, self.row[PHASE], self.phase
        done = row[DONE]
        if before == PLAY:
            self._bar(seat, code)
            self._trick.append((seat, text[5:]))
        self.machine.apply(self.table, row, seat, code)
        heard = self._seen(None, seat, text)
        if heard != text:
            self._masked.append(len(self.actions))
        if phase in self._words:
            self._words[phase].append(len(self.actions))
        self.actions.append((seat, text))
        events: list[Event] = [{"kind": "action", "seat": seat, "action": heard}]
        if row[DONE] > done:
            winner = row[LEADER]
            self.last_trick = (tuple(self._trick), winner)
            events.append({"kind": "trick", "winner": winner, "cards": [list(play) for play in self._trick]})
            self._trick = []
        events += self._news(before)
        if self.over:
            events.append({"kind": "over", "points": self.points})
        return events

    def _news(self, before: int) -> list[Event]:
        """What else everybody hears after an action; ``before`` is the phase it was done in."""
        return []

    def _admit(self, seat: int, text: object) -> None:
        """Refuse what is no action, belongs to another phase, or comes from a seat that may not act."""
        if not isinstance(text, str) or not self._is_action(text):
            raise Refused("unknown_action", f"{str(text)[:60]!r} is no action of this game.")
        if self.phase not in self.verbs[text.split(" ", 1)[0]]:
            if self.over:
                raise Refused("wrong_phase", f"The deal is over: {text!r} comes too late.")
            raise Refused("wrong_phase", f"{text!r} does not belong here: this is the phase {self.phase!r}.")
        if seat not in self.to_act:
            turn = " or ".join(str(other) for other in self.to_act)
            raise Refused("not_your_turn", f"Seat {seat} may not act now; it is the turn of seat {turn}.")

    def _card(self, seat: int, text: str) -> int:
        """The card of an action like ``play JH``, which must be in the hand."""
        kind = KIND[text.split(" ", 1)[1]]
        if not self.row[HAND + seat * self.table[PLANES]] >> kind & 1:
            raise Refused("not_your_card", f"You do not hold {spoken(kind)}.")
        return kind

    def _play_code(self, seat: int, text: str) -> int:
        """The card to play, or the reason why it may not be played."""
        t, s = self.table, self.row
        kind = self._card(seat, text)
        hand = s[HAND + seat * t[PLANES]]
        if playable(t, s, seat, hand) >> kind & 1:
            return kind
        led, trump = s[LED], s[TRUMP]
        if led < 0 and kind == JOKER and trump == NO_TRUMP:
            raise Refused(
                "joker_lead", "In no trump a joker may be led only from a hand that holds nothing else."
            )
        follow = hand & t[SUIT_MASK + trump * 5 + led] if led >= 0 else 0
        if follow and not follow >> kind & 1:
            held = spoken(next(members(follow)))
            suit = SUIT_NAMES[led]
            raise Refused(
                "must_follow_suit",
                f"You hold {held}: {suit} were led, so you must play a {suit[:-1]} ({self.follow_rule}).",
            )
        trumps = hand & t[SUIT_MASK + trump * 5 + trump] if t[MUST_TRUMP] and led >= 0 and not follow else 0
        if trumps and not trumps >> kind & 1:
            held = spoken(next(members(trumps)))
            raise Refused(
                "must_trump",
                f"You cannot follow and hold {held}: you must play a trump, a {SUIT_NAMES[trump][:-1]} "
                f"({self.follow_rule}).",
            )
        raise Refused(
            "must_play_called_card",
            f"You hold {spoken(s[CALLED])}, the called card, and must play it at the first chance.",
        )

    follow_rule: ClassVar[str]

    def _bar(self, seat: int, played: int) -> None:
        """Note which cards a seat cannot hold, since with one of them this play was not legal."""
        t, s = self.table, self.row
        trump = s[TRUMP]
        own = t[SUIT_OF + trump * 53 + played]
        follows = s[LED] < 0 or own == s[LED]
        duty = s[CALLED] >= 0 and s[PARTNER] < 0 and played != s[CALLED]
        if follows and not duty and not (s[LED] < 0 and own == NO_TRUMP):
            return
        one = 1 << played
        # over the whole deck, not the cards dealt: what is barred must tell nothing of what lies in the stock
        for kind in members(self._pack() & ~one & ~self.barred[seat]):
            if not playable(t, s, seat, one | 1 << kind) >> played & 1:
                self.barred[seat] |= 1 << kind

    # --- seeing --------------------------------------------------------------------------------------

    def hand(self, seat: int) -> list[int]:
        """The kinds left in a hand, equal cards as often as they are held, lowest first."""
        planes = self.table[PLANES]
        at = HAND + seat * planes
        held = list(members(self.row[at]))
        for plane in range(1, planes):
            held += members(self.row[at + plane])
        return sorted(held) if planes > 1 else held

    def view(self, seat: int | None) -> View:
        """What a seat may know (None: a spectator); see ``View``."""
        s = self.row
        seats = range(self.table[SEATS])
        actions = list(self.actions)
        for index in self._masked:
            who, text = actions[index]
            actions[index] = (who, self._seen(seat, who, text))
        return View(
            game=self.game,
            rules=self.rules,
            standing=self.standing,
            seat=seat,
            phase=self.phase,
            over=self.over,
            to_act=self.to_act,
            legal=tuple(self.legal(seat)) if seat is not None else (),
            dealer=self.deal.dealer,
            cards=s[TRICKS],
            hands=tuple(self._hand_seen(seat, owner) for owner in seats),
            turnup=None if self.deal.turnup is None else TEXT[self.deal.turnup],
            kitty=self._kitty(seat),
            actions=tuple(actions),
            barred=tuple(self.barred),
            trump=None if s[TRUMP] < 0 else DENOMINATIONS[s[TRUMP]],
            declarer=None if s[DECLARER] < 0 else s[DECLARER],
            bid=self._contract(),
            called=None if s[CALLED] < 0 else TEXT[s[CALLED]],
            partner=None if s[PARTNER] < 0 else s[PARTNER],
            in_play=tuple(who for who in seats if s[IN_PLAY] >> who & 1),
            bids=self._bids(seat),
            auction=self._said(seat, "bid"),
            talk=self._said(seat, "drop_out"),
            leader=s[LEADER] if s[PHASE] == PLAY else None,
            trick=tuple(self._trick),
            last_trick=self.last_trick,
            tricks=tuple(s[TAKEN + who] for who in seats),
            forehead=self._forehead(),
            points=None if self.points is None else tuple(self.points),
            dealt=tuple(tuple(TEXT[kind] for kind in sorted(hand)) for hand in self.deal.hands)
            if self.over
            else None,
        )

    def _hand_seen(self, viewer: int | None, owner: int) -> tuple[str, ...]:
        held = self.hand(owner)
        return tuple([TEXT[kind] for kind in held]) if self._sees(viewer, owner) else (HIDDEN,) * len(held)

    def _kitty(self, viewer: int | None) -> tuple[str, ...]:
        """The cards left over as a viewer sees them."""
        return tuple(TEXT[kind] if self.over else HIDDEN for kind in self.deal.kitty)

    def _contract(self) -> str | None:
        return None

    def _forehead(self) -> bool:
        return False

    def _bids(self, viewer: int | None) -> tuple[Any, ...]:
        """Each seat's last word in the bidding, None where there is none yet."""
        raise NotImplementedError

    def _said(self, viewer: int | None, phase: str) -> tuple[Said, ...]:
        """The words of a phase so far, as a viewer hears them."""
        said = [self.actions[index] for index in self._words[phase]]
        return tuple([(who, self._seen(viewer, who, text)) for who, text in said])

    # --- guessing ------------------------------------------------------------------------------------

    @classmethod
    def guess(cls, view: View, rng: Random) -> Self:
        """A deal that this view cannot tell from the truth, every one equally likely.

        Raises NoWay if none was found, which for a view of a real deal does not happen.
        """
        shell = cls.__new__(cls)
        for _ in range(GUESSES):
            try:
                deal, actions = shell._guess(view, rng) if view.dealt is None else _as_dealt(view)  # noqa: SLF001
                state = cls.start(view.rules, deal, view.standing)
                for seat, text in actions:
                    state.apply(seat, text)
            except (Refused, NoWay):
                continue
            if state.view(view.seat) == view:
                return state
        raise NoWay("no deal was found that fits this view")


def _as_dealt(view: View) -> tuple[Deal, list[Said]]:
    """The deal of a view that shows all of it, since it is over."""
    hands = tuple(tuple(kinds(hand)) for hand in view.dealt or ())
    turnup = None if view.turnup is None else KIND[view.turnup]
    return Deal(view.dealer, hands, turnup, tuple(kinds(view.kitty))), list(view.actions)


def kinds(texts: Sequence[str]) -> list[int]:
    """The kinds of the cards that are not hidden."""
    return [KIND[text] for text in texts if text != HIDDEN]


__all__ = ["CARD", "PLAYED", "Event", "Machine", "TrickState", "kinds"]

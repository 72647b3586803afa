"""Points reckoned a second time, from the texts of a record alone and straight from the rule pages.

Nothing here comes from the package, on purpose: a fault would have to be made twice to go unseen.
"""

from __future__ import annotations

from typing import Any

ORDER = "23456789TJQKA"
COLOUR = {"C": "S", "S": "C", "D": "H", "H": "D"}
Rules = dict[str, Any]
Row = dict[str, Any]


def peanuts(rules: Rules, deal: Row, totals: list[int], rough: bool) -> list[int]:
    """P6–P8 and P10."""
    del totals, rough
    players = rules["players"]
    bids = {seat: int(text[4:]) for seat, text in deal["actions"] if text.startswith("bid")}
    plays = [(seat, text[5:]) for seat, text in deal["actions"] if text.startswith("play")]
    trump = deal["turnup"][1]
    taken = [0] * players
    for at in range(0, len(plays), players):
        trick = plays[at : at + players]
        trumps = [play for play in trick if play[1][1] == trump]
        fighting = trumps or [play for play in trick if play[1][1] == trick[0][1][1]]
        taken[strongest(fighting, lambda card: ORDER.index(card[0]), rules["identical"])] += 1
    points = []
    for seat in range(players):
        bonus = rules["bonus"] if taken[seat] == bids[seat] else 0
        if taken[seat] == bids[seat]:
            points.append(taken[seat] + bonus)
        else:
            points.append(0 if rules["scoring"] == "all_or_nothing" else taken[seat])
    return points


def strongest(plays: list[tuple[int, str]], strength: Any, identical: str) -> int:
    """Who played the strongest of these cards; of equal ones the first, or the last."""
    top = max(strength(card) for _, card in plays)
    best = [seat for seat, card in plays if strength(card) == top]
    return best[0] if identical == "first" else best[-1]


def suit_of(card: str, trump: str) -> str:
    """The suit a card follows as; a joker in no trump has none of the four."""
    if card == "XX":
        return trump
    if card[0] == "J" and trump != "NT" and card[1] == COLOUR[trump]:
        return trump
    return card[1]


def pepper_strength(card: str, trump: str) -> int:
    """R2: right bower, left bower, joker, then A K Q (J) T 9 …"""
    if card == "XX":
        return 97
    if card[0] == "J" and trump != "NT":
        if card[1] == trump:
            return 99
        if card[1] == COLOUR[trump]:
            return 98
    return ORDER.index(card[0])


class Story:
    """What happened in a deal of pepper, read from its actions."""

    def __init__(self, rules: Rules, deal: Row, rough: bool) -> None:
        self.rules = rules
        actions = deal["actions"]
        players = rules["players"]
        dealer = deal["dealer"]
        self.surrendered_dealer = dealer if any(text == "surrender" for _, text in actions) else None
        bids = [(seat, text) for seat, text in actions if text.startswith("bid") or text == "say 4"]
        self.bidder: int | None = bids[-1][0] if bids else None
        words = bids[-1][1].split() if bids else []
        self.level = words[1] if words else ""
        if rough:
            self.bidder, self.level, words = (dealer + 1) % players, "4", []
        named = [text.split()[1] for _, text in actions if text.startswith("trump")]
        self.trump = named[0] if named else words[2] if len(words) == 3 else ""
        calls = [text[5:] for _, text in actions if text.startswith("call")]
        self.called = calls[0] if calls else None
        answers = [(seat, text) for seat, text in actions if text in {"yes", "no", "maybe"}]
        said = [text for _, text in answers]
        self.out = set()
        if self.level == "big" and rules["sides"] == "partners":
            self.out |= {seat for seat in range(players) if self.bidder is not None and self.mate(seat)}
        self.out |= {seat for seat, text in actions if text.startswith("give")}
        self.declined = False
        if said:
            how = rules["drop_out"]
            if how == "vote":
                self.declined = said.count("yes") < 2
            elif how == "individual":
                self.declined = "yes" not in said
                self.out |= {seat for seat, text in answers if text == "no"}
            elif how == "formal":
                self.declined = said[1] == "no"
            elif len(said) == 3:
                self.declined = said[2] == "no"
            else:
                self.declined = "no" in said
        self.taken = [0] * players
        self.partner: int | None = None
        plays = [(seat, text[5:]) for seat, text in actions if text.startswith("play")]
        at_table = players - len(self.out)
        for at in range(0, len(plays), at_table):
            trick = plays[at : at + at_table]
            led = suit_of(trick[0][1], self.trump)
            if trick[0][1] == "XX" and self.trump == "NT":
                led = "joker"
            trumps = [play for play in trick if suit_of(play[1], self.trump) == self.trump]
            fighting = trumps or [play for play in trick if suit_of(play[1], self.trump) == led]
            winner = strongest(fighting, lambda card: pepper_strength(card, self.trump), rules["identical"])
            self.taken[winner] += 1
        for seat, card in plays:
            if card == self.called and seat != self.bidder and self.partner is None:
                self.partner = seat

    def mate(self, seat: int) -> bool:
        """A partner of the bidder by the seating."""
        assert self.bidder is not None
        return self.rules["sides"] == "partners" and seat != self.bidder and (seat - self.bidder) % 2 == 0

    @property
    def team(self) -> list[int]:
        """The seats that play with the bidder."""
        return [
            seat
            for seat in range(self.rules["players"])
            if seat in {self.bidder, self.partner} or self.mate(seat)
        ]

    @property
    def worth(self) -> int:
        """What the contract is worth."""
        return int(self.level) if self.level.isdigit() else int(self.rules[self.level])

    @property
    def need(self) -> int:
        """Tricks it needs."""
        return int(self.level) if self.level.isdigit() else int(self.rules["hand_size"])

    @property
    def made(self) -> bool:
        """Whether the bidder's team succeeded, or was let succeed."""
        if self.bidder is None or self.surrendered_dealer is not None:
            return False
        return self.declined or sum(self.taken[seat] for seat in self.team) >= self.need


def pepper(rules: Rules, deal: Row, totals: list[int], rough: bool) -> list[int]:
    """R8, R9 and the options of scoring."""
    story = Story(rules, deal, rough)
    players = rules["players"]
    sides = [[0, 2, 4][: players // 2], [1, 3, 5][: players // 2]]
    if rules["sides"] != "partners":
        sides = [[seat] for seat in range(players)]
    if story.surrendered_dealer is not None:
        return [-rules["min_bid"] if story.surrendered_dealer in side else 0 for side in sides]
    if story.bidder is None:
        return [0 for _ in sides]
    if story.declined:
        return [story.worth if story.bidder in side else 0 for side in sides]
    return [_side(rules, story, side, total) for side, total in zip(sides, totals, strict=True)]


def _side(rules: Rules, story: Story, side: list[int], total: int) -> int:
    number = story.level.isdigit()
    if side[0] in story.team:
        if not story.made:
            if number:
                return -story.worth if rules["set_penalty"] == "bid" else -int(rules["set_penalty"])
            return -int(rules[story.level + "_set"])
        if number and rules["made"] == "tricks":
            return sum(story.taken[seat] for seat in story.team)
        return story.worth
    if rules["sides"] == "solo" and side[0] in story.out:
        return 0
    if not number and rules["pepper_defence"] == "value":
        return -story.worth if story.made else story.worth
    if rules["sides"] == "called":
        tricks = sum(story.taken) - sum(story.taken[seat] for seat in story.team)
    else:
        tricks = sum(story.taken[seat] for seat in side)
    if tricks:
        cap = rules["defender_cap"]
        return tricks if cap is None else min(tricks, max(0, cap - total))
    if story.level == "6" and rules["six_free"]:
        return 0
    return -story.worth if rules["shutout_penalty"] == "bid" else -int(rules["shutout_penalty"])


def pepper_winners(rules: Rules, totals: list[int], deal: Row, rough: bool) -> list[int] | None:
    """R10 and must_bid_to_win: the sides that have won after this deal, None while the game goes on."""
    target = rules["target"]
    sides = range(len(totals))
    if rules["must_bid_to_win"]:
        story = Story(rules, deal, rough)
        bidding = set()
        if story.made:
            winners = {story.bidder} if story.declined else set(story.team)
            bidding = {
                seat % 2 if rules["sides"] == "partners" else seat for seat in winners if seat is not None
            }
        won = [side for side in bidding if totals[side] >= target]
        if won:
            return sorted(side for side in won if totals[side] == max(totals[other] for other in won))
        lost = [side for side in sides if totals[side] <= -target]
        if not lost:
            return None
        others = [side for side in sides if side not in lost] or list(sides)
        return [side for side in others if totals[side] == max(totals[other] for other in others)]
    top = max(totals)
    leading = [side for side in sides if totals[side] == top]
    return leading if top >= target and len(leading) == 1 else None


SCORES = {"peanuts": peanuts, "pepper": pepper}

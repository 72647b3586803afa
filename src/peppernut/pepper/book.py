"""The rulebook of pepper: the rules page of one set of house rules, in our own words.

Every branch of the rules has its sentence here; an option that cannot matter beside the others has none.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from peppernut import pepper
from peppernut.cards import JOKER, KIND, NO_TRUMP, RANKS, SUITS, rank, spoken, suit
from peppernut.engine.row import IN_PLAY, PARTNER, POINTS, TAKEN, TOTAL
from peppernut.engine.tables import JACK, effective_suit, strength
from peppernut.pepper import machine
from peppernut.pepper.rules import Rules
from peppernut.pepper.table import compile_rules
from peppernut.rules import differences
from peppernut.rules.rulebook import NOTE, Book, Writer, capital, counted, listed, signed, subtitle, worded

NAMES = ("Ann", "Bob", "Cy", "Dee", "Eve", "Flo")
SIGNS = "♣♦♥♠"
HEARTS = 2


@dataclass(frozen=True)
class Example:
    """A finished deal that seat 0 bid: tricks of each seat, who had dropped, totals before it, points."""

    level: int | str
    tricks: tuple[int, ...]
    partner: int | None
    dropped: tuple[int, ...]
    surrendered: bool
    before: tuple[int, ...]
    points: tuple[int, ...]


def example(
    rules: Rules,
    level: int | str,
    tricks: Sequence[int],
    *,
    dropped: Sequence[int] = (),
    surrendered: bool = False,
    before: Sequence[int] = (),
) -> Example:
    """Seat 0 bids ``level`` and the seats take these tricks; the machine gives the points.

    With a called card seat 2 is the partner.
    """
    table = compile_rules(rules)
    row = [0] * machine.size(table)
    for side, total in enumerate(before):
        row[TOTAL + side] = total
    machine.start(table, row, rules.players - 1, rules.hand_size, 0)
    machine.apply(table, row, 0, machine.FIRST_BID + rules.levels.index(level))
    for seat in range(1, rules.players):
        machine.apply(table, row, seat, machine.PASS)
    partner = 2 if rules.sides == "called" and level != "big" else None
    for seat, taken in enumerate(tricks):
        row[TAKEN + seat] = taken
    for seat in dropped:
        row[IN_PLAY] &= ~(1 << seat)
    if partner is not None:
        row[PARTNER] = partner
    machine.finish(table, row, machine.UNCHALLENGED if surrendered else machine.PLAYED_OUT)
    sides = len(rules.side_seats)
    points = tuple(row[POINTS : POINTS + sides])
    return Example(
        level, tuple(tricks), partner, tuple(dropped), surrendered, tuple(before) or (0,) * sides, points
    )


def book(rules: Rules, preset: str | None = None) -> Book:
    """The rules page of exactly these house rules; what differs from the preset is marked."""
    differing = differences(pepper, rules, preset) if preset else []
    return _Pepper(rules, Writer(differing)).book(preset, differing)


class _Pepper:
    """The chapters of one book, and what they ask of its rules again and again."""

    def __init__(self, rules: Rules, writer: Writer) -> None:
        self.rules = rules
        self.w = writer
        self.pack = Counter(rules.deck.cards())
        self.partners = rules.sides == "partners"
        self.solo = rules.sides == "solo"
        self.called = rules.sides == "called"
        self.pairs = self.partners and rules.players == 4
        self.numbers = [level for level in rules.levels if isinstance(level, int)]
        self.peppers = [level for level in ("little", "big") if level in rules.levels]
        self.rough = bool(rules.rough_round or rules.rough_round_on_tie)
        # can a bid that is not big pepper be made; can a deal be for a number of tricks
        self.together = bool(self.numbers or {"say 4", "little"} & set(rules.levels))
        self.counts = bool(self.numbers or "say 4" in rules.levels or self.rough)
        self.six = 6 in self.numbers
        self.droppable = rules.drop_out != "none"
        self.twins = max(self.pack.values()) > 1
        self.all_tricks = (
            "the only trick" if rules.hand_size == 1 else f"all {worded(rules.hand_size)} tricks"
        )

    # --- words ---------------------------------------------------------------------------------------

    @staticmethod
    def bid_words(level: int | str) -> str:
        """A bid as a sentence names it."""
        if level in {"little", "big"}:
            return f"{level} pepper"
        return f"“{level}”" if isinstance(level, str) else str(level)

    def gains(self, level: int | str = 0) -> str:
        """Who scores for a bid that was made."""
        if self.partners:
            return "the bidder's side scores"
        return "the bidder scores" if self.solo or level == "big" else "the bidder and the partner score"

    def loses(self, level: int | str = 0) -> str:
        """Who pays for a bid that failed."""
        if self.partners:
            return "the bidder's side loses"
        return "the bidder loses" if self.solo or level == "big" else "the bidder and the partner lose"

    def each(self, level: int | str = 0) -> str:
        """Said after an amount that two players get alike."""
        return " each" if self.called and level != "big" else ""

    # --- the page ------------------------------------------------------------------------------------

    def book(self, preset: str | None, differing: list[str]) -> Book:
        """All chapters, in the order in which a deal goes."""
        rules = self.rules
        self.table()
        self.cards()
        self.deal()
        self.bidding()
        self.kitty()
        self.trump()
        if rules.drop_out == "vote":
            self.dropping_out()
        self.call()
        self.exchange()
        if rules.drop_out != "vote":
            self.dropping_out()
        self.play()
        self.score()
        self.win()
        cards = sum(self.pack.values())
        facts = (
            f"{rules.players} players, {cards} cards, {rules.hand_size} each; the game goes to "
            f"{rules.target}."
        )
        return Book(
            pepper.TITLE, subtitle(pepper, facts, preset, differing), self.w.sections(), (NOTE,), preset
        )

    def table(self) -> None:
        """Who plays with whom."""
        rules, w = self.rules, self.w
        w.section("table", "Who plays")
        n = capital(worded(rules.players))
        if self.pairs:
            text = f"{n} play, two against two. Your partner sits across the table from you."
        elif self.partners:
            text = (
                f"{n} play in two sides of {worded(rules.players // 2)}. To your left and your right sit "
                "opponents."
            )
        elif self.solo:
            text = (
                f"{n} play, and each keeps a score of their own. In every deal the bidder is alone against "
                "all others."
            )
        else:
            text = (
                f"{n} play, and each keeps a score of their own. In every deal the bidder calls a card, and "
                "its holder is the partner, for this deal only."
            )
        w.say(text, "players", "sides", rule="R1")
        others = (
            "the other side"
            if self.partners
            else "all the others"
            if self.solo
            else "those who are neither bidder nor partner"
        )
        w.say(f"On this page the bidder is the one who made the highest bid, and the defenders are {others}.")

    def cards(self) -> None:
        """The deck and the order of its cards."""
        rules, w = self.rules, self.w
        w.section("cards", "The cards")
        w.say(self.deck_words(), "deck", rule="R1")
        trumps = self.order(HEARTS, HEARTS)
        left = KIND["JD"] in self.pack
        if trumps:
            bower = " The left bower is the other jack of the same colour."
            w.say(
                "If hearts are trump, the trumps are, from high to low: "
                f"{self.trump_order(trumps)}.{bower if left else ''}",
                "deck",
                rule="R2",
            )
        others = self.suit_list(HEARTS, (1, 0, 3))
        if others:
            w.say(f"The other suits are then, from high to low: {others}.", "deck", rule="R2")
        if rules.no_trump:
            jacks = any(KIND[f"J{of}"] in self.pack for of in SUITS)
            joker = " A joker beats every other card." if rules.deck.jokers else ""
            w.say(
                f"In no trump {'there are no bowers, and ' if jacks else ''}the suits are, from high to low: "
                f"{self.suit_list(NO_TRUMP, range(4))}.{joker}",
                "deck",
                "no_trump",
                rule="R2",
            )

    def deck_words(self) -> str:
        """The deck as one sorts it out at the table."""
        deck = self.rules.deck
        ranks = [self.rank_word(at) for at in range(RANKS.index(deck.low), len(RANKS))][::-1]
        text = f"{sum(self.pack.values())} cards: {listed(ranks)} of all four suits"
        text += ", each of them twice" if deck.copies == 2 else ""
        text += f"; besides these {self.card_list(deck.extra)}" if deck.extra else ""
        if deck.drop:
            text += f"; without {self.one_of(deck.drop)}{self.card_list(deck.drop)}"
        text += f"; and {counted(deck.jokers, 'joker')}" if deck.jokers else ""
        return text + "."

    def one_of(self, cards: Sequence[str]) -> str:
        """Said before cards of which one copy is gone and another stays."""
        if self.rules.deck.copies == 1:
            return ""
        return "one " if len(cards) == 1 else "one each of "

    @staticmethod
    def card_list(cards: Iterable[str]) -> str:
        """Cards in a row."""
        return listed(spoken(KIND[card]) for card in cards)

    @staticmethod
    def rank_word(at: int) -> str:
        """A rank as it is printed on the cards."""
        return "10" if RANKS[at] == "T" else RANKS[at]

    def order(self, denomination: int, of: int) -> list[int]:
        """The cards that follow as a suit, from high to low."""
        members = [kind for kind in self.pack if effective_suit(kind, denomination, True) == of]
        return sorted(members, key=lambda kind: -strength(kind, denomination, True))

    def ranks(self, kinds: Iterable[int]) -> str:
        """The ranks of these cards."""
        return " ".join(self.rank_word(rank(kind)) for kind in kinds)

    def trump_order(self, trumps: list[int]) -> str:
        """The trumps from high to low, bowers by name."""
        special = [kind for kind in trumps if kind == JOKER or rank(kind) == JACK]
        names = {
            kind: "joker"
            if kind == JOKER
            else f"{spoken(kind)} ({'right' if suit(kind) == HEARTS else 'left'} bower)"
            for kind in special
        }
        rest = [kind for kind in trumps if kind not in names]
        return ", ".join([*names.values(), *([f"♥ {self.ranks(rest)}"] if rest else [])])

    def suit_list(self, denomination: int, suits: Iterable[int]) -> str:
        """Suits with their ranks from high to low; suits that are alike together."""
        alike: dict[str, list[str]] = {}
        for at in suits:
            ranks = self.ranks(self.order(denomination, at))
            if ranks:
                alike.setdefault(ranks, []).append(SIGNS[at])
        return "; ".join(f"{' '.join(signs)} {ranks}" for ranks, signs in alike.items())

    def deal(self) -> None:
        """Dealing, and what is left over."""
        rules, w = self.rules, self.w
        w.section("deal", "The deal")
        w.say(
            "Draw a card for who deals first. After that the deal moves one place to the left every time, "
            "even when nothing was played.",
            rule="R1",
        )
        if rules.hand_size == 1:
            text = "Everybody gets one card. There is one trick to win."
        else:
            text = (
                f"Everybody gets {counted(rules.hand_size, 'card')}, dealt two or three at once. So there "
                f"are {counted(rules.hand_size, 'trick')} to win."
            )
        w.say(text, "hand_size", "players", "deck", rule="R1")
        if rules.left_over:
            one = rules.left_over == 1
            left = f"{capital(counted(rules.left_over, 'card'))} {'is' if one else 'are'} left over"
            if rules.kitty == "none":
                text = (
                    f"{left} and {'lies' if one else 'lie'} aside, face down. Nobody gets "
                    f"{'it' if one else 'them'}."
                )
            else:
                text = f"{left}: the kitty. For now it lies face down."
            w.say(text, "kitty", "hand_size", "deck", "players")

    def bidding(self) -> None:
        """The auction."""
        rules, w = self.rules, self.w
        w.section("bid", "The bidding")
        self.rough_deals()
        start = "The player at the dealer's left speaks first, then on to the left"
        if rules.auction == "single":
            text = (
                f"{start}. Everybody speaks once, the dealer last: you pass, or you bid higher than anybody "
                "has before you."
            )
        else:
            text = (
                f"{start}, round and round: you pass, or you bid higher than anybody has before you. Even "
                "after passing you may come in again. The auction ends when everybody else has passed since "
                "the last bid."
            )
        w.say(text, "auction", rule="R3")
        self.levels()
        if rules.suit_bids:
            w.say(
                f"Name your trump together with the bid{': a suit, or no trump' if rules.no_trump else ''}. "
                "All suits are worth the same, so the new bid itself must be higher.",
                "suit_bids",
                "no_trump",
            )
        self.says()
        self.stuck_dealer()

    def levels(self) -> None:
        """What can be bid."""
        rules, w = self.rules, self.w
        words: list[str] = []
        for level in rules.levels:
            if level == "say 4" and 4 in self.numbers:
                continue
            twin = " or “say 4”" if level == 4 and "say 4" in rules.levels else ""
            words.append(self.bid_words(level) + twin)
        text = (
            f"The bids, from low to high: {', '.join(words)}."
            if len(words) > 1
            else f"There is one bid: {words[0]}."
        )
        mates = (
            ""
            if self.solo
            else " and your partner"
            if not self.partners or self.pairs
            else " and your partners"
        )
        if self.numbers:
            text += f" A number is the number of tricks you{mates} must take at least."
        w.say(text, "levels", "min_bid", rule="R3")
        if "little" in rules.levels:
            w.say(f"Little pepper: you{mates} must take {self.all_tricks}.", "levels", rule="R9")
        if "big" in rules.levels:
            text = f"Big pepper: you must take {self.all_tricks}"
            if self.solo:
                text += ", as in little pepper, for more points." if "little" in rules.levels else "."
            elif self.called:
                text += " alone against everybody. No card is called."
            elif self.pairs:
                text += " alone. Your partner's cards stay face down."
            else:
                text += " alone. Your partners' cards stay face down."
            w.say(text, "levels", rule="R9")

    def says(self) -> None:
        """The two calls that tell something about the hand."""
        w = self.w
        if "say 3" in self.rules.levels:
            w.say(
                "“Say 3” tells that you have an ace, and you must have one. Only the first two to speak may "
                "say it, and only before any bid. It is not a bid to play on: if nobody goes higher, the "
                "dealer has to, with 4 or more.",
                "levels",
            )
        if "say 4" in self.rules.levels:
            plain = " and counts as much as a plain 4" if 4 in self.numbers else ""
            w.say(
                "“Say 4” tells that you have a black jack and a red one, and you must have both. It is a "
                f"bid of 4{plain}.",
                "levels",
            )

    def stuck_dealer(self) -> None:
        """What happens when nobody bids."""
        rules, w = self.rules, self.w
        said = "say 3" in rules.levels
        if rules.stick_dealer == "no":
            but = ", and nobody has said 3" if said else ""
            w.say(
                f"If all pass{but}, the cards are thrown in. Nobody scores, and the next player deals.",
                "stick_dealer",
                rule="R3",
            )
            return
        lowest = f", {rules.min_bid} or more" if self.numbers else ""
        names = [
            "stick_dealer",
            *(["min_bid"] if self.numbers or rules.stick_dealer == "bid_or_surrender" else []),
        ]
        text = f"If all the others pass, the dealer is stuck and must bid{lowest}"
        if rules.stick_dealer == "bid":
            w.say(f"{text}.", *names)
            return
        whose = "the dealer's side" if self.partners else "the dealer"
        text += (
            f", or give up. When the dealer gives up, nothing is played: {whose} scores "
            f"{signed(-rules.min_bid)}, "
        )
        text += "the other side 0." if self.partners else "the others 0."
        w.say(text + (" There is no giving up after “say 3”." if said else ""), *names)

    def rough_deals(self) -> None:
        """Deals without an auction."""
        rules, w = self.rules, self.w
        takes = ", takes the kitty" if rules.kitty != "none" else ""
        how = (
            f"nobody bids. The player at the dealer's left counts as having bid 4{takes}, and names trump. "
            "Everybody plays: no exchange, no dropping out."
        )
        if rules.rough_round:
            first = (
                "first deal is" if rules.rough_round == 1 else f"first {worded(rules.rough_round)} deals are"
            )
            w.say(f"The {first} rough: {how}", "rough_round", "kitty")
        else:
            w.unless_usual("There is no rough round to begin with.", "rough_round")
        if rules.rough_round_on_tie:
            also = "" if rules.rough_round else f" In a rough deal {how}"
            many = counted(rules.rough_round_on_tie, "rough deal")
            w.say(
                f"When a usual deal leaves the sides level, be it at 0 : 0, {many} "
                f"follow{'s' if rules.rough_round_on_tie == 1 else ''}.{also}",
                "rough_round_on_tie",
            )
        else:
            w.unless_usual("No rough deals follow when the sides are level.", "rough_round_on_tie")

    def kitty(self) -> None:
        """The kitty goes to the bidder."""
        rules, w = self.rules, self.w
        if rules.kitty == "none":
            return
        w.section("kitty", "The kitty")
        many = rules.left_over > 1
        if rules.kitty == "exposed":
            text = "The kitty is turned face up for all to see, then the bidder picks it up"
        else:
            text = "The bidder picks up the kitty and lets nobody see it"
        away = f"{counted(rules.left_over, 'card')} of the hand" if many else "one card of the hand"
        text += f", and lays {away} away face down. {'These' if many else 'This'} may be from the kitty too."
        if "big" in rules.levels:
            text += " That goes for big pepper as well."
        w.say(text, "kitty")

    def trump(self) -> None:
        """Who names trump."""
        rules, w = self.rules, self.w
        w.section("trump", "Trump")
        if rules.suit_bids:
            rough = " Only in a rough deal it is named now." if self.rough else ""
            w.say(f"Trump was named with the bid.{rough}", "suit_bids", rule="R4")
            if not rules.no_trump:
                w.say("Playing without trump is not possible.", "no_trump", rule="R4")
        elif rules.no_trump:
            w.say(
                "The bidder names the trump suit, or says that there is none: no trump.",
                "no_trump",
                "suit_bids",
                rule="R4",
            )
        else:
            w.say(
                "The bidder names the trump suit. Playing without trump is not possible.",
                "no_trump",
                "suit_bids",
                rule="R4",
            )

    def call(self) -> None:
        """The card that finds the partner."""
        rules, w = self.rules, self.w
        if not self.called or not self.together:
            return
        w.section("call", "Calling a partner")
        if rules.call == "free":
            which = "Any card of the deck may be called, even one of the bidder's own."
        else:
            which = "It may not be one that the bidder holds, and not a bower."
        w.say(f"When trump is known, the bidder calls a card. {which}", "call")
        w.say(
            "Whoever plays that card becomes the partner. Until then its holder keeps quiet, and the others "
            "can only guess."
        )
        if rules.call == "free" or rules.left_over:
            w.say(
                "If none of the others has it, the bidder has no partner and was alone from the start.",
                "call",
            )
        if self.twins:
            w.say(
                "If two of the others have the card, the first to play it is the partner; the second copy "
                "means nothing."
            )
        if "big" in rules.levels:
            w.say("In big pepper no card is called.", "levels")

    def exchange(self) -> None:
        """One card from the partner."""
        rules, w = self.rules, self.w
        if not self.pairs or not self.together:
            return
        w.section("exchange", "The exchange")
        swap = (
            "The bidder lays one card away face down. The partner, who has not seen which, hands over one "
            "card in return, lays the other cards aside and sits out."
        )
        big = "big" in rules.levels
        if rules.exchange == "none":
            w.say(
                f"No card goes from partner to partner. Both play{', except in big pepper' if big else ''}.",
                "exchange",
                rule="R5",
            )
            return
        alone = " Not so in big pepper: there the bidder gets no card and always plays alone." if big else ""
        if rules.exchange == "required":
            w.say(swap + alone, "exchange", rule="R5")
        else:
            w.say(
                "The bidder may play with the partner: then no card is exchanged and all four play. Or they "
                f"exchange. {swap}" + alone,
                "exchange",
                rule="R5",
            )

    def dropping_out(self) -> None:
        """Whether the defenders play."""
        rules, w = self.rules, self.w
        w.section("drop_out", "Dropping out")
        if not self.droppable:
            w.say("Nobody may drop out. Once there is a bid, the deal is played.", "drop_out", rule="R6")
            return
        if rules.drop_out == "talk":
            text = (
                "Before the first lead the defenders settle whether they play. The one to the bidder's left "
                "speaks first, then the one to the right. All either may say is yes (let us play), no (let "
                "us drop) or maybe. One clear word and one maybe: the clear word counts. Yes against no, or "
                "two maybes: the one to the left decides, yes or no."
            )
        elif rules.drop_out == "formal":
            text = (
                "Before the first lead the defender to the bidder's left says yes (let us play), no (let us "
                "drop) or maybe. Then the defender to the bidder's right decides for both, with yes or no."
            )
        elif rules.drop_out == "individual":
            text = (
                "Before the first lead each defender decides alone, beginning to the bidder's left: yes is "
                "to play, no is to drop. Those who drop lay their cards down and score nothing."
            )
        else:
            text = (
                "When trump is known, and before a card is called, everybody but the bidder votes in turn: "
                "yes is to play, no is to drop. With two or more for playing, all must play."
            )
        w.say(text, "drop_out", rule="R6")
        if rules.drop_out == "individual":
            w.say("If every one of them drops, the bid counts as made.", rule="R6")
        elif rules.drop_out == "vote":
            w.say("With fewer, the bid counts as made, and the bidder alone scores it.", rule="R6")
        else:
            w.say("If they drop, the bid counts as made, and the defenders score 0.", rule="R6")
        self.forced_play()

    def forced_play(self) -> None:
        """When the defenders are not asked."""
        rules, w = self.rules, self.w
        if rules.dirty_clubs:
            w.say("Dirty clubs: if clubs are trump, nobody may drop out.", "dirty_clubs")
        else:
            w.unless_usual("That is so with clubs as trump, too.", "dirty_clubs")
        if rules.no_trump:
            if rules.no_trump_forced:
                w.say("In no trump nobody may drop out.", "no_trump_forced")
            else:
                w.unless_usual("That is so in no trump, too.", "no_trump_forced")
        lowest = rules.min_bid in self.numbers or ("say 4" in rules.levels and rules.min_bid == 4)
        if rules.stick_dealer != "no" and lowest:
            if rules.stuck_must_play:
                w.say(
                    f"If a stuck dealer has bid just {rules.min_bid}, nobody may drop out.",
                    "stuck_must_play",
                    "min_bid",
                )
            else:
                w.unless_usual("That is so against a stuck dealer, too.", "stuck_must_play")
        if self.six:
            if rules.six_free:
                w.say("Against a bid of 6 nobody may drop out.", "six_free")
            else:
                w.unless_usual("That is so against a bid of 6, too.", "six_free")

    def play(self) -> None:
        """Leading, following, winning."""
        rules, w = self.rules, self.w
        w.section("play", "The play")
        w.say(
            "The bidder leads to the first trick, the winner of each trick to the next. Any card may be "
            "led. The others follow one by one, to the left.",
            rule="R7",
        )
        self.first_lead()
        if self.pairs and (rules.exchange != "none" or "big" in rules.levels):
            w.say("A partner who sits out is skipped.", rule="R7")
        elif self.partners and "big" in rules.levels:
            w.say("Partners who sit out are skipped.", rule="R7")
        elif rules.drop_out == "individual":
            w.say("Those who have dropped out are skipped.", rule="R7")
        w.say(
            "If you have a card of the suit that was led, you must play one. If not, play what you like; "
            "you need not trump.",
            rule="R7",
        )
        if KIND["JD"] in self.pack:
            w.say(
                "The left bower is a trump in every way. When hearts are trump, ♦J counts as a heart: it "
                "follows hearts, and does not follow diamonds.",
                rule="R7",
            )
        w.say(
            "The highest trump wins the trick. Without a trump in it, the highest card of the led suit wins.",
            rule="R7",
        )
        if self.twins:
            w.say(
                f"If the best card of a trick is there twice, the one that was played {rules.identical} "
                "wins.",
                "identical",
            )
        if rules.deck.jokers and rules.no_trump:
            w.say(
                "Jokers in no trump: lead one only if you have nothing else, and play one on a trick only "
                "if you cannot follow. On a joker that was led you may play anything.",
                "deck",
                "no_trump",
            )
        if self.called and self.together:
            if rules.called_card_forced:
                text = (
                    "The called card must come out: the first of the others who can play it within the "
                    "rules has to, even as a lead."
                )
            else:
                text = "The called card may be held back as long as its holder can follow suit otherwise."
            w.say(text, "called_card_forced")

    def first_lead(self) -> None:
        """Who leads in no trump."""
        rules, w = self.rules, self.w
        if not rules.no_trump:
            return
        if rules.no_trump_leader == "bidder":
            w.unless_usual("That is so in no trump, too.", "no_trump_leader")
        elif rules.no_trump_leader == "left_of_bidder":
            w.say(
                "In no trump the first lead is with the player at the bidder's left.",
                "no_trump_leader",
            )
        else:
            w.say(
                "In no trump the first lead is with the player at the dealer's right, or with the next one "
                "to the left who plays.",
                "no_trump_leader",
            )

    def score(self) -> None:
        """The points, with deals worked out by the machine."""
        w = self.w
        w.section("score", "The score")
        if self.counts:
            self.number_scores()
        if self.peppers:
            self.pepper_scores()
        self.cap()
        before: Example | None = None
        for one in examples(self.rules):
            w.say(self.example_words(one, before))
            before = one

    def number_scores(self) -> None:
        """The points of a bid of a number."""
        rules, w = self.rules, self.w
        bid = "A number bid" if self.peppers else "A bid"
        if rules.made == "bid":
            text = (
                f"{bid} is made with that many tricks or more: {self.gains()} the number{self.each()}, and "
                "nothing for tricks beyond."
            )
        else:
            text = (
                f"{bid} is made with that many tricks or more: {self.gains()} one point for each trick taken."
            )
            text = text.replace("each trick taken", "each trick they took together") if self.called else text
            text += " If it was not played, the number bid." if self.droppable else ""
        w.say(text, "made", rule="R8")
        price = rules.set_penalty
        cost = (
            "the number bid"
            if price == "bid"
            else counted(price, "point") + (", whatever was bid" if price else "")
        )
        w.say(f"With fewer tricks {self.loses()} {cost}{self.each()}.", "set_penalty", rule="R8")
        w.say(f"{self.defence_words()} {self.shutout_words('the number bid')}", "shutout_penalty", rule="R8")
        if self.six and rules.shutout_penalty != 0:
            if rules.six_free:
                w.say("Against a bid of 6, taking no trick costs nothing.", "six_free", rule="R8")
            else:
                w.unless_usual("Against a bid of 6 it costs as much.", "six_free", rule="R8")

    def defence_words(self) -> str:
        """What the defenders' tricks bring."""
        if self.solo:
            stayed = " who plays" if self.droppable else ""
            return f"Each defender{stayed} scores one point for each trick of his or her own."
        if self.called:
            return "Each defender scores one point for each trick the defenders took together."
        return "The defenders score one point for each trick they take."

    def shutout_words(self, value: str) -> str:
        """What defenders without a trick pay."""
        price = self.rules.shutout_penalty
        who = (
            "One without a trick" if self.solo else "Without a trick" + (" each" if self.called else " they")
        )
        if price == 0:
            return f"{who} {'score' if self.partners else 'scores'} 0."
        cost = value if price == "bid" else counted(price, "point")
        return f"{who} {'lose' if self.partners else 'loses'} {cost}."

    def pepper_scores(self) -> None:
        """The points of little and big pepper."""
        rules, w = self.rules, self.w
        worth = {"little": rules.little, "big": rules.big}
        lost = {"little": rules.little_set, "big": rules.big_set}
        for level in self.peppers:
            w.say(
                f"{capital(self.bid_words(level))}: if it is made, {self.gains(level)} "
                f"{worth[level]}{self.each(level)}; if not, {self.loses(level)} "
                f"{lost[level]}{self.each(level)}.",
                level,
                f"{level}_set",
                rule="R9",
            )
        both = "a pepper" if len(self.peppers) == 2 else self.bid_words(self.peppers[0])
        if rules.pepper_defence == "value":
            if self.partners:
                who, verb = "the defenders", ""
            else:
                who = "each defender who plays" if self.solo and self.droppable else "each defender"
                verb = "s"
            values = listed(
                (
                    f"{worth[level]}{' in ' + self.bid_words(level) if len(self.peppers) == 2 else ''}"
                    for level in self.peppers
                ),
                "or",
            )
            played = " that is played" if self.droppable else ""
            w.say(
                f"Against {both}{played}, {who} lose{verb} its worth if it is made, and win{verb} as much if "
                f"not: {values}.",
                "pepper_defence",
                *self.peppers,
                rule="R9",
            )
        else:
            w.say(
                f"Against {both}, too, the defenders score by their tricks. "
                f"{self.shutout_words('its worth')}",
                "pepper_defence",
                "shutout_penalty",
                rule="R9",
            )

    def cap(self) -> None:
        """The defenders' points have a ceiling."""
        rules, w = self.rules, self.w
        if not self.counts and rules.pepper_defence == "value":
            return
        if rules.defender_cap is None:
            w.unless_usual("Points for tricks in defence have no upper limit.", "defender_cap")
        else:
            w.say(
                f"Points for tricks in defence lift nobody's total above {rules.defender_cap}. Who stands "
                "there or higher gains nothing by them.",
                "defender_cap",
            )

    def example_words(self, one: Example, before: Example | None) -> str:
        """A worked example as a sentence; ``before`` is the one before it."""
        rules = self.rules
        again = before is not None and before.level == one.level and not any(one.before)
        text = "Or: " if again else "An example: "
        if any(one.before):
            text += f"the totals are {listed(signed(total).removeprefix('+') for total in one.before)}. "
        if not again:
            trump = " hearts" if rules.suit_bids else ""
            said = (
                f"says {str(one.level)[4:]}"
                if str(one.level).startswith("say")
                else f"bids {self.bid_words(one.level)}{trump}"
            )
            text += f"Ann {said}. "
        if one.surrendered:
            text += "nobody plays against it" if again else "Nobody plays against it"
        else:
            (first, tricks), *others = self.shares(one)
            verb = "takes" if " and " not in first else "take"
            text += f"{first} {verb} {counted(tricks, 'trick')}"
            text += "".join(f", {name} {worded(tricks) if tricks else 'none'}" for name, tricks in others)
            if one.dropped:
                text += f" (and {listed(NAMES[seat] for seat in one.dropped)} dropped out)"
        return f"{text}. Points: {self.point_words(one)}."

    def shares(self, one: Example) -> list[tuple[str, int]]:
        """Who took how many tricks, as the score counts them."""
        return [
            (listed(NAMES[seat] for seat in group), sum(one.tricks[seat] for seat in group))
            for group in self.teams(one)
        ]

    def teams(self, one: Example) -> list[list[int]]:
        """The seats whose tricks count together."""
        seats = range(self.rules.players)
        if self.solo:
            return [[seat] for seat in seats if seat not in one.dropped]
        if self.partners:
            bidders, others = self.rules.side_seats
            return [bidders[:1] if one.level == "big" else bidders, others]
        team = [seat for seat in seats if seat in {0, one.partner}]
        return [team, [seat for seat in seats if seat not in team]]

    def point_words(self, one: Example) -> str:
        """Who scored what."""
        if self.partners:
            return ", ".join(
                f"{listed(NAMES[seat] for seat in side)} {signed(points)}"
                for side, points in zip(self.rules.side_seats, one.points, strict=True)
            )
        alike: dict[int, list[str]] = {}
        for name, points in zip(NAMES, one.points, strict=False):
            alike.setdefault(points, []).append(name)
        return ", ".join(
            f"{listed(names)} {signed(points)}{' each' if len(names) > 1 and points else ''}"
            for points, names in alike.items()
        )

    def win(self) -> None:
        """The end of the game."""
        rules, w = self.rules, self.w
        w.section("win", "Winning")
        who = "side" if self.partners else "player"
        if not rules.must_bid_to_win:
            w.say(
                f"The game ends after a deal in which a total has come to {rules.target} or more; the {who} "
                "with the highest total wins. If the highest total is shared, play another deal. Totals can "
                "be below zero.",
                "target",
                "must_bid_to_win",
                rule="R10",
            )
            return
        own = "its own" if self.partners else "their own"
        text = (
            f"A {who} wins by making a bid of {own} and having {rules.target} or more when that deal is "
            "over. It does not matter where the points came from, nor whether somebody has more."
        )
        if self.called:
            text += " The partner has made it too; if both could win, the higher total does."
        w.say(text, "must_bid_to_win", "target", rule="R10")
        counts = [
            *(["one that nobody plays against"] if self.droppable else []),
            *(["the 4 of a rough deal"] if self.rough else []),
        ]
        if counts:
            w.say(f"A bid made is also {listed(counts)}.", "must_bid_to_win")
        w.say(
            f"A {who} that falls to {signed(-rules.target)} or lower loses at once"
            + (
                "; the other side wins."
                if self.partners
                else ". The game is over, and the best of the others wins."
            ),
            "must_bid_to_win",
            "target",
        )


def examples(rules: Rules) -> list[Example]:
    """A bid made, failed, with nothing for the defence, unplayed; a pepper; a defence under the cap."""
    size, n = rules.hand_size, rules.players
    sides = len(rules.side_seats)
    numbers = [level for level in rules.levels if isinstance(level, int)]
    peppers = [level for level in ("little", "big") if level in rules.levels]
    alone = rules.sides == "solo"

    def tricks(team: int, level: int | str) -> list[int]:
        """The team's tricks to the bidder (and a smaller half to a partner who plays), the rest to seat 1."""
        row = [0] * n
        row[0], row[1] = team, size - team
        plays = rules.sides == "called" or (rules.sides == "partners" and rules.exchange == "none")
        if plays and level != "big":
            row[0], row[2] = team - team // 2, team // 2
        return row

    found: list[Example] = []
    bid: int | str | None = (
        numbers[(len(numbers) - 1) // 2] if numbers else "say 4" if "say 4" in rules.levels else None
    )
    if bid is not None:
        need = bid if isinstance(bid, int) else 4
        team = need + 1 if need + 1 < size else need
        dropped = (n - 1,) if rules.drop_out == "individual" and n > 3 else ()
        found += [
            example(rules, bid, tricks(team, bid), dropped=dropped),
            example(rules, bid, tricks(need - 1, bid)),
        ]
        if not alone and team < size:
            found.append(example(rules, bid, tricks(size, bid)))
        if rules.drop_out != "none":
            found.append(example(rules, bid, [0] * n, surrendered=True))
        if rules.defender_cap is not None and need <= size - 1:
            before = [0] * sides
            before[1] = max(rules.defender_cap - 1, 0)
            found.append(example(rules, bid, tricks(need - 1, bid), before=before))
    if peppers:
        pepper_bid = peppers[0]
        found += [
            example(rules, pepper_bid, tricks(size, pepper_bid)),
            example(rules, pepper_bid, tricks(size - 1, pepper_bid)),
        ]
    return found

import type { CardText, GameName } from "../net/messages";

export const HIDDEN = "??";
export const JOKER = "XX";

export const SUIT_SIGN: Record<string, string> = { C: "♣", D: "♦", H: "♥", S: "♠" };
const SUIT_NAME: Record<string, string> = { C: "clubs", D: "diamonds", H: "hearts", S: "spades", NT: "no trump" };
const RANK_NAME: Record<string, string> = { T: "10", J: "jack", Q: "queen", K: "king", A: "ace" };
const RANKS = "23456789TJQKA";
const SAME_COLOUR: Record<string, string> = { C: "S", S: "C", D: "H", H: "D" };
/** Suits side by side in alternating colours. */
const ORDER = ["S", "H", "C", "D"];

export const suitOf = (card: CardText): string => card.slice(1);
export const rankOf = (card: CardText): string => card.slice(0, 1);
export const isRed = (suit: string): boolean => suit === "H" || suit === "D";
export const suitName = (suit: string): string => SUIT_NAME[suit] ?? suit;
export const rankLabel = (card: CardText): string => (rankOf(card) === "T" ? "10" : rankOf(card));

/** A card as one says it: "the jack of hearts". */
export function spoken(card: CardText): string {
  if (card === HIDDEN) return "a hidden card";
  if (card === JOKER) return "the joker";
  const rank = rankOf(card);
  return `the ${RANK_NAME[rank] ?? rank} of ${suitName(suitOf(card))}`;
}

/** A card as short as it can be written, as the rulebook and the hints write it: "♥J". */
export function short(card: CardText): string {
  if (card === JOKER) return "joker";
  return card === HIDDEN ? "a card" : (SUIT_SIGN[suitOf(card)] ?? "") + rankLabel(card);
}

/** The suit a card is sorted under: in pepper the bowers and jokers stand with the trumps. */
function family(card: CardText, trump: string | null, game: GameName): string {
  if (card === JOKER) return trump ?? "joker";
  const suit = suitOf(card);
  if (game === "pepper" && trump && rankOf(card) === "J" && SAME_COLOUR[trump] === suit) return trump;
  return suit;
}

/** Where a card stands within its family, the strongest first. It is for the eye alone. */
function height(card: CardText, trump: string | null, game: GameName): number {
  if (card === JOKER) return 20;
  const rank = RANKS.indexOf(rankOf(card));
  if (game === "pepper" && rankOf(card) === "J" && trump && family(card, trump, game) === trump) {
    return suitOf(card) === trump ? 22 : 21;
  }
  return rank;
}

/** A hand in the order one holds it: trumps left, then suits in alternating colours, high to low. */
export function sortHand(hand: readonly CardText[], trump: string | null, game: GameName): CardText[] {
  const held = new Set(hand.map((card) => family(card, trump, game)));
  const others = ORDER.filter((suit) => held.has(suit) && suit !== trump);
  if (others.length === 3 && trump && SAME_COLOUR[trump] !== others[1]) {
    // Three side suits: the one of the trumps' colour goes in the middle, so that colours alternate.
    const same = others.filter((suit) => suit === SAME_COLOUR[trump]);
    const rest = others.filter((suit) => suit !== SAME_COLOUR[trump]);
    others.splice(0, 3, ...[rest[0], same[0], rest[1]].filter((suit): suit is string => suit !== undefined));
  } else if (others.length === 3 && !trump) {
    // One suit is missing: its colour is there once and goes between the other two.
    const alone = others.find((suit) => !others.includes(SAME_COLOUR[suit] ?? ""));
    const pair = others.filter((suit) => suit !== alone);
    if (alone && pair[0] && pair[1]) others.splice(0, 3, pair[0], alone, pair[1]);
  }
  const order = ["joker", ...(trump ? [trump] : []), ...others];
  return [...hand].sort(
    (one, other) =>
      order.indexOf(family(one, trump, game)) - order.indexOf(family(other, trump, game)) ||
      height(other, trump, game) - height(one, trump, game),
  );
}

/** Cards with a key each, so that the two copies of a double deck keep their places on the screen. */
export function keyed(cards: readonly CardText[]): { card: CardText; key: string }[] {
  const seen = new Map<CardText, number>();
  return cards.map((card) => {
    const copy = seen.get(card) ?? 0;
    seen.set(card, copy + 1);
    return { card, key: `${card}${copy}` };
  });
}

/** Cards in one sentence, suit by suit: "spades ace, 9; hearts king". */
export function handInWords(sorted: readonly CardText[]): string {
  const groups: { suit: string; ranks: string[] }[] = [];
  for (const card of sorted) {
    const suit = card === JOKER ? "joker" : suitOf(card);
    const rank = card === JOKER ? "" : (RANK_NAME[rankOf(card)] ?? rankOf(card));
    const last = groups.at(-1);
    if (last?.suit === suit) last.ranks.push(rank);
    else groups.push({ suit, ranks: [rank] });
  }
  return groups.map(({ suit, ranks }) => `${suitName(suit)} ${ranks.join(", ")}`.trim()).join("; ");
}

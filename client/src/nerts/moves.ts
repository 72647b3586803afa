import { HIDDEN, isRed, rankOf, suitOf } from "../cards/cards";
import type { Place, RaceView } from "../net/messages";

/**
 * Where a card would fit, for taps and for showing a move before its answer. It only guesses what to ask
 * for: whether a move counts is for the server to say.
 */

const LADDER = "A23456789TJQK";
const height = (card: string): number => LADDER.indexOf(rankOf(card));

/** A place to take cards from: the pile "P", the waste "W", or a work pile from some card to its end. */
export interface Source {
  from: string;
  cards: string[];
}

const pileIndex = (spot: string): number => Number(spot.slice(1)) - 1;

export function fitsFoundation(view: RaceView, card: string): boolean {
  return card !== HIDDEN && (height(card) === 0 || view.foundations.some((one) => one.suit === suitOf(card) && height(one.top) === height(card) - 1));
}

export function fitsWork(place: Place, target: number, card: string): boolean {
  const pile = place.work[target];
  if (!pile || card === HIDDEN) return false;
  const end = pile.at(-1);
  if (end === undefined) return place.pile === 0;
  return isRed(suitOf(end)) !== isRed(suitOf(card)) && height(end) === height(card) + 1;
}

/** What lies at a spot of this place, from `depth` cards before the end of a work pile. */
export function sourceAt(place: Place, spot: string, depth = 1): Source | null {
  if (spot === "P") return place.pile && place.pile_top ? { from: spot, cards: [place.pile_top] } : null;
  if (spot === "W") return place.waste && place.waste_top ? { from: spot, cards: [place.waste_top] } : null;
  const pile = place.work[pileIndex(spot)];
  return pile && pile.length >= depth && depth > 0 ? { from: spot, cards: pile.slice(-depth) } : null;
}

export function moveText(source: Source, to: string): string {
  const run = to !== "F" && source.cards.length > 1 ? ` ${source.cards.length}` : "";
  return `move ${source.from} ${to}${run}`;
}

/** All moves of these cards that look possible, the one a player would most likely mean first. */
export function targets(view: RaceView, seat: number, source: Source, runs: boolean): string[] {
  const place = view.places[seat];
  const [first] = source.cards;
  if (!place || first === undefined) return [];
  const found: string[] = [];
  if (source.cards.length === 1 && fitsFoundation(view, first)) found.push("F");
  if (source.cards.length > 1 && !runs) return found;
  const piles = place.work.map((_, index) => index).filter((index) => `T${index + 1}` !== source.from && fitsWork(place, index, first));
  // Onto cards before an empty place: those are rare and wanted for later.
  piles.sort((one, other) => Number(place.work[one]?.length === 0) - Number(place.work[other]?.length === 0));
  // A whole work pile onto an empty place would change nothing.
  const whole = source.from.startsWith("T") && place.work[pileIndex(source.from)]?.length === source.cards.length;
  return [...found, ...piles.filter((index) => !(whole && place.work[index]?.length === 0)).map((index) => `T${index + 1}`)];
}

const without = (cards: readonly string[], count: number): string[] => cards.slice(0, cards.length - count);

/** The round as it will look if the server accepts this move of a seat; faces not yet known are hidden. */
export function foreseen(view: RaceView, seat: number, action: string): RaceView {
  const [verb, from = "", to = "", count = "1"] = action.split(" ");
  const before = view.places[seat];
  const source = before && verb === "move" ? sourceAt(before, from, Number(count)) : null;
  if (!before || !source) return view;
  const place: Place = { ...before, work: before.work.map((pile) => [...pile]) };
  if (from === "P") {
    place.pile -= 1;
    place.pile_top = place.pile ? HIDDEN : null;
  } else if (from === "W") {
    place.waste -= 1;
    place.waste_top = place.waste ? HIDDEN : null;
  } else {
    const pile = pileIndex(from);
    place.work[pile] = without(place.work[pile] ?? [], source.cards.length);
  }
  const next = { ...view, places: view.places.map((one, index) => (index === seat ? place : one)) };
  const [card = HIDDEN] = source.cards;
  if (to === "F") {
    place.foundation_cards += 1;
    const at = view.foundations.findIndex((one) => one.suit === suitOf(card) && height(one.top) === height(card) - 1);
    const grown = { suit: suitOf(card), top: card, cards: height(card) + 1 };
    next.foundations = at >= 0 ? view.foundations.map((one, index) => (index === at ? grown : one)) : [...view.foundations, grown];
  } else {
    place.work[pileIndex(to)]?.push(...source.cards);
  }
  // An empty work pile is filled from the pile at once.
  place.work.forEach((pile) => {
    if (pile.length === 0 && place.pile > 0 && place.pile_top) {
      pile.push(place.pile_top);
      place.pile -= 1;
      place.pile_top = place.pile ? HIDDEN : null;
    }
  });
  return next;
}

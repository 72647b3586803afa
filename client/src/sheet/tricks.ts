import type { CardText, Played } from "../net/messages";

export interface PlayedTrick {
  cards: Played[];
  /** The place of its first card among the actions of the deal. */
  at: number;
  /** Who took it; null while that cannot be told. */
  winner: number | null;
}

/**
 * The tricks of a finished deal, from its actions alone: as many cards as seats that played, and whoever leads
 * the next trick has taken this one. Of the last trick the counts of the score sheet tell.
 */
export function tricksOf(actions: readonly [number, string, ...unknown[]][], counts: readonly number[] | undefined): PlayedTrick[] {
  const plays = actions.filter(([, text]) => text.startsWith("play ")).map(([seat, text]): Played => [seat, text.slice(5) as CardText]);
  const size = new Set(plays.map(([seat]) => seat)).size;
  const first = actions.findIndex(([, text]) => text.startsWith("play "));
  const tricks: PlayedTrick[] = [];
  for (let at = 0; at + size <= plays.length && size > 0; at += size) {
    tricks.push({ at: first + at, cards: plays.slice(at, at + size), winner: plays[at + size]?.[0] ?? null });
  }
  const last = tricks.at(-1);
  if (last && counts) {
    const open = counts.findIndex((count, seat) => count > tricks.filter((trick) => trick.winner === seat).length);
    last.winner = open < 0 ? null : open;
  }
  return tricks;
}

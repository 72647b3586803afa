import { HIDDEN, short, spoken, suitName, SUIT_SIGN } from "../cards/cards";
import type { GameName } from "../net/messages";

export const GAME_TITLES: Record<GameName, string> = {
  peanuts: "Peanuts, the trick game",
  nerts: "Nerts, the race (some call it Peanuts)",
  pepper: "Pepper, Bid Euchre",
};

/** The name of a way to play, for people: `iowa-31` is Iowa 31. */
export const presetTitle = (name: string): string => name.replaceAll("-", " ").replace(/(^| )[a-z]/g, (first) => first.toUpperCase());

/** Several names as one says them: `Ann, Bob and Cy`. */
export const listed = (names: readonly (string | number)[]): string =>
  names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names[names.length - 1]}`;

export const plural = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`;

/** A score as it is printed: with a true minus, "−5". */
export const score = (points: number): string => String(points).replace("-", "−");

export const denomination = (trump: string): string => (trump === "NT" ? "NT" : (SUIT_SIGN[trump] ?? trump));

/** A bid as it stands on a seat: "3", "little ♥", "say 3", "pass". */
export function bidLabel(bid: string | number | null | undefined): string {
  if (bid === null || bid === undefined) return "";
  return String(bid)
    .replace(/^bid /, "")
    .replace(/ (C|D|H|S|NT)$/, (_, trump: string) => ` ${denomination(trump)}`);
}

const WORDS: Record<string, string> = {
  pass: "Pass",
  surrender: "Surrender",
  with: "Play with my partner",
  yes: "Yes, we play",
  no: "No, drop out",
  maybe: "Maybe",
  call: "Nerts!",
  stuck: "I am stuck",
  draw: "Draw",
  wait: "Wait",
};

/** What stands on the button for an action. */
export function actionLabel(action: string): string {
  const [verb = "", first = "", second = ""] = action.split(" ");
  switch (verb) {
    case "bid":
      return bidLabel(second ? `${first} ${second}` : first).replace(/^[a-z]/, (letter) => letter.toUpperCase());
    case "say":
      return `Say ${first}`;
    case "trump":
      return first === "NT" ? "No trump" : suitName(first).replace(/^./, (letter) => letter.toUpperCase());
    case "play":
    case "discard":
    case "give":
    case "call":
      if (first) return `${verb.replace(/^./, (letter) => letter.toUpperCase())} ${short(first)}`;
      break;
    default:
      break;
  }
  return WORDS[action] ?? action;
}

/** The same where it stands alone, without the buttons of an auction around it: "Bid 3". */
export function hintLabel(action: string): string {
  if (action === "yes" || action === "no") return action === "yes" ? "Yes" : "No";
  const label = actionLabel(action);
  return action.startsWith("bid ") ? `Bid ${label.replace(/^./, (letter) => letter.toLowerCase())}` : label;
}

/** What an action sounds like when somebody does it: "bids 3", "plays the jack of hearts". */
export function actionSpoken(action: string): string {
  const [verb = "", first = "", second = ""] = action.split(" ");
  const card = first && first !== HIDDEN ? spoken(first) : "a card";
  switch (verb) {
    case "bid":
      if (first === HIDDEN) return "has chosen a bid";
      return `bids ${first}${second ? ` ${suitName(second)}` : ""}`;
    case "pass":
      return "passes";
    case "say":
      return `says ${first}`;
    case "surrender":
      return "gives up the hand";
    case "trump":
      return first === "NT" ? "names no trump" : `makes ${suitName(first)} trump`;
    case "with":
      return "plays with the partner";
    case "discard":
      return `lays away ${card}`;
    case "give":
      return `gives ${card}`;
    case "call":
      return first ? `calls ${card}` : "calls Nerts";
    case "play":
      return `plays ${card}`;
    case "yes":
      return "says yes";
    case "no":
      return "says no";
    case "maybe":
      return "says maybe";
    case "stuck":
      return "is stuck";
    default:
      return action;
  }
}

/** The hook that browser tests find a button by. */
export const testId = (action: string): string => `action-${action.replaceAll(" ", "-")}`;

import { handInWords, sortHand, spoken, suitName } from "../cards/cards";
import type { RaceView, TableEvent } from "../net/messages";
import { type Frame, nameOf, trickDeal } from "../state/frames";
import { actionSpoken, bidLabel, plural, score } from "./labels";

/** "passes" as one says it to the person himself: "pass". */
function toYou(deed: string): string {
  const [verb = "", ...rest] = deed.split(" ");
  const own = { is: "are", has: "have", passes: "pass" }[verb] ?? verb.replace(/s$/, "");
  return [own, ...rest].join(" ");
}

/** "Ann bids 3", or "You bid 3" for the own seat. */
function who(frame: Frame, seat: number | undefined, deed: string): string {
  return seat === frame.seat ? `You ${toYou(deed)}` : `${nameOf(frame, seat)} ${deed}`;
}

function one(frame: Frame, event: TableEvent): string {
  switch (event.kind) {
    case "action":
      return `${who(frame, event.seat, actionSpoken(event.action ?? ""))}.`;
    case "show":
      return `Show: ${(event.bids ?? []).map((bid, seat) => `${seat === frame.seat ? "you" : nameOf(frame, seat)} ${bid}`).join(", ")}.`;
    case "trick":
      return event.winner === null || event.winner === undefined ? "" : `${who(frame, event.winner, "takes the trick")}.`;
    case "contract":
      if (event.declarer === undefined || event.declarer === null) return "";
      return `${who(frame, event.declarer, `plays ${bidLabel(event.bid)}`)}${event.trump ? `, ${suitName(event.trump)}` : ""}.`;
    case "partner":
      return `${who(frame, event.seat, "is the partner")}.`;
    case "thrown_in":
      return "All passed: the hand is thrown in.";
    case "deal":
      return "A new hand is dealt.";
    case "start":
      return "The game starts.";
    case "sit":
      return `${who(frame, event.seat, "sits down")}.`;
    case "leave":
      return `${who(frame, event.seat, "is gone")}.`;
    case "cover":
      return event["on"] ? `A bot plays for ${nameOf(frame, event.seat)}.` : `${nameOf(frame, event.seat)} is back.`;
    case "pause":
      return "The table is paused.";
    case "resume":
      return "The game goes on.";
    case "call":
      return `${who(frame, event.seat, "calls Nerts")}!`;
    case "stuck":
      return `${who(frame, event.seat, "is stuck")}.`;
    case "rotate":
      return "Everyone was stuck: the stocks are turned over.";
    default:
      return "";
  }
}

/** What a listener hears of one frame: what happened, and whether it is his turn now. */
export function retold(frame: Frame): string {
  const words = frame.events.map((event) => one(frame, event)).filter(Boolean);
  const deal = frame.match?.deal;
  if (deal && deal.game !== "nerts" && deal.legal.length && words.length) words.push("Your turn.");
  if (deal?.over && deal.points && frame.events.some((event) => event.kind === "over")) words.push(scores(frame));
  return words.join(" ");
}

export function sideName(frame: Frame, side: number): string {
  return (frame.match?.sides[side] ?? []).map((seat) => nameOf(frame, seat)).join(" & ");
}

function scores(frame: Frame): string {
  return `The score: ${(frame.match?.scores ?? []).map((total, side) => `${sideName(frame, side)} ${score(total)}`).join(", ")}.`;
}

/** The own place in the race, for a listener. */
function readPlace(frame: Frame, race: RaceView): string {
  const place = frame.seat === null ? undefined : race.places[frame.seat];
  if (!place) return "You have no cards in this race.";
  const top = (card: string | null) => (card ? spoken(card) : "nothing");
  const work = place.work.map((pile, index) => `pile ${index + 1}: ${pile.length ? `${spoken(pile.at(-1) ?? "??")}${pile.length > 1 ? ` down from ${spoken(pile[0] ?? "??")}` : ""}` : "empty"}`);
  return `Your pile shows ${top(place.pile_top)}, ${plural(place.pile, "card")} left. Waste: ${top(place.waste_top)}. ${work.join("; ")}. ${plural(place.stock, "card")} in the stock.`;
}

/** The middle of the race and the others, for a listener. */
function readRace(frame: Frame, race: RaceView): string {
  const middle = race.foundations.length ? race.foundations.map(({ top }) => spoken(top)).join(", ") : "empty";
  const others = race.places.map((place, seat) => (seat === frame.seat ? "" : `${nameOf(frame, seat)} ${place.pile} left`)).filter(Boolean);
  return `Foundations: ${middle}. ${others.join(", ")}. ${scores(frame)}`;
}

/** Key h: the own hand. */
export function readHand(frame: Frame): string {
  const race = frame.match?.deal;
  if (race?.game === "nerts") return readPlace(frame, race);
  const deal = trickDeal(frame);
  if (!deal || frame.seat === null) return "You hold no cards now.";
  const hand = deal.hands[frame.seat] ?? [];
  if (!hand.length) return "Your hand is empty.";
  if (hand[0] === "??") return `You hold ${plural(hand.length, "card")} that you may not see.`;
  return `You hold ${handInWords(sortHand(hand, deal.trump, deal.game))}.`;
}

/** Key t: the whole table. */
export function readTable(frame: Frame): string {
  const deal = trickDeal(frame);
  const { match, table } = frame;
  if (!match) return `${table.title}. Not started yet.`;
  if (match.deal?.game === "nerts") return readRace(frame, match.deal);
  if (!deal) return `${table.title}. ${scores(frame)}`;
  const parts = [deal.trump ? `Trump: ${suitName(deal.trump)}.` : "No trump suit is known yet."];
  if (deal.declarer !== null) parts.push(`${who(frame, deal.declarer, `plays ${bidLabel(deal.bid)}`)}.`);
  for (const seat of match.seats.keys()) {
    if (deal.out.includes(seat)) parts.push(`${who(frame, seat, "is out")}.`);
    else {
      const bid = deal.bids[seat];
      parts.push(`${seat === frame.seat ? "You" : nameOf(frame, seat)}: ${bid === null || bid === undefined ? "no bid" : bid === "pass" ? "passed" : `bid ${bidLabel(bid)}`}, ${plural(deal.tricks[seat] ?? 0, "trick")}.`);
    }
  }
  parts.push(deal.trick.length ? `On the table: ${deal.trick.map(([seat, card]) => `${nameOf(frame, seat)} ${spoken(card)}`).join(", ")}.` : "No card is on the table.");
  parts.push(turnWords(frame), scores(frame));
  return parts.join(" ");
}

/** Key p: what this seat may do now. */
export function readLegal(frame: Frame): string {
  const legal = frame.match?.deal?.legal ?? [];
  if (!legal.length) return `It is not your turn. ${turnWords(frame)}`;
  const plays = legal.filter((action) => action.startsWith("play "));
  if (plays.length === legal.length) return `You may play ${plays.map((action) => spoken(action.slice(5))).join(", ")}.`;
  return `You may say: ${legal.map((action) => action.replace(/\b([2-9TJQKA][CDHS]|XX)\b/g, (card) => spoken(card)).replace(/ (C|D|H|S|NT)$/, (_, suit: string) => ` ${suitName(suit)}`)).join("; ")}.`;
}

const WAITING: Record<string, [mine: string, other: string]> = {
  bid: ["Your bid", "bids"],
  kitty: ["Lay cards away: tap one", "lays cards away"],
  trump: ["Name trump", "names trump"],
  call: ["Call a card", "calls a card"],
  exchange: ["With your partner, or alone?", "exchanges a card"],
  drop_out: ["Play or drop out?", "decides whether to play"],
  play: ["Your turn: play a card", "plays"],
};

/** Whose turn it is, in one line. */
export function turnWords(frame: Frame): string {
  const { table, match } = frame;
  const deal = trickDeal(frame);
  if (table.paused) return "Paused by the host.";
  if (match?.over) return "The game is over.";
  if (!deal || deal.over) return "Between hands.";
  const [mine, other] = WAITING[deal.phase] ?? ["Your turn", "is thinking"];
  if (frame.seat !== null && deal.to_act.includes(frame.seat)) {
    if (deal.legal.some((action) => action.startsWith("give "))) return "Give your partner one card: tap it";
    if (deal.phase === "bid" && deal.forehead) return "Will your card take the trick?";
    return mine;
  }
  if (deal.to_act.length > 1) return `Waiting for ${deal.to_act.map((seat) => nameOf(frame, seat)).join(", ")}`;
  const seat = deal.to_act[0];
  if (seat === undefined) return "";
  return `${nameOf(frame, seat)} ${other} …`;
}

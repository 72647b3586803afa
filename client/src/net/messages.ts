/** What goes over the wire, as docs/protocol.md has it. The client reads these and decides nothing about rules. */

export type GameName = "peanuts" | "pepper" | "nerts";
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };
export type RuleSet = { [option: string]: Json };

/** A card as text: rank and suit, "XX" the joker, "??" a card nobody here may see. */
export type CardText = string;
export type Played = [seat: number, card: CardText];

export interface TrickView {
  game: "peanuts" | "pepper";
  seat: number | null;
  phase: Phase;
  dealer: number;
  number: number;
  to_act: number[];
  legal: string[];
  hands: CardText[][];
  turnup?: CardText | null;
  trump: string | null;
  kitty: CardText[];
  bids: (number | string | null)[];
  auction: [number, string][];
  talk: [number, string][];
  declarer: number | null;
  bid: string | number | null;
  called: CardText | null;
  partner: number | null;
  out: number[];
  leader: number | null;
  trick: Played[];
  last_trick: { cards: Played[]; winner: number } | null;
  tricks: number[];
  cards: number;
  forehead: boolean;
  points: number[] | null;
  over: boolean;
  history?: [number, string][];
  dealt?: CardText[][];
}

export type Phase = "bid" | "kitty" | "trump" | "call" | "exchange" | "drop_out" | "play" | "race" | "over";

export interface Foundation {
  suit: string;
  top: CardText;
  cards: number;
}

export interface Place {
  pile: number;
  pile_top: CardText | null;
  work: CardText[][];
  waste: number;
  waste_top: CardText | null;
  stock: number;
  stuck: boolean;
  foundation_cards: number;
}

export interface RaceView {
  game: "nerts";
  seat: number | null;
  phase: Phase;
  number: number;
  to_act?: number[];
  legal: string[];
  over: boolean;
  points: number[] | null;
  caller: number | null;
  foundations: Foundation[];
  places: Place[];
}

export type DealView = TrickView | RaceView;

/** A finished deal, as a row of the score sheet. */
export interface SheetRow {
  deal: number;
  dealer: number | null;
  points: number[];
  totals: number[];
  bids?: (number | string | null)[];
  cards?: number;
  declarer?: number | null;
  bid?: string | number | null;
  trump?: string | null;
  tricks?: number[];
  partner?: number | null;
  called?: string | null;
  foundation_cards?: number[];
  pile_left?: number[];
  caller?: number | null;
}

export interface MatchView {
  game: GameName;
  seats: string[];
  sides: number[][];
  scores: number[];
  over: boolean;
  winners: number[];
  sheet: SheetRow[];
  deal_number: number;
  deals_in_all: number | null;
  next_dealer: number | null;
  deal: DealView | null;
}

export interface Seat {
  seat: number;
  name: string;
  kind: "person" | "bot" | "open" | "closed";
  level: string | null;
  here: boolean;
  host: boolean;
  covered: boolean;
  ready: boolean;
  rtt: number | null;
}

/** What the server promises of a deal before it is dealt, and shows when it is over. */
export interface FairDeal {
  deal: number;
  commit: string;
  secret: string;
  mixes: { [seat: string]: string };
}

export interface Fair {
  commit: string | null;
  deal: number;
  last: FairDeal | null;
}

export interface TableState {
  name: string;
  game: GameName;
  title: string;
  rules: RuleSet;
  preset: string | null;
  differs: string[];
  /** The seats of each side; before the game none while the rules do not fit the seats. */
  sides: number[][];
  seats: Seat[];
  started: boolean;
  paused: boolean;
  pace: string;
  cover: string;
  between: boolean;
  over: boolean;
  watching: number;
  position: number;
  /** The race: milliseconds until it starts, at the moment of sending. */
  starts_in: number | null;
  fair?: Fair;
  link_secret?: string | null;
}

export interface TableEvent {
  kind: string;
  seat?: number;
  action?: string;
  bids?: (number | string | null)[];
  winner?: number | null;
  cards?: Played[];
  declarer?: number;
  bid?: string | number;
  trump?: string;
  points?: number[];
  ms?: number;
  [more: string]: unknown;
}

export interface Welcome {
  t: "welcome";
  v: number;
  seq: number;
  seat: number | null;
  host: boolean;
  /** The last number this seat has used for what it sends. */
  n: number;
  table: TableState;
  match: MatchView | null;
}

export interface Step {
  t: "step";
  seq: number;
  position: number;
  events: TableEvent[];
  table?: Partial<TableState>;
  match?: Partial<MatchView>;
  deal?: Partial<TrickView> | Partial<RaceView>;
}

export type ServerMessage =
  | Welcome
  | Step
  | { t: "resumed"; seq: number; n: number }
  | { t: "ack"; n: number; ok: boolean; code?: string; message?: string }
  | { t: "pong"; ms: number }
  | { t: "chat"; seat: number; text: string }
  | { t: "hint"; n: number; action: string; reason: string }
  | { t: "error"; code: string; message: string }
  | { t: "bye"; why: string };

export type ClientMessage =
  | { t: "hello"; v: 1; have: number | null }
  | { t: "act"; n: number; at?: number; action: string }
  | { t: "ready"; n: number; mix: string }
  | ({ t: "host"; n: number } & HostOrder)
  | { t: "name"; n: number; name: string }
  | { t: "sit"; n: number; seat: number }
  | { t: "leave"; n: number }
  | { t: "look" }
  | { t: "chat"; n: number; text: string }
  | { t: "hint"; n: number }
  | { t: "ping"; ms: number; rtt?: number };

export type HostOrder =
  | { do: "start"; mix: string }
  | { do: "pause" | "resume" | "next" }
  | { do: "bot"; seat: number; level: string }
  | { do: "open" | "close" | "kick" | "host"; seat: number }
  | { do: "pace" | "cover"; value: string }
  | { do: "rematch"; same: boolean };

/** One option of a game's rules, as /api/catalog tells it. */
export interface Option {
  name: string;
  default: Json;
  kind: string;
  choices: Json[] | null;
  low: number | null;
  high: number | null;
  meaning: string;
  label: string;
  group: string;
}

export interface Preset {
  name: string;
  note: string;
  rules: RuleSet;
}

export interface Game {
  name: GameName;
  title: string;
  presets: Preset[];
  options: Option[];
  players: [number, number];
}

export interface Catalog {
  version: string;
  games: Game[];
}

export interface TableFacts {
  table: string;
  seat: number | null;
  game: GameName;
  title: string;
  seats: { name: string; kind: string }[];
  started: boolean;
}

/** Why a bot did what it did: `at` is the place of the action in its deal. */
export interface Reason {
  at: number;
  seat: number;
  reason: string;
}

/** A game as text: what has been dealt and done. */
export interface GameRecord {
  game: GameName;
  seats: string[];
  deals: { dealer?: number; hands?: string[]; actions: [number, string][] }[];
}

import type { Place, RaceView, TableState, TrickView } from "../net/messages";
import type { Frame } from "../state/frames";

/** Small pictures of a table, for the tests. */

export function trickView(more: Partial<TrickView> = {}): TrickView {
  return {
    game: "peanuts",
    seat: 0,
    phase: "play",
    dealer: 3,
    number: 0,
    to_act: [0],
    legal: ["play JH"],
    hands: [["JH", "AS"], ["??", "??"], ["??", "??"], ["??", "??"]],
    turnup: "8H",
    trump: "H",
    kitty: [],
    bids: [1, 0, 2, 1],
    auction: [],
    talk: [],
    declarer: null,
    bid: null,
    called: null,
    partner: null,
    out: [],
    leader: 2,
    trick: [[2, "9H"]],
    last_trick: null,
    tricks: [0, 0, 0, 0],
    cards: 2,
    forehead: false,
    points: null,
    over: false,
    ...more,
  };
}

export function tableState(more: Partial<TableState> = {}): TableState {
  return {
    name: "abc",
    game: "peanuts",
    title: "Peanuts, the trick game",
    rules: {},
    preset: "jasperson",
    differs: [],
    sides: [[0], [1], [2], [3]],
    seats: ["Ann", "Bob", "Cy", "Dee"].map((name, seat) => ({ seat, name, kind: "person", level: null, here: true, host: seat === 0, covered: false, ready: false, rtt: null })),
    started: true,
    paused: false,
    pace: "normal",
    cover: "wait",
    between: false,
    over: false,
    watching: 0,
    position: 7,
    starts_in: null,
    ...more,
  };
}

export function frame(more: Partial<Frame> = {}, deal: TrickView | RaceView = trickView()): Frame {
  return {
    seq: 10,
    position: 7,
    seat: 0,
    host: true,
    table: tableState(),
    match: {
      game: deal.game,
      seats: ["Ann", "Bob", "Cy", "Dee"],
      sides: [[0], [1], [2], [3]],
      scores: [0, 10, 0, 0],
      over: false,
      winners: [],
      sheet: [],
      deal_number: 0,
      deals_in_all: 20,
      next_dealer: null,
      deal,
    },
    events: [],
    ...more,
  };
}

export function place(more: Partial<Place> = {}): Place {
  return { pile: 5, pile_top: "8H", work: [["KD", "QS"], ["9C"], ["3D"], ["7S"]], waste: 3, waste_top: "2D", stock: 20, stuck: false, foundation_cards: 2, ...more };
}

export function raceView(more: Partial<RaceView> = {}): RaceView {
  return {
    game: "nerts",
    seat: 0,
    phase: "race",
    number: 0,
    legal: [],
    over: false,
    points: null,
    caller: null,
    foundations: [
      { suit: "D", top: "AD", cards: 1 },
      { suit: "H", top: "7H", cards: 7 },
    ],
    places: [place(), place({ pile: 9 })],
    ...more,
  };
}

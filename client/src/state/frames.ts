import type { DealView, MatchView, Seat, Step, TableEvent, TableState, TrickView, Welcome } from "../net/messages";

/** Everything one viewer knows after one message: always whole, never half old and half new. */
export interface Frame {
  seq: number;
  position: number;
  seat: number | null;
  host: boolean;
  table: TableState;
  /** Null before the game has started. */
  match: MatchView | null;
  events: TableEvent[];
}

export function fromWelcome(told: Welcome): Frame {
  const { seq, seat, host, table, match } = told;
  return { seq, position: table.position, seat, host, table, match, events: [] };
}

/** The next frame, or null when a step is missing between and a full view is needed. */
export function afterStep(frame: Frame, step: Step): Frame | null {
  if (step.seq !== frame.seq + 1) return null;
  // The start of a race is told once, in the step that deals; later steps are later than it.
  const table = { ...frame.table, starts_in: null, ...step.table };
  const match = frame.match || step.match ? ({ ...frame.match, ...step.match } as MatchView) : null;
  if (match?.deal && step.deal) match.deal = { ...match.deal, ...step.deal } as DealView;
  return {
    ...frame,
    seq: step.seq,
    position: step.position,
    table,
    host: frame.seat !== null && table.seats[frame.seat]?.host === true,
    match,
    events: step.events,
  };
}

/** The trick games' deal of a frame, if it is one. */
export function trickDeal(frame: Frame): TrickView | null {
  const deal = frame.match?.deal;
  return deal && deal.game !== "nerts" ? deal : null;
}

export const pauseKind = (events: readonly TableEvent[]): "trick" | "show" | null =>
  events.some((event) => event.kind === "show") ? "show" : events.some((event) => event.kind === "trick") ? "trick" : null;

/** Which side of the match a seat belongs to. */
export const sideOf = (match: MatchView, seat: number): number => match.sides.findIndex((side) => side.includes(seat));

export const nameOf = (frame: Frame, seat: number | null | undefined): string =>
  seat === null || seat === undefined ? "nobody" : frame.table.seats[seat]?.name || frame.match?.seats[seat] || `Seat ${seat + 1}`;

/** The other seats clockwise, from the one at this viewer's left. */
export function around(count: number, own: number | null): number[] {
  const first = own ?? 0;
  return Array.from({ length: own === null ? count : count - 1 }, (_, step) => (first + step + (own === null ? 0 : 1)) % count);
}

export interface Ring {
  left: number[];
  top: number[];
  right: number[];
}

/** Seats laid around the table: up the left side, along the top, down the right side. */
export function ring(others: readonly number[], wide: boolean): Ring {
  const count = others.length;
  const most = wide ? 5 : 3;
  const side = count === 1 ? 0 : count === 2 ? 1 : Math.max(1, Math.ceil((count - most) / 2), wide ? 1 : Math.floor(count / 3));
  const top = count - 2 * side;
  return {
    left: others.slice(0, side).reverse(),
    top: others.slice(side, side + top),
    right: others.slice(side + top),
  };
}

/** Where a seat sits, as a direction from the middle of the table: x to the right, y down, each −1 … 1. */
export function direction(seat: number, own: number | null, count: number): { x: number; y: number } {
  const turn = ((seat - (own ?? 0) + count) % count) / count;
  const angle = Math.PI / 2 + turn * 2 * Math.PI;
  return { x: Math.cos(angle), y: Math.sin(angle) };
}

export const isWaitedFor = (seats: readonly Seat[], own: number | null): string[] =>
  seats.filter((one) => one.kind === "person" && one.here && !one.ready && one.seat !== own).map((one) => one.name);

import { computed, signal } from "@preact/signals";
import { HIDDEN } from "../cards/cards";
import type { RaceView } from "../net/messages";
import type { Frame } from "../state/frames";
import type { Table } from "../state/table";
import { fitsWork, foreseen, type Source, sourceAt, targets, moveText } from "./moves";

interface Pending {
  n: number;
  action: string;
}

/** The race as its player sees it: the server's picture, with his own moves on top until they are answered. */
export class Race {
  readonly pending = signal<Pending[]>([]);
  readonly chosen = signal<Source | null>(null);
  /** The spot whose card has just come back. */
  readonly sprung = signal<string | null>(null);
  readonly startsAt = signal(0);

  readonly view = computed<RaceView | null>(() => {
    const deal = this.table.deal.value;
    if (deal?.game !== "nerts") return null;
    const seat = this.table.seat.value;
    if (seat === null) return deal;
    return this.pending.value.reduce((view, { action }) => foreseen(view, seat, action), deal);
  });

  constructor(private readonly table: Table) {
    table.onFrame = (frame, whole) => this.frame(frame, whole);
    table.onAnswer = (n, ok) => this.answer(n, ok);
    table.onRenumber = (n, now) => {
      this.pending.value = this.pending.value.map((one) => (one.n === n ? { ...one, n: now } : one));
    };
  }

  get runs(): boolean {
    return this.table.shown.value?.table.rules["move_runs"] !== false;
  }

  /** Ask for a move and show it at once. */
  send(action: string): void {
    this.chosen.value = null;
    this.sprung.value = null;
    const n = this.table.act(action);
    if (action.startsWith("move ")) this.pending.value = [...this.pending.value, { n, action }];
  }

  draw(): void {
    this.send("draw");
  }

  /** A tap on a card: send it where it fits best, or take it up for a second tap. */
  tap(spot: string, depth: number, choose: boolean): void {
    const [view, seat] = [this.view.value, this.table.seat.value];
    const place = seat === null ? undefined : view?.places[seat];
    if (!view || !place || seat === null) return;
    const held = this.chosen.value;
    if (held) {
      this.chosen.value = null;
      if (held.from === spot) return;
      const pile = spot.startsWith("T");
      if (pile && (choose || fitsWork(place, Number(spot.slice(1)) - 1, held.cards[0] ?? HIDDEN))) return this.send(moveText(held, spot));
    }
    const source = sourceAt(place, spot, depth);
    if (!source) return;
    const [best] = choose ? [] : targets(view, seat, source, this.runs);
    if (best) this.send(moveText(source, best));
    else this.chosen.value = source;
  }

  /** A second tap on the foundations or on an empty work pile, or a card let go over them. */
  drop(source: Source | null, to: string): void {
    const held = source ?? this.chosen.value;
    this.chosen.value = null;
    if (held && held.from !== to) this.send(moveText(held, to));
  }

  private frame(frame: Frame, whole: boolean): void {
    // A full view knows best.
    if (whole) this.pending.value = [];
    if (frame.table.starts_in !== null) {
      this.startsAt.value = performance.now() + frame.table.starts_in;
    }
    for (const event of frame.events) {
      if (event.kind === "countdown" && typeof event.ms === "number") this.startsAt.value = performance.now() + event.ms;
      if (event.kind !== "move" || event.seat !== frame.seat) continue;
      const at = this.pending.value.findIndex((one) => one.action === event.action);
      if (at >= 0) this.pending.value = this.pending.value.filter((_, index) => index !== at);
    }
  }

  private answer(n: number, ok: boolean): void {
    const refused = this.pending.value.find((one) => one.n === n);
    if (!refused || ok) return;
    this.pending.value = this.pending.value.filter((one) => one.n !== n);
    this.sprung.value = refused.action.split(" ")[1] ?? null;
  }
}

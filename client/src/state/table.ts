import { batch, computed, signal } from "@preact/signals";
import type { HostOrder, ServerMessage } from "../net/messages";
import { Line, type LineState, mix } from "../net/socket";
import { retold } from "../words/told";
import { afterStep, type Frame, fromWelcome, pauseKind } from "./frames";
import { chime } from "./sounds";
import { settings, still } from "./settings";

export interface Refused {
  n: number;
  code: string;
  message: string;
}

export interface Hint {
  action: string;
  reason: string;
}

type Hold = { kind: "trick" } | { kind: "show"; count: number };

const SHOW_BEAT_MS = 700;
const FAR_BEHIND = 16;

/**
 * One table as this person sees it. What the server tells is put into frames; they are shown one after the
 * other, and a frame that ends a trick or shows secret bids stays until it has been seen.
 */
export class Table {
  readonly shown = signal<Frame | null>(null);
  readonly hold = signal<Hold | null>(null);
  readonly line = signal<LineState>("connecting");
  readonly refusal = signal<Refused | null>(null);
  readonly spoken = signal("");
  readonly hint = signal<Hint | null>(null);
  readonly sent = signal<{ n: number; action: string } | null>(null);
  readonly farewell = signal<string | null>(null);
  /** What was promised of each deal while it was still to come, and this device's own shares. */
  readonly promised = new Map<number, string>();
  readonly shares = new Set<string>();

  readonly deal = computed(() => this.shown.value?.match?.deal ?? null);
  readonly seat = computed(() => this.shown.value?.seat ?? null);
  readonly myTurn = computed(() => (this.deal.value?.legal.length ?? 0) > 0);

  /** For the race: told of every answer and every step at once. */
  onAnswer: ((n: number, ok: boolean) => void) | null = null;
  onFrame: ((frame: Frame, whole: boolean) => void) | null = null;
  onRenumber: ((n: number, now: number) => void) | null = null;

  private live: Frame | null = null;
  private queue: Frame[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;
  private fading: ReturnType<typeof setTimeout> | undefined;
  private readonly wire: Line;

  constructor(
    readonly name: string,
    open?: (url: string) => WebSocket,
  ) {
    const url = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws/${name}`;
    this.wire = new Line(
      url,
      {
        have: () => this.live?.seq ?? null,
        position: () => (this.live?.table.game === "nerts" ? null : (this.live?.position ?? null)),
        receive: (message) => batch(() => this.receive(message)),
        changed: (state) => (this.line.value = state),
        renumbered: (n, now) => this.renumbered(n, now),
        dropped: (n) => this.answer(n, false, "stale", "The line was down: that was not sent. Please choose again."),
      },
      open,
    );
  }

  start(): void {
    this.wire.start();
  }

  stop(): void {
    clearTimeout(this.timer);
    clearTimeout(this.fading);
    this.wire.stop();
  }

  /** Do something in the deal, as the server's own list of legal actions writes it. */
  act(action: string): number {
    const frame = this.shown.value;
    this.refusal.value = null;
    this.hint.value = null;
    const n = this.wire.act(action, frame && frame.table.game !== "nerts" ? frame.position : null);
    if (frame?.table.game !== "nerts") this.sent.value = { n, action };
    this.release();
    return n;
  }

  order(order: HostOrder): void {
    this.refusal.value = null;
    this.wire.host(order);
  }

  begin(): void {
    this.refusal.value = null;
    this.wire.host({ do: "start", mix: this.share() });
  }

  ready(): void {
    this.wire.ready(this.share());
  }

  private share(): string {
    const own = mix();
    this.shares.add(own);
    return own;
  }

  rename(name: string): void {
    this.wire.rename(name);
  }

  /** Before the game: take another seat. */
  sit(seat: number): void {
    this.refusal.value = null;
    this.wire.sit(seat);
  }

  leave(): void {
    this.wire.leave();
  }

  askHint(): void {
    this.wire.hint();
  }

  say(words: string): void {
    // The same words twice must be heard twice.
    this.spoken.value = this.spoken.value === words ? `${words}\u00a0` : words;
  }

  /** Say why not, without asking the server. */
  tell(message: string): void {
    this.refuse({ n: 0, code: "", message });
  }

  /** Seen: go on with what has happened since. */
  release(): void {
    if (!this.hold.value) return;
    clearTimeout(this.timer);
    this.hold.value = null;
    this.pump();
  }

  private receive(message: ServerMessage): void {
    switch (message.t) {
      case "welcome":
        this.welcome(fromWelcome(message));
        break;
      case "step": {
        if (!this.live || message.seq <= this.live.seq) return;
        const next = afterStep(this.live, message);
        if (!next) {
          this.wire.look();
          return;
        }
        this.live = next;
        this.note(next);
        this.queue.push(next);
        this.onFrame?.(next, false);
        this.pump();
        break;
      }
      case "ack":
        this.answer(message.n, message.ok, message.code ?? "", message.message ?? "");
        break;
      case "hint":
        this.hint.value = { action: message.action, reason: message.reason };
        break;
      case "error":
        this.refuse({ n: 0, code: message.code, message: message.message });
        break;
      case "bye":
        this.farewell.value = message.why;
        break;
      default:
        break;
    }
  }

  private welcome(frame: Frame): void {
    clearTimeout(this.timer);
    this.farewell.value = null;
    this.hold.value = null;
    this.queue = [];
    this.live = frame;
    this.note(frame);
    this.shown.value = frame;
    this.onFrame?.(frame, true);
  }

  /** Keep the first promise of a deal: a later one would be another. */
  private note({ table: { fair } }: Frame): void {
    if (!fair?.commit) return;
    // A rematch counts from the first deal again.
    if (fair.deal < Math.max(...this.promised.keys())) this.promised.clear();
    if (!this.promised.has(fair.deal)) this.promised.set(fair.deal, fair.commit);
  }

  private answer(n: number, ok: boolean, code: string, message: string): void {
    if (this.sent.value?.n === n) this.sent.value = null;
    this.onAnswer?.(n, ok);
    if (!ok) this.refuse({ n, code, message });
  }

  private renumbered(n: number, now: number): void {
    if (this.sent.value?.n === n) this.sent.value = { ...this.sent.value, n: now };
    this.onRenumber?.(n, now);
  }

  private refuse(refused: Refused): void {
    this.refusal.value = refused;
    this.say(refused.message);
    clearTimeout(this.fading);
    this.fading = setTimeout(() => (this.refusal.value = null), 7000);
  }

  private pump(): void {
    while (this.queue.length && !this.hold.value) {
      const before = this.shown.value;
      const frame = this.queue.shift() as Frame;
      const pause = pauseKind(frame.events);
      this.shown.value = frame;
      const words = retold(frame);
      if (words) this.say(words);
      chime(before, frame);
      if (pause && this.queue.length < FAR_BEHIND && document.visibilityState === "visible") this.pause(pause);
    }
  }

  private pause(kind: "trick" | "show"): void {
    const { hold } = settings.value;
    if (hold === 0) return;
    if (kind === "show") {
      this.hold.value = { kind, count: 0 };
      this.countUp();
    } else {
      this.hold.value = { kind };
      if (hold !== null) this.timer = setTimeout(() => this.release(), hold * 1000);
    }
  }

  /** One, two, three, show. */
  private countUp(): void {
    this.timer = setTimeout(
      () => {
        const now = this.hold.value;
        if (now?.kind !== "show") return;
        if (now.count >= 3) return this.release();
        this.hold.value = { kind: "show", count: now.count + 1 };
        this.countUp();
      },
      still() ? SHOW_BEAT_MS / 2 : SHOW_BEAT_MS,
    );
  }
}

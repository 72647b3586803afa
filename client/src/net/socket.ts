import type { ClientMessage, HostOrder, ServerMessage } from "./messages";

export type LineState = "connecting" | "up" | "down" | "refused";

export interface LineHooks {
  /** Last sequence number applied, or null for a full view. */
  have(): number | null;
  /** The position the person has before him now; null where positions do not count. */
  position(): number | null;
  receive(message: ServerMessage): void;
  changed(state: LineState): void;
  /** An action that was lost with the line and is stale now. */
  dropped(n: number): void;
  /** What went out as `n` goes out again under another number. */
  renumbered(n: number, now: number): void;
}

interface Waiting {
  message: ClientMessage & { n: number };
  at: number | null;
}

/** Seconds to wait before the next try; the spread keeps a whole family from knocking at once. */
export function patience(tries: number, spread = Math.random()): number {
  return Math.min(10, 0.4 * 2 ** tries) * (0.75 + spread / 2);
}

/** This person's own random share of the next deal (see "Fair deals" in docs/protocol.md). */
export function mix(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The server has closed the door: trying again would not help. */
const CLOSED_FOR_GOOD = [4401, 4404, 4409];
const SILENCE_MS = 25_000;
const PING_MS = 10_000;

/**
 * The line to one table. It reconnects by itself and resumes from the last number seen. An action that got
 * no answer is sent again, with its number, only if the position is still the one it was meant for.
 */
export class Line {
  private socket: WebSocket | null = null;
  private waiting = new Map<number, Waiting>();
  private counter = 0;
  private rtt: number | undefined;
  private tries = 0;
  private retry: ReturnType<typeof setTimeout> | undefined;
  private beat: ReturnType<typeof setInterval> | undefined;
  private heard = 0;
  private ended = false;
  private up = false;

  constructor(
    private readonly url: string,
    private readonly hooks: LineHooks,
    private readonly open: (url: string) => WebSocket = (address) => new WebSocket(address),
  ) {}

  start(): void {
    this.ended = false;
    addEventListener("online", this.now);
    document.addEventListener("visibilitychange", this.seen);
    this.connect();
  }

  stop(): void {
    this.ended = true;
    removeEventListener("online", this.now);
    document.removeEventListener("visibilitychange", this.seen);
    this.hangUp();
  }

  /** Ask for a full view. */
  look(): void {
    this.put({ t: "look" });
  }

  act(action: string, at: number | null): number {
    return this.send(at === null ? { t: "act", n: this.next(), action } : { t: "act", n: this.next(), at, action }, at);
  }

  host(order: HostOrder): number {
    return this.send({ t: "host", n: this.next(), ...order }, null);
  }

  ready(share: string): number {
    return this.send({ t: "ready", n: this.next(), mix: share }, null);
  }

  rename(name: string): number {
    return this.send({ t: "name", n: this.next(), name }, null);
  }

  sit(seat: number): number {
    return this.send({ t: "sit", n: this.next(), seat }, null);
  }

  leave(): number {
    return this.send({ t: "leave", n: this.next() }, null);
  }

  chat(text: string): number {
    return this.send({ t: "chat", n: this.next(), text }, null);
  }

  hint(): number {
    return this.send({ t: "hint", n: this.next() }, null);
  }

  private next(): number {
    return ++this.counter;
  }

  private send(message: ClientMessage & { n: number }, at: number | null): number {
    this.waiting.set(message.n, { message, at });
    if (this.up) this.put(message);
    return message.n;
  }

  private put(message: ClientMessage): void {
    this.socket?.send(JSON.stringify(message));
  }

  private now = (): void => {
    if (!this.up && !this.ended) this.connect();
  };

  private seen = (): void => {
    if (document.visibilityState === "visible") this.now();
  };

  private connect(): void {
    this.hangUp();
    this.hooks.changed("connecting");
    const socket = this.open(this.url);
    this.socket = socket;
    this.heard = Date.now();
    socket.onopen = () => this.put({ t: "hello", v: 1, have: this.hooks.have() });
    socket.onmessage = (frame) => {
      if (socket !== this.socket) return;
      this.heard = Date.now();
      this.take(JSON.parse(String(frame.data)) as ServerMessage);
    };
    socket.onclose = (end) => {
      if (socket === this.socket) this.lost(end.code);
    };
    this.beat = setInterval(() => {
      if (Date.now() - this.heard > SILENCE_MS) this.lost(4000);
      else if (this.up) this.ping();
    }, PING_MS);
  }

  private take(message: ServerMessage): void {
    if (message.t === "ack") {
      // Another tab of this seat may count on too.
      this.counter = Math.max(this.counter, message.n);
      if (!message.ok && message.code === "counter_used" && this.again(message.n)) return;
      this.waiting.delete(message.n);
    } else if (message.t === "pong") {
      this.rtt = Math.round(performance.now() - message.ms);
    } else if (message.t === "welcome" || message.t === "resumed") {
      this.counter = Math.max(this.counter, message.n);
    }
    this.hooks.receive(message);
    if (!this.up && (message.t === "welcome" || message.t === "resumed")) this.arrived();
  }

  /** Two tabs took the same number at once: what has not been done goes out under a new one. */
  private again(n: number): boolean {
    const waiting = this.waiting.get(n);
    if (!waiting) return false;
    this.waiting.delete(n);
    const message = { ...waiting.message, n: this.next() };
    this.waiting.set(message.n, { message, at: waiting.at });
    this.hooks.renumbered(n, message.n);
    this.put(message);
    return true;
  }

  private arrived(): void {
    this.up = true;
    this.tries = 0;
    this.hooks.changed("up");
    this.ping();
    for (const [n, { message, at }] of [...this.waiting]) {
      if (at !== null && at === this.hooks.position()) this.put(message);
      else {
        this.waiting.delete(n);
        this.hooks.dropped(n);
      }
    }
  }

  private lost(code: number): void {
    this.hangUp();
    if (this.ended) return;
    if (CLOSED_FOR_GOOD.includes(code)) {
      this.hooks.changed("refused");
      return;
    }
    this.hooks.changed("down");
    this.retry = setTimeout(() => this.connect(), patience(this.tries++) * 1000);
  }

  private ping(): void {
    const ms = Math.round(performance.now());
    this.put(this.rtt === undefined ? { t: "ping", ms } : { t: "ping", ms, rtt: this.rtt });
  }

  private hangUp(): void {
    clearTimeout(this.retry);
    clearInterval(this.beat);
    this.up = false;
    const socket = this.socket;
    this.socket = null;
    socket?.close();
  }
}

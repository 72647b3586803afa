import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { ClientMessage, ServerMessage } from "./messages";
import { Line, type LineState, patience } from "./socket";

class FakeSocket {
  static all: FakeSocket[] = [];
  sent: ClientMessage[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((frame: { data: string }) => void) | null = null;
  onclose: ((end: { code: number }) => void) | null = null;

  constructor() {
    FakeSocket.all.push(this);
  }

  send(text: string): void {
    const message = JSON.parse(text) as ClientMessage;
    if (message.t !== "ping") this.sent.push(message);
  }

  close(): void {}

  tell(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

let position = 7;
let have: number | null = null;
let states: LineState[] = [];
let received: ServerMessage[] = [];
let dropped: number[] = [];
let renumbered: [number, number][] = [];
let line: Line;

const last = (): FakeSocket => {
  const socket = FakeSocket.all.at(-1);
  if (!socket) throw new Error("no socket");
  return socket;
};

function connect(n = 4): void {
  last().onopen?.();
  last().tell({ t: "welcome", n, seq: 1 });
}

beforeEach(() => {
  vi.useFakeTimers();
  FakeSocket.all = [];
  [position, have, states, received, dropped, renumbered] = [7, null, [], [], [], []];
  line = new Line(
    "ws://x",
    {
      have: () => have,
      position: () => position,
      receive: (message) => received.push(message),
      changed: (state) => states.push(state),
      dropped: (n) => dropped.push(n),
      renumbered: (n, now) => renumbered.push([n, now]),
    },
    () => new FakeSocket() as unknown as WebSocket,
  );
  line.start();
});

afterEach(() => {
  line.stop();
  vi.useRealTimers();
});

it("says hello with what it has, and counts on from the welcome", () => {
  have = 17;
  connect(4);
  line.act("bid 3", 7);
  expect(last().sent).toEqual([
    { t: "hello", v: 1, have: 17 },
    { t: "act", n: 5, at: 7, action: "bid 3" },
  ]);
});

it("sends an unanswered action again, with its number, if the position is still the same", () => {
  connect();
  const n = line.act("play JH", 7);
  last().onclose?.({ code: 1006 });
  vi.advanceTimersByTime(12_000);
  expect(FakeSocket.all.length).toBe(2);
  last().onopen?.();
  last().tell({ t: "resumed", seq: 3, n: 4 });
  expect(last().sent.at(-1)).toEqual({ t: "act", n, at: 7, action: "play JH" });
  expect(dropped).toEqual([]);
});

it("drops it when the game has moved on", () => {
  connect();
  const n = line.act("play JH", 7);
  last().onclose?.({ code: 1006 });
  vi.advanceTimersByTime(12_000);
  position = 8;
  last().onopen?.();
  last().tell({ t: "resumed", seq: 3, n: 4 });
  expect(last().sent).toHaveLength(1);
  expect(dropped).toEqual([n]);
});

it("sends nothing again that was answered", () => {
  connect();
  const n = line.act("play JH", 7);
  last().tell({ t: "ack", n, ok: true });
  last().onclose?.({ code: 1006 });
  vi.advanceTimersByTime(12_000);
  last().onopen?.();
  last().tell({ t: "welcome", n: 5, seq: 3 });
  expect(last().sent).toHaveLength(1);
});

it("takes another number when a second tab was quicker", () => {
  connect(4);
  line.act("play JH", 7);
  last().tell({ t: "ack", n: 9, ok: true });
  last().tell({ t: "ack", n: 5, ok: false, code: "counter_used", message: "" });
  expect(last().sent.at(-1)).toEqual({ t: "act", n: 10, at: 7, action: "play JH" });
  expect(renumbered).toEqual([[5, 10]]);
});

it("stops at a door that is shut for good", () => {
  last().onclose?.({ code: 4401 });
  vi.advanceTimersByTime(60_000);
  expect(states.at(-1)).toBe("refused");
  expect(FakeSocket.all).toHaveLength(1);
});

it("hangs up on a line that has fallen silent", () => {
  connect();
  vi.advanceTimersByTime(45_000);
  expect(states).toContain("down");
});

it("waits longer after each failure, but not for ever", () => {
  expect(patience(0, 0.5)).toBeCloseTo(0.4);
  expect(patience(3, 0.5)).toBeGreaterThan(patience(1, 0.5));
  expect(patience(30, 1)).toBeLessThanOrEqual(12.5);
});

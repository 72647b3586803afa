import { describe, expect, it } from "vitest";
import { frame, trickView } from "../dev/sample";
import { afterStep, around, direction, pauseKind, ring, sideOf } from "./frames";

describe("the seats around the table", () => {
  it("follow each other clockwise from the own left", () => {
    expect(around(4, 2)).toEqual([3, 0, 1]);
    expect(around(3, null)).toEqual([0, 1, 2]);
  });

  it.each([2, 3, 4, 5, 6, 7, 8, 9, 10])("of %i players each have one place", (count) => {
    for (const wide of [true, false]) {
      const { left, top, right } = ring(around(count, 0), wide);
      // Up the left side, along the top, down the right side: the order of play.
      expect([...[...left].reverse(), ...top, ...right]).toEqual(around(count, 0));
      expect(left.length).toBe(right.length);
      expect(top.length).toBeLessThanOrEqual(wide ? 5 : 3);
    }
  });

  it("has the own seat below and the partner above", () => {
    expect(direction(1, 1, 4).y).toBeCloseTo(1);
    expect(direction(3, 1, 4).y).toBeCloseTo(-1);
    expect(direction(2, 1, 4).x).toBeCloseTo(-1);
  });
});

describe("a step", () => {
  it("changes what it names and leaves the rest and the frame before alone", () => {
    const before = frame();
    const after = afterStep(before, { t: "step", seq: 11, position: 8, events: [], deal: { to_act: [1], legal: [] }, match: { scores: [1, 2, 3, 4] }, table: { paused: true } });
    expect(after?.match?.deal).toEqual(trickView({ to_act: [1], legal: [] }));
    expect(after?.match?.scores).toEqual([1, 2, 3, 4]);
    expect(after?.match?.sides).toEqual(before.match?.sides);
    expect(after?.table.paused).toBe(true);
    expect(after?.position).toBe(8);
    expect(before).toEqual(frame());
  });

  it("is refused when one is missing before it", () => {
    expect(afterStep(frame(), { t: "step", seq: 12, position: 8, events: [] })).toBeNull();
  });

  it("tells when to pause", () => {
    expect(pauseKind([{ kind: "action" }, { kind: "trick" }])).toBe("trick");
    expect(pauseKind([{ kind: "show" }])).toBe("show");
    expect(pauseKind([{ kind: "action" }])).toBeNull();
  });
});

it("knows the side of a seat", () => {
  const { match } = frame();
  if (!match) throw new Error("no match");
  expect(sideOf({ ...match, sides: [[0, 2], [1, 3]] }, 3)).toBe(1);
});

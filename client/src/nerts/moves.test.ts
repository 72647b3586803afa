import { describe, expect, it } from "vitest";
import { place, raceView } from "../dev/sample";
import { fit } from "./fit";
import { foreseen, moveText, sourceAt, targets } from "./moves";

const source = (spot: string, depth = 1, own = place()) => {
  const found = sourceAt(own, spot, depth);
  if (!found) throw new Error("nothing there");
  return found;
};

describe("where a card fits", () => {
  it("is the foundation first", () => {
    expect(targets(raceView(), 0, source("P"), true)).toEqual(["F", "T2"]);
    expect(targets(raceView(), 0, source("W"), true)).toEqual(["F"]);
  });

  it("is a work pile of the other colour, one higher", () => {
    const view = raceView({ foundations: [] });
    expect(targets(view, 0, source("P"), true)).toEqual(["T2"]);
    expect(targets(view, 0, source("T4"), true)).toEqual([]);
  });

  it("is an empty work pile only when the pile is empty", () => {
    const empty = place({ pile: 0, pile_top: null, work: [["KD", "QS"], [], ["3D"], ["7S"]] });
    const view = raceView({ places: [empty, place()] });
    expect(targets(view, 0, source("T1", 1, empty), true)).toEqual(["T2"]);
    // A whole pile onto an empty place changes nothing.
    expect(targets(view, 0, source("T4", 1, empty), true)).toEqual([]);
  });

  it("lets runs lie where the rules say so", () => {
    const own = place({ work: [["QS", "JD"], ["KH"], ["3D"], ["7S"]] });
    const view = raceView({ places: [own] });
    const run = source("T1", 2, own);
    expect(targets(view, 0, run, true)).toEqual(["T2"]);
    expect(targets(view, 0, run, false)).toEqual([]);
    expect(moveText(run, "T2")).toBe("move T1 T2 2");
  });
});

describe("a move shown before its answer", () => {
  it("grows the foundation and uncovers an unknown card", () => {
    const after = foreseen(raceView(), 0, "move P F");
    expect(after.foundations[1]).toEqual({ suit: "H", top: "8H", cards: 8 });
    expect(after.places[0]).toMatchObject({ pile: 4, pile_top: "??", foundation_cards: 3 });
    expect(raceView().foundations[1]?.top).toBe("7H");
  });

  it("fills an empty work pile from the pile", () => {
    const after = foreseen(raceView({ foundations: [{ suit: "C", top: "8C", cards: 8 }] }), 0, "move T2 F");
    expect(after.places[0]?.work[1]).toEqual(["8H"]);
    expect(after.places[0]?.pile).toBe(4);
  });

  it("changes nothing when there is nothing to move", () => {
    const view = raceView();
    expect(foreseen(view, 0, "draw")).toBe(view);
    expect(foreseen(view, 0, "move T2 T1 4")).toBe(view);
  });
});

it("fits all foundations into their room", () => {
  for (const places of [8, 16, 32, 48]) {
    const { columns, width } = fit(374, 200, places);
    expect(columns * width).toBeLessThanOrEqual(374);
    expect(Math.ceil(places / columns) * width * 1.4).toBeLessThanOrEqual(200);
    expect(width).toBeGreaterThan(15);
  }
});

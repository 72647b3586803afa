import { describe, expect, it } from "vitest";
import { frame, raceView, trickView } from "../dev/sample";
import { actionLabel, actionSpoken, bidLabel, presetTitle, score, testId } from "./labels";
import { readHand, readLegal, readTable, retold, turnWords } from "./told";

describe("labels", () => {
  it("names a way to play", () => {
    expect(["iowa", "iowa-31", "oh-hell"].map(presetTitle)).toEqual(["Iowa", "Iowa 31", "Oh Hell"]);
  });


  it.each([
    ["bid 3", "3"],
    ["bid little", "Little"],
    ["bid 3 C", "3 ♣"],
    ["bid little H", "Little ♥"],
    ["say 3", "Say 3"],
    ["trump NT", "No trump"],
    ["trump H", "Hearts"],
    ["call AD", "Call ♦A"],
    ["play TS", "Play ♠10"],
    ["give XX", "Give joker"],
    ["call", "Nerts!"],
    ["yes", "Yes, we play"],
  ])("%s reads %s", (action, label) => expect(actionLabel(action)).toBe(label));

  it("has a bid as it stands on a seat", () => {
    expect(bidLabel("say 3")).toBe("say 3");
    expect(bidLabel(0)).toBe("0");
    expect(bidLabel(null)).toBe("");
    expect(testId("bid 3 C")).toBe("action-bid-3-C");
  });

  it("has a score with a true minus", () => {
    expect([-5, 0, 12].map(score)).toEqual(["−5", "0", "12"]);
  });

  it("never tells a hidden card", () => {
    expect(actionSpoken("discard ??")).toBe("lays away a card");
    expect(actionSpoken("bid ??")).toBe("has chosen a bid");
  });
});

describe("what a listener hears", () => {
  it("is what happened and whose turn it is", () => {
    const told = frame({ events: [{ kind: "action", seat: 2, action: "play 9H" }] });
    expect(retold(told)).toBe("Cy plays the 9 of hearts. Your turn.");
    const own = frame({ events: [{ kind: "action", seat: 0, action: "pass" }, { kind: "trick", winner: 0 }] }, trickView({ legal: [] }));
    expect(retold(own)).toBe("You pass. You take the trick.");
  });

  it("reads hand, table and what can be played", () => {
    expect(readHand(frame())).toBe("You hold hearts jack; spades ace.");
    expect(readLegal(frame())).toBe("You may play the jack of hearts.");
    expect(readTable(frame())).toContain("On the table: Cy the 9 of hearts.");
    expect(readLegal(frame({}, trickView({ phase: "bid", legal: ["bid 3 C", "pass"] })))).toBe("You may say: bid 3 clubs; pass.");
  });

  it("reads the race", () => {
    const race = frame({}, raceView());
    expect(readHand(race)).toContain("Your pile shows the 8 of hearts, 5 cards left.");
    expect(readTable(race)).toContain("Foundations: the ace of diamonds, the 7 of hearts. Bob 9 left.");
  });

  it("says whose turn it is", () => {
    expect(turnWords(frame())).toBe("Your turn: play a card");
    expect(turnWords(frame({}, trickView({ to_act: [1], legal: [] })))).toBe("Bob plays …");
    expect(turnWords(frame({}, trickView({ phase: "bid", to_act: [1, 3], legal: [], forehead: true })))).toBe("Waiting for Bob, Dee");
  });
});

import { describe, expect, it } from "vitest";
import { handInWords, keyed, short, sortHand, spoken } from "./cards";

describe("the order of a hand", () => {
  it("has trumps left, then alternating colours, high to low", () => {
    expect(sortHand(["2H", "AS", "9D", "KC", "TS", "AH"], "H", "peanuts")).toEqual(["AH", "2H", "AS", "TS", "9D", "KC"]);
  });

  it("alternates three suits without trump", () => {
    const suits = sortHand(["AS", "AC", "AD"], null, "peanuts").map((card) => card[1]);
    expect(suits).toEqual(["S", "D", "C"]);
  });

  it("puts the bowers and the joker at the head of the trumps in pepper", () => {
    expect(sortHand(["AH", "JD", "9S", "XX", "JH", "KD"], "H", "pepper")).toEqual(["JH", "JD", "XX", "AH", "9S", "KD"]);
  });

  it("leaves the jacks in their suits in no trump and in peanuts", () => {
    expect(sortHand(["JD", "AD", "QD"], "NT", "pepper")).toEqual(["AD", "QD", "JD"]);
    expect(sortHand(["JD", "AH"], "H", "peanuts")).toEqual(["AH", "JD"]);
  });

  it("keeps equal cards of a double deck apart by key", () => {
    expect(keyed(["AS", "AS", "9D"]).map(({ key }) => key)).toEqual(["AS0", "AS1", "9D0"]);
  });
});

describe("cards in words", () => {
  it("says them", () => {
    expect(spoken("JH")).toBe("the jack of hearts");
    expect(spoken("TC")).toBe("the 10 of clubs");
    expect(spoken("??")).toBe("a hidden card");
    expect(short("TD")).toBe("♦10");
    expect(handInWords(["AS", "9S", "KH"])).toBe("spades ace, 9; hearts king");
  });
});

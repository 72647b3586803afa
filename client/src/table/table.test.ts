import { describe, expect, it } from "vitest";
import { trickView } from "../dev/sample";
import { cell } from "../sheet/Sheet";
import { tricksOf } from "../sheet/tricks";
import { tableAddress } from "../start/StartPage";
import { readRules, rulesFromLink, writeRules } from "../state/device";
import { inert } from "../ui/Markup";
import { handVerb } from "./Hand";
import { groupBids } from "./Panel";
import { toGo } from "./Seat";

describe("what is still to be taken", () => {
  it("in peanuts is the own bid", () => {
    const deal = trickView({ bids: [2, 0, null, 1], tricks: [1, 1, 0, 1] });
    expect([0, 1, 2, 3].map((seat) => toGo(deal, seat, []))).toEqual([1, -1, null, 0]);
  });

  it("in pepper is the bidder's, for his side", () => {
    const deal = trickView({ game: "pepper", declarer: 2, bid: "4 C", tricks: [1, 2, 1, 0], cards: 6 });
    const sides = [[0, 2], [1, 3]];
    expect(toGo(deal, 2, sides)).toBe(2);
    expect(toGo(deal, 0, sides)).toBeNull();
    expect(toGo({ ...deal, bid: "little" }, 2, sides)).toBe(4);
    expect(toGo({ ...deal, bid: "4", partner: 1 }, 2, [[0], [1], [2], [3]])).toBe(1);
  });
});

it("lays the auction out in groups", () => {
  const { numbers, words, suited, rest } = groupBids(["bid 3", "bid 3 C", "bid 3 H", "bid little", "bid little H", "say 4", "pass"]);
  expect(numbers).toEqual(["bid 3"]);
  expect(words).toEqual(["bid little", "say 4"]);
  expect([...suited]).toEqual([["3", ["bid 3 C", "bid 3 H"]], ["little", ["bid little H"]]]);
  expect(rest).toEqual(["pass"]);
});

it("knows what touching a card means", () => {
  expect(handVerb(["with", "discard 9D"], "exchange")).toBe("discard");
  expect(handVerb(["give AH"], "exchange")).toBe("give");
  expect(handVerb([], "bid")).toBe("play");
});

describe("the score sheet", () => {
  it("has the bid left of the line and the total right", () => {
    const peanuts = { deal: 0, dealer: 0, points: [13, 0], totals: [13, 0], bids: [3, 1], tricks: [3, 2], cards: 5 };
    expect(cell(peanuts, 0, [0])).toMatchObject({ bid: "3", total: 13, made: true });
    expect(cell(peanuts, 1, [1])).toMatchObject({ bid: "1", total: 0, made: false });
    const pepper = { deal: 0, dealer: 0, points: [-3, 2], totals: [-3, 2], declarer: 2, bid: "3", trump: "H" };
    expect(cell(pepper, 0, [0, 2])).toMatchObject({ bid: "3", trump: "H", made: false, played: true });
    expect(cell(pepper, 1, [1, 3])).toMatchObject({ bid: "", played: false, total: 2 });
  });
});

it("finds the table in what was pasted", () => {
  expect(tableAddress("Come! http://10.0.0.1:8000/t/k3f9q2mz#abc-D_1")).toBe("/t/k3f9q2mz#abc-D_1");
  expect(tableAddress("k3f9q2mz k7qd-3mxa")).toBe("/t/k3f9q2mz#code=K7QD-3MXA");
  expect(tableAddress("hello")).toBeNull();
});

it("reads rules from files and links, and nothing else", () => {
  const own = { name: "Ours", game: "pepper" as const, rules: { preset: "iowa", target: 31 } };
  expect(readRules(writeRules(own))).toEqual(own);
  expect(rulesFromLink(`#rules=${encodeURIComponent(writeRules(own))}`)).toEqual(own);
  for (const text of ["null", "[]", '{"name":"x","game":"chess","rules":{}}', '{"name":"x","game":"nerts","rules":[]}', "{"]) expect(readRules(text)).toBeNull();
});

it("takes everything that acts out of markup", () => {
  const box = document.createElement("div");
  box.append(...inert('<p onclick="x()">Fine</p><script>x()</script><a href="javascript:x()">no</a>', "text/html"));
  expect(box.innerHTML).toBe("<p>Fine</p><a>no</a>");
});

it("finds the tricks of a finished deal and who took them", () => {
  const actions: [number, string][] = [[1, "bid 1"], [1, "play 9H"], [2, "play KH"], [3, "play 2H"], [2, "play AS"], [3, "play 3S"], [1, "play 4D"]];
  const tricks = tricksOf(actions, [0, 0, 1, 1]);
  expect(tricks.map(({ winner }) => winner)).toEqual([2, 3]);
  expect(tricks[1]?.cards[0]).toEqual([2, "AS"]);
});

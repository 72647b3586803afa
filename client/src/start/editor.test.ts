import { h, render } from "preact";
import { act } from "preact/test-utils";
import { expect, it, vi } from "vitest";
import type { Option, Preset } from "../net/messages";
import { Draft } from "../ui/Draft";
import { changedFrom, levelsOf } from "./RuleEditor";

it("keeps what is being typed when an answer comes in between", async () => {
  const [box, done] = [document.createElement("div"), vi.fn()];
  const show = (value: string) => act(() => render(h(Draft, { type: "number", value, onDone: done }), box));
  await show("20");
  const input = box.querySelector("input") as HTMLInputElement;
  await act(() => {
    input.value = "4";
    input.dispatchEvent(new Event("input", { bubbles: true }));
  });
  await show("20");
  expect(input.value).toBe("4");
  await act(() => void input.dispatchEvent(new Event("change", { bubbles: true })));
  expect(done).toHaveBeenCalledExactlyOnceWith("4");
});

it("offers a level for each trick of a hand", () => {
  const option = { name: "levels", low: null, high: null, choices: ["little", "big", "say 3"] } as unknown as Option;
  expect(levelsOf(option, [2, "big"], { hand_size: 4 })).toEqual([1, 2, "say 3", 3, 4, "little", "big"]);
});

it("counts what differs without the server", () => {
  const preset = { name: "iowa", note: "", rules: { target: 42, players: 4 } } as Preset;
  expect(changedFrom(preset, { players: 4, target: 30 })).toEqual(["target"]);
});

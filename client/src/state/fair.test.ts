import { expect, it } from "vitest";
import { check, sha256 } from "./fair";

const SECRET = "00ff10";
const COMMIT = "2da45f2cd1f9c8e69a67abf7a6b26c282533d0a7686787a9533265418680d4d2";

it("hashes the bytes that the hex stands for", async () => {
  expect(await sha256("")).toBe("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  expect(await sha256(SECRET)).toBe(COMMIT);
});

it("checks the secret, the promise seen before, and the own share", async () => {
  const last = { deal: 3, secret: SECRET, commit: COMMIT, mixes: { 0: "aa" } };
  expect(await check(last, new Map([[3, COMMIT]]), new Set(["aa"]))).toEqual({ hash: true, same: true, mine: true });
  expect(await check({ ...last, commit: "11" }, new Map([[3, COMMIT]]), new Set())).toEqual({ hash: false, same: false, mine: false });
  expect(await check(last, new Map(), new Set())).toMatchObject({ same: null });
});

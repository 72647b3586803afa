import type { FairDeal } from "../net/messages";

/** sha256 of bytes written in hex, in hex; null where the browser keeps its cryptography back (plain http). */
export async function sha256(hex: string): Promise<string | null> {
  if (!globalThis.crypto?.subtle) return null;
  const bytes = Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The same, for a terminal. */
export const byHand = (secret: string): string => `python3 -c "import hashlib; print(hashlib.sha256(bytes.fromhex('${secret}')).hexdigest())"`;

export interface FairCheck {
  /** The secret gives the promise that the server shows with it; null: not to be checked here. */
  hash: boolean | null;
  /** That promise is the one this device was shown before the deal; null: it was not here then. */
  same: boolean | null;
  /** A share of this device went into the deal. */
  mine: boolean;
}

export async function check(last: FairDeal, promised: ReadonlyMap<number, string>, shares: ReadonlySet<string>): Promise<FairCheck> {
  const hash = await sha256(last.secret);
  const seen = promised.get(last.deal);
  return {
    hash: hash === null ? null : hash === last.commit,
    same: seen === undefined ? null : seen === last.commit,
    mine: Object.values(last.mixes).some((mix) => shares.has(mix)),
  };
}

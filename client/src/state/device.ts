import { signal } from "@preact/signals";
import { api } from "../net/api";
import type { GameName, RuleSet } from "../net/messages";
import { keep, recall } from "./settings";

/** Where others find this server: as here, but not by an address that means each device itself. */
export const address = signal(location.origin);

/** Whether no other device reaches this server. */
export const onlyHere = signal(false);

export async function learnAddress(): Promise<void> {
  const told = await api.address().catch(() => null);
  if (told?.address) address.value = told.address;
  onlyHere.value = told?.only_here ?? false;
}

/** A table where somebody at this device has a seat. */
export interface MyTable {
  table: string;
  secret: string | null;
  title: string;
  when: number;
}

/** A family's own rules, kept under a name. */
export interface OwnRules {
  name: string;
  game: GameName;
  rules: RuleSet;
}

export const myName = signal(recall("name", ""));
export const myTables = signal(recall<MyTable[]>("tables", []));
export const ownRules = signal(recall<OwnRules[]>("rules", []));

export function rememberName(name: string): void {
  myName.value = name;
  keep("name", name);
}

export function rememberTable(table: string, secret: string | null, title: string): void {
  const old = myTables.value.find((one) => one.table === table);
  const entry = { table, secret: secret ?? old?.secret ?? null, title: title || old?.title || "", when: Date.now() };
  myTables.value = [entry, ...myTables.value.filter((one) => one.table !== table)].slice(0, 12);
  keep("tables", myTables.value);
}

export function forgetTable(table: string): void {
  myTables.value = myTables.value.filter((one) => one.table !== table);
  keep("tables", myTables.value);
}

export function saveRules(own: OwnRules): void {
  ownRules.value = [own, ...ownRules.value.filter((one) => one.name !== own.name)];
  keep("rules", ownRules.value);
}

export function forgetRules(name: string): void {
  ownRules.value = ownRules.value.filter((one) => one.name !== name);
  keep("rules", ownRules.value);
}

const GAMES: readonly string[] = ["peanuts", "pepper", "nerts"];

/** Own rules from a file or a link; null if it is something else. */
export function readRules(text: string): OwnRules | null {
  try {
    const told = JSON.parse(text) as Partial<OwnRules> & { format?: string };
    if (typeof told.name !== "string" || !GAMES.includes(told.game ?? "")) return null;
    if (typeof told.rules !== "object" || told.rules === null || Array.isArray(told.rules)) return null;
    return { name: told.name.slice(0, 60), game: told.game as GameName, rules: told.rules };
  } catch {
    return null;
  }
}

export const writeRules = (own: OwnRules): string => JSON.stringify({ format: "peppernut-rules/1", ...own });

export function rulesLink(own: OwnRules): string {
  return `${address.value}/#rules=${encodeURIComponent(writeRules(own))}`;
}

export function rulesFromLink(hash: string): OwnRules | null {
  const found = /^#rules=(.+)$/.exec(hash)?.[1];
  try {
    return found ? readRules(decodeURIComponent(found)) : null;
  } catch {
    return null;
  }
}

/** Hand a text to the person as a file. */
export function download(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}

import type { Catalog, GameName, GameRecord, Reason, RuleSet, TableFacts } from "./messages";

/** What the server refused, with its sentence for people. */
export class Refusal extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly options: string[] = [],
  ) {
    super(message);
  }
}

interface ErrorBody {
  error?: { code?: string; message?: string; options?: string[] };
}

async function ask<T>(path: string, body?: object, headers: Record<string, string> = {}): Promise<T> {
  let answer: Response;
  try {
    answer = await fetch(path, {
      method: body ? "POST" : "GET",
      headers: body ? { "Content-Type": "application/json", ...headers } : headers,
      credentials: "same-origin",
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
  } catch {
    throw new Refusal("no_line", "The table server cannot be reached just now.");
  }
  if (!answer.ok) {
    const told = (await answer.json().catch(() => ({}))) as ErrorBody;
    throw new Refusal(told.error?.code ?? String(answer.status), told.error?.message ?? "That did not work.", told.error?.options);
  }
  return (await answer.json()) as T;
}

export type RulesAnswer =
  | { ok: true; rules: RuleSet; differs: string[] }
  | { ok: false; error: { code: string; message: string; options?: string[] } };

export const api = {
  address: () => ask<{ address: string | null; only_here: boolean }>("/api/address"),
  catalog: () => ask<Catalog>("/api/catalog"),
  rules: (game: GameName, rules: RuleSet, players: number) => ask<RulesAnswer>("/api/rules", { game, rules, players }),
  rulebook: (game: GameName, rules: RuleSet) => ask<{ html: string }>("/api/rulebook", { game, rules }),
  tableRulebook: (table: string) => ask<{ html: string }>(`/api/tables/${table}/rulebook`),
  create: (game: GameName, rules: RuleSet, name: string, bots: Record<string, string> | "fill") =>
    ask<{ table: string; secret: string; seat: number }>("/api/tables", { game, rules, name, bots }),
  join: (table: string, secret: string | null, name: string, code: string | null) =>
    ask<{ seat: number | null }>(`/api/tables/${table}/join`, { secret, name, seat: null, code }),
  facts: (table: string, secret: string | null) =>
    ask<TableFacts>(`/api/tables/${table}`, undefined, secret ? { "X-Table-Secret": secret } : {}),
  code: (table: string) => ask<{ code: string }>(`/api/tables/${table}/code`, {}),
  record: (table: string) => ask<GameRecord>(`/api/tables/${table}/record`),
  reasons: (table: string, deal: number) => ask<{ reasons: Reason[] }>(`/api/tables/${table}/reasons/${deal}`),
  async qr(text: string): Promise<string> {
    const answer = await fetch("/api/qr", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ text }),
    });
    if (!answer.ok) throw new Refusal("qr", "No QR code could be made.");
    return answer.text();
  },
};

import { useEffect, useState } from "preact/hooks";
import { api, type Refusal } from "../net/api";
import type { Catalog, GameName, RuleSet } from "../net/messages";
import { go } from "../route";
import { download, forgetRules, myName, type OwnRules, ownRules, readRules, rememberName, rememberTable, rulesLink, saveRules, writeRules } from "../state/device";
import { keep } from "../state/settings";
import { RulebookDialog } from "../ui/RulebookDialog";
import { GAME_TITLES, presetTitle } from "../words/labels";
import { changedFrom, RuleEditor } from "./RuleEditor";

interface Checked {
  rules: RuleSet;
  differs: string[];
  trouble: string;
  at: string[];
}

/** The preset that kept rules start from, and what they change of it. */
function unpack(catalog: Catalog, { game, rules }: OwnRules): { preset: string; own: RuleSet } {
  const { preset, ...own } = rules;
  return { preset: typeof preset === "string" ? preset : (catalog.games.find((one) => one.name === game)?.presets[0]?.name ?? ""), own };
}

/** Choose game, house rules and number of players, and open a table; rules from a link are chosen already. */
export function OpenTable({ catalog, first, linked }: { catalog: Catalog; first: GameName; linked: OwnRules | null }) {
  const [name, setGame] = useState<GameName>(linked?.game ?? (catalog.games.some((game) => game.name === first) ? first : "peanuts"));
  const [fromLink, setFromLink] = useState(linked);
  const game = catalog.games.find((one) => one.name === name) ?? catalog.games[0];
  const [preset, setPreset] = useState(linked ? unpack(catalog, linked).preset : (game?.presets[0]?.name ?? ""));
  const [own, setOwn] = useState<RuleSet>(linked ? unpack(catalog, linked).own : {});
  const [checked, setChecked] = useState<Checked | null>(null);
  const [trouble, setTrouble] = useState("");
  const [reading, read] = useState(false);
  const [editing, edit] = useState(linked !== null);
  const chosen = game?.presets.find((one) => one.name === preset) ?? game?.presets[0];
  const players = Number(own["players"] ?? chosen?.rules["players"] ?? 4);
  const given: RuleSet = { preset: chosen?.name ?? preset, ...own };
  const fitting = game?.presets.filter((one) => one !== chosen && one.rules["players"] === players) ?? [];

  useEffect(() => {
    if (!game || !chosen) return;
    let stale = false;
    const timer = setTimeout(() => {
      api.rules(game.name, given, players).then(
        (told) => {
          if (stale) return;
          if (told.ok) setChecked({ rules: told.rules, differs: told.differs, trouble: "", at: [] });
          else setChecked((before) => ({ rules: before?.rules ?? chosen.rules, differs: changedFrom(chosen, own), trouble: told.error.message, at: told.error.options ?? [] }));
        },
        (error: Refusal) => !stale && setTrouble(error.message),
      );
    }, 150);
    return () => {
      stale = true;
      clearTimeout(timer);
    };
  }, [name, preset, JSON.stringify(own)]);

  if (!game || !chosen) return <p>No games here.</p>;

  const pick = (next: GameName) => {
    setGame(next);
    setPreset(catalog.games.find((one) => one.name === next)?.presets[0]?.name ?? "");
    setOwn({});
    setChecked(null);
    setFromLink(null);
  };

  const take = (saved: OwnRules) => {
    const parts = unpack(catalog, saved);
    setGame(saved.game);
    setPreset(parts.preset);
    setOwn(parts.own);
    setChecked(null);
    setFromLink(null);
  };

  const open = async (event: Event) => {
    event.preventDefault();
    keep("game", name);
    try {
      const made = await api.create(name, given, myName.value.trim(), {});
      rememberTable(made.table, made.secret, GAME_TITLES[name]);
      go(`/t/${made.table}`);
    } catch (error) {
      setTrouble((error as Refusal).message);
    }
  };

  return (
    <form class="open-table" onSubmit={open}>
      {fromLink && (
        <p role="status" class="note" data-testid="rules-from-link" dir="auto">
          These are the rules of “{fromLink.name}”, from a link
        </p>
      )}
      <fieldset>
        <legend>Which game?</legend>
        <div class="cards-choice">
          {catalog.games.map((one) => (
            <label key={one.name} class="option-card" data-testid={`game-${one.name}`}>
              <input type="radio" name="game" checked={one.name === name} onChange={() => pick(one.name)} />
              <span>{GAME_TITLES[one.name]}</span>
            </label>
          ))}
        </div>
      </fieldset>
      <fieldset>
        <legend>Whose rules?</legend>
        <div class="cards-choice presets">
          {game.presets.map((one) => (
            <label key={one.name} class="option-card" data-testid={`preset-${one.name}`}>
              <input
                type="radio"
                name="preset"
                checked={one.name === chosen.name}
                onChange={() => {
                  setPreset(one.name);
                  setOwn({});
                  setFromLink(null);
                }}
              />
              <span>
                <b>{presetTitle(one.name)}</b>
                <small>{one.note}</small>
              </span>
            </label>
          ))}
        </div>
        <SavedRules game={name} rules={given} onTake={take} />
      </fieldset>
      <label class="players">
        Players
        <select value={String(players)} data-testid="players" onChange={(event) => setOwn({ ...own, players: Number(event.currentTarget.value) })}>
          {Array.from({ length: game.players[1] - game.players[0] + 1 }, (_, step) => game.players[0] + step).map((count) => (
            <option key={count} value={String(count)}>
              {count}
            </option>
          ))}
        </select>
      </label>
      <div class="choices">
        <button type="button" class="act" aria-expanded={editing} data-testid="edit-rules" onClick={() => edit(!editing)}>
          House rules{checked && checked.differs.length > 0 ? ` (${checked.differs.length} changed)` : ""}
        </button>
        <button type="button" class="act" data-testid="rules" onClick={() => read(true)}>
          Read the rules
        </button>
        {Object.keys(own).length > 0 && (
          <button type="button" class="act" data-testid="as-preset" onClick={() => setOwn({})}>
            Back to {presetTitle(chosen.name)}
          </button>
        )}
      </div>
      {checked?.trouble && (
        <div class="trouble">
          <p role="alert" data-testid="rules-trouble">
            {checked.trouble}
          </p>
          {players !== chosen.rules["players"] && fitting.length > 0 && (
            <p class="choices" data-testid="fitting">
              Made for {players} players:
              {fitting.map((one) => (
                <button
                  key={one.name}
                  type="button"
                  class="act small"
                  onClick={() => {
                    setPreset(one.name);
                    setOwn({});
                  }}
                >
                  {presetTitle(one.name)}
                </button>
              ))}
            </p>
          )}
        </div>
      )}
      {editing && <RuleEditor game={game} preset={chosen} own={own} rules={checked?.rules ?? chosen.rules} differs={checked?.differs ?? []} wrong={checked?.at ?? []} onChange={setOwn} />}
      <label>
        Your name
        <input data-testid="name" required maxLength={40} dir="auto" autocomplete="given-name" value={myName.value} onInput={(event) => rememberName(event.currentTarget.value)} />
      </label>
      {trouble && (
        <p role="alert" class="trouble">
          {trouble}
        </p>
      )}
      <button type="submit" class="primary big" data-testid="create" disabled={Boolean(checked?.trouble)}>
        Open this table
      </button>
      {reading && <RulebookDialog load={() => api.rulebook(name, given)} onClose={() => read(false)} />}
    </form>
  );
}

/** Rule sets that this device keeps under a family's own name. */
function SavedRules({ game, rules, onTake }: { game: GameName; rules: RuleSet; onTake: (own: OwnRules) => void }) {
  const [label, setLabel] = useState("");
  const [note, setNote] = useState("");
  const save = () => {
    if (!label.trim()) return setNote("Give your rules a name first.");
    saveRules({ name: label.trim(), game, rules });
    setNote(`“${label.trim()}” is kept on this device.`);
    setLabel("");
  };
  const load = async (file: File | undefined) => {
    const read = file ? readRules(await file.text()) : null;
    if (!read) return setNote("That file holds no rules of Peppernut.");
    saveRules(read);
    onTake(read);
    setNote(`“${read.name}” is kept on this device.`);
  };
  const share = async (own: OwnRules) => {
    try {
      await navigator.clipboard.writeText(rulesLink(own));
      setNote("The link is copied.");
    } catch {
      setNote(rulesLink(own));
    }
  };
  return (
    <details class="saved">
      <summary>Our own rules{ownRules.value.length > 0 ? ` (${ownRules.value.length})` : ""}</summary>
      <ul>
        {ownRules.value.map((own) => (
          <li key={own.name}>
            <button type="button" class="act small" data-testid={`own-${own.name}`} onClick={() => onTake(own)} dir="auto">
              {own.name}
            </button>
            <span class="seat-acts">
              <button type="button" class="act small quiet" onClick={() => void share(own)}>
                Link
              </button>
              <button type="button" class="act small quiet" onClick={() => download(`${own.name}.json`, writeRules(own))}>
                File
              </button>
              <button type="button" class="act small quiet" onClick={() => forgetRules(own.name)}>
                Delete
              </button>
            </span>
          </li>
        ))}
      </ul>
      <div class="save-row">
        <input aria-label="A name for these rules" placeholder="A name for these rules" maxLength={60} value={label} dir="auto" onInput={(event) => setLabel(event.currentTarget.value)} />
        <button type="button" class="act small" data-testid="save-rules" onClick={save}>
          Keep these rules
        </button>
        <label class="act small file">
          From a file
          <input type="file" accept="application/json,.json" onChange={(event) => void load(event.currentTarget.files?.[0])} />
        </label>
      </div>
      {note && (
        <p role="status" class="note">
          {note}
        </p>
      )}
    </details>
  );
}

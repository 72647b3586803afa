import type { Game, Json, Option, Preset, RuleSet } from "../net/messages";
import { Draft } from "../ui/Draft";
import { presetTitle } from "../words/labels";

interface Props {
  game: Game;
  preset: Preset;
  own: RuleSet;
  rules: RuleSet;
  differs: string[];
  wrong: string[];
  onChange: (own: RuleSet) => void;
}

/** The options that are not as in the preset. */
export const changedFrom = (preset: Preset, own: RuleSet): string[] => Object.keys(own).filter((name) => JSON.stringify(own[name]) !== JSON.stringify(preset.rules[name]));

const asText = (value: Json | undefined): string => (value === null || value === undefined ? "none" : typeof value === "object" ? JSON.stringify(value) : String(value));

const words = (choice: Json): string => asText(choice).replaceAll("_", " ");

/** Every option of the game in plain words, as the server declares it, with the control that its kind asks for. */
export function RuleEditor({ game, preset, own, rules, differs, wrong, onChange }: Props) {
  // The number of players is chosen above.
  const options = game.options.filter((option) => option.name !== "players");
  const groups = [...new Set(options.map((option) => option.group))];
  const change = (name: string, value: Json | undefined) => {
    const { [name]: _, ...rest } = own;
    onChange(value === undefined || JSON.stringify(value) === JSON.stringify(preset.rules[name]) ? rest : { ...rest, [name]: value });
  };
  return (
    <div class="editor" data-testid="editor">
      {groups.map((group) => (
        <fieldset key={group}>
          <legend>{group}</legend>
          {options
            .filter((option) => option.group === group)
            .map((option) => {
              const changed = option.name in own || differs.includes(option.name);
              return (
                <div key={option.name} class={`rule ${changed ? "changed" : ""} ${wrong.includes(option.name) ? "wrong" : ""}`}>
                  <div class="rule-words">
                    <label for={`rule-${option.name}`}>{option.label}</label>
                    <p id={`about-${option.name}`}>{option.meaning}</p>
                    {option.name in own && (
                      <button type="button" class="act small quiet" onClick={() => change(option.name, undefined)}>
                        as in {presetTitle(preset.name)}: {words(preset.rules[option.name] ?? null)}
                      </button>
                    )}
                  </div>
                  <Control option={option} value={own[option.name] ?? (option.default === "auto" ? "auto" : rules[option.name]) ?? option.default} rules={rules} onChange={(value) => change(option.name, value)} />
                </div>
              );
            })}
        </fieldset>
      ))}
    </div>
  );
}

interface ControlProps {
  option: Option;
  value: Json;
  /** Every option as it stands now, for a control that depends on another. */
  rules: RuleSet;
  onChange: (value: Json | undefined) => void;
}

const splitList = (text: string): string[] => text.split(/[\s,]+/).filter(Boolean);

function Control({ option, value, rules, onChange }: ControlProps) {
  const common = { id: `rule-${option.name}`, "aria-describedby": `about-${option.name}`, "data-testid": `option-${option.name}` };
  switch (option.kind) {
    case "bool":
      return <input {...common} type="checkbox" role="switch" checked={value === true} onChange={(event) => onChange(event.currentTarget.checked)} />;
    case "choice":
      return (
        <select {...common} value={asText(value)} onChange={(event) => onChange((option.choices ?? []).find((one) => asText(one) === event.currentTarget.value))}>
          {(option.choices ?? []).map((choice) => (
            <option key={asText(choice)} value={asText(choice)}>
              {words(choice)}
            </option>
          ))}
        </select>
      );
    case "int":
      return <NumberOrWord option={option} value={value} rules={rules} onChange={onChange} common={common} />;
    case "levels":
      return <Levels option={option} value={value} rules={rules} onChange={onChange} />;
    case "deck":
      return <Deck option={option} value={value} rules={rules} onChange={onChange} />;
    default:
      return (
        <Draft
          {...common}
          type="text"
          value={Array.isArray(value) ? value.join(" ") : ""}
          placeholder="none"
          onDone={(text) => onChange(text.trim() ? splitList(text).map((one) => (/^-?\d+$/.test(one) ? Number(one) : one)) : undefined)}
        />
      );
  }
}

type Common = { id: string; "aria-describedby": string; "data-testid": string };

function NumberOrWord({ option, value, onChange, common }: ControlProps & { common: Common }) {
  const choices = (option.choices ?? []).map(asText);
  const isNumber = typeof value === "number";
  const number = (
    <Draft
      {...common}
      type="number"
      min={option.low ?? undefined}
      max={option.high ?? undefined}
      value={isNumber ? String(value) : ""}
      onDone={(text) => onChange(text === "" ? undefined : Number(text))}
    />
  );
  if (!choices.length) return number;
  return (
    <span class="number-or-word">
      <select
        aria-label={option.label}
        value={isNumber ? "number" : asText(value)}
        onChange={(event) => {
          const word = event.currentTarget.value;
          onChange(word === "number" ? (option.low ?? 0) : word);
        }}
      >
        {choices.map((choice) => (
          <option key={choice} value={choice}>
            {words(choice)}
          </option>
        ))}
        <option value="number">a number</option>
      </select>
      {isNumber && number}
    </span>
  );
}

/** All levels that could be bid, low to high: a number for each trick of a hand, and the words. */
export function levelsOf(option: Option, now: readonly Json[], rules: RuleSet): Json[] {
  const most = option.high ?? Number(rules["hand_size"] ?? 10);
  const numbers = Array.from({ length: most }, (_, step) => step + 1);
  const all: Json[] = [...new Set<Json>([...now, ...numbers, ...(option.choices ?? [])])];
  const rank = (level: Json): number => {
    if (typeof level === "number") return level;
    const said = /^say (\d)$/.exec(String(level));
    if (said) return Number(said[1]) - 0.5;
    return level === "little" ? 1000 : 1001;
  };
  return all.sort((one, other) => rank(one) - rank(other));
}

/** What can be bid: tap a level to take it in or leave it out. */
function Levels({ option, value, rules, onChange }: ControlProps) {
  const now = Array.isArray(value) ? value : [];
  const all = levelsOf(option, now, rules);
  return (
    <span class="levels" role="group" aria-label={option.label}>
      {all.map((level) => (
        <button
          key={asText(level)}
          type="button"
          class="chip"
          aria-pressed={now.includes(level)}
          onClick={() => onChange(now.includes(level) ? now.filter((one) => one !== level) : all.filter((one) => one === level || now.includes(one)))}
        >
          {asText(level)}
        </button>
      ))}
    </span>
  );
}

function Deck({ option, value, onChange }: ControlProps) {
  const deck = (typeof value === "object" && value !== null && !Array.isArray(value) ? value : {}) as RuleSet;
  const set = (key: string, part: Json) => onChange({ ...deck, [key]: part });
  const cards = (key: string, label: string) => (
    <label>
      {label}
      <Draft type="text" value={Array.isArray(deck[key]) ? (deck[key] as Json[]).join(" ") : ""} placeholder="none" onDone={(text) => set(key, splitList(text.toUpperCase()))} />
    </label>
  );
  const count = (key: string, label: string, low: number, high: number) => (
    <label>
      {label}
      <Draft type="number" min={low} max={high} value={String(deck[key] ?? low)} onDone={(text) => set(key, Number(text))} />
    </label>
  );
  return (
    <span class="deck" role="group" aria-label={option.label}>
      <label>
        lowest card
        <select value={asText(deck["low"] ?? "9")} onChange={(event) => set("low", event.currentTarget.value)}>
          {[..."23456789TJ"].map((rank) => (
            <option key={rank} value={rank}>
              {rank === "T" ? "10" : rank}
            </option>
          ))}
        </select>
      </label>
      {count("copies", "copies", 1, 4)}
      {count("jokers", "jokers", 0, 8)}
      {cards("extra", "more cards")}
      {cards("drop", "cards left out")}
    </span>
  );
}

import type { ComponentChildren } from "preact";
import { set, type Settings, settings } from "../state/settings";
import { Dialog } from "./Dialog";

type Switch = { [K in keyof Settings]: Settings[K] extends boolean ? K : never }[keyof Settings];

const SWITCHES: [Switch, string][] = [
  ["confirm", "Ask before a card is played"],
  ["large", "Large print"],
  ["contrast", "High contrast"],
  ["still", "No movement"],
  ["sounds", "Small sounds"],
  ["vibrate", "Buzz when it is my turn"],
];

const HOLDS: [string, number | null][] = [
  ["not at all", 0],
  ["1 second", 1],
  ["2 seconds", 2],
  ["4 seconds", 4],
  ["until I tap it", null],
];

function Choice<T extends string>({ label, value, of, onPick }: { label: string; value: T; of: [T, string][]; onPick: (value: T) => void }) {
  return (
    <Row label={label}>
      <select value={value} aria-label={label} onChange={(event) => onPick(event.currentTarget.value as T)}>
        {of.map(([key, text]) => (
          <option key={key} value={key}>
            {text}
          </option>
        ))}
      </select>
    </Row>
  );
}

function Row({ label, children }: { label: string; children: ComponentChildren }) {
  return (
    <div class="setting">
      <span>{label}</span>
      {children}
    </div>
  );
}

export function SettingsDialog({ onClose }: { onClose: () => void }) {
  const now = settings.value;
  return (
    <Dialog title="Settings of this device" onClose={onClose}>
      <div class="settings">
        <Choice label="A finished trick stays" value={String(now.hold)} of={HOLDS.map(([text, value]) => [String(value), text])} onPick={(value) => set("hold", value === "null" ? null : Number(value))} />
        <Choice label="Suit colours" value={now.suits} of={[["two", "two: red and black"], ["four", "four: every suit its own"]]} onPick={(value) => set("suits", value)} />
        <Choice label="Light" value={now.look} of={[["auto", "as the device"], ["light", "light"], ["dark", "dark"]]} onPick={(value) => set("look", value)} />
        <Choice label="Tapping a card in Nerts" value={now.nertsTap} of={[["send", "sends it where it fits"], ["choose", "picks it up; tap the target"]]} onPick={(value) => set("nertsTap", value)} />
        {SWITCHES.map(([key, label]) => (
          <label key={key} class="setting">
            <span>{label}</span>
            <input type="checkbox" role="switch" checked={now[key]} onChange={(event) => set(key, event.currentTarget.checked)} />
          </label>
        ))}
      </div>
    </Dialog>
  );
}

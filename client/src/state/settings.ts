import { effect, signal } from "@preact/signals";

export interface Settings {
  suits: "two" | "four";
  look: "auto" | "light" | "dark";
  large: boolean;
  contrast: boolean;
  still: boolean;
  sounds: boolean;
  vibrate: boolean;
  confirm: boolean;
  /** Seconds that a finished trick stays; null: until it is tapped. */
  hold: number | null;
  nertsTap: "send" | "choose";
}

const DEFAULTS: Settings = {
  suits: "two",
  look: "auto",
  large: false,
  contrast: false,
  still: false,
  sounds: false,
  vibrate: false,
  confirm: false,
  hold: 2,
  nertsTap: "send",
};

/** Something kept on this device; a browser that keeps nothing is fine. */
export function recall<T>(key: string, otherwise: T): T {
  try {
    const text = localStorage.getItem(`peppernut.${key}`);
    return text === null ? otherwise : (JSON.parse(text) as T);
  } catch {
    return otherwise;
  }
}

export function keep(key: string, value: unknown): void {
  try {
    localStorage.setItem(`peppernut.${key}`, JSON.stringify(value));
  } catch {
    // A full or forbidden store: the page works without it.
  }
}

export const settings = signal<Settings>({ ...DEFAULTS, ...recall<Partial<Settings>>("settings", {}) });

export function set<K extends keyof Settings>(key: K, value: Settings[K]): void {
  settings.value = { ...settings.value, [key]: value };
}

const calm = matchMedia("(prefers-reduced-motion: reduce)");

/** Whether pictures should stand still, by the settings here or of the whole device. */
export const still = (): boolean => settings.value.still || calm.matches;

/** Keep the settings and show them to the style sheet. */
export function watchSettings(): void {
  effect(() => {
    keep("settings", settings.value);
    const { suits, look, large, contrast, still: quiet } = settings.value;
    Object.assign(document.documentElement.dataset, {
      suits,
      look,
      large: String(large),
      contrast: String(contrast),
      still: String(quiet),
    });
  });
}

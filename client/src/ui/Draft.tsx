import type { JSX } from "preact";
import { useState } from "preact/hooks";

type Attributes = Omit<JSX.InputHTMLAttributes<HTMLInputElement>, "value" | "onChange" | "onInput" | "onBlur">;

/** An input whose text is its own until it is left: an answer that arrives while somebody types takes nothing away. */
export function Draft({ value, onDone, ...rest }: Attributes & { value: string; onDone: (text: string) => unknown }) {
  const [draft, write] = useState<string | null>(null);
  const done = (event: JSX.TargetedEvent<HTMLInputElement>) => {
    const text = event.currentTarget.value;
    write(null);
    if (text !== value) onDone(text);
  };
  return <input {...rest} value={draft ?? value} onInput={(event) => write(event.currentTarget.value)} onChange={done} onBlur={done} />;
}

import { useEffect, useRef } from "preact/hooks";

/** Where the focus goes when what had it is gone: to what wants an answer, else to the own cards. */
const NEXT = ['.panel button:not([disabled])', '[data-testid="next-hand"]:not([disabled])', '[data-testid="go-on"]', '.hand button[tabindex="0"]', '[data-testid="draw"]'];

/** Keep the focus on the table: a card that was played must not take it away, nor, at the start, the page that led here. */
export function useKeptFocus(start = false): (root: HTMLElement | null) => void {
  const held = useRef(start);
  const root = useRef<HTMLElement | null>(null);
  useEffect(() => {
    if (!held.current || document.activeElement !== document.body) return;
    const next = NEXT.map((one) => root.current?.querySelector<HTMLElement>(one)).find(Boolean);
    next?.focus({ preventScroll: true });
  });
  useEffect(() => {
    const inside = (event: FocusEvent) => (held.current = root.current?.contains(event.target as Node) === true);
    // A tap on the cloth puts the focus away on purpose.
    const away = (event: Event) => {
      if (!(event.target as HTMLElement).closest("button, input, select, a")) held.current = false;
    };
    addEventListener("focusin", inside);
    addEventListener("pointerdown", away);
    return () => {
      removeEventListener("focusin", inside);
      removeEventListener("pointerdown", away);
    };
  }, []);
  return (element) => (root.current = element);
}

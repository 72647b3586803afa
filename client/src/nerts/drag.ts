import { type Signal, useSignal } from "@preact/signals";
import type { RefObject } from "preact";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { useTable } from "../table/context";
import { type Source, sourceAt } from "./moves";
import type { Race } from "./race";

const FAR_ENOUGH = 8;

export interface Drag {
  source: Signal<Source | null>;
  ghost: Signal<Source | null>;
  box: RefObject<HTMLDivElement>;
  down(event: PointerEvent, spot: string, depth: number): void;
  /** The click that a browser makes of the end of a drag is none. */
  justDropped(): boolean;
}

/** Drag cards with mouse, pen or finger. The ghost follows the pointer without a render of the page. */
export function useDrag(race: Race): Drag {
  const table = useTable();
  const source = useSignal<Source | null>(null);
  const ghost = useSignal<Source | null>(null);
  const box = useRef<HTMLDivElement>(null);
  const hold = useRef<{ id: number; x: number; y: number; dx: number; dy: number; width: number; source: Source } | null>(null);
  const dropped = useRef(0);

  useEffect(() => {
    const place = (event: PointerEvent) => {
      const held = hold.current;
      if (!held || !box.current) return;
      box.current.style.width = `${held.width}px`;
      box.current.style.transform = `translate(${event.clientX - held.dx}px, ${event.clientY - held.dy}px)`;
    };
    const move = (event: PointerEvent) => {
      const held = hold.current;
      if (!held || held.id !== event.pointerId) return;
      if (!ghost.value && Math.hypot(event.clientX - held.x, event.clientY - held.y) > FAR_ENOUGH) {
        ghost.value = held.source;
        source.value = held.source;
        race.chosen.value = null;
        requestAnimationFrame(() => place(event));
      }
      place(event);
    };
    const end = (event: PointerEvent) => {
      const held = hold.current;
      if (!held || held.id !== event.pointerId) return;
      hold.current = null;
      if (!ghost.value) return;
      ghost.value = null;
      source.value = null;
      dropped.current = performance.now();
      if (event.type === "pointercancel") return;
      const target = document.elementsFromPoint(event.clientX, event.clientY).map((one) => one.closest<HTMLElement>("[data-drop]")).find(Boolean);
      if (target?.dataset["drop"]) race.drop(held.source, target.dataset["drop"]);
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", end);
    addEventListener("pointercancel", end);
    return () => {
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", end);
      removeEventListener("pointercancel", end);
    };
  }, [race]);

  return useMemo<Drag>(
    () => ({
      source,
      ghost,
      box,
      down(event, spot, depth) {
        const seat = table.seat.value;
        const own = seat === null ? undefined : race.view.value?.places[seat];
        const taken = own ? sourceAt(own, spot, depth) : null;
        if (!taken || event.button !== 0) return;
        const rect = (event.currentTarget as HTMLElement).getBoundingClientRect();
        (event.target as HTMLElement).releasePointerCapture?.(event.pointerId);
        hold.current = { id: event.pointerId, x: event.clientX, y: event.clientY, dx: event.clientX - rect.left, dy: event.clientY - rect.top, width: rect.width, source: taken };
      },
      justDropped: () => performance.now() - dropped.current < 250,
    }),
    [race],
  );
}

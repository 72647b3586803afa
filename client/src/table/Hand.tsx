import { signal } from "@preact/signals";
import { useRef, useState } from "preact/hooks";
import { Card } from "../cards/Card";
import { HIDDEN, keyed, sortHand, spoken } from "../cards/cards";
import type { TrickView } from "../net/messages";
import { settings } from "../state/settings";
import { actionLabel } from "../words/labels";
import { useTable } from "./context";

const narrow = signal(innerWidth < 620);
addEventListener("resize", () => (narrow.value = innerWidth < 620));

/** What touching a card of the hand means now. */
export function handVerb(legal: readonly string[], phase: string): string {
  for (const verb of ["discard", "give"]) if (legal.some((action) => action.startsWith(`${verb} `))) return verb;
  return phase === "kitty" ? "discard" : "play";
}

/** The phases in which a card of the hand can be meant. */
const TOUCHED = ["play", "kitty", "exchange"];

/** One row, or two where the cards would get too narrow for a thumb. */
function rows<T>(cards: T[], split: boolean): T[][] {
  if (!split || cards.length <= 7) return [cards];
  const half = Math.ceil(cards.length / 2);
  return [cards.slice(0, half), cards.slice(half)];
}

export function Hand({ deal, seat }: { deal: TrickView; seat: number }) {
  const table = useTable();
  const cards = keyed(sortHand(deal.hands[seat] ?? [], deal.trump, deal.game));
  const [chosen, choose] = useState<string | null>(null);
  const [at, setAt] = useState(0);
  const box = useRef<HTMLDivElement>(null);
  const verb = handVerb(deal.legal, deal.phase);
  const legal = new Set(deal.legal);
  const choosing = deal.legal.some((action) => action.startsWith(`${verb} `));
  const sent = table.sent.value?.action;
  const current = Math.min(at, cards.length - 1);

  // A forehead hand is a single card that is not to be seen.
  const hiddenPlay = cards[0]?.card === HIDDEN && cards.length === 1 && choosing ? deal.legal[0] : undefined;

  const touch = (card: string, key: string) => {
    const action = card === HIDDEN ? hiddenPlay : `${verb} ${card}`;
    if (!action || sent) return;
    if (!TOUCHED.includes(deal.phase)) {
      table.tell("The cards are not played yet.");
      return;
    }
    if (settings.value.confirm && legal.has(action) && chosen !== key) {
      choose(key);
      table.say(`${actionLabel(action)}? Once more to confirm.`);
      return;
    }
    choose(null);
    table.act(action);
  };

  const move = (event: KeyboardEvent) => {
    const last = cards.length - 1;
    const next = { ArrowRight: current + 1, ArrowLeft: current - 1, Home: 0, End: last }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    const place = (next + cards.length) % cards.length;
    setAt(place);
    box.current?.querySelectorAll<HTMLButtonElement>("button.hand-card")[place]?.focus();
  };

  const confirming = cards.find(({ key }) => key === chosen);
  let place = -1;
  return (
    <div class="hand-box">
      {confirming && (
        <button type="button" class="primary confirm" data-testid="confirm" onClick={() => touch(confirming.card, confirming.key)}>
          {actionLabel(`${verb} ${confirming.card}`)}
        </button>
      )}
      <div
        class="hand"
        ref={box}
        data-testid="hand"
        data-choosing={choosing}
        data-few={cards.length < 5}
        role="group"
        aria-label="Your hand"
        onKeyDown={move}
      >
        {rows(cards, narrow.value).map((row, line) => (
          <div key={line} class="hand-row" style={{ "--far": (row.length - 1) / 2 }}>
            {row.map(({ card, key }, column) => {
              place += 1;
              const own = place;
              const can = legal.has(`${verb} ${card}`) || (card === HIDDEN && hiddenPlay !== undefined);
              const state = sent === `${verb} ${card}` ? "sent" : chosen === key ? "chosen" : choosing ? (can ? "can" : "cannot") : "";
              return (
                <span key={key} class="hand-slot" style={{ "--turn": column - (row.length - 1) / 2 }}>
                  <button
                    type="button"
                    class={`hand-card ${state}`}
                    data-testid={`card-${card}`}
                    aria-disabled={!can}
                    tabIndex={own === current ? 0 : -1}
                    onFocus={() => setAt(own)}
                    onClick={() => touch(card, key)}
                  >
                    <Card card={card} />
                    <span class="hidden">{card === HIDDEN ? "your card, which you may not see" : spoken(card).replace("the ", "")}</span>
                  </button>
                </span>
              );
            })}
          </div>
        ))}
      </div>
    </div>
  );
}

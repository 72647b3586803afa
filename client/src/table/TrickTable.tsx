import { signal } from "@preact/signals";
import { useEffect, useState } from "preact/hooks";
import { HIDDEN } from "../cards/cards";
import type { TrickView } from "../net/messages";
import { Between } from "../sheet/Between";
import { around, nameOf, ring, trickDeal } from "../state/frames";
import { settings } from "../state/settings";
import { Icon } from "../ui/Icon";
import { hintLabel } from "../words/labels";
import { turnWords } from "../words/told";
import { useFrame, useTable } from "./context";
import { Hand } from "./Hand";
import { Panel } from "./Panel";
import { Seat } from "./Seat";
import { Trick } from "./Trick";

const wide = signal(innerWidth > innerHeight);
addEventListener("resize", () => (wide.value = innerWidth > innerHeight));

const COUNT = ["One …", "Two …", "Three …", "Show!"];
const SHOWN = COUNT.length - 1;

/** One line that says whose turn it is, or why something was refused. */
function StatusLine({ again, look }: { again: boolean; look: (() => void) | null }) {
  const table = useTable();
  const frame = useFrame();
  const { refusal, hint, hold } = table;
  const deal = trickDeal(frame);
  const mine = table.myTurn.value && !hold.value;
  const canHint = mine && frame.seat !== null;
  if (hold.value?.kind === "show") {
    return (
      <div class="status">
        <p data-testid="status-line">Everyone has chosen.</p>
      </div>
    );
  }
  if (hold.value?.kind === "trick" && deal?.last_trick) {
    const { winner } = deal.last_trick;
    return (
      <div class="status">
        <button type="button" class="go-on" data-testid="go-on" onClick={() => table.release()}>
          <b dir="auto">{winner === frame.seat ? "You take it" : `${nameOf(frame, winner)} takes it`}</b>
          <span>go on</span>
        </button>
      </div>
    );
  }
  return (
    <div class={`status ${mine ? "mine" : ""}`}>
      {refusal.value ? (
        <p class="refusal" data-testid="refusal">
          {refusal.value.message}
        </p>
      ) : (
        <p data-testid="status-line" dir="auto">
          {hint.value ? (
            <>
              <b>{hintLabel(hint.value.action)}:</b> {hint.value.reason.replace(/^.*?: /, "")}
            </>
          ) : (
            turnWords(frame)
          )}
        </p>
      )}
      {look && (
        <button type="button" class="icon" aria-label="Last trick" title="Last trick" aria-pressed={again} data-testid="last-trick" onClick={look}>
          <Icon name="back" />
        </button>
      )}
      {canHint && deal?.phase !== "over" && (
        <button type="button" class="icon" aria-label="Hint" title="Hint" onClick={() => table.askHint()}>
          <Icon name="bulb" />
        </button>
      )}
    </div>
  );
}

function ShowOverlay() {
  const table = useTable();
  const hold = table.hold.value;
  if (hold?.kind !== "show") return null;
  return (
    <button type="button" class="show-overlay" onClick={() => table.release()}>
      <span key={hold.count} class="show-word">
        {COUNT[hold.count]}
      </span>
    </button>
  );
}

/** A forehead hand as it was a moment ago: bids and the own card are shown only at the end of the count. */
function unseen(deal: TrickView, own: number | null): TrickView {
  return {
    ...deal,
    phase: "bid",
    bids: deal.bids.map(() => null),
    hands: deal.hands.map((hand, seat) => (seat === own ? hand.map(() => HIDDEN) : hand)),
    to_act: [],
    legal: [],
  };
}

/** The table of a trick game: the others around, the trick in the middle, the own hand large below. */
export function TrickTable() {
  const table = useTable();
  const frame = useFrame();
  const deal = trickDeal(frame);
  const held = table.hold.value;
  const finished = !deal || deal.over || frame.table.between;
  // The last trick, looked at once more where the house allows it; until the next one is complete.
  const [again, lookAgain] = useState(false);
  const may = deal?.phase === "play" && deal.last_trick !== null && deal.trick.length > 0 && !held && frame.table.rules["review_tricks"] !== false;
  useEffect(() => lookAgain(false), [may, deal?.tricks.join()]);
  if (finished && !held) return <Between />;
  if (!deal) return null;
  const others = around(deal.hands.length, frame.seat);
  const { left, top, right } = ring(others, wide.value);
  const view = held?.kind === "show" && held.count < SHOWN ? unseen(deal, frame.seat) : deal;
  const side = (name: string, seats: number[]) => (
    <ul class={`ring-${name}`} aria-label={`Players ${name === "top" ? "opposite" : `on your ${name}`}`}>
      {seats.map((seat) => (
        <li key={seat}>
          <Seat deal={view} seat={seat} />
        </li>
      ))}
    </ul>
  );
  return (
    <>
      <section class="felt" aria-label="Table" data-players={others.length + 1}>
        {side("left", left)}
        {side("top", top)}
        <Trick deal={view} again={again && may} stop={() => lookAgain(false)} />
        {side("right", right)}
        <ShowOverlay />
      </section>
      <section class="own" aria-label="Your place">
        {frame.seat !== null && <Panel deal={view} seat={frame.seat} />}
        <div class={`own-line ${!held && (table.hint.value || table.refusal.value) ? "long" : ""}`}>
          {frame.seat !== null && <Seat deal={view} seat={frame.seat} />}
          <StatusLine again={again} look={may ? () => lookAgain(!again) : null} />
        </div>
        {frame.seat !== null && !deal.out.includes(frame.seat) && <Hand deal={view} seat={frame.seat} key={settings.value.confirm ? "confirm" : "at once"} />}
      </section>
    </>
  );
}

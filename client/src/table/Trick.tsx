import { Card, SuitSign } from "../cards/Card";
import { spoken, suitName } from "../cards/cards";
import type { Played, TrickView } from "../net/messages";
import { direction, nameOf } from "../state/frames";
import { useFrame, useTable } from "./context";

/** The middle of the table: the cards of the trick, each on its player's side. */
export function Trick({ deal, again, stop }: { deal: TrickView; again: boolean; stop: () => void }) {
  const table = useTable();
  const frame = useFrame();
  const held = again || table.hold.value?.kind === "trick" ? deal.last_trick : null;
  const cards: Played[] = held ? held.cards : deal.trick;
  const count = deal.hands.length;
  return (
    <div
      class={`trick ${held ? "held" : ""}`}
      data-testid="trick"
      data-count={count > 6 ? "many" : count > 4 ? "some" : "few"}
      onClick={() => (again ? stop() : table.release())}
    >
      {deal.trump && (
        <div class="watermark">
          <SuitSign suit={deal.trump} />
        </div>
      )}
      <ol class="trick-cards" aria-label={held ? "The finished trick" : "Cards on the table"}>
        {cards.map(([seat, card]) => {
          const { x, y } = direction(seat, frame.seat, count);
          return (
            <li
              key={seat}
              class={`trick-card ${held?.winner === seat ? "winner" : ""}`}
              style={{ "--x": x.toFixed(3), "--y": y.toFixed(3) }}
              data-card={card}
            >
              <Card card={card} plain={count > 6} />
              <span class="hidden">
                {nameOf(frame, seat)}: {spoken(card)}
              </span>
            </li>
          );
        })}
      </ol>
      {again && held && <p class="again">The last trick: {held.winner === frame.seat ? "yours" : nameOf(frame, held.winner)}</p>}
      {deal.phase === "play" && !cards.length && deal.leader !== null && (
        <p class="lead-note" dir="auto">
          {deal.leader === frame.seat ? "You lead" : `${nameOf(frame, deal.leader)} leads`}
        </p>
      )}
      {deal.kitty.length > 0 && deal.phase !== "play" && !(deal.phase === "kitty" && deal.declarer === frame.seat) && (
        <ul class="kitty" aria-label="The kitty">
          {deal.kitty.map((card, place) => (
            <li key={place}>
              <Card card={card} plain />
              <span class="hidden">{spoken(card)}</span>
            </li>
          ))}
        </ul>
      )}
      {deal.phase === "bid" && deal.turnup && (
        <figure class="turnup">
          <Card card={deal.turnup} />
          <figcaption>{suitName(deal.trump ?? "")} are trump</figcaption>
        </figure>
      )}
    </div>
  );
}

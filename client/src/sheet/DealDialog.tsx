import { useEffect, useState } from "preact/hooks";
import { Card } from "../cards/Card";
import { keyed, sortHand, spoken } from "../cards/cards";
import { api, type Refusal } from "../net/api";
import type { SheetRow } from "../net/messages";
import { nameOf } from "../state/frames";
import { useFrame } from "../table/context";
import { Dialog } from "../ui/Dialog";
import { actionSpoken } from "../words/labels";
import { tricksOf } from "./tricks";

/** One finished deal, all hands open: what was dealt, said and played. */
export function DealDialog({ row, onClose }: { row: SheetRow; onClose: () => void }) {
  const frame = useFrame();
  const [deal, setDeal] = useState<{ hands: string[][]; actions: [number, string][] } | null>(null);
  const [trouble, setTrouble] = useState("");
  useEffect(() => {
    api.record(frame.table.name).then(
      (record) => {
        const found = record.deals[row.deal];
        if (found?.hands) setDeal({ hands: found.hands.map((hand) => hand.split(" ").filter(Boolean)), actions: found.actions });
        else setTrouble("This hand is not in the record yet.");
      },
      (error: Refusal) => setTrouble(error.message),
    );
  }, []);
  const seats = frame.match?.seats.map((_, seat) => seat) ?? [];
  const words = deal?.actions.filter(([, text]) => !text.startsWith("play ")) ?? [];
  return (
    <Dialog title={`Hand ${row.deal + 1}`} onClose={onClose} wide>
      {trouble && <p role="alert">{trouble}</p>}
      {deal && (
        <div class="sheet-scroll" tabIndex={0} role="region" aria-label="The deal">
          {deal.hands.map((hand, seat) => (
            <div key={seat} class="dealt-row">
              <b class="name" dir="auto">
                {nameOf(frame, seat)}
              </b>
              <span class="dealt-cards">
                {keyed(sortHand(hand, row.trump ?? null, frame.table.game)).map(({ card, key }) => (
                  <span key={key} class="dealt-card">
                    <Card card={card} plain />
                    <span class="hidden">{spoken(card)}</span>
                  </span>
                ))}
              </span>
            </div>
          ))}
          <p class="said" dir="auto">
            {words.map(([seat, text]) => `${nameOf(frame, seat)} ${actionSpoken(text)}`).join(" · ")}
          </p>
          <table class="played">
            <thead>
              <tr>
                {seats.map((seat) => (
                  <th key={seat} scope="col">
                    <span class="name" dir="auto">
                      {nameOf(frame, seat)}
                    </span>
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {tricksOf(deal.actions, row.tricks).map(({ cards, winner }, number) => (
                <tr key={number}>
                  {seats.map((seat) => {
                    const card = cards.find(([player]) => player === seat)?.[1];
                    return (
                      <td key={seat} class={`${winner === seat ? "took-it" : ""} ${cards[0]?.[0] === seat ? "led" : ""}`}>
                        {card && (
                          <>
                            <Card card={card} plain />
                            <span class="hidden">
                              {spoken(card)}
                              {winner === seat ? ", takes the trick" : ""}
                            </span>
                          </>
                        )}
                      </td>
                    );
                  })}
                </tr>
              ))}
            </tbody>
          </table>
          <p class="quiet">▶ led the trick; the bright card took it.</p>
        </div>
      )}
    </Dialog>
  );
}

import { type ComponentChildren, Fragment } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Card } from "../cards/Card";
import { keyed, sortHand, spoken } from "../cards/cards";
import { api, type Refusal } from "../net/api";
import type { Reason, SheetRow } from "../net/messages";
import { nameOf } from "../state/frames";
import { useFrame } from "../table/context";
import { Dialog } from "../ui/Dialog";
import { actionSpoken } from "../words/labels";
import { tricksOf } from "./tricks";

/** One finished deal, all hands open: what was dealt, said and played, and why the bots did what they did. */
export function DealDialog({ row, onClose }: { row: SheetRow; onClose: () => void }) {
  const frame = useFrame();
  const [deal, setDeal] = useState<{ hands: string[][]; actions: [number, string][] } | null>(null);
  const [trouble, setTrouble] = useState("");
  const [reasons, setReasons] = useState(new Map<number, Reason>());
  const [asked, setAsked] = useState<number | null>(null);
  useEffect(() => {
    api.reasons(frame.table.name, row.deal).then(
      (found) => setReasons(new Map(found.reasons.map((reason) => [reason.at, reason]))),
      () => undefined,
    );
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
  const words = deal?.actions.map(([seat, text], at) => ({ seat, text, at })).filter(({ text }) => !text.startsWith("play ")) ?? [];
  const told = asked === null ? undefined : reasons.get(asked);
  const why = (at: number, what: ComponentChildren) =>
    reasons.has(at) ? (
      <button type="button" class="why" data-testid={`why-${at}`} aria-pressed={asked === at} onClick={() => setAsked(asked === at ? null : at)}>
        {what}
      </button>
    ) : (
      what
    );
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
            {words.map(({ seat, text, at }, number) => (
              <Fragment key={at}>
                {number > 0 && " · "}
                {why(at, `${nameOf(frame, seat)} ${actionSpoken(text)}`)}
              </Fragment>
            ))}
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
              {tricksOf(deal.actions, row.tricks).map(({ cards, winner, at }, number) => (
                <tr key={number}>
                  {seats.map((seat) => {
                    const turn = cards.findIndex(([player]) => player === seat);
                    const card = cards[turn]?.[1];
                    return (
                      <td key={seat} class={`${winner === seat ? "took-it" : ""} ${cards[0]?.[0] === seat ? "led" : ""}`}>
                        {card &&
                          why(
                            at + turn,
                            <>
                              <Card card={card} plain />
                              <span class="hidden">
                                {spoken(card)}
                                {winner === seat ? ", takes the trick" : ""}
                              </span>
                            </>,
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
      {reasons.size > 0 && (
        <p class="told" role="status" data-testid="told" dir="auto">
          {told && deal ? (
            <>
              <b>
                {nameOf(frame, told.seat)} {actionSpoken(deal.actions[told.at]?.[1] ?? "")}:
              </b>{" "}
              “{told.reason.replace(/^.*?: /, "")}.”
            </>
          ) : (
            "Tap what a bot said or played, and it tells why."
          )}
        </p>
      )}
    </Dialog>
  );
}

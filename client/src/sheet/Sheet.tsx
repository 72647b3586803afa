import { useState } from "preact/hooks";
import { SuitSign } from "../cards/Card";
import type { SheetRow } from "../net/messages";
import { type Frame, nameOf } from "../state/frames";
import { useFrame } from "../table/context";
import { bidLabel, score } from "../words/labels";
import { DealDialog } from "./DealDialog";

interface Cell {
  bid: string;
  trump: string | null;
  total: number;
  points: number;
  made: boolean;
  played: boolean;
}

/** What stands in one side's column for one deal: the bid left of the line, the running total right. */
export function cell(row: SheetRow, side: number, seats: readonly number[]): Cell {
  const points = row.points[side] ?? 0;
  const common = { total: row.totals[side] ?? 0, points, trump: null };
  if (row.foundation_cards) {
    const seat = seats[0] ?? 0;
    return { ...common, bid: `${row.foundation_cards[seat] ?? 0} / ${row.pile_left?.[seat] ?? 0}`, made: row.caller === seat, played: row.caller === seat };
  }
  if (row.declarer === undefined) {
    const bid = row.bids?.[seats[0] ?? 0];
    return { ...common, bid: bid === null || bid === undefined ? "" : String(bid), made: bid === row.tricks?.[seats[0] ?? 0], played: true };
  }
  const declares = row.declarer !== null && seats.includes(row.declarer);
  return { ...common, bid: declares ? bidLabel(row.bid) : "", trump: declares ? (row.trump ?? null) : null, made: declares && points > 0, played: declares };
}

function rowTitle(frame: Frame, row: SheetRow): string {
  return frame.table.game === "peanuts" && row.cards !== undefined ? `${row.cards}` : `${row.deal + 1}`;
}

export function Sheet() {
  const frame = useFrame();
  const [shown, open] = useState<SheetRow | null>(null);
  const match = frame.match;
  if (!match) return null;
  const lead = Math.max(...match.scores) > Math.min(...match.scores) ? Math.max(...match.scores) : null;
  const peanuts = match.game === "peanuts";
  return (
    <div class="sheet-scroll" tabIndex={0} role="region" aria-label="Score sheet">
      <table class="sheet" data-testid="score-sheet" data-sides={match.sides.length > 2 ? "many" : "two"}>
        <thead>
          <tr>
            <th scope="col" class="deal-number">
              {peanuts ? "cards" : match.game === "nerts" ? "round" : "hand"}
            </th>
            {match.sides.map((seats, side) => (
              <th key={side} scope="col" colSpan={2} class={match.scores[side] === lead ? "ahead" : ""}>
                {seats.map((seat, place) => (
                  <span key={seat} class="name" dir="auto">
                    {nameOf(frame, seat)}
                    {place < seats.length - 1 && <span class="hidden"> & </span>}
                  </span>
                ))}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {match.sheet.map((row) => (
            <tr key={row.deal}>
              <th scope="row" class="deal-number">
                {match.game === "nerts" ? (
                  rowTitle(frame, row)
                ) : (
                  <button type="button" class="row-open" onClick={() => open(row)}>
                    {rowTitle(frame, row)}
                    <span class="hidden">: look at hand {row.deal + 1}</span>
                  </button>
                )}
              </th>
              {match.sides.map((seats, side) => {
                const { bid, trump, total, points, made, played } = cell(row, side, seats);
                return [
                  <td key={`${side} bid`} class={`bid-cell ${played ? (made ? "made" : "set") : ""}`}>
                    {bid}
                    {trump && !/[♣♦♥♠]|NT/.test(bid) && <SuitSign suit={trump} />}
                    {played && <span class="hidden">{made ? ", made" : ", not made"}</span>}
                  </td>,
                  <td key={`${side} total`} class="total-cell">
                    <small>{points > 0 ? `+${points}` : points ? score(points) : ""}</small>
                    {score(total)}
                  </td>,
                ];
              })}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" class="deal-number">
              {match.deals_in_all ? `${match.sheet.length}/${match.deals_in_all}` : "total"}
            </th>
            {match.sides.map((_, side) => (
              <td key={side} colSpan={2} class="sum" data-testid={`total-${side}`}>
                {score(match.scores[side] ?? 0)}
              </td>
            ))}
          </tr>
        </tfoot>
      </table>
      {match.game === "nerts" && match.sheet.length > 0 && <p class="quiet">Cards on the foundations / left in the pile.</p>}
      {shown && <DealDialog row={shown} onClose={() => open(null)} />}
    </div>
  );
}

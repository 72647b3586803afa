import { useState } from "preact/hooks";
import { Card } from "../cards/Card";
import { handInWords, keyed, sortHand } from "../cards/cards";
import { api, Refusal } from "../net/api";
import { download } from "../state/device";
import { isWaitedFor, nameOf, trickDeal } from "../state/frames";
import { useFrame, useTable } from "../table/context";
import { listed, score } from "../words/labels";
import { sideName } from "../words/told";
import { Curve } from "./Curve";
import { Sheet } from "./Sheet";

function Dealt() {
  const frame = useFrame();
  const deal = trickDeal(frame);
  if (!deal?.over || !deal.dealt) return null;
  return (
    <details class="dealt" open={innerHeight > 700}>
      <summary>The hands as they were dealt</summary>
      {deal.dealt.map((hand, seat) => {
        const sorted = sortHand(hand, deal.trump, deal.game);
        return (
          <div key={seat} class="dealt-row">
            <b class="name" dir="auto">
              {nameOf(frame, seat)}
            </b>
            <span class="dealt-cards" role="img" aria-label={handInWords(sorted)}>
              {keyed(sorted).map(({ card, key }) => (
                <Card key={key} card={card} plain />
              ))}
            </span>
          </div>
        );
      })}
    </details>
  );
}

function GameOver() {
  const table = useTable();
  const frame = useFrame();
  const [trouble, setTrouble] = useState("");
  const winners = (frame.match?.winners ?? []).map((side) => sideName(frame, side));
  const record = async () => {
    try {
      download(`${frame.table.name}.json`, JSON.stringify(await api.record(frame.table.name)));
    } catch (error) {
      setTrouble(error instanceof Refusal ? error.message : "The record could not be fetched.");
    }
  };
  return (
    <div class="game-over" data-testid="game-over">
      <h2 dir="auto">{winners.length > 1 ? `${listed(winners)} share the win` : winners[0]?.includes(" & ") ? `${winners[0]} win` : `${winners[0]} wins`}</h2>
      <Curve />
      <div class="choices">
        {frame.host && (
          <>
            <button type="button" class="primary" data-testid="rematch" onClick={() => table.order({ do: "rematch", same: false })}>
              Play again
            </button>
            <button type="button" class="act" onClick={() => table.order({ do: "rematch", same: true })}>
              Same deals again
            </button>
          </>
        )}
        <button type="button" class="act" data-testid="record" onClick={record}>
          Record as a file
        </button>
      </div>
      {trouble && <p role="alert">{trouble}</p>}
    </div>
  );
}

/** How the last round of the race came out, seat by seat. */
function RoundSummary() {
  const frame = useFrame();
  const row = frame.match?.sheet.at(-1);
  const { foundation_cards: played, pile_left: left } = row ?? {};
  if (!row || !played || !left) return null;
  const caller = row.caller ?? null;
  return (
    <div class="round-summary" data-testid="round-summary">
      <p dir="auto">{caller === null ? "nobody called" : `${nameOf(frame, caller)} called`}</p>
      <table>
        <thead>
          <tr>
            <th scope="col">Player</th>
            <th scope="col">Cards on the foundations</th>
            <th scope="col">Cards left in the pile</th>
            <th scope="col">Points</th>
          </tr>
        </thead>
        <tbody>
          {played.map((count, seat) => (
            <tr key={seat}>
              <th scope="row" dir="auto">
                {nameOf(frame, seat)}
              </th>
              <td>{count}</td>
              <td>{left[seat]}</td>
              <td>{score(row.points[frame.match?.sides.findIndex((seats) => seats.includes(seat)) ?? seat] ?? 0)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Between two hands: the score sheet, until everyone has seen it. */
export function Between() {
  const table = useTable();
  const frame = useFrame();
  const over = frame.match?.over === true;
  const first = !frame.match?.sheet.length;
  const own = frame.seat === null ? null : frame.table.seats[frame.seat];
  const waiting = isWaitedFor(frame.table.seats, frame.seat);
  return (
    <section class="between" aria-label={over ? "Results" : "Between hands"}>
      {over && <GameOver />}
      <RoundSummary />
      {!first && <Sheet />}
      {!over && frame.seat !== null && (
        <div class="between-foot">
          <button type="button" class="primary" data-testid="next-hand" disabled={own?.ready === true} onClick={() => table.ready()}>
            {first ? "Deal the first hand" : frame.table.game === "nerts" ? "Next round" : "Next hand"}
          </button>
          {own?.ready && waiting.length > 0 && <p dir="auto">Waiting for {waiting.join(", ")}</p>}
          {own?.ready && waiting.length > 0 && frame.host && (
            <button type="button" class="act" onClick={() => table.order({ do: "next" })}>
              Deal without waiting
            </button>
          )}
        </div>
      )}
      <Dealt />
    </section>
  );
}

import { Card } from "../cards/Card";
import { spoken } from "../cards/cards";
import type { TrickView } from "../net/messages";
import { nameOf } from "../state/frames";
import { Icon } from "../ui/Icon";
import { bidLabel, plural } from "../words/labels";
import { useFrame, useTable } from "./context";

/** Tricks that this seat's bid still asks for; null where no such bid is. */
export function toGo(deal: TrickView, seat: number, sides: readonly number[][]): number | null {
  if (deal.game === "peanuts") {
    const bid = deal.bids[seat];
    return typeof bid === "number" ? bid - (deal.tricks[seat] ?? 0) : null;
  }
  if (seat !== deal.declarer || deal.bid === null) return null;
  const asked = /\d+/.exec(String(deal.bid))?.[0];
  const side = sides.find((one) => one.includes(seat)) ?? [seat];
  const team = new Set(deal.partner === null ? side : [...side, deal.partner]);
  const taken = [...team].reduce((sum, one) => sum + (deal.tricks[one] ?? 0), 0);
  return Math.max(0, (asked === undefined ? deal.cards : Number(asked)) - taken);
}

const needs = (left: number): string => (left > 0 ? `${left} to go` : left === 0 ? "exact" : `${-left} over`);

function Facts({ deal, seat }: { deal: TrickView; seat: number }) {
  const frame = useFrame();
  const left = toGo(deal, seat, frame.match?.sides ?? []);
  const taken = deal.tricks[seat] ?? 0;
  const word = deal.talk.findLast(([speaker]) => speaker === seat)?.[1];
  if (deal.out.includes(seat)) return <p class="facts quiet">sits out</p>;
  if (deal.game === "peanuts") {
    const bid = deal.bids[seat];
    if (typeof bid !== "number") return <p class="facts quiet">{deal.phase === "bid" && !deal.forehead ? "no bid yet" : "\u00a0"}</p>;
    return (
      <p class="facts">
        <b class="bid">{bid}</b>
        <span class="took">
          {deal.phase === "bid" ? "bid" : deal.forehead ? "" : `took ${taken}`}
          {deal.phase !== "bid" && !deal.forehead && left !== null && <small class={left === 0 ? "good" : left < 0 ? "bad" : ""}>{needs(left)}</small>}
        </span>
      </p>
    );
  }
  const bid = seat === deal.declarer ? deal.bid : deal.phase === "bid" ? deal.bids[seat] : null;
  return (
    <p class="facts">
      {bid !== null && bid !== undefined && <b class={`bid ${seat === deal.declarer ? "won" : ""}`}>{bidLabel(bid)}</b>}
      {word && deal.phase === "drop_out" && <b class="bid">{word}</b>}
      {deal.phase === "play" && (
        <span class="took">
          took {taken}
          {left !== null && <small class={left === 0 ? "good" : ""}>{left === 0 ? "made" : `${left} to go`}</small>}
        </span>
      )}
      {seat === deal.partner && <small class="mark">partner</small>}
      {!bid && !word && deal.phase !== "play" && "\u00a0"}
    </p>
  );
}

/** One player at the table: who it is, what was bid, what was taken, and whether it is his turn. */
export function Seat({ deal, seat }: { deal: TrickView; seat: number }) {
  const frame = useFrame();
  const table = useTable();
  const person = frame.table.seats[seat];
  const turn = deal.to_act.includes(seat) && !table.hold.value;
  const side = frame.match?.sides.findIndex((one) => one.includes(seat)) ?? 0;
  const hand = deal.hands[seat] ?? [];
  const open = deal.forehead && seat !== frame.seat && hand.length === 1;
  return (
    <div class={`seat ${turn ? "turn" : ""} ${deal.out.includes(seat) ? "out" : ""}`} data-side={(frame.match?.sides.length ?? 0) === 2 ? side : undefined} data-testid={`seat-${seat}`}>
      <p class="who">
        <span class="name" dir="auto" title={nameOf(frame, seat)}>
          {nameOf(frame, seat)}
        </span>
      </p>
      <p class="marks">
        {seat === deal.dealer && (
          <abbr class="dealer" title="dealer">
            D
          </abbr>
        )}
        {seat === deal.leader && deal.phase === "play" && (
          <abbr class="leads" title="leads">
            ▶
          </abbr>
        )}
        {person?.kind === "bot" && <Icon name="bot" />}
        {person?.kind === "person" && !person.here && (
          <span class="gone" title={person.covered ? "away: a bot plays" : "away"}>
            <Icon name={person.covered ? "bot" : "away"} />
          </span>
        )}
      </p>
      <Facts deal={deal} seat={seat} />
      <span class="hidden">
        {turn ? "to act. " : ""}
        {seat === deal.leader && deal.trick.length === 0 ? "leads. " : ""}
        {plural(hand.length, "card")} left.
        {person?.kind === "person" && !person.here ? " Away." : ""}
      </span>
      {open && hand[0] && (
        <span class="forehead" role="img" aria-label={`holds ${spoken(hand[0])}`}>
          <Card card={hand[0]} plain />
        </span>
      )}
    </div>
  );
}

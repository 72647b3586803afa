import { SuitSign } from "../cards/Card";
import { short, suitName } from "../cards/cards";
import { nameOf, trickDeal } from "../state/frames";
import { Icon } from "../ui/Icon";
import { bidLabel, score } from "../words/labels";
import { sideName } from "../words/told";
import { useFrame } from "./context";

export type DialogName = "menu" | "sheet" | "rules" | "settings" | "help";

/** Trump, always in sight, and what is played for. */
function Contract() {
  const frame = useFrame();
  const deal = trickDeal(frame);
  if (!deal) return null;
  return (
    <p class="contract">
      {deal.trump ? (
        <span class="trump" data-testid="trump">
          <SuitSign suit={deal.trump} />
          <span>
            <small>trump</small>
            {suitName(deal.trump)}
          </span>
        </span>
      ) : (
        <span class="trump none">
          <small>trump</small>?
        </span>
      )}
      {deal.game === "pepper" && deal.declarer !== null && deal.bid !== null && (
        <span class="played-for">
          <small dir="auto">{nameOf(frame, deal.declarer)}</small>
          <b>{bidLabel(deal.bid)}</b>
        </span>
      )}
      {deal.called && (
        <span class="played-for called">
          <small>called</small>
          <b>{short(deal.called)}</b>
        </span>
      )}
    </p>
  );
}

/** The score of two sides, the own side first and each with its owner. */
function Score() {
  const frame = useFrame();
  const { match, seat } = frame;
  if (match?.scores.length !== 2) return null;
  const own = seat === null ? -1 : match.sides.findIndex((seats) => seats.includes(seat));
  const label = (side: number) => {
    const pair = (match.sides[side]?.length ?? 0) > 1;
    if (own < 0 || (side !== own && !pair)) return sideName(frame, side);
    return side === own ? (pair ? "us" : "you") : "them";
  };
  return (
    <b data-testid="score">
      {(own === 1 ? [1, 0] : [0, 1]).map((side, place) => (
        <>
          {place > 0 && " : "}
          <span>
            <small dir="auto">{label(side)}</small> {score(match.scores[side] ?? 0)}
          </span>
        </>
      ))}
    </b>
  );
}

function Progress() {
  const { match, table } = useFrame();
  if (!match) return null;
  const deal = match.deal;
  const of = match.deals_in_all ? ` of ${match.deals_in_all}` : "";
  const number = deal ? deal.number + 1 : match.sheet.length;
  return (
    <p class="progress">
      <span>{table.game === "nerts" ? `round ${number}` : `hand ${number}${of}`}</span>
      <Score />
    </p>
  );
}

const BUTTONS: [DialogName, "sheet" | "book" | "gear" | "menu", string][] = [
  ["sheet", "sheet", "Score sheet"],
  ["rules", "book", "Rules of this table"],
  ["settings", "gear", "Settings"],
  ["menu", "menu", "Table and players"],
];

export function TopBar({ open }: { open: (name: DialogName) => void }) {
  return (
    <header class="topbar">
      <Contract />
      <Progress />
      <nav aria-label="Table">
        {BUTTONS.map(([name, icon, label]) => (
          <button key={name} type="button" class="icon" aria-label={label} title={label} data-testid={name} onClick={() => open(name)}>
            <Icon name={icon} />
          </button>
        ))}
      </nav>
    </header>
  );
}

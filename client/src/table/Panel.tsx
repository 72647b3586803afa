import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { Card, SuitSign } from "../cards/Card";
import { sortHand, spoken, suitName, suitOf } from "../cards/cards";
import type { Json, TrickView } from "../net/messages";
import { nameOf } from "../state/frames";
import { actionLabel, bidLabel, testId } from "../words/labels";
import { useFrame, useTable } from "./context";

const SUITS = ["C", "D", "H", "S", "NT"];

export interface BidGroups {
  numbers: string[];
  words: string[];
  /** Level → the actions that bid it, suit by suit. */
  suited: Map<string, string[]>;
  rest: string[];
}

/** The legal words of an auction, as they are laid out: numbers, special bids, bids with a suit, the rest. */
export function groupBids(legal: readonly string[]): BidGroups {
  const groups: BidGroups = { numbers: [], words: [], suited: new Map(), rest: [] };
  for (const action of legal) {
    const [verb, level = "", suit] = action.split(" ");
    if (verb === "bid" && suit) groups.suited.set(level, [...(groups.suited.get(level) ?? []), action]);
    else if (verb === "bid" && /^\d+$/.test(level)) groups.numbers.push(action);
    else if (verb === "bid" || verb === "say") groups.words.push(action);
    else groups.rest.push(action);
  }
  return groups;
}

function Act({ action, kind = "", children }: { action: string; kind?: string; children?: ComponentChildren }) {
  const table = useTable();
  const sent = table.sent.value;
  return (
    <button type="button" class={`act ${kind} ${sent?.action === action ? "sent" : ""}`} data-testid={testId(action)} disabled={sent !== null} onClick={() => table.act(action)}>
      {children ?? actionLabel(action)}
    </button>
  );
}

function Box({ title, next, children }: { title: string; next?: string | undefined; children: ComponentChildren }) {
  const walk = (event: KeyboardEvent & { currentTarget: HTMLElement }) => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const buttons = [...event.currentTarget.querySelectorAll<HTMLButtonElement>("button:not([disabled])")];
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
    buttons[(at + step + buttons.length) % buttons.length]?.focus();
  };
  return (
    <section class="panel" aria-label={title} data-testid="panel" onKeyDown={walk}>
      <h2>{title}</h2>
      {next && <p class="next">{next}</p>}
      {children}
    </section>
  );
}

/** Bids that name a suit: first how high, then in what; two short rows instead of a wall of buttons. */
function SuitBids({ suited }: { suited: Map<string, string[]> }) {
  const [wanted, want] = useState<string | null>(null);
  const [lowest = ""] = suited.keys();
  const level = wanted !== null && suited.has(wanted) ? wanted : lowest;
  const row = suited.get(level) ?? [];
  const label = (one: string) => (/^\d/.test(one) ? one : actionLabel(`bid ${one}`));
  return (
    <>
      <div class="choices numbers" role="group" aria-label="How high">
        {[...suited.keys()].map((one) => (
          <button key={one} type="button" class="act number level" aria-pressed={one === level} data-testid={`level-${one}`} onClick={() => want(one)}>
            {label(one)}
          </button>
        ))}
      </div>
      <div class="suit-row" role="group" aria-label="In what">
        {SUITS.flatMap((suit) => {
          const action = row.find((one) => one.endsWith(` ${suit}`));
          return action ? [
            <Act key={suit} action={action} kind="suited">
              {label(level)}
              <SuitSign suit={suit} />
              <span class="hidden">{suitName(suit)}</span>
            </Act>,
          ] : [];
        })}
      </div>
    </>
  );
}

function Auction({ deal }: { deal: TrickView }) {
  const { numbers, words, suited, rest } = groupBids(deal.legal);
  const high = deal.auction.findLast(([, word]) => word !== "pass");
  const frame = useFrame();
  const title = deal.game === "peanuts" ? "How many tricks will you take?" : "Your bid";
  const next = deal.game === "pepper" ? (high ? `Highest so far: ${bidLabel(high[1])} by ${nameOf(frame, high[0])}` : "Nobody has bid yet.") : undefined;
  return (
    <Box title={title} next={next}>
      {numbers.length > 0 && (
        <div class="choices numbers">
          {numbers.map((action) => (
            <Act key={action} action={action} kind="number" />
          ))}
        </div>
      )}
      {suited.size > 0 && <SuitBids suited={suited} />}
      {words.length + rest.length > 0 && (
        <div class="choices foot">
          {[...words, ...rest].map((action) => (
            <Act key={action} action={action} kind={action === "pass" || action === "surrender" ? "quiet" : ""} />
          ))}
        </div>
      )}
    </Box>
  );
}

function Forehead({ deal }: { deal: TrickView }) {
  return (
    <Box title="Will your card take the trick?" next="Everyone chooses in secret. Then, together: one, two, three, show.">
      <div class="choices">
        {deal.legal.map((action) => (
          <Act key={action} action={action} kind="number">
            <b>{action.slice(4)}</b> {action === "bid 0" ? "no" : "yes"}
          </Act>
        ))}
      </div>
    </Box>
  );
}

function Trump({ deal }: { deal: TrickView }) {
  return (
    <Box title="Name trump">
      <div class="choices trumps">
        {deal.legal.map((action) => (
          <Act key={action} action={action} kind="suited">
            <SuitSign suit={action.slice(6)} />
            {actionLabel(action)}
          </Act>
        ))}
      </div>
    </Box>
  );
}

/** What yes and no mean where the defenders settle it together, each alone, or by vote. */
function dropWords(way: Json | undefined, bidder: string): { yes: string; no: string; after: string } {
  switch (way) {
    case "individual":
      return { yes: "Yes, I play", no: "No: I drop out, for myself alone", after: `If all drop out, ${bidder} gets the bid without play.` };
    case "vote":
      return { yes: "Yes, I vote to play", no: "No: I vote to give it up (two votes to play are enough to play)", after: `If it is given up, ${bidder} gets the bid without play.` };
    default:
      return { yes: "Yes, we play", no: "No: I would rather give it up (the two of you decide together)", after: `If you two give it up, ${bidder} gets the bid without play.` };
  }
}

function DropOut({ deal }: { deal: TrickView }) {
  const frame = useFrame();
  const said = deal.talk.map(([seat, word]) => `${nameOf(frame, seat)}: ${word}`).join(" · ");
  const bidder = nameOf(frame, deal.declarer);
  const maybe = deal.legal.includes("maybe");
  const words = dropWords(frame.table.rules["drop_out"], bidder);
  const next = `The bid is ${bidLabel(deal.bid)}. ${words.after}${maybe ? " Maybe: leave it to your partner." : ""}`;
  return (
    <Box title={said ? `Do you play? ${said}` : "Do you play?"} next={next}>
      <div class="choices">
        {deal.legal.map((action) => (
          <Act key={action} action={action} kind={action === "no" ? "quiet" : ""}>
            {action === "yes" ? words.yes : action === "no" ? words.no : undefined}
          </Act>
        ))}
      </div>
    </Box>
  );
}

function Exchange({ deal }: { deal: TrickView }) {
  const gives = deal.legal.some((action) => action.startsWith("give "));
  if (gives) return <Box title="Give your partner one card" next="Tap it in your hand. Then you lay your cards away and sit this hand out.">{null}</Box>;
  return (
    <Box title="Alone or with your partner?" next="Or tap a card of your hand to lay it away: your partner then gives you one, and sits out.">
      <div class="choices">
        {deal.legal.filter((action) => action === "with").map((action) => (
          <Act key={action} action={action} />
        ))}
      </div>
    </Box>
  );
}

function Kitty({ deal, seat }: { deal: TrickView; seat: number }) {
  const more = (deal.hands[seat]?.length ?? 0) - deal.cards;
  return (
    <Box title={more === 1 ? "Lay one card away" : `Lay ${more} cards away`} next="Tap them in your hand, one after the other. Nobody sees them.">
      {null}
    </Box>
  );
}

function CalledCard({ deal }: { deal: TrickView }) {
  const cards = sortHand(
    deal.legal.map((action) => action.slice(5)),
    deal.trump,
    deal.game,
  );
  const rows = [...new Set(cards.map(suitOf))];
  return (
    <Box title="Call a card" next="Whoever plays it turns out to be your partner.">
      <div class="call-grid">
        {rows.map((suit) => (
          <div key={suit} class="call-row">
            {cards.filter((card) => suitOf(card) === suit).map((card) => (
              <Act key={card} action={`call ${card}`} kind="card-choice">
                <Card card={card} plain />
                <span class="hidden">{spoken(card)}</span>
              </Act>
            ))}
          </div>
        ))}
      </div>
    </Box>
  );
}

/** What this seat has to decide now, apart from playing a card. */
export function Panel({ deal, seat }: { deal: TrickView; seat: number }) {
  const table = useTable();
  if (!deal.legal.length || table.hold.value) return null;
  switch (deal.phase) {
    case "bid":
      return deal.forehead ? <Forehead deal={deal} /> : <Auction deal={deal} />;
    case "trump":
      return <Trump deal={deal} />;
    case "exchange":
      return <Exchange deal={deal} />;
    case "kitty":
      return <Kitty deal={deal} seat={seat} />;
    case "call":
      return <CalledCard deal={deal} />;
    case "drop_out":
      return <DropOut deal={deal} />;
    default:
      return null;
  }
}


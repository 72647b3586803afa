import type { VNode } from "preact";
import { HIDDEN, JOKER, rankLabel, rankOf, suitOf } from "./cards";

/** Where the pips of a number card stand, on a field of 0 … 100 both ways. */
const COLUMNS: Record<string, [number, number][]> = (() => {
  const [left, mid, right] = [22, 50, 78];
  const pairs = (...heights: number[]): [number, number][] => heights.flatMap((y) => [[left, y], [right, y]] as [number, number][]);
  return {
    "2": [[mid, 8], [mid, 92]],
    "3": [[mid, 8], [mid, 50], [mid, 92]],
    "4": pairs(8, 92),
    "5": [...pairs(8, 92), [mid, 50]],
    "6": pairs(8, 50, 92),
    "7": [...pairs(8, 50, 92), [mid, 29]],
    "8": [...pairs(8, 50, 92), [mid, 29], [mid, 71]],
    "9": [...pairs(6, 35, 65, 94), [mid, 50]],
    T: [...pairs(6, 35, 65, 94), [mid, 20], [mid, 80]],
  };
})();

const suitId = (suit: string): string => `#suit-${suit}`;

/** The symbols every card is drawn with; once on the page. */
export function CardSymbols() {
  return (
    <svg class="symbols" aria-hidden="true" width="0" height="0">
      <symbol id="suit-H" viewBox="0 0 32 32">
        <path d="M16 29C11.5 24 2 18 2 10.4 2 6 5.3 3 9.2 3c3 0 5.5 1.8 6.8 4.600C17.3 4.8 19.8 3 22.8 3 26.7 3 30 6 30 10.4 30 18 20.5 24 16 29Z" />
      </symbol>
      <symbol id="suit-D" viewBox="0 0 32 32">
        <path d="M16 1.500C18.8 6.8 22.7 11.6 27.5 16 22.7 20.4 18.8 25.2 16 30.5 13.2 25.2 9.3 20.4 4.5 16 9.3 11.6 13.2 6.8 16 1.500Z" />
      </symbol>
      <symbol id="suit-S" viewBox="0 0 32 32">
        <path d="M16 2C20.5 8 29.5 12.5 29.5 19.300c0 3.7-2.9 6.2-6.1 6.2-2.5 0-4.6-1.2-5.9-3.1.3 3.3 1.5 5.6 4 7.100V30H10.500v-.5c2.5-1.5 3.7-3.8 4-7.1-1.3 1.9-3.4 3.1-5.9 3.1-3.2 0-6.1-2.5-6.1-6.200C2.5 12.5 11.5 8 16 2Z" />
      </symbol>
      <symbol id="suit-C" viewBox="0 0 32 32">
        <path d="M16 2c3.7 0 6.6 2.8 6.6 6.4 0 1.9-.8 3.5-2 4.7.9-.4 1.9-.6 2.9-.6 3.7 0 6.5 2.9 6.5 6.500S27.2 25.5 23.5 25.500c-2.5 0-4.7-1.2-6-3.1.3 3.3 1.5 5.6 4 7.100V30H10.500v-.5c2.5-1.5 3.7-3.8 4-7.1-1.3 1.9-3.5 3.1-6 3.100C4.8 25.5 2 22.6 2 19s2.8-6.5 6.5-6.500c1 0 2 .2 2.9.6-1.2-1.2-2-2.8-2-4.700C9.4 4.8 12.3 2 16 2Z" />
      </symbol>
      <symbol id="suit-NT" viewBox="0 0 32 32">
        <path fill-rule="evenodd" d="M16 2a14 14 0 1 1 0 28 14 14 0 0 1 0-28Zm0 4.200a9.8 9.8 0 0 0-7.8 15.700L21.9 8.200A9.75 9.750 0 0 0 16 6.200Zm7.9 4L10.1 23.900A9.8 9.8 0 0 0 23.9 10.200Z" />
      </symbol>
      <symbol id="crown-K" viewBox="0 0 60 40">
        <path d="M4 36 1 9l14 11L24 6h12l9 14L59 9l-3 27ZM27 3h6v-3h-6Z" />
        <path class="crown-band" d="M5 29h50v4H5z" />
      </symbol>
      <symbol id="crown-Q" viewBox="0 0 60 40">
        <path d="M6 36C5 27 3 20 0 12c5 3 8 5 13 6 1-5 2-8 4-13 4 5 6 8 8 12 2-6 3-10 5-16 2 6 3 10 5 16 2-4 4-7 8-12 2 5 3 8 4 13 5-1 8-3 13-6-3 8-5 15-6 24Z" />
        <path class="crown-band" d="M7 29h46v4H7z" />
      </symbol>
      <symbol id="crown-J" viewBox="0 0 60 40">
        <path d="M6 36c0-12 9-20 22-20 6 0 11 1 16 4C47 12 52 6 60 2c-1 10-4 18-9 25 1 3 2 6 2 9Z" />
        <path class="crown-band" d="M6 29h46v4H6z" />
      </symbol>
      <symbol id="peanut" viewBox="0 0 40 64">
        <path d="M20 1C29 1 36 8 36 17c0 6-4 9-4 14s6 8 6 16c0 9-8 16-18 16S2 56 2 47c0-8 6-11 6-16s-4-8-4-14C4 8 11 1 20 1Z" />
        <path class="shell" d="M13 10c-3 5-2 10 1 15M20 7v18M27 10c3 5 2 10-1 15M11 40c-2 5-1 11 2 16M20 37v22M29 40c2 5 1 11-2 16" />
      </symbol>
      <pattern id="lattice" width="14" height="14" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <path class="lattice" d="M0 0H14M0 0V14" />
        <circle class="lattice-dot" cx="7" cy="7" r="1.6" />
      </pattern>
    </svg>
  );
}

export function SuitSign({ suit, class: extra = "" }: { suit: string; class?: string }) {
  return (
    <svg class={`suit suit-${suit} ${extra}`} viewBox="0 0 32 32" aria-hidden="true">
      <use href={suitId(suit)} />
    </svg>
  );
}

function Pips({ rank, suit }: { rank: string; suit: string }) {
  const places = COLUMNS[rank];
  if (!places) return null;
  const size = places.length > 8 ? 17 : 20;
  return (
    <>
      {places.map(([x, y]) => {
        const [left, top] = [28 + x * 0.44, 20 + y];
        const turned = y > 50 ? { transform: `rotate(180 ${left} ${top})` } : {};
        return (
          <use key={`${x} ${y}`} href={suitId(suit)} x={left - size / 2} y={top - size / 2} width={size} height={size} {...turned} />
        );
      })}
    </>
  );
}

function Court({ rank, suit }: { rank: string; suit: string }) {
  const half = (
    <>
      <use class="crown" href={`#crown-${rank}`} x="32" y="22" width="36" height="24" />
      <use href={suitId(suit)} x="37" y="47" width="26" height="22" />
    </>
  );
  return (
    <>
      <rect class="court" x="28" y="16" width="44" height="108" rx="5" />
      {half}
      <path class="court-line" d="M28 78 72 62" />
      <g transform="rotate(180 50 70)">{half}</g>
    </>
  );
}

function Index({ card, suit }: { card: string; suit: string }) {
  const label = rankLabel(card);
  const tight = label === "10" ? { textLength: 25, lengthAdjust: "spacingAndGlyphs" } : {};
  return (
    <>
      <text x="14.5" y="29" text-anchor="middle" class="index" {...tight}>
        {label}
      </text>
      <use href={suitId(suit)} x="5.5" y="34" width="18" height="18" />
    </>
  );
}

const faces = new Map<string, VNode>();

/** A card's face as a picture; whoever shows it gives it a name in words. A face never changes: it is drawn once, and a render passes it over. */
export function Card({ card, plain = false }: { card: string; plain?: boolean }) {
  const key = plain ? `${card} plain` : card;
  const face = faces.get(key) ?? draw(card, plain);
  faces.set(key, face);
  return face;
}

function draw(card: string, plain: boolean): VNode {
  if (card === HIDDEN) return <CardBack />;
  if (card === JOKER) {
    return (
      <svg class="card joker" viewBox="0 0 100 140" aria-hidden="true">
        <rect class="paper" x="1" y="1" width="98" height="138" rx="9" />
        <text x="15" y="30" text-anchor="middle" class="index">★</text>
        <use class="jester" href="#peanut" x="30" y="38" width="40" height="64" />
        <text x="50" y="126" text-anchor="middle" class="joker-name">JOKER</text>
      </svg>
    );
  }
  const [rank, suit] = [rankOf(card), suitOf(card)];
  if (plain) {
    const label = rankLabel(card);
    return (
      <svg class={`card suit-${suit}`} viewBox="0 0 100 140" aria-hidden="true">
        <rect class="paper" x="1" y="1" width="98" height="138" rx="12" />
        <text x="50" y="64" text-anchor="middle" class="index plain-index" {...(label === "10" ? { textLength: 68, lengthAdjust: "spacingAndGlyphs" } : {})}>
          {label}
        </text>
        <use href={suitId(suit)} x="25" y="76" width="50" height="50" />
      </svg>
    );
  }
  return (
    <svg class={`card suit-${suit}`} viewBox="0 0 100 140" aria-hidden="true">
      <rect class="paper" x="1" y="1" width="98" height="138" rx="9" />
      {rank === "A" && <use href={suitId(suit)} x="27" y="47" width="46" height="46" />}
      {"JQK".includes(rank) ? <Court rank={rank} suit={suit} /> : <Pips rank={rank} suit={suit} />}
      <Index card={card} suit={suit} />
      <g transform="rotate(180 50 70)">
        <Index card={card} suit={suit} />
      </g>
    </svg>
  );
}

export function CardBack() {
  return (
    <svg class="card back" viewBox="0 0 100 140" aria-hidden="true">
      <rect class="paper" x="1" y="1" width="98" height="138" rx="9" />
      <rect class="back-field" x="7" y="7" width="86" height="126" rx="5" />
      <rect x="7" y="7" width="86" height="126" rx="5" fill="url(#lattice)" />
      <ellipse class="back-medal" cx="50" cy="70" rx="25" ry="35" />
      <use class="back-nut" href="#peanut" x="33" y="43" width="34" height="54" />
    </svg>
  );
}

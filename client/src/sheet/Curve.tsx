import { useFrame } from "../table/context";
import { sideName } from "../words/told";

const [WIDTH, HEIGHT] = [320, 140];

/** The totals over the game, a line for each side. */
export function Curve() {
  const frame = useFrame();
  const match = frame.match;
  if (!match || match.sheet.length < 2) return null;
  const rows = [match.scores.map(() => 0), ...match.sheet.map((row) => row.totals)];
  const all = rows.flat();
  const [low, high] = [Math.min(0, ...all), Math.max(1, ...all)];
  const x = (deal: number) => (deal / (rows.length - 1)) * WIDTH;
  const y = (total: number) => HEIGHT - ((total - low) / (high - low)) * HEIGHT;
  return (
    <figure class="curve">
      <svg viewBox={`-6 -6 ${WIDTH + 12} ${HEIGHT + 12}`} role="img" aria-label="The totals over the game">
        <path class="ground" d={`M0 ${y(0)}H${WIDTH}`} />
        {match.sides.map((_, side) => (
          <polyline key={side} class={`line line-${side}`} points={rows.map((totals, deal) => `${x(deal).toFixed(1)},${y(totals[side] ?? 0).toFixed(1)}`).join(" ")} />
        ))}
      </svg>
      <figcaption>
        {match.sides.map((_, side) => (
          <span key={side} class={`key line-${side}`} dir="auto">
            {sideName(frame, side)}
          </span>
        ))}
      </figcaption>
    </figure>
  );
}

const GAP = 5;
const TALL = 7 / 5;
const LARGEST = 110;

/** How many columns of cards, and how wide, let all places be seen at once in this room. */
export function fit(width: number, height: number, places: number): { columns: number; width: number } {
  let best = { columns: Math.max(1, places), width: 0 };
  for (let columns = 1; columns <= places; columns += 1) {
    const rows = Math.ceil(places / columns);
    const across = (width - GAP * (columns - 1)) / columns;
    const down = (height - GAP * (rows - 1)) / rows / TALL;
    const card = Math.floor(Math.min(across, down, LARGEST));
    if (card > best.width) best = { columns, width: card };
  }
  return best;
}

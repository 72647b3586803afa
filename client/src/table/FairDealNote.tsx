import { useEffect, useState } from "preact/hooks";
import { byHand, check, type FairCheck } from "../state/fair";
import { useFrame, useTable } from "./context";

const word = (ok: boolean, yes: string, no: string) => <li class={ok ? "good" : "bad"}>{ok ? `✓ ${yes}` : `✗ ${no}`}</li>;

/** How anybody can see that a deal was fixed before it was dealt. */
export function FairDealNote() {
  const table = useTable();
  const { fair } = useFrame().table;
  const last = fair?.last;
  const [found, setFound] = useState<FairCheck | null>(null);
  useEffect(() => {
    setFound(null);
    if (last) void check(last, table.promised, table.shares).then(setFound);
  }, [last?.secret]);
  if (!fair) return null;
  return (
    <details class="fair" data-testid="fair">
      <summary>Fair deal</summary>
      {fair.commit && (
        <p>
          Deal {fair.deal + 1} is promised: <code data-testid="fair-commit">{fair.commit}</code>
        </p>
      )}
      {last && (
        <>
          <p>
            Deal {last.deal + 1} was promised as <code>{last.commit}</code>; its secret was <code data-testid="fair-secret">{last.secret}</code>
          </p>
          {found && (
            <ul data-testid="fair-check">
              {found.hash !== null && word(found.hash, "The secret fits the promise.", "The secret does not fit the promise.")}
              {found.same !== null && word(found.same, "The promise is the one this device saw before the deal.", "Before the deal this device saw another promise.")}
              {found.mine && word(true, "A random share of this device is in the deal.", "")}
            </ul>
          )}
          {found?.hash === null && (
            <p>
              This browser calculates hashes only on https and on its own computer. This command must print the promise: <code class="command">{byHand(last.secret)}</code>
            </p>
          )}
        </>
      )}
      <p>
        <small>
          This shows that the server fixed its part of the deal before anybody added a share, and did not change it afterwards: nobody chose the cards, unless the server and another
          player work together. Without a share of yours it shows only that the deal stood fast before you were ready. It never shows that whoever runs the server did not look at the cards.
        </small>
      </p>
    </details>
  );
}

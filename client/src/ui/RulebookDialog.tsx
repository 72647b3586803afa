import { useEffect, useRef, useState } from "preact/hooks";
import { Refusal } from "../net/api";
import { Dialog } from "./Dialog";
import { Markup } from "./Markup";

interface Props {
  load: () => Promise<{ html: string }>;
  /** The part that matters now: it is shown first. */
  at?: string | undefined;
  onClose: () => void;
}

/** The rules of this table, word by word; it prints as "our rules". */
export function RulebookDialog({ load, at, onClose }: Props) {
  const [html, setHtml] = useState<string | null>(null);
  const [trouble, setTrouble] = useState("");
  useEffect(() => {
    load().then(
      (told) => setHtml(told.html),
      (error: unknown) => setTrouble(error instanceof Refusal ? error.message : "The rules could not be fetched."),
    );
  }, []);
  const book = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const part = at ? book.current?.querySelector(`[data-key="${at}"]`) : null;
    part?.classList.add("now");
    part?.scrollIntoView({ block: "center" });
  }, [html]);
  // A page is printed from its top, wherever it was read.
  useEffect(() => {
    const top = () => book.current?.closest("dialog")?.scrollTo(0, 0);
    addEventListener("beforeprint", top);
    return () => removeEventListener("beforeprint", top);
  }, []);
  return (
    <Dialog title="The rules of this table" onClose={onClose} wide>
      {trouble && <p role="alert">{trouble}</p>}
      {html === null && !trouble && <p>Fetching the rules …</p>}
      {html !== null && (
        <div ref={book}>
          <Markup html={html} class="rulebook" />
        </div>
      )}
      <div class="choices no-print">
        <button type="button" class="act" onClick={() => print()}>
          Print
        </button>
      </div>
    </Dialog>
  );
}

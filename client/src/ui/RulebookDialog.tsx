import { useEffect, useState } from "preact/hooks";
import { Refusal } from "../net/api";
import { Dialog } from "./Dialog";
import { Markup } from "./Markup";

interface Props {
  load: () => Promise<{ html: string }>;
  onClose: () => void;
}

/** The rules of this table, word by word; it prints as "our rules". */
export function RulebookDialog({ load, onClose }: Props) {
  const [html, setHtml] = useState<string | null>(null);
  const [trouble, setTrouble] = useState("");
  useEffect(() => {
    load().then(
      (told) => setHtml(told.html),
      (error: unknown) => setTrouble(error instanceof Refusal ? error.message : "The rules could not be fetched."),
    );
  }, []);
  return (
    <Dialog title="The rules of this table" onClose={onClose} wide>
      {trouble && <p role="alert">{trouble}</p>}
      {html === null && !trouble && <p>Fetching the rules …</p>}
      {html !== null && <Markup html={html} class="rulebook" />}
      <div class="choices no-print">
        <button type="button" class="act" onClick={() => print()}>
          Print
        </button>
      </div>
    </Dialog>
  );
}

import { signal } from "@preact/signals";
import { useEffect, useMemo, useState } from "preact/hooks";
import { api, Refusal } from "../net/api";
import type { TableFacts } from "../net/messages";
import { NertsTable } from "../nerts/NertsTable";
import { go } from "../route";
import { Sheet } from "../sheet/Sheet";
import { forgetTable, myName, myTables, rememberName, rememberTable } from "../state/device";
import { keep, recall } from "../state/settings";
import type { Frame } from "../state/frames";
import { Table } from "../state/table";
import { Dialog } from "../ui/Dialog";
import { HelpDialog } from "../ui/HelpDialog";
import { RulebookDialog } from "../ui/RulebookDialog";
import { SettingsDialog } from "../ui/SettingsDialog";
import { readHand, readLegal, readTable } from "../words/told";
import { TableContext, useFrame, useTable } from "./context";
import { useKeptFocus } from "./focus";
import { Lobby } from "./Lobby";
import { MenuDialog } from "./MenuDialog";
import { type DialogName, TopBar } from "./TopBar";
import { TrickTable } from "./TrickTable";

/** What came with the link: the table's secret, or a code for moving a seat here. */
function fromHash(): { secret: string | null; code: string | null } {
  const hash = location.hash.slice(1);
  if (hash.startsWith("code=")) return { secret: null, code: hash.slice(5) };
  return { secret: hash || null, code: null };
}

type Door = { at: "looking" } | { at: "join"; facts: TableFacts } | { at: "in" } | { at: "shut"; why: string; code?: string };

/** What stands above the sentence of a table that cannot be opened. */
const SHUT: { [code: string]: string } = {
  no_line: "The line is down",
  no_table: "No such table",
  no_seat: "The link is missing",
  wrong_secret: "This link is not right",
  wrong_code: "This code is not right",
};

const KNOCK_MS = 4000;

export function TablePage({ name }: { name: string }) {
  const [door, setDoor] = useState<Door>({ at: "looking" });
  const link = useMemo(fromHash, [name]);
  const secret = link.secret ?? myTables.value.find((one) => one.table === name)?.secret ?? null;

  const sitDown = (title: string) => {
    rememberTable(name, secret, title);
    // The secret stays out of the address bar, where a screen is easily photographed.
    history.replaceState(null, "", `/t/${name}`);
    setDoor({ at: "in" });
  };

  const look = async () => {
    try {
      if (link.code) {
        await api.join(name, null, myName.value, link.code);
        return sitDown("");
      }
      const facts = await api.facts(name, secret);
      if (facts.seat !== null) sitDown(facts.title);
      else setDoor({ at: "join", facts });
    } catch (error) {
      const refused = error as Refusal;
      if (refused.code === "no_table") forgetTable(name);
      setDoor({ at: "shut", why: refused.message, code: refused.code });
    }
  };
  useEffect(() => void look(), [name]);
  // Without a net it knocks again by itself.
  const down = door.at === "shut" && door.code === "no_line";
  useEffect(() => {
    if (!down) return;
    const timer = setInterval(() => void look(), KNOCK_MS);
    return () => clearInterval(timer);
  }, [down]);

  switch (door.at) {
    case "looking":
      return <p class="waiting">Looking for the table …</p>;
    case "shut":
      return (
        <main class="page">
          <h1>{SHUT[door.code ?? ""] ?? "This table is shut"}</h1>
          <p role="alert">{door.why}</p>
          <div class="choices">
            <button type="button" class="act" onClick={() => void look()}>
              Try again
            </button>
            <button type="button" class="act" onClick={() => go("/")}>
              Start page
            </button>
          </div>
        </main>
      );
    case "join":
      return <JoinForm name={name} secret={secret} facts={door.facts} onJoined={() => sitDown(door.facts.title)} />;
    case "in":
      return <Connected name={name} onRefused={() => setDoor({ at: "shut", why: "Your seat at this table is gone." })} />;
  }
}

function JoinForm({ name, secret, facts, onJoined }: { name: string; secret: string | null; facts: TableFacts; onJoined: () => void }) {
  const [trouble, setTrouble] = useState("");
  const free = facts.seats.some((seat) => seat.kind === "open");
  const people = facts.seats.filter((seat) => seat.kind === "person" || seat.kind === "bot").map((seat) => seat.name);
  const join = async (event: Event) => {
    event.preventDefault();
    try {
      await api.join(name, secret, myName.value, null);
      onJoined();
    } catch (error) {
      setTrouble((error as Refusal).message);
    }
  };
  return (
    <main class="page">
      <section class="leaf">
        <h1>{facts.title}</h1>
        {people.length > 0 && <p dir="auto">At the table: {people.join(", ")}</p>}
        <form onSubmit={join} class="join">
          <label>
            Your name
            <input data-testid="name" required maxLength={40} autocomplete="given-name" value={myName.value} onInput={(event) => rememberName(event.currentTarget.value)} dir="auto" />
          </label>
          <button type="submit" class="primary" data-testid="join">
            {free ? "Sit down" : "Watch (all seats are taken)"}
          </button>
        </form>
        {trouble && <p role="alert">{trouble}</p>}
      </section>
    </main>
  );
}

function Connected({ name, onRefused }: { name: string; onRefused: () => void }) {
  const table = useMemo(() => new Table(name), [name]);
  useEffect(() => {
    table.start();
    return () => table.stop();
  }, [table]);
  const refused = table.line.value === "refused";
  const frame = table.shown.value;
  // "Play now": the table was opened to be played at once.
  useEffect(() => {
    if (frame?.host && !frame.table.started && recall("start", "") === name) {
      keep("start", "");
      table.begin();
    }
  }, [frame]);
  useEffect(() => {
    if (refused) onRefused();
  }, [refused]);
  return (
    <TableContext.Provider value={table}>
      <TableRoom />
    </TableContext.Provider>
  );
}

const dialog = signal<DialogName | null>(null);

/** Single keys; never while somebody is writing, and never over a dialog but the one that they open. */
function useKeys(): void {
  const table = useTable();
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const frame = table.shown.value;
      const target = event.target as HTMLElement;
      if (!frame || event.ctrlKey || event.metaKey || event.altKey || dialog.value) return;
      if (target.closest("input, select, textarea")) return;
      const deeds: Record<string, () => unknown> = {
        h: () => table.say(readHand(frame)),
        t: () => table.say(readTable(frame)),
        p: () => frame.table.game !== "nerts" && table.say(readLegal(frame)),
        s: () => (dialog.value = "sheet"),
        r: () => (dialog.value = "rules"),
        g: () => table.release(),
        "?": () => (dialog.value = "help"),
      };
      deeds[event.key]?.();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, [table]);
}

function LineNotice() {
  const table = useTable();
  const [late, setLate] = useState(false);
  const state = table.line.value;
  // The blink of a reconnection is not worth a word.
  useEffect(() => {
    setLate(false);
    if (state === "up") return;
    const timer = setTimeout(() => setLate(true), state === "down" ? 300 : 1500);
    return () => clearTimeout(timer);
  }, [state]);
  if (state === "up" || !late) return null;
  return (
    <p class="line-down" role="status">
      {table.farewell.value === "stopping" ? "The server restarts. " : "The line is down. "}Trying again …
    </p>
  );
}

function TableRoom() {
  const table = useTable();
  const frame = table.shown.value;
  useKeys();
  const keep = useKeptFocus(true);
  const mine = table.myTurn.value && frame?.table.game !== "nerts";
  useEffect(() => {
    document.title = mine ? "Your turn – Peppernut" : "Peppernut";
    return () => {
      document.title = "Peppernut";
    };
  }, [mine]);
  if (!frame) {
    return (
      <>
        <LineNotice />
        <p class="waiting">Going to the table …</p>
      </>
    );
  }
  const deal = frame.match?.deal;
  const toAct = deal && deal.game !== "nerts" ? deal.to_act : [];
  const phase = !frame.table.started ? "lobby" : frame.match?.over ? "game_over" : frame.table.between ? "between" : (deal?.phase ?? "between");
  return (
    <main
      ref={keep}
      class={`table-root game-${frame.table.game} ${frame.table.started ? "started" : ""}`}
      data-testid="table"
      data-seq={frame.seq}
      data-position={frame.position}
      data-to-act={toAct.join(" ")}
      data-seat={frame.seat ?? ""}
      data-held={table.hold.value?.kind ?? ""}
    >
      <span class="hidden" data-testid="phase">
        {phase}
      </span>
      <LineNotice />
      {frame.table.started ? (
        <>
          <h1 class="hidden">{frame.table.title}</h1>
          <TopBar open={(name) => (dialog.value = name)} />
          {frame.table.game === "nerts" ? <NertsTable /> : <TrickTable />}
        </>
      ) : (
        <>
          <TopBar open={(name) => (dialog.value = name)} />
          <Lobby />
        </>
      )}
      <p class="hidden" role="status" aria-live="polite" data-testid="live">
        {table.spoken.value}
      </p>
      <Dialogs />
    </main>
  );
}

/** The part of the rulebook that is about what happens now. */
function paragraph(frame: Frame): string | undefined {
  if (!frame.table.started) return undefined;
  const deal = frame.match?.deal;
  if (!deal || deal.over) return "score";
  if (deal.game === "nerts") return "play";
  return deal.forehead && deal.phase === "bid" ? "forehead" : deal.phase;
}

function Dialogs() {
  const frame = useFrame();
  const close = () => (dialog.value = null);
  useEffect(() => () => void (dialog.value = null), []);
  switch (dialog.value) {
    case "menu":
      return <MenuDialog onClose={close} help={() => (dialog.value = "help")} />;
    case "sheet":
      return (
        <Dialog title="Score sheet" onClose={close} wide>
          <Sheet />
        </Dialog>
      );
    case "rules":
      return <RulebookDialog load={() => api.tableRulebook(frame.table.name)} at={paragraph(frame)} onClose={close} />;
    case "settings":
      return <SettingsDialog onClose={close} />;
    case "help":
      return <HelpDialog race={frame.table.game === "nerts"} onClose={close} />;
    case null:
      return null;
  }
}

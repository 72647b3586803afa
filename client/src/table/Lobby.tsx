import { useEffect, useState } from "preact/hooks";
import { api } from "../net/api";
import type { Seat } from "../net/messages";
import { address, myTables, onlyHere } from "../state/device";
import { Icon } from "../ui/Icon";
import { Markup } from "../ui/Markup";
import { listed, presetTitle } from "../words/labels";
import { useFrame, useTable } from "./context";

export const LEVELS = ["easy", "medium", "hard"];

export function inviteLink(name: string, secret: string | null | undefined): string {
  const known = secret ?? myTables.value.find((one) => one.table === name)?.secret;
  return `${address.value}/t/${name}${known ? `#${known}` : ""}`;
}

export function Invite({ link, label }: { link: string; label: string }) {
  const [copied, setCopied] = useState(false);
  const [picture, setPicture] = useState("");
  useEffect(() => {
    let asked = true;
    const show = (svg: string) => asked && setPicture(svg);
    if (onlyHere.value) show("");
    else api.qr(link).then(show, () => show(""));
    return () => void (asked = false);
  }, [link, onlyHere.value]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link);
      setCopied(true);
    } catch {
      setCopied(false);
    }
  };
  return (
    <div class="invite">
      <label>
        {label}
        <input readOnly value={link} data-testid="share-link" onFocus={(event) => event.currentTarget.select()} />
      </label>
      <div class="choices">
        <button type="button" class="act" onClick={copy}>
          <Icon name="copy" />
          {copied ? "Copied" : "Copy the link"}
        </button>
        {"share" in navigator && (
          <button type="button" class="act" onClick={() => void navigator.share({ title: "Peppernut", url: link }).catch(() => undefined)}>
            Send it
          </button>
        )}
      </div>
      {onlyHere.value && (
        <p class="lobby-note" role="note" data-testid="only-here">
          Only this machine can open the link. For the phones in the house start Peppernut by <code>peppernut</code> alone, or by <code>peppernut serve --host 0.0.0.0</code>.
        </p>
      )}
      {picture && (
        <figure class="qr">
          <Markup html={picture} type="image/svg+xml" />
          <figcaption>For the phones in the room</figcaption>
        </figure>
      )}
    </div>
  );
}

function SeatRow({ seat, host, started, side }: { seat: Seat; host: boolean; started: boolean; side?: number | undefined }) {
  const table = useTable();
  const [level, setLevel] = useState(seat.level ?? "medium");
  const mine = table.seat.value === seat.seat;
  const free = !started && seat.kind === "open" && table.seat.value !== null;
  const what = { open: "free", closed: "not used", bot: `bot, ${seat.level ?? ""}`, person: seat.here ? "here" : "away" }[seat.kind];
  return (
    <li class={`lobby-seat ${seat.kind}`} data-testid={`seat-${seat.seat}`} data-side={side}>
      <span class="seat-number">{seat.seat + 1}</span>
      <span class="lobby-name">
        <b class="name" dir="auto">
          {seat.kind === "open" || seat.kind === "closed" ? "—" : seat.name}
        </b>
        <small>
          {what}
          {seat.host ? ", host" : ""}
          {mine ? ", you" : ""}
          {seat.covered ? ", a bot plays" : ""}
          {seat.rtt !== null ? `, ${seat.rtt} ms` : ""}
        </small>
      </span>
      {(free || (host && !mine)) && (
        <span class="seat-acts">
          {free && (
            <button type="button" class="act small" data-testid={`sit-${seat.seat}`} onClick={() => table.sit(seat.seat)}>
              Sit here
            </button>
          )}
          {host && !mine && (
            <>
              {(seat.kind === "open" || seat.kind === "bot" || (started && seat.kind === "person" && !seat.here && !seat.covered)) && (
                <>
                  <select
                    aria-label={`Level of the bot on seat ${seat.seat + 1}`}
                    value={level}
                    onChange={(event) => {
                      setLevel(event.currentTarget.value);
                      if (seat.kind === "bot") table.order({ do: "bot", seat: seat.seat, level: event.currentTarget.value });
                    }}
                  >
                    {LEVELS.map((one) => (
                      <option key={one}>{one}</option>
                    ))}
                  </select>
                  {seat.kind !== "bot" && (
                    <button type="button" class="act small" data-testid={`bot-${seat.seat}`} onClick={() => table.order({ do: "bot", seat: seat.seat, level })}>
                      Bot
                    </button>
                  )}
                </>
              )}
              {seat.kind === "open" && !started && (
                <button type="button" class="act small quiet" data-testid={`close-${seat.seat}`} onClick={() => table.order({ do: "close", seat: seat.seat })}>
                  Close
                </button>
              )}
              {(seat.kind === "bot" || seat.kind === "closed") && (
                <button type="button" class="act small quiet" data-testid={`open-${seat.seat}`} onClick={() => table.order({ do: "open", seat: seat.seat })}>
                  {seat.kind === "bot" ? "Free it" : "Open"}
                </button>
              )}
              {seat.kind === "person" && (
                <>
                  <button type="button" class="act small quiet" onClick={() => table.order({ do: "host", seat: seat.seat })}>
                    Make host
                  </button>
                  <button type="button" class="act small quiet" onClick={() => table.order({ do: "kick", seat: seat.seat })}>
                    Remove
                  </button>
                </>
              )}
            </>
          )}
        </span>
      )}
    </li>
  );
}

export function SeatList() {
  const { table, host } = useFrame();
  const sides = table.started ? [] : table.sides.filter((seats) => seats.length > 1);
  return (
    <>
      <ul class="lobby-seats" aria-label="Seats">
        {table.seats.map((seat) => {
          const side = sides.findIndex((seats) => seats.includes(seat.seat));
          return <SeatRow key={`${seat.seat} ${seat.kind}`} seat={seat} host={host} started={table.started} side={side < 0 ? undefined : side} />;
        })}
      </ul>
      {sides.length > 0 && <p class="lobby-sides">Partners: seats {sides.map((seats) => listed(seats.map((seat) => seat + 1))).join(" against ")}.</p>}
    </>
  );
}

/** Before the game: who sits where, the link for the others, and the start. */
export function Lobby() {
  const table = useTable();
  const frame = useFrame();
  const open = frame.table.seats.filter((seat) => seat.kind === "open");
  const refusal = table.refusal.value;
  const fill = () => {
    for (const seat of open) table.order({ do: "bot", seat: seat.seat, level: "medium" });
  };
  return (
    <section class="lobby">
      <h1>{frame.table.title}</h1>
      <p class="lobby-rules">
        {frame.table.preset ? `House rules: ${presetTitle(frame.table.preset)}` : "House rules"}
        {frame.table.differs.length > 0 ? `, with ${frame.table.differs.length} of your own` : ""}. {frame.seat === null ? "You are watching." : ""}
      </p>
      <SeatList />
      {refusal && (
        <p class="refusal" data-testid="refusal">
          {refusal.message}
        </p>
      )}
      {frame.host ? (
        <div class="choices">
          {open.length > 0 && (
            <button type="button" class="act" data-testid="fill" onClick={fill}>
              Bots on the free seats
            </button>
          )}
          <button type="button" class="primary" data-testid="start" onClick={() => table.begin()}>
            Start the game
          </button>
        </div>
      ) : (
        <p>The host starts the game when everyone is here.</p>
      )}
      <Invite link={inviteLink(frame.table.name, frame.table.link_secret)} label="Send this link to your family" />
    </section>
  );
}

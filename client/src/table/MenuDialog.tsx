import { useState } from "preact/hooks";
import { go } from "../route";
import { api, Refusal } from "../net/api";
import { address } from "../state/device";
import { Dialog } from "../ui/Dialog";
import { Draft } from "../ui/Draft";
import { useFrame, useTable } from "./context";
import { FairDealNote } from "./FairDealNote";
import { Invite, inviteLink, SeatList } from "./Lobby";

function Move() {
  const frame = useFrame();
  const [code, setCode] = useState<string | null>(null);
  const [trouble, setTrouble] = useState("");
  const ask = async () => {
    try {
      setCode((await api.code(frame.table.name)).code);
    } catch (error) {
      setTrouble(error instanceof Refusal ? error.message : "No code to be had.");
    }
  };
  if (code) return <Invite link={`${address.value}/t/${frame.table.name}#code=${code}`} label={`Open this on the other device within ten minutes (code ${code})`} />;
  return (
    <>
      <button type="button" class="act" onClick={ask}>
        Move my seat to another device
      </button>
      {trouble && <p role="alert">{trouble}</p>}
    </>
  );
}

/** The table and its people, during the game. */
export function MenuDialog({ onClose, help }: { onClose: () => void; help: () => void }) {
  const table = useTable();
  const frame = useFrame();
  const { pace, cover, paused, started, name, link_secret: secret } = frame.table;
  return (
    <Dialog title="Table and players" onClose={onClose} wide>
      <SeatList />
      {frame.host && started && (
        <div class="settings">
          <label class="setting">
            <span>Pace of the bots</span>
            <select value={pace} onChange={(event) => table.order({ do: "pace", value: event.currentTarget.value })}>
              {["slow", "normal", "quick"].map((one) => (
                <option key={one}>{one}</option>
              ))}
            </select>
          </label>
          <label class="setting">
            <span>When somebody is gone</span>
            <select value={cover} onChange={(event) => table.order({ do: "cover", value: event.currentTarget.value })}>
              <option value="wait">all wait</option>
              <option value="bot">a bot plays for him</option>
            </select>
          </label>
          <label class="setting">
            <span>Pause the game</span>
            <input type="checkbox" role="switch" checked={paused} onChange={() => table.order({ do: paused ? "resume" : "pause" })} />
          </label>
        </div>
      )}
      <Invite link={inviteLink(name, secret)} label="The link to this table" />
      {frame.seat !== null && (
        <label class="setting">
          <span>My name at this table</span>
          <Draft maxLength={40} dir="auto" value={frame.table.seats[frame.seat]?.name ?? ""} onDone={(name) => name.trim() && table.rename(name.trim())} />
        </label>
      )}
      {frame.seat !== null && <Move />}
      <FairDealNote />
      <div class="choices">
        <button type="button" class="act quiet" onClick={help}>
          Keys
        </button>
        <button type="button" class="act quiet" data-testid="home" onClick={() => go("/")}>
          Back to the start page
        </button>
        {frame.seat !== null && (
          <button
            type="button"
            class="act quiet"
            onClick={() => {
              table.leave();
              go("/");
            }}
          >
            Give up my seat
          </button>
        )}
      </div>
    </Dialog>
  );
}

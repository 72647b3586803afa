import { useEffect, useState } from "preact/hooks";
import { CardBack, Card } from "../cards/Card";
import { api, Refusal } from "../net/api";
import type { Catalog, GameName } from "../net/messages";
import { go } from "../route";
import { forgetTable, myName, myTables, type OwnRules, rememberName, rememberTable, rulesFromLink, saveRules } from "../state/device";
import { keep, recall } from "../state/settings";
import { Icon } from "../ui/Icon";
import { SettingsDialog } from "../ui/SettingsDialog";
import { GAME_TITLES } from "../words/labels";
import { OpenTable } from "./OpenTable";

const SHORT: Record<GameName, string> = { peanuts: "Peanuts", pepper: "Pepper", nerts: "Nerts" };
const GAMES: GameName[] = ["peanuts", "pepper", "nerts"];

/** The address of a table in whatever somebody pasted: a link, or a table's name with a code. */
export function tableAddress(text: string): string | null {
  const link = /\/t\/([\w-]+)(#\S+)?/.exec(text);
  if (link) return `/t/${link[1]}${link[2] ?? ""}`;
  const code = /^\s*([\w-]+)\s+([A-Z0-9]{4}-?[A-Z0-9]{4})\s*$/i.exec(text);
  if (code) return `/t/${code[1]}#code=${code[2]?.toUpperCase()}`;
  return null;
}

export function StartPage() {
  const [catalog, setCatalog] = useState<Catalog | null>(null);
  const [trouble, setTrouble] = useState("");
  const [busy, setBusy] = useState(false);
  const [opening, setOpening] = useState(false);
  const [linked, setLinked] = useState<OwnRules | null>(null);
  const [settingsOpen, openSettings] = useState(false);
  const last = recall<GameName>("game", "peanuts");

  useEffect(() => {
    const fromLink = () => {
      const shared = rulesFromLink(location.hash);
      if (!shared) return;
      saveRules(shared);
      keep("game", shared.game);
      history.replaceState(null, "", "/");
      setLinked(shared);
      setOpening(true);
    };
    fromLink();
    // A link that is pasted over the open page changes nothing but the hash.
    addEventListener("hashchange", fromLink);
    api.catalog().then(setCatalog, (error: unknown) => setTrouble(error instanceof Refusal ? error.message : String(error)));
    return () => removeEventListener("hashchange", fromLink);
  }, []);

  const play = async (game: GameName) => {
    setBusy(true);
    setTrouble("");
    keep("game", game);
    try {
      const made = await api.create(game, {}, myName.value.trim() || "Player", "fill");
      rememberTable(made.table, made.secret, GAME_TITLES[game]);
      keep("start", made.table);
      go(`/t/${made.table}`);
    } catch (error) {
      setTrouble((error as Refusal).message);
      setBusy(false);
    }
  };

  return (
    <main class="page start">
      <header class="masthead">
        <div class="fan" aria-hidden="true">
          {["9S", "JH", "AC"].map((card) => (
            <Card key={card} card={card} />
          ))}
          <CardBack />
        </div>
        <div>
          <h1>Peppernut</h1>
          <p class="motto">Your family’s card games, by your family’s rules.</p>
        </div>
        <button type="button" class="icon" aria-label="Settings" onClick={() => openSettings(true)}>
          <Icon name="gear" />
        </button>
      </header>

      {trouble && (
        <p role="alert" class="trouble">
          {trouble}
        </p>
      )}

      {myTables.value.length > 0 && (
        <section class="leaf" aria-labelledby="mine">
          <h2 id="mine">My tables</h2>
          <ul class="my-tables">
            {myTables.value.map((one) => (
              <li key={one.table}>
                <a
                  href={`/t/${one.table}`}
                  onClick={(event) => {
                    event.preventDefault();
                    go(`/t/${one.table}`);
                  }}
                >
                  {one.title || "A table"} <small>{new Date(one.when).toLocaleString([], { dateStyle: "medium", timeStyle: "short" })}</small>
                </a>
                <button type="button" class="icon" aria-label={`Forget the table of ${new Date(one.when).toLocaleString()}`} onClick={() => forgetTable(one.table)}>
                  <Icon name="close" />
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}

      <section class="leaf now" aria-labelledby="now">
        <h2 id="now">Play now against bots</h2>
        <button type="button" class="primary big" data-testid="play-bots" disabled={busy} onClick={() => void play(last)}>
          {busy ? "Dealing …" : `Play ${GAME_TITLES[last]}`}
        </button>
        <p class="or">
          or{" "}
          {GAMES.filter((game) => game !== last).map((game) => (
            <button key={game} type="button" class="act small" data-testid={`play-${game}`} disabled={busy} onClick={() => void play(game)}>
              {SHORT[game]}
            </button>
          ))}
        </p>
      </section>

      <section class="leaf" aria-labelledby="family">
        <h2 id="family">With the family</h2>
        {opening ? (
          catalog ? (
            <OpenTable key={JSON.stringify(linked)} catalog={catalog} first={recall<GameName>("game", "peanuts")} linked={linked} />
          ) : (
            <p>Fetching the games …</p>
          )
        ) : (
          <button type="button" class="primary" data-testid="open-table" onClick={() => setOpening(true)}>
            Open a table
          </button>
        )}
        <JoinByLink />
      </section>

      <footer class="page-foot">
        <label>
          My name
          <input value={myName.value} data-testid="my-name" maxLength={40} dir="auto" autocomplete="given-name" onInput={(event) => rememberName(event.currentTarget.value)} />
        </label>
        {catalog && <small>Peppernut {catalog.version}</small>}
      </footer>
      {settingsOpen && <SettingsDialog onClose={() => openSettings(false)} />}
    </main>
  );
}

function JoinByLink() {
  const [text, setText] = useState("");
  const [trouble, setTrouble] = useState("");
  const join = (event: Event) => {
    event.preventDefault();
    const address = tableAddress(text);
    if (address) go(address);
    else setTrouble("Paste the whole link that you were sent, or the table’s name and the code.");
  };
  return (
    <form class="join-link" onSubmit={join}>
      <label>
        Join with a link or code
        <input value={text} data-testid="join-link" placeholder="https://…/t/…" onInput={(event) => setText(event.currentTarget.value)} />
      </label>
      <button type="submit" class="act">
        Join
      </button>
      {trouble && <p role="alert">{trouble}</p>}
    </form>
  );
}

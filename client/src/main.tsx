import { render } from "preact";
import { App } from "./app";
import { learnAddress } from "./state/device";
import { watchSettings } from "./state/settings";
import "./style/base.css";
import "./style/cards.css";
import "./style/start.css";
import "./style/bar.css";
import "./style/felt.css";
import "./style/own.css";
import "./style/panel.css";
import "./style/lobby.css";
import "./style/sheet.css";
import "./style/nerts.css";

watchSettings();
void learnAddress();
const root = document.getElementById("app");
if (root) render(<App />, root);
// The shell opens without a net. The worker never reloads a page: a new version waits for the next visit.
if (import.meta.env.PROD && "serviceWorker" in navigator) void navigator.serviceWorker.register("/sw.js").catch(() => undefined);

// Keeps the shell, so that the app opens without a net. It asks the net first and never reloads a page.
// The build puts the list of its own files here, and this file in its place as /sw.js.
const FILES = self.FILES;
const SHELL = "peppernut-shell";

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(SHELL).then((shell) => shell.addAll(FILES)));
  self.skipWaiting();
});

// Pages are one script and one style sheet, both loaded when they open: no page misses what goes here.
async function tidy() {
  const shell = await caches.open(SHELL);
  const old = (await shell.keys()).filter((request) => !FILES.includes(new URL(request.url).pathname));
  await Promise.all(old.map((request) => shell.delete(request)));
  await self.clients.claim();
}

self.addEventListener("activate", (event) => event.waitUntil(tidy()));

async function page(request) {
  const shell = await caches.open(SHELL);
  try {
    const answer = await fetch(request);
    if (answer.ok) await shell.put("/", answer.clone());
    return answer;
  } catch (error) {
    const kept = await shell.match("/");
    if (kept) return kept;
    throw error;
  }
}

async function file(request) {
  const shell = await caches.open(SHELL);
  return (await shell.match(request)) ?? fetch(request);
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  if (request.mode === "navigate") {
    // The page itself, and not what else a browser can be sent to here (/openapi.json, /metrics).
    if (url.pathname === "/" || url.pathname.startsWith("/t/")) event.respondWith(page(request));
  } else if (FILES.includes(url.pathname)) event.respondWith(file(request));
});

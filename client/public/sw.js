// Keeps the shell, so that the app opens without a net. It answers from the net first and never reloads a page.
const SHELL = "peppernut-shell";

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(SHELL).then((shell) => shell.addAll(["/", "/icon.svg", "/manifest.webmanifest"])));
  self.skipWaiting();
});

self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

async function fromNet(request, key) {
  const shell = await caches.open(SHELL);
  try {
    const answer = await fetch(request);
    if (answer.ok) await shell.put(key, answer.clone());
    return answer;
  } catch (error) {
    const kept = await shell.match(key);
    if (kept) return kept;
    throw error;
  }
}

async function hashed(request) {
  const shell = await caches.open(SHELL);
  return (await shell.match(request)) ?? fromNet(request, request);
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  if (request.mode === "navigate") event.respondWith(fromNet(request, "/"));
  else if (url.pathname.startsWith("/assets/")) event.respondWith(hashed(request));
});

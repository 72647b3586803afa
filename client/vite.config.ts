import { readFileSync } from "node:fs";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";

declare const process: { env: Record<string, string | undefined> };

// `scripts/npm run dev` serves the sources and hands everything that is not a file of the client
// to the table server, which runs beside it: `scripts/play serve --port 8000`.
const server = process.env["PEPPERNUT_SERVER"] ?? "http://127.0.0.1:8000";

// The service worker knows the files of its own build: a new build is a new worker, which drops the old files.
function worker(): Plugin {
  return {
    name: "peppernut-worker",
    apply: "build",
    generateBundle(_, bundle) {
      const files = ["/", "/icon.svg", "/manifest.webmanifest", ...Object.keys(bundle).filter((file) => file.startsWith("assets/")).map((file) => `/${file}`)];
      const source = readFileSync(new URL("worker.js", import.meta.url), "utf8").replace("self.FILES", JSON.stringify(files));
      this.emitFile({ type: "asset", fileName: "sw.js", source });
    },
  };
}

export default defineConfig({
  base: "/",
  plugins: [worker()],
  build: {
    outDir: process.env["PEPPERNUT_CLIENT_OUT"] ?? "../src/peppernut/web/static",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
    reportCompressedSize: true,
  },
  server: {
    proxy: {
      "/api": server,
      "/ws": { target: server, ws: true },
    },
  },
  test: {
    environment: "happy-dom",
    include: ["src/**/*.test.{ts,tsx}", "tests/**/*.test.{ts,tsx}"],
  },
});

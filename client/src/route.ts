import { signal } from "@preact/signals";

/** Where in the app we are: "/" or "/t/NAME". */
export const path = signal(location.pathname);

addEventListener("popstate", () => (path.value = location.pathname));

export function go(to: string): void {
  history.pushState(null, "", to);
  path.value = location.pathname;
  scrollTo(0, 0);
}

"""How the page looks: what may not be on any screen, and pictures for people to look at."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tests.browser.driver import SIZES

if TYPE_CHECKING:
    from playwright.sync_api import Page

ROOT = Path(__file__).parents[2]
AXE = ROOT / "client" / "node_modules" / "axe-core" / "axe.min.js"

# Sizes in CSS pixels. The fan of a hand is turned a little: its corners may stand out by a hair.
LAYOUT = """(atTable) => {
  const wrong = [];
  const [width, height] = [innerWidth, innerHeight];
  const root = document.scrollingElement;
  const name = (one) => one.dataset.testid ?? `${one.tagName.toLowerCase()}.${one.className}`;
  if (root.scrollWidth > width) {
    const beyond = (one) => one.getBoundingClientRect().right > width + 0.5;
    const wide = [...document.querySelectorAll("body *")].filter(beyond);
    wrong.push(`scrolls sideways (${root.scrollWidth} > ${width}): ${wide.slice(0, 4).map(name).join(", ")}`);
  }
  const sheet = document.querySelector("dialog[open]");
  if (sheet) {
    const box = sheet.getBoundingClientRect();
    const out = [-box.left, -box.top, box.right - width, box.bottom - height];
    if (Math.max(...out) > 0) wrong.push("the dialog is off the screen");
    return wrong;
  }
  for (const box of document.querySelectorAll(".between, .lobby, .page")) {
    const [inside, room] = [box.scrollWidth, box.clientWidth];
    if (inside > room + 8) wrong.push(`${name(box)} is cut (${inside} > ${room})`);
  }
  if (atTable && root.scrollHeight > height + 1) wrong.push(`the table scrolls (${root.scrollHeight} > ${height})`);
  const scrolled = (one) => {
    for (let box = one.parentElement; box && box !== document.body; box = box.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(box);
      if (/auto|scroll/.test(overflowY) && box.scrollHeight > box.clientHeight + 1) return true;
      if (/auto|scroll/.test(overflowX) && box.scrollWidth > box.clientWidth + 1) return true;
    }
    return false;
  };
  const touchable = [...document.querySelectorAll(
    '[data-testid="hand"] button, button[data-testid^="action-"], [data-testid="status-line"], [data-testid="go-on"],' +
    '.own-place button, .topbar button')];
  for (const one of touchable) {
    const box = one.getBoundingClientRect();
    // Whatever else has to be scrolled for: who wants to pass finds it at once.
    const shown = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
    if (name(one) === "action-pass" && !one.contains(shown)) wrong.push("action-pass is out of sight");
    if (!box.width || !box.height) { wrong.push(`${name(one)} has no size`); continue; }
    if (scrolled(one)) continue;
    const slack = one.classList.contains("hand-card") ? 6 : 1;
    const out = [-box.left, -box.top, box.right - width, box.bottom - height];
    if (Math.max(...out) > slack) {
      const edges = [box.left, box.top, box.right, box.bottom].map(Math.round);
      wrong.push(`${name(one)} is not on the screen: ${edges} of ${width}×${height}`);
      continue;
    }
    if (one.tagName !== "BUTTON") continue;
    let hits = 0;
    for (let x = 1; x < 8; x++) for (let y = 1; y < 8; y++) {
      const hit = document.elementFromPoint(box.left + (box.width * x) / 8, box.top + (box.height * y) / 8);
      if (hit && one.contains(hit)) hits++;
    }
    const free = (hits / 49) * box.width * box.height;
    if (free < 400) {
      const over = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
      wrong.push(`${name(one)} can hardly be touched (${Math.round(free)} square pixels): under ${over && name(over)}`);
    }
  }
  for (const one of document.querySelectorAll(".felt .seat .who")) {
    const box = one.getBoundingClientRect();
    const hit = document.elementFromPoint(box.left + 12, box.top + box.height / 2);
    if (!hit || !one.parentElement.contains(hit)) wrong.push(`${name(one.parentElement)} is covered`);
    const words = one.querySelector(".name");
    if (words.clientWidth < 24 && words.scrollWidth > words.clientWidth) {
      wrong.push(`${name(one.parentElement)} has no room for its name`);
    }
  }
  return wrong;
}"""


def faults_of_layout(page: Page, at_table: bool = True) -> list[str]:
    """What is off the screen, covered, or makes the page scroll."""
    found: list[str] = page.evaluate(LAYOUT, at_table)
    return found


def faults_of_access(page: Page) -> list[str]:
    """What axe-core finds on the page as it is now."""
    if not page.evaluate("() => Boolean(window.axe)"):
        page.evaluate(AXE.read_text("utf-8"))
    found: list[dict[str, Any]] = page.evaluate("() => axe.run().then((told) => told.violations)")
    return [
        f"{one['id']}: {one['help']}: " + " | ".join(node["html"][:160] for node in one["nodes"][:3])
        for one in found
    ]


class Screens:
    """One page at several sizes: the layout holds at each, and pictures are kept if somebody wants them."""

    def __init__(self, test: str) -> None:
        self.test = re.sub(r"[^\w-]+", "-", test).strip("-")
        folder = os.environ.get("PEPPERNUT_SCREENS")
        self.folder = Path(folder) if folder else None
        self.taken: set[str] = set()

    def look(self, page: Page, label: str, at_table: bool = True) -> None:
        """Look at the page at every size, once for each label."""
        if label in self.taken:
            return
        self.taken.add(label)
        before = page.viewport_size
        wrong: list[str] = []
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            # Two frames: what listens to the size has rendered, and what it rendered is laid out.
            page.evaluate(
                "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
            )
            wrong += [f"{label} at {width}×{height}: {one}" for one in faults_of_layout(page, at_table)]
            if self.folder:
                self.folder.mkdir(parents=True, exist_ok=True)
                page.screenshot(path=self.folder / f"{self.test}-{label}-{width}x{height}.png")
        if before:
            page.set_viewport_size(before)
        assert not wrong, "\n".join(wrong)

import { useLayoutEffect, useRef } from "preact/hooks";

const FORBIDDEN = "script, style, link, iframe, object, embed, form, base, meta";

/** The server's own markup as nodes, with nothing in it that could act. */
export function inert(html: string, type: "text/html" | "image/svg+xml"): Node[] {
  const page = new DOMParser().parseFromString(html, type);
  for (const node of page.querySelectorAll(FORBIDDEN)) node.remove();
  for (const node of page.querySelectorAll("*")) {
    for (const { name, value } of [...node.attributes]) {
      if (name.startsWith("on") || name === "style" || /^\s*javascript:/i.test(value)) node.removeAttribute(name);
    }
  }
  const picture = page.documentElement;
  const [width, height] = [picture.getAttribute("width"), picture.getAttribute("height")];
  // A picture that only knows its size could not be drawn in another one.
  if (type === "image/svg+xml" && width && height && !picture.hasAttribute("viewBox")) picture.setAttribute("viewBox", `0 0 ${parseFloat(width)} ${parseFloat(height)}`);
  return type === "text/html" ? [...page.body.childNodes] : [page.documentElement];
}

export function Markup({ html, type = "text/html", class: extra = "" }: { html: string; type?: "text/html" | "image/svg+xml"; class?: string }) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    box.current?.replaceChildren(...inert(html, type).map((node) => document.importNode(node, true)));
  }, [html, type]);
  return <div ref={box} class={extra} />;
}

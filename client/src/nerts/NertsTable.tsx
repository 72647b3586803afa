import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { Card } from "../cards/Card";
import { spoken } from "../cards/cards";
import type { Place } from "../net/messages";
import { Between } from "../sheet/Between";
import { around, nameOf } from "../state/frames";
import { settings, still } from "../state/settings";
import { useFrame, useTable } from "../table/context";
import { Icon } from "../ui/Icon";
import { actionLabel, plural } from "../words/labels";
import { type Drag, useDrag } from "./drag";
import { fit } from "./fit";
import { sourceAt, targets } from "./moves";
import { Race } from "./race";

/** Another player's place, small: what matters is how many cards are left. */
function Other({ place, seat }: { place: Place; seat: number }) {
  const frame = useFrame();
  const person = frame.table.seats[seat];
  return (
    <li class={`racer ${place.stuck ? "stuck" : ""} ${place.pile <= 3 ? "close" : ""}`} data-testid={`seat-${seat}`}>
      <span class="racer-pile" role="img" aria-label={`${plural(place.pile, "card")} left in the pile`}>
        {place.pile_top && <Card card={place.pile_top} plain />}
        <b>{place.pile}</b>
      </span>
      <span class="racer-words">
        <span class="name" dir="auto" title={nameOf(frame, seat)}>
          {nameOf(frame, seat)}
        </span>
        <small>
          {place.foundation_cards} out{place.stuck ? " · stuck" : ""}
          {person && person.kind === "person" && !person.here ? " · away" : ""}
          {person?.rtt ? ` · ${person.rtt} ms` : ""}
        </small>
      </span>
      {person?.kind === "bot" && <Icon name="bot" />}
    </li>
  );
}

function Countdown({ until }: { until: number }) {
  const [left, setLeft] = useState(until - performance.now());
  const counting = left > 0;
  useEffect(() => {
    if (!counting) return;
    const timer = setInterval(() => setLeft(until - performance.now()), 100);
    return () => clearInterval(timer);
  }, [until, counting]);
  if (left <= 0) return null;
  return (
    <p class="countdown" role="timer">
      <span key={Math.ceil(left / 1000)}>{Math.ceil(left / 1000)}</span>
    </p>
  );
}

/** The room of an element, kept up to date. */
function useRoom(box: { current: HTMLElement | null }): { width: number; height: number } {
  const [room, setRoom] = useState({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const watch = new ResizeObserver(([entry]) => entry && setRoom({ width: entry.contentRect.width, height: entry.contentRect.height }));
    if (box.current) watch.observe(box.current);
    return () => watch.disconnect();
  }, []);
  return room;
}

function Foundations({ race }: { race: Race }) {
  const box = useRef<HTMLOListElement>(null);
  const room = useRoom(box);
  const view = race.view.value;
  const slots = (view?.places.length ?? 0) * 4;
  const held = race.chosen.value;
  const found = view?.foundations ?? [];
  const { columns, width } = fit(room.width, room.height, slots);
  return (
    <section class={`foundations ${held ? "target" : ""}`} data-drop="F" aria-label="Foundations" data-testid="foundations" onClick={() => race.drop(null, "F")}>
      <ol ref={box} style={{ gridTemplateColumns: `repeat(${columns}, ${width}px)` }}>
        {Array.from({ length: slots }, (_, slot) => {
          const one = found[slot];
          return (
            <li key={slot} class={one ? "started" : ""} data-top={one?.top}>
              {one && (
                <span key={one.top} class={`laid ${one.cards === 13 ? "closed" : ""}`}>
                  <Card card={one.top} plain />
                  <span class="hidden">{spoken(one.top)}</span>
                </span>
              )}
            </li>
          );
        })}
      </ol>
      {held && (
        <button type="button" class="act small to-foundation" onClick={() => race.drop(null, "F")}>
          To the foundations
        </button>
      )}
    </section>
  );
}

interface SpotProps {
  race: Race;
  drag: Drag;
  spot: string;
  card: string;
  depth?: number;
  label: string;
}

/** One card that can be tapped and dragged. */
function Spot({ race, drag, spot, card, depth = 1, label }: SpotProps) {
  const chosen = race.chosen.value;
  const held = chosen?.from === spot && chosen.cards.length >= depth;
  const dragged = drag.source.value?.from === spot && drag.source.value.cards.length >= depth;
  return (
    <button
      type="button"
      class={`spot-card ${held ? "chosen" : ""} ${dragged ? "dragged" : ""} ${race.sprung.value === spot && depth === 1 ? "sprung" : ""}`}
      data-testid={`card-${card}`}
      onPointerDown={(event) => drag.down(event, spot, depth)}
      onClick={(event) => {
        event.stopPropagation();
        if (!drag.justDropped()) race.tap(spot, depth, settings.value.nertsTap === "choose");
      }}
    >
      <Card card={card} />
      <span class="hidden">{label}</span>
    </button>
  );
}

function WorkPile({ race, drag, index, cards }: { race: Race; drag: Drag; index: number; cards: string[] }) {
  const spot = `T${index + 1}`;
  return (
    <div class={`work ${race.chosen.value ? "target" : ""}`} data-drop={spot} style={{ "--cards": Math.max(1, cards.length - 1) }} role="group" aria-label={`Work pile ${index + 1}`} data-testid={`work-${index + 1}`}>
      {cards.length === 0 && <button type="button" class="empty-spot" aria-label={`Empty work pile ${index + 1}`} onClick={() => race.drop(null, spot)} />}
      {cards.map((card, row) => (
        <span key={card} class="work-slot" style={{ "--row": row }}>
          <Spot race={race} drag={drag} spot={spot} card={card} depth={cards.length - row} label={`${spoken(card).replace("the ", "")}, work pile ${index + 1}`} />
        </span>
      ))}
    </div>
  );
}

function OwnPlace({ race, drag, place }: { race: Race; drag: Drag; place: Place }) {
  const table = useTable();
  const frame = useFrame();
  const swipe = useRef<number | null>(null);
  const empty = place.pile === 0;
  const hint = table.hint.value;
  return (
    <section class="own-place" aria-label="Your place">
      <div class="works" data-piles={place.work.length}>
        {place.work.map((cards, index) => (
          <WorkPile key={index} race={race} drag={drag} index={index} cards={cards} />
        ))}
      </div>
      <div class="thumb-row">
        <div class="pile" data-testid="pile" aria-label="Your pile" role="group">
          {place.pile_top ? (
            <Spot race={race} drag={drag} spot="P" card={place.pile_top} label={`your pile: ${spoken(place.pile_top)}`} />
          ) : (
            <span class="empty-spot" />
          )}
          <b class="left" data-testid="pile-left">
            {place.pile}
          </b>
        </div>
        <div class="calls">
          <button type="button" class={`nerts-call ${empty ? "ready" : ""}`} data-testid="call" aria-disabled={!empty} onClick={() => race.send("call")}>
            Nerts!
          </button>
          <button type="button" class="act small quiet" data-testid="stuck" disabled={place.stuck} onClick={() => race.send("stuck")}>
            {place.stuck ? "Said: stuck" : "I am stuck"}
          </button>
        </div>
        <div class="waste" data-testid="waste" role="group" aria-label="Your waste">
          {place.waste_top ? <Spot race={race} drag={drag} spot="W" card={place.waste_top} label={`waste: ${spoken(place.waste_top)}`} /> : <span class="empty-spot" />}
          <b class="left">{place.waste}</b>
        </div>
        <button
          type="button"
          class="stock"
          data-testid="draw"
          onClick={() => race.draw()}
          onPointerDown={(event) => (swipe.current = event.clientX)}
          onPointerUp={(event) => {
            if (swipe.current !== null && Math.abs(event.clientX - swipe.current) > 30) race.draw();
            swipe.current = null;
          }}
        >
          {place.stock ? <Card card="??" /> : <span class="empty-spot turn-over">↻</span>}
          <span class="hidden">{place.stock ? "Draw. Cards in the stock:" : "Turn the waste over and draw."}</span> <b class="left">{place.stock}</b>
        </button>
      </div>
      <div class="status">
        {table.refusal.value ? (
          <p class="refusal" data-testid="refusal">
            {table.refusal.value.message}
          </p>
        ) : (
          <p class={hint ? "reason" : ""} data-testid="status-line">
            {frame.table.paused ? (
              "Paused by the host."
            ) : race.chosen.value ? (
              "Now tap where it goes."
            ) : hint ? (
              <>
                {!hint.action.startsWith("move ") && <b>{actionLabel(hint.action)}:</b>} {hint.reason.replace(/^.*?: /, "")}
              </>
            ) : empty ? (
              "Your pile is empty: call Nerts when you like."
            ) : (
              `${plural(place.pile, "card")} left in your pile`
            )}
          </p>
        )}
        <button type="button" class="icon" aria-label="Hint" title="Hint" data-testid="hint" onClick={() => table.askHint()}>
          <Icon name="bulb" />
        </button>
      </div>
    </section>
  );
}

/** The race: foundations in the middle, the others small above, the own cards under the thumb. */
export function NertsTable() {
  const table = useTable();
  const frame = useFrame();
  const race = useMemo(() => new Race(table), [table]);
  const drag = useDrag(race);
  const view = race.view.value;
  const seat = frame.seat;

  useEffect(() => {
    if (frame.table.starts_in) race.startsAt.value = performance.now() + frame.table.starts_in;
  }, [race]);

  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement;
      if (event.ctrlKey || event.metaKey || event.altKey || target.closest("input, select, textarea, dialog")) return;
      const deeds: Record<string, () => unknown> = { d: () => race.draw(), q: () => race.tap("P", 1, false), w: () => race.tap("W", 1, false), c: () => race.send("call"), f: () => race.drop(null, "F"), p: () => seat !== null && table.say(possible(race, seat)) };
      const deed = deeds[event.key] ?? (/^[1-6]$/.test(event.key) ? () => race.tap(`T${event.key}`, 1, false) : undefined);
      if (event.key === " " && !target.closest("button")) {
        event.preventDefault();
        race.draw();
      } else deed?.();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, [race, seat]);

  if (!view || view.over || frame.table.between) return <Between />;
  const own = seat === null ? undefined : view.places[seat];
  return (
    <div class="race" data-still={still()} data-players={view.places.length}>
      <ul class="racers" aria-label="The others">
        {around(view.places.length, seat).map((other) => {
          const place = view.places[other];
          return place && <Other key={other} place={place} seat={other} />;
        })}
      </ul>
      <Foundations race={race} />
      {own && <OwnPlace race={race} drag={drag} place={own} />}
      <Countdown key={race.startsAt.value} until={race.startsAt.value} />
      {drag.ghost.value && (
        <div class="ghost" ref={drag.box} aria-hidden="true">
          {drag.ghost.value.cards.map((card) => (
            <Card key={card} card={card} />
          ))}
        </div>
      )}
    </div>
  );
}

/** What could be played now, for a listener. */
export function possible(race: Race, seat: number): string {
  const view = race.view.value;
  const place = view?.places[seat];
  if (!view || !place) return "";
  const spots = ["P", "W", ...place.work.map((_, index) => `T${index + 1}`)];
  const found = spots.flatMap((spot) => {
    const source = sourceAt(place, spot);
    const to = source ? targets(view, seat, source, race.runs) : [];
    return source && to[0] ? [`${spoken(source.cards[0] ?? "??")} to ${to[0] === "F" ? "the foundations" : `work pile ${to[0].slice(1)}`}`] : [];
  });
  return found.length ? `You can play ${found.join("; ")}.` : "Nothing fits: draw.";
}

/** Moves boxes between two states of the felt: measured before, measured after, and led from one to the other. */
import { TIMES, type Motion } from "../anim.ts";

interface Box {
  x: number;
  y: number;
  width: number;
  lying: boolean;
}

export interface Snapshot {
  cards: Map<string, Box>;
  /** Where a seat's cards come from and its tricks go to: its backs, else its plate. */
  hands: Map<number, Box>;
  plates: Map<number, Box>;
  faces: Map<string, Element>;
}

const EASE = "cubic-bezier(.2, .7, .2, 1)";

function boxOf(element: HTMLElement, lying = false): Box {
  const rect = element.getBoundingClientRect();
  return { x: rect.left + rect.width / 2, y: rect.top + rect.height / 2, width: element.offsetWidth || rect.width, lying };
}

export function snapshot(felt: HTMLElement | null): Snapshot {
  const shot: Snapshot = { cards: new Map(), hands: new Map(), plates: new Map(), faces: new Map() };
  if (!felt) return shot;
  for (const card of felt.querySelectorAll<HTMLElement>(".hand [data-card], .openhand [data-card], .trick [data-card]")) {
    const name = card.dataset["card"] ?? "";
    shot.cards.set(name, boxOf(card, card.closest(".trick") !== null));
    shot.faces.set(name, card);
  }
  for (const hand of felt.querySelectorAll<HTMLElement>(".backs[data-hand]")) shot.hands.set(Number(hand.dataset["hand"]), boxOf(hand));
  for (const plate of felt.querySelectorAll<HTMLElement>(".seat[data-seat]")) shot.plates.set(Number(plate.dataset["seat"]), boxOf(plate));
  return shot;
}

function glide(element: HTMLElement, from: Box, to: Box, ms: number, scaled: boolean, delay = 0): void {
  const dx = from.x - to.x;
  const dy = from.y - to.y;
  if (Math.abs(dx) < 1 && Math.abs(dy) < 1) return;
  const start: Keyframe = { translate: `${dx}px ${dy}px` };
  const end: Keyframe = { translate: "0 0" };
  if (scaled) {
    start["scale"] = String(Math.max(0.2, from.width / (to.width || 1)));
    end["scale"] = "1";
  }
  element.animate([start, end], { duration: ms, easing: EASE, delay, fill: "backwards" });
}

/** A card that has left the felt flies on as a copy, and is gone when it arrives. */
function ghost(felt: HTMLElement, face: Element, from: Box, to: Box): void {
  const copy = face.cloneNode(true) as HTMLElement;
  const ground = felt.getBoundingClientRect();
  copy.removeAttribute("data-card");
  copy.removeAttribute("role");
  copy.setAttribute("aria-hidden", "true");
  copy.classList.remove("best");
  copy.classList.add("flying");
  copy.style.setProperty("--w", `${from.width}px`);
  copy.style.setProperty("left", `${from.x - ground.left - from.width / 2}px`);
  copy.style.setProperty("top", `${from.y - ground.top - from.width * 0.7}px`);
  felt.append(copy);
  const flight = copy.animate(
    [
      { translate: "0 0", scale: "1", opacity: 1 },
      { translate: `${to.x - from.x}px ${to.y - from.y}px`, scale: "0.32", opacity: 1, offset: 0.85 },
      { translate: `${to.x - from.x}px ${to.y - from.y}px`, scale: "0.3", opacity: 0 },
    ],
    { duration: TIMES.gather, easing: EASE, fill: "forwards" },
  );
  const away = (): void => copy.remove();
  flight.finished.then(away, away);
}

/** Takes away what is still flying: an input has come. */
export function land(felt: HTMLElement | null): void {
  for (const copy of felt?.querySelectorAll(".flying") ?? []) copy.remove();
  for (const animation of felt?.getAnimations({ subtree: true }) ?? []) {
    if (!(animation instanceof CSSTransition)) animation.finish();
  }
}

/** Leads every box from where it was in `before` to where it stands now. */
export function move(felt: HTMLElement | null, before: Snapshot, motions: readonly Motion[]): void {
  if (!felt) return;
  const now = snapshot(felt);
  const moved = new Set<string>();
  for (const motion of motions) {
    if (motion.kind === "play") {
      const face = now.faces.get(motion.card) as HTMLElement | undefined;
      const to = now.cards.get(motion.card);
      const was = before.cards.get(motion.card);
      moved.add(motion.card);
      if (!face || !to || was?.lying) continue;
      const from = was ?? before.hands.get(motion.seat) ?? before.plates.get(motion.seat);
      if (from) glide(face, was ? from : { ...from, width: Math.min(from.width, 48) }, to, TIMES.play, true);
    } else if (motion.kind === "gather") {
      const to = now.plates.get(motion.taker);
      for (const card of motion.cards) {
        const from = before.cards.get(card);
        const face = before.faces.get(card);
        if (to && from?.lying && face && !now.cards.get(card)?.lying) ghost(felt, face, from, to);
      }
    } else {
      const ground = felt.getBoundingClientRect();
      const from: Box = { x: ground.left + ground.width / 2, y: ground.top + ground.height * 0.4, width: 0, lying: false };
      const order = [...felt.querySelectorAll<HTMLElement>(".hand [data-card]")].filter((face) => motion.cards.includes(face.dataset["card"] ?? ""));
      order.forEach((face, i) => {
        moved.add(face.dataset["card"] ?? "");
        glide(face, from, boxOf(face), TIMES.play, false, i * TIMES.dealCard);
      });
    }
  }
  // The rest of the hand closes the gap, or takes the order of the new trumps.
  for (const [card, to] of now.cards) {
    const from = before.cards.get(card);
    if (from && !from.lying && !to.lying && !moved.has(card)) glide(now.faces.get(card) as HTMLElement, from, to, TIMES.raise, false);
  }
}

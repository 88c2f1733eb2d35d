/** Plates around the felt, the backs beneath them, and what their owners have just said. */
import { html, nothing, type TemplateResult } from "lit";
import type { GameClient, TableContext } from "../games.ts";
import { clockText, num, t, tn, tp } from "../i18n.ts";
import type { Card, Seat } from "../protocol.ts";
import { cardChoice, handPlayed, isDue, occupancy, openMenu } from "../state.ts";
import { cardFace, drawing, tally } from "./bits.ts";
import { cardName, sortHand, suitOf } from "../cards.ts";

export interface PlateParts {
  context: TableContext;
  client: GameClient;
  seat: Seat;
  place: string;
  /** Own time, to let clocks run between frames. */
  now: number;
  onCard: (card: Card, clicks?: number) => void;
}

function roleLine({ context, client, seat }: PlateParts): TemplateResult | typeof nothing {
  const role = client.role?.(context, seat);
  if (!role) return nothing;
  const points = role.points === undefined ? nothing : html`<div class="pts num"><bdi dir="ltr">${num(role.points)}</bdi><span class="sr"> ${tn("{count} point", "{count} points", role.points)}</span></div>`;
  const strokes = role.taken === undefined ? nothing : tally(role.taken, role.due ?? null, role.spoken ?? tn("{count} trick", "{count} tricks", role.taken));
  return html`${points}<div class="role">${role.lead ? html`<span class="wide-only">${role.lead}</span>` : nothing}<span class="num">${role.text}</span>${strokes}</div>`;
}

function away({ context, seat, now }: PlateParts): TemplateResult | null {
  const info = context.view.seats[seat];
  if (!info || context.view.lifecycle !== "playing" || info.here || occupancy(info) !== "person" || seat === context.you) return null;
  const left = context.view.deadline === null ? null : context.view.deadline - now;
  const text = left !== null && left > 0 ? t("Reconnecting, {time}", { time: clockText(left) }) : t("Reconnecting");
  return html`<div class="role">${text}</div>`;
}

/** The clock of a seat in ms, if the table has clocks: what is left of the bank, less what has run since. */
function clockOf({ context, seat, now }: PlateParts): number | null {
  const clock = context.view.clocks?.seats[seat];
  if (!clock) return null;
  return clock.until === null ? clock.left : Math.max(0, Math.min(clock.left, clock.until - now));
}

export function plate(parts: PlateParts): TemplateResult {
  const { context, client, seat, place } = parts;
  const info = context.view.seats[seat];
  const who = info ? occupancy(info) : "free";
  const due = isDue(context.view, seat);
  // The frame stands where the card comes from, the filled clock where it is decided.
  const plays = context.view.deciders.find((decider) => decider.seat === seat && (decider.hand ?? seat) !== seat);
  const turn = (due && !plays) || context.view.deciders.some((decider) => decider.hand === seat);
  const out = client.isOut?.(context, seat) ?? false;
  const gone = away(parts);
  const own = place === "s";
  if (who === "free") {
    return html`<div class="seat free ${own ? "own" : ""}" data-place=${place} data-seat=${seat}><div class="who">${tp("seat", "free")}</div></div>`;
  }
  const note = who === "stand-in" ? html`<small>${t("program")}</small>` : nothing;
  const clock = out ? null : clockOf(parts);
  const late = clock !== null && due && clock < 15_000;
  return html`<div class="seat ${own ? "own" : ""} ${turn ? "turn" : ""} ${due && !turn ? "also" : ""} ${out ? "out" : ""} ${gone ? "gone" : ""} ${who === "stand-in" ? "stand-in" : ""}" data-place=${place} data-seat=${seat}>
    <div class="who"><bdi>${context.name(seat)}</bdi>${note}${
      context.game.dealer === seat ? html`<span class="dealer" role="img" title=${t("dealer")} aria-label=${t("dealer")}><span aria-hidden="true">${tp("mark of the dealer", "D")}</span></span>` : nothing
    }${due ? html`<span class="sr">${own && context.you === seat ? t("your turn") : t("to play")}</span>` : nothing}</div>
    ${gone ?? roleLine(parts)}
    ${clock === null ? nothing : html`<div class="clock num ${late ? "late" : ""}" role="timer" aria-live="off"><bdi dir="ltr">${clockText(clock)}</bdi></div>`}
  </div>`;
}

/** An open hand lies in groups, a suit each. */
const gapBefore = (cards: readonly Card[], i: number): string => (i > 0 && suitOf(cards[i] ?? "") !== suitOf(cards[i - 1] ?? "") ? "gap" : "");

/** The cards of another seat: backs, or faces when they lie open. */
export function backs({ context, client, seat, place, onCard }: PlateParts): TemplateResult | typeof nothing {
  const hand = context.game.hands[seat];
  const shown = client.shown?.(context, seat);
  if (shown) {
    const set = sortHand(shown.cards, (suit) => client.rankOrder?.(context, suit) ?? "AKQJT98765432");
    return html`<div class="openhand set" data-place=${place} data-hand=${seat} role="group" aria-label=${shown.label}>${set.map((card, i) => cardFace(card, gapBefore(set, i)))}</div>`;
  }
  if (!hand || hand.cards.length + hand.hidden === 0) return nothing;
  if (hand.cards.length && hand.hidden) {
    // Some of these cards were open before they came into this hand: everybody knows them, nobody the others.
    const known = html`${hand.cards.map((card) => cardFace(card))}${Array.from({ length: hand.hidden }, () => html`<div class="card back">${drawing("back")}</div>`)}`;
    return html`<div class="backs known" data-place=${place} data-hand=${seat} role="group" aria-label=${t("Cards of {name}", { name: context.name(seat) })}>${known}</div>`;
  }
  if (hand.cards.length) {
    const cards = sortHand(hand.cards, (suit) => client.rankOrder?.(context, suit) ?? "AKQJT98765432");
    // An open hand that the viewer plays is pressed where it lies.
    const legal = handPlayed(context.view) === seat ? (cardChoice(openMenu(context.state))?.cards ?? []) : [];
    return html`<div class="openhand" data-place=${place} data-hand=${seat} role="group" aria-label=${t("Cards of {name}", { name: context.name(seat) })}>${cards.map((card, i) => {
      if (!legal.length) return cardFace(card, gapBefore(cards, i));
      const raised = context.state.raised === card;
      return html`<button type="button" class="card ${gapBefore(cards, i)} ${legal.includes(card) ? "legal" : "quiet"} ${raised ? "raised" : ""}" data-card=${card} aria-label=${cardName(card)} aria-pressed=${raised} ?disabled=${!legal.includes(card)} @click=${(event: MouseEvent) => onCard(card, event.detail)}>${drawing(card)}</button>`;
    })}</div>`;
  }
  const count = hand.hidden;
  return html`<div class="backs" data-place=${place} data-hand=${seat} role="img" aria-label=${tn("{count} card", "{count} cards", count)}>${Array.from({ length: count }, () => html`<div class="card back">${drawing("back")}</div>`)}</div>`;
}

export function call({ context, client, seat, place }: PlateParts): TemplateResult | typeof nothing {
  const said = client.call?.(context, seat);
  if (!said) return nothing;
  return html`<span class="call" data-place=${place} aria-label=${t("{name} said", { name: context.name(seat) })} role="note"><span dir="auto">${said}</span></span>`;
}

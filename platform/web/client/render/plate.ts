/** Plates around the felt, the backs beneath them, and what their owners have just said. */
import { html, nothing, type TemplateResult } from "lit";
import { classMap } from "lit/directives/class-map.js";
import { rankOrder, type GameClient, type TableContext } from "../games.ts";
import { serverTime } from "../clocks.ts";
import { num, t, tn, tp } from "../i18n.ts";
import type { Card, Seat, SeatClock, SeatInfo } from "../protocol.ts";
import { cardChoice, handPlayed, isDue, occupancy, openMenu } from "../state.ts";
import { awayText } from "../told.ts";
import { cardFace, drawing, nameOf, ratingOf, tally } from "./bits.ts";
import "./clock.ts";
import { cardName, sortHand, suitOf } from "../cards.ts";

export interface PlateParts {
  context: TableContext;
  client: GameClient;
  seat: Seat;
  place: string;
  onCard: (card: Card, clicks?: number) => void;
}

function roleLine({ context, client, seat }: PlateParts): TemplateResult | typeof nothing {
  const role = client.role?.(context, seat);
  if (!role) return nothing;
  const points = role.points === undefined ? nothing : html`<div class="pts num"><bdi dir="ltr">${num(role.points)}</bdi><span class="sr"> ${tn("{count} point", "{count} points", role.points)}</span></div>`;
  const strokes = role.taken === undefined ? nothing : tally(role.taken, role.due ?? null, role.spoken ?? tn("{count} trick", "{count} tricks", role.taken));
  return html`${points}<div class="role">${role.lead ? html`<span class="wide-only">${role.lead}</span>` : nothing}<span class="num">${role.text}</span>${strokes}</div>`;
}

/** Who is waited for: why and for how long stands in place of what he is in this deal. */
function away({ context, seat }: PlateParts): TemplateResult | null {
  const info = context.view.seats[seat];
  if (!info || context.view.lifecycle !== "playing" || occupancy(info) !== "person" || seat === context.you) return null;
  const gone = context.state.gone.find((one) => one.seat === seat);
  if (!gone) return info.here ? null : html`<div class="role">${t("Reconnecting")}</div>`;
  const words =
    gone.how === "left"
      ? (time: string, ms: number): string => (ms > 0 ? t("Left, {time}", { time }) : t("Left"))
      : (time: string, ms: number): string => (ms > 0 ? t("Reconnecting, {time}", { time }) : t("Reconnecting"));
  return html`<div class="role num"><ot-clock .until=${gone.until} .time=${serverTime(context.state)} .words=${words}></ot-clock></div>`;
}

/** The clock of a seat, if time is counted there: nobody waits for a program. Of the newest view, whatever still moves on the felt. */
export function clockOf(context: TableContext, seat: Seat): SeatClock | null {
  const { view } = context.state;
  const info = view?.seats[seat];
  if (!view || view.lifecycle !== "playing" || !info || occupancy(info) !== "person") return null;
  return view.clocks?.seats[seat] ?? null;
}

export const clockFace = (context: TableContext, { left, until }: SeatClock): TemplateResult =>
  html`<bdi dir="ltr"><ot-clock .left=${left} .until=${until} .time=${serverTime(context.state)}></ot-clock></bdi>`;

function rating(context: TableContext, seat: Seat, info: SeatInfo): TemplateResult | typeof nothing {
  const who = occupancy(info);
  if (who === "stand-in") return html`<small class="by-program"><span class="wide-only">${awayText(info.away)}</span><span class="narrow-only" title=${awayText(info.away)}>${t("program")}</span></small>`;
  const coming = context.view.chairs?.coming.find((one) => one.seat === seat);
  const next = coming && context.state.people[coming.person]?.name;
  if (next) return html`<small class="by-program">${t("then {name}", { name: next })}</small>`;
  return who === "person" ? ratingOf(context.rating(seat)) : nothing;
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
  // Whose hand another plays has nothing to decide, so that his own time does not matter; and his name is no link, for
  // cards are pressed beside it.
  const played = context.view.deciders.some((decider) => decider.hand === seat && decider.seat !== seat);
  const clock = out || played ? null : clockOf(context, seat);
  const classes = classMap({ seat: true, own, turn, also: due && !turn, out, gone: gone !== null, "stand-in": who === "stand-in" });
  return html`<div class=${classes} data-place=${place} data-seat=${seat}>
    <div class="who">${played ? html`<bdi>${context.name(seat)}</bdi>` : nameOf(context, seat)}${info ? rating(context, seat, info) : nothing}${
      context.game.dealer === seat ? html`<span class="dealer" role="img" title=${t("dealer")} aria-label=${t("dealer")}><span aria-hidden="true">${tp("mark of the dealer", "D")}</span></span>` : nothing
    }${due ? html`<span class="sr">${own && context.you === seat ? t("your turn") : t("to play")}</span>` : nothing}</div>
    ${gone ?? roleLine(parts)}
    ${clock === null ? nothing : html`<div class="clock num ${clock.until === null ? "" : "running"}" role="timer" aria-live="off" aria-label=${t("Time of {name}", { name: context.name(seat) })}>${clockFace(context, clock)}</div>`}
  </div>`;
}

/** An open hand lies in groups, a suit each. */
const gapBefore = (cards: readonly Card[], i: number): string => (i > 0 && suitOf(cards[i] ?? "") !== suitOf(cards[i - 1] ?? "") ? "gap" : "");

/** The cards of another seat: backs, or faces when they lie open. */
export function backs({ context, client, seat, place, onCard }: PlateParts): TemplateResult | typeof nothing {
  const hand = context.game.hands[seat];
  const shown = client.shown?.(context, seat);
  if (shown) {
    const set = sortHand(shown.cards, rankOrder(context, client));
    return html`<div class="openhand set" data-place=${place} data-hand=${seat} role="group" aria-label=${shown.label}>${set.map((card, i) => cardFace(card, gapBefore(set, i)))}</div>`;
  }
  if (!hand || hand.cards.length + hand.hidden === 0) return nothing;
  if (hand.cards.length && hand.hidden) {
    // Some of these cards were open before they came into this hand: everybody knows them, nobody the others.
    const known = html`${hand.cards.map((card) => cardFace(card))}${Array.from({ length: hand.hidden }, () => html`<div class="card back">${drawing("back")}</div>`)}`;
    return html`<div class="backs known" data-place=${place} data-hand=${seat} role="group" aria-label=${t("Cards of {name}", { name: context.name(seat) })}>${known}</div>`;
  }
  if (hand.cards.length) {
    const cards = sortHand(hand.cards, rankOrder(context, client));
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

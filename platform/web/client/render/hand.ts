/** The own hand: a shallow fan on a wide screen, rows of five on a phone. Legal cards stand up and are buttons. */
import { html, nothing, type TemplateResult } from "lit";
import { repeat } from "lit/directives/repeat.js";
import { cardName, sortHand } from "../cards.ts";
import { rankOrder, type GameClient, type Picking, type TableContext } from "../games.ts";
import { t } from "../i18n.ts";
import type { Card, Seat } from "../protocol.ts";
import { cardChoice, openMenu } from "../state.ts";
import { drawing, vars } from "./bits.ts";

export interface HandParts {
  context: TableContext;
  client: GameClient;
  seat: Seat;
  onCard: (card: Card, clicks?: number) => void;
  /** The card that is in the tab order; arrows move it. */
  focused: Card | null;
  /** Cards are chosen here for something else than playing. */
  picking: Picking | null;
}

/** The hand in the order it is shown. */
export function handOrder(context: TableContext, client: GameClient, seat: Seat): Card[] {
  return sortHand(context.game.hands[seat]?.cards ?? [], rankOrder(context, client));
}

/** The grid place of a card on a phone: the front row is full, the back row holds the rest; columns are halves, to centre both. */
export function rowPlace(index: number, count: number): { row: number; column: number } {
  const per = count > 10 ? 6 : 5;
  const behind = Math.max(0, count - per);
  const back = index < behind;
  const inRow = back ? behind : Math.min(count, per);
  return { row: back ? 1 : 2, column: 2 * (back ? index : index - behind) + 1 + (per - inRow) };
}

export function hand({ context, client, seat, onCard, focused, picking }: HandParts): TemplateResult {
  const cards = handOrder(context, client, seat);
  const { state } = context;
  const playing = cardChoice(openMenu(state));
  const legal = new Set(playing?.cards ?? []);
  const mine = context.you === seat;
  // Ahead of one's turn a card may be chosen while tricks are played; in the auction there is nothing to choose yet.
  const out = client.isOut?.(context, seat) === true;
  const pickable = new Set(picking?.cards ?? []);
  const choosable = mine && !out && context.game.trick !== null && (playing !== null || context.game.trump_named !== false) && isPlayPhase(context);
  const inTabOrder = focused && cards.includes(focused) ? focused : (cards.find((card) => legal.has(card) || picking?.chosen.includes(card)) ?? cards[0]);
  return html`<div class="hand ${cards.length > 10 ? "many" : ""} ${(client.largestHand ?? 10) <= 5 ? "one-row" : ""} ${out ? "out" : ""}" role="group" aria-label=${mine ? t("Your hand") : t("Cards of {name}", { name: context.name(seat) })} data-hand=${seat} ${vars({ "--n": Math.max(cards.length, 1) })}>
    ${repeat(
      cards,
      (card) => card,
      (card, i) => {
        const isLegal = legal.has(card);
        const quiet = playing !== null && !isLegal;
        const raised = state.raised === card;
        const ahead = state.ahead === card;
        const place = rowPlace(i, cards.length);
        const placed = { "--i": i, "--row": place.row, "--column": place.column };
        const classes = `card ${isLegal ? "legal" : ""} ${quiet ? "quiet" : ""} ${raised ? "raised" : ""} ${ahead ? "ahead" : ""}`;
        if (pickable.has(card)) {
          const chosen = picking?.chosen.includes(card) === true;
          return html`<button type="button" class="card legal ${chosen ? "raised" : ""}" data-card=${card} aria-label=${chosen ? (picking?.spoken(card) ?? cardName(card)) : cardName(card)}
            aria-pressed=${chosen} tabindex=${card === inTabOrder ? 0 : -1} @click=${(event: MouseEvent) => onCard(card, event.detail)} ${vars(placed)}>${drawing(card)}</button>`;
        }
        if (!choosable) return html`<div class=${classes} role="img" aria-label=${cardName(card)} data-card=${card} ${vars(placed)}>${drawing(card)}</div>`;
        return html`<button type="button" class=${classes} data-card=${card} aria-label=${label(card, isLegal, playing !== null, raised, ahead)}
          aria-disabled=${quiet ? "true" : nothing} aria-pressed=${raised || ahead ? "true" : "false"} tabindex=${card === inTabOrder ? 0 : -1}
          @click=${(event: MouseEvent) => onCard(card, event.detail)} ${vars(placed)}>${drawing(card)}</button>`;
      },
    )}
  </div>`;
}

function isPlayPhase(context: TableContext): boolean {
  return /play/.test(context.game.phase) || cardChoice(openMenu(context.state)) !== null;
}

function label(card: Card, legal: boolean, myTurn: boolean, raised: boolean, ahead: boolean): string {
  const name = cardName(card);
  if (raised) return t("{card}, raised: press again to play it", { card: name });
  if (ahead) return t("{card}, chosen ahead", { card: name });
  if (myTurn && !legal) return t("{card}, not allowed now", { card: name });
  return name;
}

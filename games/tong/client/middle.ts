/** What lies in the middle before the tricks: the widow, the turn-up on the stock, and what a decision is about. */
import { html, nothing, type TemplateResult } from "lit";
import { repeat } from "lit/directives/repeat.js";
import { cardName, suitsAreTrumps } from "@client/cards.ts";
import type { Aside, TableContext } from "@client/games.ts";
import { joined, t, tn } from "@client/i18n.ts";
import { choiceOf } from "@client/menu.ts";
import type { Card } from "@client/protocol.ts";
import { cardFace, drawing, numBdi } from "@client/render/bits.ts";
import { joining, picked, trumps } from "./keys.ts";
import { riskOf, tong, type TongView } from "./view.ts";

const faceDown = (): TemplateResult => html`<div class="card back" role="img" aria-label=${t("face down")}>${drawing("back")}</div>`;

/** Four cards in order. A card that is turned up is a new one on the page, and turns over as it comes. */
function widow(view: TongView): TemplateResult {
  return html`<div class="widow" role="group" aria-label=${t("The widow")}>${repeat(
    view.widow,
    (card, i) => `${i}${card ?? ""}`,
    (card) => (card ? cardFace(card, "turned") : faceDown()),
  )}</div>`;
}

function stockText(count: number): string {
  return count ? tn("stock of {count} card left", "stock of {count} cards left", count) : t("no stock is left");
}

/** The turn-up beside the stock; its suit stays trumps when eldest has taken it. */
function turnUp(view: TongView): TemplateResult | typeof nothing {
  if (!view.turn_up || !view.trump) return nothing;
  return html`<div class="turnup"><span class="stack">${view.stock ? html`<span class="card back" aria-hidden="true">${drawing("back")}</span>` : nothing}${
    view.turn_up_taken ? nothing : cardFace(view.turn_up)
  }</span><p><b>${suitsAreTrumps(view.trump)}</b><br>${stockText(view.stock)}</p></div>`;
}

/** What a deal without a trick would cost the viewer, in a sentence. */
export function riskText(context: TableContext): string {
  const view = tong(context);
  const risk = riskOf(view, context.you ?? 0, context.options);
  if (risk.pays && risk.atLeast) return t("at least {sum} into the pot", { sum: risk.pays });
  if (risk.pays && risk.losses) return tn("{sum} into the pot, for {count} loss", "{sum} into the pot, for {count} losses", risk.losses, { sum: risk.pays });
  if (risk.pays) return t("{sum} into the pot", { sum: risk.pays });
  return risk.noted ? t("a loss noted, due from {points} points on", { points: view.risk_at }) : t("costs nothing");
}

/** Play or fold: what either brings (rules/tong.md 6.3, 8). */
function stakes(context: TableContext): TemplateResult {
  const view = tong(context);
  const points = view.points[context.you ?? 0] ?? 0;
  const missing = Math.max(0, view.target - points);
  return html`<dl class="stakes">
    <div><dt>${t("Pot")}</dt><dd class="num">${numBdi(view.pot)}</dd></div>
    <div><dt>${t("You have")}</dt><dd>${joined([tn("{count} point", "{count} points", points), tn("{count} to go", "{count} to go", missing)])}</dd></div>
    <div><dt>${t("Play")}</dt><dd>${t("one point for each trick")}</dd></div>
    <div><dt>${t("No trick")}</dt><dd class=${riskOf(view, context.you ?? 0, context.options).pays ? "dear" : ""}>${riskText(context)}</dd></div>
    <div><dt>${t("Fold")}</dt><dd>${t("nothing to win or to pay")}</dd></div>
  </dl>`;
}

/** The trumps eldest may take after claiming a bare hand; one touch chooses, a second takes it. */
function trumpsToPick(context: TableContext, cards: readonly Card[]): TemplateResult {
  const chosen = picked(context);
  return html`<div class="trumps" role="group" aria-label=${t("Take one trump")}>${cards.map(
    (card) => html`<button type="button" class="pick ${card === chosen ? "chosen" : ""}" data-value=${card} aria-pressed=${card === chosen} aria-label=${cardName(card)}
      @click=${() => (card === chosen ? context.say({ type: "pick_trump", card }) : context.draft("trump", card))}>${cardFace(card)}</button>`,
  )}</div>`;
}

/** Who buys must play: with ten points that can cost something, so it is said beforehand. */
function buyersRisk(context: TableContext): TemplateResult | typeof nothing {
  const view = tong(context);
  if (!choiceOf(context, "buy") || context.you === null) return nothing;
  if (context.state.draft["bare"]) return html`<p class="meant">${t("All five cards go. Then you see the trumps left in the stock, take one of them and the widow, and must play.")}</p>`;
  const risk = riskOf(view, context.you, context.options).pays;
  if (!risk) return nothing;
  return html`<p class="meant">${t("Who buys must play; no trick costs {sum}", { sum: risk })}</p>`;
}

export function middle(context: TableContext): TemplateResult | null {
  const view = tong(context);
  if (!view.widow.length) return null;
  switch (view.phase) {
    case "buying":
      return html`<div class="tong-middle"><p>${t("The widow")}</p>${widow(view)}${turnUp(view)}${buyersRisk(context)}</div>`;
    case "picking": {
      const cards = trumps(context);
      const name = context.name(view.taker ?? 0);
      return html`<div class="tong-middle"><p>${cards.length ? t("Take one trump") : t("{name} has no trumps and throws all five cards", { name })}</p>${cards.length ? trumpsToPick(context, cards) : widow(view)}${turnUp(view)}</div>`;
    }
    case "joining": {
      if (joining(context)) return html`<div class="tong-middle">${view.widow_taken ? nothing : html`<div class="small">${widow(view)}</div>`}${turnUp(view)}${stakes(context)}</div>`;
      const who = view.taker === null ? t("Nobody has taken the widow") : t("{name} has the widow", { name: context.name(view.taker) });
      return html`<div class="tong-middle"><p>${who}</p>${widow(view)}${turnUp(view)}</div>`;
    }
    default:
      return null;
  }
}

/** While tricks are played the widow and the turn-up can still be looked up. */
export function aside(context: TableContext): Aside | null {
  const view = tong(context);
  if (view.phase !== "playing" || !view.turn_up) return null;
  const open = view.widow.filter((card): card is Card => card !== null);
  const who = view.taker === null ? t("Nobody took it") : t("{name} has it", { name: context.name(view.taker) });
  return {
    title: t("The widow"),
    body: html`<div class="row widow-row">${open.map((card) => cardFace(card))}${Array.from({ length: view.widow.length - open.length }, faceDown)}</div>
      <p class="label">${who}. ${t("Turned up for trumps: {card}", { card: cardName(view.turn_up) })}</p>`,
  };
}

/** What surrounds the felt: the bar, the margin of a wide screen, the tray and its sheets on a phone. */
import { html, nothing, type TemplateResult } from "lit";
import type { GameClient, Headline, TableContext } from "../games.ts";
import { serverTime } from "../clocks.ts";
import type { LastTrick } from "../protocol.ts";
import { cardFace, mark } from "./bits.ts";
import "./clock.ts";
import { termsText } from "./terms.ts";
import { num, t, tn } from "../i18n.ts";

export interface AroundParts {
  context: TableContext;
  client: GameClient;
  lobby: string;
  open: (sheet: string) => void;
}

function link(context: TableContext): TemplateResult {
  const { link: state } = context.state;
  const text = state === "open" ? t("Connected") : state === "lost" ? t("Reconnecting") : state === "connecting" ? t("Connecting") : t("Disconnected");
  return html`<span class="link-state ${state === "open" ? "" : "lost"}" role="status"><span>${text}</span></span>`;
}

export function headlineOf({ context, client }: AroundParts): Headline {
  const own = client.headline?.(context);
  if (own) return own;
  return { big: null, title: client.title(), lines: [], short: tn("deal {count}", "deal {count}", context.game.deal) };
}

/** A restart that is announced: the countdown for the eyes, one sentence for the ears. */
function restart(context: TableContext): TemplateResult | typeof nothing {
  const at = context.state.restart;
  if (at === null) return nothing;
  const words = (time: string, ms: number): string => (ms > 0 ? t("The server restarts in {time}. Clocks stop meanwhile.", { time }) : t("The server restarts now. Clocks stop meanwhile."));
  return html`<span class="restart num" aria-hidden="true"><ot-clock .until=${at} .time=${serverTime(context.state)} .words=${words}></ot-clock></span>`;
}

export function bar(parts: AroundParts): TemplateResult {
  const { context, client, lobby, open } = parts;
  const headline = headlineOf(parts);
  const about = client.about?.(context);
  const terms = termsText(context.state.table, context.state.view);
  const watching = context.state.watching;
  return html`<header class="bar table-bar">
    <a class="brand wide-only" href=${lobby}>${mark()}<span>Opentrick</span></a>
    <span class="wide-only">${client.title()}</span>${about ? html`<span class="muted wide-only">${about}</span>` : nothing}${terms ? html`<span class="muted wide-only terms">${terms}</span>` : nothing}
    ${headline.big ? html`<span class="narrow-only bid num" aria-hidden="true">${headline.big}</span>` : nothing}
    <span class="narrow-only about"><b>${headline.title}</b><span>${headline.short}</span></span>
    <ot-inbox class="space"></ot-inbox>
    ${restart(context)}
    ${context.you === null && context.view.lifecycle === "playing" ? html`<span class="watching muted">${watching && watching > 1 ? tn("{count} watching", "{count} watching", watching) : t("Watching")}</span>` : nothing}
    ${link(context)}
    <button type="button" class="link wide-only" aria-expanded=${context.state.sheet === "more"} @click=${() => open("more")}>${t("Menu")}</button>
  </header>`;
}

function pastTrick(context: TableContext, past: LastTrick): TemplateResult {
  return html`<div class="row">${past.cards.map(
    ([seat, card]) => html`<figure class=${seat === past.taker ? "won" : ""}>${cardFace(card)}<figcaption><bdi>${context.name(seat)}</bdi>${seat === past.taker ? html`<span class="sr"> ${t("took it")}</span>` : nothing}</figcaption></figure>`,
  )}</div>`;
}

/** The last trick, small, the taker in bold; the earlier ones too where the house rules show them, or the deal is over. */
export function lastTrick(context: TableContext): TemplateResult {
  const last = context.game.last_trick;
  if (!last) return html`<p class="label">${t("No trick has been taken in this deal yet.")}</p>`;
  const history = context.game["history"];
  const earlier = Array.isArray(history) ? (history as LastTrick[]).slice(0, -1).reverse() : [];
  return html`${pastTrick(context, last)}${
    earlier.length ? html`<details class="earlier"><summary>${tn("{count} earlier trick", "{count} earlier tricks", earlier.length)}</summary>${earlier.map((past) => pastTrick(context, past))}</details>` : nothing
  }`;
}

function aside({ context, client }: AroundParts): TemplateResult | typeof nothing {
  const own = client.aside?.(context);
  return own ? html`<section><h2>${own.title}</h2>${own.body}</section>` : nothing;
}

export function totals(context: TableContext): TemplateResult {
  return html`<table class="standing"><tbody>${context.view.seats.map(
    (_, seat) => html`<tr><td><bdi>${context.name(seat)}</bdi></td><td><bdi dir="ltr">${num(context.game.totals[seat] ?? 0)}</bdi></td></tr>`,
  )}</tbody></table>`;
}

export function margin(parts: AroundParts): TemplateResult {
  const { context, client, open } = parts;
  const headline = headlineOf(parts);
  const showsLast = context.game.last_trick !== null;
  const own = context.game.deal === 0 ? null : client.margin?.(context);
  return html`<aside class="margin" aria-label=${t("About the deal")}>
    <section class="contract">
      ${headline.big ? html`<span class="bid num">${headline.big}</span>` : nothing}
      <div><b>${headline.title}</b>${headline.lines.map((line) => html`<span class="muted">${line}</span>`)}</div>
    </section>
    ${own ? nothing : aside(parts)}
    ${own ? own.map(({ title, body }) => html`<section><h2>${title}</h2>${body}</section>`) : nothing}
    ${client.wholeSheet && context.game.deal ? html`<div class="foot"><button type="button" class="key" aria-expanded=${context.state.sheet === "score"} @click=${() => open("score")}>${t("Score sheet")}</button></div>` : nothing}
    ${own || context.game.deal === 0 ? nothing : html`<section><h2>${client.sheetTitle?.(context) ?? t("Standing")}</h2>${client.sheet?.(context) ?? totals(context)}</section>`}
    ${showsLast && !own ? html`<section><h2>${t("Last trick")}</h2>${lastTrick(context)}</section>` : nothing}
  </aside>`;
}

export function tray({ context, open }: AroundParts): TemplateResult {
  const key = (name: string, text: string): TemplateResult =>
    html`<button type="button" class="key" aria-expanded=${context.state.sheet === name} @click=${() => open(name)}>${text}</button>`;
  return html`<nav class="tray" aria-label=${t("More of this table")}>${context.game.deal ? [key("last", t("Last trick")), key("score", t("Score sheet"))] : nothing}${key("more", t("Menu"))}</nav>`;
}

/** What the margin tells of the deal, for a phone. */
function beside(context: TableContext, client: GameClient): TemplateResult[] {
  const sections = context.game.deal ? (client.margin?.(context) ?? []).filter((section) => section.phone) : [];
  return sections.map(({ title, body }) => html`<section><h3>${title}</h3>${body}</section>`);
}

/** A sheet over the lower half of the felt. */
export function sheet(parts: AroundParts, more: TemplateResult): TemplateResult | typeof nothing {
  const { context, client, open } = parts;
  const name = context.state.sheet;
  if (!name) return nothing;
  const title = name === "last" ? t("Last trick") : name === "score" ? (client.sheetTitle?.(context) ?? t("Score sheet")) : t("Menu");
  const whole = name === "score" && client.wholeSheet;
  const body = name === "last" ? html`${lastTrick(context)}${aside(parts)}${beside(context, client)}` : whole ? whole(context) : name === "score" ? (client.sheet?.(context) ?? totals(context)) : more;
  return html`<section class="over ${whole ? "whole" : name === "more" ? "" : "narrow-only"}" role="dialog" aria-label=${title} tabindex="-1">
    <header><h2>${title}</h2><button type="button" class="key plain" @click=${() => open(name)}>${t("Close")}</button></header>
    <div class="inside">${body}</div>
  </section>`;
}

/**
 * Keys for any menu, drawn from its domains: one of some values, a card, several cards, a split of tricks. Most games bring panels of
 * their own; through this one a game is playable from its first day.
 */
import { html, nothing, type TemplateResult } from "lit";
import { cardName } from "../cards.ts";
import type { GameClient, TableContext } from "../games.ts";
import { num, t, tn } from "../i18n.ts";
import type { Card, Choice, Command, Domain, Suit } from "../protocol.ts";
import { cardFace, suitSign } from "./bits.ts";

/** A suit, or a number of tricks in a suit ("7H"). */
const BID = /^(\d+)?([SHCD])$/;

export const words = (name: string): string => {
  const text = name.replaceAll("_", " ");
  return text.charAt(0).toUpperCase() + text.slice(1);
};

const draftName = (choice: Choice, field: string): string => `${choice.type}.${field}`;

/** The value of a field as it is chosen so far; undefined while it is open. */
export function fieldValue(choice: Choice, field: string, domain: Domain, draft: Record<string, unknown>): unknown {
  const chosen = draft[draftName(choice, field)];
  if ("one_of" in domain) {
    const found = domain.one_of.find((value) => value === chosen);
    return found !== undefined ? found : domain.one_of.length === 1 ? domain.one_of[0] : undefined;
  }
  if ("card" in domain) return domain.card.includes(chosen as Card) ? chosen : domain.card.length === 1 ? domain.card[0] : undefined;
  if ("cards" in domain) {
    const cards = Array.isArray(chosen) ? (chosen as Card[]).filter((card) => domain.of.includes(card)) : [];
    return cards.length === domain.cards ? cards : undefined;
  }
  const split = splitValue(domain, chosen);
  return split.reduce((sum: number, part) => sum + (part ?? 0), 0) === domain.split ? split : undefined;
}

/** A split as it stands: the floors, until it is changed. Who has no floor takes no part. */
export function splitValue(domain: { split: number; floors: (number | null)[] }, chosen: unknown): (number | null)[] {
  if (Array.isArray(chosen) && chosen.length === domain.floors.length) return chosen as (number | null)[];
  const floors = [...domain.floors];
  const first = floors.findIndex((floor) => floor !== null);
  const rest = domain.split - floors.reduce((sum: number, floor) => sum + (floor ?? 0), 0);
  if (first >= 0) floors[first] = (floors[first] ?? 0) + Math.max(0, rest);
  return floors;
}

/** The whole command, once every field has a value. */
export function commandOf(choice: Choice, draft: Record<string, unknown>): Command | null {
  const command: Command = { type: choice.type };
  for (const [field, domain] of Object.entries(choice.fields ?? {})) {
    const value = fieldValue(choice, field, domain, draft);
    if (value === undefined) return null;
    command[field] = value;
  }
  return command;
}

function field(context: TableContext, client: GameClient, choice: Choice, name: string, domain: Domain): TemplateResult {
  const key = draftName(choice, name);
  const title = client.fieldName?.(choice.type, name) ?? words(name);
  const shown = (value: unknown): string | TemplateResult => {
    const own = client.valueName?.(choice.type, name, value);
    if (own) return own;
    if (typeof value === "number") return num(value);
    const bid = typeof value === "string" ? BID.exec(value) : null;
    if (bid) return html`${bid[1] ? num(Number(bid[1])) : nothing}${suitSign(bid[2] as Suit)}`;
    return words(String(value));
  };
  if ("one_of" in domain) {
    const chosen = fieldValue(choice, name, domain, context.state.draft);
    return html`<div class="values" role="group" aria-label=${title}>${domain.one_of.map(
      (value) => html`<button type="button" class="key num ${value === chosen ? "chosen" : ""}" aria-pressed=${value === chosen} @click=${() => context.draft(key, value)}>${shown(value)}</button>`,
    )}</div>`;
  }
  if ("card" in domain || "cards" in domain) {
    const of = "card" in domain ? domain.card : domain.of;
    const count = "card" in domain ? 1 : domain.cards;
    const chosen = context.state.draft[key];
    const has = (card: Card): boolean => (Array.isArray(chosen) ? chosen.includes(card) : chosen === card);
    return html`<div class="values cards-of" role="group" aria-label=${tn("{title}: {count} card", "{title}: {count} cards", count, { title })}>${of.map(
      (card) => html`<button type="button" class="pick ${has(card) ? "chosen" : ""}" aria-pressed=${has(card)} aria-label=${cardName(card)}
        @click=${() => ("card" in domain ? context.draft(key, card) : context.draftCard(key, card, count))}>${cardFace(card)}</button>`,
    )}</div>`;
  }
  const split = splitValue(domain, context.state.draft[key]);
  const left = domain.split - split.reduce((sum: number, part) => sum + (part ?? 0), 0);
  const put = (seat: number, by: number): void => context.draft(key, split.map((part, i) => (i === seat ? (part ?? 0) + by : part)));
  return html`<ul class="split">${split.map((part, seat) => {
    const floor = domain.floors[seat] ?? null;
    if (floor === null || part === null) return nothing;
    return html`<li><bdi>${context.name(seat)}</bdi><span class="stepper num">
      <button type="button" class="key" aria-label=${t("One less for {name}", { name: context.name(seat) })} ?disabled=${part <= floor} @click=${() => put(seat, -1)}>−</button>
      <b>${num(part)}</b>
      <button type="button" class="key" aria-label=${t("One more for {name}", { name: context.name(seat) })} ?disabled=${left <= 0} @click=${() => put(seat, 1)}>+</button>
    </span></li>`;
  })}<li class="sum"><span>${tn("{count} still to give", "{count} still to give", left)}</span></li></ul>`;
}

export function genericPanel(context: TableContext, client: GameClient): TemplateResult | typeof nothing {
  if (!context.choices.length) return nothing;
  const name = (choice: Choice): string => client.commandName?.(choice.type) ?? words(choice.type);
  const bare = context.choices.filter((choice) => !Object.keys(choice.fields ?? {}).length);
  const rich = context.choices.filter((choice) => Object.keys(choice.fields ?? {}).length);
  // Only one key is filled: the likeliest next step.
  const filled = rich.find((choice) => !choice.offer) ?? bare.find((choice) => !choice.offer);
  return html`<div class="panel generic" role="group" aria-label=${t("Your choice")}>
    ${rich.map((choice) => {
      const command = commandOf(choice, context.state.draft);
      return html`<section>${Object.entries(choice.fields ?? {}).map(([fieldName, domain]) => field(context, client, choice, fieldName, domain))}
        <button type="button" class="key say ${choice === filled ? "first" : ""}" ?disabled=${command === null} @click=${() => command && context.say(command)}>${name(choice)}</button></section>`;
    })}
    ${bare.length ? html`<p class="two">${bare.map((choice) => html`<button type="button" class="key say ${choice === filled ? "first" : ""}" @click=${() => context.say({ type: choice.type })}>${name(choice)}</button>`)}</p>` : nothing}
  </div>`;
}

/** The decisions of Tong that aren't a card played: which card is kept, a bare hand, play or fold. */
import { html, nothing, type TemplateResult } from "lit";
import { cardName, indexOf, rankOf, suitOf } from "@client/cards.ts";
import type { Picking, TableContext } from "@client/games.ts";
import { num, t } from "@client/i18n.ts";
import { cardsOf, choiceOf } from "@client/menu.ts";
import type { Card } from "@client/protocol.ts";
import { suitSign } from "@client/render/bits.ts";
import { riskOf, tong } from "./view.ts";

export const joining = (context: TableContext): boolean => choiceOf(context, "join") !== null;

/** The trumps that may be taken after a claim of a bare hand. */
export const trumps = (context: TableContext): Card[] => cardsOf(choiceOf(context, "pick_trump"), "card");

/** The trump chosen so far; the only one there is needs no choosing. */
export function picked(context: TableContext): Card | null {
  const open = trumps(context);
  const chosen = context.state.draft["trump"] as Card | undefined;
  return open.find((card) => card === chosen) ?? (open.length === 1 ? (open[0] ?? null) : null);
}

/** The card to keep, if one is chosen. */
export function kept(context: TableContext): Card | null {
  const chosen = context.state.draft["keep"] as Card | undefined;
  return cardsOf(choiceOf(context, "buy"), "keep").find((card) => card === chosen) ?? null;
}

/** The hand itself is the picker: one touch chooses the card that stays, a second buys. */
export function picking(context: TableContext): Picking | null {
  const cards = cardsOf(choiceOf(context, "buy"), "keep");
  if (!cards.length || context.state.draft["bare"]) return null;
  const chosen = kept(context);
  return {
    cards,
    chosen: chosen ? [chosen] : [],
    pick: (card) => (card === chosen ? context.say({ type: "buy", keep: card }) : context.draft("keep", card)),
    spoken: (card) => t("{card}, kept: press again to take the widow", { card: cardName(card) }),
  };
}

/** "K♣" on a key. */
function shortCard(context: TableContext, card: Card): TemplateResult {
  return html`<bdi class="num" dir="ltr">${indexOf(rankOf(card), context.settings.ranks)}${suitSign(suitOf(card))}</bdi>`;
}

/** A sentence with a card inside, whatever the order of words: the text has a place for it. */
function around(text: string, card: TemplateResult): TemplateResult {
  const [before = "", after = ""] = text.split("{card}");
  return html`<span>${before}${card}${after}</span>`;
}

function buyKeys(context: TableContext): TemplateResult {
  const refuse = choiceOf(context, "refuse");
  const bare = choiceOf(context, "claim_bare_hand");
  if (context.state.draft["bare"] && bare) {
    return html`<button type="button" class="key" @click=${() => context.draft("bare", false)}>${t("Back")}</button>
      <button type="button" class="key first" @click=${() => context.say({ type: bare.type })}>${t("Throw all five")}</button>`;
  }
  const card = kept(context);
  return html`${refuse ? html`<button type="button" class="key" data-value="refuse" @click=${() => context.say({ type: refuse.type })}>${t("Refuse")}</button>` : nothing}
    ${bare ? html`<button type="button" class="key" data-value="bare" @click=${() => context.draft("bare", true)}>${t("Bare hand…")}</button>` : nothing}
    <button type="button" class="key first" data-value="buy" ?disabled=${card === null} aria-label=${card ? t("Keep {card}, take four", { card: cardName(card) }) : nothing}
      @click=${() => card && context.say({ type: "buy", keep: card })}>${card ? around(t("Keep {card}, take four"), shortCard(context, card)) : t("Choose the card to keep")}</button>`;
}

function pickKey(context: TableContext): TemplateResult {
  const card = picked(context);
  return html`<button type="button" class="key first" data-value="take" ?disabled=${card === null} aria-label=${card ? t("Take {card} and the widow", { card: cardName(card) }) : nothing}
    @click=${() => card && context.say({ type: "pick_trump", card })}>${card ? around(t("Take {card} and the widow"), shortCard(context, card)) : t("Choose a trump")}</button>`;
}

function joinKeys(context: TableContext): TemplateResult {
  const { pays } = riskOf(tong(context), context.you ?? 0, context.options);
  return html`<button type="button" class="key" data-value="fold" @click=${() => context.say({ type: "fold_hand" })}>${t("Fold")}</button>
    <button type="button" class="key first" data-value="join" @click=${() => context.say({ type: "join" })}>${pays ? t("Play, and risk {sum}", { sum: num(pays) }) : t("Play")}</button>`;
}

export function keys(context: TableContext): TemplateResult | null {
  if (choiceOf(context, "buy")) return buyKeys(context);
  if (choiceOf(context, "pick_trump")) return pickKey(context);
  return joining(context) ? joinKeys(context) : null;
}

/** One line that says what is asked, or whom the table waits for. */
export function cue(context: TableContext): string | null {
  const next = context.view.deciders[0];
  if (!next) return null;
  const mine = next.seat === context.you;
  const name = context.name(next.seat);
  switch (next.kind) {
    case "buy": {
      if (!mine) return t("{name}: buy or refuse?", { name });
      const card = kept(context);
      if (context.state.draft["bare"]) return t("A bare hand cannot be taken back");
      if (card) return t("Press {card} again to keep it", { card: cardName(card) });
      return choiceOf(context, "refuse") || !context.choices.length ? t("Choose one card to keep, or refuse") : t("You must buy: choose one card to keep");
    }
    case "pick_trump":
      return mine ? t("Take one trump; the widow comes with it") : t("{name} picks a trump", { name });
    case "join":
      return mine ? t("Play this deal, or fold?") : t("{name}: play or fold?", { name });
    default:
      return null;
  }
}

/** The trick: each card lies before who played it, the best so far outlined, a dashed place waiting for the next. */
import { html, nothing, type TemplateResult } from "lit";
import { repeat } from "lit/directives/repeat.js";
import { cardName } from "../cards.ts";
import type { TableContext } from "../games.ts";
import { t } from "../i18n.ts";
import { drawing } from "./bits.ts";

export function trick(context: TableContext, places: readonly string[], waiting: boolean): TemplateResult | typeof nothing {
  const lying = context.game.trick;
  if (!lying) return nothing;
  const next = waiting && lying.cards.length < context.count ? context.view.deciders.find((decider) => /play/.test(decider.kind)) : undefined;
  const nextSeat = next ? (next.hand ?? next.seat) : null;
  const played = new Set(lying.cards.map(([seat]) => seat));
  const names = lying.talon ?? null;
  return html`<div class="trick" role="group" aria-label=${t("The trick")}>
    ${names ? html`<div class="lies names"><div class="card" role="img" aria-label=${t("{card} names the suit", { card: cardName(names) })}>${drawing(names)}</div></div>` : nothing}
    ${repeat(
      lying.cards,
      ([, card]) => card,
      ([seat, card]) => html`<div class="lies" data-place=${places[seat] ?? "n"}>
        <div class="card ${seat === lying.best ? "best" : ""}" role="img" data-card=${card} aria-label=${
          seat === lying.best
            ? t("{name}: {card}, best so far", { name: context.name(seat), card: cardName(card) })
            : t("{name}: {card}", { name: context.name(seat), card: cardName(card) })
        }>${drawing(card)}</div>
      </div>`,
    )}
    ${nextSeat !== null && !played.has(nextSeat) ? html`<div class="lies slot" data-place=${places[nextSeat] ?? "n"}></div>` : nothing}
  </div>`;
}

/** The end of a table: places, what it did to the rating and why, and what can be done next. */
import { html, nothing, type TemplateResult } from "lit";
import type { PlaceLine, TableContext } from "../games.ts";
import { listed, num, t, tn } from "../i18n.ts";
import type { Seat } from "../protocol.ts";
import { occupancy } from "../state.ts";
import { nameOf, signedBdi } from "./bits.ts";
import type { MomentParts } from "./moments.ts";
import "./rating-changes.ts";

/** Places first, then the rating, then what can be done next. */
export function finished(parts: MomentParts): TemplateResult {
  const { context, client, lobby, rematch, rematchBy, ratings, failed } = parts;
  const { game, you } = context;
  const lines: readonly PlaceLine[] = client.places?.(context) ?? context.view.seats.map((_, seat) => ({ seat, points: game.totals[seat] ?? 0, place: 1 + game.totals.filter((total) => total > (game.totals[seat] ?? 0)).length, note: "" }));
  const order = [...lines].sort((a, b) => a.place - b.place || a.seat - b.seat);
  const title = client.verdict?.(context) || verdict(context, order);
  const how = client.reckoning?.(context);
  return html`<section class="moment result ${how ? "reckoned" : ""}" aria-labelledby="result-title">
    ${how?.picture ?? nothing}
    <h1 id="result-title">${title}</h1>
    ${client.finale?.(context) ?? nothing}
    <table class="places num"><tbody>${order.map(
      (line) => html`<tr class=${line.seat === you ? "you" : ""}><td>${num(line.place)}</td><td>${nameOf(context, line.seat)}${line.note ? html`<small>${line.note}</small>` : nothing}</td><td class="pts"><bdi dir="ltr">${num(line.points)}</bdi></td>${line.net === undefined ? nothing : html`<td class="net">${signedBdi(line.net)}</td>`}</tr>`,
    )}</tbody></table>
    ${how?.steps ?? nothing}
    ${ratings && context.state.table?.rated ? html`<ot-rating-changes .href=${ratings} .why=${`${parts.address}/ratings`} .you=${you} .nameOf=${(seat: Seat) => context.name(seat)} .linked=${(seat: Seat) => nameOf(context, seat)}></ot-rating-changes>` : nothing}
    ${failed ? html`<p class="wrong" role="alert">${failed}</p>` : nothing}
    <div class="acts">${rematch ? company(parts) : nothing}
      ${rematch ? html`<button type="button" class="key first" @click=${rematch}>${rematchBy ? t("Join") : t("Rematch")}</button>` : nothing}<a class="key ${rematch ? "plain" : "first"}" href=${lobby}>${t("To the front page")}</a></div>
  </section>`;
}

/** Who has won, where the game has no words of its own; `order`: the places, the first foremost. */
function verdict({ you, name }: TableContext, order: readonly PlaceLine[]): string {
  const [first, second] = order;
  if (!first) return "";
  if (second?.place === 1) return t("The win is shared");
  if (first.seat !== you) return t("{name} won with {points}", { name: name(first.seat), points: first.points });
  return second ? t("You won, {mine} to {theirs}", { mine: first.points, theirs: second.points }) : t("You won");
}

/** Who wants to play on, or who is still here to be asked. */
function company({ context, rematchBy }: MomentParts): TemplateResult | typeof nothing {
  if (rematchBy) return html`<p class="label wants" role="status">${t("{name} wants a rematch", { name: rematchBy })}</p>`;
  const here = context.view.seats.flatMap((info, seat) => (seat !== context.you && info.here && occupancy(info) === "person" ? [context.name(seat)] : []));
  const persons = context.view.seats.filter((info) => occupancy(info) === "person").length;
  if (persons < 2) return nothing;
  return html`<p class="label" role="status">${here.length ? tn("{names} is still here", "{names} are still here", here.length, { names: listed(here) }) : t("Nobody else is here any more: who wants to comes by a note in the bar.")}</p>`;
}

/** The score sheet: a line a deal, gain or loss small, the running total in pencil, old totals struck out. */
import { html, nothing, type TemplateResult } from "lit";
import type { TableContext } from "@client/games.ts";
import { num, t, tn, tp } from "@client/i18n.ts";
import type { Seat } from "@client/protocol.ts";
import { numBdi, signedBdi } from "@client/render/bits.ts";
import { hokm, KABBUT, PASS, type SheetLine } from "./view.ts";

/** Columns in turn order, the viewer first. */
export function columns(context: TableContext): Seat[] {
  const first = context.you ?? 0;
  return Array.from({ length: context.count }, (_, i) => (first + i) % context.count);
}

function cell(line: SheetLine, seat: Seat, last: boolean): TemplateResult {
  const score = line.score?.[seat];
  const total = line.totals[seat] ?? 0;
  if (score === undefined) return html`<td></td>`;
  const kept = score > 0;
  return html`<td><small class=${kept ? "kept" : "broken"}>${signedBdi(score)}</small> ${last ? html`<b>${numBdi(total)}</b>` : html`<s>${numBdi(total)}</s>`}</td>`;
}

/** The totals before the first line that is shown, when older deals are folded away. */
function folded(line: SheetLine | undefined, seats: Seat[]): TemplateResult | typeof nothing {
  if (!line || line.deal <= 1) return nothing;
  return html`<tr class="folded"><th scope="row"><bdi dir="ltr">1–${num(line.deal - 1)}</bdi></th>${seats.map((seat) => html`<td><s>${numBdi((line.totals[seat] ?? 0) - (line.score?.[seat] ?? 0))}</s></td>`)}</tr>`;
}

export function sheet(context: TableContext): TemplateResult {
  const view = hokm(context);
  const seats = columns(context);
  const lines = view.sheet ?? [];
  const lastScored = lines.reduce((found, line, i) => (line.score ? i : found), -1);
  const running = view.result === null && view.deal > (lines.at(-1)?.deal ?? 0) && view.contracts.some((contract) => contract !== null);
  return html`<div class="sheet"><table class="hsheet">
    <thead><tr><td></td>${seats.map((seat) => html`<th scope="col"><bdi>${context.name(seat)}</bdi></th>`)}</tr></thead>
    <tbody>
      ${folded(lines[0], seats)}
      ${lines.map((line, i) =>
        line.score
          ? html`<tr class=${i === lines.length - 1 ? "latest" : ""}><th scope="row">${num(line.deal)}</th>${seats.map((seat) => cell(line, seat, i === lastScored))}</tr>`
          : html`<tr><th scope="row">${num(line.deal)}</th><td class="thrown" colspan=${seats.length}>${t("thrown in")}</td></tr>`,
      )}
      ${
        running
          ? html`<tr class="now"><th scope="row">${num(view.deal)}</th>${seats.map((seat) => {
              const contract = view.contracts[seat] ?? null;
              return html`<td>${contract === null ? nothing : html`<small>${tp("on the score sheet", "promised")}</small> <i>${num(contract)}</i>`}</td>`;
            })}</tr>`
          : nothing
      }
    </tbody>
    <tfoot><tr><th scope="row">${num(view.target)}</th>${seats.map((seat) => {
      const missing = view.target - (view.totals[seat] ?? 0);
      return html`<td>${missing > 0 ? numBdi(missing) : t("reached")}</td>`;
    })}</tr></tfoot>
  </table></div>
  <p class="label">${note(context)}</p>`;
}

function note(context: TableContext): string {
  const last = t("Last line: what is missing.");
  if (context.options["broken"] === "short") return `${last} ${t("A promise kept adds ten a trick, a broken one takes ten for each trick missing.")}`;
  return `${last} ${t("A promise kept adds ten a trick, a broken one takes as much.")}`;
}

function promiseText(promise: number): string {
  if (promise === KABBUT) return t("kabbut");
  if (promise === PASS) return t("pass, {count}", { count: promise });
  return tn("promised {count}", "promised {count}", promise);
}

/** The deal that has just ended, seat by seat. */
export function dealResult(context: TableContext): TemplateResult {
  const view = hokm(context);
  const line = view.sheet?.at(-1);
  if (!line) return html``;
  if (!line.score) {
    const why = line.thrown_in === "min_total" ? t("The promises were too few: the cards are thrown in.") : t("All passed: the cards are thrown in.");
    return html`<p class="center">${why}</p>`;
  }
  return html`<table class="deal-result"><caption>${tn("Deal {count}", "Deal {count}", line.deal)}</caption><tbody>${columns(context).map((seat) => {
    const promise = line.contracts[seat] ?? PASS;
    const took = line.tricks?.[seat] ?? 0;
    const score = line.score?.[seat] ?? 0;
    return html`<tr><th scope="row"><bdi>${context.name(seat)}</bdi></th><td class="muted">${promiseText(promise)}</td><td class="muted">${tn("took {count}", "took {count}", took)}</td><td class="pts ${score > 0 ? "plus" : "minus"}">${signedBdi(score)}</td></tr>`;
  })}</tbody></table>`;
}

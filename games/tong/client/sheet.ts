/** The record as players keep it: tricks deal by deal, 0 for a loss, a gap for who stayed out; what was paid, and what is still owed. */
import { html, nothing, type TemplateResult } from "lit";
import type { TableContext } from "@client/games.ts";
import { num, t, tn, tp } from "@client/i18n.ts";
import { numBdi, signedBdi } from "@client/render/bits.ts";
import { occupancy } from "@client/state.ts";
import { inOrder, isVoid, lastLine, potBefore, tong, type SheetLine } from "./view.ts";

function cell(line: SheetLine, seat: number): TemplateResult {
  const won = line.won[seat] ?? null;
  const paid = line.paid[seat] ?? 0;
  if (won === null) return html`<td><span class="sr">${t("stayed out")}</span></td>`;
  return html`<td class=${won === 0 ? "loss" : ""}><span>${numBdi(won)}</span>${paid ? html`<small>${signedBdi(-paid)}</small>` : nothing}</td>`;
}

/** The points before the first line shown, when older deals are folded away. */
function folded(line: SheetLine | undefined, seats: readonly number[]): TemplateResult | typeof nothing {
  if (!line || line.deal <= 1) return nothing;
  return html`<tr class="older"><th scope="row"><bdi dir="ltr">1–${num(line.deal - 1)}</bdi></th>${seats.map((seat) => html`<td>${numBdi((line.points[seat] ?? 0) - (line.won[seat] ?? 0))}</td>`)}</tr>`;
}

/** Programs differ only by their number, which a narrow column would cut off. */
function columnName(context: TableContext, seat: number): string {
  const info = context.view.seats[seat];
  return info && occupancy(info) === "program" ? tp("a program in a narrow column", "P{number}", { number: seat + 1 }) : context.name(seat);
}

export function sheet(context: TableContext): TemplateResult {
  const view = tong(context);
  const seats = inOrder(context);
  const last = view.sheet.length - 1;
  return html`<div class="sheet"><table class="tsheet">
    <thead><tr><td></td>${seats.map((seat) => html`<th scope="col" title=${context.name(seat)}><bdi aria-hidden="true">${columnName(context, seat)}</bdi><span class="sr">${context.name(seat)}</span></th>`)}</tr></thead>
    <tbody>
      ${folded(view.sheet[0], seats)}
      ${view.sheet.map((line, i) =>
        isVoid(line)
          ? html`<tr class=${i === last ? "latest" : ""}><th scope="row">${num(line.deal)}</th><td class="void" colspan=${seats.length}>${t("nobody played")}</td></tr>`
          : html`<tr class=${i === last ? "latest" : ""}><th scope="row">${num(line.deal)}</th>${seats.map((seat) => cell(line, seat))}</tr>`,
      )}
    </tbody>
    <tfoot>
      <tr><th scope="row">${t("points")}</th>${seats.map((seat) => html`<td class="sum">${numBdi(view.points[seat] ?? 0)}</td>`)}</tr>
      <tr><th scope="row">${t("owed")}</th>${seats.map((seat) => html`<td>${view.marks[seat] ? numBdi(view.marks[seat]) : nothing}</td>`)}</tr>
      <tr><th scope="row">${t("paid")}</th>${seats.map((seat) => html`<td>${numBdi(view.paid[seat] ?? 0)}</td>`)}</tr>
    </tfoot>
  </table></div>
  <p class="label">${t("A number is tricks, 0 a loss, a gap a deal not played. Owed: losses not yet paid for.")} ${chipsText()}</p>`;
}

/** Said wherever sums are shown: the platform handles no money. */
export const chipsText = (): string => t("The sums are points of this table and worth nothing beyond it: no money changes hands here.");

function wonText(won: number | null): string {
  if (won === null) return t("stayed out");
  return won ? tn("{count} trick", "{count} tricks", won) : t("no trick");
}

function due(paid: number, marks: number): string {
  if (paid) return t("pays {sum}", { sum: paid });
  return marks ? tn("owes for {count}", "owes for {count}", marks) : "";
}

/** The deal that has just ended, line by line: tricks, points, payments, and the pot they make. */
export function dealResult(context: TableContext): TemplateResult {
  const view = tong(context);
  const line = lastLine(view);
  if (!line) return html``;
  if (isVoid(line)) {
    const run = view.void_run;
    return html`<p class="center">${t("Everybody folded: nobody plays, nobody pays.")}</p>${run ? html`<p class="label center">${tn("{count} deal in a row without play", "{count} deals in a row without play", run)}</p>` : nothing}`;
  }
  const before = potBefore(line);
  const title = view.walk_over === null ? null : t("All others folded: {name} has all five tricks.", { name: context.name(view.walk_over) });
  return html`${title ? html`<p class="center">${title}</p>` : nothing}
  <table class="settlement"><caption class="sr">${tn("Deal {count}", "Deal {count}", line.deal)}</caption><tbody>
    ${inOrder(context).map((seat) => {
      const won = line.won[seat] ?? null;
      const paid = line.paid[seat] ?? 0;
      return html`<tr class=${won === null ? "sat-out" : ""}><th scope="row"><bdi>${context.name(seat)}</bdi></th><td class="muted">${wonText(won)}</td><td class="pts">${won ? signedBdi(won) : nothing}</td><td class="total num">${numBdi(line.points[seat] ?? 0)}</td><td class="pays">${due(paid, won === 0 ? (view.marks[seat] ?? 0) : 0)}</td></tr>`;
    })}
    <tr class="pot-line"><th scope="row">${t("Pot")}</th><td colspan="4">${before === line.pot ? numBdi(line.pot) : html`<bdi dir="ltr"><s>${num(before)}</s> ${num(line.pot)}</bdi>`}</td></tr>
  </tbody></table>`;
}

/** Everybody's payments run together into one sum, which is underlined twice as in a ledger; it belongs to the winner. */
export function finale(context: TableContext): TemplateResult {
  const view = tong(context);
  const result = view.result;
  if (!result) return html``;
  return html`<div class="pot-taken">
    <p class="parts" aria-hidden="true">${inOrder(context).map((seat) => html`<span class="num">${num(view.paid[seat] ?? 0)}</span>`)}</p>
    <p class="whole"><span class="sr">${t("The pot")} </span><bdi class="num" dir="ltr">${num(result.pot)}</bdi><svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true"><path d="M2 3.2C30 1.6 70 1.8 98 2.6" pathLength="1"></path><path d="M4 8C36 6.2 66 6.6 96 7.4" pathLength="1"></path></svg></p>
    <p class="label">${chipsText()}</p>
  </div>`;
}

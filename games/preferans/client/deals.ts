/** What happened in a deal, in words: for the sheet's entries, and between two deals. */
import { html, nothing, type TemplateResult } from "lit";
import type { TableContext } from "@client/games.ts";
import { joined, signed, t, tn } from "@client/i18n.ts";
import { numBdi } from "@client/render/bits.ts";
import { bidText } from "./words.ts";
import { mountainOf, poolOf, whistsOf, written, writes, type Cell, type Mark } from "./sheet.ts";
import { isMisere, levelOf, preferans, pricesOf, type Entry, type Line } from "./view.ts";

/** "Vera played 7 hearts: made" */
export function dealText(context: TableContext, line: Line): string {
  if (line.declarer === null || line.contract === null) return t("Raspasy: nobody bid");
  const name = context.name(line.declarer);
  const contract = bidText(line.contract);
  const taken = line.tricks?.[line.declarer] ?? null;
  if (taken === null) return line.made ? t("{name} played {contract}: made without play", { name, contract }) : t("{name} surrendered {contract}", { name, contract });
  if (line.made) return t("{name} played {contract}: made", { name, contract });
  if (isMisere(line.contract)) return tn("{name} played {contract} and took {count} trick", "{name} played {contract} and took {count} tricks", taken, { name, contract });
  const short = levelOf(line.contract) - taken;
  return tn("{name} played {contract}: down {count}", "{name} played {contract}: down {count}", short, { name, contract });
}

/** "Tricks: Vera 7, Tomasz 2, Ilyas 1" */
export function tricksText(context: TableContext, line: Line): string {
  if (!line.tricks) return "";
  const parts = line.tricks.flatMap((tricks, seat) => (tricks === null ? [] : [t("{name} {count}", { name: context.name(seat), count: tricks })]));
  return t("Tricks: {list}", { list: joined(parts) });
}

/** "Vera, pool", "Tomasz on Vera" */
export function cellText(context: TableContext, cell: Cell): string {
  const [column, seat, on] = cell.split(":");
  const name = context.name(Number(seat));
  if (column === "pool") return t("{name}, pool", { name });
  if (column === "mountain") return t("{name}, mountain", { name });
  return t("{name} on {other}", { name, other: context.name(Number(on)) });
}

/** What was written in one deal, a line an entry: where, how much. */
export function entryTexts(context: TableContext, line: Line): { cell: Cell; amount: number; text: string; aid: boolean }[] {
  const { weight } = pricesOf(context);
  return line.entries.flatMap((entry: Entry) =>
    writes(entry, weight).map(({ cell, amount, aid }) => ({ cell, amount, aid, text: aid ? t("{cell}, aid", { cell: cellText(context, cell) }) : cellText(context, cell) })),
  );
}

/** What a cell shows after a deal: the old value struck, the new one in pencil. */
export function struck(mark: Mark, before: number | null): TemplateResult {
  return html`${before === null ? nothing : html`<s>${numBdi(before)}</s>`}<b>${numBdi(mark.value)}</b>`;
}

/** The deal that has just ended, and what it wrote. */
export function dealResult(context: TableContext): TemplateResult {
  const view = preferans(context);
  const line = view.sheet.at(-1);
  if (!line) return html``;
  const cells = written(view, view.sheet, pricesOf(context).weight);
  const order = [...view.pools.keys()].flatMap((seat) => [poolOf(seat), mountainOf(seat), ...[...view.pools.keys()].filter((on) => on !== seat).map((on) => whistsOf(seat, on))]);
  const rows = order.flatMap((cell) => {
    const found = cells.get(cell);
    const now = found?.marks.filter((mark) => mark.deal === line.deal) ?? [];
    const last = now.at(-1);
    if (!found || !last) return [];
    const gained = now.reduce((sum, mark) => sum + mark.amount, 0);
    const before = last.value - gained;
    return [{ cell, last, gained, before }];
  });
  return html`<div class="deal-told"><h2>${t("Deal {deal}", { deal: line.deal })}</h2>
    <p>${dealText(context, line)}</p>
    ${line.tricks ? html`<p class="muted">${tricksText(context, line)}</p>` : nothing}
    ${
      rows.length
        ? html`<table class="told"><caption class="sr">${t("What was written on the sheet")}</caption><tbody>${rows.map(
            ({ cell, last, gained, before }) => html`<tr><th scope="row">${cellText(context, cell)}</th><td class="muted"><bdi dir="ltr">${signed(gained)}</bdi></td><td class="pencil">${struck(last, before === 0 ? null : before)}</td></tr>`,
          )}</tbody></table>`
        : html`<p class="muted">${t("Nothing was written.")}</p>`
    }</div>`;
}

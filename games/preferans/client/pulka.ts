/**
 * <ot-pulka>: the score sheet as it is drawn at the table. Numbers in copying pencil, old ones struck out; a number that is touched
 * or focused shows the deal it came from. Opened, it fetches the deals that a view no longer holds.
 */
import { html, LitElement, nothing, svg, type TemplateResult } from "lit";
import type { TableContext } from "@client/games.ts";
import { num, signed, t, tn, tp } from "@client/i18n.ts";
import type { Seat } from "@client/protocol.ts";
import { numBdi, signedBdi, vars } from "@client/render/bits.ts";
import { cellText, dealText, entryTexts, tricksText } from "./deals.ts";
import { boxes, HEIGHT, merged, RULING, standing, WIDTH, written, type Box, type Cell, type Mark, type Written } from "./sheet.ts";
import { preferans, pricesOf, sitsOut, type Line } from "./view.ts";

/** How many numbers a cell shows at most; what is older is told below. */
const ROOM = { flat: 7, up: 8, mountain: 12, narrow: 6 } as const;

export function roomOf(place: Box, players: number): number {
  if (place.flat) return place.kind === "whists" ? (players === 4 ? 4 : 5) : ROOM.flat;
  if (place.kind === "mountain") return players === 4 ? 9 : ROOM.mountain;
  return place.height < 200 ? 4 : place.kind === "whists" ? ROOM.narrow : ROOM.up;
}

interface Chosen {
  cell: Cell;
  deal: number;
}

export class PulkaElement extends LitElement {
  static override properties = { context: { attribute: false }, history: { attribute: false }, chosen: { attribute: false }, failed: { attribute: false }, bare: { attribute: false } };

  declare context: TableContext;
  declare history: Line[];
  declare chosen: Chosen | null;
  declare failed: boolean;
  /** Without the standing beside it. */
  declare bare: boolean;
  private asked = "";

  constructor() {
    super();
    this.history = [];
    this.chosen = null;
    this.failed = false;
    this.bare = false;
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  protected override willUpdate(): void {
    const view = preferans(this.context);
    const first = this.lines[0]?.deal ?? 1;
    const id = this.context.state.table?.id ?? "";
    // A view holds the last deals; the others are asked for once, and again if deals were missed meanwhile.
    const gap = first > 1 || this.lines.some((line, i) => i > 0 && line.deal !== (this.lines[i - 1]?.deal ?? 0) + 1);
    const key = `${id}:${view.deal}`;
    if (gap && id && this.asked !== key) {
      this.asked = key;
      void this.fetchHistory(id);
    }
  }

  private async fetchHistory(id: string): Promise<void> {
    try {
      const answer = await fetch(`/api/tables/${id}/sheet`, { credentials: "same-origin", headers: { Accept: "application/json" } });
      if (!answer.ok) throw new Error(String(answer.status));
      const told = (await answer.json()) as { sheet?: Line[] };
      this.history = merged(this.history, told.sheet ?? []);
      this.failed = false;
    } catch {
      this.failed = true;
    }
  }

  /** Every deal that is known. */
  get lines(): Line[] {
    return merged(this.history, preferans(this.context).sheet);
  }

  protected override render(): TemplateResult {
    const { context } = this;
    const view = preferans(context);
    const players = view.pools.length;
    const south = context.you ?? 0;
    const { lines } = this;
    const cells = written(view, lines, pricesOf(context).weight);
    const ruling = RULING[players] ?? RULING[3];
    const last = view.phase === "between" || view.phase === "finished" ? (lines.at(-1)?.deal ?? 0) : 0;
    if (!ruling) return html``;
    const percent = (left: number, top: number): Record<string, string> => ({ "--x": `${(100 * left) / WIDTH}%`, "--y": `${(100 * top) / HEIGHT}%` });
    return html`<div class="pulka">
      <figure class="pulka-sheet" role="group" aria-label=${t("Score sheet, pool to {target}", { target: view.target })}>
        <svg class="ruling" viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none" aria-hidden="true">${svg`<path class="thin" d=${ruling.thin}></path><path class="thick" d=${ruling.thick}></path><circle cx=${ruling.centre[0]} cy=${ruling.centre[1]} r="36"></circle>`}</svg>
        ${boxes(players, south).map((place) => this.cell(place, cells.get(place.cell), last, players))}
        <div class="target num" ${vars(percent(...ruling.centre))}>${num(view.target)}</div>
      </figure>
      <div class="pulka-side">
        ${this.detail(cells, lines)}
        ${this.bare ? nothing : html`<h3>${t("Standing")}</h3>${runningStanding(context)}`}
      </div>
    </div>`;
  }

  private cell(place: Box, found: Written | undefined, last: number, players: number): TemplateResult {
    const { context } = this;
    const marks = found?.marks ?? [];
    const room = roomOf(place, players);
    const hidden = Math.max(0, marks.length - room);
    const shown = marks.slice(hidden);
    const now = standing(preferans(context), place.cell);
    const label = place.kind === "whists" ? t("on {name}", { name: context.name(place.on ?? 0) }) : place.kind === "pool" ? tp("on the sheet", "pool") : tp("on the sheet", "mountain");
    const at = {
      "--x": `${(100 * place.left) / WIDTH}%`,
      "--y": `${(100 * place.top) / HEIGHT}%`,
      "--w": `${(100 * place.width) / WIDTH}%`,
      "--h": `${(100 * place.height) / HEIGHT}%`,
    };
    const chosen = this.chosen?.cell === place.cell;
    return html`<div class="cell ${place.kind} ${place.flat ? "flat" : "up"} ${players === 4 ? "of-four" : ""} ${chosen ? "chosen" : ""} ${marks.length > 4 ? "full" : ""}" data-cell=${place.cell} role="group" aria-label=${cellText(context, place.cell)} ${vars(at)}>
      ${place.kind === "mountain" ? html`<span class="name"><bdi>${context.name(place.seat)}</bdi></span>` : nothing}
      <span class="label" dir="auto">${label}</span>
      <ol class="run num">${hidden ? html`<li class="older" aria-label=${tn("{count} older number", "{count} older numbers", hidden)}>…</li>` : nothing}${
        shown.length ? shown.map((mark, i) => this.number(mark, i === shown.length - 1, mark.deal === last, i)) : now ? html`<li><b class="still">${numBdi(now)}</b></li>` : nothing
      }</ol>
    </div>`;
  }

  private number(mark: Mark, stands: boolean, fresh: boolean, i: number): TemplateResult {
    const choose = (): void => {
      this.chosen = { cell: mark.cell, deal: mark.deal };
    };
    const pressed = this.chosen?.cell === mark.cell && this.chosen.deal === mark.deal;
    const spoken = stands ? t("{value}, stands since deal {deal}", { value: mark.value, deal: mark.deal }) : t("{value}, struck out, deal {deal}", { value: mark.value, deal: mark.deal });
    const text = stands ? html`<b>${numBdi(mark.value)}</b>` : html`<s>${numBdi(mark.value)}</s>`;
    return html`<li class=${fresh ? "fresh" : ""} ${vars({ "--d": i })}><button type="button" aria-label=${spoken} aria-pressed=${pressed} @click=${choose} @focus=${choose}>${text}</button></li>`;
  }

  /** Where a number came from, or how to ask. */
  private detail(cells: Map<Cell, Written>, lines: Line[]): TemplateResult {
    const { context, chosen } = this;
    const line = chosen ? lines.find((one) => one.deal === chosen.deal) : undefined;
    const found = chosen ? cells.get(chosen.cell) : undefined;
    if (!chosen || !line || !found) {
      const why = this.failed ? t("The older deals could not be fetched.") : t("Touch a number to see the deal it came from.");
      return html`<section class="came-from" aria-live="polite"><p class="muted">${why}</p></section>`;
    }
    const pick = (deal: number): void => {
      this.chosen = { cell: chosen.cell, deal };
    };
    const texts = entryTexts(context, line);
    return html`<section class="came-from" aria-live="polite">
      <h3>${cellText(context, chosen.cell)}</h3>
      <p class="run num small">${found.marks.map(
        (mark, i) => html`<button type="button" aria-pressed=${mark.deal === chosen.deal} aria-label=${t("deal {deal}: {value}", { deal: mark.deal, value: mark.value })} @click=${() => pick(mark.deal)}>${i === found.marks.length - 1 ? html`<b>${numBdi(mark.value)}</b>` : html`<s>${numBdi(mark.value)}</s>`}</button>`,
      )}</p>
      <h4>${t("Deal {deal}", { deal: line.deal })}</h4>
      <p>${dealText(context, line)}</p>
      ${line.tricks ? html`<p class="muted">${tricksText(context, line)}</p>` : nothing}
      <ul class="wrote num">${texts.map(({ cell, amount, text }) => html`<li class=${cell === chosen.cell ? "this" : ""}><span>${text}</span><bdi dir="ltr">${signed(amount)}</bdi></li>`)}</ul>
    </section>`;
  }
}

customElements.define("ot-pulka", PulkaElement);

export const pulka = (context: TableContext, bare = false): TemplateResult => html`<ot-pulka .context=${context} .bare=${bare}></ot-pulka>`;

/** Pool, mountain and total, the viewer first. */
export function runningStanding(context: TableContext): TemplateResult {
  const view = preferans(context);
  const first = context.you ?? 0;
  const seats: Seat[] = Array.from({ length: context.count }, (_, i) => (first + i) % context.count);
  return html`<table class="standing num">
    <thead><tr><td></td><th scope="col">${tp("on the sheet", "pool")}</th><th scope="col">${tp("on the sheet", "mountain")}</th><th scope="col">${t("total")}</th></tr></thead>
    <tbody>${seats.map((seat) => {
      const total = view.totals[seat] ?? 0;
      const deals = sitsOut(view, seat) && view.phase !== "between" && view.phase !== "finished";
      return html`<tr><th scope="row"><bdi>${context.name(seat)}</bdi>${deals ? html` <small class="muted">${t("deals")}</small>` : nothing}</th><td>${numBdi(view.pools[seat] ?? 0)}</td><td>${numBdi(view.mountains[seat] ?? 0)}</td><td class=${total > 0 ? "plus" : total < 0 ? "minus" : ""}>${signedBdi(total)}</td></tr>`;
    })}</tbody></table>`;
}

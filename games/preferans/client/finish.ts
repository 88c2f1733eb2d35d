/** The end of a match: the sheet, and how its result came about, step by step (rules/preferans.md 10). */
import { html, nothing, type TemplateResult } from "lit";
import type { PlaceLine, TableContext } from "@client/games.ts";
import { joined, num, signed, t, tp } from "@client/i18n.ts";
import { numBdi } from "@client/render/bits.ts";
import { pulka } from "./pulka.ts";
import { exactText, reckon, type Reckoning, type Row } from "./reckoning.ts";
import { preferans, pricesOf } from "./view.ts";

const tone = (parts: number): string => (parts > 0 ? "plus" : parts < 0 ? "minus" : "");
const exact = (parts: number, players: number, plus = true): TemplateResult => html`<bdi dir="ltr">${exactText(parts, players, plus)}</bdi>`;

function table(context: TableContext, rows: readonly Row[], heads: string[], cells: (row: Row) => (TemplateResult | string)[], last: (row: Row) => string = () => ""): TemplateResult {
  return html`<div class="scroll"><table class="num steps"><thead><tr><td></td>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>
    <tbody>${rows.map((row) => {
      const values = cells(row);
      return html`<tr><th scope="row"><bdi>${context.name(row.seat)}</bdi></th>${values.map((value, i) => html`<td class=${i === values.length - 1 ? `sum ${last(row)}` : ""}>${value}</td>`)}</tr>`;
    })}</tbody></table></div>`;
}

function pools(context: TableContext, { rows, closed }: Reckoning, target: number, weight: number): TemplateResult {
  if (closed) return html`<li><h3>${num(1)}. ${t("Pools")}</h3><p>${t("Every pool is closed at {target}: nothing to even out.", { target })}</p></li>`;
  const why =
    weight > 1
      ? t("What a pool lacks to {target} goes onto the mountain, twice: here a pool point weighs two mountain points. What it has above comes off.", { target })
      : t("What a pool lacks to {target} goes onto the mountain, point for point.", { target });
  const heads = [tp("on the sheet", "pool"), tp("on the sheet", "mountain"), t("adds"), t("mountain now")];
  return html`<li><h3>${num(1)}. ${t("Pools")}</h3><p>${why}</p>
    ${table(context, rows, heads, (row) => [numBdi(row.pool), numBdi(row.mountain), html`<bdi dir="ltr">${signed(row.missing)}</bdi>`, numBdi(row.levelled)])}</li>`;
}

function mountains(context: TableContext, { rows, players, average }: Reckoning): TemplateResult {
  const heads = [tp("on the sheet", "mountain"), t("from the average"), t("in whists")];
  return html`<li><h3>${num(2)}. ${t("Mountains")}</h3><p>${t("The mountains are levelled. The average is {average}; whoever stands above it pays ten whists for each point, whoever stands below gets them.", { average: exactText(average, players) })}</p>
    ${table(context, rows, heads, (row) => [numBdi(row.levelled), exact(players * row.levelled - average, players), exact(row.fromMountain, players)], (row) => tone(row.fromMountain))}</li>`;
}

function whists(context: TableContext, { rows, aid }: Reckoning, whole: boolean): TemplateResult {
  const helped = aid && whole ? t("American aid is in it: {aid} whists were written for points given to another’s pool.", { aid }) : aid ? t("Whists for American aid are in it: points given to another’s pool.") : "";
  const aided = helped ? html` ${helped}` : nothing;
  const heads = [t("written"), t("on him"), t("together")];
  return html`<li><h3>${num(3)}. ${t("Whists")}</h3><p>${t("Each takes what he has written on the others, less what they have written on him.")}${aided}</p>
    ${table(context, rows, heads, (row) => [numBdi(row.whistsFor), numBdi(row.whistsAgainst), html`<bdi dir="ltr">${signed(row.whistsFor - row.whistsAgainst)}</bdi>`], (row) => tone(row.whistsFor - row.whistsAgainst))}</li>`;
}

function sums(context: TableContext, { rows, players }: Reckoning): TemplateResult {
  const list = joined(rows.map((row) => t("{name} {result}", { name: context.name(row.seat), result: `\u2066${exactText(row.exact, players)}\u2069` })));
  const whole = rows.every((row) => row.exact % players === 0);
  const heads = [tp("on the sheet", "mountain"), t("whists"), t("result")];
  return html`<li><h3>${num(4)}. ${t("The result")}</h3>
    ${table(context, rows, heads, (row) => [exact(row.fromMountain, players), html`<bdi dir="ltr">${signed(row.whistsFor - row.whistsAgainst)}</bdi>`, html`<bdi dir="ltr">${signed(row.total)}</bdi>`], (row) => tone(row.exact))}
    <p class="label">${whole ? t("They add up to nothing: what one wins, another pays.") : t("Exactly: {list}. They add up to nothing, rounded or not.", { list })}</p></li>`;
}

function pairs(context: TableContext, { pairs: owed, players }: Reckoning): TemplateResult {
  if (!owed.length) return html``;
  return html`<h3>${t("Who pays whom, in whists")}</h3><ul class="pairs num">${owed.map(
    ({ from, to, amount }) => html`<li><span>${t("{from} to {to}", { from: context.name(from), to: context.name(to) })}</span><b>${exact(amount, players, false)}</b></li>`,
  )}</ul>`;
}

export function reckoning(context: TableContext): { picture: TemplateResult; steps: TemplateResult } {
  const view = preferans(context);
  const { weight } = pricesOf(context);
  const found = reckon(view, weight, view.sheet);
  const agreed = view.result?.reason === "agreed";
  const why = agreed ? t("The match was ended by agreement and is reckoned as it stands.") : found.closed ? t("Every pool is closed. A point of the mountain is worth ten whists.") : t("A point of the mountain is worth ten whists.");
  return {
    picture: html`<div class="picture">${pulka(context, true)}</div>`,
    steps: html`<section class="reckoning"><h2>${t("How it is reckoned")}</h2><p class="muted">${why}</p>
      <ol>${pools(context, found, view.target, weight)}${mountains(context, found)}${whists(context, found, (view.sheet[0]?.deal ?? 1) === 1)}${sums(context, found)}</ol>
      ${pairs(context, found)}</section>`,
  };
}

export function places(context: TableContext): PlaceLine[] {
  const view = preferans(context);
  return view.totals.map((points, seat) => ({
    seat,
    points,
    place: 1 + view.standing.filter((other) => other > (view.standing[seat] ?? 0)).length,
    note: t("pool {pool}, mountain {mountain}", { pool: view.pools[seat] ?? 0, mountain: view.mountains[seat] ?? 0 }),
  }));
}

/** "You won, +17" */
export function verdict(context: TableContext): string {
  const view = preferans(context);
  const order = places(context);
  const first = order.filter((line) => line.place === 1);
  const mine = order.find((line) => line.seat === context.you);
  const points = `\u2066${signed(first[0]?.points ?? 0)}\u2069`;
  if (view.standing.every((one) => one === 0)) return t("Nobody won, nobody lost");
  if (first.length > 1) return t("The win is shared");
  if (mine?.place === 1) return t("You won {points}", { points });
  return t("{name} won {points}", { name: first[0] ? context.name(first[0].seat) : "", points });
}


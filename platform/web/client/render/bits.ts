/** The small pieces every part of the table is made of. */
import { html, nothing, svg, type TemplateResult } from "lit";
import { Directive, directive, PartType, type ElementPart, type PartInfo } from "lit/directive.js";
import { cardName, suitName } from "../cards.ts";
import { num, signed, t, tp } from "../i18n.ts";
import type { TableContext } from "../games.ts";
import type { Card, Rating, Seat, Suit } from "../protocol.ts";

class Vars extends Directive {
  constructor(part: PartInfo) {
    super(part);
    if (part.type !== PartType.ELEMENT) throw new Error("vars() belongs on an element");
  }

  override update(part: ElementPart, [values]: [Record<string, string | number>]): unknown {
    const style = (part.element as HTMLElement | SVGElement).style;
    for (const [name, value] of Object.entries(values)) style.setProperty(name, String(value));
    return nothing;
  }

  render(_values: Record<string, string | number>): unknown {
    return nothing;
  }
}

/** Custom properties on an element. A style attribute (lit's styleMap sets one at first) is refused by the security policy. */
export const vars = directive(Vars);

/** The drawing of a card; the box around it says what it is. */
export const drawing = (id: string): TemplateResult => html`<svg viewBox="0 0 250 350" aria-hidden="true"><use href="#${id}"></use></svg>`;

/** A card to look at. */
export function cardFace(card: Card, classes = ""): TemplateResult {
  return html`<div class="card ${classes}" role="img" aria-label=${cardName(card)} data-card=${card}>${drawing(card)}</div>`;
}

/** A suit within a line of text. */
export function suitSign(suit: Suit): TemplateResult {
  return html`<svg class="suit ${suit}" viewBox="0 0 100 100" role="img" aria-label=${suitName(suit)}><use href="#${suit}"></use></svg>`;
}

export const mark = (): TemplateResult => html`<svg viewBox="0 0 100 100" aria-hidden="true"><use href="#mark"></use></svg>`;

/** A number with its sign; it reads left to right in every language. */
export const signedBdi = (value: number): TemplateResult => html`<bdi dir="ltr">${signed(value)}</bdi>`;
export const numBdi = (value: number): TemplateResult => html`<bdi dir="ltr">${num(value)}</bdi>`;

/** Points as they are shown: "1500?" while they are not sure. The mark turns the number's direction in Arabic: no `dir` around it. */
export const ratingText = ({ points, sure }: Rating): string => `${num(points)}${sure ? "" : tp("a rating is not sure", "?")}`;

/** The rating beside a name. */
export const ratingOf = (rating: Rating | null): TemplateResult | typeof nothing =>
  rating ? html`<small class="rating num"><span class="sr">${t("rating")} </span><bdi>${ratingText(rating)}</bdi></small>` : nothing;

/** Somebody's name: of a member it leads to the page about him, beside the table and not away from it; a guest is called one. */
export function nameOf(context: TableContext, seat: Seat): TemplateResult {
  const name = html`<bdi>${context.name(seat)}</bdi>`;
  const profile = seat === context.you ? null : context.profile(seat);
  if (profile) return html`<a class="to-profile" href=${profile} target="_blank" rel="noopener">${name}<span class="sr"> (${t("profile, in a new tab")})</span></a>`;
  return html`${name}${seat !== context.you && context.isGuest(seat) ? html`<small class="guest">${t("guest")}</small>` : nothing}`;
}

/** Tricks as strokes: filled ones are won, hollow ones still due. More than ten are only counted. */
export function tally(won: number, due: number | null, label: string): TemplateResult {
  const hollow = Math.max(0, (due ?? 0) - won);
  return html`<span class="tally" role="img" aria-label=${label}>${Array.from({ length: won }, () => html`<i></i>`)}${Array.from({ length: hollow }, () => html`<i class="due"></i>`)}</span>`;
}

/** The way round, for the first moments of a deal: an arrow over the felt. */
export function turnArc(direction: "clockwise" | "counterclockwise"): TemplateResult {
  const path = direction === "counterclockwise" ? "M260 66A150 110 0 0 0 40 66M43 50L40 66L56 62" : "M40 66A150 110 0 0 1 260 66M257 50L260 66L244 62";
  return html`<svg class="turnway" viewBox="0 0 300 120" aria-hidden="true">${svg`<path d=${path}></path>`}</svg>`;
}

/**
 * <ot-rating-changes>: what the table did to the viewer's rating, and why. The table is rated a moment after it has ended, so this
 * asks again, more and more seldom, for twenty seconds at most.
 */
import { html, LitElement, nothing, type TemplateResult } from "lit";
import { t, tn } from "../i18n.ts";
import type { Rating, Seat } from "../protocol.ts";
import { ratingText, signedBdi } from "./bits.ts";

export interface RatingChange {
  seat: Seat;
  person: string | null;
  rank: number;
  left: boolean;
  before: Rating;
  after: Rating;
  expected: number;
  got: number;
  weights: number[];
}

export interface TableRatings {
  pool: string;
  rated: boolean;
  unrated_reason: string;
  changes: RatingChange[];
}

const FIRST_MS = 1_000;
const LONGEST_MS = 4_000;
const MOST_MS = 20_000;

/** When to ask: a second after the end, then after waits that double up to four seconds, twenty in all. */
export function waits(): number[] {
  const list: number[] = [];
  for (let wait = FIRST_MS, sum = 0; sum + wait <= MOST_MS; wait = Math.min(LONGEST_MS, wait * 2)) {
    list.push(wait);
    sum += wait;
  }
  return list;
}

/** Why a rated table moved nobody's rating. */
export function unratedText(reason: string): string {
  switch (reason) {
    case "annulled":
      return t("The table was annulled: ratings stay as they are.");
    case "casual":
      return t("A casual table moves no rating.");
    case "not_started":
    case "abandoned":
      return t("The table has no result: ratings stay as they are.");
    case "program_played":
      return t("A program sat at the table from the start: ratings stay as they are.");
    case "everybody_left":
      return t("Everybody left: ratings stay as they are.");
    default:
      return t("This table was not rated.");
  }
}

const tone = (points: number): string => (points > 0 ? "plus" : points < 0 ? "minus" : "");

export class RatingChanges extends LitElement {
  static override properties = { href: { attribute: false }, why: { attribute: false }, you: { attribute: false }, nameOf: { attribute: false }, linked: { attribute: false }, found: { state: true }, failed: { state: true } };

  declare href: string;
  /** The page that tells it in words, for everybody at the table. */
  declare why: string;
  declare you: Seat | null;
  declare nameOf: (seat: Seat) => string;
  /** The name as it leads to the page about who it is. */
  declare linked: (seat: Seat) => unknown;
  declare found: TableRatings | null;
  declare failed: boolean;
  private asked = "";
  private handle: ReturnType<typeof setTimeout> | null = null;

  constructor() {
    super();
    this.href = "";
    this.why = "";
    this.you = null;
    this.nameOf = String;
    this.linked = String;
    this.found = null;
    this.failed = false;
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    if (this.handle !== null) clearTimeout(this.handle);
  }

  protected override willUpdate(): void {
    if (!this.href || this.asked === this.href) return;
    this.asked = this.href;
    const [first = 0, ...later] = waits();
    this.handle = setTimeout(() => void this.ask(later), first);
  }

  private async ask([next, ...later]: number[]): Promise<void> {
    try {
      const answer = await fetch(this.href, { credentials: "same-origin", headers: { Accept: "application/json" } });
      if (answer.ok) {
        this.found = (await answer.json()) as TableRatings;
        return;
      }
      // Not rated yet, or the server is busy: both pass.
      if (answer.status !== 404 && answer.status !== 429 && answer.status < 500) throw new Error(String(answer.status));
    } catch (error) {
      if (!(error instanceof TypeError)) {
        this.failed = true;
        return;
      }
    }
    if (next === undefined || !this.isConnected) this.failed = true;
    else this.handle = setTimeout(() => void this.ask(later), next);
  }

  private line(mine: RatingChange, other: RatingChange): TemplateResult {
    const name = this.nameOf(other.seat);
    const rating = ratingText(other.before);
    const said = other.rank > mine.rank ? t("ahead of {name}, {rating}", { name, rating }) : other.rank < mine.rank ? t("behind {name}, {rating}", { name, rating }) : t("level with {name}, {rating}", { name, rating });
    const points = Math.round(mine.weights[other.seat] ?? 0);
    return html`<li><span>${said}${other.left ? html` <span class="muted">${t("left the table")}</span>` : nothing}</span><b class=${tone(points)}>${signedBdi(points)}</b></li>`;
  }

  private own(mine: RatingChange, all: readonly RatingChange[]): TemplateResult {
    const moved = mine.after.points - mine.before.points;
    const often = Math.round(100 * mine.expected);
    return html`<p class="head"><span>${t("Rating")}</span><span class="muted"><span class="sr">${t("before")} </span><bdi>${ratingText(mine.before)}</bdi></span>
      <span class="new"><span class="sr">${t("now")} </span><bdi>${ratingText(mine.after)}</bdi></span><b class=${tone(moved)}>${signedBdi(moved)}</b></p>
      <ul>${all.filter((one) => one.seat !== mine.seat).map((one) => this.line(mine, one))}</ul>
      ${mine.left ? html`<p class="label">${t("A program finished for you, so you are rated last.")}</p>` : nothing}
      <p class="label">${tn("With these ratings you win {count} of 100 such tables.", "With these ratings you win {count} of 100 such tables.", often)} <a href=${this.why}>${t("Why, for everybody")}</a></p>`;
  }

  /** Who watched sees how everybody moved. */
  private everybody(all: readonly RatingChange[]): TemplateResult {
    return html`<ul class="all">${all.map((one) => {
      const moved = one.after.points - one.before.points;
      return html`<li><span>${this.linked(one.seat)} <span class="muted"><bdi>${ratingText(one.before)}</bdi></span> <bdi>${ratingText(one.after)}</bdi></span><b class=${tone(moved)}>${signedBdi(moved)}</b></li>`;
    })}</ul>`;
  }

  protected override render(): TemplateResult {
    const { found } = this;
    const body = (): TemplateResult => {
      if (!found) return html`<p class="label">${this.failed ? t("The ratings are still being reckoned. They will stand on your own page.") : t("The ratings are being reckoned…")}</p>`;
      if (!found.rated) return html`<p class="label">${unratedText(found.unrated_reason)}</p>`;
      const mine = found.changes.find((one) => one.seat === this.you);
      return mine ? this.own(mine, found.changes) : this.everybody(found.changes);
    };
    return html`<section class="rate num" aria-label=${t("Ratings")} aria-live="polite">${body()}</section>`;
  }
}

customElements.define("ot-rating-changes", RatingChanges);


/** Ending the play by agreement, and the match: the offer, and what those who are asked see (rules/preferans.md 5.5, 9.4). */
import { html, nothing, type TemplateResult } from "lit";
import type { TableContext } from "@client/games.ts";
import { joined, num, t, tn } from "@client/i18n.ts";
import type { Choice, Domain, Seat } from "@client/protocol.ts";
import { preferans, pricesOf, valueOf, type PreferansView } from "./view.ts";

type Split = Extract<Domain, { split: number }>;
export type Counts = (number | null)[];

export function splitOf(choice: Choice | null): Split | null {
  const domain = choice?.fields?.["tricks"];
  return domain && "split" in domain ? domain : null;
}

/** A claim as it stands: what is won already, until it is changed. */
export function counts(split: Split, drafted: unknown): Counts {
  return Array.isArray(drafted) && drafted.length === split.floors.length ? (drafted as Counts) : [...split.floors];
}

export const sumOf = (tricks: Counts): number => tricks.reduce((sum: number, part) => sum + (part ?? 0), 0);

/** One more or one less for a seat, never below its floor nor above the sum. */
export function stepped(split: Split, tricks: Counts, seat: Seat, by: number): Counts {
  const part = tricks[seat];
  const floor = split.floors[seat];
  if (part === null || part === undefined || floor === null || floor === undefined) return tricks;
  const next = part + by;
  if (next < floor || (by > 0 && sumOf(tricks) >= split.split)) return tricks;
  return tricks.map((one, i) => (i === seat ? next : one));
}

/** What the tricks of the defence would be worth to the viewer, where that is simple to say. */
function worth(context: TableContext, view: PreferansView, tricks: Counts): string | null {
  const { declarer, contract } = view;
  if (declarer === null || contract === null || view.mode === "misere" || !view.whisters.length) return null;
  const defence = sumOf(tricks) - (tricks[declarer] ?? 0);
  return t("{tricks} for the defence, {whists} whists on {name}", { tricks: defence, whists: defence * valueOf(contract) * pricesOf(context).scale, name: context.name(declarer) });
}

const sumText = (tricks: Counts): string => `${tricks.filter((part) => part !== null).map((part) => num(part as number)).join(" + ")} = ${num(sumOf(tricks))}`;

/** Steppers stop at tricks already won; the filled key is dead unless the sum is ten. */
export function claimPanel(context: TableContext, choice: Choice): TemplateResult {
  const view = preferans(context);
  const split = splitOf(choice);
  if (!split) return html``;
  const tricks = counts(split, context.state.draft["claim"]);
  const left = split.split - sumOf(tricks);
  const others = view.active.filter((seat) => seat !== context.you && view.control[seat] === seat).map((seat) => context.name(seat));
  const put = (seat: Seat, by: number): void => context.draft("claim", stepped(split, tricks, seat, by));
  return html`<form class="panel claim" aria-label=${t("Claim")} @submit=${(event: Event) => event.preventDefault()}>
    <h2>${t("Claim the rest")}</h2>
    <p class="label">${t("Tricks at the end, ten in all. Play stops only if {names} agree.", { names: joined(others) })}</p>
    <ul>${tricks.map((part, seat) => {
      const floor = split.floors[seat];
      if (part === null || floor === null || floor === undefined) return nothing;
      const name = context.name(seat);
      return html`<li><bdi>${name}</bdi><small class="muted">${tn("has {count}", "has {count}", floor)}</small><span class="stepper num">
        <button type="button" class="key" aria-label=${t("One less for {name}", { name })} ?disabled=${part <= floor} @click=${() => put(seat, -1)}>−</button>
        <b aria-live="polite">${num(part)}</b>
        <button type="button" class="key" aria-label=${t("One more for {name}", { name })} ?disabled=${left <= 0} @click=${() => put(seat, 1)}>+</button></span></li>`;
    })}</ul>
    <p class="sum"><bdi dir="ltr" class="num">${sumText(tricks)}</bdi><span class="muted">${left > 0 ? tn("{count} still to give", "{count} still to give", left) : worth(context, view, tricks)}</span></p>
    <p class="two"><button type="button" class="key say" @click=${() => context.open("offer")}>${t("Play on")}</button><button type="button" class="key say first" ?disabled=${left !== 0} @click=${() => context.say({ type: "claim", tricks })}>${t("Offer this")}</button></p>
  </form>`;
}

/** Who is asked sees the same panel, fixed. */
export function answerClaimPanel(context: TableContext): TemplateResult {
  const view = preferans(context);
  const { claim } = view;
  const tricks = claim?.tricks ?? [];
  const answer = (accept: boolean): void => context.say({ type: "answer_claim", accept });
  return html`<form class="panel claim" aria-label=${t("Claim")} @submit=${(event: Event) => event.preventDefault()}>
    <h2>${t("{name} offers to end the play", { name: claim ? context.name(claim.seat) : "" })}</h2>
    <p class="label">${t("With these tricks. If anybody refuses, play goes on.")}</p>
    <ul>${tricks.map((part, seat) => (part === null ? nothing : html`<li><bdi>${context.name(seat)}</bdi><small class="muted">${tn("has {count}", "has {count}", view.tricks[seat] ?? 0)}</small><b class="num">${num(part)}</b></li>`))}</ul>
    <p class="sum"><bdi dir="ltr" class="num">${sumText(tricks)}</bdi><span class="muted">${worth(context, view, tricks)}</span></p>
    <p class="two"><button type="button" class="key say" @click=${() => answer(false)}>${t("Refuse")}</button><button type="button" class="key say first" @click=${() => answer(true)}>${t("Agree")}</button></p>
  </form>`;
}

export function answerStopPanel(context: TableContext): TemplateResult {
  const { stop } = preferans(context);
  const answer = (accept: boolean): void => context.say({ type: "answer_stop", accept });
  return html`<div class="panel choices" role="group" aria-label=${t("End the match here?")}>
    <p class="hint">${t("{name} offers to end the match here. It is reckoned as it stands; all must agree.", { name: stop ? context.name(stop.seat) : "" })}</p>
    <button type="button" class="key say" @click=${() => answer(false)}>${t("Play on")}</button>
    <button type="button" class="key say first" @click=${() => answer(true)}>${t("Agree")}</button>
  </div>`;
}

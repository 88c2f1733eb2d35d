/** The table outside of a deal: before it starts, between deals, at its end, stopped, or with a program in one's own seat. */
import { html, nothing, type TemplateResult } from "lit";
import { closeTable, fillWithBots, leave, ready, reclaim, removeGuest, sit, takeChair } from "../commands.ts";
import type { GameClient, TableContext } from "../games.ts";
import { words } from "./generic-panel.ts";
import "./house-rules.ts";
import { serverTime } from "../clocks.ts";
import { listed, num, t, tn, tp } from "../i18n.ts";
import type { Command } from "../protocol.ts";
import { heldForMe, isMatched, occupancy, promisedToMe } from "../state.ts";
import { ownAwayText } from "../told.ts";
import { nameOf, ratingOf } from "./bits.ts";
import "./clock.ts";
import { termsText } from "./terms.ts";

export interface MomentParts {
  context: TableContext;
  client: GameClient;
  lobby: string;
  /** The page on which somebody waits for a table. */
  wait: string | null;
  /** Whom one may invite. */
  friends: string | null;
  /** The page that says what this table is played by. */
  rules: string | null;
  address: string;
  copied: boolean;
  copy: () => void;
  /** Say this, as a guest if need be. */
  sit: (command: Command) => void;
  rematch: (() => void) | null;
  /** Who of the company has opened the next table already. */
  rematchBy: string | null;
  ratings: string | null;
  failed: string | null;
}

/** Chairs in order, the link to share, what the host may do. */
export function waiting(parts: MomentParts): TemplateResult {
  const { context, client, address } = parts;
  const { view, you, state } = context;
  const busy = state.sending !== null || state.link !== "open";
  const host = state.table?.host !== null && state.table?.host === state.you?.person;
  const free = view.seats.filter((seat) => occupancy(seat) === "free").length;
  const mine = you === null ? null : view.seats[you];
  const unready = view.seats.filter((seat) => occupancy(seat) === "person" && !seat.ready).length;
  const terms = termsText(state.table, view);
  const title = isMatched(state) && !free ? t("Your table is ready") : free ? tn("{count} chair is free", "{count} chairs are free", free) : unready ? t("Everybody is seated") : t("The cards are being dealt");
  const iAmReady = mine?.ready === true;
  const canFill = host && free > 0;
  return html`<section class="moment waiting" aria-labelledby="waiting-title">
    <h1 id="waiting-title">${title}</h1>
    <p class="muted">${client.about?.(context) ?? client.title()}${terms ? html`<br>${terms}` : nothing}</p>
    ${view.deadline !== null && isMatched(state) ? accept(parts, view.deadline) : nothing}
    ${parts.rules ? html`<ot-house-rules .href=${parts.rules}></ot-house-rules>` : nothing}
    <ol class="chairs">${view.seats.map((info, seat) => {
      const who = occupancy(info);
      const me = seat === you;
      return html`<li class="${who === "free" ? "free" : "in"} ${me ? "you" : ""}"><i aria-hidden="true"></i>
        <span>${who === "free" ? tp("seat", "free") : html`${nameOf(context, seat)}${ratingOf(context.rating(seat))}`}${me ? html` <span class="muted">${t("you")}</span>` : nothing}${who === "program" ? html` <span class="muted">${t("program")}</span>` : nothing}</span>
        ${
          who === "free"
            ? you === null
              ? html`<button type="button" class="key" ?disabled=${busy} @click=${() => parts.sit(sit(seat))}>${t("Sit here")}</button>`
              : html`<span class="muted">${t("waiting for somebody")}</span>`
            : host && !me
              ? html`<span><span class="muted">${info.ready || who === "program" ? t("ready") : t("not ready yet")}</span> <button type="button" class="key plain" ?disabled=${busy} @click=${() => context.say(removeGuest(seat))}>${t("Remove")}<span class="sr"> ${context.name(seat)}</span></button></span>`
              : html`<span class="muted">${info.ready || who === "program" ? t("ready") : t("not ready yet")}</span>`
        }</li>`;
    })}</ol>
    ${
      free
        ? html`<div class="share"><label for="share-link">${t("Send this link to whom you want to play with")}</label>
      <div><input id="share-link" readonly dir="ltr" .value=${address} @focus=${(event: Event) => (event.target as HTMLInputElement).select()}><button type="button" class="key" @click=${parts.copy}>${parts.copied ? t("Copied") : t("Copy")}</button>${you !== null && parts.friends ? html`<a class="key" href=${parts.friends}>${t("Invite friends")}</a>` : nothing}</div></div>`
        : nothing
    }
    ${parts.failed ? html`<p class="wrong" role="alert">${parts.failed}</p>` : nothing}
    ${
      you === null
        ? nothing
        : html`<p class="acts">
      ${canFill ? html`<button type="button" class="key ${iAmReady || free ? "first" : ""}" ?disabled=${busy} @click=${() => context.say(fillWithBots())}>${tn("Give the free chair to a program", "Give the free chairs to programs", free)}</button>` : nothing}
      ${!iAmReady ? html`<button type="button" class="key ${canFill ? "" : "first"}" ?disabled=${busy} @click=${() => context.say(ready())}>${t("Ready")}</button>` : html`<span class="muted">${t("You are ready")}</span>`}
      <button type="button" class="key plain" ?disabled=${busy} @click=${() => context.say(leave())}>${t("Leave the table")}</button>
      ${host ? html`<button type="button" class="key plain" ?disabled=${busy} @click=${() => context.say(closeTable())}>${t("Close the table")}</button>` : nothing}
    </p>`
    }
  </section>`;
}

/** Who came together by waiting says that he is still here; the table does not wait for ever. */
function accept({ context }: MomentParts, until: number): TemplateResult {
  const mine = context.you === null ? null : context.view.seats[context.you];
  const words = mine?.ready
    ? (time: string): string => t("The others have {time} to say so, too. If they do not, you wait on in your place.", { time })
    : (time: string): string => t("Say that you are ready within {time}, or the others wait for somebody else.", { time });
  return html`<p class="accept num"><ot-clock .until=${until} .time=${serverTime(context.state)} .words=${words}></ot-clock></p>`;
}

/** Twelve seconds between two deals, shorter when everybody says so. */
export function between({ context, client }: MomentParts, results: TemplateResult | typeof nothing): TemplateResult {
  const { view, you, state } = context;
  const counting = (words: (text: string, ms: number) => unknown): TemplateResult | string =>
    view.deadline === null ? "" : html`<ot-clock .until=${view.deadline} .time=${serverTime(state)} .words=${words}></ot-clock>`;
  const seconds = (ms: number): number => Math.ceil(ms / 1_000);
  const mine = you === null ? null : view.seats[you];
  const others = view.seats.flatMap((info, seat) => (occupancy(info) === "person" && seat !== you && !info.ready ? [context.name(seat)] : []));
  const offered = context.choices.filter((choice) => choice.offer && !Object.keys(choice.fields ?? {}).length);
  return html`<section class="moment between" aria-label=${t("Between deals")}>
    ${results}
    ${
      mine && !mine.ready
        ? html`<button type="button" class="key first" ?disabled=${state.sending !== null || state.link !== "open"} @click=${() => context.say(ready())}>${t("Ready")}<span class="num" aria-hidden="true">${counting((_, ms) => num(seconds(ms)))}</span></button>`
        : html`<p class="muted center">${view.deadline !== null ? counting((_, ms) => tn("Next deal in {count} second", "Next deal in {count} seconds", seconds(ms))) : t("Next deal soon")}</p>`
    }
    ${offered.map((choice) => html`<button type="button" class="key plain" ?disabled=${state.sending !== null || state.link !== "open"} @click=${() => context.say({ type: choice.type })}>${client.commandName?.(choice.type) ?? words(choice.type)}</button>`)}
    ${others.length && mine?.ready ? html`<p class="label center">${t("Waiting for {names}", { names: listed(others) })}</p>` : nothing}
  </section>`;
}

/** Closed before it began, or given up by everybody. */
export function stopped({ context, lobby, wait }: MomentParts): TemplateResult {
  const begun = context.game.deal > 0;
  const home = (classes: string): TemplateResult => html`<a class="key ${classes}" href=${lobby}>${t("To the front page")}</a>`;
  if (isMatched(context.state) && wait && (!begun || context.state.table?.rated)) {
    return html`<section class="moment stopped" aria-labelledby="stopped-title">
      <h1 id="stopped-title">${t("This table did not come about")}</h1>
      <p class="muted">${t("Not everybody was here in time. Nothing of it counts. Who was here waits on, and keeps the time waited.")}</p>
      <p class="acts"><a class="key first" href=${wait}>${t("Wait on")}</a>${home("plain")}</p>
    </section>`;
  }
  return html`<section class="moment stopped" aria-labelledby="stopped-title">
    <h1 id="stopped-title">${begun ? t("This table was left") : t("This table was closed")}</h1>
    <p class="muted">${begun ? t("Nobody came back to it, so it ended without a result. What was played is kept.") : t("It was closed before the first deal.")}</p>
    <p class="acts">${home("first")}</p>
  </section>`;
}

/** Who looks on at a casual table may sit down where a program plays, from the next deal on. */
export function chairs({ context, sit, failed }: MomentParts): TemplateResult | typeof nothing {
  const { state, view, you } = context;
  const busy = state.sending !== null || state.link !== "open";
  const free = view.chairs?.open[0];
  if (you !== null) return nothing;
  if (promisedToMe(state) !== null) {
    return html`<div class="stand-in-note" role="status"><span>${t("You sit down when this deal is over")}</span><button type="button" class="key" ?disabled=${busy} @click=${() => context.say(leave())}>${t("Go on watching")}</button></div>`;
  }
  if (free === undefined) return nothing;
  const between = view.deadline !== null;
  return html`<div class="stand-in-note"><span>${failed ?? t("A program plays here: its chair is free for you")}</span><button type="button" class="key first" ?disabled=${busy} @click=${() => sit(takeChair(free))}>${between ? t("Sit down") : t("Sit down after this deal")}</button></div>`;
}

/** A program plays for the viewer: why, and the way back. */
export function standIn({ context }: MomentParts): TemplateResult {
  const seat = heldForMe(context.state);
  const reason = seat === null ? null : context.state.view?.seats[seat]?.away;
  return html`<div class="stand-in-note" role="status"><span>${ownAwayText(reason)}</span><button type="button" class="key first" ?disabled=${context.state.sending !== null || context.state.link !== "open"} @click=${() => context.say(reclaim())}>${t("Take your seat back")}</button></div>`;
}

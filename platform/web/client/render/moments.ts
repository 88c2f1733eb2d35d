/** The table outside of a deal: before it starts, between deals, at its end, stopped, or with a program in one's own seat. */
import { html, nothing, type TemplateResult } from "lit";
import { closeTable, fillWithBots, leave, ready, reclaim, removeGuest } from "../commands.ts";
import type { GameClient, PlaceLine, TableContext } from "../games.ts";
import { words } from "./generic-panel.ts";
import "./house-rules.ts";
import { listed, num, t, tn, tp } from "../i18n.ts";
import type { Seat } from "../protocol.ts";
import { occupancy } from "../state.ts";
import { signedBdi } from "./bits.ts";

export interface MomentParts {
  context: TableContext;
  client: GameClient;
  now: number;
  lobby: string;
  /** The page that says what this table is played by. */
  rules: string | null;
  address: string;
  copied: boolean;
  copy: () => void;
  sit: (seat: Seat) => void;
  again: (() => void) | null;
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
  const title = free ? tn("{count} chair is free", "{count} chairs are free", free) : unready ? t("Everybody is seated") : t("The cards are being dealt");
  const iAmReady = mine?.ready === true;
  const canFill = host && free > 0;
  return html`<section class="moment waiting" aria-labelledby="waiting-title">
    <h1 id="waiting-title">${title}</h1>
    <p class="muted">${client.about?.(context) ?? client.title()}</p>
    ${parts.rules ? html`<ot-house-rules .href=${parts.rules}></ot-house-rules>` : nothing}
    <ol class="chairs">${view.seats.map((info, seat) => {
      const who = occupancy(info);
      const me = seat === you;
      return html`<li class="${who === "free" ? "free" : "in"} ${me ? "you" : ""}"><i aria-hidden="true"></i>
        <span>${who === "free" ? tp("seat", "free") : html`<bdi>${context.name(seat)}</bdi>`}${me ? html` <span class="muted">${t("you")}</span>` : nothing}${who === "program" ? html` <span class="muted">${t("program")}</span>` : nothing}</span>
        ${
          who === "free"
            ? you === null
              ? html`<button type="button" class="key" ?disabled=${busy} @click=${() => parts.sit(seat)}>${t("Sit here")}</button>`
              : html`<span class="muted">${t("waiting for somebody")}</span>`
            : host && !me
              ? html`<span><span class="muted">${info.ready || who === "program" ? t("ready") : t("not ready yet")}</span> <button type="button" class="key plain" ?disabled=${busy} @click=${() => context.say(removeGuest(seat))}>${t("Remove")}<span class="sr"> ${context.name(seat)}</span></button></span>`
              : html`<span class="muted">${info.ready || who === "program" ? t("ready") : t("not ready yet")}</span>`
        }</li>`;
    })}</ol>
    ${
      free
        ? html`<div class="share"><label for="share-link">${t("Send this link to whom you want to play with")}</label>
      <div><input id="share-link" readonly dir="ltr" .value=${address} @focus=${(event: Event) => (event.target as HTMLInputElement).select()}><button type="button" class="key" @click=${parts.copy}>${parts.copied ? t("Copied") : t("Copy")}</button></div></div>`
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

/** Twelve seconds between two deals, shorter when everybody says so. */
export function between({ context, client, now }: MomentParts, results: TemplateResult | typeof nothing): TemplateResult {
  const { view, you, state } = context;
  const left = view.deadline === null ? null : Math.max(0, Math.ceil((view.deadline - now) / 1000));
  const mine = you === null ? null : view.seats[you];
  const others = view.seats.flatMap((info, seat) => (occupancy(info) === "person" && seat !== you && !info.ready ? [context.name(seat)] : []));
  const offered = context.choices.filter((choice) => choice.offer && !Object.keys(choice.fields ?? {}).length);
  return html`<section class="moment between" aria-label=${t("Between deals")}>
    ${results}
    ${
      mine && !mine.ready
        ? html`<button type="button" class="key first" ?disabled=${state.sending !== null || state.link !== "open"} @click=${() => context.say(ready())}>${t("Ready")}${left !== null ? html`<span class="num" aria-hidden="true">${num(left)}</span>` : nothing}</button>`
        : html`<p class="muted center">${left !== null ? tn("Next deal in {count} second", "Next deal in {count} seconds", left) : t("Next deal soon")}</p>`
    }
    ${offered.map((choice) => html`<button type="button" class="key plain" ?disabled=${state.sending !== null || state.link !== "open"} @click=${() => context.say({ type: choice.type })}>${client.commandName?.(choice.type) ?? words(choice.type)}</button>`)}
    ${others.length && mine?.ready ? html`<p class="label center">${t("Waiting for {names}", { names: listed(others) })}</p>` : nothing}
  </section>`;
}

/** Places first, then what can be done next. */
export function finished({ context, client, lobby, again, failed }: MomentParts): TemplateResult {
  const { game, you } = context;
  const lines: PlaceLine[] = client.places?.(context) ?? context.view.seats.map((_, seat) => ({ seat, points: game.totals[seat] ?? 0, place: 1 + game.totals.filter((total) => total > (game.totals[seat] ?? 0)).length, note: "" }));
  const order = [...lines].sort((a, b) => a.place - b.place || a.seat - b.seat);
  const first = order.filter((line) => line.place === 1);
  const mine = order.find((line) => line.seat === you);
  const best = order.find((line) => line.seat !== you);
  const own = client.verdict?.(context);
  const title = own
    ? own
    : mine && mine.place === 1 && first.length === 1
      ? best
        ? t("You won, {mine} to {theirs}", { mine: mine.points, theirs: best.points })
        : t("You won")
      : first.length > 1
        ? t("The win is shared")
        : t("{name} won with {points}", { name: first[0] ? context.name(first[0].seat) : "", points: first[0]?.points ?? 0 });
  const how = client.reckoning?.(context);
  return html`<section class="moment result ${how ? "reckoned" : ""}" aria-labelledby="result-title">
    ${how?.picture ?? nothing}
    <h1 id="result-title">${title}</h1>
    ${client.finale?.(context) ?? nothing}
    <table class="places num"><tbody>${order.map(
      (line) => html`<tr class=${line.seat === you ? "you" : ""}><td>${num(line.place)}</td><td><bdi>${context.name(line.seat)}</bdi>${line.note ? html`<small>${line.note}</small>` : nothing}</td><td class="pts"><bdi dir="ltr">${num(line.points)}</bdi></td>${line.net === undefined ? nothing : html`<td class="net">${signedBdi(line.net)}</td>`}</tr>`,
    )}</tbody></table>
    ${how?.steps ?? nothing}
    ${failed ? html`<p class="wrong" role="alert">${failed}</p>` : nothing}
    <p class="acts">${again ? html`<button type="button" class="key first" @click=${again}>${t("Play again")}</button>` : nothing}<a class="key ${again ? "plain" : "first"}" href=${lobby}>${t("To the front page")}</a></p>
  </section>`;
}

/** Closed before it began, or given up by everybody. */
export function stopped({ context, lobby }: MomentParts): TemplateResult {
  const begun = context.game.deal > 0;
  return html`<section class="moment stopped" aria-labelledby="stopped-title">
    <h1 id="stopped-title">${begun ? t("This table was left") : t("This table was closed")}</h1>
    <p class="muted">${begun ? t("Nobody came back to it, so it ended without a result. What was played is kept.") : t("It was closed before the first deal.")}</p>
    <p class="acts"><a class="key first" href=${lobby}>${t("To the front page")}</a></p>
  </section>`;
}

/** A program plays for the viewer. */
export function standIn({ context }: MomentParts): TemplateResult {
  return html`<div class="stand-in-note" role="status"><span>${t("A program plays for you")}</span><button type="button" class="key first" ?disabled=${context.state.sending !== null || context.state.link !== "open"} @click=${() => context.say(reclaim())}>${t("Take your seat back")}</button></div>`;
}

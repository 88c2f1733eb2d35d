/** The felt with everything on it, and what surrounds it. */
import { html, nothing, type TemplateResult } from "lit";
import type { GameClient, TableContext } from "../games.ts";
import { joined, t } from "../i18n.ts";
import { cardName } from "../cards.ts";
import type { Seat } from "../protocol.ts";
import { refusalText } from "../refusals.ts";
import { heldForMe, isMyTurn } from "../state.ts";
import { type Told, toldText } from "../told.ts";
import { turnText } from "./announce.ts";
import { bar, margin, sheet, tray, type AroundParts } from "./around.ts";
import { turnArc, vars } from "./bits.ts";
import { genericPanel, words } from "./generic-panel.ts";
import { hand } from "./hand.ts";
import { menuSheet } from "./menu.ts";
import { finished } from "./finished.ts";
import { between, chairs, type MomentParts, standIn, stopped, waiting } from "./moments.ts";
import { backs, call, clockFace, clockOf, plate } from "./plate.ts";
import type { TableElement } from "./table.ts";
import { trick } from "./trick.ts";

export interface FeltParts {
  element: TableElement;
  context: TableContext;
  client: GameClient;
  places: readonly string[];
  bottom: Seat;
  /** No scene is running. */
  settled: boolean;
  canPlayCard: boolean;
}

type Stand = "waiting" | "playing" | "between" | "finished" | "stopped";

function standOf({ context, settled }: FeltParts): Stand {
  const { view, game } = context;
  if (view.lifecycle === "open" || view.lifecycle === "seated") return "waiting";
  if (["abandoned", "closed", "annulled"].includes(view.lifecycle)) return "stopped";
  if ((view.lifecycle === "finished" || view.lifecycle === "imported") && settled) return "finished";
  const nobodyHolds = game.hands.every((held) => held.cards.length + held.hidden === 0);
  const over = nobodyHolds || game.phase === "between";
  if (settled && view.lifecycle === "playing" && view.deciders.length === 0 && over && game.deal > 0) return "between";
  return "playing";
}

/** What no event tells: the line, what happened by itself, a refusal, a card that lies raised. It is said aloud as well as shown. */
function newsLine({ context, client }: FeltParts): string {
  const { state, view, you } = context;
  if (state.closed !== null) return t("The connection was ended. Load the page again.");
  if (state.link === "lost") return t("Reconnecting: nothing is lost");
  // Why a program plays for the viewer stands in the note, beside the way back.
  if (state.told && !(state.told.what === "program" && state.told.seat === heldForMe(state))) return told(context, state.told);
  if (state.refusal) return (client.refusal?.(state.refusal) ?? refusalText(state.refusal));
  return state.raised && isMyTurn(state) && view.you === you && !state.sending ? t("Press {card} again to play it", { card: cardName(state.raised) }) : "";
}

/** One line that says what is asked, or whom the table waits for. */
function cueLine({ context, client, canPlayCard }: FeltParts): string {
  const { state, view, game, you } = context;
  const full = game.trick;
  if (full && full.cards.length === (client.trickSize?.(context) ?? context.count) && full.best !== null) {
    return full.best === you ? t("You take the trick") : t("{name} takes the trick", { name: context.name(full.best) });
  }
  const own = client.cue?.(context);
  if (own) return own;
  if (isMyTurn(state) && view.you === you && !state.sending) {
    return canPlayCard ? turnText(context) : t("Your turn");
  }
  const next = view.deciders[0];
  if (!next) return "";
  return /play/.test(next.kind) ? t("{name} to play", { name: context.name(next.seat) }) : t("{name} to speak", { name: context.name(next.seat) });
}

function told(context: TableContext, what: Told): string {
  const { state, you } = context;
  if (what.what === "coming") return toldText(what, what.person === state.you?.person, state.people[what.person]?.name ?? t("Somebody"));
  return toldText(what, what.seat === (you ?? heldForMe(state)), context.name(what.seat));
}

/** The own clock stands beside what is asked, too, where the eyes are. The plate is what a screen reader finds. */
function ownTime({ context }: FeltParts, stand: Stand): TemplateResult | typeof nothing {
  const clock = context.you === null || stand !== "playing" ? null : clockOf(context, context.you);
  return clock && clock.until !== null ? html`<span class="own-time num" aria-hidden="true">${clockFace(context, clock)}</span>` : nothing;
}

export function felt(parts: FeltParts): TemplateResult {
  const { element, context, client, places, bottom } = parts;
  const { view, game, you, state } = context;
  const stand = standOf(parts);
  const around: AroundParts = { context, client, lobby: element.places.lobby, open: element.open };
  const moment: MomentParts = {
    context,
    client,
    lobby: element.places.lobby,
    wait: element.places.wait,
    friends: element.places.friends,
    rules: element.places.rules,
    address: element.address,
    copied: element.copied,
    copy: element.copy,
    sit: (command) => void element.going.sit(command),
    rematch: (you !== null || heldForMe(state) !== null) && context.view.lifecycle === "finished" ? () => void element.going.rematch() : null,
    rematchBy: element.going.rematchBy,
    ratings: `${element.places.api}/ratings`,
    failed: element.going.failed,
  };
  // What is only offered waits behind a key of its own, so that it doesn't cover the trick.
  const offered = context.choices.filter((choice) => choice.offer);
  const asked = context.choices.length > offered.length || (offered.length > 0 && state.sheet === "offer");
  const deciding = stand === "playing" && asked && state.link === "open" && parts.settled;
  const keys = deciding ? (client.keys?.(context) ?? null) : null;
  const picking = deciding && isMyTurn(state) ? (client.picking?.(context) ?? null) : null;
  const middle = stand === "playing" ? (client.middle?.(context) ?? null) : null;
  const panel = deciding && !keys ? (client.panel?.(context) ?? genericPanel(context, client)) : null;
  const others = view.seats.map((_, seat) => seat).filter((seat) => seat !== bottom);
  const replaced = heldForMe(state) !== null && view.lifecycle === "playing";
  const firstTrick = stand === "playing" && game.tricks.every((n) => n === 0) && !game.trick?.cards.length && game.deal > 0;
  const plateParts = { context, client, onCard: element.onCard };
  const plateOf = (seat: number): TemplateResult => plate({ ...plateParts, seat, place: places[seat] ?? "n" });
  const news = stand === "playing" || state.refusal || state.told || state.link === "lost" ? newsLine(parts) : "";
  const cue = news || (stand === "playing" && !panel ? cueLine(parts) : "");
  const table = html`<div class="felt" data-game=${client.name} data-count=${context.count} data-link=${state.link} ${vars({ "--count": context.count })}>
      <div class="far">
        ${others.map((seat) => html`${plateOf(seat)}${stand === "playing" ? backs({ ...plateParts, seat, place: places[seat] ?? "n" }) : nothing}`)}
        ${stand === "playing" || stand === "between" ? [...others, ...(you === null ? [bottom] : [])].map((seat) => call({ ...plateParts, seat, place: places[seat] ?? "n" })) : nothing}
        ${firstTrick && !middle ? turnArc(client.direction) : nothing}
        ${middle ? html`<div class="middle-place">${middle}</div>` : nothing}
        ${stand === "playing" && !panel && !middle ? trick(context, places, parts.settled) : nothing}
        ${panel ? html`<div class="panel-place">${panel}</div>` : nothing}
        ${stand === "waiting" ? html`<div class="moment-place">${waiting(moment)}</div>` : nothing}
        ${stand === "between" ? html`<div class="moment-place">${between(moment, client.dealResult?.(context) ?? nothing)}</div>` : nothing}
        ${stand === "finished" ? html`<div class="moment-place">${finished(moment)}</div>` : nothing}
        ${stand === "stopped" ? html`<div class="moment-place">${stopped(moment)}</div>` : nothing}
      </div>
      <div class="near">
        ${element.bare ? nothing : html`<p class="sr" role="status">${news}</p>`}
        <p class="cue ${state.told && state.link === "open" ? "told" : ""}">${cue ? html`<span>${cue}</span>${ownTime(parts, stand)}` : nothing}</p>
        ${
          offered.length && stand === "playing" && state.link === "open"
            ? html`<p class="offers">${state.sheet === "offer" ? html`<button type="button" class="key plain" @click=${() => element.open("offer")}>${t("Play on")}</button>` : offered.map((choice) => html`<button type="button" class="key" @click=${() => element.open("offer")}>${client.commandName?.(choice.type) ?? words(choice.type)}…</button>`)}</p>`
            : nothing
        }
        ${replaced ? standIn(moment) : element.bare ? nothing : chairs(moment)}
        ${you !== null && stand === "playing" && (game.hands[you]?.cards.length ?? 0) > 0 ? hand({ context, client, seat: you, onCard: element.onCard, focused: element.focused, picking }) : html`<div class="hand none"></div>`}
        ${client.keys && you !== null && stand === "playing" ? html`<div class="keys">${keys ?? nothing}</div>` : nothing}
        ${plateOf(bottom)}
        ${element.bare ? nothing : tray(around)}
      </div>
      ${state.sheet === "offer" ? nothing : sheet(around, menuSheet(element, context))}
    </div>`;
  // A position on a page of reading is the felt alone.
  if (element.bare) return html`<div class="place ${stand} ${panel ? "deciding" : ""}">${table}</div>`;
  return html`${bar(around)}
  <main class="place ${stand} ${panel ? "deciding" : ""}" id="content" tabindex="-1">
    ${stand === "playing" || stand === "between" ? html`<h1 class="sr">${joined([client.title(), client.about?.(context)])}</h1>` : nothing}
    ${table}
    ${margin(around)}
  </main>`;
}

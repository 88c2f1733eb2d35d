/**
 * What awaits the reader, and that the server restarts, in the bar of every page: one socket, and <ot-inbox> wherever a bar has room for it. Its places are
 *
 *   <div id="inbox" hidden data-table="/t/0" data-person="/people/0" data-party="/wait/party/0/join" data-friends="/friends" data-settings="/settings"
 *        data-away="/inbox/0/away" data-games='{"hokm": "Hokm"}' data-catalogue="URL" data-figures="latn" data-csrf="TOKEN"></div>
 *
 * which stands there for people with a session only. The page is complete without this.
 */
import { html, nothing, render, type TemplateResult } from "lit";
import { browserClock, browserWire, socketUrl } from "./api.ts";
import { lines, nextEnd, NOTHING, type Inbox, type Line, type Notice, type Places } from "./awaits.ts";
import { timeText } from "./clocks.ts";
import { loadLanguage, t, tn, useFigures, type Figures } from "./i18n.ts";
import { Listening } from "./listening.ts";
import "./render/clock.ts";
import { markTitle } from "./title.ts";

const given = document.getElementById("inbox")?.dataset ?? {};
const places: Places = {
  table: given["table"] ?? "",
  person: given["person"] ?? "",
  party: given["party"] ?? "",
  friends: given["friends"] ?? "",
  settings: given["settings"] ?? "",
  games: JSON.parse(given["games"] ?? "{}") as Record<string, string>,
};
const shown = new Set<InboxElement>();
/** A table and the waiting page tell of a restart themselves. */
const toldBelow = Boolean(document.getElementById("app") ?? document.getElementById("wait"));
let inbox: Inbox = NOTHING;
/** When the server restarts, how its clock stands to ours, and the sentence that is said of it once. */
let restart: { at: number; skew: number; said: string } | null = null;
let texts: Promise<void> | null = null;
let timer = 0;

class InboxElement extends HTMLElement {
  connectedCallback(): void {
    shown.add(this);
    draw();
  }

  disconnectedCallback(): void {
    shown.delete(this);
  }
}

function take(text: string): void {
  const message = JSON.parse(text) as Inbox | Notice;
  if (message.type === "inbox") inbox = message;
  else if (message.type !== "notice" || message.kind !== "restart" || toldBelow) return;
  // Nothing awaits most people on most pages: the texts are fetched with the first item. A table has them already.
  if ((message.type === "notice" || message.items.length) && !texts) {
    useFigures((given["figures"] ?? "latn") as Figures);
    texts = document.getElementById("app") ? Promise.resolve() : loadLanguage(document.documentElement.lang, given["catalogue"] ?? null);
  }
  void (texts ?? Promise.resolve()).then(() => {
    if (message.type === "notice") restart = message.at === null ? null : { at: message.at, skew: message.now - Date.now(), said: restarts(timeText(message.at - message.now), message.at - message.now) };
    draw();
  });
}

function restarts(time: string, ms: number): string {
  return ms > 0 ? t("The server restarts in {time}.", { time }) : t("The server restarts now.");
}

function draw(): void {
  const now = Date.now();
  const found = lines(inbox, places, now, location.pathname);
  for (const element of shown) render(content(found), element);
  // A table that has ended asks whether one of its company wants another.
  document.dispatchEvent(new CustomEvent("inbox", { detail: inbox }));
  markTitle("inbox", found.some((line) => line.pressing));
  clearTimeout(timer);
  const end = nextEnd(inbox, now);
  if (end !== null) timer = window.setTimeout(draw, Math.min(end - now + 500, 2 ** 31 - 1));
}

function content([first, ...rest]: Line[]): TemplateResult {
  return html`<div class="inbox" role="status" aria-live="polite">${first ? one(first) : nothing}</div>${
    rest.length
      ? html`<details class="inbox-more"><summary>${tn("{count} more", "{count} more", rest.length)}</summary><ul>${rest.map((line) => html`<li>${one(line)}</li>`)}</ul></details>`
      : nothing
  }${
    restart
      ? html`<span class="restart num" aria-hidden="true"><ot-clock .until=${restart.at} .time=${{ skew: restart.skew, stop: null }} .words=${restarts}></ot-clock></span>`
      : nothing
  }<span class="sr" role="status">${restart?.said ?? nothing}</span>`;
}

function one(line: Line): TemplateResult {
  const way = line.sends
    ? html`<form class="go" method="post" action=${line.href}><input type="hidden" name="csrfmiddlewaretoken" value=${given["csrf"] ?? ""}><button>${line.text}</button></form>`
    : html`<a href=${line.href} class="go ${line.pressing ? "pressing" : ""}">${line.text}</a>`;
  return html`${way}${
    line.away ? html`<button type="button" class="link" aria-label=${t("{key}: {line}", { key: line.away, line: line.text })} @click=${() => void putAway(line.id)}>${line.away}</button>` : nothing
  }`;
}

async function putAway(id: number): Promise<void> {
  inbox = { ...inbox, items: inbox.items.filter((item) => item.id !== id) };
  draw();
  const address = (given["away"] ?? "").replace("0", String(id));
  await fetch(address, { method: "POST", credentials: "same-origin", headers: { "X-CSRFToken": given["csrf"] ?? "", Accept: "application/json" } }).catch(() => undefined);
}

// --- the line ---

const line = new Listening({
  url: socketUrl("/ws/me", location),
  wire: browserWire,
  clock: browserClock,
  hello: false,
  silenceMs: null,
  mostMs: 60_000,
  // What is announced is said anew on each line: a restart that has been is not.
  onOpen: () => {
    restart = null;
  },
  onText: take,
});

if (given["table"]) {
  customElements.define("ot-inbox", InboxElement);
  line.open();
  addEventListener("online", () => line.open());
  // A page that was left and come back to may show what was settled meanwhile.
  addEventListener("pageshow", (event) => event.persisted && line.open());
}

/**
 * The waiting page alive: the time ticks, what has moved is exchanged, and once the table stands the page goes there by
 * itself. The page is complete without this: then it is loaded anew, and every key is a form.
 */
import { browserClock, browserWire, socketUrl } from "./api.ts";
import "./forms.ts";
import { Listening } from "./listening.ts";

const AGAIN_MS = 2_000;
const DEAD_MS = 15_000;
const PARTS = ["restart", "restart-said", "others", "news", "chairs", "range", "board", "party", "ask"];

let page = document.getElementById("wait");
let ahead = Number(page?.dataset.now ?? 0) - Date.now();
let busy = false;
let due = false;

/** 1:04, in the reader's figures. */
function elapsed(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const text = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  if (page?.dataset.figures !== "arab") return text;
  return text.replace(/\d/g, (digit) => String.fromCharCode(0x660 + Number(digit)));
}

function tick(within: ParentNode): void {
  const now = Date.now() + ahead;
  for (const one of within.querySelectorAll<HTMLElement>("[data-since]")) {
    one.textContent = elapsed(now - Number(one.dataset.since));
  }
  for (const one of within.querySelectorAll<HTMLElement>("[data-until]")) {
    // rounded up, so that it is over when it says 0:00
    one.textContent = elapsed(Number(one.dataset.until) - now + 999);
  }
  for (const offer of within.querySelectorAll<HTMLElement>("[data-from]")) {
    offer.classList.toggle("not-yet", now < Number(offer.dataset.from));
  }
}

/** Fetch the page and exchange what differs; at most each two seconds, and once more for what came in between. */
async function renew(): Promise<void> {
  if (busy) {
    due = true;
    return;
  }
  busy = true;
  due = false;
  try {
    const answer = await fetch(location.pathname, { credentials: "same-origin", headers: { Accept: "text/html" } });
    if (answer.redirected) return go(answer.url);
    if (answer.ok) exchange(new DOMParser().parseFromString(await answer.text(), "text/html"));
  } catch {
    due = true;
  } finally {
    setTimeout(() => {
      busy = false;
      if (due) void renew();
    }, AGAIN_MS);
  }
}

function exchange(fresh: Document): void {
  const now = fresh.getElementById("wait");
  if (!page || !now) return;
  ahead = Number(now.dataset.now) - Date.now();
  tick(fresh);
  if (now.dataset.state !== page.dataset.state) {
    document.title = fresh.title;
    page.replaceWith(document.adoptNode(now));
    page = now;
    document.getElementById("content")?.focus();
  }
  for (const id of PARTS) {
    const [old, part] = [document.getElementById(id), fresh.getElementById(id)];
    if (!old || !part || old.innerHTML === part.innerHTML) continue;
    const key = old.contains(document.activeElement) ? (document.activeElement as HTMLElement).dataset.key : undefined;
    old.innerHTML = part.innerHTML;
    if (key) [...old.querySelectorAll<HTMLElement>("[data-key]")].find((one) => one.dataset.key === key)?.focus();
  }
}

function go(address: string): void {
  document.title = `● ${document.title.replace(/^● /, "")}`;
  location.assign(address);
}

let told = "";

function take(text: string): void {
  const message = JSON.parse(text) as { type: string; now?: number; table?: string };
  if (message.type === "notice") return void renew();
  if (message.type === "seated") return go((page?.dataset.table ?? "/t/TABLE").replace("TABLE", message.table ?? ""));
  // What the message says without the time it was said at: the same as before is no news.
  const news = JSON.stringify({ ...message, now: 0 });
  if (news !== told || page?.dataset.follow !== undefined) void renew();
  told = news;
}

if (page) {
  tick(document);
  setInterval(() => tick(document), 1_000);
  const line = new Listening({
    url: socketUrl("/ws/waiting", location),
    wire: browserWire,
    clock: browserClock,
    hello: true,
    silenceMs: DEAD_MS,
    mostMs: 10_000,
    // Something may have moved while there was no line.
    onOpen: () => {
      told = "";
    },
    onText: take,
  });
  line.open();
  addEventListener("online", () => line.open());
  document.addEventListener("visibilitychange", () => document.hidden || line.open());
}

/** A table without a server: story.html?state=bidding&lang=ar&theme=dark. Only the dev server has it. */
import "../css/table.css";
import { loadDeck } from "../deck.ts";
import { loadLanguage, useFigures } from "../i18n.ts";
import type { Wire } from "../api.ts";
import type { TableView } from "../protocol.ts";
import { TableElement } from "../render/table.ts";
import { applyTheme, defaultSettings, type Theme } from "../settings.ts";
import { RANKED, answers } from "./ranked.ts";
import { clocks, STORIES } from "./fixtures.ts";
import { stretch } from "./stretch.ts";
import { TONG } from "./tong.ts";
import { welcomeTo, type Positions } from "../positions.ts";

const query = new URLSearchParams(location.search);
const language = query.get("lang") ?? "en";
document.documentElement.lang = language;
document.documentElement.dir = language === "ar" ? "rtl" : "ltr";

const stories = { ...STORIES, ...RANKED, ...TONG };
const timed = (view: TableView): TableView => ({ ...view, clocks: clocks(view.deciders[0]?.seat ?? null, view.seats.map((_, seat) => 102_000 - 17_000 * seat)) });

// Positions of a game: ?state=preferans:auction, with clocks: &clock
const [game, name] = (query.get("state") ?? "").split(":");
if (game && name) {
  for (const load of Object.values(import.meta.glob<{ default: Positions }>("/games/*/client/positions*.json"))) {
    const position = ((await load()).default)[name];
    if (position) stories["position"] = (arabic) => ({ welcome: welcomeTo(game, position, arabic), frames: [{ type: "frame", v: 40, events: [], view: query.has("clock") ? timed(position.view) : position.view }] });
  }
}
const make = name ? stories["position"] : stories[query.get("state") ?? "follow"] ?? STORIES["follow"];
const story = make?.(language === "ar");
// The longest there is, to see what gives way: &long
if (story && query.has("long")) stretch(story, language === "ar");

answers();

class Told implements Wire {
  readyState = 1;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;

  constructor() {
    setTimeout(() => this.onopen?.(), 0);
  }

  send(text: string): void {
    const message = JSON.parse(text) as { type: string; id?: string };
    const say = (told: unknown): void => this.onmessage?.({ data: JSON.stringify(told) });
    if (!story) return;
    if (message.type === "hello") {
      if (typeof story.line === "number") {
        this.onclose?.({ code: story.line });
        return;
      }
      if (story.line === "silent") return;
      say(story.welcome);
      for (const frame of story.frames) say(frame);
      say({ type: "presence", n: 1, watching: 22 });
      for (const told of story.then ?? []) say(told);
      if (story.line === "lost") {
        story.line = "silent";
        setTimeout(() => this.onclose?.({ code: 1006 }), 50);
      }
    } else if (message.type === "command") {
      setTimeout(() => say({ type: "refused", id: message.id, code: "must_follow" }), 1_500);
    }
  }

  close(): void {
    this.readyState = 3;
  }
}

const settings = defaultSettings(language);
settings.theme = (query.get("theme") as Theme | null) ?? "light";
if (query.get("ranks")) settings.ranks = query.get("ranks") as typeof settings.ranks;
applyTheme(settings.theme);
useFigures(settings.figures);

await Promise.all([loadLanguage(language, `${import.meta.env.BASE_URL}dev-catalogue?language=${language}`), loadDeck(settings.ranks)]);
const table = new TableElement();
table.settings = settings;
table.makeWire = () => new Told();
table.onSetting = (name, value) => {
  table.settings = { ...table.settings, [name]: value };
  if (name === "theme") applyTheme(table.settings.theme);
  if (name === "figures") useFigures(table.settings.figures);
  if (name === "ranks") void loadDeck(table.settings.ranks);
};
document.getElementById("app")?.replaceChildren(table);
const opens = query.get("sheet") ?? story?.sheet;
if (opens) setTimeout(() => table.open(opens), 60);

/**
 * <ot-position game="preferans" name="auction">: a position on a page of reading, drawn by the table component.
 * `part="sheet"` shows the score sheet instead of the felt, `part="reckoning"` how it is reckoned. The page says in
 * #positions which language, ranks and figures; without this script the element keeps what the server wrote into it.
 */
import "./css/table.css";
import "./css/position.css";
import { html, render } from "lit";
import { loadDeck } from "./deck.ts";
import { gameClient } from "./games.ts";
import { loadLanguage, useFigures } from "./i18n.ts";
import { PositionWire, welcomeTo, type Position, type Positions } from "./positions.ts";
import { settingsOf } from "./preferences.ts";
import { framed, welcomed } from "./table.ts";
import { EMPTY } from "./state.ts";
import { TableElement } from "./render/table.ts";
import { defaultSettings, type Settings } from "./settings.ts";

const FILES = import.meta.glob<{ default: Positions }>("/games/*/client/positions.json");

async function show(place: HTMLElement, settings: Settings, arabic: boolean): Promise<void> {
  const { game = "", name = "", part = "felt" } = place.dataset;
  const load = FILES[`/games/${game}/client/positions.json`];
  const position: Position | undefined = load && (await load()).default[name];
  if (!position) return;
  const table = new TableElement();
  table.bare = true;
  table.settings = settings;
  const welcome = welcomeTo(game, position, arabic);
  if (part === "felt") {
    table.makeWire = () => new PositionWire(welcome, position.view);
    table.inert = true;
    place.replaceChildren(table);
  } else {
    table.client = await gameClient(game);
    table.state = framed(welcomed(EMPTY, welcome, Date.now()), { type: "frame", v: 1, events: [], view: position.view });
    const context = table.context(position.view);
    place.replaceChildren();
    render(part === "sheet" ? (table.client.wholeSheet?.(context) ?? html``) : (table.client.reckoning?.(context).steps ?? html``), place);
  }
  place.classList.add("shown");
}

async function begin(): Promise<void> {
  const told = document.getElementById("positions")?.dataset ?? {};
  const language = document.documentElement.lang || "en";
  const settings = settingsOf(told, defaultSettings(language), document.documentElement.dataset["theme"]);
  useFigures(settings.figures);
  await Promise.all([loadLanguage(language, told["catalogue"] ?? null), loadDeck(settings.ranks)]);
  await Promise.all([...document.querySelectorAll<HTMLElement>("ot-position")].map((place) => show(place, settings, language === "ar")));
}

void begin();

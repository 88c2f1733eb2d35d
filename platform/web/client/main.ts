/**
 * The page of a table. Its template gives
 *
 *   <div id="app" data-table="ID" data-catalogue="URL" data-ranks="latin" data-figures="latn" data-one-tap
 *        data-lobby="/" data-api="/api/tables/ID" data-guest="/guest-session" data-person="/people/0" data-settings="/settings"
 *        data-rules="URL" data-wait="/wait" data-friends="/friends"
 *        data-language="" data-csrf="TOKEN" data-title="Hokm" data-turns="counterclockwise"></div>
 *
 * where everything but data-table may be missing.
 */
import "./css/table.css";
import { loadLanguage, useFigures } from "./i18n.ts";
import { applyTheme, defaultSettings, type Settings } from "./settings.ts";
import { loadDeck } from "./deck.ts";
import { keepSetting, settingsOf } from "./preferences.ts";
import { TableElement } from "./render/table.ts";

async function begin(app: HTMLElement): Promise<void> {
  const { dataset } = app;
  const language = document.documentElement.lang || "en";
  const settings: Settings = settingsOf(dataset, defaultSettings(language), document.documentElement.dataset["theme"]);
  useFigures(settings.figures);
  await Promise.all([loadLanguage(language, dataset["catalogue"] ?? null), loadDeck(settings.ranks)]);
  const table = new TableElement();
  table.tableId = dataset["table"] ?? "";
  table.settings = settings;
  table.known = { title: dataset["title"] ?? "", clockwise: dataset["turns"] !== "counterclockwise" };
  table.places = {
    lobby: dataset["lobby"] ?? "/",
    api: dataset["api"] ?? `/api/tables/${table.tableId}`,
    guest: dataset["guest"] ?? "/guest-session",
    person: dataset["person"] ?? null,
    rules: dataset["rules"] ?? null,
    wait: dataset["wait"] ?? null,
    friends: dataset["friends"] ?? null,
    csrf: dataset["csrf"] ?? "",
  };
  table.onSetting = (name, value) => {
    table.settings = { ...table.settings, [name]: value };
    if (name === "theme") applyTheme(table.settings.theme);
    if (name === "figures") useFigures(table.settings.figures);
    if (name === "ranks") void loadDeck(table.settings.ranks);
    keepSetting(table.settings, name, dataset["settings"] ?? null, table.places.csrf, dataset["language"] ?? "");
  };
  app.replaceChildren(table);
}

const app = document.getElementById("app");
if (app?.dataset["table"]) void begin(app);

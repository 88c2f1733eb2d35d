/** Settings come with the page and go back to the server; a browser without one keeps what the server does not know. */
import { loadSettings, saveChoice, type Ranks, type Settings, type Theme } from "./settings.ts";
import type { Figures } from "./i18n.ts";

/** What the page says over what fits the language; the knock is this machine's own affair. */
export function settingsOf(data: DOMStringMap, usual: Settings, theme: string | undefined): Settings {
  const local = loadSettings(document.documentElement.lang || "en");
  return {
    ...usual,
    theme: (theme as Theme | undefined) ?? "system",
    ranks: (data["ranks"] as Ranks | undefined) ?? usual.ranks,
    figures: (data["figures"] as Figures | undefined) ?? usual.figures,
    oneTap: data["oneTap"] !== undefined && data["oneTap"] !== "false" ? true : local.oneTap && data["settings"] === undefined,
    knock: local.knock,
  };
}

/** Keeps a choice: on the server where there is one, so that it holds on every machine. */
export function keepSetting(settings: Settings, name: keyof Settings, url: string | null, csrf: string, language: string): void {
  if (name === "knock" || !url) {
    saveChoice(name, settings[name]);
    return;
  }
  const form = new URLSearchParams({
    language,
    theme: settings.theme === "system" ? "" : settings.theme,
    ranks: settings.ranks,
    figures: settings.figures,
    one_tap: settings.oneTap ? "1" : "",
    csrfmiddlewaretoken: csrf,
  });
  fetch(url, { method: "POST", body: form, credentials: "same-origin", redirect: "manual" }).catch(() => saveChoice(name, settings[name]));
}

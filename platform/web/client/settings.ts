/** What a person prefers on this machine: theme, ranks, figures, how a card is played. Apart from the language, which is the page's. */
import type { Figures } from "./i18n.ts";

export type Theme = "system" | "light" | "dark" | "contrast";
export type Ranks = "latin" | "cyrillic" | "arabic";

export interface Settings {
  theme: Theme;
  ranks: Ranks;
  figures: Figures;
  /** One touch plays a card; otherwise the first raises it and the second plays. */
  oneTap: boolean;
  /** One soft knock when it is one's turn. */
  knock: boolean;
}

const KEY = "opentrick.settings";

const ALLOWED: { [K in keyof Settings]: readonly Settings[K][] } = {
  theme: ["system", "light", "dark", "contrast"],
  ranks: ["latin", "cyrillic", "arabic"],
  figures: ["latn", "arab"],
  oneTap: [true, false],
  knock: [true, false],
};

/** What fits a language until somebody chooses otherwise. */
export function defaultSettings(language: string): Settings {
  const arabic = language.startsWith("ar");
  const cyrillic = /^(ru|uk|be|bg)/.test(language);
  return { theme: "system", ranks: arabic ? "arabic" : cyrillic ? "cyrillic" : "latin", figures: arabic ? "arab" : "latn", oneTap: false, knock: false };
}

/** Stored settings over the defaults; a stored value that isn't one is passed over. */
export function readSettings(stored: string | null, language: string): Settings {
  const settings = defaultSettings(language);
  let kept: unknown = null;
  try {
    kept = stored ? JSON.parse(stored) : null;
  } catch {
    return settings;
  }
  if (typeof kept !== "object" || kept === null) return settings;
  for (const name of Object.keys(ALLOWED) as (keyof Settings)[]) {
    const value = (kept as Record<string, unknown>)[name];
    if ((ALLOWED[name] as readonly unknown[]).includes(value)) (settings as unknown as Record<string, unknown>)[name] = value;
  }
  return settings;
}

export function loadSettings(language: string): Settings {
  try {
    return readSettings(localStorage.getItem(KEY), language);
  } catch {
    return defaultSettings(language);
  }
}

/** Stores only what was chosen by hand, so that a later change of language still brings its own figures. */
export function saveChoice<K extends keyof Settings>(name: K, value: Settings[K]): void {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    localStorage.setItem(KEY, JSON.stringify({ ...(typeof kept === "object" ? kept : {}), [name]: value }));
  } catch {
    // A browser without storage forgets at the next visit; nothing else is lost.
  }
}

export function applyTheme(theme: Theme): void {
  const root = document.documentElement;
  if (theme === "system") root.removeAttribute("data-theme");
  else root.dataset["theme"] = theme;
}

/**
 * Texts in the reader's language. `t` looks a text up, `tn` chooses a plural form, `tp` tells two meanings of one word apart.
 *
 * Texts carry {named} places. What is put in is isolated by direction (U+2068…U+2069), so that a Latin name does not turn an
 * Arabic sentence round; numbers appear in the reader's figures, which are a setting apart from language.
 */
import { pluralRule } from "./plural.ts";

/** The shape of Django's JSONCatalog. */
export interface Catalogue {
  catalog: Record<string, string | string[]>;
  plural?: string | null;
  formats?: Record<string, unknown>;
}

export type Figures = "latn" | "arab";
export type Values = Record<string, string | number>;

const CONTEXT = "\u0004";
const english = (n: number): number => (n === 1 ? 0 : 1);

let catalogue: Record<string, string | string[]> = {};
let formOf: (n: number) => number = english;
let language = "en";
let figures: Figures = "latn";

/** Takes over a language; without a catalogue the texts stay as they are written in the code. */
export function useLanguage(code: string, texts: Catalogue | null): void {
  language = code;
  catalogue = texts?.catalog ?? {};
  formOf = texts?.plural ? pluralRule(texts.plural) : english;
}

export function useFigures(chosen: Figures): void {
  figures = chosen;
}

export const currentFigures = (): Figures => figures;

const ARABIC_FIGURES = "٠١٢٣٤٥٦٧٨٩";

/** A whole number in the reader's figures, with a true minus. Intl would add direction marks, which <bdi dir="ltr"> makes needless. */
export function num(value: number): string {
  const text = String(value).replace("-", "\u2212");
  return figures === "arab" ? text.replace(/\d/g, (digit) => ARABIC_FIGURES[Number(digit)] ?? digit) : text;
}

/** A gain or loss: its sign always stands before it. Show it inside <bdi dir="ltr">. */
export function signed(value: number): string {
  return value > 0 ? `+${num(value)}` : num(value);
}

function fill(text: string, values?: Values): string {
  if (!values) return text;
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name];
    if (value === undefined) return whole;
    if (typeof value === "number") return value < 0 ? `\u2066${num(value)}\u2069` : num(value);
    // Without a letter to tell its direction it is figures and signs, which run from left to right in Arabic too. An Arabic
    // question mark has a direction as a letter has.
    return `${/[\p{L}\u061F]/u.test(value) ? "\u2068" : "\u2066"}${value}\u2069`;
  });
}

function found(key: string): string | undefined {
  const entry = catalogue[key];
  const text = Array.isArray(entry) ? entry[0] : entry;
  return text || undefined;
}

/** The text in the reader's language. */
export function t(text: string, values?: Values): string {
  return fill(found(text) ?? text, values);
}

/** The text for that many; `count` may stand in it. */
export function tn(one: string, many: string, count: number, values?: Values): string {
  const forms = catalogue[one];
  const form = Array.isArray(forms) ? forms[formOf(count)] : undefined;
  return fill(form || (count === 1 ? one : many), { count, ...values });
}

/** A word whose meaning the context tells ("spades" alone and "spades" of a card). */
export function tp(context: string, text: string, values?: Values): string {
  return fill(found(context + CONTEXT + text) ?? text, values);
}

/** Where sentences meet: a full text from its parts, skipping empty ones. */
export function joined(parts: (string | null | undefined | false)[], between = ", "): string {
  return parts.filter((part): part is string => !!part).join(language === "ar" && between === ", " ? "، " : between);
}

/** Names in a row as the language says them ("Salem, Noura and Huda"). */
export function listed(names: string[]): string {
  return new Intl.ListFormat(language, { type: "conjunction" }).format(names.map((name) => `\u2068${name}\u2069`));
}

/** Fetches the catalogue of a language; a failure leaves the English texts. */
export async function loadLanguage(code: string, url: string | null): Promise<void> {
  let texts: Catalogue | null = null;
  if (url && code !== "en") {
    try {
      const answer = await fetch(url, { credentials: "same-origin" });
      if (answer.ok) texts = (await answer.json()) as Catalogue;
    } catch {
      texts = null;
    }
  }
  useLanguage(code, texts);
}

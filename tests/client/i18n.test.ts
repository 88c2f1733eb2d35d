import { afterEach, expect, test } from "vitest";
import { num, signed, t, tn, tp, useFigures, useLanguage } from "@client/i18n.ts";
import { cardName, sortHand } from "@client/cards.ts";
import { pluralRule } from "@client/plural.ts";
import { readSettings } from "@client/settings.ts";

afterEach(() => {
  useLanguage("en", null);
  useFigures("latn");
});

const ARABIC = "n==0 ? 0 : n==1 ? 1 : n==2 ? 2 : n%100>=3 && n%100<=10 ? 3 : n%100>=11 && n%100<=99 ? 4 : 5";

test("the Arabic plural has six forms", () => {
  expect([0, 1, 2, 3, 10, 11, 99, 100, 103].map(pluralRule(ARABIC))).toEqual([0, 1, 2, 3, 3, 4, 4, 5, 3]);
});

test("the Russian plural, in brackets and with a logical or", () => {
  const rule = pluralRule("(n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2)");
  expect([1, 2, 5, 11, 21, 22, 112].map(rule)).toEqual([0, 1, 2, 2, 0, 1, 2]);
});

test("an expression that is no plural rule is refused", () => {
  expect(() => pluralRule("alert(1)")).toThrow();
  expect(() => pluralRule("n==1 ? 0")).toThrow();
});

test("texts come from the catalogue, with contexts and plural forms", () => {
  useLanguage("ar", { catalog: { Pass: "باس", "of a card\u0004spades": "السبيت", "{count} trick": ["لا", "واحدة", "اثنتان", "{count} أكلات", "{count} أكلة", "{count} أكلة"] }, plural: ARABIC });
  expect(t("Pass")).toBe("باس");
  expect(tp("of a card", "spades")).toBe("السبيت");
  expect(tn("{count} trick", "{count} tricks", 4)).toBe("4 أكلات");
  useFigures("arab");
  expect(tn("{count} trick", "{count} tricks", 14)).toBe("١٤ أكلة");
});

test("a text without a translation stays English", () => {
  useLanguage("ar", { catalog: { Pass: "" }, plural: ARABIC });
  expect(t("Pass")).toBe("Pass");
  expect(tn("{count} trick", "{count} tricks", 1)).toBe("1 trick");
});

test("names are isolated by direction, numbers are in the reader's figures", () => {
  useFigures("arab");
  expect(t("{name} leads with {n}", { name: "Huda", n: 5 })).toBe("\u2068Huda\u2069 leads with ٥");
});

test("a loss carries a true minus, a gain its plus", () => {
  expect([signed(30), signed(-40), signed(0)]).toEqual(["+30", "\u221240", "0"]);
  useFigures("arab");
  expect(num(-40)).toBe("\u2212٤٠");
});

test("figures and signs put into a sentence run from left to right, names by their first letter", () => {
  expect(t("{gain} or {loss}", { gain: signed(200), loss: signed(-100) })).toBe("\u2066+200\u2069 or \u2066\u2212100\u2069");
  expect(t("{name} said", { name: "نورة" })).toBe("\u2068نورة\u2069 said");
});

test("cards have names in words", () => {
  expect(cardName("TC")).toBe("ten of clubs");
});

test("suits alternate in colour, the named one first", () => {
  expect(sortHand(["AD", "7S", "KC", "9H", "AS"])).toEqual(["AS", "7S", "9H", "KC", "AD"]);
  expect(sortHand(["AD", "7S", "9H"])).toEqual(["9H", "7S", "AD"]);
  expect(sortHand(["AD", "7S", "KC", "9H"], undefined, "D")).toEqual(["AD", "7S", "9H", "KC"]);
});

test("a suit may have its own order", () => {
  expect(sortHand(["AS", "9S", "JS"], () => "J9ATKQ87")).toEqual(["JS", "9S", "AS"]);
});

test("settings that are none fall back to what fits the language", () => {
  expect(readSettings('{"theme":"pink","oneTap":true}', "ar")).toEqual({ theme: "system", ranks: "arabic", figures: "arab", oneTap: true, knock: false });
  expect(readSettings("[", "ru").ranks).toBe("cyrillic");
});

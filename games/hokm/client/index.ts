/** Hokm ijbari in the browser (rules/hokm.md): turns go to the right, promises on the plates, a sheet with a line a deal. */
import "./hokm.css";
import { html } from "lit";
import { suitName, suitsAreTrumps } from "@client/cards.ts";
import type { GameClient, Headline, PlaceLine, Role, TableContext } from "@client/games.ts";
import { num, t, tn } from "@client/i18n.ts";
import { choiceOf } from "@client/menu.ts";
import type { GameView, Seat, Suit } from "@client/protocol.ts";
import { suitSign } from "@client/render/bits.ts";
import { promisedSoFar, promisePanel, trumpPanel } from "./panels.ts";
import { dealResult, sheet } from "./sheet.ts";
import { hokm, KABBUT, PASS, PLAIN_ORDER, promised, TRUMP_ORDER, trumpShown, type HokmView } from "./view.ts";

const deciding = (phase: string): boolean => phase === "bidding" || phase === "naming_trump";

function role(context: TableContext, seat: Seat): Role | null {
  const view = hokm(context);
  if (view.phase === "fresh" || !view.deal) return null;
  const contract = view.contracts[seat] ?? null;
  const total = view.totals[seat] ?? 0;
  if (contract === null || view.phase === "bidding" || view.phase === "between" || view.phase === "finished") {
    return { text: tn("{count} point", "{count} points", total) };
  }
  const taken = view.tricks[seat] ?? 0;
  return { lead: t("promised"), text: num(contract), taken, due: contract, spoken: tn("promised {promise}, has {count} trick", "promised {promise}, has {count} tricks", taken, { promise: contract }) };
}

function said(value: number): string {
  if (value === PASS) return t("pass, {count}", { count: value });
  if (value === KABBUT) return t("kabbut");
  return tn("{count} trick", "{count} tricks", value);
}

function headline(context: TableContext): Headline {
  const view = hokm(context);
  const short = t("deal {deal}, to {target}", { deal: view.deal, target: view.target });
  const { declarer, phase } = view;
  if (phase === "fresh" || !view.deal) return { big: null, title: t("Hokm"), lines: [t("Three players, turns go to the right")], short: t("to {target}", { target: view.target }) };
  if (phase === "finished") return { big: null, title: t("Hokm, finished"), lines: [], short: tn("{count} deal", "{count} deals", view.deal) };
  if (phase === "bidding" || declarer === null) {
    const count = promised(view);
    return {
      big: null,
      title: phase === "between" ? t("Between deals") : t("Promises"),
      lines: phase === "bidding" ? [promisedSoFar(count)] : [],
      short,
    };
  }
  const value = view.contracts[declarer] ?? PASS;
  const name = context.name(declarer);
  if (phase === "naming_trump") {
    return { big: html`<span>${num(value)}</span><span class="unnamed">?</span>`, title: t("{name} names the trumps", { name }), lines: [t("The highest promise, and the first lead"), t("Turns go to the right")], short };
  }
  const trump = view.trump as Suit;
  const title = value === KABBUT ? t("{name} promised kabbut", { name }) : tn("{name} promised {count}", "{name} promised {count}", value, { name });
  return { big: html`<span>${num(value)}</span>${suitSign(trump)}`, title, lines: [suitsAreTrumps(trump), t("Turns go to the right")], short: suitsAreTrumps(trump) };
}

function cue(context: TableContext): string | null {
  const next = context.view.deciders[0];
  if (!next || !deciding(context.game.phase)) return null;
  const name = context.name(next.seat);
  return context.game.phase === "bidding" ? t("{name} is to promise", { name }) : t("{name} names the trumps", { name });
}

function places(context: TableContext): PlaceLine[] {
  const view = hokm(context);
  const whole = view.sheet[0]?.deal === 1;
  const scored = view.sheet.filter((line) => line.score);
  return view.totals.map((points, seat) => {
    const kept = scored.filter((line) => (line.score?.[seat] ?? 0) > 0).length;
    const note = whole ? tn("kept {kept} of {count} promise", "kept {kept} of {count} promises", scored.length, { kept }) : "";
    const winner = view.result?.winners.includes(seat);
    return { seat, points, note, place: winner ? 1 : 1 + view.totals.filter((total) => total > points).length };
  });
}

function announce(context: TableContext, before: GameView | null): string[] {
  const view = hokm(context);
  const old = before as HokmView | null;
  if (!old) return [];
  const lines: string[] = [];
  if (view.deal !== old.deal) lines.push(t("Deal {deal}", { deal: view.deal }));
  for (const [seat, value] of view.bids.slice(view.deal === old.deal ? old.bids.length : 0)) {
    lines.push(t("{name}: {promise}", { name: context.name(seat), promise: said(value) }));
  }
  if (view.trump && !old.trump) lines.push(suitsAreTrumps(view.trump));
  if (view.phase === "between" && old.phase !== "between" && view.score) {
    view.score.forEach((score, seat) => lines.push(score > 0 ? t("{name} wins {points}", { name: context.name(seat), points: score }) : t("{name} loses {points}", { name: context.name(seat), points: -score })));
  }
  return lines;
}

export const client: GameClient = {
  name: "hokm",
  direction: "counterclockwise",
  title: () => t("Hokm"),
  about: (context) => {
    const target = Number(context.options["target"] ?? hokm(context).target ?? 500);
    return context.game.deal ? t("to {target}, deal {deal}", { target, deal: context.game.deal }) : t("Hokm for three, to {target}", { target });
  },
  rankOrder: (context, suit) => (suit === trumpShown(context) ? TRUMP_ORDER : PLAIN_ORDER),
  role,
  call: (context, seat) => {
    const contract = hokm(context).contracts[seat] ?? null;
    return deciding(context.game.phase) && contract !== null ? said(contract) : null;
  },
  headline,
  cue,
  panel: (context) => {
    const bid = choiceOf(context, "place_bid");
    if (bid) return promisePanel(context, bid);
    const name = choiceOf(context, "name_trump");
    return name ? trumpPanel(context, name) : null;
  },
  sheetTitle: (context) => t("Sheet, to {target}", { target: hokm(context).target }),
  sheet,
  dealResult,
  places,
  announce,
  refusal: (code) => (code === "illegal_call" ? t("That promise is not open now") : code === "must_follow" ? t("You must follow suit") : null),
  valueName: (_type, field, value) => (field === "suit" && typeof value === "string" ? suitName(value as Suit) : null),
};

/** Preferans in the browser (rules/preferans.md): an auction, a whist, and the pulka. */
import "./preferans.css";
import "./narrow.css";
import "./pulka.css";
import "./pulka-narrow.css";
import { html, nothing, type TemplateResult } from "lit";
import { suitName, suitOf } from "@client/cards.ts";
import type { GameClient, Section, Shown, TableContext } from "@client/games.ts";
import { t } from "@client/i18n.ts";
import { choiceOf } from "@client/menu.ts";
import type { Card, Seat } from "@client/protocol.ts";
import { cardFace } from "@client/render/bits.ts";
import { lastTrick } from "@client/render/around.ts";
import { isMyTurn } from "@client/state.ts";
import { answerClaimPanel, answerStopPanel, claimPanel } from "./claims.ts";
import { dealResult } from "./deals.ts";
import { places, reckoning, verdict } from "./finish.ts";
import { auctionPanel, exchangePanel, layPanel, picking, trustPanel, whistPanel } from "./panels.ts";
import { pulka, runningStanding } from "./pulka.ts";
import { announce, answerText, bidSign, headline, passText, role } from "./words.ts";
import { inPlay, lastCall, PLAIN_ORDER, preferans, sitsOut, trickSize } from "./view.ts";

function panel(context: TableContext): TemplateResult | null {
  const asked = choiceOf(context, "answer_claim");
  if (asked) return answerClaimPanel(context);
  if (choiceOf(context, "answer_stop")) return answerStopPanel(context);
  if (choiceOf(context, "place_bid") ?? choiceOf(context, "pass")) return auctionPanel(context);
  const declare = choiceOf(context, "declare");
  if (declare) return exchangePanel(context, declare);
  const whist = choiceOf(context, "whist");
  if (whist) return whistPanel(context, whist);
  const lay = choiceOf(context, "lay_cards");
  if (lay) return layPanel(context, lay);
  const claim = choiceOf(context, "claim");
  // A claim is opened by its own key; a trust is asked.
  if (claim && context.state.sheet === "offer") return claimPanel(context, claim);
  if (choiceOf(context, "trust")) return trustPanel(context);
  return claim ? claimPanel(context, claim) : null;
}

/** One line that says what is asked, or whom the table waits for. */
function cue(context: TableContext): string | null {
  const view = preferans(context);
  const { you } = context;
  const lying = view.trick?.cards ?? [];
  const next = context.view.deciders[0];
  if (!next) return null;
  const name = context.name(next.seat);
  if (!inPlay(view) || next.kind !== "play") return waits(next.kind, name);
  if (context.state.raised || (next.seat === you && !isMyTurn(context.state))) return null;
  const hand = next.hand ?? next.seat;
  const talon = view.trick?.talon ?? null;
  const led = talon ?? lying[0]?.[1] ?? null;
  if (next.seat !== you) return hand === next.seat ? t("{name} to play", { name }) : t("{name} to play for {other}", { name, other: context.name(hand) });
  const other = hand === you ? null : context.name(hand);
  if (!led) {
    if (other) return t("{name} leads: choose from his hand", { name: other });
    return view.mode === "raspasy" || view.mode === "misere" ? null : t("Your turn: lead any card");
  }
  const suit = suitOf(led);
  const cards = view.hands[hand]?.cards ?? [];
  const follows = cards.some((card) => suitOf(card) === suit);
  const values = { suit: suitName(suit), name: other ?? "" };
  if (follows) return other ? t("Play for {name}: follow {suit}", values) : talon ? t("The talon names {suit}: follow", values) : t("Your turn: follow {suit}", values);
  const trumps = view.trump !== null && cards.some((card) => suitOf(card) === view.trump);
  if (trumps) return other ? t("Play for {name}: a trump, he holds no {suit}", values) : t("Your turn: trump, you hold no {suit}", values);
  return other ? t("Play for {name}: he holds no {suit}", values) : t("Your turn: you hold no {suit}", values);
}

function waits(kind: string, name: string): string | null {
  switch (kind) {
    case "bid":
      return t("{name} is to bid", { name });
    case "declare":
      return t("{name} names the contract", { name });
    case "whist":
      return t("{name} says whist or pass", { name });
    case "lay_cards":
      return t("{name} chooses open or closed", { name });
    case "trust":
      return t("{name} decides who plays his hand", { name });
    case "answer_claim":
    case "answer_stop":
      return t("{name} is asked", { name });
    default:
      return null;
  }
}

const talonOf = (context: TableContext): Card[] => preferans(context).talon.filter((card): card is Card => card !== null);

/** The talon lies in the middle for everybody while the declarer chooses. */
function middle(context: TableContext): TemplateResult | null {
  const view = preferans(context);
  const cards = talonOf(context);
  if (choiceOf(context, "declare") || !["exchange", "whisting", "laying"].includes(view.phase) || cards.length < 2) return null;
  if (context.choices.some((choice) => !choice.offer)) return null;
  const taken = view.declarer === null ? "" : context.name(view.declarer);
  const text = view.phase === "exchange" ? t("The talon, for {name}", { name: taken }) : t("The talon, taken by {name}", { name: taken });
  return html`<figure class="talon-turned"><div>${cards.map((card) => cardFace(card))}</div><figcaption>${text}</figcaption></figure>`;
}

function talonSection(context: TableContext): Section | null {
  const view = preferans(context);
  const cards = talonOf(context);
  if (!cards.length || view.phase === "auction") return null;
  const name = view.declarer === null ? "" : context.name(view.declarer);
  const dealer = view.active.length && context.count === 4 && view.dealer !== null ? context.name(view.dealer) : "";
  const mine = context.you !== null && view.declarer === context.you;
  const note =
    view.mode === "raspasy" || view.declarer === null
      ? dealer
        ? t("{name}, who deals, plays it", { name: dealer })
        : t("It only names the suit")
      : view.phase === "exchange"
        ? t("Everybody saw it. What is put away, nobody sees until the deal is over.")
        : mine
          ? t("Yours, two cards away")
          : t("Taken by {name}, two cards away", { name });
  const discard = view.discard ?? [];
  const body = html`<div class="row">${cards.map((card) => cardFace(card))}<p class="label">${note}</p></div>
    ${discard.length ? html`<h2 class="put-away">${t("Put away")}</h2><div class="row">${discard.map((card) => cardFace(card))}</div>` : nothing}`;
  return { title: t("Talon"), body, phone: true };
}

function auctionSection(context: TableContext): Section | null {
  const view = preferans(context);
  if (!view.calls.length) return null;
  const rounds: ((typeof view.calls)[number] | null)[][] = [];
  let at = 0;
  for (const call of view.calls) {
    const column = view.active.indexOf(call[0]);
    if (!rounds.length || column < at) rounds.push(view.active.map(() => null));
    const row = rounds[rounds.length - 1];
    if (row) row[column] = call;
    at = column + 1;
  }
  const body = html`<table class="auction num"><thead><tr>${view.active.map((seat) => html`<th scope="col"><bdi>${context.name(seat)}</bdi></th>`)}</tr></thead>
    <tbody>${rounds.map((row) => html`<tr>${row.map((call) => html`<td>${call === null ? nothing : call[1] === "pass" ? passText() : bidSign(call[1])}</td>`)}</tr>`)}</tbody></table>`;
  return { title: t("Auction"), body, phone: true };
}

function margin(context: TableContext): Section[] {
  const view = preferans(context);
  const last = context.game.last_trick ? { title: t("Last trick"), body: lastTrick(context) } : null;
  const standing = { title: t("Standing"), body: runningStanding(context) };
  const over = view.phase === "between" || view.phase === "finished";
  const sections: (Section | null)[] = over ? [standing, last, talonSection(context), auctionSection(context)] : [last, talonSection(context), auctionSection(context), standing];
  return sections.filter((section): section is Section => section !== null);
}

/** What a seat has just said, beside its plate. */
function call(context: TableContext, seat: Seat): TemplateResult | string | null {
  const view = preferans(context);
  if (view.phase === "auction") {
    const said = lastCall(view, seat);
    return said === null ? null : said === "pass" ? passText() : bidSign(said);
  }
  if (view.phase === "whisting" || view.phase === "laying") {
    if (seat === view.declarer && view.contract) return bidSign(view.contract);
    const answer = view.answers.filter(([who]) => who === seat).at(-1)?.[1];
    return answer ? answerText(answer) : null;
  }
  return null;
}

/** At an opened misère the declarer's cards are known as a set of twelve; which two were put away is not. */
function shown(context: TableContext, seat: Seat): Shown | null {
  const view = preferans(context);
  if (!view.misere_set?.length || seat !== view.declarer || seat === context.you || view.hands[seat]?.cards.length) return null;
  return { cards: view.misere_set, label: t("What {name} holds or has put away", { name: context.name(seat) }) };
}

export const client: GameClient = {
  name: "preferans",
  direction: "clockwise",
  title: () => t("Preferans"),
  about: (context) => {
    const target = Number(context.options["pool_target"] ?? preferans(context).target ?? 10);
    const values = { convention: conventionName(context.state.table?.preset ?? null), target, deal: context.game.deal };
    if (!context.game.deal) return context.count === 4 ? t("{convention}, pool to {target}, four players", values) : t("{convention}, pool to {target}", values);
    return context.count === 4 ? t("{convention}, pool to {target}, four players, deal {deal}", values) : t("{convention}, pool to {target}, deal {deal}", values);
  },
  largestHand: 12,
  rankOrder: () => PLAIN_ORDER,
  role,
  call,
  headline,
  cue,
  trickSize: (context) => trickSize(preferans(context)),
  isOut: (context, seat) => context.view.lifecycle === "playing" && !["fresh", "between", "finished"].includes(context.game.phase) && sitsOut(preferans(context), seat),
  picking,
  middle,
  shown,
  panel,
  margin,
  sheetTitle: (context) => t("Score sheet, pool to {target}", { target: preferans(context).target }),
  sheet: (context) => pulka(context),
  wholeSheet: (context) => pulka(context),
  dealResult,
  places,
  verdict,
  reckoning,
  announce,
  commandName: (type) => {
    switch (type) {
      case "claim":
        return t("Claim");
      case "offer_stop":
        return t("Offer to end the match here");
      default:
        return null;
    }
  },
  refusal: (code) => {
    switch (code) {
      case "must_follow":
        return t("You must follow suit");
      case "must_trump":
        return t("No card of the suit: you must trump");
      case "illegal_call":
        return t("That cannot be said now");
      case "illegal_contract":
        return t("The contract may not be lower than your bid");
      case "illegal_discard":
        return t("Exactly two cards go away");
      case "illegal_claim":
        return t("That cannot be offered now");
      default:
        return null;
    }
  },
};

function conventionName(preset: string | null): string {
  switch (preset) {
    case "leningrad":
      return t("Leningrad");
    case "rostov":
      return t("Rostov");
    default:
      return t("Sochi");
  }
}


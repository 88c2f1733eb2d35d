/** Bids, contracts and roles as they are said and drawn. */
import { html, nothing, type TemplateResult } from "lit";
import type { Headline, Role, TableContext } from "@client/games.ts";
import { listed, num, t, tn, tp } from "@client/i18n.ts";
import type { GameView, Seat, Suit } from "@client/protocol.ts";
import { suitSign } from "@client/render/bits.ts";
import { defenders, highest, inPlay, isMisere, isWithout, lastAnswer, lastCall, levelOf, preferans, quotaOf, sitsOut, strainOf, type Answer, type Bid, type PreferansView } from "./view.ts";

/** "without trump" on a key, as short as a suit sign. */
export const noTrump = (): string => tp("no trump, on a key", "NT");

/** A bid as it is drawn: "7♥", "8 NT", "Misère". */
export function bidSign(bid: Bid): TemplateResult {
  if (isMisere(bid)) return html`<span>${isWithout(bid) ? t("Misère without talon") : t("Misère")}</span>`;
  const strain = strainOf(bid);
  const sign = strain === "NT" ? html`<span class="nt"> ${noTrump()}</span>` : suitSign(strain as Suit);
  return html`<span class="bidsign"><bdi>${num(levelOf(bid))}</bdi>${sign}${isWithout(bid) ? html`<small class="wt" aria-hidden="true">${tp("without talon, on a key", "w/o")}</small>` : nothing}</span>`;
}

function suitOfBid(suit: string): string {
  switch (suit) {
    case "S":
      return tp("suit of a bid", "spades");
    case "C":
      return tp("suit of a bid", "clubs");
    case "D":
      return tp("suit of a bid", "diamonds");
    case "H":
      return tp("suit of a bid", "hearts");
    default:
      return t("no trump");
  }
}

/** A bid in words: "seven hearts" is "7 hearts" here. */
export function bidText(bid: Bid): string {
  if (bid === "misere") return t("misère");
  if (bid === "misere without") return t("misère without talon");
  const values = { level: levelOf(bid), suit: suitOfBid(strainOf(bid)) };
  return isWithout(bid) ? t("{level} {suit}, without talon", values) : t("{level} {suit}", values);
}

export function answerText(answer: Answer): string {
  switch (answer) {
    case "whist":
      return tp("answer to a contract", "whist");
    case "half":
      return tp("answer to a contract", "half-whist");
    case "pass":
      return tp("answer to a contract", "pass");
  }
}

export const passText = (): string => tp("call in the auction", "pass");

function position(view: PreferansView, seat: Seat): string {
  switch (view.active.indexOf(seat)) {
    case 0:
      return t("first to bid");
    case 1:
      return t("second to bid");
    default:
      return t("third to bid");
  }
}

function counted(text: string, taken: number, due: number | null): Role {
  const number = due === null ? nothing : html` <span class="num wide-only"><bdi dir="ltr">${num(taken)}/${num(due)}</bdi></span>`;
  return { text: html`${text}${number}`, taken, due, spoken: due === null ? tn("{count} trick", "{count} tricks", taken) : tn("{count} trick of {due}", "{count} tricks of {due}", taken, { due }) };
}

/** What a seat is in this deal, and the tricks it has and owes. */
export function role(context: TableContext, seat: Seat): Role | null {
  const view = preferans(context);
  if (!view.deal || view.phase === "fresh") return null;
  const total = { text: tn("{count} whist", "{count} whists", view.totals[seat] ?? 0) };
  if (view.phase === "between" || view.phase === "finished") return total;
  if (sitsOut(view, seat)) return { text: t("sits out"), ...((view.tricks[seat] ?? 0) > 0 ? { taken: view.tricks[seat] as number } : {}) };
  const taken = view.tricks[seat] ?? 0;
  if (view.phase === "auction") {
    const call = lastCall(view, seat);
    if (seat === view.turn) return { text: context.you === seat ? t("your bid") : t("bids now") };
    return { text: call === null ? position(view, seat) : call === "pass" ? t("passed") : t("bid {bid}", { bid: bidText(call) }) };
  }
  if (seat === view.declarer) {
    if (view.contract && inPlay(view)) return isMisere(view.contract) ? counted(t("Misère"), taken, null) : counted(t("Declarer"), taken, levelOf(view.contract));
    const bid = view.contract ?? view.bid;
    return { text: bid ? t("Declarer, {bid}", { bid: bidText(bid) }) : t("Declarer") };
  }
  if (view.mode === "raspasy") return counted(t("Raspasy"), taken, null);
  if (view.phase === "exchange") return { text: t("passed") };
  const answer = lastAnswer(view, seat);
  if (view.phase === "whisting" || view.phase === "laying") {
    if (seat === view.turn && view.phase === "whisting") return { text: context.you === seat ? t("your answer") : t("answers now") };
    const first = defenders(view)[0] === seat;
    return { text: answer ? answerText(answer) : first ? t("first defender") : t("second defender") };
  }
  return defenderRole(context, view, seat, taken);
}

function defenderRole(context: TableContext, view: PreferansView, seat: Seat, taken: number): Role {
  if (view.mode === "misere") {
    const by = view.control[seat];
    return counted(by !== undefined && by !== seat ? t("trusts {name}", { name: context.name(by) }) : t("Defends"), taken, null);
  }
  if (view.mode === "checked" || !view.contract) return counted(t("Checks"), taken, null);
  const quota = quotaOf(view.contract);
  if (view.whisters.length === 2) return counted(t("Whist"), taken, quota > 1 ? quota / 2 : view.whisters[1] === seat ? 1 : null);
  if (view.whisters.includes(seat)) {
    // A lone whister answers for the pair: what the other takes counts for him.
    const pair = defenders(view).reduce((sum, one) => sum + (view.tricks[one] ?? 0), 0);
    const spoken = tn("{count} trick of {due}", "{count} tricks of {due}", pair, { due: quota });
    const number = html` <span class="num wide-only"><bdi dir="ltr">${num(pair)}/${num(quota)}</bdi></span>`;
    const how = view.mode === "open" ? t("Whist, open") : t("Whist");
    return { text: html`${how}${number}`, taken, due: Math.max(taken, quota - (pair - taken)), spoken };
  }
  const by = view.control[seat];
  if (by !== undefined && by !== seat) return counted(by === context.you ? t("Passed, you play him") : t("Passed, {name} plays him", { name: context.name(by) }), taken, null);
  return counted(t("Passed"), taken, null);
}

/** "hearts are trumps" */
export function trumpsText(bid: Bid): string {
  switch (strainOf(bid)) {
    case "S":
      return t("spades are trumps");
    case "C":
      return t("clubs are trumps");
    case "D":
      return t("diamonds are trumps");
    case "H":
      return t("hearts are trumps");
    default:
      return t("no trumps");
  }
}

function whistLine(context: TableContext, view: PreferansView): string | null {
  const { you, name } = context;
  if (view.mode === "checked") return t("nobody whists: the ten is checked");
  if (view.whisters.length === 2) return t("{names} whist, closed", { names: listed(view.whisters.map(name)) });
  const only = view.whisters[0];
  if (only === undefined) return null;
  if (view.mode === "open") return only === you ? t("you whist open, for both") : t("{name} whists open, for both", { name: name(only) });
  return only === you ? t("you whist, closed") : t("{name} whists, closed", { name: name(only) });
}

/** What the deal is about: the contract large, what it means beside it. */
export function headline(context: TableContext): Headline {
  const view = preferans(context);
  const short = t("deal {deal}, pool to {target}", { deal: view.deal, target: view.target });
  const plain = (title: string, lines: (string | TemplateResult)[] = [], small: string | TemplateResult = short): Headline => ({ big: null, title, lines, short: small });
  if (view.phase === "fresh" || !view.deal) return plain(t("Preferans"), [t("Turns go to the left")], t("pool to {target}", { target: view.target }));
  if (view.phase === "finished") return plain(t("Preferans, finished"), [], tn("{count} deal", "{count} deals", view.deal));
  if (view.phase === "between") return plain(t("Between deals"));
  const mine = context.you !== null && view.declarer === context.you;
  if (view.phase === "auction") {
    const high = highest(view);
    const lines = view.least_level > 6 ? [t("after raspasy the lowest bid is {level}", { level: view.least_level })] : [];
    if (!high) return plain(t("Auction"), [t("nobody has bid yet"), ...lines]);
    return { ...plain(t("Auction"), [t("{name} has bid highest", { name: context.name(high.seat) }), ...lines]), big: bigBid(high.bid) };
  }
  if (view.mode === "raspasy") {
    const price = view.multiplier > 1 ? t("each trick counts {count} times", { count: view.multiplier }) : t("each trick costs");
    return plain(t("Raspasy"), [t("everybody passed: take as few as you can"), price], price);
  }
  const bid = view.contract ?? view.bid;
  if (view.declarer === null || bid === null) return plain(t("Preferans"));
  const name = context.name(view.declarer);
  if (view.phase === "exchange") {
    const [a, b] = view.talon;
    const held = a && b ? html`${t("it held")} ${cardSign(a)} ${cardSign(b)}` : "";
    const title = mine ? t("You won the auction") : t("{name} won the auction", { name });
    const lines = isWithout(bid) ? [t("the talon stays closed")] : mine ? [t("discard two of twelve"), isMisere(bid) ? t("then take no trick") : t("then name the contract")] : [t("takes the talon, puts two cards away")];
    return { big: bigBid(bid), title, lines, short: held };
  }
  const title = mine ? t("You play") : t("{name} plays", { name });
  const trumps = isMisere(bid) ? t("not a single trick, no trumps") : trumpsText(bid);
  const whist = inPlay(view) && !isMisere(bid) ? whistLine(context, view) : null;
  return { big: bigBid(bid), title, lines: whist ? [trumps, whist] : [trumps], short: trumps };
}

function bigBid(bid: Bid): TemplateResult {
  if (isMisere(bid)) return html`<span class="bigword">${t("Misère")}</span>`;
  const strain = strainOf(bid);
  return html`<span>${num(levelOf(bid))}</span>${strain === "NT" ? html`<span class="bignt">${noTrump()}</span>` : suitSign(strain as Suit)}`;
}

/** A card within a line: its index and its suit. */
export function cardSign(card: string): TemplateResult {
  const rank = card.slice(0, -1);
  return html`<span class="cardsign"><bdi dir="ltr">${rank === "T" ? num(10) : /\d/.test(rank) ? num(Number(rank)) : rank}${suitSign(card.slice(-1) as Suit)}</bdi></span>`;
}

/** What has just happened, for those who listen. */
export function announce(context: TableContext, before: GameView | null): string[] {
  const view = preferans(context);
  const old = before as PreferansView | null;
  if (!old) return [];
  const lines: string[] = [];
  const same = view.deal === old.deal;
  if (!same) lines.push(t("Deal {deal}", { deal: view.deal }));
  for (const [seat, call] of view.calls.slice(same ? old.calls.length : 0)) lines.push(t("{name}: {call}", { name: context.name(seat), call: call === "pass" ? passText() : bidText(call) }));
  if (view.talon[0] && view.talon[1] && view.phase === "exchange" && old.phase !== "exchange") {
    lines.push(t("The talon is turned up"));
  }
  if (view.contract && (view.contract !== old.contract || !same) && view.declarer !== null) lines.push(t("{name} plays {contract}", { name: context.name(view.declarer), contract: bidText(view.contract) }));
  for (const [seat, answer] of view.answers.slice(same ? old.answers.length : 0)) lines.push(t("{name}: {call}", { name: context.name(seat), call: answerText(answer) }));
  if (view.opened && !(same && old.opened)) lines.push(t("The defenders’ cards are laid open"));
  if (view.claim && !old.claim) lines.push(t("{name} offers to end the play", { name: context.name(view.claim.seat) }));
  if (view.phase === "between" && old.phase !== "between") view.totals.forEach((total, seat) => lines.push(t("{name} stands at {total}", { name: context.name(seat), total })));
  return lines;
}

/** The decisions of Preferans that aren't a card: bid, exchange, whist, open or closed, trust. Claims are in claims.ts. */
import { html, nothing, type TemplateResult } from "lit";
import type { Picking, TableContext } from "@client/games.ts";
import { cardName } from "@client/cards.ts";
import { t, tn } from "@client/i18n.ts";
import { choiceOf, valuesOf } from "@client/menu.ts";
import type { Card, Choice } from "@client/protocol.ts";
import { bidSign, bidText, cardSign } from "./words.ts";
import { CONTRACTS, defenders, highest, isMisere, isWithout, ladder, levelOf, preferans, pricesOf, quotaOf, rank, strainOf, valueOf, type Answer, type Bid, type PreferansView } from "./view.ts";

/** Why a bid is dimmed: what a beginner asks (rules/preferans.md 2.2, 2.3, 7.6). */
export function whyNot(view: PreferansView, bid: Bid, you: number | null): string {
  const high = highest(view)?.bid ?? null;
  if (high && rank(bid) <= rank(high)) return t("not higher than {bid}", { bid: bidText(high) });
  const own = view.calls.filter(([seat, call]) => seat === you && call !== "pass").map(([, call]) => call);
  if (isMisere(bid)) return t("misère can only be the first thing you say");
  if (own.some(isMisere)) return t("after misère no tricks can be bid");
  if (levelOf(bid) < view.least_level) return t("after raspasy the lowest bid is {level}", { level: view.least_level });
  return t("not open now");
}

/** One sentence about what a bid would mean. */
function meaning(context: TableContext, bid: Bid): string {
  const { scale } = pricesOf(context);
  const value = valueOf(bid);
  if (isMisere(bid)) return t("Not one trick: 10 in the pool, or {cost} on the mountain for each trick taken", { cost: 10 * scale });
  return tn("{count} trick: {value} in the pool, or {cost} on the mountain for each one missing", "{count} tricks: {value} in the pool, or {cost} on the mountain for each one missing", levelOf(bid), { value, cost: value * scale });
}

/** The ladder, every bid always in its place. One touch chooses, a second says it; Pass needs one. */
export function auctionPanel(context: TableContext): TemplateResult {
  const view = preferans(context);
  const bids = choiceOf(context, "place_bid");
  const open = new Set(valuesOf(bids, "bid"));
  const pass = choiceOf(context, "pass");
  const hold = choiceOf(context, "hold");
  const high = highest(view);
  const chosen = context.state.draft["bid"] as Bid | undefined;
  const ready = chosen !== undefined && open.has(chosen);
  const rows = ladder(context.options["no_talon_bids"] === "on");
  const hint = ready
    ? meaning(context, chosen)
    : high
      ? t("{name} has bid {bid}", { name: context.name(high.seat), bid: bidText(high.bid) })
      : view.least_level > 6
        ? t("After raspasy the lowest bid is {level}", { level: view.least_level })
        : t("How many tricks, and with which trumps?");
  const taken = high ? t("{name} has bid it", { name: context.name(high.seat) }) : "";
  const say = ready ? html`${t("Bid")} ${bidSign(chosen)}` : t("Choose a bid");
  return html`<div class="panel ladder ${rows.length > 6 ? "long" : ""}" role="group" aria-label=${t("Your bid")}>
    <p class="hint" role="status">${hint}</p>
    ${rows.flat().map((bid) => {
      const can = open.has(bid);
      const top = high?.bid === bid;
      const why = can ? "" : top ? taken : whyNot(view, bid, context.you);
      return html`<button type="button" class="key num ${isMisere(bid) ? "misere" : ""} ${chosen === bid && can ? "chosen" : ""} ${top ? "high" : ""}" data-value=${bid} ?disabled=${!can} title=${why || nothing}
        aria-label=${can ? bidText(bid) : `${bidText(bid)}: ${why}`} aria-pressed=${chosen === bid} @click=${() => context.draft("bid", bid)}>${bidSign(bid)}</button>`;
    })}
    ${pass ? html`<button type="button" class="key say pass" @click=${() => context.say({ type: "pass" })}>${t("Pass")}</button>` : nothing}
    ${hold && high ? html`<button type="button" class="key say hold" aria-label=${t("Hold {bid}: it stands in your name", { bid: bidText(high.bid) })} @click=${() => context.say({ type: "hold" })}><span>${t("Hold")} ${bidSign(high.bid)}</span></button>` : nothing}
    <button type="button" class="key say first ${hold ? "beside" : ""}" ?disabled=${!ready} @click=${() => ready && context.say({ type: "place_bid", bid: chosen })}>${say}</button>
  </div>`;
}

/* ---- the exchange ---- */

const DISCARD = "discard";

function discardOf(context: TableContext, choice: Choice): { count: number; of: Card[]; chosen: Card[] } {
  const domain = choice.fields?.["discard"];
  if (!domain || !("cards" in domain)) return { count: 0, of: [], chosen: [] };
  const draft = context.state.draft[DISCARD];
  const chosen = Array.isArray(draft) ? (draft as Card[]).filter((card) => domain.of.includes(card)) : [];
  return { count: domain.cards, of: domain.of, chosen };
}

/** The two to put away are chosen in the hand; a third touch lets the first go. */
export function picking(context: TableContext): Picking | null {
  const choice = choiceOf(context, "declare");
  if (!choice) return null;
  const { count, of, chosen } = discardOf(context, choice);
  if (!count) return null;
  return {
    cards: of,
    chosen,
    pick: (card) => context.draftCard(DISCARD, card, count),
    spoken: (card) => t("{card}, to be put away", { card: cardName(card) }),
  };
}

/** The contract chosen so far: the own bid to begin with. */
function contractOf(context: TableContext, choice: Choice): Bid | null {
  const values = valuesOf(choice, "contract") as Bid[];
  const drafted = context.state.draft["contract"] as Bid | undefined;
  if (drafted && values.includes(drafted)) return drafted;
  const { bid } = preferans(context);
  return bid && values.includes(bid) ? bid : (values[0] ?? null);
}

export function exchangePanel(context: TableContext, choice: Choice): TemplateResult {
  const view = preferans(context);
  const { count, chosen } = discardOf(context, choice);
  const values = valuesOf(choice, "contract") as Bid[];
  const contract = contractOf(context, choice);
  const full = chosen.length === count && contract !== null;
  const surrender = choiceOf(context, "surrender");
  const misere = isMisere(view.bid);
  if (surrender && context.state.draft["surrender"] === true) return surrenderPanel(context);
  const head = misere
    ? html`<b>${t("Misère")}:</b> ${t("not one trick")}`
    : html`<b>${t("Contract")}:</b> ${view.bid ? html`${bidSign(isWithout(view.bid) ? `9${strainOf(view.bid)}` : view.bid)} ` : nothing}${t("or higher")}`;
  const note = count === 0 ? t("You play the ten cards you were dealt.") : chosen.length < count ? tn("Touch {count} more card to put away.", "Touch {count} more cards to put away.", count - chosen.length) : t("Two chosen. Touch another card to change it.");
  const does = contract === null ? nothing : html`${t("play")} ${bidSign(contract)}`;
  const say = full
    ? count
      ? html`<span>${t("Discard")} ${chosen.map((card) => html`${cardSign(card)} `)}${does}</span>`
      : html`<span>${does}</span>`
    : t("Choose two cards to put away");
  return html`<div class="panel ladder final" role="group" aria-label=${t("Contract and discard")}>
    <p class="head"><span>${head}</span>${surrender ? html`<button type="button" class="quiet-link" @click=${() => context.draft("surrender", true)}>${t("Surrender…")}</button>` : nothing}</p>
    ${
      misere
        ? nothing
        : CONTRACTS.flat().map(
            (bid) => html`<button type="button" class="key num ${contract === bid ? "chosen" : ""}" data-value=${bid} ?disabled=${!values.includes(bid)} aria-label=${bidText(bid)} title=${values.includes(bid) ? nothing : t("lower than your bid")}
              aria-pressed=${contract === bid} @click=${() => context.draft("contract", bid)}>${bidSign(bid)}</button>`,
          )
    }
    <button type="button" class="key say first across" ?disabled=${!full} @click=${() => full && context.say({ type: "declare", discard: chosen, contract })}>${say}</button>
    <p class="hint" role="status">${note}</p>
  </div>`;
}

/** Giving up asks once more, with its cost (rules 3.6). */
function surrenderPanel(context: TableContext): TemplateResult {
  const view = preferans(context);
  const cost = view.bid ? 3 * valueOf(view.bid) * pricesOf(context).scale : 0;
  return html`<div class="panel choices" role="alertdialog" aria-label=${t("Surrender")}>
    <p class="hint">${t("Surrender, without three: {cost} go on your mountain, nobody writes whists, and the next deal begins.", { cost })}</p>
    <button type="button" class="key say" @click=${() => context.draft("surrender", false)}>${t("Play on")}</button>
    <button type="button" class="key say first" @click=${() => context.say({ type: "surrender" })}>${t("Surrender")}</button>
  </div>`;
}

/* ---- the whist ---- */

interface Way {
  answer: Answer;
  title: string;
  line: string;
}

function whistLine(context: TableContext, contract: Bid): string {
  const view = preferans(context);
  const quota = quotaOf(contract);
  const other = defenders(view).find((seat) => seat !== context.you);
  const whisted = view.answers.some(([seat, answer]) => seat === other && answer === "whist");
  if (context.options["responsibility"] === "none") return tn("You write whists for each trick; {count} is expected.", "You write whists for each trick; {count} are expected.", quota);
  if (whisted && quota > 1) return tn("Each of you owes {count} trick, cards closed.", "Each of you owes {count} tricks, cards closed.", quota / 2);
  if (whisted) return t("The two of you owe one trick, cards closed.");
  return tn("The defence owes {count} trick, and you answer for it.", "The defence owes {count} tricks, and you answer for them.", quota);
}

/** Whist, half-whist, pass: a name and one line each. Pass stands alone and needs one touch. */
export function whistPanel(context: TableContext, choice: Choice): TemplateResult {
  const view = preferans(context);
  const contract = view.contract ?? "6S";
  const open = valuesOf(choice, "answer") as Answer[];
  const chosen = (context.state.draft["answer"] as Answer | undefined) ?? "whist";
  const [first, second] = defenders(view);
  const other = context.you === first ? second : first;
  const name = other === undefined ? "" : context.name(other);
  const said = other === undefined ? null : (view.answers.filter(([seat]) => seat === other).at(-1)?.[1] ?? null);
  const halfPrice = (pricesOf(context).scale * valueOf(contract) * quotaOf(contract)) / 2;
  const hint =
    said === null
      ? t("You speak first, then {name}.", { name })
      : said === "pass"
        ? t("{name} passed. You speak second.", { name })
        : said === "whist"
          ? t("{name} whists. You speak second.", { name })
          : t("{name} takes half. Will you return the whist?", { name });
  const canHalf = open.includes("half");
  const half: Way = {
    answer: "half",
    title: t("Half-whist"),
    line: canHalf ? t("{count} whists now, if {name} lets it stand.", { count: halfPrice, name }) : t("Only after a pass, against six or seven."),
  };
  const whist: Way = { answer: "whist", title: said === "half" ? t("Whist after all") : t("Whist"), line: whistLine(context, contract) };
  const passLine = said === "whist" ? t("Nothing owed; {name} whists alone.", { name }) : said === "half" ? t("The half-whist stands, nothing is played.") : said === "pass" ? t("Nothing owed; it stands unplayed.") : t("Nothing owed.");
  const ways = context.options["half_whist"] === "off" ? [whist] : [whist, half];
  const lone = said === "pass" || said === "half";
  return html`<div class="panel choices" role="group" aria-label=${t("Your answer")}>
    <p class="hint">${hint}</p>
    ${ways.map(
      (way) => html`<button type="button" class="key way ${chosen === way.answer ? "chosen" : ""}" data-value=${way.answer} ?disabled=${!open.includes(way.answer)} aria-pressed=${chosen === way.answer} @click=${() => context.draft("answer", way.answer)}><b>${way.title}</b><small>${way.line}</small></button>`,
    )}
    ${open.includes("pass") ? html`<button type="button" class="key way alone" @click=${() => context.say({ type: "whist", answer: "pass" })}><b>${t("Pass")}</b><small>${passLine}</small></button>` : nothing}
    <button type="button" class="key say first" ?disabled=${!open.includes(chosen)} @click=${() => context.say({ type: "whist", answer: chosen })}><span>${chosen === "half" ? t("Half-whist") : t("Whist")}${chosen === "whist" && lone ? html`<small>${t("then open or closed")}</small>` : nothing}</span></button>
  </div>`;
}

/** The lone whister's choice (rules 4.5). */
export function layPanel(context: TableContext, choice: Choice): TemplateResult {
  const view = preferans(context);
  const passer = defenders(view).find((seat) => seat !== context.you);
  const name = passer === undefined ? "" : context.name(passer);
  const chosen = (context.state.draft["how"] as string | undefined) ?? "open";
  const open = valuesOf(choice, "how");
  const way = (how: string, title: string, line: string): TemplateResult =>
    html`<button type="button" class="key way ${chosen === how ? "chosen" : ""}" data-value=${how} ?disabled=${!open.includes(how)} aria-pressed=${chosen === how} @click=${() => context.draft("how", how)}><b>${title}</b><small>${line}</small></button>`;
  return html`<div class="panel choices" role="group" aria-label=${t("Open or closed")}>
    <p class="hint">${t("You whist alone.")}</p>
    ${way("open", t("Open"), t("Both hands lie face up, and you play for {name} too.", { name }))}
    ${way("closed", t("Closed"), t("{name} plays his own cards, unseen.", { name }))}
    <button type="button" class="key say first across" @click=${() => context.say({ type: "lay_cards", how: chosen })}>${chosen === "open" ? t("Play open") : t("Play closed")}</button>
  </div>`;
}

/** A defender of a misère may leave his hand to the other (rules 6.3). */
export function trustPanel(context: TableContext): TemplateResult {
  const view = preferans(context);
  const other = defenders(view).find((seat) => seat !== context.you);
  const name = other === undefined ? "" : context.name(other);
  const chosen = context.state.draft["trust"] === true;
  const way = (give: boolean, title: string, line: string): TemplateResult =>
    html`<button type="button" class="key way ${chosen === give ? "chosen" : ""}" data-value=${String(give)} aria-pressed=${chosen === give} @click=${() => context.draft("trust", give)}><b>${title}</b><small>${line}</small></button>`;
  return html`<div class="panel choices" role="group" aria-label=${t("Defending the misère")}>
    <p class="hint">${t("Both hands will lie open. Who plays yours?")}</p>
    ${way(false, t("I do"), t("You play your own cards."))}
    ${way(true, t("{name} does", { name }), t("{name} plays both hands against the misère.", { name }))}
    <button type="button" class="key say first across" @click=${() => context.say({ type: "trust", give: chosen })}>${chosen ? t("Trust {name}", { name }) : t("Keep my hand")}</button>
  </div>`;
}


/** The two decisions of Hokm that aren't a card: a promise, and the trumps. */
import { html, nothing, type TemplateResult } from "lit";
import { indexOf, suitOf, suitsAreTrumps, suitTitle } from "@client/cards.ts";
import type { TableContext } from "@client/games.ts";
import { num, signed, t, tn } from "@client/i18n.ts";
import { valuesOf } from "@client/menu.ts";
import type { Choice, Suit } from "@client/protocol.ts";
import { costs, hokm, KABBUT, NAMED, PASS, PLAIN_ORDER, promised, TRUMP_ORDER, wins, wouldDeclare } from "./view.ts";

const PROMISES = [2, 3, 4, 5, 6, 7, 8, 9, 10];

/** What is at stake, on the key: "±30", "+200 or −100". */
function stake(promise: number, options: Record<string, unknown>): TemplateResult {
  const gain = wins(promise);
  const loss = costs(promise, options);
  if (loss === null) return html`<small><bdi dir="ltr">${signed(gain)}</bdi></small>`;
  if (loss === gain) return html`<small>${promise === PASS ? html`${t("two tricks")} ` : nothing}<bdi dir="ltr">±${num(gain)}</bdi></small>`;
  return html`<small>${t("{gain} or {loss}", { gain: signed(gain), loss: signed(-loss) })}</small>`;
}

const promiseName = (promise: number): string => (promise === PASS ? t("Pass") : promise === KABBUT ? t("Kabbut") : num(promise));

function spokenStake(promise: number, options: Record<string, unknown>): string {
  const loss = costs(promise, options);
  const name = promise === PASS ? t("Pass, two tricks") : promise === KABBUT ? t("Kabbut, all ten tricks") : tn("{count} trick", "{count} tricks", promise);
  if (loss === null) return t("{promise}: kept {gain}, broken ten for each trick missing", { promise: name, gain: wins(promise) });
  return t("{promise}: kept {gain}, broken minus {loss}", { promise: name, gain: wins(promise), loss });
}

export const promisedSoFar = (count: number): string => tn("{count} of {all} tricks is promised so far", "{count} of {all} tricks are promised so far", count, { all: 10 });

/** Nine promises, always in their places. One touch chooses and a second says it; a pass needs one. */
export function promisePanel(context: TableContext, choice: Choice): TemplateResult {
  const view = hokm(context);
  const open = new Set(valuesOf(choice, "value"));
  const chosen = context.state.draft["promise"];
  const high = Math.max(0, ...view.bids.map(([, value]) => value));
  const rising = context.options["auction"] !== "once_free";
  const sum = promised(view);
  const say = (value: number): void => context.say({ type: choice.type, value });
  const hint = view.bids.length
    ? promisedSoFar(sum)
    : context.options["broken"] === "short"
      ? t("Each trick missing from a promise costs ten")
      : t("How many tricks will you take?");
  return html`<div class="panel promise" role="group" aria-label=${t("Your promise")}>
    <p class="hint">${hint}</p>
    ${PROMISES.map((value) => {
      const classes = `key num ${chosen === value ? "chosen" : ""} ${rising && value === high && high > PASS ? "high" : ""}`;
      return html`<button type="button" class=${classes} data-value=${value} ?disabled=${!open.has(value)} aria-label=${spokenStake(value, context.options)}
        aria-pressed=${value === PASS ? nothing : chosen === value} @click=${() => (value === PASS ? say(value) : context.draft("promise", value))}>
        <span class=${value === PASS || value === KABBUT ? "word" : ""}>${promiseName(value)}</span>${stake(value, context.options)}</button>`;
    })}
    <button type="button" class="key say first" ?disabled=${!open.has(chosen)} @click=${() => say(chosen as number)}>${sayText(context, chosen)}</button>
  </div>`;
}

function sayText(context: TableContext, chosen: unknown): string {
  if (typeof chosen !== "number") return t("Choose a promise");
  const names = wouldDeclare(hokm(context), chosen, context.options);
  if (chosen === KABBUT) return names ? t("Promise kabbut and name the trumps") : t("Promise kabbut");
  return names ? tn("Promise {count} and name the trumps", "Promise {count} and name the trumps", chosen) : tn("Promise {count} trick", "Promise {count} tricks", chosen);
}

/** Four keys with the number held; the one chosen sorts the hand as it would be with these trumps. */
export function trumpPanel(context: TableContext, choice: Choice): TemplateResult {
  const open = new Set(valuesOf(choice, "suit"));
  const chosen = context.state.draft["trump"] as Suit | undefined;
  const held = (suit: Suit): number => (context.you === null ? 0 : (context.game.hands[context.you]?.cards.filter((card) => suitOf(card) === suit).length ?? 0));
  const order = (chosen ? TRUMP_ORDER : PLAIN_ORDER).split("").map((rank) => indexOf(rank, context.settings.ranks));
  return html`<div class="panel suits" role="group" aria-label=${t("Trumps")}>
    <p class="hint">${t("Name the trumps, then lead")}</p>
    ${NAMED.map(
      (suit) => html`<button type="button" class="key ${suit} ${chosen === suit ? "chosen" : ""}" data-value=${suit} ?disabled=${!open.has(suit)} aria-pressed=${chosen === suit} @click=${() => context.draft("trump", suit)}>
        <svg class="suit" viewBox="0 0 100 100" aria-hidden="true"><use href="#${suit}"></use></svg><b>${suitTitle(suit)}</b><small>${held(suit) ? tn("{count} in hand", "{count} in hand", held(suit)) : t("none in hand")}</small></button>`,
    )}
    <p class="hint order">${chosen ? t("In trumps:") : t("Beside trumps:")} <bdi>${order.join(" ")}</bdi></p>
    <button type="button" class="key say first" ?disabled=${!chosen || !open.has(chosen)} @click=${() => chosen && context.say({ type: choice.type, suit: chosen })}>${chosen ? suitsAreTrumps(chosen) : t("Choose the trumps")}</button>
  </div>`;
}

/** The menu of a table: how cards are played and shown, leaving, the rest of the site. Every key works at once. */
import { html, nothing, type TemplateResult } from "lit";
import { leave } from "../commands.ts";
import type { TableContext } from "../games.ts";
import { t } from "../i18n.ts";
import type { Settings } from "../settings.ts";
import type { TableElement } from "./table.ts";
import { isMatched, occupancy } from "../state.ts";
import { termsText } from "./terms.ts";

interface Group<K extends keyof Settings> {
  name: K;
  title: string;
  choices: [Settings[K], string][];
}

function group<K extends keyof Settings>(element: TableElement, { name, title, choices }: Group<K>): TemplateResult {
  return html`<fieldset><legend>${title}</legend><div class="choices">${choices.map(
    ([value, text]) => html`<label><input type="radio" name=${name} .checked=${element.settings[name] === value} @change=${() => element.onSetting?.(name, value)}><span>${text}</span></label>`,
  )}</div></fieldset>`;
}

/** Whether the queue has opened this table for the people at it, and so keeps why. */
const broughtTogether = ({ state, view }: TableContext): boolean => isMatched(state) && view.seats.every((seat) => occupancy(seat) !== "program");

export function menuSheet(element: TableElement, context: TableContext): TemplateResult {
  const playing = context.you !== null && context.view.lifecycle === "playing";
  const terms = termsText(context.state.table, context.state.view);
  return html`<div class="menu">
    ${terms ? html`<p class="muted narrow-only">${terms}</p>` : nothing}
    ${group(element, { name: "oneTap", title: t("A card is played"), choices: [[false, t("by a second touch")], [true, t("by one touch")]] })}
    ${group(element, { name: "theme", title: t("Colours"), choices: [["system", t("as the device says")], ["light", t("light")], ["dark", t("dark")], ["contrast", t("high contrast")]] })}
    ${group(element, { name: "ranks", title: t("Letters on the cards"), choices: [["latin", "A K Q J"], ["cyrillic", "Т К Д В"], ["arabic", "إ ش ب و"]] })}
    ${group(element, { name: "figures", title: t("Figures"), choices: [["latn", "\u20660 1 2 3\u2069"], ["arab", "\u2066٠ ١ ٢ ٣\u2069"]] })}
    ${group(element, { name: "knock", title: t("A soft knock when it is your turn"), choices: [[false, t("off")], [true, t("on")]] })}
    ${playing ? html`<p class="label by-keys">${t("By keyboard: the arrows and the figures 1 to 9 choose a card, Enter plays it, Escape puts it down.")}</p>` : nothing}
    <p class="acts"><a class="key" href=${element.places.lobby}>${t("To the front page")}</a>${element.places.rules ? html`<a class="key" href=${element.places.rules} target="_blank" rel="noopener">${t("Rules")}</a>` : nothing}${
      broughtTogether(context) ? html`<a class="key" href=${`${element.address}/ratings#came`} target="_blank" rel="noopener">${t("Why this table")}</a>` : nothing
    }${
      playing
        ? html`<button type="button" class="key plain" ?disabled=${context.state.link !== "open"} @click=${() => context.say(leave())}>${t("Give the seat to a program")}</button>`
        : nothing
    }</p>
  </div>`;
}

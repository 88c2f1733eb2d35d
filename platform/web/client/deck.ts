/** Puts the symbols of a deck into the page, so that a card is one <use>. */
import arabic from "./generated/deck-arabic.svg?url";
import cyrillic from "./generated/deck-cyrillic.svg?url";
import latin from "./generated/deck-latin.svg?url";
import "./generated/favicon.svg?url";
import type { Ranks } from "./settings.ts";

const URLS: Record<Ranks, string> = { latin, cyrillic, arabic };
const ID = "deck";

export async function loadDeck(ranks: Ranks): Promise<void> {
  const answer = await fetch(URLS[ranks]);
  const text = await answer.text();
  const drawn = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  drawn.id = ID;
  // Hidden by size: display: none would take the gradients and clips of some browsers with it.
  drawn.setAttribute("width", "0");
  drawn.setAttribute("height", "0");
  drawn.setAttribute("aria-hidden", "true");
  drawn.setAttribute("class", "sr");
  document.getElementById(ID)?.remove();
  document.body.prepend(document.importNode(drawn, true));
}

/** node platform/web/deck/make.mjs: writes the three decks and the favicon to platform/web/client/generated/. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { RANK_SETS, deckSvg, faviconSvg } from "./deck.mjs";

const target = join(dirname(fileURLToPath(import.meta.url)), "../client/generated");
mkdirSync(target, { recursive: true });

/** An unchanged file keeps its time, so that a running dev server isn't woken. */
function write(/** @type {string} */ name, /** @type {string} */ text) {
  const path = join(target, name);
  try {
    if (readFileSync(path, "utf8") === text) return;
  } catch {
    // not there yet
  }
  writeFileSync(path, text);
}

for (const set of /** @type {(keyof typeof RANK_SETS)[]} */ (Object.keys(RANK_SETS))) write(`deck-${set}.svg`, deckSvg(set));
write("favicon.svg", faviconSvg());

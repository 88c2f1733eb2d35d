/**
 * Opentrick's own deck. A card is a <symbol id="QS" viewBox="0 0 250 350">, a suit <symbol id="S">.
 *
 * Colours are the custom properties of tokens.css, so a deck follows the theme; faces have no background of their own, the
 * .card box paints it. No style attribute occurs, because the content security policy refuses them.
 */
import { GLYPHS, glyphSymbol, glyphUse } from "./glyphs.mjs";

export const SUITS = ["S", "H", "C", "D"];
export const RANKS = [..."AKQJT9876"];
const COLOURS = { S: "--spade", H: "--heart", C: "--club", D: "--diamond" };

/** The three rank sets, in the order of RANKS. */
export const RANK_SETS = {
  latin: ["A", "K", "Q", "J", "10", "9", "8", "7", "6"],
  cyrillic: ["Т", "К", "Д", "В", "10", "9", "8", "7", "6"],
  arabic: ["إ", "ش", "ب", "و", "١٠", "٩", "٨", "٧", "٦"],
};

/** Suits in a 100 x 100 box. They differ in outline, not only in colour: spade pointed with a foot, heart notched, diamond with hollow flanks, club three lobes. */
const SHAPES = {
  S: "M50 4C63 27 92 42 92 65C92 78 82 86 71 86C64 86 58 83 54 77C55 85 58 92 65 97H35C42 92 45 85 46 77C42 83 36 86 29 86C18 86 8 78 8 65C8 42 37 27 50 4Z",
  H: "M50 96C42 78 6 61 6 33C6 17 17 7 30 7C39 7 46 12 50 21C54 12 61 7 70 7C83 7 94 17 94 33C94 61 58 78 50 96Z",
  D: "M50 2Q62 29 88 50Q62 71 50 98Q38 71 12 50Q38 29 50 2Z",
  C: "M50 4A21.5 21.5 0 0 1 66 40A22 22 0 1 1 54.5 68C55 83 58 91 66 97H34C42 91 45 83 45.5 68A22 22 0 1 1 34 40A21.5 21.5 0 0 1 50 4Z",
};

/** The upper half of each court: the page's sash, the queen's rose, the king's crown. The lower half is the same, turned. */
const COURTS = {
  J: '<path fill-opacity=".13" d="M92 175V92L176 58V175Z"/><path d="M92 150L176 108V122L92 164Z"/><path d="M92 122L176 80V87L92 129Z"/>'
    + '<path d="M92 92L176 58V66L92 100Z"/><path d="M176 58C176 42 186 32 200 30C202 46 192 58 176 66Z"/>',
  Q: '<path fill-opacity=".13" d="M77 175A48 62 0 0 1 173 175Z"/><path fill-opacity=".13" d="M93 175A32 43 0 0 1 157 175Z"/>'
    + '<path fill="none" stroke="currentColor" stroke-width="6" d="M77 175A48 62 0 0 1 173 175M93 175A32 43 0 0 1 157 175"/>'
    + '<path d="M125 66C134 78 138 88 125 106C112 88 116 78 125 66Z"/>'
    + '<path d="M84 92C95 94 103 100 104 116C91 114 85 106 84 92ZM166 92C155 94 147 100 146 116C159 114 165 106 166 92Z"/><circle cx="125" cy="52" r="7"/>',
  K: '<path fill-opacity=".13" d="M76 175V82L102 116L125 66L148 116L174 82V175Z"/>'
    + '<path d="M76 82L102 116L125 66L148 116L174 82V132H76ZM76 141H174V148H76Z"/>'
    + '<circle cx="79" cy="70" r="7"/><circle cx="125" cy="52" r="8"/><circle cx="171" cy="70" r="7"/>',
};

const halfTurn = (/** @type {string} */ body) => `<g>${body}</g><g transform="rotate(180 125 175)">${body}</g>`;

/** A suit centred on (x, y). */
const suit = (/** @type {string} */ s, /** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ size) =>
  `<use href="#${s}" x="${x - size / 2}" y="${y - size / 2}" width="${size}" height="${size}"/>`;

function glyphId(/** @type {string} */ text) {
  return "g-" + [...text].map((c) => c.codePointAt(0)?.toString(16)).join("");
}

function glyphOf(/** @type {string} */ text) {
  const glyph = GLYPHS[text];
  if (!glyph) throw new Error(`no glyph for ${text}`);
  return glyph;
}

/** The index glyphs of the Arabic letters hang around the line, so they stand a little smaller and higher than figures. */
const ARABIC_PLACE = { "إ": [64, 78, 44], "ش": [56, 74, 49], "ب": [60, 70, 48], "و": [66, 76, 45] };

function corner(/** @type {string} */ text, /** @type {string} */ s) {
  const [size = 66, base = 84, x = 44] = ARABIC_PLACE[/** @type {keyof typeof ARABIC_PLACE} */ (text)] ?? [66, 84, text.length === 2 ? 51 : 44];
  return glyphUse(glyphId(text), glyphOf(text), x, base, size, 80) + suit(s, 44, 125, 54);
}

function face(/** @type {string} */ rank, /** @type {string} */ s, /** @type {string} */ text) {
  const colour = COLOURS[/** @type {keyof typeof COLOURS} */ (s)];
  const middle = rank === "K" || rank === "Q" || rank === "J"
    ? `<use href="#court-${rank}" width="250" height="350"/><circle cx="125" cy="175" r="36" fill="var(--medal, var(--face))"/>` + suit(s, 125, 175, 50)
    : suit(s, 125, 175, rank === "A" ? 128 : 104);
  return `<symbol id="${rank}${s}" viewBox="0 0 250 350"><g color="var(${colour})" fill="currentColor">${halfTurn(corner(text, s))}${middle}</g></symbol>`;
}

/** Three cards laid so that a triangle stays open. */
const mark = (/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ k) => [0, 120, 240]
  .map((a) => `<rect x="-11" y="-34" width="22" height="31" rx="3" transform="translate(${x} ${y}) scale(${k}) rotate(${a}) translate(9 2)"/>`).join("");

/** Woven lozenges around the mark. */
function back() {
  const lozenges = [];
  for (let row = 0; row < 13; row++) {
    for (let x = 30 + (row % 2) * 13; x < 226; x += 26) lozenges.push(`M${x} ${30 + row * 24}l6 8l-6 8l-6-8z`);
  }
  return '<symbol id="back" viewBox="0 0 250 350"><rect x="14" y="14" width="222" height="322" rx="8" fill="none" stroke="var(--back-line)" stroke-width="4"/>'
    + `<path fill="var(--back-line)" fill-opacity=".55" d="${lozenges.join("")}"/><circle cx="125" cy="175" r="46" fill="var(--back)"/>`
    + `<g fill="none" stroke="var(--back-line)" stroke-width="5">${mark(125, 178, 1)}</g></symbol>`;
}

/** The whole deck of one rank set as an SVG of symbols. */
export function deckSvg(/** @type {keyof typeof RANK_SETS} */ set) {
  const texts = RANK_SETS[set];
  const symbols = [
    ...SUITS.map((s) => `<symbol id="${s}" viewBox="0 0 100 100"><path d="${SHAPES[/** @type {keyof typeof SHAPES} */ (s)]}"/></symbol>`),
    ...texts.map((text) => glyphSymbol(glyphId(text), glyphOf(text))),
    ...Object.entries(COURTS).map(([rank, body]) => `<symbol id="court-${rank}" viewBox="0 0 250 350"><g transform="translate(18.7 0) scale(.85 1)">${halfTurn(body)}</g></symbol>`),
    ...SUITS.flatMap((s) => RANKS.map((rank, i) => face(rank, s, texts[i] ?? rank))),
    back(),
    `<symbol id="mark" viewBox="0 0 100 100"><g fill="none" stroke="currentColor" stroke-width="4.5">${mark(50, 53, 1.18)}</g></symbol>`,
  ];
  return `<svg xmlns="http://www.w3.org/2000/svg">\n${symbols.join("\n")}\n</svg>\n`;
}

/** The mark as a picture of its own, in ink by day and paper by night. */
export function faviconSvg() {
  return '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><style>g{stroke:#4b3e96}@media (prefers-color-scheme:dark){g{stroke:#b6abf5}}</style>'
    + `<g fill="none" stroke-width="7">${mark(50, 53, 1.22)}</g></svg>\n`;
}

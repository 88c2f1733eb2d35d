/**
 * The figures and letters of the card indices, drawn as strokes of one weight.
 *
 * A glyph stands in a box as wide as it says and 100 high: 0 is the cap line, 100 the baseline. What reaches beyond the box is
 * cut, which is how slanted strokes get flat ends. `below` gives room under the baseline, `pen` another weight, `dots` filled
 * circles, `cut` the right to stay uncut at the sides. Nothing here is taken from a font.
 */

/** @typedef {{ w: number, d: string, below?: number, above?: number, pen?: number, dots?: [number, number, number][], thin?: string, cap?: string }} Glyph */

/** @type {Record<string, Glyph>} */
export const GLYPHS = {
  // Latin
  A: { w: 80, d: "M6 112L40 3L74 112M20 70H60" },
  K: { w: 76, d: "M10.5 -2V102M73 -6L21 56M33 40L75 106" },
  Q: { w: 88, below: 14, d: "M44 9.500C65 9.5 77 26 77 50C77 74 65 90.5 44 90.500C23 90.5 11 74 11 50C11 26 23 9.5 44 9.500ZM46 76L75 112" },
  J: { w: 50, d: "M38 -2V66C38 84 31 90.5 19 90.500C13 90.5 8 89 3 86" },
  // figures
  10: { w: 92, d: "M22.5 -2V102M27 3L1 23M63 9.500C75 9.5 82 24 82 50C82 76 75 90.5 63 90.500C51 90.5 44 76 44 50C44 24 51 9.5 63 9.500Z" },
  9: { w: 66, d: "M57 34C57 20 47 9.5 33.5 9.500C20 9.5 10 19 10 33.500C10 48 20 57 32 57C45 57 57 48 57 34C57 70 44 91.5 12 90" },
  8: { w: 68, d: "M34 9.500C46 9.5 55 17 55 27.500C55 38 46 46.5 34 46.500C22 46.5 13 38 13 27.500C13 17 22 9.5 34 9.500ZM34 46.500C48 46.5 58.5 55 58.5 68.500C58.5 82 48 90.5 34 90.500C20 90.5 9.5 82 9.5 68.500C9.5 55 20 46.5 34 46.500Z" },
  7: { w: 62, d: "M2 9.500H53L20 106" },
  6: { w: 66, d: "M9 66C9 80 19 90.5 32.5 90.500C46 90.5 56 81 56 66.500C56 52 46 43 34 43C21 43 9 52 9 66C9 30 22 8.5 54 10" },
  // Cyrillic: туз, король, дама, валет
  "Т": { w: 72, d: "M1 9.500H71M36 9.500V102" },
  "К": { w: 76, d: "M10.5 -2V102M73 -6L24 54M10 52H26C40 52 46 62 52 76C57 88 60 92 72 92" },
  "Д": { w: 88, below: 18, d: "M0 90.500H88M8.5 82V120M79.5 82V120M22 90C31 70 33 40 33 9.500H65V90M33 9.500H74.5" },
  "В": { w: 66, d: "M10 9.500H33C47 9.5 53 17 53 27.500C53 38 46 46.5 33 46.500H10H35C49 46.5 57 55 57 68.500C57 82 49 90.5 35 90.500H10V0" },
  // Arabic: ikka, shayeb, bint, walad
  "إ": { w: 44, below: 16, pen: 17, d: "M22 3V66", thin: "M33 80C25 73 13 76 13 85C13 91 20 94 31 91M9 106L35 96" },
  "ش": { w: 122, above: 10, below: 10, pen: 15, d: "M112 36V50C112 59 107 62 101 62C95 62 91 58 91 50V42V50C91 59 86 62 80 62C74 62 71 58 71 50V38C72 84 60 100 38 100C19 100 9 89 9 73C9 66 10 60 13 53",
    dots: [[80, 16, 9.5], [104, 16, 9.5], [92, -1, 9.5]] },
  "ب": { w: 104, below: 16, pen: 16, d: "M11 34C5 66 18 72 50 72C82 72 97 68 91 30", dots: [[51, 102, 11]] },
  "و": { w: 66, below: 8, pen: 16, d: "M56 44C56 34 49 25 38 25C28 25 20 33 20 43C20 53 28 58 38 58C46 58 53 57 56 55C57 80 40 99 4 98M56 44V56" },
  "١": { w: 34, pen: 18, d: "M9 -4C18 24 23 58 22 104" },
  "١٠": { w: 86, pen: 18, d: "M13 -4C22 24 27 58 26 104", dots: [[68, 56, 13]] },
  "٩": { w: 60, pen: 18, d: "M46 40C40 48 12 50 11 30C10 18 18 9 28 9C40 9 46 20 46 40C46 62 47 82 51 104" },
  "٨": { w: 80, pen: 19, d: "M8 112L40 3L72 112" },
  "٧": { w: 80, pen: 19, d: "M8 -12L40 97L72 -12" },
  "٦": { w: 60, pen: 18, d: "M8 -2C8 18 22 27 46 19C49 46 50 74 49 104" },
};

const PEN = 19;

/** One glyph as a symbol; its box grows by `above` and `below`, so a use of it must do the same. */
export function glyphSymbol(/** @type {string} */ id, /** @type {Glyph} */ glyph) {
  const pen = glyph.pen ?? PEN;
  const above = glyph.above ?? 0;
  const height = 100 + above + (glyph.below ?? 0);
  const thin = glyph.thin ? `<path stroke-width="10" d="${glyph.thin}"/>` : "";
  const dots = (glyph.dots ?? []).map(([x, y, r]) => `<circle cx="${x}" cy="${y}" r="${r}" fill="currentColor" stroke="none"/>`).join("");
  return `<symbol id="${id}" viewBox="0 ${-above} ${glyph.w} ${height}"><g fill="none" stroke="currentColor" stroke-width="${pen}" stroke-linejoin="miter" stroke-miterlimit="8"><path d="${glyph.d}"/>${thin}${dots}</g></symbol>`;
}

/** Where a glyph stands: centred on x, its baseline at `base`, `size` units from baseline to cap line. */
export function glyphUse(/** @type {string} */ id, /** @type {Glyph} */ glyph, /** @type {number} */ x, /** @type {number} */ base, /** @type {number} */ size, /** @type {number} */ widest) {
  const k = size / 100;
  const squeeze = Math.min(1, widest / (glyph.w * k));
  const above = glyph.above ?? 0;
  const w = glyph.w * k * squeeze;
  const h = (100 + above + (glyph.below ?? 0)) * k;
  const n = (/** @type {number} */ v) => +v.toFixed(2);
  return `<use href="#${id}" x="${n(x - w / 2)}" y="${n(base - size - above * k)}" width="${n(w)}" height="${n(h)}"/>`;
}

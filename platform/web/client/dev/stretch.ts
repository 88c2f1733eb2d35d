/** The same story with the longest names there may be (some of the other direction), ratings of four figures, and a full sheet of deals. */
import type { Story } from "./fixtures.ts";

const NAMES = ["Wilhelmina Wagnerová", "عبدالرحمن المستكفيون", "WWWWWWWWWWWWWWWWWWWW", "Александра Щедринова", "أم كلثوم الإبراهيمية", "Jean-Baptiste Müller"];
const ARABIC = ["عبدالرحمن المستكفيون", "Maximilian-Alexander", "شمس الضحى المغربيات", "صلاح الدين الأيوبيون", "نور الهدى الخوارزمية", "مصطفى كمال السلاطين"];
/** A sheet shows no more deals than this; the oldest fold into one line. */
const DEALS = 14;

interface Row {
  deal: number;
}

export function stretch(story: Story, arabic: boolean): void {
  Object.values(story.welcome.people).forEach((one, i) => Object.assign(one, { name: (arabic ? ARABIC : NAMES)[i % 6], rating: { points: 2088 + i, sure: i !== 3 } }));
  for (const frame of story.frames) {
    const game = frame.view.game as unknown as { sheet?: Row[]; pot?: number; paid?: number[] } | null;
    if (!game?.sheet?.length) continue;
    const rows = game.sheet;
    const last = rows.at(-1)?.deal ?? 1;
    const at = (i: number): Row => rows[i % rows.length] as Row;
    game.sheet = Array.from({ length: DEALS }, (_, i) => ({ ...at(i), deal: last + 100 - DEALS + 1 + i }));
    if (game.pot) game.pot += 1200;
    if (game.paid) game.paid = game.paid.map((paid) => paid + 1000);
  }
}

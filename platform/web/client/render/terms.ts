/** By what a table is played beside its rules: rated or not, and how time is given. */
import { t, tn } from "../i18n.ts";
import type { Clocks, TableInfo, TableView } from "../protocol.ts";

type Pace = Pick<Clocks, "bank" | "step">;

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

function ofDeal(ms: number): string {
  if (ms % MINUTE === 0) return tn("{count} minute a deal", "{count} minutes a deal", ms / MINUTE);
  return tn("{count} second a deal", "{count} seconds a deal", Math.round(ms / 1_000));
}

/** What the names of speeds mean, for a table that has not begun (docs/protocol.md 2.5). */
const NAMED: Record<string, Pace> = { blitz: { bank: MINUTE, step: 3_000 }, normal: { bank: 2 * MINUTE, step: 5_000 }, slow: { bank: 24 * HOUR, step: 24 * HOUR } };

/** "2 minutes a deal and 5 seconds a card" */
export function paceText({ bank, step }: Pace): string {
  // Where a decision gives the whole bank back, only decisions are timed.
  if (step >= bank && step % HOUR === 0) return tn("{count} hour a move", "{count} hours a move", step / HOUR);
  if (step >= bank) return tn("{count} minute a move", "{count} minutes a move", Math.round(step / MINUTE));
  const card = tn("{count} second a card", "{count} seconds a card", Math.round(step / 1_000));
  return t("{bank} and {step}", { bank: ofDeal(bank), step: card });
}

/** "Rated, 2 minutes a deal and 5 seconds a card"; nothing for a table without either. */
export function termsText(table: TableInfo | null, view: TableView | null): string {
  if (!table) return "";
  const given = view?.clocks ?? NAMED[table.speed];
  const pace = given ? paceText(given) : "";
  if (table.rated) return pace ? t("Rated, {pace}", { pace }) : t("Rated");
  return pace ? t("Casual, {pace}", { pace }) : "";
}

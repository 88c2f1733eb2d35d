/** By what a table is played beside its rules: rated or not, and how time is given. */
import { t, tn } from "../i18n.ts";
import type { Clocks, TableInfo, TableView } from "../protocol.ts";

type Pace = Pick<Clocks, "bank" | "step">;

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

function ofDeal(ms: number): string {
  if (ms % MINUTE === 0) return tn("{count} minute a deal", "{count} minutes a deal", ms / MINUTE);
  return tn("{count} second a deal", "{count} seconds a deal", Math.round(ms / 1_000));
}

/** What the names of speeds mean, for a table that has not begun (docs/protocol.md 2.5). */
const NAMED: Record<string, Pace> = { blitz: { bank: MINUTE, step: 3_000 }, normal: { bank: 2 * MINUTE, step: 5_000 }, slow: { bank: DAY, step: DAY } };

/** "2 minutes a deal and 5 seconds a decision", as the pages say it */
export function paceText({ bank, step }: Pace): string {
  // Where a decision gives the whole bank back, only decisions are timed.
  if (step >= bank && step === DAY) return t("a day a decision");
  if (step >= bank && step % HOUR === 0) return tn("{count} hour a decision", "{count} hours a decision", step / HOUR);
  if (step >= bank) return tn("{count} minute a decision", "{count} minutes a decision", Math.round(step / MINUTE));
  const decision = tn("{count} second a decision", "{count} seconds a decision", Math.round(step / 1_000));
  return t("{bank} and {step}", { bank: ofDeal(bank), step: decision });
}

/** "Rated, 2 minutes a deal and 5 seconds a decision"; nothing for a table without either. */
export function termsText(table: TableInfo | null, view: TableView | null): string {
  if (!table) return "";
  const given = view?.clocks ?? NAMED[table.speed];
  const pace = given ? paceText(given) : "";
  if (table.rated) return pace ? t("Rated, {pace}", { pace }) : t("Rated");
  return pace ? t("Casual, {pace}", { pace }) : "";
}

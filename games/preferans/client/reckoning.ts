/** The final reckoning as values, exact: everything is kept times the number of players (rules/preferans.md 10.1, 10.2). */
import { currentFigures, num } from "@client/i18n.ts";
import type { Seat } from "@client/protocol.ts";
import type { Line, PreferansView } from "./view.ts";

export interface Row {
  seat: Seat;
  pool: number;
  mountain: number;
  /** What is missing to the target, times the weight: written onto the mountain. May be negative. */
  missing: number;
  /** The mountain after that. */
  levelled: number;
  /** Whists for all points of the mountain below the average, times N. */
  fromMountain: number;
  whistsFor: number;
  whistsAgainst: number;
  /** S, times N. */
  exact: number;
  /** S in whole whists. */
  total: number;
  /** Parts of the short table, times N: what pools and mountains bring by themselves. */
  poolPart: number;
  mountainPart: number;
}

export interface Reckoning {
  players: number;
  rows: Row[];
  /** All pools are at the target. */
  closed: boolean;
  /** The average of the levelled mountains, times N. */
  average: number;
  /** Whists that were paid for American aid. */
  aid: number;
  pairs: { from: Seat; to: Seat; amount: number }[];
}

const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);

type Sheet = Pick<PreferansView, "pools" | "mountains" | "whists" | "target">;

/** S of 10.1 times N, in whole whists that still sum to zero (10.2). */
export function rounded(parts: readonly number[]): number[] {
  const players = parts.length;
  const floors = parts.map((part) => Math.floor(part / players));
  const rest = (seat: number): number => (parts[seat] ?? 0) - (floors[seat] ?? 0) * players;
  const bySize = parts.map((_, seat) => seat).sort((a, b) => rest(b) - rest(a) || a - b);
  for (const seat of bySize.slice(0, -sum(floors))) floors[seat] = (floors[seat] ?? 0) + 1;
  return floors;
}

/** `weight`: how many mountain points a pool point is worth (c of rules 8.2). */
export function reckon(sheet: Sheet, weight: number, lines: readonly Line[] = []): Reckoning {
  const { pools, mountains, whists, target } = sheet;
  const players = pools.length;
  const missing = pools.map((pool) => weight * (target - pool));
  const levelled = mountains.map((mountain, seat) => mountain + (missing[seat] ?? 0));
  const average = sum(levelled);
  const rows = pools.map((pool, seat): Row => {
    const whistsFor = sum(whists[seat] ?? []);
    const whistsAgainst = sum(whists.map((row) => row[seat] ?? 0));
    const fromMountain = 10 * (average - players * (levelled[seat] ?? 0));
    const exact = fromMountain + players * (whistsFor - whistsAgainst);
    return {
      seat,
      pool,
      mountain: mountains[seat] ?? 0,
      missing: missing[seat] ?? 0,
      levelled: levelled[seat] ?? 0,
      fromMountain,
      whistsFor,
      whistsAgainst,
      exact,
      total: 0,
      poolPart: 10 * weight * (players * pool - sum(pools)),
      mountainPart: 10 * (sum(mountains) - players * (mountains[seat] ?? 0)),
    };
  });
  rounded(rows.map((row) => row.exact)).forEach((total, seat) => {
    const row = rows[seat];
    if (row) row.total = total;
  });
  const aid = sum(lines.flatMap((line) => line.entries.filter(([column]) => column === "aid").map(([, , , amount]) => 10 * weight * amount)));
  return { players, rows, closed: missing.every((points) => points === 0), average, aid, pairs: pairsOf(levelled, whists) };
}

/** Who pays whom, times N, the largest first. */
function pairsOf(levelled: readonly number[], whists: readonly (readonly number[])[]): Reckoning["pairs"] {
  const players = levelled.length;
  const pairs: Reckoning["pairs"] = [];
  for (let a = 0; a < players; a++) {
    for (let b = a + 1; b < players; b++) {
      const owes = 10 * ((levelled[a] ?? 0) - (levelled[b] ?? 0)) + players * ((whists[b]?.[a] ?? 0) - (whists[a]?.[b] ?? 0));
      if (owes > 0) pairs.push({ from: a, to: b, amount: owes });
      if (owes < 0) pairs.push({ from: b, to: a, amount: -owes });
    }
  }
  return pairs.sort((x, y) => y.amount - x.amount);
}

const FRACTIONS: Record<string, string> = { "1/3": "⅓", "2/3": "⅔", "1/2": "½", "1/4": "¼", "3/4": "¾" };

/** A number that is kept times N: "−23⅓", "16¼". Signed with a plus if it is a gain. */
export function exactText(parts: number, players: number, plus = false): string {
  const whole = Math.trunc(Math.abs(parts) / players);
  const rest = Math.abs(parts) % players;
  const sign = parts < 0 ? "−" : plus && parts > 0 ? "+" : "";
  if (!rest) return sign + num(whole);
  const divisor = rest === 2 && players === 4 ? 2 : 1;
  const [top, bottom] = [rest / divisor, players / divisor];
  // The drawn fractions are Latin; in Arabic figures they are written out.
  const fraction = currentFigures() === "arab" ? `${num(top)}⁄${num(bottom)}` : (FRACTIONS[`${top}/${bottom}`] ?? `${top}/${bottom}`);
  if (!whole) return sign + fraction;
  return sign + num(whole) + (currentFigures() === "arab" ? `\u202f${fraction}` : fraction);
}

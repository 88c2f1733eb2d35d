/** Hokm's own part of a view (games/hokm/view.py), and small questions about it. */
import type { GameView, Seat, Suit } from "@client/protocol.ts";
import type { TableContext } from "@client/games.ts";

export interface SheetLine {
  deal: number;
  contracts: (number | null)[];
  tricks: number[] | null;
  score: number[] | null;
  totals: number[];
  thrown_in?: string | null;
}

export interface HokmView extends GameView {
  bids: [Seat, number][];
  contracts: (number | null)[];
  target: number;
  score: number[] | null;
  sheet: SheetLine[];
  result: { totals: number[]; winners: Seat[] } | null;
}

export const PASS = 2;
export const KABBUT = 10;
export const TRUMP_ORDER = "J9ATKQ87";
export const PLAIN_ORDER = "ATKQJ987";
export const NAMED: readonly Suit[] = ["S", "H", "C", "D"];

export const hokm = (context: TableContext): HokmView => context.game as HokmView;

/** What a promise brings when it is kept (rules/hokm.md 7). */
export const wins = (promise: number): number => (promise === KABBUT ? 200 : promise * 10);

/** What it costs when it is broken; null when that depends on the tricks missing (option `broken`: `short`). */
export function costs(promise: number, options: Record<string, unknown>): number | null {
  if (promise === KABBUT) {
    const rule = options["kabbut_broken"];
    return rule === "flat" ? 10 : rule === "double" ? 200 : 100;
  }
  return options["broken"] === "short" ? null : promise * 10;
}

/** Tricks promised so far in this deal. */
export const promised = (view: HokmView): number => view.contracts.reduce((sum: number, contract) => sum + (contract ?? 0), 0);

/** The suit of the trumps, or the one chosen on the panel before it is said: the hand is sorted by it already. */
export function trumpShown(context: TableContext): Suit | null {
  const chosen = context.state.draft["trump"];
  return context.game.trump ?? (typeof chosen === "string" && context.game.phase === "naming_trump" ? (chosen as Suit) : null);
}

/** Whether the promise would surely make its speaker the declarer: he speaks last, and nobody keeps up. */
export function wouldDeclare(view: HokmView, promise: number, options: Record<string, unknown>): boolean {
  const high = Math.max(0, ...view.bids.map(([, value]) => value));
  if (options["auction"] === "rounds_rising") return promise === KABBUT;
  if (view.bids.length < 2) return false;
  return promise > high || (promise === high && options["top_tie"] === "latest" && promise > PASS);
}

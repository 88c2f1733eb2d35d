/** Preferans' own part of a view (games/preferans/view.py), and small questions about it. */
import type { Card, GameView, LastTrick, Seat } from "@client/protocol.ts";
import type { TableContext } from "@client/games.ts";

/** A name on the ladder: "6S" … "10NT", "misere", "misere without", "9S without". */
export type Bid = string;
export type Answer = "whist" | "pass" | "half";

/** Which column, who writes (or whose pool or mountain), on whom (or whom aid helps), how much. */
export type Entry = ["mountain" | "whists" | "pool" | "aid", Seat, Seat | null, number];

export interface Line {
  deal: number;
  dealer: Seat;
  declarer: Seat | null;
  contract: Bid | null;
  made: boolean | null;
  tricks: (number | null)[] | null;
  entries: Entry[];
}

export interface Offer {
  seat: Seat;
  tricks?: (number | null)[];
  asked?: Seat[];
}

export interface PastTrick extends LastTrick {
  talon: Card | null;
}

export interface PreferansView extends GameView {
  active: Seat[];
  turn: Seat | null;
  control: Seat[];
  opened: boolean;
  calls: [Seat, Bid | "pass"][];
  least_level: number;
  bid: Bid | null;
  contract: Bid | null;
  surrendered: boolean;
  answers: [Seat, Answer][];
  how: "open" | "closed" | null;
  whisters: Seat[];
  mode: "closed" | "open" | "checked" | "misere" | "raspasy" | "";
  talon: (Card | null)[];
  discard: Card[] | null;
  misere_set: Card[] | null;
  last_trick: PastTrick | null;
  history: PastTrick[];
  dealt: Card[][] | null;
  claim: Offer | null;
  stop: Offer | null;
  streak: number;
  multiplier: number;
  pools: number[];
  mountains: number[];
  whists: number[][];
  /** What each stands at, times the number of players: exact. */
  standing: number[];
  target: number;
  sheet: Line[];
  result: { reason: string; totals: number[]; standing: number[] } | null;
}

export const preferans = (context: TableContext): PreferansView => context.game as PreferansView;

export const STRAINS = ["S", "C", "D", "H", "NT"] as const;
export const PLAIN_ORDER = "AKQJT987";

const level = (n: number): Bid[] => STRAINS.map((strain) => `${n}${strain}`);

/** The rows of the auction's keys, from the lowest bid to the highest (rules/preferans.md 2.1, 2.4). */
export function ladder(withoutTalon: boolean): Bid[][] {
  const extra = withoutTalon ? [["misere without"], level(9).map((bid) => `${bid} without`)] : [];
  return [level(6), level(7), level(8), ["misere"], level(9), ...extra, level(10)];
}

export const CONTRACTS: Bid[][] = [6, 7, 8, 9, 10].map(level);

/** Where a bid stands among all others. */
export const rank = (bid: Bid): number => ladder(true).flat().indexOf(bid);

export const isMisere = (bid: Bid | null): boolean => bid !== null && bid.startsWith("misere");
export const isWithout = (bid: Bid | null): boolean => bid !== null && bid.endsWith("without");

/** Tricks promised: 6 to 10, 0 for misère. */
export const levelOf = (bid: Bid): number => (isMisere(bid) ? 0 : Number.parseInt(bid, 10));

export const strainOf = (bid: Bid): string => (isMisere(bid) ? "" : bid.replace(/^\d+/, "").replace(" without", ""));

/** V: what a contract is worth (rules 8.2). */
export const valueOf = (bid: Bid): number => (isMisere(bid) ? 10 : 2 * (levelOf(bid) - 5));

/** The tricks both defenders together undertake (rules 4.1). */
export const quotaOf = (bid: Bid): number => [4, 2, 1, 1, 1][levelOf(bid) - 6] ?? 0;

/** What follows from the house rules. */
export interface Prices {
  /** k: the multiplier of mountain and whist entries. */
  scale: number;
  /** c: a pool point is worth 10c whists. */
  weight: number;
  rostov: boolean;
}

export function prices(preset: string | null): Prices {
  const leningrad = preset === "leningrad";
  return { scale: leningrad ? 2 : 1, weight: leningrad ? 2 : 1, rostov: preset === "rostov" };
}

export const pricesOf = (context: TableContext): Prices => prices(context.state.table?.preset ?? null);

/** The two who defend, in speaking order. */
export const defenders = (view: PreferansView): Seat[] => view.active.filter((seat) => seat !== view.declarer);

/** What a seat last said to the contract. */
export function lastAnswer(view: PreferansView, seat: Seat): Answer | null {
  return view.answers.filter(([who]) => who === seat).at(-1)?.[1] ?? null;
}

/** The last call of a seat in the auction. */
export function lastCall(view: PreferansView, seat: Seat): Bid | "pass" | null {
  return view.calls.filter(([who]) => who === seat).at(-1)?.[1] ?? null;
}

/** The highest bid so far, and whose it is now: a hold takes it over. */
export function highest(view: PreferansView): { bid: Bid; seat: Seat } | null {
  const last = view.calls.filter(([, call]) => call !== "pass").at(-1);
  return last ? { seat: last[0], bid: last[1] } : null;
}

/** Who sits out: the dealer, when four play. */
export const sitsOut = (view: PreferansView, seat: Seat): boolean => view.active.length > 0 && !view.active.includes(seat);

export const inPlay = (view: PreferansView): boolean => view.phase === "playing" || view.phase === "trusting";

/** How many cards make the trick full: the dealer's talon card is one more. */
export function trickSize(view: PreferansView): number {
  const first = view.trick?.cards[0]?.[0];
  return first !== undefined && sitsOut(view, first) ? 4 : 3;
}

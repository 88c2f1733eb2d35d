/** Tong's own part of a view (games/tong/view.py), and small questions about it. */
import type { TableContext } from "@client/games.ts";
import type { Card, GameView, Seat } from "@client/protocol.ts";

export type Status = "undecided" | "taker" | "bound" | "joined" | "folded";

/** One deal as players keep it: tricks, 0 for a loss, a gap (null) for who was not in it. */
export interface SheetLine {
  deal: number;
  won: (number | null)[];
  points: number[];
  paid: number[];
  pot: number;
}

export interface TongView extends GameView {
  turn: Seat | null;
  turn_up: Card | null;
  turn_up_taken: boolean;
  /** In order; what nobody has turned up is null. */
  widow: (Card | null)[];
  widow_taken: boolean;
  taker: Seat | null;
  bare: boolean;
  status: Status[];
  asked: Seat[];
  stock: number;
  walk_over: Seat | null;
  points: number[];
  /** Losses not yet paid for. */
  marks: number[];
  paid: number[];
  pot: number;
  void_run: number;
  target: number;
  risk_at: number;
  must_play_at: number;
  ante: number;
  sheet: SheetLine[];
  result: { winner: Seat; pot: number; nets: number[]; totals: number[]; winners: Seat[] } | null;
}

export const tong = (context: TableContext): TongView => context.game as TongView;

/** Columns and lines in turn order, the viewer first. */
export function inOrder(context: TableContext): Seat[] {
  const first = context.you ?? 0;
  return Array.from({ length: context.count }, (_, i) => (first + i) % context.count);
}

/** Who has left the widow to the next, in the order of speaking (rules/tong.md 6.1). */
export function refusers(view: TongView): Seat[] {
  if (view.dealer === null || view.phase !== "buying" || view.turn === null) return [];
  const n = view.hands.length;
  const order = Array.from({ length: n }, (_, i) => ((view.dealer ?? 0) + 1 + i) % n);
  return order.slice(0, order.indexOf(view.turn));
}

/** Whether the seat may buy at all: the dealer only by house rule. */
export const mayBuy = (view: TongView, seat: Seat, options: Record<string, unknown>): boolean => seat !== view.dealer || options["dealer_buys"] === "yes";

export interface Risk {
  /** What a deal without a trick costs at once. */
  pays: number;
  /** Others may lose in the same deal, and then it is more. */
  atLeast: boolean;
  /** How many losses that pays for, the coming one included; 0 where the sum does not depend on them. */
  losses: number;
  /** The loss is written down, to be paid for later. */
  noted: boolean;
}

/** What a seat risks that plays and takes no trick (rules/tong.md 8, 11). */
export function riskOf(view: TongView, seat: Seat, options: Record<string, unknown>): Risk {
  const penalty = options["penalty"] ?? "own_losses";
  const marks = view.marks[seat] ?? 0;
  const counts = penalty === "own_losses" || penalty === "all_losses";
  if (penalty === "none") return { pays: 0, atLeast: false, losses: 0, noted: false };
  if ((view.points[seat] ?? 0) < view.risk_at) return { pays: 0, atLeast: false, losses: 0, noted: counts };
  const all = view.marks.reduce((sum, own) => sum + own, 0);
  const losses = penalty === "own_losses" ? marks + 1 : penalty === "all_losses" ? all + 1 : 0;
  const due = penalty === "match_pot" ? view.pot : penalty === "one_ante" ? view.ante : view.ante * losses;
  const cap = options["penalty_cap"];
  const pays = typeof cap === "number" ? Math.min(cap, due) : due;
  return { pays, atLeast: penalty === "all_losses" && pays === due, losses: pays === due ? losses : 0, noted: false };
}

/** How many are in the deal: that many cards make a trick. */
export const playing = (view: TongView): number => view.status.filter((status) => status !== "folded").length;

/** The line of the sheet for the deal that has just ended. */
export const lastLine = (view: TongView): SheetLine | undefined => view.sheet.at(-1);

/** A deal in which nobody played. */
export const isVoid = (line: SheetLine): boolean => line.won.every((won) => won === null);

/** What lay in the pot before the payments of that deal. */
export const potBefore = (line: SheetLine): number => line.pot - line.paid.reduce((sum, paid) => sum + paid, 0);

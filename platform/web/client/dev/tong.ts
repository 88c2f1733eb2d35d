/** Tables of Tong for the story page: every moment of a deal for six, and the end. */
import type { Card, GameView, Menu, SeatInfo, TableView } from "../protocol.ts";
import { clocks, welcome, type Story } from "./fixtures.ts";

const NAMES = ["Vera", "Amina", "Pavel", "Mei", "Tomasz", "Ilyas"];
const ARABIC = ["هدى", "أمينة", "نورة", "سالم", "فهد", "إلياس"];
const OPTIONS = { ante: 10, target: 15, must_play_at: 13, risk_at: 10, participation: "choice", no_taker: "play_on", penalty: "own_losses", penalty_cap: "none", finish: "first_trick", bare_hand: "any_trump", overtrump: "yes", dealer_buys: "no", walkover_points: 5, void_guard: 3 };
const HAND: Card[] = ["9S", "KC", "8C", "JH", "6D"];
const SHEET = [
  { deal: 6, won: [1, null, 2, 2, null, 0], points: [8, 4, 7, 9, 9, 6], paid: [0, 0, 0, 0, 0, 0], pot: 60 },
  { deal: 7, won: [2, 0, null, 3, null, null], points: [10, 4, 7, 12, 9, 6], paid: [0, 0, 0, 0, 0, 0], pot: 60 },
  { deal: 8, won: [0, null, 2, 1, 2, null], points: [10, 4, 9, 13, 11, 6], paid: [20, 0, 0, 0, 0, 0], pot: 80 },
];

const six = (arabic: boolean): SeatInfo[] => ids(arabic).map((id) => ({ person: id, kind: "person", bot: null, owner: null, ready: true, here: true }));
const ids = (_arabic: boolean): string[] => NAMES.map((name) => name.toLowerCase());

function story(change: Partial<TableView>, game: Record<string, unknown>, options: Record<string, unknown> = {}, sheet?: string) {
  return (arabic: boolean): Story => {
    const people = Object.fromEntries(ids(arabic).map((id, i) => [id, { name: (arabic ? ARABIC : NAMES)[i] ?? "", kind: "member" as const, rating: { points: 1480 + 40 * i, sure: i !== 3 } }]));
    const view: TableView = { lifecycle: "playing", seats: six(arabic), you: 0, deciders: [], menu: null, offers: [], deadline: null, clocks: clocks(change.deciders?.[0]?.seat ?? null, [38_000, 60_000, 60_000, 84_000, 60_000, 9_000]), game: table(game), ...change };
    return {
      welcome: { ...welcome(arabic, { game: "tong", options: { ...OPTIONS, ...options } }), you: { person: "vera", name: "Vera", seat: 0 }, people },
      frames: [{ type: "frame", v: 40, events: [], view }],
      ...(sheet ? { sheet } : {}),
    };
  };
}

function table(change: Record<string, unknown>): GameView {
  return {
    phase: "buying", deal: 9, dealer: 3, turn: 0,
    hands: [{ cards: HAND, hidden: 0 }, ...[1, 2, 3, 4, 5].map(() => ({ cards: [], hidden: 5 }))],
    trump: "C", turn_up: "9C", turn_up_taken: false, widow: ["AD", "TC", null, null], widow_taken: false, taker: null, bare: false,
    status: NAMES.map(() => "undecided"), asked: [], stock: 1, trick: { leader: 0, cards: [], best: null }, last_trick: null,
    tricks: [0, 0, 0, 0, 0, 0], walk_over: null, points: [10, 4, 9, 13, 11, 7], marks: [1, 1, 2, 0, 0, 3], paid: [30, 10, 10, 10, 10, 10],
    pot: 80, void_run: 0, totals: [10, 4, 9, 13, 11, 7], target: 15, risk_at: 10, must_play_at: 13, ante: 10, sheet: SHEET, result: null, declarer: null,
    ...change,
  };
}

const mine = (kind: string, choices: Menu["choices"]): Partial<TableView> => ({ deciders: [{ seat: 0, kind, hand: 0, decision: 40 }], menu: { decision: 40, choices } });
const JOINING = { phase: "joining", turn: 0, taker: 4, widow_taken: true, status: ["undecided", "undecided", "undecided", "bound", "taker", "joined"], asked: [0, 1, 2] };
const STATUS = ["joined", "folded", "joined", "bound", "taker", "joined"];
const none = NAMES.map(() => ({ cards: [], hidden: 0 }));

export const TONG: Record<string, (arabic: boolean) => Story> = {
  "tong-buy": story(mine("buy", [{ type: "buy", fields: { keep: { card: HAND } } }, { type: "refuse" }]), {}),
  "tong-bare": story(mine("buy", [{ type: "buy", fields: { keep: { card: HAND } } }, { type: "refuse" }, { type: "claim_bare_hand" }]), { dealer: 5, widow: [null, null, null, null], hands: [{ cards: ["9S", "KD", "8H", "JH", "6D"], hidden: 0 }, ...[1, 2, 3, 4, 5].map(() => ({ cards: [], hidden: 5 }))], points: [4, 4, 9, 13, 11, 7] }),
  "tong-pick": story(mine("pick_trump", [{ type: "pick_trump", fields: { card: { card: ["9C", "AC", "7C"] } } }]), { phase: "picking", dealer: 5, taker: 0, bare: true, widow: [null, null, null, null], stock: 6 }),
  "tong-wait": story({ deciders: [{ seat: 2, kind: "buy", hand: 2, decision: 40 }] }, { turn: 2 }),
  "tong-join": story(mine("join", [{ type: "join" }, { type: "fold_hand" }]), JOINING),
  "tong-join-wait": story({ deciders: [{ seat: 1, kind: "join", hand: 1, decision: 40 }] }, { ...JOINING, turn: 1, status: ["joined", "undecided", "undecided", "bound", "taker", "joined"], asked: [1, 2], hands: [{ cards: HAND, hidden: 0 }, { cards: [], hidden: 5 }, { cards: [], hidden: 5 }, { cards: [], hidden: 5 }, { cards: ["AD", "TC"], hidden: 3 }, { cards: [], hidden: 5 }] }),
  "tong-trick": story(mine("play", [{ type: "play_card", fields: { card: { card: ["KC", "8C"] } } }]), { ...JOINING, phase: "playing", status: STATUS, tricks: [0, 0, 0, 1, 1, 0], trick: { leader: 3, cards: [[3, "QS"], [4, "7C"], [5, "AS"]], best: 4 }, last_trick: { cards: [[4, "AD"], [5, "7D"], [0, "QD"], [2, "8D"], [3, "6C"]], taker: 3 }, hands: [{ cards: ["KC", "8C", "JH"], hidden: 0 }, { cards: [], hidden: 5 }, { cards: [], hidden: 4 }, { cards: [], hidden: 3 }, { cards: ["TC"], hidden: 2 }, { cards: [], hidden: 3 }] }),
  "tong-folded": story({ deciders: [{ seat: 3, kind: "play", hand: 3, decision: 40 }] }, { ...JOINING, phase: "playing", status: ["folded", "folded", "joined", "bound", "taker", "joined"], trick: { leader: 4, cards: [[4, "AD"], [5, "7D"], [2, "8D"]], best: 4 } }),
  "tong-between": story({}, { phase: "between", deal: 9, dealer: 4, hands: none, points: [10, 4, 12, 14, 12, 6], marks: [0, 1, 2, 0, 0, 4], pot: 100, paid: [50, 10, 10, 10, 10, 10], sheet: [...SHEET, { deal: 9, won: [0, null, 3, 1, 1, 0], points: [10, 4, 12, 14, 12, 6], paid: [20, 0, 0, 0, 0, 0], pot: 100 }] }),
  "tong-void": story({}, { phase: "between", deal: 10, dealer: 5, hands: none, void_run: 1, sheet: [...SHEET, { deal: 9, won: [null, null, null, null, null, null], points: [10, 4, 9, 13, 11, 7], paid: [0, 0, 0, 0, 0, 0], pot: 80 }] }),
  "tong-end": story({ lifecycle: "finished", deadline: null, clocks: null }, { phase: "finished", deal: 11, hands: none, points: [15, 4, 13, 16, 12, 8], pot: 120, paid: [30, 20, 10, 30, 20, 10], marks: [0, 0, 0, 0, 0, 1], result: { winner: 0, pot: 120, nets: [90, -20, -10, -30, -20, -10], totals: [15, 4, 13, 16, 12, 8], winners: [0] }, sheet: [...SHEET, { deal: 11, won: [3, null, null, 2, null, 0], points: [15, 4, 13, 16, 12, 8], paid: [0, 0, 0, 0, 0, 0], pot: 120 }] }),
  "tong-sheet": story({ deciders: [{ seat: 2, kind: "buy", hand: 2, decision: 40 }] }, { turn: 2 }, {}, "score"),
};

import { describe, expect, test } from "vitest";
import type { TableContext } from "@client/games.ts";
import type { Choice, TableView } from "@client/protocol.ts";
import { EMPTY } from "@client/state.ts";
import { client } from "../../games/tong/client/index.ts";
import { kept, picked, picking } from "../../games/tong/client/keys.ts";
import { isVoid, playing, potBefore, refusers, riskOf, type TongView } from "../../games/tong/client/view.ts";
import { view as tableView } from "./views.ts";

function tong(change: Partial<TongView> = {}): TongView {
  return {
    ...(tableView().game as TongView),
    phase: "buying",
    dealer: 3,
    turn: 0,
    hands: [0, 1, 2, 3].map(() => ({ cards: [], hidden: 5 })),
    status: ["undecided", "undecided", "undecided", "undecided"],
    points: [10, 4, 13, 9],
    marks: [2, 1, 0, 0],
    paid: [10, 10, 10, 10],
    pot: 80,
    ante: 10,
    risk_at: 10,
    must_play_at: 13,
    target: 15,
    widow: [null, null, null, null],
    widow_taken: false,
    taker: null,
    bare: false,
    asked: [],
    sheet: [],
    result: null,
    tricks: [0, 0, 0, 0],
    ...change,
  };
}

function context(game: TongView, choices: Choice[] = [], draft: Record<string, unknown> = {}): TableContext & { said: unknown[]; drafted: unknown[] } {
  const said: unknown[] = [];
  const drafted: unknown[] = [];
  const view: TableView = { ...tableView(), you: 0, game, deciders: choices.length ? [{ seat: 0, kind: choices[0]?.type === "join" ? "join" : "buy", hand: 0, decision: 1 }] : [] };
  return {
    state: { ...EMPTY, view, draft },
    settings: { ranks: "latin" },
    view,
    game,
    options: { penalty: "own_losses", dealer_buys: "no" },
    you: 0,
    count: 4,
    name: (seat: number) => `P${seat}`,
    choices,
    say: (command: unknown) => said.push(command),
    draft: (name: string, value: unknown) => drafted.push([name, value]),
    draftCard: () => {},
    said,
    drafted,
  } as unknown as TableContext & { said: unknown[]; drafted: unknown[] };
}

const BUY: Choice[] = [{ type: "buy", fields: { keep: { card: ["KC", "9S"] } } }, { type: "refuse" }];

describe("what a deal without a trick costs", () => {
  test("below ten points a loss is only noted", () => {
    expect(riskOf(tong(), 1, { penalty: "own_losses" })).toEqual({ pays: 0, atLeast: false, losses: 0, noted: true });
    expect(riskOf(tong(), 1, { penalty: "one_ante" }).noted).toBe(false);
  });

  test("from ten points on an ante for each own loss, the coming one included", () => {
    expect(riskOf(tong(), 0, { penalty: "own_losses" })).toEqual({ pays: 30, atLeast: false, losses: 3, noted: false });
  });

  test("house rules change the sum, and a cap ends it", () => {
    expect(riskOf(tong(), 0, { penalty: "all_losses" })).toMatchObject({ pays: 40, atLeast: true, losses: 4 });
    expect(riskOf(tong(), 0, { penalty: "match_pot" })).toMatchObject({ pays: 80, losses: 0 });
    expect(riskOf(tong(), 0, { penalty: "match_pot", penalty_cap: 40 }).pays).toBe(40);
    expect(riskOf(tong(), 0, { penalty: "one_ante" }).pays).toBe(10);
    expect(riskOf(tong(), 0, { penalty: "none" }).pays).toBe(0);
  });
});

describe("buying", () => {
  test("who has refused is who spoke before the one to speak", () => {
    expect(refusers(tong({ turn: 0 }))).toEqual([]);
    expect(refusers(tong({ turn: 2 }))).toEqual([0, 1]);
    expect(refusers(tong({ phase: "joining", turn: 2 }))).toEqual([]);
  });

  test("a first touch chooses the card that stays, a second buys", () => {
    const first = context(tong(), BUY);
    picking(first)?.pick("KC");
    expect([first.said, first.drafted]).toEqual([[], [["keep", "KC"]]]);
    const second = context(tong(), BUY, { keep: "KC" });
    expect(picking(second)?.chosen).toEqual(["KC"]);
    picking(second)?.pick("KC");
    expect(second.said).toEqual([{ type: "buy", keep: "KC" }]);
  });

  test("a card that the menu no longer holds is not kept", () => {
    expect(kept(context(tong(), BUY, { keep: "AS" }))).toBeNull();
  });

  test("with a bare hand in mind no card can be kept", () => {
    expect(picking(context(tong(), [...BUY, { type: "claim_bare_hand" }], { bare: true }))).toBeNull();
  });

  test("the only trump there is needs no choosing", () => {
    const one: Choice[] = [{ type: "pick_trump", fields: { card: { card: ["9C"] } } }];
    expect(picked(context(tong(), one))).toBe("9C");
    const two: Choice[] = [{ type: "pick_trump", fields: { card: { card: ["9C", "AC"] } } }];
    expect(picked(context(tong(), two))).toBeNull();
    expect(picked(context(tong(), two, { trump: "AC" }))).toBe("AC");
  });
});

describe("a plate says what its seat is in the deal", () => {
  const role = (game: TongView, seat: number) => client.role?.(context(game), seat)?.text;

  test("in the buying", () => {
    const game = tong({ turn: 1 });
    expect([0, 1, 2, 3].map((seat) => role(game, seat))).toEqual(["refused, 2 lost", "1 lost", "to speak", "deals"]);
  });

  test("afterwards, with the tricks of those who play", () => {
    const game = tong({ phase: "playing", taker: 1, status: ["folded", "taker", "bound", "joined"], tricks: [0, 2, 1, 0] });
    expect([0, 1, 2, 3].map((seat) => role(game, seat))).toEqual(["folded, 2 lost", "bought, 1 lost", "must play", "plays"]);
    expect(client.role?.(context(game), 1)?.taken).toBe(2);
    expect(client.role?.(context(game), 0)?.taken).toBeUndefined();
    expect(client.isOut?.(context(game), 0)).toBe(true);
  });

  test("a trick is full with the cards of those who play", () => {
    expect(playing(tong({ status: ["folded", "taker", "bound", "folded"] }))).toBe(2);
  });
});

describe("the record", () => {
  const line = { deal: 4, won: [3, null, 2, 0], points: [13, 4, 15, 10], paid: [0, 0, 0, 20], pot: 100 };

  test("a gap for everybody is a void deal", () => {
    expect(isVoid(line)).toBe(false);
    expect(isVoid({ ...line, won: [null, null, null, null] })).toBe(true);
  });

  test("the pot before the payments", () => {
    expect(potBefore(line)).toBe(80);
  });

  test("the winner comes first though another may have more points", () => {
    const game = tong({ points: [15, 4, 16, 10], result: { winner: 0, pot: 100, nets: [80, -10, -30, -40], totals: [15, 4, 16, 10], winners: [0] } });
    const places = client.places?.(context(game)) ?? [];
    expect(places.map((one) => [one.seat, one.place, one.net])).toEqual([[0, 1, 80], [1, 4, -10], [2, 2, -30], [3, 3, -40]]);
    expect(client.verdict?.(context(game))).toBe("You take the pot of 100");
  });
});

import { describe, expect, test } from "vitest";
import { useFigures } from "@client/i18n.ts";
import type { Choice } from "@client/protocol.ts";
import { EMPTY } from "@client/state.ts";
import { welcomed, framed } from "@client/table.ts";
import { welcomeTo, type Positions } from "@client/positions.ts";
import { counts, splitOf, stepped, sumOf } from "../../games/preferans/client/claims.ts";
import { exactText, reckon, rounded } from "../../games/preferans/client/reckoning.ts";
import { boxes, merged, mountainOf, poolOf, whistsOf, written, writes } from "../../games/preferans/client/sheet.ts";
import { highest, ladder, levelOf, prices, quotaOf, rank, trickSize, valueOf, type Line, type PreferansView } from "../../games/preferans/client/view.ts";
import { whyNot } from "../../games/preferans/client/panels.ts";
import read from "../../games/preferans/client/positions.json";

const positions = read as unknown as Positions;
const game = (name: string): PreferansView => positions[name]?.view.game as unknown as PreferansView;
/** The match S1 of rules/preferans.md 10.4: Vera is A, Tomasz B, Ilyas C. */
const s1 = game("sheet");

describe("the ladder (rules 2.1, 2.4)", () => {
  test("has 26 bids in order, six more without talon", () => {
    const bids = ladder(false).flat();
    expect(bids).toHaveLength(26);
    expect(bids.slice(13, 17)).toEqual(["8H", "8NT", "misere", "9S"]);
    expect(ladder(true).flat()).toHaveLength(32);
    expect(rank("misere without")).toBeGreaterThan(rank("9NT"));
    expect(rank("10S")).toBeGreaterThan(rank("9NT without"));
  });

  test("knows prices and quotas (rules 4.1, 8.2)", () => {
    expect(["6S", "7H", "8NT", "9C", "10D", "misere"].map(valueOf)).toEqual([2, 4, 6, 8, 10, 10]);
    expect(["6S", "7H", "8NT", "9C", "10D"].map(quotaOf)).toEqual([4, 2, 1, 1, 1]);
    expect(["10NT", "9H without", "misere without"].map(levelOf)).toEqual([10, 9, 0]);
    expect(prices("leningrad")).toMatchObject({ scale: 2, weight: 2 });
  });

  test("says why a bid is dimmed", () => {
    const view = { ...game("auction"), calls: [[0, "6S"], [1, "pass"], [2, "8NT"]] } as PreferansView;
    expect(whyNot(view, "8H", 0)).toContain("not higher");
    expect(whyNot(view, "misere", 0)).toContain("first thing");
    expect(whyNot({ ...view, calls: [[0, "misere"], [1, "9S"]] } as PreferansView, "9H", 0)).toContain("after misère");
    expect(whyNot({ ...view, calls: [], least_level: 7 } as PreferansView, "6H", 0)).toContain("lowest bid is 7");
  });

  test("a hold takes the bid over", () => {
    expect(highest({ ...game("auction"), calls: [[0, "6S"], [1, "pass"], [2, "6C"], [0, "6C"]] } as PreferansView)).toEqual({ seat: 0, bid: "6C" });
  });
});

describe("the pulka", () => {
  test("an entry of aid writes twice (rules 9.2)", () => {
    expect(writes(["aid", 0, 1, 2], 1)).toEqual([
      { cell: poolOf(1), amount: 2, aid: true },
      { cell: whistsOf(0, 1), amount: 20, aid: true },
    ]);
  });

  test("holds every number of S1, in order, with its deal", () => {
    const cells = written(s1, s1.sheet, 1);
    const told = (cell: string): [number, number][] => (cells.get(cell)?.marks ?? []).map((mark) => [mark.deal, mark.value]);
    expect(told(mountainOf(2))).toEqual([[2, 3], [3, 7], [8, 5]]);
    expect(told(poolOf(1))).toEqual([[5, 6], [6, 8], [7, 10]]);
    expect(told(whistsOf(0, 2))).toEqual([[3, 20], [8, 28]]);
    expect([...cells.values()].every((cell) => cell.start === 0)).toBe(true);
  });

  test("counts back from what stands when the first deals are missing", () => {
    const cells = written(s1, s1.sheet.slice(-3), 1);
    expect(cells.get(mountainOf(2))).toMatchObject({ start: 7, marks: [{ value: 5, deal: 8 }] });
    expect(cells.get(poolOf(0))?.marks.map((mark) => mark.value)).toEqual([10]);
  });

  test("merges what was fetched with what comes live", () => {
    const line = (deal: number, made: boolean | null = null): Line => ({ deal, made }) as Line;
    expect(merged([line(1), line(2), line(3)], [line(3, true), line(4)]).map(({ deal, made }) => [deal, made])).toEqual([[1, null], [2, null], [3, true], [4, null]]);
  });

  test("divides the figure so that everybody has all his cells and none overlap", () => {
    for (const players of [3, 4]) {
      const all = boxes(players, 1);
      expect(new Set(all.map((place) => place.cell)).size).toBe(players * (players + 1));
      expect(all).toHaveLength(players * (players + 1));
      // The viewer lies below, the next player at the left.
      const below = all.filter((place) => place.seat === 1 && place.kind === "pool")[0];
      const left = all.filter((place) => place.seat === 2 && place.kind === "pool")[0];
      expect(below?.top).toBeGreaterThan(500);
      expect(left?.left).toBeLessThan(200);
    }
  });
});

describe("the reckoning (rules 10)", () => {
  test("of S1 is exact and adds up to nothing", () => {
    const found = reckon(s1, 1, s1.sheet);
    expect(found.closed).toBe(true);
    expect(found.rows.map((row) => row.exact)).toEqual([50, -106, 56]);
    expect(found.rows.map((row) => row.total)).toEqual([17, -35, 18]);
    expect(found.rows.map((row) => exactText(row.fromMountain, 3, true))).toEqual(["−23⅓", "−33⅓", "+56⅔"]);
    expect(found.aid).toBe(40);
    expect(found.pairs).toEqual([
      { from: 1, to: 2, amount: 54 },
      { from: 1, to: 0, amount: 52 },
      { from: 0, to: 2, amount: 2 },
    ]);
  });

  test("of L2 evens out open pools with weight two", () => {
    const found = reckon(
      { target: 20, pools: [24, 10, 16, 6], mountains: [36, 20, 48, 8], whists: [[0, 80, 48, 16], [64, 0, 96, 0], [32, 24, 0, 40], [120, 36, 60, 0]] },
      2,
    );
    expect(found.closed).toBe(false);
    expect(found.rows.map((row) => row.missing)).toEqual([-8, 20, 8, 28]);
    expect(found.rows.map((row) => row.total)).toEqual([48, 20, -268, 200]);
    expect(found.rows.reduce((sum, row) => sum + row.exact, 0)).toBe(0);
  });

  test("of S2 rounds halves by seat", () => {
    expect(rounded([202, -734, 418, 114])).toEqual([51, -183, 104, 28]);
  });

  test("every pair pays what makes up the results", () => {
    const found = reckon(s1, 1);
    const got = [0, 1, 2].map((seat) => found.pairs.reduce((sum, { from, to, amount }) => sum + (to === seat ? amount : 0) - (from === seat ? amount : 0), 0));
    expect(got).toEqual(found.rows.map((row) => row.exact));
  });

  test("writes fractions in the reader's figures", () => {
    expect([exactText(-1, 3), exactText(6, 3), exactText(65, 4), exactText(2, 4, true)]).toEqual(["−⅓", "2", "16¼", "+½"]);
    useFigures("arab");
    expect(exactText(-70, 3)).toBe("−٢٣\u202f١⁄٣");
    useFigures("latn");
  });
});

describe("a claim (rules 5.5)", () => {
  const choice: Choice = { type: "claim", offer: true, fields: { tricks: { split: 10, floors: [2, null, 1, 0] } } };
  const split = splitOf(choice);

  test("begins at what is won and never falls below it nor above ten", () => {
    if (!split) throw new Error("no split");
    const begun = counts(split, undefined);
    expect(begun).toEqual([2, null, 1, 0]);
    expect(stepped(split, begun, 0, -1)).toEqual(begun);
    expect(stepped(split, begun, 1, 1)).toEqual(begun);
    let full = begun;
    for (let i = 0; i < 12; i++) full = stepped(split, full, 3, 1);
    expect(sumOf(full)).toBe(10);
    expect(full).toEqual([2, null, 1, 7]);
  });
});

describe("the positions of the rules page", () => {
  test.each(Object.keys(positions))("%s can be drawn from what the server sends", (name) => {
    const position = positions[name];
    if (!position) throw new Error(name);
    const state = framed(welcomed(EMPTY, welcomeTo("preferans", position, false), 0), { type: "frame", v: 1, events: [], view: position.view });
    expect(state.view?.game?.hands).toHaveLength(3);
    expect(state.table?.preset).toBe("sochi");
    expect(trickSize(game(name))).toBe(3);
  });

  test("tell nothing that the viewer may not see", () => {
    const open = ["open", "misere"];
    for (const [name, position] of Object.entries(positions)) {
      const shown = position.view.game?.hands.filter((hand, seat) => seat !== position.view.you && hand.cards.length > 2) ?? [];
      expect(shown.length, name).toBe(open.includes(name) ? 1 : 0);
    }
  });
});

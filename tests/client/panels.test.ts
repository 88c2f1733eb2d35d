import { describe, expect, test } from "vitest";
import { commandOf, splitValue } from "@client/render/generic-panel.ts";
import type { Choice } from "@client/protocol.ts";
import { costs, wins, wouldDeclare, type HokmView } from "../../games/hokm/client/view.ts";
import { game } from "./views.ts";

describe("the generic panel", () => {
  const declare: Choice = { type: "declare", fields: { discard: { cards: 2, of: ["AS", "KS", "9H"] }, contract: { one_of: ["6S", "7H"] } } };

  test("has a command once every field has its value", () => {
    expect(commandOf(declare, {})).toBeNull();
    expect(commandOf(declare, { "declare.discard": ["AS"], "declare.contract": "7H" })).toBeNull();
    expect(commandOf(declare, { "declare.discard": ["AS", "9H"], "declare.contract": "7H" })).toEqual({ type: "declare", discard: ["AS", "9H"], contract: "7H" });
  });

  test("drops what the menu no longer holds", () => {
    expect(commandOf(declare, { "declare.discard": ["AS", "2C"], "declare.contract": "7H" })).toBeNull();
  });

  test("fills in a field that has only one value", () => {
    expect(commandOf({ type: "name", fields: { suit: { one_of: ["S"] } } }, {})).toEqual({ type: "name", suit: "S" });
  });

  test("a split begins at its floors and must add up", () => {
    const domain = { split: 10, floors: [1, 2, null] };
    expect(splitValue(domain, undefined)).toEqual([8, 2, null]);
    const claim: Choice = { type: "claim", fields: { tricks: domain } };
    expect(commandOf(claim, { "claim.tricks": [5, 5, null] })).toEqual({ type: "claim", tricks: [5, 5, null] });
    expect(commandOf(claim, { "claim.tricks": [5, 4, null] })).toBeNull();
  });
});

describe("a promise in Hokm", () => {
  test("wins ten a trick, kabbut two hundred", () => {
    expect([2, 9, 10].map(wins)).toEqual([20, 90, 200]);
  });

  test("costs what the house rules say", () => {
    expect(costs(4, { broken: "bid" })).toBe(40);
    expect(costs(4, { broken: "short" })).toBeNull();
    expect(["per_trick", "flat", "double"].map((rule) => costs(10, { kabbut_broken: rule }))).toEqual([100, 10, 200]);
  });

  test("surely names the trumps only when spoken last and not equalled", () => {
    const view = (bids: [number, number][]) => ({ ...game(), bids }) as unknown as HokmView;
    expect(wouldDeclare(view([[1, 4]]), 5, {})).toBe(false);
    expect(wouldDeclare(view([[1, 4], [2, 2]]), 5, {})).toBe(true);
    expect(wouldDeclare(view([[1, 4], [2, 2]]), 4, {})).toBe(false);
    expect(wouldDeclare(view([[1, 4], [2, 2]]), 4, { top_tie: "latest" })).toBe(true);
  });
});

import { expect, test } from "vitest";
import { cardChoice, occupancy, panelChoices, placesBySeat } from "@client/state.ts";
import type { Menu, SeatInfo } from "@client/protocol.ts";

const MENU: Menu = {
  decision: 7,
  choices: [
    { type: "play_card", fields: { card: { card: ["AS"] } } },
    { type: "claim", offer: true, fields: { tricks: { split: 10, floors: [1, 2, null] } } },
  ],
};

test("in Hokm the next seat sits on the viewer's right", () => {
  expect(placesBySeat(3, 1, "counterclockwise")).toEqual(["nw", "s", "ne"]);
});

test("in Preferans the next seat sits on the viewer's left", () => {
  expect(placesBySeat(3, 1, "clockwise")).toEqual(["ne", "s", "nw"]);
  expect(placesBySeat(4, 0, "clockwise")).toEqual(["s", "w", "n", "e"]);
});

test("a watcher sees seat 0 at the bottom, and six seats have six places", () => {
  const places = placesBySeat(6, null, "clockwise");
  expect(places[0]).toBe("s");
  expect(new Set(places).size).toBe(6);
});

test("the card choice is the command with one card, and a panel shows the rest", () => {
  expect(cardChoice(MENU)).toEqual({ type: "play_card", field: "card", cards: ["AS"] });
  expect(panelChoices(MENU).map((choice) => choice.type)).toEqual(["claim"]);
  expect(cardChoice({ decision: 1, choices: [{ type: "declare", fields: { discard: { cards: 2, of: ["AS"] }, contract: { one_of: ["6S"] } } }] })).toBeNull();
});

test("a seat is free, a person's, a program's, or a program's for a person", () => {
  const seat: SeatInfo = { person: null, kind: "empty", bot: null, owner: null, ready: false, here: false };
  expect(occupancy(seat)).toBe("free");
  expect(occupancy({ ...seat, person: "p", kind: "person" })).toBe("person");
  expect(occupancy({ ...seat, kind: "bot", bot: "simple" })).toBe("program");
  expect(occupancy({ ...seat, kind: "bot", bot: "simple", owner: "p" })).toBe("stand-in");
});

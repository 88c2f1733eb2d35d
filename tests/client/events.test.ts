import { describe, expect, test } from "vitest";
import { meant, stepped } from "@client/events.ts";
import { rowPlace } from "@client/render/hand.ts";
import { BEHIND, Stage } from "@client/stage.ts";
import { TIMES, type Scene } from "@client/anim.ts";
import { view } from "./views.ts";

const press = (key: string, where: Partial<{ ctrl: boolean; inField: boolean; inHand: boolean }> = {}) => meant({ key, ctrl: false, inField: false, inHand: true, ...where });

describe("a key", () => {
  test("walks along the hand or to its ends", () => {
    expect(press("ArrowRight")).toEqual({ kind: "step", by: 1 });
    expect(press("End")).toEqual({ kind: "edge", end: true });
    expect(press("ArrowRight", { inHand: false })).toBeNull();
  });

  test("that is a digit means a card, zero the tenth", () => {
    expect(press("3", { inHand: false })).toEqual({ kind: "card", index: 2 });
    expect(press("0")).toEqual({ kind: "card", index: 9 });
  });

  test("in a text field or with Ctrl is none of ours", () => {
    expect(press("3", { inField: true })).toBeNull();
    expect(press("0", { ctrl: true })).toBeNull();
  });

  test("steps go round the hand", () => {
    expect([stepped(0, -1, 5), stepped(4, 1, 5), stepped(-1, 1, 5), stepped(0, 1, 0)]).toEqual([4, 0, 0, -1]);
  });
});

describe("the hand on a phone", () => {
  test("of ten has two rows of five", () => {
    expect([0, 4, 5, 9].map((i) => rowPlace(i, 10))).toEqual([{ row: 1, column: 1 }, { row: 1, column: 9 }, { row: 2, column: 1 }, { row: 2, column: 9 }]);
  });

  test("of seven keeps its front row full, two behind in the middle", () => {
    expect(rowPlace(0, 7)).toEqual({ row: 1, column: 4 });
    expect(rowPlace(2, 7)).toEqual({ row: 2, column: 1 });
  });

  test("of three stands in front, and of twelve in sixes", () => {
    expect(rowPlace(0, 3)).toEqual({ row: 2, column: 3 });
    expect(rowPlace(5, 12)).toEqual({ row: 1, column: 11 });
  });
});

describe("the stage", () => {
  const scene = (hold: number): Scene => ({ view: view(), motions: [], hold });

  function staged(still = false) {
    const shown: [Scene, boolean][] = [];
    let due: { ms: number; what: () => void } | null = null;
    const timers = { later: (ms: number, what: () => void) => (due = { ms, what }), cancel: () => (due = null) };
    const stage = new Stage((one, moving) => shown.push([one, moving]), () => still, timers);
    return { stage, shown, wait: () => due?.ms ?? null, pass: () => { const now = due; due = null; now?.what(); } };
  }

  test("shows one scene after another, each for its time", () => {
    const { stage, shown, wait, pass } = staged();
    const scenes = [scene(220), scene(0)];
    stage.push(scenes);
    expect(shown.map(([one]) => one)).toEqual([scenes[0]]);
    expect(wait()).toBe(220);
    pass();
    expect(shown.map(([one]) => one)).toEqual(scenes);
    expect(stage.busy).toBe(false);
  });

  test("skips to the last scene at any input", () => {
    const { stage, shown, wait } = staged();
    const scenes = [scene(220), scene(900), scene(0)];
    stage.push(scenes);
    stage.skip();
    expect(shown.map(([one]) => one)).toEqual([scenes[0], scenes[2]]);
    expect(wait()).toBeNull();
  });

  test("does not stay behind a table that is played faster than it can be shown", () => {
    const { stage, shown, pass } = staged();
    const scenes = Array.from({ length: 3 * BEHIND }, () => scene(900));
    for (const one of scenes) stage.push([one]);
    for (let i = 0; i <= BEHIND; i += 1) pass();
    expect(shown.at(-1)?.[0]).toBe(scenes.at(-1));
    expect(shown.length).toBeLessThanOrEqual(BEHIND + 1);
    expect(stage.busy).toBe(false);
  });

  test("places everything at once without motion, but lets a full trick rest", () => {
    const { stage, shown, wait } = staged(true);
    stage.push([scene(TIMES.play), scene(TIMES.play + TIMES.rest), scene(TIMES.gather)]);
    expect(shown).toHaveLength(2);
    expect(shown.every(([, moving]) => !moving)).toBe(true);
    expect(wait()).toBe(TIMES.rest);
  });
});

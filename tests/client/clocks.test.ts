import { afterEach, describe, expect, test } from "vitest";
import { clockText, measured, nextChange, remaining, serverTime, timeAt, timeText, warning, type Watched } from "@client/clocks.ts";
import { useFigures } from "@client/i18n.ts";
import { EMPTY } from "@client/state.ts";
import { view } from "./views.ts";
import { paceText, termsText } from "@client/render/terms.ts";

afterEach(() => useFigures("latn"));

const HOUR = 3_600_000;

describe("the text of a clock", () => {
  test.each([
    [65_000, "1:05"],
    [64_001, "1:05"],
    [10_000, "0:10"],
    [9_999, "0:09.9"],
    [9_430, "0:09.4"],
    [0, "0:00.0"],
    [-5, "0:00.0"],
    [HOUR - 1_000, "59:59"],
    [HOUR, "1 h"],
    [18.7 * HOUR, "18 h"],
    [24 * HOUR, "24 h"],
    [50 * HOUR, "2 d"],
  ])("%d ms are %s", (ms, text) => expect(clockText(ms)).toBe(text));

  test("in a sentence there are no tenths", () => {
    expect([timeText(9_430), timeText(400), timeText(0), timeText(41_000)]).toEqual(["0:10", "0:01", "0:00", "0:41"]);
  });

  test("comes in the reader's figures", () => {
    useFigures("arab");
    expect([clockText(65_000), clockText(9_430)]).toEqual(["١:٠٥", "٠:٠٩.٤"]);
  });

  test("changes when it is said to change, and not before", () => {
    for (const start of [9_950, 10_000, 10_001, 61_400, 59 * 60_000 + 250, HOUR, HOUR + 1_500, 25 * HOUR + 777]) {
      const next = nextChange(start);
      expect(next).toBeGreaterThan(0);
      if (next < 60_000) expect([start, clockText(start - next + 1)]).toEqual([start, clockText(start)]);
      if (next < 60_000) expect([start, clockText(start - next)]).not.toEqual([start, clockText(start)]);
    }
  });
});

describe("the server's time", () => {
  test("is the highest of the differences measured, for a message is always under way for a while", () => {
    const { measured: list, skew } = [[10_000, 9_500], [15_000, 14_200], [20_000, 19_400]].reduce((before, [there, here]) => measured(before.measured, there ?? 0, here ?? 0), measured([], 5_000, 4_700));
    expect([list, skew]).toEqual([[300, 500, 800, 600], 800]);
  });

  test("follows a clock that was put right within a minute of heartbeats", () => {
    let now = measured([], 100_000, 0);
    for (let i = 1; i <= 12; i++) now = measured(now.measured, 5_000 * i, 5_000 * i);
    expect([now.skew, now.measured.length]).toEqual([0, 12]);
  });

  test("a running clock counts down to its moment, one that rests keeps what it has", () => {
    const time = { skew: 1_000, stop: null };
    expect(remaining({ left: 90_000, until: 50_000 }, time, 9_000)).toBe(40_000);
    expect(remaining({ left: 90_000, until: null }, time, 9_000)).toBe(90_000);
    expect(remaining({ left: 90_000, until: 50_000 }, time, 80_000)).toBe(0);
  });

  test("stands still when the server has gone down as announced, and only without a line", () => {
    const state = { ...EMPTY, skew: 0, restart: 30_000 };
    expect(timeAt(serverTime({ ...state, link: "lost" }), 45_000)).toBe(30_000);
    expect(timeAt(serverTime({ ...state, link: "lost" }), 20_000)).toBe(20_000);
    expect(timeAt(serverTime({ ...state, link: "open" }), 45_000)).toBe(45_000);
  });
});

describe("own time aloud", () => {
  const said = (steps: [number | null, number][]): (number | null)[] => {
    let watched: Watched | null = null;
    return steps.map(([until, left]) => {
      const step = warning(watched, until, left);
      watched = step.watched;
      return step.seconds;
    });
  };

  test("is said once at thirty and once at ten seconds", () => {
    expect(said([[1, 31_000], [1, 30_200], [1, 29_900], [1, 29_000], [1, 10_100], [1, 9_900], [1, 9_000]])).toEqual([null, null, 30, null, null, 10, null]);
  });

  test("does not begin with what is gone already", () => {
    expect(said([[1, 25_000], [1, 24_000], [null, 20_000], [2, 9_000], [2, 8_000]])).toEqual([null, null, null, null, null]);
  });

  test("a page that slept says where it stands now", () => {
    expect(said([[1, 60_000], [1, 8_000], [1, 0]])).toEqual([null, 10, null]);
  });
});

test("the pace of a table in words", () => {
  const normal = { bank: 120_000, step: 5_000 };
  expect(paceText(normal)).toBe("\u20682 minutes a deal\u2069 and \u20685 seconds a decision\u2069");
  expect(paceText({ bank: 90_000, step: 1_000 })).toContain("90 seconds a deal");
  expect(paceText({ bank: 24 * HOUR, step: 24 * HOUR })).toBe("a day a decision");
  const table = { id: "", game: "hokm", preset: null, options: {}, host: null, visibility: "public", rated: true, speed: "normal" };
  expect(termsText(table, null)).toBe(`Rated, \u2068${paceText(normal)}\u2069`);
  expect(termsText({ ...table, rated: false }, view({ clocks: { bank: 30_000, step: 1_000, seats: [] } }))).toContain("30 seconds a deal");
  expect(termsText({ ...table, rated: false, speed: "casual" }, null)).toBe("");
});

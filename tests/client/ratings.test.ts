import { expect, test } from "vitest";
import { unratedText, waits } from "@client/render/rating-changes.ts";
import { ratingText } from "@client/render/bits.ts";

test("ratings are asked for more and more seldom, for twenty seconds at most", () => {
  const list = waits();
  expect(list.slice(0, 4)).toEqual([1_000, 2_000, 4_000, 4_000]);
  expect(list.reduce((sum, wait) => sum + wait, 0)).toBeLessThanOrEqual(20_000);
  expect(list.reduce((sum, wait) => sum + wait, 0)).toBeGreaterThan(15_000);
});

test("every reason for which a table is not rated has words of its own", () => {
  const reasons = ["casual", "not_started", "annulled", "program_played", "everybody_left"];
  const texts = reasons.map(unratedText);
  expect(new Set(texts).size).toBe(reasons.length);
  expect(texts).not.toContain(unratedText("something new"));
  expect(unratedText("abandoned")).toBe(unratedText("not_started"));
});

test("points that are not sure are questioned", () => {
  expect([ratingText({ points: 1842, sure: true }), ratingText({ points: 1500, sure: false })]).toEqual(["1842", "1500?"]);
});

/**
 * Time at the table. Only the server's clock counts: a clock that runs is the moment it runs out, seen from the own clock with the
 * difference between the two. Values only; render/clock.ts lets them tick.
 */
import { num, tn } from "./i18n.ts";
import type { SeatClock } from "./protocol.ts";
import type { TableState } from "./state.ts";

const SECOND = 1_000;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Below this a clock shows tenths. */
const TENTHS = 10 * SECOND;
/** Below this a running clock is said to be late. */
export const LATE = 15 * SECOND;
/** A minute of heartbeats: long enough for one that came quickly, short enough to follow a clock that is put right. */
const MEASUREMENTS = 12;

/** How the own clock stands to the server's, and the moment from which time stands still, if there is one. */
export interface ServerTime {
  skew: number;
  stop: number | null;
}

/**
 * The differences measured so far and the best of them. What comes from the server was always sent a little earlier, so every
 * measurement is too low by the way it took; the highest one is nearest.
 */
export function measured(before: readonly number[], serverNow: number, now: number): { measured: number[]; skew: number } {
  const list = [...before, serverNow - now].slice(-MEASUREMENTS);
  return { measured: list, skew: Math.max(...list) };
}

/** While the server restarts no clock runs: what is shown stays where it was when the line went. */
export function serverTime(state: TableState): ServerTime {
  return { skew: state.skew, stop: state.link === "open" ? null : state.restart };
}

/** The server's time now. */
export function timeAt({ skew, stop }: ServerTime, now: number): number {
  const there = now + skew;
  return stop === null ? there : Math.min(there, stop);
}

/** What is left on a clock, in ms. The server gives the way of messages back, so that its end may be further off than what is left. */
export function remaining({ left, until }: SeatClock, time: ServerTime, now: number): number {
  return Math.max(0, until === null ? left : Math.min(left, until - timeAt(time, now)));
}

function minutes(total: number): string {
  const seconds = total % 60;
  return `${num(Math.floor(total / 60))}:${seconds < 10 ? num(0) : ""}${num(seconds)}`;
}

/** Minutes and seconds ("1:05"); from an hour on the hours ("18 h"), from two days on the days. For what is told in a sentence. */
export function timeText(ms: number): string {
  const total = Math.ceil(Math.max(0, ms) / SECOND);
  if (total * SECOND >= 2 * DAY) return tn("{count} d", "{count} d", Math.floor((total * SECOND) / DAY));
  if (total * SECOND >= HOUR) return tn("{count} h", "{count} h", Math.floor((total * SECOND) / HOUR));
  return minutes(total);
}

/** The same on a clock: under ten seconds with tenths ("0:09.4"). */
export function clockText(ms: number): string {
  const left = Math.max(0, ms);
  return left < TENTHS ? `${minutes(Math.floor(left / SECOND))}.${num(Math.floor((left % SECOND) / 100))}` : timeText(left);
}

/** In how many ms the text of a clock changes. */
export function nextChange(ms: number): number {
  if (ms <= TENTHS) return (ms % 100) + 1;
  if (ms > HOUR) return Math.min((ms % HOUR) + SECOND, 60 * SECOND);
  return ms % SECOND || SECOND;
}

/** What was seen last of the own clock, so that each warning is said once. */
export interface Watched {
  until: number;
  left: number;
}

const WARNINGS = [10 * SECOND, 30 * SECOND];

/** Own time is said aloud as it passes thirty and ten seconds: the seconds to be said, if any, and what to remember. */
export function warning(before: Watched | null, until: number | null, left: number): { watched: Watched | null; seconds: number | null } {
  if (until === null) return { watched: null, seconds: null };
  const was = before?.until === until ? before.left : left;
  const passed = WARNINGS.find((mark) => was > mark && left <= mark);
  return { watched: { until, left }, seconds: passed === undefined || left === 0 ? null : passed / SECOND };
}

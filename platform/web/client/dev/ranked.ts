/** Tables of ranked play for the story page: clocks, who is away, the accept step, the end with ratings. */
import type { FromServer, GameView, Person, SeatInfo, TableInfo, TableView } from "../protocol.ts";
import type { TableRatings } from "../render/rating-changes.ts";
import { clocks, ENDED, FOLLOW, LED, mine, NO_GAME, person, play, theirs, view, welcome, type Story } from "./fixtures.ts";

const RATINGS: NonNullable<Person["rating"]>[] = [{ points: 1842, sure: true }, { points: 1866, sure: true }, { points: 1500, sure: false }];
const RATED: Partial<TableInfo> = { rated: true, speed: "normal", host: null };
const SLOW: Partial<TableInfo> = { ...RATED, speed: "slow" };

function story(change: Partial<TableView>, game: Partial<GameView> & Record<string, unknown>, then: FromServer[] = [], table: Partial<TableInfo> = RATED, extra: Partial<Story> = {}) {
  return (arabic: boolean): Story => {
    const hello = welcome(arabic, table);
    Object.values(hello.people).forEach((one, i) => Object.assign(one, { kind: "member", rating: RATINGS[i] }));
    return { welcome: hello, frames: [{ type: "frame", v: 40, events: [], view: view(change, game) }], then, ...extra };
  };
}

const presence = (gone: { seat: number; how: "left" | "lost"; until: number }[]): FromServer => ({ type: "presence", n: 2, watching: 22, seats: [0, 1, 2].map((seat) => !gone.some((one) => one.seat === seat)), gone });
const later = (ms: number): number => Date.now() + ms;
const MINE: Partial<TableView> = { deciders: mine("play"), menu: play(["AH", "9H"]) };
const program = (change: Partial<SeatInfo>): SeatInfo => ({ person: null, kind: "bot", bot: "simple", owner: null, ready: true, here: false, ...change });
const told = (event: Record<string, unknown>[], shown: Partial<TableView>): FromServer => ({ type: "frame", v: 50, events: event.map((one, i) => ({ seq: 50 + i, event: one as never })), view: view(shown, FOLLOW) });

export const RANKED: Record<string, (arabic: boolean) => Story> = {
  "clock-mine": story({ ...MINE, clocks: clocks(0, [102_900, 80_000, 65_000]) }, FOLLOW),
  "clock-late": story({ ...MINE, clocks: clocks(0, [14_500, 80_000, 65_000]) }, FOLLOW),
  "clock-tenths": story({ ...MINE, clocks: clocks(0, [9_400, 80_000, 65_000]) }, FOLLOW),
  "clock-theirs": story({ deciders: theirs(1, "play"), clocks: clocks(1, [102_900, 12_000, 65_000]) }, LED),
  "clock-slow": story({ ...MINE, clocks: { ...clocks(0, [66_000_000, 86_400_000, 3_540_000]), bank: 86_400_000, step: 86_400_000 } }, FOLLOW, [], SLOW),
  "clock-bid": story({ deciders: mine("bid"), menu: { decision: 40, choices: [{ type: "place_bid", fields: { value: { one_of: [2, 3, 4, 5, 6, 7, 8, 9, 10] } } }] }, clocks: clocks(0, [102_900, 80_000, 65_000]) }, { phase: "bidding", bids: [[1, 4], [2, 2]], contracts: [null, 4, 2], declarer: null, trump: null }),
  "away-lost": story({ deciders: theirs(1, "play"), clocks: clocks(1, [102_900, 72_000, 65_000]) }, LED, [presence([{ seat: 1, how: "lost", until: later(41_000) }])]),
  "away-left": story({ deciders: theirs(2, "play"), clocks: clocks(2, [102_900, 72_000, 65_000]) }, LED, [presence([{ seat: 2, how: "left", until: later(12_000) }])]),
  "away-program": story({ ...MINE, seats: [person("huda"), program({ owner: "noura", away: "lost" }), person("salem")], clocks: clocks(0, [102_900, 72_000, 65_000]) }, FOLLOW),
  "away-own": story({ you: null, deciders: theirs(1, "play"), seats: [program({ owner: "huda", away: "time" }), person("noura"), person("salem")], clocks: clocks(1, [5_000, 72_000, 65_000]) }, { ...LED, hands: [0, 1, 2].map(() => ({ cards: [], hidden: 6 })) }),
  "time-up": story({ ...MINE, clocks: clocks(0, [5_000, 80_000, 65_000]) }, FOLLOW, [told([{ type: "table.timed_out", seat: 0 }, { type: "card_played", seat: 0, card: "8C" }], { ...MINE, clocks: clocks(0, [5_000, 80_000, 65_000]) })]),
  "time-up-program": story(MINE, FOLLOW, [told([{ type: "table.timed_out", seat: 2 }, { type: "table.bot_took_over", seat: 2, reason: "time" }], { ...MINE, seats: [person("huda"), person("noura"), program({ owner: "salem", away: "time" })] })]),
  "own-lost": story({ ...MINE, clocks: clocks(0, [102_900, 80_000, 65_000]) }, FOLLOW, [], RATED, { line: "lost" }),
  restart: story({ ...MINE, clocks: clocks(0, [102_900, 80_000, 65_000]) }, FOLLOW, [{ type: "notice", kind: "restart", at: later(90_000), now: later(0) }]),
  accept: story({ lifecycle: "seated", seats: [person("huda", { ready: false }), person("noura"), person("salem", { ready: false })], deadline: later(25_000) }, NO_GAME, [], RATED),
  accepted: story({ lifecycle: "seated", seats: [person("huda"), person("noura"), person("salem", { ready: false })], deadline: later(25_000) }, NO_GAME, [], RATED),
  "not-accepted": story({ lifecycle: "closed", seats: [person("huda"), person("noura"), person("salem", { ready: false })] }, NO_GAME),
  "rated-end": story({ lifecycle: "finished" }, ENDED),
  "rated-end-program": story({ lifecycle: "finished", seats: [person("huda"), person("noura"), program({ owner: "salem", away: "left" })] }, ENDED),
};

const ENTRY: TableRatings = {
  pool: "hokm.normal",
  rated: true,
  unrated_reason: "",
  changes: [
    { seat: 0, person: "huda", rank: 1, left: false, before: { points: 1801, sure: true }, after: { points: 1821, sure: true }, expected: 0.41, got: 1, weights: [0, 12, 8] },
    { seat: 1, person: "noura", rank: 2, left: false, before: { points: 1866, sure: true }, after: { points: 1861, sure: true }, expected: 0.47, got: 0, weights: [-11, 0, 6] },
    { seat: 2, person: "salem", rank: 3, left: true, before: { points: 1520, sure: false }, after: { points: 1489, sure: false }, expected: 0.12, got: 0, weights: [-22, -9, 0] },
  ],
};

/** What the server would say to requests of the page; the first look comes too early, as it does in truth. */
export function answers(): void {
  let asked = 0;
  const real = window.fetch.bind(window);
  window.fetch = (input, init) => {
    if (!String(input).endsWith("/ratings")) return real(input, init);
    return Promise.resolve(asked++ ? Response.json(ENTRY) : Response.json({ error: { code: "not_rated_yet" } }, { status: 404 }));
  };
}

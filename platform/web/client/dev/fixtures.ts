/** Views as the server sends them, written by hand, for looking at every state of a table without a server. Never shipped. */
import type { Card, Clocks, Frame, FromServer, GameView, Lifecycle, Menu, SeatInfo, TableInfo, TableView, Welcome } from "../protocol.ts";

export interface Story {
  welcome: Welcome;
  frames: Frame[];
  /** What happens to the line afterwards: "lost" closes it, a number closes it with that code, "silent" never answers. */
  line?: "lost" | "silent" | number;
  sheet?: string;
  /** What is said after the frames. */
  then?: FromServer[];
}

const HUDA: Card[] = ["JS", "9S", "AS", "8S", "AH", "TH", "9H", "KC", "TD", "QD"];
const ALL = [2, 3, 4, 5, 6, 7, 8, 9, 10];

const rows: [number[], number[], number[]][] = [
  [[3, 4, 2], [5, 2, 3], [30, -40, 20]],
  [[4, 3, 2], [4, 3, 3], [40, 30, 20]],
  [[2, 5, 3], [1, 5, 4], [-20, 50, 30]],
  [[3, 4, 4], [4, 4, 2], [30, 40, -40]],
  [[5, 2, 2], [5, 3, 2], [50, 20, 20]],
  [[2, 3, 6], [3, 1, 6], [20, -30, 60]],
  [[3, 5, 2], [2, 5, 3], [-30, 50, 20]],
  [[2, 4, 3], [4, 4, 2], [20, 40, -30]],
  [[4, 3, 2], [4, 3, 3], [40, 30, 20]],
  [[2, 3, 4], [1, 4, 5], [-20, 30, 40]],
  [[5, 2, 2], [5, 3, 2], [50, 20, 20]],
];

export function sheet(): { deal: number; contracts: number[]; tricks: number[]; score: number[]; totals: number[] }[] {
  let totals = [0, 0, 0];
  return rows.map(([contracts, tricks, score], i) => {
    totals = totals.map((total, seat) => total + (score[seat] ?? 0));
    return { deal: i + 1, contracts, tricks, score, totals };
  });
}

const TOTALS = sheet().at(-1)?.totals ?? [0, 0, 0];

function game(change: Partial<GameView> & Record<string, unknown> = {}): GameView {
  return {
    phase: "playing",
    deal: 12,
    dealer: 0,
    turn: 0,
    hands: [
      { cards: HUDA, hidden: 0 },
      { cards: [], hidden: 10 },
      { cards: [], hidden: 10 },
    ],
    bids: [[1, 4], [2, 2], [0, 5]],
    contracts: [5, 4, 2],
    declarer: 0,
    trump: "S",
    trick: { leader: 0, cards: [], best: null },
    last_trick: null,
    tricks: [0, 0, 0],
    totals: TOTALS,
    target: 500,
    score: null,
    sheet: sheet(),
    result: null,
    ...change,
  };
}

export const person = (id: string, change: Partial<SeatInfo> = {}): SeatInfo => ({ person: id, kind: "person", bot: null, owner: null, ready: true, here: true, ...change });
const program = (): SeatInfo => ({ person: null, kind: "bot", bot: "simple", owner: null, ready: true, here: false });
const free = (): SeatInfo => ({ person: null, kind: "empty", bot: null, owner: null, ready: false, here: false });

export function view(change: Partial<TableView> = {}, gameChange: Partial<GameView> & Record<string, unknown> = {}): TableView {
  return {
    lifecycle: "playing",
    seats: [person("huda"), person("noura"), person("salem")],
    you: 0,
    deciders: [],
    menu: null,
    offers: [],
    deadline: null,
    clocks: null,
    game: game(gameChange),
    ...change,
  };
}

/** Clocks of which that of one seat runs. */
export const clocks = (runs: number | null, left: number[]): Clocks => ({ bank: 120_000, step: 5_000, seats: left.map((ms, seat) => ({ left: ms, until: seat === runs ? Date.now() + ms : null })) });

export const play = (cards: Card[]): Menu => ({ decision: 40, choices: [{ type: "play_card", fields: { card: { card: cards } } }] });
export const mine = (kind: string): TableView["deciders"] => [{ seat: 0, kind, hand: 0, decision: 40 }];
export const theirs = (seat: number, kind: string): TableView["deciders"] => [{ seat, kind, hand: seat, decision: 40 }];

export function welcome(arabic: boolean, change: Partial<TableInfo> = {}): Welcome {
  const names = arabic ? ["هدى", "نورة", "سالم"] : ["Huda", "Noura", "Salem"];
  return {
    type: "welcome",
    you: { person: "huda", name: names[0] ?? "", seat: 0 },
    table: {
      id: "0000000000000000000000",
      game: "hokm",
      preset: "default",
      options: { target: 500, auction: "once_free", top_tie: "earliest", all_pass: "eldest", void_play: "free", broken: "bid", kabbut_broken: "per_trick", history: "last" },
      host: "huda",
      visibility: "public",
      rated: false,
      speed: "casual",
      ...change,
    },
    people: { huda: { name: names[0] ?? "", kind: "guest" }, noura: { name: names[1] ?? "", kind: "guest" }, salem: { name: names[2] ?? "", kind: "guest" } },
    now: Date.now(),
  };
}

const one = (shown: TableView, extra: Partial<Story> = {}) => (arabic: boolean): Story => ({ welcome: welcome(arabic), frames: [{ type: "frame", v: 40, events: [], view: shown }], ...extra });

const SIX: Card[] = ["9S", "AS", "AH", "9H", "KC", "QD"];
const before = { hands: [{ cards: SIX, hidden: 0 }, { cards: [], hidden: 6 }, { cards: [], hidden: 5 }], tricks: [2, 1, 1], last_trick: { cards: [[0, "TH"], [1, "KH"], [2, "8H"]] as [number, Card][], taker: 0 } };
export const LED = { ...before, hands: [{ cards: SIX, hidden: 0 }, { cards: [], hidden: 6 }, { cards: [], hidden: 5 }], trick: { leader: 2, cards: [[2, "QH"]] as [number, Card][], best: 2 } };
export const FOLLOW = { ...before, hands: [{ cards: SIX, hidden: 0 }, { cards: [], hidden: 5 }, { cards: [], hidden: 5 }], trick: { leader: 1, cards: [[1, "JH"], [2, "QH"]] as [number, Card][], best: 2 } };
const waits: Lifecycle = "open";
export const NO_GAME = { deal: 0, phase: "fresh", dealer: null, hands: [{ cards: [], hidden: 0 }, { cards: [], hidden: 0 }, { cards: [], hidden: 0 }], bids: [], contracts: [null, null, null], declarer: null, trump: null, trick: { leader: 0, cards: [], best: null }, totals: [0, 0, 0], sheet: [] };
const scored = { phase: "between", hands: [{ cards: [], hidden: 0 }, { cards: [], hidden: 0 }, { cards: [], hidden: 0 }], score: [50, 40, -20], tricks: [5, 4, 1], trump: "S" as const, totals: [260, 280, 160], sheet: [...sheet(), { deal: 12, contracts: [5, 4, 2], tricks: [5, 4, 1], score: [50, 40, -20], totals: [260, 280, 160] }] };
export const ENDED = { ...scored, phase: "finished", deal: 27, totals: [510, 470, 330], result: { totals: [510, 470, 330], winners: [0] } };

export const STORIES: Record<string, (arabic: boolean) => Story> = {
  bidding: one(view({ deciders: mine("bid"), menu: { decision: 40, choices: [{ type: "place_bid", fields: { value: { one_of: ALL } } }] } }, { phase: "bidding", bids: [[1, 4], [2, 2]], contracts: [null, 4, 2], declarer: null, trump: null })),
  rising: (arabic) => ({
    ...one(view({ deciders: mine("bid"), menu: { decision: 40, choices: [{ type: "place_bid", fields: { value: { one_of: [2, 6, 7, 8, 9, 10] } } }] } }, { phase: "bidding", bids: [[1, 5]], contracts: [null, 5, null], declarer: null, trump: null }))(arabic),
    welcome: welcome(arabic, { options: { target: 500, auction: "once_rising", broken: "short", kabbut_broken: "double" } }),
  }),
  "bidding-wait": one(view({ deciders: theirs(1, "bid") }, { phase: "bidding", bids: [], contracts: [null, null, null], declarer: null, trump: null })),
  trump: one(view({ deciders: mine("name_trump"), menu: { decision: 40, choices: [{ type: "name_trump", fields: { suit: { one_of: ["S", "H", "C", "D"] } } }] } }, { phase: "naming_trump", trump: null })),
  lead: one(view({ deciders: mine("play"), menu: play(HUDA) })),
  follow: one(view({ deciders: mine("play"), menu: play(["AH", "9H"]) }, FOLLOW)),
  wait: one(view({ deciders: theirs(1, "play") }, { ...LED, trick: { leader: 0, cards: [[2, "QH"]], best: 2 } })),
  gone: one(view({ deciders: theirs(1, "play"), seats: [person("huda"), person("noura", { here: false }), person("salem")], deadline: Date.now() + 41_000 }, LED)),
  clocks: one(view({ deciders: mine("play"), menu: play(["AH", "9H"]), clocks: clocks(0, [102_900, 80_000, 65_000]) }, FOLLOW)),
  lost: one(view({ deciders: mine("play"), menu: play(["AH", "9H"]) }, FOLLOW), { line: "lost" }),
  program: one(view({ deciders: theirs(1, "play"), seats: [person("huda"), program(), program()] }, LED)),
  "stand-in": one(view({ you: null, deciders: mine("play"), seats: [{ ...program(), owner: "huda" }, person("noura"), person("salem")] }, { ...FOLLOW, hands: [{ cards: [], hidden: 6 }, { cards: [], hidden: 5 }, { cards: [], hidden: 5 }] })),
  between: one(view({ deadline: Date.now() + 12_000, seats: [person("huda", { ready: false }), person("noura", { ready: false }), program()] }, scored)),
  finished: one(view({ lifecycle: "finished" }, ENDED)),
  lostgame: one(view({ lifecycle: "finished", you: 2, seats: [program(), program(), person("huda")] }, ENDED)),
  abandoned: one(view({ lifecycle: "abandoned" }, before)),
  closed: one(view({ lifecycle: "abandoned", seats: [person("huda"), free(), free()] }, NO_GAME)),
  waiting: one(view({ lifecycle: waits, seats: [person("huda", { ready: false }), free(), person("salem")] }, NO_GAME)),
  guest: (arabic) => ({ ...one(view({ lifecycle: waits, seats: [person("noura"), person("huda", { ready: false }), person("salem", { ready: false })], you: 1 }, NO_GAME))(arabic), welcome: welcome(arabic, { host: "noura" }) }),
  visitor: (arabic) => ({ ...one(view({ lifecycle: waits, seats: [person("noura"), free(), program()], you: null }, NO_GAME))(arabic), welcome: welcome(arabic, { host: "noura" }) }),
  watching: one(view({ you: null, deciders: theirs(0, "play") }, { ...FOLLOW, hands: [{ cards: [], hidden: 6 }, { cards: [], hidden: 5 }, { cards: [], hidden: 5 }] })),
  sheet: one(view({ deciders: mine("play"), menu: play(["AH", "9H"]) }, FOLLOW), { sheet: "score" }),
  last: one(view({ deciders: mine("play"), menu: play(["AH", "9H"]) }, FOLLOW), { sheet: "last" }),
  menu: one(view({ deciders: mine("play"), menu: play(["AH", "9H"]) }, FOLLOW), { sheet: "more" }),
  loading: (arabic) => ({ welcome: welcome(arabic), frames: [], line: "silent" }),
  missing: (arabic) => ({ welcome: welcome(arabic), frames: [], line: 4404 }),
  generic: (arabic) => ({
    ...one(view({ deciders: mine("bid"), menu: { decision: 40, choices: [{ type: "declare", fields: { discard: { cards: 2, of: SIX }, contract: { one_of: ["6S", "7H"] } } }, { type: "claim", offer: true, fields: { tricks: { split: 10, floors: [1, 2, null] } } }, { type: "pass" }] } }, LED))(arabic),
    welcome: welcome(arabic, { game: "whist" }),
  }),
  six: (arabic) => ({
    ...one(
      view(
        { deciders: theirs(2, "play"), seats: [person("huda"), person("noura"), person("salem"), program(), program(), program()] },
        { hands: [{ cards: SIX, hidden: 0 }, ...[1, 2, 3, 4, 5].map(() => ({ cards: [], hidden: 4 }))], tricks: [0, 0, 0, 0, 0, 0], totals: [0, 0, 0, 0, 0, 0], trick: { leader: 0, cards: [[0, "AS"], [1, "KS"], [3, "QS"], [4, "8S"], [5, "7S"]], best: 0 } },
      ),
    )(arabic),
    welcome: welcome(arabic, { game: "whist" }),
  }),
  four: (arabic) => ({
    ...one(
      view(
        { deciders: theirs(2, "play"), seats: [person("huda"), person("noura"), person("salem"), program()] },
        { hands: [{ cards: SIX, hidden: 0 }, ...[1, 2, 3].map(() => ({ cards: [], hidden: 6 }))], tricks: [0, 0, 0, 0], totals: [0, 0, 0, 0], trick: { leader: 0, cards: [[3, "QS"], [0, "AS"], [1, "KS"]], best: 0 } },
      ),
    )(arabic),
    welcome: welcome(arabic, { game: "whist" }),
  }),
};

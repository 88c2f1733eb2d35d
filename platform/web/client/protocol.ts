/** What the server says and what it is told, as in docs/protocol.md. Types only: nothing here runs. */

/** Rank then suit, "TC" is the ten of clubs. */
export type Card = string;
export type Suit = "S" | "H" | "C" | "D";
export type Seat = number;

/** What a field of a command may hold. */
export type Domain =
  | { one_of: (string | number | boolean | null)[] }
  | { card: Card[] }
  | { cards: number; of: Card[] }
  | { split: number; floors: (number | null)[] };

export interface Choice {
  type: string;
  fields?: Record<string, Domain>;
  /** May be said unasked (a claim); nobody waits for it. */
  offer?: boolean;
}

export interface Menu {
  decision: number;
  choices: Choice[];
}

export type Command = { type: string } & Record<string, unknown>;

export type PersonKind = "guest" | "member" | "bot";

/** At the game and speed of the table; shown with a question mark while not `sure`. */
export interface Rating {
  points: number;
  sure: boolean;
}

export interface Person {
  name: string;
  kind: PersonKind;
  rating?: Rating;
}

/** Why a program plays on for somebody: the page was closed, the line broke, time ran out, or it was asked for. */
export type Away = "left" | "lost" | "time" | "gave_up";

/** `bot` is the policy of a program; with an `owner` it plays on for that person, who may take the seat back. */
export interface SeatInfo {
  person: string | null;
  kind: "person" | "bot" | "empty";
  bot: string | null;
  owner: string | null;
  away?: Away | null;
  ready: boolean;
  here: boolean;
}

/** `left` as the running decision began, or now when none runs; `until` is the server's time when it runs out. */
export interface SeatClock {
  left: number;
  until: number | null;
}

export interface Clocks {
  /** What a deal begins with. */
  bank: number;
  step: number;
  seats: SeatClock[];
}

/** Chairs of programs that a visitor may take, and who sits down where when the deal is over. */
export interface Chairs {
  open: Seat[];
  coming: { seat: Seat; person: string }[];
}

/** Somebody is away, and his seat waits for him until then. */
export interface Gone {
  seat: Seat;
  how: "left" | "lost";
  until: number;
}

export interface Decider {
  seat: Seat;
  kind: string;
  hand?: Seat;
  decision: number;
}

export type Lifecycle = "open" | "seated" | "playing" | "finished" | "abandoned" | "closed" | "annulled" | "imported";

export interface HandView {
  cards: Card[];
  hidden: number;
}

export interface TrickView {
  leader: Seat | null;
  cards: [Seat, Card][];
  best: Seat | null;
  /** A card that names the suit of the trick and is nobody's. */
  talon?: Card | null;
}

export interface LastTrick {
  cards: [Seat, Card][];
  taker: Seat;
}

export interface Outcome {
  /** Final scores and places by seat; 1 is the first place. */
  scores?: number[];
  totals?: number[];
  ranks?: number[];
  [more: string]: unknown;
}

/** The names every game's view shares; a game adds its own. */
export interface GameView {
  phase: string;
  deal: number;
  dealer: Seat | null;
  hands: HandView[];
  trick: TrickView | null;
  last_trick: LastTrick | null;
  tricks: number[];
  trump: Suit | null;
  trump_named?: boolean;
  declarer: Seat | null;
  contract?: unknown;
  totals: number[];
  result: Outcome | null;
  sheet?: unknown[];
  [more: string]: unknown;
}

export interface TableView {
  lifecycle: Lifecycle;
  seats: SeatInfo[];
  you: Seat | null;
  deciders: Decider[];
  menu: Menu | null;
  offers?: Seat[];
  deadline: number | null;
  clocks?: Clocks | null;
  chairs?: Chairs | null;
  game: GameView | null;
}

export interface GameEvent {
  type: string;
  seat?: Seat;
  card?: Card | null;
  [more: string]: unknown;
}

export interface TableInfo {
  id: string;
  game: string;
  rules_version?: number;
  players?: number;
  preset: string | null;
  options: Record<string, unknown>;
  host: string | null;
  visibility: string;
  rated: boolean;
  speed: string;
  commitment?: string | null;
  origin?: unknown;
}

export interface Welcome {
  type: "welcome";
  you: { person: string | null; name: string; seat: Seat | null };
  table: TableInfo;
  people: Record<string, Person>;
  now: number;
}

export interface Frame {
  type: "frame";
  v: number;
  events: { seq: number; event: GameEvent | null }[];
  view: TableView;
}

export type FromServer =
  | Welcome
  | Frame
  | { type: "accepted"; id: string; first: number; last: number }
  | { type: "refused"; id: string; code: string; [more: string]: unknown }
  | { type: "people"; people: Record<string, Person> }
  | { type: "heartbeat"; v: number; now: number }
  | Presence
  | { type: "notice"; kind: string; at: number | null; now: number };

export interface Presence {
  type: "presence";
  n?: number;
  watching?: number;
  seats?: boolean[];
  gone?: Gone[];
}

export type ToServer =
  | { type: "hello"; token?: string; v?: number }
  | { type: "command"; id: string; decision?: number | null; command: Command }
  /** `now` is that of the heartbeat it answers. */
  | { type: "ack"; v: number; now?: number }
  | { type: "bye" };

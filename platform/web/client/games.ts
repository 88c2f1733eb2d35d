/**
 * What a game brings to the browser: `games/<name>/client/index.ts` exports `client`, and is found by its place.
 *
 * Everything is optional but the name and the direction: a game without panels is played through the generic panel, which draws
 * any menu from its domains.
 */
import type { TemplateResult } from "lit";
import { suitsAreTrumps, USUAL_ORDER } from "./cards.ts";
import { tn } from "./i18n.ts";
import type { Card, Choice, Command, GameView, Rating, Seat, Suit, TableView } from "./protocol.ts";
import { suitSign } from "./render/bits.ts";
import type { Settings } from "./settings.ts";
import type { TableState } from "./state.ts";

/** What a piece of a table may ask and do. */
export interface TableContext {
  state: TableState;
  settings: Settings;
  /** What stands on the felt now; it may trail the newest view by the length of a movement. */
  view: TableView;
  game: GameView;
  options: Record<string, unknown>;
  you: Seat | null;
  count: number;
  /** The name of who sits there. */
  name(seat: Seat): string;
  /** The page about him, for a member; null for everybody else. */
  profile(seat: Seat): string | null;
  /** Whether a guest sits there, who may be called anything no member is called. */
  isGuest(seat: Seat): boolean;
  /** His rating in the pool of this table, if he has one. */
  rating(seat: Seat): Rating | null;
  /** The choices open to the viewer that aren't playing a card. */
  choices: Choice[];
  say(command: Command): void;
  draft(name: string, value: unknown): void;
  draftCard(name: string, card: Card, count: number): void;
  /** Opens a sheet over the felt, or closes it: "score", "last", "more". */
  open(sheet: string): void;
}

/** Cards that lie open at a plate although nobody plays from them. */
export interface Shown {
  cards: Card[];
  label: string;
}

/** A part of the margin; on a phone it stands below the last trick, if `phone` says so. */
export interface Section {
  title: string;
  body: TemplateResult;
  phone?: boolean;
}

/** The line under a name on a plate. */
export interface Role {
  text: string | TemplateResult;
  /** Only on a wide screen, before the number. */
  lead?: string;
  taken?: number;
  due?: number | null;
  /** The same in words, for those who do not see strokes. */
  spoken?: string;
  /** A number beside the name that others compare theirs with. */
  points?: number;
}

/** Cards of the own hand that are chosen, not played: which card to keep, which two to put away. */
export interface Picking {
  cards: readonly Card[];
  chosen: readonly Card[];
  pick(card: Card): void;
  /** What a chosen card says to those who listen. */
  spoken(card: Card): string;
}

/** Something that lies beside the tricks: a talon, a widow. */
export interface Aside {
  title: string;
  body: TemplateResult;
}

/** What the deal is about: large in the margin, small in a phone's bar. */
export interface Headline {
  big: TemplateResult | null;
  title: string;
  lines: (string | TemplateResult)[];
  short: string | TemplateResult;
}

export interface PlaceLine {
  seat: Seat;
  place: number;
  points: number;
  note: string;
  /** What was gained or lost at the table, where that is not the points. */
  net?: number;
}

export interface GameClient {
  name: string;
  direction: "clockwise" | "counterclockwise";
  title(): string;
  /** What stands beside the title: "to 500, deal 12". */
  about?(context: TableContext): string;
  /** Ranks of a suit, high to low, for sorting the hand. */
  rankOrder?(context: TableContext, suit: Suit): string;
  role?(context: TableContext, seat: Seat): Role | null;
  /** What a seat has just said, beside its plate. */
  call?(context: TableContext, seat: Seat): TemplateResult | string | null;
  headline?(context: TableContext): Headline | null;
  cue?(context: TableContext): string | null;
  /** The most cards a hand can hold; up to five need one row on a phone. */
  largestHand?: number;
  /** How many cards make a trick full, where some sit out. */
  trickSize?(context: TableContext): number;
  /** Who sits this deal out though he has a place, and perhaps cards. */
  isOut?(context: TableContext, seat: Seat): boolean;
  /** What lies in the middle of the felt before tricks are played. */
  middle?(context: TableContext): TemplateResult | null;
  /** Lets cards of the own hand be chosen where they are. */
  picking?(context: TableContext): Picking | null;
  /** Keys beside the hand: a decision that leaves the middle of the felt in sight. They come before a panel. */
  keys?(context: TableContext): TemplateResult | null;
  aside?(context: TableContext): Aside | null;
  /** Cards that lie open at a plate in place of its backs. */
  shown?(context: TableContext, seat: Seat): Shown | null;
  /** The keys of the open decision; null leaves them to the generic panel. */
  panel?(context: TableContext): TemplateResult | null;
  sheetTitle?(context: TableContext): string;
  sheet?(context: TableContext): TemplateResult;
  /** The sheet in full, over the felt; the margin then has a key for it. */
  wholeSheet?(context: TableContext): TemplateResult;
  /** The parts of the margin after the contract, in place of sheet and last trick. */
  margin?(context: TableContext): Section[];
  /** How the deal that was just scored ended, above the Ready key. */
  dealResult?(context: TableContext): TemplateResult;
  places?(context: TableContext): PlaceLine[];
  /** How the table ended, as a title. */
  verdict?(context: TableContext): string | null;
  /** Between that title and the places. */
  finale?(context: TableContext): TemplateResult;
  /** How the result came about: a picture beside it, and the steps below it. */
  reckoning?(context: TableContext): { picture: TemplateResult; steps: TemplateResult };
  /** What happened, in words, for those who listen. */
  announce?(context: TableContext, before: GameView | null): string[];
  /** What a command or a value is called on the generic panel. */
  commandName?(type: string): string | null;
  valueName?(type: string, field: string, value: unknown): string | TemplateResult | null;
  fieldName?(type: string, field: string): string | null;
  refusal?(code: string): string | null;
}

/** Ranks of a suit, high to low, as this game orders them. */
export const rankOrder =
  (context: TableContext, client: GameClient) =>
  (suit: Suit): string =>
    client.rankOrder?.(context, suit) ?? USUAL_ORDER;

const MODULES = import.meta.glob<{ client: GameClient }>("/games/*/client/index.ts");

/** What the page knows of the game of its table. */
export interface Known {
  title: string;
  clockwise: boolean;
}

/** A game whose folder brings nothing to the browser still has a table: its plates tell points and tricks, its bar the trumps. */
export function plainGame(name: string, known?: Known): GameClient {
  return {
    name,
    direction: known?.clockwise === false ? "counterclockwise" : "clockwise",
    title: () => known?.title || name.charAt(0).toUpperCase() + name.slice(1).replaceAll("_", " "),
    role: ({ game }, seat) => (game.deal ? { text: tn("{count} point", "{count} points", game.totals[seat] ?? 0), taken: game.tricks[seat] ?? 0 } : null),
    headline: ({ game }) => {
      const deal = tn("deal {count}", "deal {count}", game.deal);
      return game.trump ? { big: suitSign(game.trump), title: suitsAreTrumps(game.trump), lines: [deal], short: deal } : null;
    },
  };
}

/** The client of a game, loaded when a table of it is opened. */
export async function gameClient(name: string, known?: Known): Promise<GameClient> {
  const load = MODULES[`/games/${name}/client/index.ts`];
  return load ? (await load()).client : plainGame(name, known);
}

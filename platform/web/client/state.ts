/**
 * What the browser knows: the last view of the server and the viewer's own choices on top. Values only, and questions about them.
 *
 * Legality is never decided here. What may be pressed is what the menu lists.
 */
import type { Card, Choice, Command, Frame, Gone, Menu, Person, Seat, SeatInfo, TableInfo, TableView, Welcome } from "./protocol.ts";
import type { Told } from "./told.ts";

export type Link = "connecting" | "open" | "lost" | "closed";

/** A command on its way: shown as done until the server refuses it. */
export interface Sending {
  id: string;
  command: Command;
  decision: number | null;
  card: Card | null;
  /** The server has taken it, as the event of this number; the frame that holds it is still to come. */
  taken: number | null;
}

export interface TableState {
  link: Link;
  /** Why the server ended the connection for good (4404 no such table, 4401 unauthorised, 4403 origin). */
  closed: number | null;
  you: Welcome["you"] | null;
  table: TableInfo | null;
  people: Record<string, Person>;
  watching: number | null;
  /** Who is away, and until when the seat waits. */
  gone: readonly Gone[];
  /** The number of the presence message that was taken last; older ones come to nothing. */
  presence: number;
  /** Server time minus own time, in ms, and the measurements it comes from. */
  skew: number;
  measured: readonly number[];
  /** When the server restarts, if it has said so. */
  restart: number | null;
  /** What has just happened by itself, for one line above the hand. */
  told: Told | null;
  v: number;
  view: TableView | null;
  /** The card that stands up, to be played by a second touch. */
  raised: Card | null;
  /** The card chosen before one's turn; played when it is legal. */
  ahead: Card | null;
  sending: Sending | null;
  /** Choices on a panel before they are said, for one decision. */
  draft: Record<string, unknown>;
  draftFor: number | null;
  refusal: string | null;
  sheet: string | null;
}

export const EMPTY: TableState = {
  link: "connecting",
  closed: null,
  you: null,
  table: null,
  people: {},
  watching: null,
  gone: [],
  presence: 0,
  skew: 0,
  measured: [],
  restart: null,
  told: null,
  v: 0,
  view: null,
  raised: null,
  ahead: null,
  sending: null,
  draft: {},
  draftFor: null,
  refusal: null,
  sheet: null,
};

/** The choices open now; none while a command is on its way or the connection is away. */
export function openMenu(state: TableState): Menu | null {
  if (state.sending || state.link !== "open") return null;
  return state.view?.menu ?? null;
}

export interface CardChoice {
  type: string;
  field: string;
  cards: Card[];
}

/** The choice that plays one card: `play_…` with a single field that is a card. Keeping or showing one belongs on a panel. */
export function cardChoice(menu: Menu | null): CardChoice | null {
  for (const choice of menu?.choices ?? []) {
    if (choice.offer || !choice.type.startsWith("play")) continue;
    const fields = Object.entries(choice.fields ?? {});
    const [entry] = fields;
    if (fields.length === 1 && entry && "card" in entry[1]) return { type: choice.type, field: entry[0], cards: entry[1].card };
  }
  return null;
}

/** Every choice that isn't playing a card: what a panel shows. */
export function panelChoices(menu: Menu | null): Choice[] {
  const playing = cardChoice(menu);
  return (menu?.choices ?? []).filter((choice) => choice.type !== playing?.type);
}

/** Whether the table waits for this seat. */
export function isDue(view: TableView | null, seat: Seat | null): boolean {
  return seat !== null && !!view?.deciders.some((decider) => decider.seat === seat);
}

/** Whether it is the viewer's turn to choose, as far as the server has said. */
export function isMyTurn(state: TableState): boolean {
  return !!state.view && state.view.you !== null && isDue(state.view, state.view.you);
}

/** The hand a seat plays from: its own, or the one it controls. */
export function handPlayed(view: TableView): Seat | null {
  const mine = view.deciders.find((decider) => decider.seat === view.you);
  return mine?.hand ?? view.you;
}

/** The view as it is shown: a card on its way to the server already lies in the trick. */
export function shownView(view: TableView | null, sending: Sending | null): TableView | null {
  const game = view?.game;
  if (!view || !game || !sending?.card) return view;
  const card = sending.card;
  const seat = game.hands.findIndex((hand) => hand.cards.includes(card));
  if (seat < 0) return view;
  const trick = game.trick ?? { leader: seat, cards: [], best: null };
  return {
    ...view,
    deciders: view.deciders.filter((decider) => (decider.hand ?? decider.seat) !== seat),
    game: {
      ...game,
      hands: game.hands.map((hand, i) => (i === seat ? { ...hand, cards: hand.cards.filter((held) => held !== card) } : hand)),
      trick: { ...trick, cards: [...trick.cards, [seat, card]] },
    },
  };
}

export type Occupancy = "free" | "person" | "program" | "stand-in";

/** Who sits there: nobody, a person, a program by itself, or a program for a person who is away. */
export function occupancy(seat: SeatInfo): Occupancy {
  if (seat.bot) return seat.owner ? "stand-in" : "program";
  return seat.person ? "person" : "free";
}

/** The seat in which a program plays for the viewer, who looks on meanwhile. */
export function heldForMe(state: TableState): Seat | null {
  const me = state.you?.person;
  const seat = me ? (state.view?.seats.findIndex((info) => info.bot && info.owner === me) ?? -1) : -1;
  return seat < 0 ? null : seat;
}

/** The chair on which the viewer sits down when the deal is over. */
export function promisedToMe(state: TableState): Seat | null {
  const me = state.you?.person;
  return state.view?.chairs?.coming.find(({ person }) => person === me)?.seat ?? null;
}

/** Whether those at the table were brought together by waiting: such a table is nobody's own. */
export function isMatched(state: TableState): boolean {
  return state.table !== null && state.table.host === null;
}

/** Seats in the order they are shown, beginning at the bottom and going clockwise on the screen. */
export function seatsClockwise(count: number, bottom: Seat, direction: "clockwise" | "counterclockwise"): Seat[] {
  const step = direction === "clockwise" ? 1 : count - 1;
  return Array.from({ length: count }, (_, i) => (bottom + i * step) % count);
}

/** The places of 2 to 6 seats, beginning at the bottom and going clockwise. */
export const PLACES: Record<number, readonly string[]> = {
  2: ["s", "n"],
  3: ["s", "nw", "ne"],
  4: ["s", "w", "n", "e"],
  5: ["s", "w", "nw", "ne", "e"],
  6: ["s", "w", "nw", "n", "ne", "e"],
};

/** Where each seat sits: `places[seat]`. Watchers see seat 0 at the bottom. */
export function placesBySeat(count: number, bottom: Seat | null, direction: "clockwise" | "counterclockwise"): string[] {
  const places: string[] = [];
  seatsClockwise(count, bottom ?? 0, direction).forEach((seat, i) => {
    places[seat] = PLACES[count]?.[i] ?? "n";
  });
  return places;
}

/** A frame that brings nothing newer is passed over: the server may send one twice when a connection resumes. */
export function isNewer(state: TableState, frame: Frame): boolean {
  return frame.v > state.v || state.view === null;
}

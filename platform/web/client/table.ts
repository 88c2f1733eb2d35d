/** Every change to what the browser knows. No DOM, no socket, no clock: a state goes in, the next one comes out. */
import { measured } from "./clocks.ts";
import type { Card, Command, Frame, Person, Presence, Welcome } from "./protocol.ts";
import { toldBy } from "./told.ts";
import { cardChoice, EMPTY, isNewer, openMenu, type Link, type TableState } from "./state.ts";

/** A new state, and the command that goes to the server because of it. */
export interface Step {
  state: TableState;
  say: Command | null;
}

const quietly = (state: TableState): Step => ({ state, say: null });

export function welcomed(state: TableState, welcome: Welcome, now: number): TableState {
  // A new line takes another way: what was measured on the old one says nothing of it. Presence begins anew, too.
  const time = measured([], welcome.now, now);
  return { ...state, ...time, link: "open", closed: null, you: welcome.you, table: welcome.table, people: welcome.people, gone: [], presence: 0, restart: null };
}

/** A heartbeat tells the server's time once more. */
export function beaten(state: TableState, serverNow: number, now: number): TableState {
  return { ...state, ...measured(state.measured, serverNow, now) };
}

/** The server says when it restarts, or that it does not. */
export function noticed(state: TableState, restart: number | null): TableState {
  return { ...state, restart };
}

/** The line has been read, or its time is over. */
export function heard(state: TableState): TableState {
  return state.told ? { ...state, told: null } : state;
}

export function linked(state: TableState, link: Link, code: number | null = null): TableState {
  // What was raised stays raised: the felt stands as it was until the connection is back.
  return { ...state, link, closed: link === "closed" ? code : null };
}

export function introduced(state: TableState, people: Record<string, Person>): TableState {
  return { ...state, people: { ...state.people, ...people } };
}

/** Who is connected now, and who is waited for. Messages may overtake each other: an older one is passed over. */
export function present(state: TableState, { n = state.presence, seats = [], watching, gone = [] }: Omit<Presence, "type">): TableState {
  if (n < state.presence) return state;
  const view = state.view && { ...state.view, seats: state.view.seats.map((info, seat) => ({ ...info, here: seats[seat] ?? info.here })) };
  return { ...state, watching: watching ?? null, gone, presence: n, view };
}

/** Takes a frame over. What was chosen for another decision is dropped; a card chosen ahead stays while it is held. */
export function framed(state: TableState, frame: Frame): TableState {
  if (!isNewer(state, frame)) return state;
  const view = frame.view;
  const decision = view.menu?.decision ?? null;
  const held = new Set(view.game?.hands.flatMap((hand) => hand.cards) ?? []);
  const keep = (card: Card | null): Card | null => (card && held.has(card) ? card : null);
  const sameDeal = state.view?.game?.deal === view.game?.deal;
  const sending = state.sending && !settles(state, frame) ? state.sending : null;
  return {
    ...state,
    v: frame.v,
    view,
    sending,
    told: toldBy(frame.events.map(({ event }) => event), frame.view.lifecycle === "playing") ?? state.told,
    raised: decision !== null && state.view?.menu?.decision === decision ? keep(state.raised) : null,
    ahead: sameDeal ? keep(state.ahead) : null,
    draft: decision !== null && decision === state.draftFor ? state.draft : {},
    draftFor: decision,
    refusal: decision !== null && decision === state.draftFor ? state.refusal : null,
  };
}

/** Whether a frame already holds what the command on its way has done: then the answer need not be waited for. */
function settles(state: TableState, frame: Frame): boolean {
  const sending = state.sending;
  if (!sending) return false;
  if (sending.taken !== null) return frame.v >= sending.taken;
  return sending.decision !== null && (frame.view.menu?.decision ?? null) !== sending.decision;
}

/** The command a card makes, if the menu has it now. */
export function playing(state: TableState, card: Card): Command | null {
  const choice = cardChoice(openMenu(state));
  return choice?.cards.includes(card) ? { type: choice.type, [choice.field]: card } : null;
}

/**
 * A card of an own hand is touched. In turn it is raised, then played (at once with one-tap); before one's turn it is chosen ahead,
 * and touched again let go. A quiet card does nothing: why it is quiet is said by the line above the hand.
 */
export function touched(state: TableState, card: Card, oneTap: boolean): Step {
  if (state.link !== "open" || state.sending) return quietly(state);
  const command = playing(state, card);
  if (command) {
    if (oneTap || state.raised === card) return { state: { ...state, raised: null, ahead: null }, say: command };
    return quietly({ ...state, raised: card });
  }
  if (cardChoice(openMenu(state))) return quietly(state.raised ? { ...state, raised: null } : state);
  return quietly({ ...state, ahead: state.ahead === card ? null : card });
}

/** The card chosen ahead goes out as soon as it is legal; if it has become illegal it settles. */
export function dueAhead(state: TableState): Step {
  if (!state.ahead || !cardChoice(openMenu(state))) return quietly(state);
  const command = playing(state, state.ahead);
  return { state: { ...state, ahead: null }, say: command };
}

/** A choice on a panel, not yet said. */
export function drafted(state: TableState, name: string, value: unknown): TableState {
  return { ...state, draft: { ...state.draft, [name]: value } };
}

/** Puts a card among those chosen for a command of several, or takes it out; a card too many lets the first go. */
export function draftedCard(state: TableState, name: string, card: Card, count: number): TableState {
  const chosen = Array.isArray(state.draft[name]) ? (state.draft[name] as Card[]) : [];
  const next = chosen.includes(card) ? chosen.filter((held) => held !== card) : [...chosen, card].slice(-count);
  return drafted(state, name, next);
}

export function lowered(state: TableState): TableState {
  return { ...state, raised: null, ahead: null };
}

export function opened(state: TableState, sheet: string | null): TableState {
  return { ...state, sheet: state.sheet === sheet ? null : sheet };
}

/** A command leaves. Table commands (ready, leave) need no decision and leave the felt alone. */
export function sent(state: TableState, id: string, command: Command, decision: number | null): TableState {
  const playedCard = command["card"];
  const sheet = state.sheet === "offer" ? null : state.sheet;
  return { ...state, sheet, refusal: null, told: null, sending: { id, command, decision, card: typeof playedCard === "string" ? playedCard : null, taken: null } };
}

/** The server took it. The card stays down until the frame that holds it comes. */
export function accepted(state: TableState, id: string, last: number): TableState {
  if (state.sending?.id !== id) return state;
  return { ...state, sending: state.v >= last ? null : { ...state.sending, taken: last } };
}

/** The server did not: the card returns to the hand, and the line above it says why. */
export function refused(state: TableState, id: string, code: string): TableState {
  if (state.sending?.id !== id) return state;
  return { ...state, sending: null, raised: null, refusal: code };
}

/** Another table, or the same from nothing. */
export function fresh(): TableState {
  return { ...EMPTY };
}

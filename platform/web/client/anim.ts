/**
 * From one view to the next in scenes: a card goes from its hand into the trick, a full trick rests and is gathered by its taker,
 * a new hand is dealt. Values only; `render/motion.ts` moves the boxes.
 */
import type { Card, GameEvent, Seat, TableView, TrickView } from "./protocol.ts";

/** How long each movement takes, in ms. */
export const TIMES = { play: 220, rest: 900, gather: 320, raise: 120, dealCard: 60 } as const;

export type Motion =
  | { kind: "play"; seat: Seat; card: Card }
  | { kind: "gather"; cards: Card[]; taker: Seat }
  | { kind: "deal"; cards: Card[] };

export interface Scene {
  view: TableView;
  motions: Motion[];
  /** How long it stays before the next may come. */
  hold: number;
}

type Played = [Seat, Card];

/** Cards of the trick that were played since `before`, in order: from the events, or from the views where history is hidden. */
function played(before: TableView, after: TableView, events: readonly (GameEvent | null)[]): Played[] {
  const told = events.flatMap((event): Played[] =>
    event?.type === "card_played" && typeof event.card === "string" && typeof event.seat === "number" ? [[event.seat, event.card]] : [],
  );
  if (told.length) return told;
  const had = new Set(before.game?.trick?.cards.map(([, card]) => card) ?? []);
  const trick = taken(before, after) ? after.game?.last_trick?.cards : after.game?.trick?.cards;
  return (trick ?? []).filter(([, card]) => !had.has(card));
}

const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);

const key = (cards: readonly Played[] | undefined): string => (cards ?? []).map(([, card]) => card).join();

/** The seat that took a trick between the two views, or null. */
export function taken(before: TableView, after: TableView): Seat | null {
  const a = before.game;
  const b = after.game;
  if (!a || !b) return null;
  const last = b.last_trick;
  if (a.deal === b.deal) {
    if (sum(b.tricks) <= sum(a.tricks)) return null;
    if (last) return last.taker;
    const taker = b.tricks.findIndex((n, seat) => n > (a.tricks[seat] ?? 0));
    return taker < 0 ? null : taker;
  }
  // The deal changed in the same frame: the trick that closed it is the last one, if it is new.
  return last && key(last.cards) !== key(a.last_trick?.cards) ? last.taker : null;
}

/** The scenes that lead from one view to the next. Always at least one, and the last shows `after`. */
export function scenes(before: TableView | null, after: TableView, events: readonly (GameEvent | null)[] = []): Scene[] {
  const end: Scene = { view: after, motions: [], hold: 0 };
  const a = before?.game;
  const b = after.game;
  if (!b) return [end];
  const dealt = newHand(before, after);
  if (dealt.length) end.motions.push({ kind: "deal", cards: dealt });
  if (!before || !a) return [end];

  const cards = played(before, after, events);
  const taker = taken(before, after);
  const list: Scene[] = [];
  let trick: TrickView = a.trick ?? { leader: null, cards: [], best: null };
  cards.forEach(([seat, card], i) => {
    trick = { leader: trick.leader ?? seat, cards: [...trick.cards, [seat, card]], best: null };
    const closes = taker !== null && i === cards.length - 1;
    if (!closes && i === cards.length - 1) {
      end.motions.push({ kind: "play", seat, card });
      return;
    }
    list.push({
      view: {
        ...after,
        // Nobody is waited for while a trick rests, but the own menu is open: any input goes on at once.
        deciders: closes ? after.deciders.filter((decider) => decider.seat === after.you) : [],
        game: midway(before, after, trick, closes ? taker : null),
      },
      motions: [{ kind: "play", seat, card }],
      hold: closes ? TIMES.play + TIMES.rest : TIMES.play,
    });
  });
  if (taker !== null && cards.length === 0 && a.trick?.cards.length) {
    // The closing card lay there already, before the server knew of it: the full trick rests all the same.
    list.push({
      view: { ...after, deciders: after.deciders.filter((decider) => decider.seat === after.you), game: midway(before, after, a.trick, taker) },
      motions: [],
      hold: TIMES.rest,
    });
  }
  if (taker !== null) {
    const gathered = cards.length ? trick.cards : (a.trick?.cards ?? []);
    end.motions.unshift({ kind: "gather", cards: gathered.map(([, card]) => card), taker });
    end.hold = TIMES.gather;
  } else if (end.motions.length) {
    end.hold = TIMES.play;
  }
  return [...list, end];
}

/** The game between two views: the new hands within one deal, but the trick and the strokes as they were. */
function midway(before: TableView, after: TableView, trick: TrickView, winner: Seat | null): NonNullable<TableView["game"]> {
  const a = before.game as NonNullable<TableView["game"]>;
  const b = after.game as NonNullable<TableView["game"]>;
  const lying = new Set(trick.cards.map(([, card]) => card));
  if (a.deal !== b.deal || b.phase !== a.phase) {
    // The deal is over: its own hands are shown to the end, without what has just been played.
    const just = new Set(trick.cards.slice(a.trick?.cards.length ?? 0).map(([seat]) => seat));
    const hands = a.hands.map((hand, seat) => {
      const cards = hand.cards.filter((card) => !lying.has(card));
      const fewer = cards.length === hand.cards.length && just.has(seat) ? 1 : 0;
      return { cards, hidden: Math.max(0, hand.hidden - fewer) };
    });
    return { ...a, hands, trick: { ...trick, best: winner } };
  }
  return { ...b, trick: { ...trick, best: winner }, tricks: winner === null ? b.tricks : a.tricks, last_trick: a.last_trick };
}

/** The cards of a new own hand, or none. */
function newHand(before: TableView | null, after: TableView): Card[] {
  const you = after.you;
  if (you === null || !after.game) return [];
  const hand = after.game.hands[you]?.cards ?? [];
  if (!before?.game || before.game.deal === after.game.deal) {
    const had = before?.game?.hands[you];
    // The deal number may come before the cards.
    return had && had.cards.length === 0 && had.hidden === 0 && hand.length > 2 ? hand : [];
  }
  return hand.length > 2 ? hand : [];
}

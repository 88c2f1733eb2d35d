/** Views for the tests, as the server sends them: seat 1 of three looks on, unless said otherwise. */
import type { Card, GameView, Menu, TableView } from "@client/protocol.ts";

export function game(change: Partial<GameView> = {}): GameView {
  return {
    phase: "playing",
    deal: 4,
    dealer: 2,
    hands: [
      { cards: [], hidden: 5 },
      { cards: ["AS", "KS", "9H"], hidden: 0 },
      { cards: [], hidden: 5 },
    ],
    trick: { leader: 0, cards: [], best: null },
    last_trick: null,
    tricks: [2, 1, 2],
    trump: "H",
    declarer: 0,
    totals: [40, 20, -30],
    result: null,
    ...change,
  };
}

export function view(change: Partial<TableView> = {}, gameChange: Partial<GameView> = {}): TableView {
  return {
    lifecycle: "playing",
    seats: [0, 1, 2].map((seat) => ({ person: `person${seat}`, kind: "person", bot: null, owner: null, ready: true, here: true })),
    you: 1,
    deciders: [],
    menu: null,
    offers: [],
    deadline: null,
    clocks: null,
    game: game(gameChange),
    ...change,
  };
}

export function playMenu(cards: Card[], decision = 40): Menu {
  return { decision, choices: [{ type: "play_card", fields: { card: { card: cards } } }] };
}

/** The viewer is to play one of these cards. */
export function myTurn(cards: Card[], decision = 40, gameChange: Partial<GameView> = {}): TableView {
  return view({ deciders: [{ seat: 1, kind: "play", hand: 1, decision }], menu: playMenu(cards, decision) }, gameChange);
}

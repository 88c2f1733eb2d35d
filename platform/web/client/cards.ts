/** Cards in words and in order. Which card beats which is the game's; here is only what a hand looks like. */
import { num, t, tp } from "./i18n.ts";
import type { Card, Suit } from "./protocol.ts";
import type { Ranks } from "./settings.ts";

export const SUITS: readonly Suit[] = ["S", "H", "C", "D"];

export const suitOf = (card: Card): Suit => card.slice(-1) as Suit;
export const rankOf = (card: Card): string => card.slice(0, -1);

const RED: readonly Suit[] = ["H", "D"];

/** Ranks of the usual order, high to low; a game may give another per suit. */
export const USUAL_ORDER = "AKQJT98765432";

/**
 * A hand sorted by suit and rank, suits alternating in colour where that can be done. A suit comes first when it is named.
 */
export function sortHand(cards: readonly Card[], orderOf: (suit: Suit) => string = () => USUAL_ORDER, first: Suit | null = null): Card[] {
  const held = SUITS.filter((suit) => cards.some((card) => suitOf(card) === suit));
  return alternating(held, first).flatMap((suit) => {
    const order = orderOf(suit);
    return cards.filter((card) => suitOf(card) === suit).sort((a, b) => order.indexOf(rankOf(a)) - order.indexOf(rankOf(b)));
  });
}

/** Spades, hearts, clubs, diamonds; with three suits the odd colour goes into the middle. */
function alternating(held: readonly Suit[], first: Suit | null): Suit[] {
  const black = held.filter((suit) => !RED.includes(suit));
  const red = held.filter((suit) => RED.includes(suit));
  const startsRed = first && held.includes(first) ? RED.includes(first) : red.length > black.length;
  const [one, two] = startsRed ? [red, black] : [black, red];
  if (first && one.includes(first)) one.sort((a, b) => Number(b === first) - Number(a === first));
  const suits: Suit[] = [];
  for (let i = 0; i < Math.max(one.length, two.length); i++) {
    for (const side of [one, two]) {
      const suit = side[i];
      if (suit) suits.push(suit);
    }
  }
  return suits;
}

/** "spades", as trumps or as a suit led. */
export function suitName(suit: Suit): string {
  switch (suit) {
    case "S":
      return t("spades");
    case "H":
      return t("hearts");
    case "C":
      return t("clubs");
    case "D":
      return t("diamonds");
  }
}

/** "Spades", standing alone on a key. */
export function suitTitle(suit: Suit): string {
  switch (suit) {
    case "S":
      return tp("suit alone", "Spades");
    case "H":
      return tp("suit alone", "Hearts");
    case "C":
      return tp("suit alone", "Clubs");
    case "D":
      return tp("suit alone", "Diamonds");
  }
}

/** "Spades are trumps" */
export function suitsAreTrumps(suit: Suit): string {
  switch (suit) {
    case "S":
      return t("Spades are trumps");
    case "H":
      return t("Hearts are trumps");
    case "C":
      return t("Clubs are trumps");
    case "D":
      return t("Diamonds are trumps");
  }
}

function suitOfCard(suit: Suit): string {
  switch (suit) {
    case "S":
      return tp("of a card", "spades");
    case "H":
      return tp("of a card", "hearts");
    case "C":
      return tp("of a card", "clubs");
    case "D":
      return tp("of a card", "diamonds");
  }
}

function rankName(rank: string): string {
  switch (rank) {
    case "A":
      return t("ace");
    case "K":
      return t("king");
    case "Q":
      return t("queen");
    case "J":
      return t("jack");
    case "T":
      return t("ten");
    case "9":
      return t("nine");
    case "8":
      return t("eight");
    case "7":
      return t("seven");
    case "6":
      return t("six");
    default:
      return num(Number(rank));
  }
}

/** "ace of spades" */
export function cardName(card: Card): string {
  const text = t("{rank} of {suit}");
  return text.replace("{rank}", rankName(rankOf(card))).replace("{suit}", suitOfCard(suitOf(card)));
}

const INDEX: Record<Ranks, Record<string, string>> = {
  latin: { A: "A", K: "K", Q: "Q", J: "J", T: "10" },
  cyrillic: { A: "Т", K: "К", Q: "Д", J: "В", T: "10" },
  arabic: { A: "إ", K: "ش", Q: "ب", J: "و", T: "١٠", "9": "٩", "8": "٨", "7": "٧", "6": "٦" },
};

/** The index as it stands on the reader's cards ("10", "Д"). */
export function indexOf(rank: string, ranks: Ranks): string {
  return INDEX[ranks][rank] ?? rank;
}

/** From keys pressed to what is meant by them. Pointers press real buttons; this is for hands on a keyboard. */

export type Meant =
  | { kind: "step"; by: number }
  | { kind: "edge"; end: boolean }
  | { kind: "card"; index: number }
  | { kind: "settle" }
  | null;

/** Where a key was pressed decides whether it means a card. */
export interface KeyPress {
  key: string;
  ctrl: boolean;
  /** A text field, or a group of keys that has arrows of its own. */
  inField: boolean;
  inHand: boolean;
}

/** Arrows walk along the hand, digits name a card (0 is the tenth), Escape lets everything settle. Enter and space are the button's own. */
export function meant({ key, ctrl, inField, inHand }: KeyPress): Meant {
  if (ctrl || inField) return null;
  if (key === "Escape") return { kind: "settle" };
  if (inHand) {
    if (key === "ArrowRight" || key === "ArrowDown") return { kind: "step", by: 1 };
    if (key === "ArrowLeft" || key === "ArrowUp") return { kind: "step", by: -1 };
    if (key === "Home") return { kind: "edge", end: false };
    if (key === "End") return { kind: "edge", end: true };
  }
  if (/^[0-9]$/.test(key)) return { kind: "card", index: key === "0" ? 9 : Number(key) - 1 };
  return null;
}

/** The index a step leads to, going round. */
export function stepped(index: number, by: number, count: number): number {
  return count ? (((index + by) % count) + count) % count : -1;
}

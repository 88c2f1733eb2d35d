/** The pulka as values: what was written where, in which deal, and what stood there before (rules/preferans.md 8.1, 9.2). */
import type { Seat } from "@client/protocol.ts";
import type { Entry, Line, PreferansView } from "./view.ts";

/** "pool:0", "mountain:2", "whists:0:1" (what seat 0 holds against seat 1). */
export type Cell = string;

export const poolOf = (seat: Seat): Cell => `pool:${seat}`;
export const mountainOf = (seat: Seat): Cell => `mountain:${seat}`;
export const whistsOf = (seat: Seat, on: Seat): Cell => `whists:${seat}:${on}`;

/** One number written on the sheet. All but the last of a cell are struck out. */
export interface Mark {
  cell: Cell;
  deal: number;
  amount: number;
  /** What stands there from then on. */
  value: number;
  /** It came by American aid. */
  aid: boolean;
}

export interface Written {
  /** What a cell held before the first deal that is known. */
  start: number;
  marks: Mark[];
}

/** What an entry writes: aid writes twice, pool points for the helped and whists for the helper. */
export function writes([column, seat, on, amount]: Entry, weight: number): { cell: Cell; amount: number; aid: boolean }[] {
  switch (column) {
    case "pool":
      return [{ cell: poolOf(seat), amount, aid: false }];
    case "mountain":
      return [{ cell: mountainOf(seat), amount, aid: false }];
    case "whists":
      return on === null ? [] : [{ cell: whistsOf(seat, on), amount, aid: false }];
    case "aid":
      return on === null
        ? []
        : [
            { cell: poolOf(on), amount, aid: true },
            { cell: whistsOf(seat, on), amount: 10 * weight * amount, aid: true },
          ];
  }
}

/** All deals in order, the newer telling of a deal before the older. */
export function merged(older: readonly Line[], newer: readonly Line[]): Line[] {
  const byDeal = new Map<number, Line>();
  for (const line of [...older, ...newer]) byDeal.set(line.deal, line);
  return [...byDeal.values()].sort((a, b) => a.deal - b.deal);
}

/** What stands in a cell now. */
export function standing(view: Pick<PreferansView, "pools" | "mountains" | "whists">, cell: Cell): number {
  const [column, seat, on] = cell.split(":");
  if (column === "pool") return view.pools[Number(seat)] ?? 0;
  if (column === "mountain") return view.mountains[Number(seat)] ?? 0;
  return view.whists[Number(seat)]?.[Number(on)] ?? 0;
}

/** Every cell with its numbers in order. Counted back from what stands now, so that a missing beginning does no harm. */
export function written(view: Pick<PreferansView, "pools" | "mountains" | "whists">, lines: readonly Line[], weight: number): Map<Cell, Written> {
  const cells = new Map<Cell, Written>();
  for (const line of lines) {
    for (const entry of line.entries) {
      for (const { cell, amount, aid } of writes(entry, weight)) {
        const found = cells.get(cell) ?? { start: 0, marks: [] };
        found.marks.push({ cell, deal: line.deal, amount, value: 0, aid });
        cells.set(cell, found);
      }
    }
  }
  for (const [cell, found] of cells) {
    let value = standing(view, cell) - found.marks.reduce((sum, mark) => sum + mark.amount, 0);
    found.start = value;
    for (const mark of found.marks) {
      value += mark.amount;
      mark.value = value;
    }
  }
  return cells;
}

/** A place on the sheet in units of 860 by 760. */
export interface Box {
  cell: Cell;
  kind: "pool" | "mountain" | "whists";
  seat: Seat;
  on: Seat | null;
  left: number;
  top: number;
  width: number;
  height: number;
  /** Numbers run across, not down. */
  flat: boolean;
}

const box = (kind: Box["kind"], seat: Seat, on: Seat | null, [left, top, width, height]: [number, number, number, number], flat: boolean): Box => ({
  cell: kind === "pool" ? poolOf(seat) : kind === "mountain" ? mountainOf(seat) : whistsOf(seat, on ?? 0),
  kind,
  seat,
  on,
  left,
  top,
  width,
  height,
  flat,
});

export const WIDTH = 860;
export const HEIGHT = 760;

/** The figure divided among three, the viewer below, the next player at the left. */
function three(south: Seat): Box[] {
  const west = (south + 1) % 3;
  const east = (south + 2) % 3;
  return [
    box("mountain", west, null, [226, 0, 204, 330], false),
    box("pool", west, null, [112, 0, 114, 540], false),
    box("whists", west, east, [0, 0, 112, 322], false),
    box("whists", west, south, [0, 322, 112, 300], false),
    box("mountain", east, null, [430, 0, 204, 330], false),
    box("pool", east, null, [634, 0, 114, 540], false),
    box("whists", east, west, [748, 0, 112, 322], false),
    box("whists", east, south, [748, 322, 112, 300], false),
    box("mountain", south, null, [275, 414, 310, 152], true),
    box("pool", south, null, [215, 566, 430, 98], true),
    box("whists", south, west, [110, 664, 320, 96], true),
    box("whists", south, east, [430, 664, 320, 96], true),
  ];
}

/** Divided among four by both diagonals. */
function four(south: Seat): Box[] {
  const west = (south + 1) % 4;
  const north = (south + 2) % 4;
  const east = (south + 3) % 4;
  return [
    box("mountain", west, null, [199, 268, 150, 224], false),
    box("pool", west, null, [100, 176, 99, 408], false),
    box("whists", west, north, [0, 80, 100, 190], false),
    box("whists", west, east, [0, 270, 100, 220], false),
    box("whists", west, south, [0, 490, 100, 190], false),
    box("mountain", north, null, [290, 182, 280, 120], true),
    box("pool", north, null, [220, 88, 420, 88], true),
    box("whists", north, west, [75, 0, 232, 88], true),
    box("whists", north, south, [307, 0, 246, 88], true),
    box("whists", north, east, [553, 0, 232, 88], true),
    box("mountain", east, null, [511, 268, 150, 224], false),
    box("pool", east, null, [661, 176, 99, 408], false),
    box("whists", east, north, [760, 80, 100, 190], false),
    box("whists", east, west, [760, 270, 100, 220], false),
    box("whists", east, south, [760, 490, 100, 190], false),
    box("mountain", south, null, [290, 458, 280, 120], true),
    box("pool", south, null, [220, 584, 420, 88], true),
    box("whists", south, west, [75, 672, 232, 88], true),
    box("whists", south, north, [307, 672, 246, 88], true),
    box("whists", south, east, [553, 672, 232, 88], true),
  ];
}

export const boxes = (players: number, south: Seat): Box[] => (players === 4 ? four(south) : three(south));

/** The lines of the figure: thick between players, thin within, and where the circle with the target is. */
export const RULING: Record<number, { thick: string; thin: string; centre: [number, number] }> = {
  3: {
    thick: "M430 0V352L0 760M430 352L860 760",
    thin: "M112 0V653.7M226 0V545.6M748 0V653.7M634 0V545.6M0 322H112M748 322H860M101 664H759M204.500 566H655.500M430 664V760",
    centre: [430, 352],
  },
  4: {
    thick: "M0 0L860 760M860 0L0 760",
    thin: "M99.600 88H760.400V672H99.600ZM199.200 176H660.800V584H199.200ZM307 0V88M553 0V88M307 760V672M553 760V672M0 270H99.600M0 490H99.600M860 270H760.400M860 490H760.400",
    centre: [430, 380],
  },
};

/** The table's own commands (docs/protocol.md), which go the same way as those of the game. */
import type { Command, Seat } from "./protocol.ts";

export const sit = (seat: Seat): Command => ({ type: "table.sit", seat });
export const takeChair = (seat: Seat): Command => ({ type: "table.take_chair", seat });
export const leave = (): Command => ({ type: "table.leave" });
export const ready = (): Command => ({ type: "table.ready" });
export const reclaim = (): Command => ({ type: "table.reclaim_seat" });
export const fillWithBots = (): Command => ({ type: "table.fill_with_bots" });
export const removeGuest = (seat: Seat): Command => ({ type: "table.remove_guest", seat });
export const closeTable = (): Command => ({ type: "table.close_table" });

export const isTableCommand = (command: Command): boolean => command.type.startsWith("table.");

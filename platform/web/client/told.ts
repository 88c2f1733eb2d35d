/** What happens by itself at a table and is told in one line: time that ran out, a program that takes over, somebody who is back. */
import { t } from "./i18n.ts";
import type { Away, GameEvent, Seat } from "./protocol.ts";

export type Told =
  | { what: "time"; seat: Seat; card: boolean }
  | { what: "program"; seat: Seat; reason: Away | null }
  | { what: "back"; seat: Seat }
  | { what: "coming"; seat: Seat; person: string }
  | { what: "sat"; seat: Seat };

const REASONS = new Set<unknown>(["left", "lost", "time", "gave_up"]);

/** The most important of what the events of a frame tell; a program that takes over says more than the time-out before it. */
export function toldBy(events: readonly (GameEvent | null)[], playing = true): Told | null {
  let told: Told | null = null;
  for (const event of events) {
    if (!event || typeof event.seat !== "number") continue;
    const { seat } = event;
    if (event.type === "table.timed_out") told = { what: "time", seat, card: false };
    else if (event.type === "card_played" && told?.what === "time" && told.seat === seat) told = { what: "time", seat, card: true };
    else if (event.type === "table.bot_took_over") told = { what: "program", seat, reason: REASONS.has(event["reason"]) ? (event["reason"] as Away) : null };
    else if (event.type === "table.seat_reclaimed") told = { what: "back", seat };
    else if (event.type === "table.chair_promised") told = { what: "coming", seat, person: String(event["person"]) };
    else if (event.type === "table.sat" && playing) told = { what: "sat", seat };
  }
  return told;
}

/** Why a program plays for somebody, beside the name. */
export function awayText(reason: Away | null | undefined): string {
  switch (reason) {
    case "left":
      return t("program, left");
    case "lost":
      return t("program, line lost");
    case "time":
      return t("program, out of time");
    case "gave_up":
      return t("program, gave the seat away");
    default:
      return t("program");
  }
}

/** Why a program plays for the viewer. */
export function ownAwayText(reason: Away | null | undefined): string {
  switch (reason) {
    case "left":
      return t("You left the table: a program plays for you");
    case "lost":
      return t("Your connection was gone for too long: a program plays for you");
    case "time":
      return t("Your time ran out twice: a program plays for you");
    case "gave_up":
      return t("You gave your seat away: a program plays for you");
    default:
      return t("A program plays for you");
  }
}

export function toldText(told: Told, mine: boolean, name: string): string {
  switch (told.what) {
    case "time":
      if (mine) return told.card ? t("Time is up: the lowest card was played for you") : t("Time is up: it was decided for you");
      return told.card ? t("Time is up for {name}: the lowest card was played", { name }) : t("Time is up for {name}", { name });
    case "coming":
      return mine ? t("You sit down when this deal is over") : t("{name} sits down when this deal is over, in place of a program", { name });
    case "sat":
      return mine ? t("You play from the next deal on") : t("{name} plays from the next deal on", { name });
    case "back":
      return mine ? t("You play again") : t("{name} is back", { name });
    case "program":
      if (mine) return ownAwayText(told.reason);
      switch (told.reason) {
        case "left":
          return t("{name} left: a program plays on", { name });
        case "lost":
          return t("{name} has lost the connection: a program plays on", { name });
        case "time":
          return t("{name} is out of time: a program plays on", { name });
        default:
          return t("A program plays on for {name}", { name });
      }
  }
}

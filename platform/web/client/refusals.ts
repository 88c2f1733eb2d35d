/** What a refusal means, in words. A code without words of its own is still told, so that it can be reported. */
import { t } from "./i18n.ts";

export function refusalText(code: string): string {
  switch (code) {
    case "must_follow":
      return t("You must follow suit");
    case "must_trump":
      return t("You must play a trump");
    case "must_beat":
      return t("You must beat the trump");
    case "wrong_turn":
      return t("It is not your turn");
    case "card_not_held":
      return t("You do not hold that card");
    case "illegal_call":
      return t("That cannot be said now");
    case "stale":
      return t("The table has moved on: choose again");
    case "timed_out":
      return t("Too late: your time had run out");
    case "not_seated":
      return t("You have no seat at this table");
    case "seat_taken":
      return t("Somebody was quicker: the seat is taken");
    case "already_seated":
      return t("You have a seat at this table already");
    case "busy":
      return t("The table is busy: try again");
    case "not_open":
      return t("The table is not open for that now");
    case "finished":
      return t("The table has ended");
    case "too_fast":
      return t("Too fast: wait a moment");
    case "unauthorised":
      return t("That is not yours to do");
    default:
      return t("Refused ({code})", { code });
  }
}

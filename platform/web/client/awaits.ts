/** What awaits a person, in words and addresses. No DOM, no socket: a message of `/ws/me` goes in, lines come out (docs/protocol.md). */
import { t } from "./i18n.ts";

export interface Item {
  id: number;
  kind: string;
  body: { table?: string; party?: string; from?: string; game?: string; name?: string };
  at: number;
  until: number | null;
}

export interface Inbox {
  type: "inbox";
  items: Item[];
  people: Record<string, { name: string; kind: string }>;
}

/** The server restarts at `at`, or does not (docs/protocol.md); `now` is its time. */
export interface Notice {
  type: "notice";
  kind: string;
  at: number | null;
  now: number;
}

/** A line in the bar. */
export interface Line {
  id: number;
  text: string;
  /** Where it leads; with `sends` a form is sent there, so that one press is the whole answer. */
  href: string;
  sends: boolean;
  /** What somebody waits for at once: the title of the page is marked. */
  pressing: boolean;
  /** The word on the key that puts it away; null where the way there is the only answer. */
  away: string | null;
}

export interface Places {
  /** Addresses with a `0` in the place of the id. */
  table: string;
  person: string;
  /** Where joining a party is sent to. */
  party: string;
  friends: string;
  settings: string;
  /** Titles of the games by name. */
  games: Record<string, string>;
}

export const NOTHING: Inbox = { type: "inbox", items: [], people: {} };

/** What is still true at `now` (server time in ms) and is not about the page one is on, what presses first. */
export function lines(inbox: Inbox, places: Places, now: number, path: string): Line[] {
  return inbox.items
    .filter((item) => item.until === null || item.until > now)
    .flatMap((item) => line(item, inbox, places) ?? [])
    .filter((one) => one.href !== path && !(one.sends && one.href.startsWith(`${path}/`)))
    .sort((a, b) => Number(b.pressing) - Number(a.pressing));
}

/** An item in words; null for one of a kind this page does not know. */
function line(item: Item, inbox: Inbox, places: Places): Line | null {
  const { table = "", party = "", from = "", game = "" } = item.body;
  const sender = inbox.people[from];
  const name = !sender?.name ? t("Somebody") : sender.kind === "guest" ? t("{name} (guest)", { name: sender.name }) : sender.name;
  const title = places.games[game];
  const at = places.table.replace("0", table);
  const of = (text: string, href: string, pressing: boolean, away: string | null): Line => ({ id: item.id, text, href, sends: false, pressing, away });
  switch (item.kind) {
    case "seated":
      return of(t("You have a seat: to the table"), at, true, null);
    case "your_turn":
      return of(t("It is your turn"), at, true, null);
    case "challenge":
      return of(title ? t("{name} invites you: {game}", { name, game: title }) : t("{name} invites you to a table", { name }), at, false, t("Not now"));
    case "declined":
      return of(t("{name} cannot come now", { name }), places.person.replace("0", from), false, t("All right"));
    case "rematch":
      return of(t("{name} would play again", { name }), at, false, t("Not now"));
    case "party":
      return { ...of(t("{name} gathers friends: join", { name }), places.party.replace("0", party), false, t("Not now")), sends: true };
    case "friend":
      return of(t("{name} would be your friend", { name }), places.friends, false, null);
    case "renamed":
      return of(t("A member has taken your name: you are {name} now", { name: item.body.name ?? "" }), places.settings, false, t("All right"));
    default:
      return null;
  }
}

/** When the next of these runs out, so that it can be taken from the page; null when none does. */
export function nextEnd(inbox: Inbox, now: number): number | null {
  const ends = inbox.items.map((item) => item.until).filter((until): until is number => until !== null && until > now);
  return ends.length ? Math.min(...ends) : null;
}

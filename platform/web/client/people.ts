/** Who sits at a table: names, and the pages about them. No event holds a name; they come with the welcome. */
import { t } from "./i18n.ts";
import type { Person, Seat, TableView } from "./protocol.ts";

type People = Record<string, Person>;

const idAt = (view: TableView, seat: Seat): string => view.seats[seat]?.person ?? view.seats[seat]?.owner ?? "";

/** Who sits there, or for whom a program plays on. */
export const personAt = (people: People, view: TableView, seat: Seat): Person | undefined => people[idAt(view, seat)];

export function nameAt(people: People, view: TableView, seat: Seat): string {
  const person = personAt(people, view, seat);
  if (person) return person.name || t("Deleted account");
  return view.seats[seat]?.bot ? t("Program {number}", { number: seat + 1 }) : t("Seat {number}", { number: seat + 1 });
}

/** The page about a member; `address` has a `0` in the place of the id. Guests and programs have none to go to. */
export function profileAt(people: People, view: TableView, seat: Seat, address: string | null): string | null {
  const person = personAt(people, view, seat);
  return address && person?.kind === "member" && person.name ? address.replace("0", idAt(view, seat)) : null;
}

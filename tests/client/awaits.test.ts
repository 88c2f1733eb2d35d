import { expect, test } from "vitest";
import { lines, nextEnd, type Inbox, type Item, type Places } from "@client/awaits.ts";

const places: Places = { table: "/t/0", person: "/people/0", party: "/wait/party/0/join", friends: "/friends", settings: "/settings", games: { hokm: "Hokm" } };
const people = { Bob: { name: "Bob", kind: "member" } };
let next = 1;
const item = (kind: string, body: Item["body"], until: number | null = null): Item => ({ id: next++, kind, body, at: 0, until });
const inbox = (...items: Item[]): Inbox => ({ type: "inbox", items, people });
const texts = (found: Inbox, now = 0, path = "/"): string[] => lines(found, places, now, path).map((line) => line.text.replace(/[\u2066-\u2069]/g, ""));

test("every kind says what it is and leads somewhere", () => {
  const all = inbox(
    item("challenge", { table: "T1", from: "Bob", game: "hokm" }),
    item("declined", { table: "T1", from: "Bob" }),
    item("rematch", { table: "T2", from: "Bob" }),
    item("party", { party: "P1", from: "Bob" }),
    item("friend", { from: "Bob" }),
    item("renamed", { name: "Heron 48" }),
    item("seated", { table: "T3" }),
    item("your_turn", { table: "T4" }),
  );
  expect(texts(all)).toEqual(["You have a seat: to the table", "It is your turn", "Bob invites you: Hokm", "Bob cannot come now", "Bob would play again", "Bob gathers friends: join", "Bob would be your friend", "A member has taken your name: you are Heron 48 now"]);
  expect(lines(all, places, 0, "/").map((line) => line.href)).toEqual(["/t/T3", "/t/T4", "/t/T1", "/people/Bob", "/t/T2", "/wait/party/P1/join", "/friends", "/settings"]);
  expect(lines(all, places, 0, "/").filter((line) => line.sends).map((line) => line.text.replace(/[\u2066-\u2069]/g, ""))).toEqual(["Bob gathers friends: join"]);
});

test("only a seat and a turn are pressing, and neither can be put away", () => {
  const found = lines(inbox(item("seated", { table: "T1" }), item("your_turn", { table: "T2" }), item("challenge", { table: "T3", from: "Bob" })), places, 0, "/");
  expect(found.map((line) => line.pressing)).toEqual([true, true, false]);
  expect(found.map((line) => line.away)).toEqual([null, null, "Not now"]);
});

test("a game or a person this page does not know is left out of the words", () => {
  expect(texts(inbox(item("challenge", { table: "T1", from: "Eve", game: "chess" })))).toEqual(["Somebody invites you to a table"]);
});

test("a guest is called one", () => {
  const found: Inbox = { type: "inbox", items: [item("challenge", { table: "T1", from: "Dave", game: "hokm" })], people: { Dave: { name: "Dave", kind: "guest" } } };
  expect(texts(found)).toEqual(["Dave (guest) invites you: Hokm"]);
});

test("a kind this page does not know is not shown", () => {
  expect(texts(inbox(item("tournament", { table: "T1" })))).toEqual([]);
});

test("what has run out is not shown, and the next end is known", () => {
  const found = inbox(item("seated", { table: "T1" }, 1_000), item("challenge", { table: "T2", from: "Bob" }, 5_000), item("friend", { from: "Bob" }));
  expect(texts(found, 1_000)).toHaveLength(2);
  expect(nextEnd(found, 1_000)).toBe(5_000);
  expect(nextEnd(found, 5_000)).toBeNull();
});

test("the page one is on is no news", () => {
  expect(texts(inbox(item("your_turn", { table: "T1" })), 0, "/t/T1")).toEqual([]);
  expect(texts(inbox(item("party", { party: "P1", from: "Bob" })), 0, "/wait/party/P1")).toEqual([]);
});

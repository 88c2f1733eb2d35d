import { beforeEach, describe, expect, test } from "vitest";
import { Line, socketUrl } from "@client/api.ts";
import { FakeClock, FakeWire } from "./fakes.ts";
import type { FromServer } from "@client/protocol.ts";

const WELCOME = { type: "welcome", you: { person: "p", name: "Noura", seat: 1 }, table: {}, people: {}, now: 0 };
const frame = (v: number) => ({ type: "frame", v, events: [], view: {} });
const PLAY = { type: "play_card", card: "AS" };

let wires: FakeWire[];
let clock: FakeClock;
let got: FromServer[];
let links: [string, number | null][];
let line: Line;
const wire = (): FakeWire => wires[wires.length - 1] as FakeWire;

beforeEach(() => {
  wires = [];
  got = [];
  links = [];
  clock = new FakeClock();
  line = new Line({
    url: "ws://x/ws/table/t",
    wire: () => {
      wires.push(new FakeWire());
      return wire();
    },
    clock,
    onMessage: (message) => got.push(message),
    onLink: (link, code) => links.push([link, code]),
  });
  line.open();
});

function greeted(): void {
  wire().connects();
  wire().says(WELCOME);
}

describe("hello", () => {
  test("is the first frame and names no version at first", () => {
    wire().connects();
    expect(wire().sent).toEqual([{ type: "hello" }]);
  });

  test("resumes from the last version after the connection was lost", () => {
    greeted();
    wire().says(frame(12));
    wire().drops();
    expect(links.at(-1)).toEqual(["lost", 1006]);
    clock.passes(1_000);
    wire().connects();
    expect(wire().sent).toEqual([{ type: "hello", v: 12 }]);
  });
});

describe("acknowledging", () => {
  test("happens every sixteen frames", () => {
    greeted();
    for (let v = 1; v <= 15; v++) wire().says(frame(v));
    expect(wire().sent.filter((message) => message.type === "ack")).toEqual([]);
    wire().says(frame(16));
    expect(wire().sent.at(-1)).toEqual({ type: "ack", v: 16 });
  });

  test("happens with every heartbeat, whose time goes back", () => {
    greeted();
    wire().says(frame(3));
    wire().says({ type: "heartbeat", v: 3, now: 1_796_014_250_000 });
    expect(wire().sent.at(-1)).toEqual({ type: "ack", v: 3, now: 1_796_014_250_000 });
  });
});

describe("a page that is left", () => {
  test("says goodbye properly, and nothing more", () => {
    greeted();
    line.rest();
    expect(wire().sent.at(-1)).toEqual({ type: "bye" });
    expect(wire().closedWith).toBe(1000);
    expect(links.at(-1)).toEqual(["lost", 1000]);
    wire().drops(1000);
    clock.passes(60_000);
    expect(wires).toHaveLength(1);
  });

  test("while it waits for a new try does not try any more", () => {
    greeted();
    wire().drops();
    line.rest();
    clock.passes(60_000);
    expect(wires).toHaveLength(1);
  });

  test("takes the line up where it stopped when it comes back, and repeats what was not answered", () => {
    greeted();
    wire().says(frame(12));
    line.say("c1", PLAY, 40);
    line.rest();
    line.hurry();
    greeted();
    expect(wire().sent).toEqual([{ type: "hello", v: 12 }, { type: "command", id: "c1", decision: 40, command: PLAY }]);
  });
});

describe("a command", () => {
  test("waits for the welcome", () => {
    wire().connects();
    line.say("c1", PLAY, 40);
    expect(wire().sent).toEqual([{ type: "hello" }]);
    wire().says(WELCOME);
    expect(wire().sent.at(-1)).toEqual({ type: "command", id: "c1", decision: 40, command: PLAY });
  });

  test("is repeated with the same id after a lost answer", () => {
    greeted();
    line.say("c1", PLAY, 40);
    wire().drops();
    clock.passes(1_000);
    greeted();
    expect(wire().sent.at(-1)).toEqual({ type: "command", id: "c1", decision: 40, command: PLAY });
  });

  test.each(["accepted", "refused"])("is not repeated once it was %s", (type) => {
    greeted();
    line.say("c1", PLAY, 40);
    wire().says({ type, id: "c1", code: "stale", first: 1, last: 1 });
    expect(line.waiting).toBe(0);
    wire().drops();
    clock.passes(1_000);
    greeted();
    expect(wire().sent).toEqual([{ type: "hello" }]);
  });
});

describe("a command the server puts off", () => {
  const COMMAND = { type: "command", id: "c1", decision: null, command: PLAY };

  test.each(["busy", "too_fast"])("is said again with the same id when it is %s, and nobody is told", (code) => {
    greeted();
    line.say("c1", PLAY, null);
    const told = got.length;
    wire().says({ type: "refused", id: "c1", code });
    clock.passes(1_000);
    expect(wire().sent.filter((message) => (message as { type: string }).type === "command")).toEqual([COMMAND, COMMAND]);
    expect(got.length).toBe(told);
    wire().says({ type: "accepted", id: "c1", first: 1, last: 1 });
    expect(line.waiting).toBe(0);
  });

  test("is refused when it was put off too often", () => {
    greeted();
    line.say("c1", PLAY, null);
    for (let times = 0; times < 6; times++) {
      wire().says({ type: "refused", id: "c1", code: "busy" });
      clock.passes(5_000);
    }
    expect(got.at(-1)).toEqual({ type: "refused", id: "c1", code: "busy" });
    expect(line.waiting).toBe(0);
  });

  test("is not said again by what was put off before it was answered", () => {
    greeted();
    line.say("c1", PLAY, null);
    wire().says({ type: "refused", id: "c1", code: "busy" });
    line.settle("c1");
    clock.passes(1_000);
    expect(wire().sent).toEqual([{ type: "hello" }, COMMAND]);
  });
});

describe("a lost connection", () => {
  test("is tried again, each time later, up to fifteen seconds", () => {
    const waits: number[] = [];
    for (let i = 0; i < 8; i++) {
      const before = wires.length;
      wire().drops();
      const start = clock.time;
      while (wires.length === before) clock.passes(50);
      waits.push(clock.time - start);
    }
    expect(waits).toEqual([400, 800, 1600, 3200, 6400, 12800, 15000, 15000]);
  });

  test.each([4400, 4403, 4404])("with code %i is final", (code) => {
    greeted();
    wire().drops(code);
    clock.passes(60_000);
    expect(wires).toHaveLength(1);
    expect(links.at(-1)).toEqual(["closed", code]);
  });

  test("for not being who we were is asked about once, from the start: another tab signed in or out", () => {
    greeted();
    wire().says(frame(12));
    wire().drops(4401);
    clock.passes(1_000);
    expect(wires).toHaveLength(2);
    wire().connects();
    expect(wire().sent).toEqual([{ type: "hello" }]);
    wire().drops(4401);
    clock.passes(60_000);
    expect(wires).toHaveLength(2);
    expect(links.at(-1)).toEqual(["closed", 4401]);
  });

  test("for being too slow is taken up at once", () => {
    greeted();
    wire().drops(4008);
    clock.passes(1);
    expect(wires).toHaveLength(2);
  });

  test("is noticed by silence", () => {
    greeted();
    clock.passes(16_000);
    expect(links.at(-1)?.[0]).toBe("lost");
    clock.passes(1_000);
    expect(wires).toHaveLength(2);
  });

  test("is taken up at once when the browser comes back", () => {
    for (let i = 0; i < 6; i++) {
      wire().drops();
      if (i < 5) clock.passes(20_000);
    }
    const before = wires.length;
    line.hurry();
    expect(wires).toHaveLength(before + 1);
  });
});

test("being behind at two heartbeats in a row takes the line up anew", () => {
  greeted();
  wire().says(frame(3));
  wire().says({ type: "heartbeat", v: 5, now: 0 });
  expect(wires).toHaveLength(1);
  wire().says({ type: "heartbeat", v: 5, now: 0 });
  clock.passes(1);
  expect(wires).toHaveLength(2);
  wire().connects();
  expect(wire().sent).toEqual([{ type: "hello", v: 3 }]);
});

test("a message that cannot be read is passed over", () => {
  greeted();
  wire().says("{");
  expect(got).toHaveLength(1);
});

test("the socket follows the page's protocol", () => {
  expect(socketUrl("/ws/table/abc", { protocol: "https:", host: "x.org" })).toBe("wss://x.org/ws/table/abc");
  expect(socketUrl("/ws/table/abc", { protocol: "http:", host: "localhost:8000" })).toBe("ws://localhost:8000/ws/table/abc");
});

import { beforeEach, expect, test } from "vitest";
import { Listening, pause } from "@client/listening.ts";
import { FakeClock, FakeWire } from "./fakes.ts";

let wires: FakeWire[];
let clock: FakeClock;
let heard: string[];
const wire = (): FakeWire => wires.at(-1) as FakeWire;

function listening(silenceMs: number | null = null): Listening {
  const line = new Listening({
    url: "ws://x/ws/waiting",
    wire: () => {
      wires.push(new FakeWire());
      return wire();
    },
    clock,
    hello: true,
    silenceMs,
    mostMs: 10_000,
    onText: (text) => heard.push(text),
  });
  line.open();
  return line;
}

beforeEach(() => {
  wires = [];
  clock = new FakeClock();
  heard = [];
});

test("it says hello and hands on what it hears", () => {
  listening();
  wire().connects();
  wire().says("{}");
  expect(wire().sent).toEqual([{ type: "hello" }]);
  expect(heard).toEqual(["{}"]);
});

test("a line that breaks is taken up again, each time after longer, until something is heard", () => {
  listening();
  for (const ms of [1_500, 3_000, 6_000]) {
    const before = wires.length;
    wire().drops();
    clock.passes(ms - 1);
    expect(wires).toHaveLength(before);
    clock.passes(1);
    expect(wires).toHaveLength(before + 1);
  }
  wire().connects();
  wire().says("{}");
  wire().drops();
  clock.passes(1_500);
  expect(wires).toHaveLength(5);
});

test("a line that falls silent is given up, and the next has its own time to be let in", () => {
  listening(15_000);
  wire().connects();
  clock.passes(15_000);
  expect(wire().closedWith).toBe(4000);
  clock.passes(1_500);
  expect(wires).toHaveLength(2);
  clock.passes(14_000);
  expect(wires).toHaveLength(2);
  wire().connects();
  wire().says("{}");
  clock.passes(14_000);
  expect(wires).toHaveLength(2);
});

test("what was closed already comes to nothing when it closes once more", () => {
  listening(15_000);
  const first = wire();
  clock.passes(15_000);
  first.drops();
  clock.passes(1_500);
  expect(wires).toHaveLength(2);
});

test("who is not let in does not knock again", () => {
  for (const code of [4400, 4401, 4403]) {
    listening();
    const before = wires.length;
    wire().drops(code);
    clock.passes(600_000);
    expect(wires).toHaveLength(before);
  }
});

test("a browser that is back does not wait for the next try", () => {
  const line = listening();
  wire().drops();
  line.open();
  line.open();
  expect(wires).toHaveLength(2);
  clock.passes(600_000);
  expect(wires).toHaveLength(2);
});

test("trying again takes twice as long each time, up to a most", () => {
  expect([0, 1, 2, 3].map((tries) => pause(tries, 0.5, 60_000))).toEqual([1_000, 2_000, 4_000, 8_000]);
  expect(pause(30, 1, 60_000)).toBe(90_000);
  expect(pause(0, 0, 60_000)).toBe(500);
});

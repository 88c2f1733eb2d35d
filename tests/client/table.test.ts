import { describe, expect, test } from "vitest";
import { EMPTY, promisedToMe, shownView, type TableState } from "@client/state.ts";
import { accepted, beaten, draftedCard, drafted, dueAhead, framed, linked, noticed, present, refused, sent, touched, welcomed } from "@client/table.ts";
import { wantsRematch } from "@client/render/going.ts";
import { toldBy } from "@client/told.ts";
import type { TableView, Welcome } from "@client/protocol.ts";
import { myTurn, view } from "./views.ts";

const welcome: Welcome = {
  type: "welcome",
  you: { person: "person1", name: "Noura", seat: 1 },
  table: { id: "t", game: "hokm", preset: "standard", options: {}, host: null, visibility: "public", rated: false, speed: "casual" },
  people: {},
  now: 5_000,
};

function at(shown: TableView, v = 40): TableState {
  return framed(welcomed(EMPTY, welcome, 4_000), { type: "frame", v, events: [], view: shown });
}

describe("a card in turn", () => {
  test("rises at the first touch and is played at the second", () => {
    const first = touched(at(myTurn(["AS", "KS"])), "AS", false);
    expect(first.say).toBeNull();
    expect(first.state.raised).toBe("AS");
    expect(touched(first.state, "AS", false).say).toEqual({ type: "play_card", card: "AS" });
  });

  test("touching another card raises that one instead", () => {
    const state = touched(touched(at(myTurn(["AS", "KS"])), "AS", false).state, "KS", false).state;
    expect(state.raised).toBe("KS");
  });

  test("is played at once with the one-tap setting", () => {
    expect(touched(at(myTurn(["AS"])), "AS", true).say).toEqual({ type: "play_card", card: "AS" });
  });

  test("that is not in the menu does nothing but let the raised one settle", () => {
    const raised = touched(at(myTurn(["AS"])), "AS", false).state;
    const step = touched(raised, "9H", true);
    expect(step.say).toBeNull();
    expect(step.state.raised).toBeNull();
  });

  test("cannot be pressed while the connection is away", () => {
    const state = linked(at(myTurn(["AS"])), "lost");
    expect(touched(state, "AS", true)).toEqual({ state, say: null });
  });

  test("cannot be played twice while the first is on its way", () => {
    const state = sent(at(myTurn(["AS", "KS"])), "id1", { type: "play_card", card: "AS" }, 40);
    expect(touched(state, "KS", true).say).toBeNull();
  });
});

describe("a card chosen ahead", () => {
  test("goes out when it becomes legal", () => {
    const waiting = touched(at(view()), "KS", false).state;
    expect(waiting.ahead).toBe("KS");
    const mine = framed(waiting, { type: "frame", v: 41, events: [], view: myTurn(["AS", "KS"], 41) });
    expect(dueAhead(mine)).toEqual({ state: { ...mine, ahead: null }, say: { type: "play_card", card: "KS" } });
  });

  test("settles when it has become illegal", () => {
    const waiting = touched(at(view()), "9H", false).state;
    const mine = framed(waiting, { type: "frame", v: 41, events: [], view: myTurn(["AS", "KS"], 41) });
    const step = dueAhead(mine);
    expect(step.say).toBeNull();
    expect(step.state.ahead).toBeNull();
  });

  test("is let go by a second touch", () => {
    const state = touched(touched(at(view()), "KS", false).state, "KS", false).state;
    expect(state.ahead).toBeNull();
  });

  test("does not outlive its deal", () => {
    const waiting = touched(at(view()), "KS", false).state;
    expect(framed(waiting, { type: "frame", v: 50, events: [], view: view({}, { deal: 5 }) }).ahead).toBeNull();
  });
});

describe("a command on its way", () => {
  const play = { type: "play_card", card: "AS" };

  test("lies in the trick before the server has answered", () => {
    const state = sent(at(myTurn(["AS"])), "id1", play, 40);
    const shown = shownView(state.view, state.sending)?.game;
    expect(shown?.trick?.cards).toEqual([[1, "AS"]]);
    expect(shown?.hands[1]?.cards).toEqual(["KS", "9H"]);
  });

  test("returns to the hand when it is refused, with the reason", () => {
    const state = refused(sent(at(myTurn(["AS"])), "id1", play, 40), "id1", "must_follow");
    expect(state.sending).toBeNull();
    expect(state.refusal).toBe("must_follow");
    expect(shownView(state.view, state.sending)).toBe(state.view);
  });

  test("stays down between the answer and the frame that holds it", () => {
    const state = sent(at(myTurn(["AS"])), "id1", play, 40);
    const answered = accepted(state, "id1", 41);
    expect(answered.sending?.card).toBe("AS");
    expect(framed(answered, { type: "frame", v: 41, events: [], view: view() }).sending).toBeNull();
  });

  test("that answers no decision is settled by the frame of its event", () => {
    const answered = accepted(sent(at(view()), "id1", { type: "table.ready" }, null), "id1", 42);
    expect(framed(answered, { type: "frame", v: 41, events: [], view: view() }).sending?.id).toBe("id1");
    expect(framed(answered, { type: "frame", v: 42, events: [], view: view() }).sending).toBeNull();
  });

  test("is not settled by a frame that leaves its decision open", () => {
    const state = sent(at(myTurn(["AS"])), "id1", play, 40);
    expect(framed(state, { type: "frame", v: 41, events: [], view: myTurn(["AS"], 40) }).sending?.id).toBe("id1");
  });

  test("of another id is left alone by an answer", () => {
    const state = sent(at(myTurn(["AS"])), "id1", play, 40);
    expect(refused(state, "other", "stale")).toBe(state);
    expect(accepted(state, "other", 99)).toBe(state);
  });
});

describe("a frame", () => {
  test("that is older than what is known changes nothing", () => {
    const state = at(myTurn(["AS"]), 40);
    expect(framed(state, { type: "frame", v: 39, events: [], view: view() })).toBe(state);
  });

  test("keeps the choices of an open decision and drops those of a closed one", () => {
    const chosen = drafted(at(myTurn(["AS"], 40), 40), "value", 5);
    expect(framed(chosen, { type: "frame", v: 41, events: [], view: myTurn(["AS"], 40) }).draft).toEqual({ value: 5 });
    expect(framed(chosen, { type: "frame", v: 41, events: [], view: myTurn(["AS"], 41) }).draft).toEqual({});
  });
});

test("a third card chosen for two lets the first go", () => {
  const state = ["AS", "KS", "9H"].reduce((now, card) => draftedCard(now, "discard", card, 2), at(view()));
  expect(state.draft["discard"]).toEqual(["KS", "9H"]);
  expect(draftedCard(state, "discard", "KS", 2).draft["discard"]).toEqual(["9H"]);
});

describe("who is there", () => {
  const gone = [{ seat: 2, how: "lost" as const, until: 60_000 }];

  test("an older message changes nothing", () => {
    const state = present(at(view()), { n: 7, seats: [true, true, false], watching: 2, gone });
    const late = present(state, { n: 6, seats: [true, true, true], watching: 1, gone: [] });
    expect(late).toBe(state);
    expect([state.gone, state.watching, state.view?.seats[2]?.here]).toEqual([gone, 2, false]);
  });

  test("begins anew with each welcome", () => {
    const state = present(at(view()), { n: 7, seats: [true, true, false], gone });
    const again = welcomed(state, welcome, 4_000);
    expect([again.gone, again.presence]).toEqual([[], 0]);
    expect(present(again, { n: 1, seats: [true, true, false], gone }).gone).toEqual(gone);
  });
});

describe("what happens by itself", () => {
  const shown = (events: Record<string, unknown>[], v = 41): TableState => framed(at(view()), { type: "frame", v, events: events.map((event, i) => ({ seq: v + i, event: event as never })), view: view() });

  test("a card that the clock played is told", () => {
    expect(shown([{ type: "table.timed_out", seat: 1 }, { type: "card_played", seat: 1, card: "9H" }]).told).toEqual({ what: "time", seat: 1, card: true });
    expect(shown([{ type: "table.timed_out", seat: 1 }, { type: "passed", seat: 1 }, { type: "card_played", seat: 2, card: "9H" }]).told).toEqual({ what: "time", seat: 1, card: false });
  });

  test("a program that takes over says more than the time-out before it", () => {
    expect(shown([{ type: "table.timed_out", seat: 2 }, { type: "table.bot_took_over", seat: 2, reason: "time" }]).told).toEqual({ what: "program", seat: 2, reason: "time" });
  });

  test("who comes to a chair of a program is told, and who sits down there; not who sits down before the start", () => {
    expect(shown([{ type: "table.chair_promised", seat: 2, person: "dave" }]).told).toEqual({ what: "coming", seat: 2, person: "dave" });
    expect(shown([{ type: "table.sat", seat: 2, person: "dave" }]).told).toEqual({ what: "sat", seat: 2 });
    expect(toldBy([{ type: "table.sat", seat: 2, person: "dave" } as never], false)).toBeNull();
    const promised = at(view({ chairs: { open: [], coming: [{ seat: 2, person: "me" }] } }));
    expect([promisedToMe({ ...promised, you: { person: "me", name: "", seat: null } }), promisedToMe(promised)]).toEqual([2, null]);
  });

  test("stands until the viewer says something", () => {
    const told = shown([{ type: "table.seat_reclaimed", seat: 0, by: "person0" }]);
    expect(framed(told, { type: "frame", v: 50, events: [], view: view() }).told).toEqual({ what: "back", seat: 0 });
    expect(sent(told, "id", { type: "table.ready" }, null).told).toBeNull();
  });
});

test("a restart that was announced is over with the next welcome", () => {
  const state = noticed(at(view()), 90_000);
  expect([state.restart, noticed(state, null).restart, welcomed(state, welcome, 0).restart]).toEqual([90_000, null, null]);
});

test("the server's time is taken from the message that came quickest", () => {
  const state = beaten(beaten(at(view()), 11_000, 9_800), 16_000, 15_900);
  expect([at(view()).skew, state.skew]).toEqual([1_000, 1_200]);
});

describe("a rematch", () => {
  const asked = (from: string, kind = "rematch") => ({ type: "inbox" as const, items: [{ id: 1, kind, body: { table: "next", from }, at: 0, until: null }], people: { person0: { name: "Huda", kind: "member" } } });

  test("is told of one who sat here, and of nobody else", () => {
    expect(wantsRematch(asked("person0"), at(view()))).toBe("Huda");
    expect(wantsRematch(asked("person7"), at(view()))).toBeNull();
    expect(wantsRematch(asked("person0", "challenge"), at(view()))).toBeNull();
    expect(wantsRematch(asked("person0"), EMPTY)).toBeNull();
  });

  test("may come from one for whom a program finished", () => {
    const program = { person: null, kind: "bot" as const, bot: "simple", owner: "person0", ready: true, here: false };
    expect(wantsRematch(asked("person0"), at(view({ seats: [program, ...view().seats.slice(1)] })))).toBe("Huda");
  });
});

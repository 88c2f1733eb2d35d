import { describe, expect, test } from "vitest";
import { scenes, TIMES } from "@client/anim.ts";
import { view } from "./views.ts";

const trick = (...cards: [number, string][]) => ({ leader: cards[0]?.[0] ?? null, cards, best: cards[0]?.[0] ?? null });

describe("one card", () => {
  test("goes from its hand into the trick in one scene", () => {
    const before = view({}, { trick: trick([0, "QS"]) });
    const after = view({}, { trick: trick([0, "QS"], [1, "KS"]) });
    const [scene, ...more] = scenes(before, after);
    expect(more).toEqual([]);
    expect(scene).toEqual({ view: after, motions: [{ kind: "play", seat: 1, card: "KS" }], hold: TIMES.play });
  });

  test("that closes the trick lies with the others for a while before they are gathered", () => {
    const before = view({}, { trick: trick([0, "QS"], [1, "KS"]), tricks: [2, 1, 2] });
    const last = { cards: [[0, "QS"], [1, "KS"], [2, "7S"]] as [number, string][], taker: 1 };
    const after = view({}, { trick: { leader: 1, cards: [], best: null }, last_trick: last, tricks: [2, 2, 2] });
    const list = scenes(before, after);
    expect(list).toHaveLength(2);
    expect(list[0]?.view.game?.trick?.cards).toEqual(last.cards);
    expect(list[0]?.view.game?.trick?.best).toBe(1);
    expect(list[0]?.view.game?.tricks, "the stroke fills only when the trick arrives").toEqual([2, 1, 2]);
    expect(list[0]?.hold).toBe(TIMES.play + TIMES.rest);
    expect(list[1]?.view).toBe(after);
    expect(list[1]?.motions).toEqual([{ kind: "gather", cards: ["QS", "KS", "7S"], taker: 1 }]);
  });
});

test("an own card that closes the trick lies there already, and the trick still rests", () => {
  const last = { cards: [[0, "QS"], [2, "7S"], [1, "KS"]] as [number, string][], taker: 1 };
  const early = view({}, { trick: trick(...last.cards), tricks: [2, 1, 2] });
  const after = view({}, { trick: { leader: 1, cards: [], best: null }, last_trick: last, tricks: [2, 2, 2] });
  const list = scenes(early, after);
  expect(list.map((scene) => [scene.motions.map((motion) => motion.kind), scene.hold])).toEqual([
    [[], TIMES.rest],
    [["gather"], TIMES.gather],
  ]);
});

describe("the last trick of a deal", () => {
  const before = view({}, { trick: trick([0, "QS"], [1, "KS"]), hands: [{ cards: [], hidden: 0 }, { cards: [], hidden: 0 }, { cards: [], hidden: 1 }], tricks: [4, 3, 2] });
  const last = { cards: [[0, "QS"], [1, "KS"], [2, "7S"]] as [number, string][], taker: 1 };
  const dealt = ["AS", "KS", "QS", "JS"];

  test("is shown to its end although the next deal is already in the frame", () => {
    const after = view({}, { deal: 5, phase: "bidding", trick: null, last_trick: last, tricks: [0, 0, 0], hands: [{ cards: [], hidden: 4 }, { cards: dealt, hidden: 0 }, { cards: [], hidden: 4 }] });
    const list = scenes(before, after);
    expect(list).toHaveLength(2);
    expect(list[0]?.view.game?.deal).toBe(4);
    expect(list[0]?.view.game?.hands[2]?.hidden).toBe(0);
    expect(list[1]?.motions).toEqual([
      { kind: "gather", cards: ["QS", "KS", "7S"], taker: 1 },
      { kind: "deal", cards: dealt },
    ]);
  });
});

test("several plays in one frame come one after another", () => {
  const before = view({}, { trick: trick() });
  const after = view({}, { trick: trick([0, "QS"], [1, "KS"]) });
  const list = scenes(before, after, [
    { type: "card_played", seat: 0, card: "QS" },
    { type: "card_played", seat: 1, card: "KS" },
  ]);
  expect(list.map((scene) => scene.motions)).toEqual([[{ kind: "play", seat: 0, card: "QS" }], [{ kind: "play", seat: 1, card: "KS" }]]);
});

test("without a view before, everything is placed at once", () => {
  expect(scenes(null, view({}, { trick: trick([0, "QS"]) }))).toEqual([{ view: view({}, { trick: trick([0, "QS"]) }), motions: [], hold: 0 }]);
});

test("a bid moves nothing", () => {
  const before = view({}, { phase: "bidding", trick: null });
  const after = view({}, { phase: "bidding", trick: null });
  expect(scenes(before, after)).toEqual([{ view: after, motions: [], hold: 0 }]);
});

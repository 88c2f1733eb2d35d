/** Tong in the browser (rules/tong.md): a widow in the middle, one card kept in the hand, and a pot somebody takes. */
import "./tong.css";
import "./narrow.css";
import { cardName, suitsAreTrumps } from "@client/cards.ts";
import type { GameClient, Headline, PlaceLine, Role, TableContext } from "@client/games.ts";
import { joined, t, tn } from "@client/i18n.ts";
import type { GameView, Seat } from "@client/protocol.ts";
import { suitSign } from "@client/render/bits.ts";
import { cue, keys, picking } from "./keys.ts";
import { aside, middle } from "./middle.ts";
import { dealResult, finale, sheet } from "./sheet.ts";
import { isVoid, lastLine, mayBuy, playing, refusers, tong, type TongView } from "./view.ts";

const decided = (phase: string): boolean => phase === "joining" || phase === "playing";

/** What a seat is in this deal, in a word or two. */
function standing(context: TableContext, seat: Seat): string {
  const view = tong(context);
  // Whose turn it is shows by itself.
  if (seat === view.turn && (view.phase === "buying" || view.phase === "joining")) return "";
  const bound = (view.points[seat] ?? 0) >= view.must_play_at;
  if (view.phase === "buying") {
    if (refusers(view).includes(seat)) return bound ? t("must play") : t("refused");
    if (!mayBuy(view, seat, context.options)) return bound ? t("must play") : t("deals");
    return t("to speak");
  }
  if (view.phase === "picking") return seat === view.taker ? t("bare hand") : "";
  if (decided(view.phase)) {
    switch (view.status[seat]) {
      case "taker":
        return view.bare ? t("bare hand") : t("bought");
      case "bound":
        return t("must play");
      case "joined":
        return t("plays");
      case "folded":
        return t("folded");
      default:
        return t("to speak");
    }
  }
  const line = lastLine(view);
  const won = line ? (line.won[seat] ?? null) : undefined;
  if (won === undefined || (line && isVoid(line))) return "";
  if (won === null) return t("stayed out");
  return won ? tn("{count} trick", "{count} tricks", won) : t("no trick");
}

function role(context: TableContext, seat: Seat): Role | null {
  const view = tong(context);
  if (view.phase === "fresh" || !view.deal) return null;
  const lost = view.marks[seat] ?? 0;
  const text = joined([standing(context, seat), lost > 0 && tn("{count} lost", "{count} lost", lost)]);
  const plays = view.phase === "playing" && view.status[seat] !== "folded";
  return { text, points: view.points[seat] ?? 0, ...(plays ? { taken: view.tricks[seat] ?? 0 } : {}) };
}

function headline(context: TableContext): Headline {
  const view = tong(context);
  const short = t("deal {deal}, pot {pot}", { deal: view.deal, pot: view.pot });
  if (view.phase === "fresh" || !view.deal) {
    return { big: null, title: t("Tong"), lines: [t("The first with {target} tricks takes the pot", { target: view.target })], short: t("to {target}", { target: view.target }) };
  }
  if (view.phase === "finished") return { big: null, title: t("Tong, finished"), lines: [], short: tn("{count} deal", "{count} deals", view.deal) };
  if (!view.trump || view.phase === "between") return { big: null, title: t("Between deals"), lines: [t("pot {sum}", { sum: view.pot })], short };
  const lines = [t("pot {sum}", { sum: view.pot })];
  if (view.taker !== null) lines.push(t("{name} has the widow", { name: context.name(view.taker) }));
  return { big: suitSign(view.trump), title: suitsAreTrumps(view.trump), lines, short };
}

/** What a seat has just said in the buying or the joining. */
function call(context: TableContext, seat: Seat): string | null {
  const view = tong(context);
  if (view.phase === "buying") return refusers(view).at(-1) === seat ? t("refused") : null;
  if (view.phase !== "joining" || !view.asked.length) return null;
  const status = view.status[seat];
  return status === "joined" ? t("plays") : status === "folded" ? t("folded") : status === "taker" ? t("bought") : null;
}

function places(context: TableContext): PlaceLine[] {
  const view = tong(context);
  const result = view.result;
  return view.points.map((points, seat) => {
    const net = result?.nets[seat];
    const won = seat === result?.winner;
    const better = view.points.filter((other, i) => other > points && i !== result?.winner).length;
    const note = won ? t("put in {paid}, takes {pot}", { paid: view.paid[seat] ?? 0, pot: view.pot }) : t("put in {paid}", { paid: view.paid[seat] ?? 0 });
    return { seat, points, note, place: won ? 1 : 2 + better, ...(net === undefined ? {} : { net }) };
  });
}

function verdict(context: TableContext): string | null {
  const result = tong(context).result;
  if (!result) return null;
  const pot = result.pot;
  return result.winner === context.you ? t("You take the pot of {pot}", { pot }) : t("{name} takes the pot of {pot}", { name: context.name(result.winner), pot });
}

/** What has been said and turned up since the last view, for those who listen. */
function announce(context: TableContext, before: GameView | null): string[] {
  const view = tong(context);
  const old = before as TongView | null;
  if (!old) return [];
  const lines: string[] = [];
  const sameDeal = old.deal === view.deal;
  if (!sameDeal) {
    lines.push(tn("Deal {count}", "Deal {count}", view.deal));
    if (view.trump) lines.push(suitsAreTrumps(view.trump));
  }
  const had = sameDeal ? refusers(old) : [];
  for (const seat of refusers(view)) if (!had.includes(seat)) lines.push(t("{name} refuses", { name: context.name(seat) }));
  view.widow.forEach((card, i) => {
    if (card && !(sameDeal && old.widow[i]) && !view.widow_taken) lines.push(t("Turned up: {card}", { card: cardName(card) }));
  });
  if (view.taker !== null && (!sameDeal || old.taker === null)) {
    const name = context.name(view.taker);
    lines.push(view.bare ? t("{name} claims a bare hand", { name }) : t("{name} buys the widow", { name }));
  }
  if (decided(view.phase)) {
    view.status.forEach((status, seat) => {
      if (status === (sameDeal ? old.status[seat] : null)) return;
      const name = context.name(seat);
      if (status === "joined") lines.push(t("{name} plays", { name }));
      else if (status === "folded" && decided(old.phase)) lines.push(t("{name} folds", { name }));
    });
  }
  if (view.phase === "between" && old.phase !== "between") lines.push(...settled(context));
  return lines;
}

function settled(context: TableContext): string[] {
  const view = tong(context);
  const line = lastLine(view);
  if (!line) return [];
  if (isVoid(line)) return [t("Everybody folded: nobody plays, nobody pays.")];
  return line.won.flatMap((won, seat) => {
    if (won === null) return [];
    const name = context.name(seat);
    const paid = line.paid[seat] ?? 0;
    const said = tn("{name}: {count} trick", "{name}: {count} tricks", won, { name });
    return paid ? [said, t("{name} pays {sum} into the pot", { name, sum: paid })] : [said];
  });
}

export const client: GameClient = {
  name: "tong",
  direction: "clockwise",
  largestHand: 5,
  title: () => t("Tong"),
  about: (context) => {
    const view = tong(context);
    const target = Number(context.options["target"] ?? view.target ?? 15);
    return view.deal ? t("to {target}, deal {deal}, pot {pot}", { target, deal: view.deal, pot: view.pot }) : tn("Tong for {count}, to {target}", "Tong for {count}, to {target}", context.count, { target });
  },
  role,
  call,
  headline,
  cue,
  trickSize: (context) => playing(tong(context)),
  isOut: (context, seat) => decided(context.game.phase) && tong(context).status[seat] === "folded",
  middle,
  aside,
  picking,
  keys,
  sheetTitle: (context) => t("Record, pot {pot}", { pot: tong(context).pot }),
  sheet,
  dealResult,
  places,
  verdict,
  finale,
  announce,
  commandName: (type) => (type === "refuse" ? t("Refuse") : type === "fold_hand" ? t("Fold") : type === "join" ? t("Play") : null),
  refusal: (code) => {
    switch (code) {
      case "must_beat":
        return t("You must beat the best card if you can");
      case "must_trump":
        return t("You hold no card of the suit: you must trump");
      case "must_follow":
        return t("You must follow suit");
      default:
        return null;
    }
  },
};

/** What has just happened, in words, for those who listen instead of looking. */
import { taken } from "../anim.ts";
import { cardName, suitName, suitOf } from "../cards.ts";
import type { GameClient, TableContext } from "../games.ts";
import { t, tn } from "../i18n.ts";
import type { TableView } from "../protocol.ts";
import { cardChoice, isMyTurn, openMenu } from "../state.ts";

export function announcements(context: TableContext, client: GameClient, before: TableView | null, wasMine: boolean): string[] {
  const { game, view } = context;
  const lines: string[] = [];
  const taker = before ? taken(before, view) : null;
  const had = new Set([...(before?.game?.trick?.cards ?? []), ...(before?.game?.last_trick?.cards ?? [])].map(([, card]) => card));
  const lying = taker === null ? (game.trick?.cards ?? []) : (game.last_trick?.cards ?? []);
  if (before) {
    for (const [seat, card] of lying) {
      if (!had.has(card) && seat !== view.you) lines.push(t("{name} plays {card}", { name: context.name(seat), card: cardName(card) }));
    }
  }
  if (taker !== null) lines.push(taker === view.you ? t("You take the trick") : t("{name} takes the trick", { name: context.name(taker) }));
  lines.push(...(client.announce?.(context, before?.game ?? null) ?? []));
  if (!wasMine && isMyTurn(context.state)) {
    const choice = cardChoice(openMenu(context.state));
    // Shown it is one line, so that the eyes need not be told how many: they see which cards stand up.
    if (choice) lines.push(client.cue?.(context) ?? turnText(context), tn("{count} card can be played", "{count} cards can be played", choice.cards.length));
    else lines.push(t("Your turn to choose"));
  }
  return lines;
}

/** What is asked of whose turn it is to play a card. */
export function turnText({ game, you }: TableContext): string {
  const led = game.trick?.cards[0]?.[1];
  if (!led) return t("Your turn: lead any card");
  const suit = suitOf(led);
  const follows = (game.hands[you ?? -1]?.cards ?? []).some((card) => suitOf(card) === suit);
  return follows ? t("Your turn: follow {suit}", { suit: suitName(suit) }) : t("Your turn: you hold no {suit}", { suit: suitName(suit) });
}

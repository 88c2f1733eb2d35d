/** What has just happened, in words, for those who listen instead of looking. */
import { taken } from "../anim.ts";
import { cardName } from "../cards.ts";
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
    lines.push(choice ? tn("Your turn, {count} card can be played", "Your turn, {count} cards can be played", choice.cards.length) : t("Your turn to choose"));
  }
  return lines;
}

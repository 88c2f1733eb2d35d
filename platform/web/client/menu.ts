/** Questions to the menu of the viewer: is a command on it, and what its fields may hold. */
import type { TableContext } from "./games.ts";
import type { Card, Choice } from "./protocol.ts";

/** The choice of this type, or null if it is not open to the viewer now. */
export const choiceOf = (context: TableContext, type: string): Choice | null => context.choices.find((choice) => choice.type === type) ?? null;

/** The values a field of one value may take; none if the choice is not open. */
export function valuesOf(choice: Choice | null, field: string): unknown[] {
  const domain = choice?.fields?.[field];
  return domain && "one_of" in domain ? domain.one_of : [];
}

/** The cards a field of one card may name; none if the choice is not open. */
export function cardsOf(choice: Choice | null, field: string): Card[] {
  const domain = choice?.fields?.[field];
  return domain && "card" in domain ? domain.card : [];
}

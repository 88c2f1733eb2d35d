/** Ways to a table: a visitor sits down, a company goes on to its next one. */
import { NOTHING, type Inbox } from "../awaits.ts";
import { becomeGuest, rematch, Unanswered } from "../errands.ts";
import { t } from "../i18n.ts";
import type { Command } from "../protocol.ts";
import type { TableState } from "../state.ts";
import type { TableElement } from "./table.ts";

export class Going {
  failed: string | null = null;
  private inbox: Inbox = NOTHING;
  /** What a visitor wanted to do when he was made a guest. */
  private meant: Command | null = null;
  /** A guest is being made, or a table opened: a second press changes nothing. */
  private asking = false;
  private readonly element: TableElement;

  constructor(element: TableElement) {
    this.element = element;
  }

  private async once(what: () => Promise<void>, failed: string): Promise<void> {
    if (this.asking) return;
    this.asking = true;
    try {
      await what();
      this.failed = null;
    } catch (error) {
      this.failed = error instanceof Unanswered && error.code === "no_rematch" ? t("There is no rematch of this table.") : failed;
    } finally {
      this.asking = false;
      this.element.requestUpdate();
    }
  }

  /** A visitor who sits down becomes a guest first; the socket then comes again as him, and says what he meant. */
  async sit(command: Command): Promise<void> {
    const { element } = this;
    if (element.state.you?.person) {
      element.say(command);
      return;
    }
    await this.once(async () => {
      element.places.csrf = await becomeGuest(element.places.guest, element.places.csrf);
      this.meant = command;
      element.reconnect();
    }, t("You could not be seated. Try again."));
  }

  /** What was meant, once it can be said. */
  takeMeant(): Command | null {
    const command = this.meant;
    this.meant = null;
    return command;
  }

  /** The same company again, at a table of its own: whoever presses first opens it, the others sit down there. */
  async rematch(): Promise<void> {
    await this.once(async () => location.assign(`/t/${await rematch(this.element.places.api, this.element.places.csrf)}`), t("The table could not be opened. Try again."));
  }

  hears(inbox: Inbox): void {
    this.inbox = inbox;
    this.element.requestUpdate();
  }

  /** Who of the company plays on at another table already, as the page's inbox tells. */
  get rematchBy(): string | null {
    return wantsRematch(this.inbox, this.element.state);
  }
}

/** The name of who of this table's company has asked for another, if somebody has. */
export function wantsRematch(inbox: Inbox, state: TableState): string | null {
  const company = new Set(state.view?.seats.map((seat) => seat.person ?? seat.owner) ?? []);
  const from = inbox.items.find(({ kind, body }) => kind === "rematch" && company.has(body.from ?? null))?.body.from;
  return from ? (state.people[from]?.name ?? inbox.people[from]?.name ?? t("Somebody")) : null;
}

/** <ot-table>: a table from connecting to the last reckoning. It renders into the page itself, so that one style sheet serves all. */
import { html, LitElement, type TemplateResult } from "lit";
import { scenes, type Scene } from "../anim.ts";
import { browserClock, commandId, Line, socketUrl, type Wire } from "../api.ts";
import { isTableCommand, sit } from "../commands.ts";
import { meant as meantBy, stepped } from "../events.ts";
import { gameClient, plainGame, type GameClient, type Known, type TableContext } from "../games.ts";
import { t } from "../i18n.ts";
import type { Card, Command, FromServer, Frame, GameView, Seat, TableView } from "../protocol.ts";
import type { Settings } from "../settings.ts";
import { Stage } from "../stage.ts";
import { cardChoice, EMPTY, heldForMe, isMyTurn, occupancy, openMenu, panelChoices, placesBySeat, shownView, type TableState } from "../state.ts";
import * as change from "../table.ts";
import { announcements } from "./announce.ts";
import { felt } from "./felt.ts";
import { SheetFocus } from "./focus.ts";
import { handOrder } from "./hand.ts";
import { knock } from "./knock.ts";
import { land, move, snapshot } from "./motion.ts";
import { markTitle } from "../title.ts";

const NO_GAME: GameView = { phase: "", deal: 0, dealer: null, hands: [], trick: null, last_trick: null, tricks: [], trump: null, declarer: null, totals: [], result: null };

/** Where the pages are; the page that holds the element says so. */
export interface Places {
  lobby: string;
  tables: string;
  /** Makes a guest of a visitor, so that he can sit down. */
  guest: string;
  rules: string | null;
  csrf: string;
}

export class TableElement extends LitElement {
  static override properties = { state: { attribute: false }, settings: { attribute: false }, scene: { attribute: false }, now: { attribute: false } };

  declare state: TableState;
  declare settings: Settings;
  declare scene: TableView | null;
  declare now: number;

  tableId = "";
  known: Known | undefined = undefined;
  /** Only the felt, to look at: no keys, no clock, nothing around it. */
  bare = false;
  places: Places = { lobby: "/", tables: "/tables", guest: "/guest-session", rules: null, csrf: "" };
  onSetting: ((name: keyof Settings, value: Settings[keyof Settings]) => void) | null = null;
  makeWire: (url: string) => Wire = (url) => new WebSocket(url) as unknown as Wire;

  client: GameClient = plainGame("");
  focused: Card | null = null;
  copied = false;
  failed: string | null = null;
  private line: Line | null = null;
  private loaded = "";
  /** What a visitor wanted to do when he was made a guest. */
  private meant: Command | null = null;
  private inHand = false;
  private burstSaid = false;
  /** A guest is being made, or a table opened: a second press changes nothing. */
  private asking = false;
  private readonly sheetFocus = new SheetFocus();
  private spoken: string[] = [];
  private ticking: ReturnType<typeof setInterval> | null = null;
  private readonly stage = new Stage(
    (scene, moving) => this.showScene(scene, moving),
    () => matchMedia("(prefers-reduced-motion: reduce)").matches || document.hidden,
    browserClock,
  );

  constructor() {
    super();
    this.state = EMPTY;
    this.scene = null;
    this.now = Date.now();
  }

  protected override createRenderRoot(): HTMLElement {
    this.replaceChildren();
    return this;
  }

  private connect(): void {
    this.line = new Line({
      url: socketUrl(this.tableId, location),
      wire: this.makeWire,
      clock: browserClock,
      onMessage: (message) => this.hear(message),
      onLink: (link, code) => {
        this.state = change.linked(this.state, link, code);
      },
    });
    this.line.open();
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.connect();
    if (this.bare) return;
    addEventListener("keydown", this.onKey);
    addEventListener("pointerdown", this.onPointer, { capture: true });
    addEventListener("online", this.onBack);
    document.addEventListener("visibilitychange", this.onBack);
    this.ticking = setInterval(() => this.tick(), 250);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.line?.end();
    removeEventListener("keydown", this.onKey);
    removeEventListener("pointerdown", this.onPointer, { capture: true });
    removeEventListener("online", this.onBack);
    document.removeEventListener("visibilitychange", this.onBack);
    if (this.ticking !== null) clearInterval(this.ticking);
  }

  /* ---- what the server says ---- */

  private hear(message: FromServer): void {
    switch (message.type) {
      case "welcome":
        this.state = change.welcomed(this.state, message, Date.now());
        void this.load(message.table.game);
        if (this.meant && message.you.person) {
          const command = this.meant;
          this.meant = null;
          this.say(command);
        }
        return;
      case "frame":
        this.take(message);
        return;
      case "people":
        this.state = change.introduced(this.state, message.people);
        return;
      case "presence":
        this.state = change.present(this.state, message.seats ?? [], message.watching ?? null);
        if (!this.stage.busy) this.scene = this.state.view;
        return;
      case "accepted":
        this.state = change.accepted(this.state, message.id, message.last);
        return;
      case "refused":
        this.refuse(message.id, message.code);
        return;
      case "heartbeat":
        return;
    }
  }

  private async load(game: string): Promise<void> {
    if (this.loaded === game) return;
    this.loaded = game;
    try {
      this.client = await gameClient(game, this.known);
    } catch {
      this.client = plainGame(game, this.known);
    }
    this.requestUpdate();
  }

  private take(frame: Frame): void {
    const before = this.state.view;
    const wasMine = isMyTurn(this.state);
    const next = change.framed(this.state, frame);
    if (next === this.state) return;
    // A card that lay there before the server knew of it must not be played again by the scenes.
    const early = this.state.sending?.card ? shownView(before, this.state.sending) : before;
    if (this.state.sending && !next.sending) this.line?.settle(this.state.sending.id);
    this.state = next;
    const context = this.context(frame.view);
    this.spoken = announcements(context, this.client, before, wasMine);
    this.stage.push(scenes(early, frame.view, early === before ? frame.events.map(({ event }) => event) : []));
    const ahead = change.dueAhead(this.state);
    this.state = ahead.state;
    if (ahead.say) this.say(ahead.say);
    if (!wasMine && isMyTurn(this.state) && this.settings.knock) knock();
  }

  private refuse(id: string, code: string): void {
    const before = snapshot(this.felt);
    this.state = change.refused(this.state, id, code);
    void this.updateComplete.then(() => move(this.felt, before, []));
  }

  private showScene(scene: Scene, moving: boolean): void {
    const before = moving ? snapshot(this.felt) : null;
    this.scene = scene.view;
    if (!before) return;
    void this.updateComplete.then(() => move(this.felt, before, scene.motions));
  }

  /* ---- what the viewer does ---- */

  readonly say = (command: Command): void => {
    if (this.state.link !== "open" || this.state.sending) return;
    const id = commandId();
    const decision = isTableCommand(command) ? null : (this.state.view?.menu?.decision ?? null);
    this.stage.skip();
    const before = snapshot(this.felt);
    this.state = change.sent(this.state, id, command, decision);
    this.line?.say(id, command, decision);
    const card = this.state.sending?.card;
    const seat = this.state.view?.game?.hands.findIndex((hand) => card && hand.cards.includes(card)) ?? -1;
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    if (card && !still) void this.updateComplete.then(() => move(this.felt, before, seat >= 0 ? [{ kind: "play", seat, card }] : []));
  };

  /** A visitor who sits down becomes a guest first; the socket then comes again as him, and says what he meant. */
  readonly sitDown = async (seat: Seat): Promise<void> => {
    if (this.state.you?.person) {
      this.say(sit(seat));
      return;
    }
    if (this.asking) return;
    this.asking = true;
    try {
      const answer = await fetch(this.places.guest, { method: "POST", credentials: "same-origin", headers: { "X-CSRFToken": this.places.csrf, Accept: "application/json" } });
      if (!answer.ok) throw new Error(String(answer.status));
      this.places.csrf = ((await answer.json()) as { csrf: string }).csrf;
      this.meant = sit(seat);
      this.line?.end();
      this.connect();
    } catch {
      this.failed = t("You could not be seated. Try again.");
      this.requestUpdate();
    } finally {
      this.asking = false;
    }
  };

  /** `clicks` counts the presses of one burst: what follows the press that played a card is no second choice. */
  readonly onCard = (card: Card, clicks = 0): void => {
    if (clicks < 2) this.burstSaid = false;
    else if (this.burstSaid) return;
    this.focused = card;
    const { view } = this.state;
    const picking = view && isMyTurn(this.state) ? this.client.picking?.(this.context(view)) : null;
    if (picking?.cards.includes(card)) {
      picking.pick(card);
      return;
    }
    const step = change.touched(this.state, card, this.settings.oneTap);
    this.state = step.state;
    if (step.say) {
      this.burstSaid = true;
      this.say(step.say);
    }
    this.requestUpdate();
  };

  readonly open = (sheet: string): void => {
    this.state = change.opened(this.state, sheet);
  };

  readonly copy = (): void => {
    const done = (): void => {
      this.copied = true;
      this.requestUpdate();
      setTimeout(() => {
        this.copied = false;
        this.requestUpdate();
      }, 2_500);
    };
    const field = this.querySelector<HTMLInputElement>("#share-link");
    const byHand = (): void => {
      // Without a secure origin there is no clipboard: the link is selected, and the browser's own copy still works.
      field?.select();
      if (document.execCommand("copy")) done();
    };
    if (navigator.clipboard) navigator.clipboard.writeText(this.address).then(done, byHand);
    else byHand();
  };

  /** Another table like this one. With programs it begins at once; with people it waits for them under a new link. */
  readonly again = async (): Promise<void> => {
    const { table, view } = this.state;
    if (!table || !view || this.asking) return;
    this.asking = true;
    const programs = view.seats.filter((seat) => occupancy(seat) === "program").length;
    try {
      const answer = await fetch(this.places.tables, {
        method: "POST",
        credentials: "same-origin",
        headers: { "Content-Type": "application/json", Accept: "application/json", "X-CSRFToken": this.places.csrf },
        body: JSON.stringify({ game: table.game, preset: table.preset, options: table.options, players: view.seats.length, bots: programs, visibility: table.visibility }),
      });
      const opened = (await answer.json()) as { id?: string; url?: string };
      if (!answer.ok || !opened.id) throw new Error(String(answer.status));
      location.assign(opened.url ?? `/t/${opened.id}`);
    } catch {
      this.failed = t("The table could not be opened. Try again.");
      this.asking = false;
      this.requestUpdate();
    }
  };

  private readonly onKey = (event: KeyboardEvent): void => {
    const target = event.target as HTMLElement | null;
    const inField = !!target?.closest("input:not([type=radio]), textarea, select");
    const hand = target?.closest<HTMLElement>(".hand") ?? null;
    const asked = meantBy({ key: event.key, ctrl: event.ctrlKey || event.metaKey || event.altKey, inField, inHand: hand !== null });
    if (!asked) return;
    this.onPointer();
    if (asked.kind === "settle") {
      this.state = { ...change.lowered(this.state), sheet: null };
      return;
    }
    const view = this.shown;
    if (!view || view.you === null || !this.querySelector(".hand button")) return;
    const cards = handOrder(this.context(view), this.client, view.you);
    if (asked.kind === "card") {
      const card = cards[asked.index];
      if (!card) return;
      this.onCard(card);
      this.focusCard(card);
    } else {
      const at = cards.indexOf(target?.dataset["card"] ?? "");
      const index = asked.kind === "edge" ? (asked.end ? cards.length - 1 : 0) : stepped(at, asked.by, cards.length);
      this.focusCard(cards[index] ?? null);
    }
    event.preventDefault();
  };

  private focusCard(card: Card | null): void {
    this.focused = card;
    this.requestUpdate();
    void this.updateComplete.then(() => this.querySelector<HTMLElement>(`.hand [data-card="${card}"]`)?.focus());
  }

  private readonly onPointer = (): void => {
    if (!this.stage.busy) return;
    this.stage.skip();
    land(this.felt);
  };

  private readonly onBack = (): void => {
    if (!document.hidden) this.line?.hurry();
  };

  /* ---- what is shown ---- */

  private get felt(): HTMLElement | null {
    return this.querySelector(".felt");
  }

  get address(): string {
    return `${location.origin}/t/${this.tableId}`;
  }

  /** The scene on the felt, or the newest view with a card on its way laid down. */
  private get shown(): TableView | null {
    const { view, sending } = this.state;
    if (sending?.card) return shownView(view, sending);
    return this.scene ?? view;
  }

  context(view: TableView): TableContext {
    const { state } = this;
    return {
      state,
      settings: this.settings,
      view,
      game: view.game ?? { ...NO_GAME, tricks: view.seats.map(() => 0), totals: view.seats.map(() => 0) },
      options: state.table?.options ?? {},
      you: view.you,
      count: view.seats.length,
      name: (seat) => this.nameOf(view, seat),
      choices: panelChoices(openMenu(state)),
      say: this.say,
      draft: (name, value) => {
        const before = snapshot(this.felt);
        this.state = change.drafted(this.state, name, value);
        void this.updateComplete.then(() => move(this.felt, before, []));
      },
      draftCard: (name, card, count) => {
        this.state = change.draftedCard(this.state, name, card, count);
      },
      open: this.open,
    };
  }

  private nameOf(view: TableView, seat: Seat): string {
    const info = view.seats[seat];
    const id = info?.person ?? info?.owner;
    const person = id ? this.state.people[id] : undefined;
    if (person) return person.name || t("Deleted account");
    if (info?.bot) return t("Program {number}", { number: seat + 1 });
    return t("Seat {number}", { number: seat + 1 });
  }

  private tick(): void {
    const deadline = this.state.view?.deadline ?? null;
    if (deadline !== null || this.state.view?.clocks) this.now = Date.now() + this.state.skew;
  }

  protected override willUpdate(): void {
    this.inHand = !!document.activeElement?.closest(".hand");
  }

  protected override updated(): void {
    // A card that was played takes the keyboard's place with it: the next one gets it.
    if (this.inHand && document.activeElement === document.body) this.querySelector<HTMLElement>('.hand button[tabindex="0"]')?.focus();
    this.sheetFocus.follow(this, this.state.sheet);
    const mine = isMyTurn(this.state);
    markTitle("table", mine && document.hidden);
  }

  protected override render(): TemplateResult {
    const view = this.shown;
    if (this.state.closed !== null && !view) return this.apart(this.closedText(this.state.closed), true);
    if (!view) return this.apart(this.state.link === "lost" ? t("The table cannot be reached. Trying again…") : t("Coming to the table…"), false);
    const context = this.context(view);
    const bottom = context.you ?? heldForMe(this.state) ?? 0;
    const places = placesBySeat(context.count, bottom, this.client.direction);
    return html`${felt({
      element: this,
      context,
      client: this.client,
      places,
      bottom,
      now: this.now,
      settled: view === this.state.view || !this.stage.busy,
      canPlayCard: cardChoice(openMenu(this.state)) !== null,
    })}<div class="sr" role="log" aria-live="polite">${this.spoken.map((line) => html`<p>${line}</p>`)}</div>`;
  }

  private closedText(code: number): string {
    if (code === 4404) return t("There is no such table.");
    if (code === 4401 || code === 4403) return t("You may not come to this table. Open it again from the front page.");
    return t("The connection was ended. Load the page again.");
  }

  private apart(text: string, final: boolean): TemplateResult {
    return html`<main class="apart" id="content"><p role="status">${text}</p>${final ? html`<a class="key first" href=${this.places.lobby}>${t("To the front page")}</a>` : html`<span class="three-cards" aria-hidden="true"><i></i><i></i><i></i></span>`}</main>`;
  }
}

customElements.define("ot-table", TableElement);

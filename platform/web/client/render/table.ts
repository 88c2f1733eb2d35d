/** <ot-table>: a table from connecting to the last reckoning. It renders into the page itself, so that one style sheet serves all. */
import { html, LitElement, type TemplateResult } from "lit";
import { scenes, type Scene } from "../anim.ts";
import type { Inbox } from "../awaits.ts";
import { browserClock, browserWire, commandId, Line, socketUrl, type Wire } from "../api.ts";
import { isTableCommand } from "../commands.ts";
import { copyText } from "../copying.ts";
import { meant as meantBy, stepped } from "../events.ts";
import { gameClient, plainGame, type GameClient, type Known, type TableContext } from "../games.ts";
import { t } from "../i18n.ts";
import { nameAt, personAt, profileAt } from "../people.ts";
import type { Card, Command, FromServer, Frame, GameView, TableView } from "../protocol.ts";
import type { Settings } from "../settings.ts";
import { Stage } from "../stage.ts";
import { cardChoice, EMPTY, heldForMe, isMyTurn, openMenu, panelChoices, placesBySeat, shownView, type TableState } from "../state.ts";
import * as change from "../table.ts";
import type { Told } from "../told.ts";
import { Aloud } from "./aloud.ts";
import { announcements } from "./announce.ts";
import { felt } from "./felt.ts";
import { PlayFocus, SheetFocus } from "./focus.ts";
import { Going } from "./going.ts";
import { handOrder } from "./hand.ts";
import { knock } from "./knock.ts";
import { land, move, snapshot } from "./motion.ts";
import { markTitle } from "../title.ts";

const NO_GAME: GameView = { phase: "", deal: 0, dealer: null, hands: [], trick: null, last_trick: null, tricks: [], trump: null, declarer: null, totals: [], result: null };

/** How long a line stands that tells what happened by itself. */
const TOLD_MS = 6_000;

/** Where the pages are; the page that holds the element says so. */
export interface Places {
  lobby: string;
  /** What the API knows of this table. */
  api: string;
  /** Makes a guest of a visitor, so that he can sit down. */
  guest: string;
  /** The page about a person, with a `0` in the place of the id. */
  person: string | null;
  rules: string | null;
  /** Where somebody waits for a table of strangers. */
  wait: string | null;
  /** Whom one may invite. */
  friends: string | null;
  csrf: string;
}

export class TableElement extends LitElement {
  static override properties = { state: { attribute: false }, settings: { attribute: false }, scene: { attribute: false } };

  declare state: TableState;
  declare settings: Settings;
  declare scene: TableView | null;

  tableId = "";
  known: Known | undefined = undefined;
  /** Only the felt, to look at: no keys, no clock, nothing around it. */
  bare = false;
  places: Places = { lobby: "/", api: "/api/tables/", guest: "/guest-session", person: null, rules: null, wait: null, friends: null, csrf: "" };
  onSetting: ((name: keyof Settings, value: Settings[keyof Settings]) => void) | null = null;
  makeWire: (url: string) => Wire = browserWire;

  client: GameClient = plainGame("");
  focused: Card | null = null;
  copied = false;
  readonly going = new Going(this);
  private line: Line | null = null;
  private loaded = "";
  /** The game's own part has come: until then its table would be drawn as that of a game without one. */
  private drawable = false;
  private burstSaid = false;
  private readonly sheetFocus = new SheetFocus();
  private readonly playFocus = new PlayFocus();
  private readonly aloud = new Aloud();
  private ticking: ReturnType<typeof setInterval> | null = null;
  private toldUntil: ReturnType<typeof setTimeout> | null = null;
  private readonly stage = new Stage(
    (scene, moving) => this.showScene(scene, moving),
    () => matchMedia("(prefers-reduced-motion: reduce)").matches || document.hidden,
    browserClock,
  );

  constructor() {
    super();
    this.state = EMPTY;
    this.scene = null;
  }

  protected override createRenderRoot(): HTMLElement {
    this.replaceChildren();
    return this;
  }

  private connect(): void {
    this.line = new Line({
      url: socketUrl(`/ws/table/${this.tableId}`, location),
      wire: this.makeWire,
      clock: browserClock,
      onMessage: (message) => this.hear(message),
      onLink: (link, code) => {
        this.state = change.linked(this.state, link, code);
      },
    });
    this.line.open();
  }

  /** The same line as somebody else. */
  reconnect(): void {
    this.line?.end();
    this.connect();
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.connect();
    if (this.bare) return;
    addEventListener("keydown", this.onKey);
    addEventListener("pointerdown", this.onPointer, { capture: true });
    addEventListener("online", this.onBack);
    document.addEventListener("visibilitychange", this.onBack);
    addEventListener("pagehide", this.onLeave);
    addEventListener("pageshow", this.onReturn);
    document.addEventListener("inbox", this.onInbox);
    this.ticking = setInterval(() => this.tick(), 250);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.line?.end();
    removeEventListener("keydown", this.onKey);
    removeEventListener("pointerdown", this.onPointer, { capture: true });
    removeEventListener("online", this.onBack);
    document.removeEventListener("visibilitychange", this.onBack);
    removeEventListener("pagehide", this.onLeave);
    removeEventListener("pageshow", this.onReturn);
    document.removeEventListener("inbox", this.onInbox);
    if (this.toldUntil !== null) clearTimeout(this.toldUntil);
    if (this.ticking !== null) clearInterval(this.ticking);
  }

  /* ---- what the server says ---- */

  private hear(message: FromServer): void {
    switch (message.type) {
      case "welcome":
        this.state = change.welcomed(this.state, message, Date.now());
        void this.load(message.table.game);
        if (message.you.person) {
          const meant = this.going.takeMeant();
          if (meant) this.say(meant);
        }
        return;
      case "frame":
        this.take(message);
        return;
      case "people":
        this.state = change.introduced(this.state, message.people);
        return;
      case "presence":
        this.state = change.present(this.state, message);
        if (!this.stage.busy) this.scene = this.state.view;
        return;
      case "accepted":
        this.state = change.accepted(this.state, message.id, message.last);
        return;
      case "refused":
        this.refuse(message.id, message.code);
        return;
      case "heartbeat":
        this.state = change.beaten(this.state, message.now, Date.now());
        return;
      case "notice":
        if (message.kind === "restart") this.state = change.noticed(this.state, message.at);
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
    this.drawable = true;
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
    this.tellFor(next.told);
    const context = this.context(frame.view);
    this.aloud.lines = announcements(context, this.client, before, wasMine);
    this.stage.push(scenes(early, frame.view, early === before ? frame.events.map(({ event }) => event) : []));
    const ahead = change.dueAhead(this.state);
    this.state = ahead.state;
    if (ahead.say) this.say(ahead.say);
    if (!wasMine && isMyTurn(this.state) && this.settings.knock) knock();
  }

  /** One line, long enough to be read. */
  private tellFor(told: Told | null): void {
    if (!told) return;
    if (this.toldUntil !== null) clearTimeout(this.toldUntil);
    this.toldUntil = setTimeout(() => {
      if (this.state.told === told) this.state = change.heard(this.state);
    }, TOLD_MS);
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
    copyText(this.address, this.querySelector<HTMLInputElement>("#share-link"), () => {
      this.copied = true;
      this.requestUpdate();
      setTimeout(() => {
        this.copied = false;
        this.requestUpdate();
      }, 2_500);
    });
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

  private readonly onLeave = (): void => this.line?.rest();

  private readonly onInbox = (event: Event): void => this.going.hears((event as CustomEvent<Inbox>).detail);

  /** Out of the browser's memory: the page stands as it was left, and the line is taken up where it stopped. */
  private readonly onReturn = (event: PageTransitionEvent): void => {
    if (event.persisted) this.line?.hurry();
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
      name: (seat) => nameAt(state.people, view, seat),
      profile: (seat) => profileAt(state.people, view, seat, this.places.person),
      isGuest: (seat) => personAt(state.people, view, seat)?.kind === "guest",
      rating: (seat) => this.state.people[view.seats[seat]?.person ?? ""]?.rating ?? null,
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

  private tick(): void {
    if (this.aloud.listens(this.state, Date.now())) this.requestUpdate();
  }

  protected override willUpdate(): void {
    this.playFocus.before();
  }

  protected override updated(): void {
    this.playFocus.after(this);
    this.sheetFocus.follow(this, this.state.sheet);
    // A turn, or a program that plays on in the place of whoever looks elsewhere.
    const stands = heldForMe(this.state) !== null && this.state.view?.lifecycle === "playing";
    markTitle("table", (isMyTurn(this.state) || stands) && document.hidden);
  }

  protected override render(): TemplateResult {
    const view = this.shown;
    if (this.state.closed !== null && !view) return this.apart(this.closedText(this.state.closed), true);
    if (!view || !this.drawable) return this.apart(this.state.link === "lost" ? t("The table cannot be reached. Trying again…") : t("Coming to the table…"), false);
    const context = this.context(view);
    const bottom = context.you ?? heldForMe(this.state) ?? 0;
    const places = placesBySeat(context.count, bottom, this.client.direction);
    return html`${felt({
      element: this,
      context,
      client: this.client,
      places,
      bottom,
      settled: view === this.state.view || !this.stage.busy,
      canPlayCard: cardChoice(openMenu(this.state)) !== null,
    })}${this.aloud.render(this.state)}`;
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

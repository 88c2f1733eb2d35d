/**
 * <ot-clock>: something that runs out. It changes its own text when that changes and nothing else on the page, so that a table of
 * six clocks does not draw itself anew each second.
 */
import { LitElement } from "lit";
import { clockText, LATE, nextChange, remaining, timeText, type ServerTime } from "../clocks.ts";

export class ClockElement extends LitElement {
  static override properties = { left: { attribute: false }, until: { attribute: false }, time: { attribute: false }, words: { attribute: false } };

  /** What is left as long as it does not run, and at most while it does. */
  declare left: number;
  /** The server's time when it runs out; null: it stands still. */
  declare until: number | null;
  declare time: ServerTime;
  /** What is said instead of the bare time, given whole seconds. */
  declare words: ((text: string, ms: number) => unknown) | null;
  private handle: ReturnType<typeof setTimeout> | null = null;

  constructor() {
    super();
    this.left = Infinity;
    this.until = null;
    this.time = { skew: 0, stop: null };
    this.words = null;
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    // Timers of a hidden page come late: what it shows is put right as it is seen again.
    document.addEventListener("visibilitychange", this.again);
    this.requestUpdate();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    document.removeEventListener("visibilitychange", this.again);
    this.forget();
  }

  private readonly again = (): void => this.requestUpdate();

  private forget(): void {
    if (this.handle !== null) clearTimeout(this.handle);
    this.handle = null;
  }

  protected override updated(): void {
    this.forget();
    const ms = remaining(this, this.time, Date.now());
    this.toggleAttribute("data-running", this.until !== null);
    this.toggleAttribute("data-late", this.until !== null && ms < LATE);
    if (this.until !== null && ms > 0 && this.isConnected) this.handle = setTimeout(this.again, nextChange(ms));
  }

  protected override render(): unknown {
    const ms = remaining(this, this.time, Date.now());
    return this.words ? this.words(timeText(ms), ms) : this.until === null ? timeText(ms) : clockText(ms);
  }
}

customElements.define("ot-clock", ClockElement);

/** The keyboard follows a sheet that opens, and goes back to the key that opened it. */
export class SheetFocus {
  private shown: string | null = null;
  private opener: HTMLElement | null = null;

  follow(root: HTMLElement, sheet: string | null): void {
    if (sheet === this.shown) return;
    const before = this.shown;
    this.shown = sheet;
    const over = root.querySelector<HTMLElement>(".over");
    if (over) {
      if (before === null) this.opener = document.activeElement as HTMLElement | null;
      over.focus();
    } else if (before !== null) {
      if (document.activeElement === document.body) this.opener?.focus();
      this.opener = null;
    }
  }
}

/** Where something of the table is decided: what stood there goes when it has been said. */
const DECIDED = ".hand, .keys, .panel-place, .moment-place, .stand-in-note, .offers";

/**
 * A card that was played and a panel that was answered take the keyboard's place with them. The place is kept: the next card
 * or what is asked next gets it, and until then the table, so that nobody begins again at the top of the page.
 */
export class PlayFocus {
  private inHand = false;
  private inside = false;
  private lost = false;

  before(): void {
    const active = document.activeElement;
    this.inHand = !!active?.closest(".hand");
    this.inside = !!active?.closest(DECIDED);
  }

  after(root: HTMLElement): void {
    const active = document.activeElement;
    const main = root.querySelector<HTMLElement>("#content");
    if (this.inside && active === document.body) this.lost = true;
    else if (active !== document.body && active !== main) this.lost = false;
    if (!this.lost) return;
    const card = root.querySelector<HTMLElement>('.hand button[tabindex="0"]');
    const asked = root.querySelector<HTMLElement>(".panel-place > *, .moment-place > *");
    // The whole of what is asked, not its first key: a press too many answers nothing.
    if (asked && !asked.hasAttribute("tabindex")) asked.tabIndex = -1;
    const place = (this.inHand ? (card ?? asked) : (asked ?? card)) ?? main;
    if (place !== main) this.lost = false;
    if (place !== active) place?.focus({ preventScroll: true });
  }
}

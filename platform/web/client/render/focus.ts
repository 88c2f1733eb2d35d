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

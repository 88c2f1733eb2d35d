/** <ot-house-rules>: what a table is played by, before somebody sits down; first what differs. The words are the server's own page. */
import { html, LitElement, nothing, type TemplateResult } from "lit";
import { t } from "../i18n.ts";

interface RuleLine {
  title: string;
  text: string;
}

export class HouseRules extends LitElement {
  static override properties = { href: { attribute: false }, lines: { attribute: false } };

  declare href: string;
  declare lines: RuleLine[] | null;
  private asked = "";

  constructor() {
    super();
    this.href = "";
    this.lines = null;
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  protected override willUpdate(): void {
    if (!this.href || this.asked === this.href) return;
    this.asked = this.href;
    void this.ask(this.href);
  }

  private async ask(href: string): Promise<void> {
    try {
      const answer = await fetch(href, { credentials: "same-origin", headers: { Accept: "text/html" } });
      if (!answer.ok) return;
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      this.lines = [...page.querySelectorAll("dl[data-part='changed'] > div")].map((line) => ({
        title: line.querySelector("dt")?.textContent?.trim() ?? "",
        text: line.querySelector("dd")?.textContent?.trim() ?? "",
      }));
    } catch {
      // The link below still leads to them.
    }
  }

  protected override render(): TemplateResult {
    const { lines } = this;
    const usual = lines && !lines.length ? t("Played by the usual rules.") : "";
    return html`<section class="house-rules" aria-label=${t("House rules")}>
      ${lines?.length ? html`<h2>${t("Different here")}</h2><dl>${lines.map(({ title, text }) => html`<div><dt>${title}</dt><dd>${text}</dd></div>`)}</dl>` : nothing}
      <p class="muted">${usual} <a href=${this.href} target="_blank" rel="noopener">${t("All rules of this table")}</a></p>
    </section>`;
  }
}

customElements.define("ot-house-rules", HouseRules);

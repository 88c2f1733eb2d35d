/** What is said to those who listen: what has just happened, own time as it runs low, a restart once. */
import { html, type TemplateResult } from "lit";
import { remaining, serverTime, timeAt, timeText, warning, type Watched } from "../clocks.ts";
import { t, tn } from "../i18n.ts";
import type { TableState } from "../state.ts";

export class Aloud {
  /** What happened with the newest frame. */
  lines: string[] = [];
  private watched: Watched | null = null;
  private warned = "";
  private restart: { at: number | null; text: string } = { at: null, text: "" };

  /** Own time is said as it passes thirty and ten seconds, not each second. Whether there is something else to say now. */
  listens(state: TableState, now: number): boolean {
    const { view } = state;
    const clock = view && view.you !== null ? view.clocks?.seats[view.you] : null;
    const left = clock ? remaining(clock, serverTime(state), now) : 0;
    const { watched, seconds } = warning(this.watched, clock?.until ?? null, left);
    this.watched = watched;
    const warned = seconds !== null ? tn("{count} second left", "{count} seconds left", seconds) : watched ? this.warned : "";
    const changed = warned !== this.warned;
    this.warned = warned;
    return changed;
  }

  /** Said once for each time that is announced; the countdown in the bar is for the eyes. */
  private restartText(state: TableState): string {
    const at = state.restart;
    if (at !== this.restart.at) {
      const time = at === null ? "" : timeText(at - timeAt(serverTime(state), Date.now()));
      this.restart = { at, text: at === null ? "" : t("The server restarts in {time}. Clocks stop meanwhile.", { time }) };
    }
    return this.restart.text;
  }

  render(state: TableState): TemplateResult {
    return html`<div class="sr" role="log" aria-live="polite">${this.lines.map((line) => html`<p>${line}</p>`)}</div>
      <p class="sr own-time-said" role="alert">${this.warned}</p><p class="sr" role="status">${this.restartText(state)}</p>`;
  }
}

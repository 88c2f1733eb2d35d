/**
 * Keeps the front page as it is now: while somebody looks at it, it is fetched again and its tables are exchanged.
 * The page is complete without this.
 */
import "./forms.ts";

const EVERY_MS = 5_000;
const PARTS = ["waits", "mine", "live", "open", "now"];

async function renew(): Promise<void> {
  if (document.hidden) return;
  const answer = await fetch(location.pathname, { credentials: "same-origin", headers: { Accept: "text/html" } });
  if (!answer.ok) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
  for (const id of PARTS) exchange(document.getElementById(id), fresh.getElementById(id));
}

/** Puts a section in the place of its elder. One that comes or goes is left to the next visit: nothing on the page jumps. */
function exchange(old: HTMLElement | null, now: HTMLElement | null): void {
  if (!old || !now || old.contains(document.activeElement) || old.innerHTML === now.innerHTML) return;
  old.replaceWith(document.adoptNode(now));
}

setInterval(() => void renew().catch(() => undefined), EVERY_MS);

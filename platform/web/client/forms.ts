/**
 * A form is sent once, however often its key is pressed: a second table would wait for somebody who sits at the first.
 * Whoever comes back to the page may send it again.
 */
import { copyText } from "./copying.ts";

const sent = new WeakSet<HTMLFormElement>();

document.addEventListener("submit", (event) => {
  const form = event.target as HTMLFormElement;
  if (sent.has(form)) event.preventDefault();
  sent.add(form);
});

addEventListener("pageshow", () => {
  for (const form of document.forms) sent.delete(form);
});

/** A key beside a field takes its text along. */
for (const key of document.querySelectorAll<HTMLButtonElement>("[data-copy]")) key.hidden = false;

document.addEventListener("click", (event) => {
  const key = (event.target as Element).closest<HTMLButtonElement>("[data-copy]");
  const field = key ? (document.getElementById(key.dataset["copy"] ?? "") as HTMLInputElement | null) : null;
  if (!key || !field) return;
  copyText(field.value, field, () => {
    key.textContent = key.dataset["done"] ?? "";
  });
});

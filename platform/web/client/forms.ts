/**
 * A form is sent once, however often its key is pressed: a second table would wait for somebody who sits at the first.
 * Whoever comes back to the page may send it again.
 */
const sent = new WeakSet<HTMLFormElement>();

document.addEventListener("submit", (event) => {
  const form = event.target as HTMLFormElement;
  if (sent.has(form)) event.preventDefault();
  sent.add(form);
});

addEventListener("pageshow", () => {
  for (const form of document.forms) sent.delete(form);
});

/** A key beside a field that takes its text along. Without a secure origin there is no clipboard: then the text is selected. */
for (const key of document.querySelectorAll<HTMLButtonElement>("[data-copy]")) key.hidden = false;

document.addEventListener("click", (event) => {
  const key = (event.target as Element).closest<HTMLButtonElement>("[data-copy]");
  const field = key ? (document.getElementById(key.dataset["copy"] ?? "") as HTMLInputElement | null) : null;
  if (!key || !field) return;
  const done = (): void => {
    key.textContent = key.dataset["done"] ?? "";
  };
  const byHand = (): void => {
    field.select();
    if (document.execCommand("copy")) done();
  };
  if (navigator.clipboard) navigator.clipboard.writeText(field.value).then(done, byHand);
  else byHand();
});

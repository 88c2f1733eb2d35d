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

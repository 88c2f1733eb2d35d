/** A dot before the title of the page while something waits for its reader, whoever on the page says so. */
const DOT = "● ";
const asking = new Set<string>();

export function markTitle(who: string, waits: boolean): void {
  if (waits) asking.add(who);
  else asking.delete(who);
  const plain = document.title.startsWith(DOT) ? document.title.slice(DOT.length) : document.title;
  const title = asking.size ? DOT + plain : plain;
  if (document.title !== title) document.title = title;
}

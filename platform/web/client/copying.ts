/** Takes a text along. Without a secure origin there is no clipboard: then the field it stands in is selected, and the browser copies that. */
export function copyText(text: string, field: HTMLInputElement | null, done: () => void): void {
  const byHand = (): void => {
    field?.select();
    if (document.execCommand("copy")) done();
  };
  if (navigator.clipboard) navigator.clipboard.writeText(text).then(done, byHand);
  else byHand();
}

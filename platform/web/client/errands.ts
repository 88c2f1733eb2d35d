/** What the page of a table asks of the server beside the line: to become a guest, to open or find the next table. */

/** An answer that isn't the wanted one; `code` is the server's own word for it, if it said one. */
export class Unanswered extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string) {
    super(`${status} ${code}`);
    this.status = status;
    this.code = code;
  }
}

async function post<T>(url: string, csrf: string, body: unknown): Promise<T> {
  const answer = await fetch(url, {
    method: "POST",
    credentials: "same-origin",
    headers: { "Content-Type": "application/json", Accept: "application/json", "X-CSRFToken": csrf },
    body: JSON.stringify(body),
  });
  const told = (await answer.json().catch(() => ({}))) as { error?: { code?: string } };
  if (!answer.ok) throw new Unanswered(answer.status, told.error?.code ?? "");
  return told as T;
}

/** Makes a guest of a visitor; answers the token that later requests of the page carry. */
export async function becomeGuest(url: string, csrf: string): Promise<string> {
  return (await post<{ csrf: string }>(url, csrf, {})).csrf;
}

/** The table at which the same company plays on: whoever asks first opens it, the others find it. */
export async function rematch(table: string, csrf: string): Promise<string> {
  return (await post<{ table: string }>(`${table}/rematch`, csrf, {})).table;
}

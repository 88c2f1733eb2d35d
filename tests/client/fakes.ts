/** A line and a clock that do what a test says. */
import type { Clock, Wire } from "@client/api.ts";
import type { ToServer } from "@client/protocol.ts";

export class FakeWire implements Wire {
  readyState = 0;
  sent: ToServer[] = [];
  closedWith: number | undefined;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  send(text: string): void {
    this.sent.push(JSON.parse(text) as ToServer);
  }
  close(code?: number): void {
    this.closedWith = code;
  }
  connects(): void {
    this.readyState = 1;
    this.onopen?.();
  }
  says(message: unknown): void {
    this.onmessage?.({ data: typeof message === "string" ? message : JSON.stringify(message) });
  }
  drops(code = 1006): void {
    this.readyState = 3;
    this.onclose?.({ code });
  }
}

export class FakeClock implements Clock {
  time = 0;
  private list: { at: number; what: () => void; id: number }[] = [];
  private next = 1;
  now(): number {
    return this.time;
  }
  later(ms: number, what: () => void): unknown {
    this.list.push({ at: this.time + ms, what, id: this.next });
    return this.next++;
  }
  cancel(handle: unknown): void {
    this.list = this.list.filter((entry) => entry.id !== handle);
  }
  random(): number {
    return 1;
  }
  passes(ms: number): void {
    const end = this.time + ms;
    for (;;) {
      const due = this.list.filter((entry) => entry.at <= end).sort((a, b) => a.at - b.at)[0];
      if (!due) break;
      this.cancel(due.id);
      this.time = due.at;
      due.what();
    }
    this.time = end;
  }
}

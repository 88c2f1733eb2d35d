/**
 * A line on which the server tells and the page only listens: `/ws/me` and `/ws/waiting`. It is taken up again when it breaks or
 * falls silent, after waits that grow and are partly chance, so that the pages don't all knock at once after a restart.
 */
import type { Clock, Wire } from "./api.ts";

export interface ListeningOptions {
  url: string;
  wire: (url: string) => Wire;
  clock: Clock;
  /** Whether the server wants to be greeted first. */
  hello: boolean;
  /** How long without a word, or without being let in, is a dead line; null where the server may have nothing to tell. */
  silenceMs: number | null;
  /** The longest wait before the next try. */
  mostMs: number;
  onOpen?: () => void;
  onText: (text: string) => void;
}

/** Close codes after which trying again is of no use: unreadable, not signed in any more, not a page of theirs. */
const FOR_GOOD = new Set([4400, 4401, 4403]);
const FIRST_MS = 1_000;
const DEAD = 4000;

/** How long to wait before the n-th try to connect again (from 0): twice as long each time, and never all pages at once. */
export function pause(tries: number, random: number, mostMs: number): number {
  return Math.min(mostMs, FIRST_MS * 2 ** tries) * (0.5 + random);
}

export class Listening {
  private wire: Wire | null = null;
  private tries = 0;
  private again: unknown = null;
  private silence: unknown = null;
  private readonly options: ListeningOptions;

  constructor(options: ListeningOptions) {
    this.options = options;
  }

  /** Opens the line, or at once anew where it waits for the next try. */
  open(): void {
    if (this.again !== null) this.options.clock.cancel(this.again);
    this.again = null;
    if (this.wire) return;
    const wire = this.options.wire(this.options.url);
    this.wire = wire;
    wire.onopen = () => {
      if (this.options.hello) wire.send(JSON.stringify({ type: "hello" }));
      this.options.onOpen?.();
    };
    wire.onmessage = ({ data }) => {
      this.tries = 0;
      this.expect();
      if (typeof data === "string") this.options.onText(data);
    };
    wire.onclose = ({ code }) => this.lost(wire, code);
    this.expect();
  }

  private expect(): void {
    const { clock, silenceMs } = this.options;
    if (this.silence !== null) clock.cancel(this.silence);
    this.silence = null;
    const wire = this.wire;
    if (silenceMs === null || !wire) return;
    this.silence = clock.later(silenceMs, () => {
      wire.close(DEAD);
      this.lost(wire, DEAD);
    });
  }

  private lost(wire: Wire, code: number): void {
    if (wire !== this.wire) return;
    this.wire = null;
    this.expect();
    if (FOR_GOOD.has(code)) return;
    const { clock, mostMs } = this.options;
    this.again = clock.later(pause(this.tries++, clock.random(), mostMs), () => this.open());
  }
}

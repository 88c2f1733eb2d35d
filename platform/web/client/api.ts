/**
 * The line to the server: says hello, resumes where it stopped, acknowledges what it has got, and repeats a command until it is
 * answered. A command keeps its id through all of that, so the server does it once.
 */
import type { Command, FromServer, ToServer } from "./protocol.ts";
import type { Link } from "./state.ts";

/** The part of WebSocket that is used; tests give another. */
export interface Wire {
  readyState: number;
  send(text: string): void;
  close(code?: number): void;
  onopen: (() => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: ((event: { code: number }) => void) | null;
}

export interface Clock {
  now(): number;
  later(ms: number, what: () => void): unknown;
  cancel(handle: unknown): void;
  random(): number;
}

export interface LineOptions {
  url: string;
  token?: string;
  wire: (url: string) => Wire;
  clock: Clock;
  onMessage: (message: FromServer) => void;
  onLink: (link: Link, code: number | null) => void;
}

const OPEN = 1;
const ACK_EVERY = 16;
/** The heartbeat comes every 5 s: three missed ones are a dead line. */
const SILENCE_MS = 16_000;
const FIRST_WAIT_MS = 400;
const LONGEST_WAIT_MS = 15_000;
/** Not, or no longer, who it was. */
const UNAUTHORISED = 4401;
/** Closings no second try can mend: unreadable, unauthorised, wrong origin, no such table. */
const FINAL_CODES = new Set([4400, UNAUTHORISED, 4403, 4404]);
/** The server found us too slow: it has more to send and nothing against us. */
const AT_ONCE = new Set([4008, 1012]);

/** Refusals that mean: not just now, say it again under the same id. */
const LATER = new Set(["busy", "too_fast"]);
const AGAIN_MS = 300;
const MOST_AGAIN = 5;

interface Unanswered {
  message: ToServer;
  /** How often the server has put it off. */
  putOff: number;
}

export class Line {
  private wire: Wire | null = null;
  private v: number | null = null;
  private unacknowledged = 0;
  private lastBeat: number | null = null;
  private tries = 0;
  private ended = false;
  private greeted = false;
  /** Greeted since the server last said that we are not who we were. */
  private known = false;
  private retry: unknown = null;
  private silence: unknown = null;
  private readonly unanswered = new Map<string, Unanswered>();
  private readonly options: LineOptions;

  constructor(options: LineOptions) {
    this.options = options;
  }

  open(): void {
    if (this.ended || this.wire) return;
    if (this.retry !== null) this.options.clock.cancel(this.retry);
    this.retry = null;
    this.greeted = false;
    const wire = this.options.wire(this.options.url);
    this.wire = wire;
    wire.onopen = () => {
      const hello: ToServer = { type: "hello" };
      if (this.options.token) hello.token = this.options.token;
      if (this.v !== null) hello.v = this.v;
      this.put(hello);
      this.listen();
    };
    wire.onmessage = (event) => this.receive(wire, event.data);
    wire.onclose = (event) => this.lost(wire, event.code);
  }

  /** Ends the line for good. */
  end(): void {
    this.ended = true;
    const clock = this.options.clock;
    if (this.retry !== null) clock.cancel(this.retry);
    if (this.silence !== null) clock.cancel(this.silence);
    this.goodbye();
  }

  /** In words, too: a browser that ends may lose the close itself. */
  private goodbye(): void {
    this.put({ type: "bye" });
    const wire = this.wire;
    this.wire = null;
    wire?.close(1000);
  }

  /**
   * The page is left. A proper goodbye tells the server that nobody is here any more, where a broken line would be waited for;
   * a page that comes back out of the browser's memory opens the line again.
   */
  rest(): void {
    if (this.ended) return;
    const clock = this.options.clock;
    if (this.retry !== null) clock.cancel(this.retry);
    if (this.silence !== null) clock.cancel(this.silence);
    this.retry = this.silence = null;
    this.goodbye();
    this.greeted = false;
    this.tries = 0;
    this.options.onLink("lost", 1000);
  }

  /** The browser is back from sleep or offline: no need to wait any longer. */
  hurry(): void {
    if (!this.wire && !this.ended) {
      this.tries = 0;
      this.open();
    }
  }

  /** Says a command; it is repeated over new connections until it is accepted or refused. */
  say(id: string, command: Command, decision: number | null): void {
    const message: ToServer = { type: "command", id, decision, command };
    this.unanswered.set(id, { message, putOff: 0 });
    if (this.greeted) this.put(message);
  }

  /** The server could not do it just now: said again after a moment, under the same id. False when that was done often enough. */
  private onceMore(id: string): boolean {
    const entry = this.unanswered.get(id);
    if (!entry || entry.putOff === MOST_AGAIN) return false;
    this.options.clock.later(AGAIN_MS * ++entry.putOff, () => {
      if (this.greeted && this.unanswered.has(id)) this.put(entry.message);
    });
    return true;
  }

  /** Forgets a command that a frame has shown to be done. */
  settle(id: string): void {
    this.unanswered.delete(id);
  }

  get waiting(): number {
    return this.unanswered.size;
  }

  private put(message: ToServer): void {
    if (this.wire?.readyState === OPEN) this.wire.send(JSON.stringify(message));
  }

  private receive(wire: Wire, data: unknown): void {
    if (wire !== this.wire || typeof data !== "string") return;
    let message: FromServer;
    try {
      message = JSON.parse(data) as FromServer;
    } catch {
      return;
    }
    this.listen();
    switch (message.type) {
      case "welcome":
        this.greeted = this.known = true;
        this.tries = 0;
        this.lastBeat = null;
        this.options.onLink("open", null);
        this.options.onMessage(message);
        for (const entry of this.unanswered.values()) this.put(entry.message);
        return;
      case "frame":
        if (this.v === null || message.v > this.v) this.v = message.v;
        if (++this.unacknowledged >= ACK_EVERY) this.acknowledge();
        break;
      case "heartbeat":
        this.beat(wire, message.v, message.now);
        break;
      case "refused":
        if (LATER.has(message.code) && this.onceMore(message.id)) return;
        this.settle(message.id);
        break;
      case "accepted":
        this.settle(message.id);
        break;
    }
    this.options.onMessage(message);
  }

  /** Behind at two heartbeats with nothing new between them: a frame was lost, so the line is taken up anew. */
  private beat(wire: Wire, v: number, now: number): void {
    if (this.v !== null && v > this.v && this.lastBeat === this.v) {
      wire.close(4000);
      this.lost(wire, 4008);
      return;
    }
    this.lastBeat = this.v;
    this.acknowledge(now);
  }

  /** The heartbeat's own time goes back with it: so the server knows how long this line takes. */
  private acknowledge(now?: number): void {
    this.unacknowledged = 0;
    if (this.v !== null) this.put(now === undefined ? { type: "ack", v: this.v } : { type: "ack", v: this.v, now });
  }

  private listen(): void {
    const clock = this.options.clock;
    if (this.silence !== null) clock.cancel(this.silence);
    const wire = this.wire;
    this.silence = clock.later(SILENCE_MS, () => {
      this.silence = null;
      if (wire && wire === this.wire) {
        wire.close(4000);
        this.lost(wire, 1006);
      }
    });
  }

  private lost(wire: Wire, code: number): void {
    if (wire !== this.wire) return;
    this.wire = null;
    this.greeted = false;
    if (this.silence !== null) this.options.clock.cancel(this.silence);
    this.silence = null;
    if (this.ended) return;
    // Another tab signed in or out, and the cookie is another one now: the server says once more who we are, from the start.
    const changed = code === UNAUTHORISED && this.known && !this.options.token;
    if (changed) {
      this.known = false;
      this.v = null;
    } else if (FINAL_CODES.has(code)) {
      this.ended = true;
      this.options.onLink("closed", code);
      return;
    }
    this.options.onLink("lost", code);
    const most = AT_ONCE.has(code) && this.tries === 0 ? 0 : Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** this.tries);
    this.tries++;
    // Half of the wait is by chance, so that a table's browsers don't all knock at once after a restart.
    this.retry = this.options.clock.later(most / 2 + (most / 2) * this.options.clock.random(), () => {
      this.retry = null;
      this.open();
    });
  }
}

export const browserWire = (url: string): Wire => new WebSocket(url) as unknown as Wire;

export const browserClock: Clock = {
  now: () => Date.now(),
  later: (ms, what) => setTimeout(what, ms),
  cancel: (handle) => clearTimeout(handle as ReturnType<typeof setTimeout>),
  random: () => Math.random(),
};

/** An id no other command has. randomUUID exists only on secure origins, and a table at home may be served over plain HTTP. */
export function commandId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The address of a socket, beside that of the page. */
export function socketUrl(path: string, place: { protocol: string; host: string }): string {
  return `${place.protocol === "https:" ? "wss" : "ws"}://${place.host}${path}`;
}

/** Positions of a game, as the server sends them: for its rules page, and for looking at. `games/<name>/client/positions.json`. */
import type { FromServer, TableView, Welcome } from "./protocol.ts";
import type { Wire } from "./api.ts";

export interface Position {
  preset: string;
  options: Record<string, unknown>;
  view: TableView;
}

export type Positions = Record<string, Position>;

/** Who sits there: names short enough for a plate. */
export function sitters(arabic: boolean, count: number): string[] {
  return (arabic ? ["هدى", "نورة", "سالم", "ريم"] : ["Vera", "Tomasz", "Ilyas", "Dana"]).slice(0, count);
}

export function welcomeTo(game: string, position: Position, arabic: boolean, id = ""): Welcome {
  const names = sitters(arabic, position.view.seats.length);
  const seats = position.view.seats.map((one) => one.person ?? "");
  const people = Object.fromEntries(seats.map((person, seat) => [person, { name: names[seat] ?? "", kind: "guest" as const }]));
  const you = position.view.you;
  return {
    type: "welcome",
    you: { person: you === null ? null : (seats[you] ?? null), name: you === null ? "" : (names[you] ?? ""), seat: you },
    table: { id, game, preset: position.preset, options: position.options, host: null, visibility: "public", rated: false, speed: "casual" },
    people,
    now: Date.now(),
  };
}

/** A line to nobody: it tells the position and answers no command. */
export class PositionWire implements Wire {
  readyState = 1;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  private readonly told: FromServer[];

  constructor(welcome: Welcome, view: TableView) {
    this.told = [welcome, { type: "frame", v: 1, events: [], view }];
    setTimeout(() => this.onopen?.(), 0);
  }

  send(text: string): void {
    const message = JSON.parse(text) as { type: string };
    if (message.type === "hello") for (const one of this.told) this.onmessage?.({ data: JSON.stringify(one) });
  }

  close(): void {
    this.readyState = 3;
  }
}

/** Plays scenes one after another. Any input skips to the last, and without motion only the rest of a full trick is kept. */
import { TIMES, type Scene } from "./anim.ts";

/** More scenes than two whole tricks need: who is that far behind sees the table as it is now, not as it was. */
export const BEHIND = 12;

export interface Timers {
  later(ms: number, what: () => void): unknown;
  cancel(handle: unknown): void;
}

export class Stage {
  private queue: Scene[] = [];
  private handle: unknown = null;
  private readonly show: (scene: Scene, moving: boolean) => void;
  private readonly still: () => boolean;
  private readonly timers: Timers;

  constructor(show: (scene: Scene, moving: boolean) => void, still: () => boolean, timers: Timers) {
    this.show = show;
    this.still = still;
    this.timers = timers;
  }

  get busy(): boolean {
    return this.handle !== null || this.queue.length > 0;
  }

  push(list: Scene[]): void {
    this.queue.push(...list);
    if (this.queue.length > BEHIND) this.queue.splice(0, this.queue.length - 1);
    if (this.handle === null) this.next();
  }

  /** Straight to the end: what is running stops, the newest view stands. */
  skip(): void {
    const last = this.queue[this.queue.length - 1];
    this.queue = [];
    if (this.handle !== null) this.timers.cancel(this.handle);
    this.handle = null;
    if (last) this.show(last, false);
  }

  private next(): void {
    this.handle = null;
    const scene = this.queue.shift();
    if (!scene) return;
    const still = this.still();
    this.show(scene, !still);
    const hold = still ? (scene.hold >= TIMES.rest ? TIMES.rest : 0) : scene.hold;
    if (hold > 0) {
      this.handle = this.timers.later(hold, () => this.next());
    } else {
      this.next();
    }
  }
}

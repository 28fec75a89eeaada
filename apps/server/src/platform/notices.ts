import { monotonicMs } from './clock.ts';
import type { Log } from './log.ts';

const QUIET_MS = 60_000;

/** Logs errors of other parties, at most once a minute of each kind, since they are often repeated. */
export class Notices {
  readonly #log: Log;
  readonly #kinds = new Map<string, { toldAtMs: number; since: number }>();

  constructor(log: Log) {
    this.#log = log;
  }

  /**
   * Logs an error. `event` and `message` are our own text. The line contains the number of similar ones that were not
   * logged since the last.
   */
  tell(event: string, what: object, message: string): void {
    const kind = `${event}: ${message}`;
    const { toldAtMs, since } = this.#kinds.get(kind) ?? { toldAtMs: Number.NEGATIVE_INFINITY, since: 0 };
    const now = monotonicMs();
    if (now - toldAtMs < QUIET_MS) {
      this.#kinds.set(kind, { toldAtMs, since: since + 1 });
      return;
    }
    this.#kinds.set(kind, { toldAtMs: now, since: 0 });
    this.#log.warn({ event, ...what, ...(since > 0 ? { untold: since } : {}) }, message);
  }
}

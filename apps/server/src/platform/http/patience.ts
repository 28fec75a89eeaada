import { setTimeout as sleep } from 'node:timers/promises';
import { RateLimiter } from './rate-limit.ts';

/** Refusals that a caller hears at once: whoever sends again when told to needs no more. */
const AT_ONCE = { perMinute: 60, burst: 20 } as const;
const HELD_MS = 1_000;
/** Returns that wait; beyond them refusals go out at once. */
const MOST_HELD = 2_000;

/**
 * Holds refusals back from callers who take no notice of them. Whoever waits for an answer asks nothing meanwhile on that
 * line, so a flood of refused calls costs its sender the time and not the server.
 */
export class Patience {
  readonly #heard = new RateLimiter(AT_ONCE);
  readonly #wait: () => Promise<unknown>;
  #held = 0;

  constructor(wait: () => Promise<unknown> = () => sleep(HELD_MS, undefined, { ref: false })) {
    this.#wait = wait;
  }

  /** Called before a caller is told that it was too much. */
  async hold(caller: string): Promise<void> {
    if (this.#heard.take(caller) === 0 || this.#held >= MOST_HELD) return;
    this.#held += 1;
    await this.#wait();
    this.#held -= 1;
  }

  sweep(): void {
    this.#heard.sweep();
  }
}

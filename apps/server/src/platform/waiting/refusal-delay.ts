import { setTimeout as sleep } from 'node:timers/promises';
import { RateLimiter } from './rate-limiter.ts';

/** The rate of refusals that a caller gets immediately. A client that waits before it retries needs no more. */
const AT_ONCE = { perMinute: 60, burst: 20 } as const;
const HELD_MS = 1_000;
/** The maximum number of delayed refusals. Beyond it refusals are sent immediately. */
const MOST_HELD = 2_000;

/**
 * Delays refusals to callers who ignore them. A client that waits for a response sends nothing else on that connection,
 * so a flood of refused calls costs its sender time and not the server.
 */
export class RefusalDelay {
  readonly #heard = new RateLimiter(AT_ONCE);
  readonly #wait: () => Promise<unknown>;
  #held = 0;

  constructor(wait: () => Promise<unknown> = () => sleep(HELD_MS, undefined, { ref: false })) {
    this.#wait = wait;
  }

  /** Waits before a caller gets a rate limit refusal. */
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

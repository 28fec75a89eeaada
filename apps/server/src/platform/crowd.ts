import { setTimeout as sleep } from 'node:timers/promises';
import { monotonicMs } from './clock.ts';

/** 200 students who answer within some seconds bring twice as many, a class that works by itself a few. */
const MANY_A_SECOND = 20;
const WINDOW_MS = 500;
const LOOK_MS = 100;
/** Then it goes on, so that a school that is busy all day is served as well. */
const LONGEST_MS = 5_000;

/** How many calls come in just now, so that work which nobody waits for within seconds stands back behind people who come together. */
export class Crowd {
  readonly #nowMs: () => number;
  readonly #wait: (ms: number) => Promise<unknown>;
  #window = 0;
  #count = 0;
  #before = 0;

  constructor({ nowMs = monotonicMs, wait = (ms) => sleep(ms) }: { nowMs?: () => number; wait?: (ms: number) => Promise<unknown> } = {}) {
    this.#nowMs = nowMs;
    this.#wait = wait;
  }

  /** A call has come. */
  add(): void {
    this.#turn();
    this.#count += 1;
  }

  /** Resolves when few calls come, at once where few do, and after five seconds anyhow. */
  async pass(): Promise<void> {
    const until = this.#nowMs() + LONGEST_MS;
    while (this.#isDense() && this.#nowMs() < until) await this.#wait(LOOK_MS);
  }

  #isDense(): boolean {
    this.#turn();
    return Math.max(this.#count, this.#before) > (MANY_A_SECOND * WINDOW_MS) / 1000;
  }

  #turn(): void {
    const window = Math.floor(this.#nowMs() / WINDOW_MS);
    if (window === this.#window) return;
    this.#before = window === this.#window + 1 ? this.#count : 0;
    this.#count = 0;
    this.#window = window;
  }
}

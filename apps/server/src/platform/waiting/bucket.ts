/** An amount that may be used in a burst, and the rate at which it refills. */
export type Rate = { burst: number } & ({ perSecond: number } | { perMinute: number });

/** Returns the amount that refills in a millisecond. */
const perMsOf = (rate: Rate): number => ('perSecond' in rate ? rate.perSecond / 1000 : rate.perMinute / 60_000);

/**
 * A bucket that holds a burst and refills steadily. A caller either takes what is there, or reserves what is missing
 * and waits for it. All instants are monotonic milliseconds.
 */
export class Bucket {
  readonly #burst: number;
  readonly #perMs: number;
  #left: number;
  #atMs = 0;

  constructor(rate: Rate) {
    this.#burst = rate.burst;
    this.#perMs = perMsOf(rate);
    this.#left = rate.burst;
  }

  /** Takes an amount. Returns false, and takes nothing, when there is not enough. */
  take(nowMs: number, amount = 1): boolean {
    this.#refill(nowMs);
    if (this.#left < amount) return false;
    this.#left -= amount;
    return true;
  }

  /** Takes an amount even when there is not enough. Returns the milliseconds until the amount has refilled. */
  reserve(nowMs: number, amount: number): number {
    this.#refill(nowMs);
    this.#left -= amount;
    return Math.max(0, Math.round(-this.#left / this.#perMs));
  }

  /** Takes an amount that was used elsewhere. What is missing then is limited to a full bucket. */
  drain(nowMs: number, amount: number): void {
    this.#refill(nowMs);
    this.#left = Math.max(-this.#burst, this.#left - amount);
  }

  /** Returns the milliseconds until an amount is there. */
  computeWaitMs(nowMs: number, amount: number): number {
    return Math.max(0, (amount - this.#leftAt(nowMs)) / this.#perMs);
  }

  /** Returns the amount that is missing from a full bucket. */
  computeMissing(nowMs: number): number {
    return this.#burst - this.#leftAt(nowMs);
  }

  /** Returns true when nobody waits for what was reserved. */
  hasRoom(nowMs: number): boolean {
    return this.#leftAt(nowMs) >= 0;
  }

  #leftAt(nowMs: number): number {
    return Math.min(this.#burst, this.#left + (nowMs - this.#atMs) * this.#perMs);
  }

  #refill(nowMs: number): void {
    this.#left = this.#leftAt(nowMs);
    this.#atMs = nowMs;
  }
}

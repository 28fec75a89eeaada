import { setImmediate } from 'node:timers';
import { FairLine } from './fair-line.ts';

/**
 * The number of calls that begin in one turn. Each takes some tenths of a millisecond until it waits for the database,
 * and delays a lesson's reads by that.
 */
const AT_A_TURN = 6;

/**
 * Begins a few calls at each turn of the event loop, in fair turns of their senders. Otherwise a hundred calls from one
 * sender would begin before anything else runs. A call only waits for the work before it, and none is refused.
 */
export class LoopGate {
  readonly #line = new FairLine<() => void>();
  #begun = 0;
  #isCounting = false;

  /** Calls `begin` when the sender's turn has come: immediately when there is room. */
  enter(sender: string, begin: () => void): void {
    if (!this.#isCounting) {
      this.#isCounting = true;
      setImmediate(() => this.#next());
    }
    if (this.#begun < AT_A_TURN && this.#line.size === 0) {
      this.#begun += 1;
      return begin();
    }
    this.#line.add({ place: sender, who: sender }, begin);
  }

  #next(): void {
    this.#isCounting = this.#begun > 0 || this.#line.size > 0;
    if (!this.#isCounting) return;
    setImmediate(() => this.#next());
    const begins: (() => void)[] = [];
    for (let begin = this.#line.take(); begin; begin = begins.length < AT_A_TURN ? this.#line.take() : null) begins.push(begin);
    this.#begun = begins.length;
    for (const begin of begins) begin();
  }
}

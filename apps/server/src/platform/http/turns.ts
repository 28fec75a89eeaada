import { setImmediate } from 'node:timers';

/**
 * The number of calls that begin in one turn. Each takes some tenths of a millisecond until it waits for the database,
 * and delays a lesson's reads by that.
 */
const AT_A_TURN = 6;

/**
 * Begins a few calls at each turn of the event loop, in fair turns of their senders. Otherwise a hundred calls from one
 * sender would begin before anything else runs. A call only waits for the work before it, and none is refused.
 */
export class Turns {
  readonly #waiting = new Map<string, (() => void)[]>();
  #begun = 0;
  #isCounting = false;

  /** Calls `begin` when the sender's turn has come: immediately when there is room. */
  enter(sender: string, begin: () => void): void {
    if (!this.#isCounting) {
      this.#isCounting = true;
      setImmediate(() => this.#next());
    }
    if (this.#begun < AT_A_TURN && this.#waiting.size === 0) {
      this.#begun += 1;
      return begin();
    }
    const own = this.#waiting.get(sender);
    if (own) own.push(begin);
    else this.#waiting.set(sender, [begin]);
  }

  #next(): void {
    this.#isCounting = this.#begun > 0 || this.#waiting.size > 0;
    if (!this.#isCounting) return;
    setImmediate(() => this.#next());
    const begins: (() => void)[] = [];
    while (begins.length < AT_A_TURN) {
      const [first] = this.#waiting;
      if (!first) break;
      const [sender, own] = first;
      begins.push(own.shift() as () => void);
      this.#waiting.delete(sender);
      if (own.length > 0) this.#waiting.set(sender, own); // behind the others
    }
    this.#begun = begins.length;
    for (const begin of begins) begin();
  }
}

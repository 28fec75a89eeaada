/** That an account's first socket joined a channel, or its last one left. */
export interface OccupancyChange {
  channel: string;
  accountId: number;
  change: 'joined' | 'left';
}

/**
 * Collects joins and leaves and tells the net change of a tick at once: an account that left and came back within one
 * is not mentioned.
 */
export class Occupancy {
  readonly #tickMs: number;
  readonly #isPresent: (channel: string, accountId: number) => boolean;
  readonly #onError: (error: unknown) => void;
  readonly #listeners = new Set<(changes: OccupancyChange[]) => void>();
  /** By channel and account: whether the account was there when the listeners last heard. */
  readonly #before = new Map<string, Map<number, boolean>>();
  #timer: NodeJS.Timeout | null = null;

  constructor(tickMs: number, isPresent: (channel: string, accountId: number) => boolean, onError: (error: unknown) => void) {
    this.#tickMs = tickMs;
    this.#isPresent = isPresent;
    this.#onError = onError;
  }

  listen(listener: (changes: OccupancyChange[]) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Call after an account's presence in a channel has changed. */
  touch(channel: string, accountId: number, wasPresent: boolean): void {
    if (this.#listeners.size === 0) return;
    const accounts = this.#before.get(channel) ?? new Map<number, boolean>();
    this.#before.set(channel, accounts);
    if (!accounts.has(accountId)) accounts.set(accountId, wasPresent);
    this.#timer ??= setTimeout(() => this.#tick(), this.#tickMs);
  }

  stop(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#listeners.clear();
  }

  #tick(): void {
    this.#timer = null;
    const changes: OccupancyChange[] = [];
    for (const [channel, accounts] of this.#before) {
      for (const [accountId, wasPresent] of accounts) {
        const isPresent = this.#isPresent(channel, accountId);
        if (isPresent !== wasPresent) changes.push({ channel, accountId, change: isPresent ? 'joined' : 'left' });
      }
    }
    this.#before.clear();
    if (changes.length === 0) return;
    for (const listener of this.#listeners) {
      try {
        listener(changes);
      } catch (error) {
        this.#onError(error);
      }
    }
  }
}

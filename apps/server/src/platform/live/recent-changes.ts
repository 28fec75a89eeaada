import { monotonicMs } from '../clock.ts';
import type { RecheckScope } from './signals.ts';

/**
 * The times when this process last heard that rights may have changed: everybody's, an account's, a channel's. A newer
 * permission needs no check. Entries older than any trusted permission are deleted.
 */
export class RecentChanges {
  readonly #keptMs: number;
  readonly #accounts = new Map<number, number>();
  readonly #channels = new Map<string, number>();
  #allAtMs = Number.NEGATIVE_INFINITY;

  constructor(keptMs: number) {
    this.#keptMs = keptMs;
  }

  note(scope: RecheckScope): void {
    const nowMs = monotonicMs();
    if (scope === 'all') this.#allAtMs = nowMs;
    else if ('accountId' in scope) this.#put(this.#accounts, scope.accountId, nowMs);
    else this.#put(this.#channels, scope.channel, nowMs);
  }

  /** Returns true when a change was heard at or after an instant of this process's own clock. */
  isHeardSince(atMs: number, accountId: number, channel: string): boolean {
    return [this.#allAtMs, this.#accounts.get(accountId), this.#channels.get(channel)].some((heardAtMs) => heardAtMs !== undefined && heardAtMs >= atMs);
  }

  /** Adds an entry. The latest is last, so the first ones are those to delete. */
  #put<K>(heard: Map<K, number>, key: K, nowMs: number): void {
    heard.delete(key);
    heard.set(key, nowMs);
    for (const [oldest, heardAtMs] of heard) {
      if (nowMs - heardAtMs <= this.#keptMs) return;
      heard.delete(oldest);
    }
  }
}

import { ApiError } from './api-error.ts';

/** Asks for something anew, without asking twice at once or more often than needed. */
export interface Refetcher {
  /** `spread`: at a random moment of the coming second, so that a room does not ask in one breath. */
  request: (how?: 'now' | 'spread') => void;
  stop: () => void;
}

export interface RefetchOptions {
  random?: () => number;
  /** The widest spread, asked for whenever one is planned. */
  spreadMs?: () => number;
  /** At least this long between two fetches that were not asked for with `now`. */
  gapMs?: number;
  /** A fetch that failed for a passing reason is tried again after this long, then twice as long, or when the server says: no other request may follow. */
  tryAgainMs?: number;
  /** Told of every failure, also of one that is tried again. */
  onFailure?: (error: unknown) => void;
}

/**
 * Requests that come while one is planned are that one; requests that come while one is under way lead to one more
 * after it, since its answer may be older than they are.
 */
export function createRefetcher(
  fetch: () => Promise<void>,
  { random = Math.random, spreadMs = () => 1_000, gapMs = 1_000, tryAgainMs = 1_000, onFailure }: RefetchOptions = {},
): Refetcher {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let again: ReturnType<typeof setTimeout> | undefined;
  let planned = Number.POSITIVE_INFINITY;
  let underWay = false;
  let missed: 'now' | 'spread' | null = null;
  let lastEnd = Number.NEGATIVE_INFINITY;
  let hasFailed = false;
  let stopped = false;

  async function run(): Promise<void> {
    planned = Number.POSITIVE_INFINITY;
    underWay = true;
    missed = null;
    clearTimeout(again);
    await fetch().then(() => (hasFailed = false), fail);
    underWay = false;
    lastEnd = performance.now();
    if (missed) request(missed);
  }

  function fail(error: unknown): void {
    if (stopped) return;
    if (error instanceof ApiError && error.isTransient) again = setTimeout(request, error.retryAfterMs ?? tryAgainMs * (hasFailed ? 2 : 1));
    hasFailed = true;
    onFailure?.(error);
  }

  function request(how: 'now' | 'spread' = 'spread'): void {
    if (stopped) return;
    if (underWay) {
      missed = missed === 'now' ? 'now' : how;
      return;
    }
    const now = performance.now();
    const at = how === 'now' ? now : Math.max(now, lastEnd + gapMs) + random() * spreadMs();
    if (at >= planned) return;
    planned = at;
    clearTimeout(timer);
    timer = setTimeout(() => void run(), Math.max(0, at - now));
  }

  return {
    request,
    stop: () => {
      stopped = true;
      clearTimeout(timer);
      clearTimeout(again);
    },
  };
}

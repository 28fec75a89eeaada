import { ApiError } from './api-error.ts';

/** Reloads something without two requests in parallel or more often than needed. */
export interface Refetcher {
  /**
   * Requests a reload. `spread`: at a random moment of the coming second, so that a class does not ask simultaneously.
   */
  request: (how?: 'now' | 'spread') => void;
  stop: () => void;
}

export interface RefetchOptions {
  random?: () => number;
  /** Returns the widest spread, read whenever one is planned. */
  spreadMs?: () => number;
  /** The minimum time between two fetches that were not requested with `now`. */
  gapMs?: number;
  /**
   * The delay before a fetch that failed temporarily is retried, if the server names none: there may be no other request.
   * A random half of it at first, at once and not spread, since a single answer is easily lost; twice from the third on.
   */
  tryAgainMs?: number;
  /** Called for every failure, including one that is retried. */
  onFailure?: (error: unknown) => void;
}

/**
 * Creates a refetcher. Requests while one is planned join it; requests while one is under way cause one more after it,
 * since its answer may be older than they are.
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
  let failures = 0;
  let stopped = false;

  async function run(): Promise<void> {
    planned = Number.POSITIVE_INFINITY;
    underWay = true;
    missed = null;
    clearTimeout(again);
    await fetch().then(() => (failures = 0), fail);
    underWay = false;
    lastEnd = performance.now();
    if (missed) request(missed);
  }

  function fail(error: unknown): void {
    if (stopped) return;
    if (error instanceof ApiError && error.isTransient) {
      const { retryAfterMs } = error;
      const isFirst = failures === 0 && retryAfterMs === undefined;
      again = setTimeout(request, retryAfterMs ?? tryAgainMs * (isFirst ? random() / 2 : Math.min(failures, 2)), isFirst ? 'now' : 'spread');
    }
    failures += 1;
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

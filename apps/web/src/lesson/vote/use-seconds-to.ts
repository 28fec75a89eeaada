import { useEffect, useState } from 'react';
import type { ServerClock } from '../clock.ts';
import { msToNextTick } from '../countdown.ts';

/** Returns the started seconds until an instant by the server's clock, 0 from then on. Renders again with each. */
export function useSecondsTo(atMs: number, clock: Pick<ServerClock, 'now'>): number {
  const [, setShown] = useState(0);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const tick = (): void => {
      const left = secondsTo(atMs, clock.now());
      setShown(left);
      if (left > 0) timer = setTimeout(tick, msToNextTick(atMs, clock.now()));
    };
    tick();
    return () => clearTimeout(timer);
  }, [atMs, clock]);
  return secondsTo(atMs, clock.now());
}

const secondsTo = (atMs: number, nowMs: number): number => Math.max(0, Math.ceil((atMs - nowMs) / 1_000));

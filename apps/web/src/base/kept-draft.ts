import { useEffect, useRef, useState } from 'react';
import { keep } from './storage.ts';
import { useEvent } from './use-event.ts';

/** Writing to the device is cheap, but not at every key. */
const PAUSE_MS = 400;

/** Keeps what is typed on the device, so that it survives a reload, a closed form and a dead battery. `at`: when it was kept. */
export function useKeptDraft<Draft extends { at: string }>(keyOf: () => string) {
  const [keptAt, setKeptAt] = useState<string | null>(null);
  const [isFull, setIsFull] = useState(false);
  const waiting = useRef<{ kept: Omit<Draft, 'at'>; timer: ReturnType<typeof setTimeout> } | null>(null);
  const flush = useEvent(() => {
    if (!waiting.current) return;
    clearTimeout(waiting.current.timer);
    const at = new Date().toISOString();
    const done = keep('device', keyOf(), JSON.stringify({ ...waiting.current.kept, at }));
    waiting.current = null;
    setIsFull(!done);
    setKeptAt(done ? at : null);
  });
  useEffect(() => {
    addEventListener('pagehide', flush);
    return () => {
      removeEventListener('pagehide', flush);
      flush(); // closed within the pause after the last key
    };
  }, [flush]);
  return {
    keptAt,
    /** The device keeps nothing: what is typed lives as long as the page. */
    isFull,
    keep(kept: Omit<Draft, 'at'>): void {
      if (waiting.current) clearTimeout(waiting.current.timer);
      waiting.current = { kept, timer: setTimeout(flush, PAUSE_MS) };
    },
    /** Goes on with what an earlier visit kept under this key. */
    takeUp({ at }: Draft): void {
      setKeptAt(at);
    },
    /** It is saved, or given up. */
    drop(): void {
      if (waiting.current) clearTimeout(waiting.current.timer);
      waiting.current = null;
      keep('device', keyOf(), null);
      setKeptAt(null);
    },
  };
}

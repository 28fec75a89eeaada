import { useEffect, useRef, useState } from 'react';
import { keep } from './storage.ts';
import { useEvent } from './use-event.ts';

/** The pause before writing to the device. A write is cheap, but not for every key. */
const PAUSE_MS = 400;

/**
 * Keeps typed text on the device, so that it survives a reload, a closed form and a dead battery. `at`: the time it was
 * kept.
 */
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
    /** True when the device cannot store it, so that typed text lives only as long as the page. */
    isFull,
    keep(kept: Omit<Draft, 'at'>): void {
      if (waiting.current) clearTimeout(waiting.current.timer);
      waiting.current = { kept, timer: setTimeout(flush, PAUSE_MS) };
    },
    /** Continues with a draft that an earlier visit kept under this key. */
    takeUp({ at }: Draft): void {
      setKeptAt(at);
    },
    /** Removes the draft after it was saved or discarded. */
    drop(): void {
      if (waiting.current) clearTimeout(waiting.current.timer);
      waiting.current = null;
      keep('device', keyOf(), null);
      setKeptAt(null);
    },
  };
}

import { useEffect, useState } from 'react';
import { loadChunk } from './chunk.ts';

const AGAIN_MS = 10_000;

/**
 * Loads a part of the program that the page works without: returns null, then the module. `load` is a constant of its
 * own module. A failed load is retried silently, since nothing on the page waits for it.
 */
export function useChunk<Module extends object>(load: () => Promise<Module>, wanted = true): Module | null {
  const [module, setModule] = useState<Module | null>(null);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    if (!wanted || module) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let gone = false;
    loadChunk(load).then(
      (arrived) => !gone && setModule(arrived),
      () => {
        if (!gone) timer = setTimeout(() => setAttempt(attempt + 1), AGAIN_MS);
      },
    );
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [load, wanted, module, attempt]);
  return module;
}

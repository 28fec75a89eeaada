import { useEffect, useRef, useState } from 'react';
import { isApiError } from '../../base/api.ts';

/**
 * Runs one request about files at a time. A newer one cancels the previous one, and so does leaving. `fields`: the
 * fields whose errors are shown at the files.
 */
export function useOneRequest(fields: readonly string[] = ['file']) {
  const [fault, setFault] = useState<string | undefined>();
  const [error, setError] = useState<unknown>(null);
  const asking = useRef<AbortController | null>(null);
  useEffect(() => () => asking.current?.abort(), []);

  /** Cancels the previous request, and returns the signal of a new one. */
  function begin(): AbortSignal {
    asking.current?.abort();
    asking.current = new AbortController();
    return asking.current.signal;
  }

  /** Shows an error: at the files if it is about them. */
  function refuse(failure: unknown): void {
    const [words] = (isApiError(failure) && fields.map((field) => failure.errors[field]).find(Boolean)) || [];
    if (words) setFault(words);
    else setError(failure);
  }

  return {
    /** The error in the files, in words. */
    fault,
    error,
    say: setFault,
    fail: setError,
    begin,
    refuse,
    /** Runs a request, and shows its error. Returns true if it succeeded and no newer one replaced it. */
    async run(work: (signal: AbortSignal) => Promise<void>, onPending?: (isPending: boolean) => void): Promise<boolean> {
      const signal = begin();
      setFault(undefined);
      setError(null);
      onPending?.(true);
      try {
        await work(signal);
        return !signal.aborted;
      } catch (failure) {
        if (!signal.aborted) refuse(failure);
        return false;
      } finally {
        if (!signal.aborted) onPending?.(false);
      }
    },
  };
}

import { useEffect, useRef, useState } from 'react';
import { isApiError } from '../../../base/api.ts';

/** Runs one upload at a time. A newer one cancels the previous one, and so does leaving the page. */
export function useUpload<Chosen>(run: (chosen: Chosen, signal: AbortSignal) => Promise<void>) {
  const [isSending, setSending] = useState(false);
  const [fault, setFault] = useState<string | undefined>();
  const [error, setError] = useState<unknown>(null);
  const asking = useRef<AbortController | null>(null);
  useEffect(() => () => asking.current?.abort(), []);
  return {
    isSending,
    /** The error in the files, in the server's words. */
    fault,
    error,
    async upload(chosen: Chosen): Promise<void> {
      asking.current?.abort();
      const own = new AbortController();
      asking.current = own;
      setSending(true);
      setFault(undefined);
      setError(null);
      try {
        await run(chosen, own.signal);
      } catch (failure) {
        if (own.signal.aborted) return;
        const [words] = (isApiError(failure) && (failure.errors['files'] ?? failure.errors['school_id'])) || [];
        if (words) setFault(words);
        else setError(failure);
      } finally {
        if (!own.signal.aborted) setSending(false);
      }
    },
  };
}

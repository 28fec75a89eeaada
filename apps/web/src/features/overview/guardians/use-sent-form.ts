import { useState } from 'react';
import { isApiError } from '../../../base/api.ts';

/** Runs a call of a form; returns its progress and its errors, by field or for the whole form. */
export function useSentForm() {
  const [pending, setPending] = useState(false);
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  const [error, setError] = useState<unknown>(null);
  return {
    pending,
    faults,
    error,
    say: (field: string, words: string) => setFaults({ [field]: words }),
    /** Returns what the call answers, or null when it failed. */
    async run<T>(call: () => Promise<T>): Promise<T | null> {
      setPending(true);
      setFaults({});
      setError(null);
      try {
        return await call();
      } catch (failure) {
        const byField = isApiError(failure, 'VALIDATION_FAILED') ? Object.entries(failure.errors) : [];
        setFaults(Object.fromEntries(byField.map(([name, texts]) => [name, texts.join(' ')])));
        if (byField.length === 0) setError(failure);
        return null;
      } finally {
        setPending(false);
      }
    },
  };
}

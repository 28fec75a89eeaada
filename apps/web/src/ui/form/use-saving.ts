import { useState } from 'react';
import { isApiError } from '../../base/api.ts';
import { showSnack } from '../../base/snackbar.ts';

/** Runs the call of a form; returns its errors, by field or for the whole form. */
export function useSaving() {
  const [error, setError] = useState<unknown>(null);
  const isOfFields = isApiError(error, 'VALIDATION_FAILED');
  return {
    faults: (isOfFields ? error.errors : {}) as Partial<Record<string, readonly string[]>>,
    problem: isOfFields ? null : error,
    /** Resolves to what the call answers, whose message is shown, or to null when it failed. */
    async save<T extends { message: string }>(call: () => Promise<T>): Promise<T | null> {
      setError(null);
      try {
        const answer = await call();
        showSnack(answer.message);
        return answer;
      } catch (failure) {
        setError(failure);
        return null;
      }
    },
  };
}

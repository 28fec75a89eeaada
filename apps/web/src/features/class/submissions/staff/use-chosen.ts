import { useEffect, useState } from 'react';
import { useEvent } from '../../../../base/use-event.ts';
import type { OpenWorkProps } from '../WorkDialog.tsx';

const SETTLES_MS = 300;

/**
 * Returns the account whose work is shown; null for everyone's. The screen follows a key right away, and the address
 * once the teacher pauses: keys are faster than some browsers let an address change.
 */
export function useChosen({ seen, onSee }: Pick<OpenWorkProps, 'seen' | 'onSee'>): [number | null, (accountId: number | null) => void] {
  const [chosen, setChosen] = useState(seen.student ?? null);
  const write = useEvent(() => onSee({ ...seen, student: chosen ?? undefined }));
  const isWritten = chosen === (seen.student ?? null);
  useEffect(() => {
    if (isWritten) return undefined;
    const timer = setTimeout(write, SETTLES_MS);
    return () => clearTimeout(timer);
  }, [chosen, isWritten, write]);
  return [chosen, setChosen];
}

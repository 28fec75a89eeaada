import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { isApiError } from '../../../app/api.ts';
import { type Account, applyImport, type Import, type ImportOptions, loadImport, previewImport } from '../calls.ts';

const LOOK_AGAIN_MS = 1_000;
const isUnderWay = (status: Import['status'] | undefined): boolean => status === 'waiting' || status === 'running';

/** One import from the chosen file to its end: read, shown, applied, followed where it is a job. */
export function useImport(onImported: (accounts: readonly Account[]) => Promise<void>) {
  const [file, setFile] = useState<File | null>(null);
  const [reading, setReading] = useState(false);
  const [started, setStarted] = useState<Import | null>(null);
  const [fault, setFault] = useState<string | undefined>();
  const [error, setError] = useState<unknown>(null);
  const asking = useRef<AbortController | null>(null);
  const told = useRef<number | null>(null);
  const id = started?.id;
  const followed = useQuery({
    queryKey: ['imports', id, 'state'],
    queryFn: ({ signal }) => loadImport(id as number, signal),
    enabled: isUnderWay(started?.status),
    refetchInterval: ({ state }) => (isUnderWay(state.data?.import.status ?? started?.status) ? LOOK_AGAIN_MS : false),
    gcTime: 0,
  });
  const current = (isUnderWay(started?.status) ? followed.data?.import : null) ?? started;

  useEffect(() => () => asking.current?.abort(), []);
  useEffect(() => {
    const done = followed.data;
    if (done?.import.status !== 'finished' || told.current === done.import.id) return;
    told.current = done.import.id;
    void onImported(done.accounts);
  }, [followed.data, onImported]);

  const refuse = (failure: unknown): void => {
    const [words] = (isApiError(failure) && failure.errors['file']) || [];
    if (words) setFault(words);
    else if (!(failure instanceof DOMException)) setError(failure);
  };

  return {
    file,
    reading,
    fault,
    error,
    /** The file as it was read, and what became of it; null before. */
    current,
    isUnderWay: isUnderWay(current?.status),
    isDone: current?.status === 'finished' || current?.status === 'failed',
    /** The first accounts that were made. */
    accounts: followed.data?.accounts ?? [],
    say: setFault,
    async choose(chosen: File | null): Promise<void> {
      asking.current?.abort();
      setFile(chosen);
      setStarted(null);
      setFault(undefined);
      setError(null);
      if (!chosen) return;
      const aborter = new AbortController();
      asking.current = aborter;
      setReading(true);
      try {
        setStarted(await previewImport(chosen, aborter.signal));
      } catch (failure) {
        if (!aborter.signal.aborted) refuse(failure);
      } finally {
        if (asking.current === aborter) setReading(false);
      }
    },
    /** Does what the preview showed. */
    async apply(options: ImportOptions): Promise<readonly Account[]> {
      if (id === undefined) return [];
      setFault(undefined);
      setError(null);
      try {
        const answer = await applyImport(id, options);
        setStarted(answer.import);
        if (answer.import.status === 'finished') {
          told.current = id;
          await onImported(answer.accounts);
        }
        return answer.accounts;
      } catch (failure) {
        refuse(failure);
        return [];
      }
    },
  };
}

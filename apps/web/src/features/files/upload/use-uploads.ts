import type { FileKind } from '@classwright/contract/file-kinds';
import type { FileView } from '@classwright/contract/files';
import { useEffect, useRef, useState } from 'react';
import { isApiError } from '../../../app/api.ts';
import { randomId } from '../../../app/random-id.ts';
import { errorText } from '../../../ui/plain/error-text.ts';
import { useEvent } from '../../../ui/plain/use-event.ts';
import { faultOf } from '../check-file.ts';
import { sendFile } from './send-file.ts';

export interface UploadItem {
  id: string;
  name: string;
  byteSize: number;
  sentBytes: number;
  state: 'waiting' | 'sending' | 'offline' | 'checking' | 'done' | 'refused' | 'failed';
  /** Why it was refused or failed. */
  fault?: string;
}

/** Files that travel at the same time; the others wait their turn. */
const AT_ONCE = 3;

export interface Uploads {
  items: readonly UploadItem[];
  /** Whether something is still on its way. */
  isBusy: boolean;
  add: (files: Iterable<File>) => void;
  /** Gives one up, or takes one that has ended off the list. */
  remove: (id: string) => void;
  retry: (id: string) => void;
}

const isUnderWay = ({ state }: UploadItem): boolean => ['waiting', 'sending', 'offline', 'checking'].includes(state);

/** The uploads of one place on a screen. They end with it. `onDone` is called for each file as it arrives. */
export function useUploads({ kinds, onDone }: { kinds?: readonly FileKind[] | undefined; onDone: (file: FileView) => void }): Uploads {
  const [items, setItems] = useState<readonly UploadItem[]>([]);
  const files = useRef(new Map<string, { file: File; stop: AbortController }>());
  const done = useEvent(onDone);
  const change = (id: string, by: Partial<UploadItem>) => setItems((all) => all.map((item) => (item.id === id ? { ...item, ...by } : item)));

  const run = useEvent(async (id: string) => {
    const entry = files.current.get(id);
    if (!entry) return;
    try {
      const stored = await sendFile(entry.file, (progress) => change(id, progress), entry.stop.signal);
      change(id, { state: 'done', sentBytes: entry.file.size });
      done(stored);
    } catch (error) {
      if (entry.stop.signal.aborted) return;
      const isRefused = isApiError(error) && error.status >= 400 && error.status < 500;
      const [words] = (isApiError(error) && error.errors?.['files']) || [];
      change(id, { state: isRefused ? 'refused' : 'failed', fault: words ?? errorText(error) });
    }
  });

  const waiting = items.filter(({ state }) => state === 'waiting').map(({ id }) => id);
  const running = items.filter((item) => isUnderWay(item) && item.state !== 'waiting').length;
  const next = running < AT_ONCE ? waiting[0] : undefined;
  useEffect(() => {
    if (next === undefined) return;
    change(next, { state: 'sending' });
    void run(next);
  }, [next, run]);

  useEffect(() => {
    const all = files.current;
    return () => {
      for (const { stop } of all.values()) stop.abort();
    };
  }, []);

  return {
    items,
    isBusy: items.some(isUnderWay),
    add(given) {
      const added = [...given].map((file): UploadItem => {
        const id = randomId();
        const fault = faultOf(file, kinds);
        files.current.set(id, { file, stop: new AbortController() });
        return { id, name: file.name, byteSize: file.size, sentBytes: 0, ...(fault === null ? { state: 'waiting' } : { state: 'refused', fault }) };
      });
      setItems((all) => [...all, ...added]);
    },
    remove(id) {
      files.current.get(id)?.stop.abort();
      files.current.delete(id);
      setItems((all) => all.filter((item) => item.id !== id));
    },
    retry(id) {
      const entry = files.current.get(id);
      if (entry) entry.stop = new AbortController();
      change(id, { state: 'waiting', sentBytes: 0 });
    },
  };
}

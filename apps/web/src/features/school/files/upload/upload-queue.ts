import type { FileKind } from '@classwright/contract/school/files/file-kinds';
import type { FileView } from '@classwright/contract/school/files/calls';
import { isApiError } from '../../../../base/api.ts';
import { loadChunk } from '../../../../base/chunk.ts';
import { randomId } from '../../../../base/random-id.ts';
import { createStore, type Store } from '../../../../base/store.ts';
import { errorText } from '../../../../ui/plain/error-text.ts';
import { faultOf } from '../check-file.ts';

export interface UploadItem {
  id: string;
  name: string;
  byteSize: number;
  sentBytes: number;
  state: 'waiting' | 'sending' | 'offline' | 'checking' | 'done' | 'refused' | 'failed';
  /** The reason why it was refused or failed. */
  fault?: string;
  /** The uploaded file, and the earlier one with the same bytes. */
  copy?: { made: FileView; of: FileView };
}

export interface UploadQueue {
  items: Pick<Store<readonly UploadItem[]>, 'get' | 'subscribe'>;
  add: (files: Iterable<File>) => void;
  /** Cancels an upload, or removes an ended one from the list. */
  remove: (id: string) => void;
  retry: (id: string) => void;
  /** Cancels everything. */
  clear: () => void;
}

/** The number of parallel uploads; the others wait. */
const AT_ONCE = 3;

export const isUnderWay = ({ state }: UploadItem): boolean => ['waiting', 'sending', 'offline', 'checking'].includes(state);

/** Creates a queue that uploads a few files at a time. `onDone` is called for each file as it arrives. */
export function createUploadQueue({ kinds, onDone }: { kinds?: readonly FileKind[] | undefined; onDone: (file: FileView) => void }): UploadQueue {
  const items = createStore<readonly UploadItem[]>([]);
  const files = new Map<string, { file: File; stop: AbortController }>();
  const change = (id: string, by: Partial<UploadItem>) => items.set(items.get().map((item) => (item.id === id ? { ...item, ...by } : item)));

  function proceed(): void {
    const running = items.get().filter((item) => isUnderWay(item) && item.state !== 'waiting').length;
    const next = items.get().find(({ state }) => state === 'waiting');
    if (!next || running >= AT_ONCE) return;
    change(next.id, { state: 'sending' });
    void run(next.id).finally(proceed);
    proceed();
  }

  async function run(id: string): Promise<void> {
    const entry = files.get(id);
    if (!entry) return;
    const { file, stop } = entry;
    try {
      const { sendFile } = await loadChunk(() => import('./send-file.ts'));
      const { file: stored, same } = await sendFile(file, (progress) => !stop.signal.aborted && change(id, progress), stop.signal);
      change(id, { state: 'done', sentBytes: file.size, ...(same && { copy: { made: stored, of: same } }) });
      onDone(stored);
    } catch (error) {
      if (stop.signal.aborted) return;
      const isRefused = isApiError(error) && error.status >= 400 && error.status < 500;
      const [words] = (isApiError(error) && error.errors?.['files']) || [];
      change(id, { state: isRefused ? 'refused' : 'failed', fault: words ?? errorText(error) });
    }
  }

  return {
    items,
    add(given) {
      const added = [...given].map((file): UploadItem => {
        const id = randomId();
        const fault = faultOf(file, kinds);
        files.set(id, { file, stop: new AbortController() });
        return { id, name: file.name, byteSize: file.size, sentBytes: 0, ...(fault === null ? { state: 'waiting' } : { state: 'refused', fault }) };
      });
      items.set([...items.get(), ...added]);
      proceed();
    },
    remove(id) {
      files.get(id)?.stop.abort();
      files.delete(id);
      items.set(items.get().filter((item) => item.id !== id));
    },
    retry(id) {
      const entry = files.get(id);
      if (entry) entry.stop = new AbortController();
      change(id, { state: 'waiting', sentBytes: 0 });
      proceed();
    },
    clear() {
      for (const { stop } of files.values()) stop.abort();
      files.clear();
      items.set([]);
    },
  };
}

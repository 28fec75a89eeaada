import type { FileKind } from '@classwright/contract/school/files/file-kinds';
import type { FileView } from '@classwright/contract/school/files/calls';
import { useEffect, useState } from 'react';
import { useStore } from '../../../../base/use-store.ts';
import { useEvent } from '../../../../base/use-event.ts';
import { createUploadQueue, isUnderWay, type UploadItem, type UploadQueue } from './upload-queue.ts';

/** The uploads of one place on a screen, as they are now. */
export interface Uploads extends Omit<UploadQueue, 'items'> {
  items: readonly UploadItem[];
  /** Whether something is still on its way. */
  isBusy: boolean;
}

/** A queue as a screen shows it. */
export function useQueue(queue: UploadQueue): Uploads {
  const items = useStore(queue.items);
  return { ...queue, items, isBusy: items.some(isUnderWay) };
}

/** Uploads that end with the place they belong to. `onDone` is called for each file as it arrives. */
export function useUploads({ kinds, onDone }: { kinds?: readonly FileKind[] | undefined; onDone: (file: FileView) => void }): Uploads {
  const done = useEvent(onDone);
  const [queue] = useState(() => createUploadQueue({ kinds, onDone: done }));
  useEffect(() => () => queue.clear(), [queue]);
  return useQueue(queue);
}

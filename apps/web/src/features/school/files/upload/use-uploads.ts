import type { FileKind } from '@classwright/contract/school/files/file-kinds';
import type { FileView } from '@classwright/contract/school/files/calls';
import { useEffect, useState } from 'react';
import { useStore } from '../../../../base/use-store.ts';
import { useEvent } from '../../../../base/use-event.ts';
import { createUploadQueue, isUnderWay, type UploadItem, type UploadQueue } from './upload-queue.ts';

/** The current uploads of one place on a screen. */
export interface Uploads extends Omit<UploadQueue, 'items'> {
  items: readonly UploadItem[];
  /** True while something is being uploaded. */
  isBusy: boolean;
}

/** Returns a queue's current state for a screen. */
export function useQueue(queue: UploadQueue): Uploads {
  const items = useStore(queue.items);
  return { ...queue, items, isBusy: items.some(isUnderWay) };
}

/** Returns uploads that end when their component unmounts. `onDone` is called for each file as it arrives. */
export function useUploads({ kinds, onDone }: { kinds?: readonly FileKind[] | undefined; onDone: (file: FileView) => void }): Uploads {
  const done = useEvent(onDone);
  const [queue] = useState(() => createUploadQueue({ kinds, onDone: done }));
  useEffect(() => () => queue.clear(), [queue]);
  return useQueue(queue);
}

import { queryClient } from '../../../../base/query-client.ts';
import { subscribeSession, getSession } from '../../../../base/session.ts';
import { createUploadQueue } from './upload-queue.ts';

/** Uploads into the library, which continue while the person visits other screens, until they sign out. */
export const libraryQueue = createUploadQueue({ onDone: () => void queryClient.invalidateQueries({ queryKey: ['files'] }) });

let owner = getSession()?.user.account_id;
subscribeSession(() => {
  const next = getSession()?.user.account_id;
  if (next !== owner) libraryQueue.clear();
  owner = next;
});

import { queryClient } from '../../../../base/query-client.ts';
import { subscribeSession, getSession } from '../../../../base/session.ts';
import { createUploadQueue } from './upload-queue.ts';

/** Uploads into the library go on while one looks at other screens; they end with the sign-in they belong to. */
export const libraryQueue = createUploadQueue({ onDone: () => void queryClient.invalidateQueries({ queryKey: ['files'] }) });

let owner = getSession()?.user.account_id;
subscribeSession(() => {
  const next = getSession()?.user.account_id;
  if (next !== owner) libraryQueue.clear();
  owner = next;
});

import { keep } from '../base/storage.ts';
import { keptLessonKey, typedKeys } from './kept-keys.ts';
import { forget } from './outbox/changes.ts';
import { createDeviceStore } from './outbox/device-store.ts';
import { standingOf } from './outbox/item.ts';

/**
 * Removes the lesson data of a signed-out person from this device: the copy of the lesson, unsent comments, and answers
 * and drafts that the server has. Answers that the server does not have yet or refused stay until the person signs in
 * again.
 */
export async function clearDevice(account_id: number): Promise<void> {
  keep('device', keptLessonKey(account_id), null);
  for (const key of keysBeginning(typedKeys(account_id))) keep('device', key, null);
  await createDeviceStore().apply(
    account_id,
    forget((item) => standingOf(item) === 'received'),
  );
}

/** Lists the keys with a prefix. None if the browser blocks storage, where nothing outlives the page. */
function keysBeginning(beginning: string): string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(beginning));
  } catch {
    return [];
  }
}

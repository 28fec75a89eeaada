import { keep } from '../base/storage.ts';
import { keptLessonKey, typedKeys } from './kept-keys.ts';
import { forget } from './outbox/changes.ts';
import { createDeviceStore } from './outbox/device-store.ts';
import { standingOf } from './outbox/item.ts';

/**
 * Takes from this device what lessons left there of somebody who has signed out: the lesson that was kept for a reload,
 * comments begun and not sent, answers and drafts that the server has. What it does not have yet, and what it refused,
 * stays for when they sign in again.
 */
export async function clearDevice(account_id: number): Promise<void> {
  keep('device', keptLessonKey(account_id), null);
  for (const key of keysBeginning(typedKeys(account_id))) keep('device', key, null);
  await createDeviceStore().apply(
    account_id,
    forget((item) => standingOf(item) === 'received'),
  );
}

/** None where the browser blocks storage: there nothing outlives the page. */
function keysBeginning(beginning: string): string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(beginning));
  } catch {
    return [];
  }
}

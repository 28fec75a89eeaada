import { setTimeout as sleep } from 'node:timers/promises';
import { FolderInUse, lockUpgrade } from '../platform/data-folder.ts';
import { finishForward } from './go-back.ts';
import { hasRecord, ownFolder, readRecord } from './record.ts';

const LOOKS_MS = 2_000;

/**
 * Called by a start that serves people. The upgrade that started it ends the record; when that upgrade has been killed, this
 * process does, since nothing may go back once people are served. Resolves when no record is left.
 */
export async function outliveUpgrade(dataDir: string): Promise<void> {
  while (hasRecord(dataDir)) {
    const lock = await lockUpgrade(dataDir).catch((error: unknown) => {
      if (error instanceof FolderInUse) return null;
      throw error;
    });
    if (lock !== null) {
      const record = readRecord(dataDir);
      if (record?.step === 'start' && record.new.folder === ownFolder) finishForward(record, dataDir);
      return lock.release();
    }
    await sleep(LOOKS_MS, undefined, { ref: false });
  }
}

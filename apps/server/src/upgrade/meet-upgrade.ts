import { FolderInUse, lockUpgrade } from '../platform/data-folder.ts';
import type { Config } from '../platform/config.ts';
import { StartRefusal } from '../platform/start-refusal.ts';
import { bringDataBack, finishForward, isOld, type Speaker } from './go-back.ts';
import { ownFolder, readRecord, removeRecord, type UpgradeRecord } from './record.ts';
import { finishInterrupted } from './run-upgrade.ts';

/**
 * Called by a start that finds the record of an upgrade. While that runs, only the version that it starts may go on. After
 * one that was killed, the data of before is brought back; then the old version goes on, and the new one does not start.
 * @throws StartRefusal in the other cases
 */
export async function meetUpgrade(config: Config, speaker: Speaker): Promise<void> {
  const lock = await lockUpgrade(config.dataDir).catch((error: unknown) => {
    if (error instanceof FolderInUse) return error;
    throw error;
  });
  const record = readRecord(config.dataDir);
  if (lock instanceof FolderInUse) {
    if (record === null || isExpected(record)) return;
    throw lock;
  }
  try {
    if (record === null) return;
    if (record.step === 'done') return finishForward(record, config.dataDir);
    if (!isOld(record)) {
      await finishInterrupted(record, { config, ...speaker });
      throw new StartRefusal(`The upgrade to this version was interrupted and has been undone. Upgrade again: classwright upgrade --old ${record.old.folder}`);
    }
    speaker.say(`An upgrade to the version ${record.new.version} was interrupted. Going back to the data of before.`);
    await bringDataBack(record, config, speaker);
    removeRecord(config.dataDir);
  } finally {
    await lock.release();
  }
}

/** Returns true for the start that a running upgrade waits for, and for one of the old version while it still serves. */
function isExpected({ step, old, new: next }: UpgradeRecord): boolean {
  if (step === 'start' || step === 'done') return next.folder === ownFolder;
  return (step === 'backup' || step === 'restored') && old.folder === ownFolder;
}

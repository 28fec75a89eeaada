import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '../platform/database/index.ts';
import { prepareDataFolder } from '../platform/data-folder.ts';
import { readFolderId } from '../platform/folder-id.ts';
import type { Log } from '../platform/log.ts';
import type { CommonGround } from '../platform/processes/index.ts';
import { StartRefusal } from '../platform/start-refusal.ts';
import { listOtherProcesses } from './queries.ts';

interface Given {
  dataDir: string;
  language: string;
  messages: Readonly<Record<string, string>>;
  hasBucket: boolean;
}

/** The maximum wait. Killed processes count until their leases expire. */
const PATIENCE_MS = 8_000;
const LOOK_EVERY_MS = 500;

export function computeCommonGround({ dataDir, language, messages, hasBucket }: Given): CommonGround {
  const words = Object.entries(messages).sort(([left], [right]) => (left < right ? -1 : 1));
  return {
    folderId: hasBucket ? null : readFolderId(prepareDataFolder(dataDir, 0)),
    wordsHash: createHash('sha256')
      .update(JSON.stringify([language, words]))
      .digest(),
  };
}

/**
 * Compares with the running processes. Different texts are logged, since a school that changes them restarts one
 * process after the other. @throws StartRefusal when another keeps uploads in another folder
 */
export async function requireCommonGround(db: Db, own: CommonGround, log: Pick<Log, 'warn'>, patienceMs = PATIENCE_MS): Promise<void> {
  for (let waitedMs = 0; ; waitedMs += LOOK_EVERY_MS) {
    const others = await listOtherProcesses(db);
    const stranger = others.find(({ folder_id }) => own.folderId !== null && folder_id !== null && folder_id !== own.folderId);
    if (!stranger) {
      const isOtherwise = others.some(({ words_hash }) => words_hash !== null && !words_hash.equals(own.wordsHash));
      if (isOtherwise)
        log.warn(
          { event: 'other words' },
          'another process of this school has other words or another language: people read now these and now those until all have the same MESSAGES_FILE and SCHOOL_LANGUAGE',
        );
      return;
    }
    if (waitedMs >= patienceMs)
      throw new StartRefusal(
        `Another process of this school, on ${stranger.host}, has another data folder. Give all processes the same DATA_DIR, a folder that their machines share, or a bucket: an upload may come to any of them.`,
      );
    await sleep(LOOK_EVERY_MS);
  }
}

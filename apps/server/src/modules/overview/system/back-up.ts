import { type MessageKey, systemBackUp, type Translate } from '@classwright/contract';
import { type BackupSetting, findBackupProblem, makeKeptBackup } from '../../../backup/index.ts';
import { audit } from '../../../platform/audit/index.ts';
import { type Db, inTransaction } from '../../../platform/database/index.ts';
import { appError } from '../../../platform/errors.ts';
import { implement, type Implementation } from '../../../platform/http/index.ts';
import { isKindOpen, type JobKind, type Jobs } from '../../../platform/jobs/index.ts';
import type { Log } from '../../../platform/log.ts';
import { doesJobs, listProcesses } from '../../../platform/processes/index.ts';
import type { FileStorage } from '../../school/files/index.ts';
import { beginBackup, endBackup, endLostBackups, insertWaitingBackup, saveProgress } from './queries.ts';

/** Makes a backup that an administrator asked for. `endRestoredRun` of the backups knows this name. */
export const BACKUP_JOB = 'system.backUp';

interface BackUp {
  run_id: number;
}

export interface BackUpDependencies {
  db: Db;
  log: Log;
  t: Translate<MessageKey>;
  jobs: Jobs;
  storage: FileStorage;
  dataDir: string;
  version: string;
  backup: BackupSetting | null;
}

export function implementBackUp({ t, jobs, backup }: Pick<BackUpDependencies, 't' | 'jobs' | 'backup'>): Implementation {
  return implement(systemBackUp, async ({ tx, actor, requestId }) => {
    if (!backup || !(await listProcesses(tx)).some(({ role }) => doesJobs(role))) throw appError('BACKUP_NOBODY');
    if (!(await isKindOpen(tx, BACKUP_JOB))) await endLostBackups(tx);
    const run_id = await insertWaitingBackup(tx);
    if (run_id === null) throw appError('BACKUP_RUNS');
    await jobs.enqueue<BackUp>(tx, BACKUP_JOB, [{ run_id }], { requestId });
    await audit(tx, actor, { action: systemBackUp.name, subjectType: 'system', subjectId: null, requestId });
    return { message: t('system.backup.begun') };
  });
}

/** Its failure is shown on the page, so it fails for good only when processes end with it. */
export function backupJob({ db, log, storage, dataDir, version, backup }: BackUpDependencies): JobKind<BackUp> {
  return {
    kind: BACKUP_JOB,
    tries: 2,
    lane: 'heavy',
    isBegunElsewhere: true,
    async run({ run_id }, { standBack }) {
      await standBack();
      const begunAt = await beginBackup(db, run_id);
      if (!backup || !begunAt) return;
      try {
        const onProgress = createProgress((percent) => saveProgress(db, run_id, percent));
        const made = await makeKeptBackup(backup, { storage, dataDir, version, onProgress }, begunAt);
        await inTransaction(db, (tx) => endBackup(tx, run_id, made, null));
      } catch (error) {
        log.error({ err: error }, 'a backup was not made');
        await inTransaction(db, (tx) => endBackup(tx, run_id, null, findBackupProblem(error)));
      }
    },
  };
}

/** Saves whole percents, one after the other; one that is late is left out. */
function createProgress(save: (percent: number) => Promise<void>): (share: number) => void {
  let saved = 0;
  let isSaving = false;
  return (share) => {
    const percent = Math.floor(Math.min(1, share) * 99); // the last percent is to read it again
    if (isSaving || percent <= saved) return;
    saved = percent;
    isSaving = true;
    void save(percent)
      .catch(() => undefined)
      .finally(() => {
        isSaving = false;
      });
  };
}

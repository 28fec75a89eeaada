import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { COPY_KEPT_DAYS } from '@classwright/contract';
import { appNow } from '../../../../platform/clock.ts';
import { afterFailure, type Db, inTransaction, type Tx } from '../../../../platform/database/index.ts';
import { type JobKind, JobPostponed, scheduledJob } from '../../../../platform/jobs/index.ts';
import { writeZip } from '../../../../platform/zip/index.ts';
import type { FileStorage } from '../../../school/files/index.ts';
import type { Notifier } from '../../../school/notifications/index.ts';
import { endOldCopies, findCopy, setCopyFailed, setCopyReady } from '../queries.ts';
import { type CopySources, listCopyParts } from './write-copy.ts';

export const COPY_KIND = 'record-copy';

/**
 * A copy begins in a lull, since nobody needs it within a minute and every answer of a lesson comes first. When many call
 * before all is read, it is put off and begins again. One that was asked for long ago, or found no lull, is made in pauses.
 */
const MANY_A_SECOND = 4;
const BEGIN = { manyASecond: MANY_A_SECOND, longestMs: 60_000 };
const PAUSE = { manyASecond: MANY_A_SECOND, longestMs: 2_000 };
const LONG_AGO_MS = 10 * 60_000;
const PUT_OFF_MS = 5_000;

export interface CopyJobDependencies extends Omit<CopySources, 'declared' | 'storage' | 'schema' | 'standBack'> {
  /** The database pool for background work, separate from lessons. */
  backgroundDb: Db;
  storage: FileStorage;
  stagingFolder: string;
  notifier: Notifier;
  /** Returns the schema and the declarations, which are complete only once all modules are made. */
  sources: () => Pick<CopySources, 'declared' | 'schema'>;
}

/**
 * Makes a copy of a person's data from one moment of the database, writes it to disk and stores it, one at a time and
 * when few call. It may be interrupted anywhere and begins again.
 */
export function copyJob(dependencies: CopyJobDependencies): JobKind<{ copy_id: number }> {
  const { backgroundDb: db, storage, stagingFolder, notifier, sources, ...rest } = dependencies;
  return {
    kind: COPY_KIND,
    tries: 5,
    lane: 'copies',
    async run({ copy_id: id }, { isLastTry, standBack, isBusy }) {
      const file = path.join(stagingFolder, `record-${randomUUID()}.zip`);
      try {
        const copy = await findCopy(db, id);
        if (copy?.state !== 'waiting') return;
        await mkdir(stagingFolder, { recursive: true });
        await standBack(BEGIN);
        const isPutOff = !isBusy(MANY_A_SECOND) && (await appNow(db)).getTime() - copy.asked_at.getTime() < LONG_AGO_MS;
        const goOn = async (): Promise<void> => {
          if (!isPutOff) await standBack(PAUSE);
          else if (isBusy(MANY_A_SECOND)) throw new JobPostponed('many call while a copy is made', { inMs: PUT_OFF_MS });
        };
        const counts = await db
          .transaction()
          .setIsolationLevel('repeatable read')
          .setAccessMode('read only')
          .execute(async (tx) => {
            const written = await listCopyParts(tx as Tx, { ...rest, ...sources(), storage, standBack: goOn }, copy.account_id);
            if (!written) return null;
            await pipeline(Readable.from(writeZip(written.parts), { objectMode: false }), createWriteStream(file, { mode: 0o600 }));
            return written.counts;
          });
        if (!counts) return;
        const key = await storage.putFile(file);
        const bytes = (await stat(file)).size;
        const isReady = await inTransaction(db, async (tx) => {
          afterFailure(tx, () => storage.remove(key));
          if (!(await setCopyReady(tx, id, { storageKey: key, bytes, ...counts }, COPY_KEPT_DAYS))) return false;
          const accountIds = [copy.asked_by];
          const isOwn = copy.asked_by === copy.account_id;
          const address = isOwn ? '/profile' : `/profile?account_id=${copy.account_id}`;
          await notifier.notify(tx, {
            kind: 'record-copy',
            key: `record-copy:${id}`,
            accountIds,
            courseId: null,
            params: { title: copy.person },
            path: address,
          });
          return true;
        });
        if (!isReady) await storage.remove(key);
      } catch (error) {
        if (isLastTry && !(error instanceof JobPostponed)) await setCopyFailed(db, id);
        throw error;
      } finally {
        await rm(file, { force: true });
      }
    },
  };
}

/** Deletes the copies whose days are used up. */
export const endCopiesJob = ({ backgroundDb: db, storage }: Pick<CopyJobDependencies, 'backgroundDb' | 'storage'>): JobKind<never> =>
  scheduledJob('record-copies-end', 60, async () => {
    for (;;) {
      const keys = await inTransaction(db, endOldCopies);
      for (const key of keys) await storage.remove(key);
      if (keys.length === 0) return;
    }
  });

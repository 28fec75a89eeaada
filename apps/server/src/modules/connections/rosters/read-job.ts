import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { MessageKey, RosterMapping, Translate } from '@classwright/contract';
import { type Db, inTransaction } from '../../../platform/database/index.ts';
import type { JobKind } from '../../../platform/jobs/index.ts';
import { EVERYWHERE } from '../../../platform/reach.ts';
import type { AccessEngine } from '../../people/access/index.ts';
import type { FileStorage } from '../../school/files/index.ts';
import { findActingPerson } from '../../school/imports/index.ts';
import { inOneTry } from './preview/in-one-try.ts';
import { ReadingStoppedError, previewRoster } from './preview/preview-roster.ts';
import { watchReading } from './preview/watch-reading.ts';
import { findMappings } from './mapping-queries.ts';
import { listDoneWithFiles } from './old-roster-queries.ts';
import { endReading, findRosterImport, finishRosterImport, lockRosterImport, saveReadingProgress, type RosterImport, updateRosterImport } from './queries.ts';
import type { SentFile } from './read/open-parts.ts';
import { openRoster } from './read/open-roster.ts';
import { RosterProblem } from './read/roster-problem.ts';

export const ROSTER_READ_JOB = 'roster.read';

export interface RosterReadJob {
  import_id: number;
}

export interface RosterReadMeans {
  db: Db;
  access: AccessEngine;
  storage: FileStorage;
  /** The folder for temporary files on this machine. */
  stagingFolder: string;
  installationId: string;
  t: Translate<MessageKey>;
}

const TRIES = 3;

/**
 * Reads the files of a roster and compares them with the data here. The whole preview commits in one transaction, so a
 * server that dies leaves nothing, and another one starts over. The uploader needs the right also at the time of
 * reading.
 */
export function rosterReadJob(means: RosterReadMeans): JobKind<RosterReadJob> {
  const { db, access, storage } = means;

  const fail = (importId: number, failure: string, params: RosterProblem['params'] = {}): Promise<void> =>
    inTransaction(db, async (tx) => {
      const row = await lockRosterImport(tx, importId, EVERYWHERE);
      if (row?.status === 'reading') await finishRosterImport(tx, importId, 'failed', failure, params);
    });

  return {
    kind: ROSTER_READ_JOB,
    tries: TRIES,
    lane: 'heavy',
    isBegunElsewhere: true,
    async run({ import_id: importId }, { isLastTry, standBack }) {
      const row = await findRosterImport(db, importId, EVERYWHERE);
      if (!row || row.status !== 'reading') return;
      try {
        await read(row, standBack);
      } catch (error) {
        if (error instanceof RosterProblem) await fail(importId, `rosters.file.${error.problem}`, error.params);
        else if (!(error instanceof ReadingStoppedError)) {
          if (isLastTry) await fail(importId, 'rosters.file.notRead');
          throw error;
        }
      }
      await discardRosterFiles(db, storage);
    },
  };

  async function read(row: RosterImport, standBack: () => Promise<void>): Promise<void> {
    const person = await findActingPerson(db, access, row.account_id);
    if (!person?.rights.has('rosters:edit')) return fail(row.id, 'error.NOT_ALLOWED');
    await withFiles(row, means, async (files) => {
      const roster = await openRoster(files, (await findMappings(db, row.school_id)) as Record<string, RosterMapping>, {
        withGuardians: row.options.bringGuardians === true,
      });
      // stored on a connection of its own
      const reading = watchReading(async (compared) => {
        const { done, total } = compared ?? { done: await roster.countRows(), total: 0 };
        return saveReadingProgress(db, row.id, done, total);
      });
      try {
        const first = await Promise.race([roster.batches.next(), reading.stopped]);
        if (first.done) throw new RosterProblem('nothing');
        const batch = first.value;
        if (batch.kind === 'unknown') {
          const unknown = batch.tables.map((table) => ({ ...table, columns: table.columns.slice(0, MOST_COLUMNS) }));
          await inTransaction(db, (tx) => endReading(tx, row.id, { status: 'columns', unknown }));
          return;
        }
        if (batch.kind !== 'head') throw new RosterProblem('nothing');
        const { schoolId = null, missing = 'file' } = row.options;
        const task = {
          person,
          t: means.t,
          importId: row.id,
          schoolId,
          missing,
          options: row.options,
          installationId: means.installationId,
          onCompared: reading.compare,
          standBack,
        };
        await inOneTry(db, (tx) => previewRoster(tx, batch.head, roster.batches, task));
      } finally {
        reading.end();
        await roster.end();
      }
    });
  }
}

const MOST_COLUMNS = 200;

/** Copies the files of a roster to this machine while `work` runs. */
async function withFiles(row: RosterImport, { storage, stagingFolder }: RosterReadMeans, work: (files: SentFile[]) => Promise<void>): Promise<void> {
  await mkdir(stagingFolder, { recursive: true });
  const folder = await mkdtemp(path.join(stagingFolder, 'roster-'));
  try {
    const files: SentFile[] = [];
    for (const [at, { name, key, bytes }] of row.files.entries()) {
      const place = path.join(folder, String(at));
      const content = bytes === 0 ? [] : await storage.read(key, { start: 0, end: bytes - 1 });
      if (!content) throw new RosterProblem('forgotten');
      await pipeline(content, createWriteStream(place, { flags: 'wx', mode: 0o600 }));
      files.push({ name, path: place });
    }
    await work(files);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Erases the files of rosters that were read or discarded; a row names them until their bytes are deleted. */
export async function discardRosterFiles(db: Db, storage: FileStorage): Promise<void> {
  for (const { id, files } of await listDoneWithFiles(db)) {
    for (const { key } of files) await storage.remove(key);
    await inTransaction(db, (tx) => updateRosterImport(tx, id, { files: [] }));
  }
}

import { type MessageKey, type Translate } from '@classwright/contract';
import { audit } from '../../../platform/audit/index.ts';
import { type Db, inTransaction, type Tx } from '../../../platform/database/index.ts';
import { tooManyRequests, fieldError } from '../../../platform/errors.ts';
import type { Person, StagedFile } from '../../../platform/http/index.ts';
import type { Jobs } from '../../../platform/jobs/index.ts';
import type { FileStorage } from '../../school/files/index.ts';
import { countOpenRosters, insertRosterImport, type RosterOptions } from './queries.ts';
import { ROSTER_READ_JOB, type RosterReadJob } from './read-job.ts';

export interface RosterStaging {
  db: Db;
  t: Translate<MessageKey>;
  jobs: Jobs;
  storage: FileStorage;
}

/** The maximum number of rosters of one person that wait to be read; a second limit applies to open previews. */
const MOST_READING = 10;
const MOST_PREVIEWS = 50;

export interface StagedRoster {
  person: Person;
  files: readonly Pick<StagedFile, 'name' | 'path' | 'byteSize'>[];
  options: Pick<RosterOptions, 'schoolId' | 'missing' | 'bringGuardians'>;
  requestId: string;
  /** The name in the audit trail. */
  action: string;
  /** Saves other data first, in the same transaction. */
  before?: (tx: Tx) => Promise<void>;
}

/**
 * Schedules a job that reads files as a roster: they are stored where every process finds them, until they are read.
 * Returns the import's id. @throws TOO_MANY_REQUESTS, VALIDATION_FAILED at the files, if somebody has too many waiting
 */
export async function stageRoster({ db, jobs, storage }: Pick<RosterStaging, 'db' | 'jobs' | 'storage'>, roster: StagedRoster): Promise<number> {
  const { person, files, options, requestId, action } = roster;
  const { reach, accountId } = person;
  const fileName = files
    .map(({ name }) => name)
    .join(', ')
    .slice(0, 200);
  const keys: string[] = [];
  try {
    for (const { path } of files) keys.push(await storage.putFile(path));
    return await inTransaction(db, async (tx) => {
      const open = await countOpenRosters(tx, accountId);
      if (open.reading >= MOST_READING) throw tooManyRequests(30);
      if (open.previews >= MOST_PREVIEWS) throw fieldError('files', 'rosters.tooManyPreviews', { max: MOST_PREVIEWS });
      await roster.before?.(tx);
      const kept = files.map(({ name, byteSize }, at) => ({ name, key: keys[at] as string, bytes: byteSize }));
      const id = await insertRosterImport(tx, { accountId, schoolId: 'all' in reach ? null : reach.schoolId, fileName, files: kept, options });
      await jobs.enqueue<RosterReadJob>(tx, ROSTER_READ_JOB, [{ import_id: id }], { requestId });
      await audit(tx, person, { action, subjectType: 'roster', subjectId: id, after: { name: fileName }, requestId });
      return id;
    });
  } catch (error) {
    await Promise.allSettled(keys.map((key) => storage.remove(key)));
    throw error;
  }
}

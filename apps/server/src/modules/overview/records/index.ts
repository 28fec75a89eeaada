/**
 * Records: what the school keeps about a person, as a copy that the person can read and take away, and its erasure.
 *
 * Invariants: a copy holds everything that the declarations of personal data say, and nothing that is another child's;
 * one is made at a time for each person; only the person who asked for it can fetch it, and every making and fetching
 * stands in the audit trail; it is deleted after seven days. An erasure can be canceled for fourteen days; then no name,
 * address or id of the person stands in any row, and what others need stays with a number. For the declarations see `platform/personal-data`.
 */
import { type MessageKey, recordCopyCreate, recordCopyDownload, recordCopyList, type RecordCopyView, type Translate } from '@classwright/contract';
import type { FileUse, Manifest } from '../../../manifest.ts';
import { audit } from '../../../platform/audit/index.ts';
import type { Db, Tx } from '../../../platform/database/index.ts';
import { appError } from '../../../platform/errors.ts';
import { toFileName } from '../../../platform/file-name.ts';
import { isGuardianOf } from '../../../platform/guardians-queries.ts';
import { type Actor, can, FileAnswer, implement } from '../../../platform/http/index.ts';
import type { Jobs } from '../../../platform/jobs/index.ts';
import type { Realtime } from '../../../platform/live/index.ts';
import type { Declaration } from '../../../platform/personal-data/index.ts';
import { readSchema } from '../../../platform/personal-data/read-schema.ts';
import type { Schema } from '../../../platform/personal-data/schema.ts';
import { isWithin } from '../../../platform/reach.ts';
import { COPY_KIND, copyJob, type CopyJobDependencies, endCopiesJob } from './copy/job.ts';
import { implementErasures } from './erasure/endpoints.ts';
import { eraseJob } from './erasure/job.ts';
import { eraseAgain } from './erasure/run.ts';
import { personalData } from './personal-data.ts';
import { type CopyRow, findCopiedSchool, findCopy, insertCopy, listCopies } from './queries.ts';

export { askByTerm } from './erasure/endpoints.ts';

export interface RecordsDependencies extends Omit<CopyJobDependencies, 'sources'> {
  dataDir: string;
  realtime: Pick<Realtime, 'endToken'>;
  /** Returns the kinds of things that use files. */
  listFileUses: () => readonly FileUse[];
  t: Translate<MessageKey>;
  jobs: Pick<Jobs, 'enqueue'>;
  /** Returns the declarations of all tables. */
  listDeclared: () => ReadonlyMap<string, Declaration>;
}

export { listCopyParts } from './copy/write-copy.ts';
export { runErasures } from './erasure/run.ts';
export { askToEndSchool, endSchool, keepSchool, type SchoolRefusal, SchoolStays } from './school-end/end.ts';
export { type EndingSchool, listEndingSchools } from './school-end/queries.ts';

export function recordsModule(dependencies: RecordsDependencies): Manifest {
  const { t, jobs, storage, realtime, listDeclared } = dependencies;
  let schema: Schema | null = null;
  const sources = () => ({ declared: listDeclared(), schema: (schema ??= readSchema()) });
  const implementations = [
    ...implementErasures({ ...dependencies, sources, onTokenEnded: (tokenId) => realtime.endToken(tokenId) }),
    implement(recordCopyList, async ({ tx, actor, input }) => {
      const accountId = await requirePerson(tx, actor, input.account_id);
      return { copies: (await listCopies(tx, accountId)).map((row) => toView(row, actor)) };
    }),
    implement(recordCopyCreate, async ({ tx, actor, input, requestId }) => {
      const accountId = await requirePerson(tx, actor, input.account_id);
      const isOwn = accountId === actor.accountId;
      const isOncePerDay = isOwn || (await isGuardianOf(tx, actor.accountId, accountId));
      const id = await insertCopy(tx, { accountId, askedBy: actor.accountId, isOncePerDay });
      if (id === 'waiting') throw appError('COPY_BEING_MADE');
      if (id === 'today') throw appError('COPY_ONCE_A_DAY');
      await jobs.enqueue(tx, COPY_KIND, [{ copy_id: id }], { keyOf: () => String(id) });
      await audit(tx, actor, { action: recordCopyCreate.name, subjectType: 'account', subjectId: accountId, after: { copy: id }, requestId });
      const copy = (await findCopy(tx, id)) as CopyRow;
      return { copy: toView(copy, actor), message: t(isOwn ? 'records.copyBegunOwn' : 'records.copyBegun', { name: copy.person }) };
    }),
    implement(recordCopyDownload, async ({ tx, actor, input, requestId }) => {
      const copy = await findCopy(tx, input.id);
      if (copy?.asked_by !== actor.accountId) throw appError('NOT_FOUND');
      await requirePerson(tx, actor, copy.account_id); // the right may have ended since
      const content = copy.storage_key === null ? null : await storage.read(copy.storage_key, { start: 0, end: (copy.byte_size as number) - 1 });
      if (!content) throw appError('COPY_NOT_KEPT');
      await audit(tx, actor, { action: recordCopyDownload.name, subjectType: 'account', subjectId: copy.account_id, after: { copy: copy.id }, requestId });
      const day = copy.asked_at.toISOString().slice(0, 10);
      return new FileAnswer({ name: `${toFileName(copy.person)}-${day}.zip`, type: recordCopyDownload.download, content, people: [copy.account_id] });
    }),
  ];
  const erasing = { ...dependencies, sources };
  return {
    personalData,
    implementations,
    prepare: () => eraseAgain(erasing),
    jobs: [copyJob({ ...dependencies, sources }), endCopiesJob(dependencies), eraseJob(erasing)],
  };
}

/**
 * Returns the account whose copies are meant: one's own, that of one's child, or that of a person of
 * one's reach whose data one may export.
 * @throws NOT_FOUND for anybody else's
 */
async function requirePerson(db: Db | Tx, actor: Actor, accountId: number | undefined): Promise<number> {
  if (accountId === undefined || accountId === actor.accountId) return actor.accountId;
  if (await isGuardianOf(db, actor.accountId, accountId)) return accountId;
  const school = can(actor, 'privacy', 'export') ? await findCopiedSchool(db, accountId) : null;
  if (!school || !isWithin(actor.reach, school.id)) throw appError('NOT_FOUND');
  return accountId;
}

function toView({ asked_at, ends_at, byte_size, row_count, file_count, asked_by, ...copy }: CopyRow, { accountId }: Pick<Actor, 'accountId'>): RecordCopyView {
  return {
    id: copy.id,
    account_id: copy.account_id,
    person: copy.person,
    state: copy.state,
    asked_at: asked_at.toISOString(),
    ends_at: ends_at?.toISOString() ?? null,
    bytes: byte_size,
    rows: row_count,
    files: file_count,
    is_own_request: asked_by === accountId,
  };
}

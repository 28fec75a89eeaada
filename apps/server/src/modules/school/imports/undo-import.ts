import { type MessageKey, MAX_KEPT_NAMES, type ImportUndoPlan, IMPORT_UNDO_DAYS, type Translate } from '@classwright/contract';
import { audit } from '../../../platform/audit/index.ts';
import { type Db, inTransaction, type Tx } from '../../../platform/database/index.ts';
import { appError } from '../../../platform/errors.ts';
import type { JobKind, Jobs } from '../../../platform/jobs/index.ts';
import type { Person } from '../../../platform/http/index.ts';
import type { AccessEngine } from '../../people/access/index.ts';
import { findActingPerson } from './acting-person.ts';
import { clearKeptRows, lockImport, type ImportRow, listMade, listKeptRows, saveUndoneRows, updateImport } from './queries.ts';
import { slicedJob } from './sliced-job.ts';

/** Describes how imports of one kind are undone. */
export interface ImportUndo {
  jobKind: string;
  /** Returns the things that cannot be removed now. The reason is a catalog key under `takeBack.<kind>.`. */
  judge(db: Db, person: Person, ids: readonly number[], row: ImportRow): Promise<ReadonlyMap<number, string>>;
  /**
   * Removes the others. Checks again what it locks, and returns what is kept; each removal adds a part to the audit
   * batch.
   */
  take(tx: Tx, person: Person, ids: readonly number[], row: ImportRow, requestId: string): Promise<ReadonlyMap<number, string>>;
  /** Removes what can be removed only after all of these. */
  finish?(tx: Tx, person: Person, row: ImportRow, requestId: string): Promise<void>;
  names(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, string>>;
  /** Returns other remarks to show before the undo. */
  remarks(db: Db, row: ImportRow): Promise<string[]>;
}

export interface UndoJob {
  import_id: number;
  request_id: string;
  /** The number removed by an earlier run that failed midway. */
  gone_before: number;
}

/** The batch size, small enough that nobody waits long for the transaction's locks or for the process. */
const BATCH = 250;
const JUDGED_AT_ONCE = 2_000;

/** Returns the time when an import ended; until then everything was as it had created it. */
export const endOf = ({ finished_at, created_at }: ImportRow): Date => finished_at ?? created_at;

const isUnderWay = ({ take_back_status: status }: ImportRow): boolean => status === 'waiting' || status === 'running';

/** Returns what undoing an import would do now, or what it did if the import is undone. */
export async function planImportUndo(
  db: Db,
  person: Person,
  row: ImportRow,
  means: Pick<ImportUndo, 'judge' | 'names' | 'remarks'>,
  t: Translate<MessageKey>,
): Promise<ImportUndoPlan> {
  const left = (await listMade(db, row.id)).map(({ id }) => id);
  const judgedBefore = await listKeptRows(db, row.id);
  const staying = new Map(judgedBefore);
  for (let from = 0; from < left.length; from += JUDGED_AT_ONCE)
    for (const [id, reason] of await means.judge(db, person, left.slice(from, from + JUDGED_AT_ONCE), row)) staying.set(id, reason);
  const byReason = Map.groupBy([...staying], ([, reason]) => reason);
  const reasons = [...byReason].map(([reason, those]) => ({ reason, ids: those.map(([id]) => id) })).sort((one, other) => other.ids.length - one.ids.length);
  const named = await means.names(
    db,
    reasons.flatMap(({ ids }) => ids.slice(0, MAX_KEPT_NAMES)),
  );
  const isDone = row.take_back_status === 'finished';
  const total = isDone ? row.take_back_total : left.length + judgedBefore.size + row.take_back_gone;
  return {
    total,
    goes: isDone ? row.take_back_gone : total - staying.size,
    stays: staying.size,
    reasons: reasons.map(({ reason, ids }) => ({
      reason,
      message: t(`takeBack.${row.kind}.${reason}` as MessageKey),
      count: ids.length,
      names: ids.slice(0, MAX_KEPT_NAMES).map((id) => named.get(id) || `#${id}`),
    })),
    remarks: isDone ? [] : await means.remarks(db, row),
  };
}

/** Starts undoing an import, as a job. @throws NOT_FOUND, IMPORT_TAKEN_BACK, IMPORT_TOO_OLD, IMPORT_MADE_NOTHING */
export async function startImportUndo(
  tx: Tx,
  id: number,
  { jobs, requestId, jobKind }: { jobs: Jobs; requestId: string } & Pick<ImportUndo, 'jobKind'>,
): Promise<void> {
  const row = await lockImport(tx, id);
  if (!row) throw appError('NOT_FOUND');
  if (row.take_back_status !== null && row.take_back_status !== 'failed') throw appError('IMPORT_TAKEN_BACK');
  if (row.is_too_old) throw appError('IMPORT_TOO_OLD', { days: IMPORT_UNDO_DAYS });
  if (row.status !== 'finished') throw appError('IMPORT_MADE_NOTHING');
  await clearKeptRows(tx, id);
  const left = (await listMade(tx, id)).length;
  if (left === 0) throw appError('IMPORT_MADE_NOTHING');
  const { take_back_gone: gone } = row;
  await updateImport(tx, id, { take_back_status: 'waiting', take_back_failure: null, take_back_total: gone + left, take_back_done: gone });
  await jobs.enqueue<UndoJob>(tx, jobKind, [{ import_id: id, request_id: requestId, gone_before: gone }], { requestId });
}

interface UndoMeans {
  db: Db;
  access: AccessEngine;
  right: string;
  undo: ImportUndo;
}

/**
 * Undoes an import in slices. The importer needs the right at each slice. A final failure is recorded on the import,
 * and the undo can be tried again.
 */
export function importUndoJob({ db, access, right, undo }: UndoMeans): JobKind<UndoJob> {
  const end = ({ import_id: id, request_id: requestId, gone_before: goneBefore }: UndoJob, status: 'finished' | 'failed', failure: string | null = null) =>
    inTransaction(db, async (tx) => {
      const row = await lockImport(tx, id);
      if (!row || !isUnderWay(row)) return;
      const person = await findActingPerson(tx, access, row.account_id);
      if (status === 'finished' && person) await undo.finish?.(tx, person, row, requestId);
      await updateImport(tx, id, { take_back_status: status, take_back_failure: failure });
      const after = { name: row.file_name, removed: row.take_back_gone, kept: row.take_back_done - row.take_back_gone };
      const lead = { action: 'import.takeBack', subjectType: 'import', subjectId: id, after, requestId };
      const actor = person ?? { accountId: row.account_id, schoolId: null };
      await audit(tx, actor, { ...lead, batchSize: row.take_back_gone - goneBefore + 1 });
    });

  return slicedJob<UndoJob>({
    db,
    kind: undo.jobKind,
    async step(tx, { import_id: id, request_id: requestId }) {
      const row = await lockImport(tx, id);
      if (!row || !isUnderWay(row)) return 'stopped';
      const person = await findActingPerson(tx, access, row.account_id);
      if (!person?.rights.has(right)) return 'notAllowed';
      const made = await listMade(tx, id, BATCH);
      if (made.length === 0) return 'done';
      const ids = made.map((one) => one.id);
      const staying = await undo.take(tx, person, ids, row, requestId);
      await saveUndoneRows(
        tx,
        id,
        made.map((one) => ({ row: one.row_number, what: staying.get(one.id) ?? 'gone' })),
      );
      await updateImport(tx, id, {
        take_back_status: 'running',
        take_back_done: row.take_back_done + made.length,
        take_back_gone: row.take_back_gone + made.length - staying.size,
      });
      return 'more';
    },
    finish: (payload) => end(payload, 'finished'),
    fail: (payload, reason) => end(payload, 'failed', reason === null ? null : `error.${reason === 'notAllowed' ? 'NOT_ALLOWED' : reason.code}`),
  });
}

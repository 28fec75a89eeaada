import { type MessageKey, MAX_KEPT_NAMES, type ImportUndoPlan, IMPORT_UNDO_DAYS, type Translate } from '@classwright/contract';
import { audit } from '../../../platform/audit/index.ts';
import { type Db, inTransaction, type Tx } from '../../../platform/database/index.ts';
import { AppError, appError } from '../../../platform/errors.ts';
import type { JobKind, Jobs } from '../../../platform/jobs/index.ts';
import type { Person } from '../../../platform/http/index.ts';
import type { AccessEngine } from '../../people/access/index.ts';
import {
  findImport,
  findImportById,
  findImporter,
  clearKeptRows,
  lockImport,
  type ImportKind,
  type ImportRow,
  listMade,
  listKeptRows,
  saveUndoneRows,
  updateImport,
} from './queries.ts';

/** Describes how imports of one kind are undone. */
export interface ImportUndoActions {
  kind: ImportKind;
  jobKind: string;
  /** The right that importing and undoing require. */
  right: string;
  t: Translate<MessageKey>;
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
const TRIES = 5;

const isUnderWay = ({ take_back_status: status }: ImportRow): boolean => status === 'waiting' || status === 'running';

/** Returns what undoing an import would do now, or what it did if the import is undone. */
export async function planImportUndo(db: Db, person: Person, row: ImportRow, means: ImportUndoActions): Promise<ImportUndoPlan> {
  const { kind, t } = means;
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
      message: t(`takeBack.${kind}.${reason}` as MessageKey),
      count: ids.length,
      names: ids.slice(0, MAX_KEPT_NAMES).map((id) => named.get(id) || `#${id}`),
    })),
    remarks: isDone ? [] : await means.remarks(db, row),
  };
}

/**
 * Starts undoing one's own import, as a job. @throws NOT_FOUND, IMPORT_TAKEN_BACK, IMPORT_TOO_OLD, IMPORT_MADE_NOTHING
 */
export async function startImportUndo(
  tx: Tx,
  person: Person,
  id: number,
  { jobs, requestId, ...means }: { jobs: Jobs; requestId: string } & Pick<ImportUndoActions, 'kind' | 'jobKind'>,
): Promise<void> {
  if (!(await findImport(tx, id, person.accountId, means.kind))) throw appError('NOT_FOUND');
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
  await jobs.enqueue<UndoJob>(tx, means.jobKind, [{ import_id: id, request_id: requestId, gone_before: gone }], { requestId });
}

/**
 * Undoes an import in batches, each in its own transaction. If a server dies midway, whole batches are stored and
 * another server continues after them. A final failure is recorded on the import, and the undo can be tried again.
 */
export function importUndoJob({ db, access, ...means }: ImportUndoActions & { db: Db; access: AccessEngine }): JobKind<UndoJob> {
  return {
    kind: means.jobKind,
    tries: TRIES,
    lane: 'heavy',
    isBegunElsewhere: true,
    async run({ import_id: importId, request_id: requestId, gone_before: goneBefore }, { isLastTry, standBack }) {
      const begun = await findImportById(db, importId);
      if (!begun || !isUnderWay(begun)) return; // done by another try
      const importer = await findImporter(db, begun.account_id);
      const doer = importer ?? { accountId: begun.account_id, schoolId: null };
      const mayTake = importer !== null && (await access.personOf(db, importer)).rights.has(means.right);
      const end = (status: 'finished' | 'failed', failure: string | null = null) =>
        inTransaction(db, async (tx) => {
          const row = await lockImport(tx, importId);
          if (!row || !isUnderWay(row)) return;
          if (status === 'finished') await means.finish?.(tx, await access.personOf(tx, doer), row, requestId);
          await updateImport(tx, importId, { take_back_status: status, take_back_failure: failure });
          const after = { name: row.file_name, removed: row.take_back_gone, kept: row.take_back_done - row.take_back_gone };
          const lead = { action: 'import.takeBack', subjectType: 'import', subjectId: importId, after, requestId };
          await audit(tx, doer, { ...lead, batchSize: row.take_back_gone - goneBefore + 1 });
        });
      if (!mayTake) return end('failed', 'error.NOT_ALLOWED');
      try {
        do await standBack();
        while (await inTransaction(db, async (tx) => takeSome(tx, await access.personOf(tx, doer), importId, requestId)));
        return await end('finished');
      } catch (error) {
        if (error instanceof AppError) return end('failed', `error.${error.code}`);
        if (isLastTry) await end('failed');
        throw error;
      }
    },
  };

  /** Processes one batch. Returns true when there may be more. */
  async function takeSome(tx: Tx, person: Person, importId: number, requestId: string): Promise<boolean> {
    const row = await lockImport(tx, importId);
    const made = row && isUnderWay(row) ? await listMade(tx, importId, BATCH) : [];
    if (!row || made.length === 0) return false;
    const staying = await means.take(
      tx,
      person,
      made.map(({ id }) => id),
      row,
      requestId,
    );
    await saveUndoneRows(
      tx,
      importId,
      made.map(({ row_number, id }) => ({ row: row_number, what: staying.get(id) ?? 'gone' })),
    );
    await updateImport(tx, importId, {
      take_back_status: 'running',
      take_back_done: row.take_back_done + made.length,
      take_back_gone: row.take_back_gone + made.length - staying.size,
    });
    return true;
  }
}

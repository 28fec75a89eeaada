import { auditMany } from '../../platform/audit/index.ts';
import { type Db, inTransaction, type Tx } from '../../platform/database/index.ts';
import type { Jobs } from '../../platform/jobs/index.ts';
import { guardAccess, type Person, requireGrantableRoles, upsertAccountRoles } from '../access/index.ts';
import { insertAccounts, LINK_MAIL } from '../accounts/index.ts';
import { judgeFile } from './judge-file.ts';
import type { JudgedRow } from './judge-row.ts';
import { loadLookups } from './lookups.ts';
import { deleteOutcomes, finishImport, insertOutcomes, type OutcomeRow, updateImport } from './queries.ts';

export interface ImportTask {
  importId: number;
  bytes: Buffer;
  person: Person;
  fileName: string;
  isPartial: boolean;
  sendsLinks: boolean;
  requestId: string;
}

/** Null where the school's server sends no mail. */
export type LinkMailer = { jobs: Jobs } | null;

interface Counts {
  total_rows: number;
  done_rows: number;
  created_count: number;
  existing_count: number;
  error_count: number;
}
const none = (): Counts => ({ total_rows: 0, done_rows: 0, created_count: 0, existing_count: 0, error_count: 0 });

const outcomeOf = ({ problems, plan }: JudgedRow): OutcomeRow['outcome'] => (problems.length > 0 ? 'error' : plan ? 'create' : 'exists');

function count(counts: Counts, outcome: OutcomeRow['outcome']): void {
  counts.total_rows += 1;
  counts.done_rows += 1;
  if (outcome === 'create') counts.created_count += 1;
  else if (outcome === 'exists') counts.existing_count += 1;
  else counts.error_count += 1;
}

/** Says row by row what an import would do, and does nothing. @throws VALIDATION_FAILED at `file` */
export async function previewImport(tx: Tx, { importId, bytes, person }: Pick<ImportTask, 'importId' | 'bytes' | 'person'>): Promise<void> {
  const counts = none();
  for await (const batch of judgeFile(tx, bytes, await loadLookups(tx, person))) {
    const rows = batch.map(({ row, cells, accountId, problems, plan }) => ({
      row,
      cells,
      accountId,
      problems,
      outcome: outcomeOf({ row, cells, accountId, problems, plan }),
    }));
    for (const { outcome } of rows) count(counts, outcome);
    await insertOutcomes(tx, importId, rows);
  }
  await updateImport(tx, importId, counts);
}

/** Undoes an import that is not wanted unless it is whole. */
class NotWhole extends Error {}

/**
 * Makes the accounts of a file: all of them in one transaction, or, as long as a row has an error and `isPartial` is not
 * set, none. Roles are given last, so that whoever changes access waits for a moment only. Progress is written beside
 * the transaction.
 * @throws VALIDATION_FAILED at `file`
 */
export async function applyImport(db: Db, task: ImportTask, mailer: LinkMailer): Promise<'finished' | 'refused'> {
  const { importId, isPartial } = task;
  const counts = none();
  const others: OutcomeRow[] = [];
  try {
    await inTransaction(db, async (tx) => {
      Object.assign(counts, none());
      others.length = 0;
      await makeAccounts(db, tx, task, mailer, { counts, others });
      if (counts.error_count > 0 && !isPartial) throw new NotWhole();
      await insertOutcomes(tx, importId, others);
      await finishImport(tx, importId, { ...counts, status: 'finished' }, { keepsFile: false });
    });
    return 'finished';
  } catch (error) {
    if (!(error instanceof NotWhole)) throw error;
    await inTransaction(db, async (tx) => {
      await deleteOutcomes(tx, importId);
      await insertOutcomes(tx, importId, others);
      await finishImport(tx, importId, { ...counts, created_count: 0, status: 'refused' }, { keepsFile: true });
    });
    return 'refused';
  }
}

async function makeAccounts(db: Db, tx: Tx, task: ImportTask, mailer: LinkMailer, result: { counts: Counts; others: OutcomeRow[] }): Promise<void> {
  const { importId, bytes, person, fileName, sendsLinks, requestId, isPartial } = task;
  const { counts, others } = result;
  const given: { accountIds: number[]; roleIds: number[] } = { accountIds: [], roleIds: [] };
  await deleteOutcomes(tx, importId);
  for await (const batch of judgeFile(tx, bytes, await loadLookups(tx, person))) {
    const isPointless = counts.error_count > 0 && !isPartial; // only the errors are wanted any more
    const made = isPointless
      ? null
      : await insertAccounts(
          tx,
          batch.flatMap(({ plan }) => (plan ? [plan] : [])),
        );
    const created: OutcomeRow[] = [];
    for (const judged of batch) {
      const { row, cells, accountId, problems, plan } = judged;
      const id = plan ? made?.get(plan.email_key) : undefined;
      const outcome = plan && made && id === undefined ? 'exists' : outcomeOf(judged);
      count(counts, outcome);
      if (outcome === 'create' && plan && id !== undefined) {
        given.accountIds.push(id);
        given.roleIds.push(plan.role_id);
        created.push({ row, cells: {}, outcome, accountId: id, problems });
      } else if (outcome !== 'create') others.push({ row, cells, outcome, accountId, problems });
    }
    if (!isPointless) await insertOutcomes(tx, importId, created);
    await updateImport(db, importId, { done_rows: counts.done_rows }).catch(() => undefined); // progress may be late
  }
  if (counts.error_count > 0 && !isPartial) return;
  await guardAccess(tx, person, async () => {
    await requireGrantableRoles(tx, person, [...new Set(given.roleIds)]);
    await upsertAccountRoles(tx, given.accountIds, given.roleIds);
  });
  await auditMany(
    tx,
    person,
    { action: 'import.account', subjectType: 'account', after: { import_id: importId, file_name: fileName }, requestId },
    given.accountIds,
  );
  if (sendsLinks && mailer)
    await mailer.jobs.enqueue(
      tx,
      LINK_MAIL,
      given.accountIds.map((account_id) => ({ account_id, reason: 'new' })),
    );
}

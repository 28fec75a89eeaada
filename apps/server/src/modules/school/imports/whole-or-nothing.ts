import { type Db, inTransaction, type Tx } from '../../../platform/database/index.ts';
import { deleteOutcomes, finishImport, type ImportRow, insertOutcomes, type OutcomeRow, updateImport } from './queries.ts';

export interface Counts {
  total_rows: number;
  done_rows: number;
  created_count: number;
  existing_count: number;
  error_count: number;
  note_count: number;
}

const none = (): Counts => ({ total_rows: 0, done_rows: 0, created_count: 0, existing_count: 0, error_count: 0, note_count: 0 });

function count(counts: Counts, { outcome, notes = [] }: OutcomeRow): void {
  counts.total_rows += 1;
  counts.done_rows += 1;
  if (outcome === 'create') counts.created_count += 1;
  else if (outcome === 'exists') counts.existing_count += 1;
  else counts.error_count += 1;
  if (outcome !== 'error' && notes.length > 0) counts.note_count += 1;
}

/** Stores the expected outcome of each row. */
export async function storePreview(tx: Tx, importId: number, batches: AsyncIterable<readonly OutcomeRow[]>): Promise<void> {
  const counts = none();
  for await (const rows of batches) {
    for (const row of rows) count(counts, row);
    await insertOutcomes(tx, importId, rows);
  }
  await updateImport(tx, importId, counts);
}

/** The progress report of a running import. */
export interface Report {
  /**
   * True when a row has an error and the import is all or nothing: only errors are collected from here on, and nothing
   * needs to be created.
   */
  readonly isPointless: boolean;
  add(rows: readonly OutcomeRow[]): Promise<void>;
}

/** Rolls back an all-or-nothing import that has an error. */
class NotWhole extends Error {}

/**
 * Runs an import in one transaction: all of it, or none of it while a row has an error and it is not partial.
 * Progress is written outside the transaction.
 */
export async function importWhole(
  db: Db,
  { id: importId, is_partial: isPartial }: Pick<ImportRow, 'id' | 'is_partial'>,
  work: (tx: Tx, report: Report) => Promise<void>,
): Promise<'finished' | 'refused'> {
  let counts = none();
  let others: OutcomeRow[] = [];
  try {
    await inTransaction(db, async (tx) => {
      [counts, others] = [none(), []];
      await deleteOutcomes(tx, importId);
      await work(tx, {
        get isPointless() {
          return counts.error_count > 0 && !isPartial;
        },
        async add(rows) {
          for (const row of rows) count(counts, row);
          for (const row of rows) if (row.outcome !== 'create') others.push(row);
          if (!this.isPointless)
            await insertOutcomes(
              tx,
              importId,
              rows.filter(({ outcome }) => outcome === 'create'),
            );
          await updateImport(db, importId, { done_rows: counts.done_rows }).catch(() => undefined); // progress may be late
        },
      });
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

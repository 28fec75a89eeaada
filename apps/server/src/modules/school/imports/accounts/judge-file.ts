import { cleanedText } from '@classwright/rules/text/cleaned';
import type { Db } from '../../../../platform/database/index.ts';
import { createTurns } from '../../../../platform/workers/index.ts';
import { toEmailKey } from '../../../people/accounts/index.ts';
import { readTableRows } from '../table-rows.ts';
import { accountColumns } from './columns.ts';
import { type JudgedRow, judgeRow } from './judge-row.ts';
import type { Lookups } from './lookups.ts';
import { listHolders } from './queries.ts';

const BATCH_ROWS = 1000;

/**
 * Yields the outcome of every row of a file, in batches. Holds one batch and the addresses seen so far. @throws
 * VALIDATION_FAILED at `file` if it is not a list of people
 */
export async function* checkFile(db: Db, bytes: Buffer, lookups: Lookups): AsyncGenerator<JudgedRow[]> {
  const firstRows = new Map<string, number>();
  const turn = createTurns();
  for await (const batch of readTableRows(bytes, accountColumns, BATCH_ROWS)) {
    const keys = batch.map(({ values }) => toEmailKey(cleanedText(values.email))).filter((key) => !key.includes('\u0000') && key.isWellFormed());
    const holders = await listHolders(db, keys);
    const judged: JudgedRow[] = [];
    for (const row of batch) {
      judged.push(judgeRow(row, { lookups, holders, firstRows }));
      await turn();
    }
    yield judged;
  }
}

/** Checks from its first rows that a file can be read as a list of people. @throws VALIDATION_FAILED at `file` */
export async function requireReadable(bytes: Buffer): Promise<void> {
  for await (const _ of readTableRows(bytes, accountColumns)) return;
}

// A thread that reads tables; see read-table.ts.
import { serveWork } from '../workers/index.ts';
import { parseTable, type TableColumn, type TableRow } from './table.ts';

/**
 * The number of rows per message. The first few are sent alone, so that a caller who only checks if the file can be
 * read does not wait longer.
 */
const BATCH_ROWS = 1_000;

async function* inBatches(batches: AsyncIterable<TableRow<string>[]>): AsyncGenerator<TableRow<string>[]> {
  let pending: TableRow<string>[] = [];
  let isFirst = true;
  for await (const rows of batches) {
    pending = pending.length === 0 ? rows : pending.concat(rows);
    if (!isFirst && pending.length < BATCH_ROWS) continue;
    yield pending;
    [pending, isFirst] = [[], false];
  }
  if (pending.length > 0) yield pending;
}

serveWork(({ bytes, columns }: { bytes: Uint8Array; columns: readonly TableColumn[] }) => ({
  batches: inBatches(parseTable(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), columns)),
}));

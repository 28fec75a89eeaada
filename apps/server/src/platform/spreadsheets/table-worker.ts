// A thread that reads tables; see read-table.ts.
import { serveWork } from '../workers/index.ts';
import { parseTable, type TableColumn, type TableRow } from './table.ts';

/** So many rows travel at once; the first few alone, so that whoever only asks whether it can be read waits for no more. */
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

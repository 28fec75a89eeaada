// A thread that reads whole sheets; see read-sheet.ts.
import { serveWork } from '../workers/index.ts';
import { readRows } from './read-rows.ts';
import type { SheetRow } from './sheet-rows.ts';

/** The number of cells per message: few enough that receiving them delays nobody. */
const CELLS_AT_ONCE = 20_000;

async function* inPieces(batches: AsyncIterable<SheetRow[]>): AsyncGenerator<SheetRow[]> {
  let pending: SheetRow[] = [];
  let cells = 0;
  for await (const rows of batches) {
    for (const row of rows) {
      pending.push(row);
      cells += row.cells.length;
      if (cells < CELLS_AT_ONCE) continue;
      yield pending;
      [pending, cells] = [[], 0];
    }
  }
  if (pending.length > 0) yield pending;
}

serveWork(({ bytes, mostColumns }: { bytes: Uint8Array; mostColumns: number }) => ({
  batches: inPieces(readRows(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), { mostColumns })),
}));

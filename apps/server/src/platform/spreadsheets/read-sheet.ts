import { createWorkers } from '../workers/index.ts';
import { toTableError } from './read-table.ts';
import type { SheetRow } from './sheet-rows.ts';

const workers = createWorkers<{ bytes: Uint8Array; mostColumns: number }, SheetRow[]>(new URL('./sheet-worker.ts', import.meta.url));

/**
 * Runs `readRows` in a separate thread, which is ended when a file costs more than honest ones. Returns every row that
 * is not empty, for callers that identify the columns themselves. @throws SpreadsheetError
 */
export async function* readSheet(bytes: Buffer, { mostColumns }: { mostColumns: number }): AsyncGenerator<SheetRow[]> {
  const running = await workers.begin({ bytes, mostColumns });
  try {
    yield* running.batches();
  } catch (error) {
    throw toTableError(error);
  } finally {
    await running.end();
  }
}

// A thread that reads tables; see read-table.ts.
import { serveWork } from '../workers/index.ts';
import { parseTable, type TableColumn } from './table.ts';

serveWork(({ bytes, columns }: { bytes: Uint8Array; columns: readonly TableColumn[] }) => ({
  batches: parseTable(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), columns),
}));

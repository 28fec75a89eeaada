import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findPort } from '@classwright/server/testing/free-port';
import { type ProductProcess, startProductProcess, toDatabaseUrl } from '@classwright/server/testing/product-process';
import { openRoundRobin } from '@classwright/server/testing/round-robin';
import { type ScratchConnection, withClient } from '@classwright/server/testing/scratch-database';

/**
 * The product as a school with several machines runs it: separate processes that take turns, with their own database
 * and data folder.
 */
export interface ProductServer {
  url: string;
  port: number;
  dataDir: string;
  /** Moves the clock for deadlines. */
  advanceClockMs(ms: number): Promise<void>;
  /** Kills all its processes with kill -9: no drain, nothing written. */
  kill(): Promise<void>;
  /** Starts them again on the same port, database and folder. */
  restart(): Promise<void>;
  /** Stops it and removes the folder. */
  dispose(): Promise<void>;
  /** Returns the output of the first running process. */
  output(): string;
}

export interface ProductOptions {
  connection: ScratchConnection;
  webRoot: string;
  /** A data folder to copy at the start. */
  copyData?: string;
  env?: Record<string, string>;
  /** The number of processes; two by default. The first does everything, the others only serve people. */
  processes?: number;
}

export async function startProduct({ connection, webRoot, copyData, env = {}, processes = 2 }: ProductOptions): Promise<ProductServer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'classwright-journey-'));
  if (copyData) cpSync(copyData, dataDir, { recursive: true });
  let running: ProductProcess[] = [];
  const ports = await Promise.all(Array.from({ length: processes }, findPort));
  const port = await findPort();
  const start = async (): Promise<void> => {
    running = ports.map((own, at) =>
      startProductProcess({
        webRoot,
        role: at === 0 ? 'all' : 'web',
        env: { PORT: String(own), DATA_DIR: dataDir, DATABASE_URL: toDatabaseUrl(connection), DEMO: 'on', ...env },
      }),
    );
    await Promise.all(running.map((process) => process.running));
  };
  const end = async (signal?: NodeJS.Signals): Promise<void> => void (await Promise.all(running.map((process) => process.end(signal))));
  await start();
  const line = await openRoundRobin(ports, port);
  return {
    url: line.url,
    port,
    dataDir,
    advanceClockMs: (ms) => withClient(connection, async (client) => void (await client.query('UPDATE test_clock SET offset_ms = offset_ms + $1', [ms]))),
    kill: () => end('SIGKILL'),
    restart: start,
    async dispose() {
      await end();
      await line.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
    output: () => running[0]?.output() ?? '',
  };
}

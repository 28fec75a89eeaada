import { randomInt } from 'node:crypto';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ProductProcess, startProductProcess, toDatabaseUrl } from '@classwright/server/testing/product-process';
import { type ScratchConnection, withClient } from '@classwright/server/testing/scratch-database';

/** The product as people run it: a process of its own, on a database and a data folder of its own. */
export interface ProductServer {
  url: string;
  port: number;
  dataDir: string;
  /** Moves the clock that decides deadlines. */
  advanceClockMs(ms: number): Promise<void>;
  /** kill -9: no drain, nothing written. */
  kill(): Promise<void>;
  /** Starts it again on the same port, database and folder. */
  restart(): Promise<void>;
  /** Drains and stops; returns the exit code. */
  stop(): Promise<number | null>;
  /** Stops and removes the folder. */
  dispose(): Promise<void>;
  /** What the process that runs now has written. */
  output(): string;
}

export interface ProductOptions {
  connection: ScratchConnection;
  webRoot: string;
  /** A data folder to start from. */
  copyData?: string;
  env?: Record<string, string>;
}

export async function startProduct({ connection, webRoot, copyData, env = {} }: ProductOptions): Promise<ProductServer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'classwright-journey-'));
  if (copyData) cpSync(copyData, dataDir, { recursive: true });
  let process: ProductProcess;
  const port = await findPort();
  const start = async (): Promise<void> => {
    process = startProductProcess({ webRoot, env: { PORT: String(port), DATA_DIR: dataDir, DATABASE_URL: toDatabaseUrl(connection), DEMO: 'on', ...env } });
    await process.running;
  };
  await start();
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    dataDir,
    advanceClockMs: (ms) => withClient(connection, async (client) => void (await client.query('UPDATE test_clock SET offset_ms = offset_ms + $1', [ms]))),
    kill: async () => void (await process.end('SIGKILL')),
    restart: start,
    stop: () => process.end(),
    async dispose() {
      await process.end();
      rmSync(dataDir, { recursive: true, force: true });
    },
    output: () => process.output(),
  };
}

/** A free port below those that systems give out by themselves: nobody else has it between a kill and a restart. */
async function findPort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 32_000);
    const probe = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      probe.once('error', () => resolve(false));
      probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
    });
    if (isFree) return port;
  }
}

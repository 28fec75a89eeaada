import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findPort } from '@classwright/server/testing/free-port';
import { toDatabaseUrl } from '@classwright/server/testing/product-process';
import { openRoundRobin } from '@classwright/server/testing/round-robin';
import { type ScratchConnection, withClient } from '@classwright/server/testing/scratch-database';
import { startWarmProcess, type WarmProcess } from './warm-process.ts';

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
  /** Settings. `{port}` in a value becomes the port of the process. */
  env?: Record<string, string>;
  /** The number of processes; two by default. The first does everything, the others only serve people. */
  processes?: number;
  /** True when phones of the local network may join, as with `--phones`. */
  phones?: boolean;
}

export async function startProduct({ connection, webRoot, copyData, env = {}, processes = 2, phones = false }: ProductOptions): Promise<ProductServer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'classwright-journey-'));
  if (copyData) cpSync(copyData, dataDir, { recursive: true });
  let running: WarmProcess[] = [];
  const ports = await Promise.all(Array.from({ length: processes }, findPort));
  const start = async (): Promise<void> => {
    running = await Promise.all(
      ports.map((own, at) =>
        startWarmProcess({
          webRoot,
          role: at === 0 ? 'all' : 'web',
          phones,
          env: {
            HOST: '127.0.0.1',
            PORT: String(own),
            ROLES: 'all',
            WARM_UP: 'off',
            DATA_DIR: dataDir,
            DATABASE_URL: toDatabaseUrl(connection),
            DEMO: 'on',
            ...Object.fromEntries(Object.entries(env).map(([name, value]) => [name, value.replace('{port}', String(own))])),
          },
        }),
      ),
    );
  };
  await start();
  // several are reached in turns; one needs no line before it
  const line = ports.length > 1 ? await openRoundRobin(ports, await findPort()) : null;
  const port = line ? Number(new URL(line.url).port) : (ports[0] as number);
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    dataDir,
    advanceClockMs: (ms) => withClient(connection, async (client) => void (await client.query('UPDATE test_clock SET offset_ms = offset_ms + $1', [ms]))),
    kill: async () => void (await Promise.all(running.map((process) => process.kill()))),
    restart: start,
    async dispose() {
      await Promise.all(running.map((process) => process.stop()));
      await line?.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
    output: () => running[0]?.output() ?? '',
  };
}

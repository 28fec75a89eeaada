import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '../platform/database/embedded/index.ts';
import { isReachableByOthers } from '../platform/database/embedded/run-as.ts';

/** The server for test databases. The user may create and drop databases. */
export interface TestPostgres {
  connection: { host: string; port: number; user: string; password?: string };
  stop(): Promise<void>;
}

/**
 * Opens PostgreSQL for a run of tests or a tool: the server that `databaseUrl` names, or an embedded one in a temporary
 * folder, which does not sync to the disk and is deleted with the run.
 */
export async function openTestPostgres(databaseUrl: string | null): Promise<TestPostgres> {
  if (databaseUrl !== null) {
    const url = new URL(databaseUrl);
    const password = decodeURIComponent(url.password);
    return {
      connection: {
        host: url.hostname,
        port: Number(url.port || 5432),
        user: decodeURIComponent(url.username) || 'postgres',
        ...(password ? { password } : {}),
      },
      stop: async () => undefined,
    };
  }
  const folder = mkdtempSync(join(isReachableByOthers(join(tmpdir(), 'x')) ? tmpdir() : '/tmp', 'classwright-test-'));
  chmodSync(folder, 0o711); // root's tests run the database as another user, who has to get there
  const postgres = await startEmbeddedPostgres({ folder, isThrowaway: true, settings: { max_connections: 300 } });
  const { host, port, user } = postgres.connection;
  return {
    connection: { host, port, user },
    async stop() {
      await postgres.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

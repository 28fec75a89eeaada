import pg from 'pg';
import type { connect } from '../platform/database/index.ts';

export type ConnectionSetting = Parameters<typeof connect>[0]['connection'];

/** Opens a separate connection for `work` and closes it afterwards. */
export async function withConnection<T>(connection: ConnectionSetting, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({
    ...(typeof connection === 'string' ? { connectionString: connection } : connection),
    application_name: 'classwright backup',
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  });
  client.on('error', () => undefined); // the query that was running rejects
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

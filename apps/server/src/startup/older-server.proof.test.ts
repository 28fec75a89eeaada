import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { expect, inject, test } from 'vitest';
import { migrate } from '../platform/database/migrate.ts';
import { findInstalledServer } from '../testing/installed-server.ts';
import { RECORDED } from '../testing/rows/recorded.ts';
import type { TestPostgres } from '../testing/postgres.ts';
import { withScratchDatabase } from '../testing/scratch-database.ts';

/** Returns the statements that a new server understands, with the reason why this one does not. */
async function listRefused(client: pg.Client, statements: readonly string[]): Promise<Map<string, string>> {
  const refused = new Map<string, string>();
  for (const text of statements) {
    try {
      await client.query('DEALLOCATE ALL'); // also what the first of two statements in one text has left
      await client.query(`PREPARE tried AS ${text}`);
    } catch (error) {
      refused.set(text, (error as Error).message);
    }
  }
  return refused;
}

/** Returns a statement without its values and without repeated rows: one of each shape is tried. */
const shapeOf = (text: string): string =>
  text
    .replaceAll(/'(?:[^']|'')*'/g, "''")
    .replaceAll(/\$?\b\d+\b/g, '0')
    .replaceAll(/(\([^()]*\))(?:,\s*\1)+/g, '$1')
    .replaceAll(/\b(0|'')(?:,\s*\1)+/g, '$1')
    .replaceAll(/\s+/g, ' ');

const within = <Result>(connection: TestPostgres['connection'], work: (client: pg.Client) => Promise<Result>): Promise<Result> =>
  withScratchDatabase({ connection, stop: async () => undefined }, async (client) => {
    await migrate(client);
    return work(client);
  });

test('[B3065] every statement that the tests have sent is understood by an installed server of an older version, as by the newest', {
  timeout: 600_000,
}, async (context) => {
  const installed = await findInstalledServer();
  if (!installed) return context.skip('no installed PostgreSQL that lets us create a database');
  if (!existsSync(RECORDED)) return context.skip('no statements are recorded: run npm test before');
  const files = readdirSync(RECORDED);
  const sent = files.flatMap((file) => JSON.parse(readFileSync(join(RECORDED, file), 'utf8')) as string[]);
  const statements = [...new Map(sent.map((text) => [shapeOf(text), text])).values()];
  // Tests also send statements of their own to tables that only they have, and some that are wrong on purpose.
  const newest = await within(inject('testDatabase').connection, (client) => listRefused(client, statements));
  const understood = statements.filter((text) => !newest.has(text));
  const [version, refused] = await within(installed, async (client) => {
    const { rows } = await client.query<{ server_version: string }>('SHOW server_version');
    return [rows[0]!.server_version, await listRefused(client, understood)] as const;
  });
  console.log(`${understood.length} of ${statements.length} statements of ${files.length} files of tests tried on PostgreSQL ${version}`);
  expect(understood.length).toBeGreaterThan(200);
  expect([...refused]).toEqual([]);
});

test('[B3065] a statement that only newer versions understand is found', async (context) => {
  const installed = await findInstalledServer();
  if (!installed) return context.skip('no installed PostgreSQL that lets us create a database');
  const refused = await withScratchDatabase({ connection: installed, stop: async () => undefined }, (client) =>
    listRefused(client, ['SELECT $1::text', 'SELECT 1 FROM nowhere']),
  );
  expect([...refused]).toEqual([['SELECT 1 FROM nowhere', 'relation "nowhere" does not exist']]);
});

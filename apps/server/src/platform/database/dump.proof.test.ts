import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type pg from 'pg';
import { expect, inject, onTestFinished, test } from 'vitest';
import { findInstalledServer } from '../../testing/installed-server.ts';
import { withClient, withMigratedDatabase, withScratchDatabase } from '../../testing/scratch-database.ts';
import { migrate } from './migrate.ts';

const postgres = { connection: inject('testDatabase').connection, stop: async () => undefined };
const run = promisify(execFile);

test('[B307] every SQL function says what it means without a path of schemas, as a restore needs it', async () => {
  await withMigratedDatabase(postgres, async (client) => {
    const { rows } = await client.query(
      `SELECT p.proname FROM pg_proc p JOIN pg_language l ON l.oid = p.prolang
        WHERE p.pronamespace = current_schema()::regnamespace AND l.lanname = 'sql' AND p.prosqlbody IS NULL
          AND NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')`,
    );
    expect(rows).toEqual([]);
  });
});

test('what is computed for rows, indexes and checks is computed without a path of schemas too', async () => {
  await withMigratedDatabase(postgres, async (client) => {
    await client.query("SELECT set_config('search_path', '', false)");
    const { rows } = await client.query<{ tab: string; expression: string }>(`
      SELECT d.adrelid::regclass::text AS tab, pg_get_expr(d.adbin, d.adrelid) AS expression FROM pg_attrdef d
        JOIN pg_class c ON c.oid = d.adrelid WHERE c.relnamespace = 'public'::regnamespace
      UNION ALL
      SELECT i.indrelid::regclass::text, pg_get_expr(i.indexprs, i.indrelid) FROM pg_index i
        JOIN pg_class c ON c.oid = i.indrelid WHERE i.indexprs IS NOT NULL AND c.relnamespace = 'public'::regnamespace
      UNION ALL
      SELECT k.conrelid::regclass::text, pg_get_expr(k.conbin, k.conrelid) FROM pg_constraint k
        WHERE k.contype = 'c' AND k.conrelid <> 0 AND k.connamespace = 'public'::regnamespace`);
    expect(rows.length).toBeGreaterThan(100);
    for (const { tab, expression } of rows) await client.query(`EXPLAIN SELECT ${expression} FROM ${tab}`);
    // With rows, the value is really computed.
    await client.query(`INSERT INTO public.accounts (account_type_id, first_name, last_name, email, email_key)
      SELECT id, 'Søren', 'Þórsdóttir', 'a@example.org', 'a@example.org' FROM public.account_types LIMIT 1`);
    expect((await client.query('SELECT first_key, last_key FROM public.accounts')).rows).toEqual([{ first_key: 'soren soeren', last_key: 'thorsdottir' }]);
  });
});

const contents = async (client: pg.Client) => {
  const { rows: tables } = await client.query<{ name: string }>(
    `SELECT quote_ident(relname) AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition ORDER BY 1`,
  );
  const counts: Record<string, number> = {};
  for (const { name } of tables) counts[name] = Number((await client.query(`SELECT count(*) FROM public.${name}`)).rows[0].count);
  const { rows: others } = await client.query(
    `SELECT pg_describe_object(classid, objid, 0) AS what FROM (
       SELECT 'pg_proc'::regclass AS classid, oid AS objid FROM pg_proc WHERE pronamespace = 'public'::regnamespace
       UNION ALL SELECT 'pg_constraint'::regclass, oid FROM pg_constraint WHERE connamespace = 'public'::regnamespace
       UNION ALL SELECT 'pg_class'::regclass, oid FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind <> 't'
       UNION ALL SELECT 'pg_trigger'::regclass, oid FROM pg_trigger WHERE NOT tgisinternal) named ORDER BY 1`,
  );
  return { counts, others };
};

test('[B307] a dump of the whole database is restored without a word by an owner who is no superuser', { timeout: 120_000 }, async (context) => {
  const installed = await findInstalledServer();
  if (!installed) return context.skip('no PostgreSQL that lets us create a database, with pg_dump of its version');
  const server = { connection: installed, stop: async () => undefined };
  const folder = mkdtempSync(join(tmpdir(), 'classwright-dump-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'dump');
  const env = { ...process.env, ...(installed.password ? { PGPASSWORD: installed.password } : {}) };
  const at = (database: string) => ['--host', installed.host, '--port', String(installed.port), '--username', installed.user, '--dbname', database];
  await withScratchDatabase(server, async (client, connection) => {
    await migrate(client);
    await client.query(`INSERT INTO accounts (account_type_id, first_name, last_name, email, email_key)
      SELECT t.id, 'Zoë', 'Núñez ' || n, n || '@example.org', n || '@example.org' FROM generate_series(1, 50) n, (SELECT id FROM account_types LIMIT 1) t`);
    const before = await contents(client);
    await run('pg_dump', ['--format=custom', '--file', file, ...at(connection.database)], { env });
    await withScratchDatabase(server, async (empty, target) => {
      const owner = `${target.database}_owner`;
      await empty.query(`CREATE ROLE ${owner}`);
      try {
        await empty.query(`ALTER DATABASE ${target.database} OWNER TO ${owner}; ALTER SCHEMA public OWNER TO ${owner}`);
        const { stderr } = await run('pg_restore', ['--exit-on-error', '--no-owner', '--role', owner, ...at(target.database), file], { env });
        expect(stderr).toBe('');
        await withClient(target, async (restored) => {
          expect(await contents(restored)).toEqual(before);
          expect(await migrate(restored)).toEqual({ applied: [], isFirstStart: false });
        });
      } finally {
        await empty.query(`REASSIGN OWNED BY ${owner} TO CURRENT_USER; DROP OWNED BY ${owner}; DROP ROLE ${owner}`);
      }
    });
  });
});

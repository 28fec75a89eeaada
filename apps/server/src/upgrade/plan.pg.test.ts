import { expect, inject, test } from 'vitest';
import { migrate } from '../platform/database/migrate.ts';
import { readMigrations } from '../platform/database/migrations.ts';
import { withClient, withScratchDatabase } from '../testing/scratch-database.ts';
import { toDatabaseUrl } from '../testing/product-process.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { readConfig } from '../platform/config.ts';
import { isEmpty } from '../backup/queries.ts';
import { describePlan, planUpgrade, requireSpace, sumTouched } from './plan.ts';
import { emptySchema } from './queries.ts';

const postgres = { connection: inject('testDatabase').connection, stop: async () => undefined };

test('[B2863] a plan counts migrations and changes of rows, and says if old processes may go on', async () => {
  await withScratchDatabase(postgres, async (client, connection) => {
    const config = readConfig({ DATA_DIR: temporaryFolder(), DATABASE_URL: toDatabaseUrl(connection) });
    await expect(planUpgrade(config)).rejects.toThrow('The database is empty, so there is nothing to upgrade.');
    const all = readMigrations();
    await migrate(client, all.slice(0, 60));
    const old = await planUpgrade(config);
    expect(old).toMatchObject({ migrations: 60, pending: all.length - 60, pendingDataSteps: 3, needsStop: true });
    expect(describePlan(old)).toEqual([
      `The database needs ${all.length - 60} migrations and 3 changes of rows.`,
      expect.stringMatching(/^It needs a stop of about \d+ s: processes of the version before cannot go on/),
      expect.stringMatching(/^It needs space: the backup \d+ MB in /),
    ]);
    await migrate(client, all.slice(0, -1));
    expect(describePlan(await planUpgrade(config))[1]).toMatch(/^It is rolling: old processes of other machines may go on\./);
    await migrate(client);
    await client.query('INSERT INTO data_steps (name, done_at) SELECT unnest($1::text[]), app_now()', [
      (await import('../data-steps.ts')).dataSteps.map(({ name }) => name),
    ]);
    expect(describePlan(await planUpgrade(config))[0]).toBe('The database needs no change.');
    await client.query('INSERT INTO schema_migrations (version, name, checksum) VALUES ($1, $2, $2)', [all.length + 1, 'later']);
    await expect(planUpgrade(config)).rejects.toThrow('made by a newer version of Classwright');
  });
});

test('[B2863] the time of an upgrade grows with the tables that its migrations name', () => {
  const sizes = new Map([
    ['accounts', 1000],
    ['live_posts', 500],
  ]);
  expect(
    sumTouched([{ sql: 'ALTER TABLE accounts ADD COLUMN x int;\nUPDATE accounts SET x = 1;' }, { sql: 'CREATE INDEX i ON live_posts (id);' }], sizes),
  ).toBe(1500);
  expect(sumTouched([{ sql: 'CREATE TABLE other (id int);' }], sizes)).toBe(0);
});

test('[B2861] space is required on the disk of each folder, and those of one disk together', async () => {
  const [folder, other] = [temporaryFolder(), temporaryFolder()];
  const plan = { migrations: 1, pending: 1, pendingDataSteps: 0, needsStop: false, stopSeconds: 1, cluster: null };
  await requireSpace({ ...plan, needs: [{ folder: `${folder}/not/yet`, bytes: 1, what: 'the backup' }] });
  const tooMuch = [
    { folder, bytes: 1, what: 'the backup' },
    { folder: other, bytes: 1e15, what: 'a copy' },
  ];
  await expect(requireSpace({ ...plan, needs: tooMuch })).rejects.toThrow(/MB free, but \d+ MB are needed for the backup and a copy/);
});

test('[B2856] an emptied schema holds nothing of ours, keeps extensions, and can be migrated again', async () => {
  await withScratchDatabase(postgres, async (client, connection) => {
    await migrate(client);
    await emptySchema(client);
    expect(await isEmpty(client)).toBe(true);
    expect((await client.query("SELECT 1 FROM pg_extension WHERE extname = 'pg_trgm'")).rowCount).toBe(1);
    await emptySchema(client);
    await withClient(connection, async (again) => expect((await migrate(again)).isFirstStart).toBe(true));
  });
});

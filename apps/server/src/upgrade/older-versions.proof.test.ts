import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, inject, onTestFinished, test } from 'vitest';
import { restoreBackup } from '../backup/index.ts';
import { migrate } from '../platform/database/migrate.ts';
import { readMigrations } from '../platform/database/migrations.ts';
import { listRunningStarts } from '../startup/running-starts.ts';
import { startProductProcess, toDatabaseUrl } from '../testing/product-process.ts';
import { withScratchDatabase } from '../testing/scratch-database.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { breaks, limits, nothingIsLeft, readData, startOld, versionsOf } from './testing/school.ts';
import { askReady, makeInstallation, makeOlderVersion, makeVersion, runProgram } from './testing/versions.ts';

const postgres = { connection: inject('testDatabase').connection, stop: async () => undefined };

/** The demo school as the first version made it, at its thirteen migrations. */
const firstLanding = fileURLToPath(new URL('../startup/testing/first-landing', import.meta.url));

test.each([13, 92])(
  '[B2862] the school of the first version, brought to migration %i, is upgraded by the command with its bank, its answers and its files',
  limits,
  async (migration) => {
    await withScratchDatabase(postgres, async (client, connection) => {
      const dataDir = join(temporaryFolder(), 'data');
      const school = await makeInstallation(dataDir, toDatabaseUrl(connection));
      await restoreBackup(firstLanding, { databaseUrl: school.config.databaseUrl, dataDir, s3: null });
      await migrate(client, readMigrations().slice(0, migration));
      const old = makeVersion({ version: '0.1.0' }); // only its folder is asked for: nothing runs before
      const [next, broken] = [makeVersion({ version: '1.1.0' }), makeVersion({ version: '1.1.0', migrations: breaks })];
      const count = async () =>
        (
          await client.query(`SELECT (SELECT count(*)::int FROM questions) AS questions, (SELECT count(*)::int FROM live_posts) AS posts,
                                   (SELECT count(*)::int FROM files) AS files, (SELECT count(*)::int FROM schema_migrations) AS migrations`)
        ).rows[0];
      const before = await count();
      expect(before).toMatchObject({ questions: 16, files: 6, migrations: migration });
      const failed = runProgram(broken, 'upgrade', ['--old', old], school.env);
      expect([await failed.ended, failed.output()]).toEqual([1, expect.stringContaining('division by zero')]);
      expect(await count()).toEqual(before);
      const run = runProgram(next, 'upgrade', ['--old', old], school.env);
      expect(await run.ended, run.output()).toBe(0);
      expect(run.output()).toContain('was ready. It is stopped again, since nothing ran before.');
      expect(run.output()).toContain(migration < 63 ? 'It needs a stop of about' : 'It is rolling'); // the last migration that needs one
      expect(await count()).toEqual({ ...before, migrations: readMigrations().length });
      const product = startProductProcess({ env: { DATABASE_URL: toDatabaseUrl(connection), DATA_DIR: dataDir, DEMO: 'on' } });
      onTestFinished(async () => void (await product.end('SIGKILL')));
      const address = await product.running;
      const reply = await fetch(`${address}/api/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: 'teacher@demo.school', password: 'classwright-demo' }),
      });
      expect(reply.status).toBe(200);
      expect(await product.end()).toBe(0);
    });
  },
);

// older commits need packages that are no longer installed, or have a migration that was edited before its release
test.for([103, 105, 108, 109, 130])(
  '[B2868] the program and the demo school of the commit that brought migration %i: a failed upgrade serves it again, and the next one upgrades it',
  limits,
  async (migration, context) => {
    const old = makeOlderVersion(migration);
    if (old === null) return context.skip('the history of the repository is not here');
    const school = await startOld(old, join(temporaryFolder(), 'data'));
    const before = await readData(school);
    expect(before.migrations).toBeGreaterThanOrEqual(migration);
    expect(before.migrations).toBeLessThan(readMigrations().length);
    const broken = makeVersion({ version: '9.0.0', migrations: breaks });
    const failed = runProgram(broken, 'upgrade', [], { DATA_DIR: school.config.dataDir });
    expect([await failed.ended, failed.output()]).toEqual([1, expect.stringContaining('division by zero')]);
    expect(listRunningStarts(school.config).map(({ folder }) => folder)).toEqual([old]);
    expect(await askReady(school.address)).toBe(200);
    expect(await readData(school)).toEqual(before);
    const run = runProgram(makeVersion({ version: '9.0.1' }), 'upgrade', [], { DATA_DIR: school.config.dataDir });
    expect(await run.ended, run.output()).toBe(0);
    expect(versionsOf(school)).toEqual(['9.0.1']);
    expect(await readData(school)).toEqual({ ...before, migrations: readMigrations().length });
    nothingIsLeft(school);
  },
);

import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, inject, onTestFinished, test } from 'vitest';
import { openInstallation, restoreBackup } from '../backup/index.ts';
import { readMigrations } from '../platform/database/migrations.ts';
import { migrate } from '../platform/database/migrate.ts';
import { preparedFolder } from '../testing/prepared-folder.ts';
import { startProductProcess, toDatabaseUrl } from '../testing/product-process.ts';
import { withClient, withScratchDatabase } from '../testing/scratch-database.ts';
import { mountSmallDisk } from '../testing/small-disk.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { listRunningStarts } from '../startup/running-starts.ts';
import { askReady, type Installation, makeInstallation, makeOlderVersion, makeVersion, runProgram } from './testing/versions.ts';

const limits = { timeout: 300_000 };
const adds = { adds_a_table: 'CREATE TABLE added_by_upgrade (id bigint PRIMARY KEY);' };
const breaks = { ...adds, breaks: 'DELETE FROM idempotency_keys;\nSELECT 1 / 0;' };
const neverReady = "console.log('not ready'); setInterval(() => undefined, 1000);";

/** Starts the old version as a person would, and returns its installation. */
async function startOld(folder: string, dataDir: string, databaseUrl: string | null = null): Promise<Installation> {
  const installation = await makeInstallation(dataDir, databaseUrl);
  const old = runProgram(folder, 'main', [], installation.env);
  await old.until('Classwright is running at');
  expect(old.output()).toContain('Classwright is running at');
  await expect.poll(() => askReady(installation.address), { timeout: 60_000 }).toBe(200);
  return installation;
}

/** Returns the facts that an upgrade must keep: an account's name, the number of accounts, and the migrations. */
async function readData({ config }: Installation) {
  const { connection, close } = await openInstallation(config);
  try {
    return await withClient(typeof connection === 'string' ? { connectionString: connection } : connection, async (client) => {
      const { rows } = await client.query<{ accounts: number; names: string; migrations: number; added: boolean }>(
        `SELECT count(*)::int AS accounts, md5(string_agg(id || first_name, ',' ORDER BY id)) AS names,
                (SELECT count(*)::int FROM schema_migrations) AS migrations, to_regclass('added_by_upgrade') IS NOT NULL AS added FROM accounts`,
      );
      return rows[0]!;
    });
  } finally {
    await close();
  }
}

const change = async ({ config }: Installation, name: string) => {
  const { connection, close } = await openInstallation(config);
  await withClient(typeof connection === 'string' ? { connectionString: connection } : connection, (client) =>
    client.query('UPDATE accounts SET first_name = $1 WHERE id = (SELECT min(id) FROM accounts)', [name]),
  ).finally(close);
};

const versionsOf = ({ config }: Installation) => listRunningStarts(config).map(({ version }) => version);
const nothingIsLeft = ({ config: { dataDir } }: Installation) =>
  expect(readdirSync(dataDir).filter((name) => /upgrade-under-way|before-upgrade|failed-upgrade|\.copy$/.test(name))).toEqual([]);

test('[B2854] an upgrade says what it does, makes a backup, and leaves the new version serving the data of before', limits, async () => {
  const [old, next] = [makeVersion({ version: '1.0.0' }), makeVersion({ version: '1.1.0', migrations: adds })];
  const school = await startOld(old, preparedFolder());
  await change(school, 'Amara');
  const before = await readData(school);
  const plan = runProgram(next, 'upgrade', ['--plan'], { DATA_DIR: school.config.dataDir });
  expect(await plan.ended, plan.output()).toBe(0);
  expect(plan.output()).toMatch(/needs 1 migration\.\nIt is rolling: .* about \d+ s/);
  expect(await readData(school)).toEqual(before);
  expect(versionsOf(school)).toEqual(['1.0.0']);

  const run = runProgram(next, 'upgrade', [], { DATA_DIR: school.config.dataDir });
  expect(await run.ended, run.output()).toBe(0);
  expect(run.output()).toContain('The backup is whole.');
  expect(await askReady(school.address)).toBe(200);
  expect(versionsOf(school)).toEqual(['1.1.0']);
  expect(await readData(school)).toEqual({ ...before, migrations: before.migrations + 1, added: true });
  expect(readdirSync(join(school.config.dataDir, 'backups'))).toEqual([expect.stringMatching(/^upgrade-.*-of-1\.0\.0$/)]);
  nothingIsLeft(school);
  const again = runProgram(next, 'upgrade', [], { DATA_DIR: school.config.dataDir });
  expect([await again.ended, again.output()]).toEqual([0, expect.stringContaining('There is nothing to do')]);
  const back = runProgram(old, 'upgrade', [], { DATA_DIR: school.config.dataDir });
  expect([await back.ended, back.output()]).toEqual([1, expect.stringContaining('made by a newer version of Classwright')]);
  expect(versionsOf(school)).toEqual(['1.1.0']);
});

test('[B2855] a migration that fails, and a new version that is never ready, end with the old version and its data', limits, async () => {
  const old = makeVersion({ version: '1.0.0' });
  const school = await startOld(old, preparedFolder());
  await change(school, 'Amara');
  const before = await readData(school);
  for (const [options, reason] of [
    [{ migrations: breaks }, 'division by zero'],
    [{ migrations: adds, main: neverReady }, 'was not ready within 4 s'],
    [{ migrations: adds, main: 'process.exit(1);' }, 'ended while it started'],
  ] as const) {
    const next = makeVersion({ version: '1.1.0', ...options });
    const run = runProgram(next, 'upgrade', ['--limit', '4'], { DATA_DIR: school.config.dataDir });
    expect(await run.ended, run.output()).toBe(1);
    expect(run.output()).toContain(reason);
    expect(run.output()).toContain('The version 1.0.0 and its data are as before.');
    expect(await askReady(school.address)).toBe(200);
    expect(versionsOf(school)).toEqual(['1.0.0']);
    expect(await readData(school)).toEqual(before);
    nothingIsLeft(school);
  }
});

const postgres = { connection: inject('testDatabase').connection, stop: async () => undefined };

test('[B2856] on a server of one’s own the way back restores the backup into the emptied database', limits, async () => {
  await withScratchDatabase(postgres, async (client, connection) => {
    const old = makeVersion({ version: '1.0.0' });
    const school = await startOld(old, join(temporaryFolder(), 'data'), toDatabaseUrl(connection));
    await client.query("INSERT INTO schools (school_name, time_zone) VALUES ('Of before', 'UTC')");
    for (const main of [undefined, neverReady]) {
      const next = makeVersion({ version: '1.1.0', migrations: main === undefined ? breaks : adds, ...(main === undefined ? {} : { main }) });
      const run = runProgram(next, 'upgrade', ['--limit', '4'], school.env);
      expect(await run.ended, run.output()).toBe(1);
      expect(run.output()).toContain('from the backup');
      expect(versionsOf(school), run.output()).toEqual(['1.0.0']);
      expect(await askReady(school.address)).toBe(200);
      expect((await client.query("SELECT count(*)::int AS n FROM schools WHERE school_name = 'Of before'")).rows).toEqual([{ n: 1 }]);
      expect((await client.query("SELECT to_regclass('added_by_upgrade') AS added")).rows).toEqual([{ added: null }]);
    }
    const next = makeVersion({ version: '1.1.0', migrations: adds });
    const run = runProgram(next, 'upgrade', [], school.env);
    expect(await run.ended, run.output()).toBe(0);
    expect(versionsOf(school)).toEqual(['1.1.0']);
    expect((await client.query("SELECT to_regclass('added_by_upgrade') IS NOT NULL AS added")).rows).toEqual([{ added: true }]);
    for (const { pid } of listRunningStarts(school.config)) process.kill(pid, 'SIGTERM');
    await expect.poll(() => listRunningStarts(school.config), { timeout: 60_000 }).toEqual([]);
  });
});

test.each(['Making a backup', 'Stopping the version', 'Setting the database aside', 'Bringing the database to', 'Starting the version'])(
  '[B2857] an upgrade that is killed at "%s" is ended by the next one, which goes back',
  limits,
  async (sentence) => {
    const old = makeVersion({ version: '1.0.0' });
    const next = makeVersion({ version: '1.1.0', migrations: adds, ...(sentence === 'Starting the version' ? { main: neverReady } : {}) });
    const school = await startOld(old, preparedFolder());
    await change(school, 'Amara');
    const before = await readData(school);
    const killed = runProgram(next, 'upgrade', [], { DATA_DIR: school.config.dataDir });
    await killed.until(sentence);
    killed.child.kill('SIGKILL');
    await killed.ended;
    expect(existsSync(join(school.config.dataDir, 'upgrade-under-way.json'))).toBe(true);
    const plan = runProgram(next, 'upgrade', ['--plan'], { DATA_DIR: school.config.dataDir });
    expect([await plan.ended, plan.output()]).toEqual([1, expect.stringContaining('without --plan')]);
    const repair = runProgram(next, 'upgrade', [], { DATA_DIR: school.config.dataDir });
    expect(await repair.ended, repair.output()).toBe(1);
    expect(repair.output()).toMatch(/An upgrade from the version 1\.0\.0 to 1\.1\.0 was interrupted \(\w+\)\. Going back/);
    expect(await askReady(school.address), repair.output()).toBe(200);
    expect(versionsOf(school)).toEqual(['1.0.0']);
    expect(await readData(school)).toEqual(before);
    nothingIsLeft(school);
  },
);

test('[B2858] after a killed upgrade a start of the old version brings its data back, and one of the new version does not go on', limits, async () => {
  const [old, next] = [makeVersion({ version: '1.0.0' }), makeVersion({ version: '1.1.0', migrations: adds, main: neverReady })];
  const school = await makeInstallation(preparedFolder());
  const before = await readData(school);
  const interrupt = async () => {
    const killed = runProgram(next, 'upgrade', ['--old', old], school.env);
    await killed.until('Starting the version');
    await expect.poll(() => versionsOf(school), { timeout: 60_000 }).toEqual(['1.1.0']);
    killed.child.kill('SIGKILL');
    await killed.ended;
  };
  await interrupt();
  const whole = makeVersion({ version: '1.1.0', migrations: adds });
  const refused = runProgram(whole, 'main', [], school.env);
  expect([await refused.ended, refused.output()]).toEqual([1, expect.stringContaining('was interrupted and has been undone')]);
  expect(await readData(school)).toEqual(before);
  nothingIsLeft(school);

  await interrupt();
  const again = runProgram(old, 'main', [], school.env);
  await again.until('Classwright is running at');
  expect(again.output()).toContain('Going back to the data of before.');
  expect(await readData(school)).toEqual(before);
  nothingIsLeft(school);
});

test('[B2859] a new version that serves ends the upgrade when the command was killed, and nothing goes back', limits, async () => {
  const [old, next] = [makeVersion({ version: '1.0.0' }), makeVersion({ version: '1.1.0', migrations: adds })];
  const school = await startOld(old, preparedFolder());
  const before = await readData(school);
  const killed = runProgram(next, 'upgrade', [], { DATA_DIR: school.config.dataDir });
  await killed.until('Starting the version');
  await expect.poll(() => versionsOf(school), { timeout: 60_000 }).toEqual(['1.1.0']);
  killed.child.kill('SIGSTOP'); // it sees nothing of what follows
  await expect.poll(() => askReady(school.address), { timeout: 60_000 }).toBe(200);
  expect(existsSync(join(school.config.dataDir, 'upgrade-under-way.json'))).toBe(true);
  killed.child.kill('SIGKILL');
  await killed.ended;
  await expect.poll(() => existsSync(join(school.config.dataDir, 'upgrade-under-way.json')), { timeout: 60_000 }).toBe(false);
  nothingIsLeft(school);
  expect(await readData(school)).toEqual({ ...before, migrations: before.migrations + 1, added: true });
});

test('[B2860] a second upgrade is refused and names the first; a way without an old version, or with the new one as old, is refused', limits, async () => {
  const [old, next] = [makeVersion({ version: '1.0.0' }), makeVersion({ version: '1.1.0', migrations: adds, main: neverReady })];
  const school = await makeInstallation(preparedFolder());
  const empty = runProgram(next, 'upgrade', [], { DATA_DIR: join(school.config.dataDir, 'not there') });
  expect([await empty.ended, empty.output()]).toEqual([1, expect.stringContaining('There is no installation in')]);
  expect(existsSync(join(school.config.dataDir, 'not there'))).toBe(false);
  const without = runProgram(next, 'upgrade', [], school.env);
  expect([await without.ended, without.output()]).toEqual([1, expect.stringContaining('--old FOLDER')]);
  const itself = runProgram(next, 'upgrade', ['--old', next], school.env);
  expect([await itself.ended, itself.output()]).toEqual([1, expect.stringContaining('in the same folder')]);
  const nowhere = runProgram(next, 'upgrade', ['--old', dirname(school.config.dataDir)], school.env);
  expect([await nowhere.ended, nowhere.output()]).toEqual([1, expect.stringContaining('There is no Classwright in')]);
  const first = runProgram(next, 'upgrade', ['--old', old], school.env);
  await first.until('Making a backup');
  const second = runProgram(next, 'upgrade', ['--old', old], school.env);
  expect([await second.ended, second.output()]).toEqual([1, expect.stringContaining(`is already under way (process ${first.child.pid})`)]);
  first.child.kill('SIGINT'); // a person stops it
  expect([await first.ended, first.output()]).toEqual([1, expect.stringContaining('The upgrade failed: It was stopped.')]);
  nothingIsLeft(school);
});

test('[B2861] an upgrade without room for its backup is refused before anything is changed', limits, async (context) => {
  const place = temporaryFolder();
  if (!mountSmallDisk(place, 30)) return context.skip('a disk can be mounted by root only');
  const [old, next] = [makeVersion({ version: '1.0.0' }), makeVersion({ version: '1.1.0', migrations: adds })];
  const school = await makeInstallation(preparedFolder());
  const before = await readData(school);
  const run = runProgram(next, 'upgrade', ['--old', old], { ...school.env, BACKUP_DIR: join(place, 'backups') });
  expect([await run.ended, run.output()]).toEqual([1, expect.stringMatching(/The disk with \S+ has \d+ MB free, and the backup need \d+ MB/)]);
  expect(readdirSync(place)).toEqual([]);
  expect(await readData(school)).toEqual(before);
  nothingIsLeft(school);
});

/** The demo school as the first version made it, at its thirteen migrations. */
const firstLanding = fileURLToPath(new URL('../startup/testing/first-landing', import.meta.url));

test.each([13, 34, 57, 92, 120])(
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

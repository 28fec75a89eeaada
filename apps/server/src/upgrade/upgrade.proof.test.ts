import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { openInstallation } from '../backup/index.ts';
import { preparedFolder } from '../testing/prepared-folder.ts';
import { toDatabaseUrl } from '../testing/product-process.ts';
import { withClient, withScratchDatabase } from '../testing/scratch-database.ts';
import { mountSmallDisk } from '../testing/small-disk.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { listRunningStarts } from '../startup/running-starts.ts';
import { adds, breaks, limits, nothingIsLeft, readData, startOld, versionsOf } from './testing/school.ts';
import { askReady, type Installation, makeInstallation, makeVersion, runProgram } from './testing/versions.ts';

const neverReady = "console.log('not ready'); setInterval(() => undefined, 1000);";

const change = async ({ config }: Installation, name: string) => {
  const { connection, close } = await openInstallation(config);
  await withClient(typeof connection === 'string' ? { connectionString: connection } : connection, (client) =>
    client.query('UPDATE accounts SET first_name = $1 WHERE id = (SELECT min(id) FROM accounts)', [name]),
  ).finally(close);
};

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
  expect([await run.ended, run.output()]).toEqual([1, expect.stringMatching(/The disk with \S+ has \d+ MB free, but \d+ MB are needed for the backup/)]);
  expect(readdirSync(place)).toEqual([]);
  expect(await readData(school)).toEqual(before);
  nothingIsLeft(school);
});

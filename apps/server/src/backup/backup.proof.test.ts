import { randomBytes } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileAdd, fileDelete } from '@classwright/contract';
import { sql } from 'kysely';
import { expect, inject, onTestFinished, test } from 'vitest';
import { createFileStorage } from '../modules/school/files/index.ts';
import { migrate } from '../platform/database/migrate.ts';
import { readErasureList } from '../platform/personal-data/erasure-list.ts';
import { runCommand } from '../testing/command.ts';
import { createScenario, startTestApp, type TestApp } from '../testing/index.ts';
import { startProductProcess, toDatabaseUrl } from '../testing/product-process.ts';
import { startLesson } from '../testing/running-lesson.ts';
import { mountSmallDisk } from '../testing/small-disk.ts';
import { withScratchDatabase } from '../testing/scratch-database.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { pngOf } from '../testing/pictures.ts';
import { findProblemsOfInstallation, restoreBackup, verifyBackup, writeBackup } from './index.ts';

const postgres = { connection: inject('testDatabase').connection, stop: async () => undefined };

const sourceOf = (app: TestApp) => ({
  connection: app.connection,
  storage: createFileStorage(app.dataDir),
  dataDir: app.dataDir,
  version: '0.0.0-test',
});

test('[B308] [B2929] a backup taken while a class answers and files come and go has every answer that was acknowledged before, none by half, and restores', {
  timeout: 120_000,
}, async () => {
  const app = await startTestApp();
  onTestFinished(() => app.close());
  const lesson = await startLesson(app, createScenario(app), { students: 60 });
  const { teacher } = lesson;
  writeFileSync(join(app.dataDir, 'messages.json'), '{}');
  const picture = () => ({ name: 'p.png', bytes: Buffer.concat([pngOf(20), randomBytes(20_000)]) });
  const addFile = async () => (await teacher.call(fileAdd, { files: [picture()] })).body.data[0]!.id as number;
  for (let count = 0; count < 20; count++) await addFile();

  const acknowledged: number[] = [];
  const saved = Promise.withResolvers<void>();
  const answers = (async () => {
    for (const student of lesson.students) {
      if (acknowledged.length === 50) await saved.promise; // some of the class are slower than any machine
      const reply = await lesson.answer(student, 'Form - 1A', 0, { key: `answer-${student.accountId}` });
      expect(reply.error).toBeNull();
      acknowledged.push(student.accountId);
      await sleep(10);
    }
  })();
  let isBusy = true;
  const files = (async () => {
    for (let count = 0; isBusy && count < 100; count++) {
      const deleted = await teacher.call(fileDelete, { params: { id: await addFile() } });
      expect(deleted.error).toBeNull();
      await sleep(20);
    }
  })();
  const failed = Promise.all([answers, files]).then(() => undefined);
  failed.catch(() => undefined);
  while (acknowledged.length < 10) await Promise.race([sleep(2), failed]);
  const before = [...acknowledged];
  const target = join(temporaryFolder(), 'saved');
  const written = await writeBackup(sourceOf(app), target);
  expect(acknowledged.length).toBeGreaterThan(before.length); // the class was at it
  saved.resolve();
  await answers;
  isBusy = false;
  await files;

  expect(await verifyBackup(target)).toEqual({ manifest: written, problems: [] });
  expect(written.files).toBeGreaterThanOrEqual(20);
  await withScratchDatabase(postgres, async (client, connection) => {
    const dataDir = join(temporaryFolder(), 'data');
    const restored = await restoreBackup(target, { databaseUrl: toDatabaseUrl(connection), dataDir, s3: null });
    expect(restored).toMatchObject({ problems: [], leftOut: ['test_clock'] }); // the tests' own
    const posts = (await client.query('SELECT account_id AS id FROM live_posts')).rows.map(({ id }) => Number(id));
    expect(posts).toEqual(expect.arrayContaining(before));
    const results = (await client.query(`SELECT account_id AS id FROM idempotency_keys WHERE endpoint = 'post.add'`)).rows.map(({ id }) => Number(id));
    expect(new Set(results)).toEqual(new Set(posts));
    expect(await findProblemsOfInstallation({ connection, storage: createFileStorage(dataDir) })).toMatchObject({ problems: [], files: written.files });
    expect(existsSync(join(dataDir, 'messages.json'))).toBe(true);
    expect(await migrate(client)).toEqual({ applied: [], isFirstStart: false });
    // [B2929] phones that saw events after the moment do not take the next ones for old
    const { rows: numbers } = await client.query('SELECT min(sequence)::int AS least FROM room_sequences');
    expect(numbers[0].least).toBeGreaterThan(1_000_000);
    const next = await client.query("INSERT INTO levels (name) VALUES ('one more') RETURNING id").catch((error: Error) => error);
    expect(next).not.toBeInstanceOf(Error); // numbers go on where they were
    await expect(restoreBackup(target, { databaseUrl: toDatabaseUrl(connection), dataDir: join(temporaryFolder(), 'other'), s3: null })).rejects.toThrow(
      'The database in DATABASE_URL is not empty',
    );
  });
  await expect(writeBackup(sourceOf(app), target)).rejects.toThrow('is there already');
});

test('[B2738] a backup brings the list of erased people next to it up to date, and a restore of an older one says how many it erases again', {
  timeout: 60_000,
}, async () => {
  const app = await startTestApp();
  onTestFinished(() => app.close());
  const { students } = await createScenario(app).class({ students: 2 });
  const backups = temporaryFolder();
  await writeBackup(sourceOf(app), join(backups, 'older'));
  expect(existsSync(join(backups, 'erasures.json'))).toBe(false);
  await sql`
    INSERT INTO erasures (number, due_at, was_active, state, done_at, digest)
    SELECT 'K7Q2', app_now(), true, 'done', app_now(), sha256(convert_to(erasure_salt || ':' || ${students[0]!.accountId}::text, 'UTF8')) FROM installation`.execute(
    app.db,
  );
  await writeBackup(sourceOf(app), join(backups, 'newer'));
  expect(readErasureList(backups)).toEqual([expect.objectContaining({ number: 'K7Q2' })]);
  await withScratchDatabase(postgres, async (_client, connection) => {
    const dataDir = join(temporaryFolder(), 'data');
    expect(await restoreBackup(join(backups, 'older'), { databaseUrl: toDatabaseUrl(connection), dataDir, s3: null })).toMatchObject({ toErase: 1 });
    expect(readErasureList(dataDir)).toEqual(readErasureList(backups));
    const report = await findProblemsOfInstallation({ connection, storage: createFileStorage(dataDir), erased: readErasureList(dataDir) });
    expect(report.problems).toEqual([expect.stringContaining('People who were erased stand in this database: K7Q2.')]);
  });
});

test('[B308] the embedded database is saved while it runs and restored elsewhere, by the commands; a place in use and a damaged backup are refused', {
  timeout: 240_000,
}, async () => {
  const [folder, parent] = [temporaryFolder(), temporaryFolder()];
  const saved = join(parent, 'saved');
  const product = startProductProcess({ env: { DATA_DIR: folder } });
  onTestFinished(async () => void (await product.end('SIGKILL')));
  const address = await product.running;
  const early = await signIn(address, 'student1@demo.school');
  let isBusy = true;
  const late: string[] = [];
  const busy = (async () => {
    for (let student = 2; isBusy; student++) late.push(await signIn(address, `student${(student % 28) + 2}@demo.school`));
  })();
  const backup = await runCommand('make-backup', [saved], { DATA_DIR: folder });
  expect(backup).toMatchObject({ code: 0, output: expect.stringMatching(/^Saved \d+ rows of \d+ tables and \d+ files/m) });
  const running = await runCommand('verify-backup', [], { DATA_DIR: folder });
  expect(running).toMatchObject({ code: 0, output: expect.stringContaining('Everything is there') });
  isBusy = false;
  await busy;
  const afterwards = await signIn(address, 'student30@demo.school');
  expect(await runCommand('restore-backup', [saved], { DATA_DIR: folder })).toMatchObject({ code: 1, output: expect.stringContaining('is not empty') });
  expect(await product.end()).toBe(0);

  const place = join(parent, 'restored');
  const restored = await runCommand('restore-backup', [saved], { DATA_DIR: place });
  expect(restored, restored.output).toMatchObject({ code: 0, output: expect.stringContaining('Restored the school as it was at') });
  const again = startProductProcess({ env: { DATA_DIR: place } });
  onTestFinished(async () => void (await again.end('SIGKILL')));
  const other = await again.running;
  expect(again.output()).not.toContain('Creating');
  expect(await isSignedIn(other, early)).toBe(true);
  expect(await isSignedIn(other, afterwards)).toBe(false); // came later
  expect((await signIn(other, 'teacher@demo.school')).length).toBeGreaterThan(10);
  expect(await again.end()).toBe(0);

  expect(await runCommand('verify-backup', [saved], {})).toMatchObject({ code: 0, output: expect.stringContaining('is whole') });
  const [first] = readdirSync(join(saved, 'files'));
  const [name] = readdirSync(join(saved, 'files', first as string));
  appendFileSync(join(saved, 'files', first as string, name as string), 'x');
  expect(await runCommand('verify-backup', [saved], {})).toMatchObject({
    code: 1,
    output: expect.stringContaining(`files/${first}/${name} has been changed.\n`),
  });
  const damaged = await runCommand('restore-backup', [saved], { DATA_DIR: join(parent, 'third') });
  expect(damaged).toMatchObject({ code: 1, output: expect.stringContaining('The backup is damaged') });
  expect(existsSync(join(parent, 'third'))).toBe(false);

  // A file that was lost in the backup is found in the installation too.
  rmSync(join(place, 'files', first as string, name as string));
  expect(await runCommand('verify-backup', [], { DATA_DIR: place })).toMatchObject({
    code: 1,
    output: expect.stringContaining(`The file ${first}/${name} is missing.\n`),
  });
});

test('[B309] a restore that is broken off is never taken for a school', { timeout: 60_000 }, async () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'files'));
  writeFileSync(join(folder, 'restore-under-way'), '');
  const product = startProductProcess({ env: { DATA_DIR: folder } });
  expect(await product.ended).toBe(1);
  expect(product.output()).toContain('A restore to the data folder');
});

async function signIn(address: string, email: string): Promise<string> {
  const body = JSON.stringify({ email, password: 'classwright-demo' });
  const reply = await fetch(`${address}/api/auth/login`, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  return ((await reply.json()) as { api_token: string }).api_token;
}

async function isSignedIn(address: string, token: string): Promise<boolean> {
  return (await fetch(`${address}/api/auth/me`, { headers: { authorization: `Bearer ${token}` } })).status === 200;
}

test('[B1841] a backup to a place that cannot be written to says so and names the place, also on a disk that is read-only', {
  timeout: 120_000,
}, async (context) => {
  const [folder, place] = [temporaryFolder(), temporaryFolder()];
  const app = await startTestApp();
  onTestFinished(() => app.close());
  const env = { DATA_DIR: folder, DATABASE_URL: toDatabaseUrl(app.connection) };
  const file = join(folder, 'a file');
  writeFileSync(file, '');
  expect(await runCommand('make-backup', [join(file, 'saved')], env)).toMatchObject({ code: 1, output: expect.stringContaining(`${file} is not a folder.`) });
  if (!mountSmallDisk(place, 1, { isReadOnly: true })) return context.skip('a disk can be mounted by root only');
  expect(await runCommand('make-backup', [join(place, 'deep', 'saved')], env)).toMatchObject({
    code: 1,
    output: `\nThe backup was not made. The folder ${place} cannot be written to. Give this user the right to, or name a folder on another disk.\n\n`,
  });
});

test.each(['make-backup', 'restore-backup', 'verify-backup', 'make-admin-link'] as const)(
  '[B1842] %s says with --help how it is called, and refuses an option that it does not have in a sentence',
  async (command) => {
    const help = await runCommand(command, ['--help'], {});
    expect(help).toMatchObject({ code: 0, output: expect.stringMatching(/^npm run [a-z:]+ -- .+\.\n$/) });
    const refused = await runCommand(command, ['--no-such'], {});
    expect(refused).toMatchObject({ code: 1, output: expect.stringContaining('It has no such option.') });
    expect(refused.output).toContain(help.output.trim());
    expect(refused.output).not.toMatch(/TypeError| at /);
  },
);

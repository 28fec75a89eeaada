import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, inject, onTestFinished, test } from 'vitest';
import { findProblemsOfInstallation, restoreBackup } from '../backup/index.ts';
import { dataSteps } from '../data-steps.ts';
import { createFileStorage } from '../modules/school/files/index.ts';
import { connect, type DataStep, inTransaction, runDataSteps } from '../platform/database/index.ts';
import { migrate } from '../platform/database/migrate.ts';
import { readMigrations } from '../platform/database/migrations.ts';
import { startProductProcess, toDatabaseUrl } from '../testing/product-process.ts';
import { withMigratedDatabase, withScratchDatabase } from '../testing/scratch-database.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';

const postgres = { connection: inject('testDatabase').connection, stop: async () => undefined };

/** The demo school as the first version made it, with a lesson in which twelve students have answered. */
const firstLanding = fileURLToPath(new URL('testing/first-landing', import.meta.url));

test('[B313] the school of the first version goes on in this one: its bank, search, running lesson, answers and files', { timeout: 300_000 }, async () => {
  await withScratchDatabase(postgres, async (client, connection) => {
    const dataDir = join(temporaryFolder(), 'data');
    const databaseUrl = toDatabaseUrl(connection);
    const { manifest, problems } = await restoreBackup(firstLanding, { databaseUrl, dataDir, s3: null });
    expect([manifest.migrations.length, problems]).toEqual([13, []]);
    const before = (await client.query('SELECT id, updated_at FROM questions ORDER BY id')).rows;
    const product = startProductProcess({ env: { DATABASE_URL: databaseUrl, DATA_DIR: dataDir, DEMO: 'on' } });
    onTestFinished(async () => void (await product.end('SIGKILL')));
    const address = await product.running;
    expect(product.output()).toContain('Making the questions of earlier versions known to the search.');
    const token = await signIn(address, 'teacher@demo.school');
    const get = async (path: string) => {
      const reply = await fetch(`${address}/api${path}`, { headers: { authorization: `Bearer ${token}` } });
      expect([path, reply.status]).toEqual([path, 200]);
      return reply.json() as Promise<Record<string, never>>;
    };
    const post = (path: string, body: object) =>
      fetch(`${address}/api${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });

    const bank = (await get('/questions?per_page=100')) as unknown as { questions: { id: number; title: string; published_state: string }[] };
    expect(bank.questions).toHaveLength(16);
    const found = (await get('/questions?per_page=100&search_text=swich')) as unknown as typeof bank; // misspelt
    expect(found.questions.map(({ title }) => title)).toContain('Closing a switch');
    expect((await client.query('SELECT id, updated_at FROM questions ORDER BY id')).rows).toEqual(before); // nobody edited them

    expect((await client.query("SELECT count(*)::int AS n FROM live_posts WHERE filed_by = 'student'")).rows).toEqual([{ n: 12 }]);
    expect((await post('/live/learning/status', { id: 8, type: 're-assign', time: 5 })).status).toBe(200);
    const student = await signIn(address, 'student1@demo.school');
    const seen = await fetch(`${address}/api/student/active/assessment?assessment_id=8`, { headers: { authorization: `Bearer ${student}` } });
    const picture = /"src":"([^"]+)"/.exec(await seen.text())?.[1];
    expect((await fetch(`${address}${picture}`)).headers.get('content-type')).toMatch(/^image\//);
    for (const type of ['next', 'finished']) expect([type, (await post('/live/learning/status', { id: 8, type, time: 5 })).status]).toEqual([type, 200]);
    expect(await findProblemsOfInstallation({ connection, storage: createFileStorage(dataDir) })).toMatchObject({ files: 6, problems: [] });
    expect(await product.end()).toBe(0);
  });
});

test('[B313] a data step is done once, goes on where it was interrupted, and two processes take turns', async () => {
  await withMigratedDatabase(postgres, async (client, connection) => {
    const { db } = connect({ connection, onError: () => undefined });
    onTestFinished(() => db.destroy());
    const done: number[] = [];
    let isBroken = true;
    const step: DataStep = {
      name: 'test',
      waitsFor: 'Counting.',
      async run(_tx, lastId) {
        if (lastId === 3 && isBroken) throw new Error('killed');
        if (lastId === 5) return null;
        done.push(lastId + 1);
        return lastId + 1;
      },
    };
    await expect(runDataSteps(db, [step], () => undefined)).rejects.toThrow('killed');
    expect((await client.query(`SELECT last_id::int, done_at FROM data_steps WHERE name = 'test'`)).rows).toEqual([{ last_id: 3, done_at: null }]);
    isBroken = false;
    const told: string[] = [];
    await Promise.all([runDataSteps(db, [step], (message) => told.push(message)), runDataSteps(db, [step], () => undefined)]);
    await runDataSteps(db, [step], () => expect.unreachable());
    expect(done).toEqual([1, 2, 3, 4, 5]);
    expect(new Set(told).size).toBeLessThanOrEqual(1);
  });
});

test('questions of thousands come into the bank in batches, and those that are there stay as they are', async () => {
  await withScratchDatabase(postgres, async (client, connection) => {
    await migrate(client, readMigrations().slice(0, 13));
    await client.query(`
      WITH school AS (INSERT INTO schools (school_name, time_zone) VALUES ('Old', 'UTC') RETURNING id),
           author AS (INSERT INTO accounts (account_type_id, school_id, first_name, last_name, email, email_key)
                      SELECT t.id, school.id, 'A', 'B', 'a@old.school', 'a@old.school' FROM school, (SELECT id FROM account_types ORDER BY id LIMIT 1) t RETURNING id, school_id),
           made AS (INSERT INTO questions (account_id, school_id) SELECT author.id, author.school_id FROM author, generate_series(1, 450) RETURNING id, account_id),
           versions AS (INSERT INTO question_versions (question_id, version, title, description, description_text, tag, published_state, created_by)
                        SELECT id, 1, 'Photosynthesis ' || id, '{"type":"doc","content":[]}', '', ARRAY['leaf'], CASE WHEN id % 9 = 0 THEN 'DRAFT' ELSE 'PUBLISHED' END, account_id FROM made
                        RETURNING id, question_id)
      SELECT count(*) FROM versions`);
    await client.query('UPDATE questions q SET current_version_id = v.id FROM question_versions v WHERE v.question_id = q.id');
    await migrate(client);
    const { db } = connect({ connection, onError: () => undefined });
    onTestFinished(() => db.destroy());
    await runDataSteps(db, dataSteps, () => undefined);
    const count = async (query: string) => (await client.query(`SELECT count(*)::int AS n FROM ${query}`)).rows[0].n;
    expect([await count('question_search'), await count("questions WHERE published_state = 'PUBLISHED'"), await count('question_tags')]).toEqual([
      450, 400, 400,
    ]);
    expect(await count("list_similar_words('fotosynthesis')")).toBe(1);
    // A second time, as if it had not been recorded, changes nothing.
    await client.query("UPDATE question_search SET words = 'kept:1'");
    await inTransaction(db, async (tx) => void (await dataSteps[0]?.run(tx, 0)));
    expect(await count("question_search WHERE words = 'kept:1'")).toBe(450);
  });
});

test('every data step has a name of its own', () => {
  expect(new Set(dataSteps.map(({ name }) => name)).size).toBe(dataSteps.length);
  expect(readdirSync(firstLanding)).toContain('backup.json');
});

async function signIn(address: string, email: string): Promise<string> {
  const body = JSON.stringify({ email, password: 'classwright-demo' });
  const reply = await fetch(`${address}/api/auth/login`, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  return ((await reply.json()) as { api_token: string }).api_token;
}

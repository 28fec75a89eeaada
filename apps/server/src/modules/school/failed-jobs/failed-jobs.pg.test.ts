import { auditList, en, failedJobDismissMany, failedJobRetryUndoMany, failedJobList, failedJobRetryMany, failedJobRestoreMany } from '@classwright/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createScenario, startTestApp, type TestApp, type TestPerson } from '../../../testing/index.ts';

let app: TestApp;
let admin: TestPerson;
let teacher: TestPerson;
let student: TestPerson;
beforeAll(async () => {
  app = await startTestApp();
  const scenario = createScenario(app);
  admin = await scenario.person('admin', null);
  const room = await scenario.class({ students: 1 });
  [teacher, student] = [room.teacher, room.students[0]!];
});
afterAll(() => app.close());
beforeEach(() => app.db.deleteFrom('jobs').execute());

interface Failed {
  kind?: string;
  minutesAgo?: number;
  key?: string;
  payload?: object;
}
async function fail({ kind = 'item-analysis', minutesAgo = 5, key, payload = { session_id: 0 } }: Failed = {}): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO jobs (kind, payload, state, attempts, last_error, failed_at, key, request_id)
    VALUES (${kind}, ${JSON.stringify(payload)}::jsonb, 'failed', 8, 'connect ECONNREFUSED', app_now() - make_interval(mins => ${minutesAgo}), ${key ?? null}, 'req-7')
    RETURNING id`.execute(app.db);
  return rows[0]!.id;
}
const stateOf = async (id: number) => (await app.db.selectFrom('jobs').select('state').where('id', '=', id).executeTakeFirst())?.state;
const list = (query: Record<string, unknown> = {}) => admin.call(failedJobList, { query });
const all = [failedJobRetryMany, failedJobRetryUndoMany, failedJobDismissMany, failedJobRestoreMany];

describe('the list', () => {
  test('names what failed in words, newest first, with the error and what can be done, and never what it was about', async () => {
    const older = await fail({ minutesAgo: 9, payload: { email_key: 'secret@example.org' }, kind: 'auth.forgot.mail' });
    const newer = await fail();
    const { body } = await list();
    expect(body).toMatchObject({
      data: [
        {
          id: newer,
          label: 'Item analysis of a finished lesson',
          remedy: en['jobKind.item-analysis.remedy'],
          error: 'connect ECONNREFUSED',
          tries: 8,
          request_id: 'req-7',
          can_put_back: true,
        },
        { id: older, label: 'Forgotten password email', can_put_back: false }, // no mail is set up here
      ],
      pagination: { total: 2 },
      kinds: [
        { kind: 'auth.forgot.mail', count: 1 },
        { kind: 'item-analysis', count: 1 },
      ],
    });
    expect(JSON.stringify(body)).not.toContain('secret');
  });

  test('is found by kind, and page by page', async () => {
    const ids = [await fail({ minutesAgo: 3 }), await fail({ minutesAgo: 2 }), await fail({ minutesAgo: 1, kind: 'files.erase' })];
    expect((await list({ kind: 'item-analysis', per_page: 1, page: 2 })).body).toMatchObject({
      data: [{ id: ids[0] }],
      pagination: { total: 2, last_page: 2 },
    });
    expect((await list({ kind: 'none' })).body).toMatchObject({ data: [], pagination: { total: 0 }, kinds: [{}, {}] });
  });

  test('holds neither what waits nor what runs nor what was dismissed', async () => {
    for (const state of ['waiting', 'running', 'dismissed']) await sql`INSERT INTO jobs (kind, payload, state) VALUES ('x', '{}', ${state})`.execute(app.db);
    expect((await list()).body).toMatchObject({ data: [], kinds: [] });
  });

  test('has words and a remedy for every kind that the modules hand over', () => {
    for (const { kind } of app.server.folded.jobs)
      expect(en).toMatchObject({ [`jobKind.${kind}`]: expect.any(String), [`jobKind.${kind}.remedy`]: expect.any(String) });
  });
});

describe('trying again', () => {
  test('work is done in a moment, with all its tries; it is among the failures no more', async () => {
    const ids = [await fail(), await fail()];
    const reply = await admin.call(failedJobRetryMany, { body: { ids } });
    expect(reply).toMatchObject({ status: 200, body: { ids, refused: [], message: '2 will be tried again in a moment.' } });
    expect((await list()).body.data).toEqual([]);
    expect(await app.server.jobs.runDue()).toBe(0);
    await app.clock.advanceMs(11_000);
    expect(await app.server.jobs.runDue()).toBe(2);
    expect(await app.db.selectFrom('jobs').select('id').execute()).toEqual([]);
  });

  test('what fails again is given up after as many tries as at first', async () => {
    const id = await fail({ payload: { session_id: 'none' } });
    await admin.call(failedJobRetryMany, { body: { ids: [id] } });
    for (let tries = 0; tries < 8; tries += 1) {
      await app.clock.advanceMs(3_700_000);
      expect(await stateOf(id)).toBe('waiting');
      await app.server.jobs.runDue();
    }
    expect((await list()).body.data).toMatchObject([{ id, tries: 16 }]);
  });

  test('it can be taken back as long as it has not begun: then it stands there as before', async () => {
    const [kept, begun] = [await fail(), await fail({ payload: { session_id: 'none' } })];
    const before = (await list()).body.data;
    await admin.call(failedJobRetryMany, { body: { ids: [kept] } });
    expect((await admin.call(failedJobRetryUndoMany, { body: { ids: [kept] } })).body).toMatchObject({
      ids: [kept],
      refused: [],
      message: 'It will not be tried again.',
    });
    expect((await list()).body.data).toEqual(before);
    await admin.call(failedJobRetryMany, { body: { ids: [begun] } });
    await app.clock.advanceMs(11_000);
    await app.server.jobs.runDue();
    expect((await admin.call(failedJobRetryUndoMany, { body: { ids: [begun] } })).body).toMatchObject({
      ids: [],
      refused: [{ id: begun, message: 'It has already started, or was requested again' }],
    });
  });

  test('what cannot be tried again is named with its reason, and keeps no other from it', async () => {
    const good = await fail();
    const elsewhere = await fail({ kind: 'import.account' });
    const unknown = await fail({ kind: 'of.an.earlier.version' });
    const twin = await fail({ key: 'k' });
    await sql`INSERT INTO jobs (kind, payload, key) VALUES ('item-analysis', '{}', 'k')`.execute(app.db);
    const { body } = await admin.call(failedJobRetryMany, { body: { ids: [good, elsewhere, unknown, twin, 999_999] } });
    expect(body.ids).toEqual([good]);
    expect(body.refused).toMatchObject([
      { id: elsewhere, message: 'Start it again where it was requested' },
      { id: unknown, message: 'This server is not set up for this task' },
      { id: twin, message: 'The same task is already waiting' },
      { id: 999_999, name: '#999999', message: 'It is no longer in this list' },
    ]);
  });

  test('two administrators at once: it is put back once', async () => {
    const id = await fail();
    const replies = await Promise.all([0, 1, 2].map(() => admin.call(failedJobRetryMany, { body: { ids: [id] } })));
    expect(replies.flatMap(({ body }) => body.ids)).toEqual([id]);
  });
});

test('what is dismissed is gone from the list, comes back when that is taken back, and is forgotten after thirty days', async () => {
  const [one, other] = [await fail(), await fail()];
  expect((await admin.call(failedJobDismissMany, { body: { ids: [one, other] } })).body).toMatchObject({ ids: [one, other], message: '2 dismissed.' });
  expect((await list()).body.data).toEqual([]);
  expect((await admin.call(failedJobRestoreMany, { body: { ids: [one] } })).body).toMatchObject({ ids: [one], message: 'It is shown here again.' });
  expect((await list()).body.data).toMatchObject([{ id: one }]);
  expect((await admin.call(failedJobRestoreMany, { body: { ids: [one] } })).body).toMatchObject({ ids: [], refused: [{ id: one }] });
  expect((await admin.call(failedJobRetryMany, { body: { ids: [other] } })).body.ids).toEqual([]); // dismissed
});

test('300 at once and no more, none is refused too', async () => {
  const ids = Array.from({ length: 300 }, (_, index) => 1_000_000 + index);
  for (const endpoint of all) {
    expect((await admin.call(endpoint, { body: { ids } })).body.refused).toHaveLength(300);
    expect((await admin.call(endpoint, { body: { ids: [...ids, 1] } })).status).toBe(422);
    expect((await admin.call(endpoint, { body: { ids: [] } })).status).toBe(422);
  }
});

test('every change is in the audit trail, in words', async () => {
  const ids = [await fail({ kind: 'files.erase' })];
  for (const endpoint of all) await admin.call(endpoint, { body: { ids } });
  const { body } = await admin.call(auditList, { query: { subject_type: 'failedJob', subject_id: ids[0] } });
  expect(body.data.map(({ sentence }: { sentence: string }) => sentence)).toEqual([
    expect.stringContaining('showed dismissed tasks again (Permanently deleting files)'),
    expect.stringContaining('dismissed failed tasks (Permanently deleting files)'),
    expect.stringContaining('undid retrying failed tasks (Permanently deleting files)'),
    expect.stringContaining('retried failed tasks (Permanently deleting files)'),
  ]);
});

test('teachers and students see and change none of it', async () => {
  const ids = [await fail()];
  for (const person of [teacher, student]) {
    expect(await person.call(failedJobList)).toMatchObject({ status: 403, error: { code: 'NOT_ALLOWED' } });
    for (const endpoint of all) expect(await person.call(endpoint, { body: { ids } })).toMatchObject({ status: 403, error: { code: 'NOT_ALLOWED' } });
  }
  expect((await app.call(failedJobList)).status).toBe(401);
  expect(await stateOf(ids[0]!)).toBe('failed');
});

import { readFileSync } from 'node:fs';
import { createTranslate, en, NOTIFICATION_KINDS, recordCopyCreate, recordCopyDownload, recordCopyList } from '@classwright/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { JobPostponed } from '../../../platform/jobs/index.ts';
import { openZip } from '../../../platform/zip/index.ts';
import { createScenario, type RunningLesson, type Scenario, startTestApp, type TestApp, type TestPerson } from '../../../testing/index.ts';
import { runFinishedLesson } from '../../lesson/work-products/testing/finished-lesson.ts';
import { COPY_KIND } from './copy/job.ts';
import { nameValue } from './copy/write-page.ts';

let app: TestApp;
let scenario: Scenario;
let lesson: RunningLesson;
let ann: TestPerson;
let ben: TestPerson;

beforeAll(async () => {
  app = await startTestApp();
  scenario = createScenario(app);
  lesson = await runFinishedLesson(app, scenario, { finish: false });
  [ann, ben] = lesson.students as [TestPerson, TestPerson];
  const post = await app.db.selectFrom('live_posts').select('id').where('account_id', '=', ben.accountId).executeTakeFirstOrThrow();
  const comment = `${ben.firstName} ${ben.lastName} is right, <script>alert(1)</script> says ${ben.firstName.toUpperCase()} ${ben.lastName}`;
  await app.db.insertInto('post_comments').values({ post_id: post.id, account_id: ann.accountId, by_student: true, comment }).execute();
  await lesson.step('finished');
  await app.server.jobs.runDue();
}, 60_000);
afterAll(() => app.close());

const list = async (person: TestPerson, query = {}) => (await person.call(recordCopyList, { query })).body.copies;

async function fetchCopy(person: TestPerson, id: number): Promise<Record<string, string>> {
  const reply = await person.call(recordCopyDownload, { params: { id } });
  expect(reply.status).toBe(200);
  const archive = openZip(reply.body as Buffer, { entries: 1000, totalBytes: 50_000_000 });
  const parts: Record<string, string> = {};
  for (const name of archive.names) {
    const pieces: Buffer[] = [];
    for await (const piece of archive.read(name)) pieces.push(piece);
    parts[name] = Buffer.concat(pieces).toString();
  }
  return parts;
}

test('[B2692] a student takes away everything about themselves: a page to read, the data with its schema, and the files', async () => {
  const begun = await ann.call(recordCopyCreate, { body: {} });
  expect(begun.status).toBe(200);
  expect(begun.body.copy).toMatchObject({ account_id: ann.accountId, state: 'waiting', is_own_request: true });
  expect(await ann.call(recordCopyCreate, { body: {} })).toMatchObject({ status: 409, body: { code: 'COPY_BEING_MADE' } });
  expect(await ann.call(recordCopyDownload, { params: { id: begun.body.copy.id } })).toMatchObject({ status: 410, body: { code: 'COPY_NOT_KEPT' } });
  await app.server.jobs.runDue();
  expect(await list(ann)).toEqual([expect.objectContaining({ id: begun.body.copy.id, state: 'ready', files: 1 })]);
  const parts = await fetchCopy(ann, begun.body.copy.id);
  expect(Object.keys(parts).filter((name) => name.startsWith('files/') && name.endsWith('.pdf'))).toHaveLength(1);
  const data = JSON.parse(parts['data.json']!);
  expect(data.person.name).toBe(`${ann.firstName} ${ann.lastName}`);
  expect(data.tables.accounts).toHaveLength(1);
  expect(data.tables.live_posts).toHaveLength(3);
  expect(data.tables.live_posts[0]).toMatchObject({
    comment_text: 'It stops at the top. <b>&',
    response_id: lesson.first.titles[0],
    in: { question: lesson.first.title },
  });
  expect(data.tables.work_products).toHaveLength(1);
  const schema = JSON.parse(parts['data.schema.json']!);
  expect(Object.keys(schema.properties.tables.properties)).toEqual(Object.keys(data.tables));
  const page = parts['index.html']!;
  expect(page).toContain('It stops at the top. &lt;b&gt;&amp;');
  expect(page).toContain(lesson.first.title);
  expect(page).not.toContain('<script');
});

test('[B2693] a copy names no other student: full names in one’s own words are replaced', async () => {
  const [copy] = await list(ann);
  const parts = await fetchCopy(ann, copy!.id);
  const said = JSON.parse(parts['data.json']!).tables.post_comments;
  expect(said).toEqual([expect.objectContaining({ comment: 'a classmate is right, <script>alert(1)</script> says a classmate' })]);
  for (const text of [parts['data.json']!, parts['index.html']!]) expect(text.toLowerCase()).not.toContain(`${ben.firstName} ${ben.lastName}`.toLowerCase());
});

test('[B2843] a copy in which many begin to call is put off and made later; one asked for long ago is made all the same', async () => {
  const begun = await ben.call(recordCopyCreate, { body: {} });
  const copy_id = begun.body.copy.id;
  const busyAfter = (looks: number) => {
    let looked = 0;
    return { id: 0, isLastTry: true, isAwaited: false, standBack: async () => undefined, isBusy: () => ++looked > looks };
  };
  const make = (looks: number) => app.server.jobs.findKind(COPY_KIND)!.run({ copy_id }, busyAfter(looks));
  for (const looks of [1, 3]) await expect(make(looks)).rejects.toBeInstanceOf(JobPostponed);
  expect(await list(ben)).toMatchObject([{ id: copy_id, state: 'waiting' }]);
  await sql`UPDATE record_copies SET asked_at = asked_at - interval '11 minutes' WHERE id = ${copy_id}`.execute(app.db);
  await make(3);
  expect(await list(ben)).toMatchObject([{ id: copy_id, state: 'ready' }]);
  expect(Object.keys(await fetchCopy(ben, copy_id))).toContain('data.json');
});

test('[B2694] oneself one copy a day; an administrator as often as asked, and each fetches only their own', async () => {
  expect(await ann.call(recordCopyCreate, { body: {} })).toMatchObject({ status: 409, body: { code: 'COPY_ONCE_A_DAY' } });
  const begun = await lesson.admin.call(recordCopyCreate, { body: { account_id: ann.accountId } });
  expect(begun.status).toBe(200);
  await app.server.jobs.runDue();
  const copies = await list(ann);
  expect(copies.map(({ is_own_request }) => is_own_request)).toEqual([false, true]);
  expect(await ann.call(recordCopyDownload, { params: { id: begun.body.copy.id } })).toMatchObject({ status: 404 });
  expect(await lesson.admin.call(recordCopyDownload, { params: { id: copies[1]!.id } })).toMatchObject({ status: 404 });
  expect(Object.keys(await fetchCopy(lesson.admin, begun.body.copy.id))).toContain('data.json');
  expect((await lesson.admin.call(recordCopyCreate, { body: { account_id: ann.accountId } })).status).toBe(200);
});

test('[B2694] nobody copies another person without the right, nor a person of another school', async () => {
  const away = await scenario.class({ students: 1 });
  const role = await scenario.person('teachers', away.schoolId);
  for (const stranger of [ben, lesson.teacher, away.teacher, role]) {
    expect((await stranger.call(recordCopyCreate, { body: { account_id: ann.accountId } })).status).toBe(404);
    expect((await stranger.call(recordCopyList, { query: { account_id: ann.accountId } })).status).toBe(404);
  }
  expect((await lesson.admin.call(recordCopyCreate, { body: { account_id: 99_999_999 } })).status).toBe(404);
});

test('[B2692] every making and fetching is kept in the audit trail, and a copy is deleted after seven days', async () => {
  const { rows } = await sql<{ action: string }>`
    SELECT DISTINCT action FROM audit_entries WHERE subject_type = 'account' AND subject_id = ${ann.accountId} AND action LIKE 'recordCopy%' ORDER BY action`.execute(
    app.db,
  );
  expect(rows.map(({ action }) => action)).toEqual(['recordCopy.create', 'recordCopy.download']);
  await sql`UPDATE record_copies SET ends_at = app_now() - interval '1 second' WHERE account_id = ${ann.accountId} AND state = 'ready'`.execute(app.db);
  await app.server.jobs.runSchedules();
  await sql`UPDATE job_schedules SET next_at = app_now() WHERE kind = 'record-copies-end'`.execute(app.db);
  await app.server.jobs.runSchedules();
  await app.server.jobs.runDue();
  const copies = await list(ann);
  expect(copies.filter(({ state }) => state === 'ended').length).toBeGreaterThanOrEqual(2);
  const [ended] = copies.filter((copy) => copy.state === 'ended' && copy.is_own_request);
  expect(await ann.call(recordCopyDownload, { params: { id: ended!.id } })).toMatchObject({ status: 410 });
});

test('[B2692] a copy says every state and kind in words, in English and Spanish', () => {
  const t = createTranslate(en);
  const unsaid: string[] = [];
  const schema = readFileSync(new URL('../../../../migrations/schema.txt', import.meta.url), 'utf8');
  for (const block of schema.split('\n\n')) {
    const table = /^table (\w+)$/m.exec(block)?.[1] ?? '';
    const declaration = app.server.folded.personalData.get(table);
    if (!declaration || !('copy' in declaration) || declaration.copy === 'never') continue;
    for (const [, column = '', listed = ''] of block.matchAll(/ CHECK \(\(\(?(\w+) = ANY \(ARRAY\[(.*?)\]/g))
      if (column in declaration.copy)
        for (const [, value = ''] of listed.matchAll(/'([^']+)'/g))
          if (!value.includes(' ') && nameValue(table, column, value, t) === null) unsaid.push(`${table}.${column}: ${value}`);
  }
  for (const kind of NOTIFICATION_KINDS) if (nameValue('notifications', 'kind', kind, t) === null) unsaid.push(kind);
  expect(unsaid).toEqual([]);
  expect(nameValue('post_comments', 'comment', 'never', t)).toBeNull();
  expect(nameValue('profiles', 'state', 'ready', t)).toBeNull();
});

test('[B2838] a copy does not wait until the work products of hundreds of students are made', () => {
  const laneOf = (kind: string) => app.server.jobs.findKind(kind)!.lane;
  expect(laneOf('record-copy')).not.toBe('quick'); // nor does it keep mails waiting
  expect(app.server.folded.jobs.filter(({ lane }) => lane === laneOf('record-copy')).map(({ kind }) => kind)).toEqual(['record-copy']);
});

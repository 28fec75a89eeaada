import { type Form, liveDraft, postAdd } from '@classwright/contract';
import { sql } from 'kysely';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type RunningLesson,
  createScenario,
  type Scenario,
  startLesson,
  startTestApp,
  type TestApp,
  type TestPerson,
  until,
  untilNumbered,
} from '../../../testing/index.ts';
import { type ProductProcess, startProductProcess, toDatabaseUrl } from '../../../testing/product-process.ts';

let app: TestApp;
let scenario: Scenario;
beforeAll(async () => {
  app = await startTestApp();
  scenario = createScenario(app);
});
afterAll(() => app.close());

const STUDENTS = 30;
const startProcess = (): ProductProcess =>
  startProductProcess({ env: { DATABASE_URL: toDatabaseUrl({ ...app.connection, password: '' }), DATA_DIR: app.dataDir, LOG_LEVEL: 'silent' } });

/** Acts as a phone: sends under one key to the current process until it gets a response. */
async function sendUntilTold(
  address: () => string | null,
  { token }: TestPerson,
  method: string,
  path: string,
  key: string,
  body: object,
): Promise<{ status: number; body: { code?: string; post?: { id: number } } }> {
  for (let attempt = 1; attempt < 5_000; attempt += 1) {
    const reply = await (async () => {
      const base = address();
      if (base === null) return null;
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'idempotency-key': key };
      return fetch(`${base}/api${path}`, { method, headers, body: JSON.stringify(body) }).catch(() => null);
    })();
    const text = reply ? await reply.text().catch(() => null) : null; // the process died while it answered
    if (reply?.status === 500) throw new Error(`a failure that nobody expects: ${text}`);
    if (reply && text !== null && reply.status < 500) return { status: reply.status, body: JSON.parse(text) };
    await sleep(20 + Math.random() * 60);
  }
  throw new Error('never told');
}

async function answers(lesson: RunningLesson, form: Form) {
  return app.db
    .selectFrom('live_posts')
    .innerJoin('live_phases', 'live_phases.id', 'live_posts.phase_id')
    .select(['live_posts.id', 'live_posts.account_id', 'live_posts.response_id', 'live_posts.filed_by'])
    .where('live_posts.session_id', '=', lesson.sessionId)
    .where('live_phases.form', '=', form)
    .execute();
}

test('[B009] [LIVE-61] [LIVE-63] the server killed with -9 in the middle of a form and started again: every answer counts once, drafts are filed, events have no gap', async () => {
  const lesson = await startLesson(app, scenario, { students: STUDENTS });
  const choices = await lesson.choices('Form - 1A');
  const drafting = lesson.students.slice(0, 5);
  let address: string | null = null;
  let product = startProcess();
  address = await product.running;
  for (const student of drafting) {
    await sendUntilTold(() => address, student, liveDraft.method, liveDraft.path, `draft-${student.accountId}`, {
      session_id: lesson.sessionId,
      form: 'Form - 1A',
      revision: 1,
      response_id: choices[2],
      comment: 'typed before the crash',
    });
  }

  const answering = lesson.students.slice(5);
  const told = Promise.all(
    answering.map(async (student, index) => {
      await sleep(index * 12);
      return sendUntilTold(() => address, student, postAdd.method, postAdd.path, `answer-${student.accountId}`, {
        session_id: lesson.sessionId,
        form: 'Form - 1A',
        response_id: choices[index % 4],
        comment: 'x',
      });
    }),
  );
  for (let kill = 0; kill < 2; kill += 1) {
    await sleep(120);
    address = null;
    await product.end('SIGKILL');
    product = startProcess();
    address = await product.running;
  }
  const replies = await told;
  expect(replies.map(({ status }) => status)).toEqual(answering.map(() => 200));
  const posts = await answers(lesson, 'Form - 1A');
  expect(posts.map(({ id }) => id).sort((a, b) => a - b)).toEqual(replies.map(({ body }) => body.post!.id).sort((a, b) => a - b));
  expect(new Map(posts.map(({ account_id, response_id }) => [account_id, response_id]))).toEqual(
    new Map(answering.map(({ accountId }, index) => [accountId, choices[index % 4]])),
  );

  await product.end('SIGKILL'); // the deadline passes while no server runs
  await app.clock.advanceMs(10 * 60_000);
  product = startProcess();
  await product.running;
  const { closed_at } = await until(async () => {
    const phase = await app.db.selectFrom('live_phases').select('closed_at').where('session_id', '=', lesson.sessionId).executeTakeFirst();
    return phase?.closed_at ? phase : null;
  }, 'the collecting last answers');
  expect(closed_at).not.toBeNull();
  expect((await answers(lesson, 'Form - 1A')).filter(({ filed_by }) => filed_by === 'server')).toEqual(
    drafting.map(({ accountId }) => expect.objectContaining({ account_id: accountId, response_id: choices[2] })),
  );

  await untilNumbered(app.db);
  const events = await app.db.selectFrom('room_events').selectAll().where('epoch', '=', lesson.sessionId).orderBy('sequence').execute();
  let last = 0;
  for (const { from_sequence, sequence } of events) {
    expect(from_sequence).toBe(last + 1);
    last = sequence;
  }
  const told1A = events.filter(({ name }) => name === 'assessment.post.added').flatMap(({ payload }) => (payload as { items: number[] }).items);
  expect(told1A.sort((a, b) => a - b)).toEqual(posts.map(({ id }) => id).sort((a, b) => a - b));
  expect(events.filter(({ name }) => name === 'assessment.phase.closed')).toHaveLength(1);
  expect(await product.end('SIGTERM')).toBe(0);
}, 300_000);

test('[B010] [LIVE-61] connections to the database that break under load: every answer that was told "received" is there once, and no other', async () => {
  const lesson = await startLesson(app, scenario, { students: STUDENTS });
  const choices = await lesson.choices('Form - 1A');
  const url = await app.listen();
  const storm = (async () => {
    const breaker = await app.another();
    for (let cut = 0; cut < 15; cut += 1) {
      await sleep(50);
      await sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`
        .execute(breaker.db)
        .catch(() => undefined);
    }
    await breaker.close();
  })();
  const told = await Promise.all(
    lesson.students.map(async (student, index) => {
      await sleep(index * 20);
      return sendUntilTold(() => url, student, postAdd.method, postAdd.path, `answer-${index}`, {
        session_id: lesson.sessionId,
        form: 'Form - 1A',
        response_id: choices[index % 4],
        comment: 'x',
      });
    }),
  );
  await storm;
  expect(told.map(({ status }) => status)).toEqual(lesson.students.map(() => 200));
  const posts = await answers(lesson, 'Form - 1A');
  expect(new Map(posts.map(({ id, account_id, response_id }) => [account_id, { id, response_id }]))).toEqual(
    new Map(lesson.students.map(({ accountId }, index) => [accountId, { id: told[index]!.body.post!.id, response_id: choices[index % 4] }])),
  );
  expect(posts).toHaveLength(STUDENTS);
}, 60_000);

test('[B007] [B008] a student’s network cut before and after the commit: the answer takes effect once, and the student is told the same', async () => {
  const lesson = await startLesson(app, scenario, { students: 2 });
  const choices = await lesson.choices('Form - 1A');
  const url = await app.listen();
  for (const [index, cutAfterMs] of [0, 30].entries()) {
    const student = lesson.students[index]!;
    const body = { session_id: lesson.sessionId, form: 'Form - 1A', response_id: choices[1], comment: 'x' };
    const cut = new AbortController();
    const lost = fetch(`${url}/api/posts/add`, {
      method: 'POST',
      signal: cut.signal,
      headers: { authorization: `Bearer ${student.token}`, 'content-type': 'application/json', 'idempotency-key': 'mine' },
      body: JSON.stringify(body),
    }).catch(() => null);
    await sleep(cutAfterMs);
    cut.abort();
    await lost;
    const told = await sendUntilTold(() => url, student, postAdd.method, postAdd.path, 'mine', body);
    const again = await sendUntilTold(() => url, student, postAdd.method, postAdd.path, 'mine', body);
    expect(told.status).toBe(200);
    expect(again.body).toEqual(told.body);
  }
  expect(await answers(lesson, 'Form - 1A')).toHaveLength(2);
});

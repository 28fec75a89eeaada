import { type Form, liveActive, liveDraft, postAdd } from '@classwright/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inTransaction } from '../../../../platform/database/index.ts';
import {
  createScenario,
  type RunningLesson,
  type Scenario,
  startLesson,
  startTestApp,
  type TestApp,
  type TestPerson,
  type TestReply,
  until,
  untilNumbered,
} from '../../../../testing/index.ts';
import { countRead, explain } from '../../../../testing/plans.ts';
import { GATE } from '../queries.ts';
import { countWaiting } from '../testing/gate.ts';

let app: TestApp;
let scenario: Scenario;
beforeAll(async () => {
  app = await startTestApp();
  scenario = createScenario(app);
});
afterAll(() => app.close());

/**
 * Makes all calls while the room's first batch, somebody's login, waits at the gate, so that they are gathered into one
 * batch. `meanwhile` runs before the gate opens.
 */
async function together(
  lesson: RunningLesson,
  calls: readonly (() => Promise<TestReply>)[],
  meanwhile = async (): Promise<void> => undefined,
): Promise<TestReply[]> {
  const replies = await inTransaction(app.db, async (tx) => {
    await sql`SELECT pg_advisory_xact_lock(${GATE}, hashint8(${lesson.assessmentId}))`.execute(tx);
    const first = lesson.login(lesson.students.at(-1)!);
    await until(async () => (await countWaiting(app.db)) === 1, 'the login that waits at the gate');
    const made = calls.map((call) => call());
    // once this later call through the same queue has passed, the calls before it have too
    for (let turn = 0; turn < 3; turn += 1) await lesson.teacher.call(liveActive, { query: { assessment_id: lesson.assessmentId } });
    await meanwhile();
    return { first, made };
  });
  expect((await replies.first).status).toBe(200);
  return Promise.all(replies.made);
}
const outcomes = (replies: readonly TestReply[]) => replies.map(({ status, error }) => (error ? `${status} ${error.code}` : status));
/** Makes the server cache everybody's token, so that no call has to look one up first. */
const warmUp = async (people: readonly TestPerson[], lesson: RunningLesson) => {
  for (const person of people) await person.call(liveActive, { query: { assessment_id: lesson.assessmentId } });
};
const postsOf = async (sessionId: number) =>
  (
    await sql<{ account_id: number; form: Form; filed_by: string; transaction: string }>`
      SELECT p.account_id, f.form, p.filed_by, p.xmin::text AS transaction FROM live_posts p JOIN live_phases f ON f.id = p.phase_id
       WHERE p.session_id = ${sessionId} ORDER BY p.id`.execute(app.db)
  ).rows;

describe('a batch of a room', () => {
  test('[B3072] looks up its members by an index each, however much others have written, and before tables have statistics', async () => {
    const lesson = await startLesson(app, scenario, { students: 6 });
    const [choice] = await lesson.choices('Form - 1A');
    await sql`
      INSERT INTO idempotency_keys (account_id, endpoint, key, body_hash, http_status, response)
      SELECT ${lesson.teacher.accountId}, 'another', 'key ' || n, '', 200, '{}' FROM generate_series(1, 4000) n`.execute(app.db);
    await sql`
      WITH made AS (
        INSERT INTO courses (school_id, owner_id, name, enrollment_code)
        SELECT school_id, owner_id, 'Elsewhere ' || n, 'else' || n FROM courses CROSS JOIN generate_series(1, 200) n WHERE courses.id = ${lesson.courseId}
        RETURNING id, owner_id),
      led AS (INSERT INTO course_members (course_id, account_id, role) SELECT id, owner_id, 'TEACHER' FROM made)
      INSERT INTO course_members (course_id, account_id, role) SELECT made.id, student, 'STUDENT'
        FROM made CROSS JOIN unnest(${lesson.students.map(({ accountId }) => accountId)}::bigint[]) student`.execute(app.db);
    await warmUp(lesson.students, lesson);
    const draft = { session_id: lesson.sessionId, form: 'Form - 1A' as const, revision: 7, response_id: choice, comment: 'So far.' };
    const members = lesson.students.slice(0, 5);
    const statements = await app.recordStatements(async () => {
      const replies = await together(
        lesson,
        members.map((student) => () => student.call(liveDraft, { body: draft }, { key: `draft-of-${student.accountId}` })),
      );
      expect(outcomes(replies)).toEqual(members.map(() => 200));
    });
    const isOfBatch = (values: readonly unknown[]) => members.every(({ accountId }) => new RegExp(`"account_id":${accountId}\\b`).test(values.join(' ')));
    const sent = (words: string) => statements.find(({ text, values }) => text.includes(words) && isOfBatch(values));
    const standings = await explain(app.db, sent('WITH running')!, { isRun: true });
    expect(countRead(standings, 'idempotency_keys')).toBe(members.length);
    for (const table of ['live_drafts', 'live_posts', 'live_participants', 'live_extra_times', 'accounts'])
      expect([table, countRead(standings, table)]).toEqual([table, expect.toSatisfy((rows: number) => rows <= members.length)]);
    const entering = await explain(app.db, sent('WITH room')!, { isRun: true });
    expect(countRead(entering, 'course_members')).toBe(members.length);
  });

  test('[LIVE-23] [LIVE-24] [LIVE-26] with a duplicate, a late, a foreign, a removed, a hostile and good ones: each has its own answer, the good ones are of one transaction', async () => {
    const lesson = await startLesson(app, scenario, { students: 8 });
    const other = await startLesson(app, scenario, { students: 1 });
    const [good, twice, late, removed, hostile, wordless, drafting] = lesson.students as TestPerson[];
    const foreign = other.students[0]!;
    await warmUp([...lesson.students, foreign, lesson.teacher], lesson);
    await lesson.step('re-assign');
    await scenario.remove(lesson.courseId, removed!.accountId);
    const [, choice] = await lesson.choices('Form - 1B');
    const answer =
      (student: TestPerson, form: Form, comment: unknown, response_id: number | null | undefined = choice) =>
      () =>
        student.call(postAdd, { body: { session_id: lesson.sessionId, form, response_id, comment } });
    const draft = { session_id: lesson.sessionId, form: 'Form - 1B' as const, revision: 7, response_id: choice, comment: 'So far.' };
    const replies = await together(lesson, [
      answer(good!, 'Form - 1B', 'Because of gravity.'),
      answer(twice!, 'Form - 1B', 'Once.'),
      answer(twice!, 'Form - 1B', 'Twice.'),
      answer(late!, 'Form - 1A', 'Too late.'),
      answer(foreign, 'Form - 1B', 'From next door.'),
      answer(removed!, 'Form - 1B', 'I was here.'),
      answer(hostile!, 'Form - 1B', 'nothing\u0000here'),
      answer(hostile!, 'Form - 1B', 'A choice of another lesson.', 999_999_999),
      answer(wordless!, 'Form - 1B', 'No choice.', null),
      () => drafting!.call(liveDraft, { body: draft }),
    ]);
    expect(outcomes(replies)).toEqual([
      200,
      ...outcomes(replies.slice(1, 3)),
      '409 PHASE_CLOSED',
      '404 ASSESSMENT_NOT_FOUND',
      '403 MEMBERSHIP_ENDED',
      '422 VALIDATION_FAILED',
      '422 VALIDATION_FAILED',
      '422 VALIDATION_FAILED',
      200,
    ]);
    expect(outcomes(replies.slice(1, 3)).toSorted()).toEqual([200, '409 ALREADY_ANSWERED']); // the first to arrive
    const sent = (await postsOf(lesson.sessionId)).filter(({ filed_by }) => filed_by === 'student');
    expect(sent.map(({ account_id, form }) => `${form} ${account_id}`).toSorted()).toEqual(
      [good, twice].map((one) => `Form - 1B ${one!.accountId}`).toSorted(),
    );
    expect(new Set(sent.map(({ transaction }) => transaction)).size).toBe(1);
    expect(replies[0]!.body.post).toMatchObject({ account: { id: good!.accountId }, body: [{ detail: { response_id: choice } }] });
    const kept = await app.db.selectFrom('live_late_answers').select(['account_id', 'form', 'kind']).where('session_id', '=', lesson.sessionId).execute();
    expect(kept).toEqual([{ account_id: late!.accountId, form: 'Form - 1A', kind: 'answer' }]);
    const drafts = await app.db.selectFrom('live_drafts').select(['account_id', 'revision']).where('account_id', '=', drafting!.accountId).execute();
    expect(drafts).toEqual([{ account_id: drafting!.accountId, revision: 7 }]);
  });

  test('drafts of one student that come together leave the newest, in whatever order', async () => {
    const orders = [
      [4, 5, 6],
      [5, 6, 4],
      [6, 5, 4],
      [6, 4, 5],
    ];
    const lesson = await startLesson(app, scenario, { students: orders.length + 1 });
    await warmUp([...lesson.students, lesson.teacher], lesson);
    const draft = (student: TestPerson, revision: number) => () =>
      student.call(liveDraft, { body: { session_id: lesson.sessionId, form: 'Form - 1A', revision, response_id: null, comment: `Draft ${revision}.` } });
    const calls = orders.flatMap((order, index) => order.map((revision) => ({ student: lesson.students[index]!, revision })));
    const replies = await together(
      lesson,
      calls.map(({ student, revision }) => draft(student, revision)),
    );
    expect(outcomes(replies)).toEqual(calls.map(() => 200));
    replies.forEach(({ body }, index) => expect(body.revision).toBeGreaterThanOrEqual(calls[index]!.revision));
    const writers = lesson.students.slice(0, orders.length).map(({ accountId }) => accountId);
    const stored = await app.db.selectFrom('live_drafts').select(['account_id', 'revision']).where('account_id', 'in', writers).orderBy('account_id').execute();
    expect(stored).toEqual(writers.toSorted((one, other) => one - other).map((account_id) => ({ account_id, revision: 6 })));
  });

  test('two late answers of one student with the same choice and other words are both kept', async () => {
    const lesson = await startLesson(app, scenario, { students: 2 });
    const [student] = lesson.students;
    await warmUp([...lesson.students, lesson.teacher], lesson);
    await lesson.step('re-assign');
    const [choice] = await lesson.choices('Form - 1A');
    const late = (comment: string) => () => student!.call(postAdd, { body: { session_id: lesson.sessionId, form: 'Form - 1A', response_id: choice, comment } });
    const replies = await together(lesson, [late('On one phone.'), late('On another one.')]);
    expect(outcomes(replies)).toEqual(['409 PHASE_CLOSED', '409 PHASE_CLOSED']);
    const kept = await app.db.selectFrom('live_late_answers').select('comment').where('account_id', '=', student!.accountId).execute();
    expect(kept.map(({ comment }) => JSON.stringify(comment).match(/On \w+/)?.[0]).toSorted()).toEqual(['On another', 'On one']);
  });

  test('a draft that is sent again under its key has its first answer, whatever was saved since', async () => {
    const lesson = await startLesson(app, scenario, { students: 2 });
    const [student] = lesson.students;
    await lesson.login(student!);
    const draft = (revision: number, key: string) =>
      student!.call(
        liveDraft,
        { body: { session_id: lesson.sessionId, form: 'Form - 1A', revision, response_id: null, comment: `Draft ${revision}.` } },
        { key },
      );
    const first = await draft(5, 'five');
    expect((await draft(6, 'six')).body).toMatchObject({ revision: 6 });
    const again = await draft(5, 'five');
    expect([again.status, again.body]).toEqual([200, first.body]);
    expect(again.body.revision).toBe(5);
  });

  test('[B002] under one key is answered once, in one batch too; other words under the key are refused, and so is nothing else', async () => {
    const lesson = await startLesson(app, scenario, { students: 4 });
    const [student, mate, third] = lesson.students;
    await warmUp([...lesson.students, lesson.teacher], lesson);
    const replies = await together(lesson, [
      () => lesson.answer(student!, 'Form - 1A', 1, { key: 'one' }),
      () => lesson.answer(student!, 'Form - 1A', 1, { key: 'one' }),
      () => lesson.answer(mate!, 'Form - 1A', 1, { key: 'one' }),
    ]);
    expect(outcomes(replies)).toEqual([200, 200, 200]);
    expect(replies[1]!.body).toEqual(replies[0]!.body);
    const both = await together(
      lesson,
      [0, 1].map((choice) => () => lesson.answer(third!, 'Form - 1A', choice, { key: 'two' })),
    );
    expect(outcomes(both).toSorted()).toEqual([200, '409 IDEMPOTENCY_KEY_REUSED']);
    expect(await postsOf(lesson.sessionId)).toHaveLength(3);
  });

  test('[LIVE-23] is decided by the clock of its commit: a deadline that falls between arriving and committing closes the form for all of it', async () => {
    const lesson = await startLesson(app, scenario, { students: 4 });
    await warmUp([...lesson.students, lesson.teacher], lesson);
    const writers = lesson.students.slice(0, 3);
    const [choice] = await lesson.choices('Form - 1A');
    const add = (student: TestPerson) => () =>
      student.call(postAdd, { body: { session_id: lesson.sessionId, form: 'Form - 1A', response_id: choice, comment: 'Just now.' } });
    const replies = await together(lesson, writers.map(add), () => app.clock.advanceMs(5 * 60_000 + 3_001));
    expect(outcomes(replies)).toEqual(writers.map(() => '409 PHASE_CLOSED'));
    expect(await postsOf(lesson.sessionId)).toEqual([]);
    const kept = await app.db.selectFrom('live_late_answers').select('id').where('session_id', '=', lesson.sessionId).execute();
    expect(kept).toHaveLength(3);
  });

  test('in which the database refuses one fails for that one alone', async () => {
    const lesson = await startLesson(app, scenario, { students: 6 });
    await warmUp([...lesson.students, lesson.teacher], lesson);
    await sql`CREATE FUNCTION refuse_poison() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN IF NEW.comment_text LIKE '%poison%' THEN RAISE EXCEPTION 'poison'; END IF; RETURN NEW; END $$`.execute(app.db);
    await sql`CREATE TRIGGER refuse_poison BEFORE INSERT ON live_posts FOR EACH ROW EXECUTE FUNCTION refuse_poison()`.execute(app.db);
    try {
      const writers = lesson.students.slice(0, 5);
      const replies = await together(
        lesson,
        writers.map((student, index) => () => lesson.answer(student, 'Form - 1A', 1, { comment: index === 2 ? 'This is poison.' : 'This is sound.' })),
      );
      expect(outcomes(replies)).toEqual([200, 200, '500 INTERNAL', 200, 200]);
      const sound = writers.filter((_, index) => index !== 2).map(({ accountId }) => accountId);
      expect((await postsOf(lesson.sessionId)).map(({ account_id }) => account_id).toSorted()).toEqual(sound.toSorted());
    } finally {
      await sql`DROP TRIGGER refuse_poison ON live_posts`.execute(app.db);
      await sql`DROP FUNCTION refuse_poison`.execute(app.db);
    }
  });
});

describe('who answers alone', () => {
  test('costs few statements', async () => {
    const lesson = await startLesson(app, scenario, { students: 2 });
    const [student] = lesson.students;
    await lesson.login(student!);
    const [choice] = await lesson.choices('Form - 1A');
    const statements = await app.recordStatements(() =>
      student!.call(postAdd, { body: { session_id: lesson.sessionId, form: 'Form - 1A', response_id: choice, comment: 'x' } }, { key: 'lone' }),
    );
    expect(statements.length, statements.map(({ text }) => text).join('\n')).toBeLessThanOrEqual(8);
  });
});

/** The lock class of students who write. */
const WRITER = 8_207_115;

test('a student who is held by another transaction keeps nobody else of the room waiting', async () => {
  const lesson = await startLesson(app, scenario, { students: 3 });
  const [held, mate] = lesson.students as [TestPerson, TestPerson];
  const waiting = await inTransaction(app.db, async (tx) => {
    await sql`SELECT pg_advisory_xact_lock(${WRITER}, hashint8(${held.accountId}))`.execute(tx);
    const answer = lesson.answer(held, 'Form - 1A', 1);
    await until(
      async () =>
        (
          await sql`SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted AND classid = ${WRITER}
                       AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`.execute(app.db)
        ).rows.length === 1,
      'the student who waits',
    );
    expect((await lesson.answer(mate, 'Form - 1A', 1)).status).toBe(200);
    return { answer };
  });
  expect((await waiting.answer).status).toBe(200);
  expect(await postsOf(lesson.sessionId)).toHaveLength(2);
});

describe('two processes', () => {
  test('[LIVE-24] a student who answers on both at once has one post; a repeat under a key on the other is answered the same', async () => {
    const lesson = await startLesson(app, scenario, { students: 8 });
    const other = await app.another();
    try {
      const [choice, second] = await lesson.choices('Form - 1A');
      const body = (response_id: number | undefined) => ({ body: { session_id: lesson.sessionId, form: 'Form - 1A', response_id, comment: 'Both.' } });
      const rounds = await Promise.all(
        lesson.students.map(async ({ token, accountId }, index) => {
          const key = index % 2 === 0 ? { key: `both-${accountId}` } : {};
          const replies = await Promise.all(
            [app, other].map((on, at) => on.call(postAdd, body(index % 2 === 0 || at === 0 ? choice : second), { token, ...key })),
          );
          return { isRepeat: index % 2 === 0, replies };
        }),
      );
      const repeats = rounds.filter(({ isRepeat }) => isRepeat).map(({ replies }) => replies);
      expect(repeats.map(outcomes)).toEqual(repeats.map(() => [200, 200]));
      expect(repeats.map(([, repeat]) => repeat!.body)).toEqual(repeats.map(([first]) => first!.body));
      const rivals = rounds.filter(({ isRepeat }) => !isRepeat).map(({ replies }) => outcomes(replies).toSorted());
      expect(rivals).toEqual(rivals.map(() => [200, '409 ALREADY_ANSWERED']));
      expect(await postsOf(lesson.sessionId)).toHaveLength(8);
    } finally {
      await other.close();
    }
  });
});

describe('many at once', () => {
  test('300 students in 30 rooms answer at once, and every answer is there', async () => {
    const lessons: RunningLesson[] = [];
    for (let room = 0; room < 30; room += 1) lessons.push(await startLesson(app, scenario, { students: 10 }));
    const replies = await Promise.all(lessons.flatMap((lesson) => lesson.students.map((student) => lesson.answer(student, 'Form - 1A', 1, { key: 'all' }))));
    expect(new Set(outcomes(replies))).toEqual(new Set([200]));
    for (const { sessionId } of lessons) expect(await postsOf(sessionId)).toHaveLength(10);
  }, 180_000);

  test('1,050 students of one room answer at once: all are filed, and announced once', async () => {
    const lesson = await startLesson(app, scenario, { students: 1_050 });
    const [choice] = await lesson.choices('Form - 1A');
    const body = { session_id: lesson.sessionId, form: 'Form - 1A', response_id: choice, comment: 'All of us.' };
    const replies = await Promise.all(lesson.students.map((student) => student.call(postAdd, { body })));
    expect(new Set(outcomes(replies))).toEqual(new Set([200]));
    const posts = await postsOf(lesson.sessionId);
    expect(posts).toHaveLength(1_050);
    const { body: figures } = await app.server.app.inject({ url: '/metrics', headers: { authorization: 'Bearer test-metrics-token' } });
    expect(figures).toMatch(/classwright_lesson_herd_members_count\{herd="lesson"\} \d+/);
    expect(new Set(posts.map(({ transaction }) => transaction)).size).toBeLessThan(525);
    await untilNumbered(app.db);
    const { rows } = await sql<{ announced: number; once: number }>`
      SELECT count(*)::integer AS announced, count(DISTINCT item)::integer AS once
        FROM room_events, jsonb_array_elements_text(payload -> 'items') AS item WHERE epoch = ${lesson.sessionId} AND name = 'assessment.post.added'`.execute(
      app.db,
    );
    expect(rows).toEqual([{ announced: 1_050, once: 1_050 }]);
  }, 240_000);
});

import {
  channels,
  consentDemand,
  consentGive,
  consentWithdraw,
  liveClose,
  liveJoin,
  liveOwnPair,
  livePairJoin,
  livePairs,
  livePairsMake,
  livePairsPublish,
  livePairsSave,
  liveProjectorPairs,
  liveStart,
  liveState,
  liveStatus,
  liveSummary,
  liveTeacherSnapshot,
  livePairWishes,
  livePairWishesAdd,
  livePairWishesRemove,
  liveSnapshotExport,
  postsCurrentForm,
  type StaffPairsView,
} from '@classwright/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readSheets } from '../../../../platform/spreadsheets/testing/read-sheets.ts';
import { inTransaction } from '../../../../platform/database/index.ts';
import { lockPairs, PAIRS } from './queries.ts';
import { insertCrowd } from '../posts/testing/crowd.ts';
import { startPlanned } from '../posts/testing/nameless.ts';
import { hear } from '../../../../testing/hear.ts';
import { startTestApp, type TestApp } from '../../../../testing/index.ts';
import { type RunningLesson, startLesson } from '../../../../testing/running-lesson.ts';
import { createScenario, type Scenario, type TestPerson } from '../../../../testing/scenario.ts';

let app: TestApp;
let scenario: Scenario;
beforeAll(async () => {
  app = await startTestApp();
  scenario = createScenario(app);
});
afterAll(() => app.close());

const on = ({ assessmentId }: Pick<RunningLesson, 'assessmentId'>) => ({ assessment_id: assessmentId });
const look = async (lesson: RunningLesson, person = lesson.teacher): Promise<StaffPairsView> =>
  (await person.call(livePairs, { query: on(lesson) })).body.pairs;
const make = (lesson: RunningLesson, revision = 0, more: object = {}, person = lesson.teacher) =>
  person.call(livePairsMake, { body: { ...on(lesson), seed: 1, revision, ...more } });
const save = (lesson: RunningLesson, revision: number, groups: readonly (readonly number[])[], person = lesson.teacher) =>
  person.call(livePairsSave, { body: { ...on(lesson), revision, groups: groups.map((ids) => ({ locked: false, account_ids: [...ids] })) } });
const publish = (lesson: RunningLesson, revision: number, person = lesson.teacher) => person.call(livePairsPublish, { body: { ...on(lesson), revision } });
const own = async (lesson: RunningLesson, student: TestPerson) => (await student.call(liveOwnPair, { query: on(lesson) })).body.pair;
const groupsOf = ({ division }: StaffPairsView) => division?.groups.map(({ account_ids }) => account_ids) ?? [];
const nameOf = ({ firstName, lastName }: TestPerson) => `${firstName} ${lastName}`;

/** Runs a lesson in which students have chosen in Form - 1A, which has closed: the choices by number, 1 is right; `late` has not come. */
async function closedLesson(choices: readonly (number | 'late')[]): Promise<RunningLesson> {
  const lesson = await startLesson(app, scenario, { students: choices.length });
  for (const [index, choice] of choices.entries()) {
    const student = lesson.students[index] as TestPerson;
    if (choice === 'late') continue;
    await lesson.login(student);
    await lesson.answer(student, 'Form - 1A', choice);
  }
  await lesson.runOut();
  return lesson;
}

test('[LIVE-91] [LIVE-92] [LIVE-96] [B2178] groups are made, shown to staff with choices, published, and told to each student by names alone', async () => {
  const lesson = await closedLesson([1, 1, 0, 0, 2]);
  const [a, b, c, d, e] = lesson.students as [TestPerson, TestPerson, TestPerson, TestPerson, TestPerson];
  expect(await look(lesson)).toMatchObject({
    division: null,
    has_published: false,
    here: expect.arrayContaining(lesson.students.map(({ accountId }) => accountId)),
  });
  const made = (await make(lesson)).body.pairs as StaffPairsView;
  expect(made.division).toMatchObject({ revision: 1, size: 2, published: false });
  expect(
    groupsOf(made)
      .map(({ length }) => length)
      .toSorted(),
  ).toEqual([2, 3]);
  const rightIds = made.people.filter(({ right }) => right).map(({ account_id }) => account_id);
  expect(rightIds.toSorted()).toEqual([a.accountId, b.accountId].toSorted());
  for (const group of groupsOf(made)) expect(group.filter((id) => rightIds.includes(id))).toHaveLength(1);
  for (const student of lesson.students) expect(await own(lesson, student)).toBeNull();
  expect((await lesson.teacher.call(liveProjectorPairs, { query: on(lesson) })).body.pairs).toBeNull();

  const wanted = [
    [a, b],
    [c, d, e],
  ] as const;
  const saved = await save(
    lesson,
    1,
    wanted.map((group) => group.map(({ accountId }) => accountId)),
  );
  expect(saved.body.pairs.division).toMatchObject({ revision: 2, published: false });
  const room = await hear(app, a, channels.assessment(lesson.assessmentId));
  const published = await publish(lesson, 2);
  expect(published.body.pairs).toMatchObject({ has_published: true, division: { revision: 2, published: true } });
  expect((await room.first('assessment.pairs.changed')).data).toMatchObject({ pairs_revision: 2, epoch: lesson.sessionId });
  room.close();
  expect((await a.call(liveState, { query: on(lesson) })).body.session?.pairs_revision).toBe(2);

  expect(await own(lesson, a)).toEqual({ pairs_revision: 2, names: [nameOf(b)], chose_differently: false });
  const third = await own(lesson, e);
  expect(third).toEqual({ pairs_revision: 2, names: expect.arrayContaining([nameOf(c), nameOf(d)]), chose_differently: true });
  const wall = (await lesson.teacher.call(liveProjectorPairs, { query: on(lesson) })).body.pairs;
  expect(wall?.groups.map((group: string[]) => group.length).toSorted()).toEqual([2, 3]);
  expect(JSON.stringify([third, wall])).not.toMatch(/response|right|letter|account/);
  // publishing again changes nothing
  expect((await publish(lesson, 2)).body.pairs.division).toMatchObject({ revision: 2, published: true });
});

test('[B2624] the wall shows a number instead of the name of a student without a consent, and the name again after it', async () => {
  const lesson = await closedLesson([1, 0]);
  const [a, b] = lesson.students as [TestPerson, TestPerson];
  await save(lesson, 0, [[a.accountId, b.accountId]]);
  await publish(lesson, 1);
  const shown = async () => {
    const { pairs } = (await lesson.teacher.call(liveProjectorPairs, { query: on(lesson) })).body;
    return (pairs?.groups[0] ?? []).toSorted();
  };
  expect(await shown()).toEqual([nameOf(a), nameOf(b)].toSorted());
  const admin = await scenario.person('admin', null);
  const { schoolId } = lesson;
  expect((await admin.call(consentDemand, { body: { school_id: schoolId, asks: { wall_name: 'student' } } })).status).toBe(200);
  await a.call(consentGive, { body: { use: 'wall_name' } });
  const mixed = await shown();
  expect(mixed).toContain(nameOf(a));
  expect(mixed.filter((name) => /^Student [12]$/.test(name))).toHaveLength(1);
  // the partner is still found: phones show real names
  expect((await own(lesson, a))?.names).toEqual([nameOf(b)]);
  await a.call(consentWithdraw, { body: { use: 'wall_name' } });
  expect((await shown()).every((name) => /^Student [12]$/.test(name))).toBe(true);
});

test('[LIVE-132] [B2287] students with the same name are told apart by numbers, on the wall and on the phones of their partners', async () => {
  const lesson = await closedLesson([1, 0, 1, 0]);
  const [a, b, c, d] = lesson.students as [TestPerson, TestPerson, TestPerson, TestPerson];
  for (const { accountId } of [a, c]) await app.db.updateTable('accounts').set({ first_name: 'Leo', last_name: 'Park' }).where('id', '=', accountId).execute();
  await app.db.updateTable('accounts').set({ first_name: 'leo', last_name: 'park' }).where('id', '=', b.accountId).execute();
  const ids = [
    [a, d],
    [b, c],
  ].map((group) => group.map(({ accountId }) => accountId));
  await save(lesson, 0, ids);
  await publish(lesson, 1);
  const groups = (await lesson.teacher.call(liveProjectorPairs, { query: on(lesson) })).body.pairs?.groups as string[][];
  expect(groups.map((group) => group.toSorted()).toSorted()).toEqual([['Leo Park (1)', nameOf(d)].toSorted(), ['Leo Park (3)', 'leo park (2)']]);
  expect((await own(lesson, d))?.names).toEqual(['Leo Park (1)']);
  expect((await own(lesson, b))?.names).toEqual(['Leo Park (3)']);
  expect((await own(lesson, a))?.names).toEqual([nameOf(d)]);
});

test('[LIVE-94] [B2179] groups are not published before Form - 1A has closed, not without any, and not over a newer draft; the second of two teachers is told who was first', async () => {
  const lesson = await startLesson(app, scenario, { students: 2 });
  for (const student of lesson.students) {
    await lesson.login(student);
    await lesson.answer(student, 'Form - 1A', 0);
  }
  expect(await publish(lesson, 0)).toMatchObject({ status: 422, error: { errors: { revision: [expect.stringContaining('Make groups')] } } });
  expect((await make(lesson)).status).toBe(200);
  expect((await publish(lesson, 1)).error?.code).toBe('PAIRS_TOO_EARLY');
  await lesson.runOut();
  const both = lesson.students.map(({ accountId }) => accountId);
  expect((await save(lesson, 1, [both], lesson.coTeacher)).status).toBe(200);
  for (const late of [await save(lesson, 1, [both]), await make(lesson, 1), await publish(lesson, 1)]) {
    expect(late).toMatchObject({ status: 409, error: { code: 'PAIRS_CHANGED', message: expect.stringContaining(nameOf(lesson.coTeacher)) } });
  }
  expect((await look(lesson)).division).toMatchObject({ revision: 2, changed_by: nameOf(lesson.coTeacher) });
  const racing = await Promise.all([save(lesson, 2, [both]), save(lesson, 2, [both], lesson.coTeacher)]);
  expect(racing.map(({ status }) => status).toSorted()).toEqual([200, 409]);
});

test('[LIVE-91] [LIVE-93] [B2180] groups with somebody doubled, absent, foreign, missing or forbidden are refused with names, and the draft stays', async () => {
  const lesson = await closedLesson([0, 1, 2, 0]);
  const [a, b, c, d] = lesson.students.map(({ accountId }) => accountId) as [number, number, number, number];
  const elsewhere = await scenario.lesson({ students: 1 });
  await lesson.teacher.call(livePairWishesAdd, { body: { course_id: lesson.courseId, wishes: [{ kind: 'never', account_ids: [a, b] }] } });
  await make(lesson);
  const before = await look(lesson);
  const refused = async (groups: number[][], words: string | TestPerson) => {
    const reply = await save(lesson, 1, groups);
    expect(reply).toMatchObject({
      status: 422,
      error: { errors: { groups: [expect.stringContaining(typeof words === 'string' ? words : nameOf(words))] } },
    });
  };
  const [first, second, , fourth] = lesson.students as [TestPerson, TestPerson, TestPerson, TestPerson];
  await refused(
    [
      [a, c],
      [b, d, a],
    ],
    first,
  );
  await refused([[a, c], [b]], fourth);
  await refused(
    [
      [a, b],
      [c, d],
    ],
    second,
  );
  await refused(
    [
      [a, c],
      [b, d, elsewhere.students[0]!.accountId],
    ],
    'not in this lesson',
  );
  await refused(
    [
      [a, c],
      [b, d, lesson.teacher.accountId],
    ],
    'not in this lesson',
  );
  expect((await save(lesson, 1, [[a, c], []])).status).toBe(422);
  expect((await make(lesson, 1, { size: 5 })).error?.errors?.size).toBeDefined();
  expect(await look(lesson)).toEqual(before);
});

test('[LIVE-95] [B2181] who comes after publishing joins the smallest group once, its members are told, and who has left the class is taken out before', async () => {
  const lesson = await closedLesson([0, 1, 0, 1, 0, 'late']);
  const [a, b, c, d, gone, late] = lesson.students as [TestPerson, TestPerson, TestPerson, TestPerson, TestPerson, TestPerson];
  await make(lesson);
  await save(
    lesson,
    1,
    [
      [a, b],
      [c, d, gone],
    ].map((group) => group.map(({ accountId }) => accountId)),
  );
  await scenario.remove(lesson.courseId, gone.accountId);
  await publish(lesson, 2);
  expect(groupsOf(await look(lesson)).map(({ length }) => length)).toEqual([2, 2]);
  expect((await gone.call(liveOwnPair, { query: on(lesson) })).error?.code).toBe('ASSESSMENT_NOT_FOUND');
  expect((await gone.call(livePairJoin, { body: on(lesson) })).error?.code).toBe('ASSESSMENT_NOT_FOUND');

  expect((await late.call(livePairJoin, { body: on(lesson) })).body.pair).toBeNull(); // has not logged in
  await lesson.login(late);
  const ear = await hear(app, a, channels.account(a.accountId));
  const joined = await Promise.all([1, 2].map(() => late.call(livePairJoin, { body: on(lesson) })));
  expect(joined.map(({ status }) => status)).toEqual([200, 200]);
  expect(joined[0]!.body.pair).toMatchObject({ names: expect.arrayContaining([nameOf(a), nameOf(b)]), chose_differently: false });
  expect(joined[1]!.body).toEqual(joined[0]!.body);
  expect((await ear.first('own-pair.changed')).data).toMatchObject({ assessment_id: lesson.assessmentId });
  ear.close();
  expect((await own(lesson, a))?.names).toContain(nameOf(late));
  expect(groupsOf(await look(lesson)).map(({ length }) => length)).toEqual([3, 2]);
});

test('[B3089] a class that comes at once after publishing waits on one connection of each of two processes, is added together, and everybody else is answered in the meantime', async () => {
  const lesson = await closedLesson([0, 1, ...Array.from({ length: 16 }, () => 'late' as const)]);
  const [a, b, ...late] = lesson.students as [TestPerson, TestPerson, ...TestPerson[]];
  for (const student of late) await lesson.login(student);
  await make(lesson);
  await save(lesson, 1, [[a.accountId, b.accountId]]);
  await publish(lesson, 2);
  const countWaiting = async (): Promise<number> => {
    const { rows } = await sql<{ count: string }>`
      SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND classid = ${PAIRS} AND NOT granted`.execute(app.db);
    return Number(rows[0]!.count);
  };
  const ear = await hear(app, b, channels.account(b.accountId));
  let joins: ReturnType<TestPerson['call']>[] = [];
  await inTransaction(app.db, async (tx) => {
    await lockPairs(tx, lesson.sessionId);
    joins = late.map((student) => student.call(livePairJoin, { body: on(lesson) }));
    await expect.poll(countWaiting).toBeGreaterThan(0);
    for (let times = 0; times < 20; times += 1) expect((await a.call(liveState, { query: on(lesson) })).status).toBe(200);
    expect(await countWaiting()).toBeLessThanOrEqual(2);
  });
  const statements = await app.recordStatements(async () => {
    for (const { error, body } of await Promise.all(joins)) {
      expect(error).toBeNull();
      expect(body.pair.names).toContain(nameOf(a));
    }
  });
  expect(statements.filter(({ text }) => text.includes('INSERT INTO live_pair_members')).length).toBeLessThanOrEqual(4);
  expect((await ear.first('own-pair.changed')).data).toMatchObject({ assessment_id: lesson.assessmentId });
  ear.close();
  expect(groupsOf(await look(lesson)).map(({ length }) => length)).toEqual([lesson.students.length]);
});

test('[LIVE-98] [B2182] a canceled run takes its groups along; the next begins without, and the one after a finished lesson mixes anew', async () => {
  const lesson = await closedLesson([0, 1, 0, 1]);
  await make(lesson);
  await publish(lesson, 1);
  await lesson.teacher.call(liveClose, { body: { id: lesson.assessmentId } });
  for (const reply of [await lesson.teacher.call(livePairs, { query: on(lesson) }), await lesson.students[0]!.call(liveOwnPair, { query: on(lesson) })]) {
    expect(reply.error?.code).toBe('SESSION_NOT_RUNNING');
  }
  await lesson.teacher.call(liveStart, { body: { ...on(lesson), time: 5 } });
  for (const student of lesson.students) await lesson.login(student);
  expect(await own(lesson, lesson.students[0]!)).toBeNull();
  const fresh = await look(lesson);
  expect(fresh.here).toEqual([]); // nobody has answered, and no page is open
  expect(fresh).toMatchObject({ division: null, has_published: false });
  expect(fresh.people.flatMap(({ partners }) => partners)).toEqual([]);
});

test('[B2178] staff of the lesson alone see and make groups; students learn only their own', async () => {
  const lesson = await closedLesson([0, 1]);
  await make(lesson);
  const refused: [TestPerson, number][] = [
    [lesson.students[0]!, 403],
    [lesson.otherStudent, 403],
    [lesson.otherTeacher, 404],
  ];
  for (const [person, status] of refused) {
    for (const reply of [
      await person.call(livePairs, { query: on(lesson) }),
      await make(lesson, 1, {}, person),
      await save(lesson, 1, [[1]], person),
      await publish(lesson, 1, person),
      await person.call(liveProjectorPairs, { query: on(lesson) }),
    ])
      expect(reply.status).toBe(status);
  }
  for (const endpoint of [lesson.teacher, lesson.otherStudent]) {
    expect((await endpoint.call(liveOwnPair, { query: on(lesson) })).status).toBeGreaterThanOrEqual(403);
    expect((await endpoint.call(livePairJoin, { body: on(lesson) })).status).toBeGreaterThanOrEqual(403);
  }
  for (const person of [lesson.coTeacher, lesson.admin]) expect((await look(lesson, person)).division?.revision).toBe(1);
});

test('[LIVE-93] [B2183] wishes are kept for a class, also for weeks; one that contradicts another is refused with names; only staff see them', async () => {
  const room = await scenario.class({ students: 5 });
  const { teacher, coTeacher, courseId: course_id, students } = room;
  const [a, b, c, d, e] = students.map(({ accountId }) => accountId) as [number, number, number, number, number];
  const add = (wishes: object[], more: object = {}, person = teacher) => person.call(livePairWishesAdd, { body: { course_id, wishes, ...more } as never });
  const list = async (person = teacher) => (await person.call(livePairWishes, { query: { course_id } })).body;
  expect((await add([{ kind: 'together', account_ids: [a, b] }])).status).toBe(200);
  expect((await add([{ kind: 'never', account_ids: [c, d, e] }], { weeks: 3 }, coTeacher)).status).toBe(200);
  const known = await list();
  expect(
    known.wishes.map(({ kind, students: some, until }: { kind: string; students: object[]; until: string | null }) => [kind, some.length, until === null]),
  ).toEqual([
    ['together', 2, true],
    ['never', 3, false],
  ]);
  expect(known.students).toHaveLength(5);
  const contradicting = await add([
    { kind: 'together', account_ids: [b, c] },
    { kind: 'never', account_ids: [a, c] },
  ]);
  expect(contradicting).toMatchObject({ status: 422, error: { errors: { wishes: [expect.stringContaining(nameOf(students[0]!))] } } });
  expect((await add([{ kind: 'together', account_ids: [a, c, d] }])).error?.errors?.wishes?.[0]).toContain('never together');
  const stranger = (await scenario.class({ students: 1 })).students[0]!.accountId;
  for (const [wishes, more] of [
    [[{ kind: 'together', account_ids: [a] }], {}],
    [[{ kind: 'together', account_ids: [a, a] }], {}],
    [[{ kind: 'apart', account_ids: [a, b] }], {}],
    [[{ kind: 'never', account_ids: [a, stranger] }], {}],
    [[{ kind: 'never', account_ids: [a, e] }], { weeks: 0 }],
    [[], {}],
  ] as const)
    expect((await add([...wishes], more)).status).toBe(422);
  const both = await Promise.all([add([{ kind: 'together', account_ids: [d, a] }]), add([{ kind: 'never', account_ids: [b, d] }], {}, coTeacher)]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 422]);
  for (const person of [students[0]!, room.otherStudent, room.otherTeacher]) {
    expect((await person.call(livePairWishes, { query: { course_id } })).status).toBeGreaterThanOrEqual(403);
    expect((await add([{ kind: 'never', account_ids: [a, e] }], {}, person)).status).toBeGreaterThanOrEqual(403);
  }
  const other = await scenario.class({ students: 2 });
  const ids = (await list()).wishes.map(({ id }: { id: number }) => id);
  expect((await other.teacher.call(livePairWishesRemove, { body: { course_id: other.courseId, ids } })).status).toBe(200);
  expect((await list()).wishes).toHaveLength(3);
  expect((await teacher.call(livePairWishesRemove, { body: { course_id, ids } })).status).toBe(200);
  expect((await list()).wishes).toEqual([]);
});

test('[LIVE-92] [B2182] the company of the last finished lesson is known, and another is chosen where there is one', async () => {
  const lesson = await closedLesson([0, 1, 0, 1]);
  const made = (await make(lesson)).body.pairs as StaffPairsView;
  await publish(lesson, 1);
  for (const [type, time] of [
    ['re-assign', 5],
    ['next', 5],
    ['finished', undefined],
  ] as const) {
    await lesson.teacher.call(liveStatus, { body: { id: lesson.assessmentId, type, ...(time && { time }) } as never });
  }
  const next = await scenario.assessment({ owner: lesson.teacher, schoolId: lesson.schoolId, classId: lesson.courseId });
  await lesson.teacher.call(liveStart, { body: { assessment_id: next.assessmentId, time: 5 } });
  const later = { ...lesson, assessmentId: next.assessmentId };
  for (const student of lesson.students) await student.call(liveJoin, { body: on(later) });
  const hasMet = new Map(groupsOf(made).flatMap((group) => group.map((id) => [id, group.filter((one) => one !== id)])));
  const shown = (await make(later)).body.pairs as StaffPairsView;
  for (const { account_id, partners } of shown.people) expect(partners).toEqual(hasMet.get(account_id));
  for (const group of groupsOf(shown)) expect(group).not.toEqual(expect.arrayContaining(hasMet.get(group[0]!) ?? []));
});

test('[B2296] [LIVE-97] [B2185] results tell how groups ended and with whom each student talked, equal to an independent count; students are not told', async () => {
  const lesson = await closedLesson([1, 0, 1, 2, 0, 2, 1, 1]);
  const [a, b, c, d, e, f, g, h] = lesson.students.map(({ accountId }) => accountId) as [number, number, number, number, number, number, number, number];
  await make(lesson);
  const groups = [
    [a, b],
    [c, d],
    [e, f],
    [g, h],
  ];
  await save(lesson, 1, groups);
  await publish(lesson, 2);
  await lesson.step('re-assign');
  const second = [1, 1, 1, 0, 1, 0, 1, 1];
  for (const [index, choice] of second.entries()) await lesson.answer(lesson.students[index] as TestPerson, 'Form - 1B', choice);
  await lesson.step('next');
  await lesson.step('finished');
  const { rows } = await sql<{ kind: string; groups: number; ended_right: number }>`
    WITH chosen AS (
      SELECT member.group_id, phase.form, response.is_valid
        FROM live_pair_members member JOIN live_posts post ON post.account_id = member.account_id AND post.session_id = ${lesson.sessionId}
        JOIN live_phases phase ON phase.id = post.phase_id JOIN question_responses response ON response.id = post.response_id
    ), groups AS (
      SELECT group_id, bool_or(is_valid) FILTER (WHERE form = 'Form - 1A') AS some_knew, bool_and(is_valid) FILTER (WHERE form = 'Form - 1A') AS all_knew,
             bool_and(is_valid) FILTER (WHERE form = 'Form - 1B') AS ended_right FROM chosen GROUP BY group_id
    )
    SELECT CASE WHEN all_knew THEN 'all-right' WHEN some_knew THEN 'mixed' ELSE 'all-wrong' END AS kind,
           count(*)::integer AS groups, (count(*) FILTER (WHERE ended_right))::integer AS ended_right FROM groups GROUP BY 1`.execute(app.db);
  const byKind = (some: readonly { kind: string }[]) => some.toSorted((one, other) => one.kind.localeCompare(other.kind));
  expect(rows.find(({ kind }) => kind === 'mixed')).toEqual({ kind: 'mixed', groups: 2, ended_right: 1 });
  const { summary } = (await lesson.teacher.call(liveSummary, { query: on(lesson) })).body;
  expect(byKind(summary.pairs ?? [])).toEqual(byKind(rows));
  const { snapshot } = (await lesson.coTeacher.call(liveTeacherSnapshot, { query: on(lesson) })).body;
  expect(byKind(snapshot?.pairs?.figures ?? [])).toEqual(byKind(rows));
  const sorted = (some: readonly (readonly number[])[]) => some.map((ids) => ids.toSorted((x, y) => x - y)).toSorted((x, y) => x[0]! - y[0]!);
  expect(sorted(snapshot?.pairs?.groups ?? [])).toEqual(sorted(groups));
  expect((await lesson.students[0]!.call(liveSummary, { query: on(lesson) })).body.summary.pairs).toBeUndefined();

  // the file has the same
  const file = await lesson.teacher.call(liveSnapshotExport, { query: on(lesson) });
  const [about, students] = (await readSheets(file.body as never)) as [string[][], string[][]];
  const column = students[0]!.indexOf('Talked with');
  for (const [one, other] of [
    [lesson.students[0]!, lesson.students[1]!],
    [lesson.students[5]!, lesson.students[4]!],
  ] as const) {
    expect(students.find(([name]) => name === nameOf(one))?.[column]).toBe(nameOf(other));
  }
  expect(about).toContainEqual(['Groups with right and wrong answers: ended right', '1 of 2']);
});

test('[LIVE-133] [B2297] in a run without names, partners read each other’s names so that they find each other, and nothing else links a name to a color and an animal', async () => {
  const lesson = await startPlanned(app, scenario, { with_names: false }, 4);
  for (const [index, student] of lesson.students.entries()) {
    await lesson.login(student);
    await lesson.answer(student, 'Form - 1A', index % 2);
  }
  await lesson.runOut();
  await make(lesson);
  await publish(lesson, 1);
  const group = groupsOf(await look(lesson))[0] as number[];
  const [one, other] = group.map((id) => lesson.students.find(({ accountId }) => accountId === id) as TestPerson) as [TestPerson, TestPerson];
  const pair = await own(lesson, one);
  expect(pair).toEqual({ pairs_revision: 1, names: [nameOf(other)], chose_differently: true }); // no id, no alias
  const posts = JSON.stringify((await one.call(postsCurrentForm, { query: { ...on(lesson), form: 'Form - 1A' } as never })).body);
  expect(posts).toContain('response_id');
  expect(posts).not.toContain(nameOf(other));
  expect(posts).not.toContain(`"account_id":${other.accountId}`);
});

test('[LIVE-134] [B2298] a class of more than a hundred is divided in a thread, as well and with the same seed the same', async () => {
  const lesson = await startLesson(app, scenario, { students: 2 });
  await insertCrowd(app, { ...lesson, count: 130 });
  const first = (await make(lesson)).body.pairs as StaffPairsView;
  expect(groupsOf(first).length).toBe(65);
  expect(groupsOf((await make(lesson, 1)).body.pairs)).toEqual(groupsOf(first));
});

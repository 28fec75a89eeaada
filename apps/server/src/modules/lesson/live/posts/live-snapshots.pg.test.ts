import {
  type Form,
  FORM_KEYS,
  FORMS,
  liveClose,
  liveDraft,
  liveOwnAnswers,
  liveStudentSnapshot,
  liveTeacherSnapshot,
  type StudentSnapshotView,
  type TeacherSnapshotView,
} from '@classwright/contract';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../../testing/index.ts';
import { type RunningLesson, startLesson } from '../../../../testing/running-lesson.ts';
import { createScenario, type Scenario, type TestPerson } from '../../../../testing/scenario.ts';
import { discuss, HOSTILE_TEXTS } from './testing/discussion.ts';
import { type Choices, COUNTED, holdLesson, type HoldOptions } from './testing/held-lesson.ts';

let app: TestApp;
let scenario: Scenario;
beforeAll(async () => {
  app = await startTestApp();
  scenario = createScenario(app);
});
afterAll(() => app.close());

const ofTeacher = (lesson: RunningLesson, person: TestPerson = lesson.teacher) =>
  person.call(liveTeacherSnapshot, { query: { assessment_id: lesson.assessmentId } });
const ofStudent = (lesson: RunningLesson, person: TestPerson) => person.call(liveStudentSnapshot, { query: { assessment_id: lesson.assessmentId } });
/** Returns the same snapshot, which must exist. */
async function staffSnapshot(lesson: RunningLesson): Promise<TeacherSnapshotView> {
  const { snapshot } = (await ofTeacher(lesson)).body;
  if (!snapshot) throw new Error('there is no snapshot yet');
  return snapshot;
}
async function ownSnapshot(lesson: RunningLesson, student: TestPerson): Promise<StudentSnapshotView> {
  const { snapshot } = (await ofStudent(lesson, student)).body;
  if (!snapshot) throw new Error('there is no snapshot yet');
  return snapshot;
}
const nameOf = ({ firstName, lastName }: TestPerson) => `${firstName} ${lastName}`;
const hold = (choices: Choices, options?: HoldOptions) => holdLesson(app, scenario, choices, options);

test('[B2232] [LIVE-117] a student reads how many others went the same way, from three others on, and someone who was absent does not', async () => {
  const lesson = await hold({ 'Form - 1A': [0, 0, 0, 0, 1, 1], 'Form - 1B': [1, 1, 1, 1, 1, null], 'Form - 2': [1, 1, 1, 1, 1, 1] }, { students: 7 });
  const counts = await Promise.all(lesson.students.map(async (student) => (await ownSnapshot(lesson, student)).same_way));
  expect(counts).toEqual([3, 3, 3, 3, null, null, null]);
  const own = await lesson.students[0]!.call(liveOwnAnswers, { query: { assessment_id: lesson.assessmentId } });
  expect(own.body.same_way).toBe(3);
  await scenario.remove(lesson.courseId, lesson.students[0]!.accountId);
  expect((await ownSnapshot(lesson, lesson.students[0]!)).same_way).toBeNull();
});

describe('the teacher’s', () => {
  test('names stand in the order of every other list of the class, while it runs and when it has finished', async () => {
    const lesson = await startLesson(app, scenario, { students: 4 });
    const lastNames = ['Östlund', 'al-Masri', 'Zeller', 'Brandt'];
    for (const [index, student] of lesson.students.entries()) {
      await sql`UPDATE accounts SET last_name = ${lastNames[index]} WHERE id = ${student.accountId}`.execute(app.db);
      await lesson.login(student);
    }
    await lesson.step('re-assign');
    const order = async () => (await staffSnapshot(lesson)).students.map(({ name }) => name.split(' ').at(-1));
    const running = await order();
    await lesson.step('next');
    await lesson.step('finished');
    const byName = ['al-Masri', 'Brandt', 'Östlund', 'Zeller'];
    expect([running, await order()]).toEqual([byName, byName]);
  });

  test('[K404] [L432] [K249] [K253] [K341] holds each form’s responses and results, moves, branches, gain and who took part, as counted by hand', async () => {
    const lesson = await hold(COUNTED, { students: 5 });
    const snapshot = await staffSnapshot(lesson);
    const [ann, ben, cem, dia, eve] = lesson.students as [TestPerson, TestPerson, TestPerson, TestPerson, TestPerson];
    expect(snapshot).toMatchObject({
      details: { assessment_id: lesson.assessmentId, teacher_name: nameOf(lesson.teacher) },
      session: { id: lesson.sessionId, state: 'finished', ended_at: expect.stringMatching(/Z$/) },
      took_part: { logged_in: 4, students: 5 },
      moves: { kept_right: 0, wrong_to_right: 1, right_to_wrong: 1, kept_wrong: 1 },
      gain: { value: 0, band: 'low', interval: null },
      incomplete: [dia.accountId],
    });
    expect(Object.values(snapshot.reports).map((report) => [report.answered, report.right])).toEqual([
      [4, 2],
      [3, 1],
      [4, 3],
    ]);
    const first = snapshot.reports.form_1A;
    expect(first.responses.map(({ students, is_valid }) => [students, is_valid])).toEqual([
      [1, false],
      [2, true],
      [1, false],
      [0, false],
    ]);
    expect(first.responses[1]?.student_names.toSorted()).toEqual([nameOf(ben), nameOf(dia)].toSorted());
    expect(first.results.find(({ account_id }) => account_id === cem.accountId)).toMatchObject({
      student_name: nameOf(cem),
      correct: false,
      posted_on: expect.stringMatching(/Z$/),
    });
    expect(snapshot.branches).toHaveLength(8);
    expect((snapshot.branches ?? []).filter(({ account_ids }) => account_ids.length > 0)).toEqual([
      { first: true, second: false, transfer: true, account_ids: [ben.accountId] },
      { first: false, second: true, transfer: true, account_ids: [ann.accountId] },
      { first: false, second: false, transfer: false, account_ids: [cem.accountId] },
    ]);
    expect(snapshot.transfer_by_move).toEqual([
      { move: 'kept_right', answered: 0, right: 0 },
      { move: 'wrong_to_right', answered: 1, right: 1 },
      { move: 'right_to_wrong', answered: 1, right: 1 },
      { move: 'kept_wrong', answered: 1, right: 0 },
    ]);
    expect(snapshot.students.find(({ account_id }) => account_id === eve.accountId)).toEqual({
      account_id: eve.accountId,
      name: nameOf(eve),
      logged_in: false,
    });
  });

  test('[K248] its details name the class, its teacher, and what the assessment says of itself', async () => {
    const lesson = await hold(COUNTED);
    const snapshot = await staffSnapshot(lesson);
    expect(Object.keys(snapshot.details).toSorted()).toEqual(
      ['assessment_id', 'class_name', 'description', 'grade', 'standard', 'teacher_name', 'title', 'topic'].toSorted(),
    );
    expect(snapshot.details.class_name).toContain('Class');
  });

  test('of a running lesson it holds the forms that have closed, and no other', async () => {
    const open = await hold(COUNTED, { until: 'open' });
    expect((await ofTeacher(open)).body.snapshot).toBeNull();
    const lesson = await hold(COUNTED, { until: 'Form - 1A' });
    const snapshot = await staffSnapshot(lesson);
    expect(snapshot).toMatchObject({ session: { state: 'running', ended_at: null }, moves: null, branches: null, gain: null, incomplete: null });
    expect(snapshot.reports.form_1A.answered).toBe(4);
    await lesson.answer(lesson.students[0] as TestPerson, 'Form - 1B', 1);
    expect((await staffSnapshot(lesson)).reports.form_1B).toMatchObject({ question_id: null, results: [], answered: 0 });
  });

  test('[B800] who joins, leaves or is deactivated after the finish changes no figure of it', async () => {
    const lesson = await hold(COUNTED, { students: 5 });
    const before = (await ofTeacher(lesson)).body;
    await scenario.remove(lesson.courseId, (lesson.students[4] as TestPerson).accountId);
    await scenario.deactivate((lesson.students[0] as TestPerson).accountId);
    expect((await ofTeacher(lesson)).body).toEqual(before);
  });

  test('[B801] a canceled lesson, one that never ran, and one that is not one’s own', async () => {
    const lesson = await hold(COUNTED, { until: 'Form - 1A' });
    const [stranger, foreign] = [await scenario.person('teachers', lesson.schoolId), await startLesson(app, scenario, { students: 1 })];
    for (const person of [stranger, foreign.teacher]) expect((await ofTeacher(lesson, person)).error?.code).toBe('ASSESSMENT_NOT_FOUND');
    for (const person of [lesson.coTeacher, lesson.admin]) expect((await ofTeacher(lesson, person)).body.snapshot).not.toBeNull();
    expect((await ofTeacher(lesson, lesson.students[0] as TestPerson)).status).toBe(403);
    await lesson.teacher.call(liveClose, { body: { id: lesson.assessmentId } });
    expect((await ofTeacher(lesson)).body.snapshot).toBeNull();
    expect((await lesson.teacher.call(liveTeacherSnapshot, { query: { assessment_id: 987_654_321 } })).error?.code).toBe('ASSESSMENT_NOT_FOUND');
    expect((await lesson.teacher.call(liveTeacherSnapshot, { query: { assessment_id: 'x' as never } })).status).toBe(422);
  });

  test('[B802] nobody answered; all were right before; one student', async () => {
    const nobody = await staffSnapshot(await hold({ 'Form - 1A': [null], 'Form - 1B': [null], 'Form - 2': [null] }));
    expect(nobody).toMatchObject({ gain: null, took_part: { logged_in: 1, students: 1 }, moves: { kept_right: 0 } });
    expect(nobody.incomplete).toHaveLength(1);
    const right = await staffSnapshot(await hold({ 'Form - 1A': [1, 1], 'Form - 1B': [1, 1], 'Form - 2': [1, 0] }));
    expect(right).toMatchObject({ gain: null, moves: { kept_right: 2 }, incomplete: [] });
  });

  test('what came too late stands apart, by name, and in no figure', async () => {
    const lesson = await hold({ ...COUNTED, 'Form - 1A': [null, 1, 2, 1] }, { until: 'Form - 1A' });
    const student = lesson.students[0] as TestPerson;
    const late = (await lesson.choices('Form - 1A'))[1] as number;
    await student.call(liveDraft, { body: { session_id: lesson.sessionId, form: 'Form - 1A', revision: 99, response_id: late, comment: 'Too late' } });
    const snapshot = await staffSnapshot(lesson);
    expect(snapshot.reports.form_1A).toMatchObject({
      answered: 3,
      right: 2,
      late: [{ account_id: student.accountId, student_name: nameOf(student), kind: 'draft' }],
    });
  });
});

describe('a student’s', () => {
  test('[K405] [L433] [K250] [K251] [K252] [K348] holds the own answers with right and wrong, comments given and received, likes and comments counted', async () => {
    const lesson = await startLesson(app, scenario, { students: 3 });
    const [ann, ben] = lesson.students as [TestPerson, TestPerson];
    const talk = discuss(lesson);
    await talk.openCommenting();
    const first = await talk.post(ann, 'Form - 1A', 0, 'I guessed.');
    const other = await talk.post(ben, 'Form - 1A', 1);
    await talk.react(lesson.teacher, first);
    await talk.react(ben, first);
    await talk.react(ann, other);
    await talk.comment(lesson.teacher, first, 'Think of the second lamp.');
    await talk.comment(ben, first, 'Why?');
    await talk.comment(ann, other, 'I see.');
    await lesson.step('re-assign');
    await talk.post(ann, 'Form - 1B', 1, 'Now I know.');
    await lesson.step('next');
    await lesson.step('finished');
    const snapshot = await ownSnapshot(lesson, ann);
    expect(snapshot).toMatchObject({
      took_part: true,
      finished_at: expect.stringMatching(/Z$/),
      my_responses_per_form: {
        form_1A: [{ is_correct: false, filed_by: 'student', posted_on: expect.stringMatching(/Z$/) }],
        form_1B: [{ is_correct: true }],
        form_2: [],
      },
      reports: {
        form_1A: {
          responses: [{ students: 1 }, { students: 1 }, { students: 0 }, { students: 0 }],
          results: [{ student_name: nameOf(ann), correct: false }],
          total_likes: 3,
          total_comments: 3,
        },
        form_1B: { results: [{ correct: true }] },
        form_2: { results: [] },
      },
      my_comments_received_per_form: { form_1A: [{ comment: 'Think of the second lamp.', name: nameOf(lesson.teacher) }], form_1B: [], form_2: [] },
      my_comments_given_per_form: { form_1A: [{ comment: 'I see.' }] },
      engagement_summary: {
        likes_i_gave: 1,
        comments_i_gave: 1,
        likes_i_received: 1,
        comments_i_received: 1,
        likes_from_classmates: 1,
        comments_from_classmates: 1,
      },
    });
    expect(snapshot.questions).toHaveLength(2);
    // no classmate's name anywhere in it: wrong answers of others are private
    for (const word of [ben.firstName, ben.lastName]) expect(JSON.stringify(snapshot)).not.toContain(word);
  });

  test('is nothing before the finish and after a canceled lesson', async () => {
    const lesson = await hold(COUNTED, { until: 'Form - 1A' });
    expect((await ofStudent(lesson, lesson.students[0] as TestPerson)).body.snapshot).toBeNull();
    await lesson.teacher.call(liveClose, { body: { id: lesson.assessmentId } });
    expect((await ofStudent(lesson, lesson.students[0] as TestPerson)).body.snapshot).toBeNull();
  });

  test('[B803] of who was absent has empty forms; who left reads the own still, of classmates nothing; who left without having come, nothing', async () => {
    const lesson = await hold(COUNTED, { students: 6 });
    const [ann, , , , absent, gone] = lesson.students as [TestPerson, TestPerson, TestPerson, TestPerson, TestPerson, TestPerson];
    expect(await ownSnapshot(lesson, absent)).toMatchObject({
      took_part: false,
      can_do_alone: true,
      my_responses_per_form: { form_1A: [], form_1B: [], form_2: [] },
      reports: { form_1A: { results: [], responses: [{ students: 1 }, { students: 2 }, { students: 1 }, { students: 0 }] } },
    });
    for (const { accountId } of [ann, gone]) await scenario.remove(lesson.courseId, accountId);
    expect(await ownSnapshot(lesson, ann)).toMatchObject({
      took_part: true,
      can_do_alone: false,
      my_responses_per_form: { form_1A: [{ is_correct: false }] },
      reports: { form_1A: { responses: null, total_likes: null, total_comments: null, results: [{ correct: false }] } },
    });
    expect((await ofStudent(lesson, gone)).error?.code).toBe('ASSESSMENT_NOT_FOUND');
  });

  test('[B804] strangers, staff and other schools are refused as if there were no such lesson', async () => {
    const lesson = await hold(COUNTED);
    const foreign = await startLesson(app, scenario, { students: 1 });
    for (const person of [await scenario.person('student', lesson.schoolId), foreign.students[0] as TestPerson])
      expect((await ofStudent(lesson, person)).error?.code).toBe('ASSESSMENT_NOT_FOUND');
    expect((await ofStudent(lesson, lesson.teacher)).status).toBe(403);
  });

  test('[B805] text that breaks code that does not treat it as text comes back as it was written', async () => {
    const lesson = await startLesson(app, scenario, { students: 2 });
    const [ann] = lesson.students as [TestPerson];
    const talk = discuss(lesson);
    await talk.openCommenting();
    const post = await talk.post(ann, 'Form - 1A', 0);
    for (const text of HOSTILE_TEXTS) await talk.comment(ann, post, text);
    for (const type of ['re-assign', 'next', 'finished'] as const) await lesson.step(type);
    const given = (await ownSnapshot(lesson, ann)).my_comments_given_per_form.form_1A;
    expect(given).toHaveLength(HOSTILE_TEXTS.length);
    expect(given[0]?.comment).toContain('<script>');
  });
});

describe('a class that asks for its snapshots at once', () => {
  test('[B806] is read for once: another student costs at most six statements, and together they cost less', async () => {
    const lesson = await hold({ 'Form - 1A': [1, 0, 2], 'Form - 1B': [1, 1, 2], 'Form - 2': [1, 1, null] }, { students: 30 });
    for (const student of lesson.students) await student.call(liveDraft, { body: {} as never }); // the rights of each are remembered from here on
    await ofStudent(lesson, lesson.students[0] as TestPerson);
    const one = await app.recordStatements(() => ofStudent(lesson, lesson.students[1] as TestPerson));
    expect(one.length).toBeLessThanOrEqual(6);
    const all = await app.recordStatements(async () => {
      const replies = await Promise.all(lesson.students.map((student) => ofStudent(lesson, student)));
      expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200));
      expect(replies.map(({ body }) => body.snapshot?.my_responses_per_form.form_1A[0]?.is_correct)).toEqual(
        lesson.students.map((_, index) => [true, false, false][index]),
      );
      expect(replies.map(({ body }) => body.snapshot?.took_part)).toEqual(lesson.students.map((_, index) => index < 3));
    });
    expect(all.length).toBeLessThan(3 * lesson.students.length);
  });

  test('reads the same from two processes, and what came too late at once, from either', async () => {
    const other = await app.another();
    try {
      const lesson = await hold({ ...COUNTED, 'Form - 2': [null, 1, 0, 1] });
      const student = lesson.students[0] as TestPerson;
      const ask = (process: TestApp) => process.call(liveStudentSnapshot, { query: { assessment_id: lesson.assessmentId } }, { token: student.token });
      const [here, there] = [await ask(app), await ask(other)];
      expect(there.body).toEqual(here.body);
      expect(here.body.snapshot?.late_per_form.form_2).toEqual([]);
      const choice = (await lesson.choices('Form - 2'))[1] as number;
      const sent = { session_id: lesson.sessionId, form: 'Form - 2', revision: 99, response_id: choice, comment: 'Too late' } as const;
      await student.call(liveDraft, { body: sent });
      for (const process of [app, other])
        expect((await ask(process)).body.snapshot).toMatchObject({
          late_per_form: { form_2: [{ kind: 'draft', response_id: choice }] },
          my_responses_per_form: { form_2: [] },
          reports: { form_2: { responses: here.body.snapshot?.reports.form_2.responses } },
        });
    } finally {
      await other.close();
    }
  });

  test('who leaves the class sees nothing of it from the next call on', async () => {
    const lesson = await hold(COUNTED);
    const [ann, ben] = lesson.students as [TestPerson, TestPerson];
    for (const student of [ann, ben]) expect((await ownSnapshot(lesson, student)).reports.form_1A.responses).not.toBeNull();
    await scenario.remove(lesson.courseId, ann.accountId);
    expect((await ownSnapshot(lesson, ann)).reports.form_1A).toMatchObject({ responses: null, total_likes: null, total_comments: null });
    expect((await ownSnapshot(lesson, ben)).reports.form_1A.responses).not.toBeNull();
  });
});

test('random lessons: counts, groups, moves and each student’s own agree with the rows of the database, counted another way', async () => {
  const choice = fc.constantFrom(0, 1, 2, 3, null);
  const lessons = fc.sample(fc.array(fc.tuple(choice, choice, choice), { minLength: 1, maxLength: 6 }), { seed: 12, numRuns: 5 });
  for (const answers of lessons) {
    const of = (form: number) => answers.map((ways) => ways[form] as number | null);
    const lesson = await hold({ 'Form - 1A': of(0), 'Form - 1B': of(1), 'Form - 2': of(2) });
    const snapshot = await staffSnapshot(lesson);
    const { rows } = await sql<{ form: Form; account_id: number; is_valid: boolean }>`
      SELECT phase.form, post.account_id, response.is_valid FROM live_posts post JOIN live_phases phase ON phase.id = post.phase_id
        JOIN question_responses response ON response.id = post.response_id WHERE post.session_id = ${lesson.sessionId}`.execute(app.db);
    for (const form of FORMS) {
      const mine = rows.filter((row) => row.form === form);
      const report = snapshot.reports[FORM_KEYS[form]];
      expect([report.answered, report.right]).toEqual([mine.length, mine.filter(({ is_valid }) => is_valid).length]);
      expect(report.responses.reduce((sum: number, { students }) => sum + students, 0)).toBe(mine.length);
    }
    const grouped = [...(snapshot.branches ?? []).flatMap(({ account_ids }) => account_ids), ...(snapshot.incomplete ?? [])];
    expect(grouped.toSorted()).toEqual(lesson.students.map(({ accountId }) => accountId).toSorted());
    const right = (accountId: number, form: Form) => rows.find((row) => row.account_id === accountId && row.form === form)?.is_valid ?? null;
    const both = lesson.students.map(({ accountId }) => [right(accountId, 'Form - 1A'), right(accountId, 'Form - 1B')]);
    expect(snapshot.moves?.wrong_to_right).toBe(both.filter(([before, after]) => before === false && after === true).length);
    expect(snapshot.moves?.right_to_wrong).toBe(both.filter(([before, after]) => before === true && after === false).length);
    for (const student of lesson.students) {
      const own = await ownSnapshot(lesson, student);
      expect(FORMS.map((form) => own.my_responses_per_form[FORM_KEYS[form]][0]?.is_correct ?? null)).toEqual(
        FORMS.map((form) => right(student.accountId, form)),
      );
    }
  }
});

import { homeGet, liveClose, reviewAnswer, reviewGet, reviewLater, reviewResults, schoolSettingsUpdate } from '@classwright/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { inTransaction } from '../../../platform/database/index.ts';
import { createScenario, type Scenario, startTestApp, type TestApp, type TestPerson } from '../../../testing/index.ts';
import type { TestQuestion } from '../../../testing/scenario.ts';
import type { RunningLesson } from '../../../testing/running-lesson.ts';
import { enrol } from '../../class/classes/index.ts';
import { createQuestion, editQuestion } from '../../bank/questions/index.ts';
import { type Choices, holdLesson } from '../live/posts/testing/held-lesson.ts';

let app: TestApp;
let scenario: Scenario;
beforeAll(async () => {
  app = await startTestApp();
  scenario = createScenario(app);
});
afterAll(() => app.close());
/** In Kolkata, where the schools of these tests are, Monday, 2027-03-01, at noon. */
beforeEach(() => app.clock.moveTo('2027-03-01T06:30:00Z'));

const ALL_ANSWER: Choices = { 'Form - 1A': [0, 1], 'Form - 1B': [1, 1], 'Form - 2': [1, 0] };

/** Creates a question with a tag; the second of three choices is right. */
async function tagged(author: TestPerson, schoolId: number, tag: string, labels = ['used up', 'conserved', 'split']): Promise<TestQuestion> {
  const titles = labels.map((label) => `${tag}: ${label}`);
  const ids = await inTransaction(app.db, (tx) =>
    createQuestion(tx, {
      authorId: author.accountId,
      schoolId,
      title: `About ${tag}`,
      description: 'A lamp in a circuit.',
      tag: [tag],
      published_state: 'PUBLISHED',
      responses: titles.map((title, index) => ({ title, description: `Reasoning ${index}`, match_label: labels[index] as string, is_valid: index === 1 })),
    }),
  );
  return { ...ids, title: `About ${tag}`, titles };
}

/** Holds a lesson in a school in Kolkata, whose second question has a tag, with other questions of that tag in the bank. */
async function hold({
  choices = ALL_ANSWER,
  students = 3,
  sisters = 0,
  schoolId,
}: {
  choices?: Choices;
  students?: number;
  sisters?: number;
  schoolId?: number;
} = {}) {
  const room = await scenario.class({ students, schoolId: schoolId ?? (await scenario.school('Asia/Kolkata')) });
  const tag = `current-${room.courseId}`;
  const questions: [TestQuestion, TestQuestion] = [await scenario.question(room.teacher, room.schoolId), await tagged(room.teacher, room.schoolId, tag)];
  const bank: TestQuestion[] = [];
  for (let index = 0; index < sisters; index += 1) bank.push(await tagged(room.teacher, room.schoolId, tag));
  const lesson = { ...room, ...(await scenario.assessment({ owner: room.teacher, schoolId: room.schoolId, classId: room.courseId, questions })) };
  return { lesson: await holdLesson(app, scenario, choices, { students, lesson }), bank };
}

const atHome = async (student: TestPerson) => (await student.call(homeGet)).body.student?.review ?? null;
const open = (student: TestPerson, review_id: number) => student.call(reviewGet, { query: { review_id } });
const answer = (student: TestPerson, review_id: number, response_id: number) => student.call(reviewAnswer, { body: { review_id, response_id } });
const later = (student: TestPerson, review_id: number) => student.call(reviewLater, { body: { review_id } });
const results = async ({ teacher, assessmentId }: RunningLesson) =>
  (await teacher.call(reviewResults, { query: { assessment_id: assessmentId } })).body.results;
const planned = (lesson: RunningLesson) =>
  app.db.selectFrom('reviews').selectAll().where('session_id', '=', lesson.sessionId).orderBy('account_id').orderBy('round').execute();
/** A fresh token, since tokens end while the clock moves. */
const back = async (person: TestPerson): Promise<TestPerson> => {
  const token = await app.signIn(person.accountId);
  return { ...person, token, call: (endpoint, args, options) => person.call(endpoint, args, { token, ...options }) };
};
const AFTER_A_WEEK = '2027-03-07T18:30:00Z'; // in Kolkata the 8th, 0:00
const choiceOf = async ({ versionId }: TestQuestion, index: number): Promise<number> =>
  (await app.db.selectFrom('question_responses').select('id').where('question_version_id', '=', versionId).orderBy('position').execute())[index]!.id;

test('[B2235] [LIVE-120] a week later, at midnight of the school, each student who answered has one question about the same idea, and right and why at once', async () => {
  const { lesson, bank } = await hold({ sisters: 1 });
  const [ann, ben, absent] = lesson.students as [TestPerson, TestPerson, TestPerson];
  expect(await atHome(ann)).toBeNull();
  await app.clock.moveTo('2027-03-07T18:29:00Z');
  const early = (await planned(lesson))[0]!;
  expect((await open(await back(ann), early.id)).error?.code).toBe('REVIEW_NOT_FOUND');
  expect(await atHome(await back(ann))).toBeNull();
  await app.clock.moveTo(AFTER_A_WEEK);
  const [annNow, benNow] = [await back(ann), await back(ben)];
  expect(await atHome(await back(absent))).toBeNull();
  const card = await atHome(annNow);
  expect(card).toMatchObject({ id: early.id, class_name: expect.stringContaining('Class') });
  const { review } = (await open(annNow, card!.id)).body;
  expect(review).toMatchObject({ round: 1, answer: null, assessment_id: lesson.assessmentId, question: { id: bank[0]!.questionId } });
  expect(JSON.stringify(review)).not.toMatch(/is_valid|Reasoning/);
  const right = await choiceOf(bank[0]!, 1);
  const done = (await answer(annNow, card!.id, right)).body.review;
  expect(done.answer).toEqual({ response_id: right, is_right: true });
  expect(JSON.stringify(done.question)).toContain('Reasoning 1');
  expect(await atHome(annNow)).toBeNull();
  const wrong = await answer(benNow, (await atHome(benNow))!.id, await choiceOf(bank[0]!, 0));
  expect(wrong.body.review.answer).toMatchObject({ is_right: false });
  expect(await results({ ...lesson, teacher: await back(lesson.teacher) })).toEqual({
    rounds: [{ round: 1, asked: 2, answered: 2, right: 1 }],
    transfer: { answered: 2, right: 1 },
  });
});

test('[B3045] a review is open from the very millisecond when it is due, and closed from the one when it ends', async () => {
  const { lesson } = await hold({ sisters: 1 });
  const { id, due_at: dueAt, ends_at: endsAt } = (await planned(lesson))[0]!;
  const before = (instant: Date) => new Date(instant.getTime() - 1);
  await app.clock.moveTo(AFTER_A_WEEK);
  const ann = await back(lesson.students[0]!);
  const codeAt = async (instant: Date, student = ann) => app.clock.stopAt(instant, async () => (await open(student, id)).error?.code);
  expect([await codeAt(before(dueAt)), await codeAt(dueAt)]).toEqual(['REVIEW_NOT_FOUND', undefined]);
  expect(await app.clock.stopAt(dueAt, () => atHome(ann))).toMatchObject({ id });
  await app.clock.moveTo(before(endsAt));
  const late = await back(ann);
  expect([await codeAt(before(endsAt), late), await codeAt(endsAt, late)]).toEqual([undefined, 'REVIEW_ENDED']);
  expect(await app.clock.stopAt(endsAt, () => atHome(late))).toBeNull();
});

test('[B2236] [LIVE-118] a wrong answer brings another question after three weeks, a right one brings none', async () => {
  const { lesson, bank } = await hold({ sisters: 2 });
  await app.clock.moveTo('2027-03-10T06:30:00Z');
  const [ann, ben] = [await back(lesson.students[0]!), await back(lesson.students[1]!)];
  await answer(ann, (await atHome(ann))!.id, await choiceOf(bank[0]!, 0));
  await answer(ben, (await atHome(ben))!.id, await choiceOf(bank[0]!, 1));
  const rows = await planned(lesson);
  const versions = [bank[0]!.versionId, bank[1]!.versionId];
  expect(rows.map(({ round, question_version_id }) => [round, question_version_id])).toEqual([
    [1, versions[0]],
    [2, versions[1]],
    [1, versions[0]],
  ]);
  expect(rows[1]?.due_at.toISOString()).toBe('2027-03-21T18:30:00.000Z');
  expect(rows[1]?.ends_at.toISOString()).toBe('2027-04-04T18:30:00.000Z');
  await app.clock.moveTo('2027-03-22T06:30:00Z');
  const again = await back(ann);
  const card = await atHome(again);
  expect((await open(again, card!.id)).body.review.round).toBe(2);
  await answer(again, card!.id, await choiceOf(bank[1]!, 0));
  expect(await planned(lesson)).toHaveLength(3);
});

/** In New York, where the clock goes forward on 2027-03-14, between the first question and the second. */
test('[B2375] [LIVE-118] Home has no card but after a week, and after three for who was wrong, from midnight of the school to the end of the two weeks', async () => {
  const { lesson } = await hold({ sisters: 2, schoolId: await scenario.school('America/New_York') });
  const [ann, ben] = lesson.students as [TestPerson, TestPerson, TestPerson];
  const cardsAt = async (instant: string) => {
    await app.clock.moveTo(instant);
    const [annNow, benNow] = [await back(ann), await back(ben)];
    return { annNow, benNow, cards: [await atHome(annNow), await atHome(benNow)] };
  };
  expect((await cardsAt('2027-03-08T04:59:59Z')).cards).toEqual([null, null]);
  const first = await cardsAt('2027-03-08T05:00:00Z');
  for (const [person, card, isRight] of [
    [first.annNow, first.cards[0], false],
    [first.benNow, first.cards[1], true],
  ] as const) {
    const row = (await planned(lesson)).find(({ id }) => id === card?.id)!;
    const choices = await app.db
      .selectFrom('question_responses')
      .select(['id', 'is_valid'])
      .where('question_version_id', '=', row.question_version_id)
      .execute();
    const chosen = choices.find(({ is_valid }) => is_valid === isRight)!;
    expect((await answer(person, row.id, chosen.id)).body.review.answer?.is_right).toBe(isRight);
    expect(await atHome(person)).toBeNull();
  }
  const finished = async () => (await results({ ...lesson, teacher: await back(lesson.teacher) })).rounds;
  expect((await cardsAt('2027-03-22T03:59:59Z')).cards).toEqual([null, null]);
  expect(await finished()).toEqual([{ round: 1, asked: 2, answered: 2, right: 1 }]);
  const second = await cardsAt('2027-03-22T04:00:00Z');
  expect(second.cards).toEqual([expect.objectContaining({ class_name: first.cards[0]!.class_name }), null]);
  expect((await open(second.annNow, second.cards[0]!.id)).body.review).toMatchObject({ round: 2, answer: null });
  expect((await cardsAt('2027-04-05T03:59:59Z')).cards[0]?.id).toBe(second.cards[0]!.id);
  const end = await cardsAt('2027-04-05T04:00:00Z');
  expect(end.cards).toEqual([null, null]);
  expect((await open(end.annNow, second.cards[0]!.id)).error?.code).toBe('REVIEW_ENDED');
  expect(await finished()).toEqual([
    { round: 1, asked: 2, answered: 2, right: 1 },
    { round: 2, asked: 1, answered: 0, right: 0 },
  ]);
  expect(await planned(lesson)).toHaveLength(3);
});

describe('[LIVE-120] the question', () => {
  test('[B2237] is the lesson’s second one where the bank has no other of the idea that the student was not asked', async () => {
    const { lesson } = await hold();
    expect((await planned(lesson)).map(({ question_version_id }) => question_version_id)).toEqual([lesson.transfer.versionId, lesson.transfer.versionId]);
  });

  test('is no draft, of no other school, of no other idea, and none that the class is still to be asked', async () => {
    const room = await scenario.class({ students: 1, schoolId: await scenario.school('Asia/Kolkata') });
    const elsewhere = await scenario.class({ students: 1 });
    const tag = 'voltage';
    const questions: [TestQuestion, TestQuestion] = [await scenario.question(room.teacher, room.schoolId), await tagged(room.teacher, room.schoolId, tag)];
    await tagged(elsewhere.teacher, elsewhere.schoolId, tag);
    await tagged(room.teacher, room.schoolId, tag, ['heavier', 'equal', 'lighter']);
    const draft = await tagged(room.teacher, room.schoolId, tag);
    await sql`UPDATE questions SET archived_at = app_now() WHERE id = ${draft.questionId}`.execute(app.db);
    const coming = await tagged(room.teacher, room.schoolId, tag);
    await scenario.assessment({
      owner: room.teacher,
      schoolId: room.schoolId,
      classId: room.courseId,
      questions: [coming, await scenario.question(room.teacher, room.schoolId)],
    });
    const of = await scenario.assessment({ owner: room.teacher, schoolId: room.schoolId, classId: room.courseId, questions });
    const lesson = await holdLesson(app, scenario, { 'Form - 1A': [1], 'Form - 1B': [1], 'Form - 2': [1] }, { lesson: { ...room, ...of } });
    expect((await planned(lesson)).map(({ question_version_id }) => question_version_id)).toEqual([lesson.transfer.versionId]);
  });

  test('[B2237] stays as it was planned when it is edited or archived meanwhile', async () => {
    const { lesson, bank } = await hold({ sisters: 1 });
    await inTransaction(app.db, (tx) =>
      editQuestion(tx, {
        questionId: bank[0]!.questionId,
        editor: { accountId: lesson.teacher.accountId },
        content: {
          title: 'Another title',
          description: 'Other words.',
          published_state: 'PUBLISHED',
          responses: ['one', 'two'].map((title, index) => ({ title, description: 'None', match_label: title, is_valid: index === 0 })),
        },
      } as never),
    );
    await sql`UPDATE questions SET archived_at = app_now() WHERE id = ${bank[0]!.questionId}`.execute(app.db);
    await app.clock.moveTo(AFTER_A_WEEK);
    const ann = await back(lesson.students[0]!);
    const card = await atHome(ann);
    expect((await open(ann, card!.id)).body.review.question.title).toBe(bank[0]!.title);
    expect((await answer(ann, card!.id, await choiceOf(bank[0]!, 1))).body.review.answer?.is_right).toBe(true);
  });
});

describe('[LIVE-120] nobody is asked', () => {
  test('[B2242] in an archived class, after leaving it, where the school has switched it off, or by a canceled run', async () => {
    const { lesson } = await hold();
    await app.clock.moveTo(AFTER_A_WEEK);
    const [ann, ben] = [await back(lesson.students[0]!), await back(lesson.students[1]!)];
    const { id } = (await atHome(ann))!;
    const whileIn = async () => [await atHome(ann), (await open(ann, id)).error?.code, (await answer(ann, id, await choiceOf(lesson.transfer, 1))).error?.code];
    await sql`UPDATE courses SET archived_at = app_now() WHERE id = ${lesson.courseId}`.execute(app.db);
    expect(await whileIn()).toEqual([null, 'REVIEW_NOT_FOUND', 'REVIEW_NOT_FOUND']);
    await sql`UPDATE courses SET archived_at = NULL WHERE id = ${lesson.courseId}`.execute(app.db);
    const admin = await back(lesson.admin);
    await admin.call(schoolSettingsUpdate, { params: { id: lesson.schoolId }, body: { asks_again: false } });
    expect(await whileIn()).toEqual([null, 'REVIEW_NOT_FOUND', 'REVIEW_NOT_FOUND']);
    await admin.call(schoolSettingsUpdate, { params: { id: lesson.schoolId }, body: { asks_again: true } });
    expect(await atHome(ben)).not.toBeNull();
    await scenario.remove(lesson.courseId, ann.accountId);
    expect(await whileIn()).toEqual([null, 'REVIEW_NOT_FOUND', 'REVIEW_NOT_FOUND']);
    expect((await results({ ...lesson, teacher: await back(lesson.teacher) })).rounds).toEqual([{ round: 1, asked: 1, answered: 0, right: 0 }]);
    const canceled = await holdLesson(app, scenario, ALL_ANSWER, { until: 'Form - 1A' });
    await canceled.teacher.call(liveClose, { body: { id: canceled.assessmentId } });
    expect(await planned(canceled)).toEqual([]);
  });

  test('[B2242] two questions at a time, or more than two in a week', async () => {
    const { lesson } = await hold();
    const other = (await hold({ schoolId: lesson.schoolId })).lesson;
    const ann = lesson.students[0]!;
    await inTransaction(app.db, (tx) => enrol(tx, other.courseId, [ann.accountId], 'STUDENT'));
    const add = (sessionId: number, round: number) =>
      sql`
      INSERT INTO reviews (session_id, account_id, round, question_version_id, due_at, ends_at)
      VALUES (${sessionId}, ${ann.accountId}, ${round}, ${lesson.transfer.versionId}, '2027-03-08T00:00:00Z', '2027-03-22T00:00:00Z')`.execute(app.db);
    await add(lesson.sessionId, 2);
    await add(other.sessionId, 1);
    await app.clock.moveTo('2027-03-09T06:30:00Z');
    const annNow = await back(ann);
    const right = await choiceOf(lesson.transfer, 1);
    const first = (await atHome(annNow))!.id;
    await answer(annNow, first, right);
    const second = (await atHome(annNow))!.id;
    expect(second).not.toBe(first);
    await answer(annNow, second, right);
    expect(await atHome(annNow)).toBeNull();
    await app.clock.moveTo('2027-03-16T06:31:00Z');
    expect((await atHome(await back(ann)))?.id).not.toBeOneOf([undefined, first, second]);
  });
});

describe('an answer', () => {
  test('[B2240] counts once, also when it is sent twice at once; a repeat changes nothing; another one, one of another question and one after the end are refused', async () => {
    const { lesson } = await hold();
    await app.clock.moveTo(AFTER_A_WEEK);
    const [ann, ben] = [await back(lesson.students[0]!), await back(lesson.students[1]!)];
    const { id } = (await atHome(ann))!;
    const [wrong, right] = [await choiceOf(lesson.transfer, 0), await choiceOf(lesson.transfer, 1)];
    const foreign = await answer(ann, id, await choiceOf(lesson.first, 1));
    expect(foreign.error).toMatchObject({ code: 'VALIDATION_FAILED', errors: { response_id: expect.anything() } });
    expect((await answer(ben, id, right)).error?.code).toBe('REVIEW_NOT_FOUND');
    const both = await Promise.all([answer(ann, id, wrong), answer(ann, id, right)]);
    expect(both.map(({ error }) => error?.code ?? null).toSorted()).toEqual(['ALREADY_ANSWERED', null].toSorted());
    const kept = both.find(({ error }) => !error)!.body.review.answer!.response_id;
    expect((await answer(ann, id, kept)).body.review.answer?.response_id).toBe(kept);
    expect((await later(ann, id)).error?.code).toBe('ALREADY_ANSWERED');
    const bens = (await atHome(ben))!.id;
    await app.clock.moveTo('2027-03-21T18:30:00Z');
    const benLate = await back(ben);
    expect(await atHome(benLate)).toBeNull();
    for (const reply of [await open(benLate, bens), await answer(benLate, bens, right), await later(benLate, bens)])
      expect(reply.error?.code).toBe('REVIEW_ENDED');
  });

  test('[B2244] “Not now” keeps the question from Home until the next day of the school', async () => {
    const { lesson } = await hold();
    await app.clock.moveTo('2027-03-08T15:30:00Z'); // in Kolkata 21:00
    const ann = await back(lesson.students[0]!);
    const { id } = (await atHome(ann))!;
    expect((await later(ann, id)).body.shown_from).toBe('2027-03-08T18:30:00.000Z');
    expect(await atHome(ann)).toBeNull();
    expect((await open(ann, id)).body.review.id).toBe(id);
    await app.clock.moveTo('2027-03-08T18:30:00Z');
    expect((await atHome(await back(ann)))?.id).toBe(id);
  });
});

test('[B2245] its results are for the staff of the lesson alone, and the calls for students alone', async () => {
  const { lesson } = await hold();
  const query = { assessment_id: lesson.assessmentId };
  expect((await lesson.coTeacher.call(reviewResults, { query })).body.results.transfer).toEqual({ answered: 2, right: 1 });
  expect((await lesson.otherTeacher.call(reviewResults, { query })).error?.code).toBe('ASSESSMENT_NOT_FOUND');
  expect((await lesson.students[0]!.call(reviewResults, { query })).status).toBe(403);
  const { id } = (await planned(lesson))[0]!;
  expect((await open(lesson.teacher, id)).status).toBe(403);
  expect((await answer(lesson.teacher, id, 1)).status).toBe(403);
  expect((await later(lesson.otherStudent, id)).error?.code).toBe('REVIEW_NOT_FOUND');
});

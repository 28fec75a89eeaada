import { liveClose, postReact, rewardPointList } from '@classwright/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createScenario, type Scenario, startLesson, startTestApp, type TestApp, type TestPerson } from '../../../testing/index.ts';

let app: TestApp;
let scenario: Scenario;

beforeAll(async () => {
  app = await startTestApp();
  scenario = createScenario(app);
});
afterAll(() => app.close());

const typesOf = async (student: TestPerson): Promise<string[]> =>
  (await student.call(rewardPointList)).body.data.map(({ type_key }: { type_key: string }) => type_key).sort();

const pointsOf = async (student: TestPerson): Promise<number> => (await student.call(rewardPointList)).body.total_points;

test('[K247] [B1550] a finished lesson earns points for answers, reasons and being right after the discussion, not for being wrong before it', async () => {
  const lesson = await startLesson(app, scenario, { students: 4 });
  const [changed, steady, once, absent] = lesson.students as [TestPerson, TestPerson, TestPerson, TestPerson];
  for (const student of [changed, steady, once]) await lesson.login(student);
  await lesson.answer(changed, 'Form - 1A', 0);
  await lesson.answer(steady, 'Form - 1A', 1);
  await lesson.answer(once, 'Form - 1A', 0);
  await lesson.step('re-assign');
  await lesson.answer(changed, 'Form - 1B', 1);
  await lesson.answer(steady, 'Form - 1B', 1);
  await lesson.step('next');
  await lesson.answer(changed, 'Form - 2', 0);
  await lesson.answer(steady, 'Form - 2', 0, { comment: '' });
  for (const student of lesson.students) expect(await typesOf(student)).toEqual([]);
  expect((await lesson.step('finished')).status).toBe(200);
  expect([await typesOf(changed), await typesOf(steady), await typesOf(once), await typesOf(absent)]).toEqual([
    ['lesson-answered', 'reason-in-each-form', 'right-after-talking'],
    ['lesson-answered', 'right-after-talking'],
    [],
    [],
  ]);
});

test('a canceled lesson earns nothing', async () => {
  const lesson = await startLesson(app, scenario, { students: 1 });
  const student = lesson.students[0] as TestPerson;
  await lesson.login(student);
  await lesson.answer(student, 'Form - 1A', 1);
  expect((await lesson.teacher.call(liveClose, { body: { assessment_id: lesson.assessmentId, id: lesson.assessmentId } })).status).toBe(200);
  expect(await typesOf(student)).toEqual([]);
});

test('[K247] a post that a teacher likes earns points while a teacher likes it, and once, however many teachers like it and however often; classmates’ likes earn none', async () => {
  const lesson = await startLesson(app, scenario, { students: 2 });
  const [author, classmate] = lesson.students as [TestPerson, TestPerson];
  for (const student of [author, classmate]) await lesson.login(student);
  const post_id = (await lesson.answer(author, 'Form - 1A', 1)).body.post.id as number;
  await lesson.answer(classmate, 'Form - 1A', 0);
  const react = async (by: TestPerson, reaction_type: string) => (await by.call(postReact, { body: { post_id, reaction_type } })).status;
  expect(await react(classmate, 'like')).toBe(200);
  expect(await typesOf(author)).toEqual([]);
  const pointsAfter = async (by: TestPerson, reaction: string) => {
    expect(await react(by, reaction)).toBe(200);
    return pointsOf(author);
  };
  for (const [by, reaction, points] of [
    [lesson.teacher, 'like', 2],
    [lesson.teacher, 'like', 2],
    [lesson.coTeacher, 'like', 2],
    [lesson.teacher, 'dislike', 2], // the other's stands
    [lesson.coTeacher, 'dislike', 0],
    [classmate, 'dislike', 0],
    [lesson.teacher, 'dislike', 0],
    [lesson.teacher, 'like', 2],
    [lesson.coTeacher, 'like', 2],
  ] as const)
    expect([reaction, await pointsAfter(by, reaction)]).toEqual([reaction, points]);
  expect(await typesOf(author)).toEqual(['liked-by-teacher', 'liked-by-teacher', 'liked-by-teacher-taken-back']);
});

test('[B693] a like that is taken back takes no more than there is, is not paid twice, and leaves the day’s other likes their room', async () => {
  const lesson = await startLesson(app, scenario, { students: 1 });
  const [author] = lesson.students as [TestPerson];
  await lesson.login(author);
  const post_id = (await lesson.answer(author, 'Form - 1A', 1)).body.post.id as number;
  const react = (by: TestPerson, reaction_type: string) => by.call(postReact, { body: { post_id, reaction_type } });
  const spend = async (points: number) => {
    await sql`INSERT INTO reward_points (account_id, type, points, cause) VALUES (${author.accountId}, 'redeemed', ${-points}, 'spent')`.execute(app.db);
    await sql`UPDATE reward_balances SET points = points - ${points} WHERE account_id = ${author.accountId}`.execute(app.db);
  };
  for (let time = 0; time < 8; time += 1) for (const reaction of ['like', 'dislike']) await react(lesson.teacher, reaction);
  expect(await pointsOf(author)).toBe(0);
  await react(lesson.teacher, 'like');
  expect(await pointsOf(author)).toBe(2);
  await spend(1);
  await react(lesson.teacher, 'dislike');
  expect(await pointsOf(author)).toBe(0);
  await react(lesson.teacher, 'like');
  expect(await pointsOf(author)).toBe(0);
});

test('of likes and dislikes of several teachers at once the points are right in the end', async () => {
  const lesson = await startLesson(app, scenario, { students: 1 });
  const [author] = lesson.students as [TestPerson];
  await lesson.login(author);
  const post_id = (await lesson.answer(author, 'Form - 1A', 1)).body.post.id as number;
  const react = (by: TestPerson, reaction_type: string) => by.call(postReact, { body: { post_id, reaction_type } });
  const staff = [lesson.teacher, lesson.coTeacher, lesson.admin];
  for (let round = 0; round < 6; round += 1) {
    await Promise.all(staff.flatMap((by) => ['like', 'dislike', 'like', 'dislike'].map((reaction) => react(by, reaction))));
    const { rows } = await sql`SELECT 1 FROM post_reactions WHERE post_id = ${post_id} AND reaction = 'like'`.execute(app.db);
    expect(await pointsOf(author)).toBe(rows.length > 0 ? 2 : 0);
  }
});

import { FORM_KEYS, type Form, formWiseReactions, liveClose, liveSummary } from '@classwright/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../../testing/index.ts';
import { type RunningLesson, startLesson } from '../../../../testing/running-lesson.ts';
import { createScenario, type Scenario, type TestPerson } from '../../../../testing/scenario.ts';
import { discuss } from './testing/discussion.ts';

let app: TestApp;
let scenario: Scenario;
beforeAll(async () => {
  app = await startTestApp();
  scenario = createScenario(app);
});
afterAll(() => app.close());

const summaryOf = async (lesson: RunningLesson, person: TestPerson) =>
  (await person.call(liveSummary, { query: { assessment_id: lesson.assessmentId } })).body.summary;
const reactionsOf = async (lesson: RunningLesson, student: TestPerson) =>
  (await student.call(formWiseReactions, { query: { assessment_id: lesson.assessmentId } })).body;
const nameOf = ({ firstName, lastName }: TestPerson) => `${firstName} ${lastName}`;

/**
 * Counted by hand. Choices of six students (the second choice, 1, is right; – is no answer):
 *
 *             ann  ben  cem  dia  eve  fay
 *   1A         0    1    0    1    2    –
 *   1B         1    1    3    0    –    1
 *   2          1    2    1    –    1    1
 */
const CHOICES: Record<Form, (number | null)[]> = { 'Form - 1A': [0, 1, 0, 1, 2, null], 'Form - 1B': [1, 1, 3, 0, null, 1], 'Form - 2': [1, 2, 1, null, 1, 1] };

async function wholeLesson({ until = 'finished' }: { until?: Form | 'finished' } = {}) {
  const lesson = await startLesson(app, scenario, { students: 7 }); // the seventh never comes
  const talk = discuss(lesson);
  await talk.openCommenting();
  const [ann, ben, cem, dia, eve, fay] = lesson.students as [TestPerson, TestPerson, TestPerson, TestPerson, TestPerson, TestPerson];
  for (const student of lesson.students.slice(0, 6)) await lesson.login(student);
  const posts: Record<string, number> = {};
  const answerAll = async (form: Form) => {
    for (const [index, choice] of CHOICES[form].entries())
      if (choice !== null) posts[`${form} ${index}`] = await talk.post(lesson.students[index]!, form, choice);
  };
  const { teacher, coTeacher } = lesson;
  await answerAll('Form - 1A');
  await talk.react(ben, posts['Form - 1A 0']!); // a like between students: given by ben, received by nobody
  await talk.react(teacher, posts['Form - 1A 0']!); // received by ann
  await talk.react(coTeacher, posts['Form - 1A 0']!); // received by ann
  await talk.react(teacher, posts['Form - 1A 1']!, 'dislike'); // in no figure
  await talk.react(ann, posts['Form - 1A 1']!);
  await talk.react(ann, posts['Form - 1A 1']!, 'dislike'); // changed their mind: no like any more
  const byTeacher = (await talk.comment(teacher, posts['Form - 1A 0']!, 'Think again.')).body.comment;
  const byAnn = (await talk.comment(ann, posts['Form - 1A 0']!, 'I will.')).body.comment; // on one's own post: given
  await talk.comment(ben, posts['Form - 1A 0']!, 'Me too.');
  await talk.reply(ann, byTeacher.id, 'A reply is in no figure.');
  if (until !== 'Form - 1A') {
    await lesson.step('re-assign');
    await answerAll('Form - 1B');
    await talk.react(cem, posts['Form - 1B 0']!);
    await talk.comment(coTeacher, posts['Form - 1B 3']!, 'Why did you change?');
  }
  if (until === 'Form - 2' || until === 'finished') {
    await lesson.step('next');
    await answerAll('Form - 2');
    await talk.react(teacher, posts['Form - 2 5']!);
  }
  if (until === 'finished') await lesson.step('finished');
  return { ...lesson, ...talk, ann, ben, cem, dia, eve, fay, posts, byTeacher, byAnn };
}

test('[K407] [L202] [L408] [LIVE-50] likes and comments of each form, those of students and staff alike; dislikes and replies are in neither', async () => {
  const lesson = await wholeLesson();
  for (const person of [lesson.teacher, lesson.admin, lesson.ann, lesson.fay, lesson.students[6]!]) {
    const summary = await summaryOf(lesson, person);
    expect(summary).toMatchObject({
      title: expect.stringContaining('Assessment'),
      class_name: expect.stringContaining('Class'),
      finished_at: expect.stringMatching(/Z$/),
      form_1A: { form: 'Form - 1A', total_likes: 3, total_comments: 3 },
      form_1B: { form: 'Form - 1B', total_likes: 1, total_comments: 1 },
      form_2: { form: 'Form - 2', total_likes: 1, total_comments: 0 },
    });
  }
});

test('[LIVE-43] [LIVE-46] staff also read how each form was answered and how students moved; students do not', async () => {
  const lesson = await wholeLesson();
  const { distribution, transitions } = await summaryOf(lesson, lesson.coTeacher);
  const [first, transfer] = [await lesson.choices('Form - 1A'), await lesson.choices('Form - 2')];
  const counts = (ids: number[], values: number[]) => ids.map((response_id, index) => ({ response_id, count: values[index] }));
  expect(distribution).toEqual([
    { form: 'Form - 1A', answered: 5, of: 6, right: 2, students: 7, counts: counts(first, [2, 2, 1, 0]) },
    { form: 'Form - 1B', answered: 5, of: 6, right: 3, students: 7, counts: counts(first, [1, 3, 0, 1]) },
    { form: 'Form - 2', answered: 5, of: 6, right: 4, students: 7, counts: counts(transfer, [0, 4, 1, 0]) },
  ]);
  // 1A to 1B: ann 0→1, ben 1→1, cem 0→3, dia 1→0; eve and fay answered one of them only
  expect(transitions![0]).toEqual({
    from: 'Form - 1A',
    to: 'Form - 1B',
    kept_right: 1,
    wrong_to_right: 1,
    right_to_wrong: 1,
    kept_wrong: 1,
    flows: [
      [0, 1],
      [0, 3],
      [1, 0],
      [1, 1],
    ].map(([from, to]) => ({ from_response_id: first[from!], to_response_id: first[to!], count: 1 })),
  });
  // 1B to 2: ann right→right, ben right→wrong, cem wrong→right, fay right→right
  expect(transitions![1]).toEqual({ from: 'Form - 1B', to: 'Form - 2', kept_right: 2, wrong_to_right: 1, right_to_wrong: 1, kept_wrong: 0, flows: [] });
  expect(transitions).toHaveLength(2);
  const student = await summaryOf(lesson, lesson.ann);
  expect([student.distribution, student.transitions]).toEqual([undefined, undefined]);
});

test('[LIVE-32] while the lesson runs a student reads the totals of those forms only whose posts are theirs to see', async () => {
  const lesson = await wholeLesson({ until: 'Form - 1B' });
  expect(await summaryOf(lesson, lesson.ann)).toMatchObject({
    finished_at: null,
    form_1A: { total_likes: 3 },
    form_1B: { total_likes: 1, total_comments: 1 },
    form_2: { total_likes: 0 },
  });
  expect(await summaryOf(lesson, lesson.eve)).toMatchObject({ form_1A: { total_likes: 3 }, form_1B: { total_likes: 0, total_comments: 0 } }); // has not answered 1B
  expect((await summaryOf(lesson, lesson.teacher)).transitions).toHaveLength(1);
});

test('[LIVE-52] before a run and after a cancel all totals are zero', async () => {
  const lesson = await wholeLesson({ until: 'Form - 1A' });
  await lesson.teacher.call(liveClose, { body: { id: lesson.assessmentId } });
  const zero = (form: Form) => ({ form, total_likes: 0, total_comments: 0 });
  const empty = { form_1A: zero('Form - 1A'), form_1B: zero('Form - 1B'), form_2: zero('Form - 2'), finished_at: null };
  expect(await summaryOf(lesson, lesson.ann)).toMatchObject(empty);
  expect(await summaryOf(lesson, lesson.teacher)).toMatchObject({ ...empty, distribution: [], transitions: [] });
  const nothing = { likes: { given: [], received: [] }, comments: { given: [], received: [] } };
  expect(await reactionsOf(lesson, lesson.ann)).toEqual({ status: 'success', form_1A: nothing, form_1B: nothing, form_2: nothing });
  const idle = await scenario.lesson({ students: 1 });
  expect((await idle.students[0]!.call(liveSummary, { query: { assessment_id: idle.assessmentId } })).body.summary).toMatchObject(empty);
});

test('[L203] [L405] [LIVE-49] received is what staff gave to one’s own posts, given what one gave to any; what students give each other is received by nobody', async () => {
  const lesson = await wholeLesson();
  const { ann, ben, cem, dia, fay, teacher, coTeacher, posts } = lesson;
  const like = (form: Form, index: number, giver: TestPerson) => ({
    post_id: posts[`${form} ${index}`],
    account_id: giver.accountId,
    name: nameOf(giver),
    last_update: expect.any(String),
  });
  const comment = (form: Form, index: number, giver: TestPerson, text: string) => ({ id: expect.any(Number), ...like(form, index, giver), comment: text });
  const nothing = { likes: { given: [], received: [] }, comments: { given: [], received: [] } };

  const { form_1A, form_1B, form_2 } = await reactionsOf(lesson, ann);
  expect(form_1A).toEqual({
    likes: { given: [], received: [like('Form - 1A', 0, teacher), like('Form - 1A', 0, coTeacher)] },
    comments: { given: [comment('Form - 1A', 0, ann, 'I will.')], received: [comment('Form - 1A', 0, teacher, 'Think again.')] },
  });
  expect([form_1B, form_2]).toEqual([nothing, nothing]); // cem's like is no staff's

  expect((await reactionsOf(lesson, ben)).form_1A).toEqual({
    likes: { given: [like('Form - 1A', 0, ben)], received: [] },
    comments: { given: [comment('Form - 1A', 0, ben, 'Me too.')], received: [] },
  });
  expect((await reactionsOf(lesson, cem)).form_1B.likes).toEqual({ given: [like('Form - 1B', 0, cem)], received: [] });
  expect((await reactionsOf(lesson, dia)).form_1B.comments).toEqual({ given: [], received: [comment('Form - 1B', 3, coTeacher, 'Why did you change?')] });
  expect((await reactionsOf(lesson, fay)).form_2.likes).toEqual({ given: [], received: [like('Form - 2', 5, teacher)] });
  expect(await reactionsOf(lesson, lesson.students[6]!)).toMatchObject({ form_1A: nothing, form_1B: nothing, form_2: nothing });
  expect(Object.keys(FORM_KEYS)).toEqual(['Form - 1A', 'Form - 1B', 'Form - 2']);
});

test('reactions are the students’ own call; people outside the class have neither call', async () => {
  const lesson = await startLesson(app, scenario, { students: 1 });
  const query = { assessment_id: lesson.assessmentId };
  for (const person of [lesson.teacher, lesson.admin]) expect((await person.call(formWiseReactions, { query })).status).toBe(403);
  for (const endpoint of [formWiseReactions, liveSummary]) {
    const reply = await lesson.otherStudent.call(endpoint, { query });
    expect([reply.status, reply.error?.code]).toEqual([404, 'ASSESSMENT_NOT_FOUND']);
    expect((await app.call(endpoint, { query })).status).toBe(401);
  }
  expect((await lesson.otherTeacher.call(liveSummary, { query })).error?.code).toBe('ASSESSMENT_NOT_FOUND');
});

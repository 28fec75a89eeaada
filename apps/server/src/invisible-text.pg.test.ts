import { announcementCreate, announcementUpdate, courseCreate, courseWorkCreate, levels, topicCreate } from '@classwright/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createScenario, startTestApp, type TestApp, type TestClass } from './testing/index.ts';

/** A text of invisible characters only. */
const HIDDEN = '\u200b\u200d\u2060';
const documentOf = (text: string) => ({ type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text }] }] });

let app: TestApp;
let room: TestClass;
beforeAll(async () => {
  app = await startTestApp();
  room = await createScenario(app).class({ students: 1 });
});
afterAll(() => app.close());

test.each([
  ['plain text', HIDDEN],
  ['a document', documentOf(HIDDEN)],
])('[B1462] an announcement of nothing but invisible characters is refused as empty, as %s, also in an edit', async (_, text) => {
  const { teacher, courseId } = room;
  const refused = { status: 422, error: { errors: { text: [expect.stringMatching(/./)] } } };
  const send = (words: unknown) => teacher.call(announcementCreate, { body: { text: words as string, students: ['ALL_STUDENTS'], courses: [courseId] } });
  expect(await send(text)).toMatchObject(refused);
  const made = await send('Bring a ruler.');
  expect(made.status).toBe(201);
  const { id } = made.body.announcement;
  expect(await teacher.call(announcementUpdate, { params: { id }, body: { text: text as string } })).toMatchObject(refused);
});

test('[B1462] an option of invisible characters is refused at its place', async () => {
  const { teacher, courseId } = room;
  const body = { title: 'Poll', workType: 'MULTIPLE_CHOICE_QUESTION', maxPoints: 10, multipleChoiceQuestion: { choices: ['Yes', HIDDEN] } } as const;
  const reply = await teacher.call(courseWorkCreate, { params: { id: courseId }, body });
  expect(reply.status).toBe(422);
  expect(Object.keys(reply.error?.errors ?? {})).toEqual(['multipleChoiceQuestion.choices.1']);
});

test('[B1463] names are kept without what turns the words around them; names in Hebrew and emoji stay as they are', async () => {
  const { teacher, courseId } = room;
  const admin = await createScenario(app).person('admin', null);
  const { data: level } = (await admin.call(levels.endpoints.create, { body: { name: '\u2067Grade 9\u202e' } })).body;
  expect(level.name).toBe('Grade 9');
  const named = async (name: string) => (await teacher.call(topicCreate, { body: { name, external_course_id: courseId } })).body.topic.name;
  expect(await named('\u202eytivarG\u202c')).toBe('ytivarG');
  expect(await named('שלום C++\u200f!')).toBe('שלום C++\u200f!');
  expect(await named('👩\u200d🔬 می\u200cخواهم')).toBe('👩\u200d🔬 می\u200cخواهم');
  const made = await admin.call(courseCreate, { body: { name: 'Lab\u202e 10\nB', level_id: level.id, section: HIDDEN, ownerId: teacher.accountId } });
  expect(made.body.course).toMatchObject({ name: 'Lab 10 B', section: '' });
});

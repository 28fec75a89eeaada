import { auditList, handOffCreate, liveClose, liveHide, liveSnapshotExport } from '@classwright/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readSheets } from '../../../../platform/spreadsheets/testing/read-sheets.ts';
import { startTestApp, type TestApp } from '../../../../testing/index.ts';
import { type RunningLesson, startLesson } from '../../../../testing/running-lesson.ts';
import { createScenario, type Scenario, type TestPerson } from '../../../../testing/scenario.ts';
import { discuss } from './testing/discussion.ts';
import { COUNTED, holdLesson } from './testing/held-lesson.ts';

let app: TestApp;
let scenario: Scenario;
beforeAll(async () => {
  app = await startTestApp();
  scenario = createScenario(app);
});
afterAll(() => app.close());

const take = (lesson: RunningLesson, person: TestPerson = lesson.teacher) => person.call(liveSnapshotExport, { query: { assessment_id: lesson.assessmentId } });
async function sheetsOf(lesson: RunningLesson): Promise<[string[][], string[][], string[][], string[][]]> {
  const reply = await take(lesson);
  expect(reply.status).toBe(200);
  return (await readSheets(reply.body as never)) as never;
}
const rename = (person: TestPerson, first_name: string, last_name: string) =>
  app.db.updateTable('accounts').set({ first_name, last_name }).where('id', '=', person.accountId).execute();

test('[B807] a lesson as a spreadsheet: what each student chose, how each response was chosen and who moved, as counted by hand; what begins like a formula stays text', async () => {
  const lesson = await startLesson(app, scenario, { students: 5 });
  const [ann, ben, cem, dia, eve] = lesson.students as [TestPerson, TestPerson, TestPerson, TestPerson, TestPerson];
  await rename(ann, '=cmd|calc!A1', '1');
  await rename(ben, '@SUM(A1)', '2');
  await rename(cem, '+1', '3');
  await rename(dia, 'مريم', '4');
  await rename(eve, '-陈伟', '5');
  await app.db.updateTable('assessments').set({ title: '=1/0: "Circuits"' }).where('id', '=', lesson.assessmentId).execute();
  const talk = discuss(lesson);
  await talk.openCommenting();
  const forms = ['Form - 1A', 'Form - 1B', 'Form - 2'] as const;
  for (const student of [ann, ben, cem, dia]) await lesson.login(student);
  for (const [place, form] of forms.entries()) {
    for (const [index, choice] of COUNTED[form].entries()) {
      if (choice === null) continue;
      const post = await talk.post(lesson.students[index] as TestPerson, form, choice);
      if (place === 0 && index === 1) {
        await talk.react(ann, post);
        await talk.react(lesson.teacher, post);
        await talk.comment(lesson.teacher, post, 'Good.');
      }
    }
    await lesson.step((['re-assign', 'next', 'finished'] as const)[place]!);
  }

  const reply = await take(lesson);
  expect(reply.headers).toMatchObject({
    'content-type': liveSnapshotExport.download,
    'content-disposition': expect.stringMatching(/^attachment; filename="snapshot-_1-0- -Circuits--\d{4}-\d\d-\d\d\.xlsx"/),
  });
  const [about, students, responses, moves] = (await readSheets(reply.body as never)) as [string[][], string[][], string[][], string[][]];
  const said = Object.fromEntries(about.map(([what, value]) => [what, value]));
  expect(said).toMatchObject({
    Title: '=1/0: "Circuits"',
    'Students of the class': '5',
    'Took part': '4',
    'Form - 1A: answers': '4',
    'Form - 1A: right': '2',
    'Form - 1B: answers': '3',
    'Form - 1B: right': '1',
    'Form - 2: right': '3',
    'Normalized gain': '0',
  });
  expect(said['Held (UTC)']).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d$/);
  expect(students[0]?.slice(0, 6)).toEqual(['Student', 'Email', 'Roster ID', 'Took part', 'Form - 1A', 'Form - 1A: right']);
  const byName = new Map(students.slice(1).map((cells) => [cells[0], cells]));
  const letters = (name: string) => [4, 6, 8].map((column) => byName.get(name)?.[column]?.slice(0, 2) ?? '');
  const rights = (name: string) => [5, 7, 9].map((column) => byName.get(name)?.[column] ?? '');
  expect([...byName.keys()]).toEqual(['=cmd|calc!A1 1', '@SUM(A1) 2', '+1 3', 'مريم 4', '-陈伟 5']);
  expect(letters('=cmd|calc!A1 1')).toEqual(['A:', 'B:', 'B:']);
  expect(rights('=cmd|calc!A1 1')).toEqual(['no', 'yes', 'yes']);
  expect(byName.get('=cmd|calc!A1 1')?.slice(11)).toEqual(['✗ ✓ ✓', '1', '0', '0', '0', '0', '0']);
  expect(byName.get('@SUM(A1) 2')?.slice(11)).toEqual(['✓ ✗ ✓', '0', '0', '1', '1', '1', '0']);
  expect([letters('مريم 4'), byName.get('مريم 4')?.[11]]).toEqual([['B:', '', 'B:'], '']);
  expect(byName.get('-陈伟 5')?.slice(3, 5)).toEqual(['no', '']);
  expect(responses.filter(([form]) => form === 'Form - 1A').map(([, , , right, count, share]) => [right, count, share])).toEqual([
    ['no', '1', '25'],
    ['yes', '2', '50'],
    ['no', '1', '25'],
    ['no', '0', '0'],
  ]);
  expect(moves.slice(1).map(([, from, to, count]) => [from?.[0], to?.[0], count])).toEqual([
    ['A', 'B', '1'],
    ['B', 'A', '1'],
    ['C', 'D', '1'],
  ]);
});

test('[B2530] the file has a sheet of reasons: first those of students who moved, formulas as they are read, no word that is hidden from the class', async () => {
  const lesson = await startLesson(app, scenario, { students: 4 });
  const [ann, ben, cem, dia] = lesson.students as [TestPerson, TestPerson, TestPerson, TestPerson];
  for (const [index, student] of lesson.students.entries()) await rename(student, `Student ${index + 1}`, 'Ng');
  const talk = discuss(lesson);
  for (const student of [ann, ben, cem, dia]) await lesson.login(student);
  const formula = {
    type: 'doc',
    content: [
      {
        type: 'paragraph',
        content: [
          { type: 'text', text: 'Since ' },
          { type: 'inlineMath', attrs: { latex: 'F_1 = m\\cdot a' } },
        ],
      },
    ],
  };
  await talk.post(ann, 'Form - 1A', 1, '=SUM(A1) it stays');
  await talk.post(ben, 'Form - 1A', 1, formula);
  const rude = await talk.post(cem, 'Form - 1A', 1, 'You are all stupid.');
  await lesson.step('re-assign');
  await talk.post(ben, 'Form - 1B', 0, 'Ann convinced me');
  await talk.post(ann, 'Form - 1B', 1, '');
  await lesson.step('next');
  await talk.post(dia, 'Form - 2', 2, 'Guessed');
  await lesson.step('finished');
  await lesson.teacher.call(liveHide, { body: { type: 'post', id: rude, reason: 'unkind', words: '' } });

  const [head, ...rows] = (await sheetsOf(lesson)).at(-1) as string[][];
  expect(head).toEqual(['Student', 'Email', 'Roster ID', 'Form', 'Letter', 'Response', 'Reason', 'Changed after talking']);
  expect(rows.map(([name, , , form, letter, , reason, moved]) => [name, form, letter, reason, moved ?? ''])).toEqual([
    ['Student 2 Ng', 'Form - 1A', 'B', 'Since F₁ = m·a', 'yes'],
    ['Student 1 Ng', 'Form - 1A', 'B', '=SUM(A1) it stays', 'no'],
    ['Student 3 Ng', 'Form - 1A', 'B', 'Hidden from the class', ''],
    ['Student 2 Ng', 'Form - 1B', 'A', 'Ann convinced me', 'yes'],
    ['Student 4 Ng', 'Form - 2', 'C', 'Guessed', ''],
  ]);
  const { email } = await app.db.selectFrom('accounts').select('email').where('id', '=', ben.accountId).executeTakeFirstOrThrow();
  expect(rows[0]?.[1]).toBe(email);
  expect(rows[0]?.[5]).not.toBe('');
});

test('[B808] of a running lesson it holds the forms that have closed and nothing of what students gave; before, and of a canceled lesson, there is none', async () => {
  const open = await holdLesson(app, scenario, COUNTED, { until: 'open' });
  expect((await take(open)).error?.code).toBe('SNAPSHOT_MISSING');
  const lesson = await holdLesson(app, scenario, COUNTED, { until: 'Form - 1A' });
  await lesson.answer(lesson.students[0] as TestPerson, 'Form - 1B', 1);
  const [about, students, responses, moves] = await sheetsOf(lesson);
  expect(about.map(([what]) => what)).not.toContain('Form - 1B: answers');
  expect(students.slice(1).map((cells) => cells.slice(6).join(''))).toEqual(['', '', '', '']);
  expect([...new Set(responses.slice(1).map(([form]) => form))]).toEqual(['Form - 1A']);
  expect(moves).toHaveLength(1);
  await lesson.teacher.call(liveClose, { body: { id: lesson.assessmentId } });
  expect((await take(lesson)).error?.code).toBe('SNAPSHOT_MISSING');
});

test('[ACCESS] [B809] [B1565] staff of the class and Admins take it, nobody else, of an archived class too, with a code that counts once; each time stands in the trail', async () => {
  const lesson = await holdLesson(app, scenario, COUNTED);
  const foreign = await startLesson(app, scenario, { students: 1 });
  const stranger = await scenario.person('teachers', lesson.schoolId);
  for (const person of [stranger, foreign.teacher]) expect((await take(lesson, person)).error?.code).toBe('ASSESSMENT_NOT_FOUND');
  for (const student of [lesson.students[0], foreign.students[0]]) expect((await take(lesson, student)).status).toBe(403);
  for (const id of ['x', '', -1]) expect((await lesson.teacher.call(liveSnapshotExport, { query: { assessment_id: id as never } })).status).toBe(422);
  const asked = (format: string) => lesson.teacher.call(liveSnapshotExport, { query: { assessment_id: lesson.assessmentId, format: format as never } });
  expect((await asked('csv')).error?.errors).toEqual({ format: ['This file is available only as xlsx. Use format=xlsx, or leave the format out.'] });
  await app.db.updateTable('courses').set({ archived_at: new Date() }).where('id', '=', lesson.courseId).execute();
  for (const person of [lesson.teacher, lesson.coTeacher, lesson.admin]) expect((await take(lesson, person)).status).toBe(200);

  const { code } = (await lesson.teacher.call(handOffCreate, { body: { target: '/api/live/learning/teachers/snapshot/export' } })).body;
  const url = `/api/live/learning/teachers/snapshot/export?assessment_id=${lesson.assessmentId}&code=${code}`;
  expect((await app.server.app.inject({ method: 'GET', url })).statusCode).toBe(200);
  expect((await app.server.app.inject({ method: 'GET', url })).statusCode).toBe(403);

  const { data } = (await lesson.admin.call(auditList, { query: { action: 'live.snapshotExport', subject_id: lesson.assessmentId } })).body;
  expect(data.map(({ account_id }) => account_id)).toEqual([lesson.teacher, lesson.admin, lesson.coTeacher, lesson.teacher].map(({ accountId }) => accountId));
  expect(data[0]?.sentence).toMatch(/ downloaded the live snapshot of the lesson /);
});

import { liveSnapshotExport, liveStudentSnapshot, liveTeacherSnapshot, schoolSettingsGet, schoolSettingsUpdate } from '@classwright/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readSheets } from '../../../../platform/spreadsheets/testing/read-sheets.ts';
import { startTestApp, type TestApp } from '../../../../testing/index.ts';
import type { RunningLesson } from '../../../../testing/running-lesson.ts';
import { createScenario, type Scenario, type TestPerson } from '../../../../testing/scenario.ts';
import { holdLesson } from './testing/held-lesson.ts';

let app: TestApp;
let scenario: Scenario;
beforeAll(async () => {
  app = await startTestApp();
  scenario = createScenario(app);
});
afterAll(() => app.close());

const allow = ({ admin, schoolId }: RunningLesson, subgroup_field: unknown) =>
  admin.call(schoolSettingsUpdate, { params: { id: schoolId }, body: { subgroup_field: subgroup_field as never } });
const groupsOf = async (lesson: RunningLesson) =>
  (await lesson.teacher.call(liveTeacherSnapshot, { query: { assessment_id: lesson.assessmentId } })).body.snapshot?.subgroups;
const live = ({ accountId }: TestPerson, city: string, dob: string) => app.db.insertInto('profiles').values({ account_id: accountId, city, dob }).execute();

test('[B810] groups by what the school allows: off until it is chosen, those under five joined, only of who chose in all forms, for staff alone', async () => {
  // six students: five are wrong throughout, one is right throughout, and one of the first six does not choose in
  // Form - 2
  const first = [0, 0, 0, 0, 0, 0, 2, 2, 2, 2, 2, 1, 0];
  const lesson = await holdLesson(app, scenario, {
    'Form - 1A': first,
    'Form - 1B': first.map((choice) => (choice === 0 ? 1 : choice)),
    'Form - 2': first.map((choice, index) => (index === 12 ? null : choice === 2 ? 0 : 1)),
  });
  for (const [index, student] of lesson.students.entries())
    await live(student, index < 6 ? 'Bonga' : index < 11 ? 'Adama' : '=Chelo', index < 6 ? '2010-12-31' : '2011-01-01');
  expect(await groupsOf(lesson)).toBeNull();
  expect((await allow(lesson, 'city')).error).toBeNull();
  expect(await groupsOf(lesson)).toEqual({
    field: 'city',
    groups: [
      { value: 'Bonga', students: 6, first: 0, second: 6, transfer: 6, gain: 1 },
      { value: null, students: 6, first: 1, second: 1, transfer: 1, gain: 0 },
    ],
  });
  const sheets = await readSheets((await lesson.teacher.call(liveSnapshotExport, { query: { assessment_id: lesson.assessmentId } })).body as never);
  expect(sheets[4]).toEqual([
    ['City', 'Students', 'Form - 1A: right', 'Form - 1B: right', 'Form - 2: right', 'Normalized gain'],
    ['Bonga', '6', '0', '6', '6', '1'],
    ['All others', '6', '1', '1', '1', '0'],
  ]);
  const own = await (lesson.students[0] as TestPerson).call(liveStudentSnapshot, { query: { assessment_id: lesson.assessmentId } });
  expect(JSON.stringify(own.body)).not.toContain('Bonga');

  await allow(lesson, 'birth_year');
  expect((await groupsOf(lesson))?.groups.map(({ value, students }) => [value, students])).toEqual([
    ['2010', 6],
    ['2011', 6],
  ]);
  await allow(lesson, 'zip');
  expect(await groupsOf(lesson)).toEqual({ field: 'zip', groups: [] });
  await allow(lesson, null);
  expect(await groupsOf(lesson)).toBeNull();
});

test('a running lesson tells of no groups', async () => {
  const lesson = await holdLesson(app, scenario, { 'Form - 1A': [0], 'Form - 1B': [1], 'Form - 2': [1] }, { until: 'Form - 1B' });
  await allow(lesson, 'city');
  expect(await groupsOf(lesson)).toBeNull();
});

test('[B811] a field that is not offered, for groups of a school, or chosen by somebody who may not', async () => {
  const lesson = await holdLesson(app, scenario, { 'Form - 1A': [0], 'Form - 1B': [1], 'Form - 2': [1] }, { until: 'open' });
  for (const field of ['email', 'address', 'CITY', '', 3, ['city'], { city: 1 }, "city'; DROP TABLE profiles; --"]) {
    const reply = await allow(lesson, field);
    expect([field, reply.status, Object.keys(reply.error?.errors ?? {})]).toEqual([field, 422, ['subgroup_field']]);
  }
  const settings = { params: { id: lesson.schoolId } };
  expect((await lesson.teacher.call(schoolSettingsUpdate, { ...settings, body: { subgroup_field: 'city' } })).status).toBe(403);
  // a value stored when other fields were offered forms no group
  await app.db
    .updateTable('schools')
    .set({ settings: JSON.stringify({ subgroup_field: 'email' }) })
    .where('id', '=', lesson.schoolId)
    .execute();
  expect((await lesson.admin.call(schoolSettingsGet, settings)).body.settings.subgroup_field).toBeNull();
});

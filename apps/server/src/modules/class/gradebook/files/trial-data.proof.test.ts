import { gradeBookImport, gradeBookImportApply } from '@classwright/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inTransaction } from '../../../../platform/database/index.ts';
import { createScenario, type Scenario, startTestApp, type TestApp, type TestClass } from '../../../../testing/index.ts';
import { readTrialFile, trialFiles } from '../../../../testing/trial-data.ts';
import { createAccount } from '../../../people/accounts/index.ts';
import { enrol } from '../../classes/index.ts';
import { postWork } from '../../submissions/testing/work.ts';

const files = [...trialFiles('spreadsheets'), ...trialFiles('grades')];
const MESSY = 'spreadsheets/made/gradebook_merged_headers_formulas.xlsx';

let app: TestApp;
let scenario: Scenario;
let room: TestClass;
beforeAll(async () => {
  app = await startTestApp();
  scenario = createScenario(app);
  room = await scenario.class({ students: 1 });
  for (const title of ['HW 1', 'HW 2', 'HW3', 'Test 1', 'Participation', 'Punkte', 'score', 'G3']) await postWork(app, room, { title, max_points: 100 });
});
afterAll(() => app.close());

/** Signs in for each call, since the calls of a test come faster than a person's limit allows. */
const freshToken = async () => ({ token: await app.signIn(room.teacher.accountId) });
const preview = async (file: string, bytes = readTrialFile(file), courseId = room.courseId) =>
  room.teacher.call(gradeBookImport, { body: { class: courseId }, file: { name: file.split('/').at(-1)!, bytes } }, await freshToken());

test.skipIf(files.length > 0)('TRIAL_DATA is not set: no real tables of what-if grades', () => expect(files).toEqual([]));

describe.skipIf(files.length === 0)('tables as they are found', () => {
  test.each(files)('%s: a clear sentence or a preview, never a fault, and nothing is changed', { timeout: 20_000 }, async (file) => {
    const reply = await preview(file);
    expect([201, 413, 422]).toContain(reply.status);
    const said = reply.status === 201 ? reply.body.problems.map(({ message }) => message) : [reply.error?.errors?.['file']?.[0] ?? reply.error?.message ?? ''];
    expect(said.filter((words) => !/^\P{Cc}+[.?]$/u.test(words))).toEqual([]);
  });

  test.skipIf(!files.includes(MESSY))(
    'the messy gradebook, merged heads over titles with remarks: its grades come in, and every other cell says why not',
    async () => {
      const names = [
        ['Óliver', 'Nielsen'],
        ['Alina', 'Gerber'],
        ['Laura', 'Schmid'],
        ['Әли', 'Кузнецов'],
        ['Naura', '小山'],
      ] as const;
      const messy = await scenario.class({ students: 0 });
      await inTransaction(app.db, async (tx) => {
        const ids: number[] = [];
        for (const [firstName, lastName] of names)
          ids.push(
            await createAccount(tx, {
              schoolId: messy.schoolId,
              accountType: 'Student',
              roleKey: 'student',
              firstName,
              lastName,
              email: `messy${ids.length}@school.test`,
              passwordHash: null,
            }),
          );
        await enrol(tx, messy.courseId, ids, 'STUDENT');
      });
      for (const title of ['HW 1', 'HW 2', 'HW3', 'Test 1', 'Test 2', 'Participation']) await postWork(app, messy, { title, max_points: 10 });
      const call = async () =>
        messy.teacher.call(gradeBookImport, { body: { class: messy.courseId }, file: { name: 'messy.xlsx', bytes: readTrialFile(MESSY) } });
      const { body } = await call();
      const ofOliver = body.changes.student
        .map((student, index) => [student, body.changes.title[index], body.changes.new[index]])
        .filter(([student]) => student === 'Óliver Nielsen');
      expect(ofOliver).toEqual([
        ['Óliver Nielsen', 'HW 1', 9],
        ['Óliver Nielsen', 'HW 2', 0],
        ['Óliver Nielsen', 'HW3', 6],
        ['Óliver Nielsen', 'Test 1', 48],
        ['Óliver Nielsen', 'Test 2', 102],
        ['Óliver Nielsen', 'Participation', 4],
      ]);
      expect(body.problems).toEqual(
        expect.arrayContaining([
          expect.objectContaining({ code: 'number', row: 8, column: 'D', value: 'A-' }),
          expect.objectContaining({ code: 'studentMissing', row: 6 }),
        ]),
      );
      const done = await messy.teacher.call(gradeBookImportApply, { params: { id: body.import_id }, body: { partial: true } });
      expect(done).toMatchObject({ status: 200, body: { change_count: body.change_count } });
      expect((await call()).body).toMatchObject({ change_count: 0, conflict_count: 0, problem_count: body.problem_count });
    },
  );
});

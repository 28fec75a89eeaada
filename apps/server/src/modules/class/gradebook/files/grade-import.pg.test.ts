import { channels, gradeActUndo, gradeBookImport, gradeBookImportApply, gradeSubmission } from '@classwright/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inTransaction } from '../../../../platform/database/index.ts';
import { makeWorkbook } from '../../../../platform/spreadsheets/testing/make-workbook.ts';
import { createScenario, hear, type Scenario, startTestApp, type TestApp, type TestClass, type TestPerson } from '../../../../testing/index.ts';
import { createAccount } from '../../../people/accounts/index.ts';
import { enrol } from '../../classes/index.ts';
import { postWork, submissionsOf } from '../../submissions/testing/work.ts';
import { gradeSheet } from './testing/grade-sheet.ts';

let app: TestApp;
let scenario: Scenario;
let room: TestClass;
let ann: TestPerson;
let bob: TestPerson;
let cem: TestPerson;
/** The works: out of 50, out of 20, without points, and for Ann alone. */
let [circuits, waves, reading, optics] = [0, 0, 0, 0];
let emailOfBob = '';

beforeAll(async () => {
  app = await startTestApp();
  scenario = createScenario(app);
  room = await scenario.class({ students: 3 });
  [ann, bob, cem] = room.students as [TestPerson, TestPerson, TestPerson];
  const names = [
    [ann, 'Ann', 'Åkesson'],
    [bob, 'Bob', 'Zimmer'],
    [cem, '=1+1', "@cmd|'/c calc'"],
  ] as const;
  for (const [{ accountId }, first_name, last_name] of names)
    await app.db.updateTable('accounts').set({ first_name, last_name }).where('id', '=', accountId).execute();
  emailOfBob = (await app.db.selectFrom('accounts').select('email').where('id', '=', bob.accountId).executeTakeFirstOrThrow()).email;
  circuits = await postWork(app, room, { title: 'Circuits' });
  waves = await postWork(app, room, { title: 'Waves', max_points: 20 });
  reading = await postWork(app, room, { title: 'Reading', max_points: null });
  optics = await postWork(app, room, { title: 'Optics', max_points: 10, to: [ann] });
});
afterAll(() => app.close());

const send = (
  bytes: Buffer | string,
  { by = room.teacher, courseId = room.courseId, name = 'grades.xlsx' }: { by?: TestPerson; courseId?: unknown; name?: string } = {},
) => by.call(gradeBookImport, { body: { class: courseId }, file: { name, bytes: Buffer.from(bytes as string) } });
const apply = (id: unknown, body: Record<string, unknown> = {}, by = room.teacher) => by.call(gradeBookImportApply, { params: { id }, body });
const grade = (workId: number, student: TestPerson, draftGrade: number | null, by = room.coTeacher) =>
  by.call(gradeSubmission, {
    body: { courseId: room.courseId, courseWorkId: workId, account_id: student.accountId, submission: { type: 'DRAFT_GRADE', draftGrade } },
  });
const excuse = (workId: number, student: TestPerson, excused: boolean) =>
  room.teacher.call(gradeSubmission, {
    body: { courseId: room.courseId, courseWorkId: workId, account_id: student.accountId, submission: { type: 'EXCUSED', excused } },
  });
async function drafts(workId: number): Promise<(number | 'EX' | null)[]> {
  const ids = await submissionsOf(app, workId, room.students);
  const rows = await app.db.selectFrom('submissions').select(['id', 'draft_grade', 'excused']).where('course_work_id', '=', workId).execute();
  return ids.map((id) => {
    const row = rows.find((one) => one.id === id);
    return row?.excused ? 'EX' : (row?.draft_grade ?? null);
  });
}
/** Removes all grades. */
async function clear(): Promise<void> {
  for (const workId of [circuits, waves])
    for (const student of room.students) {
      await excuse(workId, student, false);
      await grade(workId, student, null);
    }
}
const problemsOf = async (rows: Parameters<typeof gradeSheet>[0]) => {
  const reply = await send(await gradeSheet(rows));
  expect(reply.status).toBe(201);
  return reply.body.problems.map(({ code, row, column }) => [code, row, column]);
};
/** Returns the message with which a file is refused. */
const refusalOf = async (bytes: Buffer | string): Promise<string | undefined> => {
  const reply = await send(bytes);
  expect(reply.status).toBe(422);
  return reply.error?.errors?.['file']?.[0];
};

describe('a file of grades', () => {
  test('finds students by id, e-mail or full name, and items by title; shows what would change, and does it as one act that can be undone', async () => {
    await clear();
    await grade(circuits, ann, 40);
    const rows = [
      ['Student ID', 'Email', 'Name', 'Circuits', ' waves '],
      [ann.accountId, '', '', 46.5, '92%'],
      ['', emailOfBob.toUpperCase(), '', '46,5', 'ex'],
      ['', '', "@CMD|'/c calc' =1+1", '', 0],
    ];
    const preview = await send(await gradeSheet(rows));
    expect(preview).toMatchObject({
      status: 201,
      body: {
        course_id: room.courseId,
        file_name: 'grades.xlsx',
        as_of: null,
        student_count: 3,
        item_count: 2,
        change_count: 5,
        conflict_count: 0,
        problem_count: 0,
      },
    });
    expect(preview.body.message).toBe('5 grades would change');
    expect(preview.body.changes).toMatchObject({
      title: ['Circuits', 'Waves', 'Circuits', 'Waves', 'Waves'],
      old: [40, null, null, null, null],
      new: [46.5, 18.4, 46.5, 'EX', 0],
    });
    expect(await drafts(circuits)).toEqual([40, null, null]);
    const done = await apply(preview.body.import_id);
    expect(done).toMatchObject({ status: 200, body: { change_count: 5, kept_count: 0, message: '5 grades imported' } });
    expect([await drafts(circuits), await drafts(waves)]).toEqual([
      [46.5, 46.5, null],
      [18.4, 'EX', 0],
    ]);
    const actId = done.body.act_id!;
    expect(await app.db.selectFrom('grade_acts').select(['kind', 'cell_count', 'note']).where('id', '=', actId).executeTakeFirst()).toEqual({
      kind: 'import',
      cell_count: 5,
      note: 'grades.xlsx',
    });
    const entries = await app.db.selectFrom('audit_entries').select(['subject_id', 'after']).where('action', '=', 'gradeBook.import.apply').execute();
    expect(entries).toEqual([{ subject_id: room.courseId, after: { course_id: room.courseId, act_id: actId, import_id: preview.body.import_id, cells: 5 } }]);
    expect(await room.coTeacher.call(gradeActUndo, { params: { id: actId } })).toMatchObject({ status: 200 });
    expect([await drafts(circuits), await drafts(waves)]).toEqual([
      [40, null, null],
      [null, null, null],
    ]);
  });

  test('empty cells change nothing, and what is so already is no change', async () => {
    await clear();
    await grade(circuits, ann, 12.5);
    await excuse(circuits, bob, true);
    const preview = await send(
      await gradeSheet([
        ['Student ID', 'Circuits', 'Waves'],
        [ann.accountId, 12.5, ''],
        [bob.accountId, 'EX', ''],
      ]),
    );
    expect(preview.body).toMatchObject({ change_count: 0, problem_count: 0, message: 'No grade would change.' });
    expect(await apply(preview.body.import_id)).toMatchObject({ status: 200, body: { act_id: null, change_count: 0 } });
    expect(await drafts(circuits)).toEqual([12.5, 'EX', null]);
  });

  test('colleagues with the gradebook open hear what the cells are now, so that nobody asks for whole columns', async () => {
    await clear();
    const ear = await hear(app, room.coTeacher, channels.gradebook(room.courseId));
    const preview = await send(`Student ID,Circuits,Waves\r\n${ann.accountId},45,\r\n${bob.accountId},,12\r\n`, { name: 'grades.csv' });
    const { act_id } = (await apply(preview.body.import_id)).body;
    const { data } = await ear.first('gradebook.cells.changed');
    const [act] = data['acts'] as { cells: unknown[][] }[];
    expect(act).toMatchObject({ act_id, account_id: room.teacher.accountId });
    expect(act!.cells.map((cell) => cell.slice(0, 3))).toEqual([
      [circuits, ann.accountId, 45],
      [waves, bob.accountId, 12],
    ]);
    expect(ear.events.map(({ name }) => name)).not.toContain('gradebook.columns.changed');
    ear.close();
  });

  test('CSV with commas, semicolons and tabs, in UTF-8, UTF-16 and an older encoding is read as it was meant', async () => {
    await clear();
    const text = (mark: string, number: string) => `Name${mark}Circuits${mark}Waves\r\nAnn Åkesson${mark}${number}${mark}1\r\n`;
    for (const bytes of [
      Buffer.from(text(',', '7.25')),
      Buffer.from(`\ufeff${text(';', '7,25')}`),
      Buffer.from(`\ufeff${text('\t', '7,25')}`, 'utf16le'),
      Buffer.from(text(';', '7,25'), 'latin1'),
    ]) {
      const { body } = await send(bytes, { name: 'grades.csv' });
      expect(body).toMatchObject({ problem_count: 0, change_count: 2, changes: { student: ['Ann Åkesson', 'Ann Åkesson'], new: [7.25, 1] } });
    }
  });

  test('a name in an encoding that nobody can tell is nobody’s, and says so', async () => {
    const bytes = Buffer.concat([Buffer.from('Name;Circuits;Waves\r\nAnn '), Buffer.from([0x81]), Buffer.from('kesson;5;1\r\n')]);
    expect((await send(bytes)).body.problems).toMatchObject([{ code: 'studentUnknown', row: 2 }]);
  });
});

describe('what is wrong with a file is told place by place, with what mends it', () => {
  test('students that are missing, unknown, of another class, of two rows, or two people in one row', async () => {
    const rows = [
      ['Student ID', 'Email', 'Name', 'Circuits'],
      ['', '', '', 5],
      ['', '', 'Nobody Here', 5],
      [room.otherStudent.accountId, '', '', 5],
      [ann.accountId, emailOfBob, '', 5],
      [ann.accountId, '', 'Bob Zimmer', 5],
      [bob.accountId, '', '', 6],
      ['', '', 'Zimmer, Bob', 7],
    ];
    const reply = await send(await gradeSheet(rows));
    expect(reply.body.problems.map(({ code, row }) => [code, row])).toEqual([
      ['studentMissing', 2],
      ['studentUnknown', 3],
      ['studentUnknown', 4],
      ['studentMixed', 5],
      ['studentMixed', 6],
      ['studentTwice', 8],
    ]);
    expect(reply.body.change_count).toBe(0);
    expect(reply.body.problems[5]?.message).toBe('Bob Zimmer is already in row 7, so neither row counts. Delete one of them.');
  });

  test('two students of one name are told apart by id alone', async () => {
    const twins = await scenario.class({ students: 2 });
    await app.db
      .updateTable('accounts')
      .set({ first_name: 'Kim', last_name: 'Lee' })
      .where(
        'id',
        'in',
        twins.students.map(({ accountId }) => accountId),
      )
      .execute();
    await postWork(app, twins, { title: 'Lab' });
    const [first] = twins.students as [TestPerson];
    const { body } = await send(
      await gradeSheet([
        ['Student ID', 'Name', 'Lab'],
        ['', 'Kim Lee', 4],
        [first.accountId, 'Lee, Kim', 5],
      ]),
      { by: twins.teacher, courseId: twins.courseId },
    );
    expect(body.problems).toMatchObject([{ code: 'studentSeveral', row: 2 }]);
    expect(body.changes).toMatchObject({ account_id: [first.accountId], new: [5] });
  });

  test('titles that are unknown, of two columns, of two works, or merged over columns', async () => {
    const double = [await postWork(app, room, { title: 'Quiz' }), await postWork(app, room, { title: 'quiz' })];
    const rows = [
      ['Name', 'Circuits', 'CIRCUITS', 'Surprise', 'Quiz', 'Waves', '', 'Overall'],
      ['Ann Åkesson', 1, 2, 3, 4, 5, 6, 99],
    ];
    expect(await problemsOf(rows)).toEqual([
      ['itemUnknown', null, 'D'],
      ['itemSeveral', null, 'E'],
      ['itemTwice', null, 'B'],
      ['itemTwice', null, 'C'],
      ['titleMissing', 2, 'G'],
    ]);
    await app.db.updateTable('course_works').set({ archived_at: new Date() }).where('id', 'in', double).execute();
  });

  test('an item of another class, named by its id, and a file of another class', async () => {
    const other = await scenario.class({ students: 1 });
    const theirs = await postWork(app, other, { title: 'Circuits' });
    const rows = [
      ['Class', 'Physics', room.courseId],
      ['Student ID', 'Circuits', 'Waves'],
      ['Item ID', theirs, waves],
      [ann.accountId, 3, 4],
    ];
    const { body } = await send(await gradeSheet(rows));
    expect(body.problems).toMatchObject([{ code: 'itemElsewhere', row: null, column: 'B', value: 'Circuits' }]);
    expect(body.changes).toMatchObject({ course_work_id: [waves], new: [4] });
    expect(await refusalOf(await gradeSheet([['Class', 'Chemistry', other.courseId], ...rows.slice(1)]))).toBe(
      'This file was exported from another class, Chemistry. Import it there.',
    );
  });

  test('cells that are no grade: words, fractions, days, errors, formulas without their value, below 0, too much, three decimals; percent is of the points', async () => {
    await clear();
    const sheet = `<worksheet><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>Student ID</t></is></c><c r="B1" t="inlineStr"><is><t>Circuits</t></is></c><c r="C1" t="inlineStr"><is><t>Waves</t></is></c></row>
      <row r="2"><c r="A2"><v>${ann.accountId}</v></c><c r="B2"><f>C2*2</f></c><c r="C2" s="1"><v>0.5</v></c></row>
      <row r="3"><c r="A3"><v>${bob.accountId}</v></c><c r="B3" t="e"><v>#N/A</v></c><c r="C3" s="2"><v>45000</v></c></row>
      <row r="4"><c r="A4"><v>${cem.accountId}</v></c><c r="B4" t="b"><v>1</v></c><c r="C4" s="3"><v>0.5</v></c></row></sheetData></worksheet>`;
    const styles = '<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="9"/><xf numFmtId="14"/><xf numFmtId="12"/></cellXfs></styleSheet>';
    const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
    const relations = `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="s1" Type="${office}/worksheet" Target="/xl/worksheets/sheet1.xml"/><Relationship Id="y1" Type="${office}/styles" Target="styles.xml"/></Relationships>`;
    const reply = await send(await makeWorkbook({ sheet, parts: { 'xl/styles.xml': styles, 'xl/_rels/workbook.xml.rels': relations } }));
    expect(reply.body.problems.map(({ code, row, column, value }) => [code, row, column, value])).toEqual([
      ['broken', 2, 'B', ''],
      ['broken', 3, 'B', '#N/A'],
      ['date', 3, 'C', '2023-03-15'],
      ['boolean', 4, 'B', 'TRUE'],
      ['number', 4, 'C', '1/2'],
    ]);
    expect(reply.body.changes).toMatchObject({ new: [10] });
    const texts = ['1/2', 'A-', '~', '1,000', '٤٦', '-1', '100000', '4.125', '1e309', '46 pts'];
    const wrong = await send(await gradeSheet([['Student ID', 'Circuits', ...texts.slice(1).map(() => '')], ...texts.map((text) => [ann.accountId, text])]));
    expect(wrong.body.problems[0]).toMatchObject({
      code: 'number',
      value: '1/2',
      message: '“1/2” is not a grade. Write a number such as 46.5, a percentage such as 92%, or EX for excused.',
    });
    for (const [index, code] of ['number', 'number', 'number', 'decimals', 'number', 'negative', 'most', 'decimals', 'number', 'number'].entries()) {
      const { body } = await send(
        await gradeSheet([
          ['Student ID', 'Circuits'],
          [ann.accountId, texts[index]!],
        ]),
      );
      expect(body).toMatchObject({ change_count: 0, problems: [{ code, row: 2, column: 'B', value: texts[index] }] });
    }
  });

  test('[B1501] words for nothing and for excused are read as such and named, in any case and three languages; an average row is left alone', async () => {
    await clear();
    await grade(circuits, ann, 40);
    const rows = [
      ['Student ID', 'Circuits', 'Waves'],
      [ann.accountId, 'Missing', 'excused'],
      [bob.accountId, '-', 'Entschuldigt'],
      [cem.accountId, '–', 'n/a'],
      ['Class average', 44, 12],
    ];
    const { body } = await send(await gradeSheet(rows));
    expect(body.problems).toEqual([]);
    expect(body.words).toEqual([
      { word: 'Missing', means: 'nothing', count: 1 },
      { word: 'excused', means: 'EX', count: 1 },
      { word: '-', means: 'nothing', count: 1 },
      { word: 'Entschuldigt', means: 'EX', count: 1 },
      { word: '–', means: 'nothing', count: 1 },
      { word: 'n/a', means: 'nothing', count: 1 },
    ]);
    expect(body.student_count).toBe(3);
    expect((await apply(body.import_id)).body.change_count).toBe(2);
    expect([await drafts(circuits), await drafts(waves)]).toEqual([
      [40, null, null],
      ['EX', 'EX', null],
    ]);
  });

  test('work without points, and work that is not the student’s', async () => {
    const rows = [
      ['Student ID', 'Reading', 'Optics'],
      [ann.accountId, 5, 9],
      [bob.accountId, 6, 9],
    ];
    expect(await problemsOf(rows)).toEqual([
      ['noPoints', null, 'B'],
      ['notAssigned', 3, 'C'],
    ]);
    expect([await drafts(reading), optics]).toEqual([[null, null, null], optics]);
  });

  test('files that are empty, no spreadsheet, damaged, a bomb, without students or without items', async () => {
    expect(await refusalOf('')).toBe('This file is empty. Choose the spreadsheet with the grades.');
    expect(await refusalOf('hello')).toBe('This is not a spreadsheet. Open it in a spreadsheet program and save it as .xlsx or CSV.');
    const good = await gradeSheet([
      ['Name', 'Circuits'],
      ['Ann Åkesson', 1],
    ]);
    expect(await refusalOf(good.subarray(0, 400))).toContain('damaged');
    const bomb = await makeWorkbook({
      sheet: `<worksheet><sheetData><row r="1"><c t="inlineStr"><is><t>${'x'.repeat(30_000_000)}</t></is></c></row></sheetData></worksheet>`,
    });
    expect(await refusalOf(bomb)).toContain('much larger than the grades of a class');
    expect(
      await refusalOf(
        await gradeSheet([
          ['Circuits', 'Waves'],
          [1, 2],
        ]),
      ),
    ).toContain('No column of this file identifies students');
    expect(await refusalOf(await gradeSheet([['Name'], ['Ann Åkesson']]))).toContain('No column of this file matches work of this class');
    expect((await room.teacher.call(gradeBookImport, { body: { class: room.courseId } })).status).toBe(422);
    const tooLarge = await send(Buffer.alloc(20 * 1024 * 1024 + 1, 32));
    expect([413, 422]).toContain(tooLarge.status);
  });

  test('more than 20,000 changes are refused, with what to do, and nothing is kept; 20,000 are shown', { timeout: 60_000 }, async () => {
    const large = await scenario.class({ students: 0 });
    const people = await inTransaction(app.db, async (tx) => {
      const ids: number[] = [];
      for (let place = 1; place <= 201; place++) {
        const name = { firstName: 'Large', lastName: `Student ${place}`, email: `large${place}@school.test` };
        ids.push(await createAccount(tx, { schoolId: large.schoolId, accountType: 'Student', roleKey: 'student', passwordHash: null, ...name }));
      }
      await enrol(tx, large.courseId, ids, 'STUDENT');
      return ids;
    });
    const titles = Array.from({ length: 100 }, (_, place) => `Work ${place}`);
    for (const title of titles) await postWork(app, large, { title });
    const csv = (rows: readonly number[], last: string) =>
      [`Student ID,${titles.join(',')}`, ...rows.map((id, place) => `${id}${',1'.repeat(99)},${place === 200 ? last : '1'}`)].join('\r\n');
    const before = await app.db.selectFrom('imports').select('id').execute();
    const tooMany = await send(csv(people, '1'), { by: large.teacher, courseId: large.courseId, name: 'large.csv' });
    expect(tooMany).toMatchObject({
      status: 422,
      error: { errors: { file: ['This file differs from the gradebook in more than 20,000 cells. Import it in parts.'] } },
    });
    expect(await app.db.selectFrom('imports').select('id').execute()).toEqual(before);
    const most = await send(csv(people.slice(0, 200), '1'), { by: large.teacher, courseId: large.courseId, name: 'large.csv' });
    expect(most).toMatchObject({ status: 201, body: { change_count: 20_000 } });
  });

  test('with something wrong nothing is imported, unless what is right is wanted', async () => {
    await clear();
    const rows = [
      ['Student ID', 'Circuits'],
      [ann.accountId, 11],
      [bob.accountId, 'twelve'],
    ];
    const { body } = await send(await gradeSheet(rows));
    const refused = await apply(body.import_id);
    expect(refused).toMatchObject({ status: 422, error: { code: 'GRADE_FILE_REFUSED', params: { count: 1 } } });
    expect(await drafts(circuits)).toEqual([null, null, null]);
    expect(await apply(body.import_id, { partial: true })).toMatchObject({ status: 200, body: { change_count: 1 } });
    expect(await drafts(circuits)).toEqual([11, null, null]);
  });
});

describe('what others did meanwhile', () => {
  const exported = async (asOf: Date, ...rows: (string | number)[][]) =>
    gradeSheet([
      ['Class', 'Physics', room.courseId],
      ['As of', asOf.toISOString()],
      ['Student ID', 'Circuits', 'Waves'],
      ['Item ID', circuits, waves],
      ['Points', 50, 20],
      ...rows,
    ]);
  const now = async () =>
    new Date(
      (
        await app.db
          .selectFrom('grade_acts')
          .select((eb) => eb.fn.max('at').as('at'))
          .executeTakeFirstOrThrow()
      ).at as unknown as string,
    );

  test('since the export are conflicts that say both, and stay unless the file is wanted', async () => {
    await clear();
    await grade(circuits, ann, 40);
    await grade(circuits, bob, 30);
    await grade(waves, ann, 10);
    const asOf = await now();
    await grade(circuits, ann, 41); // in the file too
    await grade(circuits, bob, 31); // not in the file
    await grade(waves, ann, 15); // to what the file says
    const file = await exported(asOf, [ann.accountId, 45, 15], [bob.accountId, 30, 12]);
    const preview = await send(file);
    expect(preview.body).toMatchObject({ as_of: asOf.toISOString(), change_count: 1, changes: { new: [12] }, conflict_count: 2, changed_conflict_count: 1 });
    expect(preview.body.conflicts).toMatchObject([
      { account_id: ann.accountId, title: 'Circuits', before: 40, theirs: 41, ours: 45, is_changed_in_file: true },
      { account_id: bob.accountId, title: 'Circuits', before: 30, theirs: 31, ours: 30, is_changed_in_file: false },
    ]);
    expect(preview.body.conflicts[0]).toMatchObject({
      student: 'Ann Åkesson',
      changed_by: `${room.coTeacher.firstName} ${room.coTeacher.lastName}`,
      changed_at: expect.any(String),
    });
    expect(await apply(preview.body.import_id)).toMatchObject({ status: 200, body: { change_count: 1, kept_count: 2 } });
    expect([await drafts(circuits), await drafts(waves)]).toEqual([
      [41, 31, null],
      [15, 12, null],
    ]);
    const changed = await send(file);
    expect(await apply(changed.body.import_id, { conflicts: 'changed' })).toMatchObject({ status: 200, body: { change_count: 1, kept_count: 1 } });
    expect(await drafts(circuits)).toEqual([45, 31, null]);
    const all = await send(file);
    expect(await apply(all.body.import_id, { conflicts: 'all' })).toMatchObject({ status: 200 });
    expect(await drafts(circuits)).toEqual([45, 30, null]);
    expect((await apply(all.body.import_id, { conflicts: 'mine' })).status).toBe(422);
  });

  test('since the preview keeps all of it from being imported', async () => {
    await clear();
    const { body } = await send(
      await gradeSheet([
        ['Student ID', 'Circuits'],
        [ann.accountId, 5],
        [bob.accountId, 6],
      ]),
    );
    await grade(circuits, bob, 7);
    const reply = await apply(body.import_id);
    expect(reply).toMatchObject({
      status: 409,
      error: { code: 'GRADE_CHANGED', params: { by: `${room.coTeacher.firstName} ${room.coTeacher.lastName}`, refused_count: 1 } },
    });
    expect(await drafts(circuits)).toEqual([null, 7, null]);
    await grade(circuits, bob, null);
    expect((await apply(body.import_id)).status).toBe(200); // it was kept, and holds again
  });

  test('of a student who left, or work that was archived, keep all of it from being imported too', async () => {
    const other = await scenario.class({ students: 2 });
    const [first, second] = other.students as [TestPerson, TestPerson];
    const workId = await postWork(app, other, { title: 'Lab' });
    const sheet = await gradeSheet([
      ['Student ID', 'Lab'],
      [first.accountId, 5],
      [second.accountId, 6],
    ]);
    const { body } = await send(sheet, { by: other.teacher, courseId: other.courseId });
    await app.db.updateTable('course_works').set({ archived_at: new Date() }).where('id', '=', workId).execute();
    expect(await apply(body.import_id, {}, other.teacher)).toMatchObject({ status: 409, error: { code: 'GRADE_CHANGED', params: { refused_count: 2 } } });
  });
});

describe('who may', () => {
  test('import: the staff of the class, with a class that is going on', async () => {
    const sheet = await gradeSheet([
      ['Student ID', 'Circuits'],
      [ann.accountId, 9],
    ]);
    const status = async (by: TestPerson, courseId: unknown = room.courseId) => (await send(sheet, { by, courseId })).status;
    expect([await status(room.coTeacher), await status(room.admin)]).toEqual([201, 201]);
    expect([
      await status(room.students[0]!),
      await status(room.otherTeacher),
      await status(room.teacher, 999_999),
      await status(room.teacher, 'physics'),
    ]).toEqual([403, 404, 404, 422]);
    const past = await scenario.class({ students: 1 });
    await scenario.remove(past.courseId, past.coTeacher.accountId);
    expect(await status(past.coTeacher, past.courseId)).toBe(404);
    await app.db.updateTable('courses').set({ course_state: 'ARCHIVED' }).where('id', '=', past.courseId).execute();
    expect(await send(sheet, { by: past.teacher, courseId: past.courseId })).toMatchObject({ status: 409, error: { code: 'CLASS_ARCHIVED' } });
  });

  test('apply: any teacher of the class, once, also the one who did not preview it; nobody else', async () => {
    await clear();
    const { body } = await send(
      await gradeSheet([
        ['Student ID', 'Circuits'],
        [ann.accountId, 21],
      ]),
    );
    const id = body.import_id;
    expect([(await apply(id, {}, room.students[0])).status, (await apply(id, {}, room.otherTeacher)).status, (await apply(999_999)).status]).toEqual([
      403, 404, 404,
    ]);
    const other = await scenario.class({ students: 1 });
    expect((await apply(id, {}, other.teacher)).status).toBe(404);
    expect((await apply(id, {}, room.coTeacher)).status).toBe(200);
    expect(await apply(id)).toMatchObject({ status: 409, error: { code: 'IMPORT_NOT_PREVIEW' } });
    const [one, two] = await Promise.all(
      [21.5, 22].map(
        async (value) =>
          (
            await send(
              await gradeSheet([
                ['Student ID', 'Circuits'],
                [ann.accountId, value],
              ]),
            )
          ).body.import_id,
      ),
    );
    expect(await Promise.all([apply(one), apply(two)]).then((replies) => replies.map((reply) => reply.status).sort())).toEqual([200, 409]);
  });

  test('apply is refused once the class is archived, and to a teacher who left since', async () => {
    const other = await scenario.class({ students: 1 });
    await postWork(app, other, { title: 'Lab' });
    const sheet = await gradeSheet([
      ['Student ID', 'Lab'],
      [other.students[0]!.accountId, 5],
    ]);
    const { body } = await send(sheet, { by: other.coTeacher, courseId: other.courseId });
    await scenario.remove(other.courseId, other.coTeacher.accountId);
    expect((await apply(body.import_id, {}, other.coTeacher)).status).toBe(404);
    await app.db.updateTable('courses').set({ course_state: 'ARCHIVED' }).where('id', '=', other.courseId).execute();
    expect(await apply(body.import_id, {}, other.teacher)).toMatchObject({ status: 409, error: { code: 'CLASS_ARCHIVED' } });
  });
});

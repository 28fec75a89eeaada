import {
  auditList,
  importQuestions,
  importQuestionsGet,
  importQuestionsList,
  importQuestionsProblems,
  importQuestionsRows,
  importQuestionsUndo,
  importQuestionsUndoPreview,
  importUndoPreview,
  questionBulk,
  questionDelete,
  questionGet,
  questionList,
} from '@classwright/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inTransaction } from '../../../platform/database/index.ts';
import { writeWorkbook } from '../../../platform/spreadsheets/index.ts';
import { createScenario, giveRights, type Scenario, startTestApp, type TestApp, type TestPerson } from '../../../testing/index.ts';
import { createReferenceRow } from '../../school/reference/index.ts';

let app: TestApp;
let scenario: Scenario;
let admin: TestPerson;
let teacher: TestPerson;
let student: TestPerson;
let schoolId: number;
let lists: { topic_id: number; standard_id: number; question_subject_id: number; question_grade_id: number };

beforeAll(async () => {
  app = await startTestApp();
  scenario = createScenario(app);
  schoolId = await scenario.school();
  admin = await scenario.person('admin', null);
  teacher = await scenario.person('teachers', schoolId);
  student = await scenario.person('student', schoolId);
  lists = await inTransaction(app.db, async (tx) => {
    const level = await createReferenceRow(tx, 'levels', { name: 'High' });
    const subject = await createReferenceRow(tx, 'question_subjects', { name: 'Physics', description: 'p' });
    await createReferenceRow(tx, 'question_subjects', { name: '物理', description: 'p' });
    return {
      topic_id: await createReferenceRow(tx, 'question_cycles', { name: 'Optics', description: 'o' }),
      standard_id: await createReferenceRow(tx, 'standards', { name: 'NGSS', description: 's', level_id: level }),
      question_subject_id: subject,
      question_grade_id: await createReferenceRow(tx, 'question_grades', { name: '9', description: 'g' }),
    };
  });
});
afterAll(() => app.close());

const gift = (titles: readonly string[]): Buffer => Buffer.from(titles.map((title) => `::${title}::What of ${title}?{=yes ~no}`).join('\n\n'));
async function bring(bytes: Buffer, body: Record<string, unknown> = {}, by = admin): Promise<{ id: number; ids: Map<string, number> }> {
  const reply = await by.call(importQuestions, { file: { name: 'wrong.gift', bytes }, body: { ...lists, status: 'Public', ...body } });
  await app.server.jobs.runDue();
  const { questions } = (await by.call(importQuestionsGet, { params: { id: reply.body.import.id } })).body;
  return { id: reply.body.import.id, ids: new Map(questions.map(({ id, title }: { id: number; title: string }) => [title, id])) };
}
const look = (id: number, by = admin) => by.call(importQuestionsUndoPreview, { params: { id } });
const takeBack = (id: number, by = admin) => by.call(importQuestionsUndo, { params: { id } });
async function done(id: number) {
  await app.server.jobs.runDue();
  return (await admin.call(importQuestionsGet, { params: { id } })).body.import;
}
const found = async (text: string): Promise<string[]> =>
  (await teacher.call(questionList, { query: { search_text: text } })).body.data.map(({ title }: { title: string }) => title).sort();

describe('taking an import of questions back', () => {
  test('says before which go, which stay and why by name; those that nobody used are deleted together and can be brought back', async () => {
    const { id, ids } = await bring(gift(['Zebra plain', 'سؤال', 'Zebra used', 'Zebra rated', 'Zebra edited', 'Zebra deleted']));
    const idOf = (title: string): number => ids.get(title)!;
    await scenario.assessment({
      owner: teacher,
      schoolId,
      classId: null,
      questions: [{ questionId: idOf('Zebra used') } as never, await scenario.question(teacher, schoolId)],
    });
    await sql`UPDATE questions SET rating_count = 1, average_rating = 3 WHERE id = ${idOf('Zebra rated')}`.execute(app.db);
    await sql`UPDATE questions SET current_version_id = current_version_id WHERE id = ${idOf('Zebra edited')}`.execute(app.db); // as every save does
    await admin.call(questionDelete, { params: { id: idOf('Zebra deleted') } });

    const { plan } = (await look(id)).body;
    expect(plan).toMatchObject({ total: 6, goes: 2, stays: 4, remarks: ['Deleted questions can be restored.'] });
    expect(Object.fromEntries(plan.reasons.map(({ reason, names }: { reason: string; names: string[] }) => [reason, names]))).toEqual({
      inUse: ['Zebra used'],
      judged: ['Zebra rated'],
      changed: ['Zebra edited'],
      archived: ['Zebra deleted'],
    });
    expect(await takeBack(id)).toMatchObject({ status: 200, body: { message: 'Undoing wrong.gift has started.' } });
    expect((await done(id)).take_back).toMatchObject({ status: 'finished', total: 6, gone: 2, message: 'Undone: questions deleted: 2, kept: 4.' });
    expect(await found('Zebra')).toEqual(['Zebra edited', 'Zebra rated', 'Zebra used']);
    const { data } = (await admin.call(importQuestionsRows, { params: { id }, query: {} })).body;
    expect(data.map(({ name, taken_back }) => [name, taken_back!.message])).toEqual([
      ['Zebra plain', 'Undone'],
      ['سؤال', 'Undone'],
      ['Zebra used', 'Kept: They are in an assessment or were asked in a lesson.'],
      ['Zebra rated', 'Kept: Someone has approved or rated them.'],
      ['Zebra edited', 'Kept: Someone has changed them since.'],
      ['Zebra deleted', 'Kept: They are already deleted.'],
    ]);
    await admin.call(questionBulk, { body: { act: 'restore', ids: [idOf('Zebra plain'), idOf('سؤال')] } });
    expect(await found('Zebra')).toContain('Zebra plain');

    const { data: trail } = (await admin.call(auditList, { query: { action: 'import.takeBack', folded: '1' } })).body;
    expect(trail[0]).toMatchObject({ sentence: expect.stringMatching(/undid the import wrong\.gift, and 2 more at the same time$/) });
  });

  test('what it corrected is said to stay so', async () => {
    await bring(Buffer.from('::Key::Which key?{=yes ~no}'));
    const { id } = await bring(Buffer.from('::Key::Which key?{~yes =no}\n\n::Other key::Which other key?{=yes ~no}'), { corrections: true });
    expect((await look(id)).body.plan.remarks).toContain('Existing questions that got their right answer from the file keep it: 1.');
    await takeBack(id);
    await done(id);
    expect(await found('key')).toEqual(['Key']);
  });

  test('counts once, not too late, and not for what made nothing', async () => {
    const { id } = await bring(gift(['Once']));
    await takeBack(id);
    expect(await takeBack(id)).toMatchObject({ status: 409, error: { code: 'IMPORT_TAKEN_BACK' } });
    await done(id);
    expect((await takeBack(id)).error?.code).toBe('IMPORT_TAKEN_BACK');
    await bring(gift(['Kept']));
    expect((await takeBack((await bring(gift(['Kept']))).id)).error?.code).toBe('IMPORT_MADE_NOTHING');
    const old = await bring(gift(['Aged']));
    await sql`UPDATE imports SET created_at = created_at - interval '30 days 1 second' WHERE id = ${old.id}`.execute(app.db);
    expect((await takeBack(old.id)).error?.code).toBe('IMPORT_TOO_OLD');
  });

  test('[ACCESS] is for whoever imported, and for whoever may import', async () => {
    const { id } = await bring(gift(['Mine alone']));
    const other = await scenario.person('admin', null);
    const elsewhere = await scenario.person('teachers', await scenario.school());
    await giveRights(app.db, elsewhere.accountId, ['question-imports:create']);
    for (const by of [other, elsewhere]) for (const call of [look, takeBack]) expect((await call(id, by)).status).toBe(404);
    for (const by of [teacher, student]) {
      for (const call of [look, takeBack]) expect((await call(id, by)).status).toBe(403);
      expect((await by.call(importQuestionsList, { query: {} })).status).toBe(403);
      expect((await by.call(importQuestionsProblems, { params: { id } })).status).toBe(403);
    }
    expect((await other.call(importQuestionsProblems, { params: { id } })).status).toBe(404);
    expect((await admin.call(importUndoPreview, { params: { id } })).status).toBe(404); // not an import of people
    expect((await admin.call(importQuestionsList, { query: { per_page: 1 } })).body.data).toMatchObject([{ id, format: 'gift', can_take_back: true }]);
    expect(await found('Mine alone')).toEqual(['Mine alone']);
  });

  test('thousands go in batches; a process that dies in the middle loses nothing', { timeout: 120_000 }, async () => {
    const { id } = await bring(gift(Array.from({ length: 1200 }, (_, index) => `Quokka ${index}`)));
    await takeBack(id);
    await sql`CREATE FUNCTION die_once() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'the process is gone'; END $$`.execute(app.db);
    const { question_id } = (await admin.call(importQuestionsRows, { params: { id }, query: { page: 601, per_page: 1 } })).body.data[0]!;
    await sql
      .raw(`CREATE TRIGGER die_once BEFORE UPDATE ON questions FOR EACH ROW WHEN (OLD.id = ${Number(question_id)}) EXECUTE FUNCTION die_once()`)
      .execute(app.db);
    await app.server.jobs.runDue();
    expect((await admin.call(importQuestionsGet, { params: { id } })).body.import.take_back).toMatchObject({ status: 'running', done: 500, gone: 500 });
    await sql`DROP TRIGGER die_once ON questions`.execute(app.db);
    await app.clock.advanceMs(60_000);
    expect((await done(id)).take_back).toMatchObject({ status: 'finished', gone: 1200 });
    expect((await teacher.call(questionList, { query: { search_text: 'Quokka' } })).body.pagination.total).toBe(0);
    expect((await admin.call(questionGet, { params: { id: question_id } })).status).toBe(404);
  });
});

describe('the report of an import of questions', () => {
  const titles = ['Title', 'Question', 'Subject', 'A', 'B', 'Correct'];
  async function sheet(rows: readonly (readonly string[])[]): Promise<Buffer> {
    const content = writeWorkbook([{ name: 'Questions', columns: titles.map((title) => ({ title, width: 10 })), rows }]);
    return Buffer.concat((await content.toArray()) as Buffer[]);
  }

  test('[B343] says equal faults once: how many questions, the first by name, which names there are, and which was meant', async () => {
    const rows = [
      ...Array.from({ length: 37 }, (_, index) => [`Lens ${index}`, `What of lens ${index}?`, 'Fysics', 'yes', 'no', 'A']),
      ...Array.from({ length: 3 }, (_, index) => [`Mirror ${index}`, `What of mirror ${index}?`, 'Alchemy', 'yes', 'no', 'A']),
      ...Array.from({ length: 4 }, (_, index) => [`Key ${index}`, `Which key ${index}?`, 'Physics', 'yes', 'no', String.fromCodePoint(75 + index)]),
    ];
    const preview = await admin.call(importQuestions, {
      file: { name: 'q.xlsx', bytes: await sheet(rows) },
      body: { ...lists, question_subject_id: '', mode: 'preview' },
    });
    const { id } = preview.body.import;
    const { data, total } = (await admin.call(importQuestionsProblems, { params: { id } })).body;
    expect(total).toBe(data.length);
    expect(data[0]).toMatchObject({
      kind: 'error',
      column: 'answer',
      code: 'unknownKey',
      row_count: 4,
      value: null,
      first_rows: [
        { row: 39 + 3, name: 'Key 0' },
        { row: 40 + 3, name: 'Key 1' },
        { row: 41 + 3, name: 'Key 2' },
      ],
      is_same: true,
    });
    const fysics = data.find(({ value }) => value === 'Fysics');
    expect(fysics).toMatchObject({
      kind: 'note',
      column_title: 'Subject',
      row_count: 37,
      message: 'There is no Subject with this name, so it is left empty. Names: Physics, 物理.',
      suggestions: [{ name: 'Physics' }],
      is_same: true,
    });
    expect(data.find(({ value }) => value === 'Alchemy')).toMatchObject({ row_count: 3, suggestions: [] });
    const those = await admin.call(importQuestionsRows, {
      params: { id },
      query: { column: 'subject', code: 'unknownName', value: 'Fysics', per_page: 10, page: 4 },
    });
    expect(those.body).toMatchObject({ pagination: { total: 37 }, data: [{}, {}, {}, {}, {}, {}, { name: 'Lens 36' }] });
  });
});

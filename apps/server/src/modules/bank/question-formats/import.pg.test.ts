import {
  exportQuestions,
  importGet,
  importQuestions,
  importQuestionsApply,
  importQuestionsErrors,
  importQuestionsGet,
  importQuestionsRows,
  questionGet,
  questionList,
} from '@classwright/contract';
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { readTable, writeWorkbook } from '../../../platform/spreadsheets/index.ts';
import { openZip } from '../../../platform/zip/index.ts';
import { makeZip } from '../../../platform/zip/testing/make-zip.ts';
import { createScenario, giveRights, pngOf, startTestApp, type TestApp, type TestPerson } from '../../../testing/index.ts';
import { createReferenceRow } from '../../school/reference/index.ts';
import { inTransaction } from '../../../platform/database/index.ts';

let app: TestApp;
let admin: TestPerson;
let teacher: TestPerson;
let student: TestPerson;
/** The lists that a published question needs, by the form's fields. */
let lists: { topic_id: number; standard_id: number; question_subject_id: number; question_grade_id: number };

beforeAll(async () => {
  app = await startTestApp();
  const scenario = createScenario(app);
  const schoolId = await scenario.school();
  admin = await scenario.person('admin', null);
  teacher = await scenario.person('teachers', schoolId);
  student = await scenario.person('student', schoolId);
  lists = await inTransaction(app.db, async (tx) => {
    const level = await createReferenceRow(tx, 'levels', { name: 'High' });
    return {
      topic_id: await createReferenceRow(tx, 'question_cycles', { name: 'Optics', description: 'o' }),
      standard_id: await createReferenceRow(tx, 'standards', { name: 'NGSS', description: 's', level_id: level }),
      question_subject_id: await createReferenceRow(tx, 'question_subjects', { name: 'Physics', description: 'p' }),
      question_grade_id: await createReferenceRow(tx, 'question_grades', { name: '9', description: 'g' }),
    };
  });
});
afterAll(() => app.close());

const send = (content: string | Buffer, body: Record<string, unknown> = {}, by = admin, name = 'questions.txt') =>
  by.call(importQuestions, { file: { name, bytes: Buffer.from(content as string) }, body: { ...lists, ...body } });
const rowsOf = async (id: number, query: Record<string, unknown> = {}) => (await admin.call(importQuestionsRows, { params: { id }, query })).body.data;
const get = async (id: number, by = admin) => (await by.call(questionGet, { params: { id } })).body.question;
const count = async () =>
  Number(
    (
      await app.db
        .selectFrom('questions')
        .select((eb) => eb.fn.countAll().as('count'))
        .executeTakeFirstOrThrow()
    ).count,
  );
async function sheet(titles: readonly string[], rows: readonly (readonly string[])[]): Promise<Buffer> {
  const content = writeWorkbook([{ name: 'Questions', columns: titles.map((title) => ({ title, width: 10 })), rows }]);
  return Buffer.concat((await content.toArray()) as Buffer[]);
}

const GIFT = `$CATEGORY: $course$/top/Optics

::Refraction:: [html]<p>Light <b>bends</b> by \\\\(n_1 \\\\sin \\\\theta\\\\).</p>{
=towards the normal#<i>slower</i> there
~away from it
}

::Open:: Why is the sky blue? {}
`;

describe('POST /api/import/questions', () => {
  test('[Q400] a preview says what would happen and does nothing; applied, it happens', async () => {
    const before = await count();
    const preview = await send(GIFT, { mode: 'preview' });
    expect(preview).toMatchObject({
      status: 201,
      body: { questions: [], errors: [], import: { status: 'preview', format: 'gift', created_count: 2, error_count: 0, note_count: 1 } },
    });
    expect(preview.body.message).toBe('GIFT: 2 new questions, 0 already exist, 0 with errors. Of the new ones, 1 are only partly imported.');
    expect(await count()).toBe(before);
    const done = await admin.call(importQuestionsApply, { params: { id: preview.body.import.id }, body: lists });
    expect(done).toMatchObject({ status: 200, body: { message: 'Import Completed with 0 errors', questions: [{ title: 'Refraction' }, { title: 'Open' }] } });
    const question = await get(done.body.questions[0]!.id);
    expect(question).toMatchObject({
      title: 'Refraction',
      topic_name: 'Optics',
      standard_name: 'NGSS',
      subject_name: 'Physics',
      grade_name: '9',
      published_state: 'PUBLISHED',
      status_label: 'Not Approved',
      overall_grade: 1,
      rubrics: [
        { level: '1', point: 1 },
        { level: '0', point: 0 },
      ],
      responses: [
        { title: 'towards the normal', is_valid: true, sub_grade: 1, match_label: '1' },
        { title: 'away from it', is_valid: false, sub_grade: 0, match_label: '0' },
      ],
    });
    expect(JSON.stringify(question.description)).toContain('{"type":"inlineMath","attrs":{"latex":"n_1 \\\\sin \\\\theta"}}');
    expect(JSON.stringify(question.responses[0]!.description)).toContain('slower');
    const open = await get(done.body.questions[1]!.id);
    expect(open).toMatchObject({ published_state: 'DRAFT', responses: [], open_response: [{ criterion_name: 'Answer' }] });
    const entries = await app.db
      .selectFrom('audit_entries')
      .selectAll()
      .where('action', '=', 'import.questions')
      .where(
        'subject_id',
        'in',
        done.body.questions.map(({ id }: { id: number }) => id),
      )
      .execute();
    expect(entries).toHaveLength(2);
    expect((await admin.call(importQuestionsApply, { params: { id: preview.body.import.id }, body: {} })).body.code).toBe('IMPORT_NOT_PREVIEW');
  });

  test('[B079] the same file again makes nothing twice, and neither does a question that stands in a file twice', async () => {
    const again = await send(GIFT);
    expect(again.body.import).toMatchObject({ created_count: 0, existing_count: 2, error_count: 0 });
    const twice = await send('Twice?{=a ~b}\n\nTwice?{=a ~b}\n\nTwice?{=a ~c}');
    expect(twice.body.import).toMatchObject({ created_count: 2, existing_count: 1 });
    expect(await rowsOf(twice.body.import.id, { outcome: 'exists' })).toMatchObject([{ row: 2, notes: [{ message: 'The same question is already at 1.' }] }]);
  });

  test('with an error nothing comes in, unless the others are wanted; [Q504] the message counts the errors', async () => {
    const before = await count();
    const file = 'Good one?{=yes ~no}\n\nBad{ =never closed\n\n::Next:: Another good one?{T}';
    const refused = await send(file);
    expect(refused).toMatchObject({ status: 422, body: { code: 'IMPORT_REFUSED' } });
    expect(refused.error?.errors?.['file']).toEqual(['Nothing was imported: 1 of 3 questions have errors. Correct them, or import only the others.']);
    expect(await count()).toBe(before);
    const partial = await send(file, { partial: 'true' });
    expect(partial).toMatchObject({
      status: 201,
      body: {
        message: 'Import Completed with 1 errors',
        import: { created_count: 2, error_count: 1 },
        errors: [{ row: 2, column: 'file', message: 'The braces opened here are never closed. Close them, in or after line 3.' }],
      },
    });
    expect(await count()).toBe(before + 2);
  });

  test('a sheet: its columns, points, match levels, key and criteria; unknown names are told and left empty', async () => {
    const titles = [
      'Title',
      'Question',
      'Topic',
      'Subject',
      'Tags',
      'State',
      'A',
      'B',
      'Option C',
      'Key',
      'Points',
      'A Match Level',
      'B Match Level',
      'C Match Level',
      'B Points',
      'Open Response',
    ];
    const bytes = await sheet(titles, [
      [
        'Speed',
        'How fast is $v$?\nSay it.',
        'optics',
        'Alchemy',
        'motion, speed',
        'Published',
        '1 m/s',
        '2 m/s',
        '3 m/s',
        'c)',
        '4',
        'low',
        'mid',
        'high',
        '2',
        'Reason | 3 | full | all said\nReason | 0 | none',
      ],
    ]);
    const done = await send(bytes, { question_subject_id: '' });
    expect(done).toMatchObject({ status: 201, body: { import: { format: 'xlsx', created_count: 1, note_count: 1 } } });
    const [row] = await rowsOf(done.body.import.id);
    expect(row!.notes.map(({ message }: { message: string }) => message)).toEqual([
      'There is no Subject with this name, so it is left empty.',
      'It becomes a draft. Missing: Subject.',
    ]);
    expect(await get(done.body.questions[0]!.id)).toMatchObject({
      title: 'Speed',
      topic_name: 'Optics',
      subject_name: null,
      published_state: 'DRAFT',
      tag: ['motion', 'speed'],
      overall_grade: 4,
      description: {
        content: [{ content: [{ text: 'How fast is ' }, { type: 'inlineMath', attrs: { latex: 'v' } }, { text: '?' }] }, { content: [{ text: 'Say it.' }] }],
      },
      responses: [
        { title: '1 m/s', match_label: 'low', sub_grade: 0, is_valid: false },
        { title: '2 m/s', match_label: 'mid', sub_grade: 2, is_valid: false },
        { title: '3 m/s', match_label: 'high', sub_grade: 4, is_valid: true },
      ],
      open_response: [
        {
          criterion_name: 'Reason',
          open_response_grade: 3,
          rubrics: [
            { point: 3, level: 'full', description: 'all said' },
            { point: 0, level: 'none', description: '' },
          ],
        },
      ],
    });
  });

  test.each([
    ['1e9', 'Points is not valid'],
    ['-1', 'Points is not valid'],
    ['0.5', 'Points is not valid'],
    ['٣', 'Points is not valid'],
    ['10001', 'Points is not valid'],
  ])('[B078] points of %s are refused at their row', async (points, message) => {
    const done = await send(await sheet(['Question', 'A', 'B', 'Correct', 'Points'], [['Q?', 'a', 'b', 'A', points]]), { mode: 'preview' });
    expect(done.body.errors).toEqual([{ row: 2, column: 'points', column_title: 'Points', value: points, message }]);
  });

  test('one match level stands for one number of points', async () => {
    const bytes = await sheet(
      ['Question', 'A', 'B', 'C', 'Correct', 'A Match Level', 'B Match Level', 'C Match Level', 'A Points', 'B Points'],
      [['Q?', 'a', 'b', 'c', 'C', 'x', 'x', 'y', '1', '2']],
    );
    expect((await send(bytes, { mode: 'preview' })).body.errors).toMatchObject([
      { row: 2, message: 'Match level x has different points. Give each level one number of points.' },
    ]);
  });

  test('[Q347] [Q364] no file, an empty one, another kind: "Select a valid xlsx file", at the field file', async () => {
    const words = 'Select a valid xlsx file';
    expect((await admin.call(importQuestions, { body: {} })).error?.errors).toEqual({ file: [words] });
    for (const content of ['', 'a,b,c\n1,2,3\n', 'Just a letter to everybody.', '{"json": "{=yes ~no}"}', '<html><body>no</body></html>', pngOf(4)])
      expect((await send(content)).error?.errors?.['file']?.[0]).toContain(words);
    expect((await send(await sheet(['Name', 'Mark'], [['Ada', '5']]))).error?.errors?.['file']).toEqual([
      'Select a valid xlsx file. Missing columns: A, B; found: Name, Mark. The template has them all.',
    ]);
    expect((await send(await sheet(['Question', 'A', 'B'], []))).error?.errors?.['file']?.[0]).toContain(words);
  });

  test('[B079] images come along: each is stored once, one that is none is told and its words stay', async () => {
    const png = pngOf(3).toString('base64');
    const moodle = `<quiz><question type="multichoice"><name><text>Lens</text></name><questiontext format="html"><text><![CDATA[<p>See <img src="@@PLUGINFILE@@/a%20lens.png" alt="a lens"> and <img src="https://evil.example/x.png" alt="far away"></p><img src="data:image/png;base64,aGVsbG8=" alt="no image">]]></text><file name="a lens.png" path="/" encoding="base64">${png}</file></questiontext><defaultgrade>2</defaultgrade><single>true</single><answer fraction="100" format="html"><text>convex</text><feedback><text></text></feedback></answer><answer fraction="0"><text><![CDATA[<img src="data:image/png;base64,${png}">]]></text></answer><tags><tag><text>lens</text></tag></tags></question></quiz>`;
    const done = await send(moodle, {}, admin, 'x.xml');
    expect(done).toMatchObject({ status: 201, body: { import: { format: 'moodle', created_count: 1, error_count: 0 } } });
    const question = await get(done.body.questions[0]!.id);
    expect(question).toMatchObject({ tag: ['lens'], overall_grade: 2, responses: [{ title: 'convex' }, { title: 'B' }] });
    const images = [...JSON.stringify(question.description).matchAll(/"file_id":(\d+),"src":"([^"]+)"/g)];
    expect(images.map(([, id]) => id)).toEqual([images[0]?.[1], images[0]?.[1]]);
    const shown = await app.server.app.inject({ method: 'GET', url: images[0]?.[2] as string });
    expect([shown.statusCode, shown.headers['content-type'], shown.rawPayload.equals(pngOf(3))]).toEqual([200, 'image/png', true]);
    const [row] = await rowsOf(done.body.import.id);
    expect(row!.notes.map(({ message, value }: { message: string; value: string }) => [message.slice(0, 20), value])).toEqual([
      ['This image is not in', 'https://evil.example/x.png'],
      ['The image of choice ', ''],
      ['This image is not in', 'image.png'],
    ]);
    expect(JSON.stringify(question.description)).toContain('no image');
  });

  test('a long file is a job that can be followed; its report can be downloaded', async () => {
    const lines = Array.from({ length: 1200 }, (_, index) => `::Long ${index}:: Which is ${index}? {=${index} #right\n~${index + 1}\n~another\n}\n`);
    const file = `${lines.join('\n')}\n::Wrong:: broken {=a ~a}\n`;
    const started = await send(file, { partial: true });
    expect(started.body).toMatchObject({ import: { status: 'waiting' }, message: 'The import of questions.txt has started.' });
    await app.server.jobs.runDue();
    const { id } = started.body.import;
    const done = await admin.call(importQuestionsGet, { params: { id } });
    expect(done.body).toMatchObject({
      message: 'Import Completed with 1 errors',
      import: { status: 'finished', created_count: 1200, done_rows: 1201, error_count: 1 },
    });
    const report = await admin.call(importQuestionsErrors, { params: { id } });
    const found: Record<string, string>[] = [];
    const columns = ['Row', 'Column', 'Value', 'What to do'].map((title) => ({ key: title, title, names: [], isRequired: true }));
    for await (const rows of readTable(report.body as Buffer, columns)) found.push(...rows.map(({ values }) => values));
    expect(found).toEqual([{ Row: '1201', Column: 'Responses', Value: 'a', 'What to do': 'Choice B is the same as another one. Change one of them.' }]);
    const listed = await teacher.call(questionList, { query: { search_text: 'Long 1199', per_page: 5 } });
    expect(listed.body.questions[0]).toMatchObject({ title: 'Long 1199' });
  });

  test('[Q030] Admin alone imports; an import is its importer’s, and none of accounts', async () => {
    for (const person of [teacher, student]) expect((await send(GIFT, {}, person)).status).toBe(403);
    const other = await createScenario(app).person('admin', null);
    const { id } = (await send(GIFT, { mode: 'preview' })).body.import;
    for (const endpoint of [importQuestionsGet, importQuestionsRows, importQuestionsErrors])
      expect((await other.call(endpoint, { params: { id } })).status).toBe(404);
    expect((await other.call(importQuestionsApply, { params: { id }, body: {} })).status).toBe(404);
    expect((await admin.call(importGet, { params: { id } })).status).toBe(404);
  });

  test('whoever may publish chooses the step of approval; whoever may not is not asked', async () => {
    const chosen = await send('Approved?{=y ~n}', { status: 'Public' });
    expect(await get(chosen.body.questions[0]!.id)).toMatchObject({ status_label: 'Public', status: 1 });
    await giveRights(app.db, teacher.accountId, ['question-imports:create']);
    const approved = await send('By a teacher?{=y ~n}', { status: 'Public' }, teacher);
    expect(await get(approved.body.questions[0]!.id)).toMatchObject({ status_label: 'Approved ?', full_name: expect.any(String) });
  });

  test('an import that fails in the middle keeps nothing, and can be tried again', async () => {
    const { id } = (await send('Fails today?{=y ~n}', { mode: 'preview' })).body.import;
    const apply = () => admin.call(importQuestionsApply, { params: { id }, body: { ...lists } });
    await sql`ALTER TABLE question_versions ADD CONSTRAINT none_today CHECK (title <> 'Fails today?')`.execute(app.db);
    expect((await apply()).status).toBe(500);
    await sql`ALTER TABLE question_versions DROP CONSTRAINT none_today`.execute(app.db);
    expect((await admin.call(importQuestionsGet, { params: { id } })).body.import).toMatchObject({ status: 'preview' });
    expect((await apply()).body.import).toMatchObject({ status: 'finished', created_count: 1 });
  });

  test('what is chosen for all must be there', async () => {
    expect((await send('X?{=y ~n}', { topic_id: 'x' })).body.errors).toHaveProperty('topic_id');
    expect((await send('X?{=y ~n}', { status: 'Whatever' })).body.errors).toHaveProperty('status');
    const unknown = await send('Unknown list?{=y ~n}', { topic_id: 999_999 });
    expect(await get(unknown.body.questions[0]!.id)).toMatchObject({ topic_id: null, published_state: 'DRAFT' });
  });
});

describe('POST /api/export/question', () => {
  const bring = async (content: string, name = 'x.xml') =>
    (await send(content, {}, admin, name)).body.questions.map(({ id }: { id: number }) => id) as number[];

  test.each(['xlsx', 'gift', 'qti3'] as const)('[Q399] %s: what comes out comes in again as the same', async (format) => {
    const png = pngOf(5).toString('base64');
    const ids = await bring(
      `::Export ${format}:: [html]<h2>Mirrors</h2><p>Is \\\\(x^2 \\= 4\\\\) & "so" <i>on</i>?</p><img alt\\="mirror" src\\="data\\:image/png;base64,${png.replaceAll('=', '\\=')}">{=$\\\\frac\\{1\\}\\{2\\}$#because\n~5 \\= 5\n~\\#hash}\n\nOther ${format}?{=1 ~2}`,
      'x.gift',
    );
    expect(ids).toHaveLength(2);
    const file = await teacher.call(exportQuestions, { body: { question: ids, format } });
    expect(file.status).toBe(200);
    const again = await send(file.body as Buffer, { mode: 'preview' });
    expect(again.body.import).toMatchObject({ existing_count: 2, error_count: 0, total_rows: 2 });
  });

  test('one question by its number alone, named after it; refused by kind, number and role', async () => {
    const [id] = (await bring('Single?{=1 ~2}', 'x.gift')) as [number];
    const one = await admin.call(exportQuestions, { body: { question: id, format: 'gift' } });
    expect(one.headers['content-disposition']).toContain(`question-${id}.gift`);
    expect((one.body as Buffer).toString()).toContain('::Single?::[html]<p>Single?</p>{\n=1\n~2\n}');
    expect((await admin.call(exportQuestions, { body: { question: 999_999 } })).body.code).toBe('QUESTION_NOT_FOUND');
    expect((await admin.call(exportQuestions, { body: { question: id, format: 'pdf' } })).body.errors).toHaveProperty('format');
    for (const question of [[], 'x', null, Array.from({ length: 1001 }, () => id)])
      expect((await admin.call(exportQuestions, { body: { question } })).status).toBe(422);
    expect((await student.call(exportQuestions, { body: { question: id } })).status).toBe(403);
    const entry = await app.db
      .selectFrom('audit_entries')
      .selectAll()
      .where('action', '=', 'export.question')
      .where('subject_id', '=', id)
      .executeTakeFirstOrThrow();
    expect(entry).toMatchObject({ account_id: admin.accountId, after: { question: [id], format: 'gift' } });
  });
});

describe('[B281] a corrected key', () => {
  const key = (right: 'a' | 'b') => `::Corrected key::Which one?{${right === 'a' ? '=one ~two' : '~one =two'}}`;
  const keyOf = async (id: number) => (await get(id)).responses.map(({ is_valid }) => is_valid);

  test('is told as one, left alone unless it is wanted, and then is a new version', async () => {
    const first = (await send(key('a'))).body;
    const id = first.questions[0]!.id;
    await app.db.updateTable('question_versions').set({ first_used_at: new Date() }).where('question_id', '=', id).execute();
    const read = (await send(key('b'), { mode: 'preview' })).body.import;
    expect(read).toMatchObject({ created_count: 0, existing_count: 1, correction_count: 1 });
    expect((await rowsOf(read.id))[0]).toMatchObject({
      outcome: 'exists',
      question_id: id,
      notes: [{ message: 'It already exists with another right answer: A there, B in the file.' }],
    });
    await admin.call(importQuestionsApply, { params: { id: read.id }, body: { ...lists } });
    expect(await keyOf(id)).toEqual([true, false]);
    const done = (await send(key('b'), { corrections: true })).body.import;
    expect((await rowsOf(done.id))[0]!.notes[0]!.message).toBe('It got a new version with the right answer from the file: B instead of A.');
    expect(await keyOf(id)).toEqual([false, true]);
    const versions = await app.db.selectFrom('question_versions').select(['version']).where('question_id', '=', id).orderBy('version').execute();
    expect(versions.map(({ version }) => version)).toEqual([1, 2]);
    expect((await get(id)).responses.map(({ sub_grade }) => sub_grade)).toEqual([0, 1]);
    expect((await send(key('b'), { mode: 'preview' })).body.import.correction_count).toBe(0);
  });

  test('of a question of somebody else is theirs to correct, unless an administrator does it', async () => {
    const { id } = (await send('::Theirs::Which one is theirs?{=one ~two}')).body.questions[0]!;
    await giveRights(app.db, teacher.accountId, ['question-imports:create']);
    const done = (await send('::Theirs::Which one is theirs?{~one =two}', { corrections: true }, teacher)).body.import;
    expect(done).toMatchObject({ status: 'finished', correction_count: 0, existing_count: 1 });
    expect(await keyOf(id)).toEqual([true, false]);
  });
});

test('[B284] after a thousand questions the planner knows what the bank holds', async () => {
  const many = Array.from({ length: 1_001 }, (_, index) => `::Planner ${index}::How many are ${index}?{=a${index} ~b${index}}`).join('\n\n');
  const started = await send(many);
  await app.server.jobs.runDue();
  const { body } = await admin.call(importQuestionsGet, { params: { id: started.body.import.id } });
  expect(body.import.created_count).toBe(1_001);
  await vi.waitFor(
    async () => {
      const { rows } = await sql<{ reltuples: number }>`SELECT reltuples FROM pg_class WHERE relname = 'question_search'`.execute(app.db);
      expect(rows[0]?.reltuples).toBeGreaterThan(1_000);
    },
    { timeout: 30_000, interval: 200 },
  );
});

test('[B280] a package that says of itself more than it holds, or was changed since, is read by its items', async () => {
  const [question] = (await send('::Kept whole::Which one is kept?{=one ~two}')).body.questions;
  const { body: bytes } = await admin.call(exportQuestions, { body: { question: question!.id, format: 'qti3' } });
  const archive = openZip(bytes, { entries: 100, totalBytes: 1_000_000 });
  const parts: Record<string, string> = {};
  for (const name of archive.names) parts[name] = Buffer.concat((await Readable.from(archive.read(name)).toArray()) as Buffer[]).toString('utf8');
  const whole = JSON.parse(parts['classwright.json'] as string);
  expect(whole.questions[0].content.published_state).toBe('PUBLISHED');
  const item = Object.keys(parts).find((name) => name.startsWith('items/')) as string;
  const untouched = parts[item] as string;
  parts[item] = untouched.replace('Which one is kept?', 'Which one is changed?').replace('Kept whole', 'Changed since');
  const changed = (await send(await makeZip(parts))).body;
  expect(changed.questions.map(({ title }: { title: string }) => title)).toEqual(['Changed since']);
  // in the older package form: content that QTI has no place for is still kept
  const { content } = whole.questions[0];
  const before = {
    ...{ title: 'Of version 1', description: content.description, tag: content.tag, publishedState: 'DRAFT', overallGrade: 7, rubrics: [] },
    responses: content.responses.map(({ title, description }: { title: string; description: unknown }, index: number) => {
      return { title, description, matchLabel: `idea ${index}`, isValid: index === 1, rubric: [], subGrade: 7 - index };
    }),
    ...{ openResponse: [], openResponseGrade: null, attachments: [{ name: 'a link', external: { url: 'https://example.org/', mimeType: '', type: 'link' } }] },
  };
  const old = JSON.stringify({ ...whole, version: 1, questions: [{ ...whole.questions[0], content: before }] });
  const unchanged = { ...parts, [item]: untouched };
  const { body: ofBefore } = await send(await makeZip({ ...unchanged, 'classwright.json': old }));
  const kept = await get(ofBefore.questions[0]!.id);
  expect(kept).toMatchObject({
    title: 'Of version 1',
    published_state: 'DRAFT',
    overall_grade: 7,
    google_drive_link: [{ name: 'a link', file_id: null }],
  });
  expect(kept.responses).toMatchObject([
    { match_label: 'idea 0', is_valid: false, sub_grade: 7 },
    { match_label: 'idea 1', is_valid: true, sub_grade: 6 },
  ]);
  whole.questions[0].content.responses[0].title = '\u0000';
  const damaged = (await send(await makeZip({ ...parts, 'classwright.json': JSON.stringify(whole) }), { mode: 'preview' })).body;
  expect(damaged.import).toMatchObject({ existing_count: 1, error_count: 0 });
});

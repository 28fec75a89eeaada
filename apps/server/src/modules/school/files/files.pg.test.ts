import { fileDelete, fileDeleteMany, fileExport, fileGet, fileList, fileRestoreMany, type FileView } from '@classwright/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAssessment } from '../../class/assessments/index.ts';
import { createQuestion } from '../../bank/questions/index.ts';
import { inTransaction, type Tx } from '../../../platform/database/index.ts';
import { readRows } from '../../../platform/spreadsheets/index.ts';
import { createScenario, pngOf, type Scenario, startLesson, startTestApp, type TestApp, type TestLesson, type TestPerson } from '../../../testing/index.ts';
import { eraseDeletedFiles } from './erase-deleted.ts';
import { createFileStorage, requireUsableFiles } from './index.ts';
import { type Uploader, uploadersOf } from './testing/upload.ts';

let app: TestApp;
let scenario: Scenario;
let as: (person: Pick<TestPerson, 'token'>) => Uploader;
let schoolId: number;
let owner: TestPerson;
let colleague: TestPerson;
let student: TestPerson;
let admin: TestPerson;
/** A teacher of another school. */
let stranger: TestPerson;
const PNG = pngOf(3);
const WAV = Buffer.concat([
  Buffer.from('RIFF\x24\x00\x00\x00WAVEfmt \x10\x00\x00\x00\x01\x00\x01\x00@\x1f\x00\x00@\x1f\x00\x00\x01\x00\x08\x00data\x00\x00\x00\x00', 'latin1'),
]);
const PDF = Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\n%%EOF');

beforeAll(async () => {
  app = await startTestApp();
  scenario = createScenario(app);
  schoolId = await scenario.school('Pacific/Auckland');
  owner = await scenario.person('teachers', schoolId);
  colleague = await scenario.person('teachers', schoolId);
  student = await scenario.person('student', schoolId);
  admin = await scenario.person('admin', null);
  stranger = await scenario.person('teachers', await scenario.school());
  as = await uploadersOf(app);
});
afterAll(() => app.close());

const inTx = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => inTransaction(app.db, work);
async function put(name: string, { by = owner, bytes = PNG }: { by?: TestPerson; bytes?: Buffer } = {}): Promise<FileView> {
  const reply = await as(by).form([{ name, bytes }]);
  if (reply.status !== 201) throw new Error(JSON.stringify(reply.body));
  return reply.body.files[0];
}
const get = (id: number, by: TestPerson) => by.call(fileGet, { params: { id } });
const remove = (id: number, by = owner) => by.call(fileDelete, { params: { id } });
const removeMany = (ids: number[], by = owner) => by.call(fileDeleteMany, { body: { ids } });
const restoreMany = (ids: number[], by = owner) => by.call(fileRestoreMany, { body: { ids } });
const list = async (query: Record<string, unknown> = {}, by = owner) => (await by.call(fileList, { query })).body;
const names = async (query: Record<string, unknown> = {}, by = owner): Promise<string[]> => (await list(query, by)).data.map((file: FileView) => file.name);

describe('a form of files', () => {
  test('[Q437] [Q197] stores all of them and answers each with id, name, type, address and date', async () => {
    const reply = await as(owner).form([
      { name: 'Bild ä.png', bytes: PNG },
      { name: 'sound.wav', bytes: WAV },
    ]);
    expect(reply.status).toBe(201);
    expect(reply.body).toMatchObject({
      status: 'success',
      message: '2 Files Uploaded Successfully',
      files: [
        { name: 'Bild ä.png', type: 'image/png', kind: 'image', is_shown: true, byte_size: PNG.length, account_id: owner.accountId, can_delete: true },
        { name: 'sound.wav', type: 'audio/wav', kind: 'audio' },
      ],
    });
    const [file] = reply.body.files;
    expect(file).toMatchObject({ id: expect.any(Number), url: expect.stringMatching(/^\/files\/\d+\?expires=\d+&signature=/), created_at: expect.any(String) });
    const bytes = await (await fetch(new URL(file.url, await app.listen()))).arrayBuffer();
    expect(Buffer.from(bytes).equals(PNG)).toBe(true);
  });

  test.each(['files', 'files[]'])('takes them in the field %s', async (field) => {
    expect((await as(owner).form([{ name: 'a.png', bytes: PNG }], { field })).status).toBe(201);
  });

  test('[Q351] without a file says which', async () => {
    expect(await as(owner).form([])).toMatchObject({ status: 422, body: { errors: { files: ['Select Files to Upload'] } } });
    expect((await as(owner).form([{ name: 'a.png', bytes: PNG }], { field: 'other' })).body.errors).toEqual({ files: ['Select Files to Upload'] });
    const json = await fetch(new URL('/api/files', await app.listen()), {
      method: 'POST',
      headers: { authorization: `Bearer ${owner.token}`, 'content-type': 'application/json' },
      body: '{"files":[]}',
    });
    expect([json.status, ((await json.json()) as { errors: unknown }).errors]).toEqual([422, { files: ['Select Files to Upload'] }]);
  });

  test('[K320] with one that is none of the kinds stores none, and says which it is', async () => {
    const before = (await list()).pagination.total;
    const reply = await as(owner).form([
      { name: 'a.png', bytes: PNG },
      { name: 'b.png', bytes: Buffer.from('<html>') },
    ]);
    const words = ['Only images, audio, video, and PDF files are allowed.'];
    expect(reply).toMatchObject({ status: 422, body: { errors: { files: words, 'files.1': words } } });
    expect((await list()).pagination.total).toBe(before);
  });

  test('[B1466] an empty file and a PDF that was cut short are refused as what they are', async () => {
    const refusalOf = async (name: string, bytes: Buffer) => (await as(owner).form([{ name, bytes }])).body.errors;
    expect(await refusalOf('empty.pdf', Buffer.alloc(0))).toMatchObject({ files: ['This file is empty. Choose another one.'] });
    expect(await refusalOf('cut.pdf', Buffer.from('%PD'))).toMatchObject({
      files: ['This file is named as a PDF, but it is damaged or something else. Open it to check, then save it again as a PDF.'],
    });
    expect(await refusalOf('no.png', Buffer.from('words, and no picture'))).toMatchObject({ files: ['Only images, audio, video, and PDF files are allowed.'] });
  });

  test('[K449] [Q291] of exactly 52428800 bytes is taken, one more is refused', { timeout: 60_000 }, async () => {
    const most = Buffer.concat([PNG, Buffer.alloc(52_428_800 - PNG.length)]);
    expect((await as(owner).form([{ name: 'most.png', bytes: most }])).status).toBe(201);
    const refused = await as(owner).form([{ name: 'more.png', bytes: Buffer.concat([most, Buffer.alloc(1)]) }]);
    expect(refused).toMatchObject({ status: 422, body: { errors: { files: ['File exceeds the 50MB size limit.'] } } });
  });

  test('of more than twenty is refused', async () => {
    const reply = await as(owner).form(Array.from({ length: 21 }, (_, index) => ({ name: `${index}.png`, bytes: PNG })));
    expect(reply).toMatchObject({ status: 422, body: { errors: { files: ['Upload at most 20 files at a time.'] } } });
  });

  test('[Q440] sent twice under one Idempotency-Key is stored once; with other bytes it is refused', async () => {
    const [first, again] = [
      await as(owner).form([{ name: 'k.png', bytes: PNG }], { key: 'k1' }),
      await as(owner).form([{ name: 'k.png', bytes: PNG }], { key: 'k1' }),
    ];
    expect(again.body.files[0].id).toBe(first.body.files[0].id);
    expect((await as(owner).form([{ name: 'k.png', bytes: WAV }], { key: 'k1' })).body).toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' });
  });

  test.each([
    ['../../etc/passwd.png', 'passwd.png'],
    ['..\\..\\boot.png', 'boot.png'],
    ['a\u202egnp.exe.png', 'agnp.exe.png'],
    ['con\u0000trol\u001b.png', 'control.png'],
    ['..', 'file.png'],
    [`${'x'.repeat(300)}.png`, `${'x'.repeat(196)}.png`],
  ])('[B071] names lose paths and what deceives the eye: %j', async (name, shown) => {
    const upload = await as(owner).upload(name, PNG);
    expect(upload.body.file.name).toBe(shown);
  });
});

describe('the list', () => {
  let reader: TestPerson;
  beforeAll(async () => {
    reader = await scenario.person('teachers', schoolId);
    for (const [name, bytes, at] of [
      ['Old.png', PNG, '2026-01-31T10:59:00Z'], // 23:59 in Auckland
      ['Start.png', PNG, '2026-01-31T11:01:00Z'], // 00:01 of the next day
      ['Sound.wav', WAV, '2026-02-02T00:00:00Z'],
      ['100%_sure.pdf', PDF, '2026-02-03T00:00:00Z'],
    ] as const) {
      const { id } = await put(name, { by: reader, bytes });
      await sql`UPDATE files SET created_at = ${at} WHERE id = ${id}`.execute(app.db);
    }
  });

  test('[Q436] [Q139] holds one’s own files, newest first, page by page', async () => {
    expect(await names({}, reader)).toEqual(['100%_sure.pdf', 'Sound.wav', 'Start.png', 'Old.png']);
    const page = await list({ page: 2, per_page: 3 }, reader);
    expect(page.data.map(({ name }: FileView) => name)).toEqual(['Old.png']);
    expect(page.pagination).toEqual({ total: 4, per_page: 3, current_page: 2, last_page: 2, from: 4, to: 4 });
  });

  test.each([
    [{ start_date: '2026-02-01' }, ['100%_sure.pdf', 'Sound.wav', 'Start.png']],
    [{ end_date: '2026-01-31' }, ['Old.png']],
    [{ start_date: '2026-02-01', end_date: '2026-02-02' }, ['Sound.wav', 'Start.png']],
    [{ type: 'image' }, ['Start.png', 'Old.png']],
    [{ type: 'audio' }, ['Sound.wav']],
    [{ type: 'pdf' }, ['100%_sure.pdf']],
    [{ type: 'video' }, []],
    [{ type: 'application/pdf' }, ['100%_sure.pdf']],
    [{ type: 'spreadsheet' }, []],
    [{ search_text: 'S' }, ['100%_sure.pdf', 'Sound.wav', 'Start.png']],
    [{ search_text: '0%_' }, ['100%_sure.pdf']],
    [{ sort: 'name', direction: 'asc' }, ['100%_sure.pdf', 'Old.png', 'Sound.wav', 'Start.png']],
    [{ start_date: '', end_date: '', type: '' }, ['100%_sure.pdf', 'Sound.wav', 'Start.png', 'Old.png']],
  ])('[Q132] [Q133] [Q134] by dates of the school’s own days, kind and name: %o', async (query, expected) => {
    expect(await names(query, reader)).toEqual(expected);
  });

  test.each([
    [{ start_date: 'yesterday' }, 'start_date'],
    [{ end_date: '2026-02-30' }, 'end_date'],
    [{ start_date: '2026-02-02', end_date: '2026-02-01' }, 'end_date'],
    [{ page: 0 }, 'page'],
    [{ per_page: 201 }, 'per_page'],
    [{ sort: 'storage_key' }, 'sort'],
  ])('%o is refused at its field', async (query, field) => {
    expect((await reader.call(fileList, { query })).error?.errors).toHaveProperty(field);
  });

  test('[Q008] shows others’ files to those who may see all of the school’s, and to nobody else', async () => {
    expect(await names({ search_text: 'Old.png' }, admin)).toEqual(['Old.png']);
    expect(await names({ search_text: 'Old.png', own: true }, admin)).toEqual([]);
    for (const person of [colleague, student, stranger]) expect(await names({ search_text: 'Old.png' }, person)).toEqual([]);
  });
});

describe('[B069] reading a file', () => {
  test('its owner and staff who may get a fresh address; for everybody else it does not exist', async () => {
    const { id } = await put('mine.png');
    for (const person of [owner, admin]) expect((await get(id, person)).body.file).toMatchObject({ id, url: expect.stringContaining('signature=') });
    for (const person of [colleague, student, stranger]) expect((await get(id, person)).error).toMatchObject({ code: 'FILE_NOT_FOUND' });
    expect((await get(999_999, owner)).status).toBe(404);
  });

  test('an Admin who has a school reaches the files of all schools, to read, list and delete', async () => {
    const { id } = await put('elsewhere.png');
    const placed = await scenario.person('admin', await scenario.school());
    expect((await get(id, placed)).body.file).toMatchObject({ id, url: expect.stringContaining('signature=') });
    expect(await names({ search_text: 'elsewhere.png' }, placed)).toEqual(['elsewhere.png']);
    expect((await remove(id, placed)).status).toBe(200);
    expect(await names({ search_text: 'elsewhere.png' })).toEqual([]);
  });

  test('whoever may see the question it is attached to may read it; a student not what an unfinished assessment hides', async () => {
    const lesson = await scenario.lesson();
    const file = await put('sheet.png', { by: lesson.teacher });
    const fields = {
      title: 'With a sheet',
      description: 'What is it?',
      responses: [{ title: 'a' }, { title: 'b', is_valid: true }],
      published_state: 'DRAFT' as const,
    };
    await inTx((tx) =>
      createQuestion(tx, { ...fields, authorId: lesson.teacher.accountId, schoolId: lesson.schoolId, attachments: [{ name: 'sheet', file_id: file.id }] }),
    );
    expect((await get(file.id, lesson.students[0] as TestPerson)).status).toBe(404);
    expect((await get(file.id, lesson.teacher)).status).toBe(200);
  });

  test('whoever reaches the assessment it is attached to may read it', async () => {
    const lesson = await scenario.lesson();
    const file = await put('plan.pdf', { by: lesson.teacher, bytes: PDF });
    await attachTo(lesson, file.id);
    expect((await get(file.id, lesson.coTeacher)).status).toBe(200);
    for (const person of [lesson.otherTeacher, lesson.students[0] as TestPerson, lesson.otherStudent]) expect((await get(file.id, person)).status).toBe(404);
  });
});

const attachTo = (lesson: TestLesson, fileId: number): Promise<number> =>
  inTx((tx) =>
    createAssessment(tx, {
      owner: { accountId: lesson.teacher.accountId, schoolId: lesson.schoolId },
      class_id: lesson.courseId,
      title: 'With a plan',
      questionIds: [lesson.first.questionId, lesson.transfer.questionId],
      google_drive_link: [{ name: 'plan', fileId }],
    }),
  );

describe('deleting a file', () => {
  test('[Q438] makes it unfindable at once, erases its row and its bytes after an hour, and leaves an entry in the audit trail', async () => {
    const { id, url } = await put('away.png');
    expect((await remove(id)).body).toEqual({ status: 'success', message: 'File Deleted Successfully' });
    expect((await get(id, owner)).status).toBe(404);
    expect((await fetch(new URL(url, await app.listen()))).status).toBe(404);
    expect(
      await app.db.selectFrom('audit_entries').select('action').where('subject_type', '=', 'file').where('subject_id', '=', id).orderBy('id').execute(),
    ).toEqual([{ action: 'file.add' }, { action: 'file.delete' }]);
    expect((await remove(id)).status).toBe(404);
    const { storage_key } = await app.db.selectFrom('files').select('storage_key').where('id', '=', id).executeTakeFirstOrThrow();
    const removed: string[] = [];
    const storage = { ...createFileStorage(app.dataDir), remove: async (key: string) => void removed.push(key) };
    await eraseDeletedFiles(app.db, storage);
    expect(removed).not.toContain(storage_key); // it can be undone
    await sql`UPDATE files SET archived_at = app_now() - interval '61 minutes' WHERE id = ${id}`.execute(app.db);
    await eraseDeletedFiles(app.db, storage);
    expect(removed).toContain(storage_key);
    expect((await restoreMany([id])).body).toMatchObject({ ids: [], refused: [{ id }] });
  });

  test('[B340] many at once: those that are used or not one’s own stay with their reason, the others can be taken back', async () => {
    const lesson = await scenario.lesson();
    const teacher = lesson.teacher;
    const [used, free, other] = [await put('used.png', { by: teacher }), await put('ملف.png', { by: teacher }), await put('其他.png', { by: teacher })];
    await attachTo(lesson, used.id);
    const foreign = await put('theirs.png');
    const { body } = await removeMany([used.id, free.id, other.id, foreign.id, free.id, 999_999_999], teacher);
    expect(body).toMatchObject({
      message: '2 deleted',
      ids: [free.id, other.id],
      refused: [
        { id: used.id, name: 'used.png', message: 'It is used by 1 assessment. Remove it there first.' },
        { id: foreign.id, name: `#${foreign.id}` },
        { id: 999_999_999, name: '#999999999' },
      ],
    });
    const entries = await app.db
      .selectFrom('audit_entries')
      .selectAll()
      .where('action', '=', 'file.delete')
      .where('subject_id', 'in', [free.id, other.id])
      .execute();
    expect(entries.map(({ batch_size }) => batch_size)).toEqual([2, 2]);
    expect((await restoreMany([free.id, other.id, foreign.id], owner)).body.ids).toEqual([]); // nobody restores what they may not delete
    expect((await restoreMany([free.id, other.id, used.id], teacher)).body).toMatchObject({ message: '2 restored', ids: [free.id, other.id] });
    expect((await get(free.id, teacher)).status).toBe(200);
  });

  test('none, more than 100, other shapes are refused; whoever may not delete files neither deletes nor restores', async () => {
    for (const ids of [[], Array.from({ length: 101 }, (_, at) => at + 1), ['x'], 'all'])
      for (const act of [removeMany, restoreMany]) expect((await act(ids as number[])).status).toBe(422);
    const { id } = await put('kept.png');
    expect((await removeMany([id], student)).body.ids).toEqual([]);
    expect((await get(id, owner)).status).toBe(200);
  });

  test('[B254] [B271] [Q475] is refused while something uses it, with what: attachments, pictures in texts, people’s pictures', async () => {
    const lesson = await scenario.lesson();
    const teacher = lesson.teacher;
    const [attached, drawn, face] = [await put('a.png', { by: teacher }), await put('d.png', { by: teacher }), await put('f.png', { by: teacher })];
    await attachTo(lesson, attached.id);
    await attachTo(lesson, attached.id);
    const description = { type: 'doc' as const, content: [{ type: 'image', attrs: { file_id: drawn.id, alt: 'x' } }] };
    const draft = { title: 'Q', responses: [{ title: 'a', description }, { title: 'b' }], authorId: teacher.accountId, schoolId: lesson.schoolId };
    await inTx((tx) => createQuestion(tx, { ...draft, description }));
    await app.db.updateTable('accounts').set({ picture_file_id: face.id }).where('id', '=', teacher.accountId).execute();
    expect(await remove(attached.id, teacher)).toMatchObject({
      status: 409,
      error: {
        code: 'FILE_IN_USE',
        message: 'a.png is used by 2 assessments. Remove it there first.',
        params: { depends_on: [{ table: 'assessments', count: 2 }] },
      },
    });
    const asked = (await teacher.call(fileGet, { params: { id: attached.id } })).body;
    expect(asked.things.map(({ table, name }: { table: string; name: string }) => [table, typeof name])).toEqual([
      ['assessments', 'string'],
      ['assessments', 'string'],
    ]);
    expect((await teacher.call(fileGet, { params: { id: drawn.id } })).body.things).toEqual([
      { table: 'questions', id: expect.any(Number), name: 'Q', course_id: null },
    ]);
    expect((await admin.call(fileGet, { params: { id: drawn.id } })).body.things).toHaveLength(1);
    expect((await remove(drawn.id, teacher)).error?.message).toBe('d.png is used by 1 question. Remove it there first.');
    expect((await remove(face.id, teacher)).error?.message).toBe('f.png is used by 1 account. Remove it there first.');
    expect((await teacher.call(fileGet, { params: { id: attached.id } })).body.dependents).toEqual(['2 assessments']);
    expect((await get(attached.id, teacher)).status).toBe(200);
  });

  test('[Q475] is refused while an answer in a lesson shows it, which its staff may read and other people’s files never do', async () => {
    const lesson = await startLesson(app, scenario);
    const [pupil, classmate] = lesson.students as [TestPerson, TestPerson];
    const [{ id }, theirs] = [await put('work.png', { by: pupil }), await put('theirs.png', { by: classmate })];
    const comment = (fileId: number) => ({ type: 'doc', content: [{ type: 'image', attrs: { file_id: fileId, alt: 'my work' } }] });
    expect((await lesson.answer(pupil, 'Form - 1A', 1, { comment: comment(theirs.id) })).error?.errors).toHaveProperty('comment');
    expect((await lesson.answer(pupil, 'Form - 1A', 1, { comment: comment(id) })).status).toBe(200);
    expect((await remove(id, pupil)).error?.message).toBe('work.png is used by 1 answer. Remove it there first.');
    expect((await get(id, lesson.teacher)).status).toBe(200);
    for (const person of [lesson.otherTeacher, lesson.otherStudent]) expect((await get(id, person)).status).toBe(404);
  });

  test('is for its owner and those who may delete the school’s; others who may read it are refused, the rest told nothing', async () => {
    const lesson = await scenario.lesson();
    const file = await put('p.pdf', { by: lesson.teacher, bytes: PDF });
    await attachTo(lesson, file.id);
    expect((await remove(file.id, lesson.coTeacher)).error).toMatchObject({ code: 'NOT_ALLOWED' });
    expect((await remove(file.id, lesson.otherTeacher)).error).toMatchObject({ code: 'FILE_NOT_FOUND' });
    const free = await put('free.png', { by: lesson.teacher });
    expect((await remove(free.id, admin)).status).toBe(200);
  });

  test('[B073] and using it at the same moment never leaves a thing without its file', async () => {
    for (let round = 0; round < 5; round++) {
      const lesson = await scenario.lesson();
      const { id } = await put('race.png', { by: lesson.teacher });
      const [deleted, attached] = await Promise.allSettled([remove(id, lesson.teacher), attachTo(lesson, id)]);
      const isDeleted = deleted.status === 'fulfilled' && deleted.value.status === 200;
      expect(isDeleted).toBe(attached.status === 'rejected');
    }
  });
});

describe('what may be put into something', () => {
  const use = (fileId: number, person: TestPerson, kept: number[] = []) =>
    inTx((tx) => requireUsableFiles(tx, [fileId], { accountId: person.accountId, schoolId, field: 'f', kept })).then(
      () => 'usable',
      (error: { fields?: unknown }) => (error.fields ? 'refused' : 'failed'),
    );

  test('is one’s own, and what is in it already; nobody names a stranger’s file by its number', async () => {
    const { id } = await put('own.png');
    expect(await use(id, owner)).toBe('usable');
    expect(await use(id, colleague)).toBe('refused');
    expect(await use(id, student)).toBe('refused');
    expect(await use(id, colleague, [id])).toBe('usable');
    expect(await use(999_999, owner, [999_999])).toBe('refused');
  });
});

describe('the export', () => {
  const exported = async (ids: unknown, by = owner) => by.call(fileExport, { body: { ids } });
  const cells = async (bytes: Buffer): Promise<string[][]> => {
    const rows: string[][] = [];
    for await (const batch of readRows(bytes)) rows.push(...batch.map(({ cells: texts }) => texts.map(String)));
    return rows;
  };

  test('[Q131] [Q439] is a spreadsheet of the chosen files, in their order, whose names never become formulas', async () => {
    const hostile = ['=HYPERLINK("evil.example","x").png', '+1.png', '-1.png', '@SUM(1).png', '<b>&.png', "'quoted.png"];
    const ids: number[] = [];
    for (const name of hostile) ids.push((await as(owner).upload(name, PNG)).body.file.id);
    const reply = await exported(ids);
    expect(reply.status).toBe(200);
    expect(reply.headers['content-type']).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet');
    const [head, ...rows] = await cells(reply.body);
    expect(head).toEqual(['Name', 'Type', 'Size', 'Owner', 'Created Date']);
    expect(rows.map(([name]) => name)).toEqual(hostile);
    expect(rows[0]).toEqual([
      hostile[0],
      'image/png',
      String(PNG.length),
      `${owner.firstName} ${owner.lastName}`,
      expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
    ]);
    expect(reply.body.toString('latin1')).not.toMatch(/<f>/);
  });

  test('of none is refused, and so is one that holds a file of somebody else', async () => {
    expect((await exported([])).error?.errors).toEqual({ ids: ['Select the files to export'] });
    expect((await exported(['x'])).status).toBe(422);
    const { id } = await put('theirs.png', { by: colleague });
    expect((await exported([id])).error).toMatchObject({ code: 'FILE_NOT_FOUND' });
    expect((await exported([id], admin)).status).toBe(200);
  });
});

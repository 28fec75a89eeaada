import {
  announcementCommentAdd,
  announcementCreate,
  courseWorkCreate,
  fileDelete,
  fileGet,
  type FileView,
  returnSubmission,
  submissionSubmit,
} from '@classwright/contract';
import { isInvisible } from '@classwright/rules/text/invisible';
import { cleanedText } from '@classwright/rules/text/cleaned';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeZip } from '../../../platform/zip/testing/make-zip.ts';
import { createScenario, pngOf, type Scenario, startTestApp, type TestApp, type TestClass, type TestPerson } from '../../../testing/index.ts';
import { spread, trialLines } from '../../../testing/trial-data.ts';
import { type Uploader, uploadersOf } from '../../school/files/testing/upload.ts';
import { postWork } from './testing/work.ts';

let app: TestApp;
let scenario: Scenario;
let room: TestClass;
let student: TestPerson;
let as: (person: Pick<TestPerson, 'token'>) => Uploader;

beforeAll(async () => {
  app = await startTestApp();
  scenario = createScenario(app);
  room = await scenario.class({ students: 3 });
  student = room.students[0]!;
  as = await uploadersOf(app);
});
afterAll(() => app.close());

const put = async (name: string, bytes: Buffer, by = student): Promise<FileView> => {
  const reply = await as(by).form([{ name, bytes }]);
  if (reply.status !== 201) throw new Error(JSON.stringify(reply.body));
  return reply.body.files[0];
};
const handIn = (attachment: unknown, workId: number, by = student) =>
  by.call(submissionSubmit, { body: { courseId: room.courseId, courseWorkId: workId, attachment } as never });
const PNG = pngOf(3);
const PDF = Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\n%%EOF');

describe('[B716] a hostile file', () => {
  test.each([
    ['a program that is called a PDF', 'report.pdf', Buffer.from(`MZ${'\0'.repeat(200)}This program cannot be run in DOS mode`)],
    ['a page that is called a picture', 'photo.png', Buffer.from('<!doctype html><script>alert(document.domain)</script>')],
    ['a drawing with a program', 'figure.svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
    ['a drawing that fetches', 'figure.svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><image href="https://evil.example/x.png"/></svg>')],
    ['a workbook that grows a thousandfold', 'grades.xlsx', makeZip({ '[Content_Types].xml': '<Types/>', 'xl/workbook.xml': '\0'.repeat(5_000_000) })],
    ['an archive', 'all.zip', Buffer.from('PK\x03\x04\x14\0\0\0\x08\0', 'latin1')],
    ['nothing at all', 'empty.pdf', Buffer.alloc(0)],
  ])('%s never gets into the library, so it is handed in by nobody', async (_what, name, content) => {
    const bytes = await content;
    const reply = await as(student).form([{ name, bytes }]);
    expect([reply.status, typeof reply.body.errors?.files?.[0]]).toEqual([422, 'string']);
    expect((await as(student).upload(name, bytes)).status).toBe(422);
    const { rows } = await app.db
      .selectFrom('files')
      .select('id')
      .where('account_id', '=', student.accountId)
      .where('name', '=', name)
      .execute()
      .then((rows) => ({ rows }));
    expect(rows).toEqual([]);
  });

  test('whose name deceives is handed in under the name that is left of it', async () => {
    const names: [string, string][] = [
      ['essay\u202efdp.exe.pdf', 'essayfdp.exe.pdf'],
      ['../../../etc/cron.d/essay.pdf', 'essay.pdf'],
      [`${'作业'.repeat(200)}.pdf`, `${'作业'.repeat(98)}.pdf`],
      ['<img src=x onerror=alert(1)>.pdf', '<img src=x onerror=alert(1)>.pdf'],
    ];
    for (const [name, shown] of names) {
      const file = await put(name, PDF);
      const workId = await postWork(app, room, { work_type: 'ASSIGNMENT' });
      const { submission } = (await handIn([file.id], workId)).body;
      expect(submission.assignmentSubmission.attachments).toMatchObject([{ title: shown, driveFile: { id: file.id, title: shown } }]);
    }
  });

  test('that is two things at once is read as the one that it is said to be, runs nothing, and is fetched under its own name', async () => {
    const polyglot = await put('photo.png', Buffer.concat([PNG, Buffer.from('<script>alert(1)</script>%PDF-1.4 PK\x03\x04')]));
    const workId = await postWork(app, room, { work_type: 'ASSIGNMENT' });
    const { submission } = (await handIn([polyglot.id], workId)).body;
    const reply = await fetch(new URL(submission.assignmentSubmission.attachments[0]!.driveFile.alternateLink, await app.listen()));
    expect([reply.status, reply.headers.get('content-type'), reply.headers.get('x-content-type-options')]).toEqual([200, 'image/png', 'nosniff']);
    expect(reply.headers.get('content-security-policy')).toMatch(/default-src 'none'.*sandbox/);
  });

  test('is one of one’s own: neither another’s, nor one that is deleted, nor no file, nor more than twenty', async () => {
    const workId = await postWork(app, room, { work_type: 'ASSIGNMENT' });
    const theirs = await put('theirs.pdf', PDF, room.students[1]!);
    const teachers = await put('key.pdf', PDF, room.teacher);
    const gone = await put('gone.pdf', PDF);
    await student.call(fileDelete, { params: { id: gone.id } });
    for (const wrong of [
      [theirs.id],
      [teachers.id],
      [gone.id],
      [2_000_000_000],
      ['x'],
      [-1],
      Array.from({ length: 21 }, (_, at) => at + 1),
      'https://evil.example/x.pdf',
      {},
    ])
      expect([wrong, (await handIn(wrong, workId)).status]).toEqual([wrong, 422]);
    expect(
      await app.db.selectFrom('submissions').select('state').where('course_work_id', '=', workId).where('account_id', '=', student.accountId).execute(),
    ).toEqual([{ state: 'CREATED' }]);
  });
});

test('[B717] however a file of a work is shared, those who have the work read it and change nothing of it; nobody else reads it', async () => {
  const file = await put('worksheet.pdf', PDF, room.teacher);
  const former = room.students[2]!;
  const elsewhere = await scenario.class({ students: 1, schoolId: room.schoolId });
  for (const shareMode of ['VIEW', 'EDIT', 'STUDENT_COPY']) {
    const { courseWork } = (
      await room.teacher.call(courseWorkCreate, {
        params: { id: room.courseId },
        body: { title: shareMode, materials: [{ driveFile: { id: file.id, shareMode } }] },
      })
    ).body;
    expect(courseWork.materials).toMatchObject([{ driveFile: { id: file.id, shareMode } }]);
    const handed = await put(`${shareMode}.pdf`, Buffer.concat([PDF, Buffer.from(shareMode)]));
    expect((await handIn([handed.id], courseWork.id)).status).toBe(200);
    for (const person of [student, room.students[1]!, room.coTeacher]) {
      expect([shareMode, (await person.call(fileGet, { params: { id: file.id } })).status]).toEqual([shareMode, 200]);
      expect([shareMode, (await person.call(fileDelete, { params: { id: file.id } })).status]).toEqual([shareMode, 403]);
    }
    // a student hands in a file of their own with any share mode: never the teacher's file
    expect((await handIn([file.id], courseWork.id, room.students[1]!)).error?.errors).toHaveProperty('attachment');
    for (const person of [room.students[1]!, former, room.otherTeacher, elsewhere.teacher, elsewhere.students[0]!])
      expect([shareMode, (await person.call(fileGet, { params: { id: handed.id } })).status]).toEqual([shareMode, 404]);
    expect((await room.teacher.call(fileGet, { params: { id: handed.id } })).status).toBe(200);
  }
  const things = (await room.teacher.call(fileGet, { params: { id: file.id } })).body.things;
  expect(things.map(({ table, name, course_id }) => [table, name, course_id])).toEqual(
    ['STUDENT_COPY', 'EDIT', 'VIEW'].map((name) => ['course_works', name, room.courseId]),
  );
  await scenario.remove(room.courseId, former.accountId);
  for (const person of [former, room.otherTeacher, room.otherStudent, elsewhere.teacher, elsewhere.students[0]!])
    expect((await person.call(fileGet, { params: { id: file.id } })).status).toBe(404);
});

/** The number of texts from each file. */
const OF_EACH = 30;
const TEXTS = [
  ...spread(
    trialLines<{ payload: string }>('security/xss-payloads.jsonl').map(({ payload }) => payload),
    OF_EACH,
  ),
  ...spread(
    trialLines<{ payload: string }>('security/injection-strings.jsonl').map(({ payload }) => payload),
    OF_EACH,
  ),
  '<script>alert(1)</script>',
  "'; DROP TABLE submissions; --",
  '=cmd|calc!A1',
  '\u202eمرحبا 你好 \u2066',
].map((text) => text.slice(0, 250));

test('[B719] hostile words stay the words that they are in titles, options, answers, messages and replies', { timeout: 120_000 }, async () => {
  const announcement = (await room.teacher.call(announcementCreate, { body: { text: 'Say it', students: 'ALL_STUDENTS', courses: [room.courseId] } })).body
    .announcement;
  let kept = 0;
  for (const text of TEXTS.filter((one) => !isInvisible(one))) {
    const made = await room.teacher.call(courseWorkCreate, {
      params: { id: room.courseId },
      body: { title: text, workType: 'MULTIPLE_CHOICE_QUESTION', multipleChoiceQuestion: { choices: [text, 'Another'] } },
    });
    expect([text, [201, 200, 422].includes(made.status)]).toEqual([text, true]);
    if (made.status === 422) continue;
    kept += 1;
    const { id, title, multipleChoiceQuestion } = made.body.courseWork;
    // a name contains no direction-changing characters
    const name = cleanedText(text);
    expect([title, multipleChoiceQuestion.choices[0]]).toEqual([name, name]);
    const named = { courseId: room.courseId, courseWorkId: id };
    const sent = await student.call(submissionSubmit, { body: { ...named, answer: name } });
    expect([text, sent.status, sent.body?.submission?.multipleChoiceSubmission.answer]).toEqual([text, 200, name]);
    const back = await room.teacher.call(returnSubmission, { body: { ...named, id: sent.body.submission.id, message: text } });
    expect([text, back.status]).toEqual([text, 200]);
    expect(back.body.return_message.message.trim()).toBe(text.trim());
  }
  expect(kept).toBeGreaterThan(3);
  for (const text of TEXTS.slice(-4)) {
    const { comment } = (await student.call(announcementCommentAdd, { params: { id: announcement.id }, body: { comment: text } })).body;
    expect(comment.comment).toBe(text.trim());
  }
});

import { createHash } from 'node:crypto';
import { QUESTION_LIST_FIELDS } from '@classwright/rules/questions/index';
import { exportQuestions, importQuestions, importQuestionsGet } from '@classwright/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seedDemoSchool } from '../../../demo/index.ts';
import { createAccessEngine } from '../../people/access/index.ts';
import { createScenario, startTestApp, type TestApp, type TestPerson } from '../../../testing/index.ts';
import { createFileStorage, findFiles } from '../../school/files/index.ts';
import { type BankRow, getWholeQuestion, readerOf } from '../questions/index.ts';

let app: TestApp;
let admin: TestPerson;

beforeAll(async () => {
  app = await startTestApp();
  await seedDemoSchool(app.db, { storage: createFileStorage(app.dataDir) });
  await app.db.deleteFrom('jobs').execute(); // the work products of its lessons take a while, and are nothing of this
  admin = await createScenario(app).person('admin', null);
}, 120_000);
afterAll(() => app.close());

/** Returns a question's content, without the bank's own counts. */
function contentOf(row: BankRow): unknown[] {
  const { title, description, tag, published_state, overall_grade, rubrics, open_response, open_response_grade } = row;
  return [
    ...[title, description, tag, published_state, overall_grade, rubrics, open_response, open_response_grade],
    ...QUESTION_LIST_FIELDS.map((field) => row[field]),
    row.responses.map(({ id: _id, last_update: _update, ...response }) => response),
    row.attachments.map(({ name, file_id, external }) => ({ name, file_id, external })),
  ];
}

/** Returns the content of all questions, with the bytes of pictures instead of file ids. */
async function contentsOf(ids: readonly number[]): Promise<string[]> {
  const reader = readerOf(await createAccessEngine().personOf(app.db, { accountId: admin.accountId, schoolId: null }));
  const storage = createFileStorage(app.dataDir);
  const contents: string[] = [];
  for (const id of ids) {
    const json = JSON.stringify(contentOf(await getWholeQuestion(app.db, reader, id)));
    const fileIds = [...new Set([...json.matchAll(/"file_id":(\d+)/g)].map(([, fileId]) => Number(fileId)))];
    let text = json;
    for (const fileId of fileIds) {
      const [file] = await findFiles(app.db, [fileId]);
      const bytes = file && (await (await storage.read(file.storage_key, { start: 0, end: file.byte_size - 1 }))?.toArray());
      const sum = createHash('sha256')
        .update(Buffer.concat((bytes ?? []) as Buffer[]))
        .digest('hex');
      text = text.replaceAll(new RegExp(`"file_id":${fileId}(?!\\d)`, 'g'), `"file":"${sum}"`);
    }
    contents.push(text);
  }
  return contents;
}

test('the demo bank leaves as a package and comes back the same: levels, rubrics, state, explanations, pictures', { timeout: 240_000 }, async () => {
  const questions = await app.db.selectFrom('questions').select('id').where('archived_at', 'is', null).orderBy('id').execute();
  const ids = questions.map(({ id }) => id);
  const before = await contentsOf(ids);
  expect(before.some((text) => text.includes('"file":"'))).toBe(true);
  const { body: bytes } = await admin.call(exportQuestions, { body: { question: ids, format: 'qti3' } });
  await app.db.updateTable('questions').set({ archived_at: new Date() }).where('id', 'in', ids).execute();
  const started = await admin.call(importQuestions, { file: { name: 'bank.zip', bytes }, body: {} });
  expect(started.status).toBe(201);
  await app.server.jobs.runDue();
  const { body } = await admin.call(importQuestionsGet, { params: { id: started.body.import.id } });
  expect(body.import).toMatchObject({ status: 'finished', created_count: ids.length, error_count: 0, note_count: 0 });
  const made = await app.db.selectFrom('questions').select('id').where('archived_at', 'is', null).orderBy('id').execute();
  const after = await contentsOf(made.map(({ id }) => id));
  expect(after.length).toBe(before.length);
  for (const [index, text] of after.entries()) expect(text).toBe(before[index]);
});
